"""What a game has to draw for the screens, and what it draws from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from attrs import frozen

from engine.facts import Eye, Fact
from engine.options import Value
from engine.prompt import Answer, Prompt
from engine.table.state import TableState
from tui.games.beats import Beat
from tui.widgets.draw import Row
from tui.widgets.pane import Hot
from tui.words.catalogue import Words
from tui.words.narration import Cast, Telling, tale_of


@frozen
class Look:
    """All that a game's panel draws from: one person's view of one table at one moment."""

    words: Words
    view: TableState
    me: Eye
    hidden: bool = False
    """Whether own secrets are hidden from a neighbour's eye."""
    notes: Mapping[int, str] = {}
    """The reader's notebook: seat -> mark."""
    told: Sequence[Fact] = ()
    """The game's own facts that the reader was told since the deal, in order."""
    beats: Sequence[Beat] = ()
    """What has fallen so far of the open reveal; until the last of them the play is as it was before."""
    beats_all: int = 0
    """How many there are of them in all."""
    turned: int | None = None
    """How many hands the reveal of an ending has turned over so far, in the order of the seats; None: all."""

    @property
    def reveals(self) -> bool:
        """Whether the table looks at what happened."""
        return self.view.phase is not None and self.view.phase.reveals

    @property
    def seat(self) -> int | None:
        """The reader's own seat, None for watchers."""
        return self.view.seat_of(self.me)

    @property
    def tale(self) -> str:
        """The stream by which the pools of the game in sight are told (`Cast.tale`)."""
        over = self.view.opened if not self.view.playing else None
        return tale_of(self.view.id, over.game_no if over is not None else self.view.game_no)

    @property
    def prompts(self) -> tuple[Prompt, ...]:
        """What the reader is asked right now."""
        if self.seat is None or not self.view.playing or self.view.phase is None:
            return ()
        return self.view.rules.prompts(self.view, self.seat)

    @property
    def waits(self) -> bool:
        """Whether the table waits for the reader to have seen enough of the open reveal."""
        phase = self.view.phase
        return phase is not None and phase.reveals and self.me in self.view.living_present - phase.seen

    @property
    def asked(self) -> str:
        """The heading over what the reader is asked, or over what goes on meanwhile."""
        if self.reveals:
            return self.words("game.reveal")
        return self.words("game.asked" if self.prompts else "game.now")

    def is_turned(self, seat: int) -> bool:
        """Whether the hand of a seat lies open on the page of the ending."""
        return self.turned is None or seat < self.turned

    def name(self, seat: int) -> str:
        """The name of a seat of the present or last game."""
        return self.view.cast[seat].name if seat < len(self.view.cast) else "?"


@frozen
class Choice:
    """One answer that can be given with one key, or with its name behind a slash."""

    key: str
    prompt: Prompt
    values: Answer

    @property
    def chosen(self) -> bool:
        """Whether this is what the house has now."""
        return self.prompt.current == self.values


Answers = Sequence[tuple[Prompt, Answer]]


def _ignore(_: Answers) -> None:
    """Hand nothing in."""


class GamePanel(Hot, can_focus=True):
    """The left half of the screen while a game runs.  It only draws; keys that it does not use itself go on to
    the screen, which knows the game's choices."""

    answered: Callable[[Answers], None] = staticmethod(_ignore)
    """Hands answers in to the house, in this order; the first that is refused stops the rest.  Set by the screen, for
    a panel with a form of its own."""

    def look_at(self, look: Look) -> None:
        """Draw this, and paint only what changed."""
        raise NotImplementedError


class Face(Protocol):
    """One game on the screen.  Everything drawn is made of rows; `width` and `height` are in cells."""

    wide_history: bool
    """Whether the page of all turns takes the room of the chat too, where both are narrow."""

    notebook: tuple[str, ...]
    """The marks that a player can put on seats in private, worded as `GAME.note.MARK`; () without a notebook."""

    practice: Mapping[str, Value]
    """The options of a practice game: time to read and to think.  Its phases are explained by three sentences each,
    `GAME.lesson.PHASE` (`what`, `choose`, `habit`), and being dead by `GAME.lesson.dead`, where there are any."""

    def panel(self) -> GamePanel:
        """The pane for a running game."""

    def own(self, look: Look) -> str:
        """The reader's own secret state in a word or two, for screens where the panel is out of sight."""

    def choices(self, look: Look) -> tuple[Choice, ...]:
        """The answers that one key gives now."""

    def commands(self, look: Look) -> Mapping[str, Choice]:
        """The answers by catalogue key of their slash command (`omega.slash.work`)."""

    def chose(self, look: Look, choice: Choice) -> str:
        """The sentence that tells what was chosen and how to change it."""

    def history(self, look: Look, width: int) -> list[Row]:
        """All turns so far; after the end with everything opened."""

    def why(self, look: Look) -> str:
        """Who won a finished game and by which rule, in a sentence; "" for an end that is the table's own."""

    def ending(self, look: Look, width: int) -> list[Row]:
        """Below the result of a finished game: how each seat came out of it, of those that are turned over
        (`Look.is_turned`), and what follows from all of them once they are."""

    def rules(self, words: Words, width: int) -> list[Row]:
        """The rules of the game and our rulings."""

    def beats(self, look: Look) -> Sequence[Beat]:
        """What the open reveal turns over, in order, from what everybody knows and the reader's own seat."""

    def help(self, look: Look) -> list[str]:
        """A sentence for each prompt that is open now."""

    def columns(self, words: Words) -> Sequence[tuple[str, str]]:
        """Each column of the board, by its title or mark, and what it means: on the help page and in the rules."""

    def tell(self, words: Words, cast: Cast, fact: Fact) -> list[Telling]:
        """One of the game's facts in sentences."""
