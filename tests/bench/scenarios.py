"""What is measured, one scenario after the other; each begins with a fresh server and gives figures by name."""

from __future__ import annotations

import asyncio
import random
import statistics
import time
from collections.abc import Iterable

from attrs import frozen

from tests.bench.client import LIMIT, Person, Screen, mark, talk
from tests.bench.houses import House, Naisho, Table, gather
from tests.bench.throttle import Throttle

Figures = dict[str, float]

#: The key that clears the input line, and the keys that are pressed before it is cleared.
CLEAR, _ROW = "\x15", 30


@frozen
class Scale:
    """How much of everything. The baseline's own slowness is given time, but not for ever."""

    runs: int = 3
    keys: int = 100
    lines: int = 20
    connections: int = 20
    load_seconds: float = 25.0
    sessions: int = 200
    cycles: int = 1000
    idle_seconds: float = 60.0
    burst: int = 50
    patience: float = 360.0


QUICK = Scale(
    runs=1, keys=30, lines=6, connections=8, load_seconds=8.0, sessions=40, cycles=100, idle_seconds=10.0, patience=60.0
)


def percentile(values: Iterable[float], share: float) -> float:
    """The value under which that share of them lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def wire(make: type[House], scale: Scale) -> Figures:
    """Bytes of a key, of lines and of the first screen, and the processor time of keys and lines."""
    chance = random.Random(3)
    async with make() as house:
        first = await _first_screens(house)
        table = await house.table(1, speakers=3)
        screen = table.screens[0]
        await screen.cost("e")  # the hint goes away
        keys = [await screen.cost(key) for key in talk(chance)]
        await screen.cost(CLEAR)
        idle = await _idle_rate(house)
        key_cpu = await _cpu_of_keys(house, screen, scale.keys, idle)
        lines, _ = await _lines(house, table, 6, idle)
        await _lines(house, table, 30, idle)  # full now
        scrolled, _ = await _lines(house, table, scale.lines, idle)
        many = await house.table(1, speakers=3, watchers=15)
        await _lines(house, many, 30, 0.0)  # full in both houses: ours tells there who came, the baseline does not
        idle = await _idle_rate(house)
        _, line_cpu = await _lines(house, many, scale.lines, idle)
    return first | {
        "key_bytes": statistics.median(keys),
        "line_bytes": statistics.median(lines),
        "scroll_bytes": statistics.median(scrolled),
        "key_cpu": key_cpu * 1e3,
        "line_cpu": line_cpu * 1e3,
    }


async def _first_screens(house: House) -> Figures:
    figures = {}
    people = await house.seated(1)
    for name, term, (person, command) in zip(
        ("first_bytes", "first_bytes_16"), ("xterm-256color", "xterm"), people, strict=False
    ):
        screen = await house.visit(person, command, term=term)
        await screen.quiet(0.4, 3.0)
        figures[name] = float(screen.received - screen.login)
        await screen.close()
    return figures


async def _idle_rate(house: House) -> float:
    """Processor seconds a second when nobody does anything: the least of some moments, for what is left of before."""
    rates = []
    for _ in range(4):
        begin, before = time.monotonic(), house.server.cpu()
        await asyncio.sleep(1.5)
        rates.append((house.server.cpu() - before) / (time.monotonic() - begin))
    return min(rates)


async def _cpu_of_keys(house: House, screen: Screen, keys: int, idle: float) -> float:
    used = 0.0
    for _ in range(-(-keys // _ROW)):
        begin, before = time.monotonic(), house.server.cpu()
        for _ in range(_ROW):
            await screen.echo()
            await asyncio.sleep(0.03)
        used += house.server.cpu() - before - idle * (time.monotonic() - begin)
        await screen.cost(CLEAR)
    return used / (_ROW * -(-keys // _ROW))


async def _lines(house: House, table: Table, lines: int, idle: float) -> tuple[list[int], float]:
    """Bytes of each line at the first screen, and processor seconds for each delivery to any."""
    chance = random.Random(lines)
    sizes = []
    begin, before = time.monotonic(), house.server.cpu()
    for n in range(lines):
        received = table.screens[0].received
        await _say(table, n, talk(chance, 18) + mark())
        await table.screens[0].quiet(0.25)
        sizes.append(table.screens[0].received - received)
    used = house.server.cpu() - before - idle * (time.monotonic() - begin)
    return sizes, used / (lines * len(table.screens))


async def _say(table: Table, n: int, text: str) -> float:
    """Have a line said that ends with a mark; the seconds until the last screen has it."""
    heard = [screen.listen(text[-1]) for screen in table.screens]
    begin = time.monotonic()
    table.speakers[n % len(table.speakers)].say(text)
    async with asyncio.timeout(LIMIT):
        return max(await asyncio.gather(*heard)) - begin


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
    """A line to a room of 100."""
    chance = random.Random(5)
    async with make() as house:
        table = await house.table(1, speakers=3, watchers=99)
        seconds = []
        for n in range(5):
            seconds.append(await _say(table, n, talk(chance, 18) + mark()))
            await table.screens[0].quiet(0.3)
    return {"room_ms": statistics.median(seconds) * 1e3}


async def load(make: type[House], scale: Scale) -> Figures:
    """100 sessions in 25 tables, 10 lines a second in all, typed; one session of each table is asked for echoes."""
    chance = random.Random(7)
    echoes: list[asyncio.Task[float]] = []
    async with make() as house:
        tables = await house.tables(25)
        talkers = [screen for table in tables for screen in table.screens[1:]]
        listeners: dict[Screen, asyncio.Task[float] | None] = {table.screens[0]: None for table in tables}
        for screen in listeners:
            await screen.cost("e", 0.05)
        begin, before, waited = time.monotonic(), house.server.cpu(), house.server.waited()
        for tick in range(int(scale.load_seconds * 10)):
            chance.choice(talkers).type(talk(chance) + "\r")
            free = [screen for screen, task in listeners.items() if task is None or task.done()]
            if free:
                screen = chance.choice(free)
                echoes.append(asyncio.create_task(screen.echo()))
                listeners[screen] = echoes[-1]
            await asyncio.sleep(begin + (tick + 1) / 10 - time.monotonic())
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
            seconds = await _talk_of_three(table.screens[:3], 24, chance)
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


async def idle(make: type[House], scale: Scale) -> Figures:
    """A minute in which nobody does anything, in a running phase and in the lobby."""
    async with make() as house:
        table = await house.table(4)
        screens = {"idle_phase_bytes": table.screens[0], "idle_lobby_bytes": await house.visit(Person(), None)}
        if not isinstance(house, Naisho):
            del screens["idle_lobby_bytes"]  # it has no lobby
        await asyncio.sleep(2)
        before = {name: screen.received for name, screen in screens.items()}
        await asyncio.sleep(scale.idle_seconds)
        return {name: (screen.received - before[name]) * 60 / scale.idle_seconds for name, screen in screens.items()}
