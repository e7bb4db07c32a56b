"""When a person is called back to the screen, and in which words.

A phase calls when it opens, half a minute before its end and ten seconds before: everybody who is asked, whatever their
role and whether or not they have answered.  All that is said follows from `Asking`, which everybody at the table knows;
a role, a card, a die or an answer cannot be told by what was never handed over.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from attrs import define, frozen

from engine.facts import Eye
from engine.house import Person
from engine.table.state import TableState
from tui.hosting.aside import Notifier
from tui.words.catalogue import Words
from tui.words.names import is_named

CALLS = ("turn", "mentions", "off")
"""When a person may want to be called; the first unless they have chosen."""

NOTIFIERS: tuple[Notifier, ...] = get_args(Notifier)

MOMENTS = (10_000, 30_000)
"""Milliseconds before the end of a phase at which it calls again."""

MENTION_SECONDS = 10.0
"""Somebody who is named line after line is called once in so long."""


@frozen
class Asking:
    """What everybody knows of an open phase.  `ends` is table time in ms, with a countdown and all."""

    game: str
    no: int
    name: str
    round: int
    asked: tuple[int, ...]
    ends: int


def asking(view: TableState | None) -> Asking | None:
    """The open phase of a table, None if there is none or it asks nobody."""
    phase = view.phase if view is not None and view.playing else None
    if view is None or phase is None or not phase.asked:
        return None
    return Asking(view.rules.id, phase.no, phase.name, phase.round, phase.asked, phase.ends)


@frozen
class Moment:
    """A moment at which a phase calls: it opens, or so many seconds are left."""

    left: int
    opens: bool = False


@define
class Alarms:
    """At which moments a phase calls.  Whoever looks passes the table time: it stands still in a pause, and the moments
    follow the end wherever it is put."""

    _no: int = 0
    _ends: int = 0
    _seen: int = 0

    def come(self, asking: Asking | None, now: int) -> None:
        """Find a phase as it is: what it has called before is not for who comes in now."""
        self._no, self._ends = (asking.no, asking.ends) if asking is not None else (0, 0)
        self._seen = now

    def meet(self, asking: Asking | None, now: int) -> Moment | None:
        """The moment of a phase that has not been met yet; at every event of the table.

        Where an end is put elsewhere, moments that would lie in the past call nobody.
        """
        if asking is None or (asking.no, asking.ends) == (self._no, self._ends):
            return None
        opens = asking.no != self._no
        self.come(asking, now)
        return Moment(max(0, -(-(asking.ends - now) // 1_000)), opens=True) if opens else None

    def pass_time(self, asking: Asking | None, now: int) -> Moment | None:
        """The moment that has come since the last look; at every second, not at events: some of these are the reader's
        own, and a call must not come earlier for who has answered."""
        seen, self._seen = self._seen, now
        if asking is None:
            return None
        passed = (ms for ms in MOMENTS if seen < asking.ends - ms <= now < asking.ends)
        return next((Moment(ms // 1_000) for ms in passed), None)


def title(words: Words, asking: Asking, seat: int | None, moment: Moment) -> str:
    """What a phase says to who holds a seat, or to others: what comes first is what a narrow tab shows."""
    key = "call.asked" if seat in asking.asked else "call.phase"
    return words(
        key,
        phase=words(f"{asking.game}.phase.{asking.name}"),
        round=words(f"{asking.game}.round", n=asking.round),
        n=moment.left,
    )


def namer(me: Person, lines: Iterable[tuple[Eye, str, str]]) -> str:
    """The name of the first of the others who names this person, "" if nobody does.  `lines` are the eyes of those who
    speak, their names and what they say."""
    return next((name for who, name, text in lines if who != me.id and is_named(me.name, text)), "")
