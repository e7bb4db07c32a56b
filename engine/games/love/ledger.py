"""What comes of many games of bots: how they end, who wins as what, who dies how, and bots against random play."""

from __future__ import annotations

from collections import Counter
from statistics import mean
from typing import Literal

from attrs import field, frozen

from engine.games.love.game import Love
from engine.games.love.state import LovePlay
from engine.simulate import RandomBot, SimulatedTable, Versus, mixed, paired, play, seed_of

Role = Literal["culprit", "member"]


@frozen
class Ledger:
    """Counts over `games` games.  `held` and `won` are by (role, temperament); `deaths` by kind: "killed",
    "poisoned", and "self" for a culprit's own victim; `days` has the last day of each game."""

    games: int
    endings: Counter[str] = field(factory=Counter)
    held: Counter[tuple[Role, str]] = field(factory=Counter)
    won: Counter[tuple[Role, str]] = field(factory=Counter)
    deaths: Counter[str] = field(factory=Counter)
    days: list[int] = field(factory=list)


def ledger(game: Love, players: int, games: int, seed: int) -> Ledger:
    """Play `games` games of mixed bots and count."""
    book = Ledger(games)
    for n in range(games):
        lineup = mixed(game, players, n)
        table = SimulatedTable(game, lineup, {}, seed_of(seed, n))
        bots = [game.bot(temperament) for temperament in lineup]
        while table.state.phase is not None:
            table.phase(table.state.phase, bots)
        _enter(book, table, lineup)
    return book


def _enter(book: Ledger, table: SimulatedTable, lineup: tuple[str, ...]) -> None:
    played: LovePlay = table.state.play
    outcome = table.state.outcome
    assert outcome is not None
    book.endings[outcome.cause] += 1
    book.days.append(played.day)
    for seat, temperament in enumerate(lineup):
        role: Role = "culprit" if seat == played.culprit else "member"
        book.held[role, temperament] += 1
        book.won[role, temperament] += seat in outcome.winners
        death = played.deaths[seat]
        if death is not None:
            book.deaths["self" if role == "culprit" and death.kind == "killed" else death.kind] += 1


def lines(book: Ledger) -> list[str]:
    """The ledger as plain lines."""
    return [
        *(f"ending {cause}: {count / book.games:.1%}" for cause, count in sorted(book.endings.items())),
        f"days: mean {mean(book.days):.2f}, longest {max(book.days)}",
        *(
            f"wins as {role}, {who}: {book.won[role, who] / held:.1%}"
            for (role, who), held in sorted(book.held.items())
        ),
        *(f"deaths {kind}: {count / book.games:.2f} a game" for kind, count in sorted(book.deaths.items())),
    ]


def duel(game: Love, players: int, games: int, seed: int, role: Role) -> list[Versus]:
    """Each temperament against a random player in the same seat and role of the same games, at a table of mixed
    bots.  The deal hangs on the seed alone, so that both play the same role."""
    lucky: list[bool] = []
    skilled: dict[str, list[bool]] = {temperament: [] for temperament in game.temperaments}
    for n in range(games):
        lineup, secret = list(mixed(game, players, n)), seed_of(seed, n)
        culprit: int = SimulatedTable(game, lineup, {}, secret).state.play.culprit
        seat = culprit if role == "culprit" else (culprit + 1 + n % (players - 1)) % players
        lucky.append(play(game, lineup, secret, others={seat: RandomBot()}).won(seat))
        for temperament, won in skilled.items():
            lineup[seat] = temperament
            won.append(play(game, lineup, secret).won(seat))
    return [paired(temperament, won, lucky) for temperament, won in skilled.items()]
