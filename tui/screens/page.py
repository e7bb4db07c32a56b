"""Pages, without Textual: what there is to be read, chosen or changed, made from the desk.

The page of a place draws itself whole; a page that lies over it is shown by one of `tui.screens.dialogs`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tui.widgets.draw import Drawing, Row

if TYPE_CHECKING:
    from tui.screens.desk import Desk


class Page:
    """One page.  It draws itself from the desk and may hold a cursor over some of its rows."""

    name: str = ""
    """Key under `page.`: its title."""
    selects = False
    """Whether up and down move a cursor; otherwise they scroll."""
    outlasts = False
    """Whether it stays on top when the person comes to a table."""
    actions: tuple[str, ...] = ()
    """Names of the actions that are there for this page; a menu over the place has the footer to itself otherwise."""

    def __init__(self) -> None:
        self.cursor = 0

    @property
    def about(self) -> str:
        """The id of the game that the page is about, where it is not that of the table."""
        return ""

    def draw(self, desk: Desk, width: int, height: int) -> Drawing:
        """The page as rows of this width."""
        raise NotImplementedError

    def count(self, desk: Desk) -> int:
        """How many things the cursor can stand on."""
        return 0

    def move(self, desk: Desk, step: int) -> None:
        """Move the cursor, as far as there is anything."""
        self.cursor = max(0, min(self.cursor + step, self.count(desk) - 1))

    def enters(self, desk: Desk) -> str:
        """The key of the word for what Enter does now, "" if it does nothing."""
        return f"keys.enter-{self.name}"

    async def enter(self, desk: Desk) -> None:
        """Enter was pressed on the page."""
        desk.close()

    async def change(self, desk: Desk, step: int) -> None:
        """Left (-1) or right (+1) was pressed on what the cursor stands on."""


class Reader(Page):
    """A page that is only read."""

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """All rows of this width."""
        raise NotImplementedError

    def wide(self, desk: Desk) -> bool:
        """Whether the page takes the room of the chat too, where both are narrow."""
        return False


class ListPage(Page):
    """A page with items under a cursor.  Enter takes one, left and right change it."""

    selects = True

    def head(self, desk: Desk, width: int) -> list[Row]:
        """What stands above the items."""
        raise NotImplementedError

    def items(self, desk: Desk, width: int) -> list[list[Row]]:
        """The rows of each item."""
        raise NotImplementedError

    def foot(self, desk: Desk, width: int) -> list[Row]:
        """A blank row, a title and what there is to say about the item under the cursor; nothing for no foot."""
        return []

    def number(self, key: str) -> int | None:
        """The item that a key takes, None for other keys."""
        return None


class PalettePage(Page):
    """That the command palette is open."""

    name = "palette"
