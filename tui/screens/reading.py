"""Pages that are read: help, rules, credits, the history of turns, the people, the end of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from engine.facts import Eye
from engine.outcome import Result
from engine.table.state import TableState
from tui.games.table_rules import column_rows
from tui.screens.desk import Desk
from tui.screens.fair import check, verdict
from tui.screens.lobby import people, way_back
from tui.screens.page import Reader
from tui.widgets.draw import BLANK, Row, heading, item, labelled, paragraph
from tui.widgets.form import KEYS
from tui.widgets.look import ALERT, FAINT, STRONG, WIN, Ink
from tui.words.clean import show
from tui.words.narration import result_text

_FATES: Mapping[str, Ink] = {"won": WIN, "lost": ALERT}
"""How a reader's fate looks, where it is not plainly strong."""


class CreditsPage(Reader):
    """Where the games come from."""

    name = "credits"

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """The two documents and the house."""
        words = desk.words
        rows: list[Row] = [heading(words("credits.title"), width), *paragraph(words("credits.what"), width), BLANK]
        for source in ("omega", "love"):
            rows += [
                heading(words(f"credits.{source}"), width),
                *paragraph(words(f"credits.{source}-source"), width),
                BLANK,
            ]
        return [*rows, *paragraph(words("credits.rights"), width, FAINT)]


class HistoryPage(Reader):
    """The turns so far."""

    name = "history"

    def wide(self, desk: Desk) -> bool:
        """As the game wants it."""
        return desk.view is not None and desk.face.wide_history

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """What the game's face makes of them."""
        rows = [heading(desk.words(desk.term("page.history")), width)]
        if desk.view is None or desk.view.play is None:
            return [*rows, *paragraph(desk.words("history.none"), width)]
        return [*rows, *desk.face.history(desk.look, width)]


class PeoplePage(Reader):
    """Who sits here, who watches, who is away; in the lobby all who are in the house."""

    name = "people"

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """A line for everybody."""
        words, view = desk.words, desk.view
        if view is None:
            count = len(desk.lobby.people)
            names = people(words, desk.lobby.people, desk.me)
            return [heading(words("lobby.people", count=count), width), *paragraph(names, width)]
        rows = [heading(words("page.people"), width)]
        for key, seat in zip(KEYS, view.seats, strict=False):
            state = words("state.away") if seat.away else words(f"kind.{seat.kind}")
            rows += labelled(f"{key} {show(seat.name)}", state, width, 20)
        rows.append(heading(words("room.watchers"), width))
        for watcher in view.watchers:
            state = words("state.away") if watcher.away else words(f"kind.{watcher.kind}")
            rows += labelled(f"  {show(watcher.name)}", state, width, 20)
        if not view.watchers:
            rows += paragraph(words("room.no-watchers"), width, FAINT)
        return [*rows, *way_back(desk, width)]


class HelpPage(Reader):
    """What is asked now, every key that works here, and every command for the input line.

    `keys` gives the keys, as people read them, and the name of each action that makes sense now.
    """

    name = "help"

    def __init__(self, keys: Callable[[Desk], Sequence[tuple[str, str]]]) -> None:
        super().__init__()
        self.keys = keys

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """Prompts first, then keys, then commands."""
        words = desk.words
        rows: list[Row] = []
        if desk.place == "game":
            rows += [heading(words("help.asked"), width)]
            for line in desk.face.help(desk.look) or [words("help.nothing")]:
                rows += item(line, width)
            rows += column_rows(words, desk.face.columns(words), width)
        rows += [heading(words("help.keys"), width), *paragraph(words("help.how"), width, FAINT)]
        actions = self.keys(desk)
        for keys, name in actions:
            if keys:
                rows += labelled(keys, words(desk.term(f"action.{name}.help")), width, 10)
        rows += [BLANK, heading(words("help.commands"), width), *paragraph(words("help.slash"), width, FAINT)]
        for _, name in actions:
            rows += labelled(f"/{words(f'slash.{name}')}", words(desk.term(f"action.{name}.help")), width, 10)
        if desk.place == "game":
            for key, choice in desk.face.commands(desk.look).items():
                asked = words(f"{desk.game}.prompt.{choice.prompt.name}")
                answer = next(iter(choice.values.values()))
                rows += labelled(
                    f"/{words(key)}",
                    f"{asked}: {words(f'{desk.game}.choice.{choice.prompt.name}.{answer}')}",
                    width,
                    10,
                )
        return rows


def fate(view: TableState, me: Eye) -> str:
    """What the end of the last game means to a reader: a key under `result.you.`, "" for who did not play in it."""
    outcome, seat = view.outcome, next((n for n, seat in enumerate(view.cast) if seat.who == me), None)
    if outcome is None or seat is None:
        return ""
    others = {Result.NO_WINNER: "nobody", Result.NO_CONTEST: "no-contest", Result.VOID: "void"}
    if outcome.result in others:
        return others[outcome.result]
    if seat not in outcome.winners:
        return "lost"
    return "won" if outcome.result is Result.WIN else "drew"


class ResultPage(Reader):
    """The end of a game: what it means to the reader, who won and why, what decided it, and everything opened."""

    name = "result"

    def rows(self, desk: Desk, width: int) -> Sequence[Row]:
        """First of all whether the reader has won."""
        words, view = desk.words, desk.view
        if view is None or view.outcome is None:
            return []
        winners = [show(view.cast[seat].name) for seat in view.outcome.winners]
        text = desk.face.why(desk.look) or result_text(words, view.rules.id, view.outcome, winners)
        mine = fate(view, desk.me)
        rows = [heading(words("page.result"), width)]
        rows += paragraph(words(f"result.you.{mine}"), width, _FATES.get(mine, STRONG)) if mine else []
        rows += [*paragraph(text, width, STRONG), BLANK]
        look = desk.look
        rows += desk.face.ending(look, width)
        if look.turned is not None:
            return rows
        found = check(view, desk.log.promised)
        if found is not None:
            rows += [BLANK, heading(words("result.dice"), width), *verdict(words, found, width)]
            rows += paragraph(words("result.fair"), width, FAINT)
        return [*rows, BLANK, *paragraph(words("result.next"), width, STRONG)]
