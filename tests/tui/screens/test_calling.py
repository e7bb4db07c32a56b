"""When a person is called back to the screen: by the clock and by their name, as they chose, never by what is past."""

import re
from contextlib import asynccontextmanager

import pytest
from attrs import evolve as replace
from textual.pilot import Pilot

from engine.games.omega import OMEGA
from engine.house import HouseLine, LobbyChanged, LobbyView, Notice, Profile, TableChanged, TableGone
from engine.table import moves as m
from engine.table.state import Phase, TableState
from tests.support.evening import NAMES, Evening
from tests.support.fake_house import FakeHub, FakeRoom
from tui.screens.calling import Alarms, Asking, Moment, asking
from tui.screens.desk import Desk
from tui.screens.dialogs import ListScreen
from tui.words.catalogue import words_of
from tui.words.names import is_named

PHASE = Asking("omega", 1, "dialogue", 1, (0, 1, 2), 60_000)
TURN = b"Your turn: Dialogue, Turn 1, 60 s left - Naisho"
CALLED = re.compile(rb"\x1b\[2[23];2t|\x1b\]([^\x1b]*)\x1b\\|\a")


# --- the moments


def moments(*looks):
    """Look at a phase at these seconds, and at its end in seconds; what calls, with its second."""
    alarms, found = Alarms(), []
    for second, ends in looks:
        phase = replace(PHASE, ends=int(ends * 1000)) if ends else None
        for moment in (alarms.meet(phase, int(second * 1000)), alarms.pass_time(phase, int(second * 1000))):
            if moment is not None:
                found.append((second, moment.left, moment.opens))
    return found


OPENS = (0, 60, True)


@pytest.mark.parametrize(
    ("looks", "calls"),
    [
        ([(0, 60), *((s, 60) for s in range(1, 60))], [OPENS, (30, 30, False), (50, 10, False)]),
        ([(0, 60), (29.999, 60), (30.4, 60), (31.4, 60)], [OPENS, (30.4, 30, False)]),
        # a phase of half a minute does not say it twice
        ([(0, 30), (0.001, 30), (1, 30), (20, 30), (21, 30)], [(0, 30, True), (20, 10, False)]),
        ([(0, 8), (1, 8), (7, 8)], [(0, 8, True)]),
        # the author gives a minute more: once the half minute was told it is told again
        ([(0, 60), (30, 60), (31, 120), (60, 120), (90, 120)], [OPENS, (30, 30, False), (90, 30, False)]),
        # everybody is done: the three seconds call nobody, and withdrawn they leave what is still to come
        ([(0, 60), (20, 23), (21, 23), (22, 60), (30, 60), (50, 60)], [OPENS, (30, 30, False), (50, 10, False)]),
        ([(0, 60), (31, 34), (33, 34), (33.5, 60), (50, 60)], [OPENS, (50, 10, False)]),
        # in a pause table time stands still
        ([(0, 60), (29, 60), (29, 60), (29, 60), (30, 60)], [OPENS, (30, 30, False)]),
        # whoever looks late is told the last of it only, and nothing when it is over
        ([(0, 60), (55, 60)], [OPENS, (55, 10, False)]),
        ([(0, 60), (61, 60)], [OPENS]),
        ([(0, 0), (5, 0), (6, 60)], [(6, 54, True)]),
    ],
)  # fmt: skip
def test_a_phase_calls_when_it_opens_at_half_a_minute_and_at_ten_seconds(looks, calls):
    assert moments(*looks) == calls


def test_who_comes_in_is_called_by_what_is_still_to_come():
    alarms = Alarms()
    alarms.come(PHASE, 40_000)
    assert alarms.meet(PHASE, 40_000) is alarms.pass_time(PHASE, 40_001) is None
    assert alarms.pass_time(PHASE, 50_000) == Moment(10)
    assert alarms.meet(replace(PHASE, no=2), 51_000) == Moment(9, opens=True)


