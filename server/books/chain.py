"""A batch: what one command caused, and the hash that ties it to everything before it.

Every item of a batch (its command, each record) is hashed with a salt of its own, so that an export can
put the hash of a private item in its place and the chain still holds.  The exact bytes are written down in
docs/fairness.md; change nothing here without a new version in `_DOMAIN`.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any, Final

from attrs import evolve as replace
from attrs import field, frozen

from engine.codec import Codec, dumps
from engine.facts import Record
from engine.table import moves as m
from server.books.scores import Score

GENESIS: Final = "0" * 64
"""What the first batch of a table has for the hash of its predecessor."""

SALT_BYTES: Final = 16
"""Length of salts: nobody can try out all values of a hidden item."""

_DOMAIN: Final = "naisho/batch/1"


@frozen
class Batch:
    """One link of a table's log.

    `no` counts from 1; `at` is table time in ms; `previous` and `hash` are hex; `signature` is the host's
    (armoured SSHSIG), "" unless a game ended here.  `scores` are statistics on the side, not hashed.
    """

    no: int
    at: int
    ruleset: int
    command: m.Command
    records: tuple[Record, ...]
    salt: bytes = field(repr=False)
    previous: str
    hash: str
    signature: str = ""
    scores: tuple[Score, ...] = ()

    @property
    def last(self) -> int:
        """The `seq` of the last record."""
        return self.records[-1].seq


def items(codec: Codec, batch: Batch) -> list[dict[str, Any]]:
    """The hashed values of a batch: its command, then its records, as plain JSON."""
    values = [codec.command(batch.command), *(codec.record(record) for record in batch.records)]
    return [_masked(value, batch.salt) for value in values]


def item_salt(salt: bytes, position: int) -> bytes:
    """The salt of the item at `position` (0 is the command).  It says nothing about the salts beside it."""
    return hmac.digest(salt, f"item/{position}".encode(), "sha256")[:SALT_BYTES]


def item_hash(salt: bytes, value: Any) -> str:
    """Hex SHA-256 of an item's salt and its canonical JSON."""
    return hashlib.sha256(salt + dumps(value).encode()).hexdigest()


def batch_hash(table: str, no: int, at: int, ruleset: int, previous: str, item_hashes: Sequence[str]) -> str:
    """Hex SHA-256 over the canonical JSON list of all that a link stands for."""
    return hashlib.sha256(dumps([_DOMAIN, table, no, at, ruleset, previous, *item_hashes]).encode()).hexdigest()


def linked(
    codec: Codec,
    table: str,
    before: tuple[int, str],
    at: int,
    ruleset: int,
    command: m.Command,
    records: tuple[Record, ...],
    salt: bytes,
) -> Batch:
    """The batch that follows the one with number and hash `before`."""
    batch = Batch(before[0] + 1, at, ruleset, command, records, salt, before[1], "")
    return replace(batch, hash=batch_hash(table, batch.no, at, ruleset, batch.previous, hashes(codec, batch)))


def hashes(codec: Codec, batch: Batch) -> list[str]:
    """The hash of every item of a batch."""
    return [item_hash(item_salt(batch.salt, n), value) for n, value in enumerate(items(codec, batch))]


def _masked(value: dict[str, Any], salt: bytes) -> dict[str, Any]:
    """An item's value with a hash in place of the table's code, so that it can be shown without the code."""
    for part, tag, name in (("move", "do", "Create"), ("fact", "kind", "Created")):
        inner: Mapping[str, Any] = value.get(part, {})
        if inner.get(tag) == name:
            mask = hmac.digest(salt, f"code/{inner['code']}".encode(), "sha256").hex()
            return {**value, part: {**inner, "code": mask}}
    return value
