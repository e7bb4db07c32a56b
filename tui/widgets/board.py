"""The pane that shows pages, bars and panels: rows made elsewhere, drawn and scrolled here."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style

from tui.widgets.draw import Row
from tui.widgets.glyphs import FULL, Marks
from tui.widgets.look import GROUND, PLAIN
from tui.widgets.pane import Line, Pane, make_line, put_over


class Board(Pane):
    """Shows a drawing.  What is longer than the pane scrolls; only rows that changed are painted."""

    def __init__(self, *, ground: Style = GROUND, marks: Marks = FULL) -> None:
        super().__init__(ground=ground, marks=marks)
        self.rows: tuple[Row, ...] = ()
        self.top = 0
        """The first row in sight."""

    def put(self, rows: Sequence[Row], at: int | None = None) -> None:
        """Show these rows, with row `at` in sight."""
        self.rows = tuple(rows)
        if at is not None and self.size:  # out of sight nothing has to move
            height = self.size.height
            self.top = min(max(self.top, at - height + 1), at)
        self.scroll_rows(0)

    def scroll_rows(self, rows: int) -> None:
        """Scroll by rows, up when negative, as far as there are any."""
        last = max(0, len(self.rows) - self.size.height)
        self.top = max(0, min(self.top + rows, last))
        self.redraw()

    @property
    def more_below(self) -> bool:
        """Whether there is something under the last row in sight."""
        return self.top + self.size.height < len(self.rows)

    def draw(self) -> list[Line]:
        """The rows in sight, with a mark at the edge where there are more."""
        width, height = self.size
        shown = [make_line(parts, width) for parts in self.rows[self.top : self.top + height]]
        if self.top and shown:
            shown[0] = put_over(shown[0], width - 1, (self.marks.more_above, PLAIN), width)
        if self.more_below and shown:
            shown[-1] = put_over(shown[-1], width - 1, (self.marks.more_below, PLAIN), width)
        return shown
