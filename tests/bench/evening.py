"""Whole games: four people with screens who answer every question, say fifteen lines each, and let time run out."""

from __future__ import annotations

import asyncio
import random
import statistics
from collections.abc import Sequence

from tests.bench.client import Person, Program, Screen, talk
from tests.bench.houses import Naisho, gather
from tests.bench.scenarios import Figures

TURNS, LINES_A_TURN = 10, 6

FULL, SHORT = {"dialogue": 60, "action": 30}, {"dialogue": 20, "action": 10}
"""Phase lengths as they come with the game, and the shortest there are."""

_GAMES = 8
"""Games that are played at once; not every one lasts ten turns."""


async def game(idle_bytes: Sequence[float], *, full: bool) -> Figures:
    """Bytes of one player in a calm game of ten turns, the most of any and the median.

    Unless ``full``, phases have their shortest length, and what the clock would have shown in the rest (a minute
    a turn) is added: ``idle_bytes`` for 60 s, which may be measured while the games are played. Raises RuntimeError
    if it was not.
    """
    options = {**(FULL if full else SHORT), "max_turns": TURNS, "pace": "calm"}
    async with Naisho() as house:
        found = await gather([lambda n=n: _one_game(house, options, random.Random(n)) for n in range(_GAMES)], _GAMES)
    if not (full or idle_bytes):
        raise RuntimeError("what an idle minute costs was not measured, and a game in short phases needs it")
    added = 0 if full else TURNS * idle_bytes[0]
    whole = [size + added for turns, sizes in found for size in sizes if turns == TURNS]
    if not whole:
        return {}
    return {"game_bytes": statistics.median(whole), "game_most_bytes": max(whole)}


async def _one_game(house: Naisho, options: dict[str, int | str], chance: random.Random) -> tuple[int, list[int]]:
    """Turns that were played, and what each player received from the deal to the end."""
    table = await house.table(4, options=options)
    watcher = await Program.open(house.server.port, Person(), table.code)
    house.clients.append(watcher)
    await watcher.until(lambda view: view["phase"] is not None)
    before = [screen.received for screen in table.screens]
    turn = 0
    while watcher.view.get("stage") == "playing":
        phase = watcher.view["phase"]
        if phase["name"] == "dialogue":
            turn = phase["round"]
            await _discuss(table.screens, chance)
        elif phase["name"] == "action":
            await asyncio.gather(*(_answer(screen, "2") for screen in table.screens))  # stay at home
        await watcher.until(lambda view, no=phase["no"]: view["phase"] is None or view["phase"]["no"] != no)
    await asyncio.gather(*(screen.quiet() for screen in table.screens))
    return turn, [screen.received - size for screen, size in zip(table.screens, before, strict=True)]


async def _discuss(screens: list[Screen], chance: random.Random) -> None:
    """Everybody shows a wish and answers the ballot with no; some say something, key by key."""
    await asyncio.gather(*(_answer(screen, "2", "5") for screen in screens))
    for speaker in chance.sample(screens * 2, LINES_A_TURN):
        for key in talk(chance) + "\r":
            speaker.type(key)
            await asyncio.sleep(0.08)


async def _answer(screen: Screen, *keys: str) -> None:
    """Leave the input line, press keys, and go back to it."""
    for key in ("\t", *keys, "\t"):
        screen.type(key)
        await asyncio.sleep(0.3)
