"""What a table's log is made of: facts, who may see them, and the records that carry both.

An *eye* is the id of a person or bot at the table ("u12", "g7", "b1").  A fact's audience is fixed at
birth and never changes.  A *secret* fact opens when the game ends: it is then told again, to everyone,
inside the one public fact `Opened` (engine/table/facts.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

from attrs import frozen

Eye = str
SERVER: Final[Eye] = ""
"""The issuer of commands that no person gives: the clock, the hub.  It is nobody's eye."""


@frozen
class Audience:
    """Who may see a fact: everyone (`eyes is None`) or exactly these eyes (none of them: the server alone)."""

    eyes: frozenset[Eye] | None

    def sees(self, eye: Eye) -> bool:
        """Whether `eye` is shown the fact."""
        return self.eyes is None or eye in self.eyes


EVERYONE: Final = Audience(None)
SERVER_ONLY: Final = Audience(frozenset())


def only(*eyes: Eye) -> Audience:
    """Exactly these eyes."""
    return Audience(frozenset(eyes))


def among(eyes: Iterable[Eye]) -> Audience:
    """Exactly the eyes of an iterable."""
    return Audience(frozenset(eyes))


class Fact:
    """Something that happened.  Subclasses are frozen attrs classes of plain values."""

    __slots__ = ()

    OPENS: ClassVar[bool] = False
    """Whether the fact, if it was hidden, is told to everyone when its game ends."""


@frozen
class Record:
    """One entry of a table's log.  `seq` counts from 1 inside the hub only; `at` is table time in ms."""

    seq: int
    at: int
    audience: Audience
    fact: Fact


@frozen
class News:
    """A fact that one eye was shown.  `number` counts this eye's facts from 1, `at` is table time in ms."""

    number: int
    at: int
    fact: Fact
