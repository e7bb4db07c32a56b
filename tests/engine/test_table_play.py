"""Rules of a running game: answers, done marks and countdown, time, pause, calling it off, the author's powers.

The coin game: a talk of 60 s (public `done` and `mood`, sealed `bet`), then a sealed vote of 30 s.
"""

import pytest

from engine.facts import SERVER
from engine.outcome import Outcome, Result
from engine.table import facts as f
from engine.table import moves as m
from tests.support.coin import Coin, Fell, Out
from tests.support.driving import SEED, Driven


def talk():
    """Three seats in the talk of round 1 (phase 1, from 0 to 60 s); w watches."""
    table = Driven(Coin())
    table.enter("a", "w")
    table.do("a", m.Sit())
    table.start("b", "c")
    return table


def vote():
    """The same in the vote (phase 2, from 60 to 90 s)."""
    table = talk()
    table.time_up()
    return table


def second_talk():
    """c has been voted out; a and b talk in phase 3."""
    table = vote()
    for who, name in (("a", "2"), ("b", "2"), ("c", "0")):
        table.answer(who, "vote", seat=name)
    return table


def paused():
    table = talk()
    table.do("a", m.Pause())
    return table


def chaired():
    """As `talk`, with w in the author's chair."""
    table = Driven(Coin())
    table.enter("a", "w")
    table.chair("w")
    table.do("a", m.Sit())
    table.start("b", "c")
    return table


def chaired_vote():
    table = chaired()
    table.time_up()
    return table


def chaired_pause():
    table = chaired()
    table.do("w", m.Pause())
    return table


def lobby():
    table = Driven(Coin())
    table.seat("a", "b", "c")
    return table


YES = {"done": "yes"}
REFUSED = [
    # --- answers
    (lobby, "a", m.Answer(1, "done", YES), "no-game"),
    (talk, "w", m.Answer(1, "done", YES), "not-seated"),
    (talk, "x", m.Answer(1, "done", YES), "not-seated"),
    (talk, "a", m.Answer(2, "done", YES), "phase-over"),
    (vote, "a", m.Answer(1, "bet", {"bet": "yes"}), "phase-over"),
    (talk, "a", m.Answer(1, "vote", {"seat": "1"}), "not-asked"),
    (talk, "a", m.Answer(1, "done", {"done": "maybe"}), "answer-option"),
    (talk, "a", m.Answer(1, "done", {}), "answer-fields"),
    (talk, "a", m.Answer(1, "done", {"done": "yes", "bet": "yes"}), "answer-fields"),
    (vote, "a", m.Answer(2, "vote", {"seat": "0"}), "answer-option"),
    (vote, "a", m.Answer(2, "vote", {"seat": "7"}), "answer-option"),
    (second_talk, "c", m.Answer(3, "done", YES), "not-asked"),
    (paused, "a", m.Answer(1, "done", YES), "paused"),
    # --- time
    (talk, SERVER, m.TimeUp(1), "too-early"),
    (vote, SERVER, m.TimeUp(1), "phase-over"),
    (talk, SERVER, m.TimeUp(2), "phase-over"),
    (lobby, SERVER, m.TimeUp(1), "phase-over"),
    # --- pause
    (lobby, "a", m.Pause(), "no-game"),
    (lobby, "a", m.Resume(), "not-paused"),
    (talk, "w", m.Pause(), "pause-not-yours"),
    (talk, "x", m.Pause(), "pause-not-yours"),
    (second_talk, "c", m.Pause(), "pause-not-yours"),
    (paused, "a", m.Pause(), "paused"),
    (paused, "b", m.Pause(), "paused"),
    (paused, "w", m.Resume(), "resume-not-yours"),
    (talk, "a", m.Resume(), "not-paused"),
    # --- calling it off
    (lobby, "a", m.VoteVoid(), "no-game"),
    (talk, "w", m.VoteVoid(), "not-seated"),
    (talk, "x", m.VoteVoid(), "not-seated"),
    # --- the author's powers
    (talk, "a", m.Extend(1, 60), "author-only"),
    (talk, "a", m.CloseTalk(1), "author-only"),
    (chaired, "a", m.Extend(1, 60), "author-only"),
    (chaired, "w", m.Extend(2, 60), "phase-over"),
    (chaired, "w", m.Extend(1, 9), "extend-range"),
    (chaired, "w", m.Extend(1, 601), "extend-range"),
    (chaired, "w", m.CloseTalk(2), "phase-over"),
    (chaired_vote, "w", m.Extend(2, 60), "talk-closed"),
    (chaired_vote, "w", m.CloseTalk(2), "talk-closed"),
    (chaired_vote, "w", m.Answer(2, "vote", {"seat": "0"}), "not-seated"),
    (chaired_pause, "w", m.CloseTalk(1), "paused"),
]


