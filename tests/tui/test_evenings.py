"""Whole evenings as one person reads them: what stands in the left half when a phase opens, and every line of the chat.

Each is told in both languages, from the same moves and the same dice.  `NAISHO_EVENINGS=write pytest
tests/tui/test_evenings.py` writes the texts afresh; read the difference before it is committed.
"""

import os
import re
from pathlib import Path

import pytest

from engine.games.love import LOVE
from engine.games.omega import OMEGA
from engine.table import moves as m
from tests.support.evening import Evening

FOLDER = Path(__file__).parent / "evenings"
SIZE = (100, 30)
LANGS = ("en", "ja")


class Told(Evening):
    """An evening that is written down."""

    def __init__(self, lang, game, friends):
        super().__init__(lang, SIZE, False, (game,))
        self.friends = self.friends[:friends]
        self.lang = lang
        self.told: list[str] = []
        self.lines = 0
        self.phase = None

    async def note(self):
        """Write down what is new: lines of the chat, and the left half where a phase has opened, or when all beats of a
        reveal have fallen."""
        await self.settle()
        entries = self.desk.entries
        for entry in entries[self.lines :]:
            line = entry[self.lang]
            self.told.append(f"    {f'{line.name}: ' if line.name else ''}{line.text}")
        self.lines = len(entries)
        state = self.room.state
        now = (state.game_no, state.phase and state.phase.no)
        if now != self.phase and self.app._beat is None:
            self.phase = now
            rows = [re.split("[│┃]", row, maxsplit=1)[0].rstrip() for row in await self.rows()]
            self.told += ["", *(f"| {row}".rstrip() for row in rows[:-3] if row), ""]

    async def passes(self, seconds):
        """Time passes, a second at a time, so that what is said stands before what follows."""
        for _ in range(seconds):
            no = self.room.state.phase and self.room.state.phase.no
            self.hub.advance(1000)
            self.app._next_beat()
            await self.note()
            if (self.room.state.phase and self.room.state.phase.no) != no:
                return

    async def runs(self):
        """The open phase runs its time."""
        phase = self.room.state.phase
        while self.room.state.phase is not None and self.room.state.phase.no == phase.no:
            await self.passes(5)

    async def sits(self, seats, word=""):
        """The friends come, bots take the other seats, and the reader deals, with a lucky word or without."""
        await self.me.act(m.SetOption("pace", "calm"))
        for friend in self.friends:
            await friend.enter("KITE-42")
            await friend.act(m.Sit())
        await self.me.act(m.Fill(seats))
        for friend in self.friends:
            await friend.act(m.Ready())
        await self.note()
        if word:
            await self.press("w", *word, "enter")
        await self.press("s")
        await self.note()

    def seat(self, who):
        return self.room.state.seat_of(who.person.id)


async def omega(lang):
    """Two people and two bots: they talk by phrases, which arrive in the language of each, and work."""
    e = Told(lang, OMEGA, friends=1)
    umi = e.friends[0]
    async with e.session(SIZE):
        await e.me.create("omega", "code", {"dialogue": 20, "action": 10})
        await e.sits(4)
        for _ in range(80):
            state = e.room.state
            if not state.playing:
                break
            if state.phase.name == "dialogue":
                if 0 in state.phase.asked:
                    await e.press("u", "1")
                    await e.note()
                if e.seat(umi) in state.phase.asked:
                    await umi.act(m.Phrase("table", "accuse", {"seat": 0}))
                    await e.note()
            if state.phase.name == "action":
                for who in (e.me, umi):
                    if e.seat(who) in state.phase.asked:
                        await who.act(m.Answer(state.phase.no, "action", {"action": "work"}))
            await e.runs()
        await e.passes(5)
        await e.press("pagedown")
        e.phase = None
        await e.note()
    assert not e.room.state.playing
    return e


WORD = "tiger"
"""A lucky word that makes the reader the culprit."""


async def love(lang):
    """Three people and four bots.  The reader is the culprit, dead by the own hand from the first night on, and keeps a
    form for all nights; when no person is left alive, all three ask to go on."""
    e = Told(lang, LOVE, friends=2)
    async with e.session(SIZE):
        await e.me.create("love", "code", {"discussion": 30, "prologue": 15, "night": 15, "ballot": 10, "guess": 15})
        await e.sits(7, WORD)
        for _ in range(400):
            state = e.room.state
            if not state.playing:
                break
            await act_in(e, state)
            await e.runs()
        await e.passes(6)
        await e.press("pagedown")
        e.phase = None
        await e.note()
    assert not e.room.state.playing
    return e


async def act_in(e, state):
    """What the three people do in a phase: the culprit kills itself first of all, for the beloved in seat 7."""
    for who in (e.me, *e.friends):
        view = e.room.view(who.person.id)
        seat, phase = e.seat(who), state.phase
        if view.play.culprit == seat and phase.name == "prologue":
            await who.act(m.Answer(phase.no, "prologue", {"beloved": "6"}))
        if view.play.culprit == seat and phase.name == "night" and seat in view.living:
            await who.act(m.Answer(phase.no, "night", {"defence": "none", "kill": "alibi", "target": str(seat)}))
        if seat not in view.living and phase.name == "noon" and seat not in view.standing:
            first, second, third = [*map(str, sorted(view.living)[:3]), "", ""][:3]
            await who.act(m.KeepForm({"kill": "alibi", "first": first, "second": second, "third": third}))
    if e.room.state.may_go_on:
        for who in (e.me, *e.friends):
            if who.person.id not in e.room.state.go_on_wanted:
                await who.act(m.GoOn())


EVENINGS = {"omega": omega, "love": love}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", EVENINGS)
async def test_an_evening_is_read_as_it_was(name, lang):
    e = await EVENINGS[name](lang)
    text = "\n".join(e.told).strip("\n") + "\n"
    file = FOLDER / f"{name}.{lang}.txt"
    if os.environ.get("NAISHO_EVENINGS"):
        file.write_text(text, encoding="utf-8")
    assert text == file.read_text(encoding="utf-8")
