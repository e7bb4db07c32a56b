"""Three temperaments: the same play, weighed differently.

The *cautious* hides behind its cards and attacks where many could have done it; the *bold* spares its cards and
attacks whoever is easiest; the *sly* wants the suspect to waste the guess, and plots to be counted among the dead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import frozen


@frozen
class Temper:
    """As a member: `unity`, `siege` and `alarm` are how often (percent) it plays a unity or a siege that it has, and
    a siege while it is detective; `trust` orders candidates by (how suspect they are, how often they were
    detective), the highest gets the vote.  `chatty` is how often (percent) it speaks when it looks up, and
    `liar` how often what it claims is not what it believes.

    As the culprit: `fear` weighs exposure; `martyr` and `mask` are how often (percent of nights) it would kill
    itself early or feint at the beloved; `hoard` keeps the poison until that few others are left.
    """

    name: str
    unity: float
    siege: float
    alarm: float
    trust: Callable[[float, int], float]
    chatty: float
    liar: float
    fear: float
    martyr: float
    mask: float
    hoard: int


TEMPERAMENTS: Final[Mapping[str, Temper]] = {
    "cautious": Temper(
        "cautious",
        unity=75,
        siege=20,
        alarm=60,
        trust=lambda suspect, record: -suspect,
        chatty=35,
        liar=5,
        fear=1.0,
        martyr=20,
        mask=15,
        hoard=2,
    ),
    "bold": Temper(
        "bold",
        unity=45,
        siege=20,
        alarm=50,
        trust=lambda suspect, record: record - suspect,
        chatty=60,
        liar=10,
        fear=0.5,
        martyr=10,
        mask=8,
        hoard=16,
    ),
    "sly": Temper(
        "sly",
        unity=50,
        siege=30,
        alarm=45,
        trust=lambda suspect, record: suspect,
        chatty=45,
        liar=40,
        fear=1.0,
        martyr=35,
        mask=25,
        hoard=16,
    ),
}
