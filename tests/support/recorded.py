"""An evening in a house that is recorded: every byte that each session is sent, with its moment.

The house is the real hub with its real front ends, in an event loop whose time passes only when nothing else is left
to do.  So a whole game takes no longer than its work, and runs the same way every time.
"""

from __future__ import annotations

import asyncio
import json
import selectors
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from attrs import define, field
from structlog.testing import capture_logs

import tui.hosting.session_app
import tui.hosting.typed
from engine.chance import Chance
from engine.codec import Codec
from engine.errors import Refusal
from engine.games.love import LOVE
from engine.games.omega import OMEGA
from engine.house import Person
from engine.table import live
from engine.table import moves as m
from engine.table.state import TableState
from server.books.accounts import Arrival
from server.books.journal import MemoryJournal
from server.door.fronts import Fronts
from server.door.visit import Mode
from server.house.hub import Hub
from server.tables import live_table
from server.tables.clock import LoopClock
from tests.support.inside import visit_of
from tests.support.virtual_house import SIGN, FakeStore
from tui.app import NaishoApp
from tui.terminal.client import Depth, Glyphs, Terminal

GAMES = {"omega": OMEGA, "love": LOVE}
CODEC = Codec(GAMES.values())

TEXTUALS_CLOCKS = (("_time", "get_time"), ("_parser", "get_time"), ("message_pump", "time"), ("widget", "monotonic"))
"""Where Textual looks at the clock for what a session is sent: timers, a lone Esc, when it is idle, scrolling."""

Stream = tuple[str, ...]
"""What somebody was sent, piece by piece: its moment in seconds, and the bytes."""

FIDGETING = (b"\x1bOP", b"\x1b[6~", b"\x1b", b"\x14", b"\x1b", b"\t", b"hm", b"\x7f\x7f", b"\x1b")
"""What a person may press at any time: help, a page on, back; all turns, back; a line begun, and left."""


ASKING = (
    {"do": "export"},
    {"do": "enter", "code": "NONE-1"},
    {"do": "check", "prompt": "night", "values": {"defence": "none", "kill": "alibi", "target": "1"}},
    {"do": "check", "prompt": "action", "values": {"action": "work"}},
    {"do": "Extend", "no": 1, "seconds": 60},
    {"do": "CloseTalk", "no": 1},
    {"do": "Start"},
    {"do": "TimeUp", "no": 1},
    {"do": "Say", "scope": "table", "text": "psst"},
)
"""What a program may ask at any time and has no effect in a sealed phase."""


class _LeapingSelector(selectors.SelectSelector):
    """Lets time leap to the next timer when no socket has anything."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000.0
        self.quiet: list[asyncio.Future[None]] = []

    def select(self, timeout: float | None = None) -> list[Any]:
        ready = super().select(0)
        if ready or timeout == 0:
            return ready
        if self.quiet:
            waiting, self.quiet = self.quiet, []
            for future in waiting:
                future.set_result(None)
        elif timeout is None:
            raise RuntimeError("everybody waits, and nothing is ever going to happen")
        else:
            self.now += timeout
        return []


class LeapingLoop(asyncio.SelectorEventLoop):
    """An event loop on virtual time."""

    def __init__(self) -> None:
        self.leaping = _LeapingSelector()
        super().__init__(self.leaping)

    def time(self) -> float:
        return self.leaping.now

    async def quiet(self) -> None:
        """Wait until everything has been done that does not wait for time."""
        future = self.create_future()
        self.leaping.quiet.append(future)
        await future


@define(eq=False)
class Line:
    """The server's end of a connection, as `server.door.link.Link`, that remembers what was sent."""

    loop: LeapingLoop
    sent: list[tuple[float, bytes]] = field(factory=list)
    on_resize: Callable[[int, int], None] = lambda columns, rows: None
    _typed: asyncio.Queue[bytes] = field(factory=asyncio.Queue)

    def write(self, data: bytes) -> None:
        self.sent.append((self.loop.time(), data))

    async def send(self, data: bytes) -> None:
        self.write(data)

    def behind(self) -> int:
        return 0

    async def read(self) -> bytes:
        return await self._typed.get()

    def type(self, data: bytes) -> None:
        """The client sends something."""
        self._typed.put_nowait(data)

    @property
    def stream(self) -> Stream:
        """All that was sent, with moments in microseconds, which no float blurs."""
        return tuple(f"{at:.6f} {data!r}" for at, data in self.sent)


