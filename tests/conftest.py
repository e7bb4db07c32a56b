"""What holds for every test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import structlog


@pytest.fixture(autouse=True)
def logging_as_it_comes() -> Iterator[None]:
    """A house that was started in this process has set the least level of its lines: the next test hears all."""
    yield
    structlog.reset_defaults()
