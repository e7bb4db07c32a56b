"""What decided a game of Omega Strain, when its dice are open.  Pure."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.omega.state import VACCINE, OmegaPlay, Turn
from engine.outcome import Moment, weightiest


def moments(play: OmegaPlay) -> tuple[Moment, ...]:
    """The three moments that decided a finished game (fewer where less happened), in order.

    Kinds, with whom they are about: "vaccine" (who reached its price alive), "outbreak" (one who went to work infected,
    then the others whom that cost a life), "death", "refusal" (the one whose "no" prevented a lockdown, before a turn
    that cost a life), "lockdown" (nobody: all agreed).
    """
    return weightiest(moment for turn in play.turns if turn.reckoned for moment in _of(play, turn))


def _of(play: OmegaPlay, turn: Turn) -> Iterator[Moment]:
    hurt = [seat for seat, change in turn.life.items() if change < 0]
    against = [seat for seat in turn.life if turn.consents.get(seat, "no") != "yes"]
    if turn.lockdown:
        yield Moment(turn.no, "lockdown")
    elif len(against) == 1 and hurt:
        yield Moment(turn.no, "refusal", tuple(against), 1 + len(hurt))
    workers = [seat for seat, deed in turn.actions.items() if deed == "work"]
    carriers = [seat for seat in workers if turn.infected(seat)]
    others = [seat for seat in workers if seat in hurt and seat not in carriers]
    if len(carriers) == 1 and others:
        yield Moment(turn.no, "outbreak", (*carriers, *others), 2 + len(others))
    for seat in turn.deaths:
        yield Moment(turn.no, "death", (seat,), 4)
    if turn is play.turns[-1]:
        rich = [seat for seat in play.living if play.players[seat].funds >= VACCINE]
        if rich:
            yield Moment(turn.no, "vaccine", tuple(rich), 6)
