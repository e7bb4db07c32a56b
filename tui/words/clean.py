"""The one sanitiser of text that people type: everything they write goes through here at the door.

What comes out holds no control, no escape sequence, no invisible or direction-changing character and no
line break; each cluster is one or two cells wide, and every terminal that wcwidth knows agrees which.
Emoji sequences fall apart into the emoji they are made of, flags into their two letters.
"""

import unicodedata
from functools import lru_cache

import regex
from wcwidth import list_term_programs, strip_sequences, wcstwidth, wcwidth

from tui.words.width import char_cells, clusters

# Vietnamese and Thai need two marks on a letter, scholarly transliteration three; more is only mischief.
MAX_MARKS = 4
# Enough for any line the house shows; what was put into the database by hand is cut here.
SHOWN_GRAPHEMES, SHOWN_BYTES = 2_000, 8_000
# A letter may be hidden among this many characters that are dropped; more is not looked at, for time's sake.
_CHARS_PER_BYTE = 4

_TERMINALS = list_term_programs()
_C1 = regex.compile(r"[\x80-\x9f]")
_SPACE = regex.compile(r"[\s\N{BRAILLE PATTERN BLANK}]")
_SPACES = regex.compile(r" {2,}")
_HALFWIDTH_KANA = regex.compile(r"[\uff61-\uff9f]+")
# Letters, digits, punctuation, symbols, zero-width marks; not what is invisible by definition (ZWJ, variation
# selectors, tags, fillers), and not the viramas, which merge two letters into one on some terminals only.
_VISIBLE = regex.compile(r"[[\p{L}\p{N}\p{P}\p{S}\p{Mn}]--[\p{DI}\p{InCB=Linker}]]", regex.V1)
_FLAG_A, _FLAG_Z = 0x1F1E6, 0x1F1FF  # regional indicators


def clean(text: str, *, graphemes: int, bytes_: int) -> str:
    """`text` as one safe line of at most `graphemes` clusters and `bytes_` bytes of UTF-8; idempotent.

    Line breaks and tabs become spaces, runs of spaces one space, spaces at the ends go. Empty when nothing
    visible is left.
    """
    line = _SPACES.sub(" ", scrub(text[: _CHARS_PER_BYTE * bytes_])).strip(" ")
    return cap(line, graphemes=graphemes, bytes_=bytes_).rstrip(" ")


def show(text: str) -> str:
    """Text of a person that comes from the log or the database, ready to be drawn: cleaned once more."""
    if text.isascii() and text.isprintable() and len(text) <= SHOWN_GRAPHEMES:
        return _SPACES.sub(" ", text).strip(" ")
    return clean(text, graphemes=SHOWN_GRAPHEMES, bytes_=SHOWN_BYTES)


def cap(text: str, *, graphemes: int, bytes_: int) -> str:
    """The longest beginning of clean `text` within both limits; no cluster is split."""
    kept: list[str] = []
    for cluster in clusters(text)[:graphemes]:
        bytes_ -= len(cluster.encode())
        if bytes_ < 0:
            break
        kept.append(cluster)
    return "".join(kept)


def scrub(text: str) -> str:
    """The safe characters of `text`, spaces as they are typed (a line editor needs them); idempotent."""
    if text.isascii() and text.isprintable():
        return text
    text = strip_sequences(_C1.sub(_seven_bit, text))
    text = _HALFWIDTH_KANA.sub(lambda run: unicodedata.normalize("NFKC", run[0]), text)
    text = "".join(map(_safe, unicodedata.normalize("NFC", text)))
    return _cap_marks(unicodedata.normalize("NFC", text))


def _seven_bit(control: "regex.Match[str]") -> str:
    """The two-character form of a C1 control, so that its sequence is recognised as one."""
    return "\x1b" + chr(ord(control[0]) - 0x40)


@lru_cache(16_384)
def _safe(char: str) -> str:
    """What stands for one character: itself, a space, a letter for half a flag, or nothing."""
    if _SPACE.match(char):
        return " "
    if _FLAG_A <= ord(char) <= _FLAG_Z:
        return chr(ord(char) - _FLAG_A + ord("A"))
    if not _VISIBLE.match(char) or unicodedata.category(char) == "Cn":
        return ""
    wide = wcwidth(char)
    if (wide > 0) == (unicodedata.category(char) == "Mn"):
        return ""
    return char if all(wcstwidth(char, term_program=name) == wide for name in _TERMINALS) else ""


def _cap_marks(text: str) -> str:
    """At most `MAX_MARKS` marks on a letter, none on a space or on nothing."""
    if text.isascii():
        return text
    kept: list[str] = []
    room = 0
    for char in text:
        if char_cells(char):
            room = 0 if char == " " else MAX_MARKS
        elif room:
            room -= 1
        else:
            continue
        kept.append(char)
    return "".join(kept)
