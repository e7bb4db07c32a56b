"""A tiny game that shows what a table can do: a coin for each, a talk, and a vote that knocks one out.

Each round every living seat is told the fall of its own coin.  They talk (with a public `mood` and a sealed `bet`),
then each names a living seat, sealed.  The seat named most often is out, the lower number first.  The last one wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from attrs import evolve as replace
from attrs import frozen

from engine.chance import Chance, pick
from engine.facts import Fact
from engine.options import Option, Value
from engine.outcome import Outcome, Result
from engine.prompt import Answer, Answers, Field, Prompt
from engine.table.draft import Draft
from engine.table.facts import PhaseOpened
from engine.table.play import done_prompt
from engine.table.state import Phase, Slot, Speech, TableState


@frozen
class Fell(Fact):
    """A coin fell; told to its seat alone."""

    OPENS = True

    round: int
    seat: int
    side: int


@frozen
class Out(Fact):
    """A seat is out, with the votes of all."""

    seat: int
    votes: Mapping[int, int]


@frozen
class Play:
    """`round` is the present one; `coins` are what the eye has been shown, (round, seat, side)."""

    seats: int
    out: tuple[int, ...] = ()
    round: int = 1
    coins: frozenset[tuple[int, int, int]] = frozenset()


class CalmBot:
    """Says a word, votes for the highest seat."""

    def choose(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        return pick(chance, "any", list(prompt.legal()))

    def speak(self, view: TableState, seat: int, chance: Chance) -> Speech | None:
        return Speech("hello", {"seat": seat}) if chance.draw("talk", 2) else None


class Coin:
    """Two to four seats, with an author's chair."""

    id = "coin"
    ruleset = 1
    least, most, usual = 2, 4, 3
    author = True
    options = (Option("talk", 60, low=10, high=120), Option("tempo", "calm", choices=("calm", "quick")))
    temperaments = ("calm",)
    phrases: Mapping[str, Mapping[str, Slot]] = {"hello": {"seat": "seat"}, "when": {"round": "round"}, "well": {}}
    facts = (Fell, Out)

    def begin(self, seats: int, options: Mapping[str, Value]) -> Play:
        return Play(seats)

    def evolve(self, play: Play, fact: Fact) -> Play:
        if isinstance(fact, Fell):
            return replace(play, coins=play.coins | {(fact.round, fact.seat, fact.side)})
        if isinstance(fact, Out):
            return replace(play, out=(*play.out, fact.seat))
        if isinstance(fact, PhaseOpened):
            return replace(play, round=fact.round)
        return play

    def living(self, play: Play) -> tuple[int, ...]:
        return tuple(seat for seat in range(play.seats) if seat not in play.out)

    def deal(self, draft: Draft) -> None:
        self._round(draft, 1)

    def _round(self, draft: Draft, number: int) -> None:
        for seat in draft.state.living:
            draft.whisper(self._coin(draft.chance, number, seat), seat)
        seconds = int(draft.state.options["talk"])
        draft.open_phase("talk", number, seconds, asked=draft.state.living, talk=True)

    def prompts(self, view: TableState, seat: int) -> tuple[Prompt, ...]:
        phase = view.phase
        if phase is None or seat not in phase.asked:
            return ()
        if phase.name == "talk":
            mood, bet = Field("mood", ("glad", "sad")), Field("bet", ("yes", "no"))
            return (
                done_prompt(view, seat),
                Prompt("mood", phase.no, (mood,), phase.answer("mood", seat), {"mood": "sad"}, False, False),
                Prompt("bet", phase.no, (bet,), phase.answer("bet", seat), {"bet": "no"}, False),
            )
        seats = Field("seat", tuple(str(other) for other in view.living if other != seat), "seat")
        return (Prompt("vote", phase.no, (seats,), phase.answer("vote", seat)),)

    def timeout(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        return pick(chance, "vote", list(prompt.legal()))

    def resolve(self, draft: Draft, phase: Phase, answers: Answers) -> None:
        if phase.name == "talk":
            draft.open_phase("vote", phase.round, 30, asked=phase.asked, needs=("vote",))
            return
        votes = {seat: int(answer["seat"]) for seat, answer in answers["vote"].items()}
        count = Counter(votes.values())
        draft.tell(Out(max(sorted(count), key=lambda seat: count[seat]), votes))
        draft.reveal(phase.round, len(votes))

    def go_on(self, draft: Draft) -> None:
        """After a vote the next round, or the end."""
        living = draft.state.living
        if len(living) == 1:
            draft.end(Result.WIN, living, "last")
        else:
            self._round(draft, draft.state.play.round + 1)

    def standing(self, view: TableState, seat: int) -> Prompt | None:
        return None

    def by_standing(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer | None:
        return None

    def drawn(self, play: Play, fact: Fact, chance: Chance) -> Fact:
        if isinstance(fact, Fell):
            return self._coin(chance, fact.round, fact.seat)
        return fact

    def _coin(self, chance: Chance, number: int, seat: int) -> Fell:
        return Fell(number, seat, chance.draw(f"coin/{number}/{seat}", 2))

    def tally(self, play: Play, outcome: Outcome) -> tuple[tuple[int, str], ...]:
        return tuple((seat, "out") for seat in play.out)

    def bot(self, temperament: str) -> Any:
        return CalmBot()
