"""Facts, moves, records and commands as canonical JSON: everything comes back as it was, nothing else comes in."""

import json
from typing import get_args, get_origin

import pytest
from attrs import fields, resolve_types
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.codec import Codec, dumps
from engine.facts import EVERYONE, SERVER_ONLY, Fact, Record, among, only
from engine.games import GAMES
from engine.games.love.facts import BLANK, BallotOpened
from engine.table import facts as f
from engine.table import moves as m
from engine.table.state import TableState
from tests.support.coin import Coin, Fell, Out
from tests.support.driving import Driven

CODEC = Codec([*GAMES.values(), Coin()])
TABLE_FACTS = [cls for cls in vars(f).values() if isinstance(cls, type) and issubclass(cls, Fact) and cls is not Fact]
GAME_FACTS = [cls for game in (*GAMES.values(), Coin()) for cls in game.facts]
FACTS = TABLE_FACTS + GAME_FACTS
MOVES = [*m.PERSONAL, *m.SERVERS]


def values_of(kind):
    """Values of an annotated type; a fact inside a fact is one that opens."""
    if kind is Fact:
        return st.one_of([made(cls) for cls in FACTS if cls.OPENS])
    if get_origin(kind) is tuple and Ellipsis in get_args(kind):
        return st.lists(values_of(get_args(kind)[0]), max_size=3).map(tuple)
    return st.from_type(kind)


def made(cls):
    """Instances of a fact or move with every field filled in."""
    resolve_types(cls)
    return st.builds(cls, **{a.name: values_of(a.type) for a in fields(cls)})


@pytest.mark.parametrize("cls", FACTS, ids=lambda cls: cls.__name__)
def test_every_fact_comes_back_as_it_was_and_has_one_text(cls):
    @settings(max_examples=25, deadline=None)
    @given(made(cls))
    def holds(fact):
        text = dumps(CODEC.fact(fact))
        again = CODEC.to_fact(json.loads(text))
        assert again == fact and type(again) is cls
        assert dumps(CODEC.fact(again)) == text
        assert dumps(json.loads(text)) == text

    holds()


@pytest.mark.parametrize("cls", MOVES, ids=lambda cls: cls.__name__)
def test_every_move_comes_back_as_it_was(cls):
    @settings(max_examples=25, deadline=None)
    @given(made(cls), st.text(max_size=5))
    def holds(move, who):
        assert CODEC.to_move(json.loads(dumps(CODEC.move(move)))) == move
        command = m.Command(who, move)
        assert CODEC.to_command(json.loads(dumps(CODEC.command(command)))) == command

    holds()


def test_every_kind_of_move_has_a_name():
    declared = {cls for cls in vars(m).values() if isinstance(cls, type) and issubclass(cls, m.Move)} - {m.Move}
    assert declared == set(MOVES)


def test_a_blank_vote_is_stored_as_it_always_was():
    """Journals are hashed as they are read and written again: another text would break the chain of old ones."""
    told = '{"ballot":1,"day":2,"kind":"love.BallotOpened","votes":{"0":1,"1":null,"3":null}}'
    fact = CODEC.to_fact(json.loads(told))
    assert fact == BallotOpened(2, 1, {0: 1, 1: BLANK, 3: BLANK})
    assert dumps(CODEC.fact(fact)) == told


@pytest.mark.parametrize("vote", ["1", "", "BLANK", True, 1.5, [], {}])
def test_a_vote_is_a_seat_or_a_blank(vote):
    with pytest.raises(ValueError, match="wrong type"):
        CODEC.to_fact({"kind": "love.BallotOpened", "day": 2, "ballot": 1, "votes": {"0": vote}})


@pytest.mark.parametrize("audience", [EVERYONE, SERVER_ONLY, only("u1"), among(["u2", "u10", "g1"])])
def test_a_record_comes_back_with_its_audience(audience):
    record = Record(7, 1500, audience, f.Left("u1", "gone"))
    assert CODEC.to_record(json.loads(dumps(CODEC.record(record)))) == record


def test_the_text_of_a_record_by_hand():
    """Keys are sorted as texts, also those of seats, so that a text that was read is written as it was."""
    record = Record(3, 90_000, among(["u2", "u10"]), Out(1, {2: 0, 10: 1}))
    assert dumps(CODEC.record(record)) == (
        '{"at":90000,"eyes":["u10","u2"],"fact":{"kind":"coin.Out","seat":1,"votes":{"10":1,"2":0}},"seq":3}'
    )


