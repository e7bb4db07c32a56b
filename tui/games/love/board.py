"""The whiteboard: members by nights, what everybody knows and no more; opened, the kill cards as well.

A column is a day: its noon (who was elected, whom the detective named) and the night that closes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from engine.games.love.judging import ALIBI, CARDS, NONE
from engine.games.love.state import LovePlay, Night, number
from engine.prompt import Answer
from tui.games.face import Look
from tui.widgets.draw import BLANK, Row, columns, heading, labelled, paragraph, row
from tui.widgets.form import KEYS
from tui.widgets.grid import Cell, Column
from tui.widgets.look import ACCENT, ALERT, FAINT, PLAIN, STRONG
from tui.words.catalogue import Words
from tui.words.clean import show
from tui.words.width import cells

ATTACKED, KILLED, POISONED, AWAY, STAND_IN, QUIT, NOBODY = "!†%~=x-"
"""Marks that are the same in every language."""

NOTES = {"": "", "suspect": "?", "loved": "♥", "clear": "o"}
"""The marks of the reader's own notebook."""

ROWS = ("elected", "named", "kill", "poison")
"""The rows under the members; the last two only once the log is open."""

MARKS = ("siege", "unity", "alone", "none")
_DAY = 3
"""Cells for one member's night: a card, which may be alone, and a mark."""

_NARROWEST, _WIDEST = 6, 16
_SIXTH = 6
"""Names get a sixth of the width, between those bounds."""


