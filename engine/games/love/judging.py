"""Whether an attack kills (source, 9): two ways to succeed, everything else fails."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SIEGE: Final = "siege"
UNITY: Final = "unity"
NONE: Final = "none"
ALIBI: Final = "alibi"
LOCKED_ROOM: Final = "locked_room"

DEFENCES: Final = (SIEGE, UNITY, NONE)
KILLS: Final = (ALIBI, LOCKED_ROOM)
CARDS: Final = {SIEGE: 1, UNITY: 2}
"""How many of each defence card a member holds at the start; `none` needs no card."""


def effective(defences: Mapping[int, str]) -> dict[int, str]:
    """What the defences of the living are worth: a lone `unity` is worth nothing."""
    lone = sum(card == UNITY for card in defences.values()) == 1
    return {seat: NONE if lone and card == UNITY else card for seat, card in defences.items()}


def kills(target: str, culprit: str, card: str) -> bool:
    """Whether the card kills a target with this effective defence.  A dead culprit's defence is `none`; a culprit
    who is its own target has the target's defence."""
    if card == LOCKED_ROOM:
        return target == SIEGE
    return target == NONE and culprit == NONE


def succeeds(defences: Mapping[int, str], culprit: int, target: int, card: str) -> bool:
    """Whether `culprit` (perhaps dead) kills the living `target`, given the chosen defences of all living seats."""
    worth = effective(defences)
    return kills(worth[target], worth.get(culprit, NONE), card)


def sure_to_fail(own: str, card: str, *, alive: bool, siege_spent: bool) -> bool:
    """Whether the culprit knows beforehand that the attack fails whatever others choose (R-L2): from a siege of its
    own while it lives, with an alibi; or through a locked room at a target whose siege is spent."""
    return (card == ALIBI and alive and own == SIEGE) or (card == LOCKED_ROOM and siege_spent)
