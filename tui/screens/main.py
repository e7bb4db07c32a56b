"""The screen of the place: a bar, a page or the game's panel on the left, the chat on the right, the input line below.

Where everything stands is in `house.tcss`.  Under 72 columns the halves are tabs, shown by where the keys go.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Click, Key

from engine.table.talk import LONGEST
from tui.games import FACES
from tui.games.choices import KEYS as ANSWERS
from tui.games.face import GamePanel
from tui.screens import bars
from tui.screens.actions import by_key, key_name, run_command, too_soon
from tui.screens.chat_log import Entry
from tui.screens.desk import Desk, Note
from tui.screens.place import LEAST_HEIGHT, LEAST_WIDTH, PlaceScreen
from tui.screens.status import status
from tui.terminal.keys import plain
from tui.widgets.board import Board
from tui.widgets.chat import MAX_ROWS, NARRATION, ChatPane, ChatRow
from tui.widgets.draw import BLANK, Drawing, Row, paragraph
from tui.widgets.form import KEYS as SEAT_KEYS
from tui.widgets.glyphs import FULL, SAFE, Marks
from tui.widgets.line import LineInput
from tui.widgets.look import EDGE
from tui.widgets.pane import Line, Pane

LINE_FULL = Note("line.full")


DIGITS = frozenset("0123456789")

STEPS = {"up": -1, "down": 1, "home": -999, "end": 999}


class PagePane(Board, can_focus=True):
    """The page of the lobby or of a table before its game, with a cursor on one of its rows."""

    def press(self, key: str, character: str | None) -> bool:
        """Move the cursor, and scroll on from the first and the last item; enter, or change, what it stands on."""
        screen = self.screen
        assert isinstance(screen, MainScreen)
        desk, page = screen.desk, screen.desk.base
        if page is None:
            return False
        if key in STEPS:
            before = page.cursor
            page.move(desk, STEPS[key])
            screen.draw()
            if page.cursor == before:
                self.scroll_by_key(key)
        elif key == "enter":
            screen.conductor.ask(page.enter(desk))
        elif key in ("left", "right"):
            screen.conductor.ask(page.change(desk, -1 if key == "left" else 1))
        else:
            return self.turn(key)
        return True

    def on_click(self, event: Click) -> None:
        """Move the cursor to the item under the pointer; enter it if the cursor is there."""
        screen = self.screen
        assert isinstance(screen, MainScreen)
        desk, page, item = screen.desk, screen.desk.base, self.items.get(self.top + event.y)
        if page is None or item is None:
            return
        if item == page.cursor:
            screen.conductor.ask(page.enter(desk))
        else:
            page.move(desk, item - page.cursor)
            screen.draw()


class KeysPane(Board):
    """The last row: the keys that work now.  A click on one presses it."""

    def on_click(self, event: Click) -> None:
        """Press the key under the pointer."""
        self.press_at(event.x)

    def press_at(self, x: int) -> None:
        """Press the key that stands for a cell of the row."""
        screen = self.screen
        assert isinstance(screen, MainScreen)
        named = {key_name(key): key for key in bars.footer_keys(screen.desk)}
        if (key := self.key_at(x, 0, named)) is not None:
            self.app.simulate_key(named[key])


class Edge(Pane):
    """The line between the halves."""

    def draw(self) -> list[Line]:
        """One cell a row."""
        return [(("│", EDGE),)] * self.area.height


class MainScreen(PlaceScreen[None]):
    """Draws the desk and hands it what is pressed and typed."""

    BINDINGS: ClassVar[list[BindingType]] = [("pageup", "page_chat('pageup')"), ("pagedown", "page_chat('pagedown')")]
    AUTO_FOCUS = ""

    def __init__(self, desk: Desk, size: tuple[int, int]) -> None:
        super().__init__(size)
        self._desk = desk
        self.left: PagePane | GamePanel
        """What the left half shows: the page of the place, or the game's panel."""
        self.bar = Board(id="bar")
        self.edge = Edge(id="edge")
        self.chat = ChatPane(desk.words, titled=True, marks=_marks(desk), id="chat")
        self.line = LineInput(
            submitted=self._submitted,
            full=self._full,
            graphemes=LONGEST,
            bytes_=4 * LONGEST,
            label=bars.SCOPE,
            id="line",
        )
        self.status = Board(id="status")
        self.keys = KeysPane(id="keys")
        self._unseen: list[Entry] = []
        """What came while the chat was out of sight."""
        self._talk_only = desk.talk_only
        self._said = desk.said
        self.hidden = desk.hidden
        """Whether the chat is drawn with secrets hidden."""

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        self.left = self._make_left()
        yield self.bar
        with Horizontal(id="body"):
            yield self.left
            yield self.edge
            yield self.chat
        yield self.line
        yield self.status
        yield self.keys

    @property
    def desk(self) -> Desk:
        """What there is to be seen."""
        return self._desk

    @property
    def typing(self) -> bool:
        """Whether keys go to the input line, or to the line in its place that a question has."""
        return self.desk.question is not None or (self.focused is self.line and not self.desk.pages)

    # --- the left half ----------------------------------------------------------------------------------

    def _make_left(self) -> PagePane | GamePanel:
        """The page of the place, or a panel for the game that runs."""
        self._left_of = self._left_wanted
        if not self._left_of:
            return PagePane(id="page", classes="left")
        panel = FACES[self._left_of].panel()
        panel.add_class("left")
        panel.answered = lambda answers: self.conductor.ask(self.desk.hand_in(answers))
        return panel

    @property
    def _left_wanted(self) -> str:
        """The id of the game whose panel belongs on the left, "" for a page."""
        return "" if self.desk.base is not None else self.desk.game

    async def turn_left(self) -> None:
        """Have the left half show what belongs there now."""
        if self._left_of != self._left_wanted:
            old, self.left = self.left, self._make_left()
            await self.query_one("#body").mount(self.left, before=0)
            if self.focused is not self.line:
                self.set_focus(self.left)  # before the old one goes: Textual would pass its focus on
            await old.remove()
        elif self.focused is None:
            self.set_focus(self.left)

    # --- drawing ----------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw everything; only what differs is sent."""
        if self._talk_only != self.desk.talk_only:
            self._talk_only = self.desk.talk_only
            self.chat.set_rows(self._rows(self.desk.entries))
        page = self.desk.base
        if self._said != self.desk.said:  # who talks wants to see what becomes of it
            self._said = self.desk.said
            self.chat.press("end", None)
        if isinstance(self.left, GamePanel):
            if page is None:  # else it is about to give way
                self.left.look_at(self.desk.look)
        elif page is not None:
            self.left.show(lambda width, height: page.draw(self.desk, width, height))
        self.draw_bars()

    def draw_bars(self) -> None:
        """The rows around."""
        desk = self.desk
        self.draw_clock()
        self.chat.show_title(lambda width: bars.chat_title(desk, width))
        self.line.set_label(bars.scope_row(desk, typing=self.typing))
        self.line.set_placeholder(self._placeholder())
        self.make_room()
        self.status.show(lambda width, height: Drawing(status(desk, width)[:height]))
        self.keys.show(lambda width, height: Drawing([self._keys_row(width)]))

    def draw_clock(self) -> None:
        """The bar alone: time goes on."""
        self.bar.show(self._bar_rows)

    def _bar_rows(self, width: int, height: int) -> Drawing:
        """The bar, or on a screen that is too small all that it says."""
        if self.has_class("-small"):
            return Drawing(paragraph(self.desk.words("small", width=LEAST_WIDTH, height=LEAST_HEIGHT), width))
        return Drawing([*bars.bar(self.desk, width, narrow=self.narrow), BLANK][:height])

    def _keys_row(self, width: int) -> Row:
        """The keys that work now."""
        unread = self._unread if self.narrow and not self.typing else 0
        return bars.footer(self.desk, width, typing=self.typing, unread=unread)

    def draw_event(self, entries: Sequence[Entry] | None) -> None:
        """New lines of the chat in sight, which often is all that an event changes."""
        self.add_lines(entries)
        if self.narrow:
            self.draw_bars()

    def add_lines(self, entries: Sequence[Entry] | None) -> None:
        """New lines of the chat in sight; None: all of them anew."""
        if entries is None:
            self.chat.set_rows(self._rows(self.desk.entries))
            self._unseen = []
        elif entries or self.desk.log.retold:
            if self.desk.log.retold:
                self.chat.retell(self._rows(self.desk.entries[: len(self.desk.entries) - len(entries)]))
            self.chat.extend(self._rows(entries))
            self._unseen = [*self._unseen, *entries][-MAX_ROWS:]
        if not self.narrow or self.typing:
            self._unseen = []

    def retell(self) -> None:
        """The chat in the words that the desk has now, and as open as the reader wants it."""
        self.hidden = self.desk.hidden
        self.chat.set_words(self.desk.words)
        self.chat.retell(self._rows(self.desk.entries))

    def use_marks(self) -> None:
        """Draw the chat with the marks that the reader's line allows."""
        self.chat.set_marks(_marks(self.desk))

    @property
    def _unread(self) -> int:
        """How many of the lines that wait to be seen are by others, of those that the reader wants to see."""
        return sum(row.kind != "own" for row in self._rows(self._unseen))

    def _rows(self, entries: Sequence[Entry]) -> list[ChatRow]:
        """The lines that the reader wants to see, in their language, and as open as they want them."""
        rows = [self.desk.veiled(entry[self.desk.words.lang]) for entry in entries]
        return [row for row in rows if row.kind not in NARRATION] if self._talk_only else rows

    def _placeholder(self) -> str:
        desk = self.desk
        if desk.view is not None and desk.scope is None:
            return desk.words("line.paused" if desk.view.paused is not None else "line.closed")
        return "" if self.typing else desk.words("line.tab")

    def startles(self, event: Key) -> bool:
        """Whether a key that answers the game comes so soon in a phase that it was meant for the one before.  It does
        nothing then but say so."""
        desk = self.desk
        if self.typing or desk.place != "game" or not desk.just_turned or plain(event).key not in answering(desk):
            return False
        desk.note = too_soon(plain(event).key)
        self.draw_bars()
        return True

    # --- keys -------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> None:
        """A key that the pane with the focus has not used, and that no action has: a choice, or the first letter of
        something to say."""
        if self.focused is self.line:
            return
        choice = next((c for c in self.desk.choices if c.key == event.key), None)
        if choice is not None and self.desk.just_turned:  # a click, of which `startles` does not hear
            event.stop()
            self.desk.note = too_soon(event.key)
            self.conductor.draw()
        elif choice is None and (event.key == "enter" or event.key in DIGITS) and (why := _why_none(self.desk)):
            event.stop()
            self.desk.note = why
            self.conductor.draw()
        elif choice is None or by_key(self.desk, event.key, typing=False):
            self.answer_unknown(event)
        else:
            event.stop()
            self.conductor.ask(self.desk.answer(choice))

    def watch_focused(self) -> None:
        """Show the half that has the keys."""
        if self.typing:
            self._unseen = []
        self.set_class(self.typing, "-typing")
        if self.is_mounted:
            self.draw_bars()

    def action_switch(self) -> None:
        """Between the left half, with the page that was open there, and the input line."""
        talked = self.focused is self.line
        self.set_focus(self.left if talked else self.line)
        if talked and self.desk.parked:
            self.desk.unpark()
            self.conductor.ask(self.conductor.show())

    def action_back(self) -> None:
        """From the line to the left half."""
        self.set_focus(self.left)
        super().action_back()

    def action_page_chat(self, key: str) -> None:
        """Scroll the chat by a page."""
        self.chat.press(key, None)

    # --- the input line ---------------------------------------------------------------------------------

    def _submitted(self, text: str) -> None:
        """Enter in the line: a command, or talk."""
        self.conductor.ask(self._submit(text))

    async def _submit(self, text: str) -> None:
        """The line empties only if the house took it."""
        if await (run_command(self.desk, text) if text.startswith("/") else self.desk.say(text)):
            self.line.accept(text)

    def _full(self) -> None:
        """Something did not fit in the line."""
        self.desk.note = LINE_FULL
        self.draw_bars()

    def forget_full(self) -> None:
        """What did not fit was told; what comes next may fit again."""
        if self.desk.note == LINE_FULL:
            self.desk.note = None
            self.draw_bars()


def answering(desk: Desk) -> frozenset[str]:
    """The keys that answer in some phase of a game at this table, whoever is asked."""
    assert desk.view is not None
    return frozenset((*ANSWERS, *SEAT_KEYS[: len(desk.view.seats)], "enter", "space", "left", "right"))


def _why_none(desk: Desk) -> Note | None:
    """Why a key that answers in other phases answers nothing now: from what everybody knows of the reader."""
    view = desk.view
    if view is None or desk.place != "game":
        return None
    states = (
        (view.paused is not None, "paused"),
        (desk.look.reveals, "reveal"),
        (view.author == desk.me, "author"),
        (desk.seat is None, "watching"),
        (bool(desk.choices), "choices"),
        (bool(desk.look.prompts), ""),  # a form knows its keys
        (desk.seat not in view.living, "dead"),
        (True, "nothing"),
    )
    name = next(name for so, name in states if so)
    return Note(f"why.{name}", {"keys": bars.digits(desk)} if name == "choices" else {}) if name else None


def _marks(desk: Desk) -> Marks:
    """What stands in the chat before each line."""
    return SAFE if desk.thin else FULL
