"""The screens that lie over the place: pages to be read, lists to choose from, a line to be filled in."""

from __future__ import annotations

from typing import cast

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.events import Click, Key, MouseEvent, MouseScrollDown, MouseScrollUp, Resize
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from engine.table.talk import LONGEST
from tui.screens.bars import SCOPE, scope_row
from tui.screens.desk import Desk, Page, Question
from tui.screens.main import MainScreen
from tui.screens.page import ListPage, PalettePage, Reader
from tui.screens.palette import Palette
from tui.screens.place import PlaceScreen
from tui.terminal.keys import plain
from tui.widgets.board import Board
from tui.widgets.chat import WHEEL_ROWS
from tui.widgets.draw import BLANK, Drawing, Row, at_most
from tui.widgets.edges import mark_edges
from tui.widgets.line import LineInput
from tui.widgets.pane import Host

_TITLE_ROWS = 2
"""Rows of a foot before what it says: a blank one and its title."""

_BRIEF_ROWS = 3
"""Rows of a foot that has to be brief."""


class Dialog(PlaceScreen[None], ModalScreen[None]):
    """A screen over the place, made for `about`: a page or a question of the desk."""

    def __init__(self, about: Page | Question, size: tuple[int, int]) -> None:
        super().__init__(size)
        self.about = about

    def action_back(self) -> None:
        """Close the page."""
        self.desk.close()
        super().action_back()

    def on_click(self, event: Click) -> None:
        """Beside the page are the keys and the line of the place."""
        main = self.app.screen_stack[0]
        if event.widget is self and isinstance(main, MainScreen):
            if main.keys.region.contains(event.screen_x, event.screen_y):
                main.keys.press_at(event.screen_x)
            elif main.line.region.contains(event.screen_x, event.screen_y):
                self.action_switch()

    def on_mouse_scroll_up(self, event: MouseScrollUp) -> None:
        """Beside the page is the chat."""
        self._scroll_chat(event, -WHEEL_ROWS)

    def on_mouse_scroll_down(self, event: MouseScrollDown) -> None:
        """Beside the page is the chat."""
        self._scroll_chat(event, WHEEL_ROWS)

    def _scroll_chat(self, event: MouseEvent, rows: int) -> None:
        main, at = self.app.screen_stack[0], (event.screen_x, event.screen_y)
        if isinstance(main, MainScreen) and main.chat.region.contains(*at) and self.get_widget_at(*at)[0] is self:
            main.chat.scroll_rows(rows)


class Sheet(Board, can_focus=True):
    """What is read: scrolls by keys."""

    def press(self, key: str, character: str | None) -> bool:
        """Scroll."""
        return self.scroll_by_key(key)


class ReaderScreen(Dialog):
    """A page that is read."""

    def __init__(self, page: Reader, size: tuple[int, int]) -> None:
        super().__init__(page, size)
        self.page = page
        self.sheet = Sheet(classes="sheet")

    def compose(self) -> ComposeResult:
        """The page alone."""
        yield self.sheet

    def draw(self) -> None:
        """The page as it is now."""
        self.make_room()
        self.set_class(self.page.wide(self.desk), "-spread")
        self.sheet.show(lambda width, height: Drawing(self.page.rows(self.desk, width)))

    def on_mount(self) -> None:
        """Draw it at once."""
        self.draw()

    def on_key(self, event: Key) -> None:
        """Enter closes what was read; another key may turn to more of it."""
        if event.key == "enter":
            event.stop()
            self.conductor.ask(self.page.enter(self.desk))
        elif self.page.press(self.desk, plain(event).key):
            event.stop()
            self.conductor.ask(self.conductor.show())
        else:
            self.answer_unknown(event)


