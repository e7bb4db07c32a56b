"""A finished game as a file that anybody can check: JSON lines, a header and then every batch of its table.

What never opens (docs/rules.md: gallery talk, choices that were changed, lucky words that were not dealt, the
table's code) is left out; its hash stands in its place, so that the chain still holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from engine.codec import Codec, dumps
from engine.errors import Refusal
from engine.facts import EVERYONE, Record
from engine.table import facts as f
from engine.table import moves as m
from engine.table.state import Rules, TableState, evolve
from server.books.chain import Batch, hashes, item_salt, items
from server.books.signing import key_of

FORMAT: Final = 1
"""Version of the file."""

Place = tuple[int, int]
"""Batch number and position: 0 is the command, then the records."""


def export(codec: Codec, games: Mapping[str, Rules], table: str, batches: Sequence[Batch]) -> str:
    """The table's log up to the end of its last finished game.  `game` in its first line is the one with which the
    table began.  The key is the one that signed that end.

    Raises:
        Refusal: `no-finished-game`.
    """
    ends = [(n, end.game_no) for n, batch in enumerate(batches, 1) if (end := ended(batch.records))]
    if not ends:
        raise Refusal("no-finished-game")
    length, game_no = ends[-1]
    told = batches[:length]
    created = next(record.fact for record in batches[0].records if isinstance(record.fact, f.Created))
    private = hidden(games, created.game, told)
    header = {
        "naisho": FORMAT,
        "table": table,
        "game": created.game,
        "game_no": game_no,
        "key": key_of(told[-1].signature),
    }
    lines = [header, *(_line(codec, batch, private) for batch in told)]
    return "".join(dumps(line) + "\n" for line in lines)


def ended(records: Iterable[Record]) -> f.Ended | None:
    """The end of a game among the records."""
    return next((record.fact for record in records if isinstance(record.fact, f.Ended)), None)


def hidden(games: Mapping[str, Rules], first: str, batches: Sequence[Batch]) -> frozenset[Place]:
    """The items that never open, of a log that begins with the game `first`."""
    answers: dict[tuple[int, str, int], Place] = {}
    words: dict[str, Place] = {}
    private: set[Place] = set()
    opened: set[Place] = set()
    state = TableState(games[first], games)
    for batch in batches:
        for position, record in enumerate(batch.records, 1):
            place, fact = (batch.no, position), record.fact
            if may_hide(record):
                private.add(place)
            match fact:
                case f.Answered(seat, no, prompt):
                    answers[no, prompt, seat] = place
                case f.Sealed(no):
                    opened |= {place for (phase, _, _), place in answers.items() if phase == no}
                case f.WordGiven(who):
                    words[who] = place
                case f.Dealt():
                    opened |= {words[seat.who] for seat in state.seats if state.words.get(seat.who)}
            state = evolve(state, fact)
    private -= opened
    typed = {batch.no for batch in batches if isinstance(batch.command.move, (m.Answer, m.Ready, *m.TALK))}
    # What somebody typed is told by the first record that it caused.
    return frozenset(private | {(no, 0) for no, position in private if position == 1 and no in typed})


def may_hide(record: Record) -> bool:
    """Whether the record is of a kind that may stay out of a file.  The seed is opened, so it must be there."""
    return record.audience != EVERYONE and not record.fact.OPENS and not isinstance(record.fact, f.SeedKept)


def _line(codec: Codec, batch: Batch, private: frozenset[Place]) -> dict[str, Any]:
    values, digests = items(codec, batch), hashes(codec, batch)
    told = [
        {"hash": digest}
        if (batch.no, position) in private
        else {"salt": item_salt(batch.salt, position).hex(), "value": value}
        for position, (value, digest) in enumerate(zip(values, digests, strict=True))
    ]
    line = {"no": batch.no, "at": batch.at, "ruleset": batch.ruleset, "items": told, "hash": batch.hash}
    return line | ({"signature": batch.signature} if batch.signature else {})
