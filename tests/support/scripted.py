"""Helpers for scripted games: draws by label, and a table that is driven by commands through the one door."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from engine.chance import Chance
from engine.facts import Record
from engine.game import Game
from engine.table import live
from engine.table import moves as m

SEED = "5e" * 32
"""A server seed (hex) for tables whose draws are scripted anyway."""


@frozen
class ScriptedChance:
    """Draws that are written down: label -> result in `range(sides)`.

    A label of a child stream is `child/label`.  Unscripted labels are drawn from `rest`, and are an error
    without one, so that a test says every draw that it relies on.
    """

    values: Mapping[str, int]
    rest: Chance | None = None
    path: str = ""

    def draw(self, label: str, sides: int) -> int:
        value = self.values.get(self.path + label)
        if value is None:
            if self.rest is None:
                raise AssertionError(f"the draw {self.path + label!r} is not scripted")
            return self.rest.draw(label, sides)
        assert 0 <= value < sides, f"{self.path + label!r}: {value} is not one of {sides}"
        return value

    def child(self, label: str) -> ScriptedChance:
        return ScriptedChance(self.values, self.rest and self.rest.child(label), f"{self.path}{label}/")


def dice(*turns: tuple[int, Mapping[int, int]]) -> dict[str, int]:
    """Omega's draws: for each turn its index and the dice by seat, as faces 1..6."""
    values = {}
    for turn, (index, faces) in enumerate(turns, 1):
        values[f"index/turn {turn}"] = index - 1
        values |= {f"die/turn {turn}/seat {seat}": face - 1 for seat, face in faces.items()}
    return values


class Table(live.Table):
    """A table of people "p0", "p1" … in seat order (p0 hosts), on a clock: `now` is table time in ms."""

    def __init__(self, rules: Game, seats: int, chance: Chance, options: Mapping[str, str | int] | None = None) -> None:
        super().__init__(rules, chance)
        self.now = 0
        self.do("", m.Create("t1", "KITE-42", rules.id, "open", options or {}))
        self.do("", m.Commit(SEED))
        for n in range(seats):
            self.do(f"p{n}", m.Enter(f"P{n}", "person"), m.Sit(), m.Ready())

    def do(self, who: str, *moves: m.Move) -> list[Record]:
        """Make the moves of `who` now; what was recorded."""
        before = len(self.log)
        for move in moves:
            super().do(who, move, self.now)
        return self.log[before:]

    def start(self) -> Table:
        self.do("p0", m.Start())
        return self

    def answer(self, prompt: str, *values: str) -> None:
        """Every seat's answer to a prompt of one field, in seat order; "" for none."""
        for seat, value in enumerate(values):
            if value and self.state.phase is not None:
                self.do(f"p{seat}", m.Answer(self.state.phase.no, prompt, {prompt: value}))

    def time_up(self) -> list[Record]:
        """Let the open phase run out."""
        phase = self.state.phase
        assert phase is not None
        self.now = phase.ends
        return self.do("", m.TimeUp(phase.no))
