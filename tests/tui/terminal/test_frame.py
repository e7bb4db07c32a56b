"""The frame writer: whatever sequence of screens is wanted, the client shows the last, in few bytes.

A plain writer that draws every cell of every frame is the judge; both are replayed into an emulator.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from tests.support.vt import Emulator, Look
from tui.terminal.cells import BOLD, DIM, ITALIC, PLAIN, REVERSE, STRIKE, UNDERLINE, Cell, Pen, blank, cells
from tui.terminal.client import Glyphs, Terminal
from tui.terminal.frame import FrameWriter, Rectangle
from tui.terminal.pencil import sgr

INITIAL = b"\x1b[?7l"
RED, ON_BLUE = (0, "31", ""), (0, "37", "44")

PENS = st.tuples(
    st.sampled_from([0, 0, 0, BOLD, DIM | ITALIC, UNDERLINE, REVERSE, STRIKE | BOLD]),
    st.sampled_from(["", "31", "97", "38;5;123"]),
    st.sampled_from(["", "", "44", "48;2;1;2;3"]),
)
TEXTS = st.text(alphabet="ab  漢あé─●👍e\u0301か\u3099", min_size=1, max_size=12) | st.just(" " * 25)
PIECES = st.lists(st.tuples(TEXTS, PENS), min_size=1, max_size=5)
SIZES = st.sampled_from([(20, 8), (31, 10)])
STEPS = st.one_of(
    st.tuples(st.just("paint"), st.integers(0, 2), st.integers(0, 30), PIECES),
    st.tuples(st.just("fill"), PIECES, st.integers(0, 7), st.integers(1, 9)),
    st.tuples(st.just("scroll"), st.integers(0, 9), st.integers(0, 9), st.integers(-3, 3)),
    st.tuples(st.just("resize"), SIZES),
    st.tuples(st.just("redraw")),
    st.tuples(st.just("cursor"), st.none() | st.tuples(st.integers(0, 40), st.integers(0, 20))),
)
RECTANGLES = st.tuples(st.integers(0, 30), st.integers(0, 9), st.integers(1, 30), st.integers(1, 9))
FRAMES = st.lists(
    st.tuples(st.lists(STEPS, min_size=1, max_size=3), st.lists(RECTANGLES, max_size=2)), min_size=1, max_size=8
)


def made(pieces: list[tuple[str, Pen]]) -> list[Cell]:
    return [cell for text, pen in pieces for cell in cells(text, pen, Glyphs.ALL)]


def is_wide(cell: Cell) -> bool:
    return wcswidth(cell[0]) == 2


class Model:
    """What is wanted, kept naively: whole rows, with every broken wide character blanked."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.rows = [[blank(PLAIN)] * width for _ in range(height)]

    def paint(self, y: int, x: int, painted: list[Cell]) -> None:
        if y >= self.height:
            return
        row = self.rows[y]
        for at, cell in enumerate(painted, x):
            if at < self.width:
                row[at] = cell
        for at, (text, pen) in enumerate(row):
            whole = at + 1 < self.width and row[at + 1][0] == ""
            if (is_wide((text, pen)) and not whole) or (
                not text and not (at and is_wide(row[at - 1]) and row[at - 1][1] == pen)
            ):
                row[at] = blank(pen)

    def plainly(self) -> bytes:
        """The plain writer: the place, the whole pen and the text of every cell."""
        out = []
        for y, row in enumerate(self.rows):
            for x, (text, pen) in enumerate(row):
                if text:
                    out.append(f"\x1b[{y + 1};{x + 1}H{sgr(None, pen)}{text}")
        return "".join(out).encode()


