"""Phrases: who may say one where, who reads it, and what a phrase may hold.

A phrase has the rights and the readers of a line that is said in its place, whatever is hidden.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Refusal
from engine.games import GAMES
from engine.table import facts as f
from engine.table import moves as m
from engine.table.bots import CALLED_MS, Wakes
from engine.table.rules import chance_of, decide
from engine.table.talk import fillings
from tests.engine.test_table_talk import CHAT, after_a_death, after_the_game, lobby, talk, vote_after_a_death
from tests.support.coin import Coin
from tests.support.driving import Driven


@pytest.mark.parametrize(
    ("setup", "who"), [row[:2] for row in CHAT], ids=[f"{row[0].__name__}-{row[1]}" for row in CHAT]
)
@pytest.mark.parametrize("scope", ["table", "gallery"])
def test_a_phrase_is_said_and_read_as_a_line_in_its_place(setup, who, scope):
    def told(move):
        table = setup()
        try:
            records = decide(table.state, m.Command(who, move), table.now, chance_of(table.state))
        except Refusal as refusal:
            return refusal.code
        return [(type(record.fact).__name__.replace("Spoke", "Said"), record.audience) for record in records]

    assert told(m.Phrase(scope, "well", {})) == told(m.Say(scope, "well"))


@pytest.mark.parametrize(
    ("setup", "code", "params", "refused"),
    [
        (talk, "well", {}, None),
        (talk, "hello", {"seat": 3}, None),
        (after_a_death, "hello", {"seat": 3}, None),
        (after_a_death, "when", {"round": "2"}, None),
        (after_the_game, "hello", {"seat": 3}, None),
        (talk, "hullo", {}, "phrase-unknown"),
        (talk, "", {}, "phrase-unknown"),
        (talk, "hello", {}, "phrase-slots"),
        (talk, "hello", {"seat": 0, "wording": "calm-1"}, "phrase-slots"),
        (talk, "well", {"seat": 0}, "phrase-slots"),
        (talk, "hello", {"seat": 4}, "phrase-seat"),
        (talk, "hello", {"seat": -1}, "phrase-seat"),
        (talk, "hello", {"seat": "0"}, "phrase-seat"),
        (talk, "when", {"round": "2"}, "phrase-round"),
        (talk, "when", {"round": 1}, "phrase-round"),
        (talk, "when", {"round": "01"}, "phrase-round"),
        (lobby, "hello", {"seat": 0}, "phrase-seat"),
        (lobby, "when", {"round": "1"}, "phrase-round"),
        (lobby, "well", {}, None),
    ],
)
def test_what_is_filled_in_has_to_be_there(setup, code, params, refused):
    table = setup()
    move = m.Phrase("table", code, params)
    if refused:
        assert table.refusal("a", move) == refused
    else:
        assert table.do("a", move) == [f.Spoke("a", "table", code, params)]
        assert (table.view("b").chat[-1].code, table.view("b").chat[-1].params) == (code, params)


@given(
    code=st.text(max_size=12),
    params=st.dictionaries(st.text(max_size=6), st.text(max_size=6) | st.integers(), max_size=3),
)
def test_anything_else_is_refused(code, params):
    table = talk()
    assert table.refusal("a", m.Phrase("table", code, params)).startswith("phrase-")


def test_a_line_knows_its_game_and_phase():
    table = lobby()
    table.do("a", m.Say("table", "hi"))
    table.again()
    table.do("a", m.Phrase("table", "well", {}))
    assert [(line.game, line.phase) for line in table.view("b").chat] == [(0, 0), (1, 1)]


@pytest.mark.parametrize("setup", [talk, after_a_death, vote_after_a_death, after_the_game])
def test_every_eye_is_offered_the_same(setup):
    table = setup()
    offered = {eye: [fillings(table.view(eye), slot) for slot in ("seat", "round")] for eye in "abcdwt"}
    assert set(map(str, offered.values())) == {str([fillings(table.state, slot) for slot in ("seat", "round")])}


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_each_game_has_eight_to_sixteen_phrases(game):
    assert 8 <= len(game.phrases) <= 16


# --- a bot that is called -----------------------------------------------------------------------------


def with_bots():
    table = Driven(Coin())
    table.seat("a", "b")
    for _ in range(2):
        table.do("a", m.AddBot("calm"))
    table.again()
    return table, Wakes()


def look(table, wakes):
    wakes.follow(table.state, table.now, chance_of(table.state))
    return wakes.next()


def test_a_bot_that_a_person_names_looks_up_soon():
    table, wakes = with_bots()
    while (wake := look(table, wakes)) is not None:  # both bots have looked for the last time
        wakes.done(wake)
    table.now += 40_000
    table.do("a", m.Phrase("table", "hello", {"seat": 2}))
    wake = look(table, wakes)
    assert (wake.seat, wake.last) == (2, False)
    assert CALLED_MS[0] <= wake.at - table.now <= CALLED_MS[1]
    wakes.done(wake)
    assert look(table, wakes) is None, "once for each call"
    table.do("b", m.Phrase("table", "hello", {"seat": 2}))
    assert look(table, wakes).seat == 2


@pytest.mark.parametrize(
    ("who", "code", "params"), [("a", "hello", {"seat": 1}), ("a", "well", {}), ("b1", "hello", {"seat": 3})]
)
def test_nothing_else_makes_a_bot_look_up(who, code, params):
    """Not a phrase about a person, nor one about nobody, nor what bots say to each other."""
    table, wakes = with_bots()
    before = look(table, wakes)
    table.do(who, m.Speak(code, params) if who == "b1" else m.Phrase("table", code, params))
    assert look(table, wakes) == before


def test_when_a_called_bot_looks_up_follows_from_what_is_public():
    """The same call in two worlds that differ in a gallery line gives the same moment."""
    moments = []
    for gallery in (0, 3):
        table, wakes = with_bots()
        table.enter("w")
        for _ in range(gallery):
            table.do("w", m.Say("gallery", "psst"))
        look(table, wakes)
        table.do("a", m.Phrase("table", "hello", {"seat": 2}))
        moments.append(look(table, wakes))
    assert moments[0] == moments[1]


def test_calls_before_a_restart_are_not_answered_twice():
    table, wakes = with_bots()
    table.do("a", m.Phrase("table", "hello", {"seat": 2}))
    table.now = table.state.phase.deadline - 1
    wakes.follow(table.state, table.now, chance_of(table.state), resumed=True)
    assert wakes.next() is None or wakes.next().last
