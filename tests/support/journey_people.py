"""Those who come to a house in a journey: a person at a terminal, and a program."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from tests.support.openssh import DEADLINE, Client, environment

HASTE = 0.5
"""Seconds in which a new phase takes no key: the house's clock is the wall's here, so it has to be waited for."""


@define(eq=False)
class Person(Client):
    """A terminal with somebody before it.  What they do is what a person does: look, then press a key."""

    name: str = ""
    _title: str = ""
    """The game's title and phase in sight."""
    _turned: float = 0
    """When they came in sight, by the loop's clock."""

    async def _until(self, wanted: Callable[[], object], what: str) -> None:
        try:
            await self.until(lambda _: bool(wanted()))
        except AssertionError:
            raise AssertionError(f"{self.name} waited in vain {what} on\n{self.text}") from None
        await self._reads_phase()

    def _read(self) -> None:
        super()._read()
        top = range(1 + (self.size[0] < 72))
        rows = ("".join(self.screen.buffer[y][x].data for x in range(self.size[0])) for y in top)
        title = " ".join(re.split(r"\s{3,}", row)[0] for row in rows)
        if title != self._title:
            self._title, self._turned = title, asyncio.get_running_loop().time()

    async def _reads_phase(self) -> None:
        """Look at a phase that is new for as long as it takes no key, which was meant for the one before: people do."""
        if re.search(r"[A-Z]-\d\d", self._title):
            await asyncio.sleep(self._turned + HASTE - asyncio.get_running_loop().time())

    async def sees(self, *texts: str) -> None:
        """Wait until all of them are on the screen at once."""
        await self._until(lambda: all(text in self.text for text in texts), f"to see {texts}")

    async def sees_no_more(self, text: str) -> None:
        """Wait until it is gone."""
        await self._until(lambda: text not in self.text, f"to see {text!r} go")

    async def finds(self, pattern: str) -> str:
        """Wait for something and read it: the first group of a pattern, or all of it."""
        await self._until(lambda: re.search(pattern, self.text), f"to find {pattern}")
        found = re.search(pattern, self.text)
        assert found
        return found[1] if found.groups() else found[0]

    def presses(self, keys: str) -> None:
        """Keys of the left half."""
        self.send(keys)

    async def types(self, text: str) -> None:
        """Fill in what the input line asks for."""
        await self._until(lambda: not self.screen.cursor.hidden, "for the input line")
        self.send(text)
        self.send("\r")
        await self._until(lambda: self.screen.cursor.hidden, "to be back at the keys")

    async def says(self, text: str, shown: str = "") -> None:
        """Go to the input line, say something, see it in the chat, and go back to the keys."""
        self.send("\t")
        await self._until(lambda: not self.screen.cursor.hidden, "for the input line")
        self.send(text)
        self.send("\r")
        await self.sees_line(shown or text)
        self.send("\t")
        await self._until(lambda: self.screen.cursor.hidden, "to be back at the keys")

    async def commands(self, text: str) -> None:
        """A command in the input line, after which the line is empty."""
        self.send("\t")
        await self._until(lambda: not self.screen.cursor.hidden, "for the input line")
        self.send(text)
        self.send("\r")
        await self._until(lambda: text not in self.text, "to have the command taken")
        if not self.screen.cursor.hidden:
            self.send("\t")
        await self._until(lambda: self.screen.cursor.hidden, "to be back at the keys")

    async def sees_line(self, text: str) -> None:
        """Wait until it stands in the chat: somewhere above the input line, wherever its rows were broken."""
        await self._until(lambda: _flat(text) in _flat(self.chat), f"to read {text!r}")

    async def reads(self, *texts: str) -> None:
        """Wait until all of them stand in the left half, wherever their rows were broken."""
        await self._until(lambda: all(_flat(text) in _flat(self.left) for text in texts), f"to read {texts}")

    async def reads_on(self, *texts: str, pages: int = 1) -> None:
        """Scroll on by so many pages, and wait until all of them stand in the left half."""
        self.presses("\x1b[6~" * pages)
        await self.reads(*texts)

    async def is_told(self, text: str) -> None:
        """Wait for a farewell, which stands where the cursor was (the emulator has no second screen to go back to)."""
        await self._until(lambda: _flat(text) in _flat(self.text), f"to be told {text!r}")

    @property
    def language(self) -> str:
        """What their terminal says."""
        return self.variables["LANG"][:2]

    @property
    def left(self) -> str:
        """The left half."""
        return "\n".join(re.split("[│┃]", row, maxsplit=1)[0].rstrip() for row in self.text.splitlines())

    @property
    def chat(self) -> str:
        """The right half, without the marks before what the house tells."""
        rows = (row.split("│", 1)[1] for row in self.text.splitlines() if "│" in row)
        return "\n".join(re.sub("^[·~=†★!] ", "", row).strip() for row in rows)

    @property
    def die(self) -> str:
        """The own die."""
        found = re.search(r"Your die: (\d)", self.text)
        assert found, self.text
        return found[1]

    def row_of(self, name: str) -> str:
        """The row of a seat, in the room or in the game."""
        return next((line for line in self.text.splitlines() if re.search(rf"^[ ▸]+\d {name} ", line)), "").split("│")[
            0
        ]


