"""Absence: the grace, the stand-in, coming back, leaving for good, a deserted table; and how bots wake up."""

import pytest

from engine.facts import SERVER
from engine.outcome import Outcome, Result
from engine.table import facts as f
from engine.table import moves as m
from engine.table.bots import act, driven, hurried, wakes
from engine.table.rules import chance_of
from tests.support.coin import CalmBot, Coin
from tests.support.driving import Driven


def talk(*more):
    """Three seats in the talk of phase 1, a is host; `more` watch."""
    table = Driven(Coin())
    table.seat("a", "b", "c")
    table.enter(*more)
    table.again()
    return table


def vote():
    table = talk()
    table.time_up()
    return table


def gone(table, *people):
    """People's last connections go and their grace runs out."""
    for who in people:
        table.do(who, m.Went())
    for who in people:
        table.do(who, m.GraceOver())


# --- within the grace ---------------------------------------------------------------------------------


def test_going_away_is_seen_and_changes_nothing_else():
    table = talk("w")
    assert table.do("b", m.Went()) == [f.WentAway("b")]
    assert table.view("w").seats[1].away
    assert not driven(table.state, 1)


def test_a_person_away_is_not_done_before_the_grace_is_over():
    table = talk()
    table.done("a", "c")
    table.do("b", m.Went())
    assert table.state.phase.countdown is None
    table.do("b", m.GraceOver())
    assert table.state.phase.countdown == table.now + 3_000


AWAY, STAND_IN, BACK = m.Went(), m.GraceOver(), m.Enter("B", "person")


@pytest.mark.parametrize(
    ("marked", "course", "counts_down"),
    [
        ("abc", [AWAY], True),
        ("abc", [AWAY, STAND_IN], True),
        ("abc", [AWAY, BACK], True),
        ("abc", [AWAY, STAND_IN, BACK], True),
        ("ac", [AWAY], False),
        ("ac", [AWAY, STAND_IN], True),
        ("ac", [AWAY, BACK], False),
        ("ac", [AWAY, STAND_IN, BACK], False),
        ("ab", [AWAY, STAND_IN], False),
    ],
)
def test_a_mark_made_before_going_stays_and_without_one_only_the_grace_over_counts_as_done(marked, course, counts_down):
    table = talk()
    if "b" in marked:
        table.done("b")
    for move in course:
        table.do("b", move)
    table.done(*(who for who in marked if who != "b"))
    assert (table.state.phase.countdown is not None) == counts_down


def test_within_the_grace_the_time_out_answers():
    table = vote()
    table.do("b", m.Went())
    table.answer("a", "vote", seat="1")
    table.answer("c", "vote", seat="1")
    assert table.no == 2, "nobody answers for b, so the phase takes its time"
    table.time_up()
    assert table.no == 3


def test_an_answer_given_before_going_away_stays():
    table = vote()
    table.answer("b", "vote", seat="0")
    table.do("b", m.Went())
    table.answer("a", "vote", seat="1")
    table.answer("c", "vote", seat="1")
    assert table.no == 3


# --- the stand-in -------------------------------------------------------------------------------------


def test_the_grace_over_puts_a_stand_in_on_the_seat():
    table = talk()
    gone(table, "b")
    assert table.state.seats[1].stand_in
    assert driven(table.view("c"), 1)


def test_the_grace_of_somebody_who_is_here_cannot_be_over():
    table = talk()
    table.do("b", m.Went())
    table.do("b", m.Enter("B", "person"))
    assert table.refusal("b", m.GraceOver()) == "not-away"


def test_coming_back_gives_the_seat_back_at_once_and_stops_the_countdown():
    table = talk()
    table.done("a", "c")
    gone(table, "b")
    assert table.do("b", m.Enter("B", "person")) == [f.CameBack("b"), f.CountdownStopped(1)]
    seat = table.state.seats[1]
    assert (seat.away, seat.stand_in) == (False, False)
    assert table.answer("b", "bet", bet="yes")


def test_a_second_login_of_a_person_who_is_here_tells_no_fact():
    assert talk().do("b", m.Enter("B", "person")) == []


def test_a_game_finished_by_a_stand_in_is_marked():
    table = talk()
    gone(table, "b")
    table.do("a", m.VoteVoid())
    table.do("c", m.VoteVoid())
    ended = table.log[-1].fact
    assert ended == f.Ended(1, Outcome(Result.VOID, (), "voted"), (1,))


def test_who_outstayed_the_grace_is_not_in_the_next_game():
    table = talk()
    gone(table, "b")
    for who in "ac":
        table.do(who, m.VoteVoid())
    table.do("c", m.Went())
    assert [(seat.who, seat.away) for seat in table.state.seats] == [("a", False), ("c", True)]
    assert table.do("b", m.Enter("B", "person")) == [f.Entered("b", "B", "person")]


