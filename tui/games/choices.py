"""Answers with one key each, for games whose prompts have one field: numbered in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.prompt import Answer, Prompt
from tui.games.face import Choice, Look


def numbered(look: Look) -> tuple[Choice, ...]:
    """A key for every answer.  "Done" has one key that gives it and takes it back."""
    answers = [(prompt, values) for prompt in look.prompts for values in _offered(prompt)]
    return tuple(Choice(str(n), prompt, values) for n, (prompt, values) in enumerate(answers, 1))


def by_command(look: Look) -> Mapping[str, Choice]:
    """The answers by catalogue key of their command: `omega.slash.action.work`, `slash.done.yes`."""
    return {
        _command(look, prompt, value): Choice("", prompt, {prompt.name: value})
        for prompt in look.prompts
        for value in prompt.fields[0].options
    }


def is_done(prompt: Prompt) -> bool:
    """Whether this is the public question that ends a talk, answered with yes."""
    return prompt.name == "done" and prompt.current == {"done": "yes"}


def _offered(prompt: Prompt) -> Iterator[Answer]:
    if prompt.name == "done":
        yield {"done": "no" if is_done(prompt) else "yes"}
        return
    for value in prompt.fields[0].options:
        yield {prompt.name: value}


def _command(look: Look, prompt: Prompt, value: str) -> str:
    key = f"{look.view.rules.id}.slash.{prompt.name}.{value}"
    return key if key in look.words else f"slash.{prompt.name}.{value}"
