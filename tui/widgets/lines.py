"""The base of the hand-made widgets: a widget is a list of rows, and only rows that changed are sent.

Rows are strips of segments built here and nowhere else; text of people enters a segment as it is, after
`show`, and is never parsed as markup.
"""

from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.widgets.glyphs import FULL, Marks
from tui.words.width import cells, crop

Part = tuple[str, Style]


def make_strip(parts: Iterable[Part], width: int) -> Strip:
    """A row of exactly `width` cells from clean pieces of text; what is too much is cropped."""
    segments: list[Segment] = []
    left = width
    for text, style in parts:
        text = crop(text, left)
        if text:
            segments.append(Segment(text, style))
            left -= cells(text)
    if left:
        segments.append(Segment(" " * left, None))
    return Strip(segments, width)


class LineWidget(Widget):
    """A widget that draws all its rows as strips; subclasses implement `draw` and call `redraw`."""

    def __init__(self, *, marks: Marks = FULL, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.marks = marks
        self._drawn: list[Strip] = []
        self._drawn_size = Size(0, 0)

    def draw(self) -> list[Strip]:
        """Every row from the top, each `self.size.width` cells wide; rows that lack are left blank."""
        raise NotImplementedError

    def set_marks(self, marks: Marks) -> None:
        """Draw with another set of marks."""
        self.marks = marks
        self.redraw()

    def redraw(self) -> None:
        """Draw again and refresh the rows that are not as before."""
        if not self.is_mounted or not self.size:
            self._drawn_size = Size(0, 0)  # out of sight now: whatever was drawn is old when it comes back
            return
        before, fresh = self._drawn, self._draw_now()
        if self._drawn_size != self.size or len(before) != len(fresh):
            self._drawn_size = self.size
            self.refresh()
            return
        changed = [y for y, (old, new) in enumerate(zip(before, fresh, strict=True)) if old != new]
        if 2 * len(changed) > len(fresh):
            self.refresh()
        elif changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        """One row in the colours of the style sheet (called by Textual)."""
        if self._drawn_size != self.size:
            self._draw_now()
            self._drawn_size = self.size
        return self._drawn[y].apply_style(self.visual_style.rich_style)

    def _draw_now(self) -> list[Strip]:
        width, height = self.size
        rows = self.draw()[:height]
        self._drawn = rows + [Strip.blank(width)] * (height - len(rows))
        return self._drawn
