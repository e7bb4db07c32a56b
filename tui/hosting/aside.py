"""What a client's terminal is told beside its screen: a title, the bell, a notification.

Only what is harmless everywhere is sent.  The bell is a control character of every terminal.  A control string is not:
the Linux console of old kernels prints a title into the screen, and so do others that know none.  So titles and
notifications go only to a TERM of a family that shows them, or drops them whole (`FAMILIES`).

The title before is pushed and popped (XTWINOPS ``CSI 22;2 t`` and ``23;2 t``).  With two parameters no terminal takes
that for another order: the lines of a page (DECSLPP, which PuTTY knows) are set by one parameter, of 24 or more.  PuTTY
and GNU screen have no such stack and ignore both; so a plain title goes before the pop, and none that tells of a phase
is left behind.  A string ends with ST and not with BEL, which would ring where a string is not known.
"""

from collections.abc import Callable
from typing import Literal

from attrs import define

from tui.terminal.client import Glyphs, Terminal
from tui.words.clean import clean

Notifier = Literal["off", "osc9", "osc777"]
"""By which control string a terminal is asked for a notification, if by any.  Some know both, and would show two."""

FAMILIES = (
    *("xterm", "rxvt", "screen", "tmux", "putty", "mintty", "vte", "gnome", "konsole", "mlterm", "nsterm", "iterm"),
    *("kitty", "ghostty", "alacritty", "foot", "wezterm", "contour", "rio", "st-"),
)
"""How the TERM of those begins that take a title, or read a control string to its end and drop it."""
GRAPHEMES, BYTES = 80, 240
"""The longest text, in clusters and in bytes: tabs and bubbles show less."""
PLAIN = "Naisho"
BELL = b"\a"
PUSH, POP = "\x1b[22;2t", "\x1b[23;2t"
TITLE = "\x1b]2;{}\x1b\\"
NOTIFY = {"osc9": f"\x1b]9;{PLAIN}: {{}}\x1b\\", "osc777": f"\x1b]777;notify;{PLAIN};{{}}\x1b\\"}
"""Some take OSC 9 with a number for other things, such as a progress bar: there is a word first."""


def _fitting(text: str, client: Terminal) -> str:
    """A text as it may stand in a control string: clean and short; "" where the terminal cannot take it.

    Without UTF-8 any byte may be a control: there it is ASCII or nothing.
    """
    if not client.term.startswith(FAMILIES):
        return ""
    text = clean(text, graphemes=GRAPHEMES, bytes_=BYTES)
    return text if client.glyphs is not Glyphs.ASCII or text.isascii() else ""


@define
class Aside:
    """What one client is still to be told.  The next frame takes it along, for which `wake` asks: so a client that is
    behind gets the last title and one bell, when it can take them."""

    _wake: Callable[[], None]
    _held: bool = False
    """Whether the client's own title was put aside."""
    _title: str = ""
    _gives_back: bool = False
    _bell: bool = False
    _notice: str = ""
    _by: Notifier = "off"

    def title(self, text: str) -> None:
        """Show this title."""
        self._title, self._gives_back = text, False
        self._wake()

    def give_back(self) -> None:
        """Show the title that was there before."""
        self._title, self._gives_back = "", self._held
        if self._held:
            self._wake()

    def ring(self) -> None:
        """Ring the bell: once, however often it is asked for before the next frame."""
        self._bell = True
        self._wake()

    def notify(self, text: str, by: Notifier) -> None:
        """Show a notification, in place of one that has not been sent."""
        self._notice, self._by = text, by
        self._wake()

    def drop(self) -> None:
        """Tell nothing that has not been told, and give the title back."""
        self._bell, self._by = False, "off"
        self.give_back()

    def take(self, client: Terminal) -> bytes:
        """What goes to the client now."""
        sent = ""
        if self._gives_back:
            sent = TITLE.format(PLAIN) + POP
            self._held = False
        elif title := _fitting(self._title, client):
            sent = PUSH * (not self._held) + TITLE.format(f"{title} - {PLAIN}")
            self._held = True
        if self._by != "off" and (notice := _fitting(self._notice, client)):
            sent += NOTIFY[self._by].format(notice.replace(";", ","))  # which parts the fields of OSC 777
        bell = BELL * self._bell
        self._title, self._gives_back, self._bell, self._by = "", False, False, "off"
        return sent.encode() + bell
