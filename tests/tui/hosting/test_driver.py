"""Textual sessions over callables: many in one process, each ends cleanly, whatever its client does.

The apps here are small but real; their client is an emulator.
"""

import asyncio
import gc
import sys
import weakref
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import ClassVar

import pytest
from attrs import evolve
from textual import constants
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.events import Event, Key, MouseDown, MouseUp, Resize
from textual.message import Message
from textual.screen import Screen

from tests.support.vt import Emulator, RecordingLink
from tui.hosting import driver, hosted
from tui.hosting.driver import check_textual
from tui.hosting.hosted import HostedScreen
from tui.hosting.session_app import LEAVE, SessionApp
from tui.terminal.client import Depth, Glyphs, Terminal
from tui.terminal.keys import Report
from tui.terminal.pace import Pacer
from tui.widgets.board import Board
from tui.widgets.chat import ChatPane, ChatRow
from tui.widgets.draw import row
from tui.widgets.line import LineInput
from tui.words.catalogue import Words


class Line(LineInput):
    """F3 crashes in it."""

    def press(self, key: str, character: str | None) -> bool:
        if key == "f3":
            crash()
        return super().press(key, character)


class Table(HostedScreen):
    """A chat, a panel beside it and a line to type in."""

    DEFAULT_CSS = """
    Table Horizontal { height: 1fr; }
    Table ChatPane { width: 1fr; }
    Table Board { width: 30; max-width: 100%; }
    Table Line { height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.chat = ChatPane(Words("en"))
        self.panel = Board()
        self.panel.put([row("┌──"), *(row(f"{name}  life 3  $10k") for name in "ABCD")])
        self.line = Line(graphemes=5000, bytes_=20_000)
        self.sizes: list[tuple[int, int]] = []

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield self.chat
            yield self.panel
        yield self.line

    def on_resize(self, event: Resize) -> None:
        self.sizes.append(tuple(event.size))


class Chat(SessionApp[str], inherit_bindings=False):
    """Escape leaves, F2 crashes."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave"), ("f2", "crash")]

    def __init__(self, link: RecordingLink, terminal: Terminal, *, pacer: Pacer | None = None) -> None:
        super().__init__(link, terminal, pacer=pacer)
        self.table = Table()
        self.taken: list[Event] = []

    def get_default_screen(self) -> Screen[None]:
        return self.table

    def take(self, event: Event) -> None:
        self.taken.append(event)
        super().take(event)

    def action_leave(self) -> None:
        self.exit("escaped")

    def action_crash(self) -> None:
        crash()

    def say(self, text: str) -> None:
        self.table.chat.extend([ChatRow("", "", text, "system")])


def crash() -> None:
    secret = "the culprit is A"
    raise ZeroDivisionError(len(secret))


def client(width: int = 100, height: int = 30) -> RecordingLink:
    return RecordingLink(Emulator(width, height))


TERMINAL = Terminal(100, 30, depth=Depth.ANSI, probe=False)


@asynccontextmanager
async def running(
    link: RecordingLink, app: SessionApp[str] | None = None
) -> AsyncIterator[tuple[Chat, asyncio.Task[str | None]]]:
    """A session that shows its first screen, ended at last."""
    app = app or Chat(link, TERMINAL, pacer=Pacer(enabled=False))
    task = asyncio.create_task(app.run_session())
    shown = asyncio.create_task(link.shows("D  life 3"))
    await asyncio.wait([task, shown], return_when=asyncio.FIRST_COMPLETED)
    shown.result()
    await turns()
    link.take()
    yield app, task
    app.hang_up()
    await asyncio.wait([task])


async def turns(count: int = 50) -> None:
    """Let everything run that can run now."""
    for _ in range(count):
        await asyncio.sleep(0)


def others() -> set[asyncio.Task[object]]:
    return asyncio.all_tasks() - {asyncio.current_task()}


def test_this_textual_has_what_the_driver_uses():
    check_textual()


