"""Codes that people can say and type: KITE-42 for an open table, KITE-MOON-42 for a table by code.

An open table is listed anyway.  A table by code is protected by its code alone: 256 × 256 × 90 are 5.9 million,
and all who come from one address try one a second together (`server.house.purse`).  In an evening of four hours that
finds a given table once in four hundred times.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container
from functools import cache
from pathlib import Path

from engine.table.facts import Access

_WORDS = Path(__file__).with_name("codes.txt")
_BREAKS = re.compile(r"[\s\-_‐‑–—ー−]+")
_LONGEST = 40


def new_code(access: Access, below: Callable[[int], int], taken: Container[str]) -> str:
    """A code that is not `taken`; `below(n)` draws a number in `range(n)`."""
    while True:
        names = [words()[below(len(words()))] for _ in range(1 if access == "open" else 2)]
        code = "-".join([*names, str(10 + below(90))])
        if code not in taken:
            return code


def read_code(typed: str) -> str:
    """The code that somebody meant: in any case and width, with spaces or any dash between its parts."""
    plain = unicodedata.normalize("NFKC", typed[:_LONGEST]).strip().upper()
    return _BREAKS.sub("-", plain)


@cache
def words() -> tuple[str, ...]:
    """The 256 words, short and different to the ear."""
    return tuple(_WORDS.read_text(encoding="ascii").split())
