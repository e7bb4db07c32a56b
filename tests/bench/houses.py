"""The two houses that are measured, ours and the baseline, with the same table in both."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import AsyncExitStack
from typing import Any, ClassVar, Protocol

from attrs import define, field

from tests.bench.client import LIMIT, Client, Person, Program, Screen, connect
from tests.bench.server import Server

_AT_ONCE = 8
"""Connections that are opened at the same time while a scenario is set up."""

_ROOMY = [
    *("--max-connections", "2000", "--max-connections-per-address", "2000"),
    *("--max-startups", "500", "--max-startups-per-address", "500"),
]
"""What stands in the way of hundreds of clients from one address."""

LONG = {"dialogue": 300, "action": 120}
"""Longest phases there are: no scenario runs into the end of one."""


async def gather(jobs: Sequence[Callable[[], Coroutine[Any, Any, Any]]], at_once: int = _AT_ONCE) -> list[Any]:
    """Run jobs, a few at a time, and give their results in order."""
    room = asyncio.Semaphore(at_once)

    async def one(job: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
        async with room:
            return await job()

    return list(await asyncio.gather(*map(one, jobs)))


async def ready(screen: Screen, keys: str) -> None:
    """Wait for the first screen, and go to the input line by these keys."""
    await screen.quiet()
    if keys:
        screen.type(keys)
        await screen.quiet()


class Speaker(Protocol):
    """Somebody who talks without a screen."""

    def say(self, text: str) -> None:
        """Say a line to the table."""


@define(eq=False)
class Table:
    """People at one table: those with a screen, the input line ready, and those who only talk."""

    screens: list[Screen]
    speakers: list[Speaker] = field(factory=list)
    people: list[Person] = field(factory=list)
    code: str = ""

    async def say(self, n: int, text: str) -> float:
        """Have the speaker whose turn it is say a line that ends with a mark; the seconds until all screens have it."""
        heard = [screen.listen(text[-1]) for screen in self.screens]
        begin = time.monotonic()
        self.speakers[n % len(self.speakers)].say(text)
        async with asyncio.timeout(LIMIT):
            return max(await asyncio.gather(*heard)) - begin


@define(eq=False)
class House:
    """One server under test and everybody who is connected to it. Use as an async context manager."""

    marks: ClassVar[tuple[str, ...]] = ()
    """What a whole first screen shows."""

    server: Server = field(init=False)
    clients: list[Client] = field(factory=list, init=False)
    _stack: AsyncExitStack = field(factory=AsyncExitStack, init=False)

    async def __aenter__(self) -> House:
        self.server = await self.start()
        self._stack.push_async_callback(self.server.stop)
        return self

    async def __aexit__(self, *exc: object) -> None:
        for client in self.clients:
            client.connection.abort()
        await self._stack.aclose()

    async def start(self) -> Server:
        """Start the server."""
        raise NotImplementedError

    async def table(
        self,
        seats: int,
        *,
        speakers: int = 0,
        watchers: int = 0,
        ports: Mapping[int, int] = {},
        keep: bool = False,
        options: Mapping[str, int] = LONG,
    ) -> Table:
        """A table in the middle of play, everybody's input line ready for talk.

        ``seats`` players and ``watchers`` have a screen, ``speakers`` are players without one. ``ports`` are
        other ports than the server's, by the number of the screen; ``keep`` what comes; ``options`` are the game's.
        """
        raise NotImplementedError

    async def crowd(self, table: Table, count: int) -> list[Speaker]:
        """Watchers without a screen, whose talk watchers see."""
        raise NotImplementedError

    async def seated(self, tables: int) -> list[tuple[Person, str | None]]:
        """Whom to let in, and with what command, so that they come to a table of four in the middle of play."""
        raise NotImplementedError

    async def visit(self, person: Person, command: str | None, *, keep: bool = False, **options: Any) -> Screen:
        """One more screen."""
        screen = await Screen.open(options.pop("port", 0) or self.server.port, person, command, keep=keep, **options)
        self.clients.append(screen)
        return screen

    async def tables(self, count: int) -> list[Table]:
        """Tables of four."""
        return await gather([lambda: self.table(4)] * count, 3)


@define(eq=False)
class JsonSpeaker:
    """A program that says what it is told to."""

    program: Program
    scope: str

    def say(self, text: str) -> None:
        """Say a line in the scope."""
        self.program.tell("Say", scope=self.scope, text=text)


@define(eq=False)
class Naisho(House):
    """Ours: a running game of Omega Strain at each table, if no other is asked for."""

    paced: bool = True
    marks = ("Omega Strain", "Table chat", "Tab ")

    async def start(self) -> Server:
        folder = self._stack.enter_context(tempfile.TemporaryDirectory())
        module = "server" if self.paced else "tests.bench.unpaced"
        return await Server.start(
            module, "serve", "--port", "0", "--data", folder, "--hostkeys", f"{folder}/keys", "--log-level", "error",
            *_ROOMY, *([] if self.paced else ["--send-buffer", "1048576", "--max-behind", "67108864"]),
        )  # fmt: skip

    async def deal(
        self, seats: int, speakers: int = 0, options: Mapping[str, int] = LONG, game: str = "omega"
    ) -> tuple[list[Program], list[Person]]:
        """The players of a game that has just begun, all of them programs still, the speakers last.

        The last one is the host and has the first seat; the others have the next ones, in order.
        """
        people = [Person() for _ in range(seats + speakers)]
        host = await Program.open(self.server.port, people[-1])
        code = (await host.ask("create", game=game, access="code", options=dict(options)))["code"]
        others = await gather([lambda p=p: Program.open(self.server.port, p, code) for p in people[:-1]])
        for player in others:
            await player.ask("Sit")
        await host.until(lambda view: bool(view["commitment"]))
        for player in others:
            await player.ask("Ready", word="")
        await host.ask("Start")
        await host.until(lambda view: view["phase"] is not None)
        players = [*others, host]
        self.clients.extend(players)
        return players, people

    async def table(
        self,
        seats: int,
        *,
        speakers: int = 0,
        watchers: int = 0,
        ports: Mapping[int, int] = {},
        keep: bool = False,
        options: Mapping[str, int] = LONG,
    ) -> Table:
        players, people = await self.deal(seats, speakers, options)
        code = players[0].view["code"]
        # A screen takes over from the program of the same person.
        visits = [(person, None) for person in people[:seats]] + [(Person(), code) for _ in range(watchers)]
        screens = await gather(
            [lambda n=n, v=v: self.visit(*v, keep=keep, port=ports.get(n, 0)) for n, v in enumerate(visits)]
        )
        await asyncio.gather(*(ready(screen, "\t") for screen in screens))
        return Table(screens, [JsonSpeaker(player, "table") for player in players[seats:]], people, code)

    async def seated(self, tables: int) -> list[tuple[Person, str | None]]:
        dealt = await gather([lambda: self.deal(4)] * tables)
        return [(person, None) for _, people in dealt for person in people]

    async def crowd(self, table: Table, count: int) -> list[Speaker]:
        watchers = await gather([lambda: Program.open(self.server.port, Person(), table.code)] * count)
        self.clients.extend(watchers)
        return [JsonSpeaker(watcher, "gallery") for watcher in watchers]


@define(eq=False)
class _PlainSpeaker(Client):
    def say(self, text: str) -> None:
        self.channel.write(f"{text}\n".encode())


@define(eq=False)
class Stock(House):
    """The baseline (tests/bench/stock.py)."""

    rooms: int = field(default=0, init=False)
    marks = ("Sora", "Say something")

    async def seated(self, tables: int) -> list[tuple[Person, str | None]]:
        return [(Person(), f"seated-{n}") for n in range(tables) for _ in range(4)]

    async def start(self) -> Server:
        return await Server.start("tests.bench.stock")

    async def table(
        self,
        seats: int,
        *,
        speakers: int = 0,
        watchers: int = 0,
        ports: Mapping[int, int] = {},
        keep: bool = False,
        options: Mapping[str, int] = LONG,
    ) -> Table:
        self.rooms += 1
        room = f"room-{self.rooms}"
        people = [Person() for _ in range(seats + watchers)]
        screens = await gather(
            [lambda n=n, p=p: self.visit(p, room, keep=keep, port=ports.get(n, 0)) for n, p in enumerate(people)]
        )
        await asyncio.gather(*(ready(screen, "") for screen in screens))
        table = Table(screens, [], people, room)
        table.speakers += await self.crowd(table, speakers)
        return table

    async def crowd(self, table: Table, count: int) -> list[Speaker]:
        talkers = await gather([lambda: connect(_PlainSpeaker, self.server.port, Person(), command=table.code)] * count)
        self.clients.extend(talkers)
        return talkers
