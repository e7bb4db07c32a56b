"""A whole house in memory for the tests of the screens: real tables, real rules, real bots.

Rooms keep a log and fold it for each eye, as the server does, but nothing is written anywhere and time moves
only when a test calls `FakeHub.advance`.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping, Sequence
from typing import Unpack

import attrs

from engine.chance import FairChance
from engine.errors import Refusal
from engine.facts import SERVER, Eye, Record
from engine.game import Game
from engine.house import (
    Choices,
    Event,
    Goodbye,
    HouseLine,
    LobbyChanged,
    LobbyView,
    News,
    Notice,
    Person,
    Profile,
    TableCard,
    TableChanged,
    TableGone,
)
from engine.options import Value
from engine.table import facts as f
from engine.table import moves as m
from engine.table.bots import act
from engine.table.facts import Access
from engine.table.live import Table
from engine.table.state import TableState
from tui.words.clean import clean

NO_CHANCE = FairChance(b"screens")
CODES = ("KITE-42", "LAMP-17", "MOSS-63", "REED-08", *(f"POND-{n}" for n in range(10, 30)))


class FakeRoom:
    """One table: its log, the server's fold of it and the fold of every eye that looked."""

    def __init__(self, game: Game, number: int, games: Mapping[str, Game]) -> None:
        self.code = CODES[number]
        self.now = 0
        self.table = Table(game, games=games)
        self.at_table: dict[Eye, FakeHouse] = {}

    @property
    def state(self) -> TableState:
        return self.table.state

    @property
    def log(self) -> list[Record]:
        return self.table.log

    def do(self, who: Eye, move: m.Move) -> None:
        """Decide, fold, and wake everybody who was shown something."""
        seen_by = self.table.do(who, move, self.now)
        self.table.wakes.follow(self.state, self.now, NO_CHANCE)
        for eye, house in list(self.at_table.items()):
            if eye in seen_by:
                house.show_table(self, seen_by[eye])
            if self.state.seat_of(eye) is None and self.state.watcher(eye) is None:
                del self.at_table[eye]
                house.room = None
                house.put(TableGone(self.code, "left" if isinstance(move, m.LeaveTable) else "removed"))
        if self.state.stage == "lobby" and not self.state.commitment and self.state.host:
            self.do(SERVER, m.Commit(hashlib.sha256(f"{self.code}/{self.state.game_no}".encode()).hexdigest()))

    def view(self, eye: Eye) -> TableState:
        """What `eye` knows."""
        return self.table.view(eye)

    def advance(self, ms: int) -> None:
        """Let table time pass: bots look up and phases end, in order."""
        until = self.now + ms
        while self.state.paused is None:
            wake, phase = self.table.wakes.next(), self.state.phase
            due = [*([wake.at] if wake is not None else []), *([phase.ends] if phase is not None else [])]
            if not due or min(due) > until:
                break
            self.now = max(self.now, min(due))
            self._step()
        if self.state.paused is None:
            self.now = until

    def _step(self) -> None:
        wake = self.table.wakes.next()
        if wake is not None and wake.at <= self.now:
            self.table.wakes.done(wake)
            who = self.state.seats[wake.seat].who
            for move in act(self.view(who), wake.seat, self._bot(wake.seat), wake.number, NO_CHANCE, last=wake.last):
                self.do(who, move)
        elif self.state.phase is not None and self.now >= self.state.phase.ends:
            self.do(SERVER, m.TimeUp(self.state.phase.no))

    def _bot(self, seat: int):
        return self.state.rules.bot(self.state.seats[seat].temperament or self.state.rules.temperaments[0])


class FakeHub:
    """The house: its people, its rooms, its chat."""

    def __init__(self, *games: Game) -> None:
        self.games = {game.id: game for game in games}
        self.rooms: dict[str, FakeRoom] = {}
        self.houses: list[FakeHouse] = []
        self.chat: list[HouseLine] = []
        self.books: dict[tuple[Eye, str, int], dict[int, str]] = {}
        self.last: dict[Eye, dict[str, Mapping[str, Value]]] = {}

    def join(self, name: str, language: str | None = "en", guest: bool = False) -> FakeHouse:
        """A new person at the door."""
        person = Person(f"{'g' if guest else 'u'}{len(self.houses) + 1}", name, guest)
        house = FakeHouse(self, person, language)
        self.houses.append(house)
        self.lobby_changed()
        return house

    def leave(self, house: FakeHouse) -> None:
        """The person's connection is gone."""
        self.houses.remove(house)
        if house.room is not None:
            house.room.at_table.pop(house.person.id, None)
            house.room.do(house.person.id, m.Went())
        self.lobby_changed()

    def advance(self, ms: int) -> None:
        """Let time pass at every table."""
        for room in self.rooms.values():
            room.advance(ms)

    def lobby_changed(self) -> None:
        """Show the lobby to everybody."""
        for house in self.houses:
            house.put(LobbyChanged(self.lobby(house.person.id)))

    def lobby(self, who: Eye) -> LobbyView:
        """The lobby as `who` sees it."""
        cards = tuple(self._card(room, who) for room in self.rooms.values())
        shown = tuple(card for card in cards if card.access == "open" or card.mine)
        return LobbyView(tuple(house.person for house in self.houses), shown, tuple(self.chat))

    def _card(self, room: FakeRoom, who: Eye) -> TableCard:
        state = room.state
        return TableCard(
            code=room.code,
            game=state.rules.id,
            stage=state.stage,
            seated=tuple(seat.name for seat in state.seats),
            most=state.rules.most,
            watching=len(state.watchers),
            age=room.now // 1000,
            access=state.access,
            spectators=state.options.get("spectators") == "yes",
            mine=state.seat_of(who) is not None or state.author == who,
            bots=sum(seat.kind == "bot" for seat in state.seats),
            over=state.stage == "lobby" and state.outcome is not None,
        )


