"""Omega Strain: three or four seats, three lives, five units of money to the vaccine."""

from engine.games.omega.rules import Omega

OMEGA = Omega()
"""The game, for the list of games."""

__all__ = ["OMEGA", "Omega"]
