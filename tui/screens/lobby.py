"""The house's lobby: the tables there are, who is in, and a guest's way back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.house import Person, TableCard
from engine.table import moves as m
from tui.screens.desk import Desk, Note, Page
from tui.widgets.draw import BLANK, Drawing, Row, columns, heading, paragraph, row
from tui.widgets.look import ACCENT, CHOSEN, FAINT, PLAIN, STRONG, Ink
from tui.words.catalogue import Words
from tui.words.clean import show
from tui.words.names import is_of_bot
from tui.words.width import cells

_CODE, _SEATS = 9, 5


class LobbyPage(Page):
    """The page of the lobby; its cursor stands on a table."""

    name = "lobby"
    selects = True

    def count(self, desk: Desk) -> int:
        """Every table of the list."""
        return len(desk.lobby.tables)

    def chosen(self, desk: Desk) -> TableCard | None:
        """The table under the cursor."""
        self.move(desk, 0)
        return desk.lobby.tables[self.cursor] if desk.lobby.tables else None

    def enters(self, desk: Desk) -> str:
        """Nothing while there is no table."""
        return super().enters(desk) if desk.lobby.tables else ""

    async def enter(self, desk: Desk) -> None:
        """Go to the table and sit down if there is a seat."""
        card = self.chosen(desk)
        if card is not None:
            await go_to(desk, card.code)
        else:
            desk.note = Note("lobby.none")

    def draw(self, desk: Desk, width: int, height: int) -> Drawing:
        """Tables, people, and for guests the code for coming back."""
        self.move(desk, 0)
        rows = [*paragraph(desk.words("practice.offer"), width, STRONG), BLANK] if desk.newcomer else []
        rows.append(heading(desk.words("lobby.tables"), width))
        items: dict[int, int] = {}
        at = None
        for number, card in enumerate(desk.lobby.tables):
            if number == self.cursor:
                at = len(rows) + 1
            table = list(_table(desk.words, card, width, number == self.cursor))
            items |= dict.fromkeys(range(len(rows), len(rows) + len(table)), number)
            rows += table
        if not desk.lobby.tables:
            rows += paragraph(desk.words("lobby.none"), width, FAINT)
        rows += [BLANK, heading(desk.words("lobby.people", count=len(desk.lobby.people)), width)]
        rows += paragraph(people(desk.words, desk.lobby.people, desk.me), width)
        rows += list(way_back(desk, width))
        return Drawing(rows, at, items)


async def go_to(desk: Desk, code: str, *, sit: bool = True) -> bool:
    """Come to a table; with `sit` take a seat there before a game, a free one or that of a bot."""
    card = desk.card(code)
    if not await desk.attempt(desk.house.enter(code)):
        return False
    free = card is None or (card.stage == "lobby" and len(card.seated) - card.bots < card.most and not card.mine)
    if sit and free:
        await desk.attempt(sit_down(desk))
    return True


async def sit_down(desk: Desk) -> None:
    """Take a seat.  Raises Refusal."""
    await desk.house.act(m.Sit())


def people(words: Words, everyone: Sequence[Person], me: str) -> str:
    """The names of all who are in, the reader and guests marked."""
    names = []
    for person in everyone:
        key = "lobby.you" if person.id == me else "lobby.guest" if person.guest else "lobby.person"
        names.append(words(key, name=show(person.name)))
    return words("lobby.comma").join(names)


def age(words: Words, seconds: int) -> str:
    """How long ago something began, roughly."""
    if seconds < 60:
        return words("age.seconds")
    if seconds < 3600:
        return words("age.minutes", n=seconds // 60)
    return words("age.hours", n=seconds // 3600)


def _table(words: Words, card: TableCard, width: int, chosen: bool) -> Iterator[Row]:
    """A table in two rows: what it is, and who sits there."""
    stage = words("lobby.stage.over" if card.over else f"lobby.stage.{card.stage}")
    name = width - _CODE - _SEATS - cells(stage) - 6
    style = CHOSEN if chosen else PLAIN
    parts: list[tuple[str, int, Ink]] = [
        (card.code, _CODE, style if chosen else STRONG),
        (words(f"{card.game}.name"), name, style),
        (f"{len(card.seated)}/{card.most}", _SEATS, style),
        (stage, cells(stage), style),
    ]
    yield row(("▸" if chosen else " ", ACCENT), *columns(parts, style), (" ", PLAIN))
    remarks = [age(words, card.age)]
    remarks += [words("lobby.mine")] if card.mine else []
    remarks += [words("lobby.by-code")] if card.access == "code" else []
    remarks += [words("lobby.watching", count=card.watching)] if card.watching else []
    remarks += [] if card.spectators else [words("lobby.no-watching")]
    names = [show(name) for name in card.seated if not is_of_bot(name)]
    names += [words("lobby.bots", count=card.bots)] if card.bots else []
    who = words("lobby.comma").join(names) or words("lobby.nobody")
    yield from paragraph(" · ".join([*remarks, who]), width, FAINT, indent=3)[:2]


def way_back(desk: Desk, width: int) -> Iterator[Row]:
    """A guest's code, for their eyes only."""
    code = desk.house.rejoin_code
    if code is None:
        return
    yield BLANK
    yield heading(desk.words("lobby.way-back"), width)
    shown = desk.words("lobby.code-hidden") if desk.hidden else code
    yield row((f" {shown}", STRONG))
    yield from paragraph(desk.words("lobby.way-back-why"), width, FAINT)
