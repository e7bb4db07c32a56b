"""Looking at what happened, and going on where nobody is left to wait for.

The coin game: a talk of 60 s, then a sealed vote of 30 s, which is looked at.  At a calm table that takes 2 s and half
a second for each vote, at most 6 s; at a brisk one half of it.
"""

import pytest

from engine.facts import SERVER
from engine.table import facts as f
from engine.table import moves as m
from engine.table.bots import Wakes, driven
from engine.table.rules import chance_of
from tests.support.coin import Coin, Out
from tests.support.driving import Driven


def voting(*people, pace="calm", bots=0, watchers=("w",), others=()):
    """People and bots in the vote of round 1; a hosts and w watches."""
    table = Driven(Coin(), others=others, pace=pace)
    table.enter("a", *watchers)
    table.do("a", m.Sit())
    for _ in range(bots):
        table.do("a", m.AddBot("calm"))
    table.start(*people)
    table.time_up()
    return table


def revealing(pace="calm"):
    """a, b and c have voted: c is out, and the table looks at it."""
    table = voting("b", "c", pace=pace)
    for who, name in (("a", "2"), ("b", "2"), ("c", "0")):
        table.answer(who, "vote", seat=name)
    return table


def phase(table):
    state = table.state.phase
    return state and (state.name, state.round, state.talk, state.asked, state.deadline - state.opened)


# --- the reveal ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("pace", "length"), [("calm", 3_500), ("brisk", 1_750)])
def test_a_table_looks_at_what_happened_before_it_goes_on(pace, length):
    table = revealing(pace)
    assert phase(table) == ("reveal", 1, False, (), length)
    assert [type(record.fact) for record in table.log[-2:]] == [Out, f.PhaseOpened]
    table.time_up()
    assert phase(table) == ("talk", 2, True, (0, 1), 60_000)


def test_without_a_pace_there_is_nothing_to_look_at():
    assert phase(revealing("none")) == ("talk", 2, True, (0, 1), 60_000)


def test_a_log_that_knows_no_pace_has_none():
    """As tables were made before there were reveals."""
    table = voting("b", "c")
    table.state = type(table.state)(
        **{
            **{n.name: getattr(table.state, n.name) for n in table.state.__attrs_attrs__},
            "options": {"talk": 60, "tempo": "calm", "spectators": "yes"},
        }
    )
    for who, name in (("a", "2"), ("b", "2"), ("c", "0")):
        table.answer(who, "vote", seat=name)
    assert phase(table)[0] == "talk"


def test_the_living_who_are_here_have_seen_enough_together():
    table = revealing()
    assert table.refusal("c", m.Skip(table.no)) == "seen-not-yours"
    assert table.refusal("w", m.Skip(table.no)) == "seen-not-yours"
    assert table.do("a", m.Skip(table.no)) == [f.Seen("a", 3)]
    assert table.do("a", m.Skip(table.no)) == []
    assert table.do("b", m.Skip(table.no))[0] == f.Seen("b", 3)
    assert phase(table)[0] == "talk"


def test_who_is_away_is_not_waited_for():
    table = revealing()
    table.do("a", m.Skip(table.no))
    table.do("b", m.Went())
    assert phase(table)[0] == "talk"


def test_with_nobody_living_here_a_reveal_runs_its_length():
    table = revealing()
    for who in ("a", "b"):
        table.do(who, m.Went())
    assert phase(table)[0] == "reveal"


@pytest.mark.parametrize(("no", "late"), [(2, 0), (3, 3_500)])
def test_a_stale_word_is_refused(no, late):
    table = revealing()
    table.now += late
    assert table.refusal("a", m.Skip(no)) == "phase-over"


def test_a_form_is_no_reveal():
    table = voting("b", "c")
    assert table.refusal("a", m.Skip(table.no)) == "phase-over"


