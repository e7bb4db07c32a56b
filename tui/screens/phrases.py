"""Phrases of the game: chosen here, read by everybody in their own language."""

from __future__ import annotations

from collections.abc import Mapping

from engine.table import facts as f
from engine.table.state import Slot
from engine.table.talk import fillings
from tui.screens.desk import Desk
from tui.screens.page import ListPage
from tui.widgets.draw import BLANK, Row, heading, paragraph, row
from tui.widgets.form import KEYS
from tui.widgets.look import ACCENT, CHOSEN, FAINT, PLAIN, STRONG
from tui.words.clean import show
from tui.words.narration import speech_text

BLANK_PART = "…"
"""What stands for a part that is still to be filled in."""


class PhrasePage(ListPage):
    """The phrases of the game; then, for each part of the one that was taken, what it can be filled with."""

    name = "phrases"

    def __init__(self) -> None:
        super().__init__()
        self.code = ""
        self.given: dict[str, str | int] = {}

    def offers(self, desk: Desk) -> list[tuple[str, dict[str, str | int]]]:
        """What can be taken now: a code, and what is filled in so far."""
        view = desk.view
        if view is None:
            return []
        if not self.code:
            return [(code, {}) for code in view.rules.phrases]
        part, slot = next((part, slot) for part, slot in self._slots(desk).items() if part not in self.given)
        values = fillings(view, slot)
        ordered = values if slot == "seat" else values[::-1]
        return [(self.code, {**self.given, part: value}) for value in ordered]

    def count(self, desk: Desk) -> int:
        """Every one of them."""
        return len(self.offers(desk))

    def number(self, key: str) -> int | None:
        """The offer with this key, as forms number theirs."""
        return KEYS.index(key) if len(key) == 1 and key in KEYS else None

    async def enter(self, desk: Desk) -> None:
        """Take what the cursor stands on; what is whole is said."""
        offers = self.offers(desk)
        if not offers:
            return
        self.code, self.given = offers[min(self.cursor, len(offers) - 1)]
        self.cursor = 0
        if set(self.given) < set(self._slots(desk)):
            return
        code, given = self.code, self.given
        self.code, self.given = "", {}
        if await desk.say_phrase(code, given):
            desk.close()

    def _slots(self, desk: Desk) -> Mapping[str, Slot]:
        return desk.view.rules.phrases[self.code] if desk.view is not None else {}

    def head(self, desk: Desk, width: int) -> list[Row]:
        """What phrases are for."""
        words = desk.words
        why = words("phrases.none" if self.code and not self.offers(desk) else "phrases.why")
        return [heading(words("page.phrases"), width), *paragraph(why, width, FAINT), BLANK]

    def items(self, desk: Desk, width: int) -> list[list[Row]]:
        """Each offer as it will read."""
        return [
            _item(KEYS[at], show(self.text(desk, code, given)), width, chosen=at == self.cursor)
            for at, (code, given) in enumerate(self.offers(desk))
        ]

    def text(self, desk: Desk, code: str, given: dict[str, str | int]) -> str:
        """A phrase in the reader's language, with what is filled in so far."""
        assert desk.view is not None
        parts = dict.fromkeys(desk.view.rules.phrases[code], BLANK_PART)
        return speech_text(desk.words, desk.log.cast, f.Spoke(desk.me, "table", code, {**parts, **given}))


def _item(key: str, text: str, width: int, *, chosen: bool) -> list[Row]:
    first, *others = paragraph(text, width - 4, CHOSEN if chosen else PLAIN)
    mark = row(("▸" if chosen else " ", ACCENT), (key, STRONG), (" ", PLAIN))
    return [(*mark, *first), *((*row(("   ", PLAIN)), *other) for other in others)]
