"""The rules page of Love, or Nothing: our words, from the catalogue, and the table of judging."""

from __future__ import annotations

from engine.games.love.judging import ALIBI, DEFENCES, LOCKED_ROOM, kills
from tui.games.love.board import KILLED, NOTES, POISONED
from tui.games.table_rules import column_rows, table_rules
from tui.widgets.draw import BLANK, Row, columns, heading, item, paragraph, row
from tui.widgets.look import ALERT, FAINT, PLAIN
from tui.words.catalogue import Words

PARTS = ("roles", "cards", "day")
STEPS = {
    "roles": ("culprit", "beloved", "detective", "author"),
    "cards": ("siege", "unity", "none", "alibi", "locked_room", "poison"),
    "day": ("prologue", "night", "morning", "noon", "election", "guess", "poison"),
}
COLUMNS = ("siege", "unity", "detective")
RULINGS = 13


def rules(words: Words, width: int) -> list[Row]:
    """The whole page."""
    rows = paragraph(words("love.rules.what"), width)
    for part in PARTS:
        rows += [BLANK, heading(words(f"love.rules.{part}"), width)]
        rows += [line for step in STEPS[part] for line in item(words(f"love.rules.step.{part}-{step}"), width)]
    rows += [BLANK, *column_rows(words, columns_of(words), width)]
    rows += [BLANK, heading(words("love.rules.judging"), width)]
    rows += [line for n in (1, 2) for line in paragraph(f"{n} {words(f'love.rules.judge.n{n}')}", width, hang=2)]
    rows += [BLANK, *_judging(words, width), BLANK, heading(words("love.rules.morning"), width)]
    for n in range(1, 6):
        rows += paragraph(f"{n} {words(f'love.rules.mornings.n{n}')}", width, hang=2)
    rows += [BLANK, heading(words("love.rules.rulings"), width), *paragraph(words("love.rules.ours"), width, FAINT)]
    for n in range(1, RULINGS + 1):
        rows += item(words(f"love.rules.ruling.l{n}"), width)
    return [*rows, BLANK, *table_rules(words, width)]


def columns_of(words: Words) -> list[tuple[str, str]]:
    """The columns of the whiteboard, and what each of them means; the last two are notes and the state."""
    titles = (
        *(words(f"love.board.{name}") for name in COLUMNS),
        "1 2 3",
        f"{NOTES['suspect']} {NOTES['loved']}",
        f"{KILLED} {POISONED}",
    )
    return [
        (title, words(f"love.column.{name}"))
        for title, name in zip(titles, (*COLUMNS, "day", "note", "state"), strict=True)
    ]


def _judging(words: Words, width: int) -> list[Row]:
    """The table of 18 cases: what the target's defence is worth, the culprit's, and each trick."""
    room = max(8, (width - 5) // 4)
    titles = ["love.rules.target", "love.rules.killer", "love.rules.alibi", "love.rules.locked"]
    rows = [row(" ", *columns([(words(title), room, FAINT) for title in titles]))]
    for target in DEFENCES:
        for culprit in DEFENCES:
            texts = [(words(f"love.choice.defence.{card}"), room, PLAIN) for card in (target, culprit)]
            for trick in (ALIBI, LOCKED_ROOM):
                dies = kills(target, culprit, trick)
                texts.append((words(f"love.rules.{'dies' if dies else 'lives'}"), room, ALERT if dies else FAINT))
            rows.append(row(" ", *columns(texts)))
    return rows
