"""Omega Strain on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.facts import Fact
from engine.options import Value
from tui.games.beats import Beat
from tui.games.choices import by_command, numbered
from tui.games.face import Choice, Look
from tui.games.omega import ending, panel, reveal, rulebook, story
from tui.games.omega.panel import OmegaPanel
from tui.widgets.draw import Row
from tui.words.catalogue import Words
from tui.words.narration import Cast, Telling


class OmegaFace:
    """The face of Omega Strain, see `tui.games.face.Face`."""

    wide_history = False
    notebook: tuple[str, ...] = ()
    practice: Mapping[str, Value] = {"dialogue": 300, "action": 120}

    def panel(self) -> OmegaPanel:
        """The widget for a running game."""
        return OmegaPanel()

    def own(self, look: Look) -> str:
        """Infected, clean, out, watching – or hidden."""
        return look.words(f"omega.mine.{panel.own_state(look)}")

    def choices(self, look: Look) -> tuple[Choice, ...]:
        """Wish, consent and done, or the action."""
        return numbered(look)

    def commands(self, look: Look) -> Mapping[str, Choice]:
        """The same with names."""
        return by_command(look)

    def chose(self, look: Look, choice: Choice) -> str:
        """What was chosen and how to change it."""
        return panel.chose(look, choice)

    def history(self, look: Look, width: int) -> list[Row]:
        """The table of turns."""
        return story.history(look, width)

    def why(self, look: Look) -> str:
        """Who won, by which rule, and how."""
        return ending.why(look)

    def ending(self, look: Look, width: int) -> list[Row]:
        """How each seat ended, and everything opened."""
        return ending.ending(look, width)

    def rules(self, words: Words, width: int) -> list[Row]:
        """The rules page."""
        return rulebook.rules(words, width)

    def beats(self, look: Look) -> Sequence[Beat]:
        """A ballot, or a reckoning."""
        return reveal.beats(look)

    def help(self, look: Look) -> list[str]:
        """A sentence for each open prompt."""
        return [look.words(f"omega.help.{prompt.name}") for prompt in look.prompts]

    def columns(self, words: Words) -> Sequence[tuple[str, str]]:
        """The columns of the seats."""
        return rulebook.columns_of(words)

    def tell(self, words: Words, cast: Cast, fact: Fact) -> list[Telling]:
        """The game's facts in sentences."""
        return story.tell(words, cast, fact)