@settings(max_examples=300, deadline=None)
@given(FRAMES, SIZES, st.booleans())
def test_any_sequence_of_frames_leaves_the_screen_that_was_wanted(frames, size, colour_erase):
    terminal = Terminal(*size, erases_in_colour=colour_erase)
    writer, model = FrameWriter(terminal), Model(*size)
    client, judge = Emulator(*size, colour_erase), Emulator(*size)
    client.feed(INITIAL)
    judge.feed(INITIAL)
    cursor = None
    for steps, first in frames:
        for step in steps:
            match step:
                case "paint", y, x, pieces:
                    writer.paint(y, x, made(pieces))
                    model.paint(y, x, made(pieces))
                case "fill", pieces, top, count:
                    for y in range(top, top + count):
                        row = made([(f"{y * 7 % 10}", PLAIN), *pieces, (f"{y}", PLAIN)])
                        writer.paint(y, 0, row)
                        model.paint(y, 0, row)
                case "scroll", top, bottom, by:
                    before = [list(row) for row in model.rows]
                    for y in range(top, min(bottom + 1, model.height)):
                        if 0 <= y + by < model.height:
                            writer.paint(y, 0, before[y + by])
                            model.paint(y, 0, before[y + by])
                case "resize", (width, height):
                    terminal = terminal.resized(width, height)
                    writer.use(terminal)
                    model = Model(width, height)
                    client.resize(width, height)
                    judge.resize(width, height)
                case ("redraw",):
                    client.feed(b"\x1b[3;3H\x1b[7mrubbish from elsewhere\x1b[m")
                    writer.forget()
                case "cursor", cursor:
                    pass
        before = client.cells()
        client.feed(writer.flush(cursor, first))
        judge.feed(model.plainly())
        if writer.owes:
            assert client.cells() == put_over(before, first, judge.cells())
            client.feed(writer.flush(cursor))
        assert client.cells() == judge.cells()
        if cursor is None:
            assert client.cursor is None
        else:
            assert client.cursor == (min(cursor[0], client.width - 1), min(cursor[1], client.height - 1))
        assert writer.flush(cursor) == b""


def put_over(below: list[list[Look]], rectangles: list[Rectangle], above: list[list[Look]]) -> list[list[Look]]:
    """A screen with the rectangles of another."""
    put = [list(row) for row in below]
    for x, y, width, height in rectangles:
        for row in range(y, min(y + height, len(put))):
            put[row][x : x + width] = above[row][x : x + width]
    return put


@given(PENS, PENS)
def test_a_change_of_pen_is_the_new_pen_whatever_was_before(old, new):
    changed, fresh = Emulator(20, 8), Emulator(20, 8)
    changed.feed((sgr(None, old) + sgr(old, new) + "x").encode())
    fresh.feed((sgr(None, new) + "x").encode())
    assert changed.cells()[0][0] == fresh.cells()[0][0]


@pytest.mark.parametrize(
    ("old", "new", "sent"),
    [
        ((BOLD, "31", "44"), PLAIN, "\x1b[m"),
        ((0, "31", "44"), (0, "32", "44"), "\x1b[32m"),
        ((0, "31", "44"), (0, "", "44"), "\x1b[39m"),
        ((0, "31", "48;5;100"), (0, "31", ""), "\x1b[49m"),
        ((ITALIC, "38;5;100", ""), (UNDERLINE, "38;5;100", ""), "\x1b[23;4m"),
        # One code ends both bold and dim: what stays is said again.
        ((BOLD | DIM, "38;5;100", "48;5;100"), (BOLD, "38;5;100", "48;5;100"), "\x1b[22;1m"),
        ((BOLD, "38;5;100", ""), (DIM, "38;5;100", ""), "\x1b[22;2m"),
        ((REVERSE | STRIKE, "38;5;100", ""), (0, "38;5;100", ""), "\x1b[27;29m"),
        (None, (BOLD, "31", "44"), "\x1b[0;1;31;44m"),
        (RED, RED, ""),
    ],
)
def test_a_change_of_pen_is_the_shortest(old, new, sent):
    assert sgr(old, new) == sent


def written(terminal: Terminal, *frames: dict[int, list[Cell]], cursor: tuple[int, int] | None = None) -> bytes:
    """The bytes of the last of some frames of whole rows."""
    writer = FrameWriter(terminal)
    return [writer.frame(rows, cursor) for rows in frames][-1]


def line(text: str, pen: Pen = PLAIN, width: int = 40) -> list[Cell]:
    row = cells(text, pen, Glyphs.ALL)
    return [*row, *[blank(pen)] * (width - len(row))]


T = Terminal(40, 10)


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        # The pen and the cursor are where the last frame left them: an echo is a character.
        ({9: line("hell")}, {9: line("hello")}, "o"),
        ({0: line("abc")}, {0: line("abd")}, "\bd"),
        # A short gap is drawn again, a long one is stepped over.
        ({0: line("a b c d")}, {0: line("x b y d")}, "\rx b y"),
        ({0: line("abcdefghijkl")}, {0: line("Xbcdefghijkl"[:11] + "Y")}, "\rX\x1b[12GY"),
        # What becomes empty is erased.
        ({0: line("a long line of chat")}, {0: line("a")}, "\x1b[3G\x1b[K"),
        # A wide character is sent whole, also when only half of it differs.
        ({0: line("a漢b")}, {0: line("a字b")}, "\b\b\b字"),
        ({0: line("ab漢c")}, {0: line("a漢bc")}, "\r\x1b[C漢b"),
        # Pens change by what differs.
        ({0: line("ab", RED)}, {0: line("ac", (BOLD, "31", ""))}, "\r\x1b[1mac"),
    ],
)
def test_differences_are_short(before, after, sent):
    assert written(T, before, after) == sent.encode()


