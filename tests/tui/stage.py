"""A stage for widgets: an application that shows one widget, and what its screen says."""

from contextlib import asynccontextmanager

from textual.app import App


def screen_rows(app):
    """The text of every row of the screen."""
    return [strip.text for strip in app.screen._compositor.render_strips()]


def screen_text(app):
    """The screen as one string, spaces at the ends of rows left out."""
    return "\n".join(row.rstrip() for row in screen_rows(app)).rstrip()


class Stage(App):
    """Shows the widgets it is given and keeps the messages they post."""

    ENABLE_COMMAND_PALETTE = False

    def __init__(self, *widgets):
        super().__init__()
        self.cast = widgets
        self.heard = []
        self.keys = []

    def compose(self):
        yield from self.cast

    def on_key(self, event):
        self.keys.append(event.key)


@asynccontextmanager
async def on_stage(*widgets, size=(40, 8), messages=()):
    """Run an application with these widgets, the first in focus; yields (app, pilot).

    Messages of the given types are collected in `app.heard`; keys that no widget used in `app.keys`.
    """
    app = Stage(*widgets)
    async with app.run_test(size=size, message_hook=_hear(app, messages)) as pilot:
        widgets[0].focus()
        await pilot.pause()
        yield app, pilot


def _hear(app, types):
    def hook(message):
        if isinstance(message, tuple(types)) and message not in app.heard:
            app.heard.append(message)

    return hook
