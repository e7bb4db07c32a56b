"""The text styles of the hand-made widgets. No background is set, so that a style sheet decides it.

Whatever a colour tells is told by a mark or a word as well.
"""

from rich.style import Style

PLAIN = Style()
STRONG = Style(bold=True)
FAINT = Style(dim=True)
HEADING = Style(bold=True, underline=True)
ACCENT = Style(color="cyan", bold=True)
CHOSEN = Style(bold=True, reverse=True)
SYSTEM = Style(color="yellow")
ALERT = Style(color="red", bold=True)
DISABLED = Style(dim=True, strike=True)
# Told apart by the name and the tag as well; red and yellow are the house's own.
SPEAKERS = tuple(
    Style(color=colour, bold=True)
    for colour in ("cyan", "green", "magenta", "blue", "bright_cyan", "bright_green", "bright_magenta", "white")
)
