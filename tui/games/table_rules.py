"""What the rules pages of all games share: what a board's columns mean, and last the rules of the table itself."""

from __future__ import annotations

from collections.abc import Sequence

from tui.widgets.draw import Row, heading, item, labelled
from tui.words.catalogue import Words
from tui.words.width import cells

RULES = ("absence", "chat", "pause", "void", "seats", "author", "change", "dice")


def table_rules(words: Words, width: int) -> list[Row]:
    """The heading and an item for each rule."""
    return [
        heading(words("rules.table"), width),
        *(line for rule in RULES for line in item(words(f"rules.{rule}"), width)),
    ]


def column_rows(words: Words, columns: Sequence[tuple[str, str]], width: int) -> list[Row]:
    """What the columns of a game's board mean, a line or two each; nothing without a board."""
    if not columns:
        return []
    room = max(cells(title) for title, _ in columns)
    rows = [heading(words("help.columns"), width)]
    return [*rows, *(line for title, meaning in columns for line in labelled(title, meaning, width, room))]
