"""Real OpenSSH clients against a server on a loopback port: helpers for the journeys and the door's tests.

`Keys` makes key files, `Client` runs ``ssh`` in a pseudo-terminal read through a terminal emulator, `run`
runs it with pipes to its end. Waiting is always for a condition, with a deadline.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import signal
import socket
import struct
import subprocess
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import cycle, islice
from pathlib import Path

import pyte
from attrs import define, field, frozen

from tests.support.vt import TerminalScreen

DEADLINE = 30.0
"""Seconds after which a wait has failed; generous, since it is only spent when something is wrong."""


def make_key(folder: Path, name: str, kind: str = "ed25519") -> Path:
    """A new private key file without a passphrase."""
    path = folder / name
    subprocess.run(["ssh-keygen", "-q", "-t", kind, "-N", "", "-C", name, "-f", str(path)], check=True)
    return path


@frozen
class Result:
    """What one ``ssh`` run left behind."""

    code: int
    out: str
    err: str


def free_port() -> int:
    """A loopback port that nothing listens on now.

    It is below those that a kernel gives away by itself, and each process that tests has a range of its own: else
    somebody might take it before the house does.
    """
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:])
    for port in islice(_PORTS, 500):
        with socket.socket() as sock, suppress(OSError):
            sock.bind(("127.0.0.1", 12_000 + 500 * (worker % 40) + port))
            return int(sock.getsockname()[1])
    raise AssertionError("no port is free")


_PORTS = cycle(range(500))


def command(
    port: int, user: str, key: Path | None = None, *, words: Sequence[str] = (), options: Sequence[str] = ()
) -> list[str]:
    """The argument list of ``ssh``, free of the machine's own configuration; ``options`` win over the defaults."""
    identity = ["-i", str(key)] if key else ["-o", "PubkeyAuthentication=no"]
    return [
        "ssh", *options, "-F", "none", "-p", str(port), "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
        "-o", "StrictHostKeyChecking=no", "-o", "IdentitiesOnly=yes", "-o", "BatchMode=no",
        *identity, f"{user}@127.0.0.1", *words,
    ]  # fmt: skip


def environment(**variables: str) -> dict[str, str]:
    """A clean environment: no agent, no locale but the given one."""
    return {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "TERM": "xterm-256color", **variables}


async def run(arguments: Sequence[str], *, given: bytes = b"", variables: Mapping[str, str] | None = None) -> Result:
    """Run a command with pipes to its end. Raises TimeoutError after the deadline."""
    process = await asyncio.create_subprocess_exec(
        *arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(**(variables or {})), start_new_session=True,
    )  # fmt: skip
    try:
        out, err = await asyncio.wait_for(process.communicate(given), DEADLINE)
    except TimeoutError:
        process.kill()
        raise
    return Result(process.returncode or 0, out.decode(errors="replace"), err.decode(errors="replace"))


@define(eq=False)
class Client:
    """``ssh`` in a pseudo-terminal; ``screen`` is what a person would see. Use as a context manager."""

    arguments: Sequence[str]
    size: tuple[int, int] = (80, 24)
    variables: Mapping[str, str] = field(factory=dict)
    raw: bytearray = field(factory=bytearray)
    screen: TerminalScreen = field(init=False)
    _process: asyncio.subprocess.Process = field(init=False)
    _stream: pyte.ByteStream = field(init=False)
    _master: int = field(init=False)
    _ended: bool = False
    _changed: asyncio.Event = field(factory=asyncio.Event)

    async def __aenter__(self) -> Client:
        """Start it."""
        self.screen = TerminalScreen(*self.size)
        self._stream = pyte.ByteStream(self.screen)
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", self.size[1], self.size[0], 0, 0))
        self._process = await asyncio.create_subprocess_exec(
            *self.arguments, stdin=slave, stdout=slave, stderr=slave,
            env=environment(**self.variables), preexec_fn=_own_terminal,
        )  # fmt: skip
        os.close(slave)
        asyncio.get_running_loop().add_reader(self._master, self._read)
        return self

    async def __aexit__(self, *exc: object) -> None:
        """Hang up, as when a terminal window is closed."""
        self.hang_up()
        await asyncio.wait_for(self._process.wait(), DEADLINE)

    def _read(self) -> None:
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the other side of a pseudo-terminal is closed
            data = b""
        if data:
            self.raw += data
            self._stream.feed(data)
        else:
            asyncio.get_running_loop().remove_reader(self._master)
            self._ended = True
        self._changed.set()

    def send(self, keys: str | bytes) -> None:
        """Type."""
        os.write(self._master, keys if isinstance(keys, bytes) else keys.encode())

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size."""
        self.screen.resize(rows, columns)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._process.send_signal(signal.SIGWINCH)

    def freeze(self) -> None:
        """Stop the client where it is: it reads no more, and its line stays open."""
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen client go on."""
        self._process.send_signal(signal.SIGCONT)

    def hang_up(self) -> None:
        """Close the terminal under the client."""
        if self._master >= 0:
            asyncio.get_running_loop().remove_reader(self._master)
            os.close(self._master)
            self._master = -1
        if self._process.returncode is None:
            self._process.send_signal(signal.SIGHUP)
            self.thaw()

    @property
    def text(self) -> str:
        """The screen as lines of text, also in the midst of a frame that has overwritten half of a wide character."""
        rows = (self.screen.buffer[y] for y in range(self.screen.lines))
        return "\n".join("".join(row[x].data for x in range(self.screen.columns)).rstrip() for row in rows)

    async def until(self, condition: Callable[[Client], bool] | str) -> None:
        """Wait until the screen shows a text or a condition holds; raises AssertionError with the screen."""
        wanted = condition if callable(condition) else lambda client: condition in client.text
        try:
            async with asyncio.timeout(DEADLINE):
                while not wanted(self):
                    if self._ended:
                        raise TimeoutError
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            raise AssertionError(f"waited in vain for {condition!r} on\n{self.text}") from None

    async def exit_code(self) -> int:
        """Wait for the client to end by itself."""
        return await asyncio.wait_for(self._process.wait(), DEADLINE)


def _own_terminal() -> None:
    """Make the pseudo-terminal the controlling one, as a login shell has it."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