def test_a_textual_without_a_name_is_refused_by_that_name(monkeypatch):
    monkeypatch.setattr(driver, "_PRIVATE_NAMES", [(Screen, "_update_timer _no_such_thing")])
    with pytest.raises(RuntimeError, match=r"no Screen\._no_such_thing$"):
        check_textual()


# What it costs (the figures of the same screen in ncurses are 36, 76, 340 and 3,960 with SSH's own bytes)


async def test_the_first_screen_is_one_short_write():
    link = client()
    async with running(link, app := Chat(link, TERMINAL)):
        assert app.is_live
    link = client()
    app = Chat(link, TERMINAL)
    task = asyncio.create_task(app.run_session())
    await link.shows("D  life 3")
    taken = link.take()
    assert sum(map(len, taken)) < 2000
    app.hang_up()
    await task


async def test_a_key_a_line_and_a_line_to_a_full_pane_are_short():
    link = client()
    async with running(link) as (app, _):
        for typed, shown in (("h", "h"), ("e", "he"), ("l", "hel")):
            app.feed(typed.encode())
            await link.until(lambda link, shown=shown: shown in link.text().splitlines()[-1])
            assert sum(map(len, link.take())) <= 44
        app.say("alice: twenty letter")
        await link.shows("twenty letter")
        assert sum(map(len, link.take())) <= 84
        for number in range(40):
            app.say(f"line {number} of a pane that is full")
        await link.shows("line 39")
        await turns()
        link.take()
        for number in range(40, 80):
            app.say(f"line {number} of a pane that is full")
            await link.shows(f"line {number} of")
        assert sum(map(len, link.take())) / 40 <= 300


async def test_nothing_happens_nothing_is_sent():
    link = client()
    async with running(link) as (app, _):
        app.screen.refresh()
        app.table.chat.redraw()
        await turns()
        assert link.take() == []


# Input


async def test_the_hardware_cursor_stands_in_the_line_that_has_the_keys_and_else_is_hidden():
    link = client()
    async with running(link) as (app, _):
        assert link.emulator.cursor == (2, 29)
        app.feed("あb".encode())
        await link.until(lambda link: link.emulator.cursor == (5, 29))
        app.feed(b"\x1b[D")
        await link.until(lambda link: link.emulator.cursor == (4, 29))
        with app.entered():
            app.table.set_focus(None)
        await link.until(lambda link: link.emulator.cursor is None)


async def test_a_lone_esc_arrives():
    link = client()
    async with running(link) as (app, task):
        app.feed(b"\x1b")
        assert await task == "escaped"


@pytest.mark.parametrize(
    "killer",
    [
        b"\x1b[99999999;2u",
        b"\x1b[:u",
        b"\x1b[1114112u",
        b"\x1b[48;24;80;0;0t\x1b[<0;3;3M",
        b"\x1b[48;65535;65535;9;9t",
        b"ok\xff\xfe",
    ],
)
async def test_after_input_that_kills_parsers_the_next_key_works(killer):
    link = client()
    async with running(link) as (app, _):
        app.feed(killer)
        app.feed(b"z")
        await link.until(lambda link: "z" in link.text().splitlines()[-1])
        assert app.size == (100, 30)


async def test_two_megabytes_of_paste_become_one_event_of_bounded_length():
    link = client()
    async with running(link) as (app, _):
        app.feed(b"\x1b[200~")
        for _ in range(64):
            app.feed(b"x" * 32768)
        app.feed(b"\x1b[201~!")
        await link.until(lambda link: "!" in link.text().splitlines()[-1])
        assert app.table.line.value == "x" * 4000 + "!"


async def test_a_paste_that_is_never_finished_is_handed_over_in_time(monkeypatch):
    monkeypatch.setattr("tui.terminal.sequences.PATIENCE", 0.01)
    link = client()
    async with running(link) as (app, _):
        app.feed(b"\x1b[200~pasted")
        await link.until(lambda link: "pasted" in link.text().splitlines()[-1])
        app.feed(b"z")
        await link.until(lambda link: "pastedz" in link.text().splitlines()[-1])


