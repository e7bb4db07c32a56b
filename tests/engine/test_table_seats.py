"""Rules of the seats before the deal: who takes whose, swapping, filling, another game, and who is still ready."""

import pytest

from engine.facts import SERVER
from engine.table import facts as f
from engine.table import moves as m
from tests.support.coin import Coin
from tests.support.driving import SEED, Driven


class Pair(Coin):
    """Another game for at most three, with other options and temperaments and no author."""

    id = "pair"
    least, most, usual = 2, 3, 2
    author = False
    options = (Coin.options[0],)
    temperaments = ("wild", "calm")


class Moods(Coin):
    """Bots of three temperaments, five seats."""

    most = 5
    temperaments = ("calm", "wild", "sly")


def table(*people, bots=0, game=None, **options):
    """People sit in order, the first is host; then bots; then w watches."""
    driven = Driven(game or Coin(), others=(Pair(),), **options)
    driven.seat(*people)
    for _ in range(bots):
        driven.do(people[0], m.AddBot("calm"))
    driven.enter("w")
    return driven


def seated(driven):
    return [seat.who for seat in driven.state.seats]


def ready(driven):
    return {seat.who for seat in driven.state.seats if seat.ready and seat.kind != "bot"}


# --- people go before bots ----------------------------------------------------------------------------

SITS = [
    (("a", "b"), 0, [], f.Sat("w", "W", "person"), ["a", "b", "w"]),
    (("a", "b"), 1, [], f.Sat("w", "W", "person"), ["a", "b", "b1", "w"]),
    (("a", "b"), 2, [], f.Displaced("w", "b2"), ["a", "b", "b1", "w"]),
    (("a",), 3, [], f.Displaced("w", "b3"), ["a", "b1", "b2", "w"]),
    # The bot that was added last goes, wherever it sits: b4 came for b1, b3 was swapped to the front.
    (("a",), 3, [m.Remove("b1"), m.AddBot("calm")], f.Displaced("w", "b4"), ["a", "b2", "b3", "w"]),
    (("a",), 3, [m.SwapSeats("a", "b3")], f.Displaced("w", "b3"), ["w", "b1", "b2", "a"]),
]


@pytest.mark.parametrize(("people", "bots", "before", "fact", "seats"), SITS)
def test_who_sits_down_takes_a_free_seat_else_that_of_the_bot_that_came_last(people, bots, before, fact, seats):
    driven = table(*people, bots=bots)
    for move in before:
        driven.do("a", move)
    since = len(driven.log)
    assert driven.do("w", m.Sit()) == [fact]
    assert seated(driven) == seats
    assert driven.state.watchers == ()
    for eye in ("a", "w", "late"):
        assert [record.fact for record in driven.shown(eye, since)] == [fact]
        assert [seat.who for seat in driven.view(eye).seats] == seats


def test_who_took_a_bots_seat_is_a_person_there_and_not_ready():
    driven = table("a", bots=3)
    driven.do("w", m.Sit())
    seat = driven.state.seats[3]
    assert (seat.name, seat.kind, seat.temperament, seat.ready) == ("W", "person", "", False)
    driven.do(SERVER, m.Commit(SEED))
    assert driven.refusal("a", m.Start()) == "not-all-ready"


def test_the_author_may_take_a_bots_seat_and_gives_the_chair_back():
    driven = table("a", bots=3)
    driven.chair("w")
    assert driven.do("w", m.Sit()) == [f.ChairLeft("w"), f.Displaced("w", "b3")]


def test_no_bot_is_displaced_in_a_game():
    driven = table("a", bots=3)
    driven.again()
    assert driven.refusal("w", m.Sit()) == "game-running"


# --- waiting for a seat -------------------------------------------------------------------------------

WAITS = [
    (("a", "b", "c"), 0, "w", "seat-free"),
    (("a", "b", "c"), 1, "w", "seat-free"),
    (("a", "b", "c", "d"), 0, "a", "already-seated"),
    (("a", "b", "c", "d"), 0, "x", "not-here"),
]


