"""The kinds of pages that lie over a place, without Textual.  Each is shown by one of `tui.screens.dialogs`."""

from __future__ import annotations

from collections.abc import Sequence

from tui.screens.desk import Desk, Page
from tui.widgets.draw import Row


class Reader(Page):
    """A page that is only read."""

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """All rows of this width."""
        raise NotImplementedError

    def press(self, desk: Desk, key: str) -> bool:
        """A key that neither scrolls nor closes the page; whether it was of use."""
        return False

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
