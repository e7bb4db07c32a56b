"""When bots look up and what they do then: the same for a seated bot in a real table and in a simulation.

A bot is handed its seat's view.  The times depend on public facts and a stream of their own, never on what
the bot knows, so that no pause tells anything.
"""

from __future__ import annotations

from typing import Final

from engine.chance import Chance
from engine.table import moves as m
from engine.table.state import Bot, Phase, TableState

TALK_WAKES: Final = ((5, 15), (20, 35), (40, 60))
"""A bot looks up three times in a talk, each within this share (percent) of its length: people need pauses."""

FORM_WAKE_MS: Final = (2_000, 8_000)
"""A bot fills in a form after as long as a quick person thinks."""

HURRY_MS: Final = 1_500
"""Once all people are done, bots do not keep them waiting longer than this."""


def driven(view: TableState, seat: int) -> bool:
    """Whether a bot answers for the seat now: it is a bot's, or a stand-in plays for an absent person."""
    holder = view.seats[seat]
    return holder.kind == "bot" or holder.stand_in


def wakes(phase: Phase, who: str, chance: Chance) -> tuple[int, ...]:
    """Table times (ms) at which the bot of `who` looks up in the phase, ascending; the last is when it is done."""
    stream = chance.child(f"pace/{who}")
    length = phase.deadline - phase.opened
    if phase.talk:
        spans = [(length * low // 100, length * high // 100) for low, high in TALK_WAKES]
    else:
        low, high = FORM_WAKE_MS
        spans = [(min(low, length // 4), min(high, length // 2))]
    return tuple(
        phase.opened + low + stream.draw(f"{phase.no}/{n}", max(high - low, 1)) for n, (low, high) in enumerate(spans)
    )


def hurried(view: TableState) -> bool:
    """Whether only bots keep a talk from its end.  At a table without people, seated bots take their time."""
    phase = view.phase
    if phase is None or not phase.talk:
        return False
    people = [seat for seat in phase.asked if not driven(view, seat)]
    if not people:
        return all(view.seats[seat].stand_in for seat in phase.asked)
    return all(phase.answer("done", seat) == {"done": "yes"} for seat in people)


def act(view: TableState, seat: int, bot: Bot, wake: int, chance: Chance, *, last: bool) -> list[m.Move]:
    """What the bot of `seat` does when it looks up for the `wake`-th time (0-based) in the open phase.

    A seated bot may speak; a stand-in stays silent and shows no wish, so that it leaves the trace of a time-out,
    and lets stand what the person chose before going away.
    Refusals cannot happen as long as the view is current.
    """
    phase = view.phase
    if phase is None or not view.playing:
        return []
    stream = chance.child(f"bot/{view.seats[seat].who}").child(f"{phase.no}/{wake}")
    stand_in = view.seats[seat].stand_in
    moves: list[m.Move] = []
    if phase.talk and not stand_in and seat in view.living:
        speech = bot.speak(view, seat, stream.child("speak"))
        if speech is not None:
            moves.append(m.Speak(speech.code, speech.params))
    for prompt in view.rules.prompts(view, seat):
        if prompt.name == "done":
            if last and not stand_in and prompt.current != {"done": "yes"}:
                moves.append(m.Answer(phase.no, "done", {"done": "yes"}))
        elif not stand_in or (prompt.sealed and prompt.current is None):
            values = bot.choose(view, seat, prompt, stream.child(prompt.name))
            if values != prompt.current:
                moves.append(m.Answer(phase.no, prompt.name, values))
    # "Done" may close the phase and an answer may close a form, so what closes comes last.
    return sorted(moves, key=lambda move: isinstance(move, m.Answer) and move.prompt in phase.needs)