@pytest.mark.parametrize(("people", "bots", "who", "code"), WAITS)
def test_nobody_waits_who_could_sit_down(people, bots, who, code):
    assert table(*people, bots=bots).refusal(who, m.WantSeat()) == code


def test_at_a_table_full_of_people_everybody_is_told_who_waits():
    driven = table("a", "b", "c", "d")
    driven.enter("x")
    assert driven.refusal("w", m.Sit()) == "table-full"
    assert driven.do("w", m.WantSeat()) == [f.SeatWanted("w")]
    assert driven.do("w", m.WantSeat()) == []
    driven.do("x", m.WantSeat())
    for eye in ("a", "b", "w", "late"):
        assert driven.view(eye).seat_wanted == ("w", "x")


@pytest.mark.parametrize(
    ("moves", "left"),
    [
        ([("a", m.Remove("b"))], ("w", "x")),
        ([("a", m.Remove("b")), ("w", m.Sit())], ("x",)),
        ([("w", m.LeaveTable())], ("x",)),
        ([("w", m.Went()), ("w", m.GraceOver())], ("x",)),
        ([("w", m.TakeChair()), ("a", m.GiveChair("w"))], ("x",)),
        ([("a", m.Remove("b")), ("a", m.AddBot("calm")), ("x", m.Sit())], ("w",)),
    ],
)
def test_nobody_waits_any_more_who_sits_or_is_gone(moves, left):
    driven = table("a", "b", "c", "d")
    driven.enter("x")
    driven.do("w", m.WantSeat())
    driven.do("x", m.WantSeat())
    for who, move in moves:
        driven.do(who, move)
    assert driven.state.seat_wanted == left


def test_the_deal_ends_all_waiting():
    driven = table("a", "b", "c", "d")
    driven.do("w", m.WantSeat())
    driven.again()
    assert driven.state.seat_wanted == ()


# --- filling ------------------------------------------------------------------------------------------

FILLED = [
    ((), 3, ["", "calm", "wild"]),
    ((), 5, ["", "calm", "wild", "sly", "calm"]),
    (("wild",), 4, ["", "wild", "calm", "sly"]),
    (("sly", "sly"), 5, ["", "sly", "sly", "calm", "wild"]),
]


@pytest.mark.parametrize(("before", "seats", "moods"), FILLED)
def test_a_table_is_filled_with_bots_of_all_temperaments(before, seats, moods):
    driven = Driven(Moods())
    driven.seat("a")
    for mood in before:
        driven.do("a", m.AddBot(mood))
    facts = driven.do("a", m.Fill(seats))
    assert [seat.temperament for seat in driven.state.seats] == moods
    assert all(type(fact) is f.Sat for fact in facts)


@pytest.mark.parametrize(
    ("who", "seats", "code"),
    [
        ("b", 4, "host-only"),
        ("a", 5, "table-full"),
        ("a", 3, "seats-enough"),
        ("a", 2, "seats-enough"),
        ("a", -1, "seats-enough"),
    ],
)
def test_what_cannot_be_filled_is_refused(who, seats, code):
    assert table("a", "b", bots=1).refusal(who, m.Fill(seats)) == code


# --- swapping seats -----------------------------------------------------------------------------------


def test_two_seats_swap_and_everybody_has_to_be_ready_again():
    driven = table("a", "b", bots=2)
    driven.do(SERVER, m.Commit(SEED))
    driven.do("b", m.Ready("clover"))
    since = len(driven.log)
    assert driven.do("a", m.SwapSeats("b", "b2")) == [f.SeatsSwapped("b", "b2")]
    for eye in ("a", "b", "w", "late"):
        assert driven.shown(eye, since)
        assert [(seat.who, seat.ready) for seat in driven.view(eye).seats] == [
            ("a", False),
            ("b2", True),
            ("b1", True),
            ("b", False),
        ]
    assert driven.refusal("a", m.Start()) == "not-all-ready"
    driven.do("b", m.Ready("clover"))
    driven.do("a", m.Start())
    assert driven.state.lucky == ("", "", "", "clover")


