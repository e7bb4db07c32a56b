"""The screens as Textual's own pilot drives them: actions, focus, modals, the palette, themes and the mouse."""

import re
from collections import defaultdict
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList

from engine.games.omega import OMEGA
from engine.table import moves as m
from tests.support.evening import Evening, evening
from tui.screens.actions import ACTIONS, available
from tui.screens.dialogs import AskScreen, ListScreen, ReaderScreen
from tui.screens.main import MainScreen
from tui.screens.palette import Palette, entries
from tui.themes import NAMES
from tui.words.catalogue import Words


@asynccontextmanager
async def piloted(lang="en", size=(80, 24)):
    """An evening, and a pilot for the first person's session."""
    async with evening(lang, size) as e:
        pilot = Pilot(e.app)

        async def press(*keys):
            with e.app.entered():
                await pilot.press(*keys)
            await e.settle()

        e.pilot_press = press
        yield e


# --- actions and modals

PAGES = {"b": ReaderScreen, "m": ReaderScreen, "question_mark": ReaderScreen, "k": ReaderScreen, "c": ListScreen}


@pytest.mark.parametrize("key", PAGES)
async def test_a_page_opens_over_the_place_and_closes_by_escape(key):
    async with piloted() as e:
        await e.pilot_press(key)
        assert isinstance(e.app.screen, PAGES[key])
        await e.pilot_press("escape")
        assert e.app.screen is e.app.main
        assert e.app.focused is e.app.main.left


@pytest.mark.parametrize("key", ["b", "m", "question_mark"])
async def test_a_page_that_is_read_closes_by_its_own_key_and_by_enter(key):
    async with piloted() as e:
        for close in (key, "enter"):
            await e.pilot_press(key)
            assert isinstance(e.app.screen, ReaderScreen)
            await e.pilot_press(close)
            assert e.app.screen is e.app.main


async def test_one_page_takes_the_place_of_another():
    async with piloted() as e:
        await e.pilot_press("b", "m")
        assert [type(screen).__name__ for screen in e.app.screen_stack] == ["MainScreen", "ReaderScreen"]
        assert "In the house" in await e.text()


async def test_a_question_is_asked_in_a_line_of_its_own_and_keeps_the_draft_of_the_other():
    async with piloted() as e:
        await e.pilot_press("tab", "h", "i", "tab", "j")
        assert isinstance(e.app.screen, AskScreen)
        await e.pilot_press("x", "escape")
        assert e.app.screen is e.app.main
        assert e.app.main.line.value == "hi"


async def test_a_game_that_begins_is_in_sight_whatever_is_open():
    for key in ("b", "ctrl+p", "w"):
        async with piloted() as e:
            await e.table()
            await e.pilot_press(key)
            assert e.app.screen is not e.app.main
            await e.me.act(m.Start())
            await e.settle()
            assert e.app.screen is e.app.main
            assert "Your die" in await e.text()


# --- focus


async def test_tab_goes_between_the_left_half_and_the_line():
    async with piloted() as e:
        main = e.app.main
        assert e.app.focused is main.left
        for expected in (main.line, main.left):
            await e.pilot_press("tab")
            assert e.app.focused is expected
        await e.pilot_press("shift+tab")
        assert e.app.focused is main.line


async def test_a_page_is_put_aside_while_its_reader_talks():
    async with piloted() as e:
        await e.pilot_press("c", "down", "right", "tab", "h", "i")
        assert e.app.screen is e.app.main
        assert e.app.main.line.value == "hi"
        await e.pilot_press("tab")
        assert isinstance(e.app.screen, ListScreen)
        assert "by code only" in await e.text()


async def test_a_page_opened_while_typing_gives_the_line_back():
    async with piloted() as e:
        await e.pilot_press("tab", "h", "ctrl+r")
        assert isinstance(e.app.screen, ReaderScreen)
        await e.pilot_press("escape", "i")
        assert e.app.main.line.value == "hi"


# --- one table of actions


def test_every_key_of_the_table_is_bound_and_nothing_else():
    bound = defaultdict(set)
    for key, found in MainScreen._merge_bindings().key_to_bindings.items():
        for binding in found:
            bound[binding.action].add(key)
    for action in ACTIONS:
        keys = {*action.keys, *action.controls}
        assert bound.pop(f"do('{action.name}')", set()) == keys, action.name
    assert set(bound) == {"switch", "back", "page_chat('pageup')", "page_chat('pagedown')"}


async def test_no_two_actions_that_make_sense_share_a_key():
    async with piloted() as e:
        for make in (None, e.table, lambda: e.press("s")):
            if make is not None:
                await make()
            keys = [key for action in available(e.desk) for key in (*action.keys, *action.controls)]
            assert sorted(keys) == sorted(set(keys))


# --- the palette


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_the_palette_finds_an_action_and_does_it(lang):
    async with piloted(lang) as e:
        await e.pilot_press("ctrl+p")
        assert isinstance(e.app.screen, Palette)
        assert Words(lang)("palette.search") in await e.text()
        for letter in Words(lang)("action.create.help")[:6]:
            await e.press("space" if letter == " " else letter)
        await e.link.shows(Words(lang)("action.create.help"))
        await e.press("enter")
        await e.link.shows(Words(lang)("create.title"))
        assert isinstance(e.app.screen, ListScreen)


