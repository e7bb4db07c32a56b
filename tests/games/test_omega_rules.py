"""The rules of Omega Strain: every row of its tables, every worked case, the ballot and the time-outs."""

from __future__ import annotations

import pytest

from engine.chance import FairChance
from engine.errors import Refusal
from engine.games.omega import OMEGA
from engine.games.omega.facts import DieRolled, IndexRolled, LockdownVoted, Reckoned
from engine.games.omega.rules import verdict
from engine.games.omega.state import Player
from engine.outcome import Outcome
from tests.support.omega_stage import DRAW, ILL_A, ILL_AB, NOBODY, QUIET, WELL, WIN, standing, table, told, turn
from tests.support.scripted import Table

# --- step 1 and 2 ---------------------------------------------------------------------------------------

INFECTED = {6: {1, 2, 3}, 5: {1, 2}, 4: {1, 2}, 3: {1}, 2: {1}, 1: set()}


@pytest.mark.parametrize("index", INFECTED)
@pytest.mark.parametrize("faces", [(1, 2, 3), (4, 5, 6)])
def test_infected_by_index_lose_a_life_at_home(index, faces):
    t = table((index, dict(enumerate(faces))), QUIET)
    turn(t, "home", "home", "home")
    assert {face for face, (life, _) in zip(faces, standing(t), strict=True) if life == 2} == INFECTED[index] & set(
        faces
    )


def test_the_deal():
    t = table((6, {0: 3, 1: 4, 2: 6}))
    assert standing(t) == ((3, 0), (3, 0), (3, 0))
    index, *rolled = [r for r in t.log if isinstance(r.fact, (IndexRolled, DieRolled))]
    assert (index.fact, index.audience.eyes) == (IndexRolled(1, 6), None)
    assert [(r.fact, r.audience.eyes) for r in rolled] == [
        (DieRolled(1, 0, 3), {"p0"}),
        (DieRolled(1, 1, 4), {"p1"}),
        (DieRolled(1, 2, 6), {"p2"}),
    ]


def test_a_seat_knows_its_own_die_and_state_only():
    t = table((6, {0: 3, 1: 4, 2: 6}))
    mine = t.view("p0").play.turn
    assert (mine.dice, mine.infected(0), mine.infected(1)) == ({0: 3}, True, None)
    assert t.view("p1").play.turn.infected(1) is False
    assert t.view("somebody").play.turn.dice == {}


def test_draws_have_labels_of_their_own():
    fair = FairChance(bytes(32))
    t = Table(OMEGA, 3, fair).start()
    turn(t, "home", "home", "home")
    second = t.state.play.turns[1]
    assert second.index == 1 + fair.draw("index/turn 2", 6)
    assert second.dice[2] == 1 + fair.draw("die/turn 2/seat 2", 6)


# --- the reckoning --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rolled", "deeds", "after"),
    [
        # lockdown: 0/+1 healthy, -1/+1 infected
        (WELL, ("lockdown",), ((3, 1), (3, 1), (3, 1))),
        (ILL_A, ("lockdown",), ((2, 1), (3, 1), (3, 1))),
        # home: 0/0 healthy, -1/0 infected
        (ILL_A, ("home", "home", "home"), ((2, 0), (3, 0), (3, 0))),
        # work, nobody among the workers infected: 0/+1
        (WELL, ("work", "work", "work"), ((3, 1), (3, 1), (3, 1))),
        (ILL_A, ("home", "work", "home"), ((2, 0), (3, 1), (3, 0))),
        # work, somebody among them infected: -1/+1 for every worker
        (ILL_A, ("work", "home", "home"), ((2, 1), (3, 0), (3, 0))),
        (ILL_A, ("work", "work", "work"), ((2, 1), (2, 1), (2, 1))),
        # worked cases 1 to 4
        (ILL_A, ("work", "work", "home"), ((2, 1), (2, 1), (3, 0))),
        (ILL_A, ("home", "work", "work"), ((2, 0), (3, 1), (3, 1))),
        (ILL_AB, ("work", "work", "work"), ((2, 1), (2, 1), (2, 1))),
        (ILL_AB, ("work", "work", "home"), ((2, 1), (2, 1), (3, 0))),
    ],
)
def test_reckoning(rolled, deeds, after):
    t = table(rolled, QUIET)
    turn(t, *deeds)
    assert standing(t) == after
    assert t.state.play.turn.no == 2