@pytest.mark.parametrize(
    ("setup", "who", "move", "code"), REFUSED, ids=[f"{s.__name__}-{w}-{v}-{c}"[:70] for s, w, v, c in REFUSED]
)
def test_what_the_game_refuses_it_refuses_with_a_reason_and_changes_nothing(setup, who, move, code):
    assert setup().refusal(who, move) == code


@pytest.mark.parametrize(
    ("setup", "who", "move"),
    [
        (talk, "b", m.Pause(yes=False)),
        (talk, "a", m.Pause(yes=False)),
        (talk, "b", m.VoteVoid(yes=False)),
    ],
)
def test_taking_back_what_was_never_wanted_tells_no_fact(setup, who, move):
    assert setup().do(who, move) == []


# --- answers ------------------------------------------------------------------------------------------


def test_a_sealed_answer_is_shown_to_its_seat_alone():
    table = talk()
    table.answer("a", "bet", bet="yes")
    assert table.log[-1].fact == f.Answered(0, 1, "bet", {"bet": "yes"})
    assert [eye for eye in ("a", "b", "c", "w", "x") if table.log[-1].audience.sees(eye)] == ["a"]


def test_a_public_answer_is_shown_to_everyone():
    table = talk()
    table.answer("a", "mood", mood="glad")
    assert table.view("x").phase.answer("mood", 0) == {"mood": "glad"}


def test_an_answer_may_be_changed_until_the_phase_closes_and_the_last_one_counts():
    table = vote()
    table.answer("a", "vote", seat="1")
    table.answer("a", "vote", seat="2")
    table.answer("b", "vote", seat="2")
    assert table.answer("c", "vote", seat="0")[-1].__class__ is f.PhaseOpened
    assert next(r.fact for r in table.log if isinstance(r.fact, Out)) == Out(2, {0: 2, 1: 2, 2: 0})


def test_the_same_answer_again_tells_no_fact():
    table = talk()
    table.answer("a", "bet", bet="yes")
    assert table.answer("a", "bet", bet="yes") == []


def test_a_form_closes_when_all_have_answered_and_not_before():
    table = vote()
    table.answer("a", "vote", seat="1")
    table.answer("b", "vote", seat="2")
    assert table.no == 2
    table.answer("c", "vote", seat="0")
    assert table.no == 3


def test_answers_that_a_phase_does_not_need_never_close_it():
    table = talk()
    for who in "abc":
        table.answer(who, "bet", bet="yes")
        table.answer(who, "mood", mood="glad")
    assert (table.no, table.state.phase.countdown) == (1, None)


def test_silence_is_filled_in_with_the_default_and_noted_for_the_end():
    table = talk()
    table.answer("a", "bet", bet="yes")
    table.time_up()
    sealed = [r for r in table.log if isinstance(r.fact, f.Sealed)]
    assert [r.fact.answers for r in sealed] == [
        {"bet": {"bet": "yes"}, "mood": {"mood": "sad"}},
        {"bet": {"bet": "no"}, "mood": {"mood": "sad"}},
        {"bet": {"bet": "no"}, "mood": {"mood": "sad"}},
    ]
    assert [r.fact.unanswered for r in sealed] == [(), ("bet",), ("bet",)]
    assert [r.audience.eyes for r in sealed] == [{"a"}, {"b"}, {"c"}], "each seat keeps its own to re-read"


def test_silence_without_a_default_is_drawn_by_the_game():
    table = vote()
    facts = table.time_up()
    out = next(fact for fact in facts if isinstance(fact, Out))
    assert all(voter != named for voter, named in out.votes.items())
    assert set(out.votes) == {0, 1, 2}


# --- done and countdown -------------------------------------------------------------------------------


def test_done_by_all_starts_a_countdown_of_three_seconds():
    table = talk()
    table.now = 10_000
    table.done("a", "b")
    assert table.state.phase.countdown is None
    table.done("c")
    assert table.state.phase.countdown == 13_000
    table.now = 12_999
    assert table.refusal(SERVER, m.TimeUp(1)) == "too-early"
    table.now = 13_000
    table.do(SERVER, m.TimeUp(1))
    assert table.state.phase.name == "vote"