async def test_an_answer_of_the_terminal_is_told_and_is_no_key(monkeypatch):
    link, told = client(), []
    monkeypatch.setattr(Chat, "answered", lambda app, report: told.append(report))
    async with running(link) as (app, _):
        for read in (b"\x1bP1$r0;38:2::1", b":2:3m\x1b", b"\\z"):
            app.feed(read)
        await link.until(lambda link: "z" in link.text().splitlines()[-1])
        assert [event.key for event in app.taken if isinstance(event, Key)] == ["z"]
    assert told == [Report("decrqss", ("1", "0;38:2::1:2:3m"))]


async def test_the_mouse_is_taken_where_it_was_asked_for():
    link = client()
    async with running(link) as (app, _):
        app._keyboard.mouse = True
        app.feed(b"\x1b[<0;3;3M\x1b[<0;3;3m")
        await app.ready()
        assert [type(event) for event in app.taken] == [MouseDown, MouseUp]


async def test_no_mouse_is_asked_for_and_none_is_heard():
    link = client()
    async with running(link) as (app, _):
        assert b"\x1b[?100" not in b"".join(link.writes)
        app.feed(b"\x1b[<0;3;3Mz")
        await link.until(lambda link: "z" in link.text().splitlines()[-1])
        assert [event.key for event in app.taken if isinstance(event, Key)] == ["z"]
        assert len(app.taken) == 1


async def test_keys_typed_ahead_wait_for_what_holds_them_up():
    link = client()
    async with running(link) as (app, _):
        app.hold()
        app.feed(b"a")
        app.feed(b"b")
        app.hold()
        app.feed(b"c")
        app.release()
        assert [event.key for event in app.taken] == ["a"]
        app.release()
        await app.ready()
        assert [event.key for event in app.taken] == ["a", "b", "c"]


async def test_a_terminal_with_wide_lines_is_given_others():
    link = client()
    app = Chat(link, Terminal(100, 30, probe=True))
    task = asyncio.create_task(app.run_session())
    await link.shows("┌──")
    app.feed(b"\x1b[1;3R")
    await link.shows("+--")
    assert app.client.glyphs is Glyphs.NARROW
    assert "─" not in link.text()
    app.hang_up()
    await task


# Output


async def test_what_users_write_is_never_a_command_to_a_terminal():
    link = client()
    async with running(link) as (app, _):
        link.take()
        evil = "\x1b[2J\x9b2J\x1b]52;c;QQ==\a\x1b]0;title\x1b\\ \u202e end"
        app.say(evil)
        app.table.panel.put([row(evil)])
        await link.shows("end")
        sent = b"".join(link.take()).decode()
        assert "\x07" not in sent
        assert "\x9b" not in sent
        assert "\x1b]" not in sent
        assert "\x1b[2J" not in sent
        with app.entered():
            app.copy_to_clipboard("x")
        assert link.take() == []


async def test_a_client_that_is_behind_gets_nothing_and_then_the_newest_screen():
    link = client()
    async with running(link, Chat(link, TERMINAL)) as (app, _):
        link.bytes_behind = 2000
        for number in range(100):
            app.say(f"line {number}")
            await turns(5)
        assert link.take() == []
        link.bytes_behind = 0
        app.drained()
        await link.shows("line 99")
        assert len(link.take()) == 1


async def test_a_terminal_that_answers_is_waited_for_where_no_buffer_can_be_seen():
    link = client()
    app = Chat(link, Terminal(100, 30, probe=True))
    task = asyncio.create_task(app.run_session())
    await link.shows("D  life 3")
    app.feed(b"\x1b[1;2R")
    for number in range(20):
        app.say(f"line {number} of a screen that is larger")
    await link.shows("line 19")
    app.redraw()
    await link.until(lambda link: link.writes[-1].endswith(b"\x1b[6n"))
    link.take()
    app.say("held back")
    await turns()
    assert link.take() == []
    app.feed(b"\x1b[30;1R")
    await link.shows("held back")
    app.hang_up()
    await task


