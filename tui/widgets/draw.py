"""How pages are made: rows of styled text, as wide as they are told.  Pure; widgets put them on the screen.

People's text that enters a row has to be clean, see `tui.words.clean.show`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from attrs import frozen

from tui.widgets.look import ACCENT, FAINT, PLAIN, STRONG, Ink
from tui.widgets.pane import Part, cut_line
from tui.words.width import cells, crop, fit, wrap

Row = tuple[Part, ...]

RULE = "─"
MORE = "…"
BLANK: Row = ()


@frozen
class Drawing:
    """A page as rows; `at` is the row that has to be in sight, None to leave the scroll as it is.  `items`: the number
    of the item that a row belongs to, by the number of the row."""

    rows: Sequence[Row]
    at: int | None = None
    items: Mapping[int, int] = {}


def row(*parts: str | Part) -> Row:
    """A row of parts; bare strings are plain."""
    return tuple((part, PLAIN) if isinstance(part, str) else part for part in parts)


def heading(text: str, width: int, ink: Ink = ACCENT, rule: Ink = FAINT) -> Row:
    """A title with a rule to the right edge."""
    return ((f" {text} ", ink), (RULE * max(0, width - cells(text) - 3), rule))


def paragraph(text: str, width: int, ink: Ink = PLAIN, indent: int = 1, hang: int = 0) -> list[Row]:
    """Wrapped text; rows after the first stand `hang` cells further in.  A cell stays free on the right."""
    room = max(2, width - indent - hang - 1)
    lines = wrap(text, room, first=room + hang if hang else None)
    return [((" " * (indent + hang * bool(n)), PLAIN), (line, ink)) for n, line in enumerate(lines)]


def at_most(rows: Sequence[Row], count: int, width: int) -> list[Row]:
    """The first rows; where more would follow, the last of them ends in a mark that tells so."""
    if len(rows) <= count:
        return list(rows)
    *kept, last = rows[:count]
    text, ink = last[-1]
    room = width - row_cells(last[:-1])
    return [*kept, (*last[:-1], (f"{crop(text.rstrip(), room - 1)}{MORE}", ink))]


def item(text: str, width: int, ink: Ink = PLAIN, indent: int = 1, mark: str = "-") -> list[Row]:
    """A paragraph behind a mark of one cell."""
    return paragraph(f"{mark} {text}", width, ink, indent, hang=2)


def columns(parts: Iterable[tuple[str, int, Ink]], ground: Ink = PLAIN) -> Row:
    """Texts cut and padded to exact widths, with a cell of `ground` between."""
    made: list[Part] = []
    for text, width, ink in parts:
        made += [(fit(text, width), ink), (" ", ground)]
    return tuple(made[:-1])


def labelled(label: str, value: str, width: int, room: int, ink: Ink = PLAIN) -> list[Row]:
    """A value behind its label in `room` cells, wrapped in its own column."""
    lines = wrap(value, max(2, width - room - 3))
    first: Row = ((" ", PLAIN), (fit(label, room), FAINT), (" ", PLAIN), (lines[0], ink))
    return [first, *(((" " * (room + 2), PLAIN), (line, ink)) for line in lines[1:])]


def between(left: Row, right: Row, width: int) -> Row:
    """Two rows in one: at the left edge, as far as there is room, and at the right."""
    left = cut_line(left, 0, max(0, width - row_cells(right) - 1))
    return (*left, (" " * max(1, width - row_cells(left) - row_cells(right)), PLAIN), *right)


def row_cells(parts: Row) -> int:
    """Width of a row in cells."""
    return sum(cells(text) for text, _ in parts)


def beside(blocks: Sequence[tuple[Sequence[Row], int]]) -> list[Row]:
    """Blocks of rows side by side, each padded to its width in cells."""
    height = max(len(rows) for rows, _ in blocks)
    made: list[Row] = []
    for n in range(height):
        parts: list[Part] = []
        for rows, width in blocks:
            here = rows[n] if n < len(rows) else BLANK
            parts += [*here, (" " * max(0, width - row_cells(here)), PLAIN)]
        made.append(tuple(parts))
    return made


def key_hint(key: str, text: str) -> Row:
    """A key and what it does."""
    return ((key, STRONG), (f" {text}", FAINT))


def key_at(parts: Row, x: int, keys: Collection[str]) -> str | None:
    """The key that stands for cell `x` of a row: the last of `keys` that begins at or before it, up to a gap of two
    cells, None where there is none."""
    found, at = None, 0
    for text, _ in parts:
        if text.strip() in keys:
            found = text.strip()
        elif text.isspace() and len(text) > 1:
            found = None
        at += cells(text)
        if x < at:
            return found
    return None


def text_of(rows: Iterable[Row]) -> str:
    """The rows as plain text, for tests and for eyes."""
    return "\n".join("".join(text for text, _ in parts).rstrip() for parts in rows)