class ListScreen(Dialog):
    """A list to choose from: by the arrows and Enter, or by the number of an answer."""

    def __init__(self, page: ListPage, size: tuple[int, int]) -> None:
        super().__init__(page, size)
        self.page = page
        self.sheet = Vertical(classes=f"sheet -{page.name}")
        self.head, self.foot = Static(classes="head"), Static(classes="foot")
        self.list = OptionList(compact=True)
        self._shown: list[list[Row]] = []

    def compose(self) -> ComposeResult:
        """The question, the answers, and what there is to say about the one that is highlighted."""
        with self.sheet:
            yield self.head
            yield self.list
            yield self.foot

    def on_mount(self) -> None:
        """Draw it when there is room to draw in."""
        mark_edges(self.list)
        self.draw()

    def draw(self) -> None:
        """The list as it is now; the highlight stays where it was."""
        self.make_room()
        width, height = self.list.content_region.width or self.head.size.width, self.sheet.size.height
        if not width:
            return
        head, items = self.page.head(self.desk, width), self.page.items(self.desk, width)
        foot = self.page.foot(self.desk, width)
        if len(head) + sum(map(len, items)) + len(foot) > height:
            foot = _brief(foot, width)
        self.head.update(self._text(head))
        self._draw_items(items)
        self.foot.update(self._text(foot))
        self.list.styles.max_height = max(1, height - len(head) - len(foot))

    def _draw_items(self, items: list[list[Row]]) -> None:
        if items == self._shown:
            return
        prompts = [self._text(rows) for rows in items]
        if len(items) == len(self._shown):
            for at, prompt in enumerate(prompts):
                if items[at] != self._shown[at]:
                    self.list.replace_option_prompt_at_index(at, prompt)
        else:
            self.list.set_options([Option(prompt) for prompt in prompts])
            self.list.highlighted = min(self.page.cursor, len(items) - 1)
        self._shown = items

    def _text(self, rows: list[Row]) -> Text:
        """Rows as a text of Textual's, never parsed as markup."""
        style = cast(Host, self.app).style
        lines = [Text.assemble(*((text, style(ink)) for text, ink in row), no_wrap=True) for row in rows]
        return Text("\n", no_wrap=True).join(lines)

    def on_resize(self, event: Resize) -> None:
        """Draw for the new room."""
        super().on_resize(event)
        self._shown = []

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Say what the highlighted one means."""
        event.stop()
        if event.option_index != self.page.cursor:
            self.page.cursor = event.option_index
            self.conductor.draw()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose."""
        event.stop()
        self.page.cursor = event.option_index
        self.conductor.ask(self.page.enter(self.desk))

    def on_key(self, event: Key) -> None:
        """A number chooses, left and right change."""
        number = self.page.number(event.key)
        if number is not None and number < len(self._shown):
            event.stop()
            self.page.cursor = self.list.highlighted = number
            self.conductor.ask(self.page.enter(self.desk))
        elif event.key in ("left", "right"):
            event.stop()
            self.conductor.ask(self.page.change(self.desk, -1 if event.key == "left" else 1))
        else:
            self.answer_unknown(event)


def _brief(foot: list[Row], width: int) -> list[Row]:
    """What is said below a list that needs the room: without its title, and always as high."""
    said = at_most(foot[_TITLE_ROWS:], _BRIEF_ROWS, width)
    return [*said, *[BLANK] * (_BRIEF_ROWS - len(said))] if foot else []


class AskScreen(Dialog):
    """Something that is asked for in place of talk, in the row of the input line."""

    def __init__(self, question: Question, size: tuple[int, int]) -> None:
        super().__init__(question, size)
        self.question = question
        self.line = LineInput(submitted=self._submit, graphemes=LONGEST, bytes_=4 * LONGEST, label=SCOPE, id="line")

    def compose(self) -> ComposeResult:
        """The line, with what is asked for before it."""
        yield self.line

    def draw(self) -> None:
        """The label in the reader's language."""
        self.make_room()
        self.line.set_label(scope_row(self.desk, typing=True))

    def on_mount(self) -> None:
        """Draw it at once."""
        self.draw()

    def on_key(self, event: Key) -> None:
        """Enter on the empty line is an answer as well."""
        if event.key == "enter":
            event.stop()
            self._submit("")

    def _submit(self, text: str) -> None:
        self.conductor.ask(self._answer(text))

    async def _answer(self, text: str) -> None:
        """It stays, with what was typed, if the house refuses."""
        if await self.desk.attempt(self.question.run(text)) and self.desk.question is self.question:
            self.desk.question = None

    def action_back(self) -> None:
        """Ask no longer."""
        self.desk.question = None
        PlaceScreen.action_back(self)

    def action_switch(self) -> None:
        """There is nothing else to go to before this is answered."""


def dialog(about: Page | Question, desk: Desk, size: tuple[int, int]) -> Dialog | Palette:
    """The screen for a page or a question."""
    match about:
        case Question():
            return AskScreen(about, size)
        case Reader():
            return ReaderScreen(about, size)
        case PalettePage():
            return Palette(about, desk)
    return ListScreen(cast(ListPage, about), size)
