"""What a seat is asked right now and which answers are legal: the one description that the screens, the JSON
front end, the bots, the time-outs and the help all use.  Computed from a view alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Literal

from attrs import field, frozen

from engine.errors import Refusal

Answer = Mapping[str, str]
"""Field name -> option value.  Seats are their decimal number ("2"); a blank choice is ""."""

Answers = Mapping[str, Mapping[int, Answer]]
"""Prompt name -> seat -> answer."""


@frozen
class Field:
    """One question of a form.  `options` are values in display order; `kind` says how to word them:
    "choice" (words of the game's catalogue) or "seat" (a seat number, "" = nobody)."""

    name: str
    options: tuple[str, ...]
    kind: Literal["choice", "seat"] = "choice"


@frozen
class Prompt:
    """A question to one seat.

    `name` is unique within its phase; `no` is the phase's number, which an answer must carry.
    `current` is what the seat has answered so far, None if nothing yet; `default` is what a time-out
    answers (None: drawn by the game, see `Game.timeout`).  `required`: the phase waits for it.
    `sealed`: nobody else sees the answer until the phase closes.  `check` refuses answers whose parts
    do not go together; `warn` names what a legal answer risks (codes for the catalogue).
    """

    name: str
    no: int
    fields: tuple[Field, ...]
    current: Answer | None = None
    default: Answer | None = None
    required: bool = True
    sealed: bool = True
    check: Callable[[Answer], Refusal | None] = field(default=lambda answer: None, eq=False, repr=False)
    warn: Callable[[Answer], tuple[str, ...]] = field(default=lambda answer: (), eq=False, repr=False)

    def validate(self, answer: Answer) -> Answer:
        """The answer with its fields in order.

        Raises:
            Refusal: `answer-fields` (fields missing or too many), `answer-option` (no such option),
                or whatever `check` finds.
        """
        if set(answer) != {f.name for f in self.fields}:
            raise Refusal("answer-fields", prompt=self.name)
        for f in self.fields:
            if answer[f.name] not in f.options:
                raise Refusal("answer-option", prompt=self.name, field=f.name)
        refusal = self.check(answer)
        if refusal:
            raise refusal
        return {f.name: answer[f.name] for f in self.fields}

    def legal(self) -> Iterator[Answer]:
        """Every legal answer.  For tests, random players and time-outs; forms stay small enough for it."""
        for values in product(*(f.options for f in self.fields)):
            answer = dict(zip((f.name for f in self.fields), values, strict=True))
            if self.check(answer) is None:
                yield answer
