"""The coin game's secrecy, as a worked example: what an eye may know is written from the rules, not from the code."""

import pytest
from attrs import frozen

from engine.facts import EVERYONE, SERVER
from engine.table import moves as m
from tests.support.coin import Coin
from tests.support.driving import SEED
from tests.support.scripted import ScriptedChance
from tests.support.secrecy import Watched, compare

PEOPLE = ("p0", "p1", "p2")
EYES = (*PEOPLE, "w")


@frozen
class World:
    """One round: how the coins fall, and what everybody bets; all moods and votes are the same."""

    coins: tuple[int, int, int] = (0, 0, 0)
    bets: tuple[str, str, str] = ("no", "no", "no")


WORLDS = [
    World(coins, bets)
    for coins in ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1))
    for bets in (("no", "no", "no"), ("yes", "no", "no"), ("no", "yes", "no"), ("no", "no", "yes"))
]


def knows(world, eye):
    """A seat knows its own coin and its own bet; who watches knows neither."""
    if eye not in PEOPLE:
        return ()
    seat = PEOPLE.index(eye)
    return world.coins[seat], world.bets[seat]


def traces(world, game=None):
    """Play the world's round up to the vote; everything that each eye received."""
    draws = {f"coin/1/{seat}": side for seat, side in enumerate(world.coins)}
    table = Watched(game or Coin(), EYES, ScriptedChance(draws))
    table.seat(*PEOPLE)
    table.enter("w")
    table.do(SERVER, m.Commit(SEED))
    for who in PEOPLE:
        table.do(who, m.Ready(""))
    table.do("p0", m.Start())
    for who, bet in zip(PEOPLE, world.bets, strict=True):
        table.answer(who, "bet", bet=bet)
        table.answer(who, "mood", mood="glad")
    return {eye: tuple(trace) for eye, trace in table.traces.items()}


def test_every_eye_receives_what_it_may_know_and_no_more():
    compare(WORLDS, PEOPLE, traces, knows)


def test_who_watches_receives_the_same_in_every_world():
    assert len({traces(world)["w"] for world in WORLDS}) == 1


class Leaky(Coin):
    """Tells every coin to everybody."""

    def deal(self, draft):
        draft.whisper = lambda fact, *seats: draft.tell(fact, EVERYONE)
        super().deal(draft)


def test_a_planted_leak_is_found():
    with pytest.raises(AssertionError, match="can tell"):
        compare(WORLDS, PEOPLE, lambda world: traces(world, Leaky()), knows)
