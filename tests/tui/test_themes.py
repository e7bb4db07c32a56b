"""The themes: every pair of colours can be read, differences stay differences, and what is sent is what was drawn.

Bars: 4.5 to 1 (WCAG 2 AA) for all that is read, 3 to 1 for rules, borders and scroll bars.
"""

import asyncio
from collections.abc import Iterator
from contextlib import asynccontextmanager
from itertools import combinations

import pytest
from rich.style import Style
from textual.app import App, ComposeResult
from textual.color import Color
from textual.command import CommandPalette
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, ListItem, ListView, OptionList

from tui.hosting.inks import SHEET, inks_of
from tui.hosting.stylesheet import SharedStylesheet
from tui.terminal.cells import BOLD, REVERSE, Inks, cells, line_cells, pen
from tui.terminal.client import Depth, Glyphs, Terminal
from tui.terminal.frame import FrameWriter
from tui.themes import DEFAULT, NAMES, OWN_VARIABLES, THEMES
from tui.widgets.chat import ChatRow, lay_out
from tui.widgets.glyphs import FULL, SAFE
from tui.widgets.look import SPEAKERS, Ink
from tui.words.catalogue import Words

TEXT, MARKS = 4.5, 3.0
STEPS = (0, 95, 135, 175, 215, 255)

ON_BAR = ("plain", "strong", "faint", "accent", "chosen")
"""Where each ink is drawn. All that a page or a panel has may stand on a paper that pops up, too."""

RULES = ("edge",)

TELLING = ("plain", "faint", "accent", "news", "alert")
"""What tells something by itself, by day and by night."""

STOCK = [
    *[(text, paper) for text in ("foreground", "text", "text-muted") for paper in ("background", "surface", "panel")],
    *[(f"text-{sign}", "background") for sign in ("primary", "accent", "success", "warning", "error")],
    *[(f"text-{sign}", "surface") for sign in ("primary", "accent", "success", "warning", "error")],
    ("text-disabled", "surface"),
    ("foreground-muted", "surface"),
    ("block-cursor-foreground", "block-cursor-background"),
    ("block-cursor-blurred-foreground", "block-cursor-blurred-background"),
    ("foreground", "block-hover-background"),
    ("foreground", "surface-active"),
    ("input-selection-foreground", "input-selection-background"),
    ("input-cursor-foreground", "input-cursor-background"),
    ("footer-key-foreground", "footer-background"),
    ("footer-description-foreground", "footer-background"),
    ("button-foreground", "surface"),
    *[("button-color-foreground", sign) for sign in ("primary", "success", "warning", "error")],
    ("link-color", "background"),
    ("link-color-hover", "link-background-hover"),
]  # fmt: skip
"""Variables of stock widgets, text on paper; what is said of no theme is said of all."""

STOCK_MARKS = [
    ("border", "surface"),
    ("border", "background"),
    ("border-blurred", "background"),
    ("scrollbar", "scrollbar-background"),
    ("scrollbar-hover", "scrollbar-background-hover"),
    ("scrollbar-active", "scrollbar-background-active"),
]


class Shown(App[None]):
    """Stock widgets in our themes."""

    CSS_PATH = SHEET

    def __init__(self, theme: str) -> None:
        super().__init__()
        for ours in THEMES:
            self.register_theme(ours)
        self.theme = theme
        self.stylesheet: SharedStylesheet = SharedStylesheet(variables=self.get_css_variables())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return dict(OWN_VARIABLES)

    def compose(self) -> ComposeResult:
        yield OptionList("one", "two", "three")
        yield Input("typed")
        yield Input(placeholder="what to type")
        yield ListView(ListItem(Label("first")), ListItem(Label("second")))
        yield Button("press", variant="primary")
        yield Label("quiet", classes=Ink.FAINT.css)

    @property
    def inks(self) -> Inks:
        return inks_of(self.current_theme, self.stylesheet)


class Over(ModalScreen[None]):
    """Something over the rest."""

    def compose(self) -> ComposeResult:
        yield OptionList("yes", "no")


@asynccontextmanager
async def shown(theme: str):
    app = Shown(theme)
    async with app.run_test(size=(60, 40)) as pilot:
        yield app, pilot