@define(eq=False)
class Evening:
    """One table in one house.  People have the ids u-p0, u-p1 …; here they are p0, p1 …"""

    loop: LeapingLoop
    mode: Mode
    size: tuple[int, int] = (80, 24)
    lines: dict[str, list[Line]] = field(factory=dict)
    hub: Hub = field(init=False)
    code: str = ""
    _fronts: dict[str, asyncio.Task[int]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        store = FakeStore()
        # Zeros for entropy: salts and seeds are the same whatever is drawn, so that they tell nothing here.
        self.hub = Hub(GAMES, MemoryJournal(), store, SIGN, LoopClock(), entropy=bytes)

    async def come(self, *people: str) -> None:
        """People come in, at the table if there is one already."""
        for who in people:
            line = Line(self.loop)
            self.lines.setdefault(who, []).append(line)
            terminal = Terminal(*self.size, "xterm-256color", depth=Depth.ANSI, glyphs=Glyphs.ALL, probe=False)
            arrival = Arrival(Person(f"u-{who}", who.upper(), False))
            visit = visit_of(arrival, terminal, line, mode=self.mode, environment={"LANG": "en_GB.UTF-8"})
            self._fronts[who] = asyncio.create_task(Fronts(self.hub, NaishoApp)(visit))
            await self.loop.quiet()
            if self.code and self._house(who).table is None:  # else the house has brought them back
                await self._house(who).enter(self.code)
                await self.loop.quiet()

    async def go(self, who: str) -> None:
        """The connection is gone."""
        task = self._fronts.pop(who)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await self.loop.quiet()

    async def open(self, host: str, game: str, **options: Any) -> None:
        """The host makes the table."""
        self.code = await self._house(host).create(game, "open", options)
        await self.loop.quiet()

    async def do(self, who: str, *moves: m.Move) -> None:
        """Somebody's moves; a program sends them as lines, for a screen the house is asked."""
        for move in moves:
            if self.mode is Mode.JSON:
                self.lines[who][-1].type(json.dumps(CODEC.move(move)).encode() + b"\n")
            else:
                with suppress(Refusal):  # the screens' own way to say so is up to a key press
                    await self._house(who).act(move)
            await self.loop.quiet()

    async def fidget(self) -> None:
        """Everybody tries what can be tried at any time, at the same moments: programs ask for things, people leaf
        through pages and drag the window."""
        if self.mode is Mode.JSON:
            for request in ASKING:
                for lines in self.lines.values():
                    lines[-1].type(json.dumps(request).encode() + b"\n")
            await self.loop.quiet()
            return
        for keys in FIDGETING:
            for lines in self.lines.values():
                lines[-1].type(keys)
            await asyncio.sleep(0.15)
        for size in ((100, 30), self.size):
            for lines in self.lines.values():
                lines[-1].on_resize(*size)
            await asyncio.sleep(0.15)

    async def until(self, ms: int) -> None:
        """Let table time pass until `ms`, and whatever is due by then happen."""
        while self.table.now() < ms:  # noqa: ASYNC110 (time is what is waited for)
            await asyncio.sleep((ms - self.table.now()) / 1000)
        await self.loop.quiet()

    async def phase_over(self) -> None:
        """Let the open phase run out."""
        phase = self.state.phase
        await self.until(phase.ends)
        while self.state.phase is not None and self.state.phase.no == phase.no:
            await asyncio.sleep(0.001)
            await self.loop.quiet()

    async def end(self, *again: str) -> dict[str, Stream]:
        """What each person was sent in all their sessions; and as "p0 again", what those people of `again` are sent
        who come back now."""
        for who in again:
            await self.go(who)
            await self.come(who)
        await asyncio.sleep(1)
        for who in list(self._fronts):
            await self.go(who)
        await self.hub.close()
        streams = {f"{who} again": self.lines[who].pop().stream for who in again}
        return streams | {who: sum((line.stream for line in lines), ()) for who, lines in self.lines.items()}

    @property
    def table(self) -> live_table.LiveTable:
        return self.hub._tables[self.code]

    @property
    def state(self) -> TableState:
        """The table as the server knows it."""
        return self.table.state

    def _house(self, who: str) -> Any:
        if self._fronts[who].done():
            self._fronts[who].result()
        house = self.hub.presence(f"u-{who}")
        assert house is not None
        return house


def recorded(
    chance: Chance,
    mode: Mode,
    play: Callable[[Evening], Coroutine[Any, Any, dict[str, Stream]]],
) -> Mapping[str, Stream]:
    """What `play` returns of an evening, and what the server has logged as "log".

    `chance` takes the place of the dice under one and the same seed.
    """
    with asyncio.Runner(loop_factory=LeapingLoop) as runner, pytest.MonkeyPatch.context() as patch:
        loop = runner.get_loop()
        assert isinstance(loop, LeapingLoop)
        for module in (tui.hosting.session_app, tui.hosting.typed):
            patch.setattr(module, "time", SimpleNamespace(monotonic=loop.time))
        for owner, name in TEXTUALS_CLOCKS:
            patch.setattr(f"textual.{owner}.{name}", loop.time)
        patch.setattr(live, "chance_of", lambda state: chance)

        async def evening() -> dict[str, Stream]:
            return await play(Evening(loop, mode))

        with capture_logs() as logged:
            streams = runner.run(evening())
        return {**streams, "log": tuple(map(repr, logged))}
