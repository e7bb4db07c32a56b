"""Before a game: play at once against bots, change places, play another game with the same people."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping

from engine.errors import Refusal
from engine.game import Game
from engine.house import House
from engine.options import Value, offered
from engine.table import moves as m
from engine.table.room import options_of
from engine.table.seats import opening_of
from tui.games import FACES
from tui.screens.asking import MenuPage
from tui.screens.desk import Desk, Note, Question
from tui.screens.room import RoomPage
from tui.words.clean import show

Remembered = Mapping[str, Mapping[str, Value]]
"""Game id -> the options with which the reader last dealt it, the latest game first."""


def usual_of(game: Game, last: Mapping[str, Value]) -> dict[str, Value]:
    """The options with which a game was last dealt; where there are none, what people are offered."""
    return offered(options_of(game)) | dict(last)


async def play_now(house: House, game: Game, options: Mapping[str, Value], seats: int) -> None:
    """Make a table by code, fill it with bots and deal.

    By code: nobody is to watch a first game against bots who was not asked to, and no half-private table stands in
    everybody's list; friends come with the code, which is at the top of the screen.

    Raises:
        Refusal: from the first step that the house refuses; what was done before stays.
    """
    await house.create(game.id, "code", usual_of(game, options))
    await deal_with_bots(house, seats)


async def deal_with_bots(house: House, seats: int) -> None:
    """Fill the table to so many seats with bots, and deal.  Raises Refusal."""
    if seats > 1:
        await house.act(m.Fill(seats))
    await house.act(m.Start())


class PlayPage(MenuPage):
    """Which game to play at once; the last one that was played comes first."""

    name = "play"

    def __init__(self, games: Mapping[str, Game], last: Remembered) -> None:
        super().__init__()
        self.last = last
        self.games = in_order(games, last)

    @property
    def about(self) -> str:
        """The game under the cursor."""
        return self.games[self.cursor].id

    def title(self, desk: Desk) -> list[str]:
        """The question."""
        return [desk.words("before.play.title"), desk.words("before.play.ask")]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """Each game, its seats, and what it is about."""
        return [(desk.words(f"{game.id}.name"), self._meaning(desk, game)) for game in self.games]

    def _meaning(self, desk: Desk, game: Game) -> str:
        key = "before.play.last" if self.last.get(game.id) else "before.play.seats"
        return desk.words(key, seats=game.usual, pitch=desk.words(f"{game.id}.pitch"))

    async def pick(self, desk: Desk, number: int) -> None:
        """Deal."""
        game = self.games[number]
        await desk.attempt(play_now(desk.house, game, self.last.get(game.id, {}), game.usual))


class ChangePage(MenuPage):
    """Which other game this table is to play."""

    name = "change"

    def __init__(self, games: Mapping[str, Game], last: Remembered, now: str) -> None:
        super().__init__()
        self.last = last
        self.games = [game for game in in_order(games, last) if game.id != now]

    def title(self, desk: Desk) -> list[str]:
        """The question."""
        return [desk.words("before.change.title"), desk.words("before.change.ask")]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """Each other game and what it is about."""
        return [(desk.words(f"{game.id}.name"), desk.words(f"{game.id}.pitch")) for game in self.games]

    async def pick(self, desk: Desk, number: int) -> None:
        """Change to it."""
        game = self.games[number]
        if await desk.act(m.ChangeGame(game.id, usual_of(game, self.last.get(game.id, {})))):
            desk.close()


class SwapPage(MenuPage):
    """Who changes places with a person or bot."""

    name = "swap"

    def __init__(self, who: str) -> None:
        super().__init__()
        self.who = who

    def title(self, desk: Desk) -> list[str]:
        """The question."""
        assert desk.view is not None
        name = show(desk.view.name_of(self.who))
        return [desk.words("before.swap.title"), desk.words("before.swap.ask", name=name)]

    def answers(self, desk: Desk) -> list[tuple[str, str]]:
        """Everybody else who is seated."""
        assert desk.view is not None
        return [(show(desk.view.name_of(who)), "") for who in self._others(desk)]

    async def pick(self, desk: Desk, number: int) -> None:
        """Swap them."""
        if await desk.act(m.SwapSeats(self.who, self._others(desk)[number])):
            desk.close()

    def _others(self, desk: Desk) -> list[str]:
        assert desk.view is not None
        return [seat.who for seat in desk.view.seats if seat.who != self.who]


def in_order(games: Mapping[str, Game], last: Remembered) -> list[Game]:
    """All games, those that were played last first."""
    known = [games[name] for name in last if name in games]
    return [*known, *(game for game in games.values() if game not in known)]


# --- what the actions do ------------------------------------------------------------------------------


async def play(desk: Desk, text: str) -> None:
    """Ask which game to play at once."""
    desk.open(PlayPage(desk.house.games, await remembered(desk)))


async def another_game(desk: Desk, text: str) -> None:
    """Host: ask which other game to play."""
    desk.open(ChangePage(desk.house.games, await remembered(desk), desk.game))


async def swap(desk: Desk, text: str) -> None:
    """Host: ask with whom the person under the cursor changes places."""
    item = desk.base.item(desk) if isinstance(desk.base, RoomPage) else None
    if item is not None and item.kind == "seat":
        desk.open(SwapPage(item.who))
    else:
        desk.note = Note(refusal=Refusal("no-such-seats"))


async def fill(desk: Desk, text: str) -> None:
    """Host: fill the table with bots, to the number given or asked for; nothing stands for the usual one."""
    view = desk.view
    assert view is not None
    low, high = len(view.seats) + 1, view.rules.most
    usual = min(high, max(low, view.rules.usual))

    async def run(number: str) -> None:
        digits = unicodedata.normalize("NFKC", number).strip() or str(usual)
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 4):
            raise Refusal("seats-number", low=low, high=high)
        await desk.house.act(m.Fill(int(digits)))

    if text or low >= high:
        await desk.attempt(run(text))
    else:
        desk.question = Question("ask.seats", "ask.seats-hint", run, {"low": low, "high": high, "usual": usual})


async def remembered(desk: Desk) -> Remembered:
    """What was played last, but for practice; a disk that fails keeps nobody from playing."""
    try:
        last = await desk.house.remembered()
    except Refusal:
        return {}
    return {game: values for game, values in last.items() if not _is_practice(game, values)}


def _is_practice(game: str, values: Mapping[str, Value]) -> bool:
    practice = FACES[game].practice if game in FACES else {}
    return bool(practice) and practice.items() <= values.items()


def opening(*openings: str) -> Callable[[Desk], bool]:
    """Whether the reader has no seat, and there is such a one to be had."""
    return lambda desk: desk.view is not None and desk.seat is None and opening_of(desk.view) in openings


def may_fill(desk: Desk) -> bool:
    """Whether the reader is host of a table with a free seat."""
    return desk.is_host and desk.view is not None and len(desk.view.seats) < desk.view.rules.most


def may_wait(desk: Desk) -> bool:
    """Whether the reader can let the host know that they wait for a seat."""
    return opening("none")(desk) and desk.view is not None and desk.me not in desk.view.seat_wanted


def may_swap(desk: Desk) -> bool:
    """Whether the reader is host, with the cursor on a seat and another one there."""
    if not desk.is_host or desk.view is None or not isinstance(desk.base, RoomPage):
        return False
    item = desk.base.item(desk)
    return item is not None and item.kind == "seat" and len(desk.view.seats) > 1
