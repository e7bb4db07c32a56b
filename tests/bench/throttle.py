"""A slow line: a loopback proxy that lets through so many bits a second, after a delay, or nothing at all.

What the server sends waits on the server's side: the proxy's receive buffer is the smallest there is and its
segments are short, so that it swallows about 2 KB at most, as a modem would.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

from attrs import define, field

_CHUNK, _SEGMENT, _RECEIVE = 128, 536, 1


@define(eq=False)
class Throttle:
    """The line of one client. ``rate`` is in bits a second, None for no limit; ``delay`` in seconds each way.

    ``stalled`` stops everything from the server. Use as an async context manager; connect to ``port``.
    """

    target: int
    rate: float | None = None
    delay: float = 0.0
    stalled: bool = False
    port: int = 0
    _listener: socket.socket = field(init=False)
    _tasks: list[asyncio.Task[None]] = field(factory=list)
    _sockets: list[socket.socket] = field(factory=list)

    async def __aenter__(self) -> Throttle:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.port = self._listener.getsockname()[1]
        self._tasks.append(asyncio.create_task(self._accept()))
        return self

    async def __aexit__(self, *exc: object) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for sock in (self._listener, *self._sockets):
            sock.close()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            client, _ = await loop.sock_accept(self._listener)
            server = socket.socket()
            server.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVE)
            server.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, _SEGMENT)
            for sock in (client, server):
                sock.setblocking(False)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._sockets += [client, server]
            await loop.sock_connect(server, ("127.0.0.1", self.target))
            self._tasks.append(asyncio.create_task(self._pump(server, client, lambda: self.stalled)))
            self._tasks.append(asyncio.create_task(self._pump(client, server, lambda: False)))

    async def _pump(self, source: socket.socket, sink: socket.socket, stalled: Callable[[], bool]) -> None:
        """Carry one direction: each chunk takes its time on the line, then arrives after the delay."""
        loop = asyncio.get_running_loop()
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        delivering = asyncio.create_task(self._deliver(under_way, sink))
        self._tasks.append(delivering)
        free = 0.0
        while True:
            while stalled():  # noqa: ASYNC110 (a switch of the bench's, looked at often enough)
                await asyncio.sleep(0.05)
            data = await loop.sock_recv(source, _CHUNK if self.rate else 65536)
            if self.rate:
                free = max(free, loop.time()) + 8 * len(data) / self.rate
                await asyncio.sleep(free - loop.time())
            under_way.put_nowait((loop.time() + self.delay, data))
            if not data:
                return

    async def _deliver(self, under_way: asyncio.Queue[tuple[float, bytes]], sink: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            at, data = await under_way.get()
            await asyncio.sleep(at - loop.time())
            if not data:
                sink.shutdown(socket.SHUT_WR)
                return
            await loop.sock_sendall(sink, data)
