"""Answers with one key each, numbered in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from engine.prompt import Answer, Prompt
from tui.games.face import Choice, Look

KEYS = "1234567890acdjkorsxyz"
"""The keys of answers: digits, then the letters that no action has while a game runs."""

MOST = 99
"""Answers that are offered; those after the last key have a number, to be typed behind a slash."""


def numbered(look: Look) -> tuple[Choice, ...]:
    """A key for every answer.  "Done" has one key that gives it and takes it back."""
    answers = ((prompt, values) for prompt in look.prompts for values in _offered(prompt))
    keys = chain(KEYS, map(str, range(len(KEYS) + 1, MOST + 1)))
    return tuple(Choice(key, prompt, values) for key, (prompt, values) in zip(keys, answers, strict=False))


def by_command(look: Look) -> Mapping[str, Choice]:
    """The answers by catalogue key of their command: `omega.slash.action.work`, `slash.done.yes`."""
    return {
        _command(look, prompt, value): Choice("", prompt, {prompt.fields[0].name: value})
        for prompt in look.prompts
        if len(prompt.fields) == 1
        for value in prompt.fields[0].options
    }


def is_done(prompt: Prompt) -> bool:
    """Whether this is the public question that ends a talk, answered with yes."""
    return prompt.name == "done" and prompt.current == {"done": "yes"}


def _offered(prompt: Prompt) -> Iterator[Answer]:
    if prompt.name == "done":
        yield {"done": "no" if is_done(prompt) else "yes"}
        return
    yield from prompt.legal()


def _command(look: Look, prompt: Prompt, value: str) -> str:
    key = f"{look.view.rules.id}.slash.{prompt.name}.{value}"
    return key if key in look.words else f"slash.{prompt.name}.{value}"
