"""Titles, bells and notifications tell what everybody at the table knows, and nothing else.

Titles stay in sight when the screen is not, and a bell is heard by the neighbours.  So the oracle is stricter than that
of the screens: what a person is called by follows from what *everybody* knows and from the number of their seat; their
role, their die and their own answers change nothing.  The expected calls are counted out from the rules.
"""

import re
from ast import literal_eval
from functools import partial

import pytest
from attrs import evolve as replace

import tui.app
from server.door.session import Mode
from tests.games import test_secrecy_love as love
from tests.games import test_secrecy_omega as omega
from tests.server.test_secrecy_wire import indistinct, love_streams, omega_streams
from tests.support.love_oracle import Story
from tui.screens.calling import asking

CALL = re.compile(rb"\x1b\[2[23];2t|\x1b\][^\x1b]*\x1b\\|\a")


def calls(stream):
    """What a stream has beside the screen: moments in seconds, and the strings and bells of each."""
    pieces = [piece.split(" ", 1) for piece in stream]
    found = [(float(at), CALL.findall(literal_eval(data))) for at, data in pieces]
    return tuple((at, tuple(part.decode() for part in parts)) for at, parts in found if parts)


def called(streams, world):
    """The calls of each eye in a world."""
    return {eye: calls(stream) for eye, stream in streams(world).items() if eye != "log"}


# --- what everybody knows, from the oracles ---------------------------------------------------------------------


def omega_public(world, eye):
    return tuple(item for eyes, item in omega.story(world) if eyes is None)


def love_public(world, eye):
    return tuple(item for eyes, item in Story(world).told() if eyes is None)


OMEGA_WORLDS = [
    replace(world, turns=world.turns[:1])
    for world in (
        omega.BASE,
        # dice that make no difference to anybody else, consents and actions that are changed before they are opened
        omega.in_turn(1, dice=(6, 5, 1)),
        omega.in_turn(1, consents=(("yes", "no"), (), ())),
        omega.in_turn(1, actions=(("work", "home"), ("home",), ("home",))),
        # silence to the end of the phase, whoever's it is
        *(omega.in_turn(1, actions=tuple(() if n == seat else ("home",) for n in range(3))) for seat in range(3)),
        omega.in_turn(1, dice=(3, 5, 1)),
    )
]

LOVE_WORLDS = [
    love.BASE,
    # another culprit of the same course, alive or dead; hunches
    *(love.SOMEBODY_ELSE[who] for who in ("p1", "p4 kills itself and goes on")),
    love.elsewhere("hunches", ("night", 1, 2), ("alibi", "3", "")),
    # silence to the end of the night, the culprit's or another's; changed acts
    love.silent(("night", 1, 1), world=love.guilty(love.BASE, 4, 0)),
    love.silent(("night", 1, 3)),
    love.elsewhere("before", ("night", 1, 0), (("siege", "alibi", "1"),)),
]
DAY_2 = ("guess", 2)

omega_calls = partial(called, partial(omega_streams, Mode.SCREEN))
love_calls = partial(called, partial(love_streams, Mode.SCREEN, last=DAY_2))


def test_in_omega_all_are_called_by_what_everybody_knows():
    indistinct(OMEGA_WORLDS, ("p0", "p1", "p2", "w"), omega_calls, omega_public)


def test_in_love_all_are_called_by_what_everybody_knows_the_culprit_too():
    indistinct(LOVE_WORLDS, ("p0", "p1", "p2", "p3", "p4", "w", "late", "au"), love_calls, love_public)


# --- the calls themselves, from the rules -------------------------------------------------------------------------

PUSH, BACK = "\x1b[22;2t", ("\x1b]2;Naisho\x1b\\", "\x1b[23;2t")


def omega_expected(world, seat):
    """The calls of four turns to a seat, or to nobody's, who is there from the first to the last.

    A dialogue lasts a minute: it opens, has half a minute left, and ten seconds.  An action phase lasts half a minute;
    all hand in soon, or it lasts to its end.
    """
    life, found = [3, 3, 3], []
    for number, turn in enumerate(world.turns, 1):
        living = [n for n in range(3) if life[n]]
        silent = any(not turn.actions[n] for n in living)
        phases = {"Dialogue": (60, 30, 10), "Action": (30, 10) if silent else (30,)}
        found += [(name, number, left, seat in living) for name, lefts in phases.items() for left in lefts]
        for n in living:
            life[n] -= turn.actions[n][:1] != ("work",) and 2 * turn.dice[n] <= turn.index
        if turn.actions[0] == ("work",):
            life[0] -= 2 * turn.dice[0] <= turn.index
    found.append(("Dialogue", len(world.turns) + 1, 60, seat in [n for n in range(3) if life[n]]))
    return [text(*call) for call in found]


