"""What is asked, as a form: the same for the culprit and for everybody else, in fields, words and height.

What a choice means for the culprit alone is said in the secret rows (`tui.games.love.secret`), never here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.games.love.judging import DEFENCES
from engine.games.love.prompts import BLANK_NIGHT, poison_line
from engine.prompt import Answer, Field, Prompt
from tui.games.face import Look
from tui.games.love.board import tag
from tui.widgets.form import FieldView, FormView, OptionView
from tui.words.catalogue import Words
from tui.words.clean import show
from tui.words.width import cells

ORDER = {"siege": "1", "unity": "2", "none": "3", "alibi": "1", "locked_room": "2", "yes": "1", "": "0"}
"""The key of each choice, the same whether or not others can still be chosen."""

NOT_YET = "no"
"""The answer of the field `final` that is never handed in."""

BESIDE = 40
"""Cells from which labels stand beside their choices, as the form draws them."""

SEAT_ROWS = 2
"""Rows for the names of a field of members."""

_INDENT = 2
"""Cells before a label."""

_AROUND = 4
"""Cells that a choice takes besides its name: its key, a space and brackets."""

_STORED = 2
"""Cells of the mark at what was handed in, which may stand in any row."""


def question(look: Look) -> Prompt | None:
    """The prompt that a form asks, None while there is none (a discussion has keys instead)."""
    return next((prompt for prompt in look.prompts if prompt.name not in ("done", "final")), None)


def form(look: Look, width: int, *, pressed: bool = False) -> FormView | None:
    """The form of the open phase for the reader, for so many cells.  `pressed`: it has just been handed in, or was to
    be."""
    prompt = question(look)
    if prompt is None:
        return None
    room = _room(look, prompt, width)
    fields = [_field(look, prompt, field, room) for field in _fields(look, prompt)]
    given = prompt.current is not None
    if prompt.name == "guess":
        fields.append(_final(look, given=given))
    status = ("hidden-pressed" if pressed else "hidden") if look.hidden else "given" if given else "not-given"
    return FormView(str(prompt.no), "", tuple(fields), status=look.words(f"love.form.{status}"), hidden=look.hidden)


def answers(look: Look, values: Mapping[str, str]) -> list[tuple[Prompt, Answer]]:
    """What a filled form hands in, prompt by prompt."""
    prompt = question(look)
    if prompt is None:
        return []
    answer = {field.name: values[field.name] for field in prompt.fields}
    final = [p for p in look.prompts if p.name == "final" and values.get("final") == "yes"]
    return [(prompt, answer), *((p, {"final": "yes"}) for p in final)]


def rows(look: Look, width: int) -> int:
    """How many rows the question of the open phase needs in so many cells: the same for everybody, asked or not."""
    name = look.view.phase.name if look.view.phase is not None else ""
    short, long = {"night": (2, 1 + poison_line(look.view.play)), "guess": (1, 2)}.get(name, (0, 1))
    labels = short + long if width < BESIDE else 0
    return short + SEAT_ROWS * long + labels + 1


def _fields(look: Look, prompt: Prompt) -> Iterator[Field]:
    """The fields; of the defences also those that are spent, so that every form looks alike."""
    for field in prompt.fields:
        yield Field("defence", DEFENCES) if field.name == "defence" else field


def _room(look: Look, prompt: Prompt, width: int) -> int:
    """Cells for the choices, beside the longest label or under the labels."""
    if width < BESIDE:
        return width - _INDENT
    names = [*(field.name for field in prompt.fields), *(["final"] if prompt.name == "guess" else [])]
    return width - _INDENT - 1 - max(cells(look.words(f"love.field.{name}")) for name in names)


def _crowded(options: Iterable[OptionView], room: int) -> bool:
    """Whether the names need more rows than members have; they are never broken."""
    rows, left = 1, room - _STORED
    for option in options:
        needed = cells(option.label) + _AROUND
        if needed > left:
            rows, left = rows + 1, room - _STORED
        left -= needed
    return rows > SEAT_ROWS


def _field(look: Look, prompt: Prompt, field: Field, room: int) -> FieldView:
    able = next(f.options for f in prompt.fields if f.name == field.name)
    options = tuple(_option(look, field, value, value in able) for value in field.options)
    blank = BLANK_NIGHT.get(field.name, "")
    label = look.words(f"love.field.{field.name}")
    brief = field.kind == "seat" and _crowded(options, room)
    absent = dict(_absent(look, field)) if field.kind == "seat" else {}
    return FieldView(field.name, label, options, _value(prompt, field.name), preset=blank, brief=brief, absent=absent)


def _absent(look: Look, field: Field) -> Iterator[tuple[str, str]]:
    """Why members cannot be chosen in a field, by their keys: from what everybody knows and the reader's seat."""
    words, play = look.words, look.view.play
    for seat in range(play.seats):
        if str(seat) in field.options:
            continue
        if seat == look.seat and f"love.form.self-{field.name}" in words:
            reason = f"self-{field.name}"
        else:
            reason = "not-tied" if seat in play.living else "gone"
        yield tag(seat), words("form.disabled", option=show(look.name(seat)), reason=words(f"love.form.{reason}"))


def _option(look: Look, field: Field, value: str, able: bool) -> OptionView:
    if field.kind == "seat" and value:
        return OptionView(value, show(look.name(int(value))), key=tag(int(value)))
    label = choice(look.words, field.name, value)
    if able:
        return OptionView(value, label, key=ORDER[value])
    alive = look.seat in look.view.living
    return OptionView(value, label, look.words("love.form.spent" if alive else "love.form.dead"), key=ORDER[value])


def _value(prompt: Prompt, name: str) -> str | None:
    return prompt.current[name] if prompt.current is not None else None


def _final(look: Look, *, given: bool) -> FieldView:
    """The word that ends the guess; until then a guess that is handed in stands as not final."""
    words = look.words
    options = (
        OptionView(NOT_YET, words("love.choice.final.no"), key="1"),
        OptionView("yes", words("love.choice.final.yes"), key="2"),
    )
    return FieldView("final", words("love.field.final"), options, NOT_YET if given else None, preset=NOT_YET)


def choice(words: Words, field: str, value: str) -> str:
    """A choice in a word or two; a blank as its field calls it."""
    return words(f"love.choice.{field}.{value or 'blank'}")