# Colours as numbers, typed from their definitions and from nowhere else


def palette(number: int) -> tuple[int, int, int]:
    """What xterm shows for one of the 240 fixed colours."""
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    number -= 16
    return STEPS[number // 36], STEPS[number // 6 % 6], STEPS[number % 6]


def sent(codes: str) -> tuple[int, int, int]:
    """The colour of SGR parameters."""
    _, kind, *numbers = map(int, codes.split(";"))
    assert kind in (2, 5)
    return tuple(numbers) if kind == 2 else palette(numbers[0])


def linear(colour):
    parts = [part / 255 for part in colour]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def contrast(one, other) -> float:
    """WCAG's."""
    dark, bright = sorted(
        sum(k * v for k, v in zip((0.2126, 0.7152, 0.0722), linear(colour), strict=True)) for colour in (one, other)
    )
    return (bright + 0.05) / (dark + 0.05)


def times(matrix, vector):
    return [sum(k * v for k, v in zip(row, vector, strict=True)) for row in matrix]


EYES = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
"""Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB."""


def lab(colour, eyes: str):
    """CIE L*a*b* (D65) of a colour as these eyes see it."""
    seen = [min(1, max(0, part)) for part in times(EYES[eyes], linear(colour))]
    xyz = times(((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505)), seen)
    xyz = [part / white for part, white in zip(xyz, (0.9505, 1, 1.089), strict=True)]
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(one, other, eyes: str) -> float:
    """How different two colours look (CIE76)."""
    return sum((a - b) ** 2 for a, b in zip(lab(one, eyes), lab(other, eyes), strict=True)) ** 0.5


def test_the_measures_are_right():
    assert palette(66) == (95, 135, 135)
    assert palette(247) == (158, 158, 158)
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)
    red, green = (215, 95, 95), (135, 135, 0)
    assert apart(red, green, "deutan") < apart(red, green, "all") / 2


# Everything can be read


def styles_of(app: Shown) -> Iterator[tuple[str, str, Style]]:
    """(ink, paper, style) for every ink on every paper that it is drawn on."""
    variables = app.theme_variables
    papers = {name: variables[name] for name in ("background", "field", "surface", "panel", "bar")}
    for ink, style in app.inks.styles.items():
        for paper, colour in papers.items():
            if (paper != "bar" or ink.value in ON_BAR) and (ink is not Ink.EDGE or paper == "background"):
                yield ink.value, paper, Style(color=variables["foreground"], bgcolor=colour) + style


@pytest.mark.parametrize("depth", [Depth.INDEXED, Depth.TRUE])
@pytest.mark.parametrize("theme", NAMES)
async def test_every_ink_is_read_on_every_paper(theme, depth):
    async with shown(theme) as (app, _):
        found = list(styles_of(app))
        assert len(found) > 80
        for ink, paper, style in found:
            _, text, ground = pen(style, depth, app.inks.scheme)
            assert contrast(sent(text), sent(ground)) >= (MARKS if ink in RULES else TEXT), (ink, paper)


@pytest.mark.parametrize("depth", [Depth.INDEXED, Depth.TRUE])
@pytest.mark.parametrize("theme", NAMES)
async def test_the_colours_of_stock_widgets_are_read(theme, depth):
    async with shown(theme) as (app, _):
        for bar, pairs in ((TEXT, STOCK), (MARKS, STOCK_MARKS)):
            for ink, paper in pairs:
                style = Style(color=app.theme_variables[ink], bgcolor=app.theme_variables[paper])
                _, text, ground = pen(style, depth, app.inks.scheme)
                assert contrast(sent(text), sent(ground)) >= bar, (ink, paper)


QUIT = "Quit the application as soon as possible"


async def find_quit(app, pilot):
    """Have the stock palette show one entry. It looks for it in tasks of its own, so look again."""
    await app.push_screen(CommandPalette())
    await pilot.press("q")
    async with asyncio.timeout(60):
        while QUIT not in {piece.text.strip() for piece in await segments(app)}:
            await pilot.pause()


async def segments(app: App[None]):
    """Every piece of the screen as Textual draws it."""
    update = app.screen._compositor.render_full_update()
    pieces = (piece for row in update.strips for strip in row for piece in strip)
    return [piece for piece in pieces if piece.text.strip() and not piece.control]