def test_a_withdrawn_done_stops_the_countdown():
    table = talk()
    table.done("a", "b", "c")
    assert table.answer("b", "done", done="no")[-1] == f.CountdownStopped(1)
    table.now = 3_000
    assert table.refusal(SERVER, m.TimeUp(1)) == "too-early"
    table.done("b")
    assert table.state.phase.countdown == 6_000


def test_everybody_sees_who_is_done():
    table = talk()
    table.done("b")
    for eye in "acw":
        assert table.view(eye).phase.answer("done", 1) == {"done": "yes"}


def test_a_choice_that_is_changed_in_the_countdown_neither_stops_it_nor_begins_it_again():
    table = talk()
    table.done("a", "b", "c")
    table.now = 2_000
    assert table.answer("a", "bet", bet="yes") == [f.Answered(0, 1, "bet", {"bet": "yes"})]
    assert table.state.phase.countdown == 3_000


def test_a_countdown_never_outlasts_the_deadline():
    table = talk()
    table.now = 59_000
    table.done("a", "b", "c")
    assert table.state.phase.ends == 60_000


def test_only_the_living_are_waited_for():
    table = second_talk()
    table.done("a", "b")
    assert table.state.phase.countdown is not None


# --- time ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("setup", "prompt", "values"), [(talk, "bet", {"bet": "yes"}), (vote, "vote", {"seat": "1"})])
def test_an_answer_at_the_deadline_is_late_also_before_the_clock_says_so(setup, prompt, values):
    table = setup()
    table.now = table.state.phase.deadline - 1
    assert table.would("a", m.Answer(table.no, prompt, values))
    table.now += 1
    assert table.refusal("a", m.Answer(table.no, prompt, values)) == "phase-over"


def test_a_done_mark_cannot_be_withdrawn_when_the_countdown_has_run_out():
    table = talk()
    table.done("a", "b", "c")
    table.now = 3_000
    assert table.refusal("a", m.Answer(1, "done", {"done": "no"})) == "phase-over"


def test_a_talk_that_has_run_its_time_cannot_be_extended_any_more():
    table = chaired()
    table.now = 59_999
    assert table.would("w", m.Extend(1, 60))
    table.now = 60_000
    assert table.refusal("w", m.Extend(1, 60)) == "phase-over"


def test_a_countdown_that_has_run_out_cannot_be_extended_any_more():
    table = chaired()
    table.done("a", "b", "c")
    table.now = 3_000
    assert table.refusal("w", m.Extend(1, 60)) == "phase-over"
    table.do(SERVER, m.TimeUp(1))
    assert table.state.phase.name == "vote"


def test_who_comes_back_too_late_does_not_stop_a_countdown_that_has_run_out():
    table = talk()
    table.do("c", m.Went())
    table.do("c", m.GraceOver())
    table.done("a", "b")
    table.now = 3_000
    assert table.do("c", m.Enter("C", "person")) == [f.CameBack("c")]
    table.do(SERVER, m.TimeUp(1))
    assert table.state.phase.name == "vote"


def test_time_up_for_a_phase_that_is_over_does_nothing_to_the_next():
    table = vote()
    table.now = 10_000_000
    assert table.refusal(SERVER, m.TimeUp(1)) == "phase-over"


def test_the_next_phase_has_its_whole_time_also_when_the_clock_comes_late():
    table = talk()
    table.now = 61_500
    table.do(SERVER, m.TimeUp(1))
    assert (table.state.phase.opened, table.state.phase.deadline) == (61_500, 91_500)


# --- pause --------------------------------------------------------------------------------------------


def test_the_living_host_pauses_at_once():
    assert talk().do("a", m.Pause()) == [f.Paused("a")]


def test_time_stands_still_in_a_pause():
    table = paused()
    table.now = 10_000_000
    assert table.refusal(SERVER, m.TimeUp(1)) == "paused"


def test_the_others_pause_only_together_with_everybody_living_and_present():
    table = talk()
    assert table.do("b", m.Pause()) == [f.PauseWanted("b", True)]
    assert table.do("b", m.Pause()) == []
    assert table.state.paused is None
    table.do("c", m.Pause())
    assert table.state.paused is None, "the host is living too"
    table.do("b", m.Pause(yes=False))
    table.do("a", m.HandOver("w"))
    table.do("a", m.Pause())
    assert table.state.paused is None
    table.do("b", m.Pause())
    assert table.state.paused == "b"


