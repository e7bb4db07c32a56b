"""Time: the house's monotonic clock, and table time, which stands while a table is paused.

Nothing here looks at the wall clock, so that nobody's game depends on it being right.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from attrs import define, field


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
        """See `HouseClock.now`."""
        return self._loop.time()

    def call_at(self, when: float, callback: Callable[[], None]) -> Alarm:
        """See `HouseClock.call_at`."""
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
