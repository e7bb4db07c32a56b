"""Three temperaments of bots: the same sums, weighed differently."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from engine.games.omega.mind import Reading, value


@frozen
class Temperament:
    """How a bot plays.

    `fear`: how much its lives count (exponent of their worth).  `spite`: weight of the rivals' prospects against
    its own.  `union`: what it adds to the worth of a lockdown.  In percent: `candour`, how often it admits to being
    infected; `bluff`, how often it wishes for a lockdown that it will refuse; `chatter`, how often it says something
    when it looks up.
    """

    name: str
    fear: float
    spite: float
    union: float
    candour: int
    bluff: int
    chatter: int

    def value(self, mind: Reading, action: str) -> float:
        """What an action is worth to it."""
        return value(mind, action, self.fear, self.spite)

    def deed(self, mind: Reading) -> str:
        """What it does without a lockdown."""
        if mind.infected:  # the life is lost at home too
            return "work"
        return max(("work", "home"), key=lambda action: self.value(mind, action))

    def wants_lockdown(self, mind: Reading) -> bool:
        """Whether it consents to a lockdown."""
        if mind.infected:  # it pays the same life and money as work does, and feeds the rivals
            return False
        return self.value(mind, "lockdown") + self.union > self.value(mind, self.deed(mind))


TEMPERAMENTS: Final[Mapping[str, Temperament]] = {
    t.name: t
    for t in (
        Temperament("cautious", fear=1.6, spite=0.2, union=0.02, candour=40, bluff=10, chatter=50),
        Temperament("greedy", fear=1.2, spite=0.35, union=-0.03, candour=10, bluff=25, chatter=60),
        Temperament("sly", fear=1.8, spite=0.4, union=-0.01, candour=0, bluff=40, chatter=75),
    )
}
"""The temperaments by name."""