def test_the_end_is_looked_at_after_it_is_told():
    """a and b are left; b is out: the game has ended, with every seat's cards open, and its result is looked at."""
    table = revealing()
    table.time_up()
    table.time_up()
    table.answer("a", "vote", seat="1")
    table.answer("b", "vote", seat="0")
    assert phase(table) == ("reveal", 2, False, (), 3_000)
    facts = table.time_up()
    assert [type(fact) for fact in facts] == [f.PhaseClosed, f.Opened, f.Ended, f.PhaseOpened]
    assert table.state.stage == "lobby"
    assert phase(table) == ("reveal", 0, False, (), 3_500)
    assert table.do("a", m.Say("table", "well played")) != []
    assert table.time_up() == [f.PhaseClosed(7)]
    assert table.state.phase is None


def test_the_next_deal_does_not_wait_for_it():
    table = revealing()
    for _ in range(2):
        table.time_up()
    table.answer("a", "vote", seat="1")
    table.answer("b", "vote", seat="0")
    table.time_up()
    facts = table.again()
    assert [type(fact) for fact in facts[:2]] == [f.PhaseClosed, f.Dealt]
    assert phase(table)[0] == "talk"


def test_another_game_does_not_wait_for_it():
    class Other(Coin):
        id = "other"

    table = voting("b", others=(Other(),))
    table.answer("a", "vote", seat="1")
    table.answer("b", "vote", seat="0")
    table.time_up()
    assert phase(table) == ("reveal", 0, False, (), 3_000)
    facts = table.do("a", m.ChangeGame("other", {}))
    assert [type(fact) for fact in facts] == [f.PhaseClosed, f.GameChanged]
    assert table.state.phase is None


def test_a_game_that_is_called_off_is_not_looked_at():
    table = voting("b", "c")
    for who in ("a", "b", "c"):
        table.do(who, m.VoteVoid())
    assert table.state.phase is None


def test_a_pause_stops_a_reveal():
    table = revealing()
    table.do("a", m.Pause())
    table.now = table.state.phase.ends
    assert table.refusal(SERVER, m.TimeUp(table.no)) == "paused"


def test_bots_do_nothing_in_a_reveal():
    table = voting(pace="calm", bots=2)
    wakes = Wakes()
    for _ in range(60):
        wakes.follow(table.state, table.now, chance_of(table.state))
        if table.state.phase.reveals:
            break
        table.now += 1_000
        if table.now >= table.state.phase.ends:
            table.do(SERVER, m.TimeUp(table.no))
    assert table.state.phase.reveals
    assert wakes.next() is None


# --- going on -----------------------------------------------------------------------------------------


def talking():
    """a, b and c in the talk of round 1; w watches."""
    table = Driven(Coin())
    table.enter("a", "w")
    table.do("a", m.Sit())
    table.start("b", "c")
    return table


def test_a_talk_need_not_wait_for_who_is_away():
    """b is away within the grace, and is not done: the others wait, or go on together."""
    table = talking()
    table.do("b", m.Went())
    table.done("a")
    assert table.refusal("a", m.GoOn()) == "go-on-not-now"
    table.done("c")
    assert table.state.phase.countdown is None
    assert table.refusal("w", m.GoOn()) == "go-on-not-yours"
    assert table.do("a", m.GoOn()) == [f.GoOnWanted("a", True)]
    assert table.do("c", m.GoOn()) == [f.GoOnWanted("c", True), f.Countdown(1, 3_000)]
    assert table.do("a", m.GoOn(yes=False)) == [f.GoOnWanted("a", False), f.CountdownStopped(1)]


def test_what_was_wanted_of_a_talk_ends_with_it():
    table = talking()
    table.do("b", m.Went())
    table.done("a", "c")
    table.do("a", m.GoOn())
    table.time_up()
    assert table.state.go_on_wanted == frozenset()


def test_who_comes_back_is_waited_for_again():
    table = talking()
    table.do("b", m.Went())
    table.done("a", "c")
    for who in ("a", "c"):
        table.do(who, m.GoOn())
    assert table.do("b", m.Enter("B", "person")) == [f.CameBack("b"), f.CountdownStopped(1)]
    assert table.state.go_on_wanted == frozenset()


def deserted():
    """c is out and here; a and b, who live, are gone for good; the talk of round 2 has just begun."""
    table = revealing("none")
    for who in ("a", "b"):
        table.do(who, m.LeaveTable())
    table.time_up()
    return table


