"""Why a game of Love, or Nothing ended so, and what decided it."""

from __future__ import annotations

from engine.games.love.moments import is_gambit, moments
from engine.games.love.state import LovePlay
from tui.games.face import Look
from tui.words.clean import show


def why(look: Look) -> list[str]:
    """The rule that decided; the culprit's gambit by its name."""
    words, outcome = look.words, look.view.outcome
    play: LovePlay = look.view.play
    if outcome is None or f"love.why.{outcome.cause}" not in words:
        return []
    rule = words(f"love.why.{outcome.cause}")
    if outcome.cause != "only-beloved" or not is_gambit(play) or play.culprit is None:
        return [rule]
    return [rule, words("love.why.gambit", name=show(look.name(play.culprit)))]


def told_moments(look: Look) -> list[str]:
    """The three moments that decided it; none while it is not known who the culprit was, and whom for."""
    words = look.words
    play: LovePlay = look.view.play
    if look.view.opened is None or play.beloved is None:
        return []
    lines = []
    for moment in moments(play):
        name, *others = (show(look.name(seat)) for seat in moment.seats)
        lines.append(words(f"love.moment.{moment.kind}", n=moment.round, name=name, others=words.list(others)))
    return lines


def hands(look: Look) -> list[str]:
    """Who was what, in the order of the seats."""
    play: LovePlay = look.view.play
    roles = {play.culprit: "culprit", play.beloved: "beloved"}
    return [
        look.words(f"love.hand.{roles.get(seat, 'member')}", name=show(look.name(seat))) for seat in range(play.seats)
    ]
