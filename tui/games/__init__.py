"""How each game looks on the screen: one face a game, one line here for the next one."""

from __future__ import annotations

from collections.abc import Mapping

from tui.games.face import Face
from tui.games.love import LoveFace
from tui.games.omega import OmegaFace

FACES: Mapping[str, Face] = {"omega": OmegaFace(), "love": LoveFace()}
"""The face of every game by its id."""
