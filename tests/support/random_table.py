"""A table at which people, bots and absentees do random things, legal and illegal, from a seed."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

from engine.chance import FairChance
from engine.codec import Codec, dumps
from engine.errors import Refusal
from engine.facts import SERVER, Eye, Record
from engine.game import Game
from engine.options import Option
from engine.prompt import Answer, Prompt
from engine.table import moves as m
from engine.table.live import Table
from engine.table.state import TableState

MOST_SEATS = 7
"""Random games are played with at most this many seats: more only costs time."""

LATE = "late"
"""An eye that never enters: it sees what is everyone's."""

MADE_UP = "no such option"


@cache
def codec_of(game: Game) -> Codec:
    """One codec for all tables of a game: making one compiles its converters."""
    return Codec([game])


class RandomTable:
    """One table and random commands; `views` are grown fact by fact beside the server's state."""

    def __init__(self, game: Game, number: int) -> None:
        self.game = game
        self.random = Random(f"{game.id}/{number}")
        self.codec = codec_of(game)
        self.table = Table(game)
        self.now = 0
        self.commands: list[tuple[int, m.Command]] = []
        self.snapshots: list[tuple[TableState, str]] = []
        self.seats = self.random.randint(game.least, min(game.most, MOST_SEATS))
        self.people = [f"u{n}" for n in range(self.random.randint(1, self.seats))]
        self.watchers = ["w0", "w1"]
        self.author = "w0" if game.author and self.random.random() < 0.5 else ""
        self.eyes = (*self.people, *self.watchers, "b1", LATE)
        self.unrest = self.random.choice((4, 50))
        self.told_at_start = 0

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def log(self) -> list[Record]:
        return self.table.log

    @property
    def views(self) -> dict[Eye, TableState]:
        """What every eye has seen so far."""
        return {eye: self.table.view(eye) for eye in self.eyes}

    def seat_everybody(self) -> None:
        """Create, enter, sit, set options, get ready and deal."""
        options = {option.name: self.value_of(option) for option in self.game.options}
        self.do(SERVER, m.Create("t1", "KITE-42", self.game.id, "open", options))
        for who in (*self.people, *self.watchers):
            self.do(who, m.Enter(who, "person"))
        for who in self.people:
            self.do(who, m.Sit())
        if self.author:
            self.seat_author()
        for _ in range(self.seats - len(self.people)):
            self.do("u0", m.AddBot(self.random.choice(self.game.temperaments)))
        self.deal()

    def seat_again(self) -> None:
        """The same table plays again: those away come back, bots fill what is missing, the chair is empty at first."""
        for place in self.state.everybody:
            if place.away:
                self.do(place.who, m.Enter(place.who, "person"))
        if not self.state.people:
            self.do("u0", m.Enter("u0", "person"))
        while len(self.state.seats) < self.game.least:
            self.do(self.state.host, m.AddBot(self.random.choice(self.game.temperaments)))
        if self.author and self.state.watcher(self.author) and self.random.random() < 0.5:
            self.seat_author()
        self.author = self.state.author
        self.seats = len(self.state.seats)
        self.deal()

    def seat_author(self) -> None:
        """The author asks, and the host consents."""
        self.do(self.author, m.TakeChair())
        if self.state.author != self.author:
            self.do(self.state.host, m.GiveChair(self.author))

    def deal(self) -> None:
        """Commit, get ready, start."""
        self.do(SERVER, m.Commit(self.random.randbytes(32).hex()))
        for seat in self.state.seats:
            if seat.kind != "bot":
                self.do(seat.who, m.Ready(self.random.choice(("", "さくら", f"word of {seat.who}"))))
        before = len(self.log)
        self.do(self.state.host, m.Start())
        self.told_at_start = len(self.log) - before

    def value_of(self, option: Option) -> Any:
        """A value of an option: mostly the default, sometimes an extreme."""
        if option.choices:
            return self.random.choice(option.choices)
        return self.random.choice((option.default, option.default, option.low, option.high))

    def step(self) -> None:
        """One random thing happens."""
        things = (self.some_answer, self.time_passes, self.illegal_answer, self.someone_else)
        self.now += self.random.randint(0, 900)
        self.random.choices(things, (60, 8, 8, self.unrest))[0]()

    def some_answer(self) -> None:
        """A seat answers one of its prompts; a bot (or stand-in) as its temperament would."""
        phase = self.state.phase
        if phase is None or not phase.asked:
            return
        seat = self.random.choice(phase.asked)
        prompts = self.view_of(seat).rules.prompts(self.view_of(seat), seat)
        missing = [p for p in prompts if p.name in phase.needs and p.current is None]
        if not prompts:
            return
        prompt = self.random.choice(missing or prompts)
        holder = self.state.seats[seat]
        if (holder.kind == "bot" or holder.stand_in) and prompt.name != "done":
            bot = self.game.bot(holder.temperament or self.game.temperaments[0])
            chance = FairChance(self.random.randbytes(32))
            answer = bot.choose(self.view_of(seat), seat, prompt, chance)
            speech = bot.speak(self.view_of(seat), seat, chance.child("speak"))
            if speech is not None:
                self.attempt(holder.who, m.Speak(speech.code, speech.params))
        else:
            answer = self.legal(prompt)
        move = m.Answer(prompt.no, prompt.name, answer)
        if self.state.paused is None and self.now < phase.ends:
            self.do(holder.who, move)
        else:
            self.refuse(holder.who, move)

    def illegal_answer(self) -> None:
        """Something that no prompt allows is refused and changes nothing."""
        self.snapshots.append((self.state, dumps(self.codec.plain(self.state))))
        if self.state.phase is None:
            return
        seat = self.random.randrange(self.seats)
        who, no = self.state.seats[seat].who, self.state.phase.no
        self.refuse(who, m.Answer(no, "no such prompt", {}))
        self.refuse(who, m.Answer(no + 1, "done", {"done": "yes"}))
        self.refuse(who, m.Answer(no - 1, "done", {"done": "yes"}))
        self.refuse("w1", m.Answer(no, "done", {"done": "yes"}))
        self.refuse(SERVER, m.TimeUp(no - 1))
        for prompt in self.game.prompts(self.view_of(seat), seat):
            answer = dict(self.legal(prompt))
            field = self.random.choice(prompt.fields)
            self.refuse(who, m.Answer(no, prompt.name, {**answer, field.name: MADE_UP}))
            self.refuse(who, m.Answer(no, prompt.name, {**answer, "more": "yes"}))
            self.refuse(who, m.Answer(no, prompt.name, {k: v for k, v in answer.items() if k != field.name}))
            wrong = self.wrong(prompt)
            if wrong is not None:
                self.refuse(who, m.Answer(no, prompt.name, wrong))

    def time_passes(self) -> None:
        """The phase's time runs out, if the table is not paused."""
        phase = self.state.phase
        assert phase is not None
        if self.now < phase.ends:
            self.refuse(SERVER, m.TimeUp(phase.no))
        if self.state.paused is not None:
            self.refuse(SERVER, m.TimeUp(phase.no))
            self.attempt(self.state.paused, m.Resume())
            return
        self.now = max(self.now, phase.ends)
        self.do(SERVER, m.TimeUp(phase.no))

    def someone_else(self) -> None:
        """A person does something that is no answer; the rules may refuse it."""
        phase = self.state.phase
        assert phase is not None
        who = self.random.choice((*self.people, *self.watchers))
        moves: list[m.Move] = [
            m.Went(),
            m.GraceOver(),
            m.Enter(who, "person"),
            m.Enter(who, "person"),
            m.Say(self.random.choice(("table", "gallery")), f"said by {who}"),
            m.Pause(self.random.random() < 0.5),
            m.Resume(),
            m.Resume(),
            m.PauseRan(self.random.choice((20_000, 180_000))),
            m.VoteVoid(self.random.random() < 0.3),
            m.Extend(phase.no, 30),
            m.CloseTalk(phase.no),
            m.HandOver(self.random.choice(self.people)),
        ]
        if self.random.random() < 0.1:
            moves.append(m.LeaveTable())
        self.attempt(who, self.random.choice(moves))

    def do(self, who: Eye, move: m.Move) -> None:
        """Apply a command, and grow the views."""
        if len(self.commands) % 25 == 0:
            self.snapshots.append((self.state, dumps(self.codec.plain(self.state))))
        command = m.Command(who, move)
        records = self.decide(command)
        self.commands.append((self.now, command))
        assert self.codec.to_command(json.loads(dumps(self.codec.command(command)))) == command
        self.table.take(records)
        assert set(self.views) == set(self.eyes)  # everybody looks all the time, so that views grow fact by fact

    def decide(self, command: m.Command) -> tuple[Record, ...]:
        return self.table.decide(command, self.now)

    def attempt(self, who: Eye, move: m.Move) -> None:
        """Apply a command that may be refused."""
        try:
            self.decide(m.Command(who, move))
        except Refusal:
            return
        self.do(who, move)

    def refuse(self, who: Eye, move: m.Move) -> None:
        """A command that must be refused.  That it changes no state is seen in the snapshots."""
        try:
            self.decide(m.Command(who, move))
        except Refusal as refusal:
            assert all(isinstance(value, (str, int)) for value in refusal.params.values())
        else:
            raise AssertionError(f"{who!r} may {move} in {self.state.phase}")

    # --- answers ---

    def view_of(self, seat: int) -> TableState:
        """The view of whoever holds a seat."""
        return self.table.view(self.state.seats[seat].who)

    def guess(self, prompt: Prompt) -> Answer:
        """Options drawn field by field; together they may be illegal."""
        return {field.name: self.random.choice(field.options) for field in prompt.fields}

    def legal(self, prompt: Prompt) -> Answer:
        """A legal answer: guessed, or searched for if guessing is hopeless."""
        for _ in range(20):
            answer = self.guess(prompt)
            if prompt.check(answer) is None:
                return answer
        return next(iter(prompt.legal()))

    def wrong(self, prompt: Prompt) -> Answer | None:
        """An answer of listed options that the prompt refuses, if a few guesses find one."""
        guesses = (self.guess(prompt) for _ in range(10))
        return next((answer for answer in guesses if prompt.check(answer) is not None), None)
