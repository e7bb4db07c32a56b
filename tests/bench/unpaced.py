"""``naisho`` with the pacing turned off, for the bench: every frame is composed and sent at once."""

from functools import partial

from server.cli import main
from tui.hosting import session_app
from tui.terminal.pace import Pacer

if __name__ == "__main__":
    session_app.Pacer = partial(Pacer, enabled=False)
    main()
