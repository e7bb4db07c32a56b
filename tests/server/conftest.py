"""A house with an open door on a free loopback port, and a front end that tells what it was given."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest
from attrs import define, evolve, field

from server.books.accounts import Accounts
from server.books.database import Database, open_database
from server.config import Settings
from server.door.ssh import Door
from server.door.visit import Visit
from tests.support.virtual_house import World, world_of


@define
class Porch:
    """A front end that greets, echoes bytes, and leaves at ``q``."""

    visits: list[Visit] = field(factory=list)
    leaving: asyncio.Event = field(factory=asyncio.Event)
    gone: int = 0

    async def __call__(self, visit: Visit) -> int:
        self.visits.append(visit)
        person = visit.arrival.person
        visit.link.write(f"hello {person.name} {person.id[0]} {visit.mode.value} {visit.code}|\r\n".encode())
        visit.link.on_resize = lambda columns, rows: visit.link.write(f"size {columns}x{rows}\r\n".encode())
        echo = asyncio.create_task(self._echo(visit))
        leave = asyncio.create_task(self.leaving.wait())
        try:
            await asyncio.wait([echo, leave], return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.gone += 1
            echo.cancel()
            leave.cancel()
        if leave.done() and not echo.done():
            visit.link.write(b"goodbye\r\n")
        return 0 if echo.cancelled() or not echo.done() else echo.result()

    async def _echo(self, visit: Visit) -> int:
        while data := await visit.link.read():
            if data == b"boom":
                raise ValueError("broken on purpose")
            if data == b"q":
                return 7
            visit.link.write(b"got " + data.hex().encode() + b"\r\n")
        return 0


@define
class House:
    """An open door and what stands behind it."""

    door: Door
    database: Database
    porch: Porch
    host_key: asyncssh.SSHKey

    @property
    def port(self) -> int:
        return self.door.port

    async def until(self, condition) -> None:
        """Wait for something that leaves no other trace (the end of a session on the server's side)."""
        async with asyncio.timeout(30):
            while not condition():  # noqa: ASYNC110 (any condition, which nobody announces)
                await asyncio.sleep(0.01)


@pytest.fixture
def settings() -> Settings:
    """Overridden by tests that need other limits."""
    return Settings(port=0)


@pytest.fixture
async def house(tmp_path: Path, settings: Settings) -> AsyncIterator[House]:
    database = open_database(tmp_path / "naisho.db")
    key = asyncssh.generate_private_key("ssh-ed25519")
    porch = Porch()
    door = Door(evolve(settings, port=0), key, Accounts(database), porch)
    await door.open()
    yield House(door, database, porch, key)
    await door.close(porch.leaving.set)
    await database.close()


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """A hub in memory, on a virtual clock."""
    async with world_of() as world:
        yield world
