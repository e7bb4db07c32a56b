"""A visit that has come as far as its front end, without a connection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from server.books.accounts import Arrival
from server.door.visit import Mode, Visit
from tui.terminal.client import Terminal


def visit_of(
    arrival: Arrival, terminal: Terminal, link: Any, *, mode: Mode = Mode.SCREEN, environment: Mapping[str, str] = {}
) -> Visit:
    """Who came, and all that a front end asks of their visit; ``link`` may be anything that does as `Link` does."""
    visit: Any = Visit(0, "", None, None)  # type: ignore[arg-type]
    visit.arrival, visit.terminal, visit.link, visit.mode, visit.environment = (
        arrival,
        terminal,
        link,
        mode,
        environment,
    )
    return visit
