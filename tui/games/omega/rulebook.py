"""The rules page of Omega Strain: our words, from the catalogue, and the table of infection."""

from __future__ import annotations

from engine.games.omega.rules import RECKONING
from tui.games.omega.story import money
from tui.games.table_rules import column_rows, table_rules
from tui.widgets.draw import BLANK, Row, columns, heading, item, paragraph, row
from tui.widgets.look import FAINT, PLAIN, STRONG, Ink
from tui.words.catalogue import Words
from tui.words.width import cells

STEPS = ("index", "infection", "dialogue", "action", "reckoning")
COLUMNS = ("life", "funds", "wish", "ballot", "state")
RULINGS = ("o1", "o2", "o3", "o4", "o5", "o6", "o7", "o8")


def rules(words: Words, width: int) -> list[Row]:
    """The whole page."""
    rows = paragraph(words("omega.rules.what"), width)
    rows += [BLANK, heading(words("omega.rules.turn"), width)]
    for number, step in enumerate(STEPS, 1):
        rows += paragraph(f"{number} {words(f'omega.rules.step.{step}')}", width, hang=2)
    rows += [BLANK, *column_rows(words, columns_of(words), width)]
    rows += [BLANK, heading(words("omega.rules.infection"), width), *_infection(words, width)]
    rows += [BLANK, heading(words("omega.rules.reckoning"), width), *_reckoning(words, width)]
    rows += [BLANK, heading(words("omega.rules.end"), width)]
    for number in range(1, 6):
        rows += paragraph(f"{number} {words(f'omega.rules.ends.n{number}')}", width, hang=2)
    rows += [BLANK, heading(words("omega.rules.rulings"), width), *paragraph(words("omega.rules.ours"), width, FAINT)]
    for ruling in RULINGS:
        rows += item(words(f"omega.rules.ruling.{ruling}"), width)
    return [*rows, BLANK, *table_rules(words, width)]


def columns_of(words: Words) -> list[tuple[str, str]]:
    """The columns of the seats while a game runs, and what each of them means."""
    return [(words(f"omega.{name}"), words(f"omega.column.{name}")) for name in COLUMNS]


def _infection(words: Words, width: int) -> list[Row]:
    """Index by index, which dice infect."""
    rows = []
    for index in range(6, 0, -1):
        text = words(f"omega.infect.{index}")
        rows.append(row(" ", *columns([(words("omega.index", n=index), 20, STRONG), (text, width - 23, PLAIN)])))
    return rows


def _reckoning(words: Words, width: int) -> list[Row]:
    """What each deed costs and earns; both are shown whole, whatever is left for the deed."""
    life_room, funds_room = cells(words("omega.life")), 8
    case_room = min(28, width - life_room - funds_room - 4)

    def line(case: str, life: str, funds: str, ink: Ink) -> Row:
        return row(" ", *columns([(case, case_room, PLAIN), (life, life_room, ink), (funds, funds_room, ink)]))

    rows = [line("", words("omega.life"), words("omega.funds"), FAINT)]
    for (deed, infected), (life, funds) in RECKONING.items():
        case = words(f"omega.rules.case.{deed}-{'infected' if infected else 'clean'}")
        rows.append(line(case, str(life), f"+{money(words, funds)}" if funds else "0", STRONG))
    return rows
