"""Marks at the ends of a stock list that is longer than its room, as the panes have them, in place of a scroll bar."""

from rich.color import Color
from rich.segment import Segment, Segments
from rich.style import Style
from textual.scrollbar import ScrollBarRender
from textual.widget import Widget

from tui.widgets.glyphs import FULL


class Edges(ScrollBarRender):
    """A column with a mark in its first and its last cell where there is more."""

    @classmethod
    def render_bar(
        cls,
        size: int = 25,
        virtual_size: float = 50,
        window_size: float = 20,
        position: float = 0,
        thickness: int = 1,
        vertical: bool = True,
        back_color: Color | None = None,
        bar_color: Color | None = None,
    ) -> Segments:
        """The column, from its top."""
        style = Style(color=bar_color, bgcolor=back_color)
        column = [" "] * int(size)
        if column and position > 0:
            column[0] = FULL.more_above
        if column and position + window_size < virtual_size:
            column[-1] = FULL.more_below
        return Segments([Segment(mark, style) for mark in column], new_lines=True)


def mark_edges(widget: Widget) -> None:
    """Have these marks in place of a widget's scroll bar."""
    widget.vertical_scrollbar.renderer = Edges  # type: ignore[misc]  # as Textual tells to
