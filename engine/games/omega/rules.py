"""The rules of Omega Strain: a turn step by step, the table of the reckoning, the end test.

Labels of draws: `index/turn 3` and `die/turn 3/seat 2` (seats from 0); each gives 0..5 for the faces 1..6.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.chance import Chance
from engine.facts import Fact
from engine.games.omega.bot import TEMPERAMENTS, OmegaBot
from engine.games.omega.facts import FACTS, DieRolled, IndexRolled, LockdownVoted, Reckoned
from engine.games.omega.prompts import ACTION, DIALOGUE, prompts
from engine.games.omega.state import VACCINE, OmegaPlay, Player, evolve
from engine.games.omega.talk import PHRASES
from engine.options import Option, Value
from engine.outcome import Outcome, Result
from engine.prompt import Answer, Answers, Prompt
from engine.table.draft import Draft
from engine.table.state import Bot, Phase, Slot, TableState

OPTIONS: Final = (
    Option("dialogue", 60, low=20, high=300),
    Option("action", 30, low=10, high=120),
    Option("lockdown_ballot", "open", choices=("open", "secret")),
    Option("max_turns", 0, low=0, high=50),
)
"""Length of the two phases in seconds, whether the ballot is told with names (R-O1), and the number of turns
after which the game ends without a winner, 0 for no limit (R-O5)."""

RECKONING: Final[Mapping[tuple[str, bool], tuple[int, int]]] = {
    ("lockdown", False): (0, 1),
    ("lockdown", True): (-1, 1),
    ("home", False): (0, 0),
    ("home", True): (-1, 0),
    ("work", False): (0, 1),
    ("work", True): (-1, 1),
}
"""(What a seat did, whether it is infected) -> changes of life and funds.  For workers the second half is
whether *anybody* among the workers is infected: that costs each of them one life, once."""


class Omega:
    """Omega Strain as a `Game`."""

    id: str = "omega"
    ruleset: int = 3
    least: int = 3
    most: int = 4
    usual: int = 4
    author: bool = False
    options: tuple[Option, ...] = OPTIONS
    temperaments: tuple[str, ...] = tuple(TEMPERAMENTS)
    phrases: Mapping[str, Mapping[str, Slot]] = PHRASES
    facts: tuple[type[Fact], ...] = FACTS

    def begin(self, seats: int, options: Mapping[str, Value]) -> OmegaPlay:
        """Everybody alive and without money."""
        return OmegaPlay((Player(),) * seats)

    def evolve(self, play: OmegaPlay, fact: Fact) -> OmegaPlay:
        """The play after one more fact."""
        return evolve(play, fact)

    def living(self, play: OmegaPlay) -> tuple[int, ...]:
        """The living seats in order."""
        return play.living

    def deal(self, draft: Draft) -> None:
        """Begin the first turn."""
        _begin_turn(draft, 1)

    def prompts(self, view: TableState, seat: int) -> tuple[Prompt, ...]:
        """What the open phase asks of `seat`."""
        return prompts(view, seat)

    def timeout(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        """Never needed: every prompt of this game has a default."""
        raise LookupError(f"{prompt.name} has a default")

    def resolve(self, draft: Draft, phase: Phase, answers: Answers) -> None:
        """The dialogue ends with the ballot, the actions with the reckoning."""
        if phase.name == DIALOGUE:
            _count_ballot(draft, phase.round, answers)
        else:
            _reckon(draft, phase.round, _values(answers, "action"))

    def go_on(self, draft: Draft) -> None:
        """Go on from a ballot or a reckoning."""
        _go_on(draft)

    def standing(self, view: TableState, seat: int) -> Prompt | None:
        """None: the dead are asked nothing."""
        return None

    def by_standing(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer | None:
        """None: there are no standing forms."""
        return None

    def drawn(self, play: OmegaPlay, fact: Fact, chance: Chance) -> Fact:
        """An index or a die as it falls."""
        match fact:
            case IndexRolled(turn):
                return _index(chance, turn)
            case DieRolled(turn, seat):
                return _die(chance, turn, seat)
        return fact

    def tally(self, play: OmegaPlay, outcome: Outcome) -> tuple[tuple[int, str], ...]:
        """Nothing besides wins."""
        return ()

    def bot(self, temperament: str) -> Bot:
        """A bot of one of the temperaments."""
        return OmegaBot(TEMPERAMENTS[temperament])


def _begin_turn(draft: Draft, turn: int) -> None:
    """Steps 1 and 2, then open the dialogue.  Every turn has every step, also at index 1 (R-O3)."""
    draft.tell(_index(draft.chance, turn))
    living = draft.state.living
    for seat in living:
        draft.whisper(_die(draft.chance, turn, seat), seat)
    draft.open_phase(DIALOGUE, turn, int(draft.state.options["dialogue"]), asked=living, talk=True)


def _index(chance: Chance, turn: int) -> IndexRolled:
    return IndexRolled(turn, 1 + chance.draw(f"index/turn {turn}", 6))


def _die(chance: Chance, turn: int, seat: int) -> DieRolled:
    return DieRolled(turn, seat, 1 + chance.draw(f"die/turn {turn}/seat {seat}", 6))


def _count_ballot(draft: Draft, turn: int, answers: Answers) -> None:
    """Step 3b: all living yes means lockdown (two living: both, R-O8); else the actions follow."""
    consents = _values(answers, "consent")
    passed = all(consent == "yes" for consent in consents.values())
    opened = consents if draft.state.options["lockdown_ballot"] == "open" else None
    draft.tell(LockdownVoted(turn, _values(answers, "wish"), opened, passed))
    if passed:
        _reckon(draft, turn, {})
    else:
        draft.reveal(turn, len(consents))


def _reckon(draft: Draft, turn: int, actions: Mapping[int, str]) -> None:
    """Step 5: the table and the deaths, which the table looks at.

    `actions` of all living seats; empty in a lockdown."""
    play: OmegaPlay = draft.state.play
    infected = {seat: bool(play.turn.infected(seat)) for seat in play.living}
    changes = reckoning(infected, actions)
    life = {seat: change[0] for seat, change in changes.items()}
    funds = {seat: change[1] for seat, change in changes.items()}
    deaths = tuple(seat for seat in play.living if play.players[seat].life + life[seat] <= 0)
    draft.tell(Reckoned(turn, not actions, actions, life, funds, deaths))
    draft.reveal(turn, len(life) + 2 * len(deaths))


def _go_on(draft: Draft) -> None:
    """After a ballot without lockdown the actions; after a reckoning the end test, and if it finds nothing the next
    turn."""
    play: OmegaPlay = draft.state.play
    turn = play.turn.no
    if not play.turn.reckoned:
        seconds = int(draft.state.options["action"])
        draft.open_phase(ACTION, turn, seconds, asked=draft.state.living, needs=("action",))
        return
    outcome = verdict(play.players)
    if outcome is None and turn == draft.state.options["max_turns"]:
        outcome = Outcome(Result.NO_WINNER, (), "max-turns")
    if outcome is not None:
        draft.end(outcome.result, outcome.winners, outcome.cause)
    else:
        _begin_turn(draft, turn + 1)


def reckoning(infected: Mapping[int, bool], actions: Mapping[int, str]) -> dict[int, tuple[int, int]]:
    """Changes of (life, funds) by seat, for the living seats in `infected`; no `actions` is a lockdown."""
    spreads = any(infected[seat] for seat, action in actions.items() if action == "work")
    changes = {}
    for seat, ill in infected.items():
        deed = actions[seat] if actions else "lockdown"
        changes[seat] = RECKONING[deed, spreads if deed == "work" else ill]
    return changes


def verdict(players: tuple[Player, ...]) -> Outcome | None:
    """The end test in its order: nobody left (R-O2), one left, the vaccine (most life; equals draw)."""
    living = [seat for seat, player in enumerate(players) if player.alive]
    if not living:
        return Outcome(Result.NO_WINNER, (), "all-dead")
    if len(living) == 1:
        return Outcome(Result.WIN, (living[0],), "last-one")
    rich = [seat for seat in living if players[seat].funds >= VACCINE]
    if not rich:
        return None
    most = max(players[seat].life for seat in rich)
    best = tuple(seat for seat in rich if players[seat].life == most)
    return Outcome(Result.WIN if len(best) == 1 else Result.DRAW, best, "vaccine")


def _values(answers: Answers, name: str) -> dict[int, str]:
    """The values of a prompt with one field of its own name, by seat."""
    return {seat: answer[name] for seat, answer in answers[name].items()}
