"""The protocol through which a front end speaks to the house: the server implements it, tests fake it.

A front end holds one `House` for its one person.  It waits for events, shows what they carry, and asks for
things; what is refused raises `engine.errors.Refusal` and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypedDict, Unpack

from attrs import frozen

from engine.facts import News as News  # part of this vocabulary
from engine.game import Game
from engine.options import Value
from engine.table.facts import Access
from engine.table.moves import Move
from engine.table.state import TableState


@frozen
class Person:
    """Someone in the house. ``id`` is opaque and stable: ``u…`` owns a name by key, ``g…`` is a guest."""

    id: str
    name: str
    guest: bool


@frozen
class Profile:
    """What a person keeps from visit to visit; None is what they never chose.

    `language` is "ja" or "en", `thin` asks for the thin screen of slow lines.  The others are short words of the
    screens, unknown to the house, and one that means nothing is read as None: `theme`; `call`, when to be called back
    ("off", "turn", "mentions"); `notify`, by which notification ("off", "osc9", "osc777").
    """

    language: str | None = None
    thin: bool | None = None
    theme: str | None = None
    mouse: bool | None = None
    call: str | None = None
    notify: str | None = None


class Choices(TypedDict, total=False):
    """Some of what a `Profile` holds, as it is chosen."""

    language: str
    thin: bool
    theme: str
    mouse: bool
    call: str
    notify: str


@frozen
class TableCard:
    """A table as the lobby lists it.  `seated` are the names in seat order, `bots` how many of them are bots, and `age`
    is in seconds.  `mine` says that the reader holds a seat or the author's chair there, `over` that a game has ended
    and none runs.  Tables by code are listed for their own people only; so are those that everybody has left."""

    code: str
    game: str
    stage: str
    seated: tuple[str, ...]
    most: int
    watching: int
    age: int
    access: Access
    spectators: bool
    mine: bool
    bots: int = 0
    over: bool = False


@frozen
class HouseLine:
    """One line of house chat; `number` counts from 1."""

    number: int
    who: str
    name: str
    text: str


@frozen
class LobbyView:
    """The house as a person in its lobby sees it; `people` are the names of all who are connected."""

    people: tuple[Person, ...]
    tables: tuple[TableCard, ...]
    chat: tuple[HouseLine, ...]


# --- events -------------------------------------------------------------------------------------------


@frozen
class LobbyChanged:
    """Something in the house's lobby changed."""

    view: LobbyView


@frozen
class TableChanged:
    """The person's eye saw something at the table.  `news` are the facts since the event before; on entering
    (`first`) they are all that this eye has ever been shown there.  `now` is table time in ms."""

    view: TableState
    news: tuple[News, ...]
    now: int
    first: bool


@frozen
class TableGone:
    """The person is no longer at a table; `reason` is "left", "removed", "gone", "closed"."""

    code: str
    reason: str


@frozen
class Notice:
    """A sentence of the house for this person alone: a key under `notice.` and its parameters."""

    code: str
    params: Mapping[str, str | int]


@frozen
class Goodbye:
    """The session ends: "server-stops", "taken-over" (a newer login of the same person), "cut"."""

    code: str


Event = LobbyChanged | TableChanged | TableGone | Notice | Goodbye


class House(Protocol):
    """The house as one person's session may use it."""

    games: Mapping[str, Game]

    @property
    def person(self) -> Person:
        """Who this session is."""

    @property
    def profile(self) -> Profile:
        """What this person has chosen."""

    @property
    def rejoin_code(self) -> str | None:
        """A guest's secret for coming back, to be shown to them alone; None for people with a key."""

    async def next(self) -> Event:
        """The next event; waits.  The first is `LobbyChanged`.  Somebody who lost their connection at a table, or logs
        in anew, is back at it, which a `TableChanged` with `first` tells.  A slow reader gets the newest views; no fact
        is ever left out of the news.  After a `Goodbye` there is nothing else."""

    def now(self) -> int:
        """Table time (ms) at the table the person is at; stands still while it is paused.  0 in the lobby."""

    async def keep(self, **choices: Unpack[Choices]) -> None:
        """Keep these in the profile, and the rest as it is.

        Raises:
            Refusal: `journal-down`, `house-fault`.
            ValueError: a word is longer than 32 letters, or not of a-z, 0-9 and hyphens.
        """

    async def remembered(self) -> Mapping[str, Mapping[str, Value]]:
        """Game id -> the options with which this person last dealt it as host, as far as the game still takes them; the
        latest game first.

        Raises:
            Refusal: `journal-down`, `house-fault`.
        """

    async def say(self, text: str) -> None:
        """House chat.  Raw text: the house cleans it.

        Raises:
            Refusal: `say-empty`, `say-long`, `too-fast`, `house-chat-seated` (a living player in a running
                game has no house chat).
        """

    async def create(self, game: str, access: Access, options: Mapping[str, Value]) -> str:
        """Make a table, enter it and sit down; its code."""

    async def enter(self, code: str) -> None:
        """Come to a table by its code: back to one's seat, else as a watcher (in its lobby, to sit down next)."""

    async def step_out(self) -> None:
        """Go back to the house's lobby, told by `TableGone` "left".  A seat (or the author's chair) in a running game
        is kept and marked away; any other place is given up."""

    async def act(self, move: Move) -> None:
        """Make a move at the table.  Chat text is raw: the house cleans it."""

    async def notes(self) -> Mapping[int, str]:
        """The person's own notebook on this table's game: seat -> mark, "" and absent mean none.  Nobody else ever
        sees it, it is in no log, and it outlives the connection but not the next game."""

    async def note(self, seat: int, mark: str) -> None:
        """Put a mark (a short word of the game's) on a seat, or "" to take it away.

        Raises:
            Refusal: `not-here`, `note-seat`, `note-mark`.
        """

    async def rejoin(self, code: str) -> None:
        """A guest proves to be an earlier guest; `person` and `profile` change."""

    async def export(self) -> str:
        """The last finished game of this table as a file for `naisho verify` (JSON lines).  A table that everybody has
        left after a game can be come back to for half an hour."""
