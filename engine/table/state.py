"""The state of a table, folded from the facts that an eye may see.

The server folds every fact.  A view is the same fold over fewer facts, so what an eye may not know is not
in it.  Everything here is a frozen value; `evolve` returns a new state.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, Protocol, TypeVar

from attrs import field, frozen

from engine.chance import Chance
from engine.facts import Eye, Fact
from engine.frozen import replace
from engine.options import Option, Value
from engine.outcome import Outcome
from engine.prompt import Answer, Answers, Prompt
from engine.table import facts as f

CHAT_KEPT = 500
"""Lines of chat that a state remembers: more than anybody scrolls back, little enough to copy."""

REVEAL = "reveal"
"""The phase in which a table looks at what has happened, before the next clock starts."""


Params = Mapping[str, str | int]
"""What a phrase is about: seats are whole numbers, everything else is text."""

Slot = Literal["seat", "round"]
"""What is filled into a phrase that people say: anybody's seat, or a turn or day so far, as text."""


@frozen
class Speech:
    """What a bot says: a code of the game's catalogue and its parameters."""

    code: str
    params: Params = field(factory=dict)


class Bot(Protocol):
    """A player that is handed its seat's view and nothing else."""

    def choose(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        """A legal answer to the prompt."""

    def speak(self, view: TableState, seat: int, chance: Chance) -> Speech | None:
        """Something to say at the table, or nothing."""


class Rules(Protocol):
    """A game as its table uses it; a writer of games uses `engine.game.Game`.

    `play` is the game's own state inside `TableState.play`.
    """

    id: str
    ruleset: int
    """Goes into every batch; raised whenever a rule or a draw changes."""
    least: int
    most: int
    usual: int
    """How many play it as a rule: to this number a table is filled with bots."""
    author: bool
    """Whether a person may take an author's chair."""
    options: tuple[Option, ...]
    temperaments: tuple[str, ...]
    phrases: Mapping[str, Mapping[str, Slot]]
    """What people can say in a phrase, in the order of the list: code -> parameter -> what is filled in."""
    facts: tuple[type[Fact], ...]

    def begin(self, seats: int, options: Mapping[str, Value]) -> Any:
        """The play before its first fact, for `seats` players."""

    def evolve(self, play: Any, fact: Fact) -> Any:
        """Fold one of the game's facts (or `Sealed`, `PhaseOpened`, `PhaseClosed`)."""

    def living(self, play: Any) -> tuple[int, ...]:
        """The seats that are alive, in order."""

    def prompts(self, view: TableState, seat: int) -> tuple[Prompt, ...]:
        """What the open phase asks of `seat`; reads nothing that the seat may not see."""

    def standing(self, view: TableState, seat: int) -> Prompt | None:
        """The form that a dead seat may keep for every night to come, None where there is none."""

    def by_standing(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer | None:
        """What the standing form of `seat` answers to a prompt, made legal; None where it has nothing to say."""

    def timeout(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        """The answer of a seat that gave none to a prompt without a default."""

    def drawn(self, play: Any, fact: Fact, chance: Chance) -> Fact:
        """The fact as the game's dice give it, at the end of a log that was folded to `play`: itself if no die is in
        it.  So dice can be checked where the rules cannot be run again."""

    def tally(self, play: Any, outcome: Outcome) -> tuple[tuple[int, str], ...]:
        """What statistics count besides wins, of a play with everything opened: pairs of a seat and a code."""

    def deal(self, draft: Any) -> None:
        """Tell the first facts and open the first phase, see `engine.game.Game.deal`."""

    def resolve(self, draft: Any, phase: Phase, answers: Answers) -> None:
        """Take the answers of a closed phase, see `engine.game.Game.resolve`."""

    def go_on(self, draft: Any) -> None:
        """Go on from what was revealed, see `engine.game.Game.go_on`."""

    def bot(self, temperament: str) -> Bot:
        """A bot of one of the temperaments."""


@frozen(slots=False)
class Seat:
    """A place at the table.  Its number is its index; seats close up while the table is in its lobby."""

    who: Eye
    name: str
    kind: f.Kind
    temperament: str = ""
    ready: bool = False
    away: bool = False
    stand_in: bool = False
    quit: bool = False

    @property
    def present(self) -> bool:
        """Whether a person is sitting here right now."""
        return self.kind != "bot" and not self.away and not self.quit


@frozen(slots=False)
class Watcher:
    """A person in the room without a seat."""

    who: Eye
    name: str
    kind: f.Kind
    away: bool = False


@frozen(slots=False)
class Phase:
    """The open phase.  `answers` hold what the eye has been shown: its own sealed ones and all public ones; `seen` who
    has seen enough of a reveal."""

    no: int
    name: str
    round: int
    opened: int
    deadline: int
    talk: bool
    asked: tuple[int, ...]
    needs: tuple[str, ...]
    countdown: int | None = None
    answers: Mapping[str, Mapping[int, Answer]] = field(factory=dict)
    seen: frozenset[Eye] = frozenset()

    @property
    def reveals(self) -> bool:
        """Whether the phase only shows what has happened."""
        return self.name == REVEAL

    @property
    def ends(self) -> int:
        """Table time (ms) at which the phase closes if nothing changes."""
        return self.deadline if self.countdown is None else min(self.countdown, self.deadline)

    def answer(self, prompt: str, seat: int) -> Answer | None:
        """What `seat` has answered so far, as far as this eye knows."""
        return self.answers.get(prompt, {}).get(seat)

    def without(self, seat: int | None) -> Phase:
        """The phase as if `seat` had answered nothing."""
        kept = {prompt: {n: answer for n, answer in of.items() if n != seat} for prompt, of in self.answers.items()}
        return replace(self, answers=kept)


@frozen
class ChatLine:
    """One line of talk.  `who` speaks; text, or a speech in code with its parameters.  `game` is the number of the
    running game and `phase` that of its open phase, 0 where there was none."""

    number: int
    who: Eye
    name: str
    scope: f.Scope
    text: str = ""
    code: str = ""
    params: Params = field(factory=dict)
    game: int = 0
    phase: int = 0

    def names(self, seat: int) -> bool:
        """Whether it is a phrase about the seat."""
        return any(value == seat for value in self.params.values() if isinstance(value, int))


@frozen(slots=False)
class TableState:
    """One table as one eye knows it (the server's eye knows all).

    `cast` are the seats as they were at the last deal: seat numbers of that game count in it, also after
    people have left.  `games` are those that may be played here instead of `rules`; `seat_wanted` who waits for a
    seat, first come first.  `play` is the game's own state (None before the first deal); `sealed` the secret facts that
    this eye has seen in the present game; `barred` the people who know too much to watch until it is over;
    `pause_spent` what short pauses have taken of it (ms of real time); `standing` the forms that dead seats keep, by
    seat, as far as this eye knows; `round` the turn or day of the present or last game, 0 before its first phase.
    """

    rules: Rules = field(repr=False, eq=False)
    games: Mapping[str, Rules] = field(factory=dict, repr=False, eq=False)
    id: str = ""
    code: str = ""
    access: f.Access = "open"
    options: Mapping[str, Value] = field(factory=dict)
    stage: Literal["lobby", "playing", "closed"] = "lobby"
    host: Eye = ""
    seats: tuple[Seat, ...] = ()
    watchers: tuple[Watcher, ...] = ()
    author: Eye = ""
    chair_wanted: frozenset[Eye] = frozenset()
    seat_wanted: tuple[Eye, ...] = ()
    barred: frozenset[Eye] = frozenset()
    bots_made: int = 0
    game_no: int = 0
    commitment: str = ""
    seed: str = ""
    words: Mapping[Eye, str] = field(factory=dict)
    lucky: tuple[str, ...] = ()
    cast: tuple[Seat, ...] = ()
    play: Any = None
    phase: Phase | None = None
    phases: int = 0
    round: int = 0
    sealed: tuple[Fact, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    lines: int = 0
    paused: Eye | None = None
    pause_wanted: frozenset[Eye] = frozenset()
    pause_spent: int = 0
    resume_wanted: frozenset[Eye] = frozenset()
    void_wanted: frozenset[Eye] = frozenset()
    go_on_wanted: frozenset[Eye] = frozenset()
    standing: Mapping[int, Answer] = field(factory=dict)
    opened: f.Opened | None = None
    outcome: Outcome | None = None
    results: tuple[Outcome, ...] = ()

    @property
    def playing(self) -> bool:
        """Whether a game is running."""
        return self.stage == "playing"

    def seat_of(self, who: Eye) -> int | None:
        """The number of the seat that `who` holds, None without one."""
        return next((n for n, seat in enumerate(self.seats) if seat.who == who), None)

    def watcher(self, who: Eye) -> Watcher | None:
        """The watcher (or author) `who`, None if not in the room as such."""
        return next((w for w in self.watchers if w.who == who), None)

    def place(self, who: Eye) -> Seat | Watcher | None:
        """The seat or the watcher's place of `who`, None if not in the room."""
        return next((place for place in self.everybody if place.who == who), None)

    @property
    def everybody(self) -> tuple[Seat | Watcher, ...]:
        """All who belong to the room, also those away and bots."""
        return (*self.seats, *self.watchers)

    def name_of(self, who: Eye) -> str:
        """The display name of anybody in the room, "" if gone."""
        return next((p.name for p in (*self.everybody, *self.cast) if p.who == who), "")

    @property
    def living(self) -> tuple[int, ...]:
        """The living seats of the running game; without one, all seats."""
        return self.rules.living(self.play) if self.playing else tuple(range(len(self.seats)))

    def lives(self, who: Eye) -> bool:
        """Whether `who` holds a living seat."""
        return self.seat_of(who) in self.living

    @property
    def living_people(self) -> frozenset[Eye]:
        """The people with a living seat whose stand-in has not taken over, also while they are away."""
        seats = (self.seats[number] for number in self.living)
        return frozenset(seat.who for seat in seats if seat.kind != "bot" and not seat.stand_in)

    @property
    def living_present(self) -> frozenset[Eye]:
        """The people with a living seat who are here; after a game, everybody with a seat."""
        return frozenset(self.seats[number].who for number in self.living if self.seats[number].present)

    @property
    def unattended(self) -> bool:
        """Whether a game runs in which no person who is here holds a living seat."""
        return self.playing and not self.living_present

    @property
    def company(self) -> frozenset[Eye]:
        """Who decides that a table goes on without others: everybody here with a seat, alive or dead, and a human
        author; where there are none, the watchers."""
        seated = {seat.who for seat in self.seats if seat.present}
        watching = {watcher.who for watcher in self.watchers if not watcher.away}
        return frozenset(seated | (watching & {self.author}) or watching)

    @property
    def agreed(self) -> bool:
        """Whether all who decide it want the table to go on without the others."""
        return bool(self.company) and self.company <= self.go_on_wanted

    @property
    def hastened(self) -> bool:
        """Whether every phase has a short length of its own: nobody plays, and all who are here want that."""
        return self.unattended and self.agreed

    @property
    def talked_out(self) -> bool:
        """Whether every living person who is here is done with the open talk, and there is one."""
        phase, here = self.phase, self.living_present
        if phase is None or not phase.talk or not here:
            return False
        done = phase.answers.get("done", {})
        return all(done.get(n) == {"done": "yes"} for n in self.living if self.seats[n].who in here)

    @property
    def may_go_on(self) -> bool:
        """Whether going on without those who are not here is offered: by public facts alone."""
        return self.unattended or (self.talked_out and self.phase is not None and self.phase.countdown is None)

    @property
    def pause_is_short(self) -> bool:
        """Whether the table is paused without the will of all its living people."""
        return self.paused is not None and not self.living_people <= self.pause_wanted

    @property
    def people(self) -> tuple[Eye, ...]:
        """Everybody present in person: seated, in the author's chair or watching."""
        return tuple(s.who for s in self.seats if s.present) + tuple(w.who for w in self.watchers if not w.away)

    @property
    def expected(self) -> tuple[Eye, ...]:
        """Everybody present, and everybody away whose grace still runs."""
        seated = tuple(s.who for s in self.seats if s.kind != "bot" and not s.stand_in)
        return seated + tuple(w.who for w in self.watchers)


def evolve(state: TableState, fact: Fact) -> TableState:
    """The state after one more fact that its eye may see.  Pure; a fact of the game goes to its rules."""
    fold = _FOLDS.get(type(fact))
    if fold is not None:
        state = fold(state, fact)
    if state.stage == "playing" and (fold is None or isinstance(fact, _SHARED)):
        state = replace(state, play=state.rules.evolve(state.play, fact))
    if fact.OPENS and state.stage == "playing":
        state = replace(state, sealed=(*state.sealed, fact))
    return state


_SHARED = (f.Sealed, f.PhaseOpened, f.PhaseClosed)
"""The table's facts that games fold as well."""


def _created(s: TableState, x: f.Created) -> TableState:
    return replace(s, id=x.id, code=x.code, access=x.access, options=dict(x.options))


def _entered(s: TableState, x: f.Entered) -> TableState:
    return replace(s, watchers=(*_without(s.watchers, x.who), Watcher(x.who, x.name, x.nature)))


def _left(s: TableState, x: f.Left) -> TableState:
    return replace(
        s,
        seats=_without(s.seats, x.who),
        watchers=_without(s.watchers, x.who),
        chair_wanted=s.chair_wanted - {x.who},
        seat_wanted=_waiting(s, x.who),
        words={who: word for who, word in s.words.items() if who != x.who},
    )


def _sat(s: TableState, x: f.Sat) -> TableState:
    made = s.bots_made + (x.nature == "bot")
    seat = Seat(x.who, x.name, x.nature, x.temperament, ready=x.nature == "bot")
    return _seated(replace(s, bots_made=made), (*s.seats, seat), x.who)


def _displaced(s: TableState, x: f.Displaced) -> TableState:
    """The seat keeps its number."""
    person = next(w for w in s.watchers if w.who == x.who)
    seat = Seat(person.who, person.name, person.kind)
    return _seated(s, tuple(seat if old.who == x.bot else old for old in s.seats), x.who)


def _seated(s: TableState, seats: tuple[Seat, ...], who: Eye) -> TableState:
    return replace(s, seats=seats, watchers=_without(s.watchers, who), seat_wanted=_waiting(s, who))


def _waiting(s: TableState, who: Eye) -> tuple[Eye, ...]:
    """Who waits for a seat besides `who`."""
    return tuple(other for other in s.seat_wanted if other != who)


def _swapped(s: TableState, x: f.SeatsSwapped) -> TableState:
    holders = {seat.who: seat for seat in s.seats}
    other = {x.one: x.other, x.other: x.one}
    return _unready(replace(s, seats=tuple(holders[other.get(seat.who, seat.who)] for seat in s.seats)))


def _stood(s: TableState, x: f.Stood) -> TableState:
    seat = next(seat for seat in s.seats if seat.who == x.who)
    return replace(
        s,
        seats=_without(s.seats, x.who),
        watchers=(*s.watchers, Watcher(seat.who, seat.name, seat.kind)),
        words={who: word for who, word in s.words.items() if who != x.who},
    )


def _chair_taken(s: TableState, x: f.ChairTaken) -> TableState:
    return replace(_unready(s), author=x.who, chair_wanted=s.chair_wanted - {x.who}, seat_wanted=_waiting(s, x.who))


def _option(s: TableState, x: f.OptionSet) -> TableState:
    return replace(_unready(s), options={**s.options, x.name: x.value})


def _game(s: TableState, x: f.GameChanged) -> TableState:
    """The room as it is, and nothing of a game played in it: no play of one game is read by the rules of another."""
    rules = s.games[x.game]
    seats = tuple(replace(p, temperament=_tempered(p, s.rules, rules)) if p.kind == "bot" else p for p in s.seats)
    return replace(
        _unready(replace(s, seats=seats)),
        rules=rules,
        options=dict(x.options),
        chair_wanted=frozenset(),
        lucky=(),
        cast=(),
        play=None,
        sealed=(),
        opened=None,
        outcome=None,
    )


def _tempered(bot: Seat, before: Rules, after: Rules) -> str:
    """The bot's temperament in another game: the same, else the one at its place in the list."""
    if bot.temperament in after.temperaments:
        return bot.temperament
    return after.temperaments[before.temperaments.index(bot.temperament) % len(after.temperaments)]


def _unready(s: TableState) -> TableState:
    """Nobody but the bots is ready any more."""
    return replace(s, seats=tuple(replace(seat, ready=seat.kind == "bot") for seat in s.seats))


def _went(s: TableState, x: f.WentAway) -> TableState:
    """Somebody who is away has not agreed to call the game off."""
    return replace(_mark(s, x.who, away=True), void_wanted=s.void_wanted - {x.who})


def _back(s: TableState, x: f.CameBack) -> TableState:
    """A living player who is here again ends the haste of the others."""
    wanted = frozenset[Eye]() if s.playing and s.lives(x.who) else s.go_on_wanted
    s = replace(s, go_on_wanted=wanted)
    return _seat(_mark(s, x.who, away=False), x.who, stand_in=False)


def _quit(s: TableState, x: f.Quit) -> TableState:
    """The seat stays for the stand-in; what its holder had chosen in the open phase and for later lapses."""
    number = s.seat_of(x.who)
    phase = s.phase and s.phase.without(number)
    standing = {seat: form for seat, form in s.standing.items() if seat != number}
    return replace(_seat(s, x.who, quit=True, away=True), barred=s.barred | {x.who}, phase=phase, standing=standing)


def _committed(s: TableState, x: f.Committed) -> TableState:
    return replace(s, game_no=x.game_no, commitment=x.hash, words={})


def _dealt(s: TableState, x: f.Dealt) -> TableState:
    s = _unready(s)
    return replace(
        s,
        stage="playing",
        chair_wanted=frozenset(),
        seat_wanted=(),
        lucky=tuple(x.words),
        cast=s.seats,
        play=s.rules.begin(len(s.seats), s.options),
        phase=None,
        round=0,
        sealed=(),
        opened=None,
        outcome=None,
        void_wanted=frozenset(),
        go_on_wanted=frozenset(),
        standing={},
        pause_wanted=frozenset(),
        pause_spent=0,
    )


def _phase_opened(s: TableState, x: f.PhaseOpened) -> TableState:
    """What was wanted of one talk ends with it; what was wanted of the rest of the game stays."""
    phase = Phase(x.no, x.name, x.round, x.opened, x.deadline, x.talk, x.asked, x.needs)
    wanted = s.go_on_wanted if s.unattended else frozenset()
    return replace(s, phase=phase, phases=x.no, round=x.round or s.round, go_on_wanted=wanted)


def _answered(s: TableState, x: f.Answered) -> TableState:
    if s.phase is None or s.phase.no != x.no:
        return s
    of_prompt = {**s.phase.answers.get(x.prompt, {}), x.seat: x.answer}
    return replace(s, phase=replace(s.phase, answers={**s.phase.answers, x.prompt: of_prompt}))


def _countdown(s: TableState, x: f.Countdown) -> TableState:
    return replace(s, phase=s.phase and replace(s.phase, countdown=x.until))


def _countdown_stopped(s: TableState, x: f.CountdownStopped) -> TableState:
    return replace(s, phase=s.phase and replace(s.phase, countdown=None))


def _extended(s: TableState, x: f.Extended) -> TableState:
    if s.phase is None:
        return s
    answers = {name: of for name, of in s.phase.answers.items() if name != "done"}
    return replace(s, phase=replace(s.phase, deadline=x.deadline, countdown=None, answers=answers))


def _phase_closed(s: TableState, x: f.PhaseClosed) -> TableState:
    return replace(s, phase=None)


def _seen(s: TableState, x: f.Seen) -> TableState:
    return replace(s, phase=s.phase and replace(s.phase, seen=s.phase.seen | {x.who}))


def _form_kept(s: TableState, x: f.FormKept) -> TableState:
    others = {seat: form for seat, form in s.standing.items() if seat != x.seat}
    return replace(s, standing=others if x.form is None else {**others, x.seat: x.form})


def _said(s: TableState, x: f.Said) -> TableState:
    return _line(s, x, text=x.text)


def _spoke(s: TableState, x: f.Spoke) -> TableState:
    return _line(s, x, code=x.code, params=x.params)


def _ended(s: TableState, x: f.Ended) -> TableState:
    """Everybody is back in the lobby, with the result shown.  People who left, or outstayed the grace, are gone."""
    return replace(
        s,
        stage="lobby",
        seats=tuple(p for p in s.seats if not p.stand_in),
        phase=None,
        barred=frozenset(),
        author="",
        commitment="",
        paused=None,
        pause_wanted=frozenset(),
        void_wanted=frozenset(),
        go_on_wanted=frozenset(),
        standing={},
        outcome=x.outcome,
        results=(*s.results, x.outcome),
    )


def _opened(s: TableState, x: f.Opened) -> TableState:
    """Fold every opened secret, as if this eye had been shown it all along."""
    play = s.play
    for secret in x.secrets:
        play = s.rules.evolve(play, secret)
    return replace(s, play=play, opened=x)


def _line(s: TableState, x: f.Said | f.Spoke, **spoken: Any) -> TableState:
    game, phase = s.game_no if s.playing else 0, s.phase.no if s.phase else 0
    line = ChatLine(s.lines + 1, x.who, s.name_of(x.who), x.scope, game=game, phase=phase, **spoken)
    return replace(s, chat=(*s.chat[1 - CHAT_KEPT :], line), lines=line.number)


def _seat(s: TableState, who: Eye, **changes: Any) -> TableState:
    return replace(s, seats=tuple(replace(p, **changes) if p.who == who else p for p in s.seats))


def _mark(s: TableState, who: Eye, *, away: bool) -> TableState:
    watchers = tuple(replace(w, away=away) if w.who == who else w for w in s.watchers)
    return replace(_seat(s, who, away=away), watchers=watchers)


_Place = TypeVar("_Place", Seat, Watcher)


def _without(places: tuple[_Place, ...], who: Eye) -> tuple[_Place, ...]:
    return tuple(place for place in places if place.who != who)


def _toggled(eyes: frozenset[Eye], who: Eye, yes: bool) -> frozenset[Eye]:
    return eyes | {who} if yes else eyes - {who}


_FOLDS: dict[type[Fact], Callable[[TableState, Any], TableState]] = {
    f.Created: _created,
    f.Entered: _entered,
    f.Left: _left,
    f.Sat: _sat,
    f.Displaced: _displaced,
    f.SeatWanted: lambda s, x: replace(s, seat_wanted=(*s.seat_wanted, x.who)),
    f.SeatsSwapped: _swapped,
    f.GameChanged: _game,
    f.Stood: _stood,
    f.ChairWanted: lambda s, x: replace(s, chair_wanted=_toggled(s.chair_wanted, x.who, x.yes)),
    f.ChairTaken: _chair_taken,
    f.ChairLeft: lambda s, x: replace(s, author="", barred=s.barred | {x.who} if s.playing else s.barred),
    f.HostIs: lambda s, x: replace(s, host=x.who),
    f.OptionSet: _option,
    f.WentAway: _went,
    f.CameBack: _back,
    f.StandInTook: lambda s, x: _seat(s, x.who, stand_in=True),
    f.Quit: _quit,
    f.Committed: _committed,
    f.SeedKept: lambda s, x: replace(s, seed=x.seed),
    f.Readied: lambda s, x: _seat(s, x.who, ready=True),
    f.WordGiven: lambda s, x: replace(s, words={**s.words, x.who: x.word}),
    f.Unreadied: lambda s, x: _seat(s, x.who, ready=False),
    f.Dealt: _dealt,
    f.PhaseOpened: _phase_opened,
    f.Answered: _answered,
    f.Countdown: _countdown,
    f.CountdownStopped: _countdown_stopped,
    f.Extended: _extended,
    f.PhaseClosed: _phase_closed,
    f.Sealed: lambda s, x: s,
    f.Seen: _seen,
    f.GoOnWanted: lambda s, x: replace(s, go_on_wanted=_toggled(s.go_on_wanted, x.who, x.yes)),
    f.FormKept: _form_kept,
    f.Said: _said,
    f.Spoke: _spoke,
    f.PauseWanted: lambda s, x: replace(s, pause_wanted=_toggled(s.pause_wanted, x.who, x.yes)),
    f.Paused: lambda s, x: replace(s, paused=x.who, pause_wanted=s.pause_wanted | {x.who}, resume_wanted=frozenset()),
    f.PauseRan: lambda s, x: replace(s, pause_spent=s.pause_spent + x.ms),
    f.ResumeWanted: lambda s, x: replace(s, resume_wanted=s.resume_wanted | {x.who}),
    f.Resumed: lambda s, x: replace(s, paused=None, pause_wanted=frozenset()),
    f.VoidWanted: lambda s, x: replace(s, void_wanted=_toggled(s.void_wanted, x.who, x.yes)),
    f.Opened: _opened,
    f.Ended: _ended,
    f.Closed: lambda s, x: replace(s, stage="closed"),
}
