"""What one person may ask of the house: one budget for chat, tables and everything else that others notice."""

from __future__ import annotations

import math

from attrs import define, field

from engine.errors import Refusal
from engine.facts import Eye

BURST = 12.0
"""Points at once: a lively minute of a game fits in."""

RATE = 1.0
"""Points a second: nobody can read more lines of one person than that."""

LINE, MOVE, TABLE, KNOCK = 1.0, 0.25, 4.0, 2.0
"""What a line of chat costs, a move, a new table, and a code that may be a guess."""


@define
class Budget:
    """A token bucket per person.  Who comes back on another connection finds it as they left it."""

    _spent: dict[Eye, tuple[float, float]] = field(factory=dict)

    def spend(self, who: Eye, cost: float, now: float) -> None:
        """Pay for something; `now` is in monotonic seconds.

        Raises:
            Refusal: `too-fast`, with the `seconds` after which it will do.
        """
        spent, since = self._spent.get(who, (0.0, now))
        spent = max(0.0, spent - (now - since) * RATE)
        excess = spent + cost - BURST
        if excess > 0:
            raise Refusal("too-fast", seconds=math.ceil(excess / RATE))
        self._spent[who] = (spent + cost, now)

    def forget_rested(self, now: float) -> None:
        """Drop everybody whose budget is whole again."""
        self._spent = {
            who: (spent, since) for who, (spent, since) in self._spent.items() if spent > (now - since) * RATE
        }
