"""A table that is open.  It has one task with an inbox, so that everything at it happens one after the other.

Besides what people ask for, the task does what is the house's own to do (`_due`): deadlines, absence, bots, the
commitment to the next game's seed, closing an empty room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from operator import itemgetter
from typing import Final, NoReturn, Protocol

from attrs import frozen

from engine.chance import SEED_BYTES
from engine.errors import Refusal
from engine.facts import EVERYONE, SERVER, Eye, Fact
from engine.game import Game
from engine.house import News, Notice, Person
from engine.options import Value
from engine.outcome import Result
from engine.table import facts as f
from engine.table import moves as m
from engine.table.bots import Wake
from engine.table.eyes import SeenBy
from engine.table.facts import Access
from engine.table.state import Seat, TableState, Watcher
from server import logs
from server.books.chain import Batch
from server.books.journal import Conflict, JournalDown
from server.tables.clock import Alarm, HouseClock, PauseClock, TableClock
from server.tables.inbox import Inbox, Work
from server.tables.table_log import Archive, TableLog

RETRY: Final = 1.0
"""Seconds after which the house tries again what the disk, or a fault, did not let it do."""

LINGER: Final = 1800.0
"""Seconds for which a table stays after a finished game that everybody has left: enough to come back for its result,
and little enough that the house does not fill with empty rooms."""

FAILURES: Final = frozenset({"journal-down", "house-fault"})
"""Refusals for which nobody's move is to blame: the house says so, and tries again what is its own to do."""

STALE: Final = frozenset({"phase-over", "no-game", "not-asked", "talk-closed", "table-chat-living", "paused"})
"""Refusals of a bot's move that only mean that the table has gone on since it looked up."""


class TablePresence(Protocol):
    """A session, as a table sees it."""

    @property
    def person(self) -> Person:
        """Whose session it is."""

    @property
    def here(self) -> bool:
        """Whether the session still goes on and is its person's newest."""

    def sees(self, table: LiveTable, news: list[News], *, first: bool = False) -> None:
        """Its eye was shown something; with `first` these are all facts that it ever saw."""

    def tell(self, event: Notice) -> None:
        """A sentence for this person."""


@frozen
class Backroom:
    """What the house lends to each of its tables.

    `grace` are the seconds for which an absent person's seat waits.  `changed` is told after every batch, `gone`
    when a person is no longer at the table, and why (see `TableGone`).
    """

    archive: Archive
    clock: HouseClock
    grace: float
    changed: Callable[[LiveTable], None]
    gone: Callable[[LiveTable, TablePresence, str], None]


