"""The bridge between one SSH session and its front end.

``ssh -t host`` is a screen, ``ssh -t host CODE`` a screen at that table, ``ssh host json [CODE]`` JSON
lines. Everything else gets one line on standard error that says how to come in, and exit code 2.
"""

from __future__ import annotations

import asyncio
import re

import asyncssh
from attrs import define, evolve, frozen

from engine.errors import Refusal
from server import logs
from server.books.accounts import REJOIN_CODE, Arrival
from server.door.connection import Channel
from server.door.link import Link
from server.door.visit import Mode, Visit
from tui.terminal.client import Terminal, safe_term
from tui.words.catalogue import Words, lang_from_env
from tui.words.clean import clean

_TABLE_CODE = re.compile(r"[A-Za-z]{2,12}(-[A-Za-z]{2,12})?-[0-9]{1,4}")
"""A table's code as it may stand in a command; whether there is such a table is for the house to say."""

_RESTORE = b"\x1b[?1049l\x1b[?25h\x1b[0m"
"""Leaves the alternate screen, shows the cursor, drops colours: for a screen that broke."""

HANG_UP_AFTER = 10.0
"""After its session a client hangs up by itself; this is for the one that does not."""

EXIT_OK, EXIT_BROKEN, EXIT_REFUSED = 0, 1, 2


@frozen
class Wish:
    """What a client asked for; ``code`` is a table's or a rejoin code, or ""."""

    mode: Mode
    code: str = ""


class NotHere(Exception):
    """The wish cannot be met: a key of the catalogues and its parameters."""

    def __init__(self, key: str, **params: str) -> None:
        super().__init__(key)
        self.key = key
        self.params = params

    @classmethod
    def because(cls, refusal: Refusal) -> NotHere:
        """What the house refused to somebody who is not inside yet."""
        return cls(f"refusal.{refusal.code}", **{name: str(value) for name, value in refusal.params.items()})


def wish(command: str | None, term: str | None) -> Wish:
    """Read a command line (None for a shell) and the TERM of the pseudo-terminal (None without one).

    Raises `NotHere`.
    """
    words = (command or "").split()
    match words:
        case ["plain"]:
            raise NotHere("door.plain")
        case ["json"]:
            return Wish(Mode.JSON)
        case ["json", code] if _is_code(code):
            return Wish(Mode.JSON, code)
        case []:
            code = ""
        case [code] if _is_code(code):
            pass
        case _:
            raise NotHere("door.command", command=clean(command or "", graphemes=40, bytes_=160))
    if term is None:
        raise NotHere("door.needs-terminal" if code else "door.plain")
    if safe_term(term) in ("dumb", "unknown"):
        raise NotHere("door.plain")
    return Wish(Mode.SCREEN, code)


def _is_code(word: str) -> bool:
    return bool(_TABLE_CODE.fullmatch(word) or _is_rejoin_code(word))


def _is_rejoin_code(word: str) -> bool:
    return bool(REJOIN_CODE.fullmatch(word.lower()))


@define(eq=False)
class Session(asyncssh.SSHServerSession[bytes]):
    """The session of a visit, from its requests to its exit code."""

    visit: Visit
    _command: str | None = None
    _term: str | None = None
    _size: tuple[int, int] = (0, 0)
    _task: asyncio.Task[None] | None = None

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        assert isinstance(chan, Channel)
        self.visit.link = Link(chan, self.visit.transport, self.visit.door.settings)

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        """Remember the terminal as it is claimed to be."""
        self._term, self._size = term_type, term_size[:2]
        return True

    def shell_requested(self) -> bool:
        """``ssh host``."""
        return True

    def exec_requested(self, command: str) -> bool:
        """``ssh host COMMAND``."""
        self._command = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """``sftp host``, ``scp``: accepted, to be answered with a line that can be read."""
        self._command = f"subsystem {subsystem}"
        return True

    def session_started(self) -> None:
        """All requests are in."""
        self.visit.come_in()
        self._task = asyncio.create_task(self._run())
        self._task.add_done_callback(self._finished)

    def data_received(self, data: bytes, datatype: int | None) -> None:
        """Bytes from the client."""
        self.visit.link.feed(data)

    def eof_received(self) -> bool:
        """The client has no more to say but may still listen."""
        self.visit.link.end()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """The window has another size."""
        self._size = (width, height)
        self.visit.link.resized(width, height)

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is closed, by either side."""
        self.visit.link.lose()
        if self._task:
            self._task.cancel()
        self.visit.go_out()

    def _finished(self, _task: asyncio.Task[None]) -> None:
        self._task = None  # a cancelled task holds its frames, and they hold this session

    async def _run(self) -> None:
        """Serve the wish, then send the exit code."""
        try:
            status = await self._serve(wish(self._command, self._term))
        except NotHere as refusal:
            self._say(refusal.key, **refusal.params)
            status = EXIT_REFUSED
        except Exception:
            logs.get().error("session-broken", exc_info=True)
            self._break_off()
            status = EXIT_BROKEN
        self.visit.link.channel.exit(status)
        if not self.visit.transport.is_closing():
            self.visit.hang_up_after(HANG_UP_AFTER)

    async def _serve(self, wish: Wish) -> int:
        visit = self.visit
        visit.arrival = evolve(await self._arrival(wish), address=visit.address)
        visit.mode, visit.code = wish.mode, "" if _is_rejoin_code(wish.code) else wish.code
        visit.environment = dict(visit.link.channel.environment)
        visit.terminal = Terminal.from_client(self._term, self._size, visit.environment)
        person = visit.arrival.person
        logs.get().info("arrived", person=person.id, name=person.name, mode=wish.mode.value)
        try:
            return await visit.door.front_end(visit)
        finally:
            logs.get().info("left", person=person.id)

    async def _arrival(self, wish: Wish) -> Arrival:
        """Who came: the guest whom a rejoin code proves, else whom the login proved."""
        accounts = self.visit.door.accounts
        try:
            if not _is_rejoin_code(wish.code):
                if self.visit.fingerprint:
                    return await accounts.admit_key(self.visit.fingerprint, self.visit.name)
                return await accounts.admit_guest(self.visit.name)
            person = await accounts.rejoin(wish.code)
        except Refusal as refusal:
            raise NotHere.because(refusal) from None
        if person is None:
            raise NotHere("door.rejoin")
        return Arrival(person, (), wish.code)

    def _say(self, key: str, **params: str) -> None:
        words = Words(lang_from_env(self.visit.link.channel.environment) or "en")
        self.visit.link.write_error(words(key, where=self.visit.door.where, **params))

    def _break_off(self) -> None:
        """Leave the client with a usable terminal and a sentence."""
        if self._term is not None:
            self.visit.link.write(_RESTORE)
        self._say("door.broken")