# --- names


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("aki", "aki?", True),
        ("Aki", "I think AKI did it", True),
        ("aki", "it was ａｋｉ", True),
        ("aki", "@aki: you", True),
        ("aki", "akin to murder", False),
        ("aki", "takaki", False),
        ("aki", "aki-g7 is another", False),
        ("aki-g7", "aki-g7, you", True),
        ("aki-g7", "aki-g70, you", False),
        ("aki", "aki2", False),
        ("aki", "akiさん", True),
        ("あき", "犯人はあきさんです", True),
        ("あき", "秋の夜", False),
        ("a_b", "a_b", True),
        ("aki", "", False),
        ("", "anything", False),
    ],
)
def test_a_name_is_heard_as_a_word_of_its_own(name, text, named):
    assert is_named(name, text) is named


# --- a person's own terminal


@asynccontextmanager
async def called(lang="en", term="xterm-256color", **choices):
    """An evening at a terminal that shows titles, of somebody who has chosen this."""
    it = Evening(lang, (80, 24), False, (OMEGA,))
    await it.me.keep(**choices)
    async with it.session((80, 24), term):
        pilot = Pilot(it.app)

        async def press(*keys):
            with it.app.entered():
                await pilot.press(*keys)
            await it.settle()

        it.pilot_press = press
        yield it


def told(e):
    """The strings and bells since the last look."""
    found = CALLED.finditer(b"".join(e.link.take()))
    return [part[1] or part[0] for part in found]


async def seconds(e, *steps):
    """Let so many seconds pass at a time, and look as the app does each second."""
    for step in steps:
        await e.pass_time(step)
        e.app._each_second()
    await e.settle()


async def test_a_phase_calls_three_times_and_the_title_is_put_back_when_the_game_is_left():
    async with called() as e:
        await e.game()
        assert told(e) == [b"\x1b[22;2t", b"2;" + TURN, b"\a"]
        await seconds(e, 29)
        assert told(e) == []
        await seconds(e, 1, 1)
        assert told(e) == [b"2;Your turn: Dialogue, Turn 1, 30 s left - Naisho", b"\a"]
        await seconds(e, 18, 1, 1)
        assert told(e) == [b"2;Your turn: Dialogue, Turn 1, 10 s left - Naisho", b"\a"]
        await e.me.step_out()
        assert told(e) == []
        await e.settle()
        assert told(e) == [b"2;Naisho", b"\x1b[23;2t"]
    assert told(e) == []


async def test_the_title_is_put_back_when_the_session_ends_in_a_game():
    async with called() as e:
        await e.game()
        told(e)
        e.me.goodbye("server-stops")
        await e.settle()
        assert told(e) == [b"2;Naisho", b"\x1b[23;2t"]


async def test_a_title_speaks_the_language_of_its_reader():
    async with called("ja") as e:
        await e.game()
        assert told(e)[1] == "2;あなたの番です：対話フェーズ、1ターン目、残り60秒 - Naisho".encode()


async def test_who_has_answered_is_called_as_well():
    async with called() as e:
        await e.game()
        await e.me.act(m.Answer(e.room.state.phase.no, "done", {"done": "yes"}))
        told(e)
        await seconds(e, 29, 1)
        assert told(e) == [b"2;Your turn: Dialogue, Turn 1, 30 s left - Naisho", b"\a"]


async def test_a_terminal_that_knows_no_titles_rings():
    async with called(term="linux") as e:
        await e.game()
        assert told(e) == [b"\a"]


@pytest.mark.parametrize("chosen", [None, "turn", "mentions", "nonsense"])
async def test_who_chose_no_other_is_called_at_their_turn(chosen):
    async with called(**({"call": chosen} if chosen else {})) as e:
        await e.game()
        assert told(e)[-1] == b"\a"


@pytest.mark.parametrize("notify", ["off", "osc9", "osc777"])
async def test_who_chose_off_is_sent_nothing(notify):
    async with called(call="off", notify=notify) as e:
        await e.game()
        await seconds(e, 29, 1, 20)
        await say(e, "Aki, where are you?")
        await e.me.step_out()
        await e.settle()
        assert told(e) == []
    assert told(e) == []


