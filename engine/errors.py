"""Refusals: a code and its parameters; the front end finds the words."""

from __future__ import annotations

from typing import Any


class Refusal(Exception):
    """A command that was not applied.  Nothing has changed.

    `code` is a stable kebab-case name (a key of the catalogues under `refusal.`); `params` are plain
    strings and integers that the sentence needs.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        return f"{self.code} {self.params}" if self.params else self.code
