"""Cuts what a terminal sends into texts, controls and whole sequences, wherever the line has cut it.

A sequence that was begun is waited for; nothing of it is ever taken for text. It is forgotten once nothing more of it
came for `PATIENCE`, once it has lasted for `LONGEST_SECONDS` or is longer than `LONGEST`, and at once by what cannot
be in it: another Esc and, in a string, Ctrl-C, CAN or SUB. A paste whose end never comes is handed over after
`PATIENCE` without more of it. Times are seconds of any monotonic clock, and passed in.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from textual import constants

from tui.terminal.budget import Budget

ESCAPE_DELAY: float = constants.ESCAPE_DELAY
"""Seconds after which an Esc that nothing followed is the key."""

REST_WITHIN = 2.0
"""Seconds after such an Esc within which the rest of a sequence may still come."""

PATIENCE, LONGEST_SECONDS = 5.0, 30.0
"""Seconds without another character, and in all, after which an unfinished sequence is forgotten."""

KEPT, LONGEST = 256, 1 << 20
"""Characters of a sequence that are kept, and that are waited through."""

PASTE_CHARACTERS = 4000
"""Longer than any field takes; what is beyond is not kept."""

SEQUENCES_PER_SECOND, SEQUENCES_AT_ONCE = 120.0, 500.0
"""Sequences and controls that are read: more than a person or a terminal sends."""


class Kind(Enum):
    """What a piece of input is, by the group of `_PIECE` that finds it, and what its body is."""

    TEXT = "text"  # text of one or more lines, with the Enters and Tabs around it
    CONTROLS = "controls"  # other C0 controls and DEL
    ESCAPE = "escape"  # the key
    ALT = "alt"  # a character that came with an Esc, which may be a key of its own
    CSI = "csi"  # parameters and final character, of mouse reports in the oldest form the position too
    SS3 = "ss3"  # the same
    STRING = "string"  # the introducer's letter (] P X ^ _) and what it encloses, if it was closed
    PASTE = "paste"
    NOTHING = "nothing"  # what nobody presses


class Piece(NamedTuple):
    """A piece of input."""

    kind: Kind
    body: str


_C0, _LETTER = r"\x00-\x1f", r"[^\x00-\x1f\x7f-\x9f]"
_CSI, _SS3 = r"(?:\x1b\[|\x9b)", r"(?:\x1b O|\x8f)"
_PIECE = re.compile(
    rf"""
    (?P<text> [\r\n\t]*+ {_LETTER}++ (?:[\r\n\t]++ {_LETTER}++)* [\r\n]*+ )
    | (?P<controls> [\x00-\x1a\x1c-\x1f\x7f]++ )
    | {_CSI} (?P<csi>
          \[ [@-~]                                # the Linux console's F1 to F5
        | [0-9]{{1,2}} \$                         # rxvt, with Shift
        | M [^{_C0}]{{3}} | t [^{_C0}]{{2}} | T [^{_C0}]{{6}}    # the mouse before SGR
        | (?! [MtT\[] ) [\x20-?]*+ [@-~] )
    | {_SS3} (?P<ss3> [0-9;]*+ [\x20-~] )
    | (?: \x1b (?=[]PX^_]) | (?=[\x90\x98\x9d-\x9f]) )
      (?: (?P<string> . [^\x03\x07\x18\x1a\x1b\x9c]*+ ) (?: \x1b\\ | [\x07\x9c] )
        | . [^\x03\x07\x18\x1a\x1b\x9c]*+ (?: [\x18\x1a] | (?=\x03) | (?=\x1b[^\\]) ) )
    # broken off by what cannot be in them
    | (?P<nothing> {_CSI} (?: [MtT] [^{_C0}]*+ | \[ | [\x20-?]*+ ) (?=[^\x20-~])
        | {_SS3} [0-9;]*+ (?=[^\x20-~])
        | \x1b\\ | [\x80-\x8e\x91-\x97\x99\x9a\x9c] )    # an end of nothing; C1 controls that mean no key
    | \x1b (?P<alt> [^{_C0}\x80-\x9f\[\]OPX^_\\] | \x08 )
    | (?P<escape> \x1b ) (?= [{_C0}\x80-\x9f] )
    """,
    re.VERBOSE | re.DOTALL,
)
"""Every beginning of a piece is either whole or what came last; the comments tell of what does not speak for itself."""

_INTRODUCERS = "[]OPX^_"
_PASTE_MARKS, _PASTE_ENDS = ("\x1b[200~", "\x9b200~"), re.compile(r"(?:\x1b\[|\x9b)201~")
_PASTE_ENDING, _PASTE_END_LENGTH = re.compile(r"(?:\x1b|(?:\x1b\[|\x9b)(?:2(?:01?)?)?)\Z"), len("\x1b[201~")
_BEGINNINGS = "\x1b\x8f\x90\x98\x9b\x9d\x9e\x9f"
_SEVEN_BIT = {ord(control): chr(ord(control) - 0x40) for control in "\x90\x98\x9d\x9e\x9f"}
"""The letters of the C1 controls that begin a string."""


class Sequences:
    """The input of one terminal, in pieces."""

    def __init__(self) -> None:
        self._begun = ""
        self._since, self._length = 0.0, 0
        self._pasted: list[str] | None = None
        self._room = PASTE_CHARACTERS
        self._rest_until = float("-inf")
        self._budget = Budget(SEQUENCES_PER_SECOND, SEQUENCES_AT_ONCE)
        self.due: float | None = None
        """When `tick` has to be called, if nothing comes before."""

    def feed(self, text: str, now: float) -> Iterator[Piece]:
        """The pieces that are whole now."""
        if not text:
            return
        if now < self._rest_until and text[0] in _INTRODUCERS:
            text = "\x1b" + text
        self._rest_until = float("-inf")
        begun, self._begun = self._begun, ""
        self._length += len(text)
        yield from self._pieces(begun + text, now, going_on=bool(begun))
        self._wait(now)

    def tick(self, now: float) -> Iterator[Piece]:
        """What has waited for long enough: a lone Esc is the key, a paste is over, a sequence is forgotten."""
        if self.due is None or now < self.due:
            return
        self.due = None
        begun, self._begun = self._begun, ""
        if self._pasted is not None:
            yield self._paste()
        elif begun == "\x1b":
            self._rest_until = now + REST_WITHIN
            yield Piece(Kind.ESCAPE, "")

    def _wait(self, now: float) -> None:
        """Wait for the rest of what is begun, if anything is."""
        if self._pasted is not None:
            self.due = now + PATIENCE
            return
        if self._length > LONGEST:
            self._begun = ""
        if len(self._begun) > KEPT:  # the last Esc may be half of the end
            self._begun = self._begun[:KEPT] + "\x1b" * self._begun.endswith("\x1b")
        if not self._begun:
            self.due = None
        elif self._begun == "\x1b":
            self.due = now + ESCAPE_DELAY
        else:
            self.due = min(now + PATIENCE, self._since + LONGEST_SECONDS)

    def _pieces(self, text: str, now: float, *, going_on: bool) -> Iterator[Piece]:
        """The pieces of a text that goes on with what was begun, or does not."""
        at = 0
        while at < len(text):
            if self._pasted is not None:
                at, ended = self._keep(text, at)
                if ended:
                    yield self._paste()
                continue
            found = _PIECE.match(text, at)
            if found is None:
                self._begun = text[at:]
                if at or not going_on:
                    self._since, self._length = now, len(self._begun)
                return
            kind = Kind(found.lastgroup or "nothing")
            over = kind is not Kind.TEXT and not self._budget.take(now)
            if over and (later := _skip(text, at)) > at:
                at = later
                continue
            at = found.end()
            if found["csi"] == "200~":
                self._pasted, self._room = [], PASTE_CHARACTERS
            elif over:
                continue
            elif kind is Kind.STRING:
                yield Piece(kind, found["string"].translate(_SEVEN_BIT))
            elif kind is not Kind.NOTHING:
                yield Piece(kind, found[kind.value])

    def _keep(self, text: str, at: int) -> tuple[int, bool]:
        """Keep what is pasted; (where to go on, whether it has ended). What may be half of the end is begun."""
        assert self._pasted is not None
        found = _PASTE_ENDS.search(text, at)
        half = None if found else _PASTE_ENDING.search(text, max(at, len(text) - _PASTE_END_LENGTH))
        end = found or half
        self._pasted.append(text[at : end.start() if end else len(text)][: self._room])
        self._room -= len(self._pasted[-1])
        self._begun = half[0] if half else ""
        return (found.end(), True) if found else (len(text), False)

    def _paste(self) -> Piece:
        assert self._pasted is not None
        pasted, self._pasted = "".join(self._pasted), None
        return Piece(Kind.PASTE, pasted.replace("\x00", ""))


def _skip(text: str, at: int) -> int:
    """Where to go on in a flood: at the last paste, else at the last sequence, of which the rest may still come."""
    last = max(text.rfind(mark, at) for mark in _PASTE_MARKS)
    if last < 0:
        last = max(text.rfind(beginning, at) for beginning in _BEGINNINGS)
    return last if last >= 0 else len(text)
