"""What a bot of Omega Strain makes of its view: how likely each rival is infected, what each choice is worth.

A simple Bayesian model.  The prior comes from the index; wishes, claims and opened consents of the present
turn shift it by likelihood ratios that depend on the rival's temperament (public for bots), and for claims on
how often the rival was caught lying in earlier turns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Final

from attrs import frozen

from engine.games.omega.state import VACCINE, OmegaPlay, Player, Turn
from engine.table.manners import spoken
from engine.table.state import TableState

TELLS: Final[Mapping[str, Mapping[str, float]]] = {
    "cautious": {"for": 0.12, "against": 6.0, "none": 6.0, "healthy": 0.55, "infected": 50.0, "yes": 0.02, "no": 6.0},
    "greedy": {"for": 0.6, "against": 1.3, "none": 1.3, "healthy": 0.9, "infected": 50.0, "yes": 0.02, "no": 1.25},
    "sly": {"for": 0.67, "against": 1.5, "none": 1.5, "healthy": 1.0, "infected": 50.0, "yes": 0.02, "no": 1.4},
    "": {"for": 0.7, "against": 1.5, "none": 1.0, "healthy": 0.8, "infected": 3.0, "yes": 0.2, "no": 1.6},
}
"""P(seen | infected) / P(seen | healthy) of a wish, a claim, a consent, by temperament; "" are people.
The bots' were counted over simulated games; people's are guessed, and mild."""

ILL_WORKS: Final = 0.98
"""How surely an infected rival works: it loses the life anyway."""

WELL_WORKS: Final[Mapping[str, tuple[float, ...]]] = {
    "cautious": (1.0, 0.48, 0.1, 0.06),
    "greedy": (1.0, 0.55, 0.33, 0.18),
    "sly": (1.0, 0.48, 0.22, 0.11),
    "": (1.0, 0.7, 0.4, 0.3),
}
"""How surely a rival that is not infected works, by the number of faces that infect (half the index)."""

CLAIMS: Final[Mapping[str, str]] = {"claim-healthy": "healthy", "claim-infected": "infected"}
"""Speeches that are claims, and what they claim."""

LIFE_WORTH: Final = (0.0, 0.4, 0.75, 1.0)
FUNDS_WORTH: Final = (0.3, 0.38, 0.48, 0.62, 0.8, 1.0)
"""Prospects of a seat by life and by funds while nobody has won; their product is compared with the 1 of a winner."""

Fate = tuple[tuple[float, Player], ...]
"""What a turn may make of a seat, with probabilities."""


@frozen
class Rival:
    """A living rival: its public state, the chance that it is infected, the chance that it works if it is not."""

    player: Player
    risk: float
    works: float


@frozen
class Reading:
    """A view as the bot of a seat understands it: its own state and infection, and the living rivals, whose
    seats are in `seats`."""

    me: Player
    infected: bool
    seats: tuple[int, ...]
    rivals: tuple[Rival, ...]

    @property
    def suspect(self) -> tuple[int, float]:
        """The seat most likely to be infected, and how likely that is."""
        seat, rival = max(zip(self.seats, self.rivals, strict=True), key=lambda pair: pair[1].risk)
        return seat, rival.risk

    def risk(self, seat: int) -> float:
        """The chance that a rival is infected."""
        return self.rivals[self.seats.index(seat)].risk


def read(view: TableState, seat: int) -> Reading:
    """What the bot of `seat` makes of its view of a running turn."""
    play: OmegaPlay = view.play
    turn = play.turn
    said = claims(view)
    lies = caught(play, said)
    seats = tuple(rival for rival in play.living if rival != seat)
    rivals = []
    for rival in seats:
        temper = view.seats[rival].temperament
        claim = said.get((turn.phase, rival), "")
        risk = _risk(turn.index, TELLS[temper], claim, lies[rival], _signs(view, turn, rival))
        rivals.append(Rival(play.players[rival], risk, WELL_WORKS[temper][turn.index // 2]))
    return Reading(play.players[seat], bool(turn.infected(seat)), seats, tuple(rivals))


def claims(view: TableState) -> dict[tuple[int, int], str]:
    """What players of this game last claimed to be in a phrase ("healthy", "infected"), by dialogue and seat."""
    seats = {seat.who: number for number, seat in enumerate(view.seats)}
    return {
        (line.phase, seats[line.who]): CLAIMS[line.code]
        for line in spoken(view)
        if line.code in CLAIMS and line.who in seats
    }


def caught(play: OmegaPlay, said: Mapping[tuple[int, int], str]) -> Counter[int]:
    """How often each seat called itself healthy in a turn whose reckoning showed it infected."""
    turns = {turn.phase: turn for turn in play.turns[:-1]}
    return Counter(
        seat
        for (phase, seat), claim in said.items()
        if claim == "healthy" and phase in turns and shown_ill(turns[phase], seat)
    )


def shown_ill(turn: Turn, seat: int) -> bool:
    """Whether a seat's infection follows from a reckoning: a life lost at home, in a lockdown or as the only
    worker."""
    if not turn.life.get(seat):
        return False
    return turn.actions.get(seat) != "work" or list(turn.actions.values()).count("work") == 1


def _risk(index: int, tells: Mapping[str, float], claim: str, lies: int, signs: tuple[str, ...]) -> float:
    """The chance of an infection: prior odds, times the claim as far as it is believed, times other signs."""
    prior = index // 2 / 6
    believed: float = tells.get(claim, 1.0) ** (1 / (1 + lies))
    odds = prior / (1 - prior) * believed
    for sign in signs:
        odds *= tells.get(sign, 1.0)
    return odds / (1 + odds)


def _signs(view: TableState, turn: Turn, rival: int) -> tuple[str, ...]:
    """The rival's public wish and its consent, if that was opened."""
    wish = view.phase and view.phase.answer("wish", rival)
    return wish["wish"] if wish else turn.wishes.get(rival, ""), turn.consents.get(rival, "")