BLUE = (0, "38;5;117", "")


def said(name: str, text: str, *, blue: bool) -> list[Cell]:
    """A row of chat in two pens."""
    return [*cells(name, BLUE if blue else RED, Glyphs.ALL), *line(text, width=40 - len(name))]


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        # Pen by pen, beginning with the one in hand.
        (
            {0: line("")},
            {y: said("Aki", "so", blue=True) for y in range(3)},
            "\x1b[1;4Hso\n\x1b[4Gso\n\x1b[4Gso\x1b[H\x1b[38;5;117mAki\r\nAki\r\nAki",
        ),
        # Row by row.
        (
            {0: line("")},
            {0: said("Aki", "so", blue=False), 1: said("Umi", "no", blue=True), 2: said("Aki", "go", blue=False)},
            "\x1b[H\x1b[31mAki\x1b[mso\r\n\x1b[38;5;117mUmi\x1b[mno\r\n\x1b[31mAki\x1b[mgo",
        ),
        # What was counted in a row is no place to step from in another, but where an erase began is.
        (
            {y: line("漢 and 12") for y in range(2)},
            {y: line("漢 and 34") for y in range(2)},
            "\x1b[1;8H34\n\x1b[8G34",
        ),
        (
            {y: line("some words") for y in range(3)},
            {y: line("some") for y in range(3)},
            "\x1b[1;6H\x1b[K\n\x1b[K\n\x1b[K",
        ),
    ],
)
def test_rows_are_drawn_in_the_order_that_is_shortest(before, after, sent):
    assert written(T, before, after) == sent.encode()


CHAT: list[Rectangle] = [(20, 0, 20, 8)]


def halves(left: str, chat: str) -> dict[int, list[Cell]]:
    """A row of a panel of 20 columns and a chat."""
    return {0: line(left, width=20) + line(chat, width=20)}


def two_flushes(before: dict[int, list[Cell]], after: dict[int, list[Cell]]) -> tuple[bytes, bytes]:
    """The bytes of a change, the chat first, and those of the rest."""
    writer = FrameWriter(T)
    writer.frame(before, None)
    for y, row in after.items():
        writer.paint(y, 0, row)
    return writer.flush(None, CHAT), writer.flush(None, CHAT)


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        (halves("panel", "talk"), halves("Panel", "walk"), (b"\x1b[4Dw", b"\rP")),
        # Nothing new in the chat: the rest does not wait.
        (halves("panel", "talk"), halves("Panel", "talk"), (b"\rP", b"")),
        (halves("panel", "talk"), halves("panel", "walk"), (b"\x1b[4Dw", b"")),
        # A wide character across the edge, before or after, cannot be sent by half.
        (halves("1234567890123456789", "alk"), {0: line("P234567890123456789漢lk")}, ("\rP\x1b[20G漢".encode(), b"")),
        ({0: line("1234567890123456789漢lk")}, halves("P234567890123456789", "alk"), (b"\rP\x1b[20G a", b"")),
    ],
)
def test_a_part_of_the_screen_goes_first(before, after, sent):
    assert two_flushes(before, after) == sent


def test_a_new_screen_goes_whole():
    writer = FrameWriter(T)
    writer.paint(0, 0, halves("panel", "talk")[0])
    assert b"panel" in writer.flush(None, CHAT)
    assert not writer.owes


def test_what_is_owed_is_forgotten_when_it_is_no_longer_wanted():
    writer = FrameWriter(T)
    writer.frame(halves("panel", "talk"), None)
    writer.paint(0, 0, halves("Panel", "walk")[0])
    writer.flush(None, CHAT)
    assert writer.owes
    writer.paint(0, 0, halves("panel", "walk")[0])
    assert writer.flush(None, CHAT) == b""
    assert not writer.owes


def test_nothing_new_is_nothing_sent():
    assert written(T, {0: line("a")}, {0: line("a")}) == b""


