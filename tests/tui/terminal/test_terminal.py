"""What is believed of a client's terminal, and what of a text may reach it."""

import unicodedata

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.style import Style

from tui.terminal.cells import BOLD, PLAIN, REVERSE, UNDERLINE, Inks, Scheme, blank, cells, line_cells, pen
from tui.terminal.client import Depth, Glyphs, Terminal, clamp_size, safe_term


@pytest.mark.parametrize(
    ("claimed", "drawn"),
    [
        ((80, 24), (80, 24)),
        ((0, 0), (80, 24)),
        ((0, 40), (80, 24)),
        ((-5, 24), (80, 24)),
        ((1, 1), (20, 8)),
        ((19, 100), (20, 80)),
        ((65535, 65535), (240, 80)),
    ],
)
def test_a_size_is_clamped_wherever_it_enters(claimed, drawn):
    assert clamp_size(*claimed) == drawn
    terminal = Terminal.from_client("xterm", claimed)
    assert (terminal.width, terminal.height) == drawn
    resized = Terminal().resized(*claimed)
    assert (resized.width, resized.height) == drawn


@pytest.mark.parametrize(
    ("term", "env", "depth"),
    [
        ("xterm-256color", {}, Depth.INDEXED),
        ("xterm-256color", {"COLORTERM": "truecolor"}, Depth.TRUE),
        ("screen", {"COLORTERM": "24bit"}, Depth.TRUE),
        ("xterm-kitty", {}, Depth.TRUE),
        ("alacritty", {}, Depth.TRUE),
        ("xterm-direct", {}, Depth.TRUE),
        ("xterm", {}, Depth.ANSI),
        ("linux", {}, Depth.ANSI),
        ("never-heard-of", {}, Depth.ANSI),
        ("xterm", {"COLORTERM": "yes"}, Depth.ANSI),
        ("vt100", {}, Depth.NONE),
        ("xterm-256color", {"NO_COLOR": "1"}, Depth.NONE),
        ("xterm-256color", {"NO_COLOR": ""}, Depth.INDEXED),
        (None, {}, Depth.NONE),
        ("", {}, Depth.NONE),
        ("x" * 65, {}, Depth.NONE),
        ("xterm\x1b]0;x\a", {}, Depth.NONE),
    ],
)
def test_the_colours_are_those_of_the_client(term, env, depth):
    assert Terminal.from_client(term, (80, 24), env).depth is depth


@pytest.mark.parametrize(
    ("env", "language"),
    [
        ({}, "en"),
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "ja", "LANG": "de_DE"}, "ja"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_language_is_the_first_that_the_client_names(env, language):
    assert Terminal.from_client("xterm", (80, 24), env).language == language


@pytest.mark.parametrize("term", ["xterm", "xterm-256color", "screen.xterm-256color", "rxvt+u"])
def test_terminal_names_are_kept(term):
    assert safe_term(term) == term


@pytest.mark.parametrize("term", ["", "-x", "a b", "../../etc", "x" * 65, "ｘterm", "xterm\n"])
def test_what_is_no_terminal_name_is_unknown(term):
    assert safe_term(term) == "unknown"


def test_gnu_screen_is_not_trusted_to_erase_in_colour():
    assert not Terminal.from_client("screen-256color", (80, 24)).erases_in_colour
    assert Terminal.from_client("tmux-256color", (80, 24)).erases_in_colour


WIDE = cells("漢", PLAIN, Glyphs.ALL)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", ["p", "l", "a", "i", "n"]),
        ("漢", ["漢", ""]),
        ("e\u0301", ["é"]),
        ("か\u3099", ["が", ""]),
        ("q" + "\u0301" * 300, ["q\u0301\u0301\u0301"]),
        # Nothing of a terminal's language gets through; what has no width has no cell.
        ("a\x1b[2Jb", ["a", "[", "2", "J", "b"]),
        ("a\x9b2Jb", ["a", "2", "J", "b"]),
        ("\x00\a\b\t\r\n\x7f", []),
        ("a\u202eb\u2066c", ["a", "b", "c"]),
        ("a\U000e0041b", ["a", "b"]),
        ("a\xadb", ["a", "\ufffd", "b"]),
        ("\ud800", ["\ufffd"]),
        # Sequences whose width terminals disagree about are reduced to what they agree about.
        ("👨\u200d👩\u200d👧", ["👨", ""]),
        ("👍\U0001f3fd", ["👍", ""]),
        ("❤\ufe0fx", ["❤", " ", "x"]),
        ("🇯🇵", ["J", "P"]),
        ("a\u3000b", ["a", " ", " ", "b"]),
    ],
)
def test_a_text_becomes_cells_of_known_width(text, shown):
    assert [cell for cell, _ in cells(text, PLAIN, Glyphs.ALL)] == shown


@pytest.mark.parametrize(
    ("glyphs", "shown"),
    [(Glyphs.ALL, "┌─○×漢α"), (Glyphs.LETTERS, "+-○×漢α"), (Glyphs.NARROW, "+-ox漢?"), (Glyphs.ASCII, "+-ox???")],
)
def test_characters_that_a_terminal_draws_otherwise_are_replaced(glyphs, shown):
    made = cells("┌─○×漢α", PLAIN, glyphs)
    assert "".join(cell for cell, _ in made) == shown
    assert len(made) == 7


