"""From lines of styled text to the cells of one client's terminal.

A cell is ``(text, pen)``: one grapheme of one or two columns and how it is drawn. A two-column grapheme is
followed by a stub cell ``("", pen)``, so that a row always has one cell per column. Whatever the lines
hold, a cell's text never contains a control or formatting character: this is the last line of defence
between what users typed and what reaches another terminal.
"""

import unicodedata
from functools import lru_cache

from rich.cells import get_character_cell_size, split_graphemes
from rich.color import Color, ColorSystem, ColorType
from rich.style import Style

from tui.terminal.client import Depth, Glyphs

#: (attributes, foreground, background): SGR numbers of what is on, joined by ";"; colours likewise, "" = default.
Pen = tuple[int, str, str]
Cell = tuple[str, Pen]

BOLD, DIM, ITALIC, UNDERLINE, REVERSE, STRIKE = 1, 2, 4, 8, 16, 32
PLAIN: Pen = (0, "", "")
#: Attributes that show on a blank cell.
SHOWN_ON_BLANK = UNDERLINE | REVERSE | STRIKE

_MAX_MARKS = 3
#: What stands for East Asian ambiguous characters where they would take two columns.
_NARROW = str.maketrans(
    {
        char: narrow
        for narrow, chars in {
            "-": "─━═╌╍┄┅┈┉—―–‐‑",
            "|": "│┃║╎╏┆┇┊┋▉▊▋▌▍▎▏",
            "+": "┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬◆◇†",
            "*": "●◎•★☆♥",
            "#": "■□█▇▆▅▓",
            "_": "▁▂▃▄",
            "^": "↑△▲",
            "v": "↓▽▼✓",
            "o": "○◯♡",
            "x": "×✗",
            "/": "÷",
            ".": "·…",
            ":": "░▒",
            ">": "→›▸",
            "<": "←‹◂",
            '"': "“”",
            "'": "‘’",
        }.items()
        for char in chars
    }
)
#: What stands for lines and blocks alone, where their three bytes are too many.
_PLAIN_LINES = {char: plain for char, plain in _NARROW.items() if 0x2500 <= char < 0x25A0}


def _colour(colour: Color | None, depth: Depth, ground: int) -> str:
    """SGR parameters for a colour at a depth; ``ground`` is 30 (foreground) or 40 (background)."""
    if colour is None or depth is Depth.NONE or colour.type is ColorType.DEFAULT:
        return ""
    if depth is Depth.INDEXED:
        colour = colour.downgrade(ColorSystem.EIGHT_BIT)
    elif depth is Depth.ANSI:
        colour = colour.downgrade(ColorSystem.STANDARD)
    if colour.triplet is not None and colour.type is ColorType.TRUECOLOR:
        return f"{ground + 8};2;{colour.triplet.red};{colour.triplet.green};{colour.triplet.blue}"
    number = colour.number or 0
    if number < 8:
        return str(ground + number)
    return str(ground + 52 + number) if number < 16 else f"{ground + 8};5;{number}"


def _light(colour: Color | None, default: float) -> float:
    """How bright a colour is, 0 to 1; ``default`` where the terminal's own colour is used."""
    if colour is None or colour.type is ColorType.DEFAULT:
        return default
    red, green, blue = colour.get_truecolor()
    return (0.3 * red + 0.59 * green + 0.11 * blue) / 255


@lru_cache(maxsize=4096)
def pen(style: Style | None, depth: Depth) -> Pen:
    """How a style is drawn at a colour depth.

    Without colours a background brighter than its text becomes reverse video, so that a selection is still
    seen. Where two colours of a style fall together, the text turns black or white.
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
    if depth is Depth.NONE:
        if _light(paper, 0.0) > _light(ink, 1.0):
            attributes ^= REVERSE
        return attributes, "", ""
    foreground, background = _colour(ink, depth, 30), _colour(paper, depth, 40)
    same = depth is Depth.ANSI and foreground and int(foreground) + 10 == int(background or 0)
    if same and ink != paper:
        foreground = "97" if _light(paper, 0.0) < 0.5 else "30"
    return attributes, foreground, background


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
def line_cells(line: tuple[tuple[str, Style], ...], ground: Style, depth: Depth, glyphs: Glyphs) -> tuple[Cell, ...]:
    """The cells of a line of (text, style), each style over ``ground``: made once for all who look at the same line."""
    return tuple([cell for text, style in line for cell in cells(text, pen(ground + style, depth), glyphs)])
