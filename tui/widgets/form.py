"""A form of choices, shown from a plain description: it knows no game.

Every field has its options in a row; a key beside each option chooses it. What is chosen here is a draft until
Enter hands it in; the description that comes back tells what is stored.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, pairwise, takewhile

from attrs import frozen
from textual.events import Click

from tui.widgets.glyphs import FULL, Marks
from tui.widgets.look import ACCENT, ALERT, CHOSEN, DISABLED, FAINT, PLAIN, STRONG, Ink
from tui.widgets.pane import Line, Pane, Part, make_line
from tui.words.catalogue import Words
from tui.words.clean import show
from tui.words.width import cells, fit, pad, wrap

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The key of each option, in order; options beyond are reached with left and right."""

_NARROW = 40  # under this many cells labels stand above their options
_FOOT_ROWS = 2
_INDENT = 2
_SHORT = 6  # under this many rows the foot has one row only


@frozen
class OptionView:
    """One option: `value` is handed in, `label` is shown. `disabled`: why it cannot be chosen now ("" = it can).
    `warning`: what choosing it risks, shown once it is chosen. `key`: one of `KEYS` or "0", "" = the next in order."""

    value: str
    label: str
    disabled: str = ""
    warning: str = ""
    key: str = ""


@frozen
class FieldView:
    """One question. `value`: the stored answer, None = nothing yet. `default`: what a time-out answers; it is
    chosen beforehand, so that Enter alone takes it. `preset` is chosen beforehand too, and nothing is said of it.
    `brief`: only the chosen option is drawn with its label, the others as their keys. `absent`: why there is no option
    with such a key, as a sentence by key."""

    name: str
    label: str
    options: tuple[OptionView, ...]
    value: str | None = None
    default: str | None = None
    preset: str | None = None
    brief: bool = False
    absent: Mapping[str, str] = {}

    def key(self, at: int) -> str:
        """The key of option number `at`, "" if it has none."""
        return self.options[at].key or KEYS[at : at + 1]


@frozen
class FormView:
    """A form. A new `id` (say the phase's number) drops the draft; with the same one it is kept.
    `status` tells what the house has, such as "You chose work; change it until the clock runs out". `hidden`: nothing
    shows what is chosen, and nothing is said of it."""

    id: str
    title: str
    fields: tuple[FieldView, ...] = ()
    help: str = ""
    status: str = ""
    hidden: bool = False


@frozen
class _Row:
    """A row of the body. `of`: the field it belongs to (None: title and help); `chosen`: it holds the choice;
    `options`: the number of each option in it, and its first cell and the one after its last."""

    line: Line
    of: int | None = None
    chosen: bool = False
    options: tuple[tuple[int, int, int], ...] = ()


Values = Mapping[str, str]
"""Field name -> option value."""


def _ignore(_: Values) -> None:
    """Do nothing with a form."""


