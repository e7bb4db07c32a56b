"""Where everything stands on the one screen.  Pure: from the size of the screen and what is to be seen, in cells."""

from __future__ import annotations

from attrs import frozen
from textual.geometry import Region

from tui.screens.bars import NARROW, SCOPE

LEAST_WIDTH, LEAST_HEIGHT = 36, 14
"""Under this nothing can be played; a card says so."""

WIDE = 96
"""Columns from which a wide page leaves the chat in sight."""

_HALVES = ((120, 64), (96, 54), (0, 46))
"""Columns of the screen from which the left half has so many."""

_NOWHERE = Region()


@frozen
class Layout:
    """The places of the screen's parts; what is out of sight has none.  Together they cover every cell, once."""

    bar: Region = _NOWHERE
    left: Region = _NOWHERE
    edge: Region = _NOWHERE
    title: Region = _NOWHERE
    chat: Region = _NOWHERE
    scope: Region = _NOWHERE
    line: Region = _NOWHERE
    status: Region = _NOWHERE
    keys: Region = _NOWHERE
    small: Region = _NOWHERE


def layout(width: int, height: int, *, typing: bool, wide: bool) -> Layout:
    """The places; `wide`: the page on the left has more to show than its half holds.

    In a narrow screen only the half that has the keys is shown; a wide page is alone while nobody types.
    """
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return Layout(small=Region(0, 0, width, height))
    narrow = width < NARROW
    top = 2 if narrow else 1
    body = height - top - 3
    left, chat = _halves(width, narrow=narrow, typing=typing, wide=wide)
    edge = int(bool(left and chat))
    return Layout(
        bar=Region(0, 0, width, top),
        left=Region(0, top, left, body) if left else _NOWHERE,
        edge=Region(left, top, edge, body) if edge else _NOWHERE,
        title=Region(left + edge, top, chat, 1) if chat else _NOWHERE,
        chat=Region(left + edge, top + 1, chat, body - 1) if chat else _NOWHERE,
        scope=Region(0, top + body, SCOPE, 1),
        line=Region(SCOPE, top + body, width - SCOPE, 1),
        status=Region(0, top + body + 1, width, 1),
        keys=Region(0, top + body + 2, width, 1),
    )


def _halves(width: int, *, narrow: bool, typing: bool, wide: bool) -> tuple[int, int]:
    """Columns of the left half and of the chat."""
    if narrow and typing:
        return 0, width
    if narrow or (wide and width < WIDE and not typing):
        return width, 0
    left = next(half for least, half in _HALVES if width >= least)
    return left, width - left - 1
