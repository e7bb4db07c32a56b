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

from engine.errors import Refusal
from engine.game import Game
from engine.games import GAMES
from engine.house import House, Person, Profile
from engine.options import Value
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
from tui.screens.before import PlayPage, play_now
from tui.terminal.client import Terminal
from tui.words.catalogue import lang_from_env
from tui.words.names import check_name, display

READ_BYTES = 1 << 16


@click.command("play")
@click.argument("game", type=click.Choice(list(GAMES)), required=False)
@click.option("--bots", type=click.IntRange(0), help="How many bots sit down with you at GAME.")
def command(game: str | None, bots: int | None) -> None:
    """Play GAME against bots in this terminal, or choose there which: nothing listens, and nothing is kept.

    GAME is dealt at once; with fewer --bots than it needs you come to its table before the deal.
    """
    rules = GAMES[game] if game is not None else None
    if bots is not None and rules is None:
        raise click.BadParameter("say which game the bots sit down at", param_hint="--bots")
    if bots is not None and rules is not None and bots >= rules.most:
        raise click.BadParameter(f"{game} has {rules.most} seats, and one is yours", param_hint="--bots")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise HostMistake("play needs a terminal: start it in one, without pipes")
    log = io.StringIO()  # a line on standard error would wreck the screen
    logs.configure("text", "warning", log)
    try:
        farewell = asyncio.run(play(rules, bots))
    finally:
        click.echo(log.getvalue(), err=True, nl=False)
    click.echo(farewell or "", nl=bool(farewell))


async def play(rules: Game | None, bots: int | None) -> str | None:
    """Run a house for one person until they leave it; returns the sentence that says goodbye.

    They begin at a table of the game that they named, else with the choice of one.
    """
    check_textual()
    sign = host_signer(asyncssh.generate_private_key("ssh-ed25519"))
    hub = Hub(GAMES, MemoryJournal(), Drawer(), sign, LoopClock())
    _on_signals((signal.SIGINT, signal.SIGTERM, signal.SIGHUP), hub.farewell)
    async with hub.welcome(Arrival(Person("u1", _name(), guest=False))) as house:
        with TtyLink.open(sys.stdin.fileno(), sys.stdout.fileno()) as link:
            terminal = Terminal.from_client(os.environ.get("TERM"), link.size(), os.environ)
            app = NaishoApp(house, link, terminal, lang_from_env(os.environ))
            if rules is None:
                app.desk.pages.insert(0, PlayPage(house.games, {}))
            else:
                await _deal(house, rules, rules.usual if bots is None else bots + 1)
            farewell = await on_screen(app, link)
    await hub.close()
    return farewell


async def _deal(house: House, rules: Game, seats: int) -> None:
    """Deal, or come as far as that many seats go."""
    with suppress(Refusal):  # too few for a game: they stay at their table, and see what it needs
        await play_now(house, rules, {}, seats)


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
    _options: dict[str, Mapping[str, Value]] = field(factory=dict)

    async def rejoin(self, code: str) -> Person | None:
        """There are no guests."""
        return None

    async def profile(self, person_id: str) -> Profile:
        """There was no visit before."""
        return Profile()

    async def keep_profile(self, person_id: str, chosen: Profile) -> None:
        """There will be no other visit, and this one knows what it chose."""

    async def options(self, person_id: str) -> Mapping[str, Mapping[str, Value]]:
        """The options with which each game was dealt last, the latest first."""
        return dict(reversed(self._options.items()))

    async def keep_options(self, person_id: str, game: str, options: Mapping[str, Value]) -> None:
        """Remember them for this visit."""
        self._options = {name: kept for name, kept in self._options.items() if name != game} | {game: options}

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
