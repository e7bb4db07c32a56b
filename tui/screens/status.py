"""What was last refused or told, in a row or two under the input line."""

from __future__ import annotations

from tui.screens.desk import Desk
from tui.widgets.draw import BLANK, Row, at_most, item, paragraph
from tui.widgets.look import ALERT, STRONG


def status(desk: Desk, width: int) -> list[Row]:
    """What was last refused or told, else what is asked for in the line: a row, or two, when it needs them."""
    if desk.note is not None:
        text = desk.note.text(desk.words, desk.game)
        rows = item(text, width, ALERT, mark="!") if desk.note.refusal else paragraph(text, width)
        return at_most(rows, 2, width)
    if desk.question is not None:
        return at_most(paragraph(desk.words(desk.question.hint, **desk.question.params), width, STRONG), 2, width)
    return [BLANK]
