"""Whether a client's line is too slow for what it is sent.  Pure: who looks passes the time and what was seen."""

from attrs import define

SLOW_SECONDS = 3.0
"""Seconds behind that are no accident: a first screen on a good line takes one at most."""

MOST_BETWEEN = 2.0
"""Seconds between two looks that count at most: whoever looks late was held up, not the line."""


@define
class LineWatch:
    """Looks at one client about once a second.

    Time behind counts up, any other time counts down again, to nothing at least: three seconds in one go make a line
    slow, and so does being behind most of the time.
    """

    _late: float = 0.0
    _looked: float | None = None

    def look(self, now: float, *, behind: bool) -> bool:
        """Whether the line is slow, if at ``now`` (seconds of any monotonic clock) its client is behind or not."""
        passed = 0.0 if self._looked is None else min(now - self._looked, MOST_BETWEEN)
        self._looked = now
        self._late = max(0.0, self._late + (passed if behind else -passed))
        return self._late >= SLOW_SECONDS
