"""The form that a dead seat keeps for every night to come."""

from __future__ import annotations

from engine.prompt import Field, Prompt
from engine.table import moves as m
from tui.screens.create import option_row
from tui.screens.desk import Desk, Note
from tui.screens.page import ListPage
from tui.widgets.draw import BLANK, Row, heading, paragraph, row
from tui.widgets.look import ACCENT, CHOSEN, FAINT, STRONG
from tui.words.clean import show


class StandingPage(ListPage):
    """A row a field; left and right change it, and the last row keeps the form.  All blank is to keep none."""

    name = "standing"

    def __init__(self) -> None:
        super().__init__()
        self.values: dict[str, str] | None = None

    def prompt(self, desk: Desk) -> Prompt | None:
        """What may be kept now, None where nothing may."""
        return standing(desk)

    def fields(self, desk: Desk) -> tuple[Field, ...]:
        """The rows above the last one."""
        prompt = self.prompt(desk)
        return prompt.fields if prompt is not None else ()

    def count(self, desk: Desk) -> int:
        """Every field, and the row that keeps the form."""
        return len(self.fields(desk)) + 1

    def enters(self, desk: Desk) -> str:
        """The last row keeps the form."""
        return "keys.enter-standing" if self.cursor == self.count(desk) - 1 else "keys.enter-create"

    def head(self, desk: Desk, width: int) -> list[Row]:
        """What it is for."""
        words = desk.words
        return [heading(words("page.standing"), width), *paragraph(words("standing.why"), width, FAINT), BLANK]

    def items(self, desk: Desk, width: int) -> list[list[Row]]:
        """The fields and the last row; with secrets hidden the fields say nothing."""
        fields, words = self.fields(desk), desk.words
        rows = [[self._row(desk, field, n, width)] for n, field in enumerate(fields)]
        ready = self.cursor == len(fields)
        text = (f" {words('standing.keep')} ", CHOSEN if ready else STRONG)
        return [*rows, [BLANK, row(("▸" if ready else " ", ACCENT), text)]]

    def _row(self, desk: Desk, field: Field, number: int, width: int) -> Row:
        words = desk.words
        value = self._draft(desk).get(field.name, "")
        if desk.hidden:
            text = words("standing.hidden")
        elif field.kind == "seat" and value:
            text = show(desk.look.name(int(value)))
        else:
            text = words(desk.term(f"standing.{value or 'blank'}"))
        label = words(f"{desk.game}.standing.field.{field.name}")
        return option_row(label, text, width, number == self.cursor)

    async def change(self, desk: Desk, step: int) -> None:
        """The next or previous value of a row."""
        fields = self.fields(desk)
        if self.cursor < len(fields):
            field, draft = fields[self.cursor], self._draft(desk)
            options = ("", *(option for option in field.options if option))
            at = options.index(draft[field.name]) if draft[field.name] in options else 0
            self.values = {**draft, field.name: options[(at + step) % len(options)]}

    async def enter(self, desk: Desk) -> None:
        """The next value; on the last row keep the form, or none if all of it is blank."""
        if self.cursor < self.count(desk) - 1:
            await self.change(desk, 1)
            return
        draft = self._draft(desk)
        form = draft if any(draft.values()) else None
        if await desk.act(m.KeepForm(form)):
            desk.close()
            desk.note = Note("standing.kept" if form else "standing.none")

    def _draft(self, desk: Desk) -> dict[str, str]:
        """What stands in the rows: what was changed here, else what is kept; who has died since is nobody's target."""
        prompt = self.prompt(desk)
        if prompt is None:
            return {}
        values = self.values if self.values is not None else dict(prompt.current or {})
        return {f.name: values.get(f.name, "") if values.get(f.name, "") in f.options else "" for f in prompt.fields}


def standing(desk: Desk) -> Prompt | None:
    """What the reader's seat may keep for every night, None where nothing."""
    if desk.view is None or desk.seat is None or not desk.view.playing:
        return None
    return desk.view.rules.standing(desk.view, desk.seat)
