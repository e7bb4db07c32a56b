"""The check of a finished game's dice, from what this reader was shown: the seal before it, the seed after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from engine.chance import FairChance, commitment
from engine.table.state import TableState
from tui.screens.desk import Desk
from tui.screens.page import Reader
from tui.widgets.draw import BLANK, Row, heading, item, paragraph
from tui.widgets.look import ALERT, FAINT, STRONG
from tui.words.catalogue import Words
from tui.words.clean import show


@frozen
class Check:
    """What came of it.  `promised` is the seal as it was shown before the game, "" to whom it was not; `made` the seal
    that follows from the opened seed; `draws` the hidden draws of the game, of which `false` do not follow from it."""

    promised: str
    made: str
    draws: int
    false: int

    @property
    def verdict(self) -> str:
        """Key of the sentence: "match", "differ", "unseen" or "false"."""
        if self.promised and self.promised != self.made:
            return "differ"
        if self.false:
            return "false"
        return "match" if self.promised else "unseen"


def check(view: TableState, promised: Mapping[int, str]) -> Check | None:
    """Check the game that was opened last, None if there is none.  `promised`: game number -> seal, as it was shown."""
    opened = view.opened
    if opened is None:
        return None
    seed = bytes.fromhex(opened.seed)
    chance = FairChance.of_game(seed, view.id, opened.game_no, opened.words)
    hidden = [fact for fact in opened.secrets if isinstance(fact, view.rules.facts)]
    false = sum(view.rules.drawn(view.play, fact, chance) != fact for fact in hidden)
    made = commitment(seed, view.id, opened.game_no)
    return Check(promised.get(opened.game_no, ""), made, len(hidden), false)


def verdict(words: Words, found: Check, width: int) -> list[Row]:
    """What came of it, in a sentence."""
    bad = found.verdict in ("differ", "false")
    text = words(f"fair.{found.verdict}", n=found.draws, false=found.false)
    return item(text, width, ALERT if bad else STRONG, mark="!" if bad else "✓")


class FairPage(Reader):
    """Seal, seed and lucky words of the last game, and whether they fit."""

    name = "fair"

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """The verdict first."""
        words, view = desk.words, desk.view
        found = check(view, desk.log.promised) if view is not None else None
        if view is None or view.opened is None or found is None:
            return []
        given = [word for word in view.opened.words if word]
        lucky = words.list(map(show, given)) if given else words("fair.no-words")
        parts = {"promised": found.promised or words("fair.not-shown"), "seed": view.opened.seed, "made": found.made}
        rows = [heading(words("page.fair"), width), *verdict(words, found, width), BLANK]
        for name, text in (*parts.items(), ("words", lucky)):
            rows += [*paragraph(words(f"fair.{name}"), width, FAINT), *paragraph(text, width, indent=3)]
        return [*rows, BLANK, *paragraph(words("fair.whole"), width)]