@pytest.mark.parametrize(
    ("who", "one", "other", "code"),
    [
        ("b", "a", "b", "host-only"),
        ("a", "a", "a", "no-such-seats"),
        ("a", "a", "w", "no-such-seats"),
        ("a", "x", "b", "no-such-seats"),
    ],
)
def test_what_cannot_be_swapped_is_refused(who, one, other, code):
    assert table("a", "b").refusal(who, m.SwapSeats(one, other)) == code


def test_nothing_of_the_seats_changes_in_a_game():
    driven = table("a", "b", bots=1)
    driven.again()
    for move in (m.SwapSeats("a", "b"), m.Fill(4), m.ChangeGame("pair", {}), m.WantSeat()):
        assert driven.refusal("a", move) == "game-running"


# --- another game -------------------------------------------------------------------------------------


def test_the_game_changes_with_the_same_people_and_everybody_has_to_be_ready_again():
    driven = table("a", "b", bots=1, talk=20)
    driven.do(SERVER, m.Commit(SEED))
    driven.do("b", m.Ready())
    since = len(driven.log)
    options = {"talk": 30, "spectators": "yes", "pace": "none"}
    assert driven.do("a", m.ChangeGame("pair", {"talk": 30})) == [f.GameChanged("pair", options)]
    for eye in ("a", "b", "w", "late"):
        view = driven.view(eye)
        assert driven.shown(eye, since)
        assert (view.rules.id, view.options, view.host) == ("pair", options, "a")
        assert [(seat.who, seat.ready, seat.temperament) for seat in view.seats] == [
            ("a", False, ""),
            ("b", False, ""),
            ("b1", True, "calm"),
        ]
    assert driven.refusal("a", m.Start()) == "not-all-ready"
    driven.do("b", m.Ready())
    assert driven.do("a", m.Start())
    driven.time_up()
    assert driven.state.phase.name == "vote"


def test_options_that_are_not_given_go_back_to_the_games_defaults():
    driven = table("a", "b", talk=20)
    driven.do("a", m.ChangeGame("pair", {}))
    assert driven.state.options == {"talk": 60, "spectators": "yes", "pace": "none"}


def test_bots_keep_their_temperament_or_take_the_one_at_its_place():
    driven = Driven(Moods(), others=(Pair(),))
    driven.seat("a")
    for mood in ("sly", "calm"):
        driven.do("a", m.AddBot(mood))
    driven.do("a", m.ChangeGame("pair", {}))
    assert [seat.temperament for seat in driven.state.seats] == ["", "wild", "calm"]


def test_a_game_without_a_chair_takes_it_away_and_the_wishes_for_it():
    driven = table("a", "b")
    driven.chair("w")
    assert [type(fact) for fact in driven.do("a", m.ChangeGame("pair", {}))] == [f.ChairLeft, f.GameChanged]
    driven.do("a", m.ChangeGame("coin", {}))
    driven.do("b", m.TakeChair())
    driven.do("a", m.ChangeGame("pair", {}))
    assert (driven.state.author, driven.state.chair_wanted) == ("", frozenset())


def test_what_the_last_game_left_is_gone_with_it_but_its_result_is_counted():
    driven = table("a", "b")
    driven.again()
    for who in "ab":
        driven.do(who, m.VoteVoid())
    driven.do("a", m.ChangeGame("pair", {}))
    state = driven.state
    assert (state.play, state.outcome, state.opened, state.cast, state.sealed) == (None, None, None, (), ())
    assert len(state.results) == 1
    driven.again()
    assert (state.rules.id, driven.state.game_no) == ("pair", 2)


