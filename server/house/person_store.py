"""What the house remembers of people, whoever keeps it for them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.house import Person


class PersonStore(Protocol):
    """What the house asks of the accounts."""

    async def rejoin(self, code: str) -> Person | None:
        """The guest to whom this code was given, or None."""

    async def language(self, person_id: str) -> str | None:
        """The language of a person, None if never chosen."""

    async def keep_language(self, person_id: str, language: str) -> None:
        """Remember the language of a person."""

    async def thin(self, person_id: str) -> bool | None:
        """Whether a person wants the thin profile, None if they never said."""

    async def keep_thin(self, person_id: str, thin: bool) -> None:
        """Remember whether a person wants the thin profile."""

    async def notes(self, person_id: str, game: str) -> Mapping[int, str]:
        """A person's notebook on one game: seat -> mark."""

    async def keep_note(self, person_id: str, game: str, seat: int, mark: str) -> None:
        """Put a mark on a seat, "" to take it away; notes on other games are forgotten."""
