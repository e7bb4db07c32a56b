"""The hub: everybody who is connected, and every table that is open.  Sessions meet nowhere else."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from engine.codec import Codec
from engine.errors import Refusal
from engine.facts import Eye
from engine.game import Game
from engine.house import LobbyView, Notice, Person, Profile
from engine.options import Value
from engine.table.facts import Access
from server import logs
from server.books.accounts import Arrival
from server.books.export import export
from server.books.journal import Journal, JournalDown
from server.house.codes import new_code, read_code
from server.house.lobby import HouseChat, Listing, Looks, Waves, belonging, looks_of, plays
from server.house.person_store import PersonStore
from server.house.presence import Presence
from server.house.purse import KNOCK, LINE, TABLE, WAITING, Deed, Purses
from server.rates import source
from server.tables.clock import Alarm, HouseClock
from server.tables.live_table import FAILURES, Backroom, LiveTable, TablePresence
from server.tables.table_log import Archive

GRACE = 90.0
"""Seconds for which an absent person's seat waits for them before a stand-in takes it."""

BEAT = 4.0
"""Seconds between beats of table time: with a slow disk's second, a crash gives back five at most."""

MOST_TABLES = 200
"""Open tables in one house: as many as its lobby can still list."""

_STOP_WITHIN = 4.0

_UNCHOSEN = Profile()


