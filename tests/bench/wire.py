"""One screen's keys, lines, first screen and idle minutes at a table of each game, in bytes and in processor time."""

from __future__ import annotations

import asyncio
import random
import statistics
import time

from tests.bench.client import Person, Program, Screen, mark, talk
from tests.bench.houses import House, JsonSpeaker, Naisho, Table, gather, ready
from tests.bench.scenarios import Figures, Scale

CLEAR, _ROW = "\x15", 30
"""The key that clears the input line, and the keys that are pressed before it is cleared."""

_FULL = 30
"""Lines that fill a pane. Ours tells there who came, too, the baseline does not."""

_WATCHERS = 15
"""Watchers who have a line delivered, beside the one screen of a player."""

_MEMBERS, _NOON = 10, {"discussion": 900, "night": 300}
"""The members of a family, and the longest talk at noon there is."""


async def wire(make: type[House], scale: Scale) -> Figures:
    """At a table of four: one has a screen, and the others talk."""
    async with make() as house:
        first = await _first_screens(house, await house.seated(1))
        table = await house.table(1, speakers=3)
        lines = await _sizes(table, 6)
        await _fill(table)
        keys = await _keys(house, table.screens[0], scale)
        scrolling = await _sizes(table, scale.scrolls)
        table = await house.table(1, speakers=3, watchers=_WATCHERS)
        await _fill(table)
        cpu = await _line_cpu(house, table, scale)
    return first | keys | _scrolled(scrolling) | {"line_bytes": statistics.median(lines), "line_cpu": cpu}


async def noon(make: type[Naisho], scale: Scale) -> Figures:
    """The same in the first discussion of a family of ten, when the pane is full of what the house has told."""
    async with make() as house:
        table, person = await family(house)
        first = await _first_screens(house, [(person, None)] * 2)
        table.screens.append(await house.visit(person, None))
        await ready(table.screens[0], "\t")
        keys = await _keys(house, table.screens[0], scale)
        scrolling = await _sizes(table, scale.scrolls)
        table.screens += await gather([lambda: house.visit(Person(), table.code)] * _WATCHERS)
        await asyncio.gather(*(ready(screen, "\t") for screen in table.screens[1:]))
        cpu = await _line_cpu(house, table, scale)
    figures = first | keys | _scrolled(scrolling) | {"line_bytes": statistics.median(scrolling), "line_cpu": cpu}
    return {f"noon_{name}": value for name, value in figures.items()}


async def idle(make: type[House], scale: Scale) -> Figures:
    """A minute in which nobody does anything, in running phases and in the lobby."""
    async with make() as house:
        screens = {"idle_phase_bytes": (await house.table(4)).screens[0]}
        if isinstance(house, Naisho):  # the baseline has no lobby, and one screen for every game
            screens["idle_lobby_bytes"] = await house.visit(Person(), None)
            _, member = await family(house)
            screens["noon_idle_bytes"] = await house.visit(member, None)
            await ready(screens["noon_idle_bytes"], "\t")
        await asyncio.sleep(2)
        before = {name: screen.received for name, screen in screens.items()}
        await asyncio.sleep(scale.idle_seconds)
        return {name: (screen.received - before[name]) * 60 / scale.idle_seconds for name, screen in screens.items()}


async def family(house: Naisho) -> tuple[Table, Person]:
    """A game of Love, or Nothing at its first noon: some of the living who talk, and one who may come with a screen.

    Three sat up together in the night before; whoever is the culprit has killed the last member or the one before.
    """
    players, people = await house.deal(0, _MEMBERS, _NOON, "love")
    members = [players[-1], *players[:-1]]
    await asyncio.gather(*(_first_night(member, seat) for seat, member in enumerate(members)))
    await members[0].until(lambda view: view["phase"]["name"] == "noon")
    speakers = [JsonSpeaker(member, "table") for member in members[3 : _MEMBERS - 2]]
    return Table([], speakers, people, members[0].view["code"]), people[0]


async def _first_night(member: Program, seat: int) -> None:
    """Everybody hands in the same forms, act of the culprit or hunch."""
    await member.answer("prologue", beloved="1" if seat == 0 else "0")
    target = _MEMBERS - 1 if seat == _MEMBERS - 2 else _MEMBERS - 2
    await member.answer("night", defence="unity" if seat < 3 else "none", kill="alibi", target=str(target))


async def _first_screens(house: House, people: list[tuple[Person, str | None]]) -> Figures:
    """Of two visits, with a terminal each."""
    figures = {}
    terminals = {"first_bytes": "xterm-256color", "first_bytes_16": "xterm"}
    for (name, term), (person, command) in zip(terminals.items(), people, strict=False):
        screen = await house.visit(person, command, term=term)
        await screen.quiet(0.4, 3.0)
        figures[name] = float(screen.received - screen.login)
        await screen.close()
    return figures


async def _keys(house: House, screen: Screen, scale: Scale) -> Figures:
    """Bytes and milliseconds of a key, pressed one after the other."""
    await screen.cost("e")  # the hint goes away
    sizes = [await screen.cost(key) for key in talk(random.Random(3))]
    await screen.cost(CLEAR)
    idle, used = await _idle_rate(house), 0.0
    for _ in range(scale.keys // _ROW):
        begin, before = time.monotonic(), house.server.cpu()
        for _ in range(_ROW):
            await screen.echo()
            await asyncio.sleep(0.03)
        used += house.server.cpu() - before - idle * (time.monotonic() - begin)
        await screen.cost(CLEAR)
    return {"key_bytes": statistics.median(sizes), "key_cpu": used / (scale.keys // _ROW * _ROW) * 1e3}


async def _fill(table: Table) -> None:
    """Talk until the panes are full, whatever was in them; not faster than three may talk."""
    chance = random.Random(_FULL)
    for n in range(_FULL):
        await asyncio.gather(table.say(n, talk(chance, 18) + mark()), asyncio.sleep(0.2))


async def _sizes(table: Table, lines: int) -> list[int]:
    """Bytes of each line at the first screen."""
    chance, screen, sizes = random.Random(lines), table.screens[0], []
    for n in range(lines):
        received = screen.received
        await table.say(n, talk(chance, 18) + mark())
        await screen.quiet(0.25)
        sizes.append(screen.received - received)
    return sizes


def _scrolled(sizes: list[int]) -> Figures:
    """Of lines to a full pane, which may make room for several at once: what one costs on the average, and at most."""
    return {"scroll_bytes": statistics.mean(sizes), "scroll_most_bytes": float(max(sizes))}


async def _line_cpu(house: House, table: Table, scale: Scale) -> float:
    """Milliseconds for each delivery of a line to a screen whose pane is full."""
    idle = await _idle_rate(house)
    begin, before = time.monotonic(), house.server.cpu()
    await _sizes(table, scale.lines)
    await asyncio.gather(*(screen.quiet() for screen in table.screens))
    used = house.server.cpu() - before - idle * (time.monotonic() - begin)
    return used / (scale.lines * len(table.screens)) * 1e3


async def _idle_rate(house: House) -> float:
    """Processor seconds a second when nobody does anything: the least of some moments, for what is left of before."""
    rates = []
    for _ in range(4):
        begin, before = time.monotonic(), house.server.cpu()
        await asyncio.sleep(1.0)
        rates.append((house.server.cpu() - before) / (time.monotonic() - begin))
    return min(rates)
