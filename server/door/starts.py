"""Screens are begun one after the other, in the order of coming.

Twenty that are built side by side all finish late, at about the time of the last.  One after the other, the first is
there at once and half of them after half of the time.  Those who play feel one being built, not twenty.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from attrs import define, field

PATIENCE = 1.0
"""Seconds after which a turn is over, whatever it still waits for."""

LONGEST_WAIT = 3.0
"""Seconds after which somebody begins without a turn: nobody is kept out by a queue, however long."""


@define(eq=False)
class Starts:
    """The queue of a house."""

    _queue: deque[asyncio.Event] = field(factory=deque)

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[Callable[[], None]]:
        """Wait for a turn. It lasts until the function that is given is called, and no longer than the block."""
        mine = asyncio.Event()

        def leave() -> None:
            if mine in self._queue:
                self._queue.remove(mine)
                self._call_first()

        self._queue.append(mine)
        self._call_first()
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(mine.wait(), LONGEST_WAIT)
            timer = asyncio.get_running_loop().call_later(PATIENCE if mine.is_set() else 0.0, leave)
            try:
                yield leave
            finally:
                timer.cancel()
        finally:
            leave()

    def _call_first(self) -> None:
        if self._queue:
            self._queue[0].set()
