"""A real ``naisho serve`` on a free port, with data and host key of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.support.journey_house import House


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    """An open house; at the end it is closed by SIGTERM and must have had nothing to complain of."""
    house = House(tmp_path)
    await house.open()
    yield house
    await house.send_everybody_home()
    assert await house.close() == 0
    assert house.complaints() == []
