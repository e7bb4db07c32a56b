"""The chat pane: lines of people and of the house, with its own scroll-back.

Column 0 belongs to the house: it holds the mark of the kind of line, on continuation rows too, so that
nothing a person types can look like a line of the house. A laid-out line is shared by all panes of one width.
"""

from collections import deque
from collections.abc import Iterable
from functools import lru_cache
from typing import ClassVar, Literal

from attrs import frozen
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.strip import Strip

from tui.widgets.glyphs import FULL, Marks
from tui.widgets.lines import LineWidget, Part, make_strip
from tui.widgets.look import ALERT, CHOSEN, FAINT, PLAIN, SPEAKERS, SYSTEM
from tui.words.catalogue import Words
from tui.words.clean import show
from tui.words.width import cells, fit, wrap

Kind = Literal["talk", "own", "gallery", "system", "alert"]

# A long evening's talk; older lines are still in the log.
MAX_ROWS = 500
_INDENT = 2
_WHEEL_ROWS = 3


@frozen
class ChatRow:
    """One line of chat.

    `tag`: a short mark of the speaker, such as the seat number; may be empty. `kind` "own" is the reader's
    own talk; "system" and "alert" are the house speaking (`name` is not shown then). `tone`: which of the
    speakers' colours, any number (the seat number will do).
    """

    id: int
    tag: str
    name: str
    text: str
    kind: Kind = "talk"
    tone: int = 0


