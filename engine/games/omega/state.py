"""The play of Omega Strain, folded from the facts that an eye may see.

Facts may come in any order, for the secrets of a game are told again, late, when it is over; folding a secret
twice changes nothing.  What the eye does not know is absent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import field, frozen

from engine.facts import Fact
from engine.frozen import replace
from engine.games.omega.facts import DieRolled, IndexRolled, LockdownVoted, Reckoned
from engine.table.facts import PhaseOpened, Sealed

LIFE: Final = 3
"""Everybody's life at the start: the third infection kills."""

VACCINE: Final = 5
"""The price of the vaccine in units of $10k."""


@frozen
class Player:
    """The public state of a seat: life (0 = dead) and funds in units of $10k."""

    life: int = LIFE
    funds: int = 0

    @property
    def alive(self) -> bool:
        """Whether the seat still plays."""
        return self.life > 0


@frozen(slots=False)
class Turn:
    """One turn as far as the eye knows it.  Everything is by seat.

    `phase` is the number of its dialogue, by which its talk is told from that of other turns.  `index` is 0
    before it is rolled; `lockdown` is None until the ballot is counted, `reckoned` whether the turn is over.
    `consents` are empty while sealed; `life` and `funds` are the changes of the reckoning.
    """

    no: int
    phase: int = 0
    index: int = 0
    dice: Mapping[int, int] = field(factory=dict)
    wishes: Mapping[int, str] = field(factory=dict)
    consents: Mapping[int, str] = field(factory=dict)
    lockdown: bool | None = None
    actions: Mapping[int, str] = field(factory=dict)
    life: Mapping[int, int] = field(factory=dict)
    funds: Mapping[int, int] = field(factory=dict)
    deaths: tuple[int, ...] = ()
    reckoned: bool = False

    def infected(self, seat: int) -> bool | None:
        """Whether the seat is infected in this turn, None if the eye does not know its die."""
        die = self.dice.get(seat)
        return None if die is None else is_infected(die, self.index)


@frozen(slots=False)
class OmegaPlay:
    """The whole play: the players by seat and the turns so far, the last of them the present one."""

    players: tuple[Player, ...]
    turns: tuple[Turn, ...] = ()

    @property
    def living(self) -> tuple[int, ...]:
        """The living seats in order."""
        return tuple(seat for seat, player in enumerate(self.players) if player.life > 0)

    @property
    def turn(self) -> Turn:
        """The present (or last) turn; there is one from the deal on."""
        return self.turns[-1]


def is_infected(die: int, index: int) -> bool:
    """Step 2 of a turn: twice the die does not exceed the index."""
    return 2 * die <= index


def evolve(play: OmegaPlay, fact: Fact) -> OmegaPlay:
    """The play after one more fact."""
    match fact:
        case IndexRolled():
            return _in_turn(play, fact.turn, index=fact.index)
        case DieRolled():
            dice = {**_turn(play, fact.turn).dice, fact.seat: fact.die}
            return _in_turn(play, fact.turn, dice=dice)
        case LockdownVoted():
            known = fact.consents or _turn(play, fact.turn).consents
            return _in_turn(play, fact.turn, wishes=fact.wishes, consents=known, lockdown=fact.passed)
        case Reckoned():
            return _reckoned(play, fact)
        case PhaseOpened(name="dialogue"):
            return _in_turn(play, fact.round, phase=fact.no)
        case Sealed(name="dialogue"):
            consents = {**_turn(play, fact.round).consents, fact.seat: fact.answers["consent"]["consent"]}
            return _in_turn(play, fact.round, consents=consents)
    return play


def _reckoned(play: OmegaPlay, fact: Reckoned) -> OmegaPlay:
    players = tuple(
        Player(player.life + fact.life.get(seat, 0), player.funds + fact.funds.get(seat, 0))
        for seat, player in enumerate(play.players)
    )
    changes = {"actions": fact.actions, "life": fact.life, "funds": fact.funds, "deaths": fact.deaths}
    return _in_turn(replace(play, players=players), fact.turn, lockdown=fact.lockdown, reckoned=True, **changes)


def _turn(play: OmegaPlay, no: int) -> Turn:
    return play.turns[no - 1] if no <= len(play.turns) else Turn(no)


def _in_turn(play: OmegaPlay, no: int, **changes: Any) -> OmegaPlay:
    """The play with a turn changed; turns that were never heard of come into being."""
    missing = tuple(Turn(n) for n in range(len(play.turns) + 1, no + 1))
    turns = play.turns + missing
    return replace(play, turns=(*turns[: no - 1], replace(turns[no - 1], **changes), *turns[no:]))
