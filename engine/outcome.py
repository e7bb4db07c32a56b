"""How a game ends."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Final

from attrs import frozen


class Result(StrEnum):
    """What the end counts as.  No contest and void stay outside win rates."""

    WIN = "win"
    DRAW = "draw"
    NO_WINNER = "no-winner"
    NO_CONTEST = "no-contest"
    VOID = "void"


@frozen
class Outcome:
    """The end of one game.  `winners` are seat numbers (the drawers of a draw); `cause` is a code of the
    game ("vaccine", "all-dead" …) or of the table ("voted", "abandoned")."""

    result: Result
    winners: tuple[int, ...]
    cause: str


@frozen
class Moment:
    """Something that decided a game that is over and open: in which `round`, what `kind` (a code of the game), whom
    it is about, and how much it decided (`weight`, compared within one game)."""

    round: int
    kind: str
    seats: tuple[int, ...] = ()
    weight: int = 1


MOMENTS: Final = 3
"""So many are told."""


def weightiest(moments: Iterable[Moment]) -> tuple[Moment, ...]:
    """The moments that decided most, in the order in which they came; of two that weigh the same the later."""
    found = list(enumerate(moments))
    chosen = sorted(found, key=lambda one: (one[1].weight, one[1].round, one[0]))[-MOMENTS:]
    return tuple(moment for _, moment in sorted(chosen, key=lambda one: (one[1].round, one[0])))
