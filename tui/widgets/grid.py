"""A table of fixed columns, aligned in cells, with columns and a header that stay in sight."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from attrs import frozen
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.strip import Strip

from tui.widgets.glyphs import FULL, Marks
from tui.widgets.lines import LineWidget, Part, make_strip
from tui.widgets.look import ACCENT, CHOSEN, HEADING, PLAIN
from tui.words.clean import show
from tui.words.width import Align, fit


@frozen
class Column:
    """A column: its title, its width in cells, and on which side its texts stand."""

    title: str
    width: int
    align: Align = "left"


@frozen
class Cell:
    """One cell: text (cleaned when it is drawn, so that it may come from people) and its style."""

    text: str
    style: Style = PLAIN


Row = Sequence[Cell]
_GAP = 1  # cells between columns


class Grid(LineWidget, can_focus=True):
    """Shows rows of cells under a header.

    `sticky` columns on the left always stay; the others scroll with left and right, a column at a time.
    With `tail` the last columns are in sight until the reader scrolls back. With `pointer` one row is marked
    and moves with up and down; without it they scroll. A key that moves nothing is left to the screen.
    """

    class Moved(Message):
        """The marked row is now row number `index`."""

        def __init__(self, grid: "Grid", index: int) -> None:
            super().__init__()
            self.grid = grid
            self.index = index

        @property
        def control(self) -> "Grid":
            """The grid it came from."""
            return self.grid

    class Picked(Message):
        """Enter was pressed on row number `index`."""

        def __init__(self, grid: "Grid", index: int) -> None:
            super().__init__()
            self.grid = grid
            self.index = index

        @property
        def control(self) -> "Grid":
            """The grid it came from."""
            return self.grid

    def __init__(
        self,
        columns: Sequence[Column] = (),
        *,
        sticky: int = 0,
        tail: bool = False,
        pointer: bool = False,
        marks: Marks = FULL,
        id: str | None = None,
        classes: str | None = None,
    ) -> None:
        super().__init__(marks=marks, id=id, classes=classes)
        self.columns = tuple(columns)
        self.rows: tuple[tuple[Cell, ...], ...] = ()
        self.pointed = 0
        """Number of the marked row (with `pointer`)."""
        self._sticky, self._tail, self._pointer = sticky, tail, pointer
        self._first: int | None = None  # first scrolling column in sight; None: where `tail` says
        self._top = 0
        self._keys: dict[str, Callable[[], bool]] = {
            "left": lambda: self._scroll_columns(-1),
            "right": lambda: self._scroll_columns(+1),
            "up": lambda: self._step(-1),
            "down": lambda: self._step(+1),
            "pageup": lambda: self._step(-max(1, self._room() - 1)),
            "pagedown": lambda: self._step(max(1, self._room() - 1)),
            "home": lambda: self._step(-len(self.rows)),
            "end": lambda: self._step(len(self.rows)),
            "enter": self._pick,
        }

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Show other columns; rows set before are kept, so set them too when their cells change."""
        self.columns = tuple(columns)
        self.redraw()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; only those that differ from before are refreshed."""
        self.rows = tuple(tuple(row) for row in rows)
        self.pointed = max(0, min(self.pointed, len(self.rows) - 1))
        self.redraw()

    def point(self, index: int) -> None:
        """Mark row number `index`, or the nearest there is."""
        self.pointed = max(0, min(index, len(self.rows) - 1))
        self.redraw()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Header and rows, for `height: auto` (asked by Textual)."""
        return 1 + len(self.rows)

    def draw(self) -> list[Strip]:
        """The header and the rows in sight."""
        width = self.size.width
        self._top = self._scrolled()
        shown = self._shown_columns()
        columns = tuple(self.columns[at] for at in shown)
        rows = [self._header(shown, width)]
        for at, row in list(enumerate(self.rows))[self._top : self._top + self._room()]:
            cells = tuple(row[column] if column < len(row) else Cell("") for column in shown)
            lead = self._lead(at)
            rows.append(lay_out(lead, cells, columns, width, self.marks.ellipsis))
        if self._top and len(rows) > 1:
            rows[1] = _overlay(rows[1], width - 1, self.marks.more_above, width)
        if self._top + self._room() < len(self.rows) and len(rows) > 1:
            rows[-1] = _overlay(rows[-1], width - 1, self.marks.more_below, width)
        return rows

    def on_key(self, event: events.Key) -> None:
        """Move; a key that moves nothing goes on to the screen."""
        if self.press(event.key):
            event.stop()
            event.prevent_default()

    def press(self, key: str) -> bool:
        """Use a key; whether it moved something.  For a parent that holds the focus in our place."""
        command = self._keys.get(key)
        return command is not None and command()

    def _lead(self, at: int) -> Part:
        """What stands before the first column: the mark of the row pointed at."""
        if not self._pointer:
            return "", PLAIN
        return (f"{self.marks.pointer} ", CHOSEN) if at == self.pointed else ("  ", PLAIN)

    def _header(self, shown: list[int], width: int) -> Strip:
        titles = tuple(Cell(self.columns[at].title, HEADING) for at in shown)
        columns = tuple(self.columns[at] for at in shown)
        lead = ("  " if self._pointer else "", PLAIN)
        strip = lay_out(lead, titles, columns, width, self.marks.ellipsis)
        hidden = [at for at in range(self._sticky, len(self.columns)) if at not in shown]
        scrolled = shown[self._sticky :]
        if any(at < scrolled[0] for at in hidden if scrolled):
            gap = max(0, len(lead[0]) + sum(column.width + _GAP for column in columns[: self._sticky]) - _GAP)
            strip = _overlay(strip, gap, self.marks.more_left, width)
        if any(at > scrolled[-1] for at in hidden if scrolled):
            strip = _overlay(strip, width - 1, self.marks.more_right, width)
        return strip

    def _shown_columns(self) -> list[int]:
        """Numbers of the columns in sight: the sticky ones, then as many as fit wholly, at least one."""
        last = self._last_first()
        first = min(last, self._first) if self._first is not None else (last if self._tail else self._sticky)
        shown = list(range(min(self._sticky, len(self.columns))))
        left = self._free()
        for at in range(first, len(self.columns)):
            left -= self.columns[at].width
            if left < 0 and at > first:
                break
            shown.append(at)
            left -= _GAP
        return shown

    def _free(self) -> int:
        """Cells for the scrolling columns; one is kept for the mark of more columns."""
        sticky = sum(column.width + _GAP for column in self.columns[: self._sticky])
        return self.size.width - sticky - (2 if self._pointer else 0) - 1

    def _last_first(self) -> int:
        """The first scrolling column when the last one is in sight."""
        left, at = self._free(), len(self.columns)
        while at > self._sticky and left >= self.columns[at - 1].width:
            at -= 1
            left -= self.columns[at].width + _GAP
        return max(self._sticky, min(at, len(self.columns) - 1))

    def _scroll_columns(self, step: int) -> bool:
        last = self._last_first()
        now = self._first if self._first is not None else (last if self._tail else self._sticky)
        new = max(self._sticky, min(min(now, last) + step, last))
        self._first = None if self._tail and new == last else new
        self.redraw()
        return new != now

    def _room(self) -> int:
        """Rows under the header."""
        return max(0, self.size.height - 1)

    def _scrolled(self) -> int:
        """The first row in sight, so that the marked one is in sight."""
        top, room = self._top, self._room()
        if self._pointer:
            top = max(min(top, self.pointed), self.pointed - room + 1)
        return max(0, min(top, len(self.rows) - room))

    def _step(self, rows: int) -> bool:
        """Move the mark, or scroll when there is none."""
        if not self._pointer:
            before, self._top = self._top, self._top + rows
            self.redraw()
            return self._top != before
        before = self.pointed
        self.point(before + rows)
        if self.pointed != before:
            self.post_message(self.Moved(self, self.pointed))
        return self.pointed != before

    def _pick(self) -> bool:
        if not (self._pointer and self.rows):
            return False
        self.post_message(self.Picked(self, self.pointed))
        return True


@lru_cache(4096)
def lay_out(lead: Part, cells: tuple[Cell, ...], columns: tuple[Column, ...], width: int, ellipsis: str) -> Strip:
    """One row: `lead`, then each cell in its column's width."""
    parts: list[Part] = [lead]
    for column, cell in zip(columns, cells, strict=True):
        if len(parts) > 1:
            parts.append((" " * _GAP, PLAIN))
        parts.append((fit(show(cell.text), column.width, ellipsis, column.align), cell.style))
    return make_strip(parts, width)


def _overlay(strip: Strip, at: int, mark: str, width: int) -> Strip:
    """The row with the cell at `at` replaced by a mark."""
    if not 0 <= at < width:
        return strip
    return Strip.join([strip.crop(0, at), make_strip([(mark, ACCENT)], 1), strip.crop(at + 1, width)])
