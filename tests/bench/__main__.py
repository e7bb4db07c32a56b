"""``python -m tests.bench``: measure, print one table, and write docs/performance.md.

Starts servers on free loopback ports and ends them; nothing is asserted, least of all about time.
"""

from __future__ import annotations

import asyncio
import resource
import signal
import sys
import time
import traceback
from collections import defaultdict
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import click
from attrs import define, field

from tests.bench import report, scenarios
from tests.bench.evening import game
from tests.bench.houses import House, Naisho, Stock
from tests.bench.scenarios import QUICK, Scale
from tests.bench.slow import slow
from tests.bench.wire import idle, noon, wire

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"

HOUSES: tuple[type[House], ...] = (Naisho, Stock)

REPEATED = (wire, scenarios.connections, scenarios.room, scenarios.load, scenarios.stalled)
"""Repeated in every run, one house after the other; the rest is run once."""

LIMIT = 1500.0
"""Seconds after which any one scenario is given up."""


@define
class Bench:
    """Runs scenarios and keeps what they found."""

    scale: Scale
    only: frozenset[str]
    found: dict[str, dict[str, list[float]]] = field(
        factory=lambda: {"Naisho": defaultdict(list), "Stock": defaultdict(list)}
    )
    failed: list[str] = field(factory=list)

    async def run(self, *, full: bool) -> None:
        """Everything, or what was asked for."""
        for _ in range(self.scale.runs):
            for scenario in REPEATED:
                for make in HOUSES:
                    await self.measure(scenario.__name__, make, scenario(make, self.scale))
            await self.measure("noon", Naisho, noon(Naisho, self.scale))
        # What follows is no matter of processor time, or asks for little: side by side.
        await asyncio.gather(
            *(
                self.measure(scenario.__name__, make, scenario(make, self.scale))
                for scenario in (scenarios.memory, scenarios.growth)
                for make in HOUSES
            )
        )
        jobs = [
            self.measure(scenario.__name__, make, scenario(make, self.scale))
            for scenario in (idle, slow)
            for make in HOUSES
        ]
        if full or self.scale is not QUICK:
            jobs.append(self.measure("game", Naisho, game(self.found["Naisho"]["idle_phase_bytes"], full=full)))
        await asyncio.gather(*jobs)

    async def measure(self, name: str, make: type[House], scenario: Coroutine[Any, Any, scenarios.Figures]) -> None:
        """Run one scenario at one house; a failure is told and the rest goes on."""
        if self.only and name not in self.only:
            scenario.close()
            return
        begin = time.monotonic()
        try:
            figures = await asyncio.wait_for(scenario, LIMIT)
        except Exception:
            self.failed.append(f"{name} at {make.__name__}")
            traceback.print_exc()
            return
        for figure, value in figures.items():
            self.found[make.__name__][figure].append(value)
        shown = ", ".join(f"{figure} {value:.6g}" for figure, value in figures.items())
        click.echo(f"{name} {make.__name__} ({time.monotonic() - begin:.0f} s): {shown}", err=True)


@click.command()
@click.option("--quick", is_flag=True, help="About four minutes: one run, less of everything, no page.")
@click.option("--runs", default=3, show_default=True, help="How often to repeat what is a matter of time.")
@click.option("--full", is_flag=True, help="The whole game at its full phase lengths (15 minutes more).")
@click.option("--only", multiple=True, help="One scenario by name (again for more); no page.")
def main(quick: bool, runs: int, full: bool, only: tuple[str, ...]) -> None:
    """Measure Naisho beside the baseline."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    bench = Bench(QUICK if quick else Scale(runs=runs), frozenset(only))
    asyncio.run(_until_told(bench.run(full=full)))
    ours, stock = bench.found["Naisho"], bench.found["Stock"]
    click.echo(f"\n{report.machine()}\n\n{report.table(ours, stock)}")
    if not (quick or only):
        PAGE.write_text(report.page(ours, stock, bench.scale, _notes(full, bench.failed)))
    if bench.failed:
        sys.exit(f"not measured: {', '.join(bench.failed)}")


async def _until_told(measuring: Coroutine[Any, Any, None]) -> None:
    """Measure; a SIGTERM ends it like Ctrl-C, and with it the servers that were started."""
    task = asyncio.ensure_future(measuring)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    await task


def _notes(full: bool, failed: list[str]) -> list[str]:
    notes = [f"Not measured, since it failed: {', '.join(failed)}."] if failed else []
    played = (
        "The games were played at the full phase lengths (60 s and 30 s)."
        if full
        else "The games were played with the shortest phases (20 s and 10 s), and the bytes of an idle minute were"
        " added for each turn: that much longer a turn takes at full length."
    )
    return [*notes, f"{played} Players stayed at home in every turn; only games that lasted ten turns count."]


if __name__ == "__main__":
    main()
