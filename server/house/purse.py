"""What people may ask of the house: chat, tables and everything else that others notice is paid for out of budgets.

Each person has one of their own.  But a guest is made in a moment and comes with a full one.  So all who come from
one address also share some, which are large enough for a family behind one router.
"""

from __future__ import annotations

import math

from attrs import define, field, frozen

from engine.errors import Refusal
from engine.facts import Eye
from server.rates import source

OWN = (12.0, 1.0)
"""A person's points at once, in which a lively minute of a game fits, and points a second: nobody can read more lines
of one person than that."""

SHARED = {"talk": (96.0, 8.0), "table": (12.0, 1 / 30), "knock": (20.0, 1.0)}
"""The same for all of one address: talk for eight people, new tables, and codes that may be guesses."""

WAITING = 8
"""Tables of one address at which no game is running."""


@frozen
class Deed:
    """Something that others notice: what it costs its person (`own`), and their address (`shared`, out of `budget`), in
    points.

    A move costs the address nothing: it may be secret, and a refusal would tell the others there of it.
    """

    own: float
    budget: str = ""
    shared: float = 0.0


LINE = Deed(1.0, "talk", 1.0)
MOVE = Deed(0.25)
TABLE = Deed(4.0, "table", 1.0)
EXPORT = Deed(4.0, "talk", 4.0)
KNOCK = Deed(2.0, "knock", 1.0)
"""A code that may be a guess; see `Purses.knew`."""


@define
class Purse:
    """Token buckets, one for each name.  Somebody who comes back on another connection finds theirs as it was."""

    burst: float
    rate: float
    _spent: dict[str, tuple[float, float]] = field(factory=dict)

    def wait(self, who: str, cost: float, now: float) -> float:
        """Seconds until `who` can pay, 0 if they can."""
        return max(0.0, (self._owed(who, now) + cost - self.burst) / self.rate)

    def charge(self, who: str, cost: float, now: float) -> None:
        """Take points, or give some back (`cost` < 0)."""
        self._spent[who] = (max(0.0, self._owed(who, now) + cost), now)

    def forget_rested(self, now: float) -> None:
        """Drop everybody whose bucket is full again."""
        self._spent = {who: entry for who, entry in self._spent.items() if self._owed(who, now) > 0}

    def _owed(self, who: str, now: float) -> float:
        spent, since = self._spent.get(who, (0.0, now))
        return max(0.0, spent - (now - since) * self.rate)


class Purses:
    """All budgets of a house.  Times are monotonic seconds; the address "" belongs to nobody and shares nothing."""

    def __init__(self, crowd: float = 1.0) -> None:
        """`crowd` multiplies what an address has, for a host who expects more people behind one."""
        self._own = Purse(*OWN)
        self._shared = {name: Purse(burst * crowd, rate * crowd) for name, (burst, rate) in SHARED.items()}

    def spend(self, who: Eye, address: str, deed: Deed, now: float) -> None:
        """Pay for a deed, out of all its budgets or none.

        Raises:
            Refusal: `too-fast`, with the `seconds` after which it will do.
        """
        bills = [(self._own, who, deed.own)]
        if address and deed.budget:
            bills.append((self._shared[deed.budget], source(address), deed.shared))
        wait = max(budget.wait(name, cost, now) for budget, name, cost in bills)
        if wait > 0:
            raise Refusal("too-fast", seconds=math.ceil(wait))
        for budget, name, cost in bills:
            budget.charge(name, cost, now)

    def knew(self, address: str, now: float) -> None:
        """The code was right: only guesses cost the address something."""
        if address:
            self._shared[KNOCK.budget].charge(source(address), -KNOCK.shared, now)

    def forget_rested(self, now: float) -> None:
        """Drop every budget that is whole again."""
        for budget in (self._own, *self._shared.values()):
            budget.forget_rested(now)
