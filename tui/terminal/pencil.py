"""What is known of a client's cursor and pen, and the shortest sequences to change them."""

from collections.abc import Sequence
from functools import lru_cache

from attrs import define, field

from tui.terminal.cells import BOLD, DIM, ITALIC, REVERSE, SHOWN_ON_BLANK, STRIKE, UNDERLINE, Cell, Pen
from tui.terminal.client import Terminal

_ON = {BOLD: "1", DIM: "2", ITALIC: "3", UNDERLINE: "4", REVERSE: "7", STRIKE: "9"}
_OFF = {ITALIC: "23", UNDERLINE: "24", REVERSE: "27", STRIKE: "29"}
_ERASE_FROM = 11
"""Blanks worth erasing instead of writing: erase and step over it take up to ten bytes."""


@lru_cache(maxsize=4096)
def sgr(old: Pen | None, new: Pen) -> str:
    """The shortest sequence that turns one pen into another; ``None`` is a pen we know nothing of."""
    if old == new:
        return ""
    on = [code for bit, code in _ON.items() if new[0] & bit]
    fresh = ";".join(["0", *on, *filter(None, new[1:])])
    reset = "\x1b[m" if fresh == "0" else f"\x1b[{fresh}m"
    if old is None:
        return reset
    gone, come = old[0] & ~new[0], new[0] & ~old[0]
    codes = [code for bit, code in _OFF.items() if gone & bit]
    if gone & (BOLD | DIM):  # one code ends both
        codes.append("22")
        come |= new[0] & (BOLD | DIM)
    codes += [code for bit, code in _ON.items() if come & bit]
    codes += [new[1] or "39"] if old[1] != new[1] else []
    codes += [new[2] or "49"] if old[2] != new[2] else []
    return min(f"\x1b[{';'.join(codes)}m", reset, key=len)


def csi(count: int, final: str) -> str:
    """A control sequence with a count, left out where it is the default of one."""
    return f"\x1b[{final}" if count == 1 else f"\x1b[{count}{final}"


def _down(rows: int) -> str:
    """The shortest way down, or up when negative; a line feed keeps the column."""
    if rows < 0:
        return csi(-rows, "A")
    return "\n" * rows if rows <= 3 else csi(rows, "B")


def _across(columns: int) -> str:
    """The shortest way to the right, or to the left when negative."""
    if columns > 0:
        return csi(columns, "C")
    return min(csi(-columns, "D"), "\b" * -columns, key=len) if columns else ""


@define
class Pencil:
    """Where the client's cursor stands and how it draws; ``None`` is unknown. Collects what to send."""

    terminal: Terminal
    y: int | None = None
    x: int | None = None
    look: Pen | None = None
    out: list[str] = field(factory=list)

    def emit(self, text: str) -> None:
        """Send something that does not change the pen; who moves the cursor says so in ``y`` and ``x``."""
        self.out.append(text)

    def turn(self, look: Pen) -> None:
        """Draw with this pen from now on."""
        if look != self.look:
            self.out.append(sgr(self.look, look))
            self.look = look

    def go(self, y: int, x: int) -> None:
        """Move the cursor by the shortest sequence."""
        if (y, x) != (self.y, self.x):
            self.out.append(self._way(y, x))
            self.y, self.x = y, x

    def _way(self, y: int, x: int) -> str:
        ways = [f"\x1b[{y + 1};{x + 1}H" if x else csi(y + 1, "H")]
        if self.y is not None:
            down = _down(y - self.y)
            ways += ["\r" + down + _across(x), down + csi(x + 1, "G")]
            # In another row we trust no column that was counted: what was drawn may be wider there than we think.
            if self.x == x or (self.y == y and self.x is not None):
                ways.append(down + _across(x - self.x))
        return min(ways, key=len)

    def write(self, y: int, row: Sequence[Cell], start: int, end: int) -> None:
        """Draw columns ``start`` to ``end`` (not included) of a row."""
        at = start
        while at < end:
            text, look = row[at]
            if text == " " and not look[0]:
                at = self._blank(y, row, at, end)
                continue
            if text:
                self.go(y, at)
                self.turn(look)
                self.out.append(text)
                self._step(text, 2 if at + 1 < len(row) and not row[at + 1][0] else 1)
            at += 1

    def _step(self, text: str, columns: int) -> None:
        """Account for what was drawn. At the right edge, and after what some draw wider, we stand nobody knows."""
        assert self.x is not None
        self.x += columns
        if self.x >= self.terminal.width or len(text) > 1 or text >= "\U0001f000":
            self.x = None

    def _blank(self, y: int, row: Sequence[Cell], at: int, end: int) -> int:
        """Draw equal blank cells, by writing or erasing them; returns the column after them."""
        after = at + 1
        while after < end and row[after] == row[at]:
            after += 1
        paper = row[at][1][2]
        self.go(y, at)
        if self.look is None or self.look[2] != paper or self.look[0] & SHOWN_ON_BLANK:
            self.turn(self._look_ahead(row[after:end], paper))
        if after - at >= _ERASE_FROM and self.may_erase(paper):
            self.out.append(csi(after - at, "X"))
        else:
            self.out.append(" " * (after - at))
            self._step(" ", after - at)
        return after

    def _look_ahead(self, rest: Sequence[Cell], paper: str) -> Pen:
        """The pen for blanks on this background that serves what follows them as well."""
        if rest:
            look = rest[0][1]
            if look[2] == paper and not look[0] & SHOWN_ON_BLANK:
                return look
        return (self.look[0] & ~SHOWN_ON_BLANK, self.look[1], paper) if self.look else (0, "", paper)

    def may_erase(self, paper: str) -> bool:
        """Whether an erase leaves this background."""
        return not paper or self.terminal.erases_in_colour

    def turn_to_erase(self, paper: str) -> None:
        """Take a pen whose erase leaves plain blanks on this background."""
        if self.look is None or self.look[2] != paper or self.look[0] & SHOWN_ON_BLANK:
            self.turn((0, "", paper))

    def erase_line(self, y: int, x: int, paper: str) -> None:
        """Erase from a place to the right edge."""
        self.go(y, x)
        self.turn_to_erase(paper)
        self.out.append("\x1b[K")

    def cost(self) -> int:
        """How many characters were collected."""
        return sum(map(len, self.out))

    def text(self) -> str:
        """What was collected."""
        return "".join(self.out)
