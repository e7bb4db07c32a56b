"""When garbage is looked for, and that an ended session needs nobody to look for it."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator

import asyncssh
import pytest
from attrs import define, field

from server.books.accounts import Accounts
from server.books.database import open_database
from server.config import Settings
from server.door.fronts import Fronts
from server.door.ssh import Door
from server.door.visit import Visit
from server.garbage import GarbageKeeper
from tests.support.handmade import DEADLINE, connect
from tui.app import NaishoApp


@define
class Heap:
    """A collector that writes down what it is asked for; looking at everything takes ``pause`` seconds."""

    loads: int = 0
    pause: float = 0.001
    asked: list[str] = field(factory=list)
    seconds: float = 0.0

    def collect(self) -> int:
        self.asked.append("collect")
        self.seconds += self.pause
        self.loads = 0
        return 0

    def freeze(self) -> None:
        self.asked.append("freeze")
        self.loads = 0

    def unfreeze(self) -> None:
        self.asked.append("unfreeze")

    def get_count(self) -> tuple[int, int, int]:
        return 5, 5, self.loads

    def clock(self) -> float:
        return self.seconds


TIDY, KEEP, FREEZE = ["collect"], ["collect", "freeze"], ["freeze"]
SWEEP = ["unfreeze", "collect", "freeze"]


@pytest.mark.parametrize(
    ("loads", "pause", "busy", "asked"),
    [
        (0, 0.001, 0.0, []),
        (1, 0.001, 0.0, TIDY),
        (1, 0.006, 0.0, KEEP),
        (3, 0.001, 0.79, TIDY),
        (4, 0.001, 0.0, FREEZE),  # would take too long
        (1, 0.001, 0.81, FREEZE),  # no time for it now
    ],
)
def test_what_grew_old_is_tidied_up_or_frozen(loads, pause, busy, asked):
    heap = Heap(loads, pause)
    GarbageKeeper(heap, heap.clock).look(busy, people=10)
    assert heap.asked == asked


def frozen(loads: int) -> tuple[Heap, GarbageKeeper]:
    """A house in which so many loads are frozen."""
    heap = Heap(loads)
    keeper = GarbageKeeper(heap, heap.clock)
    if loads:
        keeper.look(1.0, people=10)
    heap.asked.clear()
    return heap, keeper


@pytest.mark.parametrize(
    ("loads", "busy", "people", "swept"),
    [
        (19, 0.0, 0, False),
        (20, 0.0, 0, True),
        (20, 0.9, 0, True),  # busy with nobody: strangers at the door
        (499, 0.0, 1, False),
        (500, 0.09, 1, True),
        (500, 0.11, 100, False),
        (1999, 1.0, 100, False),
        (2000, 1.0, 100, True),
    ],
)
def test_everything_is_swept_when_it_disturbs_nobody_or_has_to_be(loads, busy, people, swept):
    heap, keeper = frozen(loads)
    keeper.look(busy, people)
    assert heap.asked == (SWEEP if swept else [] if busy <= 0.8 else FREEZE)


def test_after_a_sweep_the_count_begins_anew():
    heap, keeper = frozen(20)
    keeper.look(0.0, people=0)
    heap.asked.clear()
    keeper.look(0.0, people=0)
    assert heap.asked == []


def test_what_survived_short_tidy_ups_counts_when_it_is_frozen():
    heap = Heap()
    keeper = GarbageKeeper(heap, heap.clock)
    for _ in range(19):
        heap.loads = 1
        keeper.look(0.0, people=1)
    assert "freeze" not in heap.asked
    heap.loads, heap.pause = 1, 0.006
    keeper.look(0.0, people=1)
    heap.asked.clear()
    keeper.look(0.0, people=0)
    assert heap.asked == SWEEP


@pytest.fixture
async def watched(tmp_path, world, monkeypatch) -> AsyncIterator[tuple[Door, list[weakref.ref]]]:
    """A door with real screens behind it, and references to what each session is made of."""
    monkeypatch.setattr("server.door.fronts.SETTLED", 0.05)
    parts: list[weakref.ref] = []

    def make_app(house, link, terminal, language) -> NaishoApp:
        app = NaishoApp(house, link, terminal, language)
        parts.extend(weakref.ref(part) for part in (app, house))
        return app

    fronts = Fronts(world.hub, make_app)

    async def front_end(visit: Visit) -> int:
        parts.extend(weakref.ref(part) for part in (visit.link, visit.connection, visit.link.channel))
        return await fronts(visit)

    database = open_database(tmp_path / "naisho.db")
    key = asyncssh.generate_private_key("ssh-ed25519")
    door = Door(Settings(port=0), key, Accounts(database), front_end)
    await door.open()
    yield door, parts
    await door.close(world.hub.farewell)
    await database.close()


@pytest.mark.parametrize("how", ["hangs up", "vanishes"])
async def test_an_ended_session_is_freed_without_a_collection(watched, how):
    door, parts = watched
    gc.disable()
    try:
        connection, _ = await connect(door.port, "hana")
        process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
        await asyncio.wait_for(process.stdout.readuntil(b"hana"), DEADLINE)
        assert len(parts) == 5
        assert all(part() for part in parts)
        connection.close() if how == "hangs up" else connection.abort()
        async with asyncio.timeout(DEADLINE):
            while any(part() for part in parts):  # noqa: ASYNC110 (what is freed tells nobody)
                await asyncio.sleep(0.05)
    finally:
        gc.enable()
