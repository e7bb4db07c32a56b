"""The screens as one session: a person's desk, the screen that shows it, and the house that feeds it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from attrs import evolve
from textual import events
from textual.screen import Screen

from engine.table import facts as f
from tui.frame import Rectangle
from tui.house import Event, House, LobbyChanged, Notice, TableChanged
from tui.pace import Pacer
from tui.screens.asking import LanguagePage
from tui.screens.desk import Desk
from tui.screens.lobby import LobbyPage
from tui.screens.log import words_of
from tui.screens.main import MainScreen
from tui.screens.reading import ResultPage
from tui.screens.room import RoomPage
from tui.session_app import Link, SessionApp
from tui.terminal import Terminal
from tui.watch import LineWatch
from tui.words.catalogue import LANGS, Lang

CLOCK_SECONDS = 1.0
"""How often the clock and the line are looked at; what the clock shows changes less often."""


def is_talk(event: Event, *, at_table: bool) -> bool:
    """Whether an event changes nothing but the chat in sight."""
    match event:
        case TableChanged(first=False):
            return all(isinstance(item.fact, f.Said | f.Spoke) for item in event.news)
        case Notice():
            return True
        case LobbyChanged():
            return at_table
    return False


class NaishoApp(SessionApp[str], inherit_bindings=False):
    """One person's session on the screen.

    `house` is theirs; `language` is what their terminal asks for, None if it says nothing.  `run_session` returns the
    sentence that says goodbye.
    """

    def __init__(
        self,
        house: House,
        link: Link,
        terminal: Terminal,
        language: Lang | None = None,
        *,
        pacer: Pacer | None = None,
    ) -> None:
        super().__init__(link, evolve(terminal, thin=bool(house.profile.thin)), pacer=pacer)
        known = next((lang for lang in LANGS if lang == (house.profile.language or language)), None)
        self.desk = Desk(house, words_of(known or "en"))
        self.desk.bases = {"lobby": LobbyPage(), "room": RoomPage()}
        self.desk.ending = ResultPage
        if known is None:
            self.desk.pages.append(LanguagePage())
        self.main = MainScreen(self.desk, self.check_end)
        self._met = False
        self._watch = LineWatch()
        self._offered = False

    def get_default_screen(self) -> Screen[None]:
        """The one screen there is (asked by Textual)."""
        return self.main

    def on_mount(self) -> None:
        """Begin to listen."""
        self.run_worker(self._listen(), name="house")
        self.set_interval(CLOCK_SECONDS, self._each_second)

    def take(self, event: events.Event) -> None:
        """Handle a key or a paste at once."""
        if isinstance(event, events.Key):
            self.main.press(event.key, event.character)
        elif isinstance(event, events.Paste):
            self.main.insert(event.text)

    def want_frame(self) -> None:
        """Show nothing before there is something: a first screen is one frame."""
        if self._met:
            super().want_frame()

    def first(self) -> Sequence[Rectangle]:
        """Talk before decoration: the chat and the input line."""
        return [pane.region for pane in (self.main.chat, self.main.line) if pane.region]

    def _each_second(self) -> None:
        """Move the clock; offer the thin profile, once, to a reader whose line is slow.

        That tells them about their own line and about nobody else.
        """
        self.main.draw_clock()
        now = asyncio.get_running_loop().time()
        behind = self._pacer.is_behind(now, self._link.behind())
        if self._watch.look(now, behind=behind) and not self._offered:
            self._offered = True
            self.main.draw_event(self.desk.offer_thin(), talk_only=True)

    async def _listen(self) -> None:
        """Every event of the house, one after the other."""
        while not self.desk.goodbye:
            event = await self.desk.house.next()
            entries = self.desk.take(event)
            if await self.desk.recall():
                self.main.draw_all()
            self.main.draw_event(entries, talk_only=is_talk(event, at_table=self.desk.view is not None))
            if not self._met:
                self._met = True
                self.want_frame()
        self.check_end()

    def check_end(self) -> None:
        """Leave, if the person or the house said goodbye."""
        code = self.desk.goodbye
        if code:
            key = f"goodbye.{code}"
            self.exit(self.desk.words(key if key in self.desk.words else "goodbye.other", code=code))