@frozen
class Whiteboard:
    """The board as a table: the first `sticky` columns are the members', the others are days."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    sticky: int


def tag(seat: int) -> str:
    """The one key by which a seat is named on the board and in forms."""
    return KEYS[seat]


def whiteboard(look: Look, width: int) -> Whiteboard:
    """The board of one look, for so many cells."""
    play: LovePlay = look.view.play
    words = look.words
    names = [show(look.name(seat)) for seat in range(play.seats)]
    labels = max(cells(words(f"love.board.row.{name}")) for name in ROWS)
    room = max(min(max(map(cells, names)), max(_NARROWEST, min(_WIDEST, width // _SIXTH))), labels - 2)
    titles = [words(f"love.board.{name}") for name in ("siege", "unity", "detective")]
    member = [
        Column(words("love.board.family"), room + 2),
        Column("", 1),
        Column("", 1),
        *(Column(title, max(1, cells(title))) for title in titles),
    ]
    days = [Column(str(day), _DAY) for day in range(1, play.day + 1)]
    now = (
        [Column(words("love.board.now"), max(cells(words("love.board.now")), _now_room(words)))]
        if _secret(look)
        else []
    )
    rows = [_member(look, seat, names[seat], bool(now)) for seat in range(play.seats)]
    return Whiteboard((*member, *days, *now), (*rows, *_days(look, len(member))), len(member))


def rows_of(look: Look) -> int:
    """How many rows the board needs under its header while a game runs."""
    seats: int = look.view.play.seats
    return seats + (4 if is_author(look) else 2)


def _member(look: Look, seat: int, name: str, now: bool) -> tuple[Cell, ...]:
    play: LovePlay = look.view.play
    alive = seat in play.living
    style = FAINT if not alive else STRONG if seat == look.seat else PLAIN
    times = play.experience(seat)
    cards = [_count(play.left(seat, card), alive) for card in CARDS]
    nights = [_night(look.words, play, day, seat) for day in range(1, play.day + 1)]
    open_now = [Cell(given(look, seat))] if now else []
    return (
        Cell(f"{tag(seat)} {name}", style),
        Cell("" if look.hidden else NOTES[look.notes.get(seat, "")], ACCENT),
        Cell(_state(look, seat), STRONG),
        *cards,
        Cell(str(times) if times else "", PLAIN),
        *nights,
        *open_now,
    )


def _count(left: int, alive: bool) -> Cell:
    return Cell(str(left), STRONG if left and alive else FAINT)


def _state(look: Look, seat: int) -> str:
    """One mark: how a member died, else whether anybody is there."""
    death = look.view.play.deaths[seat]
    if death is not None:
        return KILLED if death.kind == "killed" else POISONED
    if not look.view.playing:
        return ""
    place = look.view.seats[seat]
    marks = ((place.quit, QUIT), (place.stand_in, STAND_IN), (place.away, AWAY))
    return next((mark for so, mark in marks if so), "")


def _night(words: Words, play: LovePlay, day: int, seat: int) -> Cell:
    """What a member did in a night and what was done to it."""
    death = play.deaths[seat]
    if death is not None and death.kind == "poisoned" and death.day == day:
        return Cell(POISONED, ALERT)
    night = next((night for night in play.nights if night.no == day), None)
    if night is None or not night.defences[seat]:
        return Cell("")
    mark = words(f"love.mark.{card(night, seat)}")
    if night.target != seat:
        return Cell(mark, FAINT if night.defences[seat] == NONE else PLAIN)
    return Cell(mark + (KILLED if night.success else ATTACKED), ALERT if night.success else STRONG)


def card(night: Night, seat: int) -> str:
    """The defence that was chosen, "alone" for a unity that failed."""
    return "alone" if night.failed == seat else night.defences[seat]


def _days(look: Look, before: int) -> Iterator[tuple[Cell, ...]]:
    """The rows under the members: who was elected, whom the detective named; opened, what the culprit did."""
    play: LovePlay = look.view.play
    words = look.words
    noons = {noon.day: noon for noon in play.noons}
    found: dict[str, list[str]] = {name: [] for name in ROWS[:2]}
    for day in range(1, play.day + 1):
        noon = noons.get(day)
        guess = noon.guess if noon else None
        found["elected"].append(_tag(noon.detective) if noon else "")
        found["named"].append(pair(guess.culprit, guess.beloved) if guess else "")
    if _opened(look):
        culprit = -1 if play.culprit is None else play.culprit
        acts = [play.forms.get(day, {}).get(culprit, {}) for day in range(1, play.day + 1)]
        found["kill"] = [words(f"love.mark.{act['kill']}") if act.get("kill") else "" for act in acts]
        found["poison"] = [_tag(number(act.get("poison", ""))) for act in acts]
    for name, texts in found.items():
        lead = [Cell(words(f"love.board.row.{name}"), FAINT), *[Cell("")] * (before - 1)]
        yield (*lead, *(Cell(text) for text in texts))


def pair(culprit: int | None, beloved: int | None) -> str:
    """Whom a detective named, the culprit before the heart and the beloved after it."""
    return f"{_tag(culprit)}♥{_tag(beloved)}" if culprit is not None else NOBODY


def _opened(look: Look) -> bool:
    """Whether the kill cards are known: to everybody at the end, to the author at any time."""
    return _secret(look) or look.view.opened is not None


def _tag(seat: int | None) -> str:
    return tag(seat) if seat is not None else ""


# --- what the author sees besides -------------------------------------------------------------------------


def is_author(look: Look) -> bool:
    """Whether the reader is the author of the running game, who sees everything."""
    return look.view.playing and bool(look.view.author) and look.view.author == look.me


def _secret(look: Look) -> bool:
    """Whether the board shows what the author alone sees."""
    return is_author(look) and not look.hidden


def given(look: Look, seat: int) -> str:
    """What a seat has answered so far in the open phase, in marks; for the author."""
    phase = look.view.phase
    if phase is None:
        return ""
    return next(
        (_given(look.words, of[seat]) for name, of in phase.answers.items() if seat in of and name != "final"), ""
    )


def _given(words: Words, answer: Answer) -> str:
    """A form in marks: the card, then trick and target, then poison and its target."""
    parts = []
    if "defence" in answer:
        kill, target = answer["kill"], _tag(number(answer["target"]))
        parts += [words(f"love.mark.{answer['defence']}"), (words(f"love.mark.{kill}") if kill else "") + target]
        parts += [POISONED + _tag(number(answer["poison"]))] if answer.get("poison") else []
    elif "done" in answer:
        parts += [words("state.done")] if answer["done"] == "yes" else []
    elif "culprit" in answer:
        parts += [pair(number(answer["culprit"]), number(answer["beloved"]))]
    else:
        parts += [_tag(number(value)) or NOBODY for value in answer.values()]
    return " ".join(filter(None, parts))


def _now_room(words: Words) -> int:
    return cells(f"{words('love.mark.siege')} {words(f'love.mark.{ALIBI}')}1 {POISONED}1")


# --- the board as a page ------------------------------------------------------------------------------------


def page(look: Look, width: int) -> list[Row]:
    """The whole board, the newest days first when they need more than one block, and what every mark means."""
    board = whiteboard(look, width - 1)
    fixed, days = board.columns[: board.sticky], board.columns[board.sticky :]
    room = width - 1 - sum(column.width + 1 for column in fixed)
    rows: list[Row] = []
    for first, last in reversed(list(_blocks([column.width for column in days], room))):
        rows += [BLANK] * bool(rows)
        rows += _block(board, board.sticky + first, board.sticky + last)
    return [*rows, BLANK, *key(look, width)]


def _blocks(widths: Sequence[int], room: int) -> Iterator[tuple[int, int]]:
    """Runs of columns that fit, counted from the newest backwards, oldest run first."""
    runs: list[tuple[int, int]] = []
    last = len(widths)
    while last > 0:
        first, left = last, room
        while first > 0 and (first == last or left >= widths[first - 1]):
            first -= 1
            left -= widths[first] + 1
        runs.append((first, last))
        last = first
    return reversed(runs)


def _block(board: Whiteboard, first: int, last: int) -> Iterator[Row]:
    numbers = [*range(board.sticky), *range(first, last)]
    shown = [board.columns[at] for at in numbers]
    yield row(" ", *columns([(column.title, column.width, FAINT) for column in shown]))
    for line in board.rows:
        texts = [line[at] if at < len(line) else Cell("") for at in numbers]
        yield row(" ", *columns([(c.text, column.width, c.ink) for c, column in zip(texts, shown, strict=True)]))


def key(look: Look, width: int) -> list[Row]:
    """Every mark and what it means."""
    words = look.words
    marks = [(words(f"love.mark.{name}"), f"love.key.{name}") for name in MARKS]
    marks += [(ATTACKED, "love.key.attacked"), (KILLED, "love.key.killed"), (POISONED, "love.key.poisoned")]
    marks += [(AWAY, "love.key.away"), (STAND_IN, "love.key.stand-in"), (QUIT, "love.key.quit")]
    marks += [(words(f"love.board.{name}"), f"love.key.left-{name}") for name in ("siege", "unity")]
    marks += [
        (words("love.board.detective"), "love.key.detective"),
        ("1♥2", "love.key.named"),
        (NOBODY, "love.key.nobody"),
    ]
    about = ["love.key.days"] + ["love.key.opened"] * _opened(look)
    marks += [(mark, f"love.key.note-{name}") for name, mark in NOTES.items() if mark]
    rows = [heading(words("love.key.title"), width)]
    rows += [line for name in about for line in paragraph(words(name), width, FAINT)]
    for mark, meaning in marks:
        rows += labelled(mark, words(meaning), width, 4)
    return rows
