"""The moments that decided a game: what each game finds in the opened log, the weightiest of them, in their order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from attrs import frozen

MOST: Final = 3
"""So many are told."""


@frozen
class Moment:
    """Something that changed how a game ended: `key` names its sentence, `at` the turn or day; `one` is the seat it
    is about, `others` those whom it met; `detail` is one more word of the game's catalogue."""

    key: str
    at: int
    weight: int
    one: int = -1
    others: tuple[int, ...] = ()
    detail: str = ""


def decisive(found: Iterable[Moment]) -> tuple[Moment, ...]:
    """The weightiest of them, one for each turn or day at most, in the order in which they came."""
    best: dict[int, Moment] = {}
    for moment in sorted(found, key=lambda moment: -moment.weight):
        best.setdefault(moment.at, moment)
    return tuple(sorted(list(best.values())[:MOST], key=lambda moment: moment.at))
