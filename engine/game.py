"""What a game is to the table.  A third game is one more object with these methods."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

from attrs import frozen

from engine.chance import Chance
from engine.facts import Fact
from engine.options import Option, Value
from engine.outcome import Outcome
from engine.prompt import Answer, Prompt

if TYPE_CHECKING:
    from engine.table.draft import Draft
    from engine.table.state import Phase, TableState

Answers = Mapping[str, Mapping[int, Answer]]
"""Prompt name -> seat -> answer."""


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


class Game(Protocol):
    """The rules of one game.  `play` is the game's own state inside `TableState.play`."""

    id: str
    ruleset: int
    """Goes into every batch; raised whenever a rule or a draw changes."""
    least: int
    most: int
    author: bool
    """Whether a person may take an author's chair."""
    options: tuple[Option, ...]
    temperaments: tuple[str, ...]
    facts: tuple[type[Fact], ...]

    def begin(self, seats: int, options: Mapping[str, Value]) -> Any:
        """The play before its first fact, for `seats` players."""

    def evolve(self, play: Any, fact: Fact) -> Any:
        """Fold one of the game's facts (or `Sealed`, `PhaseOpened`, `PhaseClosed`)."""

    def living(self, play: Any) -> tuple[int, ...]:
        """The seats that are alive, in order."""

    def deal(self, draft: Draft) -> None:
        """Tell the first facts and open the first phase."""

    def prompts(self, view: TableState, seat: int) -> tuple[Prompt, ...]:
        """What the open phase asks of `seat`; reads nothing that the seat may not see."""

    def timeout(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        """The answer of a seat that gave none to a prompt without a default."""

    def resolve(self, draft: Draft, phase: Phase, answers: Answers) -> None:
        """Apply the closed phase's answers, complete for all seats that were asked, and go on: tell facts,
        then open the next phase or end the game."""

    def drawn(self, play: Any, fact: Fact, chance: Chance) -> Fact:
        """The fact as the game's dice give it, at the end of a log that was folded to `play`: itself if no die is in
        it.  So dice can be checked where the rules cannot be run again."""

    def tally(self, play: Any, outcome: Outcome) -> tuple[tuple[int, str], ...]:
        """What statistics count besides wins, of a play with everything opened: pairs of a seat and a code."""

    def bot(self, temperament: str) -> Bot:
        """A bot of one of the temperaments."""
