"""One player's session: Textual on a client's terminal, in as few bytes as possible.

What a server does, and all it needs to know::

    check_textual()                                                # tui.driver; once, at start-up
    terminal = Terminal.from_client(term, (width, height), env)    # tui.terminal
    app = SomeApp(link, terminal)                                  # a SessionApp; link is the server's `Link`
    result = await app.run_session()                               # until the player leaves or the link is lost

and meanwhile, from any task of the same event loop::

    app.feed(data)                # bytes the client sent, in reads of up to 64 KB; cheap, never raises
    await app.ready()             # then read on: what was fed is worked off, or will never be
    app.resize(width, height)     # a window-change, in cells, unclamped
    app.drained()                 # optional: the client has caught up, look now instead of within 50 ms
    app.hang_up()                 # the link is lost or is to be given up, in any phase, as often as you like

`run_session` raises what crashed the app (log it without locals: they may hold secrets), otherwise returns the
value given to ``App.exit``. In any case the client's terminal was put in order before, as far as it still
listens, and no task of the session is left. Cancelling `run_session` is a hang-up too.

A session is charged the loop's time that its keys and pastes take, with the frames that come of them, and waits
with the next one when it has used more than its share. So a server that awaits `ready` leaves a flood in the
client's own buffers. While something is under way that keys typed ahead have to wait for, the app holds them up
with `hold` and `release`.

Every frame is one `Link.write`. Nothing is composed while `Link.behind` tells more than
`tui.pace.BEHIND_BYTES`, so it must count every buffer between here and the client.

What is shown is a `PaintedScreen`: its panes paint lines on the app, which keeps the cells and sends the difference.
The hardware cursor stands where a pane has it, and is hidden while none does.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from attrs import evolve
from rich.console import RenderableType
from rich.style import Style
from textual.events import CursorPosition, Event, Key, Paste

from tui.cells import line_cells
from tui.driver import SessionDriver
from tui.frame import FrameWriter, Rectangle
from tui.hosted import HostedApp, PaintedScreen
from tui.keyboard import ESCAPE_DELAY, Budget, Keyboard
from tui.pace import FRAMES_PER_SECOND, THIN_FRAMES_PER_SECOND, Pacer
from tui.terminal import Glyphs, Terminal
from tui.widgets.pane import Line

ReturnType = TypeVar("ReturnType")

#: Alternate screen, no wrapping at the edge (the frame writer counts on it), bracketed paste, cursor hidden.
ENTER = "\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?25l"
#: Everything back, whatever a half-sent frame has left.
LEAVE = "\x1b[m\x1b[r\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
#: Draw an ambiguous character and ask for the cursor: it went one column on, or two, or three without UTF-8.
PROBE = "\r○\x1b[6n"
#: Ask for the cursor at the end of a frame: the answer tells that the frame has come.
ASK = b"\x1b[6n"
#: Seconds of the loop's time that one client's keys may take each second, and at once after a pause.
EFFORT_PER_SECOND, EFFORT_AT_ONCE = 0.1, 0.15
#: Seconds of one step or delay that count at most: in a longer one the process was held up by something else.
MOST_AT_ONCE = 0.1
#: Seconds of delay that are no sign of a busy loop.
LATE = 0.005
#: Seconds of keys that are handed on in one go, so that those of one packet make one frame.
HANDFUL = 0.002
#: Seconds after which the next key no longer waits for what holds it up.
PATIENCE = 1.0
_PROBED = {1: Glyphs.ALL, 2: Glyphs.NARROW, 3: Glyphs.ASCII}


class Link(Protocol):
    """The server's end of one client's connection."""

    def write(self, data: bytes) -> None:
        """Send bytes to the client, in order, without waiting; ignored once the link is lost."""

    def behind(self) -> int:
        """Bytes written that the client has not drained yet, in all buffers that can be seen."""


class Turns:
    """One after the other: who takes a turn is called when all who came before have left."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], None]] = deque()

    def take(self, go: Callable[[], None]) -> None:
        """Call ``go`` in its turn, which lasts until it leaves."""
        self._waiting.append(go)
        if len(self._waiting) == 1:
            go()

    def leave(self, go: Callable[[], None]) -> None:
        """Give up the turn, or the place in the queue, if there is one."""
        if go not in self._waiting:
            return
        first = self._waiting[0] == go
        self._waiting.remove(go)
        if first and self._waiting:
            self._waiting[0]()


#: All sessions of the process: of those that owe time, one key at a time is under way.
_TURNS = Turns()


