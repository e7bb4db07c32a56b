"""What a game is to the table: one object with these methods."""

from __future__ import annotations

from typing import Protocol

from engine.prompt import Answers
from engine.table.draft import Draft
from engine.table.state import Phase, Rules


class Game(Rules, Protocol):
    """The rules of one game: what its facts mean (`Rules`), and what it tells when."""

    def deal(self, draft: Draft) -> None:
        """Tell the first facts and open the first phase."""

    def resolve(self, draft: Draft, phase: Phase, answers: Answers) -> None:
        """Apply the closed phase's answers, complete for all seats that were asked: tell facts, then open the next
        phase, end the game, or let the table look at what was told (`draft.reveal`)."""

    def go_on(self, draft: Draft) -> None:
        """Go on after a reveal: open the next phase or end the game, by what the state holds."""
