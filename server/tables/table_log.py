"""A table whose log is kept on disk.

A command is decided, kept in the journal, folded, and only then shown: nobody sees a fact that is not on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce

from attrs import evolve as replace
from attrs import frozen

from engine.codec import Codec
from engine.facts import Record
from engine.game import Game
from engine.table import facts as f
from engine.table import moves as m
from engine.table.eyes import SeenBy
from engine.table.live import Table
from engine.table.state import evolve
from server.books.chain import GENESIS, SALT_BYTES, Batch, linked
from server.books.journal import Journal
from server.books.scores import scores


@frozen
class Archive:
    """Where logs are kept and what they are made with: the journal, the games of the house, the codec, random bytes,
    and the host's signature under a hash."""

    journal: Journal
    games: Mapping[str, Game]
    codec: Codec
    entropy: Callable[[int], bytes]
    sign: Callable[[str], str]


class TableLog:
    """One table with its log in the journal.  To be used by one task at a time."""

    def __init__(self, table_id: str, rules: Game, archive: Archive) -> None:
        self.id = table_id
        self._begun_with = rules
        self._archive = archive
        self.table = self._new()
        self._link = (0, GENESIS)

    def _new(self) -> Table:
        return Table(self._begun_with, games=self._archive.games)

    async def load(self) -> int:
        """Take all that the journal has.  The table time (ms) of the last batch.

        Raises:
            ValueError: the log is damaged, or cannot be read by this version.
            JournalDown: the disk fails.
        """
        batches = await self._archive.journal.read(self.id)
        if not batches:
            raise ValueError("there is nothing in its log")
        try:
            for batch in batches:
                self._take_kept(batch)
        except ValueError:
            self.table = self._new()  # at half a table nothing may fall due
            raise
        return batches[-1].at

    async def apply(self, command: m.Command, at: int) -> tuple[Batch, SeenBy] | None:
        """Decide, keep, take.  What came of it, if anything.

        Raises:
            Refusal: the command is not possible now.
            Conflict: somebody else has appended first; take what was `missed`, and decide again.
            JournalDown: the disk fails; nothing has changed.
        """
        records = self.table.decide(command, at)
        if not records:
            return None
        batch = self._batch(command, at, records)
        await self._archive.journal.append(self.id, self.table.seq, batch)
        return batch, self.take(batch)

    async def missed(self) -> Sequence[Batch]:
        """What somebody else has appended, to be taken.

        Raises:
            JournalDown: the disk fails.
        """
        return await self._archive.journal.read(self.id, self.table.seq)

    def take(self, batch: Batch) -> SeenBy:
        """Fold a batch that is in the journal; the news of each eye that saw something."""
        self._link = (batch.no, batch.hash)
        return self.table.take(batch.records)

    def _batch(self, command: m.Command, at: int, records: tuple[Record, ...]) -> Batch:
        """The batch that the records make, signed if a game ends in it."""
        facts = [record.fact for record in records]
        salt, rules = self._archive.entropy(SALT_BYTES), self.table.rules
        batch = linked(self._archive.codec, self.id, self._link, at, rules.ruleset, command, records, salt)
        ended = next((fact for fact in facts if isinstance(fact, f.Ended)), None)
        if ended is None:
            return batch
        cast = reduce(evolve, facts, self.table.state).cast
        return replace(batch, signature=self._archive.sign(batch.hash), scores=scores(rules.id, cast, ended))

    def _take_kept(self, batch: Batch) -> None:
        """Take a batch of the journal, which may have lost some, or been changed by hand.  Raises ValueError."""
        if (batch.no - 1, batch.previous) != self._link:
            raise ValueError(f"batch {batch.no} does not follow batch {self._link[0]}")
        if not batch.records:
            raise ValueError(f"batch {batch.no} makes no sense: it has no records")
        try:
            self.take(batch)
        except Exception as error:  # facts that nobody decided: a fold may raise anything then
            raise ValueError(f"batch {batch.no} makes no sense: {type(error).__name__}") from error
