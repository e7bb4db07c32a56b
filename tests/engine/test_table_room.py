"""Rules of the room: coming, sitting, the host, options, readiness, the deal.  The coin game has 2 to 4 seats."""

import hashlib

import pytest

from engine.facts import SERVER
from engine.outcome import Outcome, Result
from engine.table import facts as f
from engine.table import moves as m
from tests.support.coin import Coin
from tests.support.driving import SEED, Driven


def lobby():
    """Host a and person b sit, w watches, c is not here."""
    table = Driven(Coin())
    table.seat("a", "b")
    table.enter("w")
    return table


def committed():
    table = lobby()
    table.do(SERVER, m.Commit(SEED))
    return table


def playing():
    table = committed()
    table.do("b", m.Ready())
    table.do("a", m.Start())
    return table


def full():
    table = lobby()
    table.seat("c", "d")
    return table


def chaired():
    table = lobby()
    table.chair("w")
    return table


def asked():
    """w, a stranger at an open table, would like to be the author."""
    table = lobby()
    table.do("w", m.TakeChair())
    return table


def asked_and_away():
    table = asked()
    table.do("w", m.Went())
    return table


def asked_and_gone():
    table = asked()
    table.do("w", m.LeaveTable())
    table.enter("w")
    return table


def asked_and_dealt():
    table = asked()
    table.again()
    return table


def asked_twice():
    """b asked too, and w got it."""
    table = asked()
    table.do("b", m.TakeChair())
    table.do("a", m.GiveChair("w"))
    return table


def closed():
    table = lobby()
    table.do(SERVER, m.Close("empty"))
    return table


REFUSED = [
    # --- the room
    (lobby, "w", m.Stand(), "not-seated"),
    (lobby, "a", m.Sit(), "already-seated"),
    (lobby, "c", m.Sit(), "not-here"),
    (full, "w", m.Sit(), "table-full"),
    (playing, "w", m.Sit(), "game-running"),
    (playing, "a", m.Stand(), "game-running"),
    (lobby, "c", m.LeaveTable(), "not-here"),
    (lobby, SERVER, m.Sit(), "not-here"),
    (lobby, SERVER, m.Enter("X", "person"), "not-here"),
    (lobby, "a", m.Commit(SEED), "server-only"),
    (lobby, "a", m.TimeUp(1), "server-only"),
    (lobby, "a", m.Close("mine"), "server-only"),
    (lobby, "a", m.Create("t2", "X-1", "coin", "open", {}), "server-only"),
    (lobby, "c", m.Went(), "not-here"),
    (lobby, "a", m.GraceOver(), "not-away"),
    (lobby, "c", m.GraceOver(), "not-away"),
    (closed, "a", m.Stand(), "table-closed"),
    (closed, "c", m.Enter("C", "person"), "table-closed"),
    (closed, "a", m.Say("table", "hello"), "table-closed"),
    # --- the host
    (lobby, "b", m.AddBot("calm"), "host-only"),
    (lobby, "b", m.Remove("w"), "host-only"),
    (lobby, "b", m.SetOption("talk", 20), "host-only"),
    (lobby, "b", m.HandOver("b"), "host-only"),
    (committed, "b", m.Start(), "host-only"),
    (lobby, "a", m.AddBot("wild"), "temperament-unknown"),
    (full, "a", m.AddBot("calm"), "table-full"),
    (playing, "a", m.AddBot("calm"), "game-running"),
    (lobby, "a", m.Remove("a"), "not-yourself"),
    (lobby, "a", m.Remove("c"), "no-such-person"),
    (playing, "a", m.Remove("b"), "game-running"),
    (lobby, "a", m.HandOver("a"), "no-such-person"),
    (lobby, "a", m.HandOver("c"), "no-such-person"),
    (lobby, "a", m.SetOption("talks", 20), "option-unknown"),
    (lobby, "a", m.SetOption("talk", 9), "option-range"),
    (lobby, "a", m.SetOption("talk", 121), "option-range"),
    (lobby, "a", m.SetOption("talk", "soon"), "option-range"),
    (lobby, "a", m.SetOption("tempo", "slow"), "option-choice"),
    (lobby, "a", m.SetOption("tempo", 1), "option-choice"),
    (lobby, "a", m.SetOption("spectators", "maybe"), "option-choice"),
    (playing, "a", m.SetOption("talk", 20), "game-running"),
    # --- readiness and start
    (lobby, "b", m.Ready(), "not-committed"),
    (committed, "w", m.Ready(), "not-seated"),
    (committed, "b", m.Ready("x" * 41), "word-long"),
    (committed, "w", m.Unready(), "not-seated"),
    (committed, SERVER, m.Commit(SEED), "already-committed"),
    (lobby, SERVER, m.Commit("00" * 31), "seed-length"),
    (playing, SERVER, m.Commit(SEED), "already-committed"),
    (lobby, "a", m.Start(), "not-committed"),
    (committed, "a", m.Start(), "not-all-ready"),
    (playing, "a", m.Start(), "game-running"),
    (playing, "b", m.Ready(), "game-running"),
    (playing, "b", m.Unready(), "game-running"),
    # --- the author's chair
    (chaired, "b", m.TakeChair(), "chair-taken"),
    (asked, "b", m.GiveChair("w"), "host-only"),
    (asked, "w", m.GiveChair("w"), "host-only"),
    (asked, "a", m.GiveChair("b"), "chair-not-wanted"),
    (asked, "a", m.GiveChair("x"), "no-such-person"),
    (asked_and_away, "a", m.GiveChair("w"), "no-such-person"),
    (asked_and_gone, "a", m.GiveChair("w"), "chair-not-wanted"),
    (asked_and_dealt, "a", m.GiveChair("w"), "game-running"),
    (asked_twice, "a", m.GiveChair("b"), "chair-taken"),
    (playing, "w", m.TakeChair(), "game-running"),
    (lobby, "c", m.TakeChair(), "not-here"),
    (chaired, "a", m.LeaveChair(), "author-only"),
    (lobby, "a", m.LeaveChair(), "author-only"),
]


