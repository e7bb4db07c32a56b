"""How wide text is on a terminal, and how it is cut, padded and wrapped to an exact width.

Every function here expects *clean* text (see :mod:`tui.words.clean`). In clean text each cluster – one base
character with the marks on it – is one or two cells wide, and every terminal, wcwidth and Rich agree which.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from wcwidth import wcwidth

Align = Literal["left", "right", "center"]

# Kinsoku: characters that may not begin a line, and characters that may not end one.
NO_START = frozenset(
    "、。，．・：；？！ー）」』】〉》〕｝］’”゛゜々〻ゝゞヽヾ…‥〜～"
    "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶ"
    ",.:;?!)]}%"
)
NO_END = frozenset("（「『【〈《〔｛［‘“([{")


def char_cells(char: str) -> int:
    """Cells of one character: 0 (a mark or a control), 1 or 2."""
    return max(0, wcwidth(char))


@lru_cache(8192)
def cells(text: str) -> int:
    """Width of `text` in terminal cells."""
    return len(text) if text.isascii() else sum(map(char_cells, text))


def clusters(text: str) -> list[str]:
    """Split `text` into base characters, each with the marks that follow it."""
    if text.isascii():
        return list(text)
    found: list[str] = []
    for char in text:
        if found and char_cells(char) == 0:
            found[-1] += char
        else:
            found.append(char)
    return found


def crop(text: str, room: int) -> str:
    """The longest beginning of `text` that is at most `room` cells wide; no cluster is split."""
    if cells(text) <= room:
        return text
    kept: list[str] = []
    for cluster in clusters(text):
        room -= cells(cluster)
        if room < 0:
            break
        kept.append(cluster)
    return "".join(kept)


def pad(text: str, room: int, align: Align = "left") -> str:
    """`text` with spaces up to `room` cells; wider text is returned as it is."""
    gap = max(0, room - cells(text))
    before = {"left": 0, "right": gap, "center": gap // 2}[align]
    return " " * before + text + " " * (gap - before)


def fit(text: str, room: int, ellipsis: str = "…", align: Align = "left") -> str:
    """`text` cropped or padded to exactly `room` cells; `ellipsis` tells that something was cut off."""
    if cells(text) > room:
        mark = ellipsis if cells(ellipsis) <= room else ""
        text = crop(text, room - cells(mark)) + mark
    return pad(text, room, align)


def window(text: str, start: int, room: int) -> str:
    """The `room` cells of `text` from cell `start` on; a wide character cut by an edge becomes a space."""
    shown: list[str] = []
    at = 0
    for cluster in clusters(text):
        wide = cells(cluster)
        inside = min(at + wide, start + room) - max(at, start)
        if inside == wide:
            shown.append(cluster)
        elif inside > 0:
            shown.append(" " * inside)
        at += wide
    return pad("".join(shown), room)


def wrap(text: str, room: int, first: int | None = None) -> list[str]:
    """Break `text` into lines of at most `room` cells (the first: `first` cells, a name being before it).

    English breaks at spaces, Japanese anywhere except where kinsoku forbids it; what is wider than a whole
    line is broken between clusters. Spaces at a break are dropped. There is always at least one line.
    Raises ValueError when `room` is under 2, since a wide character would not fit.
    """
    if room < 2:
        raise ValueError("a line needs at least 2 cells")
    lines = [""]
    left = room if first is None else first
    for gap, atom in _atoms(text):
        need = cells(gap) + cells(atom)
        if need <= left:
            lines[-1] += gap + atom
            left -= need
            continue
        for piece in _pieces(atom, room):
            lines.append(piece)
            left = room - cells(piece)
    if not lines[0] and len(lines) > 1 and first is None:
        del lines[0]
    return lines


def _pieces(atom: str, room: int) -> Iterator[str]:
    """Cut what is wider than a line between clusters."""
    while atom:
        piece = crop(atom, room)
        yield piece
        atom = atom[len(piece) :]


def _atoms(text: str) -> Iterator[tuple[str, str]]:
    """Yield (spaces before it, piece that may not be broken)."""
    gap = atom = ""
    for cluster in clusters(text):
        if cluster == " ":
            if atom:
                yield gap, atom
                gap = atom = ""
            gap += " "
        elif atom and _may_break(atom, cluster):
            yield gap, atom
            gap, atom = "", cluster
        else:
            atom += cluster
    if atom or gap:
        yield gap, atom


def _may_break(before: str, cluster: str) -> bool:
    """Whether a line may end after `before` and go on with `cluster`, no space being between them."""
    last = before[-1] if char_cells(before[-1]) else clusters(before)[-1][0]
    if cluster[0] in NO_START or last in NO_END:
        return False
    return char_cells(cluster[0]) == 2 or char_cells(last) == 2