def test_the_first_frame_clears_once_and_draws_only_what_is_not_blank():
    rows = {y: line("", ON_BLUE) for y in range(10)} | {2: line("hi", ON_BLUE)}
    assert written(T, rows) == b"\x1b[0;44m\x1b[2J\x1b[3H\x1b[37mhi\x1b[?25l"


def test_a_terminal_that_cannot_erase_in_colour_is_not_asked_to():
    plain = Terminal(40, 10, erases_in_colour=False)
    sent = written(plain, {0: line("word", ON_BLUE)}, {0: line("", ON_BLUE)})
    assert sent == b"\r    "
    assert b"\x1b[K" not in written(plain, {y: line("x", ON_BLUE) for y in range(10)})


def test_a_pane_that_moved_up_is_scrolled():
    def rows(first: int) -> dict[int, list[Cell]]:
        return {y: line(f"{(first + y) * 7919} said by someone {first + y}") for y in range(8)}

    sent = written(T, rows(0), rows(1))
    assert sent == b"\x1b[1;8r\x1b[8H\n\x1b[r\x1b[8H63352 said by someone 8"


@pytest.mark.parametrize("colour_erase", [True, False])
@pytest.mark.parametrize("by", [1, 3, -2])
def test_after_scrolling_a_coloured_pane_the_rows_that_came_in_are_right(by, colour_erase):
    def rows(first: int) -> dict[int, list[Cell]]:
        return {
            y: line("") if n in (4, 14) else line(f"{n**9 + 10**9} {n**8 + 10**8} {n}", ON_BLUE)
            for y, n in enumerate(range(first, first + 8), start=1)
        }

    terminal = Terminal(40, 9, erases_in_colour=colour_erase)
    writer, model = FrameWriter(terminal), Model(40, 9)
    client, judge = Emulator(40, 9, colour_erase), Emulator(40, 9)
    client.feed(INITIAL + writer.frame(rows(6), None))
    moved = writer.frame(rows(6 + by), None)
    client.feed(moved)
    for y, row in rows(6 + by).items():
        model.paint(y, 0, row)
    judge.feed(INITIAL + model.plainly())
    assert b"\x1b[r" in moved
    assert client.cells() == judge.cells()


def test_scrolling_with_a_panel_beside_it_costs_less_than_drawing_the_pane_again():
    def rows(first: int) -> dict[int, list[Cell]]:
        return {
            y: [*line(f"{(first + y) * 7919} said by someone {first + y}", width=60), *line(panel[y], width=20)]
            for y in range(20)
        }

    panel = ["Players", "", "A  3  $10k", "B  2  $20k", "C  1  $0"] + [""] * 15
    wide = Terminal(80, 20)
    sent = written(wide, rows(0), rows(1))
    client = Emulator(80, 20)
    writer = FrameWriter(wide)
    client.feed(INITIAL + writer.frame(rows(0), None) + writer.frame(rows(1), None))
    assert len(sent) < 160
    assert client.text().splitlines()[2].endswith("A  3  $10k")


def test_the_cursor_is_moved_shown_and_hidden_only_when_it_changes():
    writer = FrameWriter(T)
    writer.frame({}, None)
    assert writer.flush((3, 9)) == b"\x1b[10;4H\x1b[?25h"
    assert writer.flush((3, 9)) == b""
    assert writer.flush((4, 9)) == b"\x1b[C"
    assert writer.flush(None) == b"\x1b[?25l"


def test_after_characters_of_uncertain_width_the_place_is_told_absolutely():
    sent = written(T, {}, {0: line("👍x")})
    assert sent == "\x1b[H👍\x1b[3Gx".encode()


@pytest.mark.parametrize(("column", "shown"), [(2, "abx 字cd"), (3, "ab x字cd"), (1, "ax漢字cd")])
def test_half_a_wide_character_is_none(column, shown):
    writer = FrameWriter(Terminal(20, 8))
    writer.paint(0, 0, line("ab漢字cd", width=20))
    writer.paint(0, column, [("x", PLAIN)])
    for _ in range(2):
        client = Emulator(20, 8)
        client.feed(INITIAL + writer.flush(None))
        assert client.text().splitlines()[0] == shown
        writer.forget()


def test_what_lies_outside_the_screen_is_cut_off():
    writer = FrameWriter(Terminal(20, 8))
    writer.paint(99, 0, line("x"))
    writer.paint(0, 18, list(cells("a漢", PLAIN, Glyphs.ALL)))
    client = Emulator(20, 8)
    client.feed(INITIAL + writer.flush(None))
    assert client.text().splitlines()[0] == " " * 18 + "a"
