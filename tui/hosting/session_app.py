"""One player's session: Textual on a client's terminal, in as few bytes as possible.

What a server does, and all it needs to know::

    check_textual()                                                # tui.hosting.driver; once, at start-up
    terminal = Terminal.from_client(term, (width, height), env)    # tui.terminal.client
    app = SomeApp(link, terminal)                                  # a SessionApp; link is the server's `Output`
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

Every frame is one `Output.write`. Nothing is composed while `Output.behind` tells more than
`tui.terminal.pace.BEHIND_BYTES`, so it must count every buffer between here and the client.

What is shown are Textual's screens.  The compositor's updates are taken as cells, and the difference to what the
client shows is sent.  A `Pane` of the screen on top passes its rows to the cells itself, past the compositor.  The
terminal's cursor stands where the focused pane or input has it, and is hidden while none does.
"""

import asyncio
import time
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Protocol, TypeVar

from attrs import evolve
from rich.cells import cell_len
from rich.console import RenderableType
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.dom import DOMNode
from textual.events import CursorPosition, Event, Key, MouseEvent, Paste
from textual.geometry import Offset, Region
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input

from tui.hosting.aside import Aside
from tui.hosting.driver import SessionDriver
from tui.hosting.hosted import HostedApp, HostedScreen
from tui.hosting.inks import inks_of
from tui.hosting.typed import Typed
from tui.terminal.cells import Inks, cells, line_cells, pen
from tui.terminal.client import Glyphs, Terminal
from tui.terminal.frame import FrameWriter, Rectangle
from tui.terminal.keyboard import Keyboard
from tui.terminal.keys import Report, plain
from tui.terminal.pace import FRAMES_PER_SECOND, THIN_FRAMES_PER_SECOND, Pacer
from tui.widgets.look import Ink
from tui.widgets.pane import Hot, Line, Pane

ReturnType = TypeVar("ReturnType")

ENTER = "\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?25l"
"""Alternate screen, no wrapping at the edge (the frame writer counts on it), bracketed paste, cursor hidden."""

LEAVE = "\x1b[m\x1b[r\x1b[?2004l\x1b[?7h\x1b[?25h\x1b[?1049l"
"""Everything back, whatever a half-sent frame has left."""

MOUSE_ON, MOUSE_OFF = b"\x1b[?1000h\x1b[?1006h", b"\x1b[?1006l\x1b[?1000l"
"""Clicks and the wheel, in the form that has no limits. Terminals that were never asked are never told of the mouse."""

PROBE = "\r○\x1b[6n"
"""Draw an ambiguous character and ask for the cursor: it went one column on, or two, or three without UTF-8."""

ASK = b"\x1b[6n"
"""Ask for the cursor at the end of a frame: the answer tells that the frame has come."""

STOCK_KEY = 0.003
"""Seconds of the loop's time that a key costs which goes through Textual's queues, about."""

A_MOMENT = 0.005
"""Seconds by which a timer may be early."""

_PROBED = {1: Glyphs.ALL, 2: Glyphs.NARROW, 3: Glyphs.ASCII}


class Output(Protocol):
    """The server's end of one client's connection."""

    def write(self, data: bytes) -> None:
        """Send bytes to the client, in order, without waiting; ignored once the link is lost."""

    def behind(self) -> int:
        """Bytes written that the client has not drained yet, in all buffers that can be seen."""


