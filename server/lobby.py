"""The house's lobby: its chat, and how a table looks from there."""

from __future__ import annotations

from collections import deque

from attrs import define, field, frozen

from engine.facts import Eye
from engine.table.state import Seat, TableState
from tui.house import HouseLine, Person, TableCard

LINES = 200
"""Lines of house chat that are kept, in memory only: it is small talk, not part of any game."""


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
    """All of a table that somebody in the lobby can notice."""

    stage: str
    places: tuple[tuple[Eye, str, bool], ...]
    watching: int
    spectators: bool
    author: Eye
    players: frozenset[Eye]


def looks_of(state: TableState) -> Looks:
    """How the table looks now.  Everything here is public at the table, so the server's state may be used."""
    return Looks(
        state.stage,
        tuple((place.who, place.name, isinstance(place, Seat)) for place in state.everybody),
        sum(not watcher.away for watcher in state.watchers),
        state.options.get("spectators") == "yes",
        state.author,
        frozenset(seat.who for seat in state.seats if plays(state, seat.who)),
    )


def card(state: TableState, reader: Eye, age: int) -> TableCard | None:
    """The table as `reader` sees it in the lobby, None if it is not listed for them; `age` in seconds."""
    own = reader in belonging(state)
    if not (own or state.access == "open"):
        return None
    looks = looks_of(state)
    return TableCard(
        code=state.code,
        game=state.rules.id,
        stage=state.stage,
        seated=tuple(seat.name for seat in state.seats),
        most=state.rules.most,
        watching=looks.watching,
        age=age,
        access=state.access,
        spectators=looks.spectators,
        mine=own and (state.seat_of(reader) is not None or state.author == reader),
    )


def belonging(state: TableState) -> frozenset[Eye]:
    """The people who are in the room or can come back to it."""
    gone = {seat.who for seat in state.seats if seat.quit}
    return frozenset(place.who for place in state.everybody if place.kind != "bot") - gone


def plays(state: TableState, who: Eye) -> bool:
    """Whether `who` is a living player of a running game there, away or not."""
    seat = state.seat_of(who)
    return state.playing and seat is not None and seat in state.living and not state.seats[seat].quit
