"""The form for a new table: game, access, options in words with their bounds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from engine.game import Game
from engine.options import Option, Value, offered
from engine.table.facts import Access
from engine.table.room import options_of
from tui.screens.desk import Desk, Question
from tui.screens.page import ListPage
from tui.widgets.draw import BLANK, Row, columns, heading, paragraph, row
from tui.widgets.look import ACCENT, CHOSEN, FAINT, PLAIN, STRONG
from tui.words.catalogue import Words
from tui.words.narration import option_help, option_label, option_value
from tui.words.width import cells

LABEL = 18
_ACCESS: tuple[Access, ...] = ("open", "code")


class CreatePage(ListPage):
    """A new table.  Up and down between its rows, left and right to change one, Enter to type a number or, on
    the last row, to open the table."""

    name = "create"
    actions = ("open",)

    def __init__(self, games: Sequence[Game], remembered: Mapping[str, Mapping[str, Value]]) -> None:
        super().__init__()
        self.games = games
        self.remembered = remembered
        self.game = games[0]
        self.access: Access = "open"
        self.values = self._last()

    def _last(self) -> dict[str, Value]:
        """The options with which the reader last dealt the chosen game; none stands for all defaults."""
        return dict(self.remembered.get(self.game.id, {}))

    @property
    def about(self) -> str:
        """The chosen game."""
        return self.game.id

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the chosen game and those of every game."""
        return options_of(self.game)

    def count(self, desk: Desk) -> int:
        """Game, access, the options, and the row that opens the table."""
        return 3 + len(self.options)

    def enters(self, desk: Desk) -> str:
        """The last row opens the table."""
        return "keys.enter-open" if self.cursor == self.count(desk) - 1 else "keys.enter-create"

    def head(self, desk: Desk, width: int) -> list[Row]:
        """What is made here."""
        return [heading(desk.words("create.title"), width)]

    def items(self, desk: Desk, width: int) -> list[list[Row]]:
        """Game, access, the options, and what opens the table."""
        words = desk.words
        lines = [
            (words("create.game"), words(f"{self.game.id}.name")),
            (words("create.access"), words(f"create.access-{self.access}")),
            *((option_label(words, self.game.id, o.name), self._value(words, o)) for o in self.options),
        ]
        rows = [[option_row(label, value, width, n == self.cursor)] for n, (label, value) in enumerate(lines)]
        ready = self.cursor == len(lines)
        text = (f" {words('create.open')} ", CHOSEN if ready else STRONG)
        return [*rows, [BLANK, row(("▸" if ready else " ", ACCENT), text)]]

    def foot(self, desk: Desk, width: int) -> list[Row]:
        """What the row under the cursor means."""
        return [BLANK, heading(desk.words("create.meaning"), width), *paragraph(self._meaning(desk.words), width)]

    async def change(self, desk: Desk, step: int) -> None:
        """The next or previous value of the row."""
        if self.cursor == 0:
            self.game = self.games[(self.games.index(self.game) + step) % len(self.games)]
            self.values = self._last()
        elif self.cursor == 1:
            self.access = _ACCESS[(_ACCESS.index(self.access) + step) % len(_ACCESS)]
        elif self.cursor < self.count(desk) - 1:
            option = self.options[self.cursor - 2]
            self.values[option.name] = stepped(option, self.values.get(option.name, option.usual), step)

    async def enter(self, desk: Desk) -> None:
        """Open the table on the last row; type a number on a row that is one; else the next value."""
        at = self.cursor - 2
        if at == len(self.options):
            await self.open_table(desk)
        elif at >= 0 and not self.options[at].choices:
            ask_number(desk, self.game.id, self.options[at], self._set)
        else:
            await self.change(desk, 1)

    async def open_table(self, desk: Desk) -> None:
        """Open the table as the form stands."""
        await desk.attempt(desk.house.create(self.game.id, self.access, offered(self.options) | self.values))

    async def _set(self, desk: Desk, option: Option, value: str) -> None:
        self.values[option.name] = option.parse(value)

    def _value(self, words: Words, option: Option) -> str:
        return option_value(words, self.game.id, option.name, self.values.get(option.name, option.usual))

    def _meaning(self, words: Words) -> str:
        at = self.cursor - 2
        if self.cursor == 0:
            return words(f"{self.game.id}.pitch")
        if self.cursor == 1:
            return words(f"create.help-{self.access}")
        return (
            words("create.help") if at == len(self.options) else option_help(words, self.game.id, self.options[at].name)
        )


def option_row(label: str, value: str, width: int, chosen: bool, *, arrows: bool = True) -> Row:
    """A label and its value; under the cursor with the arrows that change it."""
    room = width - LABEL - 3
    gap = " " * (cells(value) <= room - 4)
    shown = f"◂{gap}{value}{gap}▸" if chosen and arrows else f"  {value}"
    style = CHOSEN if chosen else PLAIN
    return row(("▸" if chosen else " ", ACCENT), *columns([(label, LABEL, FAINT), (shown, room, style)]))


def stepped(option: Option, value: Value, step: int) -> Value:
    """The next value of an option: around through words, up and down within the bounds of a number."""
    if option.choices:
        return option.choices[(option.choices.index(str(value)) + step) % len(option.choices)]
    by = 5 if option.high - option.low > 60 else 1
    return max(option.low, min(int(value) + by * step, option.high))


Put = Callable[[Desk, Option, str], Awaitable[None]]
"""Takes what was typed for an option; raises Refusal."""


def ask_number(desk: Desk, game: str, option: Option, put: Put) -> None:
    """Ask for an option's number in the input line."""
    label = option_label(desk.words, game, option.name)

    async def run(text: str) -> None:
        await put(desk, option, text)

    desk.question = Question(
        "ask.number", "ask.number-hint", run, {"option": label, "low": option.low, "high": option.high}
    )
