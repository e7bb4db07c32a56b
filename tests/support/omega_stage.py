"""What the tests of Omega Strain stand on: tables with scripted dice, and turns played in one line.

Seats A, B, C, D are the people p0, p1, p2, p3.  Money is in units of $10k.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.frozen import replace
from engine.games.omega import OMEGA
from engine.games.omega.state import Player
from engine.outcome import Result
from tests.support.scripted import ScriptedChance, Table, dice

Lives = tuple[tuple[int, int], ...]
"""(life, funds) by seat."""

QUIET = (1, {0: 6, 1: 6, 2: 6, 3: 6})
"""A turn in which nobody is infected."""

ILL_A = (6, {0: 3, 1: 4, 2: 6})
"""A infected, B and C not."""

ILL_AB = (6, {0: 3, 1: 2, 2: 6})
WELL = (6, {0: 4, 1: 5, 2: 6})

DRAW, WIN, NOBODY = Result.DRAW, Result.WIN, Result.NO_WINNER


def table(*turns: tuple[int, Mapping[int, int]], at: Lives = ((3, 0),) * 3, **options: str | int) -> Table:
    """A running game with these turns' index and dice, its seats set to `at` before anybody acts."""
    t = Table(OMEGA, len(at), ScriptedChance(dice(*turns)), options).start()
    players = tuple(Player(life, funds) for life, funds in at)
    t.state = replace(t.state, play=replace(t.state.play, players=players))
    return t


def standing(t: Table) -> Lives:
    return tuple((player.life, player.funds) for player in t.state.play.players)


def turn(t: Table, *deeds: str) -> None:
    """Play the turn: a single "lockdown", or the actions by seat ("" for a dead one)."""
    if deeds == ("lockdown",):
        t.answer("consent", *("yes" if seat in t.state.living else "" for seat in range(len(t.state.seats))))
        t.time_up()
    else:
        t.time_up()
        t.answer("action", *deeds)


def told(t: Table, kind: type) -> list:
    return [record.fact for record in t.log if isinstance(record.fact, kind)]
