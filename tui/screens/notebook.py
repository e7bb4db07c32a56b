"""A player's private notebook: a mark beside each seat, for nobody else's eyes."""

from __future__ import annotations

from tui.screens.desk import Desk
from tui.screens.page import Page
from tui.widgets.draw import BLANK, Drawing, Row, columns, heading, paragraph, row
from tui.widgets.form import KEYS
from tui.widgets.look import ACCENT, CHOSEN, FAINT, PLAIN
from tui.words.clean import show


class NotebookPage(Page):
    """One row a seat; left and right turn over the marks of the game."""

    name = "notebook"
    selects = True

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

    def draw(self, desk: Desk, width: int, height: int) -> Drawing:
        """The seats and their marks; with secrets hidden only the seats."""
        words = desk.words
        rows: list[Row] = [
            heading(words("page.notebook"), width),
            *paragraph(words("notebook.why"), width, FAINT),
            BLANK,
        ]
        first = len(rows)
        assert desk.view is not None
        for seat, person in enumerate(desk.view.cast):
            mark = "" if desk.hidden else desk.notes.get(seat, "")
            text = words(f"{desk.game}.note.{mark}") if mark else words("notebook.none")
            chosen = seat == self.cursor
            name = f"{KEYS[seat]} {show(person.name)}"
            room = min(20, width // 2 - 4)
            parts = [(name, room, CHOSEN if chosen else PLAIN), (text, width - room - 4, PLAIN if mark else FAINT)]
            rows.append(row(("▸" if chosen else " ", ACCENT), *columns(parts)))
        return Drawing(rows, first + self.cursor)
