"""Bots against random play, in the same seat and role."""

from __future__ import annotations

from typing import Literal

from engine.games.love.game import Love
from engine.simulate import RandomBot, SimulatedTable, Versus, mixed, paired, play, seed_of

Role = Literal["culprit", "member"]


def duel(game: Love, players: int, games: int, seed: int, role: Role) -> list[Versus]:
    """Each temperament against a random player in the same seat and role of the same games, at a table of mixed
    bots.  The deal depends on the seed alone, so that both play the same role."""
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
