"""How a game counts for the people who played it (docs/rules.md, statistics)."""

from __future__ import annotations

from attrs import frozen

from engine.facts import Eye
from engine.outcome import Outcome, Result
from engine.table import facts as f
from engine.table.state import Seat


@frozen
class Score:
    """How a game ended for one person; `stand_in` says that a bot finished it for them.

    `result` is "win", "draw", "loss", "no-winner", "no-contest" or "void"; the last two stay outside win rates.
    """

    person: Eye
    game: str
    game_no: int
    result: str
    stand_in: bool


def scores(game: str, cast: tuple[Seat, ...], ended: f.Ended) -> tuple[Score, ...]:
    """The scores of all people of the `cast`, by seat."""
    return tuple(
        Score(seat.who, game, ended.game_no, _result(ended.outcome, n), n in ended.stand_ins)
        for n, seat in enumerate(cast)
        if seat.kind != "bot"
    )


def _result(outcome: Outcome, seat: int) -> str:
    if outcome.result in (Result.WIN, Result.DRAW) and seat not in outcome.winners:
        return "loss"
    return str(outcome.result)
