"""Love, or Nothing on the screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.facts import Fact
from engine.options import Value
from tui.games.beats import Beat
from tui.games.choices import by_command
from tui.games.face import Choice, Look
from tui.games.love import ending, forms, panel, reveal, rulebook, secret, story
from tui.games.love.panel import LovePanel
from tui.widgets.draw import Row
from tui.words.catalogue import Words
from tui.words.narration import Cast, Telling


class LoveFace:
    """The face of Love, or Nothing, see `tui.games.face.Face`."""

    wide_history = True
    notebook: tuple[str, ...] = ("suspect", "loved", "clear")
    practice: Mapping[str, Value] = {"discussion": 300, "prologue": 180, "night": 300, "ballot": 120, "guess": 300}

    def panel(self) -> LovePanel:
        """The widget for a running game."""
        return LovePanel()

    def own(self, look: Look) -> str:
        """Culprit, innocent, watching, author – or hidden."""
        return secret.own(look)

    def choices(self, look: Look) -> tuple[Choice, ...]:
        """The word "done" in a discussion; everything else is a form."""
        return panel.choices(look)

    def commands(self, look: Look) -> Mapping[str, Choice]:
        """The same with its name."""
        return by_command(look) if forms.question(look) is None else {}

    def chose(self, look: Look, choice: Choice) -> str:
        """What was chosen and how to change it."""
        return panel.chose(look, choice)

    def history(self, look: Look, width: int) -> list[Row]:
        """The whiteboard, its key, and the story so far."""
        return ending.history(look, width)

    def why(self, look: Look) -> str:
        """Who won, by which rule, and how."""
        return ending.why(look)

    def ending(self, look: Look, width: int) -> list[Row]:
        """Everything opened."""
        return ending.ending(look, width)

    def rules(self, words: Words, width: int) -> list[Row]:
        """The rules page."""
        return rulebook.rules(words, width)

    def beats(self, look: Look) -> Sequence[Beat]:
        """A morning, a ballot, or somebody poisoned."""
        return reveal.beats(look)

    def help(self, look: Look) -> list[str]:
        """A sentence for each open prompt, and how to read the board."""
        return [*(look.words(f"love.help.{prompt.name}") for prompt in look.prompts), look.words("love.help.board")]

    def columns(self, words: Words) -> Sequence[tuple[str, str]]:
        """The columns of the whiteboard."""
        return rulebook.columns_of(words)

    def tell(self, words: Words, cast: Cast, fact: Fact) -> list[Telling]:
        """The game's facts in sentences."""
        return story.tell(words, cast, fact)
