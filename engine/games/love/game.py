"""Love, or Nothing as the table sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.chance import Chance
from engine.facts import Fact
from engine.games.love import prompts, rules, state
from engine.games.love.bot import TEMPERAMENTS, LoveBot
from engine.games.love.facts import FACTS
from engine.games.love.state import LovePlay
from engine.games.love.talk import PHRASES
from engine.options import Option, Value
from engine.outcome import Outcome
from engine.prompt import Answer, Answers, Prompt
from engine.table.draft import Draft
from engine.table.state import Bot, Phase, Slot, TableState

OPTIONS: Final = (
    Option("beloved_target", "feint", choices=("certain", "feint")),
    Option("self_vote", "no", choices=("no", "yes")),
    Option("self_accusation", "no", choices=("no", "yes")),
    Option("discussion", 180, low=30, high=900),
    Option("prologue", 45, low=15, high=180),
    Option("night", 60, low=15, high=300),
    Option("ballot", 30, low=10, high=120),
    Option("guess", 60, low=15, high=300),
    Option("max_days", 20, low=3, high=40),
)
"""May the culprit risk the beloved in a feint (R-L2), may one vote for oneself while three or more live (R-L7) and
accuse oneself (R-L6); the lengths of the phases in seconds; the day after whose night the game ends undecided
(R-L12)."""


class Love:
    """Love, or Nothing as a `Game`."""

    id: str = "love"
    ruleset: int = 3
    least: int = 3
    most: int = 16
    usual: int = 7
    author: bool = True
    options: tuple[Option, ...] = OPTIONS
    temperaments: tuple[str, ...] = tuple(TEMPERAMENTS)
    phrases: Mapping[str, Mapping[str, Slot]] = PHRASES
    facts: tuple[type[Fact], ...] = FACTS

    def begin(self, seats: int, options: Mapping[str, Value]) -> LovePlay:
        """The whole family alive, nothing on the whiteboard."""
        return LovePlay((None,) * seats)

    def evolve(self, play: LovePlay, fact: Fact) -> LovePlay:
        """The play after one more fact; facts that mean nothing here change nothing."""
        return state.evolve(play, fact)

    def living(self, play: LovePlay) -> tuple[int, ...]:
        """The members who are alive, in order."""
        return play.living

    def deal(self, draft: Draft) -> None:
        """Draw the culprit and open the prologue."""
        rules.deal(draft)

    def prompts(self, view: TableState, seat: int) -> tuple[Prompt, ...]:
        """What the open phase asks of `seat`."""
        return prompts.prompts(view, seat)

    def timeout(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        """What a silent culprit does (R-L4), see `prompts.timeout`."""
        return prompts.timeout(view, seat, prompt, chance)

    def resolve(self, draft: Draft, phase: Phase, answers: Answers) -> None:
        """Go on from the phase that was just closed."""
        rules.resolve(draft, phase, answers)

    def go_on(self, draft: Draft) -> None:
        """Go on from a morning, an election or a poisoning."""
        rules.go_on(draft)

    def standing(self, view: TableState, seat: int) -> Prompt | None:
        """The form that a dead member may keep for every night."""
        return prompts.standing(view, seat)

    def by_standing(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer | None:
        """Tonight's form by the one that is kept, see `prompts.by_standing`."""
        return prompts.by_standing(view, seat, prompt, chance)

    def drawn(self, play: LovePlay, fact: Fact, chance: Chance) -> Fact:
        """The culprit, or a detective chosen by lot, as the dice give them."""
        return rules.drawn(play, fact, chance)

    def tally(self, play: LovePlay, outcome: Outcome) -> tuple[tuple[int, str], ...]:
        """The role of every seat ("culprit", "member"), who "won as" it, and deaths by kind; "own hand" is a culprit's
        who killed itself."""
        marks = []
        for seat, death in enumerate(play.deaths):
            role = "culprit" if seat == play.culprit else "member"
            marks.append((seat, role))
            if seat in outcome.winners:
                marks.append((seat, f"won as {role}"))
            if death is not None:
                marks.append((seat, "own hand" if (role, death.kind) == ("culprit", "killed") else death.kind))
        return tuple(marks)

    def bot(self, temperament: str) -> Bot:
        """A bot of one of the temperaments."""
        return LoveBot(TEMPERAMENTS[temperament])
