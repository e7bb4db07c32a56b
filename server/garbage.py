"""Garbage collection in small steps, so that nobody's key ever waits for a full one.

Python's own full collections look at all there is: with a hundred sessions that stops the loop for a tenth of a second.
So they are switched off here and done by hand, at most one a second:

* A *young* collection costs what was made lately. They stay Python's, and whatever survives two of them is *old*.
* A *tidy-up* looks at what grew old since the last one. What survives a long one is *frozen*: looked at no more.
* A *sweep* thaws and looks at everything. Only it finds what was frozen and is garbage now, in cycles; everything else
  is freed at once when its last user lets go, frozen or not. An ended session is taken apart (`HostedApp.take_apart`),
  so that it leaves next to nothing for a sweep.
"""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable
from typing import Protocol

from attrs import define

from server import logs

YOUNG = (700, 10)
"""Python's own thresholds for young collections: new objects in all, then collections of those."""

NEVER = (1 << 31) - 1
"""Never reached by the count of young collections, which would start a full one."""

EVERY = 1.0
"""Seconds between two looks."""

TOO_MANY = 3
"""Objects that grew old are counted in loads, one for each young collection of the second kind: up to 8,000 or so. More
than this would take too long to tidy up, and are frozen as they are."""

LONG = 0.005
"""Seconds of a tidy-up after which its survivors are frozen."""

CALM, BUSY = 0.1, 0.8
"""Shares of a processor: below the first the server is calm, above the second too busy to tidy up."""

SWEEP_EMPTY, SWEEP_CALM, SWEEP_ANYWAY = 20, 500, 2_000
"""Frozen loads at which there is a sweep: when nobody is there, in a calm moment, and in any case."""


class Collector(Protocol):
    """What is used of the module `gc`."""

    def collect(self) -> int:
        """Look at all that is not frozen; the number of objects found to be garbage."""

    def freeze(self) -> None:
        """Look at nothing any more that exists now."""

    def unfreeze(self) -> None:
        """Look at everything again."""

    def get_count(self) -> tuple[int, int, int]:
        """The last number is that of young collections of the second kind since the last `collect`."""


@define
class GarbageKeeper:
    """Decides what is done about garbage; ``clock`` tells seconds, to see how long a tidy-up took."""

    collector: Collector = gc
    clock: Callable[[], float] = time.perf_counter
    _warm: int = 0  # loads that survived a tidy-up and are not frozen
    _frozen: int = 0  # loads that were frozen since the last sweep

    def look(self, busy: float, people: int) -> None:
        """Do what is due. ``busy`` is the share of a processor lately used, ``people`` how many sessions there are."""
        loads = self.collector.get_count()[2]
        if self._frozen >= self._sweep_at(busy, people):
            self._sweep()
        elif busy > BUSY or loads > TOO_MANY:
            self._freeze(loads)
        elif loads:
            begun = self.clock()
            self.collector.collect()
            if self.clock() - begun > LONG:
                self._freeze(loads)
            else:
                self._warm += loads

    def _sweep_at(self, busy: float, people: int) -> int:
        if not people:
            return SWEEP_EMPTY
        return SWEEP_CALM if busy < CALM else SWEEP_ANYWAY

    def _freeze(self, loads: int) -> None:
        self.collector.freeze()
        self._frozen += self._warm + loads
        self._warm = 0

    def _sweep(self) -> None:
        begun = self.clock()
        self.collector.unfreeze()
        found = self.collector.collect()
        self.collector.freeze()
        self._warm = self._frozen = 0
        logs.get().info("swept", garbage=found, seconds=round(self.clock() - begun, 3))


async def keep_garbage_small(people: Callable[[], int]) -> None:
    """Switch full collections off, freeze what is there for ever, and look again and again until cancelled."""
    gc.set_threshold(*YOUNG, NEVER)
    gc.collect()
    gc.freeze()
    keeper = GarbageKeeper()
    while True:
        then, used = time.monotonic(), time.process_time()
        await asyncio.sleep(EVERY)
        keeper.look((time.process_time() - used) / (time.monotonic() - then), people())
