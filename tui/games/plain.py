"""A face for any game: seats, numbered answers, what was told so far.  Rules can be played before anything is drawn.

Forms of a few answers can be filled in with it; of longer ones only the first answers are offered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from attrs import fields
from textual.events import Click

from engine.facts import Fact
from engine.options import Value
from engine.prompt import Answer, Field, Prompt
from tui.games.beats import Beat, beat_rows
from tui.games.choices import by_command, numbered
from tui.games.face import Choice, GamePanel, Look
from tui.games.table_rules import table_rules
from tui.widgets.board import Board
from tui.widgets.draw import BLANK, Drawing, Row, heading, item, labelled, paragraph
from tui.widgets.form import KEYS
from tui.widgets.look import CHOSEN, FAINT, PLAIN, STRONG
from tui.words.catalogue import Param, Words
from tui.words.clean import show
from tui.words.narration import Cast, Telling
from tui.words.width import cells

_NAME = 20
"""Cells for a seat's key and name."""

_BEATS = 8
"""Rows for a reveal."""

_STEPS = {"up": -1, "down": 1}


class PlainFace:
    """The face of a game that has none of its own yet, see `tui.games.face.Face`."""

    wide_history = False
    notebook: tuple[str, ...] = ()
    practice: Mapping[str, Value] = {}

    def panel(self) -> PlainPanel:
        """The pane for a running game."""
        return PlainPanel(self)

    def own(self, look: Look) -> str:
        """Author, watching, out, or playing."""
        if look.view.author == look.me:
            return look.words("room.author")
        if look.seat is None:
            return look.words("plain.watching")
        return look.words("plain.playing" if look.seat in look.view.living else "plain.out")

    def choices(self, look: Look) -> tuple[Choice, ...]:
        """Every legal answer to every prompt, numbered."""
        return numbered(look)

    def commands(self, look: Look) -> Mapping[str, Choice]:
        """The answers that have a command in the catalogue."""
        return {key: choice for key, choice in by_command(look).items() if key in look.words}

    def chose(self, look: Look, choice: Choice) -> str:
        """What was chosen."""
        return look.words("plain.chose", prompt=_asks(look, choice.prompt), answer=answer_text(look, choice))

    def history(self, look: Look, width: int) -> list[Row]:
        """Everything that was told in this game."""
        rows = [line for text in self.story(look) for line in item(text, width)]
        return rows or paragraph(look.words("history.none"), width)

    def why(self, look: Look) -> str:
        """No more than the table says of any game."""
        return ""

    def ending(self, look: Look, width: int) -> list[Row]:
        """The same; what was secret has been told by then."""
        return self.history(look, width)

    def rules(self, words: Words, width: int) -> list[Row]:
        """The rules of the table alone."""
        return table_rules(words, width)

    def beats(self, look: Look) -> Sequence[Beat]:
        """What was told last."""
        return [Beat(text) for text in self.story(look)[-1:]]

    def help(self, look: Look) -> list[str]:
        """What each open prompt is called."""
        return [_asks(look, prompt) for prompt in look.prompts]

    def columns(self, words: Words) -> Sequence[tuple[str, str]]:
        """There is no board."""
        return ()

    def tell(self, words: Words, cast: Cast, fact: Fact) -> list[Telling]:
        """A fact by the sentence `GAME.tell.CLASS`, if it is one of the game's.

        Its fields are the parameters, as far as they are texts and numbers; a field called `seat` becomes a name.
        """
        key = f"{cast.game}.tell.{type(fact).__name__.lower()}"
        if key not in words:
            return []
        cls: Any = type(fact)
        values = {field.name: getattr(fact, field.name) for field in fields(cls)}
        given: dict[str, Param] = {name: value for name, value in values.items() if isinstance(value, str | int)}
        if "seat" in given:
            given["seat"] = cast.player(int(given["seat"]))
        return [Telling(words(key, **given))]

    def story(self, look: Look) -> list[str]:
        """All tellings of this game as this eye knows them, oldest first; last what is opened at the end."""
        players = tuple(seat.who for seat in look.view.cast)
        names = {seat.who: show(seat.name) for seat in look.view.cast}
        cast = Cast(look.view.rules.id, names, players, players)
        opened = look.view.opened.secrets if look.view.opened is not None else ()
        facts = [*look.told, *(fact for fact in opened if fact not in look.told)]
        return [telling.text for fact in facts for telling in self.tell(look.words, cast, fact)]


class PlainPanel(GamePanel, Board):
    """The left half of the table."""

    def __init__(self, face: PlainFace) -> None:
        super().__init__()
        self.face = face
        self._look: Look | None = None

    def look_at(self, look: Look) -> None:
        """Draw this moment of the game."""
        self._look = look
        self.show(lambda width, height: Drawing(list(self._rows(look, width))))

    def on_click(self, event: Click) -> None:
        """Press the key of the choice under the pointer."""
        keys = [choice.key for choice in self.face.choices(self._look)] if self._look is not None else []
        if (key := self.key_at(event.x, event.y, keys)) is not None:
            self.app.simulate_key(key)

    def press(self, key: str, character: str | None) -> bool:
        """Up and down and the page keys scroll."""
        self.scroll_rows(_STEPS.get(key, 0))
        return key in _STEPS or self.turn(key)

    def _rows(self, look: Look, width: int) -> Iterator[Row]:
        """The reader, the seats, the questions, the story from its newest sentence backwards."""
        yield heading(self.face.own(look), width)
        for key, seat in zip(KEYS, look.view.seats, strict=False):
            alive = look.view.seat_of(seat.who) in look.view.living
            state = look.words("plain.playing" if alive else "plain.out")
            yield from labelled(f"{key} {show(seat.name)}", state, width, min(_NAME, width // 2), STRONG)
        yield from (BLANK, heading(look.asked, width))
        yield from beat_rows(look.beats, width, _BEATS)
        for prompt, choices in groupby(self.face.choices(look), key=lambda choice: choice.prompt.name):
            yield from self._question(look, prompt, list(choices), width)
        yield from (BLANK, heading(look.words("page.history"), width))
        for text in reversed(self.face.story(look)):
            yield from item(text, width)

    def _question(self, look: Look, prompt: str, choices: list[Choice], width: int) -> Iterator[Row]:
        yield from paragraph(look.words(f"{look.view.rules.id}.prompt.{prompt}"), width, FAINT)
        for choice in choices:
            chosen = choice.chosen and not (look.hidden and choice.prompt.sealed)
            ink, indent = CHOSEN if chosen else PLAIN, 3 + cells(choice.key)
            first, *others = paragraph(answer_text(look, choice), width, ink, indent)
            yield (("  ", PLAIN), (choice.key, ink), (" ", ink), *first[1:])
            yield from others


def answer_text(look: Look, choice: Choice) -> str:
    """An answer in words, field by field."""
    return look.words.list(_value(look, field, choice.values) for field in choice.prompt.fields)


def _value(look: Look, field: Field, values: Answer) -> str:
    value = values[field.name]
    if field.kind == "seat" and value:
        return show(look.name(int(value)))
    return look.words(f"{look.view.rules.id}.choice.{field.name}.{value or 'blank'}")


def _asks(look: Look, prompt: Prompt) -> str:
    return look.words(f"{look.view.rules.id}.prompt.{prompt.name}")
