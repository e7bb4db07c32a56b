"""How a finished game counts for each of its people: who drew, lost or won, and who had a stand-in."""

import pytest

from engine.outcome import Outcome, Result
from engine.table.facts import Ended
from engine.table.state import Seat
from server.books.scores import Score, scores

CAST = (Seat("u1", "ada", "person"), Seat("g2", "ben", "guest"), Seat("b3", "Daruma", "bot", "calm"))
"""The bot's seat 2 counts for nobody."""


@pytest.mark.parametrize(
    ("outcome", "results"),
    [
        (Outcome(Result.WIN, (0,), "vaccine"), ["win", "loss"]),
        (Outcome(Result.WIN, (2,), "last-one"), ["loss", "loss"]),
        (Outcome(Result.WIN, (1,), "solved"), ["loss", "win"]),
        (Outcome(Result.DRAW, (0, 1), "vaccine"), ["draw", "draw"]),
        (Outcome(Result.DRAW, (1, 2), "vaccine"), ["loss", "draw"]),
        (Outcome(Result.NO_WINNER, (), "all-dead"), ["no-winner", "no-winner"]),
        (Outcome(Result.NO_WINNER, (), "max-turns"), ["no-winner", "no-winner"]),
        (Outcome(Result.NO_CONTEST, (), "beloved-killed"), ["no-contest", "no-contest"]),
        (Outcome(Result.NO_CONTEST, (), "max-days"), ["no-contest", "no-contest"]),
        (Outcome(Result.VOID, (), "voted"), ["void", "void"]),
    ],
)
def test_what_an_outcome_counts_as(outcome: Outcome, results: list[str]):
    told = scores("omega", CAST, Ended(1, outcome, ()))
    assert [(score.person, score.result) for score in told] == list(zip(("u1", "g2"), results, strict=True))


def test_who_had_a_stand_in_at_the_end_is_marked():
    assert scores("omega", CAST, Ended(4, Outcome(Result.WIN, (0,), "vaccine"), (0,))) == (
        Score("u1", "omega", 4, "win", True),
        Score("g2", "omega", 4, "loss", False),
    )
