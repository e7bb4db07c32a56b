"""What a client types, from bytes to Textual's events, whatever the bytes are.

One UTF-8 decoder and one parser per session. A parser that raises is replaced and the next character goes to
the new one. Pastes are taken out of the stream before the parser sees them: their length is capped and their
cost is that of a search, so that two megabytes hold nobody up. Keys beyond what a person can press are
dropped. The time is passed in, in seconds of any monotonic clock.
"""

import codecs
import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from textual import constants
from textual._xterm_parser import XTermParser
from textual.events import CursorPosition, Event, Key, MouseEvent, Paste, Resize
from textual.message import Message

#: Characters that make one key or report of a preceding Esc: introducers, the words of Option and the arrows or
#: Backspace, and another Esc.
AFTER_ESCAPE = frozenset("[O]PX^_Nbf\x7f\x1b")
#: Seconds after which an Esc that nothing followed is the key.
ESCAPE_DELAY: float = constants.ESCAPE_DELAY
#: Longer than any field takes; what is beyond is not kept.
PASTE_CHARACTERS = 4000
#: A person types 10 keys a second, a held key repeats 30 times; a lagging line delivers a burst.
KEYS_PER_SECOND, KEYS_AT_ONCE = 60.0, 120.0
#: Characters that go to the parser: keys of up to about eight characters each.
CHARACTERS_PER_SECOND, CHARACTERS_AT_ONCE = 500.0, 1000.0

_PASTE_START, _PASTE_END = "\x1b[200~", "\x1b[201~"
#: So much text in one read was not typed: the terminal pasted it without saying so. (What follows an Esc, the
#: first alternative, is a key or a report.)
_PASTED = re.compile(r"\x1b[^\x00-\x1f\x7f-\x9f]*|([^\x00-\x1f\x7f-\x9f]{16,})")


class SessionParser(XTermParser):
    """Textual's parser without its cache, which keeps the last thousand parsers, their events and their apps."""

    _parse_extended_key = inspect.unwrap(XTermParser._parse_extended_key)


class Budget:
    """A token bucket: ``rate`` a second, at most ``most`` saved up; the unit is the caller's."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most = rate, most
        self._left, self._at = most, float("-inf")

    def take(self, now: float) -> bool:
        """Use one, if there is one."""
        self._fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def charge(self, now: float, amount: float) -> None:
        """Use what was used already, be it more than there is: the rest is owed."""
        self._fill(now)
        self._left -= amount

    def wait(self, now: float) -> float:
        """Seconds from ``now`` until nothing is owed any more; 0 if nothing is."""
        self._fill(now)
        return max(0.0, -self._left / self._rate)

    def _fill(self, now: float) -> None:
        if now > self._at:
            self._left = min(self._most, self._left + (now - self._at) * self._rate)
            self._at = now


class Keyboard:
    """The input of one session."""

    def __init__(self) -> None:
        self._parser = SessionParser()
        self._decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        self._seen = ""
        self._escaped = False
        self._pasting: list[str] | None = None
        self._room = PASTE_CHARACTERS
        self._keys = Budget(KEYS_PER_SECOND, KEYS_AT_ONCE)
        self._characters = Budget(CHARACTERS_PER_SECOND, CHARACTERS_AT_ONCE)

    @property
    def waiting(self) -> bool:
        """Whether what came last may be the beginning of a sequence, so that `tick` is due in a moment."""
        return self._pasting is None and "\x1b" in self._seen

    def feed(self, data: bytes, now: float) -> Iterator[Event]:
        """The events in what the client sent: keys, pastes, mouse events and cursor reports."""
        text = self._decode(data)
        while text:
            marker = _PASTE_START if self._pasting is None else _PASTE_END
            before, found, text = self._split(text, marker)
            if self._pasting is None:
                yield from self._typed(before, now)
            else:
                self._keep(before)
            if found:
                yield from self._turn_page()

    def tick(self, now: float) -> Iterator[Event]:
        """The events of sequences that did not go on in time: a lone Esc is the key."""
        if self._pasting is None:
            self._seen = ""
            self._escaped = False
        yield from self._events(self._parser.tick, now)

    def _split(self, text: str, marker: str) -> tuple[str, bool, str]:
        """(text before the marker, whether it is there, text after it), also where a read ended within it."""
        joined = self._seen + text
        before, found, after = joined.partition(marker)
        if not found:
            self._seen = joined[-(len(marker) - 1) :]
            return text, False, ""
        already = len(self._seen)
        self._seen = ""
        return before[already:], True, after

    def _turn_page(self) -> Iterator[Event]:
        """Begin a paste, or end it and hand it over."""
        if self._pasting is None:
            self._pasting, self._room, self._escaped = [], PASTE_CHARACTERS, False
            self._parser = SessionParser()  # it may hold the first half of the marker
            return
        pasted, self._pasting = "".join(self._pasting), None
        # A marker that came in two reads has left its beginning in the text.
        for length in range(len(_PASTE_END) - 1, 0, -1):
            pasted = pasted.removesuffix(_PASTE_END[:length])
        yield Paste(pasted.replace("\x00", ""))

    def _keep(self, text: str) -> None:
        assert self._pasting is not None
        if self._room > 0:
            self._pasting.append(text[: self._room])
            self._room -= len(text)

    def _typed(self, text: str, now: float) -> Iterator[Event]:
        """Events of text outside pastes; long stretches of mere text are pastes all the same."""
        at = 0
        for match in _PASTED.finditer(text):
            if match[1] is None:
                continue
            yield from self._parse(text[at : match.start()], now)
            yield Paste(match[1][:PASTE_CHARACTERS])
            at = match.end()
        yield from self._parse(text[at:], now)

    def _parse(self, text: str, now: float) -> Iterator[Event]:
        for character in text:
            if not self._characters.take(now):
                self._parser = SessionParser()
                return
            yield from self._lone_escape(character, now)
            yield from self._events(partial(self._parser.feed, character), now)

    def _lone_escape(self, character: str, now: float) -> Iterator[Event]:
        """The key Esc, when what follows it at once is another key: a slow line delivers both together, and Textual
        takes them for one key with Alt, of which we have none."""
        if self._escaped and character not in AFTER_ESCAPE and self._keys.take(now):
            self._parser = SessionParser()
            yield Key("escape", "\x1b")
        self._escaped = character == "\x1b"

    def _events(self, parse: Callable[[], Iterable[Message]], now: float) -> Iterator[Event]:
        """What the parser makes of its input, less what we never asked for; it may die of it."""
        try:
            messages = list(parse())
        except Exception:
            # Known killers: key codes beyond Unicode, empty numbers, sizes of zero.
            self._parser = SessionParser()
            return
        for message in messages:
            if isinstance(message, Resize):
                # Sizes come from SSH; the parser that believed this one now divides by it.
                self._parser = SessionParser()
            elif isinstance(message, MouseEvent | CursorPosition) or (
                isinstance(message, Key) and self._keys.take(now)
            ):
                yield message