def test_bots_the_dead_and_those_away_are_not_asked_about_a_pause():
    table = Driven(Coin())
    table.seat("a", "b", "c")
    table.do("a", m.AddBot("calm"))
    table.do("a", m.HandOver("c"))
    table.again()
    table.time_up()
    for who, name in (("a", "2"), ("b", "2"), ("c", "0"), ("b1", "2")):
        table.answer(who, "vote", seat=name)
    table.do("b", m.Went())
    assert table.do("a", m.Pause())[-1] == f.Paused("a")


def test_a_withdrawn_wish_never_pauses():
    table = talk()
    table.do("b", m.Pause())
    table.do("c", m.Pause())
    table.do("a", m.HandOver("w"))
    table.do("a", m.Went())
    assert table.do("c", m.Pause(yes=False)) == [f.PauseWanted("c", False)]
    assert table.state.paused is None


def test_a_dead_host_cannot_pause():
    table = second_talk()
    table.do("a", m.HandOver("c"))
    assert table.refusal("c", m.Pause()) == "pause-not-yours"


def test_the_author_pauses_at_once():
    assert chaired_pause().state.paused == "w"


@pytest.mark.parametrize("who", ["a", "b"])
def test_the_one_who_paused_or_the_host_resumes(who):
    table = talk()
    for living in ("b", "c"):
        table.do(living, m.Pause())
    table.do("a", m.HandOver("w"))
    table.do("a", m.Pause())
    table.do("w", m.HandOver("b"))
    table.do(who, m.Resume())
    assert table.state.paused is None


def test_anybody_living_resumes_when_the_one_who_paused_is_away():
    table = paused()
    table.do("a", m.Went())
    assert table.refusal("w", m.Resume()) == "resume-not-yours"
    table.do("b", m.Resume())
    assert table.state.paused is None


def test_all_other_living_people_resume_together_so_that_nobody_holds_the_table():
    table = paused()
    assert table.do("b", m.Resume()) == [f.ResumeWanted("b")]
    assert table.do("b", m.Resume()) == []
    assert table.state.paused == "a"
    assert table.do("c", m.Resume()) == [f.ResumeWanted("c"), f.Resumed("c")]
    assert table.state.paused is None
    table.do("a", m.Pause())
    assert table.state.resume_wanted == frozenset()


def test_a_pause_keeps_answers_and_done_marks():
    table = talk()
    table.answer("b", "bet", bet="yes")
    table.done("a", "b")
    table.do("a", m.Pause())
    table.do("a", m.Resume())
    assert table.state.phase.answer("bet", 1) == {"bet": "yes"}
    table.done("c")
    assert table.state.phase.countdown is not None


def test_what_became_complete_in_a_pause_counts_down_when_it_is_over():
    table = talk()
    table.done("a", "b")
    table.do("c", m.Went())
    table.do("a", m.Pause())
    assert table.do("c", m.GraceOver()) == [f.StandInTook("c")]
    assert table.do("a", m.Resume()) == [f.Resumed("a"), f.Countdown(1, 3_000)]


def test_a_pause_in_a_sealed_phase_shows_no_progress():
    def seen(answers):
        table = vote()
        for who, name in answers:
            table.answer(who, "vote", seat=name)
        since = len(table.log)
        table.do("a", m.Pause())
        return [(r.at, r.fact) for r in table.shown("c", since)], table.view("c")

    assert seen([]) == seen([("a", "1"), ("b", "0")])


def test_a_pause_ends_when_the_last_person_goes_so_that_the_game_is_not_held_for_ever():
    table = paused()
    for who in "abcw":
        table.do(who, m.Went())
    assert table.state.paused is None


# --- short pauses -------------------------------------------------------------------------------------

TIRED = m.PauseRan(180_000)


def paused_by_all():
    """The host comes last: everybody else wished for it before."""
    table = talk()
    for who in "bca":
        table.do(who, m.Pause())
    return table


def solo():
    """One person among bots."""
    table = Driven(Coin())
    table.seat("a")
    table.do("a", m.AddBot("calm"))
    table.again()
    table.do("a", m.Pause())
    return table