@pytest.mark.parametrize("depth", [Depth.INDEXED, Depth.TRUE])
@pytest.mark.parametrize("theme", NAMES)
async def test_stock_widgets_are_read_as_they_are_drawn(theme, depth):
    async with shown(theme) as (app, pilot):
        pieces = await segments(app)
        await app.push_screen(Over())
        await pilot.pause()
        pieces += await segments(app)
        app.pop_screen()
        await find_quit(app, pilot)
        pieces += await segments(app)
        words = [piece for piece in pieces if any(char.isalpha() for char in piece.text)]
        assert {"one", "first", "yes", QUIT} <= {piece.text.strip() for piece in words}
        for piece in words:
            _, text, ground = pen(piece.style, depth, app.inks.scheme)
            assert contrast(sent(text), sent(ground)) >= TEXT, piece


# What is sent is what was drawn


@pytest.mark.parametrize("theme", NAMES)
async def test_every_colour_of_a_theme_is_sent_as_its_own_number(theme):
    exact = {palette(number): number for number in range(22, 256)}  # the first six of the cube are often changed
    async with shown(theme) as (app, _):
        solid = {name: Color.parse(value) for name, value in app.theme_variables.items() if value.startswith("#")}
        solid = {name: colour for name, colour in solid.items() if colour.a == 1}
        assert {"ink-faint", "speaker-7", "bar", "surface-darken-2", "primary-lighten-3"} <= set(solid)
        for name, colour in solid.items():
            assert colour.rgb in exact, name
            style = Style(color=colour.rich_color)
            assert pen(style, Depth.INDEXED, app.inks.scheme)[1] == f"38;5;{exact[colour.rgb]}", name


@pytest.mark.parametrize("theme", NAMES)
async def test_inks_cost_no_more_bytes_in_true_colour(theme):
    async with shown(theme) as (app, _):
        for ink, style in app.inks.styles.items():
            indexed, true = (pen(style, depth, app.inks.scheme) for depth in (Depth.INDEXED, Depth.TRUE))
            assert indexed == true, ink


@pytest.mark.parametrize("depth", [Depth.INDEXED, Depth.TRUE])
@pytest.mark.parametrize("theme", NAMES)
async def test_a_line_of_talk_is_cheap_in_every_theme(theme, depth):
    async with shown(theme) as (app, _):
        ground = Style(color=app.theme_variables["foreground"], bgcolor=app.theme_variables["background"])
        writer = FrameWriter(Terminal(40, 10, depth=depth))

        def say(y: int, text: str) -> int:
            for x, row in enumerate(lay_out(ChatRow("2", "Umi", text, tone=y), 40, FULL)):
                writer.paint(y + x, 0, line_cells(row, ground, app.inks, depth, Glyphs.ALL))
            return len(writer.flush(None))

        for y in range(10):
            writer.paint(y, 0, line_cells(((" " * 40, Ink.PLAIN),), ground, app.inks, depth, Glyphs.ALL))
        first = say(0, "a line of twenty 000")
        assert first < 100  # with the whole screen cleared to the ground
        assert max(say(y, f"a line of twenty {y:03}") for y in range(1, 9)) <= 66


# What differs stays different

APART = {"dark": 15, "light": 15, "clear": 20}
"""2.3 can just be told apart side by side; these are far from each other on the screen."""

LOOKS = [("dark", "all"), ("light", "all"), *(("clear", eyes) for eyes in EYES)]


@pytest.mark.parametrize(("theme", "eyes"), LOOKS)
async def test_inks_that_tell_something_stay_apart(theme, eyes):
    async with shown(theme) as (app, _):
        plain = Style(color=app.theme_variables["foreground"])
        told = {name: plain + app.inks.styles[Ink(name)] for name in TELLING}
        colours = {name: tuple(style.color.triplet) for name, style in told.items()}
        for one, other in combinations(TELLING, 2):
            assert apart(colours[one], colours[other], eyes) >= APART[theme], (one, other)