class LiveTable:
    """One open table.  Its methods may be called from any task of the loop; each waits for its turn."""

    def __init__(self, table_id: str, rules: Game, backroom: Backroom) -> None:
        self.id = table_id
        self._backroom = backroom
        self._log = TableLog(table_id, rules, backroom.archive)
        self._clock = TableClock(backroom.clock.now)
        self._pause = PauseClock()
        self._present: dict[Eye, TablePresence] = {}
        self._away: dict[Eye, float] = {}
        self._deserted: float | None = None
        self._alarm: Alarm | None = None
        self._rest_until = 0.0
        self._down = self._told = False
        self._inbox = Inbox(f"table {table_id}", self._upkeep)

    # --- what people and the hub ask for --------------------------------------------------------------

    async def create(self, presence: TablePresence, code: str, access: Access, options: Mapping[str, Value]) -> None:
        """Make the table for the first who comes, and sit them down.

        Raises:
            Refusal: the options are wrong, or the journal is down.
        """
        move = m.Create(self.id, code, self.state.rules.id, access, options)

        async def work() -> None:
            try:
                await self._apply(m.Command(SERVER, move))
            except Refusal:
                self._backroom.changed(self)  # it is not open: the hub drops it, whoever waits or does not
                raise
            await self._enter(presence)
            await self._apply(m.Command(presence.person.id, m.Sit()))

        await self._inbox.do(work)

    async def load(self, time: int) -> None:
        """Take up a table of the journal; `time` is the last table time (ms) that was kept.

        Raises:
            ValueError: the log cannot be read by this version.
            JournalDown: the disk fails.
        """
        await self._inbox.do(partial(self._load, time))

    async def enter(self, presence: TablePresence) -> None:
        """Let a person in, or back; from then on their session is shown what their eye sees.

        Raises:
            Refusal: they may not come in.
        """
        await self._inbox.do(partial(self._enter, presence))

    async def act(self, who: Eye, move: m.Move) -> None:
        """Make a person's move.

        Raises:
            Refusal: it is not possible now; nothing has changed.
        """
        await self._inbox.do(partial(self._apply, m.Command(who, move)))

    async def step_out(self, presence: TablePresence) -> None:
        """Back to the house's lobby: who plays, or holds the author's chair of a game, is only away."""

        async def work() -> None:
            who = presence.person.id
            if self._present.get(who) is not presence:
                return
            if self.state.playing and (self.state.seat_of(who) is not None or self.state.author == who):
                self._part(presence, "left")
            else:
                await self._apply(m.Command(who, m.LeaveTable()))

        await self._inbox.do(work)

    def lose(self, presence: TablePresence) -> None:
        """The session has ended; if the person has no other, they are away."""
        if self._present.get(presence.person.id) is presence:
            del self._present[presence.person.id]
            self._inbox.ring()

    @property
    def open(self) -> bool:
        """Whether there is a table here, made and not yet closed."""
        return bool(self.state.id) and self.state.stage != "closed"

    @property
    def state(self) -> TableState:
        """The table as the server knows it: for the house's own use only."""
        return self._log.table.state

    def now(self) -> int:
        """Table time in ms."""
        return self._clock.now()

    @property
    def running(self) -> bool:
        """Whether a game is running and its time passes."""
        return self.state.playing and self._clock.running

    @property
    def deserted(self) -> float | None:
        """Since when (house time, s) everybody has been gone; None while somebody is in the room."""
        return self._deserted

    def let_go(self) -> None:
        """Close soon, if nobody is in the room."""
        if self._deserted is not None:
            self._deserted = -LINGER
            self._inbox.ring()

    def view(self, eye: Eye) -> TableState:
        """What an eye of the room knows."""
        return self._log.table.view(eye)

    async def idle(self) -> None:
        """Wait until everything asked for so far is done."""
        await self._inbox.idle()

    def retire(self) -> None:
        """Take nothing more on; what was asked for so far is still done."""
        self._inbox.retire()

    async def stop(self) -> None:
        """Finish what was asked for, then do nothing any more."""
        await self._inbox.stop()
        if self._alarm:
            self._alarm.cancel()

    # --- the task -------------------------------------------------------------------------------------

    async def _load(self, time: int) -> None:
        self._clock.forward(max(time, await self._log.load()))
        self._keep_time()
        self._note_absence()
        self._log.table.follow(self.now(), resumed=True)

    async def _enter(self, presence: TablePresence) -> None:
        person = presence.person
        await self._apply(m.Command(person.id, m.Enter(person.name, "guest" if person.guest else "person")))
        # A session that ended while it waited is not here; `_due` then finds its person absent.
        if presence.here:
            self._present[person.id] = presence
            presence.sees(self, self._log.table.eyes.history(person.id), first=True)
            if self._told:
                presence.tell(Notice("journal-down", {}))

    async def _apply(self, command: m.Command) -> None:
        try:
            await self._carry_out(command)
        except JournalDown as error:
            self._journal_fails(command.move, error)
        except Refusal:
            raise
        except Exception as error:  # a fault of ours must not end anybody's session, nor this task
            logs.get().exception("table-fault", table=self.id, move=type(command.move).__name__)
            raise Refusal("house-fault") from error

    async def _carry_out(self, command: m.Command) -> None:
        """Decide, keep, show; again from the start if somebody else appended first."""
        while True:
            try:
                done = await self._log.apply(command, self.now())
            except Conflict:
                for batch in await self._log.missed():
                    self._show(batch, self._log.take(batch))
            else:
                if done:
                    self._show(*done)
                return

    def _show(self, batch: Batch, seen_by: SeenBy) -> None:
        """Let everybody have what they may know of a batch that is folded."""
        self._journal_works(batch)
        self._clock.forward(batch.at)
        self._keep_time()
        counted = any(isinstance(record.fact, f.PauseRan) for record in batch.records)
        self._pause.follow(self.state, self._backroom.clock.now(), counted=counted)
        self._note_absence()
        self._log.table.follow(batch.at)
        for eye, news in seen_by.items():
            if eye in self._present:
                self._present[eye].sees(self, news)
        for record in batch.records:
            self._see_off(record.fact)
        self._backroom.changed(self)

    def _see_off(self, fact: Fact) -> None:
        """Part with whoever the fact sends away."""
        leaving: dict[Eye, str]
        match fact:
            case f.Left(who, reason):
                leaving = {who: reason}
            case f.Quit(who):
                leaving = {who: "left"}
            case f.Closed():
                leaving = {who: "closed" for who in self._present}
            case _:
                return
        for eye, why in leaving.items():
            if eye in self._present:
                self._part(self._present[eye], why)

    def _part(self, presence: TablePresence, reason: str) -> None:
        del self._present[presence.person.id]
        self._backroom.gone(self, presence, reason)

    def _keep_time(self) -> None:
        """Table time stands while the table is paused."""
        if self.state.paused is None:
            self._clock.start()
        else:
            self._clock.stop()

    def _note_absence(self) -> None:
        """Since when everybody whom the grace still protects has been away; after a restart it begins anew."""
        now, known = self._backroom.clock.now(), self._away
        self._away = {place.who: known.get(place.who, now) for place in self.state.everybody if _protected(place)}
        if any(place.kind != "bot" for place in self.state.everybody):
            self._deserted = None
        elif self._deserted is None:
            self._deserted = now

    # --- what falls to the house ----------------------------------------------------------------------

    async def _upkeep(self) -> None:
        """Do everything that is due, then set the alarm for what comes next."""
        if self._alarm:
            self._alarm.cancel()
        while (first := min(self._due(), key=itemgetter(0), default=None)) is not None:
            when, step = max(first[0], self._rest_until), first[1]
            if when > self._backroom.clock.now():
                self._alarm = self._backroom.clock.call_at(when, self._inbox.ring)
                return
            try:
                await step()
            except Refusal as refusal:
                self._rest_until = self._backroom.clock.now() + RETRY
                if refusal.code not in FAILURES:
                    logs.get().error("refused-to-house", table=self.id, refusal=str(refusal))

    def _due(self) -> Iterator[tuple[float, Work]]:
        """What the house has to do and when (its time).  All of it follows from the state, so that it is neither
        lost when the disk fails nor when the server stops."""
        state, now = self.state, self._backroom.clock.now()
        if not self.open:
            return
        for who in state.people:
            if who not in self._present:
                yield now, self._command(who, m.Went())
        if state.stage == "lobby" and self._deserted is not None:
            yield self._deserted + (LINGER if _has_result(state) else 0.0), self._command(SERVER, m.Close("empty"))
        elif state.stage == "lobby" and not state.commitment:
            yield now, self._commit
        pause = self._pause.due()
        if pause is not None:
            yield pause[0], self._command(SERVER, m.PauseRan(pause[1]))
        for who, since in self._away.items():
            yield since + self._backroom.grace, self._command(who, m.GraceOver())
        if state.phase is not None and self._clock.running:
            wake = self._log.table.wakes.next()
            if wake is not None:
                yield self._clock.when(wake.at), partial(self._wake, wake)
            yield self._clock.when(state.phase.ends), self._command(SERVER, m.TimeUp(state.phase.no))

    def _command(self, who: Eye, move: m.Move) -> Work:
        return partial(self._apply, m.Command(who, move))

    async def _commit(self) -> None:
        seed = self._backroom.archive.entropy(SEED_BYTES)
        await self._apply(m.Command(SERVER, m.Commit(seed.hex())))

    async def _wake(self, wake: Wake) -> None:
        """Let a bot look up.  Its view may be outrun by what it does itself; such moves are dropped."""
        seat = self.state.seats[wake.seat]
        try:
            for command in self._log.table.look_up(wake):
                await self._bot_move(command)
        except Refusal:
            raise
        except Exception:  # a bot's fault must not stop the table: the time-out answers for it
            logs.get().exception("bot-fault", table=self.id, temperament=seat.temperament)
        self._log.table.wakes.done(wake)

    async def _bot_move(self, command: m.Command) -> None:
        try:
            await self._apply(command)
        except Refusal as refusal:
            if refusal.code == "journal-down":
                raise
            if refusal.code not in STALE:
                logs.get().warning("bot-refused", table=self.id, refusal=str(refusal))

    def _journal_fails(self, move: m.Move, error: JournalDown) -> NoReturn:
        """Nothing advances.  Everybody at the table is told once, and again when it works, but never at the moment of
        something that only its maker may know of."""
        if not self._down:
            self._down = True
            logs.get().error("journal-down", table=self.id, error=str(error))
        if not self._told and _is_public(move):
            self._told = True
            self._tell_all("journal-down")
        raise Refusal("journal-down") from error

    def _journal_works(self, batch: Batch) -> None:
        self._rest_until = 0.0
        if self._down:
            self._down = False
            logs.get().info("journal-back", table=self.id)
        if self._told and any(record.audience == EVERYONE for record in batch.records):
            self._told = False
            self._tell_all("journal-back")

    def _tell_all(self, code: str) -> None:
        for presence in self._present.values():
            presence.tell(Notice(code, {}))


def _has_result(state: TableState) -> bool:
    """Whether people may want to come back for the result of the last game; a void one has none."""
    return state.outcome is not None and state.outcome.result is not Result.VOID


def _protected(place: Seat | Watcher) -> bool:
    """Whether an absence still runs against the grace."""
    if isinstance(place, Seat) and (place.stand_in or place.quit):
        return False
    return place.away


def _is_public(move: m.Move) -> bool:
    """Whether everybody may notice that this was tried: talk at the table, and what falls to the house."""
    return move.scope == "table" if isinstance(move, m.Say | m.Phrase) else not isinstance(move, m.PERSONAL)