@lru_cache(maxsize=4096)  # a bot looks up several times in a talk, mostly with nothing new before it
def value(mind: Reading, action: str, fear: float, spite: float) -> float:
    """What it is worth to do `action` ("work", "home", "lockdown"): its own prospects after the turn, less the
    rivals' times `spite`.  A larger `fear` makes lives count for more."""
    if action == "lockdown":
        mine = _locked(mind.me, mind.infected)
        fates = [_locked(rival.player, rival.risk) for rival in mind.rivals]
    else:
        works = float(action == "work")
        safe = [1 - rival.risk * ILL_WORKS for rival in mind.rivals]
        all_safe = prod(safe)
        mine = _free(mind.me, mind.infected, works, works, 1 - all_safe)
        if mind.infected and works:
            all_safe = 0.0
        fates = [
            _free(rival.player, rival.risk, ILL_WORKS, rival.works, 1 - all_safe / others)
            for rival, others in zip(mind.rivals, safe, strict=True)
        ]
    own = sum(chance * _standing(player, fates, fear) for chance, player in mine if chance)
    return own - spite * sum(chance * _worth(player, 1.0) for fate in fates for chance, player in fate if chance)


def _locked(player: Player, risk: float) -> Fate:
    """A seat's fate in a lockdown."""
    return (risk, Player(player.life - 1, player.funds + 1)), (1 - risk, Player(player.life, player.funds + 1))


def _free(player: Player, risk: float, ill_works: float, well_works: float, danger: float) -> Fate:
    """A seat's fate without a lockdown: the chances that it is infected, that it works if it is and if it is
    not, and that somebody else who works is infected."""
    well = (1 - risk) * well_works
    return (
        (risk * ill_works + well * danger, Player(player.life - 1, player.funds + 1)),
        (well * (1 - danger), Player(player.life, player.funds + 1)),
        (risk * (1 - ill_works), Player(player.life - 1, player.funds)),
        (1 - risk - well, player),
    )


def _standing(player: Player, fates: Sequence[Fate], fear: float) -> float:
    """The prospects of a seat after a turn: the end test in expectation, and `_worth` if that finds nothing.
    The rivals' fates are taken as independent."""
    if player.life <= 0:
        return 0.0
    alone = unbeaten = 1.0
    for fate in fates:
        alone *= sum(chance for chance, rival in fate if rival.life <= 0)
        unbeaten *= 1 - sum(chance for chance, rival in fate if _beats(rival, player))
    if player.funds >= VACCINE:
        return unbeaten
    return alone + (1 - alone) * unbeaten * _worth(player, fear)


def _beats(rival: Player, player: Player) -> bool:
    """Whether the rival has won now, shared wins included."""
    if rival.funds < VACCINE or rival.life <= 0:
        return False
    return player.funds < VACCINE or rival.life >= player.life


def _worth(player: Player, fear: float) -> float:
    lives: float = LIFE_WORTH[player.life] ** fear
    return lives * FUNDS_WORTH[min(player.funds, VACCINE)]