class SessionApp(HostedApp[ReturnType]):
    """A Textual app that is one session of many in a process. Subclass it as you would `App`.

    ``link`` and ``terminal`` are described at the top of this module; ``pacer`` replaces the pacing (a bench
    turns it off). A subclass gives its screen, `take` and perhaps `first`.
    """

    def __init__(self, link: Output, terminal: Terminal, *, pacer: Pacer | None = None) -> None:
        super().__init__()
        self._able = terminal
        self.client = terminal.in_use
        self._link = link
        self._pacer = pacer or Pacer(_rate(terminal))
        self._keyboard = Keyboard(self.answered)
        self._writer = FrameWriter(self.client)
        self.aside = Aside(self.want_frame)
        self._whole = True  # nothing of the screen is with the client yet
        self._frame_handle: asyncio.TimerHandle | None = None
        self._tick_handle: asyncio.TimerHandle | None = None
        self._probing = terminal.probe
        self._lost = False
        self._typed = Typed(self._handle, lambda: self.is_live)

    async def run_session(self) -> ReturnType | None:
        """Run until the app exits or the link is lost; see the top of this module.

        Raises the exception that crashed the app, if one did.
        """
        try:
            return await self.run_hosted()
        finally:
            self._typed.drop()
            for handle in (self._frame_handle, self._tick_handle):
                if handle is not None:
                    handle.cancel()

    def hang_up(self) -> None:
        """End the session: the link is lost."""
        self._lost = True
        self._typed.drop()
        self.end()

    def exit(
        self, result: ReturnType | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the app, whatever keys are still to come."""
        self._typed.drop()
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
        self._await_rest()

    def _await_rest(self) -> None:
        """Look again when what was begun has waited long enough."""
        if self._tick_handle is not None:
            self._tick_handle.cancel()
            self._tick_handle = None
        if self._keyboard.due is not None:
            wait = max(0.0, self._keyboard.due - time.monotonic()) + A_MOMENT
            self._tick_handle = asyncio.get_running_loop().call_later(wait, self._tick)

    def _tick(self) -> None:
        """Let a lone Esc be a key, and end what is never finished."""
        self._tick_handle = None
        if self.is_live:
            self._take(self._keyboard.tick(time.monotonic()))
            self._await_rest()

    def answered(self, report: Report) -> None:
        """Take an answer of the client's terminal to a question, late or not; a subclass that asks does."""

    async def ready(self) -> None:
        """Wait until all that was fed is worked off; at once when the session ends."""
        await self._typed.ready()

    def hold(self) -> None:
        """Hold up what was typed ahead, until `release` or for a second."""
        self._typed.hold()

    def release(self) -> None:
        """What was waited for is done; once for each `hold`."""
        self._typed.release()

    def take(self, event: Event) -> None:
        """Handle a key or a paste: the focused pane at once, anything else as Textual does it; what was typed ahead
        waits for that."""
        focused = self.focused
        if isinstance(event, Key):
            if focused is None or not focused.check_consume_key(event.key, event.character):
                event = plain(event)  # an input method may be on where keys work
            if isinstance(focused, Hot) and focused.press(event.key, event.character):
                return
        self.hold()
        self._typed.charge(STOCK_KEY)
        self.post_message(event)
        way = focused.ancestors_with_self if focused is not None else [self.screen, self]
        self._follow([self, *way, *way])

    def _follow(self, way: list[DOMNode]) -> None:
        """Release what was typed ahead when an event has come through the queues on its way: from the app to the
        focused widget, and from there up to the app again if nobody has used it, or else what a widget has made of it
        (that it was submitted, say), which is a step behind."""
        if not way:
            self.release()
        elif not way[0].is_attached or not way[0].call_later(self._follow, way[1:]):
            self._follow(way[1:])

    def _take(self, events: Iterable[Event]) -> None:
        """Keep the client's keys, pastes and mouse until it is their turn."""
        try:
            found = list(events)
            for event in found:
                if isinstance(event, CursorPosition):
                    self._learn_glyphs(event.x)
            self._typed.add(event for event in found if isinstance(event, Key | Paste | MouseEvent))
        except Exception as error:  # else nobody would read on, and the screen would stay, deaf
            with self.entered():
                self._handle_exception(error)

    def _handle(self, event: Event) -> None:
        """Let the app take what the client did."""
        if isinstance(event, Key):
            self._pacer.key_pressed()
        with self.entered():
            try:
                self.take(event)
            except Exception as error:
                self._handle_exception(error)
        self.want_frame()  # the cursor may be all that has moved

    def _learn_glyphs(self, columns: int) -> None:
        """Take the answer to the probe, the columns that an ambiguous character took, or a later one: that all has
        come."""
        if self._probing:
            self._use(evolve(self._able, glyphs=_PROBED.get(columns, Glyphs.ALL)))
        self._probing = False
        self._pacer.answered()
        self.drained()

    def use_mouse(self, mouse: bool) -> None:
        """Ask the client's terminal for its mouse, or for it no longer."""
        if mouse is not self._keyboard.mouse:
            self._keyboard.mouse = mouse
            if self.is_live:
                self._send(MOUSE_ON if mouse else MOUSE_OFF)

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
        self._send((ENTER + PROBE * self.client.probe).encode() + MOUSE_ON * self._keyboard.mouse)

    def leave_terminal(self) -> None:
        """Give the client its terminal back."""
        self.aside.drop()
        self._send(self.aside.take(self.client) + MOUSE_OFF * self._keyboard.mouse + LEAVE.encode())

    def ring(self) -> None:
        """Ring the client's bell, with the next frame."""
        self.aside.ring()

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
        with self.entered():
            try:
                self._compose(begun)
            except Exception as error:
                self._handle_exception(error)
        self._typed.frame(begun)

    def _compose(self, now: float) -> None:
        """Send the difference between what the client shows and what it should."""
        screen = self.screen
        if tuple(screen._compositor.size) != self.client_size():
            return  # it is about to be laid out, and wants a frame then
        if self._whole:
            self._whole = False
            self._writer.use(self.client)
            self._take_all()
        elif screen._compositor._dirty_regions and all(map(_is_light, screen._compositor.visible_widgets)):
            self._take_all()
        elif isinstance(screen, HostedScreen):
            self._take_cells(screen._compositor.render_update(screen_stack=self._background_screens))
        frame = self._writer.flush(self._cursor, self.first() if self.client.thin else ())
        frame += self.aside.take(self.client)
        self._pacer.composed(now, sent=bool(frame))
        self._send(frame + ASK if self._pacer.asks(now, len(frame)) else frame)
        if self._writer.owes:
            self.want_frame()

    @cached_property
    def _inks(self) -> Inks:
        return inks_of(self.current_theme, self.stylesheet)

    @property
    def _cursor(self) -> tuple[int, int] | None:
        """(column, row) of the terminal's cursor, None to hide it."""
        match self.focused:
            case Hot(typed_at=Offset() as at) as pane:
                return pane.content_region.offset + at
            case Input() as field:  # it tells it before it is laid out, and a cell too far at the end of its text
                typed = cell_len(field.value[: field.cursor_position])
                return field.content_region.offset + Offset(typed, 0) - field.scroll_offset
        return None

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Take what a screen has rendered at its own pace."""
        if self.is_live and screen is self.screen and not self._whole and not self._batch_count:
            self._take_cells(renderable)
        self.want_frame()

    def _take_cells(self, update: RenderableType | None) -> None:
        """Want the cells of a compositor's update to be shown."""
        match update:
            case LayoutUpdate():
                for y, strips in enumerate(update.strips, update.region.y):
                    self._take_row(y, update.region.x, strips)
            case ChopsUpdate():
                for y, first, last in update.spans:
                    for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                        if strip is not None and x <= last and end > first:
                            self._take_row(y, x, (strip,))
            case _:
                return
        for widget in self._registry:  # Textual keeps every row of every widget, in case it is asked again
            if isinstance(widget, Widget):
                widget._styles_cache.clear()

    def _take_all(self) -> None:
        """Want everything to be shown that is in sight, from the back to the front: what the compositor does, but with
        the cells of panes, which other sessions have made as well."""
        for screen in (*self._background_screens, self.screen):
            for widget, (region, clip) in reversed(screen._compositor.visible_widgets.items()):
                if widget is screen:
                    self._take_ground(screen)
                elif isinstance(widget, Pane) and clip.contains_region(region):
                    for y, line in enumerate(widget.fresh_lines()):
                        self._take_line(widget, y, line)
                elif not _is_clear(widget):
                    crop = region.intersection(clip)
                    for y, strip in enumerate(widget.render_lines(crop - region.offset), crop.y):
                        self._take_row(y, crop.x, (strip,))
            screen._compositor._dirty_regions.clear()

    def _take_ground(self, screen: Screen[Any]) -> None:
        """Want blank rows where nothing is."""
        if screen.styles.background.a:
            row = cells(
                " " * self.client.width, pen(screen.rich_style, self.client.depth, self._inks.scheme), Glyphs.ALL
            )
            for y in range(self.client.height):
                self._writer.paint(y, 0, row)

    def _take_line(self, pane: Pane, y: int, line: Line) -> None:
        """Want a row of a pane that is in sight."""
        if (corner := pane.corner) is not None:
            row = line_cells(line, pane.ground, self._inks, self.client.depth, self.client.glyphs)
            self._writer.paint(corner.y + y, corner.x, row)

    def _take_row(self, y: int, x: int, strips: Iterable[Strip]) -> None:
        depth, glyphs, scheme = self.client.depth, self.client.glyphs, self._inks.scheme
        row = [
            cell
            for strip in strips
            for text, style, _ in strip
            for cell in cells(text, pen(style, depth, scheme), glyphs)
        ]
        self._writer.paint(y, x, row)

    def style(self, ink: Ink) -> Style:
        """What an ink looks like in the theme in use."""
        return self._inks.styles[ink]

    def paint(self, pane: Pane, y: int, line: Line) -> None:
        """Want a row of a pane to be shown: past the compositor, unless another screen lies over it."""
        if self._whole:  # a whole frame has it anyway
            self.want_frame()
        elif pane.screen is not self.screen:
            pane.refresh(Region(0, y, pane.area.width, 1))
        else:
            self._take_line(pane, y, line)
            self.want_frame()

    def refresh_css(self, animate: bool = True) -> None:
        """Take the colours of another theme."""
        super().refresh_css(animate=animate)
        self.__dict__.pop("_inks", None)
        self.repaint()

    def repaint(self) -> None:
        """Paint everything anew."""
        self._whole = True
        self.want_frame()

    def first(self) -> Sequence[Rectangle]:
        """The parts of the screen that go to a thin client before the rest; for a subclass."""
        return ()


def _is_light(widget: Widget) -> bool:
    """Whether to take a widget again costs less than to ask the compositor for a part of it."""
    return isinstance(widget, Pane | Screen) or _is_clear(widget)


def _is_clear(widget: Widget) -> bool:
    """Whether a widget shows nothing but its children."""
    sides = ("border_top", "border_right", "border_bottom", "border_left")
    return widget.is_container and not widget.styles.background.a and not widget.styles.has_any_rules(*sides)


def _rate(terminal: Terminal) -> float:
    """Frames a second for a client."""
    return THIN_FRAMES_PER_SECOND if terminal.thin else FRAMES_PER_SECOND
