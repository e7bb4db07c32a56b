"""A table's log and what is folded from it: the server's state, and the view of every eye.

A command is decided, kept in the journal, folded, and only then shown: nobody sees a fact that is not on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce

from attrs import evolve as replace
from attrs import frozen

from engine.codec import Codec
from engine.facts import Eye, Record
from engine.game import Game
from engine.house import News
from engine.table import facts as f
from engine.table import moves as m
from engine.table.rules import chance_of, decide
from engine.table.state import TableState, evolve
from server.books.chain import GENESIS, SALT_BYTES, Batch, linked
from server.books.journal import Conflict, Journal
from server.books.scores import scores
from server.tables.eyes import Eyes

SeenBy = Mapping[Eye, list[News]]
"""The news of each eye that saw something."""


@frozen
class Archive:
    """Where logs are kept and what they are made with: the journal, the codec, random bytes, and the host's
    signature under a hash."""

    journal: Journal
    codec: Codec
    entropy: Callable[[int], bytes]
    sign: Callable[[str], str]


class TableLog:
    """One table's log.  To be used by one task at a time."""

    def __init__(self, table_id: str, rules: Game, archive: Archive, show: Callable[[Batch, SeenBy], None]) -> None:
        """`show` is called after every batch, one's own or another's, once it is on disk and folded."""
        self.id = table_id
        self.state = TableState(rules)
        self.eyes = Eyes(rules)
        self._archive = archive
        self._show = show
        self._seq = 0
        self._link = (0, GENESIS)

    async def load(self) -> int:
        """Fold all that the journal has, showing nothing.  The table time (ms) of the last batch.

        Raises:
            ValueError: the log is damaged, or cannot be read by this version.
            JournalDown: the disk fails.
        """
        batches = await self._archive.journal.read(self.id)
        if not batches:
            raise ValueError("there is nothing in its log")
        try:
            for batch in batches:
                self._fold_kept(batch)
        except ValueError:
            self.state = TableState(self.state.rules)  # at half a table nothing may fall due
            raise
        return batches[-1].at

    async def apply(self, command: m.Command, now: Callable[[], int]) -> None:
        """Decide, keep, fold, show; again from the start if somebody else appended first.

        Raises:
            Refusal: the command is not possible now.
            JournalDown: the disk fails; nothing has changed.
        """
        while True:
            at = now()
            records = decide(self.state, command, at, chance_of(self.state), self._seq)
            if not records:
                return
            batch = self._batch(command, at, records)
            try:
                await self._archive.journal.append(self.id, self._seq, batch)
            except Conflict:
                for missed in await self._archive.journal.read(self.id, self._seq):
                    self._show(missed, self._fold(missed))
            else:
                self._show(batch, self._fold(batch))
                return

    def _batch(self, command: m.Command, at: int, records: tuple[Record, ...]) -> Batch:
        """The batch that the records make, signed if a game ends in it."""
        facts = [record.fact for record in records]
        salt, rules = self._archive.entropy(SALT_BYTES), self.state.rules
        batch = linked(self._archive.codec, self.id, self._link, at, rules.ruleset, command, records, salt)
        ended = next((fact for fact in facts if isinstance(fact, f.Ended)), None)
        if ended is None:
            return batch
        cast = reduce(evolve, facts, self.state).cast
        return replace(batch, signature=self._archive.sign(batch.hash), scores=scores(rules.id, cast, ended))

    def _fold_kept(self, batch: Batch) -> None:
        """Fold a batch of the journal, which may have lost some, or been changed by hand.  Raises ValueError."""
        if (batch.no - 1, batch.previous) != self._link:
            raise ValueError(f"batch {batch.no} does not follow batch {self._link[0]}")
        try:
            self._fold(batch)
        except Exception as error:  # facts that nobody decided: a fold may raise anything then
            raise ValueError(f"batch {batch.no} makes no sense: {type(error).__name__}") from error

    def _fold(self, batch: Batch) -> SeenBy:
        """Bring state and eyes up to the batch."""
        self.state = reduce(evolve, (record.fact for record in batch.records), self.state)
        self._seq, self._link = batch.last, (batch.no, batch.hash)
        return self.eyes.see(batch.records, [place.who for place in self.state.everybody])
