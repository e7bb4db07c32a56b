"""The figures: what each is called, how it is shown, and what it must be. A label can stand alone."""

from __future__ import annotations

from attrs import frozen


@frozen
class Figure:
    """One row. ``most`` is the greatest value allowed, ``ratio`` the greatest share of the baseline's.

    ``known`` is what the table that set the targets had for stock Textual (the middle, where it gave a range).
    ``beside`` is the figure of the baseline that it stands beside, if that has no such figure of its own.
    """

    name: str
    label: str
    unit: str = "B"
    most: float | None = None
    ratio: float | None = None
    known: float | None = None
    beside: str = ""


def _line(speed: str, label: str) -> tuple[Figure, ...]:
    must = (2.5, 1.0) if speed == "9600" else (None, None)
    rows = [Figure(f"slow_{speed}_s", f"{label}: screen right after", "s", most=must[0])]
    rows.append(Figure(f"slow_{speed}_key_s", f"{label}: the next key's echo", "s", most=must[1]))
    rows.append(Figure(f"slow_{speed}_key_with_s", f"{label}: echo of a key with the last line", "s"))
    rows.append(Figure(f"slow_{speed}_bytes", f"{label}: bytes until the screen is right"))
    rows.append(Figure(f"unpaced_{speed}_s", f"{label}, pacing off: screen right after", "s"))
    rows.append(Figure(f"unpaced_{speed}_key_with_s", f"{label}, pacing off: echo of a key with the last line", "s"))
    rows.append(Figure(f"unpaced_{speed}_bytes", f"{label}, pacing off: bytes until the screen is right"))
    return tuple(rows)


_NOON = tuple(
    Figure(f"noon_{name}", f"noon of ten: {label}", unit, most, ratio, beside=beside or name)
    for name, label, unit, most, ratio, beside in (
        ("key_bytes", "one key's echo", "B", 80, None, ""),
        ("line_bytes", "chat line of 20 characters, median of all lines", "B", 120, None, ""),
        ("scroll_bytes", "chat line to a full pane, mean over all lines", "B", 600, None, ""),
        ("scroll_most_bytes", "chat line to a full pane, the one that cost most", "B", None, None, ""),
        ("first_bytes", "first screen of one who comes back, TERM=xterm-256color", "B", 4_600, None, ""),
        ("first_bytes_16", "first screen of one who comes back, TERM=xterm", "B", 4_600, None, ""),
        ("idle_bytes", "60 s idle", "B", 2_500, None, "idle_phase_bytes"),
        ("key_cpu", "server CPU for a key", "ms", None, 0.30, ""),
        ("line_cpu", "server CPU for a chat line delivered to a full pane", "ms", None, 0.10, ""),
    )
)
"""Love, or Nothing with ten members, in the discussion at noon. The baseline's screen is the same for every game."""

FIGURES = (
    Figure("key_bytes", "one key's echo", most=44, known=1_936),
    Figure("line_bytes", "chat line of 20 characters, pane not full", most=108, known=7_300),
    Figure("scroll_bytes", "chat line to a full pane, mean over all lines", most=300, known=11_480),
    Figure("scroll_most_bytes", "chat line to a full pane, the one that cost most", most=700),
    Figure("first_bytes", "first screen after login, TERM=xterm-256color", most=3_400, known=25_400),
    Figure("first_bytes_16", "first screen after login, TERM=xterm", most=3_400),
    Figure("idle_phase_bytes", "60 s idle in a running phase", most=2_500, known=99_000),
    Figure("idle_lobby_bytes", "60 s idle in the lobby", most=600),
    Figure("game_bytes", "a calm game of 10 turns with 60 chat lines, a player", most=102_000),
    Figure("game_most_bytes", "a calm game of 10 turns with 60 chat lines, the player with most", most=150_000),
    Figure("key_cpu", "server CPU for a key", "ms", ratio=0.30, known=10.1),
    Figure("line_cpu", "server CPU for a chat line delivered to a full pane", "ms", ratio=0.05, known=30),
    Figure("connection_cpu", "server CPU for a connection with its first screen", "ms", ratio=0.45),
    Figure("room_ms", "a line to a room of 100: the last member has it", "ms", ratio=0.05, known=4_230),
    Figure("load_cores", "100 sessions, 25 tables, 10 lines/s: cores used", "", most=0.15, known=1.0),
    Figure("load_wait", "100 sessions: time the server waited for a processor, of each second", "s"),
    Figure("load_key_p50", "100 sessions: key echo p50", "ms", known=1_040),
    Figure("load_key_p99", "100 sessions: key echo p99", "ms", ratio=0.02, known=2_490),
    Figure("crowd_p50", "20 connect at once: first screen p50", "ms", ratio=0.45, known=2_200),
    Figure("session_mb", "memory of a session at 200 (PSS without files)", "MB", most=0.55, known=1.9),
    Figure("growth_kb", "memory kept of a connection, over 1,000 of them", "kB"),
    *_NOON,
    *_line("9600", "50 lines at 9,600 bit/s, 300 ms"),
    *_line("56000", "50 lines at 56,000 bit/s, 300 ms"),
    Figure("three_p50", "table of four: the others have a line, p50", "ms"),
    Figure("three_p99", "table of four: the others have a line, p99", "ms"),
    Figure("stalled_p50", "table of four, one reads nothing: the others have a line, p50", "ms"),
    Figure("stalled_p99", "table of four, one reads nothing: the others have a line, p99", "ms"),
)
