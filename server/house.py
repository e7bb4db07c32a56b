"""The house as one person's session uses it (`tui.house.House`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Protocol, Unpack

from attrs import evolve

from engine.errors import Refusal
from engine.game import Game
from engine.options import Value
from engine.table import moves as m
from engine.table.facts import Access
from engine.table.room import LONGEST_WORD
from engine.table.talk import LONGEST
from server.budget import EXPORT, LINE, MOVE
from server.mailbox import Mailbox
from server.table_task import LiveTable
from tui.house import (
    Choices,
    Event,
    Goodbye,
    LobbyChanged,
    News,
    Notice,
    Person,
    Profile,
    TableChanged,
    TableGone,
)
from tui.words.clean import clean

if TYPE_CHECKING:
    from server.hub import Hub


_MARK = re.compile("[a-z-]{1,16}")
"""A mark of a notebook: a word of the game's catalogue, never text of a person."""

_WORD = re.compile("[a-z0-9-]{1,32}")
"""A word of a profile: the name of a language or theme, never text of a person."""


class Desk(Protocol):
    """What the house asks of the accounts.  Every method raises `Refusal` (`journal-down`, `house-fault`) when what is
    kept cannot be read or written."""

    async def rejoin(self, code: str) -> Person | None:
        """The guest to whom this code was given, or None."""

    async def profile(self, person_id: str) -> Profile:
        """What a person has chosen."""

    async def keep_profile(self, person_id: str, chosen: Profile) -> None:
        """Remember what is not None in `chosen`; the rest stays as it is."""

    async def notes(self, person_id: str, game: str) -> Mapping[int, str]:
        """A person's notebook on one game: seat -> mark."""

    async def keep_note(self, person_id: str, game: str, seat: int, mark: str) -> None:
        """Put a mark on a seat, "" to take it away; notes on other games are forgotten."""


