"""What decided a game of Love, or Nothing, when everything is open.  Pure."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.love.judging import NONE
from engine.games.love.state import LovePlay, Night, Noon
from engine.outcome import Moment, weightiest


def is_gambit(play: LovePlay) -> bool:
    """Whether the culprit died by its own hand: the Birlstone gambit."""
    return play.culprit is not None and play.deaths[play.culprit] is not None


def moments(play: LovePlay) -> tuple[Moment, ...]:
    """The three moments that decided a finished game (fewer where less happened), in order, by day.

    Kinds, with whom they are about: "solved" (the detective), "half" (the detective, and the one of the two who was
    named rightly), "gambit" (the culprit), "mistake" (the beloved who was killed), "last" (who died last, so that only
    the beloved was left), "killed", "poisoned", "saved" (who was attacked, and lived by a defence), "feint" (the
    beloved, who was attacked and lived), "own-election" (the culprit, made detective).
    """
    told = [moment for night in play.nights for moment in _night(play, night)]
    told += [moment for noon in play.noons for moment in _noon(play, noon)]
    return weightiest(sorted(told, key=lambda moment: moment.round))


def _night(play: LovePlay, night: Night) -> Iterator[Moment]:
    target = night.target
    if target is None:
        return
    if night.success:
        kind, weight = "killed", 4
        if target == play.culprit:
            kind, weight = "gambit", 7
        elif target == play.beloved:
            kind, weight = "mistake", 9
        elif _ends(play, target):
            kind, weight = "last", 8
        yield Moment(night.no, kind, (target,), weight)
    elif target == play.beloved:
        yield Moment(night.no, "feint", (target,), 3)
    elif night.worth[target] != NONE:
        yield Moment(night.no, "saved", (target,), 2)


def _noon(play: LovePlay, noon: Noon) -> Iterator[Moment]:
    detective, guess = noon.detective, noon.guess
    for seat, death in enumerate(play.deaths):
        if death is not None and death.day == noon.day and death.kind == "poisoned":
            kind = "gambit" if seat == play.culprit else "last" if _ends(play, seat) else "poisoned"
            yield Moment(noon.day, kind, (seat,), {"gambit": 7, "last": 8, "poisoned": 5}[kind])
    if detective is None:
        return
    right = guess is not None and [
        name
        for name, truth in ((guess.culprit, play.culprit), (guess.beloved, play.beloved))
        if name is not None and name == truth
    ]
    if right:
        yield Moment(
            noon.day, "solved" if len(right) == 2 else "half", (detective, *right), 9 if len(right) == 2 else 6
        )
    elif detective == play.culprit:
        yield Moment(noon.day, "own-election", (detective,), 3)


def _ends(play: LovePlay, seat: int) -> bool:
    """Whether only the beloved is left, and this member was the last to die."""
    dead = [(death.day, death.kind == "killed", n) for n, death in enumerate(play.deaths) if death is not None]
    return play.living == (play.beloved,) and max(dead)[2] == seat
