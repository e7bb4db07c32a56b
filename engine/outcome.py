"""How a game ends."""

from __future__ import annotations

from enum import StrEnum

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
