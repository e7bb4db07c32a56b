"""What happens in a game of Omega Strain.  Money is in units of $10k; seats are their numbers from 0.

Who sees what: an index, a ballot and a reckoning are everyone's; a die is its seat's alone until the game
is over.  No fact says "infected": that follows from die and index, for whoever knows both (R-O7).
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from engine.facts import Fact


@frozen
class IndexRolled(Fact):
    """Step 1: the infection index (1..6) of a turn."""

    turn: int
    index: int


@frozen
class DieRolled(Fact):
    """Step 2: the die (1..6) of one living seat, whispered to it."""

    OPENS = True

    turn: int
    seat: int
    die: int


@frozen
class LockdownVoted(Fact):
    """Step 3: the dialogue is over.  `wishes` ("for", "against", "none") were public all along; `consents`
    ("yes", "no") are opened by seat, or None at a table with a secret ballot (R-O1)."""

    turn: int
    wishes: Mapping[int, str]
    consents: Mapping[int, str] | None
    passed: bool


@frozen
class Reckoned(Fact):
    """Step 5: what everybody who was alive did ("work", "home"; empty in a lockdown), the changes of life and
    of funds by seat, and who died of it."""

    turn: int
    lockdown: bool
    actions: Mapping[int, str]
    life: Mapping[int, int]
    funds: Mapping[int, int]
    deaths: tuple[int, ...]


FACTS: tuple[type[Fact], ...] = (IndexRolled, DieRolled, LockdownVoted, Reckoned)
"""All of them, for the codec."""
