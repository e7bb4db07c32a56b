"""When the next frame may be composed: not too often, at once after a key, never for a client that is behind.

Pure: the caller passes the time (seconds of any monotonic clock) and the bytes the client has not drained.
"""

from attrs import define

FRAMES_PER_SECOND = 15
THIN_FRAMES_PER_SECOND = 4
#: A key's own echo goes out at once, but a held key is still not worth more than this.
ECHOES_PER_SECOND = 50
#: Bytes under way above which a client counts as behind: about a second of a 9,600 bit/s line.
BEHIND_BYTES = 1024
#: How often a client that is behind is looked at, in seconds.
LOOK_AGAIN = 0.05


@define
class Pacer:
    """Decides the moment of each frame. With ``enabled`` false every frame may go at once (for the bench)."""

    frames_per_second: float = FRAMES_PER_SECOND
    enabled: bool = True
    _last: float = float("-inf")
    _echo: bool = False

    def key_pressed(self) -> None:
        """The next frame is probably the echo of a key: do not hold it back."""
        self._echo = True

    def wait(self, now: float, behind: int) -> float:
        """Seconds from ``now`` until a frame may be composed; 0 means now. Ask again after that time."""
        if not self.enabled:
            return 0.0
        if behind > BEHIND_BYTES:
            return LOOK_AGAIN
        rate = ECHOES_PER_SECOND if self._echo else self.frames_per_second
        return max(0.0, self._last + 1 / rate - now)

    def composed(self, now: float, *, sent: bool) -> None:
        """A frame was composed at ``now``; ``sent`` if anything had changed."""
        self._last = now
        if sent:
            self._echo = False
