"""What can happen in Love, or Nothing.  A kill card, a poison cup that missed and a half-right guess are in no
public fact: they open with the log.

Seats are integers.  A *night* has the number of the day it closes; its morning belongs to the next day.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, Literal

from attrs import frozen

from engine.facts import Fact

By = Literal["votes", "experience", "lot"]
"""What made somebody the detective: the most votes, the longest record among the tied, or the lot."""


class Blank(Enum):
    """A vote for nobody, which counts as a vote; a seat without a vote is in no ballot at all.  Null in JSON."""

    BLANK = None


BLANK: Final = Blank.BLANK

Vote = int | Blank
"""A candidate, or a blank."""


@frozen
class CulpritDrawn(Fact):
    """Who the culprit is; told to that seat alone."""

    OPENS = True

    seat: int


@frozen
class DefencesOpened(Fact):
    """The defence of every member who was alive in the night, by seat."""

    night: int
    defences: Mapping[int, str]


@frozen
class Targeted(Fact):
    """Whom the culprit attacked, and whether the attack killed.  Never how."""

    night: int
    target: int
    success: bool


@frozen
class BallotOpened(Fact):
    """The vote of everybody who had one, by voter.  `ballot` is 1, or 2 for the second ballot of the day."""

    day: int
    ballot: int
    votes: Mapping[int, Vote]


@frozen
class Elected(Fact):
    """The day's detective."""

    day: int
    detective: int
    by: By


@frozen
class Poisoned(Fact):
    """A victim of poison fell dead at the end of noon."""

    day: int
    victim: int


@frozen
class GuessOpened(Fact):
    """The two names that the detective of `day` wrote down, both None if nothing.  The same shape whether none,
    one or both are right."""

    day: int
    detective: int
    culprit: int | None
    beloved: int | None


FACTS: tuple[type[Fact], ...] = (
    CulpritDrawn,
    DefencesOpened,
    Targeted,
    BallotOpened,
    Elected,
    Poisoned,
    GuessOpened,
)
