"""Every listed game holds what the table relies on, in random games (`NAISHO_GAMES` plays more of them).

The coin game of the table's own tests runs along: it shows that a failure is the game's, not the suite's.
"""

import os

import pytest
from attrs import evolve as replace
from attrs import field, frozen

from engine.errors import Refusal
from engine.facts import EVERYONE
from engine.games import GAMES
from engine.outcome import Result
from engine.prompt import Field, Prompt
from tests.support.coin import Coin, Fell, Play
from tests.support.conformance import RandomGame

GAMES_EACH = int(os.environ.get("NAISHO_GAMES", "120"))
BLOCK = 20
"""Games in one test, so that the runner can share them out."""

TESTED = {**GAMES, "coin": Coin()}


@pytest.mark.parametrize("first", range(0, GAMES_EACH, BLOCK))
@pytest.mark.parametrize("game", TESTED.values(), ids=TESTED)
def test_random_games_conform(game, first):
    for number in range(first, min(first + BLOCK, GAMES_EACH)):
        try:
            RandomGame(game, number).play()
        except Exception as error:
            error.add_note(f"RandomGame({game.id}, {number})")
            raise


# --- the suite finds what it is made to find ----------------------------------------------------------


class Leaky(Coin):
    """Tells every coin to everyone but the watchers."""

    def deal(self, draft):
        whisper = draft.whisper
        draft.whisper = lambda fact, *seats: whisper(fact, *draft.state.living)
        super().deal(draft)


class Peeking(Coin):
    """Asks a seat by what another seat's coin shows."""

    def prompts(self, view, seat):
        heads = any(side and whose != seat for _, whose, side in view.play.coins)
        return tuple(replace(p, required=p.required and not heads) for p in super().prompts(view, seat))


class PeekingCheck(Coin):
    """Refuses answers by what another seat's coin shows."""

    def prompts(self, view, seat):
        heads = any(side and whose != seat for _, whose, side in view.play.coins)
        check = (lambda answer: KeyError("x")) if heads else (lambda answer: None)
        return tuple(replace(p, check=check) for p in super().prompts(view, seat))


class Forgetful(Coin):
    """A coin that is told late does not count."""

    def evolve(self, play, fact):
        if isinstance(fact, Fell) and fact.round <= len(play.out):
            return play
        return super().evolve(play, fact)


@frozen
class Tally(Play):
    """A play with a dict."""

    fallen: dict[int, int] = field(factory=dict)


class Meddling(Coin):
    """Changes a dict of the state in place."""

    def begin(self, seats, options):
        return Tally(seats)

    def evolve(self, play, fact):
        if isinstance(fact, Fell):
            play.fallen[fact.seat] = fact.side
        return super().evolve(play, fact)


class Endless(Coin):
    """Nobody is ever out."""

    def resolve(self, draft, phase, answers):
        super()._round(draft, phase.round + 1)


class Stuck(Coin):
    """Goes on without a phase."""

    def resolve(self, draft, phase, answers):
        draft.tell(Fell(phase.round, 0, 0), EVERYONE)


class Lying(Coin):
    """Offers what it refuses."""

    def prompts(self, view, seat):
        return tuple(
            replace(p, default={"vote": "nobody"}) if p.name == "vote" else p for p in super().prompts(view, seat)
        )


class Winnerless(Coin):
    """Somebody wins, but nobody."""

    def resolve(self, draft, phase, answers):
        draft.end(Result.WIN, (), "last")


class Diced(Coin):
    """Rolls dice that no seed repeats."""

    rolled = 0

    def deal(self, draft):
        Diced.rolled += 1
        draft.tell(Fell(0, 0, Diced.rolled))
        super().deal(draft)


class Secretive(Coin):
    """Asks something it has no name for."""

    def prompts(self, view, seat):
        asked = super().prompts(view, seat)
        return (*asked, Prompt("", view.phase.no, (Field("x", ()),))) if asked else ()


FAULTS = [Leaky, Peeking, PeekingCheck, Forgetful, Meddling, Endless, Stuck, Lying, Winnerless, Diced, Secretive]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found_in_few_games(fault, monkeypatch):
    monkeypatch.setattr(RandomGame, "longest", 200)

    def all_conform():
        for number in range(10):
            RandomGame(fault(), number).play()

    with pytest.raises((AssertionError, Refusal, StopIteration, IndexError)):
        all_conform()
