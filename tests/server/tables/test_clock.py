"""Table time: whole milliseconds that never go back, and stand while the table is paused."""

from __future__ import annotations

import asyncio

import pytest

from engine.table import moves as m
from server.tables.clock import LoopClock, TableClock
from tests.support.virtual_house import VirtualClock, World


@pytest.fixture
def house() -> VirtualClock:
    return VirtualClock(seconds=100_000.1)


def test_it_stands_until_it_is_started(house: VirtualClock):
    clock = TableClock(house.now)
    house.seconds += 60
    assert (clock.now(), clock.running) == (0, False)
    clock.start()
    house.seconds += 1.5
    assert (clock.now(), clock.running) == (1500, True)


def test_a_pause_is_no_time_at_all(house: VirtualClock):
    clock = TableClock(house.now)
    clock.start()
    house.seconds += 10
    clock.stop()
    house.seconds += 3600
    clock.stop()
    assert clock.now() == 10_000
    clock.start()
    clock.start()
    house.seconds += 5
    assert clock.now() == 15_000


@pytest.mark.parametrize("running", [True, False])
def test_it_goes_forward_to_what_the_log_knows_and_never_back(house: VirtualClock, running: bool):
    clock = TableClock(house.now)
    if running:
        clock.start()
    clock.forward(7_000)
    assert clock.now() == 7_000
    clock.forward(3_000)
    assert clock.now() == 7_000
    clock.start()
    house.seconds += 1
    assert clock.now() == 8_000


@pytest.mark.parametrize("start", [0.0, 0.1, 1e5 + 1 / 3, 4e6 + 0.7])
@pytest.mark.parametrize("ms", [1, 3, 999, 60_000, 86_400_001])
def test_an_alarm_set_for_a_time_finds_the_clock_at_it(start: float, ms: int):
    house = VirtualClock(seconds=start)
    clock = TableClock(house.now)
    clock.start()
    house.seconds = clock.when(ms)
    assert clock.now() == ms


def test_what_has_passed_is_due_now(house: VirtualClock):
    clock = TableClock(house.now)
    clock.forward(5_000)
    clock.start()
    assert clock.when(4_000) == house.now()


async def test_the_house_s_clock_is_the_loop_s():
    clock, rung = LoopClock(), asyncio.Event()
    before = clock.now()
    clock.call_at(before, rung.set)
    clock.call_at(before, pytest.fail).cancel()
    await rung.wait()
    assert clock.now() >= before


# --- short pauses -------------------------------------------------------------------------------------


async def test_a_pause_by_the_host_alone_ends_after_three_minutes_of_real_time(world: World):
    ada, ben = await world.playing("ada", "ben", talk=60)
    await world.pass_time(20)
    await ada.act(m.Pause())
    await world.pass_time(179.999)
    assert ben.view.paused == ada.id
    await world.pass_time(0.001)
    assert (ben.view.paused, ben.view.pause_spent) == (None, 180_000)
    await world.pass_time(39.999)
    assert ben.view.phase.name == "talk"
    await world.pass_time(0.001)
    assert ben.view.phase.name == "vote"


async def test_short_pauses_are_counted_by_what_they_lasted(world: World):
    ada, ben = await world.playing("ada", "ben", talk=120)
    for seconds in (1.5, 100, 60, 0):
        await ada.act(m.Pause())
        await world.pass_time(seconds)
        await ada.act(m.Resume())
    assert ben.view.pause_spent == 161_500


async def test_after_ten_minutes_the_host_needs_the_others(world: World):
    ada, ben = await world.playing("ada", "ben", talk=120)
    for _ in range(4):
        await ada.act(m.Pause())
        await world.pass_time(180)
    await ada.act(m.Pause())
    assert ben.view.paused is None
    await ben.act(m.Pause())
    await world.pass_time(3_600)
    assert (ada.view.paused, ada.view.pause_spent) == (ben.id, 720_000)


async def test_who_comes_back_to_a_long_pause_makes_it_short_from_then_on(world: World):
    ada, ben = await world.playing("ada", "ben", talk=120)
    ben.leave()
    await world.pass_time(90)
    await ada.act(m.Pause())
    await world.pass_time(1_000)
    assert ada.view.paused == ada.id
    ben = await world.join("ben")
    await world.pass_time(179)
    assert ben.view.paused == ada.id
    await world.pass_time(1)
    assert (ben.view.paused, ben.view.pause_spent) == (None, 180_000)


async def test_a_game_called_off_in_a_pause_counts_nothing_in_the_next(world: World):
    ada, ben = await world.playing("ada", "ben", talk=120)
    await ada.act(m.Pause())
    await world.pass_time(100)
    for player in (ada, ben):
        await player.act(m.VoteVoid())
    await ben.act(m.Ready())
    await ada.act(m.Start())
    assert ada.view.pause_spent == 0
    await ada.act(m.Pause())
    await world.pass_time(179)
    assert ada.view.paused == ada.id
