"""Whatever people do, in whatever order: what holds for every table of every game."""

from __future__ import annotations

import contextlib
import random
from functools import reduce
from itertools import pairwise

import pytest

from engine.codec import Codec
from engine.errors import Refusal
from engine.facts import Record
from engine.games import GAMES
from engine.house import News
from engine.table import moves as m
from engine.table.state import TableState, evolve
from server.books.export import export
from server.books.verify import verify
from tests.support.coin import Coin
from tests.support.virtual_house import Player, World, world_of

ALL = {"coin": Coin(), **GAMES}
WORDS = ("", "", "kiwi", "sea", "猫")


class Crowd:
    """Five people who do whatever comes to their minds, at one table of a game."""

    def __init__(self, world: World, game: str, seed: int) -> None:
        self.world = world
        self.game = world.games[game]
        self.random = random.Random(seed)
        self.players: dict[str, Player] = {}
        self.everybody: list[Player] = []
        self.code = ""

    async def begin(self) -> None:
        for name in "abcde":
            await self.come(name)
        await self.open_table()

    async def open_table(self) -> None:
        """A new table, with some of them seated and a bot or more."""
        await self.world.pass_time(60)
        self.code = await self.players["a"].house.create(self.game.id, "open", {})
        for name in "bc":
            await self.players[name].house.enter(self.code)
            await self.players[name].act(m.Sit())
        for _ in range(max(1, self.game.least - 3)):
            await self.players["a"].act(m.AddBot(self.random.choice(self.game.temperaments)))

    async def come(self, name: str) -> None:
        self.players[name] = await self.world.join(name)
        self.everybody.append(self.players[name])

    async def step(self) -> None:
        """One thing that one of them does; being refused is part of life."""
        name = self.random.choice("abcde")
        deeds = (
            [self.answer] * 8
            + [self.ready] * 4
            + [self.talk] * 2
            + [self.fuss] * 2
            + [self.seats, self.wander, self.reconnect]
        )
        await self.world.pass_time(self.random.choice((0, 0.2, 1, 4, 15)))
        with contextlib.suppress(Refusal):
            if not self.world.hub._tables:
                await self.open_table()
            await self.random.choice(deeds)(name)
        await self.world.settle()

    async def answer(self, name: str) -> None:
        player = self.players[name]
        view = player.view if player.house.table else None
        seat = view.seat_of(player.id) if view and view.playing else None
        prompts = view.rules.prompts(view, seat) if seat is not None else ()
        for prompt in prompts:
            await player.act(m.Answer(prompt.no, prompt.name, self.random.choice(list(prompt.legal()))))

    async def ready(self, name: str) -> None:
        """All get ready, with or without words, change their minds, and somebody starts."""
        for other in self.random.sample("abcde", 5):
            with contextlib.suppress(Refusal):
                await self.players[other].act(m.Ready(self.random.choice(WORDS)))
        await self.players[name].act(m.Start())
        await self.players["a"].act(m.Start())

    async def talk(self, name: str) -> None:
        scope = self.random.choice(("table", "gallery"))
        await self.players[name].act(m.Say(scope, f"{scope} talk of {name}"))

    async def wander(self, name: str) -> None:
        player = self.players[name]
        if player.house.table and player.view.playing:
            await player.house.step_out()
        else:
            await player.house.enter(self.code)
            await player.act(m.Sit())

    async def fuss(self, name: str) -> None:
        fusses = [m.Pause(), m.Pause(), m.Pause(False), m.VoteVoid(), m.VoteVoid(False), m.Stand(), m.Unready(),
                  m.TakeChair(), m.LeaveChair(), m.GiveChair("u-b"), m.HandOver("u-b"), m.LeaveTable()]  # fmt: skip
        for other in "abcde":
            with contextlib.suppress(Refusal):
                await self.players[other].act(m.Resume())
        await self.players[name].act(self.random.choice(fusses))

    async def seats(self, name: str) -> None:
        """Somebody stands up, or waits; the host fills, swaps, or changes the game."""
        moves = [m.Stand(), m.WantSeat(), m.Fill(self.random.randint(2, 5)), m.SwapSeats("u-a", "u-b"),
                 m.ChangeGame(self.random.choice(list(ALL)), {})]  # fmt: skip
        move = self.random.choice(moves)
        for other in (name, "a", "b"):
            with contextlib.suppress(Refusal):
                await self.players[other].act(move)

    async def reconnect(self, name: str) -> None:
        if self.random.random() < 0.7:
            self.players[name].leave()
            await self.world.pass_time(self.random.choice((1, 20, 100)))
        await self.come(name)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ALL)
async def test_whatever_people_do(game: str, seed: int):
    async with world_of(games=ALL) as world:
        crowd = Crowd(world, game, seed)
        await crowd.begin()
        for _ in range(250):
            await crowd.step()
        logs = {
            table: [record for batch in log for record in batch.records] for table, log in world.journal._logs.items()
        }
        for table, log in logs.items():
            assert [record.seq for record in log] == list(range(1, len(log) + 1))
            assert all(earlier.at <= later.at for earlier, later in pairwise(log))
            check_what_everybody_saw(crowd, table, log)
            await check_file(crowd, table)
        check_views(crowd, logs)
        await check_restart(crowd, logs)


def check_what_everybody_saw(crowd: Crowd, table: str, log: list[Record]) -> None:
    """Every stay at the table showed its person exactly what their eye may see, in order, from the first fact on."""
    for player in crowd.everybody:
        visible = [record.fact for record in log if record.audience.sees(player.id)]
        stays: list[list[News]] = []
        for event in player.shown:
            if event.view.id == table:
                stays += [[]] if event.first else []
                stays[-1].extend(event.news)
        for stay in stays:
            assert [news.number for news in stay] == list(range(1, len(stay) + 1))
            assert [news.fact for news in stay] == visible[: len(stay)]


async def check_file(crowd: Crowd, table: str) -> None:
    """The file of the last game holds no gallery talk and is found true."""
    batches = await crowd.world.journal.read(table)
    with contextlib.suppress(Refusal):
        file = export(Codec(ALL.values()), ALL, table, batches)
        assert "gallery talk" not in file
        assert verify(file, ALL).table == table


def check_views(crowd: Crowd, logs: dict[str, list[Record]]) -> None:
    """What a person at a table sees now is the fold of all that they may see, and of nothing else."""
    for player in crowd.players.values():
        if player.house.table:
            seen = (record.fact for record in logs[player.house.table.id] if record.audience.sees(player.id))
            assert player.view == reduce(evolve, seen, TableState(crowd.game, ALL))


async def check_restart(crowd: Crowd, logs: dict[str, list[Record]]) -> None:
    """Another house goes on with the same tables, but that nobody is there."""
    open_now = {row.id for row in await crowd.world.journal.tables()}
    other = World(journal=crowd.world.journal, games=ALL)
    await other.hub.load()
    assert {table.id for table in other.hub._tables.values()} == open_now
    await other.settle()
    for table in other.hub._tables.values():
        state = reduce(evolve, (record.fact for record in logs[table.id]), TableState(crowd.game, ALL))
        assert (table.state.play, table.state.phase, table.state.seed) == (state.play, state.phase, state.seed)
        assert table.state.people == ()
    await other.hub.close()
