"""The table of figures, and the page that `make bench` writes."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tests.bench.figures import FIGURES, Figure
from tests.bench.scenarios import KEYS, Scale

#: Values of every run, by figure.
Found = Mapping[str, list[float]]

_HEAD = ("", "Naisho", "stock", "ratio", "must be", "")

_INTRODUCTION = """# Performance

Written by `make bench` (tests/bench/). It says what was measured on this machine, and nothing more.

{machine}

A server under test runs as a process of its own on a loopback port; another process holds all clients, which are
real SSH connections (asyncssh, chacha20-poly1305) with a terminal of 100x30. *Naisho* is `naisho serve` with a
running game of Omega Strain at every table. *stock* is [tests/bench/stock.py](../tests/bench/stock.py): RichLog,
Input and DataTable, all sessions in one process, the plainest driver over asyncssh.

- Bytes are what the client's socket received, SSH and all, from a key, a line or the login until nothing came
  for 0.2 s (lines 0.25 s, first screens 0.4 s). In stock the cursor blinks twice a second; what falls into that time
  is counted.
- A pane that is full may make room for several lines at once. So the figure for it is the mean over {scrolls} lines,
  one after the other, and the one that cost most stands below it. Of keys and other lines it is the median.
- *noon of ten* is the first discussion of a game of Love, or Nothing with ten members, after a night in which one was
  killed: one has a screen, nine are programs. The pane is full then of what the house has told. It stands beside
  the same figures of the baseline, whose screen has no game.
- CPU is the server's own, all threads, from the scheduler's count in nanoseconds; of keys and lines it is less what
  the server uses in the same time when nothing happens. A line is "delivered" once for each of 16 screens, all panes
  full; the cost of the table itself and of the programs that also receive it (three; nine at noon) is in it.
- Memory is the server's PSS without the pages of files, which it shares with other processes.
- Lines end with a character that was not on any screen before. A line to a room has arrived when the last member's
  socket has that.
- Under load somebody types a line ten times a second, and twenty times a second one session of the next table is sent
  a key, whether or not its last one was echoed: {echoes} echoes in a run, the same in both.
- Slow lines: a proxy of the bench that passes so many bits a second and delays each way by 150 ms. Six watchers
  say fifty lines, ten a second; the time runs from the last line said until the screen, in a terminal emulator,
  shows the same last ten lines as one on a fast line. {patience:.0f} s (60 s for the next key) is where the bench
  gave up. Clients answer a question for the cursor, as terminals do.
- Medians of the runs ({runs}), (least–most) where they differ; memory, growth, idle, game and slow lines were run
  once. Times depend on what else the machine was doing; ratios are within the same run.
"""


def table(ours: Found, stock: Found) -> str:
    """Every figure that was measured, as a Markdown table."""
    rows = [_row(figure, ours, stock) for figure in FIGURES if ours.get(figure.name) or stock.get(figure.name)]
    widths = [max(len(row[n]) for row in (*rows, _HEAD)) for n in range(len(_HEAD))]
    lines = [_HEAD, tuple("-" * width for width in widths), *rows]
    return "\n".join(f"| {' | '.join(text.ljust(w) for text, w in zip(line, widths, strict=True))} |" for line in lines)


def page(ours: Found, stock: Found, scale: Scale, notes: list[str]) -> str:
    """All of docs/performance.md."""
    missed = [f"- {text}" for figure in FIGURES if (text := _missed(figure, ours, stock))]
    return "\n".join(
        [
            _INTRODUCTION.format(
                machine=machine(),
                runs=scale.runs,
                scrolls=scale.scrolls,
                patience=scale.patience,
                echoes=int(scale.load_seconds * KEYS),
            ),
            table(ours, stock),
            *(f"\n{note}" for note in notes),
            "\n## Missed\n",
            *(missed or ["No target was missed."]),
            "\n## The baseline beside an earlier one\n",
            "The targets were set by a table of figures for stock Textual on a 2-core machine (a CPU figure of 30 ms",
            "is the middle of 18-42). That program and machine are not at hand, so the reasons for differences were",
            "not tracked down. Over 30 %:\n",
            *(_differences(stock) or ["Nowhere."]),
            "",
        ]
    )


def machine() -> str:
    """What this was measured on."""
    model = next((line.split(":")[1].strip() for line in _cpuinfo() if line.startswith("model name")), "unknown")
    versions = ", ".join(f"{name} {version(name)}" for name in ("textual", "asyncssh", "cryptography"))
    return (
        f"{datetime.now(UTC):%Y-%m-%d}, {model}, {os.cpu_count()} cores, Linux {platform.release()}, "
        f"Python {platform.python_version()}, {versions}. Load average at the end: {os.getloadavg()[1]:.1f} (5 min)."
    )


def _cpuinfo() -> list[str]:
    return Path("/proc/cpuinfo").read_text().splitlines()


def _row(figure: Figure, ours: Found, stock: Found) -> tuple[str, ...]:
    must, met = "", ""
    if figure.most is not None:
        must = f"≤ {_number(figure.most)} {figure.unit}".strip()
    elif figure.ratio is not None:
        must = f"≤ {figure.ratio:.2f} of stock"
    share = _share(figure, ours, stock)
    if ours.get(figure.name) and (figure.most is not None or (figure.ratio is not None and share is not None)):
        met = "missed" if _missed(figure, ours, stock) else "met"
    ratio = "" if share is None else _ratio(share)
    label = f"{figure.label}, {figure.unit}" if figure.unit else figure.label
    return label, _values(ours.get(figure.name, [])), _values(_beside(figure, stock)), ratio, must, met


def _beside(figure: Figure, stock: Found) -> list[float]:
    """The baseline's values that stand beside ours."""
    return stock.get(figure.beside or figure.name, [])


def _values(values: list[float]) -> str:
    if not values:
        return ""
    shown = [_number(value) for value in (statistics.median(values), min(values), max(values))]
    return shown[0] if shown[1] == shown[2] else f"{shown[0]} ({shown[1]}–{shown[2]})"


def _number(value: float) -> str:
    return (
        f"{value:,.0f}" if abs(value) >= 100 or value == int(value) else f"{value:.2g}" if value < 1 else f"{value:.1f}"
    )


def _ratio(share: float) -> str:
    return f"{share:.3f}" if share < 0.1 else f"{share:.2f}"


def _share(figure: Figure, ours: Found, stock: Found) -> float | None:
    if not ours.get(figure.name) or not _beside(figure, stock):
        return None
    base = statistics.median(_beside(figure, stock))
    return statistics.median(ours[figure.name]) / base if base > 0 else None


def _missed(figure: Figure, ours: Found, stock: Found) -> str:
    """What was missed by how much, or nothing."""
    if not ours.get(figure.name):
        return ""
    value, share = statistics.median(ours[figure.name]), _share(figure, ours, stock)
    if figure.most is not None and value > figure.most:
        return f"{figure.label}: {_number(value)} {figure.unit}, allowed are {_number(figure.most)}."
    if figure.ratio is not None and share is not None and share > figure.ratio:
        return f"{figure.label}: {_ratio(share)} of the baseline, allowed are {figure.ratio:.2f}."
    return ""


def _differences(stock: Found) -> list[str]:
    return list(_different(stock))


def _different(stock: Found) -> Iterator[str]:
    for figure in FIGURES:
        if figure.known and stock.get(figure.name):
            value = statistics.median(stock[figure.name])
            if not 0.7 <= value / figure.known <= 1.3:
                yield f"- {figure.label}: {_number(value)} {figure.unit} here, {_number(figure.known)} there."
