"""What anybody can read off the whiteboard, and nobody can deny.

A member without a defence that counts dies of an alibi trick only (case table of the rules), which needs a culprit
without one too.  So such a night clears every living member who had one; the dead it never clears.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.love.judging import NONE, SIEGE, UNITY
from engine.games.love.state import LovePlay, Night, Noon
from engine.table.state import Speech


def by_alibi(night: Night) -> bool:
    """Whether the night's kill can only have been an alibi trick."""
    return night.success and night.target is not None and night.worth[night.target] == NONE


def bare(night: Night) -> tuple[int, ...]:
    """Who was alive in the night without a defence that counted."""
    return tuple(seat for seat in night.living if night.worth[seat] == NONE)


def clearing(play: LovePlay, seat: int) -> Night | None:
    """The last night that clears a seat, None if there is none."""
    nights = (night for night in reversed(play.nights) if by_alibi(night))
    return next((night for night in nights if seat in night.living and seat not in bare(night)), None)


def failed(play: LovePlay) -> Noon | None:
    """Yesterday's election, if its detective lives and has just guessed wrong or handed in a blank page."""
    noon = next((noon for noon in play.noons if noon.day == play.day - 1 and noon.guess is not None), None)
    return noon if noon is not None and noon.detective in play.living else None


def reasons(play: LovePlay, seat: int) -> Iterator[Speech]:
    """What the board says about others, to be said by `seat`."""
    others = [other for other in play.living if other != seat]
    if play.nights and by_alibi(play.nights[-1]):
        yield from _last_night(play.nights[-1], others)
    kills = [night for night in play.nights if by_alibi(night)]
    attacked = {night.target for night in play.nights}
    for other in others:
        if len(kills) > 1 and all(other in bare(night) for night in kills):
            yield Speech("always-bare", {"seat": other, "count": str(len(kills))})
        if len(play.nights) > 2 and other not in attacked:
            yield Speech("untouched", {"seat": other})
        if not play.left(other, SIEGE) and not play.left(other, UNITY):
            yield Speech("spent", {"seat": other})
    yield from failure(play, seat)


def failure(play: LovePlay, seat: int) -> Iterator[Speech]:
    """Why yesterday's detective should not be today's."""
    noon = failed(play)
    if noon is not None and noon.detective is not None and noon.guess is not None and noon.detective != seat:
        yield Speech("blank-page" if noon.guess.culprit is None else "wrong-guess", {"seat": noon.detective})


def _last_night(night: Night, others: list[int]) -> Iterator[Speech]:
    """Who can have killed: of those alive now, besides the speaker."""
    no = str(night.no)
    could = [other for other in others if other in bare(night)]
    if len(could) == 1:
        yield Speech("sole", {"seat": could[0], "night": no})
    elif len(could) == 2:
        yield Speech("either", {"one": could[0], "two": could[1], "night": no})
    elif len(bare(night)) < len(night.living):
        yield Speech("bare", {"night": no, "count": str(len(bare(night)))})
    for other in others:
        if other not in could:
            yield Speech("cleared", {"seat": other, "night": no})


def company(play: LovePlay, seat: int, asker: int | None) -> Iterator[Speech]:
    """Who else can have done what the seat is accused of, first whoever accuses it."""
    others = sorted((other for other in play.living if other != seat), key=lambda other: other != asker)
    for night in reversed(play.nights):
        if by_alibi(night):
            yield from (
                Speech("also-bare", {"seat": other, "night": str(night.no)}) for other in others if other in bare(night)
            )
