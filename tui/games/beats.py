"""A reveal on the screen: one beat after the other, and only with the last of them the table as it is now.

When a beat falls follows from the phase's length and the number of beats, both public, so that it falls for every eye
at the same time.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import ceil
from typing import Final

from attrs import frozen

from tui.widgets.draw import Row, item
from tui.widgets.look import ALERT, PLAIN, STRONG
from tui.words.catalogue import Words

SHOWING: Final = Fraction(3, 4)
"""The share of a reveal in which its beats fall; the rest is for looking at all of them."""


@frozen
class Beat:
    """One thing that is turned over, in a sentence.  `mine`: it concerns the reader; `harm`: it does so badly."""

    text: str
    mine: bool = False
    harm: bool = False


def fallen(beats: int, elapsed: int, length: int) -> int:
    """How many of the beats have fallen after so many ms of a reveal of this length: the first at once."""
    return min(beats, 1 + int(elapsed * beats / (SHOWING * length)))


def falls_at(beat: int, beats: int, length: int) -> int:
    """After how many ms of a reveal of this length a beat (0-based) has fallen."""
    return ceil(SHOWING * length * beat / beats)


def in_one(words: Words, beats: Sequence[Beat]) -> list[Beat]:
    """All of them at once, as a paragraph: for a slow line, and for a screen reader."""
    if not beats:
        return []
    text = reduce(lambda first, second: words("game.both", first=first, second=second), (beat.text for beat in beats))
    return [Beat(text, any(beat.mine for beat in beats))]


def beat_rows(beats: Sequence[Beat], width: int, height: int | None = None) -> list[Row]:
    """The beats as a list; where there is no room for all of them the last."""
    rows: list[Row] = []
    for beat in beats:
        ink = ALERT if beat.harm else STRONG if beat.mine else PLAIN
        rows += item(beat.text, width, ink, mark="▸" if beat.mine else "-")
    return rows if height is None else rows[-height:]
