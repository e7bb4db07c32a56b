"""A practice game: against bots, with time to read, each phase explained the first time it comes.

That a table is for practice is known to the reader's own session alone: no fact of it is written, and nobody else who
comes to the table is shown anything of it.  What is explained follows from the phase, not from what the reader holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import Game
from engine.options import offered
from engine.table.room import options_of
from tui.games import FACES
from tui.screens import before
from tui.screens.asking import MenuPage
from tui.screens.desk import DEAD, Desk
from tui.screens.page import Reader
from tui.widgets.draw import BLANK, Row, heading, item, paragraph
from tui.widgets.look import FAINT

PARTS = ("what", "choose", "habit")
"""The three sentences of a lesson: what this is, what one chooses and what it costs, a good habit."""


class PracticePage(MenuPage):
    """Which game to practise."""

    name = "practice"

    def __init__(self, games: Mapping[str, Game]) -> None:
        super().__init__()
        self.games = list(games.values())

    @property
    def about(self) -> str:
        """The game under the cursor."""
        return self.games[self.cursor].id

    def title(self, desk: Desk) -> list[str]:
        """The question."""
        return [desk.words("practice.title"), desk.words("practice.ask")]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """Each game, and what it is about."""
        return [(desk.words(f"{game.id}.name"), desk.words(f"{game.id}.pitch")) for game in self.games]

    async def pick(self, desk: Desk, number: int) -> None:
        """Deal."""
        await desk.attempt(_practise(desk, self.games[number]))


async def _practise(desk: Desk, game: Game) -> None:
    desk.practice = await desk.house.create(game.id, "code", {**offered(options_of(game)), **FACES[game.id].practice})
    await before.deal_with_bots(desk.house, game.usual)


class LessonPage(Reader):
    """What a phase is about, in three sentences."""

    name = "lesson"

    def __init__(self, lesson: str) -> None:
        self.lesson = lesson

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """A title, the sentences, and how to go on."""
        words, game = desk.words, desk.game
        phase = words("practice.dead") if self.lesson == DEAD else ""
        title = phase or words("practice.phase", phase=words(f"{game}.phase.{self.lesson}"))
        rows: list[Row] = [heading(title, width)]
        for part in PARTS:
            rows += [*item(words(f"{game}.lesson.{self.lesson}.{part}"), width), BLANK]
        return [*rows, *paragraph(words("practice.next"), width, FAINT)]


async def practise(desk: Desk, text: str) -> None:
    """Ask which game to practise."""
    desk.open(PracticePage(desk.house.games))


async def explain(desk: Desk, text: str) -> None:
    """Show the lesson of the open phase again."""
    desk.open(LessonPage(desk.lesson))
