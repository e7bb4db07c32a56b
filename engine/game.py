"""What a game is to the table.  A third game is one more object with these methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, cast

from attrs import frozen

from engine.chance import Chance
from engine.prompt import Answer, Answers, Prompt
from engine.table.draft import Draft
from engine.table.state import Phase, Rules, TableState


@frozen
class Speech:
    """What a bot says: a code of the game's catalogue and its parameters (seats are integers)."""

    code: str
    params: Mapping[str, str | int]


class Bot(Protocol):
    """A player that is handed its seat's view and nothing else."""

    def choose(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        """A legal answer to the prompt."""

    def speak(self, view: TableState, seat: int, chance: Chance) -> Speech | None:
        """Something to say at the table, or nothing."""


class Game(Rules, Protocol):
    """The rules of one game: what its facts mean (`Rules`), and what it tells when."""

    def deal(self, draft: Draft) -> None:
        """Tell the first facts and open the first phase."""

    def resolve(self, draft: Draft, phase: Phase, answers: Answers) -> None:
        """Apply the closed phase's answers, complete for all seats that were asked, and go on: tell facts,
        then open the next phase or end the game."""

    def drawn(self, play: Any, fact: Fact, chance: Chance) -> Fact:
        """The fact as the game's dice give it, at the end of a log that was folded to `play`: itself if no die is in
        it.  So dice can be checked where the rules cannot be run again."""

    def bot(self, temperament: str) -> Bot:
        """A bot of one of the temperaments."""


def game_of(state: TableState) -> Game:
    """The game of a table.  Its state, which every game builds on, knows only the `Rules` of it."""
    return cast(Game, state.rules)
