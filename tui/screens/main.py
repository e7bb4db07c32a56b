"""The one screen: a bar, a page or the game's panel on the left, the chat on the right, the input line below.

Its regions never move while it has a size; under 72 columns the halves are tabs, shown by where the focus is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget

from engine.table.talk import LONGEST
from tui.games import FACES
from tui.games.face import GamePanel
from tui.screens import bars
from tui.screens.actions import by_key, run_command
from tui.screens.asking import MenuPage
from tui.screens.board import Board, PageBoard
from tui.screens.desk import Desk, Note
from tui.screens.draw import BLANK, paragraph
from tui.screens.log import Entry
from tui.screens.page import Page
from tui.widgets.chat import ChatPane, ChatRow
from tui.widgets.line import LineInput

TABS = ("tab", "shift+tab")

LEAST_WIDTH, LEAST_HEIGHT = 36, 14
"""Under this nothing can be played; a card says so."""

_HALVES = ((120, 64), (96, 54), (0, 46))
"""Columns of the screen from which the left half has so many."""

_WIDE = 96
"""Columns from which a wide page leaves the chat in sight."""


class TalkLine(LineInput):
    """The input line.  A slow connection delivers keys in bursts, and Textual hands a burst to the widget that has
    the focus when it comes; so a key may reach the line that was typed before or after the focus was here."""

    last: events.Key | None = None
    """The last key that was meant for the line and came to it."""

    def on_key(self, event: events.Key) -> None:
        """Leave to the screen what was typed after the focus had gone, and Tab, before another key is looked at."""
        screen = self.screen
        assert isinstance(screen, MainScreen)
        if not screen.typing:
            event.prevent_default()  # Textual calls the base class's handler next
            return
        self.last = event
        if event.key in TABS:
            event.stop()
            event.prevent_default()
            screen.switch()


class MainScreen(Screen[None]):
    """Draws the desk and hands it what is pressed and typed."""

    AUTO_FOCUS = "#page"

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.panel: GamePanel | None = None
        self._panel_of = ""
        self._page: Page | None = None
        self.bar = Board(id="bar")
        self.left = Vertical(id="left")
        self.page = PageBoard(id="page")
        self.right = Vertical(id="right")
        self.title_row = Board(id="title")
        self.chat = ChatPane(desk.words, id="chat")
        self.chat.can_focus = False
        self.scope = Board(id="scope")
        self.line = TalkLine(id="line", graphemes=LONGEST, bytes_=4 * LONGEST)
        self.status = Board(id="status")
        self.keys = Board(id="keys")
        self.small = Board(id="small")
        self._asking = asyncio.Lock()
        self._draft = ""
        self._unread = 0

    def compose(self) -> ComposeResult:
        """Every region, once."""
        yield self.bar
        with Horizontal(id="body"):
            with self.left:
                yield self.page
            with self.right:
                yield self.title_row
                yield self.chat
        with Horizontal(id="talk"):
            yield self.scope
            yield self.line
        yield self.status
        yield self.keys
        yield self.small

    # --- drawing ----------------------------------------------------------------------------------------

    @property
    def narrow(self) -> bool:
        """Whether the halves are tabs."""
        return self.size.width < bars.NARROW

    @property
    def typing(self) -> bool:
        """Whether keys go to the input line."""
        return self.focused is self.line

    def on_resize(self) -> None:
        """The only time when regions change their size."""
        width, height = self.size
        self.set_class(width < LEAST_WIDTH or height < LEAST_HEIGHT, "small")
        self.set_class(self.narrow, "narrow")
        self._tabs()
        self.call_after_refresh(self.draw_all)

    def draw_all(self) -> None:
        """Draw everything; only what differs is sent."""
        if not self.is_mounted or self.has_class("small"):
            self.small.put(paragraph(self.desk.words("small", width=LEAST_WIDTH, height=LEAST_HEIGHT), self.size.width))
            return
        self.draw_left()
        self.draw_bars()

    def draw_left(self) -> None:
        """The page on top, or the game's panel."""
        page = self.desk.page
        if page is not self._page:
            self._page, self.page.top = page, 0
            self._tabs()
            self.call_after_refresh(self.draw_left)  # a wide page has its room only then
        self._show_panel(page is None)
        if page is None:
            assert self.panel is not None
            self.panel.show(self.desk.look)
            return
        drawing = page.draw(self.desk, *self.page.size)
        self.page.put(drawing.rows, drawing.at)

    def draw_bars(self) -> None:
        """The rows around."""
        desk, width = self.desk, self.size.width
        bar = bars.bar(desk, width, narrow=self.narrow)
        self.bar.put([*bar, BLANK][: 2 if self.narrow else 1])
        self.title_row.put([bars.chat_title(desk, self.right.size.width)])
        self.scope.put([bars.scope_row(desk, typing=self.typing)])
        said, *more = bars.status(desk, width)
        self.status.put([said])
        unread = self._unread if self.narrow and not self.typing else 0
        self.keys.put(more[:1] or [bars.footer(desk, width, typing=self.typing, unread=unread)])
        self.line.set_placeholder(self._placeholder())

    def draw_event(self, entries: Sequence[Entry] | None, *, talk_only: bool) -> None:
        """What an event of the house changed: often no more than some lines of talk."""
        self.add_lines(entries)
        if not talk_only:
            self.draw_all()
        elif self.narrow:
            self.draw_bars()

    def draw_clock(self) -> None:
        """The bar alone: time goes on."""
        if self.is_mounted and self.desk.place == "game":
            self.bar.put(bars.bar(self.desk, self.size.width, narrow=self.narrow))

    def add_lines(self, entries: Sequence[Entry] | None) -> None:
        """New lines of the chat in sight; None: all of them anew."""
        if entries is None:
            self.chat.set_rows(self._rows(self.desk.entries))
            self._unread = 0
        elif entries:
            self.chat.extend(self._rows(entries))
            self._unread += len(entries)

    def speak_language(self) -> None:
        """Everything in the words that the desk has now."""
        self.chat.set_words(self.desk.words)
        self.add_lines(None)
        self.draw_all()

    def _rows(self, entries: Sequence[Entry]) -> list[ChatRow]:
        return [entry[self.desk.words.lang] for entry in entries]

    def _placeholder(self) -> str:
        desk = self.desk
        if desk.question is not None:
            return ""
        if desk.view is not None and desk.scope is None:
            return desk.words("line.paused" if desk.view.paused is not None else "line.closed")
        return "" if self.typing else desk.words("line.tab")

    def _show_panel(self, wanted: bool) -> None:
        """Bring the game's panel or the page to the front, with the focus if the left half has it."""
        if wanted and self._panel_of != self.desk.game:
            if self.panel is not None:
                self.panel.remove()
            self.panel, self._panel_of = FACES[self.desk.game].panel(), self.desk.game
            self.panel.display = False
            self.left.mount(self.panel)
        if self.panel is None or self.panel.display == wanted:
            return
        held = not self.typing
        self.panel.display, self.page.display = wanted, not wanted
        if held:
            self.set_focus(self._half())

    def _half(self) -> Widget:
        """The widget of the left half that is in sight."""
        return self.panel if self.panel is not None and self.panel.display else self.page

    def _tabs(self) -> None:
        """In a narrow screen only the half with the focus is shown; a wide page is alone while nobody types."""
        width, page = self.size.width, self.desk.page
        alone = self.narrow or (width < _WIDE and page is not None and page.wide(self.desk))
        self.left.display = not self.narrow or not self.typing
        self.right.display = not alone or self.typing
        self.left.styles.width = next(half for least, half in _HALVES if width >= least)
        if self.narrow or not self.right.display:
            self.left.styles.width = "1fr"
        if self.right.display:
            self._unread = 0

    # --- keys -------------------------------------------------------------------------------------------

    async def on_key(self, event: events.Key) -> None:
        """Whatever the focused widget did not use, and what was typed ahead of a change of focus."""
        event.stop()
        event.prevent_default()
        key = event.key
        if self.typing and event is not self.line.last and self.line.press(key, event.character):
            return
        if key in TABS:
            self.switch()
        elif key == "escape":
            self._escape()
        elif action := by_key(self.desk, key, typing=self.typing):
            self.ask(action.run(self.desk, ""))
        elif key in ("pageup", "pagedown"):
            self._page_by(-1 if key == "pageup" else 1)
        elif self.typing:
            if key == "enter" and self.desk.question is not None:
                self.ask(self._submit(""))
        else:
            self._panel_key(key, event.character)

    def _panel_key(self, key: str, character: str | None) -> None:
        page = self.desk.page
        steps = {"up": -1, "down": 1, "left": -1, "right": 1, "home": -999, "end": 999}
        choice = next((c for c in self.desk.choices if c.key == key), None)
        if page is None and choice is not None:
            self.ask(self.desk.answer(choice))
        elif page is not None and key == "enter":
            self.ask(page.enter(self.desk))
        elif isinstance(page, MenuPage) and key.isdigit() and 0 < int(key) <= page.count(self.desk):
            self.ask(page.pick(self.desk, int(key) - 1))
        elif page is not None and key in ("left", "right"):
            self.ask(page.change(self.desk, steps[key]))
        elif page is not None and key in steps:
            if page.selects:
                self.ask(self._step(page, steps[key]))
            else:
                self.page.scroll_rows(steps[key])
        elif character == "/" or (character and character.isprintable() and not character.isascii()):
            self.switch()
            self.line.insert(character)
        elif character and character.isprintable():
            self.desk.note = Note("note.unknown-key", {"key": character})
            self.draw_bars()

    async def _step(self, page: Page, step: int) -> None:
        """Move the cursor, but not before what an earlier key of the same burst has asked on the row it leaves."""
        page.move(self.desk, step)

    def on_paste(self, event: events.Paste) -> None:
        """What is pasted beside the line belongs in it."""
        if not self.typing:
            self.switch()
        self.line.insert(event.text)

    def switch(self) -> None:
        """Between the keys of the left half and the input line."""
        self.set_focus(self._half() if self.typing else self.line)

    def on_descendant_focus(self) -> None:
        """The other half has the keys now."""
        self._tabs()
        self.call_after_refresh(self.draw_all)

    def _escape(self) -> None:
        if self.desk.question is not None:
            self._end_question()
        elif self.typing:
            self.switch()
        else:
            self.desk.close()
        self.desk.note = None
        self.draw_all()

    def _page_by(self, pages: int) -> None:
        if self.typing or self.desk.page is None or self.desk.page.selects:
            self.chat.scroll_rows(pages * max(1, self.chat.size.height - 1))
        else:
            self.page.scroll_rows(pages * max(1, self.page.size.height - 1))

    # --- asking the house -------------------------------------------------------------------------------

    def ask(self, doing: Awaitable[object]) -> None:
        """Do something that may have to wait for the house, one after the other, without holding up the keys."""
        self.run_worker(self._ask(doing))

    async def _ask(self, doing: Awaitable[object]) -> None:
        async with self._asking:
            before, question, pages = self.desk.words, self.desk.question, self.desk.pages[-1:]
            await doing
        if self.narrow and self.typing and self.desk.pages[-1:] not in ([], pages):
            self.switch()  # what was opened by a command is on the other tab
        if self.desk.question is not question and self.desk.question is not None:
            self._begin_question()
        if self.desk.words is not before:
            self.speak_language()
        self.draw_all()
        self.app.check_end()  # type: ignore[attr-defined]

    def _begin_question(self) -> None:
        self.desk.note = None
        self._draft, self.line.value = self.line.value, ""
        self.set_focus(self.line)

    def _end_question(self) -> None:
        self.desk.question = None
        self.line.value = self._draft
        self.set_focus(self._half())

    def on_line_input_submitted(self, event: LineInput.Submitted) -> None:
        """Enter in the line: an answer to what was asked for, a command, or talk."""
        event.stop()
        self.ask(self._submit(event.text))

    async def _submit(self, text: str) -> None:
        """The line empties only if the house took it."""
        question = self.desk.question
        if question is not None:
            if await self.desk.attempt(question.run(text)):
                self._end_question()
        elif await (run_command(self.desk, text) if text.startswith("/") else self.desk.say(text)):
            self.line.accept(text)

    def on_game_panel_answered(self, event: GamePanel.Answered) -> None:
        """A form was handed in."""
        event.stop()
        self.ask(self.desk.hand_in(event.answers))

    def on_line_input_full(self, event: LineInput.Full) -> None:
        """Something did not fit."""
        self.desk.note = Note("line.full")
        self.draw_bars()
