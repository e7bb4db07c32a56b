"""What a client typed, until it is handled: in order, held up by what it has to wait for, and paid for in time."""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable

from textual.events import Event

from tui.terminal.budget import Budget

EFFORT_PER_SECOND, EFFORT_AT_ONCE = 0.1, 0.15
"""Seconds of the loop's time that one client's keys may take each second, and at once after a pause."""

MOST_AT_ONCE = 0.1
"""Seconds of one step or delay that count at most: in a longer one the process was held up by something else."""

LATE = 0.005
"""Seconds of delay that are no sign of a busy loop."""

HANDFUL = 0.002
"""Seconds of keys that are handed on in one go, so that those of one packet make one frame."""

PATIENCE = 1.0
"""Seconds after which the next key no longer waits for what holds it up."""


class Turns:
    """One after the other: who takes a turn is called when all who came before have left."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def take(self, go: Callable[[], None]) -> None:
        """Call ``go`` in its turn, which lasts until it leaves."""
        self._waiting.append(go)
        if len(self._waiting) == 1:
            go()

    def leave(self, go: Callable[[], None]) -> None:
        """Give up the turn, or the place in the queue, if there is one."""
        if go not in self._waiting:
            return
        first = self._waiting[0] == go
        self._waiting.remove(go)
        if first and self._waiting:
            self._waiting[0]()


_TURNS = Turns()
"""All sessions of the process: of those that owe time, one key at a time is under way."""


class Typed:
    """The keys and pastes of one session that are still to be handled.

    ``handle`` takes one, at once; ``wanted`` tells whether any more are. The session is charged the time that they
    take, and waits with the next one when it has used more than its share.
    """

    def __init__(self, handle: Callable[[Event], None], wanted: Callable[[], bool]) -> None:
        self._handle, self._wanted = handle, wanted
        self._waiting: deque[Event] = deque()
        self._holds = 0
        self._next: asyncio.Handle | None = None
        self._held_up: asyncio.Handle | None = None
        self._none_left = asyncio.Event()
        self._none_left.set()
        self._effort = Budget(EFFORT_PER_SECOND, EFFORT_AT_ONCE)
        self._charged = False

    def add(self, events: Iterable[Event]) -> None:
        """Handle these when it is their turn."""
        self._waiting.extend(events)
        if self._none_left.is_set():
            self._go_on()

    async def ready(self) -> None:
        """Wait until all are handled; at once when no more are wanted."""
        await self._none_left.wait()

    def hold(self) -> None:
        """Hold up what was typed ahead, until `release` or for a second."""
        self._holds += 1

    def release(self) -> None:
        """What was waited for is done; once for each `hold`."""
        self._holds -= 1
        if not self._holds and self._held_up is not None:
            self._held_up.cancel()
            self._go_on()

    def drop(self) -> None:
        """Forget what was typed, and hold up nobody who waits for it to be handled."""
        self._waiting.clear()
        _TURNS.leave(self._turn)
        if self._next is not None:
            self._next.cancel()
            self._next = None
        self._none_left.set()

    def frame(self, begun: float) -> None:
        """A frame was composed since then: what was typed pays for those up to the one after the last key."""
        if self._charged:
            self._charge(begun)
            self._charged = not self._none_left.is_set()

    def charge(self, seconds: float) -> None:
        """Take time out of the budget that is used somewhere else."""
        self._effort.charge(time.monotonic(), seconds)

    def _go_on(self) -> None:
        """Go on with what was typed, if there is anything and no time is owed, else after a while."""
        self._next = self._held_up = None
        _TURNS.leave(self._turn)
        if not self._waiting or not self._wanted():
            self.drop()
            return
        self._none_left.clear()
        now = time.monotonic()
        if wait := self._effort.wait(now):
            self._next = asyncio.get_running_loop().call_later(wait, self._queue_up, now + wait)
        else:
            self._give()

    def _queue_up(self, due: float) -> None:
        """Go on after a wait, when all others have that waited before. Who is called late, because the loop is busy,
        owes the delay as well: so any number of floods together leave room for everybody else."""
        self._next = None
        self._charge(due + LATE)
        _TURNS.take(self._turn)

    def _turn(self) -> None:
        """Handle a handful soon: a crowd that went on one out of the other would be one long step of the loop."""
        self._next = asyncio.get_running_loop().call_soon(self._give)

    def _give(self) -> None:
        """Handle a handful of what was typed, up to the first that holds up the next."""
        loop, begun = asyncio.get_running_loop(), time.monotonic()
        self._charged = True
        while self._waiting:
            self._handle(self._waiting.popleft())
            if self._holds or time.monotonic() - begun >= HANDFUL:
                break
        self._charge(begun)
        if self._holds and self._wanted():
            self._next = self._held_up = loop.call_later(PATIENCE, self._go_on)
        elif self._waiting:
            self._next = loop.call_soon(self._go_on)
        else:
            self._go_on()

    def _charge(self, since: float) -> None:
        """Take the time since then out of the budget."""
        now = time.monotonic()
        self._effort.charge(now, min(max(0.0, now - since), MOST_AT_ONCE))
