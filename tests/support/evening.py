"""An evening at a fake house, seen through one person's screen: keys in, text out."""

import asyncio
from contextlib import asynccontextmanager

from textual import events
from textual.keys import _character_to_key

from engine.games.omega import OMEGA
from engine.table import moves as m
from tests.support.fake_house import FakeHub
from tests.support.vt import Emulator, RecordingLink
from tui.app import NaishoApp
from tui.terminal.client import Depth, Terminal
from tui.terminal.pace import Pacer

TURNS = 60
"""Turns of the event loop that the longest chain takes: key, screen, worker, house, event, screen, layout."""

NAMES = {"en": ("Aki", "Umi", "Kaze"), "ja": ("あき", "うみ", "かぜ")}


class Evening:
    """The house, its people and the screen of the first of them."""

    def __init__(self, lang, size, guest, games):
        self.hub = FakeHub(*games)
        self.me, *self.friends = (
            self.hub.join(name, lang, guest=guest and not n) for n, name in enumerate(NAMES[lang or "en"])
        )
        self.lang, self.size = lang or "en", size

    @property
    def desk(self):
        return self.app.desk

    @property
    def line(self):
        """The line that takes what is typed: a question has its own."""
        return getattr(self.app.screen, "line", self.app.main.line)

    @property
    def room(self):
        return self.me.room

    @asynccontextmanager
    async def session(self, size, term="unknown"):
        """The session of the person in question, on a terminal of this size and name."""
        self.link = RecordingLink(Emulator(*size))
        terminal = Terminal(*size, term, depth=Depth.INDEXED, probe=False)
        self.app = NaishoApp(self.me, self.link, terminal, pacer=Pacer(enabled=False))
        self.app.desk.haste = 0  # here nobody presses a key in haste, and time stands still unless it is passed
        session = asyncio.create_task(self.app.run_session())
        await self.settle()
        try:
            yield
            await self.settle()
        finally:
            self.app.hang_up()
            await session

    async def settle(self):
        """Let everything that is under way arrive; nothing here waits for a clock."""
        for _ in range(TURNS):
            await asyncio.sleep(0)

    async def resize(self, width, height):
        """Drag the window, and see what comes of it."""
        drawn = len(self.link.writes)
        self.link.emulator.resize(width, height)
        self.app.resize(width, height)
        await self.link.until(lambda link: len(link.writes) > drawn)

    async def press(self, *keys):
        """Press keys, each after the effect of the one before."""
        await self.settle()
        for key in keys:
            character = {"slash": "/", "space": " ", "question_mark": "?"}.get(key, key if len(key) == 1 else None)
            event = events.Key(_character_to_key(character) if character else key, character)
            with self.app.entered():
                self.app.take(event)
            await self.settle()

    async def type(self, text):
        """Type a line and hand it in; the input line has the focus."""
        await self.press(*text, "enter")

    async def text(self):
        """The screen as text."""
        return "\n".join(row.rstrip() for row in await self.rows()).rstrip()

    async def rows(self):
        """The rows of the screen."""
        await self.settle()
        return self.link.emulator.screen.display

    async def table(self):
        """Make a table without reveals, at which all friends sit."""
        await self.press("c", "end", "up", "right", "right", "end", "enter")
        for friend in self.friends:
            await friend.enter("KITE-42")
            await friend.act(m.Sit())
            await friend.act(m.Ready())
        await self.settle()

    async def game(self):
        """… and play at it."""
        await self.table()
        await self.press("s")

    async def answer(self, **answers):
        """Every friend who is asked gives the same answers."""
        phase = self.room.state.phase
        asked = [friend for friend in self.friends if self.room.state.seat_of(friend.person.id) in phase.asked]
        for friend in asked:
            for prompt, value in answers.items():
                await friend.act(m.Answer(phase.no, prompt, {prompt: value}))
        await self.settle()

    async def pass_time(self, seconds):
        """Let time pass at every table."""
        self.hub.advance(seconds * 1000)
        await self.settle()

    async def end(self):
        """Let the clock play until the game is over."""
        for _ in range(200):
            if not self.room.state.playing:
                break
            await self.answer(**({"action": "work"} if self.room.state.phase.name == "action" else {}))
            self.hub.advance(60_000)
        assert not self.room.state.playing
        await self.settle()


@asynccontextmanager
async def evening(lang="en", size=(80, 24), *, guest=False, game=OMEGA, others=()):
    """Open the house and the first person's screen; it offers `game` and the `others`."""
    it = Evening(lang, size, guest, (game, *others))
    async with it.session(size):
        yield it
