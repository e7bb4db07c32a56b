"""What keys cost is paid by who pressed them: a flood waits in the client's own buffers, and nobody else does.

Time is virtual here: it leaps when nothing is left to do, and a handler passes as much of it as it is said to cost.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from textual.app import ComposeResult
from textual.events import Event, Key, Paste
from textual.screen import Screen

import tui.hosting.session_app
import tui.hosting.typed
from server.door.fronts import on_screen
from tests.support.recorded import LeapingLoop
from tests.support.vt import Emulator, RecordingLink
from tui.hosting.hosted import HostedScreen
from tui.hosting.session_app import SessionApp
from tui.hosting.typed import Turns
from tui.terminal.budget import Budget
from tui.terminal.client import Depth, Terminal
from tui.widgets.line import LineInput

UP, DOWN, LEFT = b"\x1b[A", b"\x1b[B", b"\x1b[D"
PASTE = b"\x1b[200~words\x1b[201~"
TERMINAL = Terminal(80, 24, depth=Depth.ANSI, probe=False)


class Session(SessionApp[str]):
    """Its keys and pastes cost time, and hold up those behind them until its gate opens; q leaves."""

    def __init__(self, cost: float = 0.0) -> None:
        super().__init__(RecordingLink(Emulator(80, 24)), TERMINAL)
        self.cost = cost
        self.taken: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()

    def get_default_screen(self) -> Screen[None]:
        return HostedScreen()

    def take(self, event: Event) -> None:
        what = event.key if isinstance(event, Key) else event.text if isinstance(event, Paste) else ""
        if what == "q":
            self.exit("left")
            return
        self.taken.append(what)
        asyncio.get_running_loop().leaping.now += self.cost  # type: ignore[attr-defined]
        if not self.gate.is_set():
            self.hold()
            self.run_worker(self.wait_for_the_gate())

    async def wait_for_the_gate(self) -> None:
        try:
            await self.gate.wait()
        finally:
            self.release()


class Stock(Session):
    """Its keys are taken as a real session takes them: at once by a line, or through Textual's queues."""

    def __init__(self) -> None:
        super().__init__()
        self.line = LineInput()

    def get_default_screen(self) -> Screen[None]:
        return OfLine(self.line)

    def take(self, event: Event) -> None:
        self.taken.append(event.key if isinstance(event, Key) else "")
        SessionApp.take(self, event)


class OfLine(HostedScreen):
    """A line to type in, that has the keys."""

    def __init__(self, line: LineInput) -> None:
        super().__init__()
        self.line = line

    def compose(self) -> ComposeResult:
        yield self.line


@pytest.fixture
def virtually(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[LeapingLoop], Coroutine[Any, Any, None]]], None]:
    """Runs a test in virtual time."""

    def run(test: Callable[[LeapingLoop], Coroutine[Any, Any, None]]) -> None:
        with asyncio.Runner(loop_factory=LeapingLoop) as runner:
            loop = runner.get_loop()
            assert isinstance(loop, LeapingLoop)
            for module in (tui.hosting.session_app, tui.hosting.typed):
                monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=loop.time))
            runner.run(test(loop))

    return run


@asynccontextmanager
async def running(loop: LeapingLoop, app: Session) -> AsyncIterator[asyncio.Task[str | None]]:
    task = asyncio.create_task(app.run_session())
    await asyncio.sleep(1)
    yield task
    app.hang_up()
    await asyncio.wait([task])


@pytest.mark.parametrize(("flood", "what"), [(UP, "up"), (PASTE, "words")])
def test_a_flood_gets_its_share_of_time_and_loses_nothing(virtually, flood, what):
    async def test(loop):
        app = Session(cost=0.05)
        async with running(loop, app):
            app.feed(flood * 100)
            await asyncio.sleep(10)
            # 0.15 s at once and 0.1 s a second are 1.15 s, at 0.05 s a piece: 23, and one that is owed
            assert 22 <= len(app.taken) <= 25
            await app.ready()
            assert app.taken == [what] * 100

    virtually(test)


def test_keys_that_go_through_textuals_queues_are_charged_for_what_they_take_there(virtually):
    async def test(loop):
        app = Stock()
        async with running(loop, app):
            app.feed(DOWN * 110)  # the line has no use for it
            await asyncio.sleep(1)
            # 0.15 s at once and 0.1 s a second are 0.25 s, at 0.003 s a piece: 83, and one that is owed
            assert 82 <= len(app.taken) <= 85
            await app.ready()
            assert app.taken == ["down"] * 110

    virtually(test)


def test_keys_that_a_pane_takes_at_once_are_not_charged_for_queues(virtually):
    async def test(loop):
        app = Stock()
        async with running(loop, app):
            app.feed(LEFT * 110)
            await loop.quiet()
            assert app.taken == ["left"] * 110

    virtually(test)


def test_a_step_in_which_the_process_was_held_up_is_not_charged_in_full(virtually):
    async def test(loop):
        app = Session(cost=30.0)
        async with running(loop, app):
            app.feed(UP)
            await app.ready()
            app.cost = 0.0
            app.feed(DOWN)
            await loop.quiet()
            assert app.taken == ["up", "down"]

    virtually(test)


def test_a_typist_never_waits(virtually):
    async def test(loop):
        app = Session(cost=0.008)
        async with running(loop, app):
            for count in range(1, 301):
                app.feed(UP if count % 2 else DOWN)
                await loop.quiet()
                assert len(app.taken) == count
                await asyncio.sleep(0.1)

    virtually(test)


