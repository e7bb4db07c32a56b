"""Who may speak where, and who reads it: each kind of person in each stage of a game.

The coin game with four seats: a, b, c, d.  d is voted out in round 1.
"""

import pytest

from engine.facts import SERVER
from engine.table import facts as f
from engine.table import moves as m
from engine.table.talk import audience, open_scope
from tests.support.coin import Coin
from tests.support.driving import Driven


def lobby():
    """Four sit, w watches, t is in the author's chair, x is not here."""
    table = Driven(Coin())
    table.seat("a", "b", "c", "d")
    table.enter("w", "t")
    table.chair("t")
    return table


def talk():
    table = lobby()
    table.again()
    return table


def vote():
    table = talk()
    table.time_up()
    return table


def after_a_death(table=None):
    """The talk of round 2: d is out."""
    table = table or vote()
    for who, name in (("a", "3"), ("b", "3"), ("c", "3"), ("d", "0")):
        table.answer(who, "vote", seat=name)
    return table


def vote_after_a_death():
    table = after_a_death()
    table.time_up()
    return table


def paused_after_a_death():
    table = after_a_death()
    table.do("t", m.Pause())
    return table


def dead_and_away():
    """Out and away, but within the grace: still of the gallery."""
    table = after_a_death()
    table.do("d", m.Went())
    return table


def quitters():
    """b, living, and d, out, left for good; the author too."""
    table = after_a_death()
    for who in "bdt":
        table.do(who, m.LeaveTable())
    return table


def after_the_game():
    table = after_a_death()
    for who in "abcdt":
        table.do(who, m.VoteVoid())
    return table


# Who (living a, dead d, watcher w, author t, stranger x) -> what happens to "table" and to "gallery" talk.
OK = None
CHAT = [
    (lobby, "a", OK, "gallery-closed"),
    (lobby, "w", OK, "gallery-closed"),
    (lobby, "t", OK, "gallery-closed"),
    (lobby, "x", "not-here", "not-here"),
    (talk, "a", OK, "gallery-not-yours"),
    (talk, "w", "table-chat-living", OK),
    (talk, "t", OK, "gallery-not-yours"),
    (talk, "x", "not-here", "not-here"),
    (vote, "a", "talk-closed", "gallery-not-yours"),
    (vote, "w", "table-chat-living", OK),
    (vote, "t", OK, "gallery-not-yours"),
    (after_a_death, "a", OK, "gallery-not-yours"),
    (after_a_death, "d", "table-chat-living", OK),
    (after_a_death, "w", "table-chat-living", OK),
    (vote_after_a_death, "d", "table-chat-living", OK),
    (paused_after_a_death, "a", "paused", "gallery-not-yours"),
    (paused_after_a_death, "d", "table-chat-living", OK),
    (paused_after_a_death, "w", "table-chat-living", OK),
    (paused_after_a_death, "t", OK, "gallery-not-yours"),
    (dead_and_away, "d", "table-chat-living", OK),
    (quitters, "b", "left-for-good", "left-for-good"),
    (quitters, "d", "left-for-good", "left-for-good"),
    (quitters, "t", "left-for-good", "left-for-good"),
    (after_the_game, "a", OK, "gallery-closed"),
    (after_the_game, "d", OK, "gallery-closed"),
    (after_the_game, "w", OK, "gallery-closed"),
    (after_the_game, "x", "not-here", "not-here"),
]


@pytest.mark.parametrize(
    ("setup", "who", "at_table", "in_gallery"), CHAT, ids=[f"{row[0].__name__}-{row[1]}" for row in CHAT]
)
def test_who_may_speak_where(setup, who, at_table, in_gallery):
    for scope, code in (("table", at_table), ("gallery", in_gallery)):
        table = setup()
        if code is None:
            assert table.do(who, m.Say(scope, "hello")) == [f.Said(who, scope, "hello")]
        else:
            assert table.refusal(who, m.Say(scope, "hello")) == code


