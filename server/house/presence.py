"""The house as one person's session uses it (`engine.house.House`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Protocol, Unpack

from attrs import evolve

from engine.errors import Refusal
from engine.facts import Eye
from engine.game import Game
from engine.house import (
    Choices,
    Event,
    Goodbye,
    LobbyChanged,
    LobbyView,
    News,
    Notice,
    Person,
    Profile,
    TableChanged,
    TableGone,
)
from engine.options import Value
from engine.table import moves as m
from engine.table.facts import Access
from engine.table.room import LONGEST_WORD, fitting
from engine.table.talk import LONGEST
from server.house.mailbox import Mailbox
from server.house.person_store import PersonStore
from server.house.purse import EXPORT, LINE, MOVE, Deed
from server.tables.live_table import LiveTable
from tui.words.clean import clean

_MARK = re.compile("[a-z-]{1,16}")
"""A mark of a notebook: a word of the game's catalogue, never text of a person."""

_WORD = re.compile("[a-z0-9-]{1,32}")
"""A word of a profile: the name of a language, a theme or a choice, never text of a person."""


class Household(Protocol):
    """What a presence asks of the house, which is a `Hub`."""

    @property
    def games(self) -> Mapping[str, Game]:
        """All games of the house, by id."""

    @property
    def store(self) -> PersonStore:
        """What is remembered of people."""

    def presence(self, who: Eye) -> Presence | None:
        """The newest session of a person."""

    def spend(self, presence: Presence, deed: Deed) -> None:
        """Charge a person and their address.  Raises `Refusal`."""

    def came(self, presence: Presence, table: LiveTable) -> None:
        """The person is at a table now."""

    def say(self, presence: Presence, text: str) -> None:
        """A clean line of house chat.  Raises `Refusal`."""

    def lobby(self, who: Eye) -> LobbyView:
        """The lobby as `who` may see it."""

    async def create(self, presence: Presence, game: str, access: Access, options: Mapping[str, Value]) -> str:
        """Make a table with its maker seated; its code.  Raises `Refusal`."""

    async def enter(self, presence: Presence, code: str) -> None:
        """Bring the person to a table by its code.  Raises `Refusal`."""

    async def rejoin(self, presence: Presence, code: str) -> None:
        """The guest proves to be an earlier one and goes on as that one.  Raises `Refusal`."""

    async def export(self, table: LiveTable) -> str:
        """The last finished game of a table as a file.  Raises `Refusal`."""


