"""Table options: what each kind of option takes, in its own type, and what it refuses."""

import pytest

from engine.errors import Refusal
from engine.options import SPECTATORS, Option

LENGTH = Option("length", 60, low=20, high=300)
BALLOT = Option("ballot", "open", choices=("open", "secret"))


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (LENGTH, 20, 20),
        (LENGTH, 300, 300),
        (LENGTH, "60", 60),
        (BALLOT, "secret", "secret"),
        (SPECTATORS, "no", "no"),
        (Option("turns", 0, low=0, high=50), 0, 0),
    ],
)
def test_what_is_taken(option, given, value):
    assert option.parse(given) == value
    assert type(option.parse(given)) is type(value)


@pytest.mark.parametrize(
    ("option", "given", "code", "params"),
    [
        (LENGTH, 19, "option-range", {"option": "length", "low": 20, "high": 300}),
        (LENGTH, 301, "option-range", {"option": "length", "low": 20, "high": 300}),
        (LENGTH, "", "option-range", {"option": "length", "low": 20, "high": 300}),
        (LENGTH, "sixty", "option-range", {"option": "length", "low": 20, "high": 300}),
        (LENGTH, "9" * 5000, "option-range", {"option": "length", "low": 20, "high": 300}),
        (Option("flag", 0, low=0, high=1), True, "option-range", {"option": "flag", "low": 0, "high": 1}),
        (BALLOT, "Open", "option-choice", {"option": "ballot", "choices": "open, secret"}),
        (BALLOT, 1, "option-choice", {"option": "ballot", "choices": "open, secret"}),
        (SPECTATORS, "", "option-choice", {"option": "spectators", "choices": "yes, no"}),
    ],
)
def test_what_is_refused_names_the_option_and_its_bounds(option, given, code, params):
    with pytest.raises(Refusal) as refused:
        option.parse(given)
    assert (refused.value.code, refused.value.params) == (code, params)


def test_every_game_may_be_closed_to_spectators():
    assert (SPECTATORS.default, SPECTATORS.choices) == ("yes", ("yes", "no"))
