"""A client for tests: a link that records, and a terminal emulator that shows what was sent to it.

pyte is made like real terminals where they matter to us: an erase fills with the background alone, or not even
with that (``colour_erase`` false), rows that scroll in are filled alike, half a wide character is none, and
what cannot be seen of a blank cell does not count.
"""

import asyncio
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pyte
from attrs import define, field
from wcwidth import wcwidth

Look = tuple[str, str, str, bool, bool, bool, bool, bool]


class TerminalScreen(pyte.Screen):
    """A screen as real terminals have it."""

    colour_erase = True

    @contextmanager
    def _erasing(self) -> Iterator[None]:
        pen = self.cursor.attrs
        paper = pen.fg if pen.reverse else pen.bg
        self.cursor.attrs = self.default_char._replace(bg=paper if self.colour_erase else "default")
        yield
        self.cursor.attrs = pen

    def erase_in_line(self, how: int = 0, private: bool = False) -> None:
        with self._erasing():
            super().erase_in_line(how, private)

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        assert how == 2, "the only one we send"
        with self._erasing():
            for line in range(self.lines):
                self.buffer[line].update(dict.fromkeys(range(self.columns), self.cursor.attrs))

    def erase_characters(self, count: int | None = None) -> None:
        with self._erasing():
            super().erase_characters(count)

    def index(self) -> None:
        bottom = self.margins[1] if self.margins else self.lines - 1
        scrolls = self.cursor.y == bottom
        super().index()
        if scrolls:
            with self._erasing():
                super().erase_in_line(2)

    def reverse_index(self) -> None:
        top = self.margins[0] if self.margins else 0
        scrolls = self.cursor.y == top
        super().reverse_index()
        if scrolls:
            with self._erasing():
                super().erase_in_line(2)

    def draw(self, data: str) -> None:
        for char in data:
            if unicodedata.combining(char):
                super().draw(char)
                continue
            at, wide = min(self.cursor.x, self.columns - 1), wcwidth(char) == 2
            line = self.buffer[self.cursor.y]
            if not line[at].data and at:
                line[at - 1] = line[at - 1]._replace(data=" ")
            end = at + 1 + wide
            if end < self.columns and not line[end].data:
                line[end] = line[end]._replace(data=" ")
            super().draw(char)


@define
class Emulator:
    """A terminal of ``width`` x ``height`` cells that takes bytes."""

    width: int
    height: int
    colour_erase: bool = True
    screen: TerminalScreen = field(init=False)
    _stream: pyte.ByteStream = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.screen = TerminalScreen(self.width, self.height)
        self.screen.colour_erase = self.colour_erase
        self._stream = pyte.ByteStream(self.screen)

    def feed(self, data: bytes) -> None:
        self._stream.feed(data)

    def resize(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.screen.resize(lines=height, columns=width)

    def text(self) -> str:
        """What can be read, a line per row, without trailing blanks."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def cells(self) -> list[list[Look]]:
        """Every cell as (text, foreground, background, bold, italics, underlined, struck, reversed)."""
        return [[self._cell(y, x) for x in range(self.width)] for y in range(self.height)]

    def _cell(self, y: int, x: int) -> Look:
        char = self.screen.buffer[y][x]
        decorated = char.underscore or char.strikethrough or char.reverse
        if char.data == " " and not decorated:
            return (" ", "default", char.bg, False, False, False, False, False)
        return (
            char.data,
            char.fg,
            char.bg,
            char.bold,
            char.italics,
            char.underscore,
            char.strikethrough,
            char.reverse,
        )

    @property
    def cursor(self) -> tuple[int, int] | None:
        """(column, row) of the cursor, or None when it is hidden."""
        cursor = self.screen.cursor
        return None if cursor.hidden else (min(cursor.x, self.width - 1), cursor.y)


@define
class RecordingLink:
    """A link whose client is an emulator; ``bytes_behind`` is what the client has not drained."""

    emulator: Emulator = field(factory=lambda: Emulator(80, 24))
    writes: list[bytes] = field(factory=list)
    bytes_behind: int = 0
    _written: asyncio.Event = field(factory=asyncio.Event)

    def write(self, data: bytes) -> None:
        self.writes.append(data)
        self.emulator.feed(data)
        self._written.set()

    def behind(self) -> int:
        return self.bytes_behind

    def take(self) -> list[bytes]:
        """What was written since the last call."""
        taken, self.writes = self.writes, []
        return taken

    def text(self) -> str:
        return self.emulator.text()

    async def until(self, condition: Callable[["RecordingLink"], bool]) -> None:
        """Wait for the write after which the condition holds, at most 10 seconds."""
        async with asyncio.timeout(60):
            while not condition(self):
                self._written.clear()
                await self._written.wait()

    async def shows(self, text: str) -> None:
        """Wait until the text stands on the screen."""
        await self.until(lambda link: text in link.text())
