"""``naisho simulate``: whole games of bots without a server, and what came of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import click

from engine.game import Game
from engine.games import GAMES
from engine.simulate import Summary, Versus, simulate, summarise, versus_random


@click.command("simulate")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option("--players", type=int, default=4, show_default=True, help="Seats at the table.")
@click.option("--games", type=click.IntRange(2), default=1000, show_default=True, help="How many games to play.")
@click.option("--seed", type=int, default=7, show_default=True, help="Equal seeds give equal figures.")
@click.option("--versus-random", "versus", is_flag=True, help="Compare each temperament with a random player.")
def command(game: str, players: int, games: int, seed: int, versus: bool) -> None:
    """Let bots play GAME among themselves and print what came of it."""
    rules = GAMES[game]
    if not rules.least <= players <= rules.most:
        raise click.BadParameter(f"{game} has {rules.least} to {rules.most} seats", param_hint="--players")
    click.echo(f"{game}: {games} games of {players} bots, seed {seed}")
    for line in _versus_lines(rules, players, games, seed) if versus else _summary_lines(rules, players, games, seed):
        click.echo(line)


def _summary_lines(rules: Game, players: int, games: int, seed: int) -> Iterator[str]:
    summary = summarise(simulate(rules, players, games, seed))
    yield f"\n{'temperament':<16}{'seats':>7}{'wins':>7}{'rate':>8}{'draws':>7}{'rate':>8}"
    for temperament in rules.temperaments:
        yield _of_temperament(summary, temperament)
    yield "\nended with"
    yield from _shares(Counter({result.value: count for result, count in summary.results.items()}))
    yield "\nbecause of"
    yield from _shares(summary.causes)
    yield from _tally(rules, summary)
    yield f"\nrounds: mean {summary.mean_rounds:.2f}, median {summary.median_rounds:g}, longest {summary.max_rounds}"


def _of_temperament(summary: Summary, name: str) -> str:
    seats, wins, draws = summary.seats[name], summary.wins[name], summary.draws[name]
    return f"{name:<16}{seats:>7}{wins:>7}{wins / max(seats, 1):>8.1%}{draws:>7}{draws / max(seats, 1):>8.1%}"


def _tally(rules: Game, summary: Summary) -> Iterator[str]:
    codes = sorted({code for code, _ in summary.tally})
    if codes:
        yield f"\n{'counted':<16}" + "".join(f"{temperament:>10}" for temperament in rules.temperaments)
    for code in codes:
        yield f"{code:<16}" + "".join(f"{summary.tally[code, temperament]:>10}" for temperament in rules.temperaments)


def _shares(counts: Counter[str]) -> Iterator[str]:
    for name, count in sorted(counts.items()):
        yield f"  {name:<14}{count:>7}{count / counts.total():>8.1%}"


def _versus_lines(rules: Game, players: int, games: int, seed: int) -> Iterator[str]:
    yield "each seat in turn, against mixed bots; the same games with a random player in that seat"
    yield f"\n{'temperament':<16}{'wins':>8}{'random':>8}{'difference':>12}{'95 % interval':>20}"
    for versus in versus_random(rules, players, games, seed):
        yield _of_versus(versus)


def _of_versus(v: Versus) -> str:
    rate, lucky = v.wins / v.games, v.random_wins / v.games
    interval = f"{v.low:+.1%} .. {v.high:+.1%}"
    return f"{v.temperament:<16}{rate:>8.1%}{lucky:>8.1%}{rate - lucky:>+12.1%}{interval:>20}"
