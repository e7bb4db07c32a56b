"""The base of the hand-made widgets: a pane is a rectangle of the screen that draws itself as lines of cells.

Lines are made of parts here and nowhere else; text of people enters a part as it is, after `show`, and is never
parsed as markup.  Panes are no widgets of Textual: each of those has a queue, a task, style sheets and layouts of
its own, and a screen of ten took most of the time and memory of a session.  One Textual screen holds them all, see
`tui.screens.main`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from rich.style import Style
from textual.geometry import Region, Size

from tui.widgets.glyphs import FULL, Marks
from tui.widgets.look import GROUND, PLAIN, Ink
from tui.words.width import cells, crop, window

Part = tuple[str, Ink]
Line = tuple[Part, ...]


class Canvas(Protocol):
    """Where panes are shown."""

    def paint(self, x: int, y: int, line: Line, ground: Style) -> None:
        """Show a line from column x of row y on; `ground` is the style under its parts."""


def make_line(parts: Iterable[Part], width: int) -> Line:
    """A line of exactly `width` cells from clean pieces of text; what is too much is cropped."""
    made: list[Part] = []
    left = width
    for text, style in parts:
        text = crop(text, left)
        if text:
            made.append((text, style))
            left -= cells(text)
    if left:
        made.append((" " * left, PLAIN))
    return tuple(made)


def cut_line(line: Line, start: int, end: int) -> Line:
    """The cells from `start` to `end` (not included); a wide character cut by an edge becomes a space."""
    made: list[Part] = []
    at = 0
    for text, style in line:
        after = at + cells(text)
        first, last = max(at, start), min(after, end)
        if first < last:
            made.append((window(text, first - at, last - first), style))
        at = after
    return tuple(made)


def put_over(line: Line, at: int, part: Part, width: int) -> Line:
    """The line of `width` cells with a part in place of what stood at cell `at`, if it fits there."""
    text, _ = part
    if not text or not 0 <= at <= width - cells(text):
        return line
    return (*cut_line(line, 0, at), part, *cut_line(line, at + cells(text), width))


class Pane:
    """A rectangle that draws all its rows as lines; subclasses implement `draw` and call `redraw`.

    `ground` is the style under everything that is drawn, `size` what there is to draw in, without the `margin` of
    blank cells on the left.  Nothing is drawn before `place`.
    """

    def __init__(self, *, ground: Style = GROUND, marks: Marks = FULL) -> None:
        self.ground = ground
        self.marks = marks
        self.focused = False
        """Whether keys come here; the screen sets it."""
        self.region = Region()
        self.margin = 0
        self.size = Size()
        self._canvas: Canvas | None = None
        self._lines: list[Line] = []

    def place(self, canvas: Canvas, region: Region, margin: int = 0) -> None:
        """Stand in this part of the canvas, and draw there; an empty region is out of sight."""
        self._canvas, self.region, self.margin = canvas, region, margin
        self.size = Size(max(0, region.width - margin), region.height) if region else Size()
        self._lines = []
        self.redraw()

    def draw(self) -> list[Line]:
        """Every row from the top, each `self.size.width` cells wide; rows that lack are left blank."""
        raise NotImplementedError

    @property
    def parts(self) -> tuple[Pane, ...]:
        """The panes that it is made of."""
        return ()

    def press(self, key: str, character: str | None) -> bool:
        """Use a key; whether it did something here."""
        return False

    @property
    def cursor(self) -> tuple[int, int] | None:
        """Where the terminal's cursor belongs on the canvas, (column, row), None without one."""
        return None

    def set_marks(self, marks: Marks) -> None:
        """Draw with another set of marks."""
        self.marks = marks
        self.redraw()

    def focus(self, focused: bool) -> None:
        """Take or lose the keys."""
        self.focused = focused
        self.redraw()

    def repaint(self) -> None:
        """Paint every row as it is, for a canvas that has lost them."""
        if self._canvas is not None and self.size:
            for y, line in enumerate(self._lines):
                self._canvas.paint(self.region.x, self.region.y + y, line, self.ground)

    def take_apart(self) -> None:
        """Let go of everything; for the end of a session."""
        for part in self.parts:
            part.take_apart()
        vars(self).clear()

    def redraw(self) -> None:
        """Draw again and paint the rows that are not as before."""
        if self._canvas is None or not self.size:
            return
        before, self._lines = self._lines, self._drawn()
        for y, line in enumerate(self._lines):
            if y >= len(before) or (line is not before[y] and line != before[y]):
                self._canvas.paint(self.region.x, self.region.y + y, line, self.ground)

    def _drawn(self) -> list[Line]:
        """As many rows as there are, with the margin."""
        width, height = self.size
        rows = self.draw()[:height]
        rows += [((" " * width, PLAIN),)] * (height - len(rows))
        margin: Line = ((" " * self.margin, PLAIN),) if self.margin else ()
        return [(*margin, *row) for row in rows] if margin else rows
