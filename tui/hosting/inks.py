"""From the style sheet to the cells: what each ink looks like in a theme."""

from collections.abc import Hashable
from pathlib import Path

from rich.style import Style
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.theme import Theme

from tui.hosting.stylesheet import SharedStylesheet
from tui.terminal.cells import Inks
from tui.themes import scheme_of
from tui.widgets.look import Ink

SHEET = Path(__file__).parents[1] / "screens" / "house.tcss"

_INKS: dict[tuple[str, int, tuple[str, ...]], Inks] = {}
"""By theme, by the variables that the sheets were read with, and by what they say: as many as there are themes."""


def inks_of(theme: Theme, stylesheet: SharedStylesheet) -> Inks:
    """The inks of a theme, looked up in an app's style sheets once for all apps that share both.

    The sheets must have been read with the theme; after a change of theme they have been when Textual tells of it
    (`App.theme_changed_signal`).
    """
    key = theme.name, stylesheet.theme, _sheets(stylesheet)
    if key not in _INKS:
        styles: dict[Hashable, Style] = {ink: _style(stylesheet, ink) for ink in Ink}
        _INKS[key] = Inks(styles, scheme_of(theme))
    return _INKS[key]


def _sheets(stylesheet: Stylesheet) -> tuple[str, ...]:
    """What was written for the app, less what each kind of widget brings along."""
    return tuple(source.content for source in stylesheet.source.values() if not source.is_defaults)


def _style(stylesheet: Stylesheet, ink: Ink) -> Style:
    """What the style sheet says of one ink, over whatever is under it."""
    node = DOMNode(classes=ink.css)
    stylesheet.apply(node, animate=False)
    return node.styles.partial_rich_style
