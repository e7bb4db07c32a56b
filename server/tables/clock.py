"""Time: the house's monotonic clock, table time, which stands while a table is paused, and how long it does.

Nothing here looks at the wall clock, so that nobody's game depends on it being right.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from attrs import define, field

from engine.table.play import SHORT_PAUSE_MS
from engine.table.state import TableState


class Alarm(Protocol):
    """Something that will happen at a time, unless it is cancelled."""

    def cancel(self) -> None:
        """Do not happen."""


class HouseClock(Protocol):
    """Monotonic seconds, and alarms on them."""

    def now(self) -> float:
        """Seconds since some moment in the past."""

    def call_at(self, when: float, callback: Callable[[], None]) -> Alarm:
        """Call `callback` once `now` has reached `when`."""


class LoopClock:
    """The clock of the running event loop."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()

    def now(self) -> float:
        """Seconds of the loop's clock."""
        return self._loop.time()

    def call_at(self, when: float, callback: Callable[[], None]) -> Alarm:
        """Call `callback` in the loop once its clock has reached `when`."""
        return self._loop.call_at(when, callback)


@define
class TableClock:
    """Table time in whole ms.  It never goes back, and it stands until `start` and after `stop`."""

    _house: Callable[[], float]
    _ms: int = 0
    _since: float | None = field(default=None, init=False)

    def now(self) -> int:
        """Table time."""
        if self._since is None:
            return self._ms
        # A millionth of a millisecond forgives what a float cannot hold, so that an alarm rings on its ms.
        return self._ms + int((self._house() - self._since) * 1000 + 1e-6)

    @property
    def running(self) -> bool:
        """Whether table time passes."""
        return self._since is not None

    def start(self) -> None:
        """Let time pass from here on."""
        if self._since is None:
            self._since = self._house()

    def stop(self) -> None:
        """Let time stand still here."""
        self._ms, self._since = self.now(), None

    def forward(self, ms: int) -> None:
        """Be at `ms` at least: the log knows of that time already."""
        behind = ms - self.now()
        if behind > 0:
            self._ms += behind

    def when(self, ms: int) -> float:
        """The house's time at which this clock, running, will show `ms`."""
        return self._house() + max(0, ms - self.now()) / 1000


@define
class PauseClock:
    """How long a table's short pause has lasted, on the house's clock."""

    _began: float | None = None
    _ended: float | None = None

    def follow(self, state: TableState, now: float, *, counted: bool = False) -> None:
        """Start or stop with the table's pause; with `counted`, what there was to count has been told."""
        if counted or not state.playing:
            self._began = self._ended = None
        if state.pause_is_short and self._began is None:
            self._began = now
        elif not state.pause_is_short and self._began is not None and self._ended is None:
            self._began, self._ended = (self._began, now) if now > self._began else (None, None)

    def due(self) -> tuple[float, int] | None:
        """When a pause is to be counted, and as how many ms: once it is over, or has run its time."""
        if self._began is None:
            return None
        limit = self._began + SHORT_PAUSE_MS / 1000
        if self._ended is None or self._ended >= limit:
            return limit, SHORT_PAUSE_MS
        return self._ended, round((self._ended - self._began) * 1000)