@pytest.mark.parametrize(("theme", "eyes"), LOOKS)
async def test_speakers_stay_apart(theme, eyes):
    async with shown(theme) as (app, _):
        colours = {ink: tuple(app.inks.styles[ink].color.triplet) for ink in SPEAKERS}
        for one, other in combinations(SPEAKERS, 2):
            assert apart(colours[one], colours[other], eyes) >= APART[theme], (one, other)


@pytest.mark.parametrize("glyphs", list(Glyphs))
@pytest.mark.parametrize("marks", [FULL, SAFE])
async def test_nothing_in_the_chat_is_told_by_colour_alone(marks, glyphs):
    async with shown(DEFAULT) as (app, _):
        rows = {
            kind: lay_out(ChatRow("3", "Umi", "said", kind), 20, marks)[0]
            for kind in ("talk", "own", "gallery", "system", "welcome", "news", "death", "win", "alert")
        }
        drawn = {
            kind: "".join(text for text, _ in line_cells(row, Style(), app.inks, Depth.NONE, glyphs))
            for kind, row in rows.items()
        }
        assert len(set(drawn.values())) == len(rows), drawn


# With sixteen colours or none, weight and reverse video


@pytest.mark.parametrize("depth", [Depth.ANSI, Depth.NONE])
@pytest.mark.parametrize("theme", NAMES)
async def test_without_colours_only_weight_and_reverse_are_left(theme, depth):
    async with shown(theme) as (app, _):
        for ink, paper, style in styles_of(app):
            attributes, text, ground = pen(style, depth, app.inks.scheme)
            turned = (ink in ("chosen", "die", "win")) != (paper == "bar")
            assert (text, ground) == ("", "")
            assert bool(attributes & REVERSE) is turned, (ink, paper)
            assert bool(attributes & BOLD) is (
                ink in ("strong", "heading", "accent", "chosen", "news", "death", "win", "alert")
            ), ink


@pytest.mark.parametrize("depth", [Depth.ANSI, Depth.NONE])
@pytest.mark.parametrize("theme", NAMES)
async def test_without_colours_only_the_row_in_hand_is_reverse_video(theme, depth):
    async with shown(theme) as (app, pilot):
        app.query_one(OptionList).focus()
        await pilot.press("down", "down")
        pens = {piece.text.strip(): pen(piece.style, depth, app.inks.scheme) for piece in await segments(app)}
        turned = {text for text, (attributes, *_) in pens.items() if attributes & REVERSE and text.isalpha()}
        assert turned == {"three", "press"}  # a button is all paper


@pytest.mark.parametrize("depth", [Depth.ANSI, Depth.NONE])
@pytest.mark.parametrize("theme", NAMES)
async def test_the_palette_shows_its_entry_in_hand_without_colours(theme, depth):
    async with shown(theme) as (app, pilot):
        await find_quit(app, pilot)
        pens = {piece.text.strip(): pen(piece.style, depth, app.inks.scheme) for piece in await segments(app)}
        turned = {text for text, (attributes, *_) in pens.items() if attributes & REVERSE and text}
        assert QUIT in turned
        assert "two" not in turned


# Where the colours come from


async def test_one_theme_is_looked_up_once_for_all_and_a_changed_one_anew():
    async with shown("dark") as (first, _), shown("dark") as (second, pilot):
        assert first.inks is second.inks
        second.theme = "light"
        await pilot.pause()
        assert second.inks.styles[Ink.FAINT] != first.inks.styles[Ink.FAINT]
        second.theme = "dark"
        await pilot.pause()
        assert second.inks is first.inks


async def test_a_theme_that_is_not_ours_is_drawn_too():
    async with shown("textual-light") as (app, _):
        assert app.inks.styles[Ink.STRONG].bold
        assert not app.inks.scheme.dark


async def test_a_stock_widget_may_take_an_ink():
    async with shown("dark") as (app, _):
        quiet = app.query_one(f".{Ink.FAINT.css}").rich_style
        assert pen(quiet, Depth.INDEXED)[1] == "38;5;247"


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_each_theme_has_a_name(lang):
    words = Words(lang)
    assert len({words(f"theme.{name}") for name in NAMES}) == len(NAMES) == 3
    assert cells(words("theme.name"), (0, "", ""), Glyphs.ALL)
