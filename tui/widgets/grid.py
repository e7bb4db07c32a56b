"""A table of fixed columns, aligned in cells, with columns and a header that stay in sight."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from attrs import frozen
from textual.events import MouseScrollDown, MouseScrollUp

from tui.widgets.glyphs import FULL, Marks
from tui.widgets.look import ACCENT, HEADING, PLAIN, Ink
from tui.widgets.pane import Line, Pane, Part, make_line, put_over
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
    """One cell: text (cleaned when it is drawn, so that it may come from people) and its ink."""

    text: str
    ink: Ink = PLAIN


Row = Sequence[Cell]
_GAP = 1  # cells between columns


class Grid(Pane):
    """Shows rows of cells under a header.

    `sticky` columns on the left always stay; the others scroll with left and right, a column at a time.
    With `tail` the last columns are in sight until the reader scrolls back. Up and down scroll the rows. A key that
    moves nothing is left to the screen.
    """

    def __init__(
        self, columns: Sequence[Column] = (), *, sticky: int = 0, tail: bool = False, marks: Marks = FULL
    ) -> None:
        super().__init__(marks=marks)
        self.columns = tuple(columns)
        self.rows: tuple[tuple[Cell, ...], ...] = ()
        self._sticky, self._tail = sticky, tail
        self._first: int | None = None  # first scrolling column in sight; None: where `tail` says
        self._top = 0
        self._keys: dict[str, Callable[[], bool]] = {
            "left": lambda: self._scroll_columns(-1),
            "right": lambda: self._scroll_columns(+1),
            "up": lambda: self._scroll_rows(-1),
            "down": lambda: self._scroll_rows(+1),
            "pageup": lambda: self._scroll_rows(-max(1, self._room() - 1)),
            "pagedown": lambda: self._scroll_rows(max(1, self._room() - 1)),
            "home": lambda: self._scroll_rows(-len(self.rows)),
            "end": lambda: self._scroll_rows(len(self.rows)),
        }

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Show other columns; rows set before are kept, so set them too when their cells change."""
        self.columns = tuple(columns)
        self.redraw()

    def set_rows(self, rows: Sequence[Row]) -> None:
        """Show these rows; only those that differ from before are painted."""
        self.rows = tuple(tuple(row) for row in rows)
        self.redraw()

    def draw(self) -> list[Line]:
        """The header and the rows in sight."""
        width = self.area.width
        self._top = max(0, min(self._top, len(self.rows) - self._room()))
        shown = self._shown_columns()
        columns = tuple(self.columns[at] for at in shown)
        rows = [self._header(shown, width)]
        for row in self.rows[self._top : self._top + self._room()]:
            cells = tuple(row[column] if column < len(row) else Cell("") for column in shown)
            rows.append(lay_out(cells, columns, width, self.marks.ellipsis))
        if self._top and len(rows) > 1:
            rows[1] = put_over(rows[1], width - 1, (self.marks.more_above, ACCENT), width)
        if self._top + self._room() < len(self.rows) and len(rows) > 1:
            rows[-1] = put_over(rows[-1], width - 1, (self.marks.more_below, ACCENT), width)
        return rows

    def press(self, key: str, character: str | None) -> bool:
        """Use a key; whether it moved something."""
        command = self._keys.get(key)
        return command is not None and command()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll back by the wheel."""
        event.stop()
        self._scroll_rows(-1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll on by the wheel."""
        event.stop()
        self._scroll_rows(1)

    def _header(self, shown: list[int], width: int) -> Line:
        titles = tuple(Cell(self.columns[at].title, HEADING) for at in shown)
        columns = tuple(self.columns[at] for at in shown)
        line = lay_out(titles, columns, width, self.marks.ellipsis)
        hidden = [at for at in range(self._sticky, len(self.columns)) if at not in shown]
        scrolled = shown[self._sticky :]
        if any(at < scrolled[0] for at in hidden if scrolled):
            gap = max(0, sum(column.width + _GAP for column in columns[: self._sticky]) - _GAP)
            line = put_over(line, gap, (self.marks.more_left, ACCENT), width)
        if any(at > scrolled[-1] for at in hidden if scrolled):
            line = put_over(line, width - 1, (self.marks.more_right, ACCENT), width)
        return line

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
        return self.area.width - sticky - 1

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
        return max(0, self.area.height - 1)

    def _scroll_rows(self, rows: int) -> bool:
        before, self._top = self._top, max(0, min(self._top + rows, len(self.rows) - self._room()))
        self.redraw()
        return self._top != before


@lru_cache(4096)
def lay_out(cells: tuple[Cell, ...], columns: tuple[Column, ...], width: int, ellipsis: str) -> Line:
    """One row: each cell in its column's width."""
    parts: list[Part] = []
    for column, cell in zip(columns, cells, strict=True):
        if parts:
            parts.append((" " * _GAP, PLAIN))
        parts.append((fit(show(cell.text), column.width, ellipsis, column.align), cell.ink))
    return make_line(parts, width)
