"""One client's visit, from accept to hang-up: what is known of it, in one object that is handed along."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Coroutine, Mapping
from enum import Enum
from typing import Any, Protocol

from attrs import define, field

from server.books.accounts import Accounts, Arrival
from server.config import Settings
from server.door.connection import Connection
from server.door.limits import Gate
from server.door.link import Link
from tui.terminal.client import Terminal


class Mode(Enum):
    """Which front end a session gets."""

    SCREEN = "screen"
    JSON = "json"


class FrontEnd(Protocol):
    """Whatever meets a client inside; returns the exit code. It is cancelled when the client is gone."""

    def __call__(self, visit: Visit) -> Coroutine[Any, Any, int]:
        """Stay with the client to the end."""


class Doorway(Protocol):
    """The door that a visit came through, and what stands behind it."""

    settings: Settings
    accounts: Accounts
    front_end: FrontEnd
    gate: Gate

    @property
    def where(self) -> str:
        """What players type after ``ssh``."""

    def leave(self, visit: Visit) -> None:
        """The connection is gone."""


@define(eq=False)
class Visit:
    """One client.  The door makes this at accept; the login adds who asks, the session what for and the way back."""

    number: int
    address: str
    door: Doorway
    transport: asyncio.Transport
    name: str = ""
    """The name that was asked for."""
    fingerprint: str = ""
    """That of the key which the login proved, "" for a guest."""
    arrival: Arrival = field(init=False)
    mode: Mode = field(init=False)
    code: str = ""
    """The table to go to, "" for the lobby."""
    terminal: Terminal = field(init=False)
    environment: Mapping[str, str] = {}
    link: Link = field(init=False)
    inside: bool = False
    """Whether a session runs, from its last request until its channel is closed."""
    left: asyncio.Event = field(factory=asyncio.Event)
    """Set when the session's channel is closed."""
    _connection: weakref.ref[Connection] = field(init=False)
    _timer: asyncio.TimerHandle | None = None

    @property
    def connection(self) -> Connection:
        """The client's connection; it lives at least until it is lost."""
        connection = self._connection()
        assert connection is not None
        return connection

    @connection.setter
    def connection(self, connection: Connection) -> None:
        # It holds its visit: two that held each other would wait for a garbage collection.
        self._connection = weakref.ref(connection)

    def come_in(self) -> None:
        """The session knows what it is: no timer is needed until it ends."""
        self.hang_up_after(None)
        self.inside = True

    def go_out(self) -> None:
        """The session is over."""
        self.inside = False
        self.left.set()

    def hang_up_after(self, seconds: float | None) -> None:
        """Close the connection then, and not before; None lets it stand."""
        if self._timer:
            self._timer.cancel()
        self._timer = None if seconds is None else asyncio.get_running_loop().call_later(seconds, self.connection.close)
