"""A player's private notebook: a mark beside each seat, for nobody else's eyes."""

from __future__ import annotations

from tui.screens.desk import Desk
from tui.screens.page import ListPage
from tui.widgets.draw import BLANK, Row, columns, heading, paragraph, row
from tui.widgets.form import KEYS
from tui.widgets.look import ACCENT, CHOSEN, FAINT, PLAIN
from tui.words.clean import show


class NotebookPage(ListPage):
    """One row a seat; left and right turn over the marks of the game."""

    name = "notebook"

    def count(self, desk: Desk) -> int:
        """Every seat."""
        return len(desk.view.cast) if desk.view is not None else 0

    async def enter(self, desk: Desk) -> None:
        """The next mark."""
        await self.change(desk, 1)

    async def change(self, desk: Desk, step: int) -> None:
        """The next or the last mark, none being one of them."""
        marks = ("", *desk.face.notebook)
        now = desk.notes.get(self.cursor, "")
        await desk.note_down(self.cursor, marks[(marks.index(now) + step) % len(marks)])

    def head(self, desk: Desk, width: int) -> list[Row]:
        """What the notebook is for."""
        words = desk.words
        return [heading(words("page.notebook"), width), *paragraph(words("notebook.why"), width, FAINT), BLANK]

    def items(self, desk: Desk, width: int) -> list[list[Row]]:
        """The seats and their marks; with secrets hidden only the seats."""
        cast = desk.view.cast if desk.view is not None else ()
        return [[self._seat(desk, seat, person.name, width)] for seat, person in enumerate(cast)]

    def _seat(self, desk: Desk, seat: int, name: str, width: int) -> Row:
        words = desk.words
        note = desk.notes.get(seat, "")
        text = words(f"{desk.game}.note.{note}") if note else words("notebook.none")
        if desk.hidden:  # whatever is or was marked
            note, text = "", words("notebook.hidden")
        room = min(20, width // 2 - 4)
        label = f"{KEYS[seat]} {show(name)}"
        chosen = seat == self.cursor
        parts = [(label, room, CHOSEN if chosen else PLAIN), (text, width - room - 4, PLAIN if note else FAINT)]
        return row(("▸" if chosen else " ", ACCENT), *columns(parts))
