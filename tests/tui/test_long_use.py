"""Long use: what must still be so after a thousand lines."""

import pytest

from engine.table import moves as m
from tests.support.evening import evening


@pytest.mark.parametrize("size", [(80, 24), (40, 20)])
async def test_the_newest_of_a_thousand_lines_is_in_sight_after_each(size):
    async with evening("en", size) as e:
        await e.table()
        if size[0] < 72:
            await e.press("tab")
        for number in range(1, 1_001):
            await e.friends[number % 2].act(m.Say("table", f"line {number}."))
            if number < 30 or number % 37 == 0 or 480 < number < 520:
                assert f"line {number}." in await e.text()
            await e.settle()
        assert "line 1000." in await e.text()
