"""The command palette: everything that can be done now, found by typing a part of its name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from typing import Any, cast

from attrs import frozen
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.widgets import Input

from tui.hosting.hosted import HostedScreen
from tui.screens.actions import PALETTE, available, keys_of
from tui.screens.desk import Desk
from tui.screens.page import PalettePage
from tui.screens.place import Conductor
from tui.themes import NAMES
from tui.words.width import fit

Do = Callable[[], Awaitable[object]]

KEYS = 9
"""Cells for the key or command of an entry."""


@frozen
class Entry:
    """A line of the palette: what it is called, the key or command that does the same, and what it does."""

    name: str
    keys: str
    do: Do

    def line(self, name: str | Content) -> Content:
        """Its row: the key before the name, which may be marked where it matches."""
        return Content.assemble((fit(self.keys, KEYS), "not bold"), " ", name)


def entries(desk: Desk) -> list[Entry]:
    """Everything that can be done now: answers of one key first, then actions, then the themes.

    It follows from what is asked and from the place alone, so that it is the same for all who are asked the same.
    """
    return [*_answers(desk), *_actions(desk), *_themes(desk)]


def _answers(desk: Desk) -> Iterator[Entry]:
    if desk.place != "game":
        return
    for command, choice in desk.face.commands(desk.look).items():
        asked = desk.words(f"{desk.game}.prompt.{choice.prompt.name}")
        answer = next(iter(choice.values.values()))
        name = desk.words(f"{desk.game}.choice.{choice.prompt.name}.{answer}")
        yield Entry(f"{asked}: {name}", f"/{desk.words(command)}", partial(desk.answer, choice))


def _actions(desk: Desk) -> Iterator[Entry]:
    for action in available(desk):
        if action.name == PALETTE:
            continue
        name = desk.words(desk.term(f"action.{action.name}.help"))
        keys = keys_of(action) or f"/{desk.words(f'slash.{action.name}')}"
        yield Entry(name, keys, partial(action.run, desk, ""))


def _themes(desk: Desk) -> Iterator[Entry]:
    for theme in NAMES:
        name = desk.words("theme.entry", name=desk.words(f"theme.{theme}"))
        yield Entry(name, "", partial(desk.use_theme, theme))


class Entries(Provider):
    """The entries, as Textual asks for them."""

    @property
    def _conductor(self) -> Conductor:
        return cast(Conductor, self.app)

    async def discover(self) -> Hits:
        """All of them, before anything is typed."""
        for entry in entries(self._conductor.desk):
            yield DiscoveryHit(entry.line(entry.name), self._command(entry), entry.name)

    async def search(self, query: str) -> Hits:
        """Those that match, or one that says that none does."""
        desk, matcher, found = self._conductor.desk, self.matcher(query), False
        for entry in entries(desk):
            score = matcher.match(entry.name)
            if score > 0:
                found = True
                yield Hit(score, entry.line(matcher.highlight(entry.name)), self._command(entry), entry.name)
        if not found:
            yield Hit(0.01, desk.words("palette.none"), lambda: None, desk.words("palette.none"))

    def _command(self, entry: Entry) -> Callable[[], Any]:
        return lambda: self._conductor.ask(entry.do())


class Palette(CommandPalette, HostedScreen[None]):
    """Textual's palette with our entries in the reader's language, rendered at the client's pace."""

    def __init__(self, page: PalettePage, desk: Desk) -> None:
        super().__init__([Entries], placeholder=desk.words("palette.search"))
        self.about = page

    def on_mount(self) -> None:
        """Have nothing that blinks: each blink would be sent."""
        self.query_one(Input).cursor_blink = False