@pytest.mark.parametrize(
    ("at", "rolled", "deeds", "after", "outcome"),
    [
        # 5: dying with $50k wins nothing
        (((1, 4), (2, 4), (1, 1)), ILL_A, ("work", "work", "home"), ((0, 5), (1, 5), (1, 1)), (WIN, (1,), "vaccine")),
        # 6: both $50k, the higher life wins; equal lives draw
        (((2, 4), (3, 4), (1, 3)), WELL, ("work", "work", "home"), ((2, 5), (3, 5), (1, 3)), (WIN, (1,), "vaccine")),
        (((3, 4), (3, 4), (1, 3)), WELL, ("work", "work", "home"), ((3, 5), (3, 5), (1, 3)), (DRAW, (0, 1), "vaccine")),
        # 7: all die
        (((1, 0),) * 3, ILL_A, ("work", "work", "work"), ((0, 1), (0, 1), (0, 1)), (NOBODY, (), "all-dead")),
        # 8: the last one alive wins without money; infected too, nobody does
        (((1, 0),) * 3, ILL_A, ("work", "work", "home"), ((0, 1), (0, 1), (1, 0)), (WIN, (2,), "last-one")),
        (
            ((1, 0),) * 3,
            (6, {0: 3, 1: 4, 2: 1}),
            ("work", "work", "home"),
            ((0, 1), (0, 1), (0, 0)),
            (NOBODY, (), "all-dead"),
        ),
        # 9: a lockdown may bring the vaccine, but not to one who dies in it
        (((2, 4), (3, 3), (3, 3)), ILL_A, ("lockdown",), ((1, 5), (3, 4), (3, 4)), (WIN, (0,), "vaccine")),
        (((1, 4), (3, 4), (3, 3)), ILL_A, ("lockdown",), ((0, 5), (3, 5), (3, 4)), (WIN, (1,), "vaccine")),
    ],
)
def test_endings(at, rolled, deeds, after, outcome):
    t = table(rolled, at=at)
    turn(t, *deeds)
    assert standing(t) == after
    assert t.state.outcome == Outcome(*outcome)
    assert t.state.phase is None
    assert not t.state.playing


def test_an_infected_seat_at_life_1_dies_in_a_lockdown_and_the_others_play_on():
    t = table(ILL_A, QUIET, at=((1, 4), (3, 3), (3, 3)))
    turn(t, "lockdown")
    assert standing(t) == ((0, 5), (3, 4), (3, 4))
    assert told(t, Reckoned)[0].deaths == (0,)
    assert t.state.living == (1, 2)


def test_two_consents_of_three_are_no_lockdown():
    t = table(ILL_A)
    t.answer("consent", "yes", "no", "yes")
    t.time_up()
    assert told(t, LockdownVoted) == [
        LockdownVoted(1, {0: "none", 1: "none", 2: "none"}, {0: "yes", 1: "no", 2: "yes"}, False)
    ]
    assert standing(t) == ((3, 0), (3, 0), (3, 0))
    assert t.state.phase is not None
    assert (t.state.phase.name, t.state.phase.round, t.state.phase.asked) == ("action", 1, (0, 1, 2))


@pytest.mark.parametrize(
    ("players", "outcome"),
    [
        # nobody left comes before everything else
        (((0, 5), (0, 5), (0, 0)), (NOBODY, (), "all-dead")),
        # one left comes before the vaccine, and needs no money
        (((0, 5), (1, 0), (0, 5)), (WIN, (1,), "last-one")),
        (((0, 0), (1, 5), (0, 0)), (WIN, (1,), "last-one")),
        # the vaccine: most life, not most money; equal lives draw; the dead and the poor have no part in it
        (((2, 6), (3, 5), (3, 4)), (WIN, (1,), "vaccine")),
        (((2, 5), (2, 6), (3, 4)), (DRAW, (0, 1), "vaccine")),
        (((1, 5), (1, 5), (1, 5), (1, 5)), (DRAW, (0, 1, 2, 3), "vaccine")),
        (((0, 5), (1, 5), (3, 4)), (WIN, (1,), "vaccine")),
        # nothing of it: the next turn
        (((3, 4), (0, 5), (1, 0)), None),
    ],
)
def test_the_end_test_in_its_order(players, outcome):
    found = verdict(tuple(Player(life, funds) for life, funds in players))
    assert found == (outcome and Outcome(*outcome))


