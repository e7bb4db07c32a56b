"""Whole games of bots without a server: the same commands and the same fold per eye.  Table time costs nothing here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from math import sqrt
from statistics import mean, median, stdev

from attrs import frozen

from engine.chance import Chance, pick
from engine.facts import SERVER, Eye
from engine.game import Game
from engine.options import Value
from engine.outcome import Outcome, Result
from engine.prompt import Answer, Prompt
from engine.table import moves as m
from engine.table.live import Table
from engine.table.state import Bot, Phase, Speech, TableState

HOST: Eye = "host"
"""The eye of the watcher who sets up a simulated table."""

LOOKS = 2
"""How often a simulated bot looks up in a talk; at a real table the pace of people gives it one more."""


@frozen
class RandomBot:
    """Says nothing and answers every prompt with one of its legal answers, uniformly drawn."""

    def choose(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        """Any legal answer, uniformly drawn.  Labels: `any`."""
        return pick(chance, "any", tuple(prompt.legal()))

    def speak(self, view: TableState, seat: int, chance: Chance) -> Speech | None:
        """Always None: it says nothing."""
        return None


@frozen
class Played:
    """A finished game: the temperaments by seat, how it ended, its number of rounds (turns, days), and what else
    its game counts, as pairs of a seat and a code."""

    lineup: tuple[str, ...]
    outcome: Outcome
    rounds: int
    tally: tuple[tuple[int, str], ...] = ()

    def won(self, seat: int) -> bool:
        """Whether the seat won, alone or with its side; a draw is no win."""
        return self.outcome.result is Result.WIN and seat in self.outcome.winners


class SimulatedTable:
    """A table of bots.  Its host is a watcher, and its time passes from phase to phase."""

    def __init__(self, game: Game, lineup: Sequence[str], options: Mapping[str, Value], seed: bytes) -> None:
        self.table = Table(game)
        self.now = 0
        self.do(SERVER, m.Create("simulated", "", game.id, "code", options))
        self.do(SERVER, m.Commit(seed.hex()))
        self.do(HOST, m.Enter(HOST, "guest"))
        for temperament in lineup:
            self.do(HOST, m.AddBot(temperament))
        self.do(HOST, m.Start())

    @property
    def state(self) -> TableState:
        """The server's state."""
        return self.table.state

    @property
    def views(self) -> list[TableState]:
        """What each seat's bot is handed."""
        return [self.table.view(seat.who) for seat in self.state.seats]

    def do(self, who: Eye, move: m.Move) -> None:
        """Carry out a command."""
        self.table.do(who, move, self.now)

    def phase(self, phase: Phase, bots: Sequence[Bot]) -> None:
        """Let the bots act in a phase and end it if they did not: two rounds of looks in a talk, so that they
        can answer each other, one in any other phase."""
        for look in range(LOOKS if phase.talk else 1):
            last = not phase.talk or look == LOOKS - 1
            for seat in phase.asked:
                for command in self.table.moves(bots[seat], seat, look, last=last):
                    self.do(command.who, command.move)
        if self.state.phase is not None and self.state.phase.no == phase.no:
            self.now = self.state.phase.ends
            self.do(SERVER, m.TimeUp(phase.no))


def play(
    game: Game,
    lineup: Sequence[str],
    seed: bytes,
    options: Mapping[str, Value] | None = None,
    others: Mapping[int, Bot] | None = None,
) -> Played:
    """Play one game to its end.

    Args:
        game: the rules.
        lineup: a temperament for each seat.
        seed: 32 bytes; equal seeds deal equal games.
        options: table options that differ from the defaults.
        others: bots that sit in for those of the lineup, by seat.
    """
    table = SimulatedTable(game, lineup, options or {}, seed)
    bots = [(others or {}).get(seat) or game.bot(temperament) for seat, temperament in enumerate(lineup)]
    rounds = 0
    while table.state.phase is not None:
        rounds = table.state.phase.round
        table.phase(table.state.phase, bots)
    assert table.state.outcome is not None
    tally = game.tally(table.state.play, table.state.outcome)
    return Played(tuple(lineup), table.state.outcome, rounds, tally)


def mixed(game: Game, players: int, number: int) -> tuple[str, ...]:
    """The lineup of the `number`-th game: all temperaments in turn, moving on by a seat from game to game."""
    return tuple(game.temperaments[(seat + number) % len(game.temperaments)] for seat in range(players))


def seed_of(seed: int, number: int) -> bytes:
    """The 32-byte server seed of the `number`-th game of a run."""
    return sha256(f"simulate/{seed}/{number}".encode()).digest()


def simulate(game: Game, players: int, games: int, seed: int) -> list[Played]:
    """Play `games` games of mixed bots."""
    return [play(game, mixed(game, players, n), seed_of(seed, n)) for n in range(games)]


@frozen
class Summary:
    """What came of many games.  `seats`, `wins` and `draws` count by temperament; `causes` by cause of the end;
    `tally` counts what the game counts by (code, temperament); lengths are rounds."""

    games: int
    seats: Counter[str]
    wins: Counter[str]
    draws: Counter[str]
    results: Counter[Result]
    causes: Counter[str]
    tally: Counter[tuple[str, str]]
    mean_rounds: float
    median_rounds: float
    max_rounds: int


def summarise(played: Sequence[Played]) -> Summary:
    """Count what came of at least one game."""
    seats: Counter[str] = Counter()
    by_result: Mapping[Result, Counter[str]] = {Result.WIN: Counter(), Result.DRAW: Counter()}
    for one in played:
        seats.update(one.lineup)
        by_result.get(one.outcome.result, Counter()).update(one.lineup[seat] for seat in one.outcome.winners)
    rounds = [one.rounds for one in played]
    return Summary(
        games=len(played),
        seats=seats,
        wins=by_result[Result.WIN],
        draws=by_result[Result.DRAW],
        results=Counter(one.outcome.result for one in played),
        causes=Counter(one.outcome.cause for one in played),
        tally=Counter((code, one.lineup[seat]) for one in played for seat, code in one.tally),
        mean_rounds=mean(rounds),
        median_rounds=median(rounds),
        max_rounds=max(rounds),
    )


@frozen
class Versus:
    """How much more often a temperament wins than a random player in the same seats of the same games against
    the same mixed bots.  `low`..`high` is the 95 % interval of the difference of the win rates."""

    temperament: str
    games: int
    wins: int
    random_wins: int
    low: float
    high: float


def versus_random(game: Game, players: int, games: int, seed: int) -> list[Versus]:
    """Pair each temperament with a random player: seat `n % players` of the `n`-th game is played by both."""
    lucky: list[bool] = []
    skilled: dict[str, list[bool]] = {temperament: [] for temperament in game.temperaments}
    for n in range(games):
        seat, lineup = n % players, list(mixed(game, players, n // players))
        lucky.append(play(game, lineup, seed_of(seed, n), others={seat: RandomBot()}).won(seat))
        for temperament, won in skilled.items():
            lineup[seat] = temperament
            won.append(play(game, lineup, seed_of(seed, n)).won(seat))
    return [paired(temperament, won, lucky) for temperament, won in skilled.items()]


def paired(temperament: str, won: Sequence[bool], lucky: Sequence[bool]) -> Versus:
    """Compare wins game by game (at least two): the normal interval of the mean of paired differences."""
    differences = [int(a) - int(b) for a, b in zip(won, lucky, strict=True)]
    margin = 1.96 * stdev(differences) / sqrt(len(differences))
    middle = mean(differences)
    return Versus(temperament, len(won), sum(won), sum(lucky), middle - margin, middle + margin)
