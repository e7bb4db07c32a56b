"""What an Omega table looks at: a ballot, then the actions and what they cost."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.omega.state import Turn
from tui.games.beats import Beat
from tui.games.face import Look
from tui.words.clean import show


def beats(look: Look) -> list[Beat]:
    """The beats of the open reveal; without one there are none."""
    play = look.view.play
    if not play.turns:
        return []
    turn: Turn = play.turn
    return [*(_ballot(look, turn) if not turn.actions else ()), *(_reckoning(look, turn) if turn.reckoned else ())]


def _ballot(look: Look, turn: Turn) -> Iterator[Beat]:
    """Each consent, where they are opened, and what came of them."""
    words = look.words
    if look.view.options.get("lockdown_ballot") == "open":
        for seat in sorted(turn.consents):
            text = words(
                "omega.reveal.consent", name=show(look.name(seat)), consent=words(f"omega.stance.{turn.consents[seat]}")
            )
            yield Beat(text, mine=seat == look.seat)
    yield Beat(words("omega.recap.lockdown" if turn.lockdown else "omega.recap.no-lockdown"))


def _reckoning(look: Look, turn: Turn) -> Iterator[Beat]:
    """What each seat did, then who lost a life by it."""
    words = look.words
    for seat in sorted(turn.actions):
        yield Beat(words(f"omega.reveal.{turn.actions[seat]}", name=show(look.name(seat))), mine=seat == look.seat)
    hurt = [seat for seat in sorted(turn.life) if turn.life[seat]]
    if look.seat in hurt:
        yield Beat(words(f"omega.reveal.you-{'died' if look.seat in turn.deaths else 'hurt'}"), mine=True, harm=True)
    for key, dead in (("hurt", False), ("died", True)):
        names = [show(look.name(seat)) for seat in hurt if seat != look.seat and (seat in turn.deaths) == dead]
        if names:
            yield Beat(words(f"omega.reveal.{key}", count=len(names), names=words.list(names)))
    if not hurt:
        yield Beat(words("omega.reveal.unhurt"))
