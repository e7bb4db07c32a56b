"""A table before a game: seats, options, the sealed dice, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from attrs import frozen

from engine.errors import Refusal
from engine.options import Option
from engine.table import moves as m
from engine.table.room import options_of
from engine.table.seats import opening_of
from engine.table.state import Seat, TableState, Watcher
from tui.screens.create import ask_number, option_row, stepped
from tui.screens.desk import Desk, Note, Page
from tui.widgets.draw import BLANK, Drawing, Row, at_most, columns, heading, paragraph, row
from tui.widgets.form import KEYS
from tui.widgets.look import ACCENT, CHOSEN, FAINT, PLAIN, STRONG
from tui.words.clean import show
from tui.words.narration import option_help, option_label, option_value, result_text

_NEXT_ROWS = 3
_READY = 10
_HASH = 16


@frozen
class Item:
    """Something that the cursor can stand on."""

    kind: Literal["seat", "free", "watcher", "option"]
    who: str = ""
    option: Option | None = None


def items(view: TableState) -> list[Item]:
    """Seats, what is free, watchers and options, as they are shown."""
    return [
        *(Item("seat", seat.who) for seat in view.seats),
        *[Item("free")] * (len(view.seats) < view.rules.most),
        *(Item("watcher", watcher.who) for watcher in view.watchers),
        *(Item("option", option=option) for option in options_of(view.rules)),
    ]


class RoomPage(Page):
    """The page of a table in which no game runs."""

    name = "room"
    selects = True

    def __init__(self) -> None:
        super().__init__()
        self._on: Item | None = None

    def move(self, desk: Desk, step: int) -> None:
        """Move the cursor; it stays on the same person or option when others come and go."""
        if desk.view is None:
            return
        all_items = items(desk.view)
        if self._on in all_items and self._on != Item("free"):
            self.cursor = all_items.index(self._on)
        super().move(desk, step)
        self._on = all_items[self.cursor]

    def count(self, desk: Desk) -> int:
        """Every item."""
        return len(items(desk.view)) if desk.view is not None else 0

    def item(self, desk: Desk) -> Item | None:
        """What the cursor stands on."""
        self.move(desk, 0)
        return items(desk.view)[self.cursor] if desk.view is not None else None

    def enters(self, desk: Desk) -> str:
        """A free seat can be taken, an option be changed by the host; a person has keys of their own."""
        item = self.item(desk)
        if item is not None and item.kind == "free" and desk.seat is None:
            return "keys.enter-free"
        return "keys.enter-room" if item is not None and item.kind == "option" and desk.is_host else ""

    async def enter(self, desk: Desk) -> None:
        """Sit down on a free seat; change an option."""
        item = self.item(desk)
        if item is None:
            return
        if item.kind in ("seat", "watcher"):
            desk.note = Note("why.person")
        elif item.kind == "free":
            await desk.act(m.Sit())
        elif item.option is not None and item.option.choices:
            await self.change(desk, 1)
        elif item.option is not None and not desk.is_host:
            desk.note = Note(refusal=Refusal("host-only"))
        elif item.option is not None:
            ask_number(desk, desk.game, item.option, _put)

    async def change(self, desk: Desk, step: int) -> None:
        """The host changes the option under the cursor."""
        item = self.item(desk)
        if item is not None and item.option is not None and desk.view is not None:
            name = item.option.name
            await desk.act(
                m.SetOption(name, stepped(item.option, desk.view.options.get(name, item.option.default), step))
            )

    def draw(self, desk: Desk, width: int, height: int) -> Drawing:
        """What now, the seats, the watchers, the options, the dice."""
        view, words = desk.view, desk.words
        assert view is not None
        all_items = items(view)
        self.move(desk, 0)
        rows: list[Row] = [heading(words("room.next"), width), *_next(desk, self.item(desk), width)]
        if view.outcome is not None:
            rows += [heading(words("room.last-game"), width), *paragraph(_result(desk, view), width)]
        rows.append(heading(words("room.seats", least=view.rules.least, most=view.rules.most), width))
        shown: dict[int, int] = {}
        for number, item in enumerate(all_items):
            rows += _titles(desk, all_items, number, width)
            shown[number] = len(rows)
            rows.append(_item(desk, view, item, width, number == self.cursor))
        at = shown.get(self.cursor, 0)
        return Drawing([*rows, *_dice(desk, view, width)], at, {row: number for number, row in shown.items()})


async def _put(desk: Desk, option: Option, text: str) -> None:
    await desk.house.act(m.SetOption(option.name, text))


def _titles(desk: Desk, all_items: list[Item], number: int, width: int) -> Iterator[Row]:
    """The heading before the first watcher and the first option."""
    kind = all_items[number].kind
    if kind != all_items[number - 1].kind and kind in ("watcher", "option"):
        yield heading(desk.words(f"room.{kind}s"), width)


def _item(desk: Desk, view: TableState, item: Item, width: int, chosen: bool) -> Row:
    words = desk.words
    if item.option is not None:
        label = option_label(words, view.rules.id, item.option.name)
        value = option_value(
            words, view.rules.id, item.option.name, view.options.get(item.option.name, item.option.default)
        )
        return option_row(label, value, width, chosen, arrows=desk.is_host)
    style = CHOSEN if chosen else PLAIN
    mark = ("▸" if chosen else " ", ACCENT)
    if item.kind == "free":
        free = words("room.free", count=view.rules.most - len(view.seats))
        return row(mark, (f"  {free}", style if chosen else FAINT))
    person = next(p for p in view.everybody if p.who == item.who)
    seat = view.seat_of(item.who)
    name = f"{KEYS[seat]} {show(person.name)}" if seat is not None else f"  {show(person.name)}"
    room = (width - _READY - 4) // 2
    parts = [
        (name, room, style),
        (_about(desk, view, person), room, FAINT),
        (_ready(desk, view, person), _READY, STRONG),
    ]
    return row(mark, *columns(parts))


def _about(desk: Desk, view: TableState, person: Seat | Watcher) -> str:
    """Who this is, in a few words."""
    words = desk.words
    about = [words("room.you")] if person.who == desk.me else []
    about += [words("room.host")] if person.who == view.host else []
    about += [words("room.author")] if person.who == view.author else []
    about += [words("room.wants-seat")] if person.who in view.seat_wanted else []
    about += [words("room.wants-chair")] if person.who in view.chair_wanted else []
    if isinstance(person, Seat) and person.kind == "bot":
        about += [words("room.bot", temperament=words(f"temperament.{person.temperament}"))]
    about += [words("room.guest")] if person.kind == "guest" and person.who != desk.me else []
    return words("lobby.comma").join(about)


def _ready(desk: Desk, view: TableState, person: Seat | Watcher) -> str:
    """Whether the table waits for somebody; it never waits for its host, who is ready by starting."""
    if person.away:
        return desk.words("state.away")
    if isinstance(person, Watcher):
        return ""
    if person.ready:
        return desk.words("state.ready")
    return desk.words("state.deals" if person.who == view.host else "state.not-ready")


def _next(desk: Desk, item: Item | None, width: int) -> list[Row]:
    """What to do next; on an option what it means.  Always the same number of rows."""
    if item is not None and item.option is not None:
        rows = paragraph(option_help(desk.words, desk.game, item.option.name), width)
    else:
        rows = paragraph(next_step(desk), width, STRONG)
    return [*at_most(rows, _NEXT_ROWS, width), *[BLANK] * _NEXT_ROWS][:_NEXT_ROWS]


def next_step(desk: Desk) -> str:
    """The sentence that says what the reader can do, or whom the table waits for."""
    view, words = desk.view, desk.words
    assert view is not None
    if view.author == desk.me:
        return words("room.step.author")
    if desk.is_host and view.chair_wanted and not view.author:
        return words("room.step.chair", name=show(view.name_of(min(view.chair_wanted))))
    if desk.seat is None:
        steps = {"free": "sit", "bot": "displace", "none": "waits" if desk.me in view.seat_wanted else "full"}
        return words(f"room.step.{steps[opening_of(view)]}")
    if desk.is_host and view.seat_wanted and opening_of(view) == "none":
        return words("room.step.wanted", name=show(view.name_of(view.seat_wanted[0])))
    waiting = [show(s.name) for s in view.seats if s.who != view.host and (not s.ready or s.away)]
    if len(view.seats) < view.rules.least:
        key = "room.step.bots" if desk.is_host else "room.step.more"
        return words(key, least=view.rules.least, code=view.code)
    if not desk.is_host and not view.seats[desk.seat].ready:
        return words("room.step.ready")
    if waiting:
        return words("room.step.waiting", names=words.list(waiting))
    return words("room.step.start") if desk.is_host else words("room.step.host", name=show(view.name_of(view.host)))


def _result(desk: Desk, view: TableState) -> str:
    assert view.outcome is not None
    winners = [show(view.cast[seat].name) for seat in view.outcome.winners]
    return desk.words("room.result", text=result_text(desk.words, view.rules.id, view.outcome, winners))


def _dice(desk: Desk, view: TableState, width: int) -> Iterator[Row]:
    """The commitment to the next game's seed, short, and what it is good for."""
    words = desk.words
    yield heading(words("room.dice"), width)
    number = view.game_no if view.commitment else view.game_no + 1
    short = view.commitment[:_HASH] or words("room.no-hash")
    grouped = " ".join(short[n : n + 4] for n in range(0, len(short), 4)) if view.commitment else short
    yield row((f" {words('room.hash', n=number)} ", FAINT), (grouped, STRONG))
    yield from paragraph(words("room.hash-why"), width, FAINT)