def paused_alone_of_three():
    """b and c are away within the grace; the host is all who are present."""
    table = talk()
    for who in "bc":
        table.do(who, m.Went())
    table.do("a", m.Pause())
    return table


def paused_by_those_present():
    """b is no host; the two others are away within the grace."""
    table = talk()
    for who in "ac":
        table.do(who, m.Went())
    table.do("b", m.Pause())
    return table


def paused_after_the_grace():
    table = talk()
    for who in "bc":
        table.do(who, m.Went())
        table.do(who, m.GraceOver())
    table.do("a", m.Pause())
    return table


def some_back_in_the_pause():
    table = paused_after_the_grace()
    table.do("b", m.Enter("B", "person"))
    return table


def paused_by_all_living():
    """c is dead and not asked."""
    table = second_talk()
    for who in "ba":
        table.do(who, m.Pause())
    return table


@pytest.mark.parametrize(
    ("setup", "short"),
    [
        (paused, True),
        (chaired_pause, True),
        (paused_by_all, False),
        (paused_by_all_living, False),
        (solo, False),
        (paused_alone_of_three, True),
        (paused_by_those_present, True),
        (paused_after_the_grace, False),
        (some_back_in_the_pause, True),
        (talk, False),
    ],
)
def test_a_pause_is_short_unless_all_living_people_want_it(setup, short):
    table = setup()
    assert table.state.pause_is_short == short
    for eye in "abcw":
        assert table.view(eye).pause_is_short == short, "every eye knows it"


def test_a_short_pause_ends_by_itself_after_three_minutes():
    table = paused()
    assert table.do(SERVER, m.PauseRan(179_999)) == [f.PauseRan(179_999)]
    assert table.state.paused == "a"
    assert table.do(SERVER, m.PauseRan(180_000)) == [f.PauseRan(180_000), f.Resumed("")]
    assert (table.state.paused, table.state.phase.deadline) == (None, 60_000)


def test_what_became_complete_in_a_short_pause_counts_down_when_it_has_run_its_time():
    table = talk()
    table.done("a", "b")
    table.do("c", m.Went())
    table.do("a", m.Pause())
    table.do("c", m.GraceOver())
    assert table.do(SERVER, TIRED)[1:] == [f.Resumed(""), f.Countdown(1, 3_000)]


@pytest.mark.parametrize("setup", [paused_by_all, solo, paused_after_the_grace])
def test_a_pause_of_all_living_people_lasts(setup):
    table = setup()
    table.do(SERVER, TIRED)
    assert table.state.paused is not None


def spent(table, *lengths):
    """Short pauses of these lengths (ms) by whoever has the power."""
    who = table.state.author or "a"
    for ms in lengths:
        table.do(who, m.Pause())
        table.do(SERVER, m.PauseRan(ms))
        if table.state.paused:
            table.do(who, m.Resume())
    return table


@pytest.mark.parametrize(
    ("lengths", "pauses"),
    [((180_000,) * 3, True), ((180_000, 180_000, 180_000, 59_999), True), ((180_000, 180_000, 180_000, 60_000), False)],
)
def test_after_ten_minutes_of_short_pauses_in_a_game_the_host_only_wishes_like_everybody(lengths, pauses):
    table = spent(talk(), *lengths)
    assert table.do("a", m.Pause()) == ([f.Paused("a")] if pauses else [f.PauseWanted("a", True)])
    assert (table.state.paused == "a") == pauses


def test_after_ten_minutes_all_living_people_together_still_pause():
    table = spent(talk(), *[180_000] * 4)
    for who in "ab":
        table.do(who, m.Pause())
    table.do("c", m.Went())
    assert table.state.paused is None
    table.do("c", m.Enter("C", "person"))
    table.do("c", m.Pause())
    assert table.state.paused == "c" and not table.state.pause_is_short


def test_after_ten_minutes_those_present_are_not_enough():
    table = spent(talk(), *[180_000] * 4)
    for who in "ac":
        table.do(who, m.Went())
    assert table.do("b", m.Pause()) == [f.PauseWanted("b", True)]
    assert table.state.paused is None


def test_after_ten_minutes_the_author_is_refused():
    table = spent(chaired(), *[180_000] * 4)
    assert table.refusal("w", m.Pause()) == "pause-spent"


