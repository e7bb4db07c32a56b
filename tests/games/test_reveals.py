"""What each game lets its table look at, for how long, and what comes after.

A calm reveal lasts for 2 s and half a second for each thing that is turned over, at most 6 s.
"""

import pytest

from engine.games.love import facts as love
from engine.outcome import Result
from engine.table import facts as f
from tests.support.love_stage import A, B, C, D, Stage
from tests.support.omega_stage import ILL_A, ILL_AB, QUIET, WELL, table, told


def phases(log, since=0):
    """The phases that were opened, with their rounds and lengths in seconds."""
    opened = [record.fact for record in log[since:] if isinstance(record.fact, f.PhaseOpened)]
    return [(fact.name, fact.round, (fact.deadline - fact.opened) / 1000) for fact in opened]


# --- Omega Strain -------------------------------------------------------------------------------------


def test_a_ballot_and_the_actions_are_looked_at():
    """Three consents; then three lives and funds."""
    t = table(ILL_A, WELL, pace="calm")
    t.time_up()
    t.time_up()
    t.answer("action", "work", "home", "home")
    t.time_up()
    assert phases(t.log) == [
        ("dialogue", 1, 60),
        ("reveal", 1, 3.5),
        ("action", 1, 30),
        ("reveal", 1, 3.5),
        ("dialogue", 2, 60),
    ]


def test_a_lockdown_is_one_reveal_with_its_reckoning():
    t = table(ILL_A, WELL, pace="calm")
    t.answer("consent", "yes", "yes", "yes")
    t.time_up()
    assert phases(t.log)[1:] == [("reveal", 1, 3.5)]
    assert len(told(t, f.PhaseOpened)) == 2
    t.time_up()
    assert phases(t.log)[2:] == [("dialogue", 2, 60)]


def test_a_death_takes_a_moment_more():
    t = table(ILL_AB, WELL, at=((1, 0), (3, 0), (3, 0)), pace="calm")
    for _ in range(2):
        t.time_up()
    t.answer("action", "home", "home", "home")
    assert phases(t.log)[-1] == ("reveal", 1, 4.5)


def test_who_has_won_is_told_after_the_last_reckoning_was_looked_at():
    t = table(QUIET, at=((3, 4), (3, 0), (3, 0)), pace="brisk")
    for _ in range(2):
        t.time_up()
    t.answer("action", "work", "home", "home")
    assert t.state.playing
    assert phases(t.log)[-1] == ("reveal", 1, 1.75)
    t.time_up()
    assert t.state.outcome.result is Result.WIN
    assert t.state.outcome.cause == "vaccine"
    assert phases(t.log)[-1] == ("reveal", 0, 1.75)
    t.time_up()
    assert t.state.phase is None


def test_without_a_pace_everything_is_as_it_was():
    t = table(ILL_A, WELL)
    t.time_up()
    t.answer("action", "work", "home", "home")
    assert phases(t.log) == [("dialogue", 1, 60), ("action", 1, 30), ("dialogue", 2, 60)]


# --- Love, or Nothing ---------------------------------------------------------------------------------


def calm(members=4, **given):
    stage = Stage(members, options={"pace": "calm", **given.pop("options", {})}, **given)
    stage.prologue()
    return stage


def seen(stage):
    """Look at the reveal that is open; its length in seconds."""
    assert stage.phase == "reveal"
    length = (stage.state.phase.deadline - stage.state.phase.opened) / 1000
    stage.time_up()
    return length


def test_the_first_morning_has_a_kill_to_look_at():
    """Four defences, the target, and whether it lived."""
    stage = calm()
    stage.night("alibi", D)
    assert seen(stage) == 5
    assert stage.phase == "noon"


def test_a_whole_day_is_looked_at():
    stage = calm(5)
    stage.night("alibi", 4)
    assert seen(stage) == 5.5
    stage.talk_over()
    stage.ballot({A: C, B: C, D: C})
    assert seen(stage) == 5  # four votes, and who is the detective
    assert stage.phase == "guess"
    stage.guess((D, B))
    assert stage.phase == "night"  # nobody looks at a guess that was handed in, nor at poison that nobody drank
    stage.night("alibi", D)
    assert seen(stage) == 6  # four defences, the kill, and the guess
    assert stage.phase == "noon"


def test_a_tie_is_looked_at_before_the_second_ballot():
    stage = calm()
    stage.night("locked_room", C)
    seen(stage)
    stage.talk_over()
    stage.ballot({A: C, B: D, C: D, D: C})
    assert seen(stage) == 5
    assert stage.phase == "runoff"
    stage.ballot({A: C, B: C, C: D, D: C})
    assert seen(stage) == 5
    assert stage.phase == "guess"


def test_somebody_poisoned_is_looked_at():
    stage = calm(6)
    stage.night("locked_room", C)
    seen(stage)
    for _ in range(2):
        stage.talk_over()
        stage.ballot({A: C, B: C, D: C})
        seen(stage)
        stage.guess()
        stage.night("locked_room", C, poison=D if stage.play.day == 3 else None)
        seen(stage)
    stage.talk_over()
    stage.ballot({A: C, B: C})
    seen(stage)
    facts = stage.guess()
    assert love.Poisoned(4, D) in facts
    assert seen(stage) == 3
    assert stage.phase == "night"


@pytest.mark.parametrize(
    ("names", "ending"),
    [((A, B), ("solved", (C,))), ((A, D), ("", ())), ((D, B), ("", ())), ((D, A), ("", ())), (None, ("", ()))],
)
def test_a_morning_is_the_same_whether_a_guess_is_right_until_it_was_looked_at(names, ending):
    stage = calm()
    stage.night("locked_room", C)
    seen(stage)
    stage.talk_over()
    stage.ballot({A: C, B: C, D: C})
    seen(stage)
    stage.guess(names)
    stage.night("locked_room", D)
    assert stage.ending == ("", ())
    assert (stage.phase, stage.state.phase.deadline - stage.state.phase.opened) == ("reveal", 6_000)
    stage.time_up()
    assert stage.ending == ending


def test_a_guess_that_comes_too_late_is_not_opened():
    """R-L8: only the beloved is left in the morning, whatever the guess was."""
    stage = calm(3)
    stage.night("alibi", C)
    seen(stage)
    stage.talk_over()
    stage.ballot({A: B, B: B})
    seen(stage)
    stage.guess((A, B))
    facts = stage.night("alibi", A)
    assert not any(isinstance(fact, love.GuessOpened) for fact in facts)
    assert stage.ending == ("", ())
    seen(stage)
    assert stage.ending == ("only-beloved", (A,))
    assert phases(stage.log)[-1] == ("reveal", 0, 3.5)


def test_the_beloved_killed_by_mistake_is_looked_at_before_no_contest():
    stage = calm()
    stage.night("locked_room", B, {B: "siege"})
    assert stage.ending == ("", ())
    seen(stage)
    assert stage.ending == ("beloved-killed", ())
