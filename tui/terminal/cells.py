"""From lines of text in inks to the cells of one client's terminal.

A cell is ``(text, pen)``: one grapheme of one or two columns and how it is drawn. A two-column grapheme is
followed by a stub cell ``("", pen)``, so that a row always has one cell per column. Whatever the lines
hold, a cell's text never contains a control or formatting character: this is the last line of defence
between what users typed and what reaches another terminal.
"""

import unicodedata
from collections.abc import Hashable, Mapping
from functools import lru_cache

from attrs import field, frozen
from rich.cells import get_character_cell_size, split_graphemes
from rich.color import Color, ColorSystem, ColorType
from rich.color_triplet import ColorTriplet
from rich.style import Style

from tui.terminal.client import Depth, Glyphs

Pen = tuple[int, str, str]
"""(attributes, foreground, background): SGR numbers of what is on, joined by ";"; colours likewise, "" = default."""

Cell = tuple[str, Pen]

BOLD, DIM, ITALIC, UNDERLINE, REVERSE, STRIKE = 1, 2, 4, 8, 16, 32
PLAIN: Pen = (0, "", "")
SHOWN_ON_BLANK = UNDERLINE | REVERSE | STRIKE
"""Attributes that show on a blank cell."""

_MAX_MARKS = 3
_NARROW = str.maketrans(
    {
        char: narrow
        for narrow, chars in {
            "-": "─━═╌╍┄┅┈┉—―–‐‑",
            "|": "│║╎╏┆┇▉▊▋▌▍▎▏",
            "+": "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬◆◇†",
            "*": "●◎•★☆♥",
            "#": "■□█▇▆▅▓┃",
            "_": "▁▂▃▄",
            "^": "↑△▲",
            "v": "↓▽▼✓",
            "o": "○◯♡",
            "x": "×✗",
            "/": "÷",
            ".": "·…",
            ":": "░▒┊┋",
            ">": "→›▸",
            "<": "←‹◂",
            '"': "“”",
            "'": "‘’",
        }.items()
        for char in chars
    }
)
"""What stands for East Asian ambiguous characters where they would take two columns."""

_PLAIN_LINES = {char: plain for char, plain in _NARROW.items() if 0x2500 <= char < 0x25A0}
"""What stands for lines and blocks alone, where their three bytes are too many."""


@frozen(eq=False)
class Scheme:
    """What a theme is beside its colours, for the terminals that have more of them or less than it was drawn in.

    ``dark``: light text on dark paper. ``bars``: papers ("#rrggbb") that are reverse video where there are no
    colours. ``finer``: what true colour shows instead of some colours of the 256, "#rrggbb" both.
    """

    dark: bool = True
    bars: frozenset[str] = frozenset()
    finer: Mapping[str, str] = field(factory=dict)


PLAIN_SCHEME = Scheme()


@frozen(eq=False)
class Inks:
    """How one theme draws the inks of lines: a style for each, to be laid over a ground. Shared, so told apart by
    identity alone: what is made with them is kept for all sessions that have the theme."""

    styles: Mapping[Hashable, Style]
    scheme: Scheme = PLAIN_SCHEME


def _palette() -> dict[ColorTriplet, int]:
    """The 240 fixed colours of xterm by what they look like; the first sixteen are anybody's own."""
    steps = (0, 95, 135, 175, 215, 255)
    cube = [ColorTriplet(red, green, blue) for red in steps for green in steps for blue in steps]
    ramp = [ColorTriplet(grey, grey, grey) for grey in range(8, 239, 10)]
    return {colour: number for number, colour in enumerate([*cube, *ramp], 16)}


PALETTE: Mapping[ColorTriplet, int] = _palette()
"""What the 256 have in common is sent by its number, which is exact where Rich rounds, and short in true colour too."""


def _colour(colour: Color | None, depth: Depth, ground: int, scheme: Scheme) -> str:
    """SGR parameters for a colour where there are 256 at least; ``ground`` is 30 (foreground) or 40 (background)."""
    if colour is None or colour.type is ColorType.DEFAULT:
        return ""
    if depth is Depth.TRUE and colour.triplet is not None and colour.triplet.hex in scheme.finer:
        colour = Color.parse(scheme.finer[colour.triplet.hex])
    number = PALETTE.get(colour.triplet) if colour.triplet is not None else colour.number
    if number is None and depth is Depth.INDEXED:
        number = colour.downgrade(ColorSystem.EIGHT_BIT).number
    if number is None:
        assert colour.triplet is not None
        return f"{ground + 8};2;{colour.triplet.red};{colour.triplet.green};{colour.triplet.blue}"
    if number < 8:
        return str(ground + number)
    return str(ground + 52 + number) if number < 16 else f"{ground + 8};5;{number}"


def _light(colour: Color | None, default: float) -> float:
    """How bright a colour is, 0 to 1; ``default`` where the terminal's own colour is used."""
    if colour is None or colour.type is ColorType.DEFAULT:
        return default
    red, green, blue = colour.get_truecolor()
    return (0.3 * red + 0.59 * green + 0.11 * blue) / 255


