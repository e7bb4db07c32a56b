"""The rules of a game to be read: ten lines, contents, the rules in full, worked examples step by step, and notes.

Beside the rules, which are the game's face's own, a book is made of words alone: `GAME.brief.nN`, `GAME.example.nN`
with a `title` and steps `sN`, and `GAME.notes.nN`.  A game without them has its rules on one page.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count, takewhile

from tui.games import FACES
from tui.screens.desk import Desk
from tui.screens.page import Reader
from tui.widgets.draw import BLANK, Row, heading, item, paragraph
from tui.widgets.look import FAINT, STRONG
from tui.words.catalogue import Words

OTHER_GAME = 9
"""The number of the next game's book, in the lobby."""


def numbered(words: Words, key: str) -> list[str]:
    """The texts `KEY1`, `KEY2` … as far as there are any."""
    return [words(name) for name in takewhile(words.__contains__, (f"{key}{n}" for n in count(1)))]


def chapters(words: Words, game: str) -> list[Chapter]:
    """What there is to be opened: the rules in full, each example, the notes."""
    examples = takewhile(lambda n: f"{game}.book.example.n{n}.title" in words, count(1))
    notes = [Notes(game)] if f"{game}.book.notes.n1" in words else []
    return [FullRules(game), *(Example(game, n) for n in examples), *notes]


class RulesPage(Reader):
    """The first page: the game in ten lines, and what else there is; in the lobby also the other games' books."""

    name = "rules"

    def __init__(self) -> None:
        self.turned = 0
        """How often the book of the next game was asked for."""

    def game(self, desk: Desk) -> str:
        """Which game it is about: that of the table; in the lobby one after the other."""
        games = list(desk.house.games)
        return desk.game if desk.view is not None else games[self.turned % len(games)]

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """Ten lines and the contents; a game without a book has its rules here."""
        words, game = desk.words, self.game(desk)
        rows: list[Row] = [heading(words(f"{game}.name"), width)]
        brief = self.brief(words, game, width)
        if not brief:
            rows += FACES[game].rules(words, width)
        else:
            rows += [*brief, BLANK, heading(words("rulebook.contents"), width)]
            for n, chapter in enumerate(chapters(words, game), 1):
                rows += paragraph(f"{n} {chapter.title(words)}", width, STRONG, hang=2)
        if desk.view is None and len(desk.house.games) > 1:
            games = list(desk.house.games)
            other = games[(self.turned + 1) % len(games)]
            rows += [BLANK, *paragraph(f"{OTHER_GAME} {words(f'{other}.name')}", width, STRONG, hang=2)]
        return [*rows, BLANK, *paragraph(words("rulebook.how"), width, FAINT)] if brief else rows

    def brief(self, words: Words, game: str, width: int) -> list[Row]:
        """The game in ten lines; none for a game that has no book."""
        return [line for text in numbered(words, f"{game}.book.brief.n") for line in item(text, width)]

    def press(self, desk: Desk, key: str) -> bool:
        """A number opens a chapter, or the next game's book."""
        if not (key.isascii() and key.isdecimal()):
            return False
        game, number = self.game(desk), int(key)
        found = chapters(desk.words, game)
        if number == OTHER_GAME and desk.view is None:
            self.turned += 1
        elif 0 < number <= len(found) and f"{game}.book.brief.n1" in desk.words:
            desk.pages.append(found[number - 1])
        else:
            return False
        return True


class Chapter(Reader):
    """One chapter of a game's book."""

    name = "chapter"

    def __init__(self, game: str) -> None:
        self.game = game

    def title(self, words: Words) -> str:
        """As it stands in the contents."""
        raise NotImplementedError


class FullRules(Chapter):
    """The rules as the game's face tells them."""

    def title(self, words: Words) -> str:
        """The rules in full."""
        return words("rulebook.full")

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """All of them."""
        return [heading(self.title(desk.words), width), *FACES[self.game].rules(desk.words, width)]


class Notes(Chapter):
    """How people play it well."""

    def title(self, words: Words) -> str:
        """Notes on strategy."""
        return words("rulebook.notes")

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """A paragraph each."""
        rows = [heading(self.title(desk.words), width)]
        for text in numbered(desk.words, f"{self.game}.book.notes.n"):
            rows += [*item(text, width), BLANK]
        return rows


class Example(Chapter):
    """A worked example, step by step."""

    def __init__(self, game: str, number: int) -> None:
        super().__init__(game)
        self.number = number
        self.step = 1
        """How many steps are in sight."""

    def title(self, words: Words) -> str:
        """What it is an example of."""
        return words("rulebook.example", title=words(f"{self.game}.book.example.n{self.number}.title"))

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """The steps so far, the newest at full strength, and how to see the next."""
        words, steps = desk.words, self._steps(desk.words)
        rows = [heading(self.title(words), width)]
        for n, text in enumerate(steps[: self.step], 1):
            rows += [*paragraph(f"{n} {text}", width, hang=2), BLANK]
        how = "rulebook.step" if self.step < len(steps) else "rulebook.over"
        return [*rows, *paragraph(words(how, n=self.step, of=len(steps)), width, FAINT)]

    def _steps(self, words: Words) -> list[str]:
        return numbered(words, f"{self.game}.book.example.n{self.number}.s")

    def press(self, desk: Desk, key: str) -> bool:
        """Space shows the next step; after the last it begins anew."""
        if key != "space":
            return False
        self.step = self.step % len(self._steps(desk.words)) + 1
        return True
