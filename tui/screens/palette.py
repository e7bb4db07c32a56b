"""The command palette: everything that can be done now, found by typing a part of its name."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, cast

from attrs import frozen
from textual.binding import Binding, BindingType
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.content import Content
from textual.widgets import Input, LoadingIndicator

from tui.hosting.hosted import HostedScreen
from tui.screens.actions import PALETTE, QUIT, available, keys_of, named
from tui.screens.desk import Desk
from tui.screens.page import PalettePage
from tui.screens.place import Conductor
from tui.themes import NAMES
from tui.widgets.edges import mark_edges
from tui.words.width import cells

Do = Callable[[], Awaitable[object]]

AROUND = 3
"""Cells of a row beside its entry: one at either edge, and the bar that tells where one is among many."""


@frozen
class Entry:
    """A line of the palette: what it is called, the key or command that does the same, and what it does."""

    name: str
    keys: str
    do: Do


def lines(found: Sequence[Entry], width: int) -> Callable[[Entry, str | Content], Content]:
    """Makes the row of an entry in a palette of so many cells: its name, which may be marked where it matches and is
    cut where it is too long, and its key at the end, all in one column."""
    keys = max(cells(entry.keys) for entry in found)
    name = min(max(cells(entry.name) for entry in found), width - AROUND - 2 - keys)

    def line(entry: Entry, text: str | Content) -> Content:
        shown = Content.assemble(text).truncate(name, ellipsis=True, pad=True)
        return Content.assemble(shown, "  ", (entry.keys, "not bold"))

    return line


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
        found = entries(self._conductor.desk)
        line = lines(found, self.app.size.width)
        for entry in found:
            yield DiscoveryHit(line(entry, entry.name), self._command(entry), entry.name)

    async def search(self, query: str) -> Hits:
        """Those that match, or one that says that none does."""
        desk, matcher = self._conductor.desk, self.matcher(query)
        found = entries(desk)
        line, scores = lines(found, self.app.size.width), [matcher.match(entry.name) for entry in found]
        for entry, score in zip(found, scores, strict=True):
            if score > 0:
                yield Hit(score, line(entry, matcher.highlight(entry.name)), self._command(entry), entry.name)
        if not any(scores):
            yield Hit(0.01, desk.words("palette.none"), lambda: None, desk.words("palette.none"))

    def _command(self, entry: Entry) -> Callable[[], Any]:
        return lambda: self._conductor.ask(entry.do())


class Palette(CommandPalette, HostedScreen[None]):
    """Textual's palette with our entries in the reader's language, rendered at the client's pace."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "escape", show=False),
        Binding("ctrl+c,ctrl+q", "quit", show=False, priority=True),  # the input would copy, Textual's app would end
    ]

    def __init__(self, page: PalettePage, desk: Desk) -> None:
        super().__init__([Entries], placeholder=desk.words("palette.search"))
        self.about = page

    def on_mount(self) -> None:
        """Have nothing that blinks or turns: each step of it would be sent."""
        self.query_one(Input).cursor_blink = False
        self.query_one(LoadingIndicator).auto_refresh = None
        mark_edges(self.query_one(CommandList))

    def action_quit(self) -> None:
        """Leave the house, as anywhere else."""
        conductor = cast(Conductor, self.app)
        if (quit_ := named(conductor.desk, QUIT)) is not None:
            conductor.ask(quit_.run(conductor.desk, ""))
