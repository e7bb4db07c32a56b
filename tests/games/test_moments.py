"""The moments that decided a game, chosen from what was opened; expected values follow from the rules."""

import pytest

from engine.games.love.moments import is_gambit
from engine.games.love.moments import moments as love_moments
from engine.games.omega.moments import moments as omega_moments
from engine.games.omega.state import OmegaPlay, Player, Turn
from engine.outcome import Moment, weightiest
from tests.support.love_stage import A, B, C, D, Stage


def told(moments):
    return [(moment.round, moment.kind, moment.seats) for moment in moments]


# --- Omega Strain

QUIET = Turn(1, index=1, dice={0: 6, 1: 6, 2: 6}, actions={0: "home"}, life={0: 0, 1: 0, 2: 0}, reckoned=True)


def omega(*turns, players=((3, 0), (3, 0), (3, 0))):
    return OmegaPlay(tuple(Player(*one) for one in players), turns)


OUTBREAK = Turn(
    1, index=6, dice={0: 3, 1: 4, 2: 6}, consents={0: "yes", 1: "yes", 2: "no"}, lockdown=False,
    actions={0: "work", 1: "work", 2: "home"}, life={0: -1, 1: -1, 2: 0}, reckoned=True,
)  # fmt: skip
LOCKDOWN = Turn(2, consents={0: "yes", 1: "yes", 2: "yes"}, lockdown=True, life={0: 0, 1: 0, 2: 0}, reckoned=True)
DEATHS = Turn(3, actions={1: "home", 2: "home"}, life={1: -1, 2: -1}, deaths=(1, 2), reckoned=True)


@pytest.mark.parametrize(
    ("play", "expected"),
    [
        (omega(QUIET), []),
        (omega(OUTBREAK), [(1, "refusal", (2,)), (1, "outbreak", (0, 1))]),
        (
            omega(OUTBREAK, LOCKDOWN, DEATHS),
            [(1, "outbreak", (0, 1)), (3, "death", (1,)), (3, "death", (2,))],
        ),
        (omega(LOCKDOWN, players=((2, 5), (3, 5), (0, 9))), [(2, "lockdown", ()), (2, "vaccine", (0, 1))]),
    ],
    ids=["nothing", "outbreak", "the weightiest three", "the dead cannot pay"],
)
def test_omega(play, expected):
    assert told(omega_moments(play)) == expected


# --- Love, or Nothing


def love(*nights, members=4, beloved=B, noons=()):
    stage = Stage(members)
    stage.prologue(beloved)
    for number, (kill, target, defences) in enumerate(nights):
        stage.night(kill, target, defences)
        if number < len(noons) and stage.phase == "noon":
            stage.noon(*noons[number])
    return stage


def test_the_gambit_and_the_last_in_the_way():
    stage = love(("alibi", D, {}), ("alibi", A, {}), ("alibi", C, {}), noons=((C,), (C,)))
    assert stage.ending == ("only-beloved", (A,))
    assert is_gambit(stage.play)
    assert told(love_moments(stage.play)) == [(1, "killed", (D,)), (2, "gambit", (A,)), (3, "last", (C,))]


def test_a_right_guess():
    stage = love(("alibi", D, {D: "siege"}), ("alibi", D, {}), noons=((C, (A, B)),))
    assert stage.ending == ("solved", (C,))
    assert not is_gambit(stage.play)
    assert told(love_moments(stage.play)) == [(1, "saved", (D,)), (2, "killed", (D,)), (2, "solved", (C, A, B))]


def test_half_a_guess_and_the_beloved_by_mistake():
    stage = Stage(4)
    stage.prologue(B)
    stage.night("alibi", D, {D: "siege"})
    stage.noon(C, (A, D))
    stage.night("locked_room", B, {B: "siege"})
    assert stage.ending == ("beloved-killed", ())
    assert told(love_moments(stage.play)) == [(1, "saved", (D,)), (2, "mistake", (B,)), (2, "half", (C, A))]


def test_of_equal_weight_the_later_count_and_order_is_kept():
    four = [Moment(1, "a", weight=5), Moment(2, "b"), Moment(3, "c"), Moment(4, "d")]
    assert [moment.kind for moment in weightiest(four)] == ["a", "c", "d"]
