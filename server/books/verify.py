"""Checks an exported game: every hash, every signature, and every command run again by the rules.

The file must tell what the rules decide from the commands, the seed and the lucky words.  So no die, answer or
audience can be changed without being found.  Batches of an older ruleset are not run again: their hashes,
signatures and dice are checked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import reduce
from typing import Any, NoReturn

from attrs import define, field, frozen

from engine.chance import commitment
from engine.codec import Codec, dumps
from engine.errors import Refusal
from engine.facts import Fact, Record
from engine.game import Game
from engine.table import facts as f
from engine.table.rules import chance_of, decide
from engine.table.state import Rules, TableState, evolve
from server.books.chain import GENESIS, SALT_BYTES, batch_hash, item_hash
from server.books.export import FORMAT, ended, may_hide
from server.books.signing import fingerprint, signed

_ASIDE = (f.Readied, f.Countdown)
"""What a hidden command may tell beside its hidden record: that its maker is ready, or that all are."""


class Unreadable(Exception):
    """The file cannot be checked at all; the message is one sentence."""


class Lie(Exception):
    """The first thing in the file that cannot be true."""

    def __init__(self, game: int, batch: int, what: str) -> None:
        super().__init__(f"game {game}, batch {batch}: {what}")
        self.game = game
        self.batch = batch
        self.what = what


@frozen
class Verdict:
    """What was found true: the table's id, its game, how many games ended, and the host key's fingerprint.  `old` are
    the first batches, played by an older ruleset, whose moves were not run again."""

    table: str
    game: str
    games: int
    batches: int
    old: int
    key: str


def verify(text: str, games: Mapping[str, Game]) -> Verdict:
    """Check a file made by `server.books.export`.

    Raises:
        Lie: it was changed, or never was true.
        Unreadable: it is no such file, or of another version.
    """
    lines = [_parsed(line, number) for number, line in enumerate(text.splitlines(), 1)]
    header = lines[0] if lines else {}
    if header.get("naisho") != FORMAT:
        raise Unreadable(f"not an exported game of format {FORMAT}")
    rules = games.get(str(header.get("game")))
    if rules is None:
        raise Unreadable(f"there is no game {header.get('game')!r} here")
    try:
        key = fingerprint(str(header.get("key")))
    except ValueError:
        raise Unreadable("the key in the first line is not a public key") from None
    begun = TableState(rules, games)
    check = _Check(Codec(games.values()), begun, str(header.get("table")), str(header.get("key")))
    for line in lines[1:]:
        check.batch(line)
    if check.finished is None or check.finished != header.get("game_no"):
        check.lie(f"the file ends here, but the end of game {header.get('game_no')} is not the last thing in it")
    return Verdict(check.table, check.rules.id, len(check.state.results), check.no, check.old, key)


@define
class _Check:
    """The check of one file, batch by batch."""

    codec: Codec
    state: TableState
    table: str
    key: str
    no: int = 0
    at: int = 0
    seq: int = 0
    previous: str = GENESIS
    finished: int | None = None
    ruleset: int = 1
    rulesets: dict[str, int] = field(factory=dict)
    """The newest ruleset so far of each game: a table may change its game."""
    old: int = 0

    @property
    def rules(self) -> Rules:
        """The game of the table before the present batch."""
        return self.state.rules

    def lie(self, what: str) -> NoReturn:
        """Raises `Lie` about the present batch."""
        raise Lie(max(1, self.state.game_no), self.no, what)

    def batch(self, line: Mapping[str, Any]) -> None:
        """Check the next batch and fold it."""
        self.no += 1
        if line.get("no") != self.no:
            self.lie("a batch is missing here, or batches are out of order")
        at, items = line.get("at"), line.get("items")
        if not isinstance(at, int) or at < self.at:
            self.lie("its time is before that of the batch before")
        if not isinstance(items, list) or len(items) < 2 or not all(isinstance(item, dict) for item in items):
            self.lie("it is no batch of a command and records")
        self.at = at
        self._take_ruleset(line.get("ruleset"))
        if "value" not in items[0]:
            records = self._told(items)
        elif self.ruleset == self.rules.ruleset:
            records = self._replayed(items)
        else:
            records = self._believed(items)
        self._check_link(line, items)
        self.state = reduce(evolve, (record.fact for record in records), self.state)
        self.seq += len(items) - 1
        self._check_signature(line, records)

    def _take_ruleset(self, ruleset: Any) -> None:
        if type(ruleset) is not int or not 1 <= ruleset <= self.rules.ruleset:
            raise Unreadable(f"played by ruleset {ruleset!r} of {self.rules.id}, here is {self.rules.ruleset}")
        if ruleset < self.rulesets.get(self.rules.id, 1):
            self.lie("its ruleset is older than that of the batch before")
        self.ruleset = self.rulesets[self.rules.id] = ruleset
        self.old += ruleset < self.rules.ruleset

    def _believed(self, items: list[dict[str, Any]]) -> tuple[Record, ...]:
        """The records of an open command of an older ruleset, whose dice must be those of the seed."""
        state, records = self.state, []
        try:
            self.codec.to_command(items[0]["value"])
        except ValueError as error:
            self.lie(f"the command cannot be read: {error}")
        for n, item in enumerate(items[1:], self.seq + 1):
            if "value" not in item:
                self.lie("a fact is left out, but its command is not")
            record = self._record(item["value"])
            if (record.seq, record.at) != (n, self.at):
                self.lie(f"the number or time of {_kind(record)} is wrong")
            try:
                fair, state = _fair(state, record.fact, self.table), evolve(state, record.fact)
            except Exception as error:  # forged facts may break any assumption of a fold
                self.lie(f"{_kind(record)} makes no sense here: {type(error).__name__}")
            if not fair:
                self.lie(f"{_kind(record)} is not what the seed gives")
            records.append(record)
        return tuple(records)

    def _record(self, value: Any) -> Record:
        try:
            return self.codec.to_record(value)
        except ValueError as error:
            self.lie(f"a fact cannot be read: {error}")

    def _replayed(self, items: list[dict[str, Any]]) -> tuple[Record, ...]:
        """The records that the rules give for an open command; they must be the file's."""
        records = self._decided(items[0]["value"])
        if len(records) != len(items) - 1:
            self.lie(f"the rules give {len(records)} facts here, the file tells {len(items) - 1}")
        for record, item in zip(records, items[1:], strict=True):
            if "value" in item:
                self._compare(record, item["value"])
            elif not may_hide(record):
                self.lie(f"{_kind(record)} is left out, but it must be told")
        return records

    def _decided(self, value: Any) -> tuple[Record, ...]:
        try:
            command = self.codec.to_command(value)
            return decide(self.state, command, self.at, chance_of(self.state), self.seq)
        except Refusal as refusal:
            self.lie(f"the rules refuse this command: {refusal}")
        except Exception as error:  # a forged command may break any assumption of the rules
            self.lie(f"this is no command that could be given here: {type(error).__name__}")

    def _told(self, items: list[dict[str, Any]]) -> tuple[Record, ...]:
        """The open records beside a hidden command.  They decide nothing, so nothing can be smuggled in with them."""
        if all("value" in item for item in items[1:]):
            self.lie("a command is left out, but nothing that it told was private")
        told = []
        for n, item in enumerate(items[1:], self.seq + 1):
            if "value" not in item:
                continue
            record = self._record(item["value"])
            if not isinstance(record.fact, _ASIDE) or (record.seq, record.at) != (n, self.at):
                self.lie(f"{_kind(record)} is told without the command that caused it")
            told.append(record)
        return tuple(told)

    def _compare(self, record: Record, told: Any) -> None:
        expected = json.loads(dumps(self.codec.record(record)))
        if told == expected:
            return
        kind = expected["fact"]["kind"]
        if not isinstance(told, dict) or not isinstance(told.get("fact"), dict) or told["fact"].get("kind") != kind:
            self.lie(f"the rules give {kind} here, the file tells something else")
        if told.get("eyes") != expected["eyes"]:
            self.lie(f"{kind} is told to others than the rules say")
        names = [name for name, value in expected["fact"].items() if told["fact"].get(name) != value]
        parts = ", ".join(f"{kind}.{name}" for name in names) or f"the number or time of {kind}"
        self.lie(f"{parts} is not what the rules and the seed give")

    def _check_link(self, line: Mapping[str, Any], items: list[dict[str, Any]]) -> None:
        hashes = [self._item_hash(item) for item in items]
        digest = batch_hash(self.table, self.no, self.at, self.ruleset, self.previous, hashes)
        if line.get("hash") != digest:
            self.lie("its hash does not fit its contents and the batch before")
        self.previous = digest

    def _item_hash(self, item: Mapping[str, Any]) -> str:
        if "value" not in item:
            return str(item.get("hash"))
        try:
            salt = bytes.fromhex(item["salt"])
        except (KeyError, TypeError, ValueError):
            salt = b""
        if len(salt) != SALT_BYTES:
            self.lie("an item has no proper salt")
        return item_hash(salt, item["value"])

    def _check_signature(self, line: Mapping[str, Any], records: tuple[Record, ...]) -> None:
        """A batch in which a game ends, and no other, is signed."""
        end = ended(records)
        self.finished = end.game_no if end else None
        if end and not signed(self.key, self.previous, str(line.get("signature"))):
            self.lie("the host's signature under the end of the game is not good")
        if not end and "signature" in line:
            self.lie("it is signed, but no game ends here")


def _fair(state: TableState, fact: Fact, table: str) -> bool:
    """Whether a fact is what the seed that was committed to, and the lucky words, give after `state`."""
    match fact:
        case f.Created(id=name):
            return name == table
        case f.Committed(game_no, digest):
            return digest == commitment(bytes.fromhex(state.seed), table, game_no)
        case f.Dealt(words=words):
            return words == tuple(state.words.get(seat.who, "") for seat in state.seats)
        case f.Opened(game_no, seed, words, secrets):
            kept = commitment(bytes.fromhex(seed), table, game_no) == state.commitment
            return kept and (seed, words, secrets) == (state.seed, state.lucky, state.sealed)
    return not state.playing or state.rules.drawn(state.play, fact, chance_of(state)) == fact


def _kind(record: Record) -> str:
    return type(record.fact).__name__


def _parsed(line: str, number: int) -> Mapping[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        raise Unreadable(f"line {number} is not JSON") from None
    if not isinstance(value, dict):
        raise Unreadable(f"line {number} is not a JSON object")
    return value