def text(name, turn, left, asked):
    """The strings of a call, and its bell."""
    turns = f"{name}, Turn {turn}, {left} s left - Naisho"
    return (f"\x1b]2;Your turn: {turns}\x1b\\", "\a") if asked else (f"\x1b]2;{turns}\x1b\\",)


@pytest.fixture(scope="module")
def base():
    return omega_calls(omega.BASE)


@pytest.mark.parametrize(("eye", "seat"), [("p0", 0), ("p2", 2), ("w", None)])
def test_who_is_there_is_called_as_the_rules_count_it(eye, seat, base):
    """p2 dies in turn 3: from then on nothing asks it.  The last thing is the title of before."""
    first, *others = omega_expected(omega.BASE, seat)
    assert [strings for _, strings in base[eye]] == [(PUSH, *first), *others, BACK]


def test_who_comes_back_is_not_called_by_what_has_called_before(base):
    """p1 goes in the dialogue of turn 2 and is back after twenty seconds; late comes in it."""
    first, *others = omega_expected(omega.BASE, 1)
    gone = others.index(text("Dialogue", 2, 60, True)) + 1
    again = [(PUSH, *others[gone]), *others[gone + 1 :]]
    assert [strings for _, strings in base["p1"]] == [(PUSH, *first), *others[:gone], BACK, *again, BACK]
    first, *others = omega_expected(omega.BASE, None)[gone + 1 :]
    assert [strings for _, strings in base["late"]] == [(PUSH, *first), *others, BACK]


def test_a_call_comes_at_its_second(base):
    """The dialogue's minute, then the reveal of its ballot: two seconds, and half a second for each of three."""
    opened, half_a_minute, ten_seconds, action = [at for at, _ in base["p0"]][:4]
    assert 30 <= half_a_minute - opened < 31.5
    assert 50 <= ten_seconds - opened < 51.5
    assert action - opened == pytest.approx(60 + 2 + 3 / 2, abs=0.1)


def test_who_is_in_the_lobby_is_not_called(base):
    assert base["out"] == ()


# --- planted leaks: each of them is found -------------------------------------------------------------------------


def a_title_that_knows_the_role(view):
    """Whoever knows the culprit reads of another day."""
    phase = asking(view)
    return replace(phase, round=99) if phase and getattr(view.play, "culprit", None) is not None else phase


def a_bell_for_who_has_not_answered(view):
    """Whoever has handed in is left in peace."""
    phase = asking(view)
    if phase is None or not view.phase.needs:
        return phase
    return replace(phase, asked=tuple(n for n in phase.asked if view.phase.answer(view.phase.needs[0], n) is None))


def a_bell_for_the_culprit_alone(view):
    """A night calls only who kills in it."""
    phase = asking(view)
    return replace(phase, asked=(view.play.culprit,)) if phase and phase.name == "night" else phase


@pytest.mark.parametrize("leak", [a_title_that_knows_the_role, a_bell_for_the_culprit_alone], ids=lambda f: f.__name__)
def test_a_planted_leak_is_found_in_love(leak, monkeypatch):
    monkeypatch.setattr(tui.app, "asking", leak)
    few = [love.BASE, love.SOMEBODY_ELSE["p1"], love.silent(("night", 1, 3))]
    with pytest.raises(AssertionError, match="p0 can tell"):
        indistinct(few, ("p0",), partial(called, partial(love_streams, Mode.SCREEN, last=("noon", 2))), love_public)


def test_a_planted_leak_is_found_in_omega(monkeypatch):
    monkeypatch.setattr(tui.app, "asking", a_bell_for_who_has_not_answered)
    with pytest.raises(AssertionError, match="p0 can tell"):
        indistinct(OMEGA_WORLDS, ("p0",), omega_calls, omega_public)
