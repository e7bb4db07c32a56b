"""Table time: whole milliseconds that never go back, and stand while the table is paused."""

from __future__ import annotations

import asyncio

import pytest

from server.tables.clock import LoopClock, TableClock
from tests.support.virtual_house import VirtualClock


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