class FakeHouse:
    """One person's house, see `engine.house.House`."""

    def __init__(self, hub: FakeHub, person: Person, language: str | None) -> None:
        self.hub = hub
        self.person = person
        self.profile = Profile(language)
        self.rejoin_code = "amber-hill-37" if person.guest else None
        self.games: Mapping[str, Game] = hub.games
        self.room: FakeRoom | None = None
        self.moves: list[m.Move] = []
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._shown = 0

    def put(self, event: Event) -> None:
        """Hand an event to the session."""
        self._events.put_nowait(event)

    @property
    def waiting(self) -> bool:
        """Whether there are events that the session has not taken yet."""
        return not self._events.empty()

    def notice(self, code: str, **params: str | int) -> None:
        """A sentence of the house for this person."""
        self.put(Notice(code, params))

    def goodbye(self, code: str) -> None:
        """End the session."""
        self.put(Goodbye(code))

    def show_table(self, room: FakeRoom, news: Sequence[News] | None = None) -> None:
        """Hand the newest view to the session with the news that led to it, by default all there ever were."""
        told = room.table.eyes.history(self.person.id) if news is None else news
        self._shown = told[-1].number if told else 0
        self.put(TableChanged(room.view(self.person.id), tuple(told), room.now, news is None))

    async def next(self) -> Event:
        return await self._events.get()

    def now(self) -> int:
        return self.room.now if self.room else 0

    async def keep(self, **choices: Unpack[Choices]) -> None:
        self.profile = attrs.evolve(self.profile, **choices)

    async def say(self, text: str) -> None:
        line = _cleaned(text)
        self.hub.chat.append(HouseLine(len(self.hub.chat) + 1, self.person.id, self.person.name, line))
        self.hub.lobby_changed()

    async def create(self, game: str, access: Access, options: Mapping[str, Value]) -> str:
        room = FakeRoom(self.hub.games[game], len(self.hub.rooms), self.hub.games)
        room.do(SERVER, m.Create(f"t{len(self.hub.rooms)}", room.code, game, access, options))
        self.hub.rooms[room.code] = room
        await self.enter(room.code)
        room.do(self.person.id, m.Sit())
        return room.code

    async def enter(self, code: str) -> None:
        room = self.hub.rooms.get(code.strip().upper())
        if room is None:
            raise Refusal("no-such-table")
        kind: f.Kind = "guest" if self.person.guest else "person"
        room.do(self.person.id, m.Enter(self.person.name, kind))
        self.room = room
        room.at_table[self.person.id] = self
        self.show_table(room)
        self.hub.lobby_changed()

    async def step_out(self) -> None:
        room = self.room
        if room is None:
            return
        del room.at_table[self.person.id]
        self.room = None
        if room.state.playing and room.state.seat_of(self.person.id) is not None:
            room.do(self.person.id, m.Went())
        else:
            room.do(self.person.id, m.LeaveTable())
        self.put(TableGone(room.code, "left"))
        self.hub.lobby_changed()

    async def act(self, move: m.Move) -> None:
        if self.room is None:
            raise Refusal("not-here")
        if isinstance(move, m.Say):
            move = m.Say(move.scope, _cleaned(move.text))
        self.room.do(self.person.id, move)
        self.moves.append(move)
        if isinstance(move, m.Start):
            state, last = self.room.state, self.hub.last.setdefault(self.person.id, {})
            last.pop(state.rules.id, None)
            last[state.rules.id] = state.options
        self.hub.lobby_changed()

    async def remembered(self) -> Mapping[str, Mapping[str, Value]]:
        return dict(reversed(self.hub.last.get(self.person.id, {}).items()))

    async def notes(self) -> Mapping[int, str]:
        return dict(self.hub.books.get(self._book(), {}))

    async def note(self, seat: int, mark: str) -> None:
        self.hub.books.setdefault(self._book(), {})[seat] = mark

    def _book(self) -> tuple[Eye, str, int]:
        if self.room is None:
            raise Refusal("not-here")
        return self.person.id, self.room.code, self.room.state.game_no

    async def rejoin(self, code: str) -> None:
        raise Refusal("rejoin-unknown")

    async def export(self) -> str:
        return ""


def _cleaned(text: str) -> str:
    line = clean(text, graphemes=400, bytes_=1600)
    if not line:
        raise Refusal("say-empty")
    return line
