"""Textual hosted: many apps in one process, none of which has a terminal, a thread or a signal of its own.

`HostedApp` undoes what Textual does to the whole process, decides when a screen is composed, and ends in every
phase with no task left. What a session does with its bytes and frames is in `tui.session_app`, which is also
where a server finds its seam.
"""

import asyncio
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar
from weakref import WeakSet

from rich.console import Console, RenderableType
from textual._styles_cache import StylesCache
from textual.app import App
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Input, TextArea

from tui.compose import Piece, SessionCompositor
from tui.driver import SessionDriver
from tui.stylesheet import SharedStylesheet

ReturnType = TypeVar("ReturnType")

#: Seconds that an app's handlers have to finish once it ends, before they are cancelled.
GRACE = 1.0


#: What themes come to, made once for all sessions.
_VARIABLES: dict[str, dict[str, str]] = {}


class _FrameTimer:
    """Stands in for a screen's refresh timer: the app decides when, not sixty times a second."""

    def __init__(self, app: "HostedApp[Any]") -> None:
        self._app = app
        self.due = False

    def resume(self) -> None:
        """The screen has something to refresh."""
        self.due = True
        self._app.want_frame()

    def pause(self) -> None:
        """It has nothing any more."""
        self.due = False


class PaintedScreen(Screen[None]):
    """A screen that paints what changes past the compositor; it has no widgets that could be seen."""

    def everything(self) -> Iterator[Piece]:
        """All that is to be seen, for a client that has nothing of it."""
        raise NotImplementedError

    def _extend_compose(self, widgets: list[Widget]) -> None:
        """Have no tooltips and toasts."""


