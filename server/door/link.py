"""The two ways between a front end and its client: bytes out with a watch on the slow, bytes in with a brake."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from attrs import define, field

from server import logs
from server.config import Settings
from server.door.connection import Channel, waiting
from server.door.limits import Drain

INPUT_BUDGET = 16 << 10
"""Bytes of input kept for a front end that does not read; more waits at the client."""

SEND_AHEAD, SEND_EVERY = 64 << 10, 0.05
"""`send` lets this many bytes pile up for a client, and looks again so often (seconds)."""

RESIZE_EVERY = 0.05
"""A dragged window sends many sizes; the last one of each such time is passed on, in seconds."""

LOOK_EVERY = 1.0
"""How often a client that is behind is looked at, in seconds."""


@define(eq=False)
class Link:
    """One session's bytes. Sizes are bytes; nothing here raises when the client is gone.

    ``on_resize`` is called with (columns, rows) as the client claims them.
    """

    channel: Channel
    transport: asyncio.Transport
    settings: Settings
    on_resize: Callable[[int, int], None] = lambda columns, rows: None
    _chunks: list[bytes] = field(factory=list)
    _unread: int = 0
    _arrived: asyncio.Event = field(factory=asyncio.Event)
    _ended: bool = False
    _lost: bool = False
    _drain: Drain = field(init=False)
    _timer: asyncio.TimerHandle | None = None
    _size: tuple[int, int] = (0, 0)
    _resize_timer: asyncio.TimerHandle | None = None

    def __attrs_post_init__(self) -> None:
        self._drain = Drain(self.settings)

    # --- out --------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Send bytes to the client's screen or program."""
        if not self._lost and data:
            self.channel.write(data)
            self._look()

    async def send(self, data: bytes) -> None:
        """`write`, then wait while the client is well behind: for lines of which none may be left out."""
        self.write(data)
        while self.behind() > SEND_AHEAD:  # noqa: ASYNC110 (the kernel's queue tells nobody when it drains)
            await asyncio.sleep(SEND_EVERY)

    def write_error(self, line: str) -> None:
        """Send one line to the client's standard error."""
        if not self._lost:
            self.channel.write_stderr(f"{line}\r\n".encode())
            self._look()

    def behind(self) -> int:
        """Bytes that the client has not taken yet."""
        return 0 if self._lost else waiting(self.channel, self.transport)[0]

    def _look(self) -> None:
        """Cut off a client that is too far behind or takes nothing; look again while it is behind."""
        self._stop_timer()
        if self._lost:
            return
        loop = asyncio.get_running_loop()
        held, taken = waiting(self.channel, self.transport)
        if reason := self._drain.verdict(held, taken, loop.time()):
            logs.get().info("cut-off", reason=reason, waiting=held)
            self.channel.get_connection().abort()  # a close would wait for the very bytes that are stuck
        elif held:
            self._timer = loop.call_later(LOOK_EVERY, self._look)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    # --- in ---------------------------------------------------------------------------------------

    async def read(self) -> bytes:
        """The next bytes from the client as they came; ``b""`` when there will be no more."""
        while not self._chunks and not self._ended:
            self._arrived.clear()
            await self._arrived.wait()
        data = b"".join(self._chunks)
        self._chunks.clear()
        self._unread = 0
        if not self._lost:
            self.channel.resume_reading()
        return data

    def feed(self, data: bytes) -> None:
        """Bytes came from the client."""
        self._chunks.append(data)
        self._unread += len(data)
        self._arrived.set()
        if self._unread >= INPUT_BUDGET:
            self.channel.pause_reading()

    def resized(self, columns: int, rows: int) -> None:
        """The client claims a new size."""
        self._size = (columns, rows)
        if self._resize_timer is None:
            self._resize_timer = asyncio.get_running_loop().call_later(RESIZE_EVERY, self._tell_size)

    def _tell_size(self) -> None:
        self._resize_timer = None
        if not self._lost:
            self.on_resize(*self._size)

    def end(self) -> None:
        """The client will send no more."""
        self._ended = True
        self._arrived.set()

    def lose(self) -> None:
        """The client is gone."""
        self._lost = True
        self._stop_timer()
        self.end()