def test_text_is_utf_8_and_not_escaped():
    assert dumps(CODEC.fact(f.Said("u1", "table", "内緒"))) == (
        '{"kind":"Said","scope":"table","text":"内緒","who":"u1"}'
    )


def test_a_game_names_its_facts():
    assert CODEC.fact(Fell(1, 2, 0)) == {"kind": "coin.Fell", "round": 1, "seat": 2, "side": 0}


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        None,
        "Said",
        {"kind": "Nothing"},
        {"kind": ["Said"]},
        {"kind": None},
        {"kind": "Fact"},
        {"kind": "Fell", "round": 1, "seat": 2, "side": 0},
        {"kind": "Left", "who": "u1"},
        {"kind": "Left", "who": "u1", "reason": "bored"},
        {"kind": "Left", "who": 1, "reason": "left"},
        {"kind": "Left", "who": "u1", "reason": "left", "more": 1},
        {"kind": "PauseWanted", "who": "u1", "yes": "false"},
        {"kind": "PauseWanted", "who": "u1", "yes": 0},
        {"kind": "PhaseClosed", "no": "1"},
        {"kind": "PhaseClosed", "no": 1.0},
        {"kind": "PhaseClosed", "no": True},
        {"kind": "Opened", "game_no": 1, "seed": "", "words": [], "secrets": [{"kind": "Nothing"}]},
    ],
)
def test_what_is_no_fact_is_a_value_error(value):
    with pytest.raises(ValueError, match=r".+"):
        CODEC.to_fact(value)


@pytest.mark.parametrize(
    "value",
    [
        {},
        None,
        {"do": "Fly"},
        {"do": "Move"},
        {"do": "Said", "who": "u1", "scope": "table", "text": "x"},
        {"do": "Say", "scope": "house", "text": "x"},
        {"do": "Say", "scope": "table", "text": None},
        {"do": "Say", "scope": "table", "text": "half \ud83d"},
        {"do": "Say", "scope": "table"},
        {"do": "Sit", "seat": 1},
        {"do": "Answer", "no": 1, "prompt": "a", "values": {"a": 1}},
        {"do": "Answer", "no": 1, "prompt": "a", "values": ["a"]},
        {"do": "Answer", "no": "1", "prompt": "a", "values": {}},
        {"do": "SetOption", "name": "x", "value": True},
        {"do": "SetOption", "name": "x", "value": 1.5},
        {"do": "SetOption", "name": "x", "value": None},
        {"do": "Ready", "word": 7},
    ],
)
def test_what_is_no_move_is_a_value_error(value):
    with pytest.raises(ValueError, match=r".+"):
        CODEC.to_move(value)


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"seq": 1, "at": 0, "fact": {"kind": "PhaseClosed", "no": 1}},
        {"seq": "x", "at": 0, "eyes": None, "fact": {"kind": "PhaseClosed", "no": 1}},
        {"seq": 1, "at": 0, "eyes": 5, "fact": {"kind": "PhaseClosed", "no": 1}},
        {"seq": 1, "at": 0, "eyes": None, "fact": {}},
    ],
)
def test_what_is_no_record_is_a_value_error(value):
    with pytest.raises(ValueError, match=r".+"):
        CODEC.to_record(value)


@pytest.mark.parametrize("value", [None, {}, {"who": "u1"}, {"move": {"do": "Sit"}}, {"who": "u1", "move": {}}])
def test_what_is_no_command_is_a_value_error(value):
    with pytest.raises(ValueError, match=r".+"):
        CODEC.to_command(value)


def test_a_view_is_plain_json_without_its_rules():
    table = Driven(Coin())
    table.start("a", "b", words=("clover", ""))
    table.do("a", m.Pause())
    table.do("a", m.VoteVoid())
    plain = CODEC.plain(table.view("a"))
    assert json.loads(dumps(plain)) == json.loads(json.dumps(plain))
    assert "rules" not in plain
    assert (plain["words"], plain["paused"], plain["void_wanted"]) == ({"a": "clover"}, "a", ["a"])
    assert plain["phase"]["name"] == "talk"
    ((round_, seat, side),) = table.view("a").play.coins
    assert json.loads(dumps(plain))["play"]["coins"] == [[round_, seat, side]]


def test_sets_are_written_in_order():
    state = TableState(rules=Coin(), barred=frozenset({"u2", "u10", "u1"}))
    assert CODEC.plain(state)["barred"] == ["u1", "u10", "u2"]
