"""Table options: a name, a default, and what it may be."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from engine.errors import Refusal

Value = str | int


@frozen
class Option:
    """A choice between words (`choices`) or a whole number (`low`..`high`, both included).

    A table made without a word about it has the `default`.  The screens offer people `offered` instead, where the two
    differ: a program does not want to watch.
    """

    name: str
    default: Value
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    offered: Value | None = None

    @property
    def usual(self) -> Value:
        """What people are offered."""
        return self.default if self.offered is None else self.offered

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


def offered(options: Iterable[Option]) -> dict[str, Value]:
    """What people are offered of these options, where that is not the default."""
    return {option.name: option.usual for option in options if option.usual != option.default}


SPECTATORS = Option("spectators", "yes", choices=("yes", "no"))
"""Whether people without a seat may watch.  Every game has it."""

PACE = Option("pace", "none", choices=("calm", "brisk", "none"), offered="calm")
"""How long the table looks at what was revealed before it goes on.  Every game has it."""
