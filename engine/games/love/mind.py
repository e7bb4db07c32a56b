"""What can be worked out from the whiteboard: how likely each pair (culprit, beloved) is.

A pair's weight is the product, over the nights, of how likely a culprit in love with that beloved would have
attacked this target with this outcome; pairs that the board rules out weigh nothing.  The board is everybody's,
so the weights are computed once for all who look at it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from attrs import frozen

from engine.games.love.judging import NONE, SIEGE, UNITY
from engine.games.love.state import Death, LovePlay, Night, Noon

Pair = tuple[int, int]
"""(culprit, beloved)."""

FEINT: Final = 0.06
SELF: Final = 0.22
"""How likely a culprit is to attack the beloved in a feint, and itself, while more than `FEW` live."""

LATE_FEINT: Final = 0.005
LATE_SELF: Final = 0.5
"""The same when only few are left; a second feint at the same beloved is as rare."""

FEW: Final = 3
"""With no more than these alive there is no time for feints."""

OWN_CUP: Final = 0.15
"""How likely a culprit is to poison itself, compared with anybody else."""

LOCKED_AT_SIEGE: Final = 0.55
LOCKED_WITHOUT: Final = 0.03
LOCKED_UNDER_COVER: Final = 0.95
"""How often the culprit takes a locked room: at somebody who still has a siege; at somebody who has none; and while
it plays a card itself, when an alibi is useless."""


@frozen
class Board:
    """The public part of a play, as a value that can be hashed."""

    nights: tuple[Night, ...]
    deaths: tuple[Death | None, ...]
    noons: tuple[Noon, ...]


def board(play: LovePlay) -> Board:
    """The whiteboard of a play."""
    return Board(play.nights, play.deaths, play.noons)


@lru_cache(maxsize=256)
def weights(seen: Board) -> Mapping[Pair, float]:
    """Pair -> probability for somebody who knows the board and nothing else; sums to 1."""
    seats = range(len(seen.deaths))
    wrong = {(noon.guess.culprit, noon.guess.beloved) for noon in seen.noons if noon.guess}
    pairs = {
        (culprit, beloved): 1.0
        for beloved in seats
        if seen.deaths[beloved] is None
        for culprit in seats
        if culprit != beloved and (culprit, beloved) not in wrong
    }
    spent: frozenset[int] = frozenset()
    attacked: frozenset[int] = frozenset()
    for night in seen.nights:
        for pair in pairs:
            pairs[pair] *= aim(night, *pair, attacked) * outcome(night, *pair, spent)
        spent |= {seat for seat, card in enumerate(night.defences) if card == SIEGE}
        attacked |= {seat for seat in seats if seat == night.target}
    for pair in pairs:
        death = seen.deaths[pair[0]]
        pairs[pair] *= OWN_CUP if death is not None and death.kind == "poisoned" else 1.0
    return _normalised(pairs)


def aim(night: Night, culprit: int, beloved: int, attacked: frozenset[int]) -> float:
    """How likely a culprit with this beloved attacks the night's target.  `attacked`: the targets of earlier nights."""
    living = night.living
    feint = FEINT if len(living) > FEW and beloved not in attacked else LATE_FEINT
    own = (SELF if len(living) > FEW else LATE_SELF) if culprit in living else 0.0
    if night.target == beloved:
        return feint
    if night.target == culprit:
        return own
    return (1 - feint - own) / (len(living) - 1 - (culprit in living))


def outcome(night: Night, culprit: int, beloved: int, spent: frozenset[int]) -> float:
    """How likely the attack ends as it did; `spent`: the seats that had no siege left when the night began."""
    target, worth = night.target, night.worth
    assert target is not None
    if target == beloved:
        covered = night.defences[culprit] == SIEGE
        possible = covered or beloved in spent or worth[beloved] != SIEGE
        return 1.0 if possible and not night.success else 0.0
    locked = _locked(night, culprit, target, spent)
    kill = locked if worth[target] == SIEGE else 0.0
    if worth[target] == NONE and worth[culprit] == NONE:
        kill = 1.0 - locked
    return kill if night.success else 1.0 - kill


def _locked(night: Night, culprit: int, target: int, spent: frozenset[int]) -> float:
    """How likely the culprit took the locked room."""
    if target != culprit and night.defences[culprit] in (SIEGE, UNITY):
        return LOCKED_UNDER_COVER
    return LOCKED_WITHOUT if target in spent else LOCKED_AT_SIEGE


def _normalised(pairs: dict[Pair, float]) -> dict[Pair, float]:
    total = sum(pairs.values())
    if not total:  # the culprit has done what the model calls impossible: nothing is known then
        return {pair: 1 / len(pairs) for pair in pairs}
    return {pair: weight / total for pair, weight in pairs.items()}


def beliefs(play: LovePlay, seat: int) -> dict[Pair, float]:
    """Pair -> probability for a member who knows that it is not the culprit; sums to 1."""
    public = weights(board(play))
    return _normalised({pair: weight for pair, weight in public.items() if pair[0] != seat})


def suspicion(pairs: Mapping[Pair, float], seats: int) -> list[float]:
    """How likely each seat is the culprit."""
    return _marginal(pairs, seats, 0)


def affection(pairs: Mapping[Pair, float], seats: int) -> list[float]:
    """How likely each seat is the beloved."""
    return _marginal(pairs, seats, 1)


def _marginal(pairs: Mapping[Pair, float], seats: int, part: int) -> list[float]:
    sums = [0.0] * seats
    for pair, weight in pairs.items():
        sums[pair[part]] += weight
    return sums