class SessionApp(HostedApp[ReturnType]):
    """A Textual app that is one session of many in a process. Subclass it as you would `App`.

    ``link`` and ``terminal`` are described at the top of this module; ``pacer`` replaces the pacing (a bench
    turns it off). A subclass gives its screen, `take` and perhaps `first`.
    """

    def __init__(self, link: Link, terminal: Terminal, *, pacer: Pacer | None = None) -> None:
        super().__init__()
        self._able = terminal
        self.client = terminal.in_use
        self._link = link
        self._pacer = pacer or Pacer(_rate(terminal))
        self._keyboard = Keyboard()
        self._writer = FrameWriter(self.client)
        self._whole = True  # nothing of the screen is with the client yet
        self._frame_handle: asyncio.TimerHandle | None = None
        self._tick_handle: asyncio.TimerHandle | None = None
        self._probing = terminal.probe
        self._lost = False
        self._typed: deque[Event] = deque()
        self._holds = 0
        self._next_handle: asyncio.Handle | None = None
        self._held_up: asyncio.Handle | None = None
        self._worked_off = asyncio.Event()
        self._worked_off.set()
        self._effort = Budget(EFFORT_PER_SECOND, EFFORT_AT_ONCE)
        self._charged = False

    async def run_session(self) -> ReturnType | None:
        """Run until the app exits or the link is lost; see the top of this module.

        Raises the exception that crashed the app, if one did.
        """
        try:
            return await self.run_hosted()
        finally:
            self._drop_typed()
            for handle in (self._frame_handle, self._tick_handle):
                if handle is not None:
                    handle.cancel()

    def hang_up(self) -> None:
        """End the session: the link is lost."""
        self._lost = True
        self._drop_typed()
        self.end()

    def exit(
        self, result: ReturnType | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the app, whatever keys are still to come."""
        self._drop_typed()
        super().exit(result, return_code, message)

    def _send(self, data: bytes) -> None:
        if data and not self._lost:
            self._link.write(data)

    # Input

    def feed(self, data: bytes) -> None:
        """Take bytes from the client."""
        if not self.is_live or self._lost:
            return
        self._take(self._keyboard.feed(data, time.monotonic()))
        if self._tick_handle is None and self._keyboard.waiting:
            loop = asyncio.get_running_loop()
            self._tick_handle = loop.call_later(ESCAPE_DELAY * 1.05, self._tick)

    def _tick(self) -> None:
        """Let a lone Esc be a key."""
        self._tick_handle = None
        if self.is_live:
            self._take(self._keyboard.tick(time.monotonic()))

    async def ready(self) -> None:
        """Wait until all that was fed is worked off; at once when the session ends."""
        await self._worked_off.wait()

    def _take(self, events: Iterable[Event]) -> None:
        """Keep the client's events until it is their turn."""
        with self.entered():
            for event in events:
                if isinstance(event, CursorPosition):
                    self._learn_glyphs(event.x)
                elif isinstance(event, Key | Paste):
                    self._typed.append(event)
        if self._worked_off.is_set():
            self._hand_on()

    def take(self, event: Event) -> None:
        """Handle a key or a paste; a subclass does, at once."""
        raise NotImplementedError

    def hold(self) -> None:
        """Hold up what was typed ahead, until `release` or for a second."""
        self._holds += 1

    def release(self) -> None:
        """What was waited for is done; once for each `hold`."""
        self._holds -= 1
        if not self._holds and self._held_up is not None:
            self._held_up.cancel()
            self._hand_on()

    def _hand_on(self) -> None:
        """Go on with what was typed, if there is anything and no time is owed, else after a while."""
        self._next_handle = self._held_up = None
        _TURNS.leave(self._give)
        if not self._typed or not self.is_live:
            self._drop_typed()
            return
        self._worked_off.clear()
        now = time.monotonic()
        if wait := self._effort.wait(now):
            self._next_handle = asyncio.get_running_loop().call_later(wait, self._queue_up, now + wait)
        else:
            self._give()

    def _queue_up(self, due: float) -> None:
        """Go on after a wait, when all others have that waited before. Who is called late, because the loop is busy,
        owes the delay as well: so any number of floods together leave room for everybody else."""
        self._next_handle = None
        self._charge(due + LATE)
        _TURNS.take(self._give)

    def _give(self) -> None:
        """Handle a handful of what was typed, up to the first that holds up the next."""
        loop, begun = asyncio.get_running_loop(), time.monotonic()
        self._charged = True
        with self.entered():
            while self._typed:
                event = self._typed.popleft()
                if isinstance(event, Key):
                    self._pacer.key_pressed()
                try:
                    self.take(event)
                except Exception as error:
                    self._handle_exception(error)
                if self._holds or time.monotonic() - begun >= HANDFUL:
                    break
        self.want_frame()  # the cursor may be all that has moved
        self._charge(begun)
        if self._holds and self.is_live:
            self._next_handle = self._held_up = loop.call_later(PATIENCE, self._hand_on)
        elif self._typed:
            self._next_handle = loop.call_soon(self._hand_on)
        else:
            self._hand_on()

    def _drop_typed(self) -> None:
        """Forget what was typed, and hold up nobody who waits for it to be worked off."""
        self._typed.clear()
        _TURNS.leave(self._give)
        if self._next_handle is not None:
            self._next_handle.cancel()
            self._next_handle = None
        self._worked_off.set()

    def _charge(self, since: float) -> None:
        """Take the time since then out of the budget."""
        now = time.monotonic()
        self._effort.charge(now, min(max(0.0, now - since), MOST_AT_ONCE))

    def _learn_glyphs(self, columns: int) -> None:
        """Take the answer to the probe, the columns that an ambiguous character took, or a later one: that all has
        come."""
        if self._probing:
            self._use(evolve(self._able, glyphs=_PROBED.get(columns, Glyphs.ALL)))
        self._probing = False
        self._pacer.answered()
        self.drained()

    def use_thin(self, thin: bool) -> None:
        """Send less from now on, or all that the client's terminal can show."""
        self._use(evolve(self._able, thin=thin))
        self._pacer.frames_per_second = _rate(self._able)

    def _use(self, able: Terminal) -> None:
        """Draw for what the terminal is now known to do and its player to want."""
        self._able = able
        if able.in_use != self.client:
            self.client = able.in_use
            self.repaint()

    def resize(self, width: int, height: int) -> None:
        """Take a new size of the client's terminal, in cells."""
        self._able = self._able.resized(width, height)
        self.client = self._able.in_use
        self._whole = True
        if self.is_live and isinstance(self._driver, SessionDriver):
            with self.entered():
                self._driver.tell_size()

    def client_size(self) -> tuple[int, int]:
        """(width, height) of the client's terminal in cells."""
        return self.client.width, self.client.height

    # Output

    def take_terminal(self) -> None:
        """Take over the client's terminal."""
        self._send((ENTER + PROBE * self.client.probe).encode())

    def leave_terminal(self) -> None:
        """Give the client its terminal back."""
        self._send(LEAVE.encode())

    def ring(self) -> None:
        """Ring the client's bell."""
        self._send(b"\a")

    def redraw(self) -> None:
        """Send the whole screen again, for a client whose screen was written over by something else."""
        self._writer.forget()
        self.want_frame()

    def drained(self) -> None:
        """The client caught up: compose now what was held back."""
        if self._frame_handle is not None:
            self._frame_handle.cancel()
            self._frame_handle = None
            self.want_frame()

    def want_frame(self) -> None:
        """Arrange for a frame as soon as the pacing allows one."""
        if not self.is_live:
            return
        loop = asyncio.get_running_loop()
        when = loop.time() + self._pacer.wait(time.monotonic(), self._link.behind())
        if self._frame_handle is not None:
            if self._frame_handle.when() <= when:
                return
            self._frame_handle.cancel()  # the echo of a key overtakes
        self._frame_handle = loop.call_at(when, self._frame)

    def _frame(self) -> None:
        """Compose and send a frame, unless the client fell behind meanwhile."""
        self._frame_handle = None
        if not self.is_live:
            return
        if self._pacer.wait(time.monotonic(), self._link.behind()) > 0:
            self.want_frame()
            return
        begun = time.monotonic()
        try:
            self._compose(begun)
        except Exception as error:
            self._handle_exception(error)
        if self._charged:
            self._charge(begun)
            self._charged = not self._worked_off.is_set()

    def _compose(self, now: float) -> None:
        """Send the difference between what the client shows and what it should."""
        screen = self.screen
        if not isinstance(screen, PaintedScreen) or tuple(screen.area) != self.client_size():
            return  # it is about to learn its size, and paints then
        if self._whole:
            self._writer.use(self.client)
            self._whole = False
            screen.repaint()
        frame = self._writer.flush(screen.cursor, self.first() if self.client.thin else ())
        self._pacer.composed(now, sent=bool(frame))
        self._send(frame + ASK if self._pacer.asks(now, len(frame)) else frame)
        if self._writer.owes:
            self.want_frame()

    def paint(self, x: int, y: int, line: Line, ground: Style) -> None:
        """Want a line of a pane to be shown (see `tui.widgets.pane.Canvas`); a whole frame has it anyway."""
        if not self._whole:
            self._writer.paint(y, x, line_cells(line, ground, self.client.depth, self.client.glyphs))
        self.want_frame()

    def repaint(self) -> None:
        """Paint everything anew."""
        self._whole = True
        self.want_frame()

    def first(self) -> Sequence[Rectangle]:
        """The parts of the screen that go to a thin client before the rest; for a subclass."""
        return ()


def _rate(terminal: Terminal) -> float:
    """Frames a second for a client."""
    return THIN_FRAMES_PER_SECOND if terminal.thin else FRAMES_PER_SECOND
