"""How much one address, one connection and one slow client may take. Pure: the time is passed in.

* `Gate` – who may connect: caps in all and per address, penalties, and which silent connection makes room.
* `Attempts` – how often one connection may try to log in.
* `Drain` – whether a client still takes what it is sent.

Times are seconds of one monotonic clock, sizes are bytes.
"""

from __future__ import annotations

from enum import IntEnum

from attrs import define, field, frozen

from server.config import Settings
from server.rates import Bucket, source

LOGINS, LOGINS_BACK = 20, 60.0
"""Logins of one address at once, if no more may be here from there anyway; seconds until all of them are back."""


class Stage(IntEnum):
    """How far a connection has come; the least advanced one makes room first."""

    SILENT = 0
    KEYED = 1
    LOGGED_IN = 2


@define
class _Connection:
    source: str
    since: float
    stage: Stage = Stage.SILENT


@frozen
class Admission:
    """The gate's answer: ``refused`` is "" or a reason; ``evicted`` connections must be aborted."""

    refused: str = ""
    evicted: tuple[int, ...] = ()


@define
class Gate:
    """Counts connections, logins and penalties per source.

    When the cap of start-ups is reached the newcomer is let in and the least advanced, oldest start-up is
    dropped instead: a crowd of silent connections must never keep a player out, who needs only a moment.
    """

    settings: Settings
    _connections: dict[int, _Connection] = field(factory=dict)
    _penalties: dict[str, float] = field(factory=dict)  # source -> time at which nothing is left of it
    _logins: dict[str, Bucket] = field(factory=dict)  # source -> what is left of its logins

    def admit(self, number: int, address: str, now: float) -> Admission:
        """Enter connection ``number`` (unique for ever), or refuse it."""
        origin = source(address)
        if self.penalised(address, now):
            return Admission(refused="penalty")
        if self._logged_in() >= self.settings.max_connections:
            return Admission(refused="full")
        if self._logged_in(origin) >= self.settings.max_connections_per_address:
            return Admission(refused="address")
        self._connections[number] = _Connection(origin, now)
        evicted = self._make_room(number, origin)
        for victim in evicted:
            del self._connections[victim]
        return Admission(evicted=evicted)

    def reached(self, number: int, stage: Stage) -> None:
        """Note how far a connection has come."""
        if number in self._connections:
            self._connections[number].stage = stage

    def log_in(self, number: int, now: float) -> str:
        """Let a connection in, or tell why not: `full` (the caps hold for those inside) or `often`.

        A session costs the house most when it begins, so logins of one address have a budget: as many at once
        as may be here from there, and each of these again after a minute.  No family notices; a loop gets one a second.
        """
        connection = self._connections.get(number)
        if (
            connection is None
            or self._logged_in() >= self.settings.max_connections
            or self._logged_in(connection.source) >= self.settings.max_connections_per_address
        ):
            return "full"
        if not self._logins_of(connection.source, now).take(now):
            return "often"
        connection.stage = Stage.LOGGED_IN
        return ""

    def leave(self, number: int) -> None:
        """Forget a connection that has closed (harmless if it was never entered)."""
        self._connections.pop(number, None)

    def penalise(self, address: str, now: float) -> None:
        """Turn an address away for a while; each further penalty adds to it, up to the longest allowed."""
        self._penalties = {place: end for place, end in self._penalties.items() if end > now}
        origin = source(address)
        end = max(self._penalties.get(origin, now), now) + self.settings.penalty
        self._penalties[origin] = min(end, now + self.settings.penalty_max)

    def penalised(self, address: str, now: float) -> bool:
        """Whether the address is turned away now."""
        return self._penalties.get(source(address), now) > now

    def _logins_of(self, origin: str, now: float) -> Bucket:
        if origin not in self._logins:
            self._logins = {place: bucket for place, bucket in self._logins.items() if not bucket.rested(now)}
            most = max(LOGINS, self.settings.max_connections_per_address)
            self._logins[origin] = Bucket(most, most / LOGINS_BACK)
        return self._logins[origin]

    def _logged_in(self, origin: str | None = None) -> int:
        return sum(
            connection.stage is Stage.LOGGED_IN and origin in (None, connection.source)
            for connection in self._connections.values()
        )

    def _make_room(self, newcomer: int, origin: str) -> tuple[int, ...]:
        """The start-up that has to go for the newcomer, if a cap of start-ups is exceeded."""
        waiting = {n: c for n, c in self._connections.items() if c.stage is not Stage.LOGGED_IN}
        near = {n: c for n, c in waiting.items() if c.source == origin}
        if len(near) > self.settings.max_startups_per_address:
            crowd = near
        elif len(waiting) > self.settings.max_startups:
            crowd = waiting
        else:
            return ()
        crowd.pop(newcomer, None)
        victim = min(crowd, key=lambda n: (crowd[n].stage, crowd[n].since))
        return (victim,)


@define
class Attempts:
    """Login tries of one connection. Unsigned key offers are counted apart: an agent holds many keys."""

    settings: Settings
    failures: int = 0
    offers: int = 0

    def failed(self) -> bool:
        """Count a failed try; True when the connection must be dropped."""
        self.failures += 1
        return self.failures >= self.settings.auth_failures

    def offered(self) -> bool:
        """Count an offer that proves nothing; True when the connection must be dropped."""
        self.offers += 1
        return self.offers > self.settings.key_offers


@define
class Drain:
    """Watches how one client takes its bytes: look at it whenever something is sent, and by a timer."""

    settings: Settings
    _taken: int = 0
    _since: float = 0.0
    _idle: bool = True  # nothing waited at the last look, so that waiting begins with the next one

    def verdict(self, waiting: int, taken: int, now: float) -> str:
        """ "" while all is well, else why the client is cut off: ``behind`` or ``stalled``.

        ``waiting`` are the bytes that this side holds for it, ``taken`` those it has ever taken.
        """
        if self._idle or taken > self._taken:
            self._taken, self._since = taken, now
        self._idle = waiting == 0
        if waiting >= self.settings.max_behind:
            return "behind"
        stalled = not self._idle and now - self._since >= self.settings.stall_grace
        return "stalled" if stalled else ""
