"""The colours of the house and the text styles of its panes: calm and dark, ink on slate, one green.

Whatever a colour tells is told by a mark or a word as well.  A terminal with fewer colours gets the nearest it has.
"""

from rich.style import Style

GROUND = Style(color="#d5d9de", bgcolor="#14181d")
"""Under everything but the rows below."""
BAR = Style(color="#e2e3e4", bgcolor="#252c35")
"""Under the first and the last row."""
FIELD = Style(color="#d5d9de", bgcolor="#1b2027")
"""Under the input line."""
EDGE = Style(color="#3b4048")
"""The line between the halves of the screen."""

_FADED = "#93979c"

PLAIN = Style()
STRONG = Style(bold=True)
FAINT = Style(color=_FADED)
HEADING = Style(bold=True, underline=True)
ACCENT = Style(color="#58d1eb", bold=True)
CHOSEN = Style(bold=True, reverse=True)
SYSTEM = Style(color="#fd971f")
ALERT = Style(color="#f4005f", bold=True)
DISABLED = Style(color=_FADED, strike=True)
# Told apart by the name and the tag as well; orange and red are the house's own. Not bold: a slow line pays for it.
SPEAKERS = tuple(
    Style(color=colour)
    for colour in ("#58d1eb", "#98e024", "#f49ac2", "#b48cff", "#4fd6a8", "#7fb2ff", "#d7d787", "#c4c5b5")
)
