"""Real SSH clients: a screen that counts what its socket received, and a program that asks the house by JSON."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import asyncssh
import pyte
from attrs import define, field, frozen

LIMIT = 60.0
"""Seconds after which any single wait has failed."""

WIDTH, HEIGHT = 100, 30
ENVIRONMENT = {"LANG": "en_US.UTF-8"}

LETTERS = "abcdefghiklmnoprstuwy"
"""Names are made of these."""

ECHOES = "".join(map(chr, (*range(0x561, 0x587), *range(0x10D0, 0x10F1))))
"""Armenian and Georgian letters (one column each), which nobody says: one that turns up is the echo of its key."""

_NAMES = itertools.product(LETTERS, repeat=3)
_MARKS = itertools.count(0x4E00)

AnyClient = TypeVar("AnyClient", bound="Client")


_TALK = (  # noqa: SIM905 (a list of fifty strings is not easier to read)
    "i am not sure you are lying the die was bad work at home today who has it now we all lose a life no lockdown"
    " please trust me she said so last turn but he is fine let us stay one more then go and see what comes"
).split()
"""What people say, in words."""


def talk(chance: random.Random, length: int = 20) -> str:
    """A line of words of exactly so many characters."""
    text = ""
    while len(text) < length:
        text += chance.choice(_TALK) + " "
    return text[: length - 1] + "s"


def mark() -> str:
    """A character (two columns wide) that was not on any screen before: whoever shows it has the line."""
    return chr(next(_MARKS))


class CountingSocket(socket.socket):
    """A socket that counts the bytes it received."""

    received = 0

    def recv(self, *arguments: Any) -> bytes:
        data = super().recv(*arguments)
        self.received += len(data)
        return data


@frozen(eq=False)
class Person:
    """Somebody with a name and a key."""

    name: str = field(factory=lambda: "".join(next(_NAMES)))
    key: asyncssh.SSHKey = field(factory=lambda: asyncssh.generate_private_key("ssh-ed25519"))


@define(eq=False)
class Client(asyncssh.SSHClientSession[bytes]):
    """One connection with its one session."""

    connection: asyncssh.SSHClientConnection
    socket: CountingSocket
    channel: Any = None
    lost: bool = False

    def connection_made(self, chan: Any) -> None:
        self.channel = chan

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True

    @property
    def received(self) -> int:
        """Bytes that came over the socket, SSH and all."""
        return self.socket.received

    async def close(self) -> None:
        """Hang up."""
        self.connection.close()
        await self.connection.wait_closed()


async def connect(
    make: Callable[[asyncssh.SSHClientConnection, CountingSocket], AnyClient], port: int, person: Person, **session: Any
) -> AnyClient:
    """Log a person in and open the session. Raises TimeoutError, asyncssh.Error, OSError."""
    async with asyncio.timeout(LIMIT):
        sock = CountingSocket()
        sock.setblocking(False)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
        connection = await asyncssh.connect(
            sock=sock, username=person.name, client_keys=[person.key], known_hosts=None, config=None, agent_path=None
        )
        _, client = await connection.create_session(lambda: make(connection, sock), encoding=None, **session)
        return client


@define
class Shown:
    """A terminal emulator that follows the chunks of a screen."""

    chunks: list[tuple[float, bytes]]
    _fed: int = 0
    _screen: pyte.Screen = field(factory=lambda: pyte.Screen(WIDTH, HEIGHT))
    _stream: pyte.ByteStream = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._stream = pyte.ByteStream(self._screen)

    def follow(self) -> Iterator[tuple[float, str]]:
        """The screen's text after each chunk that came since."""
        while self._fed < len(self.chunks):
            at, data = self.chunks[self._fed]
            self._fed += 1
            self._stream.feed(data)
            yield at, self.text

    @property
    def text(self) -> str:
        """The screen as lines of text."""
        return "\n".join(self._screen.display)