def test_where_nobody_plays_who_is_here_the_others_may_go_on():
    """c is out: no form of c's is asked for, and c's word is enough, not the watcher's."""
    table = deserted()
    assert phase(table) == ("vote", 2, False, (0, 1), 30_000)
    assert table.refusal("w", m.GoOn()) == "go-on-not-yours"
    assert table.do("c", m.GoOn()) == [f.GoOnWanted("c", True), f.Countdown(4, 71_000)]


def test_a_hastened_form_ends_at_its_time_whoever_has_handed_in():
    table = deserted()
    table.do("c", m.GoOn())
    for who, name in (("a", "1"), ("b", "0")):
        table.do(who, m.Answer(table.no, "vote", {"seat": name}))
    assert phase(table)[0] == "vote"
    table.time_up()
    assert table.now == 71_000


def test_it_can_be_taken_back():
    table = deserted()
    table.do("c", m.GoOn())
    assert table.do("c", m.GoOn(yes=False)) == [f.GoOnWanted("c", False), f.CountdownStopped(4)]


def four():
    """a is out and here; a bot and two people who have left for good play on, in the talk of round 2."""
    table = voting("b", "c", pace="none", bots=1)
    bot = next(seat.who for seat in table.state.seats if seat.kind == "bot")
    for who, name in (("a", "1"), (bot, "0"), ("b", "0"), ("c", "0")):
        table.answer(who, "vote", seat=name)
    for who in ("b", "c"):
        table.do(who, m.LeaveTable())
    return table


def test_hastened_phases_have_a_length_of_their_own():
    """A talk: 4 s and 2.5 s for the bot, who alone may speak; a form: 8 s."""
    table = four()
    now = table.now
    assert table.do("a", m.GoOn()) == [f.GoOnWanted("a", True), f.Countdown(table.no, now + 6_500)]
    table.time_up()
    assert phase(table) == ("vote", 2, False, (1, 2, 3), 8_000)
    table.time_up()
    assert phase(table)[0] in {"talk", "reveal"}
    assert phase(table)[-1] == 6_500
    assert table.state.hastened


def test_the_watchers_decide_at_a_table_of_bots():
    table = Driven(Coin())
    table.enter("a", "w")
    for _ in range(2):
        table.do("a", m.AddBot("calm"))
    table.again()
    assert table.do("a", m.GoOn()) == [f.GoOnWanted("a", True)]
    assert f.Countdown(1, 9_000) in table.do("w", m.GoOn())


def test_an_author_decides_too():
    table = Driven(Coin())
    table.enter("a", "w", "v")
    table.chair("v")
    for _ in range(2):
        table.do("a", m.AddBot("calm"))
    table.again()
    assert table.refusal("w", m.GoOn()) == "go-on-not-yours"
    assert f.Countdown(1, 9_000) in table.do("v", m.GoOn())


def test_a_living_player_who_is_here_is_never_hurried():
    table = talking()
    assert table.refusal("a", m.GoOn()) == "go-on-not-now"
    table.time_up()
    assert table.refusal("a", m.GoOn()) == "go-on-not-now"


def test_a_bot_hands_in_before_a_hastened_form_ends():
    table, wakes = four(), Wakes()
    table.do("a", m.GoOn())
    table.time_up()
    table.do("a", m.GoOn(yes=False))
    wakes.follow(table.state, table.now, chance_of(table.state))
    table.do("a", m.GoOn())
    wakes.follow(table.state, table.now, chance_of(table.state))
    times = []
    while (wake := wakes.next()) is not None:
        times.append(wake.at)
        assert driven(table.state, wake.seat)
        wakes.done(wake)
    assert len(times) == 3
    assert max(times) < table.state.phase.ends


@pytest.mark.parametrize("move", [m.GoOn(), m.Skip(1), m.KeepForm(None)])
def test_before_a_game_there_is_nothing_of_it(move):
    table = Driven(Coin())
    table.seat("a", "b")
    assert table.refusal("a", move) in {"no-game", "phase-over"}


def test_a_pause_refuses_it():
    table = deserted()
    table.do("c", m.GoOn())
    assert table.refusal("a", m.GoOn()) == "left-for-good"