def test_every_game_has_its_own_ten_minutes():
    table = spent(talk(), *[180_000] * 4)
    for who in "abc":
        table.do(who, m.VoteVoid())
    table.again()
    assert table.do("a", m.Pause()) == [f.Paused("a")]


def test_how_long_a_pause_was_is_the_houses_to_say():
    assert paused().refusal("a", TIRED) == "server-only"
    assert lobby().refusal(SERVER, TIRED) == "no-game"


# --- calling it off -----------------------------------------------------------------------------------


def test_a_game_is_void_when_everybody_present_with_a_seat_wants_it():
    table = second_talk()
    table.do("a", m.VoteVoid())
    table.do("b", m.VoteVoid())
    assert table.state.playing, "the dead have a vote too"
    facts = table.do("c", m.VoteVoid())
    assert facts[-1] == f.Ended(1, Outcome(Result.VOID, (), "voted"), ())
    assert (table.state.stage, table.state.phase) == ("lobby", None)


def test_a_void_vote_may_be_taken_back():
    table = talk()
    table.do("a", m.VoteVoid())
    table.do("b", m.VoteVoid())
    table.do("a", m.VoteVoid(yes=False))
    table.do("c", m.VoteVoid())
    assert table.state.playing
    table.do("a", m.VoteVoid())
    assert not table.state.playing


WANT, NOT, GO, GRACE, QUIT = m.VoteVoid(), m.VoteVoid(yes=False), m.Went(), m.GraceOver(), m.LeaveTable()


def back(who):
    return m.Enter(who.upper(), "person")


@pytest.mark.parametrize(
    ("course", "void"),
    [
        # two lines drop: who is left cannot void the game before the stand-ins have taken over
        ([("b", GO), ("c", GO), ("a", WANT)], False),
        ([("a", WANT), ("b", GO), ("c", GO)], False),
        ([("b", GO), ("c", GO), ("a", WANT), ("b", GRACE)], False),
        ([("b", GO), ("c", GO), ("a", WANT), ("b", GRACE), ("c", GRACE)], True),
        # who is away within the grace has not agreed, also if they had
        ([("a", WANT), ("b", WANT), ("b", GO), ("c", WANT)], False),
        ([("a", WANT), ("b", WANT), ("b", GO), ("c", WANT), ("b", back("b"))], False),
        ([("a", WANT), ("b", WANT), ("b", GO), ("c", WANT), ("b", back("b")), ("b", WANT)], True),
        # who comes back to a stand-in's seat has a voice again
        ([("b", GO), ("b", GRACE), ("a", WANT), ("b", back("b")), ("c", WANT)], False),
        # who left for good has none
        ([("b", QUIT), ("a", WANT), ("c", WANT)], True),
        ([("a", WANT), ("c", WANT), ("b", QUIT)], True),
        # watchers have none
        ([("w", GO), ("a", WANT), ("b", WANT), ("c", WANT)], True),
        ([("a", WANT), ("b", WANT), ("a", NOT), ("c", WANT)], False),
    ],
)
def test_a_game_is_void_only_when_all_agree_whose_stand_in_has_not_taken_over(course, void):
    table = talk()
    for who, move in course:
        table.do(who, move)
    assert table.state.playing != void
    assert not void or table.state.results[-1] == Outcome(Result.VOID, (), "voted")


def test_bots_are_not_asked_about_calling_a_game_off():
    table = Driven(Coin())
    table.seat("a")
    table.do("a", m.AddBot("calm"))
    table.again()
    table.do("a", m.VoteVoid())
    assert table.state.results[-1].cause == "voted"


def test_the_author_has_a_say():
    table = chaired()
    for who in "abc":
        table.do(who, m.VoteVoid())
    assert table.state.playing
    table.do("w", m.VoteVoid())
    assert table.state.results[-1].cause == "voted"


def test_an_author_who_is_away_within_the_grace_has_not_agreed():
    table = chaired()
    table.do("w", m.Went())
    for who in "abc":
        table.do(who, m.VoteVoid())
    assert table.state.playing
    table.do("w", m.GraceOver())
    assert table.state.results[-1].cause == "voted"


def test_a_game_may_be_called_off_in_a_pause():
    table = paused()
    for who in "abc":
        table.do(who, m.VoteVoid())
    assert (table.state.stage, table.state.paused) == ("lobby", None)