class ChatPane(LineWidget, can_focus=True):
    """Chat lines, wrapped, newest at the bottom; shows a mark when new ones came while scrolled back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("pageup", "page_up", show=False),
        Binding("pagedown", "page_down", show=False),
        Binding("home", "scroll_home", show=False),
        Binding("end", "scroll_end", show=False),
    ]

    def __init__(self, words: Words, *, marks: Marks = FULL, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(marks=marks, id=id, classes=classes)
        self.words = words
        self.unread = 0
        """How many lines came while the reader was scrolled back."""
        self._rows: deque[ChatRow] = deque(maxlen=MAX_ROWS)
        self._laid: deque[tuple[Strip, ...]] = deque(maxlen=MAX_ROWS)
        self._laid_for: tuple[int, Marks] = (0, marks)
        self._top: int | None = None  # first row shown when scrolled back; None: stays at the bottom

    @property
    def at_bottom(self) -> bool:
        """Whether the newest line is in sight."""
        return self._top is None

    def set_words(self, words: Words) -> None:
        """Speak another language (lines already there keep theirs)."""
        self.words = words
        self.redraw()

    def set_rows(self, rows: Iterable[ChatRow]) -> None:
        """Show these lines instead of the old ones, from the bottom."""
        self._rows.clear()
        self._laid.clear()
        self._top, self.unread = None, 0
        self.extend(rows)

    def extend(self, rows: Iterable[ChatRow]) -> None:
        """Add lines at the bottom; however many, it is one refresh."""
        self._lay_out()
        for row in rows:
            self._drop_oldest()
            laid = lay_out(row, *self._laid_for) if self._laid_for[0] else ()
            self._rows.append(row)
            self._laid.append(laid)
            self.unread += not self.at_bottom
        self.redraw()

    def draw(self) -> list[Strip]:
        """The rows in sight."""
        self._lay_out()
        width, height = self.size
        if not self._rows:
            return [make_strip([(self.words("chat.empty"), FAINT)], width)]
        rows = [strip for laid in self._laid for strip in laid]
        top = max(0, len(rows) - height) if self._top is None else self._top
        shown = rows[top : top + height]
        if self.unread and shown:
            shown[-1] = self._with_unread(shown[-1], width)
        return shown

    def scroll_rows(self, rows: int) -> None:
        """Scroll by screen rows, up when negative; reaching the end sticks to it again."""
        self._show_from((self._end() if self._top is None else self._top) + rows)
        self.redraw()

    def action_page_up(self) -> None:
        """Back by a page, one row of which stays in sight."""
        self.scroll_rows(1 - self._page())

    def action_page_down(self) -> None:
        """Forward by a page."""
        self.scroll_rows(self._page() - 1)

    def action_scroll_home(self) -> None:
        """To the oldest line."""
        self.scroll_rows(-self._end())

    def action_scroll_end(self) -> None:
        """To the newest line."""
        self.scroll_rows(self._end())

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """The wheel, when the mouse is on."""
        event.stop()
        self.scroll_rows(-_WHEEL_ROWS)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """The wheel, when the mouse is on."""
        event.stop()
        self.scroll_rows(_WHEEL_ROWS)

    def _show_from(self, top: int) -> None:
        """Have screen row `top` of all lines first in sight."""
        self._top = max(0, top) if top < self._end() else None
        if self.at_bottom:
            self.unread = 0

    def _page(self) -> int:
        return max(2, self.size.height)

    def _end(self) -> int:
        """The first row in sight when the newest is at the bottom."""
        return max(0, sum(map(len, self._laid)) - self.size.height)

    def _drop_oldest(self) -> None:
        """Make room for one more line without moving what a scrolled-back reader sees."""
        if len(self._rows) == MAX_ROWS and self._top is not None:
            self._top = max(0, self._top - len(self._laid[0]))

    def _with_unread(self, strip: Strip, width: int) -> Strip:
        label = f" {self.marks.more_below} {self.words('chat.new', count=self.unread)} "
        room = max(0, width - cells(label))
        return Strip.join([strip.crop(0, room), make_strip([(label, CHOSEN)], width - room)])

    def _lay_out(self) -> None:
        """Lay every line out anew when the width or the marks changed; what was at the top stays there."""
        wanted = (self.size.width, self.marks)
        if wanted == self._laid_for:
            return
        ahead, above = self._top or 0, 0
        while above < len(self._laid) and ahead >= len(self._laid[above]) > 0:
            ahead -= len(self._laid[above])
            above += 1
        self._laid_for = wanted
        self._laid = deque((lay_out(row, *wanted) for row in self._rows), maxlen=MAX_ROWS)
        if self._top is not None:
            self._show_from(sum(len(laid) for laid in list(self._laid)[:above]))


@lru_cache(8192)
def lay_out(row: ChatRow, width: int, marks: Marks) -> tuple[Strip, ...]:
    """The strips of one line at a width in cells; people's text is cleaned here once more."""
    mark, style = _mark(row, marks)
    before = _before(row, width, marks)
    used = cells(mark) + sum(cells(text) for text, _ in before)
    room = max(2, width - _INDENT)
    lines = wrap(show(row.text), room, first=max(0, width - used))
    body = style if row.kind in ("system", "alert") else PLAIN
    rest = [make_strip([(mark, style), (" ", PLAIN), (line, body)], width) for line in lines[1:]]
    return (make_strip([(mark, style), *before, (lines[0], body)], width), *rest)


def _mark(row: ChatRow, marks: Marks) -> Part:
    """What stands in column 0."""
    fixed = {"system": (marks.system, SYSTEM), "alert": (marks.alert, ALERT), "gallery": (marks.gallery, FAINT)}
    mark = marks.own if row.kind == "own" else marks.speaker
    return fixed.get(row.kind, (mark, _tone(row)))


def _before(row: ChatRow, width: int, marks: Marks) -> list[Part]:
    """What stands before the text in the first row: a space for the house, tag and name for a person."""
    if row.kind in ("system", "alert"):
        return [(" ", PLAIN)]
    name = " ".join(filter(None, (show(row.tag), show(row.name))))
    room = min(cells(name), max(4, width // 2))
    return [(fit(name, room, marks.ellipsis), _tone(row)), (f"{marks.prompt} ", FAINT)]


def _tone(row: ChatRow) -> Style:
    return SPEAKERS[row.tone % len(SPEAKERS)]
