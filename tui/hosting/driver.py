"""The driver of a hosted session, and the check that this Textual is the one it was written for.

Textual's private names are used in this folder, in `tui.terminal.keyboard` (its mouse parser) and in
`tui.terminal.keys` (its names of keys), and nowhere else; `check_textual` tells which of them are gone.
"""

from typing import Any, Protocol

import textual
from textual import _keyboard_protocol, _time, keys
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

_PRIVATE_NAMES: list[tuple[Any, str]] = [
    (
        App,
        "_capture_stderr _capture_stdout _close_messages_no_wait _context _fatal_error _handle_exception"
        " _print_error_renderables _process_messages _ready _register _set_pointer_shape _shutdown _thread_init"
        " _background_screens _batch_count _disable_notifications _disable_tooltips _display _driver"
        " _exception _exit _exit_renderables _loop _registry _running",
    ),
    (
        Screen,
        "_compositor _compositor_refresh _on_layout _on_screen_resume _on_timer_update _refresh_layout _update_timer",
    ),
    (Compositor, "_dirty_regions render_update size visible_widgets"),
    (ChopsUpdate, "chop_ends chops spans"),
    (LayoutUpdate, "region strips"),
    (Widget, "_layout_required _repaint_required _styles_cache"),
    (_time, "get_time"),
    (XTermParser, "parse_mouse_code"),
    (keys, "_character_to_key"),
    (_keyboard_protocol, "FUNCTIONAL_KEYS"),
    (Stylesheet, "_parse_rules _variables"),
    (MessagePump, "_context _running _task _timers"),
    (Timer, "_task"),
    (Driver, "_app _size"),
]
"""The private names of Textual that are used, and the public ones of its private modules, by their owner."""


def check_textual() -> None:
    """Check that this Textual has every private name that is used; a server calls it once, at its start.

    Raises `RuntimeError` with the names that are gone.
    """
    gone = [
        f"{owner.__name__}.{name}"
        for owner, names in _PRIVATE_NAMES
        for name in names.split()
        if not hasattr(owner, name) and not _is_set_by(owner, name)
    ]
    if gone:
        raise RuntimeError(f"Textual {textual.__version__} does not fit: no {', '.join(gone)}")


def _is_set_by(owner: Any, name: str) -> bool:
    """Whether a class or its bases set an attribute of this name on their instances when they are made."""
    return any(
        name in base.__init__.__code__.co_names
        for base in getattr(owner, "__mro__", ())
        if hasattr(vars(base).get("__init__"), "__code__")
    )


class Host(Protocol):
    """What the driver needs of its app."""

    def take_terminal(self) -> None:
        """Prepare the client's terminal."""

    def leave_terminal(self) -> None:
        """Put the client's terminal in order."""

    def ring(self) -> None:
        """Ring the client's bell."""

    def client_size(self) -> tuple[int, int]:
        """(width, height) of the client's terminal in cells."""

    def post_message(self, message: Message) -> bool:
        """Queue a message."""


class SessionDriver(Driver):
    """A driver that holds no resource: it tells the app when to begin and to end, and the client's size."""

    _app: Host  # type: ignore[assignment]

    def write(self, data: str) -> None:
        """Drop what Textual writes past the frames (clipboard, modes), except the bell."""
        if data == "\a":
            self._app.ring()

    def start_application_mode(self) -> None:
        """Let the app take over the client's terminal, and tell it the size."""
        self._app.take_terminal()
        self.tell_size()

    def tell_size(self) -> None:
        """Tell the app the size of the client's terminal."""
        self._size = self._app.client_size()
        size = Size(*self._size)
        self._app.post_message(Resize(size, size))

    def disable_input(self) -> None:
        """Do nothing: the app takes no input once it ends."""

    def stop_application_mode(self) -> None:
        """Let the app give the client its terminal back."""
        self._app.leave_terminal()

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Do nothing: there is no browser on the server."""

    def deliver_binary(self, *args: Any, **kwargs: Any) -> None:
        """Do nothing: no files are written on the server."""
