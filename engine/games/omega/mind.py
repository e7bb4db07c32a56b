"""What a bot of Omega Strain makes of its view: how likely each rival is infected, what each choice is worth.

A simple Bayesian model.  The prior comes from the index; wishes, claims and opened consents of the present
turn shift it by likelihood ratios that depend on the rival's temperament (public for bots), and for claims on
how often the rival was caught lying in earlier turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Final

from attrs import frozen

from engine.games.omega.state import VACCINE, OmegaPlay, Player, Turn
from engine.table.state import TableState

TELLS: Final[Mapping[str, Mapping[str, float]]] = {
    "cautious": {"for": 0.2, "against": 3.0, "healthy": 0.5, "infected": 20.0, "yes": 0.05, "no": 3.0},
    "greedy": {"for": 0.6, "against": 1.2, "healthy": 0.7, "infected": 10.0, "yes": 0.05, "no": 1.3},
    "sly": {"for": 1.0, "against": 0.8, "healthy": 1.0, "infected": 1.0, "yes": 0.05, "no": 2.0},
    "": {"for": 0.7, "against": 1.4, "healthy": 0.8, "infected": 3.0, "yes": 0.2, "no": 1.6},
}
"""P(seen | infected) / P(seen | healthy) of a wish, a claim, a consent, by temperament; "" are people.
The bots' were counted over simulated games; people's are mild."""

ILL_WORKS: Final = 0.95
"""How surely an infected rival works: it loses the life anyway."""

CAUTION: Final[Mapping[str, float]] = {"cautious": 0.13, "greedy": 0.05, "sly": 0.09, "": 0.1}
"""How much each point of the index above 1 keeps a healthy rival from work, by temperament."""

LIFE_WORTH: Final = (0.0, 0.4, 0.75, 1.0)
FUNDS_WORTH: Final = (0.3, 0.38, 0.48, 0.62, 0.8, 1.0)
"""Prospects of a seat by life and by funds; their product is compared with the 1 of a seat that has won."""


@frozen
class Reading:
    """A view as the bot of seat `me` understands it.  `risk` is the chance that a living rival is infected,
    `works` that it works if it is not."""

    me: int
    player: Player
    infected: bool
    index: int
    rivals: Mapping[int, Player]
    risk: Mapping[int, float]
    works: Mapping[int, float]

    def danger(self, *, without: int = -1) -> float:
        """The chance that an infected rival works, one rival left out."""
        return 1 - prod(1 - risk * ILL_WORKS for seat, risk in self.risk.items() if seat != without)

    def fates(self, seat: int, action: str) -> tuple[tuple[float, Player], ...]:
        """What the turn may make of a rival, with probabilities, if the own seat does `action`
        ("work", "home", "lockdown")."""
        rival, risk = self.rivals[seat], self.risk[seat]
        ill, hurt = Player(rival.life - 1, rival.funds), Player(rival.life - 1, rival.funds + 1)
        earned = Player(rival.life, rival.funds + 1)
        if action == "lockdown":
            return (risk, hurt), (1 - risk, earned)
        danger = 1.0 if self.infected and action == "work" else self.danger(without=seat)
        well_works = (1 - risk) * self.works[seat]
        return (
            (risk * ILL_WORKS + well_works * danger, hurt),
            (well_works * (1 - danger), earned),
            (risk * (1 - ILL_WORKS), ill),
            (1 - risk - well_works, rival),
        )


def read(view: TableState, seat: int) -> Reading:
    """What the bot of `seat` makes of its view of a running turn."""
    play: OmegaPlay = view.play
    said = claims(view)
    rivals = {rival: play.players[rival] for rival in play.living if rival != seat}
    risk, works = {}, {}
    for rival in rivals:
        temper = view.seats[rival].temperament
        risk[rival] = _risk(view, rival, TELLS[temper], said)
        works[rival] = 1 - CAUTION[temper] * (play.turn.index - 1)
    return Reading(seat, play.players[seat], bool(play.turn.infected(seat)), play.turn.index, rivals, risk, works)


def claims(view: TableState) -> dict[tuple[int, int], str]:
    """What the bots of this game last claimed to be ("healthy", "infected"), by dialogue and seat."""
    first = view.play.turns[0].phase
    seats = {seat.who: number for number, seat in enumerate(view.seats)}
    said = {}
    for line in view.chat:
        if line.code.startswith("claim-") and int(line.params["phase"]) >= first and line.who in seats:
            said[int(line.params["phase"]), seats[line.who]] = line.code.removeprefix("claim-")
    return said


def shown_ill(turn: Turn) -> set[int]:
    """The seats whose infection in a past turn follows from its reckoning: a life lost at home, in a lockdown
    or as the only worker."""
    workers = [seat for seat, action in turn.actions.items() if action == "work"]
    return {seat for seat, change in turn.life.items() if change and (seat not in workers or len(workers) == 1)}


def _risk(view: TableState, rival: int, tells: Mapping[str, float], said: Mapping[tuple[int, int], str]) -> float:
    turns: tuple[Turn, ...] = view.play.turns
    turn = turns[-1]
    prior = turn.index // 2 / 6
    lies = sum(said.get((past.phase, rival)) == "healthy" and rival in shown_ill(past) for past in turns[:-1])
    odds = prior / (1 - prior)
    odds *= tells.get(_wish(view, turn, rival), 1.0)
    odds *= tells.get(said.get((turn.phase, rival), ""), 1.0) ** (1 / (1 + lies))
    odds *= tells.get(turn.consents.get(rival, ""), 1.0)
    return odds / (1 + odds)


def _wish(view: TableState, turn: Turn, rival: int) -> str:
    open_wish = view.phase and view.phase.answer("wish", rival)
    return open_wish["wish"] if open_wish else turn.wishes.get(rival, "")


def worth(player: Player, fear: float = 1.0) -> float:
    """Prospects of a seat while nobody has won, 0 (dead) to 1; a larger `fear` makes lives dearer."""
    if not player.alive:
        return 0.0
    lives: float = LIFE_WORTH[player.life] ** fear
    return lives * FUNDS_WORTH[min(player.funds, VACCINE)]


def prospects(mind: Reading, action: str, fear: float) -> float:
    """The expected prospects of the own seat if it does `action` ("work", "home", "lockdown")."""
    life, funds = mind.player.life, mind.player.funds
    if action == "work":
        danger = 1.0 if mind.infected else mind.danger()
        outcomes = [(danger, Player(life - 1, funds + 1)), (1 - danger, Player(life, funds + 1))]
    else:
        outcomes = [(1.0, Player(life - mind.infected, funds + (action == "lockdown")))]
    fates = [mind.fates(seat, action) for seat in mind.rivals]
    return sum(chance * _standing(player, fates, fear) for chance, player in outcomes if chance)


def rivalry(mind: Reading, action: str) -> float:
    """The sum of the rivals' expected prospects if the own seat does `action`."""
    return sum(chance * worth(player) for seat in mind.rivals for chance, player in mind.fates(seat, action))


_Fates = tuple[tuple[float, Player], ...]


def _standing(player: Player, fates: Sequence[_Fates], fear: float) -> float:
    """The prospects of a seat after a turn: the end test in expectation, and `worth` if it finds nothing.
    The rivals' fates are taken as independent."""
    if not player.alive:
        return 0.0
    alone = prod(sum(chance for chance, rival in fate if not rival.alive) for fate in fates)
    beaten = 1 - prod(1 - sum(chance for chance, rival in fate if _beats(rival, player)) for fate in fates)
    if player.funds >= VACCINE:
        return 1 - beaten
    return alone + (1 - alone) * (1 - beaten) * worth(player, fear)


def _beats(rival: Player, player: Player) -> bool:
    """Whether the rival has won now, shared wins included."""
    if not rival.alive or rival.funds < VACCINE:
        return False
    return player.funds < VACCINE or rival.life >= player.life