class Hub:
    """One house.  Make it in a running event loop, `load` it, and let people `arrive`."""

    def __init__(
        self,
        games: Mapping[str, Game],
        journal: Journal,
        store: PersonStore,
        sign: Callable[[str], str],
        clock: HouseClock,
        *,
        grace: float = GRACE,
        crowd: float = 1.0,
        entropy: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self.games = games
        self.store = store
        self._journal = journal
        self._clock = clock
        self._entropy = entropy
        self._codec = Codec(games.values())
        archive = Archive(journal, games, self._codec, entropy, sign)
        self._backroom = Backroom(archive, clock, grace, self._table_changed, self._table_gone)
        self._tables: dict[str, LiveTable] = {}
        self._presences: dict[Eye, Presence] = {}
        self._whereabouts: dict[Eye, LiveTable] = {}
        self._looks: dict[str, Looks] = {}
        self._listings: dict[str, Listing] = {}
        self._waves = Waves(clock, self._show_lobby)
        self._chat = HouseChat()
        self._purses = Purses(crowd)
        self._waiting = int(WAITING * crowd)
        self._makers: dict[str, str] = {}
        self._beating: asyncio.Task[None] | None = None
        self._next_beat: Alarm = clock.call_at(clock.now() + BEAT, self._beat)

    # --- the life of the house ------------------------------------------------------------------------

    async def load(self) -> None:
        """Take up every table that the journal has open.  Everybody there is away until they come back.

        A table that this version cannot read stays in the journal and is logged.

        Raises:
            JournalDown: the disk fails.
        """
        for row in await self._journal.tables():
            rules = self.games.get(row.game)
            if rules is None:
                logs.get().error("table-unreadable", table=row.id, reason=f"there is no game {row.game!r}")
                continue
            table = LiveTable(row.id, rules, self._backroom)
            try:
                await table.load(row.time)
            except ValueError as error:
                logs.get().error("table-unreadable", table=row.id, reason=str(error))
                await table.stop()
                continue
            if table.open:
                self._tables[row.code] = table
                self._looks[table.id] = looks_of(table.state)
                for who in belonging(table.state):
                    if table.state.playing or who not in self._whereabouts:
                        self._whereabouts[who] = table

    async def close(self) -> None:
        """Say goodbye to all, keep the time of every table, finish what was asked for.  Ends within 5 s.

        A step that fails is logged and holds up no other.
        """
        self.farewell()
        self._next_beat.cancel()
        self._waves.stop()
        steps = [self._keep_times(), *(table.stop() for table in self._tables.values())]
        try:
            async with asyncio.timeout(_STOP_WITHIN):
                results = await asyncio.gather(*steps, return_exceptions=True)
        except TimeoutError:
            logs.get().error("not-saved-in-time")
            return
        for fault in results:
            if fault is not None:
                logs.get().error("not-closed", exc_info=fault)

    def farewell(self) -> None:
        """Tell every session that the server stops."""
        for presence in self._presences.values():
            presence.goodbye("server-stops")

    async def idle(self) -> None:
        """Wait until every table has done what was asked of it so far, and time is kept."""
        for table in list(self._tables.values()):
            await table.idle()
        if self._beating:
            await self._beating

    # --- people ---------------------------------------------------------------------------------------

    @asynccontextmanager
    async def welcome(self, arrival: Arrival) -> AsyncIterator[Presence]:
        """A session for as long as the block lasts, with what the door has to tell its person.

        Raises:
            Refusal: `journal-down`, `house-fault`: what the person has chosen cannot be read.
        """
        profile = await self.store.profile(arrival.person.id)
        presence = await self.arrive(arrival.person, profile, arrival.rejoin_code or None, arrival.address)
        try:
            for notice in arrival.notices:
                presence.tell(notice)
            yield presence
        finally:
            self.depart(presence)

    async def arrive(
        self,
        person: Person,
        profile: Profile = _UNCHOSEN,
        rejoin_code: str | None = None,
        address: str = "",
    ) -> Presence:
        """A session for a person who has come in, until it is told to `depart`.

        An older session of theirs is taken over; whoever fell out of a table is back at it.
        """
        presence = Presence(self, person, profile, rejoin_code, address)
        try:
            await self._settle(presence)
        except BaseException:
            self.depart(presence)
            raise
        return presence

    def depart(self, presence: Presence) -> None:
        """The session has ended; harmless if a newer one took over."""
        if self._presences.get(presence.person.id) is not presence:
            return
        del self._presences[presence.person.id]
        presence.goodbye("cut")
        if presence.table:
            presence.table.lose(presence)
        self._waves.changed()

    def presence(self, who: Eye) -> Presence | None:
        """The newest session of a person."""
        return self._presences.get(who)

    def spend(self, presence: Presence, deed: Deed) -> None:
        """Charge a session's person, and their address.

        Raises:
            Refusal: `too-fast`.
        """
        self._purses.spend(presence.person.id, presence.address, deed, self._clock.now())

    async def rejoin(self, presence: Presence, code: str) -> None:
        """A guest proves to be an earlier guest and goes on as that one.

        Raises:
            Refusal: `rejoin-guests`, `rejoin-unknown`, `too-fast`, `journal-down`, `house-fault`.
        """
        if not presence.person.guest:
            raise Refusal("rejoin-guests")
        self.spend(presence, KNOCK)
        person = await self.store.rejoin(code)
        if person is None:
            raise Refusal("rejoin-unknown")
        self._purses.knew(presence.address, self._clock.now())
        if person.id == presence.person.id:
            return
        profile = await self.store.profile(person.id)
        if presence.table:
            await presence.table.step_out(presence)
        if not presence.here:  # taken over meanwhile: the newer session is not this one's to end
            return
        del self._presences[presence.person.id]
        presence.become(person, profile, code)
        await self._settle(presence)

    def came(self, presence: Presence, table: LiveTable) -> None:
        """The person of a session is at a table now, and is brought back to it if their connection is lost."""
        self._whereabouts[presence.person.id] = table

    async def _settle(self, presence: Presence) -> None:
        person = presence.person
        older = self._presences.get(person.id)
        self._presences[person.id] = presence
        presence.lobby_changed()
        self._waves.changed()
        if older:
            older.goodbye("taken-over")
        table = self._whereabouts.get(person.id)
        if table is None:
            return
        try:
            await table.enter(presence)
        except Refusal as refusal:
            if older:
                table.lose(older)
            if refusal.code in FAILURES:
                presence.tell(Notice(refusal.code, {}))

    # --- the lobby ------------------------------------------------------------------------------------

    def say(self, presence: Presence, text: str) -> None:
        """A clean line of house chat.

        Raises:
            Refusal: `house-chat-seated`, `too-fast`.
        """
        if self._plays(presence.person.id):
            raise Refusal("house-chat-seated")
        self.spend(presence, LINE)
        self._chat.add(presence.person, text)
        self._waves.changed()

    def lobby(self, who: Eye) -> LobbyView:
        """The lobby as `who` may see it: a living player of a running game reads no house chat."""
        cards = (self._listing(table).for_reader(who) for table in self._tables.values())
        return LobbyView(
            tuple(presence.person for presence in self._presences.values()),
            tuple(listed for listed in cards if listed),
            () if self._plays(who) else self._chat.lines,
        )

    def _listing(self, table: LiveTable) -> Listing:
        age, listing = table.now() // 1000, self._listings.get(table.id)
        if listing is None or not listing.shows(table.state, age):
            listing = self._listings[table.id] = Listing.of(table.state, age)
        return listing

    def _plays(self, who: Eye) -> bool:
        return any(plays(table.state, who) for table in self._tables.values())

    def _stays(self, who: Eye, at: LiveTable | None = None) -> None:
        """Refuse a living player of a running game any table but `at`.  Somebody who is dead in that game, or watches
        it, could tell them at another table what the living may not know."""
        if any(plays(table.state, who) for table in self._tables.values() if table is not at):
            raise Refusal("plays-elsewhere")

    def _show_lobby(self) -> None:
        """Tell everybody but the living players of running games that there is a newer lobby."""
        for presence in self._presences.values():
            if presence.table is None or not plays(presence.table.state, presence.person.id):
                presence.lobby_changed()

    # --- tables ---------------------------------------------------------------------------------------

    async def create(self, presence: Presence, game: str, access: Access, options: Mapping[str, Value]) -> str:
        """Make a table with its maker seated; its code.

        Raises:
            Refusal: `game-unknown`, `plays-elsewhere`, `house-full`, `tables-waiting`, `too-fast`, or what the options
                are refused for.
        """
        rules = self.games.get(game)
        if rules is None:
            raise Refusal("game-unknown", game=game)
        self._stays(presence.person.id)
        self.spend(presence, TABLE)
        self._make_room()
        maker = source(presence.address)
        if maker and self._held(maker) >= self._waiting:
            raise Refusal("tables-waiting", most=self._waiting)
        if presence.table:
            await presence.table.step_out(presence)
        code = new_code(access, self._below, self._tables)
        table = LiveTable(self._entropy(8).hex(), rules, self._backroom)
        self._tables[code] = table
        self._makers[table.id] = maker
        await table.create(presence, code, access, options)
        return code

    def _held(self, maker: str) -> int:
        """Tables made from an address at which people are and no game runs.  After a restart they are nobody's."""
        waiting = (table for table in self._tables.values() if table.deserted is None and not table.state.playing)
        return sum(self._makers.get(table.id) == maker for table in waiting)

    def _make_room(self) -> None:
        """Let the table go that has been deserted longest, where there are too many.

        Raises:
            Refusal: `house-full`: there is somebody at every one.
        """
        if len(self._tables) < MOST_TABLES:
            return
        empty = [(table.deserted, table.id, table) for table in self._tables.values() if table.deserted is not None]
        if len(self._tables) - len(empty) >= MOST_TABLES:
            raise Refusal("house-full", most=MOST_TABLES)
        min(empty)[2].let_go()

    async def enter(self, presence: Presence, code: str) -> None:
        """Bring a person to a table by its code.

        Raises:
            Refusal: `no-such-table`, `plays-elsewhere`, `too-fast`, or why they may not come in.
        """
        table = self._tables.get(read_code(code))
        self.spend(presence, KNOCK)
        if table is None:
            raise Refusal("no-such-table")
        self._purses.knew(presence.address, self._clock.now())
        if presence.table is table:
            return
        self._stays(presence.person.id, table)
        if presence.table:
            await presence.table.step_out(presence)
        await table.enter(presence)

    async def export(self, table: LiveTable) -> str:
        """The last finished game of a table as a file for `naisho verify`.

        Raises:
            Refusal: `no-finished-game`, `journal-down`.
        """
        try:
            batches = await self._journal.read(table.id)
        except JournalDown as error:
            raise Refusal("journal-down") from error
        return export(self._codec, self.games, table.id, batches)

    def _below(self, limit: int) -> int:
        """A random number in `range(limit)`; 64 bits, so that a remainder does not matter."""
        return int.from_bytes(self._entropy(8), "big") % limit

    def _table_changed(self, table: LiveTable) -> None:
        """Tell the lobby, but only of what it can see: nobody may notice that somebody chose something."""
        looks = looks_of(table.state) if table.open else None
        if looks is None:
            self._tables = {code: other for code, other in self._tables.items() if other is not table}
            self._makers.pop(table.id, None)
            self._listings.pop(table.id, None)
            table.retire()
        shown = self._looks.pop(table.id, None)
        if looks is not None:
            self._looks[table.id] = looks
        if looks == shown:
            return
        staying = belonging(table.state) if table.open else frozenset()
        self._whereabouts = {
            who: place for who, place in self._whereabouts.items() if place is not table or who in staying
        }
        self._waves.changed()

    def _table_gone(self, table: LiveTable, presence: TablePresence, reason: str) -> None:
        self._whereabouts.pop(presence.person.id, None)
        newest = self._presences.get(presence.person.id)
        if newest is presence:
            newest.gone(table.state.code, reason)

    # --- table time -----------------------------------------------------------------------------------

    def _beat(self) -> None:
        now = self._clock.now()
        self._purses.forget_rested(now)
        self._next_beat = self._clock.call_at(now + BEAT, self._beat)
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._keep_times(), name="beat")

    async def _keep_times(self) -> None:
        times = {table.id: table.now() for table in self._tables.values() if table.running}
        if not times:
            return
        try:
            await self._journal.beat(times)
        except JournalDown as error:
            logs.get().error("beat-lost", error=str(error))