async def test_a_burst_is_one_frame():
    link = client()
    async with running(link, Chat(link, TERMINAL)) as (app, _):
        app.say("before")
        await link.shows("before")
        link.take()
        for number in range(20):
            app.say(f"line {number}")
            await turns(5)
        await link.shows("line 19")
        assert len(link.take()) == 1


async def test_the_echo_of_a_key_overtakes_a_frame_that_waits():
    link = client()
    slow = Pacer(frames_per_second=0.01)
    async with running(link, Chat(link, TERMINAL, pacer=slow)) as (app, _):
        app.say("held back for a hundred seconds")
        await turns()
        assert link.take() == []
        app.feed(b"z")
        await link.until(lambda link: "z" in link.text().splitlines()[-1])


@pytest.mark.parametrize(
    ("claimed", "drawn"), [((60, 20), (60, 20)), ((0, 0), (80, 24)), ((1, 1), (20, 8)), ((65535, 65535), (240, 80))]
)
async def test_a_new_size_is_clamped_and_drawn(claimed, drawn):
    link = client()
    async with running(link) as (app, _):
        link.emulator.resize(*drawn)
        app.resize(*claimed)
        await link.until(lambda link: app.size == drawn and "A  life 3" in link.text() and link.writes)
        app.feed(b"z")
        await link.until(lambda link: link.text().splitlines()[-1] == "› z")


async def test_a_flood_of_sizes_ends_in_the_last():
    link = client()
    async with running(link) as (app, _):
        for width in range(20, 120):
            app.resize(width, 30)
        link.emulator.resize(119, 30)
        await link.until(lambda link: "A  life 3" in link.text() and app.table.size == (119, 30))
        assert len(app.table.sizes) < 10


async def test_a_screen_that_was_overwritten_is_redrawn():
    link = client()
    async with running(link) as (app, _):
        link.emulator.feed(b"\x1b[2J")
        app.redraw()
        await link.shows("D  life 3")


async def test_the_client_gets_its_terminal_back():
    link = client()
    app = Chat(link, TERMINAL)
    task = asyncio.create_task(app.run_session())
    await link.shows("D  life 3")
    assert link.writes[0] == b"\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?25l"
    app.exit("bye")
    assert await task == "bye"
    assert link.writes[-1] == LEAVE.encode() == b"\x1b[m\x1b[r\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
    assert b"u" not in link.writes[0]  # no keyboard protocol


# Its end


async def test_two_sessions_end_out_of_order_and_the_streams_are_the_servers(capsys):
    streams = sys.stdout, sys.stderr
    one, two = client(), client()
    first, second = Chat(one, TERMINAL), Chat(two, TERMINAL)
    tasks = [asyncio.create_task(first.run_session()), asyncio.create_task(second.run_session())]
    await one.shows("D  life 3")
    await two.shows("D  life 3")
    print("a line of the server's")
    first.exit("one")
    assert await tasks[0] == "one"
    second.say("still here")
    await two.shows("still here")
    second.exit("two")
    assert await tasks[1] == "two"
    assert (sys.stdout, sys.stderr) == streams
    assert capsys.readouterr().out == "a line of the server's\n"


@pytest.mark.parametrize("key", [b"\x1bOQ", b"\x1bOR"], ids=["in a binding", "in a pane"])
async def test_a_crash_is_told_to_the_caller_and_to_nobody_else(capsys, key):
    link, other = client(), client()
    async with running(other) as (bystander, _):
        async with running(link) as (app, task):
            app.feed(key)
            with pytest.raises(ZeroDivisionError):
                await task
        bystander.say("unharmed")
        await other.shows("unharmed")
    assert link.writes[-1] == LEAVE.encode()
    assert b"culprit" not in b"".join(link.writes)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("deaf", ["feed", "tick"])