@pytest.mark.parametrize(
    ("people", "who", "move", "code"),
    [
        ("ab", "b", m.ChangeGame("pair", {}), "host-only"),
        ("ab", "a", m.ChangeGame("chess", {}), "game-unknown"),
        ("ab", "a", m.ChangeGame("coin", {}), "game-same"),
        ("ab", "a", m.ChangeGame("pair", {"tempo": "calm"}), "option-unknown"),
        ("ab", "a", m.ChangeGame("pair", {"talk": 1}), "option-range"),
        ("abcd", "a", m.ChangeGame("pair", {}), "seats-too-many"),
    ],
)
def test_a_game_that_does_not_fit_is_refused(people, who, move, code):
    assert table(*people).refusal(who, move) == code


# --- again --------------------------------------------------------------------------------------------


def after_a_game(**options):
    """a (host) and b have played with a bot; w watches; everybody has said "again"."""
    driven = table("a", "b", bots=1, **options)
    driven.again()
    for who in "ab":
        driven.do(who, m.VoteVoid())
    driven.do(SERVER, m.Commit(SEED))
    for who in "ab":
        driven.do(who, m.Ready())
    assert ready(driven) == {"a", "b"}
    return driven


LAPSES = [
    ([("w", m.Sit())], set()),
    ([("a", m.AddBot("calm"))], set()),
    ([("a", m.Fill(4))], set()),
    ([("a", m.AddBot("calm")), ("a", m.Ready()), ("w", m.Sit())], set()),
    ([("a", m.Remove("b1"))], set()),
    ([("a", m.SwapSeats("a", "b"))], set()),
    ([("a", m.SetOption("talk", 20))], set()),
    ([("a", m.ChangeGame("pair", {}))], set()),
    ([("w", m.TakeChair()), ("a", m.GiveChair("w"))], set()),
    ([("b", m.Stand())], set()),
    ([("b", m.LeaveTable())], set()),
    ([("b", m.Went())], {"a"}),
    ([("b", m.Went()), ("b", m.Enter("B", "person"))], {"a"}),
    ([("b", m.Went()), ("b", m.GraceOver())], set()),
    # What changes nothing at the table takes nobody's word.
    ([("a", m.SetOption("talk", 60))], {"a", "b"}),
    ([("w", m.LeaveTable())], {"a", "b"}),
    ([("w", m.Say("table", "hello"))], {"a", "b"}),
    ([("w", m.TakeChair())], {"a", "b"}),
    ([("a", m.HandOver("b"))], {"a", "b"}),
    ([("x", m.Enter("X", "person"))], {"a", "b"}),
]


@pytest.mark.parametrize(("moves", "left"), LAPSES, ids=[str([move for _, move in moves]) for moves, _ in LAPSES])
def test_who_says_again_is_ready_while_here_and_nothing_has_changed(moves, left):
    driven = after_a_game()
    since = len(driven.log)
    for who, move in moves:
        driven.do(who, move)
    assert ready(driven) == left
    for eye in ("w", "late"):
        seats = driven.view(eye).seats
        assert {seat.who for seat in seats if seat.ready and seat.kind != "bot"} == left
    unready = {record.fact.who for record in driven.log[since:] if type(record.fact) is f.Unreadied}
    assert unready <= {"a", "b"}


def test_when_the_author_gives_the_chair_back_again_lapses():
    driven = after_a_game()
    driven.chair("w")
    for who in "ab":
        driven.do(who, m.Ready())
    assert driven.do("w", m.LeaveChair()) == [f.ChairLeft("w"), f.Unreadied("a"), f.Unreadied("b")]


def test_the_next_deal_needs_nothing_more_from_who_said_again():
    driven = after_a_game()
    assert driven.do("a", m.Start())
    assert (driven.state.playing, driven.state.game_no) == (True, 2)


def test_before_the_first_game_people_come_and_go_and_nobodys_word_lapses():
    driven = table("a", "b")
    driven.do(SERVER, m.Commit(SEED))
    driven.do("b", m.Ready())
    driven.do("w", m.Sit())
    driven.do("a", m.AddBot("calm"))
    driven.do("b", m.Went())
    assert ready(driven) == {"b"}
