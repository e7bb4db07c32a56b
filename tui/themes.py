"""The themes of the house: a dark one, a light one, and one for eyes that see fewer hues.

Drawn in the 256 colours of xterm, since ssh tells nobody's COLORTERM by default: every colour here is one of them, by
its number, and is sent as that number. Numbers under 22 are left alone, as people give them colours of their own.
True colour makes the grounds a little finer and changes nothing else. `tests/tui/test_themes.py` holds the contrast
of every pair, and that each difference stays one for colour-blind eyes in the theme that is for them.
"""

from collections.abc import Iterator, Mapping
from functools import cache

from attrs import evolve, frozen
from textual.color import Color
from textual.theme import Theme

from tui.terminal.cells import PALETTE, PLAIN_SCHEME, Scheme

_SIGNS = ("success", "warning", "error")
_HEX = {number: colour.hex for colour, number in PALETTE.items()}


@frozen
class Colours:
    """A theme by numbers of the 256: its papers (`ground`; `field` also under whatever pops up; `bar`), the ink that is
    everywhere and the ones that tell something. `shade`: what is neither read nor wholly ground."""

    name: str
    dark: bool
    ground: int
    field: int
    bar: int
    shade: int
    edge: int
    faint: int
    plain: int
    accent: int
    news: int
    alert: int
    speakers: tuple[int, ...]
    finer: Mapping[int, str]


DARK = Colours(
    name="dark",
    dark=True,
    ground=234,
    field=235,
    bar=236,
    shade=238,
    edge=242,
    faint=247,
    plain=252,
    accent=115,
    news=222,
    alert=203,
    speakers=(117, 150, 182, 180, 79, 141, 186, 109),
    finer={234: "#191c20", 235: "#22262b", 236: "#2c3138"},
)
LIGHT = Colours(
    name="light",
    dark=False,
    ground=255,
    field=231,
    bar=253,
    shade=251,
    edge=244,
    faint=240,
    plain=235,
    accent=25,
    news=94,
    alert=124,
    speakers=(26, 22, 90, 94, 24, 125, 57, 60),
    finer={255: "#f2f0eb", 231: "#fcfbf8", 253: "#dedcd5"},
)
CLEAR = evolve(
    DARK,
    name="clear",
    plain=254,
    accent=75,
    news=228,
    alert=208,
    speakers=(111, 228, 223, 37, 137, 153, 69, 220),
)
"""After the hues of Okabe and Ito; what differs, differs in brightness too."""

ALL = (DARK, LIGHT, CLEAR)
NAMES = tuple(colours.name for colours in ALL)
DEFAULT = DARK.name


def scheme_of(theme: Theme) -> Scheme:
    """What cells need to know of a theme; of one that is not ours, whether it is dark will do."""
    return _SCHEMES.get(theme.name) or (PLAIN_SCHEME if theme.dark else _LIGHT_SCHEME)


def _scheme(colours: Colours) -> Scheme:
    finer = {_HEX[number]: finer for number, finer in colours.finer.items()}
    return Scheme(dark=colours.dark, bars=frozenset({_HEX[colours.bar]}), finer=finer)


def _own(colours: Colours) -> Iterator[tuple[str, int]]:
    """The variables of `house.tcss`."""
    yield from (("bar", colours.bar), ("field", colours.field))
    for name in ("faint", "edge", "news", "alert"):
        yield f"ink-{name}", getattr(colours, name)
    yield from ((f"speaker-{number}", colour) for number, colour in enumerate(colours.speakers))


def _stock(colours: Colours) -> Iterator[tuple[str, int]]:
    """The variables of Textual's widgets that it would make by mixing, and the ones that it would choose otherwise."""
    uses = {
        colours.ground: "block-cursor-foreground button-color-foreground scrollbar-background scrollbar-corner-color"
        " scrollbar-background-hover scrollbar-background-active input-cursor-foreground",
        colours.field: "surface-active",
        colours.shade: "block-cursor-blurred-background block-hover-background input-selection-background"
        " screen-selection-background link-background-hover",
        colours.edge: "border-blurred scrollbar scrollbar-hover",
        colours.faint: "text-muted text-disabled foreground-muted foreground-disabled text-secondary",
        colours.plain: "text link-color link-color-hover block-cursor-blurred-foreground input-selection-foreground"
        " screen-selection-foreground input-cursor-background button-foreground footer-foreground"
        " footer-key-foreground footer-description-foreground",
        colours.accent: "block-cursor-background border scrollbar-active text-primary text-accent text-success",
        colours.news: "text-warning",
        colours.alert: "text-error",
    }
    yield from ((name, colour) for colour, names in uses.items() for name in names.split())
    yield from ((f"{name}-muted", colours.shade) for name in ("primary", "secondary", "accent", *_SIGNS))
    papers = {"background": colours.ground, "panel": colours.field, "surface": colours.field}
    for name, paper in papers.items():
        yield from ((f"{name}-{way}-{n}", paper) for way in ("darken", "lighten") for n in (1, 2, 3))


def _theme(colours: Colours) -> Theme:
    theme = Theme(
        colours.name,
        dark=colours.dark,
        primary=_HEX[colours.accent],
        secondary=_HEX[colours.faint],
        accent=_HEX[colours.accent],
        success=_HEX[colours.accent],
        warning=_HEX[colours.news],
        error=_HEX[colours.alert],
        foreground=_HEX[colours.plain],
        background=_HEX[colours.ground],
        surface=_HEX[colours.field],
        panel=_HEX[colours.field],
        variables={name: _HEX[number] for name, number in (*_own(colours), *_stock(colours))},
    )
    mixed = {name: value for name, value in theme.to_color_system().generate().items() if name not in theme.variables}
    theme.variables |= {name: nearest(value) for name, value in mixed.items() if value.startswith("#")}
    return theme


def nearest(colour: str) -> str:
    """The nearest of the 256 to a colour, both "#rrggbb"; one that is seen through is left as it is."""
    wanted = Color.parse(colour)
    if wanted.a < 1:
        return colour
    return _HEX[min(_usable(), key=lambda number: _distance(wanted, Color.parse(_HEX[number])))]


@cache
def _usable() -> tuple[int, ...]:
    return tuple(number for number in _HEX if number >= 22)


def _distance(one: Color, other: Color) -> int:
    return sum((a - b) ** 2 for a, b in zip(one.rgb, other.rgb, strict=True))


THEMES = tuple(map(_theme, ALL))
"""To be registered by an app, which also gives the variables of the first to themes that are not ours."""

_SCHEMES = {colours.name: _scheme(colours) for colours in ALL}
_LIGHT_SCHEME = Scheme(dark=False)
OWN_VARIABLES: Mapping[str, str] = {name: _HEX[number] for name, number in _own(DARK)}