def test_in_the_lobby_the_grace_over_frees_the_place():
    table = Driven(Coin())
    table.seat("a", "b")
    gone(table, "b")
    assert table.log[-1].fact == f.Left("b", "gone")
    assert table.state.place("b") is None


def test_a_watchers_grace_over_takes_them_out_of_the_room():
    table = talk("w")
    gone(table, "w")
    assert table.state.watchers == ()


# --- leaving for good ---------------------------------------------------------------------------------


def test_leaving_for_good_hands_the_seat_to_a_stand_in_at_once():
    table = talk()
    assert table.do("b", m.LeaveTable()) == [f.Quit("b"), f.StandInTook("b")]
    assert driven(table.state, 1)
    assert table.state.living == (0, 1, 2)


@pytest.mark.parametrize(
    "move",
    [
        m.Enter("B", "person"),
        m.LeaveTable(),
        m.Say("table", "hello"),
        m.Pause(),
        m.VoteVoid(),
        m.Went(),
        m.GraceOver(),
    ],
)
def test_who_left_for_good_can_do_nothing_more_in_that_game(move):
    table = talk()
    table.do("b", m.LeaveTable())
    assert table.refusal("b", move) == "left-for-good"


def test_a_leavers_choices_of_the_open_phase_lapse():
    table = vote()
    table.answer("b", "vote", seat="0")
    table.do("b", m.LeaveTable())
    assert table.state.phase.answer("vote", 1) is None
    assert table.view("b").phase.answer("vote", 1) is None
    table.answer("a", "vote", seat="1")
    table.answer("c", "vote", seat="1")
    assert table.no == 2, "the stand-in has not answered yet"
    table.answer("b", "vote", seat="2")
    assert table.no == 3


def test_leaving_shows_nobody_whether_there_was_a_choice():
    def seen(answered):
        table = vote()
        if answered:
            table.answer("b", "vote", seat="0")
        since = len(table.log)
        table.do("b", m.LeaveTable())
        return [(r.at, r.fact) for r in table.shown("c", since)], table.view("c")

    assert seen(answered=True) == seen(answered=False)


def test_a_leaver_is_gone_after_the_game_and_may_come_again_then():
    table = talk()
    table.do("b", m.LeaveTable())
    table.do("a", m.VoteVoid())
    table.do("c", m.VoteVoid())
    assert [seat.who for seat in table.state.seats] == ["a", "c"]
    table.seat("b")
    assert [seat.who for seat in table.state.seats] == ["a", "c", "b"]


# --- a deserted table ---------------------------------------------------------------------------------


def test_the_last_person_gone_makes_the_game_void_after_their_grace():
    table = talk()
    for who in "abc":
        table.do(who, m.Went())
    table.do("a", m.GraceOver())
    table.do("b", m.GraceOver())
    assert table.state.playing, "c's grace still runs"
    facts = table.do("c", m.GraceOver())
    assert facts[-1] == f.Ended(1, Outcome(Result.VOID, (), "abandoned"), (0, 1, 2))


def test_the_last_person_leaving_for_good_makes_the_game_void_at_once():
    table = talk()
    for who in "abc":
        table.do(who, m.LeaveTable())
    assert table.state.results[-1] == Outcome(Result.VOID, (), "abandoned")


def test_a_person_who_comes_back_in_time_saves_the_game():
    table = talk()
    for who in "abc":
        table.do(who, m.Went())
    table.do("a", m.GraceOver())
    table.do("c", m.Enter("C", "person"))
    table.do("b", m.GraceOver())
    assert table.state.playing
    assert table.state.host == "c"


def test_a_watcher_keeps_a_table_of_stand_ins_going():
    table = talk("w")
    for who in "abc":
        table.do(who, m.LeaveTable())
    assert (table.state.playing, table.state.host) == (True, "w")
    table.do("w", m.LeaveTable())
    assert table.state.results[-1].cause == "abandoned"


@pytest.mark.parametrize("move", [m.LeaveChair(), m.LeaveTable()])
def test_an_author_who_leaves_stand_ins_alone_makes_the_game_void(move):
    table = Driven(Coin())
    table.enter("a", "w")
    table.chair("w")
    table.do("a", m.Sit())
    table.start("b")
    for who in "ab":
        table.do(who, m.LeaveTable())
    assert table.state.playing
    table.do("w", move)
    assert table.state.results[-1] == Outcome(Result.VOID, (), "abandoned")


