"""Fair dice: every draw is a pure function of the opened seed, the lucky words and the draw's own label.

The exact bytes are written down in docs/fairness.md; change nothing here without a new ruleset version.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol, TypeVar

from attrs import field, frozen

T = TypeVar("T")

SEED_BYTES = 32
"""Length of a server seed: as long as the hash that commits to it."""


class Chance(Protocol):
    """A source of labelled draws.  Equal labels give equal results; a draw says nothing about any other."""

    def draw(self, label: str, sides: int) -> int:
        """A uniform integer in `range(sides)`, sides >= 1."""

    def child(self, label: str) -> Chance:
        """A stream of its own, from which no draw of this one can be derived."""


def commitment(seed: bytes, table: str, game_no: int) -> str:
    """Hex SHA-256 of `seed ‖ table ‖ game number`, shown before a game starts."""
    return hashlib.sha256(seed + table.encode() + str(game_no).encode()).hexdigest()


@frozen
class FairChance:
    """HMAC-SHA256 draws under one key of 32 bytes."""

    key: bytes = field(repr=False)

    @classmethod
    def of_game(cls, seed: bytes, table: str, game_no: int, words: Sequence[str]) -> FairChance:
        """The chance of one game: `words` are the lucky words by seat, "" where none was given."""
        context = b"".join(_framed(part) for part in ("naisho/1", table, str(game_no), *words))
        return cls(hmac.digest(seed, context, "sha256"))

    def draw(self, label: str, sides: int) -> int:
        """Rejection sampling over 64-bit big-endian blocks `HMAC(key, "draw" ‖ label ‖ block number)`."""
        if sides < 1:
            raise ValueError(f"{label}: a draw needs at least one side, not {sides}")
        limit = (1 << 64) - (1 << 64) % sides
        block = 0
        while True:
            digest = hmac.digest(self.key, b"draw" + _framed(label) + _framed(str(block)), "sha256")
            value = int.from_bytes(digest[:8], "big")
            if value < limit:
                return value % sides
            block += 1

    def child(self, label: str) -> FairChance:
        """The stream with key `HMAC(key, "child" ‖ label)`."""
        return FairChance(hmac.digest(self.key, b"child" + _framed(label), "sha256"))


def pick(chance: Chance, label: str, options: Sequence[T]) -> T:
    """One of `options`, uniformly."""
    return options[chance.draw(label, len(options))]


def chances(chance: Chance, label: str, percent: float) -> bool:
    """True with the given probability in percent (resolution 0.01)."""
    return chance.draw(label, 10_000) < percent * 100


def _framed(text: str) -> bytes:
    """UTF-8 bytes behind their 4-byte big-endian length, so that no two lists of parts collide."""
    raw = text.encode()
    return len(raw).to_bytes(4, "big") + raw
