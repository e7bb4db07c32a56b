"""The facts that one command causes, folded as they are told.  A draft whose command is refused is dropped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.chance import Chance
from engine.facts import EVERYONE, Audience, Fact, among
from engine.options import PACE
from engine.outcome import Outcome, Result
from engine.prompt import Answer, Answers
from engine.table import facts as f
from engine.table.state import REVEAL, Phase, TableState, evolve

REVEAL_BASE_MS: Final = 2_000
REVEAL_BEAT_MS: Final = 500
REVEAL_MOST_MS: Final = 6_000
"""A calm reveal lasts for the base and a beat for each thing that is turned over, up to the most."""

PACES: Final[Mapping[str, int]] = {"calm": 100, "brisk": 50, "none": 0}
"""The length of a reveal by the table's pace, in percent of a calm one."""

HASTY_FORM_MS: Final = 8_000
HASTY_TALK_MS: Final = 4_000
HASTY_VOICE_MS: Final = 2_500
"""The length of a form where nobody plays and all who are here want to go on; that of a talk, and what each living seat
that may speak adds to it: time to read."""


def haste(state: TableState, *, talk: bool) -> int:
    """How long (ms) a phase of a hastened table lasts; from public facts, the same whoever has handed in."""
    if not talk:
        return HASTY_FORM_MS
    return HASTY_TALK_MS + HASTY_VOICE_MS * sum(not state.seats[seat].stand_in for seat in state.living)


class Draft:
    """What a rule writes into.  `state` is the state after everything told so far; `now` is table time in ms;
    `chance` are the game's draws."""

    def __init__(self, state: TableState, now: int, chance: Chance) -> None:
        self.state = state
        self.now = now
        self.chance = chance
        self.told: list[tuple[Audience, Fact]] = []

    def tell(self, fact: Fact, audience: Audience = EVERYONE) -> None:
        """Tell a fact to an audience, by default everyone."""
        self.told.append((audience, fact))
        self.state = evolve(self.state, fact)

    def whisper(self, fact: Fact, *seats: int) -> None:
        """Tell a secret of the game to some seats (none: to the server alone) and to the human author."""
        eyes = {self.state.seats[seat].who for seat in seats}
        if self.state.author:
            eyes.add(self.state.author)
        self.tell(fact, among(eyes))

    def open_phase(
        self,
        name: str,
        round_: int,
        seconds: int,
        *,
        asked: tuple[int, ...],
        needs: tuple[str, ...] = (),
        talk: bool = False,
    ) -> None:
        """Open the next phase for `seconds`.  A talk waits for everybody's "done" besides."""
        needs = ("done", *needs) if talk else needs
        length = min(seconds * 1000, haste(self.state, talk=talk)) if self.state.hastened else seconds * 1000
        self._open(name, round_, length, talk=talk, asked=asked, needs=needs)

    def reveal(self, round_: int, beats: int) -> None:
        """Let the table look at what was just told, in so many steps, before the game goes on (`Game.go_on`): for a
        few seconds, or at once where the table wants no reveals."""
        if not self._opened_reveal(round_, beats):
            self.state.rules.go_on(self)

    def _opened_reveal(self, round_: int, beats: int) -> bool:
        length = min(REVEAL_BASE_MS + REVEAL_BEAT_MS * beats, REVEAL_MOST_MS)
        share = PACES[str(self.state.options.get(PACE.name, PACE.default))]
        if share:
            self._open(REVEAL, round_, length * share // 100)
        return bool(share)

    def _open(
        self,
        name: str,
        round_: int,
        length: int,
        *,
        talk: bool = False,
        asked: tuple[int, ...] = (),
        needs: tuple[str, ...] = (),
    ) -> None:
        no = self.state.phases + 1
        self.tell(f.PhaseOpened(no, name, round_, self.now, self.now + length, talk, asked, needs))

    def close_phase(self) -> tuple[Phase, Answers]:
        """Close the open phase, fill in what was not answered, and give each seat its final answers to keep.

        Returns:
            The phase as it was, and for each prompt the answer of every seat that was asked it.
        """
        phase = self.state.phase
        assert phase is not None
        finals = [self._final(phase, seat) for seat in range(len(self.state.seats))]
        self.tell(f.PhaseClosed(phase.no))
        answers: dict[str, dict[int, Answer]] = {}
        for final in finals:
            if final.answers:
                self.whisper(final, final.seat)
            for name, answer in final.answers.items():
                answers.setdefault(name, {})[final.seat] = answer
        return phase, answers

    def close_reveal(self) -> None:
        """Close a phase that asks nobody, if one is open: what the table looks at gives way to what comes next."""
        if self.state.phase is not None:
            self.tell(f.PhaseClosed(self.state.phase.no))

    def _final(self, phase: Phase, seat: int) -> f.Sealed:
        """What a seat is taken to have answered."""
        rules = self.state.rules
        answers: dict[str, Answer] = {}
        unanswered: list[str] = []
        for prompt in rules.prompts(self.state, seat):
            if prompt.name == "done":
                continue
            answer = prompt.current
            if answer is None:
                if prompt.sealed:
                    unanswered.append(prompt.name)
                child = self.chance.child(f"timeout/{phase.no}/{prompt.name}/{seat}")
                answer = prompt.default or rules.timeout(self.state, seat, prompt, child)
            answers[prompt.name] = answer
        return f.Sealed(phase.no, phase.name, phase.round, seat, answers, tuple(unanswered))

    def end(self, result: Result, winners: tuple[int, ...], cause: str) -> None:
        """Open everything and end the game; what was hidden is looked at, unless the game was called off."""
        state = self.state
        self.close_reveal()
        self.tell(f.Opened(state.game_no, state.seed, state.lucky, state.sealed))
        stand_ins = tuple(n for n, seat in enumerate(state.seats) if seat.stand_in)
        self.tell(f.Ended(state.game_no, Outcome(result, winners, cause), stand_ins))
        if result is not Result.VOID:
            self._opened_reveal(0, len(state.seats))
