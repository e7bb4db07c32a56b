"""``naisho play``: a private table against bots in this terminal, the same house and screens without SSH."""

from __future__ import annotations

import asyncio
import getpass
import io
import os
import signal
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

import asyncssh
import click
from attrs import define, field

from engine.game import Game
from engine.games import GAMES
from engine.house import Person, Profile
from engine.options import PACE, offered
from engine.table import moves as m
from server import logs
from server.books.accounts import Arrival
from server.books.journal import MemoryJournal
from server.books.signing import host_signer
from server.door.fronts import on_screen
from server.errors import HostMistake
from server.house.hub import Hub
from server.tables.clock import LoopClock
from tui.app import NaishoApp
from tui.hosting.driver import check_textual
from tui.terminal.client import Terminal
from tui.words.catalogue import lang_from_env
from tui.words.names import check_name, display

MOST_BOTS = 7
"""Bots at a table unless told otherwise, where the game has that many seats: company, not a crowd."""

READ_BYTES = 1 << 16


@click.command("play")
@click.argument("game", type=click.Choice(list(GAMES)), default=next(iter(GAMES)))
@click.option("--bots", type=click.IntRange(0), help="How many bots sit down with you.")
def command(game: str, bots: int | None) -> None:
    """Play GAME against bots in this terminal: nothing listens, and nothing is kept."""
    rules = GAMES[game]
    number = min(rules.most - 1, MOST_BOTS) if bots is None else bots
    if number >= rules.most:
        raise click.BadParameter(f"{game} has {rules.most} seats, and one is yours", param_hint="--bots")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise HostMistake("play needs a terminal: start it in one, without pipes")
    log = io.StringIO()  # a line on standard error would wreck the screen
    logs.configure("text", "warning", log)
    try:
        farewell = asyncio.run(play(rules, number))
    finally:
        click.echo(log.getvalue(), err=True, nl=False)
    click.echo(farewell or "", nl=bool(farewell))


async def play(rules: Game, bots: int) -> str | None:
    """Run a house for one person until they leave it; returns the sentence that says goodbye."""
    check_textual()
    sign = host_signer(asyncssh.generate_private_key("ssh-ed25519"))
    hub = Hub(GAMES, MemoryJournal(), Drawer(), sign, LoopClock())
    _on_signals((signal.SIGINT, signal.SIGTERM, signal.SIGHUP), hub.farewell)
    async with hub.welcome(Arrival(Person("u1", _name(), guest=False))) as house:
        await house.create(rules.id, "code", offered([PACE]))
        for number in range(bots):
            await house.act(m.AddBot(rules.temperaments[number % len(rules.temperaments)]))
        with TtyLink.open(sys.stdin.fileno(), sys.stdout.fileno()) as link:
            terminal = Terminal.from_client(os.environ.get("TERM"), link.size(), os.environ)
            farewell = await on_screen(NaishoApp(house, link, terminal, lang_from_env(os.environ)), link)
    await hub.close()
    return farewell


@define(eq=False)
class TtyLink:
    """This process's own terminal as a session's link (see `tui.hosting.session_app.Output`)."""

    source: int
    target: int
    on_resize: Callable[[int, int], None] = lambda columns, rows: None
    _read: asyncio.Queue[bytes] = field(factory=asyncio.Queue)

    @classmethod
    @contextmanager
    def open(cls, source: int, target: int) -> Iterator[TtyLink]:
        """The terminal in raw mode; at the end it is as it was before."""
        link, loop = cls(source, target), asyncio.get_running_loop()
        before = termios.tcgetattr(source)
        tty.setraw(source)
        loop.add_reader(source, link._arrived)
        _on_signals((signal.SIGWINCH,), lambda: link.on_resize(*link.size()))
        try:
            yield link
        finally:
            loop.remove_reader(source)
            with suppress(termios.error):  # the terminal may have been closed
                termios.tcsetattr(source, termios.TCSADRAIN, before)

    def size(self) -> tuple[int, int]:
        """(columns, rows)."""
        columns, rows = os.get_terminal_size(self.target)
        return columns, rows

    async def read(self) -> bytes:
        """The next bytes that were typed; b"" when the terminal is closed."""
        return await self._read.get()

    def write(self, data: bytes) -> None:
        """Draw.  It blocks, and must: other programs share this terminal, which would get their writes cut short."""
        with suppress(OSError):
            while data:
                data = data[os.write(self.target, data) :]

    def behind(self) -> int:
        """Nothing waits: `write` returns when the terminal has everything."""
        return 0

    def _arrived(self) -> None:
        try:
            data = os.read(self.source, READ_BYTES)
        except OSError:
            data = b""
        self._read.put_nowait(data)
        if not data:
            asyncio.get_running_loop().remove_reader(self.source)


@define
class Drawer:
    """What the house remembers of its one person (see `server.house.person_store.PersonStore`)."""

    _notes: dict[tuple[str, int], str] = field(factory=dict)

    async def rejoin(self, code: str) -> Person | None:
        """There are no guests."""
        return None

    async def profile(self, person_id: str) -> Profile:
        """There was no visit before."""
        return Profile()

    async def keep_profile(self, person_id: str, chosen: Profile) -> None:
        """There will be no other visit, and this one knows what it chose."""

    async def notes(self, person_id: str, game: str) -> Mapping[int, str]:
        """The notebook on one game."""
        return {seat: mark for (of, seat), mark in self._notes.items() if of == game}

    async def keep_note(self, person_id: str, game: str, seat: int, mark: str) -> None:
        """Put a mark on a seat."""
        self._notes[game, seat] = mark


def _name() -> str:
    """The name of this machine's user where it can be one."""
    try:
        name = getpass.getuser()
    except (KeyError, OSError):
        return "you"
    return display(name) if check_name(name) is None else "you"


def _on_signals(numbers: tuple[signal.Signals, ...], callback: Callable[[], None]) -> None:
    loop = asyncio.get_running_loop()
    for number in numbers:
        loop.add_signal_handler(number, callback)