async def test_a_notification_says_what_the_title_says():
    async with called(notify="osc777") as e:
        await e.game()
        assert told(e)[1:] == [b"2;" + TURN, b"777;notify;Naisho;Your turn: Dialogue, Turn 1, 60 s left", b"\a"]


async def test_in_the_thin_profile_a_title_is_written_when_a_phase_opens_and_the_bell_rings_as_ever():
    async with called(thin=True) as e:
        await e.game()
        assert told(e) == [b"\x1b[22;2t", b"2;" + TURN, b"\a"]
        await seconds(e, 29, 1, 20)
        assert told(e) == [b"\a", b"\a"]


async def test_who_comes_back_is_not_called_by_an_old_phase():
    async with called() as e:
        await e.game()
        await e.pass_time(5)
        e.app.hang_up()
        e.hub.leave(e.me)
        async with e.session((80, 24), "xterm-256color"):
            e.hub.houses.append(e.me)
            await e.me.enter("KITE-42")
            await e.settle()
            assert told(e) == []
            await seconds(e, 24, 1)
            assert told(e) == [b"\x1b[22;2t", b"2;Your turn: Dialogue, Turn 1, 30 s left - Naisho", b"\a"]


# --- by name


async def say(e, text, who=0):
    await e.friends[who].act(m.Say("table", text))
    await e.settle()


async def test_a_name_calls_who_wants_it_with_the_bell_and_no_title():
    async with called(call="mentions", notify="osc9") as e:
        await e.table()
        told(e)
        await say(e, "where are they?")
        assert told(e) == []
        await say(e, "aki, are you there?")
        assert told(e) == [b"9;Naisho: Umi named you in the chat.", b"\a"]
        await say(e, "Aki!", who=1)
        assert told(e) == [], "not again within ten seconds"
        e.app._named -= 10
        await say(e, "Aki!!", who=1)
        assert told(e) == [b"9;Naisho: Kaze named you in the chat.", b"\a"]
        e.app._named -= 10
        await say(e, "never mind", who=1)
        assert told(e) == [], "once for a line"


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_a_phrase_about_the_reader_names_them_in_any_language(lang):
    async with called(lang, call="mentions") as e:
        await e.game()
        told(e)
        await e.friends[0].act(m.Phrase("table", "accuse", {"seat": 2}))
        await e.settle()
        assert told(e) == []
        await e.friends[0].act(m.Phrase("table", "accuse", {"seat": 0}))
        await e.settle()
        assert told(e) == [b"\a"]


async def test_ones_own_line_calls_nobody():
    async with called(call="mentions") as e:
        await e.table()
        told(e)
        await e.me.act(m.Say("table", "I am Aki"))
        await e.settle()
        assert told(e) == []


async def test_without_mentions_a_name_calls_nobody():
    async with called() as e:
        await e.table()
        told(e)
        await say(e, "Aki!")
        assert told(e) == []


async def test_a_name_in_the_lobby_calls_who_is_there_and_not_who_comes_back_to_it():
    async with called(call="mentions") as e:
        await e.friends[0].say("Aki?")
        await e.settle()
        assert told(e) == [b"\a"]
        await e.table()
        await e.friends[0].say("Aki, once more?")
        await e.settle()
        e.app._named -= 10
        await e.me.step_out()
        await e.settle()
        assert told(e) == []


async def test_what_was_said_before_one_came_calls_nobody():
    it = Evening("en", (80, 24), False, (OMEGA,))
    await it.friends[0].say("Aki, come!")
    it.me = it.hub.join("Aki")
    await it.me.keep(call="mentions")
    async with it.session((80, 24), "xterm-256color"):
        await it.settle()
        assert told(it) == []


async def test_what_was_said_while_one_was_away_calls_nobody():
    async with called(call="mentions") as e:
        await e.table()
        e.app.hang_up()
        e.hub.leave(e.me)
        await say(e, "Aki, come back!")
        async with e.session((80, 24), "xterm-256color"):
            e.hub.houses.append(e.me)
            await e.me.enter("KITE-42")
            await e.settle()
            assert "come back!" in await e.text()
            assert told(e) == []