@pytest.mark.parametrize(
    ("setup", "who", "move", "code"), REFUSED, ids=[f"{s.__name__}-{w}-{v}-{c}"[:70] for s, w, v, c in REFUSED]
)
def test_what_the_room_refuses_it_refuses_with_a_reason_and_changes_nothing(setup, who, move, code):
    assert setup().refusal(who, move) == code


CHANGES_NOTHING = [
    (lobby, "a", m.Enter("A", "person")),
    (lobby, "a", m.SetOption("talk", 60)),
    (committed, "b", m.Unready()),
]


@pytest.mark.parametrize(("setup", "who", "move"), CHANGES_NOTHING)
def test_what_changes_nothing_tells_no_fact(setup, who, move):
    assert setup().do(who, move) == []


# --- creating -----------------------------------------------------------------------------------------


def test_a_table_is_created_with_every_option():
    table = Driven(Coin(), talk=30)
    assert table.state.options == {"talk": 30, "tempo": "calm", "spectators": "yes", "pace": "none"}
    assert (table.state.id, table.state.code, table.state.stage) == ("t1", "KITE-42", "lobby")


@pytest.mark.parametrize(
    ("options", "code"),
    [({"talks": 1}, "option-unknown"), ({"talk": 5}, "option-range"), ({"tempo": "x"}, "option-choice")],
)
def test_a_table_is_not_created_with_wrong_options(options, code):
    table = Driven(Coin())
    assert table.refusal(SERVER, m.Create("t2", "KITE-43", "coin", "open", options)) == code


# --- sitting and standing -----------------------------------------------------------------------------


def test_people_sit_in_the_order_in_which_they_came_to_it():
    table = lobby()
    assert [seat.who for seat in table.state.seats] == ["a", "b"]
    table.do("a", m.Stand())
    assert [seat.who for seat in table.state.seats] == ["b"]
    assert [w.who for w in table.state.watchers] == ["w", "a"]
    table.do("a", m.Sit())
    assert [seat.who for seat in table.state.seats] == ["b", "a"]


def test_standing_up_takes_readiness_and_lucky_word_away():
    table = committed()
    table.do("b", m.Ready("clover"))
    table.do("b", m.Stand())
    table.do("b", m.Sit())
    assert not table.state.seats[1].ready
    assert table.state.words == {}


def test_who_leaves_the_lobby_leaves_the_room():
    table = lobby()
    assert table.do("b", m.LeaveTable()) == [f.Left("b", "left")]
    assert table.state.place("b") is None