class HostedApp(App[ReturnType]):
    """An app that lives in one process with many others.

    A subclass gives `want_frame`, `show`, `client_size`, `take_terminal`, `leave_terminal` and `ring`.
    Under Textual's ``run_test`` it is an ordinary headless app.
    """

    ENABLE_COMMAND_PALETTE = False

    def __init__(self) -> None:
        super().__init__(driver_class=SessionDriver)
        self._hosted: asyncio.Task[None] | None = None
        self._parts: WeakSet[Any] = WeakSet()
        self._end_handle: asyncio.TimerHandle | None = None
        self._given_up = False
        self._composing = False
        self._whole = True
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        # What Textual took from the server's own environment and terminal:
        self.features = frozenset()
        self.no_color = False
        self._filters = self._filters[:1]
        self.animation_level = "none"
        self.console = Console(
            file=self.console.file,
            color_system="truecolor",
            force_terminal=True,
            legacy_windows=False,
            _environ={},
        )

    # What a subclass gives

    def want_frame(self) -> None:
        """Something is to be shown: call `compose_frame` when a frame may be composed."""
        raise NotImplementedError

    def show(self, pieces: Iterable[Piece], cursor: tuple[int, int] | None) -> None:
        """Take the changed pieces of the screen, each (row, column, segments), and the cursor (column, row)."""
        raise NotImplementedError

    def client_size(self) -> tuple[int, int]:
        """(width, height) of the client's terminal in cells."""
        raise NotImplementedError

    def shown_size(self) -> tuple[int, int]:
        """(width, height) of what `show` was given so far; another size makes the next frame a whole one."""
        raise NotImplementedError

    def take_terminal(self) -> None:
        """Prepare the client's terminal."""
        raise NotImplementedError

    def leave_terminal(self) -> None:
        """Put the client's terminal in order."""
        raise NotImplementedError

    def ring(self) -> None:
        """Ring the client's bell."""
        raise NotImplementedError

    # Life and end

    @property
    def is_live(self) -> bool:
        """Whether the app runs and is not about to end."""
        return self._running and not self._exit

    @contextmanager
    def entered(self) -> Iterator[None]:
        """Be inside the app, for what comes from outside: Textual looks for it in the context."""
        with self._context():
            yield

    async def run_hosted(self) -> ReturnType | None:
        """Run until the app exits; returns what it exited with, and leaves no task behind.

        Raises the exception that crashed the app, if one did. Cancelling ends the app first.
        """
        self._hosted = asyncio.create_task(self._live(), name="session")
        try:
            await asyncio.wait([self._hosted])
        except asyncio.CancelledError:
            self.end()
            await asyncio.wait([self._hosted])
            raise
        self._hosted.result()
        if self._exception is not None and not self._given_up:
            raise self._exception
        return self.return_value

    async def _live(self) -> None:
        """What `App.run_async` does, less what it does to the whole process."""
        self._thread_init()  # type: ignore[no-untyped-call]
        self._loop = asyncio.get_running_loop()
        with self._context():
            try:
                await self._process_messages()
            finally:
                self._arrange_end()
                await self._shutdown()
                # This cache of Textual's keeps the last thousand widgets, with what they have drawn.
                StylesCache.get_inner_outer.cache_clear()
                self._loop = None
                if self._end_handle is not None:
                    self._end_handle.cancel()

    def exit(
        self, result: ReturnType | None = None, return_code: int = 0, message: RenderableType | None = None
    ) -> None:
        """End the app."""
        self._parts.update(self.workers)
        super().exit(result, return_code, message)

    def take_apart(self) -> None:
        """Let go of everything, so that nothing waits for a garbage collection: the parts of an app hold each other.

        For a moment after it has ended: then nothing is left that could call them.
        """
        for part in (*self._parts, self.animator, self):
            vars(part).clear()

    def end(self) -> None:
        """End the app, in any phase; handlers that do not finish within `GRACE` are cancelled.

        What they raise from now on is no crash: an app that is ended while it mounts lacks half its widgets.
        """
        self._given_up = self._given_up or self._exception is None
        if not self._exit:
            with self._context():
                self.exit()
        self._arrange_end()

    def _arrange_end(self) -> None:
        if self._end_handle is None and self._loop is not None:
            self._end_handle = self._loop.call_later(GRACE, self._force_end)

    def _force_end(self) -> None:
        """Cancel what still runs, and look again after a while."""
        self._end_handle = None
        if self._hosted is None or self._hosted.done():
            return
        if self._running:
            self._hosted.cancel()
        for node in self._registry:
            # One that has left its loop waits for its children, and would break off their end.
            pump = node._task if node._running else None
            for task in (pump, *(timer._task for timer in node._timers)):
                if task is not None:
                    task.cancel()
        self._arrange_end()

    # Frames

    def compose_frame(self) -> None:
        """Render what is dirty and `show` it; what cannot be shown yet asks again for a frame."""
        with self._context():
            try:
                screen = self.screen
                self._refresh_due(screen)
                if screen._callbacks:
                    # They wait for the refresh, and often scroll: let them, so that both make one frame.
                    screen.call_next(self._compose_after_callbacks)
                else:
                    self._compose_top(screen)
            except Exception as error:
                self._handle_exception(error)

    def _compose_after_callbacks(self) -> None:
        if self.is_live:
            self._refresh_due(self.screen)
            self._compose_top(self.screen)

    def _refresh_due(self, top: Screen[Any]) -> None:
        """Let the screens that can be seen lay out and mark what they have to refresh."""
        for screen in (*self._background_screens, top):
            timer = vars(screen).get("_Screen__update_timer")
            if isinstance(timer, _FrameTimer) and timer.due:
                self._composing = True
                try:
                    with screen._context():
                        screen._on_timer_update()
                finally:
                    self._composing = False

    def _compose_top(self, screen: Screen[Any]) -> None:
        compositor = screen._compositor
        size = tuple(compositor.size)
        if self._batch_count or size != self.client_size() or not isinstance(compositor, SessionCompositor):
            return  # the end of the batch, or the layout in the new size, asks again
        full = self._whole or size != self.shown_size()
        self._whole = False
        if isinstance(screen, PaintedScreen):
            compositor._dirty_regions.clear()
            pieces = screen.everything() if full else iter(())
        else:
            pieces = compositor.pieces(full=full, behind=self._background_screens)
        self.show(pieces, _cursor_of(screen.focused or screen))
        self.post_display_hook()

    def repaint(self) -> None:
        """Compose everything anew."""
        self._whole = True
        self.want_frame()

    def _refresh_screen(self, screen: Screen[Any]) -> None:
        """In place of `Screen._compositor_refresh`: the top screen is composed when a frame may go."""
        if screen is not self.screen:
            Screen._compositor_refresh(screen)
            return
        screen._compositor.update_widgets(screen._dirty_widgets)
        screen._dirty_widgets.clear()
        if not self._composing:
            self.want_frame()

    def _register(self, parent: DOMNode, *widgets: Widget, **options: Any) -> list[Widget]:
        """Make screens refresh at our pace, and keep text cursors from blinking."""
        self._parts.update(widgets)
        for widget in widgets:
            if isinstance(self._driver, SessionDriver) and isinstance(widget, Screen):
                vars(widget)["_compositor"] = SessionCompositor()
                vars(widget)["_Screen__update_timer"] = _FrameTimer(self)
                vars(widget)["_compositor_refresh"] = lambda screen=widget: self._refresh_screen(screen)
            elif isinstance(widget, Input | TextArea):
                widget.cursor_blink = False
        return super()._register(parent, *widgets, **options)

    def _end_batch(self) -> None:
        super()._end_batch()
        if not self._batch_count and isinstance(self._driver, SessionDriver):
            self.want_frame()

    # What Textual does to the whole process

    @property  # type: ignore[override]
    def _capture_stdout(self) -> TextIO:
        """The server's own stream: "redirected" to itself, so that apps may end in any order."""
        return sys.stdout

    @_capture_stdout.setter
    def _capture_stdout(self, stream: object) -> None:
        """Ignore Textual's."""

    @property  # type: ignore[override]
    def _capture_stderr(self) -> TextIO:
        """As with stdout."""
        return sys.stderr

    @_capture_stderr.setter
    def _capture_stderr(self, stream: object) -> None:
        """Ignore Textual's."""

    def panic(self, *renderables: RenderableType) -> None:
        """End after a crash; `run_hosted` raises what it was."""
        self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        """End after a crash, without the traceback with locals that Textual prints."""
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        """Print nothing on the server's terminal."""
        self._exit_renderables.clear()

    async def _ready(self) -> None:
        """Take no screenshot, whatever the server's environment says."""

    def _set_pointer_shape(self, shape: str) -> None:
        """Leave the client's mouse pointer alone."""

    def get_css_variables(self) -> dict[str, str]:
        """Textual's, with an input cursor that is not drawn: the hardware cursor stands there."""
        if self.theme not in _VARIABLES:
            variables = super().get_css_variables()
            _VARIABLES[self.theme] = variables | {
                "input-cursor-background": "transparent",
                "input-cursor-foreground": variables["foreground"],
                "input-cursor-text-style": "none",
            }
        return _VARIABLES[self.theme]


def _cursor_of(focused: Widget | None) -> tuple[int, int] | None:
    """(column, row) of the cursor of a widget that has one."""
    offset = getattr(focused, "cursor_screen_offset", None)
    if offset is None:
        return None
    # Textual's Input tells one column too many at the end of its text.
    past_end = isinstance(focused, Input) and focused.cursor_at_end
    return offset.x - past_end, offset.y
