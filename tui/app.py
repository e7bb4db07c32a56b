"""The screens as one session: a person's desk, the screens that show it, and the house that feeds it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from contextlib import suppress

from attrs import evolve
from textual import events
from textual.app import ScreenStackError
from textual.screen import Screen
from textual.timer import Timer

from engine.house import Event, House, LobbyChanged, Notice, TableChanged
from engine.table import facts as f
from tui.hosting.session_app import Output, SessionApp
from tui.screens.asking import LanguagePage
from tui.screens.before import remembered
from tui.screens.calling import MENTION_SECONDS, Alarms, Asking, Moment, asking, title
from tui.screens.chat_log import Entry
from tui.screens.desk import Desk, Page, Question
from tui.screens.dialogs import Dialog, dialog
from tui.screens.lobby import LobbyPage
from tui.screens.main import MainScreen
from tui.screens.practice import LessonPage
from tui.screens.reading import ResultPage
from tui.screens.room import RoomPage
from tui.terminal.client import Terminal
from tui.terminal.frame import Rectangle
from tui.terminal.pace import Pacer
from tui.terminal.watch import LineWatch
from tui.words.catalogue import LANGS, Lang, words_of
from tui.words.clean import show

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
        link: Output,
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
        self.desk.teaching = LessonPage
        if known is None:
            self.desk.pages.append(LanguagePage())
        self.main = MainScreen(self.desk, self.client_size())
        self.use_theme(self.desk.theme)
        self.use_mouse(self.desk.mouse)
        self._met = False
        self._alarms = Alarms()
        self._named = float("-inf")
        self._watch = LineWatch()
        self._offered = False
        self._beat: Timer | None = None
        self._asking = asyncio.Lock()
        self._turning = asyncio.Lock()

    def get_default_screen(self) -> Screen[None]:
        """The screen of the place (asked by Textual)."""
        return self.main

    def on_mount(self) -> None:
        """Begin to listen."""
        self.run_worker(self._listen(), name="house")
        self.set_interval(CLOCK_SECONDS, self._each_second)

    def take(self, event: events.Event) -> None:
        """Handle a key or a paste."""
        self.main.forget_full()
        if not (isinstance(event, events.Key) and self.screen is self.main and self.main.startles(event)):
            super().take(event)

    def want_frame(self) -> None:
        """Show nothing before there is something: a first screen is one frame."""
        if self._met:
            super().want_frame()

    def first(self) -> Sequence[Rectangle]:
        """Talk before decoration: the chat and the input line."""
        regions = [pane.region for pane in (self.main.chat, self.main.line)]
        return [region for region in regions if region]

    def _each_second(self) -> None:
        """Move the clock; call the person; offer the thin profile, once, to a reader whose line is slow.

        That tells them about their own line and about nobody else.
        """
        if self.desk.place == "game":
            self.main.draw_clock()
        phase = asking(self.desk.view)
        self._call(phase, self._alarms.pass_time(phase, self.desk.house.now()))
        now = asyncio.get_running_loop().time()
        behind = self._pacer.is_behind(now, self._link.behind())
        if self._watch.look(now, behind=behind) and not self._offered:
            self._offered = True
            self.main.draw_event(self.desk.offer_thin())

    def _next_beat(self) -> None:
        """Draw what has fallen of a reveal, and come back when the next beat falls."""
        self.draw()
        self._follow_reveal()

    # --- the house --------------------------------------------------------------------------------------

    async def run_session(self) -> str | None:
        """Run until the person leaves or the line is lost, see `SessionApp`.

        What the house has to say at once is taken in first: so the first screen is laid out for the place they come to.
        """
        self._next = asyncio.ensure_future(self.desk.house.next())
        try:
            await asyncio.wait([self._next])
            while self._next.done() and not self.desk.goodbye:
                self.main.add_lines(self._take_event(self._next.result()))
                self._next = asyncio.ensure_future(self.desk.house.next())
                await asyncio.sleep(0)
            return await super().run_session()
        finally:
            self._next.cancel()

    async def _listen(self) -> None:
        """Every event of the house, one after the other."""
        await self.desk.recall()
        self.desk.newcomer = not await remembered(self.desk)
        await self.show()
        # After what Textual still has to do for the first time: it would be a second frame.
        self.main.call_later(self.main.call_later, self._meet)
        while not self.desk.goodbye:
            event = await self._next
            self._next = asyncio.ensure_future(self.desk.house.next())
            entries = self._take_event(event)
            recalled = await self.desk.recall()
            self.main.draw_event(entries)
            if recalled or not is_talk(event, at_table=self.desk.view is not None):
                await self.show()
                self._follow_reveal()
        self._check_end()

    def _follow_reveal(self) -> None:
        """Wait for the next beat of the reveal that is open, if there is one to come."""
        if self._beat is not None:
            self._beat.stop()
        wait = self.desk.next_beat()
        self._beat = None if wait is None else self.set_timer(wait / 1000, self._next_beat)

    def _take_event(self, event: Event) -> list[Entry] | None:
        """Take in an event, and call the person if it is one that calls; the new lines of the chat, see `Desk.take`."""
        entries, now = self.desk.take(event), self.desk.house.now()
        phase = asking(self.desk.view)
        if isinstance(event, TableChanged) and event.first:
            self._alarms.come(phase, now)
        self._call(phase, self._alarms.meet(phase, now))
        self._call_by_name(asyncio.get_running_loop().time())
        return entries

    def _call(self, phase: Asking | None, moment: Moment | None) -> None:
        """Call the person, if such a moment has come.

        In the thin profile only a phase that opens has a title: what is left shows in the bar.
        """
        desk = self.desk
        if desk.place != "game" or desk.call == "off":
            self.aside.give_back()
        elif phase is not None and moment is not None:
            text = title(desk.words, phase, desk.seat, moment)
            if moment.opens or not desk.thin:
                self.aside.title(text)
            if desk.seat in phase.asked:
                self._ring(text)

    def _call_by_name(self, now: float) -> None:
        """Call the person if somebody has named them, at most every few seconds (`now` is of any clock)."""
        if self.desk.named_by and now >= self._named + MENTION_SECONDS:
            self._named = now
            self._ring(self.desk.words("call.named", name=show(self.desk.named_by)))

    def _ring(self, text: str) -> None:
        """The bell, and a notification for who wants one."""
        self.aside.ring()
        self.aside.notify(text, self.desk.notify)

    def _meet(self) -> None:
        """Show the first screen."""
        self._met = True
        self.want_frame()

    def _check_end(self) -> None:
        """Leave, if the person or the house said goodbye."""
        code = self.desk.goodbye
        if code:
            key = f"goodbye.{code}"
            self.exit(self.desk.words(key if key in self.desk.words else "goodbye.other", code=code))

    def ask(self, doing: Awaitable[object]) -> None:
        """Do something that may have to wait for the house, one after the other.  Keys typed ahead wait for what
        comes of it, but not for long."""
        self.hold()
        self.run_worker(self._ask(doing))

    async def _ask(self, doing: Awaitable[object]) -> None:
        try:
            await self._asked(doing)
        finally:
            self.release()

    async def _asked(self, doing: Awaitable[object]) -> None:
        async with self._asking:
            await doing
        self._follow_choices()
        await self.show()
        self._check_end()

    def _follow_choices(self) -> None:
        """Take over what the person has chosen for the screen."""
        desk, main = self.desk, self.main
        if main.chat.words is not desk.words or main.hidden is not desk.hidden:
            main.retell()
        if self._able.thin is not desk.thin:
            main.use_marks()
            self.use_thin(desk.thin)
        if self.theme != desk.theme:
            self.use_theme(desk.theme)
        self.use_mouse(desk.mouse)
        if desk.call == "off":
            self.aside.drop()

    # --- what is in sight -------------------------------------------------------------------------------

    async def show(self) -> None:
        """Bring the screens in line with the desk."""
        async with self._turning:
            if self.is_live:
                with suppress(ScreenStackError):  # the session ends meanwhile
                    await self.main.turn_left()
                    await self._turn_pages()
                    self.draw()

    async def _turn_pages(self) -> None:
        """Lay over the place what the desk has open, and take away what it has not."""
        desk = self.desk
        wanted: list[Page | Question] = [*desk.pages, *([desk.question] if desk.question is not None else [])]
        lying = [getattr(screen, "about", None) for screen in self.screen_stack[1:]]
        kept = next((n for n, (is_, was) in enumerate(zip(wanted, lying, strict=False)) if is_ is not was), None)
        kept = min(len(wanted), len(lying)) if kept is None else kept
        for _ in lying[kept:]:
            await self.pop_screen()
        for about in wanted[kept:]:
            screen = dialog(about, desk, self.client_size())
            await self.push_screen(screen, lambda _, about=about: self._dismissed(about))

    def _dismissed(self, about: Page | Question) -> None:
        """A screen has closed itself, as the palette does."""
        if about in self.desk.pages:
            self.desk.pages.remove(about)
            self.ask(self.show())

    def draw(self) -> None:
        """Draw all that is in sight."""
        for screen in self.screen_stack:
            if isinstance(screen, MainScreen | Dialog):
                screen.draw()

    def talk(self, text: str = "") -> None:
        """Go to the input line, from wherever the keys are, and type this there."""
        self.desk.park()
        self.desk.note = None
        self.main.set_focus(self.main.line)
        if text:
            self.main.line.insert(text)
        self.ask(self.show())
