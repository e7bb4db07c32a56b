"""The rules of Omega Strain: every row of its tables, every worked case, every ruling.

Seats A, B, C, D are the people p0, p1, p2, p3.  Money is in units of $10k.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import FairChance
from engine.errors import Refusal
from engine.frozen import replace
from engine.games.omega import OMEGA
from engine.games.omega.facts import DieRolled, IndexRolled, LockdownVoted, Reckoned
from engine.games.omega.rules import verdict
from engine.games.omega.state import Player
from engine.outcome import Outcome, Result
from engine.table import facts as f
from engine.table import moves as m
from tests.games.scripted import ScriptedChance, Table, dice

Lives = tuple[tuple[int, int], ...]
"""(life, funds) by seat."""

QUIET = (1, {0: 6, 1: 6, 2: 6, 3: 6})
"""A turn in which nobody is infected."""


def table(*turns: tuple[int, Mapping[int, int]], at: Lives = ((3, 0),) * 3, **options: str | int) -> Table:
    """A running game with these turns' index and dice, its seats set to `at` before anybody acts."""
    t = Table(OMEGA, len(at), ScriptedChance(dice(*turns)), options).start()
    players = tuple(Player(life, funds) for life, funds in at)
    t.state = replace(t.state, play=replace(t.state.play, players=players))
    return t


def standing(t: Table) -> Lives:
    return tuple((player.life, player.funds) for player in t.state.play.players)


def turn(t: Table, *deeds: str) -> None:
    """Play the turn: a single "lockdown", or the actions by seat ("" for a dead one)."""
    if deeds == ("lockdown",):
        t.answer("consent", *("yes" if seat in t.state.living else "" for seat in range(len(t.state.seats))))
        t.time_up()
    else:
        t.time_up()
        t.answer("action", *deeds)


def told(t: Table, kind: type) -> list:
    return [record.fact for record in t.log if isinstance(record.fact, kind)]


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

ILL_A = (6, {0: 3, 1: 4, 2: 6})
"""A infected, B and C not."""

ILL_AB = (6, {0: 3, 1: 2, 2: 6})
WELL = (6, {0: 4, 1: 5, 2: 6})


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


DRAW, WIN, NOBODY = Result.DRAW, Result.WIN, Result.NO_WINNER


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
    assert t.view("p1").play.turn.consents == {}
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
    assert [s.answers["action"][0] for s in secrets if isinstance(s, f.Sealed) and s.name == "action"] == [
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
