"""A house on a virtual clock, with people who remember what they were shown.  Nobody sleeps."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from itertools import count

import asyncssh
from attrs import asdict, define, evolve, field

from engine.house import Event, Goodbye, LobbyChanged, LobbyView, News, Notice, Person, Profile, TableChanged, TableGone
from engine.options import Value
from engine.table import moves as m
from engine.table.state import TableState
from server.books.journal import MemoryJournal
from server.books.signing import host_signer
from server.house.hub import Hub
from tests.support.coin import Coin

KEY = asyncssh.generate_private_key("ssh-ed25519")
SIGN = host_signer(KEY)


@define(eq=False)
class VirtualClock:
    """Seconds that pass only when a test says so."""

    seconds: float = 1000.0
    _alarms: list[VirtualAlarm] = field(factory=list)

    def now(self) -> float:
        return self.seconds

    def call_at(self, when: float, callback: Callable[[], None]) -> VirtualAlarm:
        alarm = VirtualAlarm(when, callback)
        self._alarms.append(alarm)
        return alarm

    def next_before(self, end: float) -> VirtualAlarm | None:
        """Take the next alarm that rings before `end`."""
        self._alarms = [alarm for alarm in self._alarms if not alarm.cancelled]
        alarm = min(self._alarms, key=lambda alarm: alarm.when, default=None)
        if alarm is None or alarm.when > end + 1e-9:  # floats
            return None
        self._alarms.remove(alarm)
        return alarm


@define(eq=False)
class VirtualAlarm:
    when: float
    callback: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        self.cancelled = True


@define
class FakeStore:
    """The accounts, as far as the house asks them."""

    codes: dict[str, Person] = field(factory=dict)
    profiles: dict[str, Profile] = field(factory=dict)
    books: dict[tuple[str, str], dict[int, str]] = field(factory=dict)
    last: dict[str, dict[str, Mapping[str, Value]]] = field(factory=dict)

    async def rejoin(self, code: str) -> Person | None:
        return self.codes.get(code)

    async def profile(self, person_id: str) -> Profile:
        return self.profiles.get(person_id, Profile())

    async def keep_profile(self, person_id: str, chosen: Profile) -> None:
        choices = {name: value for name, value in asdict(chosen).items() if value is not None}
        self.profiles[person_id] = evolve(await self.profile(person_id), **choices)

    async def options(self, person_id: str) -> Mapping[str, Mapping[str, Value]]:
        return dict(reversed(self.last.get(person_id, {}).items()))

    async def keep_options(self, person_id: str, game: str, options: Mapping[str, Value]) -> None:
        self.last.setdefault(person_id, {}).pop(game, None)
        self.last[person_id][game] = options

    async def notes(self, person_id: str, game: str) -> Mapping[int, str]:
        return self.books.get((person_id, game), {})

    async def keep_note(self, person_id: str, game: str, seat: int, mark: str) -> None:
        self.books.setdefault((person_id, game), {})[seat] = mark


@define(eq=False)
class Player:
    """A session and everything that it was shown."""

    world: World
    house: object
    events: list[Event] = field(factory=list)
    _reader: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        return self.house.person.id

    def listen(self) -> None:
        self._reader = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while True:
            event = await self.house.next()
            self.events.append(event)
            if isinstance(event, Goodbye):
                return

    async def act(self, move: m.Move) -> None:
        await self.house.act(move)
        await self.world.settle()

    async def answer(self, prompt: str, **values: str) -> None:
        await self.act(m.Answer(self.view.phase.no, prompt, values or {prompt: "yes"}))

    def leave(self) -> None:
        """The connection is gone."""
        self.world.hub.depart(self.house)

    @property
    def shown(self) -> list[TableChanged]:
        return [event for event in self.events if isinstance(event, TableChanged)]

    @property
    def view(self) -> TableState:
        return self.shown[-1].view

    @property
    def lobby(self) -> LobbyView:
        return [event.view for event in self.events if isinstance(event, LobbyChanged)][-1]

    @property
    def news(self) -> list[News]:
        """All news since the person came to the table."""
        start = max(n for n, event in enumerate(self.shown) if event.first)
        return [news for event in self.shown[start:] for news in event.news]

    @property
    def notices(self) -> list[str]:
        return [event.code for event in self.events if isinstance(event, Notice)]

    @property
    def gone(self) -> list[str]:
        return [event.reason for event in self.events if isinstance(event, TableGone)]

    @property
    def goodbye(self) -> str | None:
        return next((event.code for event in self.events if isinstance(event, Goodbye)), None)


def facts(player: Player) -> list[str]:
    """What the player was shown since the last `clear`."""
    return [type(news.fact).__name__ for event in player.shown for news in event.news]


def clear(*players: Player) -> None:
    for player in players:
        player.events.clear()


class World:
    """A hub, its clock and its journal."""

    def __init__(self, journal=None, games=None, grace=90.0) -> None:
        self.clock = VirtualClock()
        self.journal = journal or MemoryJournal()
        self.store = FakeStore()
        self.games = games or {"coin": Coin()}
        self.grace = grace
        self._random = count(1)
        self.hub = self.new_hub()

    def new_hub(self) -> Hub:
        return Hub(self.games, self.journal, self.store, SIGN, self.clock, grace=self.grace, entropy=self.entropy)

    def entropy(self, size: int) -> bytes:
        return hashlib.shake_128(str(next(self._random)).encode()).digest(size)

    async def join(self, name: str, *, guest: bool = False, address: str = "") -> Player:
        """Somebody comes in, or comes in again."""
        person = Person(f"{'g' if guest else 'u'}-{name}", name, guest)
        player = Player(self, await self.hub.arrive(person, address=address))
        player.listen()
        await self.settle()
        return player

    async def settle(self) -> None:
        """Let everything happen that does not wait for time."""
        await self.hub.idle()
        for _ in range(5):
            await asyncio.sleep(0)

    async def pass_time(self, seconds: float) -> None:
        """Let time pass; everything that is due on the way happens at its moment."""
        await self.settle()
        end = self.clock.seconds + seconds
        while alarm := self.clock.next_before(end):
            self.clock.seconds = max(self.clock.seconds, alarm.when)
            alarm.callback()
            await self.settle()
        self.clock.seconds = end

    async def seated(self, *names: str, bots: int = 0, **options) -> list[Player]:
        """People at one new table, ready, with bots."""
        players = [await self.join(name) for name in names]
        code = await players[0].house.create("coin", "open", options)
        for player in players[1:]:
            await player.house.enter(code)
            await player.act(m.Sit())
        for _ in range(bots):
            await players[0].act(m.AddBot("calm"))
        for player in players[1:]:
            await player.act(m.Ready(f"word of {player.house.person.name}"))
        await self.settle()
        return players

    async def playing(self, *names: str, bots: int = 0, **options) -> list[Player]:
        """The same, in their first game."""
        players = await self.seated(*names, bots=bots, **options)
        await players[0].act(m.Start())
        return players


@asynccontextmanager
async def world_of(**parts) -> AsyncIterator[World]:
    world = World(**parts)
    yield world
    await world.hub.close()
    await world.settle()
