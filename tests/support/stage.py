"""A stage for panes: shows one without an app, keys for it, and what can be read there."""

from contextlib import contextmanager

from rich.cells import cell_len
from textual.geometry import Size
from textual.widget import Widget


def screen_rows(stage):
    """The text of every row."""
    return stage.rows()


def screen_text(stage):
    """The screen as one string, spaces at the ends of rows left out."""
    return "\n".join(row.rstrip() for row in screen_rows(stage)).rstrip()


class Stage:
    """Holds one pane; `keys` are those that it did not use, `painted` the rows it painted since the last look."""

    def __init__(self, pane, size):
        self.pane = pane
        self.keys = []
        self.painted = []
        pane.show_row = self.paint
        self.resize(*size)

    def resize(self, width, height):
        self._rows = {}
        self.size = (width, height)
        self.pane.place(Size(width, height))

    def paint(self, y, line):
        self.painted.append(y)
        self._rows[y] = "".join(text for text, _ in line)
        assert cell_len(self._rows[y]) == self.size[0]

    def rows(self):
        return [self._rows[y] for y in range(self.size[1])]

    def press(self, *keys):
        """Press keys by their names."""
        for key in keys:
            character = {"space": " "}.get(key, key if len(key) == 1 else None)
            if not self.pane.press(key, character):
                self.keys.append(key)

    def take_painted(self):
        painted, self.painted = self.painted, []
        return painted


@contextmanager
def on_stage(pane, size=(40, 8), *, focused=True):
    """Show a pane, which has the keys unless told otherwise."""
    pane.set_reactive(Widget.has_focus, focused)
    yield Stage(pane, size)