# --- the host -----------------------------------------------------------------------------------------


def test_the_last_to_leave_the_lobby_ends_no_game():
    table = Driven(Coin())
    table.seat("a")
    assert table.do("a", m.LeaveTable()) == [f.Left("a", "left")]


def test_the_first_to_enter_is_host():
    assert lobby().state.host == "a"


def test_the_host_may_hand_over_to_anybody_present_also_in_a_game():
    table = playing()
    table.do("a", m.HandOver("w"))
    assert table.state.host == "w"


def test_the_host_may_not_hand_over_to_a_bot_or_somebody_away():
    table = lobby()
    table.do("a", m.AddBot("calm"))
    table.do("b", m.Went())
    assert table.refusal("a", m.HandOver("b1")) == "no-such-person"
    assert table.refusal("a", m.HandOver("b")) == "no-such-person"


@pytest.mark.parametrize(
    ("leaving", "heir"),
    [
        ([("a", m.LeaveTable())], "b"),
        ([("a", m.Went()), ("a", m.GraceOver())], "b"),
        ([("b", m.Went()), ("a", m.LeaveTable())], "w"),
        ([("b", m.LeaveTable()), ("w", m.TakeChair()), ("a", m.GiveChair("w")), ("a", m.LeaveTable())], "w"),
    ],
)
def test_the_powers_pass_on_to_a_seat_then_a_watcher_then_the_author(leaving, heir):
    table = lobby()
    for who, move in leaving:
        table.do(who, move)
    assert table.state.host == heir


def test_the_powers_do_not_pass_on_before_the_grace_is_over():
    table = lobby()
    table.do("a", m.Went())
    assert table.state.host == "a"


def test_whoever_enters_a_room_without_a_host_becomes_it():
    table = Driven(Coin())
    table.enter("a")
    table.do("a", m.Went())
    table.do("a", m.GraceOver())
    table.enter("b")
    assert table.state.host == "b"


def test_a_host_who_stood_up_is_host_still():
    table = lobby()
    table.do("a", m.Stand())
    assert table.state.host == "a"
    assert table.do("a", m.AddBot("calm"))


def test_bots_get_free_names_and_new_ids():
    table = Driven(Coin())
    table.do("a", m.Enter("Daruma", "person"))
    table.do("a", m.AddBot("calm"))
    table.do("a", m.AddBot("calm"))
    table.do("a", m.Remove("b1"))
    table.do("a", m.AddBot("calm"))
    assert [(s.who, s.name, s.kind, s.temperament, s.ready) for s in table.state.seats] == [
        ("b2", "Temari", "bot", "calm", True),
        ("b3", "Kokeshi", "bot", "calm", True),
    ]


def test_a_bot_finds_a_name_also_when_people_bear_all_of_them():
    table = Driven(Coin())
    names = ["Daruma", "Kokeshi", "Temari", "Kendama", "Menko", "Karuta", "Koma", "Hagoita"]
    names += ["Origami", "Otedama", "Karakuri", "Hanafuda", "Sugoroku", "Takeuma", "Ohajiki", "Bunraku"]
    for number, name in enumerate(names):
        table.do(f"u{number}", m.Enter(name, "person"))
    table.do("u0", m.AddBot("calm"))
    assert table.state.seats[0].name == "Daruma 2"


def test_a_removed_person_is_out_of_the_room_and_may_come_again():
    table = lobby()
    assert table.do("a", m.Remove("b")) == [f.Left("b", "removed")]
    table.seat("b")
    assert [seat.who for seat in table.state.seats] == ["a", "b"]


# --- readiness ----------------------------------------------------------------------------------------


def test_a_changed_option_takes_everybodys_readiness_but_the_bots():
    table = committed()
    table.do("a", m.AddBot("calm"))
    table.do("b", m.Ready())
    table.do("a", m.SetOption("talk", "20"))
    assert table.state.options["talk"] == 20
    assert [seat.ready for seat in table.state.seats] == [False, False, True]
    assert table.refusal("a", m.Start()) == "not-all-ready"


def test_readiness_may_be_taken_back():
    table = committed()
    table.do("b", m.Ready())
    table.do("b", m.Unready())
    assert table.refusal("a", m.Start()) == "not-all-ready"


