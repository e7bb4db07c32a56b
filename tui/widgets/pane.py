"""The base of the hand-made widgets: a pane draws itself as lines of cells.

Lines are made of parts here and nowhere else; text of people enters a part as it is, after `show`, and is never
parsed as markup.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol, cast

from rich.segment import Segment
from rich.style import Style
from textual.events import Key
from textual.geometry import Offset, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.widgets.glyphs import FULL, Marks
from tui.widgets.look import PLAIN, Ink
from tui.words.width import cells, crop, window

Part = tuple[str, Ink]
Line = tuple[Part, ...]


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


class Host(Protocol):
    """What a pane needs of its app."""

    def paint(self, pane: Pane, y: int, line: Line) -> None:
        """Show row `y` of a pane, from its content's top, as it is now."""

    def style(self, ink: Ink) -> Style:
        """What an ink looks like in the theme in use, to be laid over a ground."""


class Hot(Widget):
    """A widget that uses keys at once, before they go through Textual's queues."""

    def press(self, key: str, character: str | None) -> bool:
        """Use a key; whether it did something here."""
        return False

    @property
    def typed_at(self) -> Offset | None:
        """Where in its content the terminal's cursor belongs, None without one."""
        return None

    def on_key(self, event: Key) -> None:
        """Use a key that came Textual's way."""
        if self.press(event.key, event.character):
            event.stop()
            event.prevent_default()


class Pane(Hot):
    """A widget that draws all its rows as lines; subclasses implement `draw` and call `redraw`.

    It has its place, focus and colours from Textual.  Rows that changed go past the compositor, straight to the cells
    of the client, while the pane's screen is on top; while another screen lies over it the compositor asks for them
    with `render_line`, as for any widget.  `area` is the room to draw in, empty until the first layout.
    """

    def __init__(self, *, marks: Marks = FULL, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.marks = marks
        self.area = Size()
        self.lines: list[Line] = []
        """The rows as they were last drawn."""
        self._ground: Style | None = None
        self._corner: tuple[int, Offset | None] = (-1, None)

    def draw(self) -> list[Line]:
        """Every row from the top, each `self.area.width` cells wide; rows that lack are left blank."""
        raise NotImplementedError

    def place(self, area: Size) -> None:
        """Draw in this room."""
        self.area = area
        self.lines = []
        self.redraw()

    def set_marks(self, marks: Marks) -> None:
        """Draw with another set of marks."""
        self.marks = marks
        self.redraw()

    def redraw(self) -> None:
        """Draw again and show the rows that are not as before."""
        if not self.area:
            return
        before, self.lines = self.lines, self._drawn()
        for y, line in enumerate(self.lines):
            if y >= len(before) or (line is not before[y] and line != before[y]):
                self.show_row(y, line)

    def show_row(self, y: int, line: Line) -> None:
        """Have one row shown."""
        if self.is_attached:
            cast(Host, self.app).paint(self, y, line)

    @property
    def corner(self) -> Offset | None:
        """Where on the screen the content begins, None out of sight: asked of Textual once a layout."""
        layouts = getattr(self.screen, "layouts", -1)
        if layouts < 0 or layouts != self._corner[0]:
            region = self.content_region
            self._corner = layouts, region.offset if region else None
        return self._corner[1]

    @property
    def ground(self) -> Style:
        """The style under everything that is drawn, from the style sheet."""
        if self._ground is None:
            self._ground = self.rich_style
        return self._ground

    def notify_style_update(self) -> None:
        """Look the ground up again."""
        self._ground = None
        super().notify_style_update()

    def _drawn(self) -> list[Line]:
        """As many rows as there are."""
        width, height = self.area
        rows = self.draw()[:height]
        return rows + [((" " * width, PLAIN),)] * (height - len(rows))

    # --- what Textual asks of a widget ------------------------------------------------------------------

    def on_resize(self) -> None:
        """Take the room that the layout gives."""
        if self.size != self.area:
            self.place(self.size)

    def fresh_lines(self) -> list[Line]:
        """All rows in the room that there is now."""
        self.on_resize()
        return self.lines

    def render_line(self, y: int) -> Strip:
        """A row for the compositor."""
        self.on_resize()
        if y >= len(self.lines):
            return Strip.blank(self.area.width, self.ground)
        ground, style = self.ground, cast(Host, self.app).style
        return Strip([Segment(text, ground + style(ink)) for text, ink in self.lines[y]], self.area.width)