@pytest.mark.parametrize(
    ("can", "wants"),
    [
        ((Depth.TRUE, Glyphs.ALL), (Depth.ANSI, Glyphs.LETTERS)),
        ((Depth.INDEXED, Glyphs.NARROW), (Depth.ANSI, Glyphs.NARROW)),
        ((Depth.ANSI, Glyphs.ASCII), (Depth.ANSI, Glyphs.ASCII)),
        ((Depth.NONE, Glyphs.ALL), (Depth.NONE, Glyphs.LETTERS)),
    ],
)
def test_the_thin_profile_takes_less_than_a_terminal_can_do_and_never_more(can, wants):
    depth, glyphs = can
    full = Terminal(90, 30, depth=depth, glyphs=glyphs)
    thin = evolve(full, thin=True)
    assert (full.in_use.depth, full.in_use.glyphs) == can
    assert (thin.in_use.depth, thin.in_use.glyphs) == wants
    assert (thin.in_use.width, thin.in_use.height) == (90, 30)


@given(st.text(), st.sampled_from(list(Glyphs)))
def test_any_text_takes_the_columns_that_textual_counts_and_holds_no_control(text, glyphs):
    made = cells(text, PLAIN, glyphs)
    assert len(made) == cell_len(text)
    for shown, _ in made:
        assert all(unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in shown)
        assert len(shown) <= 4
        assert glyphs is not Glyphs.ASCII or shown.isascii()


@pytest.mark.parametrize(("one", "other"), [("abc", "xbz"), ("абв", "эбю"), ("一二三", "四二五")])
def test_a_cell_is_kept_once_however_many_lines_have_it(one, other):
    first, second = (cells(text, PLAIN, Glyphs.ALL) for text in (one, other))
    assert [one for one, other in zip(first, second, strict=True) if one == other]
    assert all(one is other for one, other in zip(first, second, strict=True) if one == other)


def test_the_cells_of_a_line_have_its_ground_under_them():
    ground = Style.parse("#ff0001 on #000081")
    inks = Inks({"strong": Style(bold=True), "plain": Style(), "green": Style.parse("#00ff01")})
    line = (("a", "strong"), (" ", "plain"), ("漢", "green"))
    red, green = "38;2;255;0;1", "38;2;0;255;1"
    assert line_cells(line, ground, inks, Depth.TRUE, Glyphs.ALL) == (
        ("a", (BOLD, red, "48;2;0;0;129")),
        (" ", (0, "", "48;2;0;0;129")),
        ("漢", (0, green, "48;2;0;0;129")),
        ("", (0, green, "48;2;0;0;129")),
    )


@pytest.mark.parametrize(
    ("style", "depth", "drawn"),
    [
        (None, Depth.TRUE, PLAIN),
        ("bold underline", Depth.ANSI, (BOLD | UNDERLINE, "", "")),
        ("#ff0001 on #000081", Depth.TRUE, (0, "38;2;255;0;1", "48;2;0;0;129")),
        ("#ff0001 on #000081", Depth.INDEXED, (0, "38;5;196", "48;5;18")),
        # What the 256 have is sent by its number, in true colour too.
        ("#ff0000 on #5f8787", Depth.TRUE, (0, "38;5;196", "48;5;66")),
        ("#9e9e9e on #1c1c1c", Depth.INDEXED, (0, "38;5;247", "48;5;234")),
        ("#afaf87 on #262626", Depth.INDEXED, (0, "38;5;144", "48;5;235")),
        ("red on bright_blue", Depth.INDEXED, (0, "31", "104")),
        ("default on default", Depth.TRUE, PLAIN),
        # With sixteen colours or none a bright background is reverse video, a dark one nothing.
        ("red on blue", Depth.ANSI, PLAIN),
        ("#101010 on #f0f0f0", Depth.ANSI, (REVERSE, "", "")),
        ("#101010 on #f0f0f0", Depth.NONE, (REVERSE, "", "")),
        ("#f0f0f0 on #101010", Depth.NONE, PLAIN),
    ],
)
def test_a_style_is_drawn_in_the_colours_there_are(style, depth, drawn):
    assert pen(Style.parse(style) if style else None, depth) == drawn


@pytest.mark.parametrize("depth", [Depth.ANSI, Depth.NONE])
@pytest.mark.parametrize(
    ("style", "attributes"),
    [
        ("#101010 on #f0f0f0", 0),
        ("#101010", 0),
        ("on #f0f0f0", 0),
        ("#f0f0f0 on #101010", REVERSE),
        ("bold #0000ff on #f0f0f0", BOLD),
        ("bold reverse #0000ff on #f0f0f0", BOLD | REVERSE),
        # The papers of bars always, with what is chosen on them the other way round.
        ("#101010 on #dadada", REVERSE),
        ("bold reverse #101010 on #dadada", BOLD),
    ],
)
def test_a_light_theme_is_not_all_reverse_video(style, attributes, depth):
    light = Scheme(dark=False, bars=frozenset({"#dadada"}))
    assert pen(Style.parse(style), depth, light) == (attributes, "", "")


def test_true_colour_refines_what_a_theme_says():
    scheme = Scheme(finer={"#1c1c1c": "#191c20"})
    style = Style.parse("#d0d0d0 on #1c1c1c")
    assert pen(style, Depth.TRUE, scheme) == (0, "38;5;252", "48;2;25;28;32")
    assert pen(style, Depth.INDEXED, scheme) == (0, "38;5;252", "48;5;234")


def test_blank_cells_that_look_alike_are_alike():
    assert blank((BOLD, "31", "44")) == blank((0, "97", "44")) == (" ", (0, "", "44"))
    assert blank((UNDERLINE | BOLD, "31", "")) == (" ", (UNDERLINE, "31", ""))
