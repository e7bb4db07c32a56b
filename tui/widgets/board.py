"""The pane that shows pages, bars and panels: rows made elsewhere, drawn and scrolled here."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Size

from tui.widgets.draw import Drawing, Row, key_at
from tui.widgets.glyphs import FULL, Marks
from tui.widgets.look import PLAIN
from tui.widgets.pane import Line, Pane, make_line, put_over

Make = Callable[[int, int], Drawing]
"""Makes a drawing for a width and a height in cells."""

SCROLL_KEYS = ("up", "down", "pageup", "pagedown", "home", "end")
PAGE_KEYS = ("pageup", "pagedown")


class Board(Pane):
    """Shows a drawing.  What is longer than the pane scrolls; only rows that changed are painted."""

    def __init__(self, *, marks: Marks = FULL, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(marks=marks, id=id, classes=classes)
        self.rows: tuple[Row, ...] = ()
        self.top = 0
        """The first row in sight."""
        self.items: Mapping[int, int] = {}
        """The number of the item that a row belongs to, by the number of the row."""
        self._make: Make | None = None
        self._at: int | None = None
        """The row that was brought in sight last."""

    def show(self, make: Make) -> None:
        """Show what this makes for the room there is, and makes again for any other room."""
        self._make = make
        if self.area:
            drawing = make(*self.area)
            self.items = drawing.items
            self.put(drawing.rows, drawing.at)

    def place(self, area: Size) -> None:
        """Draw in this room."""
        super().place(area)
        self._at = None
        if self._make is not None:
            self.show(self._make)

    def put(self, rows: Sequence[Row], at: int | None = None) -> None:
        """Show these rows, with row `at` in sight."""
        self.rows = tuple(rows)
        moved, self._at = at != self._at, at
        if at is not None and moved and self.area:  # else it stays where the reader has scrolled to
            height = self.area.height
            self.top = min(max(self.top, at - height + 1), at)
        self.scroll_rows(0)

    def scroll_rows(self, rows: int) -> None:
        """Scroll by rows, up when negative, as far as there are any."""
        last = max(0, len(self.rows) - self.area.height)
        self.top = max(0, min(self.top + rows, last))
        self.redraw()

    def scroll_by_key(self, key: str) -> bool:
        """Scroll by a row, by a page of which one row stays in sight, or to an end; whether the key is one of these."""
        page, everything = max(1, self.area.height - 1), len(self.rows)
        steps = dict(zip(SCROLL_KEYS, (-1, 1, -page, page, -everything, everything), strict=True))
        if key in steps:
            self.scroll_rows(steps[key])
        return key in steps

    def turn(self, key: str) -> bool:
        """Scroll by a page, if there is more that way and the key says so; whether it did."""
        before = self.top
        if key in PAGE_KEYS:
            self.scroll_by_key(key)
        return self.top != before

    @property
    def more_below(self) -> bool:
        """Whether there is something under the last row in sight."""
        return self.top + self.area.height < len(self.rows)

    def draw(self) -> list[Line]:
        """The rows in sight, with a mark at the edge where there are more."""
        width, height = self.area
        shown = [make_line(parts, width) for parts in self.rows[self.top : self.top + height]]
        if self.top and shown:
            shown[0] = put_over(shown[0], width - 1, (self.marks.more_above, PLAIN), width)
        if self.more_below and shown:
            shown[-1] = put_over(shown[-1], width - 1, (self.marks.more_below, PLAIN), width)
        return shown

    def key_at(self, x: int, y: int, keys: Collection[str]) -> str | None:
        """Which of the keys, as people read them, stands for a cell of the pane."""
        at = self.top + y
        return key_at(self.rows[at], x, keys) if at < len(self.rows) else None

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll back by the wheel."""
        event.stop()
        self.scroll_rows(-1)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll on by the wheel."""
        event.stop()
        self.scroll_rows(1)
