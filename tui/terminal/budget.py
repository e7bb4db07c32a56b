"""What may be used, so much a second. The time is passed in, in seconds of any monotonic clock."""


class Budget:
    """A token bucket: ``rate`` a second, at most ``most`` saved up; the unit is the caller's."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = most, float("-inf")

    def take(self, now: float) -> bool:
        """Use one, if there is one."""
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, now: float, amount: float) -> None:
        """Use what was used already, be it more than there is: the rest is owed."""
        self._fill(now)
        self._left -= amount

    def wait(self, now: float) -> float:
        """Seconds from ``now`` until nothing is owed any more; 0 if nothing is."""
        self._fill(now)
        return max(0.0, -self._left / self._rate)

    def _fill(self, now: float) -> None:
        if now > self._at:
            self._left = min(self._most, self._left + (now - self._at) * self._rate)
            self._at = now
