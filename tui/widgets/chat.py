"""The chat pane: lines of people and of the house, with its own scroll-back.

Column 0 belongs to the house: it holds the mark of the kind of line. Under a line of the house it is left blank, under
a person's it holds the mark again, so that nothing a person types can look like a line of the house. A laid-out line is
shared by all panes of one width.
"""

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from itertools import accumulate, chain, islice
from typing import Literal

from attrs import frozen
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Size

from tui.widgets.glyphs import FULL, Marks
from tui.widgets.look import (
    ACCENT,
    ALERT,
    CHOSEN,
    DEATH,
    FAINT,
    NEWS,
    PLAIN,
    SPEAKERS,
    STRONG,
    SYSTEM,
    WELCOME,
    WIN,
    Ink,
)
from tui.widgets.pane import Line, Pane, Part, cut_line, make_line
from tui.words.catalogue import Words
from tui.words.clean import show
from tui.words.width import cells, fit, wrap

Kind = Literal["talk", "own", "gallery", "system", "welcome", "news", "death", "win", "alert"]

_INKS: Mapping[Kind, Ink] = {
    "system": SYSTEM,
    "welcome": WELCOME,
    "news": NEWS,
    "death": DEATH,
    "win": WIN,
    "alert": ALERT,
}
HOUSE = tuple(_INKS)
"""The house speaking."""

NARRATION = tuple(kind for kind in HOUSE if kind != "welcome")
"""The house telling everybody what goes on; a reader may want talk alone."""

NO_TONE = -1
"""The tone of people without a colour of their own."""

# A long evening's talk; older lines are still in the log.
MAX_ROWS = 500
WHEEL_ROWS = 3
"""Rows that one step of the mouse's wheel scrolls."""
_INDENT = 2
# A full pane makes room for at least so large a part of its height at a time, and at most.
_LEAST_LEAP, _MOST_LEAP = 1 / 4, 2 / 5
# Bytes that a leap may cost, about, if a longer one costs less; and what it takes to go to a part of a row.
_CHEAP, _STEP = 600, 6


@frozen
class ChatRow:
    """One line of chat; equal ones are laid out once.

    `tag`: a short mark of the speaker, such as the seat number; may be empty. `kind` "own" is the reader's
    own talk; the kinds in `HOUSE` are the house speaking (`name` is not shown then). `tone`: which of the
    speakers' colours, any number (the seat number will do). `named`: whether it names the reader.
    """

    tag: str
    name: str
    text: str
    kind: Kind = "talk"
    tone: int = 0
    named: bool = False


