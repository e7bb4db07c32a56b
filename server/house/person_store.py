"""What the house remembers of people, whoever keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from engine.house import Person, Profile
from engine.options import Value


class PersonStore(Protocol):
    """What the house asks of the accounts.  Every method raises `Refusal` (`journal-down`, `house-fault`) when what is
    kept cannot be read or written."""

    async def rejoin(self, code: str) -> Person | None:
        """The guest to whom this code was given, or None."""

    async def profile(self, person_id: str) -> Profile:
        """What a person has chosen."""

    async def keep_profile(self, person_id: str, chosen: Profile) -> None:
        """Remember what is not None in `chosen`; the rest stays as it is."""

    async def options(self, person_id: str) -> Mapping[str, Mapping[str, Value]]:
        """Game id -> the options with which a person last dealt it, the latest game first."""

    async def keep_options(self, person_id: str, game: str, options: Mapping[str, Value]) -> None:
        """Remember these as the last ones."""

    async def notes(self, person_id: str, game: str) -> Mapping[int, str]:
        """A person's notebook on one game: seat -> mark."""

    async def keep_note(self, person_id: str, game: str, seat: int, mark: str) -> None:
        """Put a mark on a seat, "" to take it away; notes on other games are forgotten."""
