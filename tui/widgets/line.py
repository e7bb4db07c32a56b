"""The one-line editor. The terminal's own cursor stands in it; nothing is drawn for the cursor, nothing blinks.

The line empties only when the application says so (`accept`): what was refused stays to be corrected.
"""

from collections.abc import Callable, Mapping

from textual.events import Paste
from textual.geometry import Offset

from tui.widgets.glyphs import FULL, Marks
from tui.widgets.look import ACCENT, FAINT, PLAIN
from tui.widgets.pane import Line, Pane, Part, make_line
from tui.words.clean import cap, clean, scrub
from tui.words.width import cells, clusters, fit, window

MAX_GRAPHEMES, MAX_BYTES = 200, 800
_HISTORY = 50
_PROMPT = 2  # cells: the prompt mark and a space
# Under this many cells there is no room for the marks that tell of hidden text.
_ROOM_FOR_MARKS = 10


def _ignore(*_: object) -> None:
    """Do nothing with what was typed."""


class LineInput(Pane, can_focus=True):
    """Edits one line of text by graphemes, scrolling sideways when it is longer than the pane.

    Keys: left, right, home / ctrl+a, end / ctrl+e, backspace, delete, ctrl+w (word), ctrl+u (to the start),
    ctrl+k (to the end), ctrl+c (all), up and down (own earlier lines), enter. Enter and ctrl+c on an empty
    line, tab and up / down without history are left to the screen.
    """

    def __init__(
        self,
        *,
        submitted: Callable[[str], None] = _ignore,
        full: Callable[[], None] = _ignore,
        placeholder: str = "",
        graphemes: int = MAX_GRAPHEMES,
        bytes_: int = MAX_BYTES,
        label: int = 0,
        marks: Marks = FULL,
        id: str | None = None,
    ) -> None:
        """`graphemes` and `bytes_` (of UTF-8) limit the length; `placeholder` shows while the line is empty.

        `label`: cells before the prompt for what `set_label` says.

        `submitted` is called with the clean text when Enter is pressed: answer with `accept` or leave the line.
        `full` is called when something typed or pasted did not fit and was left out.
        """
        super().__init__(marks=marks, id=id)
        self._submitted, self._full = submitted, full
        self._placeholder = placeholder
        self._label_cells = label
        self._label: tuple[Part, ...] = ()
        self._graphemes, self._bytes = graphemes, bytes_
        self._text: list[str] = []  # clusters
        self._cursor = 0  # index in them
        self._left = 0  # cells scrolled out on the left
        self._history: list[str] = []
        self._recalled: int | None = None  # index in the history while an earlier line is shown
        self._draft = ""

    @property
    def value(self) -> str:
        """The text as it is typed; setting it scrubs and caps it and puts the cursor at the end."""
        return "".join(self._text)

    @value.setter
    def value(self, text: str) -> None:
        text = cap(scrub(text), graphemes=self._graphemes, bytes_=self._bytes)
        self._put(clusters(text), len(text))

    @property
    def typed_at(self) -> Offset | None:
        """Where the terminal's cursor belongs: in the text."""
        if not self.area:
            return None
        self._left = self._scrolled(max(0, self._width - _PROMPT)) if self._text else 0
        return Offset(self._label_cells + _PROMPT + self._cursor_cell() - self._left, 0)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """What can be typed is no key of an action while it is typed here."""
        return character is not None and character.isprintable()

    def watch_has_focus(self, focused: bool) -> None:
        """Draw the prompt as it is now."""
        super().watch_has_focus(focused)
        self.redraw()

    def on_paste(self, event: Paste) -> None:
        """Take what is pasted."""
        event.stop()
        self.insert(event.text)

    def set_placeholder(self, text: str) -> None:
        """Show another hint while the line is empty."""
        self._placeholder = text
        self.redraw()

    def set_label(self, parts: tuple[Part, ...]) -> None:
        """Say before the prompt where a line goes."""
        self._label = parts
        self.redraw()

    @property
    def _width(self) -> int:
        """Cells behind the label."""
        return self.area.width - self._label_cells

    def accept(self, text: str) -> None:
        """`text` was taken: remember it and clear the line, unless more was typed since it was submitted."""
        if self._history[-1:] != [text]:
            self._history = [*self._history, text][-_HISTORY:]
        self._recalled = None
        if self._clean() == text:
            self.value = ""

    def insert(self, text: str) -> None:
        """Type or paste `text` at the cursor; what does not fit is left out and told by `full`."""
        # A huge paste is cut before any work is done on it.
        before, after = self._text[: self._cursor], self._text[self._cursor :]
        wanted = scrub("".join(before) + text[: 4 * self._bytes])
        bytes_ = self._bytes - len("".join(after).encode())
        kept = clusters(cap(wanted, graphemes=self._graphemes - len(after), bytes_=bytes_))
        if len(kept) < len(before):  # a mark too many on the letter before the cursor
            kept = before
        self._edit(kept + after, len(kept))
        if "".join(kept) != wanted:
            self._full()

    def press(self, key: str, character: str | None) -> bool:
        """Edit by one key; whether it does something here."""
        command = _KEYS.get(key)
        if command is not None:
            return command(self)
        if not character or not character.isprintable():
            return False
        self.insert(character)
        return True

    def draw(self) -> list[Line]:
        """The prompt and the part of the text around the cursor."""
        width = self._width
        prompt: Part = (fit(self.marks.prompt, _PROMPT), ACCENT if self.has_focus else FAINT)
        label = make_line(self._label, self._label_cells) if self._label_cells else ()
        return [(*label, *make_line([prompt, *self._visible(max(0, width - _PROMPT))], width))]

    def _visible(self, room: int) -> list[Part]:
        """The parts of the text in `room` cells, with marks where more is hidden."""
        if not self._text:
            return [(fit(self._placeholder, room, self.marks.ellipsis), FAINT)]
        self._left = self._scrolled(room)
        shown = window(self.value, self._left, room)
        hidden_left, hidden_right = self._left > 0, cells(self.value) > self._left + room
        if room < _ROOM_FOR_MARKS:
            return [(shown, PLAIN)]
        start, end = int(hidden_left), room - int(hidden_right)
        return [
            (self.marks.more_left * start, ACCENT),
            (window(shown, start, end - start), PLAIN),
            (self.marks.more_right * int(hidden_right), ACCENT),
        ]

    def _scrolled(self, room: int) -> int:
        """How many cells to scroll so that the cursor is in sight, moving as little as can be."""
        cursor, total = self._cursor_cell(), cells(self.value)
        before, after = (2, 3) if room >= _ROOM_FOR_MARKS else (0, 1)
        left = min(self._left, max(0, cursor - before))
        left = max(left, cursor - room + (after if cursor < total else 1))
        return max(0, min(left, total + 1 - room))

    def _cursor_cell(self) -> int:
        return cells("".join(self._text[: self._cursor]))

    def _clean(self) -> str:
        return clean(self.value, graphemes=self._graphemes, bytes_=self._bytes)

    def _put(self, text: list[str], cursor: int) -> None:
        """Hold `text` with the cursor before its cluster number `cursor`."""
        self._text = text
        self._cursor = max(0, min(cursor, len(text)))
        self.redraw()

    def _edit(self, text: list[str], cursor: int) -> None:
        self._recalled = None
        self._put(text, cursor)

    def _move(self, cursor: int) -> bool:
        self._put(self._text, cursor)
        return True

    def _cut(self, start: int, end: int) -> bool:
        """Remove the clusters from `start` to `end`, as far as there are any."""
        start = max(0, start)
        self._edit(self._text[:start] + self._text[end:], start)
        return True

    def _word_start(self) -> int:
        """Where the word before the cursor begins."""
        at = self._cursor
        while at and self._text[at - 1] == " ":
            at -= 1
        while at and self._text[at - 1] != " ":
            at -= 1
        return at

    def _recall(self, step: int) -> bool:
        """Show an earlier (-1) or later (+1) own line; what was being typed comes back after the last."""
        at = len(self._history) if self._recalled is None else self._recalled
        if not 0 <= at + step <= len(self._history):
            return False
        if at == len(self._history):
            self._draft = self.value
        at += step
        self.value = self._history[at] if at < len(self._history) else self._draft
        self._recalled = at if at < len(self._history) else None
        return True

    def _submit(self) -> bool:
        text = self._clean()
        if text:
            self._submitted(text)
        return bool(text)


_KEYS: Mapping[str, Callable[[LineInput], bool]] = {
    "left": lambda line: line._move(line._cursor - 1),
    "right": lambda line: line._move(line._cursor + 1),
    **dict.fromkeys(("home", "ctrl+a"), lambda line: line._move(0)),
    **dict.fromkeys(("end", "ctrl+e"), lambda line: line._move(len(line._text))),
    **dict.fromkeys(("backspace", "ctrl+h"), lambda line: line._cut(line._cursor - 1, line._cursor)),
    "delete": lambda line: line._cut(line._cursor, line._cursor + 1),
    "ctrl+w": lambda line: line._cut(line._word_start(), line._cursor),
    "ctrl+u": lambda line: line._cut(0, line._cursor),
    "ctrl+k": lambda line: line._cut(line._cursor, len(line._text)),
    "ctrl+c": lambda line: bool(line._text) and line._cut(0, len(line._text)),
    "up": lambda line: line._recall(-1),
    "down": lambda line: line._recall(+1),
    "enter": lambda line: line._submit(),
}
"""What each key does; whether it was of use."""
