"""What every listed game has to hold, checked while it is played at random.

`RandomGame(game, number).play()` plays from a seed; every assertion message names what failed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from engine.codec import dumps
from engine.facts import Eye, Record
from engine.game import Game
from engine.outcome import Outcome, Result
from engine.prompt import Prompt
from engine.table import facts as f
from engine.table import moves as m
from engine.table.rules import chance_of, decide
from engine.table.state import TableState, evolve
from tests.support.random_table import LATE, RandomTable


class RandomGame(RandomTable):
    """A random table that is checked at every step."""

    longest = 4_000
    """Commands after which a game counts as endless; random games of the listed games end well before."""

    def play(self) -> None:
        """Play a game from an empty house to its end, often another one after it, and check all of it."""
        self.seat_everybody()
        self.play_on()
        if self.random.random() < 0.3:
            self.seat_again()
            self.play_on()
        self.check_log()
        self.check_replay()

    def play_on(self) -> None:
        """Play the running game to its end."""
        dealt, begun = len(self.log), len(self.commands)
        while self.state.playing:
            self.check_phase()
            self.check_author()
            self.check_prompts()
            self.step()
            assert len(self.commands) - begun < self.longest, f"{self.game.id}: the game does not end"
        self.check_end(dealt - self.told_at_start)

    def check_phase(self) -> None:
        """A running game is always in a phase that ends and asks living or listed seats."""
        phase = self.state.phase
        assert phase is not None, f"{self.game.id}: a game runs without a phase"
        assert phase.opened < phase.deadline
        assert set(phase.asked) <= set(range(self.seats))
        assert list(self.state.living) == sorted(set(self.state.living))
        assert self.views[LATE].living == self.state.living, "who lives is public"

    def check_prompts(self) -> None:
        """A seat is asked the same whether one looks at everything or at its view."""
        for seat in range(self.seats):
            view = self.view_of(seat)
            known, shown = self.game.prompts(self.state, seat), self.game.prompts(view, seat)
            assert known == shown, f"seat {seat} is asked {shown}, but {known} by a look at everything"
            assert len({p.name for p in shown}) == len(shown)
            for full, prompt in zip(known, shown, strict=True):
                self.check_prompt(full, prompt, seat)

    def check_prompt(self, full: Prompt, prompt: Prompt, seat: int) -> None:
        """Its answers are legal or not by the view alone, and what it offers is taken."""
        assert prompt.no == self.state.phase.no and prompt.fields
        assert all(field.options and len(set(field.options)) == len(field.options) for field in prompt.fields)
        if prompt.default is not None:
            assert prompt.validate(prompt.default) == prompt.default
        for answer in (self.guess(prompt) for _ in range(6)):
            assert str(full.check(answer)) == str(prompt.check(answer)), f"{answer} by view and by state"
            assert full.warn(answer) == prompt.warn(answer)
        taken = self.legal(prompt)
        assert prompt.validate(taken) == taken
        if self.state.paused is None and self.now < self.state.phase.ends:
            self.decide(m.Command(self.state.seats[seat].who, m.Answer(prompt.no, prompt.name, taken)))

    def check_author(self) -> None:
        """The author knows the whole game, and the watchers none of its secrets."""
        if self.state.author:
            view = self.views[self.state.author]
            assert (view.play, view.phase, view.seed) == (self.state.play, self.state.phase, "")
        assert not self.views[LATE].sealed

    def check_end(self, start: int) -> None:
        """The outcome makes sense, everything is opened, and everybody knows the same now.

        `start`: how many records there were before the game."""
        facts = [record.fact for record in self.log[start:]]
        ended = [fact for fact in facts if isinstance(fact, f.Ended)]
        assert len(ended) == 1
        check_outcome(ended[0].outcome, self.seats)
        opened = next(fact for fact in facts if isinstance(fact, f.Opened))
        assert list(opened.secrets) == [fact for fact in facts if fact.OPENS]
        for eye, view in self.views.items():
            assert view.play == self.state.play, f"{eye} knows another game than the server after its end"
            assert view.outcome == self.state.outcome

    def check_log(self) -> None:
        """Every record comes back from its text; its fold is every eye's view; nobody saw what was not theirs."""
        again = [self.codec.to_record(json.loads(dumps(self.codec.record(record)))) for record in self.log]
        assert again == self.log
        for eye, view in self.views.items():
            folded = TableState(rules=self.game)
            for record in again:
                if record.audience.sees(eye):
                    folded = evolve(folded, record.fact)
            assert folded == view
            assert json.loads(dumps(self.codec.plain(folded))) == json.loads(dumps(self.codec.plain(view)))
        author = ""
        for record in self.log:
            check_audience(record, author)
            if isinstance(record.fact, (f.ChairTaken, f.ChairLeft, f.Ended)):
                author = record.fact.who if isinstance(record.fact, f.ChairTaken) else ""
        for state, text in self.snapshots:
            assert dumps(self.codec.plain(state)) == text, "a state was changed after it was made"

    def check_replay(self) -> None:
        """The same commands at the same times with the same seed give the same records."""
        assert list(replay(self.game, self.commands)) == self.log


def replay(game: Game, commands: list[tuple[int, m.Command]]) -> Iterator[Record]:
    """Decide commands again from an empty table."""
    state, seq = TableState(rules=game), 0
    for now, command in commands:
        for record in decide(state, command, now, chance_of(state), seq):
            state, seq = evolve(state, record.fact), record.seq
            yield record


def check_outcome(outcome: Outcome, seats: int) -> None:
    """Winners fit the result."""
    assert outcome.cause
    assert set(outcome.winners) <= set(range(seats))
    if outcome.result is Result.WIN:
        assert outcome.winners
    elif outcome.result is Result.DRAW:
        assert len(outcome.winners) > 1
    else:
        assert not outcome.winners


def check_audience(record: Record, author: Eye) -> None:
    """Secrets are told to one seat at most, and to the author of the time; only gallery talk is for more."""
    eyes, fact = record.audience.eyes, record.fact
    if eyes is None:
        return
    if isinstance(fact, f.SeedKept):
        assert not eyes
    elif isinstance(fact, f.Said):
        assert fact.scope == "gallery" and fact.who in eyes
    elif isinstance(fact, (f.WordGiven, f.Answered)) or fact.OPENS:
        assert len(eyes - {author}) <= 1, f"{fact} was told to {eyes}"
    else:
        raise AssertionError(f"{fact} is hidden and never opens")