def test_the_last_to_go_away_resumes_nothing_that_is_not_paused():
    table = talk()
    table.do("b", m.Went())
    table.do("c", m.Went())
    assert table.do("a", m.Went()) == [f.WentAway("a")]


def test_where_stand_ins_alone_live_every_talk_ends_after_the_countdown():
    """An absent seat counts as done once the grace is over, also in a talk that opens after that."""
    table = talk("w")
    gone(table, "a", "b", "c")
    assert table.state.phase.countdown == 3_000
    table.time_up()
    table.time_up()
    assert (table.state.phase.name, table.state.phase.round) == ("talk", 2)
    assert table.state.phase.countdown == table.now + 3_000
    table.now += 1_000
    table.do(table.state.seats[table.state.living[0]].who, m.Enter("X", "person"))
    assert table.state.phase.countdown is None


def test_an_abandoned_pause_is_no_obstacle():
    table = talk()
    table.do("a", m.Pause())
    for who in "abc":
        table.do(who, m.LeaveTable())
    assert (table.state.stage, table.state.paused) == ("lobby", None)


# --- bots: when they wake and what they do ------------------------------------------------------------


def with_bot():
    table = Driven(Coin())
    table.seat("a", "b")
    table.do("a", m.AddBot("calm"))
    table.again()
    return table


def test_bots_wake_within_the_phase_in_order():
    table = with_bot()
    times = wakes(table.state.phase, "b1", chance_of(table.state))
    assert len(times) == 3 and list(times) == sorted(times)
    assert all(0 <= at < 60_000 for at in times)
    table.time_up()
    (at,) = wakes(table.state.phase, "b1", chance_of(table.state))
    assert 62_000 <= at < 68_000


def test_a_bots_times_depend_on_the_phase_and_its_id_alone():
    table, other = with_bot(), with_bot()
    other.answer("a", "bet", bet="yes")
    other.done("b")
    assert wakes(table.state.phase, "b1", chance_of(table.state)) == wakes(
        other.state.phase, "b1", chance_of(other.state)
    )


def test_a_bot_answers_what_it_is_asked_and_is_done_at_its_last_look():
    table = with_bot()
    chance = chance_of(table.state)
    early = act(table.view("b1"), 2, CalmBot(), 0, chance, last=False)
    assert {move.prompt for move in early if isinstance(move, m.Answer)} <= {"mood", "bet"}
    late = act(table.view("b1"), 2, CalmBot(), 2, chance, last=True)
    assert late[-1] == m.Answer(1, "done", {"done": "yes"})
    for move in late:
        table.do("b1", move)


def test_a_stand_in_leaves_the_trace_of_a_time_out():
    """It is silent, shows no mood and no done mark; only sealed answers are given."""
    table = talk()
    gone(table, "b")
    for wake in range(3):
        moves = act(table.view("b"), 1, CalmBot(), wake, chance_of(table.state), last=wake == 2)
        assert {move.prompt for move in moves} <= {"bet"}


def test_a_stand_in_lets_stand_what_the_person_chose():
    table = vote()
    table.answer("b", "vote", seat="2")
    gone(table, "b")
    assert act(table.view("b"), 1, CalmBot(), 0, chance_of(table.state), last=True) == []
    table.do("b", m.Enter("B", "person"))
    table.do("b", m.LeaveTable())
    (move,) = act(table.view("b"), 1, CalmBot(), 0, chance_of(table.state), last=True)
    assert move.prompt == "vote", "the choices of who leaves for good lapse"


def test_bots_are_hurried_when_all_people_are_done():
    table = with_bot()
    assert not hurried(table.state)
    table.done("a")
    assert not hurried(table.state)
    table.done("b")
    assert hurried(table.state)
    table.answer("b", "done", done="no")
    gone(table, "b")
    assert hurried(table.state)


def test_stand_ins_alone_are_hurried_to_answer_before_the_countdown_is_over():
    table = talk("w")
    gone(table, "a", "b")
    assert not hurried(table.state)
    gone(table, "c")
    assert hurried(table.state)


def test_a_table_of_bots_alone_is_not_hurried():
    table = Driven(Coin())
    table.enter("a")
    table.do("a", m.AddBot("calm"))
    table.do("a", m.AddBot("calm"))
    table.do(SERVER, m.Commit("5e" * 32))
    table.do("a", m.Start())
    assert not hurried(table.state)
    table.time_up()
    assert not hurried(table.state), "nor is a form"


def test_a_bot_does_nothing_between_games():
    table = with_bot()
    table.do("a", m.VoteVoid())
    table.do("b", m.VoteVoid())
    assert act(table.view("b1"), 2, CalmBot(), 0, chance_of(table.state), last=True) == []
