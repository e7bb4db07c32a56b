"""Drives a table command by command, as the hub does, and looks at it through any eye."""

from __future__ import annotations

from typing import Any

import pytest

from engine.chance import Chance
from engine.errors import Refusal
from engine.facts import SERVER, Fact, Record
from engine.game import Game
from engine.table import moves as m
from engine.table.live import Table

SEED = "5e" * 32
TABLE = "t1"


class Driven(Table):
    """A table on a clock, which may change to one of the games `others`.

    `now` is table time in ms; a scripted `chance` replaces the fair one.
    """

    def __init__(self, game: Game, chance: Chance | None = None, others: tuple[Game, ...] = (), **options: Any) -> None:
        super().__init__(game, chance, {one.id: one for one in (game, *others)})
        self.now = 0
        self.do(SERVER, m.Create(TABLE, "KITE-42", game.id, "open", options))

    def would(self, who: str, move: m.Move) -> tuple[Record, ...]:
        """What a command would cause now."""
        return self.decide(m.Command(who, move), self.now)

    def do(self, who: str, move: m.Move) -> list[Fact]:
        """Apply a command now and return the facts it caused."""
        self.take(records := self.would(who, move))
        return [record.fact for record in records]

    def refusal(self, who: str, move: m.Move) -> str:
        """The code with which a command is refused; it changes nothing, so it leaves no record either."""
        before = self.state
        with pytest.raises(Refusal) as refused:
            self.would(who, move)
        assert self.state == before
        return refused.value.code

    # --- steps that many tests share ---

    def enter(self, *people: str) -> None:
        """People come in; each is called as its id in capitals."""
        for who in people:
            self.do(who, m.Enter(who.upper(), "person"))

    def seat(self, *people: str) -> None:
        """People come in and sit."""
        self.enter(*people)
        for who in people:
            self.do(who, m.Sit())

    def chair(self, who: str) -> None:
        """Somebody asks for the author's chair, and the host consents."""
        self.do(who, m.TakeChair())
        if self.state.author != who:
            self.do(self.state.host, m.GiveChair(who))

    def start(self, *people: str, words: tuple[str, ...] = ()) -> list[Fact]:
        """Seat people (the first is host), commit, get ready and deal."""
        self.seat(*people)
        return self.again(words)

    def again(self, words: tuple[str, ...] = ()) -> list[Fact]:
        """Commit, get everybody who sits ready, and deal."""
        self.do(SERVER, m.Commit(SEED))
        for number, seat in enumerate(self.state.seats):
            if seat.kind != "bot":
                self.do(seat.who, m.Ready(words[number] if words else ""))
        return self.do(self.state.host, m.Start())

    def answer(self, who: str, prompt: str, **values: str) -> list[Fact]:
        """Answer a prompt of the open phase."""
        return self.do(who, m.Answer(self.no, prompt, values))

    def done(self, *people: str) -> None:
        """People are done with the talk."""
        for who in people:
            self.answer(who, "done", done="yes")

    def time_up(self) -> list[Fact]:
        """The open phase's time passes."""
        phase = self.state.phase
        assert phase is not None
        self.now = phase.ends
        return self.do(SERVER, m.TimeUp(phase.no))

    def watch(self) -> None:
        """Look at what is revealed for as long as that takes."""
        while self.state.phase is not None and self.state.phase.reveals:
            self.time_up()

    @property
    def no(self) -> int:
        """The number of the open phase."""
        assert self.state.phase is not None
        return self.state.phase.no

    # --- what an eye sees ---

    def shown(self, eye: str, since: int = 0) -> list[Record]:
        """The records that an eye sees, of those after the first `since` of the log."""
        return [record for record in self.log[since:] if record.audience.sees(eye)]