class FormPane(Pane):
    """Fills in one form. Keys: up and down between fields, left and right to choose, an option's key to choose and go
    on to the next field, enter to hand in. Up and down at the ends, and every other key, are left to the screen."""

    def __init__(
        self,
        words: Words,
        *,
        answered: Callable[[Values], None] = _ignore,
        changed: Callable[[Values], None] = _ignore,
        foot: int = _FOOT_ROWS,
        marks: Marks = FULL,
    ) -> None:
        """`foot`: rows for what is said below the fields, at most two.

        `answered` is called when the form is handed in: answer with `set_form` or `note`. `changed` is called when the
        draft changes; fields without a choice are absent.
        """
        super().__init__(marks=marks)
        self._answered, self._changed = answered, changed
        self.words = words
        self._foot_rows = foot
        self.form: FormView | None = None
        self._draft: dict[str, str] = {}
        self._active = 0
        self._note: Part = ("", PLAIN)

    @property
    def values(self) -> Mapping[str, str]:
        """The draft: field name -> option value, without the fields that have no choice yet."""
        return dict(self._draft)

    def set_words(self, words: Words) -> None:
        """Speak another language; set the form in that language too."""
        self.words = words
        self.redraw()

    def set_form(self, form: FormView | None) -> None:
        """Show this form (None: nothing). The draft of a form with the same `id` is kept where it still can be."""
        kept = self._draft if form and self.form and form.id == self.form.id else None
        if kept is None:
            self._active, self._note = 0, ("", PLAIN)
        self.form = form
        self._draft = {}
        for one in form.fields if form else ():
            for value in ((kept or {}).get(one.name), one.value, one.preset, one.default):
                if value is not None and _can_choose(one, value):
                    self._draft[one.name] = value
                    break
        self._active = max(0, min(self._active, len(form.fields) - 1)) if form else 0
        self.redraw()

    def note(self, text: str) -> None:
        """Show why the answer was not taken or what the draft risks ("" = nothing), until the next choice."""
        self._note = (f"{self.marks.warning} {show(text)}" if text else "", ALERT)
        self.redraw()

    def press(self, key: str, character: str | None) -> bool:
        """Use a key; whether it did something here."""
        return self.form is not None and self._use(key, character)

    def on_click(self, event: Click) -> None:
        """Choose the option under the pointer."""
        shown = self._shown() if self.form is not None else []
        if event.y < len(shown) and (of := shown[event.y].of) is not None:
            self._active = of
            for number, start, end in shown[event.y].options:
                if start <= event.x < end:
                    self._press(number)
            self.redraw()

    def draw(self) -> list[Line]:
        """The body, scrolled so that the active field is in sight, above a foot that always is."""
        if self.form is None:
            return []
        shown, foot = [row.line for row in self._shown()], self._shown_foot()
        room = max(1, self.area.height - len(foot))
        return shown + [make_line([], self.area.width)] * (room - len(shown)) + foot

    def _shown_foot(self) -> list[Line]:
        foot = self._foot(self.area.width)
        rows = self._foot_rows if self.area.height >= _SHORT else 1
        if self._note[0] and self._note[1] is ALERT:  # why not is told whole
            rows = max(rows, min(len(foot) - 1, _FOOT_ROWS))
        return foot[:rows]

    def _shown(self) -> list[_Row]:
        """The rows of the body in sight."""
        body = list(self._body(self.area.width))
        room = max(1, self.area.height - len(self._shown_foot()))
        top = self._top(body, room)
        return body[top : top + room]

    def _top(self, body: list[_Row], room: int) -> int:
        """The first row in sight: the whole active field if it fits, in any case the option chosen in it."""
        own = [at for at, line in enumerate(body) if line.of == self._active]
        if not own or own[-1] < room:
            return 0
        chosen = next((at for at in own if body[at].chosen), own[0])
        return max(min(own[0], own[-1] + 1 - room) if len(own) <= room else own[0], chosen + 1 - room)

    @property
    def _field(self) -> FieldView | None:
        fields = self.form.fields if self.form else ()
        return fields[self._active] if fields else None

    def _use(self, key: str, character: str | None) -> bool:
        """Whether the key did something here."""
        if key in ("up", "down"):
            return self._go(-1 if key == "up" else 1)
        if key in ("left", "right"):
            return self._shift(-1 if key == "left" else 1)
        if key == "enter":
            return self._hand_in()
        at = self._at(character or "")
        if at is None and self._field is not None and (why := self._field.absent.get(character or "")):
            self.note(why)
            return True
        return at is not None and self._press(at)

    def _at(self, character: str) -> int | None:
        """The number of the active field's option with this key."""
        if self._field is None or not character:
            return None
        return next((at for at in range(len(self._field.options)) if self._field.key(at) == character), None)

    def _go(self, step: int) -> bool:
        """To another field."""
        assert self.form is not None
        new = self._active + step
        if not 0 <= new < len(self.form.fields):
            return False
        self._active, self._note = new, ("", PLAIN)
        self.redraw()
        return True

    def _shift(self, step: int) -> bool:
        """Choose the next option that can be chosen, round and round, and say why others were passed over."""
        if self._field is None:
            return False
        options = [option.value for option in self._field.options]
        chosen = self._draft.get(self._field.name)
        at = options.index(chosen) if chosen in options else (-1 if step > 0 else len(options))
        ahead = [self._field.options[(at + step * n) % len(options)] for n in range(1, len(options) + 1)]
        passed = list(takewhile(lambda option: option.disabled, ahead))
        if len(passed) < len(ahead):
            self._choose(ahead[len(passed)].value)
        if passed and not self._note[0]:
            self._refuse(passed[0])
        return True

    def _refuse(self, option: OptionView) -> None:
        """Say why an option cannot be chosen."""
        self.note(self.words("form.disabled", option=show(option.label), reason=option.disabled))

    def _press(self, at: int) -> bool:
        """Choose option number `at`, or say why not."""
        assert self._field is not None
        option = self._field.options[at]
        if option.disabled:
            self._refuse(option)
        else:
            self._choose(option.value)
            if not option.warning and self._go(+1):
                self._note = (self.words("form.next", label=show(self._field.label)), ACCENT)
                self.redraw()
        return True

    def _choose(self, value: str) -> None:
        assert self._field is not None and self.form is not None
        self._draft[self._field.name] = value
        option = _option(self._field, value)
        self.note(option.warning if option else "")
        self._changed(self.values)

    def _hand_in(self) -> bool:
        """Hand the draft in, or go to the first field without a choice."""
        assert self.form is not None
        for at, one in enumerate(self.form.fields):
            if one.name not in self._draft:
                self._active = at
                self.note(self.words("form.missing", label=show(one.label)))
                return True
        self._note = ("", PLAIN)
        self.redraw()
        self._answered(self.values)
        return True

    def _body(self, width: int) -> Iterator[_Row]:
        """Title, help and fields."""
        if self.form is None:
            return
        if self.form.title:
            title = fit(show(self.form.title), width, self.marks.ellipsis)
            yield _Row(make_line([(title, STRONG)], width))
        if self.form.help:
            for line in wrap(show(self.form.help), max(2, width)):
                yield _Row(make_line([(line, FAINT)], width))
        labels = max((cells(show(one.label)) for one in self.form.fields), default=0)
        beside = min(labels, width // 3) if width >= _NARROW else 0
        for at, one in enumerate(self.form.fields):
            yield from self._field_lines(at, one, beside, width)

    def _field_lines(self, at: int, one: FieldView, beside: int, width: int) -> Iterator[_Row]:
        """A field: its label, and its options beside it (`beside` cells for labels) or, with 0, under it."""
        active = at == self._active
        label = fit(show(one.label), max(0, beside or width - _INDENT), self.marks.ellipsis)
        pointer = fit(self.marks.pointer if active else "", _INDENT)
        lead: Part = (pointer + pad(label, beside and beside + 1), CHOSEN if active else PLAIN)
        blank: Part = (" " * (_INDENT + (beside and beside + 1)), PLAIN)
        if not beside:
            yield _Row(make_line([lead], width), at)
            lead = blank
        number = 0
        for row in self._option_rows(one, max(1, width - cells(blank[0]))):
            chosen = any(ink is CHOSEN for _, ink in row)
            ends = list(accumulate((cells(text) for text, _ in row), initial=cells(blank[0])))
            options = tuple((number + n, *span) for n, span in enumerate(pairwise(ends)))
            yield _Row(make_line([lead, *row], width), at, chosen, options)
            lead, number = blank, number + len(row)

    def _option_rows(self, one: FieldView, room: int) -> Iterator[list[Part]]:
        """The options of a field in rows of at most `room` cells."""
        row: list[Part] = []
        left = room
        for at, option in enumerate(one.options):
            text, ink = self._option(one, at, option)
            text = text if cells(text) <= room else fit(text, room, self.marks.ellipsis)
            if row and cells(text) > left:
                yield row
                row, left = [], room
            row.append((text, ink))
            left -= cells(text)
        yield row

    def _option(self, one: FieldView, at: int, option: OptionView) -> tuple[str, Ink]:
        """An option as it is drawn: its key, brackets when chosen, parentheses when it cannot be chosen."""
        hidden = self.form is not None and self.form.hidden
        chosen = self._draft.get(one.name) == option.value and not hidden
        before, after = ("[", "]") if chosen else ("(", ")") if option.disabled else (" ", " ")
        key = one.key(at)
        stored = f" {self.marks.stored}" if one.value == option.value and not hidden else ""
        ink = CHOSEN if chosen else DISABLED if option.disabled else PLAIN
        if one.brief and not chosen:
            return f" {key}{stored.strip()}", ink
        return f"{before}{key}{' ' * bool(key)}{show(option.label)}{stored}{after}", ink

    def _foot(self, width: int) -> list[Line]:
        """What was refused or warned of, else whether the draft is handed in; then the active field's answers."""
        assert self.form is not None
        text, ink = self._note if not self.form.hidden else ("", PLAIN)
        if not text:
            unsent = not self.form.hidden and any(self._draft.get(f.name) != f.value for f in self.form.fields)
            text = self.words("form.unsent") if unsent else show(self.form.status)
            ink = ACCENT if unsent else PLAIN
        lines = [(line, ink) for line in wrap(text, max(2, width))]
        return [make_line([line], width) for line in (*lines, (self._answers(), FAINT))]

    def _answers(self) -> str:
        """The stored answer and the default of the active field, in words."""
        one = self._field
        if one is None or self.form is None or self.form.hidden:
            return ""
        told = (("form.stored", one.value), ("form.default", one.default))
        found = [(key, _option(one, value)) for key, value in told if value is not None]
        return "  ".join(self.words(key, option=show(option.label)) for key, option in found if option)


def _option(one: FieldView, value: str) -> OptionView | None:
    return next((option for option in one.options if option.value == value), None)


def _can_choose(one: FieldView, value: str) -> bool:
    option = _option(one, value)
    return option is not None and not option.disabled
