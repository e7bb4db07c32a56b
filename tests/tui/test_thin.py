"""The thin profile: what a slow line is spared, who chooses it, and to whom it is offered."""

import asyncio
import re
from contextlib import asynccontextmanager
from types import SimpleNamespace

import pytest

import tui.hosting.session_app
from engine.errors import Refusal
from engine.games.omega import OMEGA
from engine.house import Profile
from engine.table import moves as m
from tests.support.evening import evening
from tests.support.fake_house import FakeHub
from tests.support.recorded import TEXTUALS_CLOCKS, LeapingLoop
from tests.support.vt import Emulator, RecordingLink
from tui.app import NaishoApp
from tui.terminal.client import Depth, Glyphs, Terminal
from tui.words.catalogue import Words

SIZE = (100, 30)
COLOURFUL = Terminal(*SIZE, depth=Depth.TRUE, probe=False)
SIXTEEN = {str(code) for base in (30, 40, 90, 100) for code in range(base, base + 8)} | {"39", "49"}
LINES = re.compile("[\u2500-\u259f]")


# --- choosing it


@pytest.mark.parametrize(("lang", "on", "off"), [("en", "/thin", "ctrl+n"), ("ja", "/軽量", "ctrl+n")])
async def test_it_is_switched_by_a_command_or_a_key_says_what_it_does_and_is_kept(lang, on, off):
    w = Words(lang)
    async with evening(lang) as e:
        assert e.me.profile.thin is None
        await e.press("tab")
        await e.type(on)
        assert e.me.profile.thin is True
        assert e.app.client.thin
        assert e.line.value == ""
        assert w("note.thin") in await e.text()
        await e.press(off)
        assert e.me.profile.thin is False
        assert not e.app.client.thin
        assert w("note.full") in await e.text()


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_it_stands_on_the_help_page(lang):
    w = Words(lang)
    async with evening(lang, (100, 80)) as e:
        await e.press("question_mark")
        text = await e.text()
        assert re.search(rf"\^N +{re.escape(w('action.thin.help'))}", text)
        assert re.search(rf"/{w('slash.thin')} +{re.escape(w('action.thin.help'))}", text)


async def test_it_works_for_the_evening_where_it_cannot_be_kept(monkeypatch):
    async with evening() as e:

        async def refuse(**choices):
            raise Refusal("journal-down")

        monkeypatch.setattr(e.me, "keep", refuse)
        await e.press("ctrl+n")
        assert e.app.client.thin
        assert "The house cannot write to its disk." in await e.text()


async def test_the_clock_moves_every_twenty_seconds_and_every_five_in_the_last_twenty():
    async with evening() as e:
        await e.game()
        await e.press("ctrl+n")
        shown = []
        for _ in range(58):
            await e.pass_time(1)
            e.app.main.draw_clock()
            shown.append(re.search(r"(\d:\d\d) left", (await e.rows())[0])[1])
    assert [shown[at] for at in (0, 18, 19, 38, 39, 43, 44, 49, 54, 57)] == [
        "1:00", "1:00", "0:40", "0:40", "0:20", "0:20", "0:15", "0:10", "0:05", "0:05",
    ]  # fmt: skip
    assert sorted(set(shown)) == ["0:05", "0:10", "0:15", "0:20", "0:40", "1:00"]


async def test_a_countdown_of_three_seconds_is_told_as_it_is():
    async with evening() as e:
        await e.game()
        await e.press("ctrl+n", "6")
        await e.answer(done="yes")
        assert "closes in 3 s" in (await e.rows())[0]


# --- what is sent


class Visit:
    """A session of one of three people, on virtual time, whose client is an emulator."""

    def __init__(self, loop, *, thin=None, terminal=COLOURFUL, lang="en"):
        self.loop = loop
        self.hub = FakeHub(OMEGA)
        self.me, *self.friends = (self.hub.join(name, lang) for name in ("Aki", "Umi", "Kaze"))
        self.me.profile = Profile(lang, thin)
        self.link = RecordingLink(Emulator(*SIZE))
        self.app = NaishoApp(self.me, self.link, terminal)

    @property
    def text(self):
        return self.link.text()

    async def game(self):
        """Begin one."""
        await self.me.create("omega", "open", {})
        for friend in self.friends:
            await friend.enter("KITE-42")
            await friend.act(m.Sit())
            await friend.act(m.Ready())
        await self.me.act(m.Ready())
        await self.me.act(m.Start())
        await self.pass_time(2)

    async def pass_time(self, seconds):
        """Time passes at the table and everywhere."""
        for _ in range(seconds):
            self.hub.advance(1000)
            await asyncio.sleep(1)
        await self.loop.quiet()

    async def types(self, data):
        self.app.feed(data)
        await asyncio.sleep(1)

    async def says(self, text):
        await self.friends[0].act(m.Say("table", text))
        await asyncio.sleep(1)


@pytest.fixture
def virtually(monkeypatch):
    """Runs a test in virtual time."""

    def run(test, **how):
        @asynccontextmanager
        async def visiting(loop):
            visit = Visit(loop, **how)
            task = asyncio.create_task(visit.app.run_session())
            await asyncio.sleep(1)
            yield visit
            visit.app.hang_up()
            await asyncio.wait([task])

        async def whole(loop):
            async with visiting(loop) as visit:
                await test(visit)

        with asyncio.Runner(loop_factory=LeapingLoop) as runner:
            loop = runner.get_loop()
            monkeypatch.setattr(tui.hosting.session_app, "time", SimpleNamespace(monotonic=loop.time))
            for owner, name in TEXTUALS_CLOCKS:
                monkeypatch.setattr(f"textual.{owner}.{name}", loop.time)
            runner.run(whole(loop))

    return run


