"""`replace`: another frozen value with some fields changed."""

import pytest
from attrs import evolve

from engine.frozen import replace
from engine.table.state import Phase, Seat, TableState
from tests.support.coin import Coin

VALUES = [
    (Seat("p0", "Ann", "person"), {"away": True}),
    (Phase(1, "talk", 1, 0, 60_000, True, (0, 1), ("done",)), {"countdown": 3_000}),
    (TableState(rules=Coin()), {"stage": "playing", "game_no": 2}),
]


@pytest.mark.parametrize(("value", "changes"), VALUES)
def test_it_does_what_attrs_does_and_leaves_the_value_alone(value, changes):
    before = evolve(value)
    assert replace(value, **changes) == evolve(value, **changes) != value
    assert value == before


@pytest.mark.parametrize(("value", "changes"), VALUES)
def test_an_unknown_field_is_an_error(value, changes):
    with pytest.raises(TypeError, match="mood"):
        replace(value, mood="good")
