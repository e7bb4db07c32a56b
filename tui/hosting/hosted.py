"""Textual hosted: many apps in one process, none of which has a terminal, a thread or a signal of its own.

`HostedApp` undoes what Textual does to the whole process, and ends in every phase with no task left. What a session
does with its bytes and frames is in `tui.hosting.session_app`, which is also where a server finds its seam.
"""

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO, TypeVar
from weakref import WeakSet

from rich.console import RenderableType
from textual import _time
from textual.app import App
from textual.dom import DOMNode
from textual.events import ScreenResume
from textual.geometry import Size
from textual.messages import Layout
from textual.screen import Screen
from textual.widget import Widget

from tui.hosting.driver import SessionDriver
from tui.hosting.inks import SHEET
from tui.hosting.stylesheet import SharedStylesheet
from tui.themes import DEFAULT, OWN_VARIABLES, THEMES

ReturnType = TypeVar("ReturnType")
ScreenResult = TypeVar("ScreenResult")

GRACE = 1.0
"""Seconds that an app's handlers have to finish once it ends, before they are cancelled."""


_VARIABLES: dict[str, dict[str, str]] = {}
"""What themes come to, made once for all sessions."""


class _AtOnce:
    """Stands in for the timer by which a screen of Textual's looks sixty times a second for what is to be laid out and
    rendered: here that is done as soon as it is asked for, and rendered when the client is due a frame."""

    def __init__(self, screen: "HostedScreen[Any]") -> None:
        self._screen = screen
        self._handle: asyncio.Handle | None = None

    def resume(self) -> None:
        """Look soon."""
        if self._handle is None:
            self._handle = asyncio.get_running_loop().call_soon(self._look)

    def pause(self) -> None:
        """Do not look."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None

    def _look(self) -> None:
        self._handle = None
        app = self._screen.app
        if isinstance(app, HostedApp) and app.is_live:
            with app.entered():
                try:
                    self._screen._on_timer_update()
                except Exception as error:
                    app._handle_exception(error)


class HostedScreen(Screen[ScreenResult]):
    """A screen that is rendered at its client's pace.  Any other screen of Textual's works too, only less cheaply."""

    def __init__(self, name: str | None = None, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(name, id, classes)
        self._look_soon = _AtOnce(self)
        self.layouts = 0
        """How often everything was placed: what is known of a place holds as long."""
        self._laid_out = 0.0  # for the first time

    @property
    def _update_timer(self) -> _AtOnce:  # type: ignore[override]
        return self._look_soon

    def _on_screen_resume(self, event: ScreenResume) -> None:
        """Take the styles that were given when the screen was made, the first time."""
        event.refresh_styles = event.refresh_styles and bool(self._laid_out)

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Lay out, unless only the size was told again."""
        if size is not None and size == self._compositor.size and not self._layout_required:
            return
        self.layouts += 1
        super()._refresh_layout(size, scroll)
        self._layout_required = False
        if not self._laid_out and self._compositor.size:
            self._laid_out = _time.get_time()  # by the clock that messages have
            for widget in self._compositor.visible_widgets:  # each would ask for what has just been done
                widget._layout_required = widget._repaint_required = False

    async def _on_layout(self, message: Layout) -> None:
        """Ignore what was asked for before the first layout."""
        if message.time < self._laid_out:
            message.stop().prevent_default()

    def _compositor_refresh(self) -> None:
        """Leave what changed in the screen on top to the next frame."""
        if self is self.app.screen and isinstance(self.app, HostedApp):
            self.app.want_frame()
        else:
            super()._compositor_refresh()


class HostedApp(App[ReturnType]):
    """An app that lives in one process with many others.

    A subclass gives its screen, `client_size`, `take_terminal`, `leave_terminal`, `ring` and `want_frame`.
    """

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False  # a double click would send a widget again; terminals select by themselves
    CSS_PATH = SHEET

    def __init__(self) -> None:
        super().__init__(driver_class=SessionDriver)
        for theme in THEMES:
            self.register_theme(theme)
        self.use_theme(DEFAULT)
        self._hosted: asyncio.Task[None] | None = None
        self._parts: WeakSet[Any] = WeakSet()
        self._end_handle: asyncio.TimerHandle | None = None
        self._given_up = False
        self.stylesheet: SharedStylesheet = SharedStylesheet(variables=self.get_css_variables())
        self.features = frozenset()  # whatever the server's own environment says
        self._disable_tooltips = self._disable_notifications = True  # two widgets a screen that nobody would see

    def use_theme(self, name: str) -> None:
        """Have the colours of this theme."""
        if self._running:
            self.theme = name
            return
        self.set_reactive(App.theme, name)  # nothing is styled yet: it need not be done again
        self.set_class(self.current_theme.dark, "-dark-mode")
        self.set_class(not self.current_theme.dark, "-light-mode")

    # What a subclass gives

    def client_size(self) -> tuple[int, int]:
        """(width, height) of the client's terminal in cells."""
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

    def want_frame(self) -> None:
        """Arrange for what changed to be rendered."""
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

    def _register(self, parent: DOMNode, *widgets: Widget, **options: Any) -> list[Widget]:
        """Remember what there is to be taken apart."""
        self._parts.update(widgets)
        return super()._register(parent, *widgets, **options)

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

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """What our style sheet needs of a theme that is not ours."""
        return dict(OWN_VARIABLES)

    def get_css_variables(self) -> dict[str, str]:
        """Textual's, made once for each theme."""
        if self.theme not in _VARIABLES:
            _VARIABLES[self.theme] = super().get_css_variables()
        return _VARIABLES[self.theme]
