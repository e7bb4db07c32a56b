"""When the next frame may be composed: not too often, at once after a key, never for a client that is behind.

Pure: the caller passes the time (seconds of any monotonic clock) and the bytes the client has not drained.
"""

from attrs import define

FRAMES_PER_SECOND = 15
THIN_FRAMES_PER_SECOND = 4
ECHOES_PER_SECOND = 50
"""A key's own echo goes out at once, but a held key is still not worth more than this."""

BEHIND_BYTES = 512
"""Bytes under way above which a client counts as behind: about half a second of a 9,600 bit/s line."""

LOOK_AGAIN = 0.05
"""How often a client that is behind is looked at, in seconds."""


ANSWER_WITHIN = 5.0
"""Seconds after which a client that was asked whether a frame has come is asked no more."""


@define
class Pacer:
    """Decides the moment of each frame. With ``enabled`` false every frame may go at once (for the bench).

    Between here and a client there are buffers that nobody can look into (modems, proxies, mobile networks). So a
    client whose terminal ``answers`` is asked to say when a larger frame has come, and counts as behind until then.
    """

    frames_per_second: float = FRAMES_PER_SECOND
    enabled: bool = True
    answers: bool = False
    _asked: float | None = None
    _last: float = float("-inf")
    _echo: bool = False

    def key_pressed(self) -> None:
        """The next frame is probably the echo of a key: do not hold it back."""
        self._echo = True

    def wait(self, now: float, behind: int) -> float:
        """Seconds from ``now`` until a frame may be composed; 0 means now. Ask again after that time."""
        if not self.enabled:
            return 0.0
        if self.is_behind(now, behind):
            return LOOK_AGAIN
        rate = ECHOES_PER_SECOND if self._echo else self.frames_per_second
        return max(0.0, self._last + 1 / rate - now)

    def is_behind(self, now: float, behind: int) -> bool:
        """Whether a client that has not drained so many bytes has to catch up first."""
        return behind > BEHIND_BYTES or self._is_awaited(now)

    def composed(self, now: float, *, sent: bool) -> None:
        """A frame was composed at ``now``; ``sent`` if anything had changed."""
        self._last = now
        if sent:
            self._echo = False

    def asks(self, now: float, size: int) -> bool:
        """Whether a frame of so many bytes that goes out now has to be answered."""
        asks = self.enabled and self.answers and size > BEHIND_BYTES
        if asks:
            self._asked = now
        return asks

    def answered(self) -> None:
        """The client's terminal has answered: everything sent before has come."""
        self.answers, self._asked = True, None

    def _is_awaited(self, now: float) -> bool:
        if self._asked is not None and now > self._asked + ANSWER_WITHIN:
            self.answers, self._asked = False, None
        return self._asked is not None