class Presence:
    """The house as one session uses it, of a person with a key or without.  Made by `Hub.arrive`; `Hub.depart` ends it.

    Every request of `engine.house.House` raises `Refusal` (`session-over`) once a newer session has taken over.
    """

    def __init__(
        self,
        house: Household,
        person: Person,
        profile: Profile,
        rejoin_code: str | None,
        address: str = "",
    ) -> None:
        self.games: Mapping[str, Game] = house.games
        self.address = address
        self.table: LiveTable | None = None
        self._house = house
        self._person = person
        self._profile = profile
        self._rejoin_code = rejoin_code
        self._mailbox = Mailbox(self._lobby_event, self._table_event)

    # --- for the front end ----------------------------------------------------------------------------

    @property
    def person(self) -> Person:
        """Whose session this is."""
        return self._person

    @property
    def profile(self) -> Profile:
        """What this person has chosen, as kept from visit to visit."""
        return self._profile

    @property
    def rejoin_code(self) -> str | None:
        """A guest's secret for coming back, None for people with a key."""
        return self._rejoin_code

    async def next(self) -> Event:
        """The next event; waits."""
        return await self._mailbox.next()

    def now(self) -> int:
        """Table time in ms at the table where the person is, 0 in the lobby."""
        return self.table.now() if self.table else 0

    async def keep(self, **choices: Unpack[Choices]) -> None:
        """Keep these in the profile.

        Raises:
            Refusal: `session-over`, `journal-down`, `house-fault`.
            ValueError: a word is longer than 32 letters, or not of a-z, 0-9 and hyphens.
        """
        self._still_here()
        chosen = Profile(**choices)
        for word in (chosen.language, chosen.theme, chosen.call, chosen.notify):
            if word is not None and not _WORD.fullmatch(word):
                raise ValueError(f"{word!r} is no word of a profile")
        await self._house.store.keep_profile(self._person.id, chosen)
        self._profile = evolve(self._profile, **choices)

    async def remembered(self) -> Mapping[str, Mapping[str, Value]]:
        """Game id -> the options with which this person last dealt it, as far as the game still takes them; the latest
        game first.

        Raises:
            Refusal: `session-over`, `journal-down`, `house-fault`.
        """
        self._still_here()
        kept = await self._house.store.options(self._person.id)
        return {game: fitting(self.games[game], options) for game, options in kept.items() if game in self.games}

    async def say(self, text: str) -> None:
        """Say a line of house chat, which is cleaned here.

        Raises:
            Refusal: `session-over`, `say-empty`, `say-long`, `too-fast`, `house-chat-seated`.
        """
        self._still_here()
        self._house.say(self, _cleaned(text))

    async def create(self, game: str, access: Access, options: Mapping[str, Value]) -> str:
        """Make a table, enter it and sit down; its code.  Raises `Refusal`, see `Hub.create`."""
        self._still_here()
        return await self._house.create(self, game, access, options)

    async def enter(self, code: str) -> None:
        """Come to a table by its code.  Raises `Refusal`, see `Hub.enter`."""
        self._still_here()
        await self._house.enter(self, code)

    async def step_out(self) -> None:
        """Go back to the house's lobby; a seat in a running game is kept.  Raises `Refusal`."""
        self._still_here()
        if self.table:
            await self.table.step_out(self)

    async def act(self, move: m.Move) -> None:
        """Make a move of this person at the table; what they typed is cleaned here.

        Raises:
            Refusal: `session-over`, `not-here`, `server-only` (a move of the house), `too-fast`, or why not.
        """
        table = self._at_table()
        if not isinstance(move, m.PERSONAL):
            raise Refusal("server-only")
        self._house.spend(self, LINE if isinstance(move, m.TALK) else MOVE)
        await table.act(self._person.id, _clean_move(move))
        if isinstance(move, m.Start):
            with suppress(Refusal):  # the game has begun: that its options are not remembered must not look like a no
                await self._house.store.keep_options(self._person.id, table.state.rules.id, table.state.options)

    async def notes(self) -> Mapping[int, str]:
        """The notebook on this table's game: seat -> mark.

        Raises:
            Refusal: `session-over`, `not-here`, `journal-down`, `house-fault`.
        """
        return await self._house.store.notes(self._person.id, _game_of(self._at_table()))

    async def note(self, seat: int, mark: str) -> None:
        """Put a mark on a seat, "" to take it away.

        Raises:
            Refusal: `session-over`, `not-here`, `note-seat`, `note-mark`, `too-fast`, `journal-down`, `house-fault`.
        """
        table = self._at_table()
        if not 0 <= seat < len(table.state.cast):
            raise Refusal("note-seat")
        if mark and not _MARK.fullmatch(mark):
            raise Refusal("note-mark")
        self._house.spend(self, MOVE)
        await self._house.store.keep_note(self._person.id, _game_of(table), seat, mark)

    async def rejoin(self, code: str) -> None:
        """Become the guest to whom this code was given.  Raises `Refusal`, see `Hub.rejoin`."""
        self._still_here()
        await self._house.rejoin(self, code)

    async def export(self) -> str:
        """The last finished game of this table as a file.

        Raises:
            Refusal: `session-over`, `not-here`, `too-fast`, `no-finished-game`, `journal-down`.
        """
        table = self._at_table()
        self._house.spend(self, EXPORT)
        return await self._house.export(table)

    # --- for the hub and its tables -------------------------------------------------------------------

    @property
    def here(self) -> bool:
        """Whether this is still its person's session."""
        return self._house.presence(self._person.id) is self

    def become(self, person: Person, profile: Profile, rejoin_code: str) -> None:
        """Go on as that person."""
        self._person, self._profile, self._rejoin_code = person, profile, rejoin_code

    def sees(self, table: LiveTable, news: list[News], *, first: bool = False) -> None:
        """The person's eye was shown something at a table; with `first` they have just come to it."""
        if first:
            if self.table not in (None, table):
                self.table.lose(self)
            self.table = table
            self._house.came(self, table)
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
        return LobbyChanged(self._house.lobby(self._person.id))

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
