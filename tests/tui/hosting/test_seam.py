"""Where Textual's screens and the hand-made panes meet: who paints what, where the cursor stands, in which order keys
are taken."""

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import pytest
from textual._compositor import Compositor
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import Input, OptionList, Static

from tests.support.vt import Emulator, RecordingLink
from tui.hosting.hosted import HostedScreen
from tui.hosting.session_app import SessionApp
from tui.terminal import keyboard
from tui.terminal.client import Depth, Terminal
from tui.terminal.pace import Pacer
from tui.widgets.board import Board
from tui.widgets.draw import row
from tui.widgets.line import LineInput
from tui.widgets.look import ACCENT
from tui.widgets.pane import Line, Pane

SIZE = (40, 12)
DARK = "1c1c1c"
"""The paper of the theme that everybody begins with."""


class Watched(Board):
    """Remembers which rows the compositor has asked it for."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []
        self.put([row(f"{word} of the board") for word in ("top", "middle", "bottom")])

    def render_line(self, y: int) -> Any:
        self.asked.append(y)
        return super().render_line(y)

    def tell(self, text: str) -> None:
        """Change the middle row alone."""
        self.put([*self.rows[:1], row(text), *self.rows[2:]])


class Mixed:
    """A pane, three stock widgets and a line, on whatever kind of screen."""

    DEFAULT_CSS = """
    Mixed { layout: vertical; }
    Mixed > Watched { height: 3; }
    Mixed > Static, Mixed > LineInput { height: 1; }
    Mixed > Input { height: 1; padding: 0; }
    Mixed > OptionList { height: 3; padding: 0; scrollbar-size: 0 0; }
    """
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.board = Watched()
        self.text = Static("a static text")
        self.list = OptionList("first option", "second option", "third option", compact=True)
        self.field = Input(compact=True)
        self.field.cursor_blink = False
        self.line = LineInput()

    def compose(self) -> ComposeResult:
        yield from (self.board, self.text, self.list, self.field, self.line)


class HostedMixed(Mixed, HostedScreen[None]):
    DEFAULT_CSS = Mixed.DEFAULT_CSS.replace("Mixed", "HostedMixed")


class PlainMixed(Mixed, Screen[None]):
    DEFAULT_CSS = Mixed.DEFAULT_CSS.replace("Mixed", "PlainMixed")


class Panes(HostedScreen[None]):
    """Nothing but panes in a container."""

    DEFAULT_CSS = """
    Panes { layout: vertical; background: $background; }
    Panes Vertical { height: 3; }
    Panes.-marked Watched { background: $error; }
    """
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self.board = Watched()

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.board


class Over(HostedScreen[str], ModalScreen[str]):
    """Covers the second and third row of what is under it."""

    DEFAULT_CSS = """
    Over { align: left top; background: transparent; }
    Over > #lid { margin: 1 0 0 0; width: 9; height: 2; }
    Over > Input { height: 1; padding: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [("f5", "dismiss('')")]

    def compose(self) -> ComposeResult:
        yield Static("lid one\nlid two", id="lid")
        yield Input(compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.dismiss(event.value)


class Session(SessionApp[str], inherit_bindings=False):
    """Shows one screen; F4 asks something over it."""

    BINDINGS: ClassVar[list[BindingType]] = [("f4", "ask")]

    def __init__(self, screen: Screen[None], link: RecordingLink) -> None:
        terminal = Terminal(*SIZE, depth=Depth.INDEXED, probe=False)
        super().__init__(link, terminal, pacer=Pacer(enabled=False))
        self.first_screen = screen
        self.painted: list[int] = []
        self.answers: list[str | None] = []

    def get_default_screen(self) -> Screen[None]:
        return self.first_screen

    def paint(self, pane: Pane, y: int, line: Line) -> None:
        self.painted.append(y)
        super().paint(pane, y, line)

    def action_ask(self) -> None:
        self.push_screen(Over(), self.answers.append)


@asynccontextmanager
async def showing(screen: Any) -> AsyncIterator[tuple[Any, Session, RecordingLink]]:
    """A session that shows this screen."""
    before = asyncio.all_tasks()
    link = RecordingLink(Emulator(*SIZE))
    app = Session(screen, link)
    task = asyncio.create_task(app.run_session())
    await link.shows("bottom of the board")
    await turns()
    link.take()
    screen.board.asked.clear()
    app.painted.clear()
    yield screen, app, link
    app.hang_up()
    await task
    assert asyncio.all_tasks() == before


async def turns(count: int = 60) -> None:
    """Let everything run that can run now."""
    for _ in range(count):
        await asyncio.sleep(0)


async def covered(app: Session, link: RecordingLink) -> Screen[Any]:
    """Lay the other screen over the first; what it took is forgotten."""
    with app.entered():
        await app.push_screen(Over(), app.answers.append)
    await link.shows("lid two")
    await turns()
    link.take()
    app.first_screen.board.asked.clear()  # type: ignore[attr-defined]
    app.painted.clear()
    return app.screen


def rows(link: RecordingLink) -> list[str]:
    return link.text().splitlines()


def paper(link: RecordingLink, y: int) -> set[str]:
    """The backgrounds in a row."""
    return {look[2] for look in link.emulator.cells()[y]}


def ink(link: RecordingLink, y: int) -> str:
    """The colour of the first letter of a row."""
    return link.emulator.cells()[y][0][1]


both = pytest.mark.parametrize("made", [HostedMixed, PlainMixed])


# Stock widgets


@both
async def test_stock_widgets_are_shown_beside_panes(made: Callable[[], Any]) -> None:
    async with showing(made()) as (_, _, link):
        assert [text for text in rows(link) if text] == [
            "top of the board",
            "middle of the board",
            "bottom of the board",
            "a static text",
            "first option",
            "second option",
            "third option",
            "›",
        ]


@both
async def test_stock_widgets_show_what_changes_in_them(made: Callable[[], Any]) -> None:
    async with showing(made()) as (screen, app, link):
        with app.entered():
            screen.text.update("another text")
        await link.until(lambda link: rows(link)[3] == "another text")
        with app.entered():
            screen.list.replace_option_prompt_at_index(1, "better option")
            screen.set_focus(screen.list)
        await link.until(lambda link: rows(link)[5] == "better option")
        app.feed(b"\x1b[B")
        await app.ready()
        await link.until(lambda link: paper(link, 5) != paper(link, 4) == paper(link, 6))
        assert screen.list.highlighted == 1
        with app.entered():
            screen.set_focus(screen.field)
        app.feed("あb".encode())
        await link.until(lambda link: rows(link)[7].startswith("あb"))
        with app.entered():
            screen.text.display = False
        await link.until(lambda link: rows(link)[3] == "first option")
        with app.entered():
            screen.text.display = True
        await link.until(lambda link: rows(link)[3:5] == ["another text", "first option"])


async def test_a_screen_of_panes_takes_another_style_without_being_rendered(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the compositor renders holds itself, and so the memory until a sweep."""
    async with showing(Panes()) as (screen, app, link):
        monkeypatch.setattr(Compositor, "render_update", None)
        plain = paper(link, 0)
        with app.entered():
            screen.add_class("-marked")
        await link.until(lambda link: paper(link, 0) != plain)
        assert paper(link, 0) == paper(link, 1) == paper(link, 2) != paper(link, 3) == plain
        assert rows(link)[:3] == [f"{w} of the board" for w in ("top", "middle", "bottom")]


@both
async def test_a_widget_that_comes_later_is_shown_and_one_that_goes_is_not(made: Callable[[], Any]) -> None:
    async with showing(made()) as (screen, app, link):
        with app.entered():
            await screen.mount(late := Watched(), after=screen.text)
        await link.until(lambda link: rows(link)[4:7] == [f"{w} of the board" for w in ("top", "middle", "bottom")])
        with app.entered():
            await late.remove()
        await link.until(lambda link: rows(link)[4] == "first option")
        assert "of the board" not in "".join(rows(link)[4:])


@both
async def test_what_was_sent_is_what_a_whole_frame_would_be(made: Callable[[], Any]) -> None:
    """Nothing is left over on the client by any of the ways to paint."""
    async with showing(made()) as (screen, app, link):
        await covered(app, link)
        screen.board.tell("told under it")
        with app.entered():
            screen.text.update("a longer text than it was")
            await app.pop_screen()
        screen.board.tell("told again")
        with app.entered():
            screen.set_focus(screen.list)
        app.feed(b"\x1b[B")
        await link.until(lambda link: "told again" in link.text() and "longer" in link.text())
        await app.ready()
        await link.until(lambda link: paper(link, 5) != paper(link, 4) == paper(link, 6))
        await turns()
        shown = link.emulator.cells()
        app.repaint()
        await turns()
        link.emulator.feed(b"\x1b[2J")
        app.redraw()
        await link.shows("told again")
        assert link.emulator.cells() == shown


# Who paints


@both
async def test_a_pane_paints_the_rows_that_changed_past_the_compositor(made: Callable[[], Any]) -> None:
    async with showing(made()) as (screen, app, link):
        screen.board.tell("changed")
        await link.until(lambda link: rows(link)[1] == "changed")
        screen.board.tell("changed")
        await turns()
        assert (app.painted, screen.board.asked) == ([1], [])
        assert len(link.take()) == 1


async def test_a_pane_that_is_covered_goes_through_the_compositor() -> None:
    async with showing(HostedMixed()) as (screen, app, link):
        await covered(app, link)
        screen.board.tell("changed under the lid")
        await link.until(
            lambda link: rows(link)[:3] == ["top of the board", "lid one  nder the lid", "lid two   the board"]
        )
        assert 1 in screen.board.asked


async def test_after_the_cover_is_gone_a_pane_paints_past_the_compositor_again() -> None:
    async with showing(HostedMixed()) as (screen, app, link):
        await covered(app, link)
        with app.entered():
            await app.pop_screen()
        await link.until(lambda link: rows(link)[1:3] == ["middle of the board", "bottom of the board"])
        await turns()
        screen.board.asked.clear()
        app.painted.clear()
        screen.board.tell("changed")
        await link.until(lambda link: rows(link)[1] == "changed")
        assert (app.painted, screen.board.asked) == ([1], [])


async def test_a_pane_without_room_paints_nothing_and_is_whole_when_it_has_some() -> None:
    async with showing(HostedMixed()) as (screen, app, link):
        with app.entered():
            screen.board.display = False
        await link.until(lambda link: rows(link)[0] == "a static text")
        screen.board.tell("changed out of sight")
        await turns()
        assert "out of sight" not in link.text()
        with app.entered():
            screen.board.display = True
        await link.until(
            lambda link: rows(link)[:3] == ["top of the board", "changed out of sight", "bottom of the board"]
        )


@both
async def test_a_theme_repaints_everything_under_a_cover_as_well(made: Callable[[], Any]) -> None:
    async with showing(made()) as (screen, app, link):
        assert paper(link, 0) == paper(link, 11) == {DARK}
        screen.board.put([row(("top of the board", ACCENT)), *screen.board.rows[1:]])
        await link.until(lambda link: ink(link, 0) == "87d7af")
        await covered(app, link)
        with app.entered():
            app.use_theme("light")
        await link.until(lambda link: not any(DARK in paper(link, y) for y in range(SIZE[1])))
        assert rows(link)[:2] == ["top of the board", "lid one   the board"]
        assert ink(link, 0) == "005faf"
        with app.entered():
            await app.pop_screen()
        await link.until(lambda link: rows(link)[1] == "middle of the board")
        assert not any(DARK in paper(link, y) for y in range(SIZE[1]))
        screen.board.tell("changed in the light")
        await link.until(lambda link: rows(link)[1] == "changed in the light")
        assert paper(link, 1) == paper(link, 0)


@both
async def test_no_rows_of_widgets_are_kept_when_a_frame_is_sent(made: Callable[[], Any]) -> None:
    async with showing(made()) as (screen, app, link):
        with app.entered():
            screen.text.update("another text")
        await link.until(lambda link: rows(link)[3] == "another text")
        await covered(app, link)
        screen.board.tell("changed under the lid")
        await link.shows("er the lid")
        widgets = [node for node in app._registry if isinstance(node, Widget)]
        assert len(widgets) >= 8
        assert [widget for widget in widgets if widget._styles_cache._cache] == []


# The cursor


async def test_the_terminals_cursor_stands_where_the_focused_widget_has_it() -> None:
    async with showing(HostedMixed()) as (screen, app, link):
        assert link.emulator.cursor is None
        for focus, typed, at in (
            (screen.line, b"", (2, 8)),
            (screen.line, "あb".encode(), (5, 8)),
            (screen.line, b"\x1b[D", (4, 8)),
            (screen.list, b"", None),
            (screen.field, "あb".encode(), (3, 7)),
            (screen.field, b"\x1b[D", (2, 7)),
            (screen.line, b"", (4, 8)),
            (None, b"", None),
            (screen.field, b"", (3, 7)),  # it selects all that it has
        ):
            with app.entered():
                screen.set_focus(focus)
            app.feed(typed)
            await link.until(lambda link, at=at: link.emulator.cursor == at)
            await app.ready()
            await turns()
            assert link.emulator.cursor == at


async def test_the_cursor_goes_to_a_screen_on_top_and_back() -> None:
    async with showing(HostedMixed()) as (screen, app, link):
        with app.entered():
            screen.set_focus(screen.line)
        await link.until(lambda link: link.emulator.cursor == (2, 8))
        await covered(app, link)
        assert link.emulator.cursor == (0, 3)
        app.feed(b"yes")
        await link.until(lambda link: link.emulator.cursor == (3, 3))
        with app.entered():
            await app.pop_screen()
        await link.until(lambda link: link.emulator.cursor == (2, 8))


@both
async def test_an_input_that_scrolls_has_the_cursor_in_sight(
    made: Callable[[], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keyboard, "PASTED", 100)  # or so much at once would be a paste
    async with showing(made()) as (screen, app, link):
        with app.entered():
            screen.set_focus(screen.field)
        app.feed(b"0123456789" * 5)
        await link.until(lambda link: rows(link)[7] == ("0123456789" * 5)[-39:])
        assert link.emulator.cursor == (39, 7)
        app.feed(b"\x1b[D" * 3)
        await link.until(lambda link: link.emulator.cursor == (36, 7))


# The order of keys


async def test_keys_of_one_packet_go_where_each_of_them_has_led() -> None:
    async with showing(HostedMixed()) as (screen, app, link):
        with app.entered():
            screen.set_focus(screen.line)
        app.feed(b"ab\x1bOSyes\rcd\tx")  # F4 opens the question, Enter answers it
        await app.ready()
        await link.until(lambda link: "abcd" in rows(link)[8])
        assert app.answers == ["yes"]
        assert screen.line.value == "abcd"


async def test_keys_beside_the_focus_are_the_screens_and_in_order() -> None:
    async with showing(HostedMixed()) as (screen, app, _):
        with app.entered():
            screen.set_focus(screen.field)
        app.feed(b"a\tb\x1b[Zc\x1b[D\x1b[Dd")  # to the line and back, where all is selected
        await app.ready()
        assert (screen.field.value, screen.line.value) == ("dc", "b")


async def test_a_paste_waits_for_the_keys_before_it() -> None:
    async with showing(HostedMixed()) as (screen, app, _):
        with app.entered():
            screen.set_focus(screen.field)
        app.feed(b"a\x1b[200~bc\x1b[201~d\t\x1b[200~ef\x1b[201~g")
        await app.ready()
        assert (screen.field.value, screen.line.value) == ("abcd", "efg")


# The end of a screen


async def test_a_screen_that_was_closed_is_not_kept() -> None:
    async with showing(HostedMixed()) as (_, app, link):
        closed: list[weakref.ref[object]] = []
        for _ in range(3):
            top = await covered(app, link)
            closed += [weakref.ref(top), weakref.ref(top.query_one(Input)), weakref.ref(top.query_one(Static))]
            del top
            app.feed(b"answer\r")
            await app.ready()
            await link.until(lambda link: rows(link)[1] == "middle of the board")
        await turns()
        gc.collect()
        assert [kept() for kept in closed if kept() is not None] == []
        assert app.answers == ["answer"] * 3
