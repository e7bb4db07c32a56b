"""What a client types, from bytes to Textual's events, whatever the bytes are.

One UTF-8 decoder a session; `sequences` cuts what it gives into pieces, `keys` tells what they mean. What a
terminal sends by itself is swallowed whole, or handed over as what it is: an answer, the cursor's place, the mouse.
Pastes are capped, and keys beyond what a person can press are dropped. The time is passed in, in seconds of any
monotonic clock.
"""

import codecs
import re
from collections.abc import Callable, Iterable, Iterator

from textual._xterm_parser import XTermParser
from textual.events import Event, Key, Paste

from tui.terminal.budget import Budget
from tui.terminal.keys import Report, cursor, from_csi, from_ss3, report, typed, with_escape
from tui.terminal.sequences import PASTE_CHARACTERS, Kind, Piece, Sequences

KEYS_PER_SECOND, KEYS_AT_ONCE = 60.0, 120.0
"""A person types 10 keys a second, a held key repeats 30 times; a lagging line delivers a burst."""

PASTED = 16
"""So much text in one read was not typed: the terminal pasted it without saying so."""

MORE_WITHIN = 0.05
"""Seconds within which more text belongs to it."""

_BREAKS = "\r\n\t"
_LINE_BREAK = re.compile(r"[\r\n]")
_MOUSE = re.compile(r"<[0-9]{1,4};[0-9]{1,5};[0-9]{1,5}[Mm]")


def _ignore(_: Report) -> None:
    """Do nothing with an answer."""


class Keyboard:
    """The input of one session.

    `answers` is called with what the terminal answers to questions, whenever it does; `mouse` tells whether the mouse
    was asked for, and can be set at any time: what nobody asked for is swallowed.
    """

    def __init__(self, answers: Callable[[Report], None] = _ignore, *, mouse: bool = False) -> None:
        self.mouse = mouse
        self._answers = answers
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._sequences = Sequences()
        self._pointer = XTermParser()  # for its mouse alone, which knows where it was
        self._keys = Budget(KEYS_PER_SECOND, KEYS_AT_ONCE)
        self._more, self._more_until = "", float("-inf")
        """What pasted text that came without marks was so far, a line or lines; until when more belongs to it."""

    @property
    def due(self) -> float | None:
        """When `tick` has to be called, None while nothing waits for its end."""
        return self._sequences.due

    def feed(self, data: bytes, now: float) -> Iterator[Event]:
        """The events in what the client sent: keys, pastes, mouse events and cursor reports."""
        return self._events(self._sequences.feed(self._decode(data), now), now)

    def tick(self, now: float) -> Iterator[Event]:
        """The events of what did not go on in time: a lone Esc is the key."""
        return self._events(self._sequences.tick(now), now)

    def _events(self, pieces: Iterable[Piece], now: float) -> Iterator[Event]:
        """What the pieces mean, less the keys that nobody can have pressed."""
        for piece in pieces:
            for event in self._read(piece, now):
                if isinstance(event, Key | Paste) and not self._keys.take(now):
                    break
                yield event

    def _read(self, piece: Piece, now: float) -> Iterable[Event]:
        body = piece.body
        match piece.kind:
            case Kind.TEXT:
                return self._text(body, now)
            case Kind.PASTE:
                return [Paste(body)]
            case Kind.CONTROLS if self._more == "lines" and not body.strip(_BREAKS):
                return self._text(body, now)
            case Kind.CONTROLS:
                return map(typed, body)
            case Kind.ESCAPE:
                return [Key("escape", "\x1b")]
            case Kind.ALT:
                return with_escape(body)
            case Kind.SS3:
                return from_ss3(body)
            case Kind.CSI:
                return self._csi(body)
            case Kind.STRING if answer := report(body):
                self._answers(answer)
        return []

    def _csi(self, body: str) -> Iterable[Event]:
        if place := cursor(body):
            return [place]
        if _MOUSE.fullmatch(body):
            event = self._pointer.parse_mouse_code(f"\x1b[{body}") if self.mouse else None
            return [event] if isinstance(event, Event) else []
        return from_csi(body)

    def _text(self, text: str, now: float) -> Iterator[Event]:
        """Keys; or a paste, if it is too much for keys: the same as if it had been marked, also where it was cut in
        two.  Only the Enter after a single line is the key: so a line comes that is sent in one go."""
        more, self._more = now < self._more_until and self._more, ""
        lead = "" if more else text[: len(text) - len(text.lstrip(_BREAKS))]
        lines = text[len(lead) :]
        line = lines.rstrip("\r\n")
        single = more != "lines" and not _LINE_BREAK.search(line)
        if len(lines) - sum(map(lines.count, _BREAKS)) < PASTED and (single or not more):
            yield from map(typed, text)
            return
        yield from map(typed, lead)
        yield Paste((line if single else lines)[:PASTE_CHARACTERS])
        entered = lines[len(line) :] if single else ""
        yield from map(typed, entered)
        if not entered:
            self._more, self._more_until = "line" if single else "lines", now + MORE_WITHIN
