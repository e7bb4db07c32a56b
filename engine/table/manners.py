"""How bots talk: they answer whoever names them, say nothing twice in a game, and are silent rather than dull.

Only what was said in the open counts, so that these manners tell nothing.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final

from engine.chance import Chance, pick
from engine.facts import Eye
from engine.table.state import ChatLine, Speech, TableState

WORDING: Final = "wording"
"""The parameter that says which of its temperament's sentences a bot uses: "sly-2"."""

ECHO: Final = 20
"""So many lines back nobody uses a sentence that somebody has just used."""

ENOUGH: Final = 2
"""After so many lines in one talk a bot only answers."""


def spoken(view: TableState) -> tuple[ChatLine, ...]:
    """Everything said at the table in this game."""
    games = takewhile(lambda line: line.game == view.game_no, reversed(view.chat))
    return tuple(line for line in games if line.scope == "table")[::-1]


def now(view: TableState) -> tuple[ChatLine, ...]:
    """Everything said in the talk that is open."""
    no = view.phase.no if view.phase is not None else 0
    talk = takewhile(lambda line: line.phase == no, reversed(view.chat))
    return tuple(line for line in talk if line.scope == "table")[::-1]


def own(view: TableState, seat: int) -> tuple[ChatLine, ...]:
    """What the seat has said in the talk that is open."""
    return tuple(line for line in now(view) if line.who == view.seats[seat].who)


def called(view: TableState, seat: int, calls: Container[str], everybody: Container[str] = ()) -> ChatLine | None:
    """The last phrase of the open talk that calls on the seat, if it has said nothing since.

    `calls` want an answer of whom they name, questions to `everybody` of whoever speaks first."""
    answered = False
    for line in reversed(now(view)):
        if line.who == view.seats[seat].who:
            return None
        if line.code in everybody and not answered:
            return line
        if line.code in calls and line.names(seat):
            return line
        answered = answered or bool(line.code)
    return None


Meaning = tuple[str, frozenset[tuple[str, str | int]]]
"""A phrase whatever its wording."""


def meaning(phrase: Speech | ChatLine) -> Meaning:
    """What a phrase means."""
    return phrase.code, frozenset((name, value) for name, value in phrase.params.items() if name != WORDING)


def heard(lines: Iterable[ChatLine]) -> frozenset[Meaning]:
    """What was said in phrases."""
    return frozenset(meaning(line) for line in lines if line.code)


def worded(
    view: TableState,
    seat: int,
    speeches: Iterable[Speech],
    wordings: Mapping[str, int],
    temper: str,
    chance: Chance,
) -> Speech | None:
    """The first of the speeches for which the seat has words left, and which does not make three of a kind.

    Args:
        view: what the seat sees.
        seat: who speaks.
        speeches: what it would say, best first.
        wordings: code -> in how many ways each temperament words it.
        temper: whose ways those are.
        chance: draws under the labels `wording/<code>`.
    """
    me, lines = view.seats[seat].who, spoken(view)
    last = [line.code for line in lines[-2:] if line.code]
    for speech in speeches:
        if last == [speech.code] * 2:
            continue
        fresh = [way for way in _ways(temper, wordings[speech.code]) if not _worn(lines, me, speech, way)]
        if fresh:
            return Speech(speech.code, {**speech.params, WORDING: pick(chance, f"wording/{speech.code}", fresh)})
    return None


def _ways(temper: str, wordings: int) -> list[str]:
    return [f"{temper}-{n}" for n in range(1, wordings + 1)]


def _worn(lines: Sequence[ChatLine], me: Eye, speech: Speech, way: str) -> bool:
    """Whether `me` has used the sentence in this game, another of its temperament just now, or anybody with the same
    names in it."""
    return any(
        line.who == me or back < ECHO or meaning(line) == meaning(speech)
        for back, line in enumerate(reversed(lines))
        if line.code == speech.code and line.params.get(WORDING) == way
    )