async def test_the_palette_says_so_when_nothing_matches():
    async with piloted() as e:
        await e.pilot_press("ctrl+p", *"zzqx")
        await e.link.shows("Nothing that can be done now")
        await e.pilot_press("escape")
        assert e.app.screen is e.app.main


async def test_the_palette_holds_what_can_be_done_now_and_follows_the_place():
    async with piloted() as e:
        assert "Make a table." in [entry.name for entry in entries(e.desk)]
        await e.game()
        names = [entry.name for entry in entries(e.desk)]
        assert "Make a table." not in names
        assert "Lockdown wish: against" in names


async def test_an_answer_is_given_from_the_palette():
    async with piloted() as e:
        await e.game()
        await e.pilot_press("ctrl+p", *"against")
        await e.link.shows("Lockdown wish: against")
        await e.pilot_press("enter")
        await e.settle()
        assert e.room.state.phase.answers["wish"][0] == {"wish": "against"}


async def test_nothing_in_the_palette_blinks():
    async with piloted() as e:
        await e.pilot_press("ctrl+p")
        assert not e.app.screen.query_one(Input).cursor_blink


# --- themes


@pytest.mark.parametrize("name", NAMES)
async def test_a_theme_is_chosen_shown_and_kept(name):
    async with piloted() as e:
        await e.desk.use_theme(name)
        e.app.ask(e.app.show())
        await e.settle()
        assert e.app.theme == name
        assert e.me.profile.theme == name
        papers = {cell.bg for row in e.link.emulator.screen.buffer.values() for cell in row.values()}
        assert (name == "light") == ("eeeeee" in papers)


async def test_the_theme_of_the_profile_is_there_from_the_first_frame():
    e = Evening("en", (80, 24), False, (OMEGA,))
    await e.me.keep(theme="light")
    async with e.session((80, 24)):
        assert e.app.theme == "light"
        assert len(e.link.writes) == 2  # taking the terminal, and one frame


async def test_the_page_of_themes_has_the_one_in_use_under_its_cursor():
    async with piloted() as e:
        await e.press("tab", *"/theme", "enter")
        assert isinstance(e.app.screen, ListScreen)
        assert e.app.screen.query_one(OptionList).highlighted == NAMES.index("dark")
        await e.press("2")
        assert e.app.theme == "light"


# --- the mouse

CLICK = "\x1b[<0;{x};{y}M\x1b[<0;{x};{y}m"


async def click(e, text, dx=0):
    """Click with the left button where a text stands."""
    rows = await e.rows()
    y = next(y for y, row in enumerate(rows) if text in row)
    e.app.feed(CLICK.format(x=rows[y].index(text) + 1 + dx, y=y + 1).encode())
    await e.app.ready()
    await e.settle()


async def test_nobody_who_did_not_ask_is_sent_or_believed_a_mouse():
    async with piloted() as e:
        await click(e, "new table")
        assert e.app.screen is e.app.main
    assert not any(re.search(rb"\x1b\[\?100\d", data) for data in e.link.writes)


async def test_the_mouse_is_asked_for_kept_and_given_back():
    async with piloted() as e:
        await e.press("tab", *"/mouse", "enter")
        assert b"\x1b[?1000h\x1b[?1006h" in b"".join(e.link.writes)
        assert e.me.profile.mouse is True
        await e.type("/mouse")
        assert e.me.profile.mouse is False
    assert b"\x1b[?1006l\x1b[?1000l" in b"".join(e.link.writes)


@asynccontextmanager
async def with_mouse(size=(80, 24)):
    async with piloted(size=size) as e:
        await e.desk.use_mouse(True)
        e.app.ask(e.app.show())
        await e.settle()
        yield e


async def test_a_click_presses_a_key_of_the_footer():
    async with with_mouse() as e:
        await click(e, "new table")
        assert isinstance(e.app.screen, ListScreen)


async def test_a_click_focuses_the_line():
    async with with_mouse() as e:
        await click(e, "Press Tab to talk")
        assert e.app.focused is e.app.main.line


async def test_a_click_gives_an_answer():
    async with with_mouse() as e:
        await e.game()
        await click(e, "2 against", dx=3)
        assert e.room.state.phase.answers["wish"][0] == {"wish": "against"}


async def test_a_click_chooses_in_a_list():
    async with with_mouse() as e:
        await e.game()
        await e.press("l")
        await click(e, "Stay")
        assert e.app.screen is e.app.main


async def test_the_wheel_scrolls_the_chat():
    async with with_mouse() as e:
        await e.table()
        for n in range(60):
            await e.friends[0].act(m.Say("table", f"line {n}"))
            await e.settle()
        assert "line 59" in await e.text()
        for _ in range(20):
            e.app.feed(b"\x1b[<64;70;5M")
            await e.app.ready()
        await e.settle()
        assert "line 59" not in await e.text()
        for _ in range(20):
            e.app.feed(b"\x1b[<65;70;5M")
            await e.app.ready()
        await e.settle()
        assert "line 59" in await e.text()
