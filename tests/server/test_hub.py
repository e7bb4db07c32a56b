"""One house: what happens at a table, who is shown it, and that nothing is shown before it is kept."""

from __future__ import annotations

import pytest

from engine.errors import Refusal
from engine.table import facts as f
from engine.table import moves as m
from tests.server.virtual import World, world_of


@pytest.fixture
async def world():
    async with world_of() as world:
        yield world


async def test_two_people_and_two_bots_play_to_a_winner_and_again(world: World):
    ada, ben = await world.playing("ada", "ben", bots=2)
    for _ in range(2):
        for _ in range(4):
            await world.pass_time(120)
        assert ada.view.stage == ben.view.stage == "lobby"
        assert ada.view.outcome.cause == "last"
        assert ada.view.opened is not None
        await ben.act(m.Ready())
        await ada.act(m.Start())
        assert ada.view.playing