@pytest.mark.parametrize(
    ("setup", "who", "scope"),
    [
        (lobby, "w", "table"),
        (talk, "a", "table"),
        (vote, "a", None),
        (talk, "w", "gallery"),
        (after_a_death, "d", "gallery"),
        (vote, "t", "table"),
        (paused_after_a_death, "a", None),
        (lobby, "x", None),
    ],
)
def test_a_typed_line_goes_to_the_chat_that_is_open(setup, who, scope):
    table = setup()
    assert open_scope(table.state, who) == scope
    if table.state.place(who):
        assert open_scope(table.view(who), who) == scope, "a view knows it too"


# Who reads a gallery line, of: living a, living b, dead d, watcher w, author t, stranger x.
READS = [
    (talk, "w", "wt"),
    (after_a_death, "w", "dtw"),
    (after_a_death, "d", "dtw"),
    (dead_and_away, "w", "dtw"),
    (quitters, "w", "w"),
]


@pytest.mark.parametrize(("setup", "who", "readers"), READS)
def test_the_gallery_is_read_by_the_dead_the_watchers_and_the_author(setup, who, readers):
    table = setup()
    table.do(who, m.Say("gallery", "CANARY"))
    assert {eye for eye in "abcdtwx" if "CANARY" in repr(table.shown(eye))} == set(readers)
    assert table.view("a").lines == 0, "nothing in the numbering tells the living that there was a line"


def test_table_talk_is_everyones_also_of_those_who_come_later():
    table = talk()
    table.do("a", m.Say("table", "hello"))
    table.enter("late")
    assert [line.text for line in table.view("late").chat] == ["hello"]


def test_a_late_watcher_reads_the_gallery_only_from_then_on():
    table = after_a_death()
    table.do("d", m.Say("gallery", "early"))
    table.enter("late")
    table.do("d", m.Say("gallery", "later"))
    assert [line.text for line in table.view("late").chat] == ["later"]


def test_the_dead_do_not_read_what_the_gallery_said_while_they_lived():
    table = talk()
    table.do("w", m.Say("gallery", "while d lives"))
    table.time_up()
    after_a_death(table)
    table.do("w", m.Say("gallery", "d is here"))
    assert [line.text for line in table.view("d").chat] == ["d is here"]


def test_the_gallery_never_opens_also_when_the_game_is_over():
    table = after_a_death()
    table.do("d", m.Say("gallery", "CANARY"))
    for who in "abcdt":
        table.do(who, m.VoteVoid())
    assert "CANARY" not in repr(table.shown("a"))


def test_a_living_player_who_goes_away_and_comes_back_reads_no_gallery():
    table = talk()
    table.do("a", m.Went())
    table.do("w", m.Say("gallery", "CANARY"))
    table.do("a", m.Enter("A", "person"))
    assert table.refusal("a", m.Say("gallery", "me")) == "gallery-not-yours"
    assert "CANARY" not in repr(table.shown("a"))


@pytest.mark.parametrize(("text", "code"), [("", "say-empty"), ("x" * 401, "say-long")])
def test_lines_have_a_length(text, code):
    table = talk()
    assert table.refusal("a", m.Say("table", text)) == code
    assert table.do("a", m.Say("table", "x" * 400))


def test_lines_are_numbered_by_what_the_eye_has_read_and_keep_their_speakers_name():
    table = talk()
    table.do("w", m.Say("gallery", "one"))
    table.do("a", m.Say("table", "two"))
    table.do("w", m.LeaveTable())
    numbered = [(line.number, line.name, line.text) for line in table.view("a").chat]
    assert numbered == [(1, "A", "two")]
    assert [(line.number, line.name) for line in table.state.chat] == [(1, "W"), (2, "A")]


def test_a_bot_speaks_in_code_where_a_living_player_may():
    table = Driven(Coin())
    table.seat("a", "b")
    table.do("a", m.AddBot("calm"))
    table.again()
    assert table.do("b1", m.Speak("hello", {"seat": 0})) == [f.Spoke("b1", "table", "hello", {"seat": 0})]
    table.time_up()
    assert table.refusal("b1", m.Speak("hello", {})) == "talk-closed"
    assert table.refusal(SERVER, m.Speak("hello", {})) == "not-here"


def test_the_audience_of_the_gallery_is_the_gallery_now():
    table = after_a_death()
    assert audience(table.state, "gallery").eyes == {"d", "w", "t"}
    assert audience(table.state, "table").eyes is None
