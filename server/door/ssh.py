"""The door: one listening socket, and everybody who has come through it."""

from __future__ import annotations

import asyncio
import errno
import itertools
import socket
from collections.abc import Callable

import asyncssh
from attrs import define, field

from server import logs
from server.books.accounts import Accounts
from server.config import Settings
from server.door.connection import Connection, check_private_names
from server.door.limits import Gate
from server.door.login import Login
from server.door.visit import FrontEnd, Visit
from server.errors import HostMistake

_BACKLOG = 256
"""Connections that the kernel keeps waiting while the server is busy."""

_RECEIVE_BUFFER = 4096
"""Kernel receive buffer of a connection, in bytes.  What it holds is taken in at one go: of a flood of small packets a
default buffer holds thousands, for which everybody else would wait a second."""


@define(eq=False)
class Door:
    """Accepts connections, gives each session to the front end, and closes politely."""

    settings: Settings
    host_key: asyncssh.SSHKey
    accounts: Accounts
    front_end: FrontEnd
    port: int = 0
    gate: Gate = field(init=False)
    _options: asyncssh.SSHServerConnectionOptions = field(init=False)
    _server: asyncio.Server = field(init=False)
    _visits: dict[int, Visit] = field(factory=dict)
    _numbers: itertools.count[int] = field(factory=itertools.count)

    async def open(self) -> None:
        """Listen. Raises `HostMistake` when the address cannot be had."""
        check_private_names()
        self.gate = Gate(self.settings)
        self._options = await _options(self.settings, self.host_key)
        sock = _listening_socket(self.settings)
        self.port = sock.getsockname()[1]
        loop = asyncio.get_running_loop()
        self._server = await loop.create_server(lambda: _Gatekeeper(self), sock=sock, backlog=_BACKLOG)

    async def close(self, farewell: Callable[[], None]) -> None:
        """Let nobody in any more, call ``farewell`` so that sessions end by themselves, cut what is left."""
        self._server.close()
        farewell()
        try:
            async with asyncio.timeout(self.settings.shutdown_grace):
                for visit in [visit for visit in self._visits.values() if visit.inside]:
                    await visit.left.wait()
        except TimeoutError:
            logs.get().warning("goodbye-unheard", sessions=self.people)
        for visit in list(self._visits.values()):
            visit.connection.abort()

    @property
    def where(self) -> str:
        """What players type after ``ssh``."""
        everywhere = self.settings.host in ("", "0.0.0.0", "::")
        host = self.settings.public_name or (socket.gethostname() if everywhere else self.settings.host)
        return host if self.port == 22 else f"-p {self.port} {host}"

    @property
    def people(self) -> int:
        """How many sessions there are."""
        return sum(visit.inside for visit in self._visits.values())

    def admit(self, transport: asyncio.Transport) -> Connection | None:
        """A connection for a new client, or None when it is turned away."""
        address = str(transport.get_extra_info("peername")[0])
        number = next(self._numbers)
        admission = self.gate.admit(number, address, asyncio.get_running_loop().time())
        for evicted in admission.evicted:
            logs.get().info("made-room", address=self._visits[evicted].address)
            self._visits[evicted].connection.abort()
        if admission.refused:
            logs.get().info("turned-away", address=address, reason=admission.refused)
            return None
        visit = Visit(number, address, self, transport)
        connection = Connection(self._options, Login(visit), self.settings.kex_grace, self.settings.max_behind)
        visit.connection = connection
        self._visits[number] = visit
        return connection

    def leave(self, visit: Visit) -> None:
        """The connection is gone."""
        self.gate.leave(visit.number)
        self._visits.pop(visit.number, None)


class _Gatekeeper(asyncio.Protocol):
    """Looks at a client's address before anything is built for it."""

    def __init__(self, door: Door) -> None:
        self._door = door

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        connection = self._door.admit(transport)
        if connection is None:
            transport.write(b"Naisho: not now\r\n")
            transport.close()
            return
        transport.set_protocol(connection)
        connection.connection_made(transport)


async def _options(settings: Settings, host_key: asyncssh.SSHKey) -> asyncssh.SSHServerConnectionOptions:
    options: asyncssh.SSHServerConnectionOptions = await asyncssh.SSHServerConnectionOptions.construct(
        server_host_keys=[host_key],
        server_version="Naisho",
        compression_algs=["none"],  # one crafted packet unpacks to hundreds of megabytes
        agent_forwarding=False,
        x11_forwarding=False,
        gss_host=None,
        host_based_auth=False,
        password_auth=False,
        login_timeout=settings.login_grace,
        keepalive_interval=settings.keepalive,
        keepalive_count_max=2,
        config=None,
    )
    return options


def _listening_socket(settings: Settings) -> socket.socket:
    """A bound socket whose connections have small buffers (they must be set before those are made)."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError:
        raise HostMistake(f"{settings.host} is not an address of this machine: choose another --host") from None
    sock = socket.socket(family, kind, proto)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, settings.send_buffer)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE_BUFFER)
        sock.bind(address)
        sock.listen(_BACKLOG)
    except OSError as error:
        sock.close()
        raise HostMistake(_why_not(settings, error)) from None
    return sock


def _why_not(settings: Settings, error: OSError) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"port {settings.port} is in use: stop what listens there, or choose another --port"
        case errno.EACCES:
            return f"port {settings.port} needs root: choose a --port of 1024 or more"
        case errno.EADDRNOTAVAIL:
            return f"{settings.host} is not an address of this machine: choose another --host"
        case _:
            return f"cannot listen on {settings.host} port {settings.port}: {error.strerror}"