def test_house_chat_that_comes_in_while_one_is_at_a_table_calls_nobody_afterwards():
    hub = FakeHub(OMEGA)
    me = hub.join("Aki")
    me.profile = Profile("en", call="mentions")
    desk = Desk(me, words_of("en"))
    line = HouseLine(1, "u9", "Umi", "Aki?")
    room = FakeRoom(OMEGA, 0, {OMEGA.id: OMEGA})
    room.do("", m.Create("t0", "KITE-42", "omega", "open", {}))
    for event, named_by in (
        (LobbyChanged(LobbyView((), (), ())), ""),
        (TableChanged(room.view("u1"), (), 0, True), ""),
        (TableGone("KITE-42", "left"), ""),
        (LobbyChanged(LobbyView((), (), (line,))), ""),
        (LobbyChanged(LobbyView((), (), (line, replace(line, number=2)))), "Umi"),
        (Notice("slow-line", {}), ""),
    ):
        desk.take(event)
        assert desk.named_by == named_by


def test_a_phase_that_asks_nobody_calls_nobody():
    phase = Phase(1, "dialogue", 1, 0, 60_000, talk=True, asked=(0,), needs=())
    view = TableState(OMEGA, stage="playing", phase=phase)
    assert asking(view) == replace(PHASE, asked=(0,))
    assert asking(replace(view, phase=replace(phase, asked=()))) is None
    assert asking(replace(view, stage="lobby")) is None
    assert asking(None) is None


async def test_who_watches_reads_of_the_phase_and_is_not_rung_for():
    async with called() as e:
        await e.friends[0].create("omega", "open", {})
        for friend in (e.friends[1], e.hub.join("Sora")):
            await friend.enter("KITE-42")
            await friend.act(m.Sit())
            await friend.act(m.Ready())
        await e.me.enter("KITE-42")
        await e.friends[0].act(m.Start())
        await e.settle()
        assert told(e) == [b"\x1b[22;2t", b"2;Dialogue, Turn 1, 60 s left - Naisho"]


@pytest.mark.parametrize("name", ["eve\x1b]0;root\x07\x9b2J", "eve\x1b", "eve\x90"])
async def test_a_hostile_name_cannot_write_to_a_terminal(name, monkeypatch):
    """Nobody can have such a name; but a row may have been put into the database by hand."""
    monkeypatch.setitem(NAMES, "en", ("Aki", name, "Kaze"))
    async with called(call="mentions", notify="osc777") as e:
        await e.table()
        told(e)
        await say(e, "Aki!")
        assert told(e) == [b"777;notify;Naisho;eve named you in the chat.", b"\a"]


# --- choosing


async def test_a_command_opens_the_choice_and_what_is_chosen_holds_at_once():
    async with called() as e:
        await e.game()
        told(e)
        await e.pilot_press("tab", *"/call", "enter")
        assert isinstance(e.app.screen, ListScreen)
        assert "When it is my turn" in await e.text()
        await e.pilot_press("3")
        assert e.me.profile.call == "off"
        assert "no bell, no title" in await e.text()
        assert told(e) == [b"2;Naisho", b"\x1b[23;2t"]
        await seconds(e, 29, 1)
        assert told(e) == []


@pytest.mark.parametrize(
    ("lang", "command", "key", "choice"),
    [
        ("en", "/call", "2", ("call", "mentions")),
        ("en", "/notify", "2", ("notify", "osc9")),
        ("ja", "/呼び出し", "1", ("call", "turn")),
        ("ja", "/通知", "3", ("notify", "osc777")),
    ],
)
async def test_every_choice_can_be_made_in_both_languages(lang, command, key, choice):
    async with called(lang) as e:
        await e.press("tab", *command, "enter", key)
        assert getattr(e.me.profile, choice[0]) == choice[1]
        assert getattr(e.desk, choice[0]) == choice[1]


@pytest.mark.parametrize(
    ("lang", "typed", "found"), [("en", "bell and", "When the house calls you back"), ("ja", "ベル", "ベルとタイトル")]
)
async def test_the_palette_finds_it(lang, typed, found):
    async with called(lang) as e:
        await e.press("ctrl+p", *typed)
        assert found in await e.text()
