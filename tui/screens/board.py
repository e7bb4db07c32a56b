"""The widget that shows pages, bars and panels: rows made elsewhere, drawn and scrolled here."""

from __future__ import annotations

from collections.abc import Sequence

from textual.strip import Strip

from tui.screens.draw import Row
from tui.widgets.lines import LineWidget, make_strip
from tui.widgets.look import PLAIN


class Board(LineWidget):
    """Shows a drawing.  What is longer than the widget scrolls; only rows that changed are refreshed."""

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.rows: tuple[Row, ...] = ()
        self.top = 0
        """The first row in sight."""

    def put(self, rows: Sequence[Row], at: int | None = None) -> None:
        """Show these rows, with row `at` in sight."""
        self.rows = tuple(rows)
        if at is not None:
            height = max(1, self.size.height)
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

    def draw(self) -> list[Strip]:
        """The rows in sight, with a mark at the edge where there are more."""
        width, height = self.size
        shown = [make_strip(parts, width) for parts in self.rows[self.top : self.top + height]]
        if self.top and shown:
            shown[0] = self._marked(shown[0], self.marks.more_above, width)
        if self.more_below and shown:
            shown[-1] = self._marked(shown[-1], self.marks.more_below, width)
        return shown

    @staticmethod
    def _marked(strip: Strip, mark: str, width: int) -> Strip:
        return Strip.join([strip.crop(0, width - 1), make_strip([(mark, PLAIN)], 1)])


class PageBoard(Board, can_focus=True):
    """A board that can hold the focus, so that its keys are the page's; the screen handles them."""
