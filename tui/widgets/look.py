"""The inks of the panes: what a part of a line is drawn in, by name.

A theme gives each of them a colour and `house.tcss` a weight; they become styles where cells are made.  Whatever an
ink tells is told by a mark or a word as well.
"""

from enum import Enum


class Ink(Enum):
    """One ink; its value is its name in the style sheet, `.ink--faint`."""

    PLAIN = "plain"
    STRONG = "strong"
    FAINT = "faint"
    HEADING = "heading"
    ACCENT = "accent"
    CHOSEN = "chosen"
    SYSTEM = "system"
    WELCOME = "welcome"
    NEWS = "news"
    DEATH = "death"
    WIN = "win"
    ALERT = "alert"
    DISABLED = "disabled"
    EDGE = "edge"
    DIE = "die"
    SPEAKER_0 = "speaker-0"
    SPEAKER_1 = "speaker-1"
    SPEAKER_2 = "speaker-2"
    SPEAKER_3 = "speaker-3"
    SPEAKER_4 = "speaker-4"
    SPEAKER_5 = "speaker-5"
    SPEAKER_6 = "speaker-6"
    SPEAKER_7 = "speaker-7"

    # Lines are looked up by their parts all the time, and the hash of an Enum is a call.
    __hash__ = object.__hash__

    @property
    def css(self) -> str:
        """Its class in a style sheet."""
        return f"ink--{self.value}"


PLAIN = Ink.PLAIN
STRONG = Ink.STRONG
FAINT = Ink.FAINT
HEADING = Ink.HEADING
ACCENT = Ink.ACCENT
CHOSEN = Ink.CHOSEN
SYSTEM = Ink.SYSTEM
"""The house telling what goes on: quiet."""
WELCOME = Ink.WELCOME
"""The house to one person: who they are here, what it has done for them."""
NEWS = Ink.NEWS
"""What must not be missed and harms nobody: a deal, a pause, an end without a winner."""
DEATH = Ink.DEATH
"""Somebody else is dead."""
WIN = Ink.WIN
"""Somebody has won."""
ALERT = Ink.ALERT
"""What concerns the reader badly, and refusals; nothing else."""
DISABLED = Ink.DISABLED
EDGE = Ink.EDGE
"""The line between the halves of the screen."""
DIE = Ink.DIE
"""The face of a die."""
SPEAKERS = tuple(ink for ink in Ink if ink.value.startswith("speaker-"))
"""Told apart by the name and the tag as well. Not bold: a slow line pays for it."""
