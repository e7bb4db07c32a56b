"""A stage for panes: a canvas that shows one, keys for it, and what can be read there."""

from contextlib import contextmanager

from rich.cells import cell_len
from textual.geometry import Region


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
        self.resize(*size)

    def resize(self, width, height):
        self._rows = {}
        self.size = (width, height)
        self.pane.place(self, Region(0, 0, width, height))

    def paint(self, x, y, line, ground):
        assert x == 0
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
def on_stage(pane, size=(40, 8)):
    """Show a pane, which has the keys."""
    stage = Stage(pane, size)
    pane.focus(True)
    yield stage
