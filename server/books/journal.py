"""Where tables are kept: an append-only list of batches for each.

`SqliteJournal` keeps them in the house's database, `MemoryJournal` nowhere (tests, `naisho play`).  The
protocol is small on purpose: a journal that several machines share needs nothing more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

import apsw
from attrs import define, field, frozen

from engine.codec import Codec, dumps
from engine.facts import Fact
from engine.table import facts as f
from server.books.chain import Batch
from server.books.database import DISK_FAILURES, Database

T = TypeVar("T")


class Conflict(Exception):
    """Somebody else appended first: read what was missed and decide again."""


class JournalDown(Exception):
    """The disk did not take it; nothing was kept.  It may work again later."""


@frozen
class TableRow:
    """A table in the journal: its game and the last table time (ms) that was kept."""

    id: str
    code: str
    game: str
    time: int


class Journal(Protocol):
    """An append-only store of batches.  Every method raises `JournalDown` when the disk fails."""

    async def append(self, table: str, expected: int, batch: Batch) -> None:
        """Keep a batch for ever; `expected` is the `seq` of the last record known to the caller.

        Raises:
            Conflict: the table's log does not end there.
        """

    async def read(self, table: str, after: int = 0) -> Sequence[Batch]:
        """The batches whose records come after `seq` `after`, in order.

        Raises:
            ValueError: one of them is damaged, or was written by another version of a game.
        """

    async def tables(self) -> Sequence[TableRow]:
        """Every table that was not closed, oldest first."""

    async def beat(self, times: Mapping[str, int]) -> None:
        """Keep the table time (ms) of running tables, by table id."""


@define
class MemoryJournal:
    """A journal that is gone with its process."""

    _logs: dict[str, list[Batch]] = field(factory=dict)
    _times: dict[str, int] = field(factory=dict)

    async def append(self, table: str, expected: int, batch: Batch) -> None:
        """Keep a batch.  Raises `Conflict`: the table's log does not end at `expected`."""
        log = self._logs.setdefault(table, [])
        if expected != (log[-1].last if log else 0):
            raise Conflict
        log.append(batch)
        self._times[table] = batch.at

    async def read(self, table: str, after: int = 0) -> Sequence[Batch]:
        """The batches after `seq` `after`, in order."""
        return [batch for batch in self._logs.get(table, ()) if batch.last > after]

    async def tables(self) -> Sequence[TableRow]:
        """Every table that was not closed, oldest first."""
        rows = []
        for table, log in self._logs.items():
            created = log[0].records[0].fact
            if isinstance(created, f.Created) and _closed(log[-1]) is None:
                rows.append(TableRow(table, created.code, created.game, self._times[table]))
        return rows

    async def beat(self, times: Mapping[str, int]) -> None:
        """Keep table times (ms) of running tables, by table id."""
        self._times |= times


class SqliteJournal:
    """The journal in the house's database; a batch is on the disk when `append` returns."""

    def __init__(self, database: Database, codec: Codec) -> None:
        self._database = database
        self._codec = codec

    async def append(self, table: str, expected: int, batch: Batch) -> None:
        """Keep a batch on disk.

        Raises:
            Conflict: the table's log does not end at `expected`.
            JournalDown: the disk fails.
        """
        body = dumps(
            {
                "command": self._codec.command(batch.command),
                "records": [self._codec.record(record) for record in batch.records],
            }
        )
        await self._run(lambda db: _append(db, table, expected, batch, body))

    async def read(self, table: str, after: int = 0) -> Sequence[Batch]:
        """The batches after `seq` `after`, in order.

        Raises:
            JournalDown: the disk fails.
            ValueError: a batch is damaged, or was written by another version of a game.
        """
        return [self._batch(row) for row in await self._run(lambda db: _rows(db, table, after))]

    async def tables(self) -> Sequence[TableRow]:
        """Every table that was not closed, oldest first.  Raises `JournalDown`."""
        select = "SELECT id, code, game, time FROM game_table WHERE closed IS NULL ORDER BY rowid"
        rows: list[Any] = await self._run(lambda db: db.execute(select).fetchall())
        return [TableRow(*row) for row in rows]

    async def beat(self, times: Mapping[str, int]) -> None:
        """Keep table times (ms) of running tables, by table id.  Raises `JournalDown`."""
        rows = [(time, table) for table, time in times.items()]
        await self._run(lambda db: db.executemany("UPDATE game_table SET time = max(time, ?) WHERE id = ?", rows))

    async def find(self, code_or_id: str) -> TableRow | None:
        """The newest table of that code, or the one of that id, also if it is closed."""
        select = (
            "SELECT id, code, game, time FROM game_table WHERE id = :1 OR code = upper(:1) ORDER BY rowid DESC LIMIT 1"
        )
        row: Any = await self._run(lambda db: db.execute(select, (code_or_id,)).fetchone())
        return TableRow(*row) if row else None

    def _batch(self, row: Sequence[Any]) -> Batch:
        """A batch as it was appended, but for its scores, which have a table of their own."""
        no, at, ruleset, body, salt, previous, digest, signature = row
        try:
            told = json.loads(body)
            command = self._codec.to_command(told["command"])
            records = tuple(self._codec.to_record(record) for record in told["records"])
        except (KeyError, TypeError) as error:
            raise ValueError(f"batch {no} is damaged: {error!r}") from error
        return Batch(no, at, ruleset, command, records, salt, previous, digest, signature)

    async def _run(self, work: Callable[[apsw.Connection], T]) -> T:
        try:
            return await self._database.run(work)
        except DISK_FAILURES as error:
            raise JournalDown(str(error)) from error


def _append(db: apsw.Connection, table: str, expected: int, batch: Batch, body: str) -> None:
    """One transaction: the batch, the table's time, whether it is closed, and who won what.

    The scores could be derived from the log, but then every profile page would have to decode and fold every
    log; as rows of the same transaction they cannot disagree with it.
    """
    last = db.execute("SELECT last FROM batch WHERE table_id = ? ORDER BY no DESC LIMIT 1", (table,)).fetchone()
    if expected != (last[0] if last else 0):
        raise Conflict
    created = batch.records[0].fact
    if isinstance(created, f.Created):
        db.execute("INSERT INTO game_table (id, code, game) VALUES (?, ?, ?)", (table, created.code, created.game))
    db.execute(
        "INSERT INTO batch (table_id, no, last, at, ruleset, body, salt, previous, hash, signature)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            table, batch.no, batch.last, batch.at, batch.ruleset, body, batch.salt, batch.previous, batch.hash,
            batch.signature,
        ),
    )  # fmt: skip
    db.execute("UPDATE game_table SET time = ?, closed = ? WHERE id = ?", (batch.at, _closed(batch), table))
    db.executemany(
        "INSERT INTO score (person, table_id, game_no, game, result, stand_in) VALUES (?, ?, ?, ?, ?, ?)",
        [(s.person, table, s.game_no, s.game, s.result, int(s.stand_in)) for s in batch.scores],
    )


def _rows(db: apsw.Connection, table: str, after: int) -> list[tuple[Any, ...]]:
    return db.execute(
        "SELECT no, at, ruleset, body, salt, previous, hash, signature FROM batch"
        " WHERE table_id = ? AND last > ? ORDER BY no",
        (table, after),
    ).fetchall()


def _closed(batch: Batch) -> str | None:
    """Why the batch closes its table, None if it does not."""
    facts: list[Fact] = [record.fact for record in batch.records]
    return next((fact.reason for fact in facts if isinstance(fact, f.Closed)), None)
