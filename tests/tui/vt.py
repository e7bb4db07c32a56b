"""A client for tests: a link that records, and a terminal emulator that shows what was sent to it.

pyte differs from terminals in a few points that do not matter to what we send, and are evened out here: an
erased cell keeps the whole pen, and one character of the alphabet of blanks is as good as another.
"""

import asyncio
from collections.abc import Callable

import pyte
from attrs import define, field

Look = tuple[str, str, str, bool, bool, bool, bool, bool]


@define
class Emulator:
    """A terminal of ``width`` x ``height`` cells that takes bytes."""

    width: int
    height: int
    screen: pyte.Screen = field(init=False)
    _stream: pyte.ByteStream = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.screen = pyte.Screen(self.width, self.height)
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
        async with asyncio.timeout(10):
            while not condition(self):
                self._written.clear()
                await self._written.wait()

    async def shows(self, text: str) -> None:
        """Wait until the text stands on the screen."""
        await self.until(lambda link: text in link.text())
