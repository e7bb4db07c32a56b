"""The table of figures, and the page that `make bench` writes."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tests.bench.figures import FIGURES, Figure
from tests.bench.scenarios import KEYS, Scale

Found = Mapping[str, list[float]]
"""Values of every run, by figure."""

_HEAD = ("", "Naisho", "stock", "ratio", "must be", "")

FIRST = ("key_bytes", "line_bytes", "line_cpu", "connection_cpu", "session_mb")
"""What the page begins with."""

_TITLE = """# Performance

What Naisho costs in bytes, processor time and memory, beside a plain Textual program with a chat. Written by
`make bench` (tests/bench/), from what it measured on this machine:

{machine}
"""

_METHOD = """## How it was measured

The server under test is a process of its own on a loopback port. Another process holds all clients: real SSH
connections (asyncssh, chacha20-poly1305) with a terminal of 100x30. *Naisho* is `naisho serve` with a running game of
Omega Strain at every table. *stock* is [tests/bench/stock.py](../tests/bench/stock.py): RichLog, Input and DataTable,
all sessions in one process, with the plainest driver over asyncssh. *ratio* is Naisho divided by stock.

- **Bytes** are counted at the client's socket, with what SSH adds. Counting begins with the key, the line or the
  login, and ends when nothing has come for 0.2 s (lines 0.25 s, first screens 0.4 s). In stock the cursor blinks twice
  a second, and blinks that fall into this time are counted.
- **A full pane** may make room for several lines at once. So its row gives the mean over {scrolls} lines in a row, and
  the row below it the line that cost most. Keys and other lines are given by their median.
- **Noon of ten** is the first discussion in a game of Love, or Nothing with ten members, after a night in which one was
  killed. One member has a screen, nine are programs, and the pane is full of what the house has told. The baseline's
  screen is the same for every game.
- **CPU** is that of all threads of the server, in nanoseconds from the scheduler. For keys and lines, what the server
  uses in the same time without them is taken off. A line is *delivered* once to each of 16 screens, all panes full; the
  cost of the table itself and of the programs that receive the line too (three; nine at noon) is included.
- **Memory** is the server's PSS without the pages of files, which it shares with other processes.
- **Arrival**: each line ends with a character that was on no screen before. A line to a room has arrived when the last
  member's socket has received that character.
- **Load**: ten times a second somebody types a line. Twenty times a second a session of the next table is sent a key,
  whether or not its last key was echoed: {echoes} echoes in a run, the same for both.
- **Slow lines** go through a proxy that passes so many bits a second and delays each direction by 150 ms. Six watchers
  say fifty lines, ten a second. The time runs from the last line said until the screen, in a terminal emulator, shows
  the same last ten lines as a screen on a fast line. The bench gave up after {patience:.0f} s (60 s for the next key).
  Clients answer a question for the cursor, as terminals do.
- **Runs**: values are medians of {runs} runs, with (least–most) where they differ. Memory, growth, idle, game and slow
  lines were run once. Times depend on what else the machine was doing; ratios are between values of the same run.
"""


def table(ours: Found, stock: Found, figures: Iterable[Figure] = FIGURES) -> str:
    """Those of the figures that were measured, as a Markdown table."""
    rows = [_row(figure, ours, stock) for figure in figures if ours.get(figure.name) or stock.get(figure.name)]
    widths = [max(len(row[n]) for row in (*rows, _HEAD)) for n in range(len(_HEAD))]
    lines = [_HEAD, tuple("-" * width for width in widths), *rows]
    return "\n".join(f"| {' | '.join(text.ljust(w) for text, w in zip(line, widths, strict=True))} |" for line in lines)


def page(ours: Found, stock: Found, scale: Scale, notes: list[str]) -> str:
    """All of docs/performance.md."""
    missed = [f"- {text}" for figure in FIGURES if (text := _missed(figure, ours, stock))]
    method = _METHOD.format(
        runs=scale.runs, scrolls=scale.scrolls, patience=scale.patience, echoes=int(scale.load_seconds * KEYS)
    )
    return "\n".join(
        [
            _TITLE.format(machine=machine()),
            table(ours, stock, [figure for figure in FIGURES if figure.name in FIRST]),
            "\n## Everything else\n",
            table(ours, stock, [figure for figure in FIGURES if figure.name not in FIRST]),
            *(f"\n{note}" for note in notes),
            "\n## Missed\n",
            *(missed or ["No target was missed."]),
            "",
            method,
            "## The baseline beside an earlier one\n",
            "The first targets were set by an earlier measurement of stock Textual on a machine with two cores (its",
            "30 ms of CPU for a line stand for 18 to 42). That program and machine are not at hand, so the reasons for",
            "differences are not known. Those over 30 %:\n",
            *(_differences(stock) or ["None."]),
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
    """By how much a figure misses its target, "" if it does not."""
    if not ours.get(figure.name):
        return ""
    value, share = statistics.median(ours[figure.name]), _share(figure, ours, stock)
    if figure.most is not None and value > figure.most:
        return f"{figure.label}: {_number(value)} {figure.unit}, at most {_number(figure.most)} was wanted."
    if figure.ratio is not None and share is not None and share > figure.ratio:
        return f"{figure.label}: {_ratio(share)} of the baseline, at most {figure.ratio:.2f} was wanted."
    return ""


def _differences(stock: Found) -> list[str]:
    return list(_different(stock))


def _different(stock: Found) -> Iterator[str]:
    for figure in FIGURES:
        if figure.known and stock.get(figure.name):
            value = statistics.median(stock[figure.name])
            if not 0.7 <= value / figure.known <= 1.3:
                yield f"- {figure.label}: {_number(value)} {figure.unit} here, {_number(figure.known)} there."
