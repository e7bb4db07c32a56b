"""What a terminal shows as a picture: every cell has its place, whatever fonts a viewer has.

Each character stands in the middle of its own cell (viewers differ in what they make of the length of a text), and
lines that have to join are drawn, not written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

WIDE, HIGH, SIZE = 9.0, 19.0, 15
"""A cell in pixels, and the size of letters in it."""
MARGIN, BAR = 12.0, 30.0
"""Around the screen, and the bar of the window above it."""
PAPER, INK = "#16181c", "#d0d0d0"
"""What a terminal uses where it is told nothing."""
FONTS = "ui-monospace, 'Noto Sans Mono CJK JP', 'Noto Sans Mono', Menlo, Consolas, monospace"

LINES = {"─": "M0 {y}h{w}", "│": "M{x} 0v{h}", "┃": "M{x} 0v{h}", "┊": "M{x} 2v5m0 5v5"}
"""Lines between the cells, which have to join."""
THICK = {"┃": 3}

Cell = Sequence[object]
"""(text, foreground, background, bold, italics, underlined, struck, reversed), see `tests.support.vt.Emulator`; the
second half of a wide character has no text."""


def picture(cells: Sequence[Sequence[Cell]], title: str) -> str:
    """An SVG of a screen, in a window with a title."""
    wide, high = len(cells[0]) * WIDE, len(cells) * HIGH
    width, height = wide + 2 * MARGIN, high + 2 * MARGIN + BAR
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family={quoteattr(FONTS)} font-size="{SIZE}">',
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}"/>',
        *(f'<circle cx="{20 + 18 * n}" cy="18" r="5.5" fill="#4a4f57"/>' for n in range(3)),
        f'<text x="{width / 2:g}" y="23" text-anchor="middle" fill="#8a8f98">{escape(title)}</text>',
        f'<g transform="translate({MARGIN:g} {MARGIN + BAR:g})">',
    ]
    for y, row in enumerate(cells):
        parts += _row(row, y * HIGH)
    return "\n".join([*parts, "</g>", "</svg>"]) + "\n"


def _row(row: Sequence[Cell], top: float) -> Iterator[str]:
    at = 0
    for look, run in groupby(row, _look):
        count = len(list(run))
        yield from _run(row[at : at + count], look, at * WIDE, top)
        at += count


def _look(cell: Cell) -> tuple[object, ...]:
    return tuple(cell[1:])


def _run(cells: Sequence[Cell], look: tuple[object, ...], left: float, top: float) -> Iterator[str]:
    """Cells of one look: their ground, their lines and their text."""
    ink, paper, bold, italic, under, struck, turned = look
    colour, ground = _colour(ink, INK), _colour(paper, PAPER)
    if turned:
        colour, ground = ground, colour
    if ground != PAPER:
        yield f'<rect x="{left:g}" y="{top:g}" width="{len(cells) * WIDE:g}" height="{HIGH:g}" fill="{ground}"/>'
    style = f'fill="{colour}"'
    style += ' font-weight="bold"' * bool(bold) + ' font-style="italic"' * bool(italic)
    lines = [name for name, so in (("underline", under), ("line-through", struck)) if so]
    style += f' text-decoration="{" ".join(lines)}"' if lines else ""
    written = []
    for at, cell in enumerate(cells):
        text, x = str(cell[0]), left + at * WIDE
        if text in LINES:
            path = LINES[text].format(x=WIDE / 2, y=HIGH / 2, w=WIDE, h=HIGH)
            stroke = f'stroke="{colour}" stroke-width="{THICK.get(text, 1)}" fill="none"'
            yield f'<path transform="translate({x:g} {top:g})" d="{path}" {stroke}/>'
        elif text and not text.isspace():
            wide = 2 if at + 1 < len(cells) and cells[at + 1][0] == "" else 1
            written.append(f'<tspan x="{x + wide * WIDE / 2:g}">{escape(text)}</tspan>')
    if written:
        yield f'<text y="{top + 14:g}" text-anchor="middle" {style}>{"".join(written)}</text>'


def _colour(name: object, usual: str) -> str:
    return usual if name == "default" else f"#{name}"