def _flat(text: str) -> str:
    return re.sub(r"[\s│┃]", "", text)


@define(eq=False)
class Program:
    """``ssh host json`` behind pipes, and everything that it was told."""

    arguments: Sequence[str]
    got: list[dict[str, Any]] = field(factory=list)
    raw: bytes = b""
    _process: asyncio.subprocess.Process = field(init=False)
    _reading: asyncio.Task[None] = field(init=False)
    _heard: asyncio.Event = field(factory=asyncio.Event)

    async def start(self) -> None:
        """Connect and be greeted."""
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self.arguments, stdin=pipe, stdout=pipe, env=environment(), limit=1 << 24
        )
        self._reading = asyncio.create_task(self._read())
        await self.until(lambda event: event["event"] == "hello")

    async def __aexit__(self) -> None:
        """End of input."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await asyncio.wait_for(self._process.wait(), DEADLINE)
        await self._reading

    async def _read(self) -> None:
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            self.raw += line
            self.got.append(json.loads(line))
            self._heard.set()

    def send_raw(self, data: bytes) -> None:
        """Bytes, whatever they are."""
        assert self._process.stdin is not None
        self._process.stdin.write(data)

    async def until(self, found: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """The first event that fits, also of those that have come already."""
        at = 0
        async with asyncio.timeout(DEADLINE):
            while True:
                for at in range(at, len(self.got)):  # noqa: B020
                    if found(self.got[at]):
                        return self.got[at]
                at = len(self.got)
                self._heard.clear()
                await self._heard.wait()

    async def ask(self, **request: Any) -> dict[str, Any]:
        """Make a request and wait for what becomes of it."""
        mark = len(self.got)
        self.send_raw(json.dumps({**request, "id": mark}).encode() + b"\n")
        return await self.until(lambda event: event.get("id") == mark and event["event"] in ("ok", "refused"))

    async def does(self, **request: Any) -> dict[str, Any]:
        """Make a request that must not be refused."""
        answer = await self.ask(**request)
        assert answer["event"] == "ok", answer
        return answer

    async def answers(self, **values: str) -> None:
        """Answer a prompt of one field as soon as it is asked."""
        [prompt] = values
        await self.fills_in(prompt, **values)

    async def fills_in(self, prompt: str, **values: str) -> None:
        """Answer a prompt as soon as it is asked."""
        asked = await self.table(lambda event: any(p["name"] == prompt for p in event["prompts"]))
        no = asked["view"]["phase"]["no"]
        await self.does(do="Answer", no=no, prompt=prompt, values=values)

    async def table(self, found: Callable[[dict[str, Any]], object] = lambda event: True) -> dict[str, Any]:
        """The newest event of the table, once it fits."""
        async with asyncio.timeout(DEADLINE):
            while not ((events := self.tables) and found(events[-1])):
                self._heard.clear()
                await self._heard.wait()
        return events[-1]

    async def fact(self, kind: str) -> dict[str, Any]:
        """The first fact of a kind."""
        event = await self.until(lambda e: any(n["fact"]["kind"] == kind for n in e.get("news", ())))
        return next(news["fact"] for news in event["news"] if news["fact"]["kind"] == kind)

    @property
    def tables(self) -> list[dict[str, Any]]:
        """All events of tables."""
        return [event for event in self.got if event["event"] == "table"]

    @property
    def facts(self) -> list[dict[str, Any]]:
        """All facts that it was shown."""
        return [news["fact"] for event in self.tables for news in event["news"]]