def test_who_owes_time_makes_way_when_the_loop_is_late(virtually):
    async def test(loop):
        app = Session(cost=0.05)
        async with running(loop, app):
            app.feed(UP * 100)
            for _ in range(200):
                await asyncio.sleep(0.01)
                loop.leaping.now += 0.2  # somebody else's work
            # On time, 42 s would be good for 5 and 84 keys; each that comes 0.1 s late costs three times as much.
            assert 20 <= len(app.taken) <= 60

    virtually(test)


def test_a_bystander_comes_after_one_key_of_a_flood(virtually):
    async def test(loop):
        flooder, bystander = Session(cost=0.05), Session()
        async with running(loop, flooder), running(loop, bystander):
            flooder.feed(UP * 100)
            bystander.feed(DOWN)
            await bystander.ready()
            assert bystander.taken == ["down"]
            assert len(flooder.taken) <= 2

    virtually(test)


def test_turns_are_taken_one_at_a_time_in_the_order_of_coming():
    turns, called = Turns(), []
    a, b, c, d = (lambda name=name: called.append(name) for name in "abcd")
    for go in (a, b, c, d):
        turns.take(go)
    assert called == ["a"]
    turns.leave(b)  # it no longer wants one
    assert called == ["a"]
    turns.leave(a)
    assert called == ["a", "c"]
    turns.leave(a)  # it has none any more
    turns.leave(c)
    assert called == ["a", "c", "d"]
    turns.leave(d)
    turns.take(b)
    assert called == ["a", "c", "d", "b"]


@pytest.mark.parametrize("end", ["hang_up", "exit"])
def test_a_session_that_ends_leaves_its_turn(virtually, end):
    async def test(loop):
        one, two = Session(cost=0.1), Session(cost=0.1)
        async with running(loop, one), running(loop, two):
            for app in (one, two):
                app.feed(UP * 50)
            await asyncio.sleep(5)
            one.gate.clear()
            await asyncio.sleep(1)
            with one.entered():
                getattr(one, end)()
            await two.ready()
            assert len(two.taken) == 50

    virtually(test)


class Wire:
    """A client that has sent something already, and counts how much of it was read."""

    def __init__(self, *reads: bytes) -> None:
        self.on_resize: Callable[[int, int], None] = lambda columns, rows: None
        self._waiting = list(reads)
        self.read_so_far = 0

    async def read(self) -> bytes:
        if not self._waiting:
            return b""
        self.read_so_far += 1
        return self._waiting.pop(0)


class Early(Wire):
    """One that sends nothing before the screen is there."""

    async def read(self) -> bytes:
        if not self.read_so_far:
            await asyncio.sleep(1)
        return await super().read()


def test_nothing_more_is_read_before_all_of_the_last_read_is_done(virtually):
    async def test(loop):
        app, wire = Session(), Early(UP * 3, DOWN, UP)
        app.gate.clear()
        session = asyncio.create_task(on_screen(app, wire))
        await asyncio.sleep(1)
        await loop.quiet()
        assert (wire.read_so_far, app.taken) == (1, ["up"])
        app.gate.set()
        await session
        assert (wire.read_so_far, app.taken) == (3, ["up", "up", "up", "down", "up"])

    virtually(test)


@pytest.mark.parametrize("end", ["hang_up", "exit"])
def test_keys_that_wait_are_dropped_at_the_end(virtually, end):
    async def test(loop):
        app = Session()
        async with running(loop, app) as session:
            app.gate.clear()
            app.feed(UP * 100)
            await loop.quiet()
            reading = asyncio.create_task(app.ready())
            await loop.quiet()
            assert not reading.done()
            with app.entered():
                getattr(app, end)()
            await reading
            app.gate.set()
            await session
            assert app.taken == ["up"]

    virtually(test)


def test_a_handler_that_never_returns_does_not_hold_up_the_keys_of_others_for_ever(virtually):
    async def test(loop):
        app = Session()
        async with running(loop, app) as session:
            app.gate.clear()
            app.feed(UP + b"q")
            assert await session == "left"

    virtually(test)


def test_what_is_owed_is_waited_for():
    budget = Budget(0.1, 0.25)
    budget.charge(5.0, 0.2)
    assert budget.wait(5.0) == 0.0
    budget.charge(5.0, 0.1)
    assert budget.wait(5.0) == pytest.approx(0.5)
    assert budget.wait(5.3) == pytest.approx(0.2)
    assert budget.wait(5.6) == 0.0
    budget.charge(100.0, 0.35)  # no more than 0.25 was saved up
    assert budget.wait(100.0) == pytest.approx(1.0)


def test_a_crowd_that_waited_for_one_does_not_go_on_in_one_step_of_the_loop(virtually):
    async def test(loop):
        in_step = [0]

        class Counting(Session):
            def take(self, event: Event) -> None:
                if not in_step[-1]:
                    loop.call_soon(in_step.append, 0)
                in_step[-1] += 1
                super().take(event)

        first, *_ = apps = [Counting() for _ in range(5)]
        async with AsyncExitStack() as stack:
            for app in apps:
                await stack.enter_async_context(running(loop, app))
            first.gate.clear()
            for app in apps:
                app._typed._effort.charge(loop.time(), 0.19 if app is first else 0.2)
                app.feed(UP)
            await asyncio.sleep(0.9)
            assert [len(app.taken) for app in apps] == [1, 0, 0, 0, 0]
            first.gate.set()
            await asyncio.gather(*(app.ready() for app in apps))
            await loop.quiet()
            assert in_step == [1, 1, 1, 1, 1, 0]

    virtually(test)