def test_the_last_who_did_not_agree_leaves_and_the_game_is_void():
    table = talk()
    table.do("a", m.VoteVoid())
    table.do("b", m.VoteVoid())
    table.do("c", m.LeaveTable())
    assert table.state.results[-1].cause == "voted"


# --- the end ------------------------------------------------------------------------------------------


def finished():
    """c is voted out, then a and b name each other: the lower seat is out, b wins."""
    table = second_talk()
    table.time_up()
    table.answer("a", "vote", seat="1")
    table.answer("b", "vote", seat="0")
    return table


def test_the_end_opens_everything_to_everyone():
    table = Driven(Coin())
    table.seat("a", "b")
    table.again(("clover", ""))
    table.answer("a", "bet", bet="yes")
    table.time_up()
    table.answer("b", "vote", seat="0")
    table.time_up()
    late = table.view("late")
    coins = [r.fact for r in table.log if isinstance(r.fact, Fell)]
    sealed = [r.fact for r in table.log if isinstance(r.fact, f.Sealed)]
    assert (late.opened.seed, late.opened.words) == (SEED, ("clover", ""))
    assert list(late.opened.secrets) == [*coins, *sealed]
    assert late.play == table.state.play
    assert len(late.play.coins) == 2


def test_the_seed_is_nobodys_until_then():
    table = second_talk()
    for eye in ("a", "b", "c", "w", "late"):
        assert SEED not in repr(table.shown(eye))


def test_after_the_end_the_same_people_are_in_the_lobby_and_may_go_on():
    table = finished()
    assert table.state.outcome == Outcome(Result.WIN, (1,), "last")
    assert [seat.who for seat in table.state.seats] == ["a", "b", "c"]
    table.again()
    assert (table.state.game_no, table.state.living) == (2, (0, 1, 2))
    assert table.no > 4, "phases are numbered through, so that no stale answer fits a phase of the next game"


# --- the author ---------------------------------------------------------------------------------------


def test_the_author_sees_every_secret_of_the_game_but_not_the_seed():
    table = chaired()
    table.answer("a", "bet", bet="yes")
    assert len(table.view("w").play.coins) == 3
    assert table.view("w").phase.answer("bet", 0) == {"bet": "yes"}
    table.time_up()
    assert any(isinstance(fact, f.Sealed) for fact in table.view("w").sealed)
    assert SEED not in repr(table.shown("w")) and table.view("w").seed == ""


def test_extending_gives_more_time_and_clears_the_done_marks():
    table = chaired()
    table.now = 20_000
    table.done("a", "b", "c")
    table.answer("a", "bet", bet="yes")
    table.do("w", m.Extend(1, 60))
    phase = table.state.phase
    assert (phase.deadline, phase.countdown) == (120_000, None)
    assert [phase.answer("done", seat) for seat in range(3)] == [None, None, None]
    assert phase.answer("bet", 0) == {"bet": "yes"}


@pytest.mark.parametrize(("seconds", "deadline"), [(10, 70_000), (600, 660_000)])
def test_an_extension_is_of_ten_seconds_to_ten_minutes(seconds, deadline):
    assert chaired().do("w", m.Extend(1, seconds)) == [f.Extended(1, deadline)]


def test_the_author_closes_a_discussion_at_once():
    table = chaired()
    table.do("w", m.CloseTalk(1))
    assert table.state.phase.name == "vote"


@pytest.mark.parametrize(
    "leaving", [[("w", m.LeaveChair())], [("w", m.LeaveTable())], [("w", m.Went()), ("w", m.GraceOver())]]
)
def test_who_leaves_the_chair_in_a_game_may_not_watch_on_but_come_back_after_it(leaving):
    table = chaired()
    for who, move in leaving:
        table.do(who, move)
    assert table.state.author == "" and table.state.place("w") is None
    since = len(table.log)
    assert table.refusal("w", m.Enter("W", "person")) == "left-for-good"
    table.answer("a", "bet", bet="yes")
    assert table.shown("w", since) == []
    for who in "abc":
        table.do(who, m.VoteVoid())
    assert table.do("w", m.Enter("W", "person"))


def test_a_pause_of_an_author_who_leaves_ends():
    table = chaired_pause()
    table.do("w", m.LeaveTable())
    assert table.state.paused is None


def test_the_chair_is_the_servers_again_after_the_game():
    table = chaired()
    for who in "abcw":
        table.do(who, m.VoteVoid())
    assert table.state.author == ""
    assert table.state.watcher("w") is not None