class ChatPane(Pane):
    """Chat lines, wrapped, newest at the bottom; shows a mark when new ones came while scrolled back.

    A full pane makes room for several rows at a time: then most lines cost a client one row instead of all of them.
    """

    def __init__(self, words: Words, *, titled: bool = False, marks: Marks = FULL, id: str | None = None) -> None:
        """`titled`: whether its first row says whose chat it is, see `show_title`."""
        super().__init__(marks=marks, id=id)
        self._titled = titled
        self._make_title: Callable[[int], Iterable[Part]] = lambda width: ()
        self.words = words
        self.unread = 0
        """How many lines came while the reader was scrolled back."""
        self.at_bottom = True
        """Whether the newest line is in sight, and stays so."""
        self._rows: deque[ChatRow] = deque(maxlen=MAX_ROWS)
        self._laid: deque[tuple[Line, ...]] = deque(maxlen=MAX_ROWS)
        self._laid_for: tuple[int, Marks] = (0, marks)
        self._count = 0  # screen rows of all lines
        self._top = 0  # the first of them in sight

    def place(self, area: Size) -> None:
        """Lay every line out anew where the width is another; what was at the top stays there."""
        super().place(area)
        if self.at_bottom:
            self.scroll_rows(self._count)

    def set_words(self, words: Words) -> None:
        """Speak another language (lines already there keep theirs)."""
        self.words = words
        self.redraw()

    def set_rows(self, rows: Iterable[ChatRow]) -> None:
        """Show these lines instead of the old ones, from the bottom."""
        self._rows.clear()
        self._laid.clear()
        self._count, self.unread, self.at_bottom = 0, 0, True
        self._add(rows)
        self.scroll_rows(self._count)

    def retell(self, rows: Iterable[ChatRow]) -> None:
        """Show the same lines in other words; the one at the top stays there, and what is new stays so."""
        self._rows = deque(rows, maxlen=MAX_ROWS)
        self._laid_for = (0, self.marks)
        self.redraw()

    def extend(self, rows: Iterable[ChatRow]) -> None:
        """Add lines at the bottom; however many, it is drawn once."""
        self._lay_out()
        self._add(rows)
        height = self._height
        if self.at_bottom and self._count > self._top + height:
            end = max(0, self._count - height)
            # The newest line stays whole, if it can: its first row says whose it is.
            self._top = max(end, min(end + self._leap(end), self._count - len(self._laid[-1])))
        self.redraw()

    def draw(self) -> list[Line]:
        """The rows in sight."""
        self._lay_out()
        width = self.area.width
        title = [make_line(self._make_title(width), width)] if self._titled else []
        if not self._rows:
            return [*title, make_line([(self.words("chat.empty"), FAINT)], width)]
        shown = self._in_sight(self._top)
        if self.unread and shown:
            shown[-1] = self._with_unread(shown[-1], width)
        return title + shown

    @property
    def _height(self) -> int:
        """Rows for the lines."""
        return max(0, self.area.height - self._titled)

    def show_title(self, make: Callable[[int], Iterable[Part]]) -> None:
        """Have the first row say what this makes for its width in cells."""
        self._make_title = make
        if self.area:
            self.redraw()

    def scroll_rows(self, rows: int) -> None:
        """Scroll by screen rows, up when negative; reaching the end sticks to it again."""
        self._lay_out()
        self._show_from(self._top + rows)
        self.redraw()

    def press(self, key: str, character: str | None) -> bool:
        """Scroll by a page, one row of which stays in sight, or to an end."""
        page = max(1, self._height - 1)
        steps = {"pageup": -page, "pagedown": page, "home": -self._count, "end": self._count}
        if key in steps:
            self.scroll_rows(steps[key])
        return key in steps

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Scroll back by the wheel."""
        event.stop()
        self.scroll_rows(-WHEEL_ROWS)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Scroll on by the wheel."""
        event.stop()
        self.scroll_rows(WHEEL_ROWS)

    def _show_from(self, top: int) -> None:
        """Have screen row `top` of all lines first in sight."""
        end = max(0, self._count - self._height)
        self.at_bottom = top >= end
        self._top = max(0, min(top, end))
        if self.at_bottom:
            self.unread = 0

    def _add(self, rows: Iterable[ChatRow]) -> None:
        """Put lines at the bottom, and forget as many of the oldest as are too many."""
        width, marks = self._laid_for
        for row in rows:
            if len(self._rows) == MAX_ROWS:
                gone = len(self._laid[0])
                self._count -= gone
                self._top = max(0, self._top - gone)
            laid = lay_out(row, width, marks) if width else ()
            self._rows.append(row)
            self._laid.append(laid)
            self._count += len(laid)
            self.unread += not self.at_bottom

    def _leap(self, end: int) -> int:
        """For how many rows to make room: as few as are cheap, where each row that stays has to be drawn again."""
        least, most = int(self._height * _LEAST_LEAP), int(self._height * _MOST_LEAP)
        shown, rows = self._in_sight(self._top), self._in_sight(end)
        cheap = (leap for leap in range(least, most) if _cost(shown, rows[leap:]) <= _CHEAP)
        return next(cheap, most)

    def _in_sight(self, top: int) -> list[Line]:
        """The rows that are in sight when that one is the first."""
        return list(islice((line for laid in self._laid for line in laid), top, top + self._height))

    def _with_unread(self, line: Line, width: int) -> Line:
        label = f" {self.marks.more_below} {self.words('chat.new', count=self.unread)} "
        room = max(0, width - cells(label))
        return make_line([*cut_line(line, 0, room), (label, CHOSEN)], width)

    def _lay_out(self) -> None:
        """Lay every line out anew when the width or the marks changed; what was at the top stays there."""
        wanted = (self.area.width, self.marks)
        if wanted == self._laid_for or not self.area:
            return
        ahead, above = self._top, 0
        while above < len(self._laid) and ahead >= len(self._laid[above]) > 0:
            ahead -= len(self._laid[above])
            above += 1
        self._laid_for = wanted
        self._laid = deque((lay_out(row, *wanted) for row in self._rows), maxlen=MAX_ROWS)
        self._count = sum(map(len, self._laid))
        self._show_from(self._count if self.at_bottom else sum(len(laid) for laid in islice(self._laid, above)))


@lru_cache(8192)
def lay_out(row: ChatRow, width: int, marks: Marks) -> tuple[Line, ...]:
    """The rows of one line at a width in cells; people's text is cleaned here once more."""
    mark, ink = _mark(row, marks)
    before = _before(row, width, marks)
    used = cells(mark) + sum(cells(text) for text, _ in before)
    room = max(2, width - _INDENT)
    lines = wrap(show(row.text), room, first=max(0, width - used))
    body = ink if row.kind in HOUSE else STRONG if row.named else PLAIN
    margin = (" ", PLAIN) if row.kind in HOUSE else (mark, ink)
    rest = [make_line([margin, (" ", PLAIN), (line, body)], width) for line in lines[1:]]
    return (make_line([(mark, ink), *before, (lines[0], body)], width), *rest)


@lru_cache(8192)
def _places(line: Line) -> frozenset[tuple[int, Part]]:
    """The parts of a row with their columns."""
    starts = accumulate((cells(text) for text, _ in line), initial=0)
    return frozenset(zip(starts, line, strict=False))


def _cost(old: Iterable[Line], new: Iterable[Line]) -> int:
    """About the bytes that it takes to draw rows over others."""
    parts = chain.from_iterable(_places(row) - _places(was) for was, row in zip(old, new, strict=False))
    return sum(_STEP + len(text.encode()) for _, (text, _) in parts)


def _mark(row: ChatRow, marks: Marks) -> Part:
    """What stands in column 0."""
    if row.kind in HOUSE:
        return getattr(marks, row.kind), _INKS[row.kind]
    if row.named:
        return marks.named, ACCENT
    if row.kind == "gallery":
        return marks.gallery, FAINT
    return marks.own if row.kind == "own" else marks.speaker, _tone(row)


def _before(row: ChatRow, width: int, marks: Marks) -> list[Part]:
    """What stands before the text in the first row: a space for the house, tag and name for a person."""
    if row.kind in HOUSE:
        return [(" ", PLAIN)]
    name = " ".join(filter(None, (show(row.tag), show(row.name))))
    room = min(cells(name), max(4, width // 2))
    return [
        (fit(name, room, marks.ellipsis), _tone(row)),
        (f"{marks.prompt} ", PLAIN),
    ]  # another pen would cost more bytes


def _tone(row: ChatRow) -> Ink:
    return PLAIN if row.tone == NO_TONE else SPEAKERS[row.tone % len(SPEAKERS)]
