"""A table of Love with people in every seat, driven through `decide`: what the tests of the game stand on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.errors import Refusal
from engine.facts import Eye, Fact, Record
from engine.games.love import LOVE
from engine.games.love.state import LovePlay
from engine.prompt import Answer, Prompt
from engine.table import moves as m
from tests.support.scripted import ScriptedChance, Table

A, B, C, D, E, F = range(6)
"""The members of the worked cases.  A is the culprit and B the beloved unless a test says otherwise."""


class Stage(Table):
    """One game of Love from the deal on."""

    def __init__(
        self,
        members: int = 4,
        *,
        culprit: int = A,
        options: Mapping[str, str | int] | None = None,
        draws: Mapping[str, int] | None = None,
        author: Eye = "",
        watcher: Eye = "",
    ) -> None:
        super().__init__(LOVE, members, ScriptedChance({"culprit": culprit, **(draws or {})}), options)
        for extra in filter(None, (author, watcher)):
            self.do(extra, m.Enter(extra.title(), "person"))
        if author:
            self.do(author, m.TakeChair())
            self.do("p0", m.GiveChair(author))
            for seat in range(members):
                self.do(f"p{seat}", m.Ready())
        self.start()

    # --- driving: each returns what was told to anybody ---

    def give(self, seat: int, prompt: str, answer: Answer) -> list[Fact]:
        """A seat answers a prompt of the open phase."""
        assert self.state.phase is not None
        return facts(self.do(f"p{seat}", m.Answer(self.state.phase.no, prompt, answer)))

    def refused(self, seat: int, prompt: str, answer: Answer) -> str:
        """The code with which an answer is refused, "" if it is taken."""
        try:
            self.give(seat, prompt, answer)
        except Refusal as refusal:
            return refusal.code
        return ""

    def prologue(self, beloved: int = B) -> list[Fact]:
        """The culprit loves `beloved`; the others have no idea."""
        told: list[Fact] = []
        for seat in range(self.play.seats):
            love = str(beloved) if seat == self.play.culprit else ""
            told += self.give(seat, "prologue", {"beloved": love})
        return told

    def night(
        self, kill: str, target: int, defences: Mapping[int, str] | None = None, poison: int | None = None
    ) -> list[Fact]:
        """A whole night: the culprit's attack, and the defences of whoever has any."""
        told: list[Fact] = []
        for seat in range(self.play.seats):
            told += self.give(seat, "night", self.form(seat, kill, target, (defences or {}).get(seat, "none"), poison))
        return told

    def form(self, seat: int, kill: str, target: int, defence: str = "none", poison: int | None = None) -> Answer:
        """A night form: an attack for the culprit, a blank hunch for everybody else."""
        guilty = seat == self.play.culprit
        form = {"defence": defence, "kill": kill if guilty else "", "target": str(target) if guilty else ""}
        if "poison" in {field.name for field in self.prompt(seat, "night").fields}:
            form["poison"] = str(poison) if guilty and poison is not None else ""
        return form

    def talk_over(self) -> list[Fact]:
        """The discussion runs its time."""
        return facts(self.time_up())

    def ballot(self, votes: Mapping[int, int]) -> list[Fact]:
        """A ballot; who is not in `votes` hands in a blank."""
        assert self.state.phase is not None
        told: list[Fact] = []
        for seat in self.state.phase.asked:
            told += self.give(seat, "vote", {"vote": str(votes.get(seat, ""))})
        return told

    def elect(self, detective: int) -> list[Fact]:
        """From the beginning of noon to the election of `detective` by everybody else."""
        return self.talk_over() + self.ballot({seat: detective for seat in self.play.living if seat != detective})

    def guess(self, names: tuple[int, int] | None = None) -> list[Fact]:
        """The detective writes two names, or nothing, and says that it is final."""
        detective = self.play.detective
        assert detective is not None
        told: list[Fact] = []
        if names is not None:
            told += self.give(detective, "guess", {"culprit": str(names[0]), "beloved": str(names[1])})
        return told + self.give(detective, "final", {"final": "yes"})

    def noon(self, detective: int, names: tuple[int, int] | None = None) -> list[Fact]:
        """A whole noon."""
        return self.elect(detective) + self.guess(names)

    # --- looking ---

    @property
    def play(self) -> LovePlay:
        """The game as the server knows it."""
        play: LovePlay = self.state.play
        return play

    @property
    def phase(self) -> str:
        """Name of the open phase, "" when the game is over."""
        return self.state.phase.name if self.state.phase else ""

    @property
    def ending(self) -> tuple[str, tuple[int, ...]]:
        """Cause and winners of the game that has ended, ("", ()) while it runs."""
        outcome = self.state.outcome
        return (outcome.cause, outcome.winners) if outcome else ("", ())

    def prompt(self, seat: int, name: str) -> Prompt:
        """What a seat is asked, from its own view."""
        return next(p for p in LOVE.prompts(self.view(f"p{seat}"), seat) if p.name == name)


def facts(records: Sequence[Record]) -> list[Fact]:
    """What was told, whoever may see it."""
    return [record.fact for record in records]


def public(log: Sequence[Record]) -> list[Fact]:
    """What everybody was told."""
    return [record.fact for record in log if record.audience.eyes is None]
