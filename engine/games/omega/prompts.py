"""What Omega Strain asks of a living seat, and what silence means."""

from __future__ import annotations

from engine.prompt import Field, Prompt
from engine.table.play import done_prompt
from engine.table.state import Phase, TableState

DIALOGUE = "dialogue"
"""The phase of talk, wishes and the sealed ballot (step 3)."""

ACTION = "action"
"""The phase of sealed actions (step 4)."""


def prompts(view: TableState, seat: int) -> tuple[Prompt, ...]:
    """The questions of the open phase to `seat`; the dead are asked nothing."""
    phase = view.phase
    if phase is None or seat not in phase.asked:
        return ()
    if phase.name == ACTION:
        return (_question(phase, seat, "action", ("work", "home"), default="home"),)
    return (
        _question(phase, seat, "wish", ("for", "against", "none"), default="none", required=False, sealed=False),
        _question(phase, seat, "consent", ("yes", "no"), default="no", required=False),
        done_prompt(view, seat),
    )


def _question(
    phase: Phase,
    seat: int,
    name: str,
    options: tuple[str, ...],
    *,
    default: str,
    required: bool = True,
    sealed: bool = True,
) -> Prompt:
    return Prompt(
        name,
        phase.no,
        (Field(name, options),),
        current=phase.answer(name, seat),
        default={name: default},
        required=required,
        sealed=sealed,
    )
