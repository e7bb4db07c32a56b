"""The one screen: a bar, a page or the game's panel on the left, the chat on the right, the input line below.

Its panes never move while it has a size; under 72 columns the halves are tabs, shown by where the keys go.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence

from textual.events import Key
from textual.geometry import Region

from engine.table.talk import LONGEST
from tui.games import FACES
from tui.games.face import GamePanel
from tui.hosting.hosted import PaintedScreen
from tui.hosting.session_app import SessionApp
from tui.keys import plain
from tui.screens import bars
from tui.screens.actions import by_key, run_command
from tui.screens.asking import MenuPage
from tui.screens.chat_log import Entry
from tui.screens.desk import Desk, Note
from tui.screens.layout import LEAST_HEIGHT, LEAST_WIDTH, Layout, layout
from tui.screens.page import Page
from tui.widgets.board import Board
from tui.widgets.chat import ChatPane, ChatRow
from tui.widgets.draw import BLANK, paragraph
from tui.widgets.glyphs import FULL, SAFE, Marks
from tui.widgets.line import LineInput
from tui.widgets.look import BAR, EDGE, FIELD
from tui.widgets.pane import Line, Pane

TABS = ("tab", "shift+tab")
LINE_FULL = Note("line.full")


class Edge(Pane):
    """The line between the halves."""

    def draw(self) -> list[Line]:
        """One cell a row."""
        return [(("│", EDGE),)] * self.size.height


class MainScreen(PaintedScreen):
    """Draws the desk and hands it what is pressed and typed."""

    app: SessionApp[str]

    def __init__(self, desk: Desk, done: Callable[[], None]) -> None:
        """`done` is called whenever something was done that may have been the last."""
        super().__init__()
        self.desk = desk
        self._done = done
        self.typing = False
        """Whether keys go to the input line."""
        self.panel: GamePanel | None = None
        self._panel_of = ""
        self._page: Page | None = None
        self.bar = Board(ground=BAR)
        self.page = Board()
        self.edge = Edge()
        self.title_row = Board()
        self.chat = ChatPane(desk.words, marks=_marks(desk))
        self.scope = Board(ground=FIELD)
        self.line = LineInput(submitted=self._submitted, full=self._full, graphemes=LONGEST, bytes_=4 * LONGEST)
        self.status = Board()
        self.keys = Board(ground=BAR)
        self.small = Board()
        self._asking = asyncio.Lock()
        self._draft = ""
        self._unread = 0

    # --- where everything stands ------------------------------------------------------------------------

    @property
    def narrow(self) -> bool:
        """Whether the halves are tabs."""
        return self.area.width < bars.NARROW

    def panes(self) -> Iterable[Pane]:
        """All of them."""
        rows = (self.bar, self.title_row, self.scope, self.line, self.status, self.keys, self.small)
        return (*rows, self.page, self.edge, self.chat, *filter(None, (self.panel,)))

    @property
    def cursor(self) -> tuple[int, int] | None:
        """Only the input line has one."""
        return self.line.cursor

    def place_panes(self) -> None:
        """The only time when panes change their size, but for the halves that give way to each other."""
        self.draw_all()

    def _arrange(self) -> None:
        """Place what has another place than before."""
        page = self.desk.page
        wide = page is not None and page.wide(self.desk)
        found = layout(*self.area, typing=self.typing, wide=wide)
        moved = [(pane, region) for pane, region in self._places(found) if pane.region != region]
        for pane, region in sorted(moved, key=lambda place: bool(place[1])):  # make room first
            pane.place(self.app, region)
        if found.chat:
            self._unread = 0

    def _places(self, found: Layout) -> list[tuple[Pane, Region]]:
        half = self._half()
        halves = [(pane, found.left if pane is half else Region()) for pane in (self.page, self.panel) if pane]
        return [
            *halves,
            (self.bar, found.bar),
            (self.edge, found.edge),
            (self.title_row, found.title),
            (self.chat, found.chat),
            (self.scope, found.scope),
            (self.line, found.line),
            (self.status, found.status),
            (self.keys, found.keys),
            (self.small, found.small),
        ]

    def _half(self) -> Pane:
        """What the left half shows: a page, or the game's panel where there is none."""
        if self.desk.page is not None:
            return self.page
        if self._panel_of != self.desk.game:
            if self.panel is not None:
                self.panel.place(self.app, Region())
            self.panel, self._panel_of = FACES[self.desk.game].panel(), self.desk.game
            self.panel.answered = lambda answers: self.ask(self.desk.hand_in(answers))
        assert self.panel is not None
        return self.panel

    # --- drawing ----------------------------------------------------------------------------------------

    def draw_all(self) -> None:
        """Draw everything; only what differs is sent."""
        if not self.area:
            return
        self._arrange()
        if self.small.size:
            self.small.put(paragraph(self.desk.words("small", width=LEAST_WIDTH, height=LEAST_HEIGHT), self.area.width))
            return
        self.draw_left()
        self.draw_bars()

    def draw_left(self) -> None:
        """The page on top, or the game's panel."""
        page = self.desk.page
        if page is not self._page:
            self._page, self.page.top = page, 0
        self._arrange()
        if page is None:
            assert self.panel is not None
            self.panel.show(self.desk.look)
            return
        drawing = page.draw(self.desk, *self.page.size)
        self.page.put(drawing.rows, drawing.at)

    def draw_bars(self) -> None:
        """The rows around."""
        desk, width = self.desk, self.area.width
        bar = bars.bar(desk, width, narrow=self.narrow)
        self.bar.put([*bar, BLANK][: 2 if self.narrow else 1])
        self.title_row.put([bars.chat_title(desk, self.title_row.size.width)])
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
        if self.bar.size and self.desk.place == "game":
            self.bar.put(bars.bar(self.desk, self.area.width, narrow=self.narrow))

    def add_lines(self, entries: Sequence[Entry] | None) -> None:
        """New lines of the chat in sight; None: all of them anew."""
        if entries is None:
            self.chat.set_rows(self._rows(self.desk.entries))
            self._unread = 0
        elif entries:
            rows = self._rows(entries)
            self.chat.extend(rows)
            self._unread += sum(row.kind != "own" for row in rows)

    def speak_language(self) -> None:
        """Everything in the words that the desk has now."""
        self.chat.set_words(self.desk.words)
        self.chat.retell(self._rows(self.desk.entries))
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

    # --- keys -------------------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        """Use a key: the pane that has the keys first."""
        self._forget_full()
        if not self.typing:
            stands_for = plain(Key(key, character))
            key, character = stands_for.key, stands_for.character
        if key in TABS:
            self.switch()
        elif (self.line if self.typing else self._half()).press(key, character):
            return
        elif key == "escape":
            self._escape()
        elif action := by_key(self.desk, key, typing=self.typing):
            self.ask(action.run(self.desk, ""))
        elif key in ("pageup", "pagedown"):
            self._page_by(key)
        elif self.typing:
            if key == "enter" and self.desk.question is not None:
                self.ask(self._submit(""))
        else:
            self._press_left(key, character)

    def _press_left(self, key: str, character: str | None) -> None:
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
                page.move(self.desk, steps[key])
                self.draw_all()
            else:
                self.page.scroll_rows(steps[key])
        elif character == "/" or (character and character.isprintable() and not character.isascii()):
            self.switch()
            self.line.insert(character)
        elif character and character.isprintable():
            self.desk.note = Note("note.unknown-key", {"key": character})
            self.draw_bars()

    def insert(self, text: str) -> None:
        """What is pasted beside the line belongs in it."""
        self._forget_full()
        if not self.typing:
            self.switch()
        self.line.insert(text)

    def switch(self) -> None:
        """Between the keys of the left half and the input line."""
        self._type(not self.typing)

    def _type(self, typing: bool) -> None:
        """Send the keys to the input line or to the left half."""
        self.typing = typing
        self.line.focus(typing)
        self.draw_all()

    def _escape(self) -> None:
        if self.desk.question is not None:
            self._end_question()
        elif self.typing:
            self.switch()
        else:
            self.desk.close()
        self.desk.note = None
        self.draw_all()

    def _page_by(self, key: str) -> None:
        if self.typing or self.desk.page is None or self.desk.page.selects:
            self.chat.press(key, None)
        else:
            self.page.scroll_rows((-1 if key == "pageup" else 1) * max(1, self.page.size.height - 1))

    # --- asking the house -------------------------------------------------------------------------------

    def ask(self, doing: Awaitable[object]) -> None:
        """Do something that may have to wait for the house, one after the other.  Keys typed ahead wait for what
        comes of it, but not for long."""
        self.app.hold()
        self.run_worker(self._ask(doing))

    async def _ask(self, doing: Awaitable[object]) -> None:
        try:
            await self._asked(doing)
        finally:
            self.app.release()

    async def _asked(self, doing: Awaitable[object]) -> None:
        async with self._asking:
            before, question, pages = self.desk.words, self.desk.question, self.desk.pages[-1:]
            thin = self.desk.thin
            await doing
        if self.narrow and self.typing and self.desk.pages[-1:] not in ([], pages):
            self.switch()  # what was opened by a command is on the other tab
        if self.desk.question is not question and self.desk.question is not None:
            self._begin_question()
        if self.desk.words is not before:
            self.speak_language()
        if self.desk.thin is not thin:
            self.chat.set_marks(_marks(self.desk))
            self.app.use_thin(self.desk.thin)
        self.draw_all()
        self._done()

    def _begin_question(self) -> None:
        self.desk.note = None
        self._draft, self.line.value = self.line.value, ""
        self._type(True)

    def _end_question(self) -> None:
        self.desk.question = None
        self.line.value = self._draft
        self._type(False)

    def _submitted(self, text: str) -> None:
        """Enter in the line: an answer to what was asked for, a command, or talk."""
        self.ask(self._submit(text))

    async def _submit(self, text: str) -> None:
        """The line empties only if the house took it."""
        question = self.desk.question
        if question is not None:
            if await self.desk.attempt(question.run(text)):
                self._end_question()
        elif await (run_command(self.desk, text) if text.startswith("/") else self.desk.say(text)):
            self.line.accept(text)

    def _full(self) -> None:
        """Something did not fit in the line."""
        self.desk.note = LINE_FULL
        self.draw_bars()

    def _forget_full(self) -> None:
        """What did not fit was told; what comes next may fit again."""
        if self.desk.note == LINE_FULL:
            self.desk.note = None
            self.draw_bars()


def _marks(desk: Desk) -> Marks:
    """What stands in the chat before each line."""
    return SAFE if desk.thin else FULL
