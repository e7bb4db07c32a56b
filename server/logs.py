"""Log lines on standard error: structured, so that no name can forge one, and never a flood.

``get(…)`` gives a logger; events are short fixed words, everything a client said is a value. Values are
written as JSON or as Python literals, which escape control characters and line breaks of any kind.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable, MutableMapping
from typing import Any, TextIO

import structlog
from attrs import define, field

from server.rates import Bucket

BURST, RATE = 20, 1.0
"""Lines of one event in a burst, and then a second. A port scanner must not fill a disk."""

Event = MutableMapping[str, Any]


@define
class RateCap:
    """A structlog processor: too many lines of one event are counted, and the count is told later."""

    clock: Callable[[], float] = time.monotonic
    _buckets: dict[str, Bucket] = field(factory=dict)
    _dropped: dict[str, int] = field(factory=dict)

    def __call__(self, logger: object, method: str, event: Event) -> Event:
        """Pass the line on, or drop it."""
        name = str(event.get("event"))
        bucket = self._buckets.setdefault(name, Bucket(BURST, RATE))
        if not bucket.take(self.clock()):
            self._dropped[name] = self._dropped.get(name, 0) + 1
            raise structlog.DropEvent
        if dropped := self._dropped.pop(name, 0):
            event["suppressed"] = dropped
        return event


def configure(shape: str, level: str, stream: TextIO | None = None, cap: RateCap | None = None) -> None:
    """Set up logging for the process: ``shape`` is ``text`` or ``json``, ``level`` as in `logging`."""
    renderer = (
        structlog.processors.JSONRenderer()
        if shape == "json"
        else structlog.processors.KeyValueRenderer(key_order=["at", "level", "event"])
    )
    structlog.configure(
        processors=[
            cap or RateCap(),
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", key="at"),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(stream or sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)  # it writes what clients claim, uncapped


def get() -> Any:
    """A structlog logger."""
    return structlog.get_logger()
