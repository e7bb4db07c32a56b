"""Why a game of Omega Strain ended so, and what decided it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.omega.moments import moments
from engine.games.omega.state import VACCINE, OmegaPlay
from engine.outcome import Result
from tui.games.face import Look
from tui.words.clean import show


def why(look: Look) -> list[str]:
    """The rule that decided; where several could pay, that life did."""
    return list(_why(look))


def _why(look: Look) -> Iterator[str]:
    words, outcome = look.words, look.view.outcome
    play: OmegaPlay = look.view.play
    if outcome is None:
        return
    key = f"omega.why.{outcome.cause}{'-draw' * (outcome.result is Result.DRAW)}"
    if key in words:
        yield words(key)
    if outcome.cause == "vaccine" and outcome.result is Result.WIN:
        [winner] = outcome.winners
        beaten = [seat for seat in play.living if play.players[seat].funds >= VACCINE and seat != winner]
        if beaten:
            names = words.list(show(look.name(seat)) for seat in beaten)
            yield words("omega.why.tie", names=names, name=show(look.name(winner)), life=play.players[winner].life)


def told_moments(look: Look) -> list[str]:
    """The three moments that decided it; none while the dice are sealed."""
    words = look.words
    if look.view.opened is None:
        return []
    lines = []
    for moment in moments(look.view.play):
        names = [show(look.name(seat)) for seat in moment.seats]
        about = {"name": names[0], "others": words.list(names[1:]), "names": words.list(names)} if names else {}
        lines.append(words(f"omega.moment.{moment.kind}", n=moment.round, **about))
    return lines
