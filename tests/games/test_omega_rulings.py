"""The rulings R-O1 to R-O8 of Omega Strain, its options, and how its facts fold."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.errors import Refusal
from engine.games.omega import OMEGA
from engine.games.omega.facts import DieRolled, LockdownVoted, Reckoned
from engine.outcome import Outcome
from engine.table import facts as f
from engine.table import moves as m
from tests.support.omega_stage import ILL_A, NOBODY, QUIET, WIN, standing, table, told, turn
from tests.support.scripted import Table

# --- rulings --------------------------------------------------------------------------------------------


def test_all_dead_at_once_has_no_winner():  # R-O2
    t = table((6, {0: 1, 1: 1, 2: 1}), at=((1, 4), (1, 4), (1, 4)))
    turn(t, "lockdown")
    assert t.state.outcome == Outcome(NOBODY, (), "all-dead")


@pytest.mark.parametrize("rolled", [(1, {0: 1, 1: 1, 2: 1}), (6, {0: 1, 1: 1, 2: 1}), (6, {0: 6, 1: 6, 2: 6})])
def test_no_phase_is_shorter_or_missing_for_what_was_rolled(rolled):  # R-O3
    t = table(rolled, QUIET)
    opened = []
    for _ in range(2):
        opened.append((t.state.phase.name, t.state.phase.deadline - t.state.phase.opened))
        t.time_up()
    assert opened == [("dialogue", 60_000), ("action", 30_000)]


def test_dead_seats_watch():  # R-O4
    t = table((6, {0: 1, 1: 6, 2: 6, 3: 6}), (2, {1: 6, 2: 6, 3: 6}), QUIET, at=((1, 0), (3, 0), (3, 0), (3, 0)))
    turn(t, "home", "home", "home", "home")
    assert t.state.living == (1, 2, 3)
    assert not [fact for fact in told(t, DieRolled) if fact.turn == 2 and fact.seat == 0]
    assert OMEGA.prompts(t.view("p0"), 0) == ()
    assert t.view("p0").play.turn.dice == {}
    for move, code in [
        (m.Say("table", "hello"), "table-chat-living"),
        (m.Answer(t.state.phase.no, "consent", {"consent": "yes"}), "not-asked"),
    ]:
        with pytest.raises(Refusal) as refused:
            t.do("p0", move)
        assert refused.value.code == code
    said = t.do("p0", m.Say("gallery", "hello"))
    assert [r.audience.eyes for r in said] == [{"p0"}]
    turn(t, "lockdown")
    assert told(t, LockdownVoted)[-1].consents == {1: "yes", 2: "yes", 3: "yes"}
    assert standing(t) == ((0, 0), (3, 1), (3, 1), (3, 1))


def test_no_turn_limit_by_default():  # R-O5
    t = table(*[QUIET] * 61)
    for _ in range(60):
        turn(t, "home", "home", "home")
    assert t.state.playing


def test_max_turns_ends_without_a_winner():  # R-O5
    t = table(QUIET, QUIET, max_turns=2)
    turn(t, "home", "home", "home")
    assert t.state.playing
    turn(t, "work", "work", "home")
    assert t.state.outcome == Outcome(NOBODY, (), "max-turns")


def test_max_turns_comes_after_the_end_test():  # R-O8
    t = table(QUIET, at=((3, 4), (3, 0), (3, 0)), max_turns=1)
    turn(t, "work", "home", "home")
    assert t.state.outcome == Outcome(WIN, (0,), "vaccine")


def test_everything_is_opened_when_the_game_ends():  # R-O5
    t = table(ILL_A, (6, {0: 6, 1: 1, 2: 6}), max_turns=2)
    turn(t, "work", "home", "home")
    turn(t, "home", "home", "home")
    for eye in ("p0", "p1", "p2", "somebody"):
        turns = t.view(eye).play.turns
        assert [turn.dice for turn in turns] == [{0: 3, 1: 4, 2: 6}, {0: 6, 1: 1, 2: 6}]
        assert turns[0].infected(0) and turns[1].infected(1)
        assert turns == t.state.play.turns
    secrets = told(t, f.Opened)[0].secrets
    sealed = [s for s in secrets if isinstance(s, f.Sealed) and s.name == "action" and s.seat == 0]
    assert [s.answers["action"] for s in sealed] == [
        {"action": "work"},
        {"action": "home"},
    ]


def test_done_by_all_ends_the_dialogue_after_three_seconds_unless_taken_back():  # R-O6
    t = table(ILL_A)
    t.now = 10_000
    t.answer("done", "yes", "yes", "yes")
    assert t.state.phase.ends == 13_000
    t.now = 11_000
    t.answer("done", "", "no", "")
    assert t.state.phase.ends == 60_000
    t.answer("done", "", "yes", "")
    assert t.state.phase.ends == 14_000
    t.time_up()
    assert t.state.phase.name == "action"


def test_nothing_public_says_infected():  # R-O7
    t = table(ILL_A, QUIET)
    turn(t, "work", "work", "home")
    assert told(t, Reckoned) == [
        Reckoned(
            turn=1,
            lockdown=False,
            actions={0: "work", 1: "work", 2: "home"},
            life={0: -1, 1: -1, 2: 0},
            funds={0: 1, 1: 1, 2: 0},
            deaths=(),
        )
    ]
    public = [record.fact for record in t.log if record.audience.eyes is None]
    assert "infected" not in repr(public)
    assert not [fact for fact in public if isinstance(fact, (DieRolled, f.Answered, f.Sealed))]


@pytest.mark.parametrize(
    ("consents", "passed"), [(("yes", "no"), False), (("no", "yes"), False), (("yes", "yes"), True)]
)
def test_two_living_need_both_consents(consents, passed):  # R-O8
    t = table((2, {0: 6, 1: 6, 2: 1}), QUIET, QUIET, at=((3, 0), (3, 0), (1, 0)))
    turn(t, "home", "home", "home")
    assert t.state.living == (0, 1)
    t.answer("consent", *consents)
    t.time_up()
    assert told(t, LockdownVoted)[-1].passed is passed


# --- options --------------------------------------------------------------------------------------------


def test_option_defaults():
    t = table(ILL_A)
    assert {name: t.state.options[name] for name in ("dialogue", "action", "lockdown_ballot", "max_turns")} == {
        "dialogue": 60,
        "action": 30,
        "lockdown_ballot": "open",
        "max_turns": 0,
    }


@pytest.mark.parametrize(
    ("option", "legal", "illegal"),
    [
        ("dialogue", [20, 300], [19, 301, "long"]),
        ("action", [10, 120], [9, 121]),
        ("max_turns", [0, 1, 50], [-1, 51]),
        ("lockdown_ballot", ["open", "secret"], ["sealed", 1]),
    ],
)
def test_option_bounds(option, legal, illegal):
    known = {o.name: o for o in OMEGA.options}
    assert [known[option].parse(value) for value in legal] == legal
    for value in illegal:
        with pytest.raises(Refusal):
            known[option].parse(value)


def test_options_set_the_lengths_of_the_phases():
    t = table(ILL_A, dialogue=300, action=10)
    assert t.state.phase.deadline - t.state.phase.opened == 300_000
    t.time_up()
    assert t.state.phase.deadline - t.state.phase.opened == 10_000


def test_three_or_four_seats():
    assert (OMEGA.least, OMEGA.most) == (3, 4)
    t = table((6, {0: 1, 1: 2, 2: 3, 3: 4}), QUIET, at=((3, 0),) * 4)
    turn(t, "home", "home", "home", "work")
    assert standing(t) == ((2, 0), (2, 0), (2, 0), (3, 1))


# --- the fold -------------------------------------------------------------------------------------------


def finished() -> Table:
    t = table(ILL_A, (4, {0: 1, 1: 2, 2: 3}), QUIET, max_turns=3, lockdown_ballot="secret")
    turn(t, "work", "work", "home")
    turn(t, "lockdown")
    turn(t, "home", "work", "work")
    return t


GAME = finished()
FOLDED = [
    record.fact
    for record in GAME.log
    if isinstance(record.fact, (*OMEGA.facts, f.Sealed, f.PhaseOpened, f.PhaseClosed))
]


@given(st.permutations(FOLDED))
@settings(max_examples=50, deadline=None)
def test_facts_fold_in_any_order(facts):
    play = OMEGA.begin(3, GAME.state.options)
    for fact in facts:
        play = OMEGA.evolve(play, fact)
    assert play == GAME.state.play


def test_prompts_need_no_more_than_the_view():
    t = table(ILL_A, QUIET, max_turns=2)
    while t.state.phase is not None:
        for seat in range(3):
            assert OMEGA.prompts(t.state, seat) == OMEGA.prompts(t.view(f"p{seat}"), seat)
        t.answer("consent", "yes", "no", "yes") if t.state.phase.talk else t.answer("action", "work", "home", "")
        for seat in range(3):
            assert OMEGA.prompts(t.state, seat) == OMEGA.prompts(t.view(f"p{seat}"), seat)
        t.time_up()
