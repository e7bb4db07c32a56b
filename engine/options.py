"""Table options: a name, a default, and what it may be."""

from __future__ import annotations

from attrs import frozen

from engine.errors import Refusal

Value = str | int


@frozen
class Option:
    """A choice between words (`choices`) or a whole number (`low`..`high`, both included)."""

    name: str
    default: Value
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0

    def parse(self, value: Value) -> Value:
        """The value in its own type.

        Raises:
            Refusal: `option-choice` or `option-range`.
        """
        if self.choices:
            if value not in self.choices:
                raise Refusal("option-choice", option=self.name, choices=", ".join(self.choices))
            return value
        try:
            number = int(value)
        except ValueError:
            number = self.low - 1
        if isinstance(value, bool) or not self.low <= number <= self.high:
            raise Refusal("option-range", option=self.name, low=self.low, high=self.high)
        return number


SPECTATORS = Option("spectators", "yes", choices=("yes", "no"))
"""Whether people without a seat may watch.  Every game has it."""