def test_everybody_has_to_be_ready_afresh_for_every_game():
    table = playing()
    table.do("a", m.VoteVoid())
    table.do("b", m.VoteVoid())
    table.do(SERVER, m.Commit(SEED))
    assert [seat.ready for seat in table.state.seats] == [False, False]
    assert table.refusal("a", m.Start()) == "not-all-ready"
    table.do("b", m.Ready())
    table.do("a", m.Start())
    assert (table.state.playing, table.state.game_no) == (True, 2)


def test_a_person_away_is_not_ready():
    table = committed()
    table.do("b", m.Ready())
    table.do("b", m.Went())
    assert table.refusal("a", m.Start()) == "not-all-ready"
    table.do("b", m.Enter("B", "person"))
    assert table.do("a", m.Start())


def test_too_few_seats_do_not_start():
    table = Driven(Coin())
    table.seat("a")
    table.do(SERVER, m.Commit(SEED))
    assert table.refusal("a", m.Start()) == "seats-needed"


# --- commitment, lucky words, deal --------------------------------------------------------------------


def test_the_hash_is_shown_before_anybody_can_be_ready_and_the_seed_to_nobody():
    table = committed()
    shown = hashlib.sha256(bytes.fromhex(SEED) + b"t1" + b"1").hexdigest()
    for eye in ("a", "b", "w"):
        assert table.view(eye).commitment == shown
        assert table.view(eye).seed == ""
        assert SEED not in repr(table.shown(eye))


def test_a_lucky_word_is_its_givers_secret_until_the_deal():
    table = committed()
    table.do("b", m.Ready("clover"))
    for eye, words in (("a", {}), ("w", {}), ("b", {"b": "clover"})):
        assert table.view(eye).words == words
    table.do("a", m.Start())
    for eye in ("a", "b", "w"):
        assert table.view(eye).lucky == ("", "clover")


def test_the_last_lucky_word_counts_and_changing_it_wakes_nobody_else():
    table = committed()
    table.do("b", m.Ready("clover"))
    seen = len(table.shown("a"))
    table.do("b", m.Ready("acorn"))
    table.do("b", m.Ready(""))
    table.do("b", m.Ready("shell"))
    assert len(table.shown("a")) == seen
    table.do("a", m.Start())
    assert table.state.lucky == ("", "shell")


def test_the_author_does_not_see_lucky_words_before_the_deal_nor_ever_the_seed():
    table = chaired()
    table.do(SERVER, m.Commit(SEED))
    table.do("b", m.Ready("clover"))
    assert "clover" not in repr(table.shown("w"))
    table.do("a", m.Start())
    assert SEED not in repr(table.shown("w"))


def test_a_lucky_word_may_be_taken_back():
    table = committed()
    table.do("b", m.Ready("sea"))
    table.do("b", m.Ready())
    table.do("a", m.Start())
    assert table.state.lucky == ("", "")


def test_a_lucky_word_has_forty_characters_at_most():
    table = committed()
    assert table.refusal("b", m.Ready("x" * 41)) == "word-long"
    table.do("b", m.Ready("x" * 40))
    table.do("a", m.Start())
    assert table.state.lucky == ("", "x" * 40)


def test_a_new_game_has_a_new_number_and_no_old_words():
    table = committed()
    table.do("b", m.Ready("clover"))
    table.do("a", m.Start())
    table.do("a", m.VoteVoid())
    table.do("b", m.VoteVoid())
    table.again()
    assert (table.state.game_no, table.state.lucky) == (2, ("", ""))
    assert table.state.commitment == hashlib.sha256(bytes.fromhex(SEED) + b"t1" + b"2").hexdigest()


def test_a_table_without_spectators_sends_watchers_away_and_lets_none_in():
    table = chaired()
    table.enter("x")
    table.do("a", m.SetOption("spectators", "no"))
    table.do(SERVER, m.Commit(SEED))
    table.do("b", m.Ready())
    facts = table.do("a", m.Start())
    assert facts[0] == f.Left("x", "removed")
    assert [w.who for w in table.state.watchers] == ["w"], "the author stays"
    assert table.refusal("x", m.Enter("X", "person")) == "no-spectators"


def test_a_watching_host_who_is_sent_away_by_the_start_passes_the_powers_on():
    table = committed()
    table.do("a", m.HandOver("w"))
    table.do("w", m.SetOption("spectators", "no"))
    table.do("a", m.Ready())
    table.do("b", m.Ready())
    table.do("w", m.Start())
    assert table.state.host == "a"


