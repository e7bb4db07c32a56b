"""The house's lobby: its chat, and how a table looks from there."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from attrs import define, evolve, field, frozen

from engine.facts import Eye
from engine.house import HouseLine, Person, TableCard
from engine.table.state import Seat, TableState
from server.tables.clock import Alarm, HouseClock

LINES = 200
"""Lines of house chat that are kept, in memory only: it is small talk, not part of any game."""

WAVE = 0.3
"""Seconds between two waves of the lobby: it goes whole to everybody there, however much happens meanwhile."""


@define(eq=False)
class Waves:
    """Calls `send` at once for the first of many changes, and once for all others, `WAVE` seconds later."""

    _clock: HouseClock
    _send: Callable[[], None]
    _next: float = 0.0
    _alarm: Alarm | None = None

    def changed(self) -> None:
        """There is something new to be seen."""
        if self._alarm is not None:
            return
        if self._clock.now() < self._next:
            self._alarm = self._clock.call_at(self._next, self._go)
        else:
            self._go()

    def stop(self) -> None:
        """Forget what has not been sent."""
        if self._alarm is not None:
            self._alarm.cancel()

    def _go(self) -> None:
        self._alarm, self._next = None, self._clock.now() + WAVE
        self._send()


@define
class HouseChat:
    """The last lines of the lobby's chat."""

    _lines: deque[HouseLine] = field(factory=lambda: deque(maxlen=LINES))
    _count: int = 0

    def add(self, person: Person, text: str) -> None:
        """One more line; `text` is clean."""
        self._count += 1
        self._lines.append(HouseLine(self._count, person.id, person.name, text))

    @property
    def lines(self) -> tuple[HouseLine, ...]:
        """The lines, oldest first."""
        return tuple(self._lines)


@frozen
class Looks:
    """Everything about a table that somebody in the lobby can notice."""

    game: str
    stage: str
    places: tuple[tuple[Eye, str, bool], ...]
    watching: int
    spectators: bool
    author: Eye
    players: frozenset[Eye]


def looks_of(state: TableState) -> Looks:
    """How the table looks now.  Everything here is public at the table, so the server's state may be used."""
    return Looks(
        state.rules.id,
        state.stage,
        tuple((place.who, place.name, isinstance(place, Seat)) for place in state.everybody),
        _watching(state),
        _lets_watch(state),
        state.author,
        frozenset(seat.who for seat in state.seats if plays(state, seat.who)),
    )


@frozen
class Listing:
    """A table as the lobby lists it: made once for all readers, for as long as nothing changes there."""

    state: TableState
    card: TableCard
    own: frozenset[Eye]
    """For whom it is listed in any case."""

    @classmethod
    def of(cls, state: TableState, age: int) -> Listing:
        """The table now; `age` in seconds."""
        card = TableCard(
            code=state.code,
            game=state.rules.id,
            stage=state.stage,
            seated=tuple(seat.name for seat in state.seats),
            most=state.rules.most,
            watching=_watching(state),
            age=age,
            access=state.access,
            spectators=_lets_watch(state),
            mine=False,
            bots=sum(seat.kind == "bot" for seat in state.seats),
            over=state.stage == "lobby" and state.outcome is not None,
        )
        return cls(state, card, belonging(state) or players(state))

    def shows(self, state: TableState, age: int) -> bool:
        """Whether this is the table as it is now."""
        return self.state is state and self.card.age == age

    def for_reader(self, who: Eye) -> TableCard | None:
        """The card as `who` sees it, None if the table is not listed for them."""
        if who in self.own:
            mine = self.state.seat_of(who) is not None or self.state.author == who
            return evolve(self.card, mine=mine)
        return self.card if self.state.access == "open" and not deserted(self.state) else None


def belonging(state: TableState) -> frozenset[Eye]:
    """The people who are in the room or can come back to it."""
    gone = {seat.who for seat in state.seats if seat.quit}
    return frozenset(place.who for place in state.everybody if place.kind != "bot") - gone


def players(state: TableState) -> frozenset[Eye]:
    """The people who played the last game there."""
    return frozenset(seat.who for seat in state.cast if seat.kind != "bot")


def deserted(state: TableState) -> bool:
    """Whether nobody is in the room who could come back or go."""
    return all(place.kind == "bot" for place in state.everybody)


def plays(state: TableState, who: Eye) -> bool:
    """Whether `who` is a living player of a running game there, away or not."""
    seat = state.seat_of(who)
    return state.playing and seat is not None and seat in state.living and not state.seats[seat].quit


def _watching(state: TableState) -> int:
    return sum(not watcher.away and watcher.who != state.author for watcher in state.watchers)


def _lets_watch(state: TableState) -> bool:
    return state.options.get("spectators") == "yes"
