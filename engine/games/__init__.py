"""The games of the house.  A new one is a folder beside the others and a name in the tuple here."""

from collections.abc import Mapping

from engine.game import Game
from engine.games.love import LOVE
from engine.games.omega import OMEGA

_LISTED: tuple[Game, ...] = (OMEGA, LOVE)

GAMES: Mapping[str, Game] = {game.id: game for game in _LISTED}
"""Game id -> rules."""