def colours(data):
    """The colours that were asked for; those of another than the sixteen as (kind, …)."""
    codes = [code.split(";") for code in re.findall(r"\x1b\[([0-9;]*)m", data.decode())]
    found = set()
    for code in codes:
        for at, number in enumerate(code):
            if number in ("38", "48"):
                found.add(tuple(code[at : at + 5]))
                break
            if len(number) > 1 and int(number) >= 30:
                found.add(number)
    return found


def test_a_person_who_chose_it_gets_sixteen_colours_and_plain_lines_from_the_first_screen(virtually):
    async def test(visit):
        await visit.game()
        await visit.says("私は é と ж です")
        assert colours(b"".join(visit.link.writes)) <= SIXTEEN
        assert not LINES.search(visit.text)
        assert "--" in visit.text
        assert "私は é と ж です" in visit.text

    virtually(test, thin=True)


def test_without_colours_there_stay_none(virtually):
    async def test(visit):
        await visit.game()
        assert colours(b"".join(visit.link.writes)) == set()

    virtually(test, thin=True, terminal=Terminal(*SIZE, depth=Depth.NONE, probe=False))


def test_it_is_switched_in_the_midst_of_a_session_and_back(virtually):
    async def test(visit):
        await visit.game()
        await visit.me.act(m.Say("table", "mine"))
        await visit.says("yours")
        full = visit.link.emulator.cells()
        assert LINES.search(visit.text)
        await visit.types(b"\x0e")
        assert not LINES.search(visit.text)
        assert "Thin profile:" in visit.text
        assert re.search(r"#1 Aki> mine *\n.*\|2 Umi> yours", visit.text)
        visit.link.take()
        await visit.says("still in sixteen")
        assert "still in sixteen" in visit.text
        assert colours(b"".join(visit.link.take())) <= SIXTEEN
        await visit.types(b"\x0e")
        await visit.types(b"?\x1b")
        now = visit.link.emulator.cells()
        assert [row[:50] for row in now[:26]] == [row[:50] for row in full[:26]]

    virtually(test)


@pytest.mark.parametrize(
    ("columns", "then", "full"), [(1, Glyphs.LETTERS, Glyphs.ALL), (2, Glyphs.NARROW, Glyphs.NARROW)]
)
def test_what_the_terminal_tells_of_itself_does_not_undo_it_and_is_not_forgotten(virtually, columns, then, full):
    async def test(visit):
        await visit.types(f"\x1b[1;{columns + 1}R".encode())
        assert (visit.app.client.depth, visit.app.client.glyphs) == (Depth.ANSI, then)
        visit.app.resize(90, 28)
        await visit.types(b"\x0e")
        client = visit.app.client
        assert (client.depth, client.glyphs, client.width, client.height) == (Depth.TRUE, full, 90, 28)

    virtually(test, thin=True, terminal=Terminal(*SIZE, depth=Depth.TRUE, probe=True))


@pytest.mark.parametrize(("before", "keys"), [(True, b""), (None, b"\x0e")])
def test_there_are_no_more_than_four_frames_a_second(virtually, before, keys):
    async def test(visit):
        await visit.game()
        await visit.types(keys)
        visit.link.take()
        for number in range(40):
            await visit.friends[0].act(m.Say("table", f"line {number}"))
            await asyncio.sleep(0.05)
        assert len(visit.link.take()) <= 9

    virtually(test, thin=before)


def test_talk_goes_first_and_what_is_around_it_with_the_next_frame(virtually):
    async def test(visit):
        await visit.game()
        visit.link.take()
        await visit.friends[0].act(m.Say("table", "I have it!"))
        await visit.friends[1].act(m.Answer(visit.me.room.state.phase.no, "done", {"done": "yes"}))
        await asyncio.sleep(0.2)
        assert "I have it!" in visit.text
        assert "done" not in panel_row(visit.text, "3 Kaze")
        assert len(visit.link.take()) == 1
        await asyncio.sleep(0.2)
        assert "done" in panel_row(visit.text, "3 Kaze")
        assert len(visit.link.take()) == 1

    virtually(test, thin=True)


def panel_row(text, name):
    return next(row[:54] for row in text.splitlines() if name in row[:54])


# --- offering it


OFFER = "Your line seems slow. /thin sends less."


def flat(visit):
    """The chat in sight as one line."""
    return " ".join(" ".join(row[55:].lstrip("·~=!+* ").rstrip() for row in visit.text.splitlines()).split())


def test_a_reader_who_is_behind_for_long_is_told_of_it_once(virtually):
    async def test(visit):
        visit.link.bytes_behind = 5000
        await asyncio.sleep(2.5)
        visit.link.bytes_behind = 0
        await asyncio.sleep(30)
        assert OFFER not in flat(visit)
        for _ in range(2):
            visit.link.bytes_behind = 5000
            await asyncio.sleep(5)
            visit.link.bytes_behind = 0
            await asyncio.sleep(30)
            assert flat(visit).count(OFFER) == 1

    virtually(test)


def test_it_is_offered_in_the_words_of_the_reader(virtually):
    async def test(visit):
        visit.link.bytes_behind = 5000
        await asyncio.sleep(5)
        visit.link.bytes_behind = 0
        await asyncio.sleep(1)
        assert "回線が遅いようです。/軽量" in visit.text

    virtually(test, lang="ja")


@pytest.mark.parametrize("chosen", [True, False])
def test_who_has_chosen_is_not_told(virtually, chosen):
    async def test(visit):
        visit.link.bytes_behind = 5000
        await asyncio.sleep(30)
        visit.link.bytes_behind = 0
        await asyncio.sleep(1)
        assert "/thin" not in visit.text

    virtually(test, thin=chosen)
