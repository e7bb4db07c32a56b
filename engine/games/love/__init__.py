"""Love, or Nothing (愛、さもなくば無): a family, a culprit who kills for love, and a detective elected every day."""

from engine.games.love.game import Love

LOVE = Love()
"""The game, for the list of games."""

__all__ = ["LOVE", "Love"]
