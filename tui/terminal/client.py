"""What one client's terminal can do, as far as it told us.

SSH tells a size, TERM and a few variables, all of them claims of a stranger: every value is clamped or
matched against a list here, once, before anything else reads it.
"""

import enum
import re
from collections.abc import Mapping

from attrs import evolve, frozen

MIN_WIDTH, MAX_WIDTH = 20, 240
MIN_HEIGHT, MAX_HEIGHT = 8, 80

_TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]{0,63}")
_MONOCHROME = frozenset({"dumb", "unknown", "vt52", "vt100", "vt102", "vt220", "vt320"})
_TRUE_COLOUR = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour", "iterm")


class Depth(enum.IntEnum):
    """How many colours a terminal shows; a greater depth includes the smaller ones."""

    NONE = 0
    ANSI = 16
    INDEXED = 256
    TRUE = 1 << 24


class Glyphs(enum.IntEnum):
    """Which characters a terminal draws in the width that we count on."""

    ASCII = 0  # it does not speak UTF-8
    NARROW = 1  # East Asian ambiguous characters (lines, ○ × ●) take two columns there: not those
    LETTERS = 2  # it draws all, but lines are to be ASCII: they take three bytes a column otherwise
    ALL = 3


def clamp_size(width: int, height: int) -> tuple[int, int]:
    """The size in cells that we draw for a claimed one: 20-240 columns, 8-80 rows.

    A client that claims 0x0 (it does not know) is taken to have the classic 80x24.
    """
    if width <= 0 or height <= 0:
        return 80, 24
    return min(max(width, MIN_WIDTH), MAX_WIDTH), min(max(height, MIN_HEIGHT), MAX_HEIGHT)


def safe_term(term: str) -> str:
    """TERM if it is a plausible terminal name of at most 64 safe characters, else ``unknown``."""
    return term if _TERM.fullmatch(term) else "unknown"


def colour_depth(term: str, env: Mapping[str, str]) -> Depth:
    """The colours of a client from its TERM, COLORTERM and NO_COLOR (never from the server's own)."""
    if env.get("NO_COLOR") or term in _MONOCHROME or term.endswith("-m"):
        return Depth.NONE
    if env.get("COLORTERM", "").lower() in ("truecolor", "24bit"):
        return Depth.TRUE
    if term.startswith(_TRUE_COLOUR) or term.endswith("-direct"):
        return Depth.TRUE
    return Depth.INDEXED if "256" in term else Depth.ANSI


def language(env: Mapping[str, str]) -> str:
    """``ja`` or ``en``, from the first of LC_ALL, LC_MESSAGES and LANG that is set."""
    locale = env.get("LC_ALL") or env.get("LC_MESSAGES") or env.get("LANG") or ""
    return "ja" if locale.lower().startswith("ja") else "en"


@frozen
class Terminal:
    """What one client's terminal can do, and whether its player wants less than that (`in_use`).

    ``width`` and ``height`` are in cells and already clamped. ``erases_in_colour``: an erase fills with the
    current background. ``probe``: ask the terminal itself which glyphs it can draw. ``thin``: the player
    is on a slow line and wants fewer bytes.
    """

    width: int = 80
    height: int = 24
    term: str = "unknown"
    depth: Depth = Depth.ANSI
    glyphs: Glyphs = Glyphs.ALL
    erases_in_colour: bool = True
    language: str = "en"
    thin: bool = False
    probe: bool = True

    @classmethod
    def from_client(cls, term: str | None, size: tuple[int, int], env: Mapping[str, str] | None = None) -> "Terminal":
        """Read what a client sent: its TERM, its (width, height) in cells and its variables.

        Nothing is raised for nonsense; it is replaced by what every terminal can do.
        """
        env = env or {}
        name = safe_term(term or "unknown")
        width, height = clamp_size(*size)
        return cls(
            width=width,
            height=height,
            term=name,
            depth=colour_depth(name, env),
            # GNU screen erases with the default background, and tmux calls itself screen by default.
            erases_in_colour=not name.startswith(("screen", "vt", "unknown")),
            language=language(env),
        )

    @property
    def in_use(self) -> "Terminal":
        """What we send there: in the thin profile no colours (as with 16 of them) and no lines but in ASCII."""
        if not self.thin:
            return self
        return evolve(self, depth=min(self.depth, Depth.ANSI), glyphs=min(self.glyphs, Glyphs.LETTERS))

    def resized(self, width: int, height: int) -> "Terminal":
        """The same terminal with another size, clamped."""
        width, height = clamp_size(width, height)
        return evolve(self, width=width, height=height)
