"""A reader on a slow line: when the screen is right after a burst of talk, and when a key is answered."""

from __future__ import annotations

import asyncio
import random
import re
import time
from functools import partial

from tests.bench.client import LIMIT, Screen, talk
from tests.bench.houses import House, Naisho, Speaker
from tests.bench.scenarios import Figures, Scale
from tests.bench.throttle import Throttle

DELAY = 0.15
"""Seconds that a packet takes each way."""

LAST = 10
"""Lines that a reader has to have seen."""

_TALKERS = 6
"""How many talk at once: nobody may say fifty lines in a second."""


async def slow(make: type[House], scale: Scale) -> Figures:
    """At both speeds, with the pacing and, in our house, without."""
    speeds = {"9600": 9_600.0, "56000": 56_000.0}
    runs = {f"slow_{name}": one_line(make, rate, scale) for name, rate in speeds.items()}
    if make is Naisho:
        runs |= {
            f"unpaced_{name}": one_line(partial(Naisho, paced=False), rate, scale) for name, rate in speeds.items()
        }
    figures = await asyncio.gather(*runs.values())
    return {f"{run}_{name}": value for run, found in zip(runs, figures, strict=True) for name, value in found.items()}


async def one_line(make: partial[Naisho] | type[House], rate: float, scale: Scale) -> Figures:
    """A burst of talk at a table where one watcher has a line of so many bits a second, and one a fast line."""
    async with make() as house, Throttle(house.server.port, delay=DELAY) as line:
        table = await house.table(1, speakers=3, watchers=2, ports={1: line.port}, keep=True)
        _, reader, witness = table.screens
        talkers = await house.crowd(table, _TALKERS)
        await reader.cost("e", 0.4)  # longer than the way there and back, and shorter than a blink
        line.rate = rate
        before = reader.received
        await _burst(talkers, scale.burst)
        said = time.monotonic()
        typed = asyncio.create_task(reader.echo(scale.patience))
        right = await _until_right(reader, witness, scale)
        size = reader.received - before
        figures = {"s": right - said, "key_with_s": await typed, "bytes": float(size)}
        await asyncio.sleep(1.0)
        return figures | {"key_s": await reader.echo(min(LIMIT, scale.patience))}


async def _burst(talkers: list[Speaker], lines: int) -> None:
    """Lines so far apart that each is a change of its own, as when many people talk."""
    chance = random.Random(13)
    for n in range(lines):
        talkers[n % len(talkers)].say(f"{talk(chance, 16)} #{n:02}")
        await asyncio.sleep(0.1)


async def _until_right(reader: Screen, witness: Screen, scale: Scale) -> float:
    """The moment since which the reader has seen the same last lines, in the same order, as the witness.

    Not all of the screen: the house offers the thin profile to a slow reader, a line that the witness has not.
    """
    await witness.quiet(0.3, 10.0)
    seen = witness.shown()
    for _ in seen.follow():
        pass
    wanted = re.findall(r"#\d\d", seen.text)
    assert len(wanted) > LAST, seen.text
    begin, shown = time.monotonic(), reader.shown()
    while time.monotonic() < begin + scale.patience:
        for at, text in shown.follow():
            if re.findall(r"#\d\d", text)[-LAST:] == wanted[-LAST:]:
                return at
        await asyncio.sleep(0.05)
    return time.monotonic()