def _is_turned(ink: Color | None, paper: Color | None, scheme: Scheme) -> bool:
    """Whether a style stands out by its paper: that is a bar's, or dark and light have changed places."""
    if paper is not None and paper.triplet is not None and paper.triplet.hex in scheme.bars:
        return True
    over = _light(paper, float(not scheme.dark)) - _light(ink, float(scheme.dark))
    return over > 0 if scheme.dark else over < 0


@lru_cache(maxsize=4096)
def pen(style: Style | None, depth: Depth, scheme: Scheme = PLAIN_SCHEME) -> Pen:
    """How a style is drawn at a colour depth.

    Sixteen colours are anybody's own and none is safe to read on another: there, as without colours, everything is in
    the terminal's own two. What stands out by its paper becomes reverse video, so that a selection is still seen.
    """
    if style is None:
        return PLAIN
    attributes = (
        (BOLD if style.bold else 0)
        | (DIM if style.dim else 0)
        | (ITALIC if style.italic else 0)
        | (UNDERLINE if style.underline or style.underline2 else 0)
        | (REVERSE if style.reverse else 0)
        | (STRIKE if style.strike else 0)
    )
    ink, paper = style.color, style.bgcolor
    if depth <= Depth.ANSI:
        return attributes ^ (REVERSE * _is_turned(ink, paper, scheme)), "", ""
    return attributes, _colour(ink, depth, 30, scheme), _colour(paper, depth, 40, scheme)


def blank(look: Pen) -> Cell:
    """An empty cell; what cannot be seen on it is left out, so that equal-looking cells are equal."""
    attributes = look[0] & SHOWN_ON_BLANK
    return " ", (attributes, look[1] if attributes else "", look[2])


def _visible(grapheme: str) -> str:
    """A grapheme as one base character and at most three marks: no controls, formatting or joins.

    Joined emoji are reduced to their first: terminals disagree about the width of the whole.
    """
    grapheme = unicodedata.normalize("NFC", grapheme)
    base = grapheme[0]
    if "\U0001f1e6" <= base <= "\U0001f1ff":  # a pair of these is a flag of one or two columns: show its letters
        return chr(ord(base) - 0x1F1E6 + ord("A"))
    if unicodedata.category(base) in ("Cc", "Cf", "Cs", "Zl", "Zp"):
        return "\N{REPLACEMENT CHARACTER}"
    marks = [c for c in grapheme[1:].split("\u200d")[0] if unicodedata.category(c) in ("Mn", "Me", "Mc")]
    marks = [c for c in marks if not "\ufe00" <= c <= "\ufe0f"]
    return base + "".join(marks[:_MAX_MARKS])


def _substitute(text: str, columns: int, glyphs: Glyphs) -> str:
    """The text in characters that a terminal draws in the width we count on."""
    if glyphs is Glyphs.ALL:
        return text
    if glyphs is Glyphs.LETTERS:
        return text.translate(_PLAIN_LINES)
    narrow = text.translate(_NARROW)
    if glyphs is Glyphs.ASCII:
        return narrow if narrow.isascii() else "?" * columns
    ambiguous = columns == 1 and unicodedata.east_asian_width(narrow[0]) == "A"
    return "?" if ambiguous else narrow


@lru_cache(maxsize=16_384)
def _cell(text: str, look: Pen) -> Cell:
    """One and the same cell wherever it stands: lines that are kept share it, or people could fill the memory."""
    return text, look


@lru_cache(maxsize=8192)
def cells(text: str, look: Pen, glyphs: Glyphs) -> tuple[Cell, ...]:
    """The cells of one run of text, as many as the columns that Textual counted for it."""
    space = blank(look)
    if text.isascii() and text.isprintable():
        return tuple([space if char == " " else _cell(char, look) for char in text])
    made: list[Cell] = []
    for start, end, columns in split_graphemes(text)[0]:
        if columns:
            shown = _substitute(_visible(text[start:end]), columns, glyphs)
            made.extend(_fill(shown, columns, look, space))
    return tuple(made)


def _fill(shown: str, columns: int, look: Pen, space: Cell) -> list[Cell]:
    """A visible grapheme in exactly ``columns`` cells."""
    if shown.isspace():
        return [space] * columns
    if len(shown) == columns and shown.isascii():
        return [_cell(char, look) for char in shown]
    if columns == 2 and get_character_cell_size(shown[0]) == 2:
        return [_cell(shown, look), _cell("", look)]
    return [_cell(shown, look)] + [space] * (columns - 1)


@lru_cache(maxsize=8192)
def line_cells(
    line: tuple[tuple[str, Hashable], ...], ground: Style, inks: Inks, depth: Depth, glyphs: Glyphs
) -> tuple[Cell, ...]:
    """The cells of a line of (text, ink), each ink over ``ground``: made once for all who look at the same line."""
    styles, scheme = inks.styles, inks.scheme
    return tuple([cell for text, ink in line for cell in cells(text, pen(ground + styles[ink], depth, scheme), glyphs)])
