"""What the rules page of every game ends with: the rules of the table itself."""

from __future__ import annotations

from tui.widgets.draw import Row, heading, item
from tui.words.catalogue import Words

RULES = ("absence", "chat", "pause", "void", "seats", "author", "change", "dice")


def table_rules(words: Words, width: int) -> list[Row]:
    """The heading and an item for each rule."""
    return [
        heading(words("rules.table"), width),
        *(line for rule in RULES for line in item(words(f"rules.{rule}"), width)),
    ]
