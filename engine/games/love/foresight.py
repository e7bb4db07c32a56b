"""Who foresaw what: the hunches, scored when the log is open.  For fun; nothing is won by it."""

from __future__ import annotations

from attrs import frozen

from engine.games.love.state import LovePlay, number


@frozen
class Foresight:
    """How a member's hunches fared: of `nights` nights it named the target of `foreseen`, and of `exact` the kill card
    as well; `heart` is whether it knew in the prologue whom the culprit loves."""

    seat: int
    nights: int
    foreseen: int
    exact: int
    heart: bool


def foresights(play: LovePlay) -> tuple[Foresight, ...]:
    """The score of every member but the culprit, in seat order; of an opened play (see `Opened`)."""
    return tuple(_score(play, seat) for seat in range(play.seats) if seat != play.culprit)


def _score(play: LovePlay, seat: int) -> Foresight:
    hits = [night for night in play.nights if number(play.forms[night.no][seat]["target"]) == night.target]
    exact = sum(play.forms[night.no][seat]["kill"] == _card(play, night.no) for night in hits)
    heart = play.beloved is not None and number(play.loves[seat]["beloved"]) == play.beloved
    return Foresight(seat, len(play.nights), len(hits), exact, heart)


def _card(play: LovePlay, night: int) -> str:
    assert play.culprit is not None
    return play.forms[night][play.culprit]["kill"]
