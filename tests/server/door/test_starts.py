"""Who begins when, if many come at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from attrs import define, field

from engine.house import Person
from server.books.accounts import Arrival
from server.door.fronts import Announcing, Fronts
from server.door.starts import Starts
from tests.support.inside import visit_of
from tui.app import NaishoApp
from tui.terminal.client import Terminal


@define
class Way:
    """The way to a client who says nothing."""

    written: list[bytes] = field(factory=list)
    on_resize: Callable[[int, int], None] | None = None

    def write(self, data: bytes) -> None:
        self.written.append(data)

    def behind(self) -> int:
        return 17

    async def read(self) -> bytes:
        await asyncio.Event().wait()


@define
class Crowd:
    """People who come to one queue; ``begun`` are those who had their turn, in order."""

    starts: Starts = field(factory=Starts)
    begun: list[str] = field(factory=list)
    tasks: dict[str, asyncio.Task] = field(factory=dict)
    leave: dict = field(factory=dict)

    async def come(self, *names: str) -> None:
        for name in names:
            self.tasks[name] = asyncio.create_task(self._stay(name))
        await self.settle()

    async def settle(self) -> None:
        for _ in range(5):
            await asyncio.sleep(0)

    async def _stay(self, name: str) -> None:
        async with self.starts.turn() as leave:
            self.begun.append(name)
            self.leave[name] = leave
            await asyncio.Event().wait()

    async def go(self, name: str) -> None:
        """The session ends."""
        self.tasks[name].cancel()
        await asyncio.wait([self.tasks[name]])
        await self.settle()


@pytest.fixture
async def crowd():
    crowd = Crowd()
    yield crowd
    for task in crowd.tasks.values():
        task.cancel()
    await asyncio.gather(*crowd.tasks.values(), return_exceptions=True)


async def test_one_begins_and_the_others_follow_in_the_order_of_their_coming(crowd):
    await crowd.come("a", "b", "c")
    assert crowd.begun == ["a"]
    crowd.leave["a"]()
    await crowd.settle()
    assert crowd.begun == ["a", "b"]
    await crowd.come("d")
    crowd.leave["b"]()
    await crowd.settle()
    assert crowd.begun == ["a", "b", "c"]


async def test_a_turn_can_be_left_once(crowd):
    await crowd.come("a", "b", "c")
    crowd.leave["a"]()
    crowd.leave["a"]()
    await crowd.settle()
    assert crowd.begun == ["a", "b"]
    await crowd.go("a")
    assert crowd.begun == ["a", "b"]


async def test_a_session_that_ends_during_its_turn_leaves_it(crowd):
    await crowd.come("a", "b")
    await crowd.go("a")
    assert crowd.begun == ["a", "b"]


async def test_who_goes_while_waiting_is_passed_over(crowd):
    await crowd.come("a", "b", "c")
    await crowd.go("b")
    assert crowd.begun == ["a"]
    crowd.leave["a"]()
    await crowd.settle()
    assert crowd.begun == ["a", "c"]


async def test_one_who_takes_too_long_holds_nobody_up(crowd, monkeypatch):
    monkeypatch.setattr("server.door.starts.PATIENCE", 0.01)
    await crowd.come("a", "b")
    async with asyncio.timeout(30):
        while crowd.begun != ["a", "b"]:  # noqa: ASYNC110 (a turn that ran out tells nobody)
            await asyncio.sleep(0.01)


async def test_nobody_waits_for_ever(crowd, monkeypatch):
    monkeypatch.setattr("server.door.starts.LONGEST_WAIT", 0.01)
    monkeypatch.setattr("server.door.starts.PATIENCE", 3600.0)
    await crowd.come("a", "b", "c")
    async with asyncio.timeout(30):
        while crowd.begun != ["a", "b", "c"]:  # noqa: ASYNC110 (a turn that ran out tells nobody)
            await asyncio.sleep(0.01)


def test_the_first_frame_is_the_second_write():
    told = []
    way = Way()
    link = Announcing(way, lambda: told.append(list(way.written)))
    for data in (b"enter", b"frame", b"more"):
        link.write(data)
    assert way.written == [b"enter", b"frame", b"more"]
    assert told == [[b"enter", b"frame"]]
    assert link.behind() == 17


async def test_a_window_that_changes_while_its_person_waits_is_begun_in_its_new_size(world):
    begun = asyncio.Event()
    sizes = []

    def make_app(house, link, terminal, language) -> NaishoApp:
        sizes.append((terminal.width, terminal.height))
        begun.set()
        return NaishoApp(house, link, terminal, language)

    fronts = Fronts(world.hub, make_app)
    way = Way()
    visit = visit_of(Arrival(Person("u1", "hana", False)), Terminal(width=80, height=24), way)
    async with fronts.starts.turn() as leave:
        waiting = asyncio.create_task(fronts(visit))
        await world.settle()
        assert sizes == []
        way.on_resize(100, 30)
        leave()
        await asyncio.wait_for(begun.wait(), 30)
    assert sizes == [(100, 30)]
    waiting.cancel()
    await asyncio.wait([waiting])