async def test_a_keyboard_that_breaks_is_a_crash_and_no_deaf_screen(deaf, monkeypatch):
    def broken(*_: object) -> Iterator[Event]:
        raise ZeroDivisionError
        yield

    link = client()
    async with running(link) as (app, task):
        monkeypatch.setattr(app._keyboard, deaf, broken)
        app.feed(b"\x1b")
        with pytest.raises(ZeroDivisionError):
            await task
    assert link.writes[-1] == LEAVE.encode()


async def test_a_link_lost_before_the_start_ends_the_session():
    before = others()
    app = Chat(link := client(), TERMINAL)
    app.hang_up()
    assert await app.run_session() is None
    assert link.writes == []
    assert others() == before


@pytest.mark.parametrize("after", [0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89])
async def test_a_link_lost_in_any_phase_ends_the_session_and_leaves_no_task(after):
    before = others()
    app = Chat(client(), TERMINAL)
    task = asyncio.create_task(app.run_session())
    await turns(after)
    app.hang_up()
    app.hang_up()
    app.feed(b"x")
    app.resize(10, 10)
    assert await task is None
    assert others() == before


async def test_nothing_is_written_to_a_link_that_is_lost():
    link = client()
    async with running(link) as (app, task):
        app.say("unseen")
        app.hang_up()
        await task
        assert link.take() == []


class Stuck(Message):
    """Its handler never returns."""


class StuckApp(Chat):
    """A message to it never returns, nor does its worker."""

    def __init__(self, link: RecordingLink) -> None:
        super().__init__(link, TERMINAL)
        self.stuck = asyncio.Event()

    def on_mount(self) -> None:
        self.run_worker(asyncio.get_running_loop().create_future())

    def take(self, event: Event) -> None:
        self.hold()
        self.post_message(Stuck())

    async def on_stuck(self) -> None:
        self.stuck.set()
        await asyncio.get_running_loop().create_future()


@pytest.mark.parametrize("sent", [b"w", b"\x1b[200~a\x1b[201~"])
async def test_a_handler_that_never_returns_does_not_hold_the_session(monkeypatch, sent):
    monkeypatch.setattr(hosted, "GRACE", 0.01)
    before = others()
    link = client()
    app = StuckApp(link)
    task = asyncio.create_task(app.run_session())
    await link.shows("D  life 3")
    app.feed(sent)
    await app.stuck.wait()
    app.hang_up()
    assert await task is None
    assert others() == before


async def test_sessions_that_ended_are_not_kept():
    ended: list[weakref.ref[object]] = []
    for _ in range(5):
        link = client()
        async with running(link) as (app, _):
            app.feed(b"key\x1b[A")
            await link.until(lambda link: "key" in link.text())
            ended += [weakref.ref(app), weakref.ref(app.table), weakref.ref(app.table.line)]
        del app
    await turns()
    gc.collect()
    assert [kept() for kept in ended if kept() is not None] == []


async def test_cancelling_is_a_hang_up():
    before = others()
    link = client()
    async with running(link) as (_, task):
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert others() == before


async def test_style_sheets_are_parsed_once_for_all_sessions():
    one, two = client(), client()
    async with running(one) as (first, _), running(two) as (second, _):
        assert first.stylesheet.rules
        assert all(a is b for a, b in zip(first.stylesheet.rules, second.stylesheet.rules, strict=True))


# The server's own environment


async def test_the_servers_environment_changes_nothing(monkeypatch):
    for name, value in {"NO_COLOR": "1", "TEXTUAL": "debug,devtools", "COLUMNS": "7", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(constants, "SCREENSHOT_DELAY", 0)
    link = client()
    coloured = Chat(link, evolve(TERMINAL, depth=Depth.INDEXED), pacer=Pacer(enabled=False))
    async with running(link, coloured) as (app, _):
        assert app.features == frozenset()
        assert any(fg not in ("default", "white") for row in link.emulator.cells() for _, fg, *_ in row)
        assert app.size == (100, 30)
        assert asyncio.get_running_loop().get_task_factory() is None