@define(eq=False)
class Screen(Client):
    """A terminal of 100x30. ``login`` are the bytes before the session, ``chunks`` what came and when, if kept."""

    login: int = 0
    keep: bool = False
    chunks: list[tuple[float, bytes]] = field(factory=list)
    last: float = 0.0
    _echoes: Iterator[str] = field(factory=lambda: itertools.cycle(ECHOES))
    _tail: bytes = b""
    _listening: dict[bytes, asyncio.Future[float]] = field(factory=dict)

    @classmethod
    async def open(
        cls, port: int, person: Person, command: str | None = None, *, term: str = "xterm-256color", keep: bool = False
    ) -> Screen:
        """Connect with a terminal."""
        return await connect(
            lambda connection, sock: cls(connection, sock, login=sock.received, keep=keep),
            port, person, command=command, term_type=term, term_size=(WIDTH, HEIGHT), env=ENVIRONMENT,
        )  # fmt: skip

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self.last = time.monotonic()
        if asked := data.count(b"\x1b[6n"):  # answered like a terminal that draws ○ in one column
            self.channel.write(b"\x1b[1;2R" * asked)
        if self.keep:
            self.chunks.append((self.last, data))
        for marker in list(self._listening):
            if marker in self._tail[len(self._tail) + 1 - len(marker) :] + data:
                self._listening.pop(marker).set_result(self.last)
        self._tail = (self._tail + data)[-8:]

    def type(self, text: str) -> None:
        """Press keys, all in one packet."""
        self.channel.write(text.encode())

    def listen(self, marker: str) -> asyncio.Future[float]:
        """The moment at which a character comes; ask before it can come."""
        return self._listening.setdefault(marker.encode(), asyncio.get_running_loop().create_future())

    async def echo(self, limit: float = LIMIT) -> float:
        """Press a key that was not pressed here lately; the seconds until it is on the screen, or the limit.

        The letters stay in the line: clear it before they come round again. (Erasing each at once will not do:
        under load Textual may handle a letter before the backspace that came first, and neither is ever seen.)
        """
        key = next(self._echoes)
        heard, begin = self.listen(key), time.monotonic()
        self.type(key)
        await asyncio.wait([heard], timeout=limit)
        return (heard.result() if heard.done() else time.monotonic()) - begin

    async def quiet(self, gap: float = 0.2, limit: float = LIMIT) -> None:
        """Wait until something has come and nothing more for so long; no longer than the limit."""
        start = time.monotonic()
        while (now := time.monotonic()) < start + limit:
            since = max(self.last, start) if self.last else now
            if now >= since + gap:
                return
            await asyncio.sleep(since + gap - now)

    async def until(self, *texts: str) -> float:
        """The moment since which all these texts were on the screen. Raises TimeoutError."""
        shown = self.shown()
        async with asyncio.timeout(LIMIT):
            while True:
                await self.quiet(0.3, 3.0)  # an emulator costs time that others may need
                for at, seen in shown.follow():
                    if all(text in seen for text in texts):
                        return at

    async def cost(self, text: str, gap: float = 0.2) -> int:
        """The bytes that come because of keys."""
        before = self.received
        self.type(text)
        await self.quiet(gap)
        return self.received - before

    def shown(self) -> Shown:
        """What a person sees on it, from the first chunk that was kept."""
        return Shown(self.chunks)


@define(eq=False)
class Program(Client):
    """A session of JSON lines, with exactly the rights of its person."""

    view: dict[str, Any] = field(factory=dict)
    prompts: list[dict[str, Any]] = field(factory=list)
    _partial: bytes = b""
    _numbers: Iterator[int] = field(factory=itertools.count)
    _asked: dict[int, asyncio.Future[dict[str, Any]]] = field(factory=dict)
    _changed: asyncio.Event = field(factory=asyncio.Event)

    @classmethod
    async def open(cls, port: int, person: Person, code: str = "") -> Program:
        """Connect without a terminal, to a table if a code is given."""
        return await connect(cls, port, person, command=f"json {code}".strip())

    def data_received(self, data: bytes, datatype: int | None) -> None:
        *lines, self._partial = (self._partial + data).split(b"\n")
        for event in map(json.loads, lines):
            if event["event"] == "table":
                self.view, self.prompts = event["view"], event["prompts"]
                self._changed.set()
            elif (waiting := self._asked.pop(event.get("id"), None)) is not None:
                waiting.set_result(event)

    def tell(self, do: str, **fields: Any) -> None:
        """Ask the house for something and do not wait for the answer."""
        self.channel.write(json.dumps({"do": do, **fields}).encode() + b"\n")

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """Ask the house for something. Raises RuntimeError when it refuses."""
        number = next(self._numbers)
        self._asked[number] = asyncio.get_running_loop().create_future()
        self.tell(do, id=number, **fields)
        answer = await asyncio.wait_for(self._asked[number], LIMIT)
        if answer["event"] == "refused":
            raise RuntimeError(f"{do} is refused: {answer['code']} {answer['params']}")
        return answer

    async def until(self, condition: Callable[[dict[str, Any]], bool]) -> None:
        """Wait until the view of the table is such."""
        async with asyncio.timeout(LIMIT):
            while not self.view or not condition(self.view):
                self._changed.clear()
                await self._changed.wait()

    async def answer(self, prompt: str, **values: str) -> None:
        """Answer a prompt as soon as it is asked. Raises RuntimeError, TimeoutError."""
        await self.until(lambda _: any(asked["name"] == prompt for asked in self.prompts))
        await self.ask("Answer", no=self.view["phase"]["no"], prompt=prompt, values=values)
