"""Joins a visit to its front end: Textual for a screen, JSON lines for a program, the same house behind both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, suppress
from typing import Protocol

from attrs import define, field, frozen

from engine.errors import Refusal
from engine.house import House
from engine.table import moves as m
from server.books.accounts import Arrival
from server.door.session import NotHere
from server.door.starts import Starts
from server.door.visit import Mode, Visit
from tui import jsonl
from tui.hosting import session_app
from tui.hosting.session_app import SessionApp
from tui.terminal.client import Terminal
from tui.words.catalogue import Lang, lang_from_env

SETTLED = 0.2
"""Seconds after the end of a session within which nothing calls its parts any more."""

MakeApp = Callable[[House, session_app.Output, Terminal, Lang | None], SessionApp[str]]
"""Makes the screen of one session; the language is what the client's locale asks for, if anything."""


class Hall(Protocol):
    """The house behind the door, with everybody in it."""

    def welcome(self, arrival: Arrival) -> AbstractAsyncContextManager[House]:
        """The house as this person may use it, for as long as the session lasts."""

    def farewell(self) -> None:
        """Tell every session that the server stops."""

    async def close(self) -> None:
        """Save what is not saved yet."""


class Input(Protocol):
    """What a screen needs of the way to its client besides writing."""

    on_resize: Callable[[int, int], None]

    async def read(self) -> bytes:
        """The next bytes, b"" when there will be no more."""


@frozen
class Fronts:
    """The front end of every session (see `server.door.visit.FrontEnd`)."""

    hall: Hall
    make_app: MakeApp
    starts: Starts = field(factory=Starts)

    async def __call__(self, visit: Visit) -> int:
        """Bring the person in, to a table if the visit names one, and stay until they leave.

        Raises `NotHere` when the house knows no such table, or cannot read what it keeps of the person.
        """
        async with AsyncExitStack() as stack:
            try:
                house = await stack.enter_async_context(self.hall.welcome(visit.arrival))
                if visit.code:
                    await house.enter(visit.code)
            except Refusal as refusal:
                raise NotHere.because(refusal) from None
            if visit.mode is Mode.JSON:
                return await jsonl.run(house, visit.link.read, visit.link.send)
            if visit.code:
                with suppress(Refusal):  # a full or running table lets one watch
                    await house.act(m.Sit())
            await self._screen(house, visit)
            return 0

    async def _screen(self, house: House, visit: Visit) -> None:
        terminal = visit.terminal

        def resized(columns: int, rows: int) -> None:
            nonlocal terminal
            terminal = terminal.resized(columns, rows)

        visit.link.on_resize = resized
        async with self.starts.turn() as leave:
            app = self.make_app(house, Announcing(visit.link, leave), terminal, lang_from_env(visit.environment))
            if farewell := await on_screen(app, visit.link):
                visit.link.write(f"{farewell}\r\n".encode())


@define
class Announcing:
    """A way to the client that tells when the first frame is sent."""

    _link: session_app.Output
    _begun: Callable[[], None]
    _writes: int = 0

    def write(self, data: bytes) -> None:
        """Send bytes, and tell of the first frame.  The first write takes over the terminal, the second is a frame."""
        self._link.write(data)
        self._writes += 1
        if self._writes == 2:
            self._begun()

    def behind(self) -> int:
        """Bytes that the client has not drained yet."""
        return self._link.behind()


async def on_screen(app: SessionApp[str], link: Input) -> str | None:
    """Run the app with the client's keys and sizes until it ends, or the client's input does.  Returns its last
    sentence."""
    link.on_resize = app.resize

    async def pump() -> None:
        while data := await link.read():
            app.feed(data)
            await app.ready()
        app.hang_up()

    pumping = asyncio.create_task(pump())
    try:
        return await app.run_session()
    finally:
        pumping.cancel()
        link.on_resize = lambda columns, rows: None
        asyncio.get_running_loop().call_later(SETTLED, app.take_apart)
