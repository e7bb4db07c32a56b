"""One person's screen as a state machine: random keys and events of the house, and laws that hold after each.

`NAISHO_FACES=20` plays twenty times as long.
"""

import os
from contextlib import suppress
from random import Random

import pytest

from engine.errors import Refusal
from engine.games.love import LOVE
from engine.games.omega import OMEGA
from engine.table import moves as m
from tests.support.evening import evening
from tui.words.catalogue import Words

SEEDS = 4 * int(os.environ.get("NAISHO_FACES", "1"))
STEPS = 70
KEYS = [
    *("tab", "tab", "enter", "enter", "enter", "up", "down", "left", "right", "escape", "escape"),
    *("pageup", "pagedown", "home", "end", "ctrl+x", "ctrl+t", "ctrl+r", "f1", "ctrl+u"),
    *"1234560abcdefghijklmnoprstvwxyあ",
    *("question_mark", "slash", "space"),
]
"""Everything but the keys that end the session."""

W = Words("en")


class Machine:
    """A person among two friends; what is known of the screen before and after each step."""

    def __init__(self, e, random):
        self.e, self.random = e, random
        self.held = 0
        hold, release = e.app.hold, e.app.release
        e.app.hold = lambda: (self.count(1), hold())[1]
        e.app.release = lambda: (self.count(-1), release())[1]

    def count(self, step):
        self.held += step

    async def step(self):
        """A key, or something in the house; then every law."""
        e = self.e
        room, playing = e.room, bool(e.room and e.room.state.playing)
        games = e.room.state.game_no if e.room else 0
        if self.random.random() < 0.75:
            key = self.random.choice(KEYS)
            await e.press(key)
            if playing and key == "l":
                assert not room.state.seats[0].away, "left a running game without being asked"
                assert not room.state.seats[0].quit
        else:
            await self.event()
        assert self.held == 0, "a key is still held up"
        text = await e.text()
        if room is not None and e.room is None:
            assert W("scope.house") in (await e.rows())[-3], f"a question outlived its table\n{text}"
        if e.room is not None and e.room.state.playing and (not playing or e.room.state.game_no != games):
            assert W("game.asked") in text or W("game.now") in text, f"a game began out of sight\n{text}"

    async def event(self):
        """One of the others does something, or time passes."""
        e = self.e
        friend = self.random.choice(e.friends)
        if e.room is None:
            return await e.me.say("hm")
        state = e.room.state
        doings = [
            lambda: friend.act(m.Say("table", "hm?")),
            lambda: e.pass_time(self.random.choice((1, 10, 70))),
        ]
        if not state.playing:
            doings += [lambda: friend.act(m.Ready()), lambda: e.me.act(m.Ready()), self.start]
            if friend.room is None:
                doings.append(lambda: friend.enter(e.room.code))
            if state.host == friend.person.id:
                doings.append(lambda: friend.act(m.Remove(e.me.person.id)))
        with suppress(Refusal):
            await self.random.choice(doings)()
        await e.settle()
        return None

    async def start(self):
        """Everybody is ready and the host begins."""
        state = self.e.room.state
        for house in (self.e.me, *self.e.friends):
            if state.seat_of(house.person.id) is not None and not state.seats[state.seat_of(house.person.id)].ready:
                await house.act(m.Ready())
        host = next(house for house in (self.e.me, *self.e.friends) if house.person.id == state.host)
        await host.act(m.Start())


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", [OMEGA, LOVE], ids=["omega", "love"])
async def test_the_laws_hold_after_every_key_and_event(game, seed):
    random = Random(f"{game.id}/{seed}")
    async with evening("en", random.choice([(80, 24), (100, 30)]), game=game) as e:
        await e.table()
        machine = Machine(e, random)
        for _ in range(STEPS):
            await machine.step()
            assert e.app.is_live, "the session ended"


@pytest.mark.parametrize("seed", range(SEEDS))
async def test_a_refused_line_stays_whatever_it_is(seed):
    random = Random(seed)
    async with evening() as e:
        await e.game()
        await e.press("6", "tab")
        await e.answer(done="yes")
        await e.pass_time(3)
        text = "".join(random.choice("abc xyz") for _ in range(20)).strip() or "hm"
        for line in (text, f"/{text}"):
            await e.press("ctrl+u")
            await e.type(line.replace(" ", "."))
            row = (await e.rows())[-3]
            assert line.replace(" ", ".") in row


async def test_a_question_goes_with_the_table_that_it_was_about():
    async with evening() as e:
        await e.table()
        host = e.friends[0]
        await e.me.act(m.HandOver(host.person.id))
        await e.press("w")
        assert W("ask.word.label") in (await e.rows())[-3]
        await host.act(m.Remove(e.me.person.id))
        assert e.room is None
        assert W("scope.house") in (await e.rows())[-3]
