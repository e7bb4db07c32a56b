"""Joins a visit to its front end: Textual for a screen, JSON lines for a program, the same house behind both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, suppress
from typing import Protocol

from attrs import frozen

from engine.errors import Refusal
from engine.table import moves as m
from server.accounts import Arrival
from server.link import Link
from server.session import Mode, NotHere, Visit
from tui import jsonl
from tui.house import House
from tui.session_app import SessionApp
from tui.terminal import Terminal
from tui.words.catalogue import Lang, lang_from_env

#: Makes the screen of one session; the language is what the client's locale asks for, if anything.
MakeApp = Callable[[House, Link, Terminal, Lang | None], SessionApp[str]]


class Hall(Protocol):
    """The house behind the door, with everybody in it."""

    def welcome(self, arrival: Arrival) -> AbstractAsyncContextManager[House]:
        """The house as this person may use it, for as long as the session lasts."""

    def farewell(self) -> None:
        """Tell every session that the server stops."""

    async def close(self) -> None:
        """Save what is not saved yet."""


class Wire(Protocol):
    """What a screen needs of the way to its client besides writing."""

    on_resize: Callable[[int, int], None]

    async def read(self) -> bytes:
        """The next bytes, b"" when there will be no more."""


@frozen
class Fronts:
    """The front end of every session (see `server.session.FrontEnd`)."""

    hall: Hall
    make_app: MakeApp

    async def __call__(self, visit: Visit) -> int:
        """Bring the person in, to a table if the visit names one, and stay until they leave.

        Raises `NotHere` when the house knows no such table.
        """
        async with self.hall.welcome(visit.arrival) as house:
            if visit.code:
                await _enter(house, visit.code)
            if visit.mode is Mode.JSON:
                return await jsonl.run(house, visit.link.read, visit.link.send)
            if visit.code:
                with suppress(Refusal):  # a full or running table lets one watch
                    await house.act(m.Sit())
            app = self.make_app(house, visit.link, visit.terminal, lang_from_env(visit.environment))
            if farewell := await on_screen(app, visit.link):
                visit.link.write(f"{farewell}\r\n".encode())
            return 0


async def _enter(house: House, code: str) -> None:
    try:
        await house.enter(code)
    except Refusal as refusal:
        raise NotHere(
            f"refusal.{refusal.code}", **{name: str(value) for name, value in refusal.params.items()}
        ) from None


async def on_screen(app: SessionApp[str], link: Wire) -> str | None:
    """Run the app with the client's keys and sizes until it ends, or the client's input does; its last sentence."""
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