# --- the dialogue, the ballot, time-outs ----------------------------------------------------------------


def test_wishes_are_public_changeable_and_bind_nobody():
    t = table(ILL_A)
    t.answer("wish", "for", "for", "for")
    t.answer("wish", "against", "", "")
    assert t.view("somebody").phase.answers["wish"] == {
        0: {"wish": "against"}, 1: {"wish": "for"}, 2: {"wish": "for"}
    }  # fmt: skip
    t.time_up()
    voted = told(t, LockdownVoted)[0]
    assert voted.wishes == {0: "against", 1: "for", 2: "for"}
    assert not voted.passed


def test_consent_is_sealed_while_people_talk_and_opened_with_names():
    t = table(ILL_A)
    before = len(t.log)
    t.answer("consent", "yes", "", "")
    t.answer("consent", "no", "", "")
    assert [r.audience.eyes for r in t.log[before:]] == [{"p0"}, {"p0"}]
    assert "consent" not in t.view("p1").phase.answers
    t.time_up()
    assert t.view("p1").play.turn.consents == {0: "no", 1: "no", 2: "no"}


def test_a_secret_ballot_tells_the_result_only_until_the_game_is_over():
    t = table(WELL, QUIET, at=((3, 4), (3, 0), (3, 0)), lockdown_ballot="secret")
    t.answer("consent", "yes", "no", "yes")
    t.time_up()
    assert told(t, LockdownVoted)[0].consents is None
    assert t.view("somebody").play.turn.consents == {}
    assert not {0, 2} & t.view("p1").play.turn.consents.keys()
    t.answer("action", "work", "home", "home")
    assert t.view("p1").play.turn.consents == {0: "yes", 1: "no", 2: "yes"}


def test_silence_is_no_and_home():
    t = table(ILL_A, QUIET)
    t.time_up()
    assert told(t, LockdownVoted)[0].consents == {0: "no", 1: "no", 2: "no"}
    t.answer("action", "work", "", "work")
    t.time_up()
    assert told(t, Reckoned)[0].actions == {0: "work", 1: "home", 2: "work"}
    assert standing(t) == ((2, 1), (3, 0), (2, 1))


def test_actions_are_sealed_until_all_are_in_and_may_change_till_then():
    t = table(ILL_A, QUIET)
    t.time_up()
    t.answer("action", "work", "work", "")
    t.answer("action", "home", "", "")
    assert "action" not in t.view("p2").phase.answers
    t.answer("action", "", "", "home")
    assert told(t, Reckoned)[0].actions == {0: "home", 1: "work", 2: "home"}


def test_prompts_of_the_two_phases():
    t = table(ILL_A)
    asked = {p.name: p for p in OMEGA.prompts(t.view("p1"), 1)}
    assert [(n, p.fields[0].options, p.default, p.required, p.sealed) for n, p in asked.items()] == [
        ("wish", ("for", "against", "none"), {"wish": "none"}, False, False),
        ("consent", ("yes", "no"), {"consent": "no"}, False, True),
        ("done", ("yes", "no"), {"done": "no"}, True, False),
    ]
    t.time_up()
    (action,) = OMEGA.prompts(t.view("p1"), 1)
    assert (action.name, action.fields[0].options, action.default) == ("action", ("work", "home"), {"action": "home"})
    assert (action.required, action.sealed) == (True, True)


def test_illegal_answers_are_refused_and_change_nothing():
    t = table(ILL_A)
    before = t.state
    for prompt, value, code in [("action", "work", "not-asked"), ("consent", "maybe", "answer-option")]:
        with pytest.raises(Refusal) as refused:
            t.answer(prompt, value)
        assert refused.value.code == code
    assert t.state == before
