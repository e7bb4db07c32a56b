"""What all screens of the house have in common: their bindings, from the one table of actions, and their size."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import ClassVar, Protocol, cast

from textual.binding import Binding, BindingType
from textual.events import Key, Paste, Resize

from tui.hosting.hosted import HostedScreen, ScreenResult
from tui.screens.actions import ACTIONS, by_key, named, why_not
from tui.screens.desk import Desk, Note
from tui.screens.status import status

LEAST_WIDTH, LEAST_HEIGHT = 36, 14
"""Under this nothing can be played; a card says so."""

NARROW = 72
"""Under this many columns the two halves of the screen are tabs."""

WIDTHS = ((120, "-huge"), (96, "-wide"), (NARROW, "-halves"), (LEAST_WIDTH, "-narrow"), (0, "-small"))
"""The class of a screen for its columns, from the most down; how wide a half is then says `house.tcss`."""


class Conductor(Protocol):
    """What a screen asks of the app: to do things, and to show what came of them."""

    desk: Desk

    def ask(self, doing: Awaitable[object]) -> None:
        """Do something that may have to wait for the house; keys typed ahead wait for what comes of it."""

    def draw(self) -> None:
        """Draw all that is in sight."""

    async def show(self) -> None:
        """Bring the screens in line with the desk."""

    def talk(self, text: str = "") -> None:
        """Go to the input line, from wherever the keys are, and type this there."""


def size_class(width: int, height: int) -> str:
    """The class of a screen of this size in cells."""
    if height < LEAST_HEIGHT:
        return "-small"
    return next(name for least, name in WIDTHS if width >= least)


class PlaceScreen(HostedScreen[ScreenResult], inherit_bindings=False):
    """A screen of the house."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(",".join((*a.keys, *a.controls)), f"do('{a.name}')", a.name, show=False)
            for a in ACTIONS
            if a.keys or a.controls
        ),
        Binding("tab,shift+tab", "switch", "talk", show=False),
        Binding("escape", "back", "back", show=False),
    ]

    def __init__(self, size: tuple[int, int]) -> None:
        super().__init__(classes=size_class(*size))

    @property
    def conductor(self) -> Conductor:
        """The app."""
        return cast(Conductor, self.app)

    @property
    def desk(self) -> Desk:
        """What there is to be seen."""
        return self.conductor.desk

    @property
    def narrow(self) -> bool:
        """Whether the halves are tabs."""
        return self.has_class("-narrow")

    def draw(self) -> None:
        """Draw the desk as it is now."""
        raise NotImplementedError

    def make_room(self) -> None:
        """Leave a second row for a status that needs it."""
        self.set_class(self.size.width > 0 and len(status(self.desk, self.size.width)) > 1, "-told")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """An action of the table can be done when it makes sense."""
        return action != "do" or named(self.desk, str(parameters[0])) is not None

    def action_do(self, name: str) -> None:
        """Do an action of the table."""
        action = named(self.desk, name)
        if action is not None:
            self.conductor.ask(action.run(self.desk, ""))

    def action_switch(self) -> None:
        """Between the keys and the input line."""
        self.conductor.talk()

    def action_back(self) -> None:
        """One step back."""
        self.desk.note = None
        self.conductor.ask(self.conductor.show())

    def answer_unknown(self, event: Key) -> None:
        """Answer a key that nothing here uses: it begins something to say, or it is told that it does nothing."""
        character = event.character
        if not character or not character.isprintable() or by_key(self.desk, event.key, typing=False):
            return
        event.stop()
        if character == "/" or not character.isascii():
            self.conductor.talk(character)
        elif (refusal := why_not(self.desk, event.key)) is not None:
            self.desk.note = Note(refusal=refusal)
            self.conductor.draw()
        else:
            self.desk.note = Note("note.unknown-key", {"key": character})
            self.conductor.draw()

    def on_paste(self, event: Paste) -> None:
        """What is pasted beside the line belongs in it."""
        self.conductor.talk(event.text)

    def on_resize(self, event: Resize) -> None:
        """Take the class of the new size before anything is laid out."""
        fitting = size_class(*event.size)
        if not self.has_class(fitting):
            for _, name in WIDTHS:
                self.set_class(name == fitting, name)
            self.app.stylesheet.update(self)
        self.call_after_refresh(self.draw)
