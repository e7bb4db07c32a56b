"""What is measured, beside one screen's bytes (tests/bench/wire.py); each scenario begins with a fresh server
and gives figures by name."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Iterable

from attrs import frozen

from tests.bench.client import LIMIT, Person, Screen, mark, talk
from tests.bench.houses import House, gather
from tests.bench.throttle import Throttle

Figures = dict[str, float]

KEYS, _TALK = 20, 10
"""Keys a second whose echo is awaited, and lines a second, under load."""


@frozen
class Scale:
    """How much of everything. The baseline's own slowness is given time, but not for ever."""

    runs: int = 3
    keys: int = 90
    lines: int = 24
    scrolls: int = 48
    connections: int = 20
    room: int = 100
    load_seconds: float = 25.0
    sessions: int = 200
    cycles: int = 1000
    idle_seconds: float = 60.0
    burst: int = 50
    patience: float = 300.0


QUICK = Scale(
    runs=1, keys=30, lines=12, scrolls=24, connections=8, room=40, load_seconds=5.0, sessions=40, cycles=100,
    idle_seconds=10.0, patience=20.0,
)  # fmt: skip


def percentile(values: Iterable[float], share: float) -> float:
    """The value under which that share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def connections(make: type[House], scale: Scale) -> Figures:
    """Processor time of connecting, one after the other, and the first screens of 20 who come at once."""
    async with make() as house:
        people = await house.seated(-(-scale.connections // 4))
        before = house.server.cpu()
        for person, command in people[: scale.connections]:
            screen = await house.visit(person, command)
            await screen.quiet()
            await screen.close()
        used = house.server.cpu() - before
    return {"connection_cpu": used / scale.connections * 1e3, **await _crowd(make)}


async def _crowd(make: type[House]) -> Figures:
    async with make() as house:
        people = await house.seated(5)
        begin = time.monotonic()
        screens = await gather([lambda who=who: house.visit(*who, keep=True) for who in people], len(people))
        times = await asyncio.gather(*(screen.until(*house.marks) for screen in screens))
    return {"crowd_p50": (statistics.median(times) - begin) * 1e3}


async def room(make: type[House], scale: Scale) -> Figures:
    """A line to a room full of people."""
    chance = random.Random(5)
    async with make() as house:
        table = await house.table(1, speakers=3, watchers=scale.room - 1)
        seconds = []
        for n in range(5):
            seconds.append(await table.say(n, talk(chance, 18) + mark()))
            await table.screens[0].quiet(0.3)
    return {"room_ms": statistics.median(seconds) * 1e3}


async def load(make: type[House], scale: Scale) -> Figures:
    """100 sessions in 25 tables: lines, typed, and keys at one session of each table in turn, whose echo is awaited.

    A key is pressed when its time has come, echoed the last one or not: both houses are asked the same.
    """
    chance = random.Random(7)
    echoes: list[asyncio.Task[float]] = []
    async with make() as house:
        tables = await house.tables(25)
        talkers = [screen for table in tables for screen in table.screens[1:]]
        listeners = [table.screens[0] for table in tables]
        for screen in listeners:
            await screen.cost("e", 0.05)
        begin, before, waited = time.monotonic(), house.server.cpu(), house.server.waited()
        for tick in range(int(scale.load_seconds * KEYS)):
            if tick % (KEYS // _TALK) == 0:
                chance.choice(talkers).type(talk(chance) + "\r")
            echoes.append(asyncio.create_task(listeners[tick % len(listeners)].echo()))
            await asyncio.sleep(begin + (tick + 1) / KEYS - time.monotonic())
        seconds = time.monotonic() - begin
        cores, waiting = (house.server.cpu() - before) / seconds, (house.server.waited() - waited) / seconds
        times = await asyncio.gather(*echoes)
    return {
        "load_cores": cores,
        "load_wait": waiting,
        "load_key_p50": percentile(times, 0.5) * 1e3,
        "load_key_p99": percentile(times, 0.99) * 1e3,
    }


async def memory(make: type[House], scale: Scale) -> Figures:
    """What a session takes."""
    async with make() as house:
        await house.tables(1)
        before = house.server.memory()
        await house.tables(scale.sessions // 4)
        grown = house.server.memory() - before
    return {"session_mb": grown / scale.sessions / 1e6}


async def growth(make: type[House], scale: Scale) -> Figures:
    """What connections leave behind: people come to the house and leave, a few at a time."""

    async def come_and_go(person: Person, command: str | None) -> None:
        screen = await Screen.open(house.server.port, person, command)
        await screen.quiet(0.1)
        await screen.close()

    async with make() as house:
        people = await house.seated(2)
        await gather([lambda n=n: come_and_go(*people[n % 8]) for n in range(max(40, scale.cycles // 5))], 4)
        await asyncio.sleep(2)
        before = house.server.memory()
        await gather([lambda n=n: come_and_go(*people[n % 8]) for n in range(scale.cycles)], 4)
        await asyncio.sleep(2)
        grown = house.server.memory() - before
    return {"growth_kb": grown / scale.cycles / 1e3}


async def stalled(make: type[House], scale: Scale) -> Figures:
    """A table of four with and without one that reads nothing."""
    figures = {}
    chance = random.Random(11)
    async with make() as house, Throttle(house.server.port) as line:
        table = await house.table(4, ports={3: line.port})
        for name in ("three", "stalled"):
            line.stalled = name == "stalled"
            seconds = await _talk_of_three(table.screens[:3], scale.lines, chance)
            figures[f"{name}_p50"] = percentile(seconds, 0.5) * 1e3
            figures[f"{name}_p99"] = percentile(seconds, 0.99) * 1e3
    return figures


async def _talk_of_three(three: list[Screen], lines: int, chance: random.Random) -> list[float]:
    """Each says a line in turn, three a second; the seconds until the other two have it."""
    seconds: list[float] = []
    for n in range(lines):
        speaker, others = three[n % 3], [screen for screen in three if screen is not three[n % 3]]
        line = talk(chance, 18) + mark()
        heard = [screen.listen(line[-1]) for screen in others]
        begin = time.monotonic()
        speaker.type(line + "\r")
        seconds += [at - begin for at in await asyncio.wait_for(asyncio.gather(*heard), LIMIT)]
        await asyncio.sleep(max(0.0, begin + 1 / 3 - time.monotonic()))
    return seconds