def test_a_game_of_bots_that_sends_its_last_person_away_is_void_at_once():
    table = Driven(Coin(), spectators="no")
    table.enter("a")
    table.do(SERVER, m.Commit(SEED))
    for _ in range(2):
        table.do("a", m.AddBot("calm"))
    facts = table.do("a", m.Start())
    assert facts[0] == f.Left("a", "removed")
    assert facts[-1] == f.Ended(1, Outcome(Result.VOID, (), "abandoned"), ())
    assert table.state.stage == "lobby"


def test_a_table_that_closes_in_a_game_calls_it_off_first():
    table = playing()
    facts = table.do(SERVER, m.Close("maintenance"))
    assert [type(fact) for fact in facts] == [f.PhaseClosed, f.Opened, f.Ended, f.Closed]
    assert (table.state.results[-1].result, table.state.stage) == ("void", "closed")


# --- the author's chair before a game -----------------------------------------------------------------


def test_nobody_takes_the_chair_without_the_host():
    table = lobby()
    assert table.do("w", m.TakeChair()) == [f.ChairWanted("w", True)]
    assert table.do("w", m.TakeChair()) == []
    assert (table.state.author, table.state.chair_wanted) == ("", {"w"})
    assert table.do("a", m.GiveChair("w")) == [f.ChairTaken("w")]
    assert (table.state.author, table.state.chair_wanted) == ("w", frozenset())


def test_a_wish_for_the_chair_may_be_taken_back():
    table = asked()
    assert table.do("w", m.LeaveChair()) == [f.ChairWanted("w", False)]
    assert table.refusal("a", m.GiveChair("w")) == "chair-not-wanted"


def test_the_host_needs_nobodys_consent():
    assert lobby().do("a", m.TakeChair()) == [f.Stood("a"), f.ChairTaken("a")]


def test_a_wish_lapses_with_the_deal_so_that_no_old_one_is_granted_in_the_next_lobby():
    table = asked_and_dealt()
    for who in "ab":
        table.do(who, m.VoteVoid())
    assert table.refusal("a", m.GiveChair("w")) == "chair-not-wanted"


@pytest.mark.parametrize("moves", [[("w", m.TakeChair()), ("a", m.GiveChair("w"))], [("a", m.TakeChair())]])
def test_who_takes_the_chair_is_told_to_everybody_and_every_ready_lapses(moves):
    table = committed()
    table.do("a", m.AddBot("calm"))
    for who in "ab":
        table.do(who, m.Ready("clover"))
    since = len(table.log)
    for who, move in moves:
        table.do(who, move)
    for eye in ("a", "b", "w", "late"):
        assert f.ChairTaken(moves[0][0]) in [record.fact for record in table.shown(eye, since)]
        assert not any(seat.ready for seat in table.view(eye).seats if seat.kind != "bot")
    assert table.refusal("a", m.Start()) == "not-all-ready"


def test_a_wish_alone_takes_nobodys_readiness():
    table = committed()
    table.do("b", m.Ready())
    table.do("w", m.TakeChair())
    assert table.do("a", m.Start())


def test_the_chair_and_a_seat_exclude_each_other():
    table = lobby()
    table.chair("b")
    assert (table.state.author, table.state.seat_of("b")) == ("b", None)
    table.do("b", m.Sit())
    assert (table.state.author, table.state.seat_of("b")) == ("", 1)


def test_a_game_without_a_chair_has_none():
    game = Coin()
    game.author = False
    table = Driven(game)
    table.enter("a")
    assert table.refusal("a", m.TakeChair()) == "no-chair"


def test_the_author_comes_last_among_the_heirs_of_a_host():
    table = Driven(Coin())
    table.enter("a", "w", "x")
    table.chair("w")
    table.do("a", m.LeaveTable())
    assert table.state.host == "x"


@pytest.mark.parametrize("move", [("w", m.LeaveTable()), ("a", m.Remove("w")), ("w", m.LeaveChair())])
def test_the_chair_is_free_when_its_author_goes(move):
    table = chaired()
    table.do(*move)
    assert table.state.author == ""
    table.chair("b")
    assert table.state.author == "b"