class LiveHouse:
    """One session.  Made by `Hub.arrive`; `Hub.depart` ends it."""

    def __init__(
        self,
        hub: Hub,
        person: Person,
        profile: Profile,
        rejoin_code: str | None,
        address: str = "",
    ) -> None:
        self.games: Mapping[str, Game] = hub.games
        self.address = address
        self.table: LiveTable | None = None
        self._hub = hub
        self._person = person
        self._profile = profile
        self._rejoin_code = rejoin_code
        self._mailbox = Mailbox(self._lobby_event, self._table_event)

    # --- for the front end ----------------------------------------------------------------------------

    @property
    def person(self) -> Person:
        """See `tui.house.House`."""
        return self._person

    @property
    def profile(self) -> Profile:
        """See `tui.house.House`."""
        return self._profile

    @property
    def rejoin_code(self) -> str | None:
        """See `tui.house.House`."""
        return self._rejoin_code

    async def next(self) -> Event:
        """See `tui.house.House`."""
        return await self._mailbox.next()

    def now(self) -> int:
        """See `tui.house.House`."""
        return self.table.now() if self.table else 0

    async def keep(self, **choices: Unpack[Choices]) -> None:
        """See `tui.house.House`."""
        self._still_here()
        chosen = Profile(**choices)
        for word in (chosen.language, chosen.theme):
            if word is not None and not _WORD.fullmatch(word):
                raise ValueError(f"{word!r} is no word of a profile")
        await self._hub.desk.keep_profile(self._person.id, chosen)
        self._profile = evolve(self._profile, **choices)

    async def say(self, text: str) -> None:
        """See `tui.house.House`."""
        self._still_here()
        self._hub.say(self, _cleaned(text))

    async def create(self, game: str, access: Access, options: Mapping[str, Value]) -> str:
        """See `tui.house.House`."""
        self._still_here()
        return await self._hub.create(self, game, access, options)

    async def enter(self, code: str) -> None:
        """See `tui.house.House`."""
        self._still_here()
        await self._hub.enter(self, code)

    async def step_out(self) -> None:
        """See `tui.house.House`."""
        self._still_here()
        if self.table:
            await self.table.step_out(self)

    async def act(self, move: m.Move) -> None:
        """See `tui.house.House`."""
        table = self._at_table()
        if not isinstance(move, m.PERSONAL):
            raise Refusal("server-only")
        self._hub.spend(self, LINE if isinstance(move, m.Say) else MOVE)
        await table.act(self._person.id, _clean_move(move))

    async def notes(self) -> Mapping[int, str]:
        """See `tui.house.House`."""
        return await self._hub.desk.notes(self._person.id, _game_of(self._at_table()))

    async def note(self, seat: int, mark: str) -> None:
        """See `tui.house.House`."""
        table = self._at_table()
        if not 0 <= seat < len(table.state.cast):
            raise Refusal("note-seat")
        if mark and not _MARK.fullmatch(mark):
            raise Refusal("note-mark")
        self._hub.spend(self, MOVE)
        await self._hub.desk.keep_note(self._person.id, _game_of(table), seat, mark)

    async def rejoin(self, code: str) -> None:
        """See `tui.house.House`."""
        self._still_here()
        await self._hub.rejoin(self, code)

    async def export(self) -> str:
        """See `tui.house.House`."""
        table = self._at_table()
        self._hub.spend(self, EXPORT)
        return await self._hub.export(table)

    # --- for the hub and its tables -------------------------------------------------------------------

    @property
    def here(self) -> bool:
        """Whether this is its person's session still."""
        return self._hub.session(self._person.id) is self

    def become(self, person: Person, profile: Profile, rejoin_code: str) -> None:
        """From now on the session is that person's."""
        self._person, self._profile, self._rejoin_code = person, profile, rejoin_code

    def sees(self, table: LiveTable, news: list[News], *, first: bool = False) -> None:
        """The person's eye was shown something at a table; with `first` they have just come to it."""
        if first:
            if self.table not in (None, table):
                self.table.lose(self)
            self.table = table
            self._hub.came(self, table)
        self._mailbox.table_changed(news, first=first)

    def gone(self, code: str, reason: str) -> None:
        """The person is no longer at the table."""
        self.table = None
        self._mailbox.table_gone(TableGone(code, reason))
        self._mailbox.lobby_changed()

    def tell(self, event: Notice) -> None:
        """A sentence for this person."""
        self._mailbox.notice(event)

    def lobby_changed(self) -> None:
        """There is a newer lobby to be seen."""
        self._mailbox.lobby_changed()

    def goodbye(self, code: str) -> None:
        """The session ends."""
        self._mailbox.close(Goodbye(code))

    def _lobby_event(self) -> LobbyChanged:
        return LobbyChanged(self._hub.lobby(self._person.id))

    def _table_event(self, news: tuple[News, ...], first: bool) -> TableChanged:
        table = self.table
        assert table is not None  # `gone` takes unread news away
        return TableChanged(table.view(self._person.id), news, table.now(), first)

    def _at_table(self) -> LiveTable:
        self._still_here()
        if self.table is None:
            raise Refusal("not-here")
        return self.table

    def _still_here(self) -> None:
        if not self.here:
            raise Refusal("session-over")


def _game_of(table: LiveTable) -> str:
    """What notes are kept under: this game of this table."""
    return f"{table.state.id}/{table.state.game_no}"


def _clean_move(move: m.Move) -> m.Move:
    """The move with what its person typed made safe."""
    match move:
        case m.Say(scope, text):
            return m.Say(scope, _cleaned(text))
        case m.Ready(word):
            return m.Ready(clean(word, graphemes=LONGEST_WORD + 1, bytes_=4 * (LONGEST_WORD + 1)))
        case _:
            return move


def _cleaned(text: str) -> str:
    """A line of chat.  What is too long keeps one character too many, so that it is refused and not cut.

    Raises:
        Refusal: `say-empty` or `say-long`.
    """
    line = clean(text, graphemes=LONGEST + 1, bytes_=4 * (LONGEST + 1))
    if not line:
        raise Refusal("say-empty")
    if len(line) > LONGEST:
        raise Refusal("say-long", most=LONGEST)
    return line
