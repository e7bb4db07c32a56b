"""Rules of every running game: answers, done marks, time, pause, calling it off."""

from __future__ import annotations

from engine.errors import Refusal
from engine.facts import SERVER, Eye
from engine.outcome import Result
from engine.prompt import Field, Prompt
from engine.table import facts as f
from engine.table import moves as m
from engine.table.draft import Draft, haste
from engine.table.state import Phase, TableState

COUNTDOWN_MS = 3_000
"""How long "everybody is done" can still be taken back (R-O6)."""

SHORT_PAUSE_MS = 180_000
"""Real time after which a pause ends by itself that not all living people wanted."""

SHORT_PAUSES_MS = 600_000
"""What such pauses may take of a game; after that only all living people together can pause it."""


def done_prompt(view: TableState, seat: int) -> Prompt:
    """The public question that ends a talk: are you done?  Part of every talk phase's prompts."""
    assert view.phase is not None
    return Prompt(
        "done",
        view.phase.no,
        (Field("done", ("yes", "no")),),
        current=view.phase.answer("done", seat),
        default={"done": "no"},
        sealed=False,
    )


def answer(d: Draft, who: Eye, move: m.Answer) -> None:
    """Record a seat's answer; close the phase, or start its countdown, when nothing is missing."""
    seat = _asked(d, who, move.no)
    prompt = next((p for p in d.state.rules.prompts(d.state, seat) if p.name == move.prompt), None)
    if prompt is None:
        raise Refusal("not-asked", prompt=move.prompt)
    values = prompt.validate(move.values)
    if values == prompt.current:
        return
    fact = f.Answered(seat, move.no, move.prompt, values)
    if prompt.sealed:
        d.whisper(fact, seat)
    else:
        d.tell(fact)
    settle(d)


def time_up(d: Draft, who: Eye, move: m.TimeUp) -> None:
    """Close the phase whose time is up."""
    phase = phase_of(d.state, move.no)
    if d.state.paused is not None:
        raise Refusal("paused")
    if not over(d, phase):
        raise Refusal("too-early")
    close(d)


def settle(d: Draft) -> None:
    """Bring the end of the phase in line with who is done; to be called after every change."""
    state, phase = d.state, d.state.phase
    if phase is None or state.paused is not None or over(d, phase):
        return
    if phase.reveals:
        if state.living_present and state.living_present <= phase.seen:
            close(d)
        return
    if state.hastened:
        _hasten(d, phase)
        return
    complete = all(_satisfied(d.state, phase, need, seat) for need in phase.needs for seat in phase.asked)
    complete = complete or (state.talked_out and state.agreed)
    if complete and not phase.talk:
        close(d)
    elif complete and phase.countdown is None:
        d.tell(f.Countdown(phase.no, d.now + COUNTDOWN_MS))
    elif not complete and phase.countdown is not None:
        d.tell(f.CountdownStopped(phase.no))


def _hasten(d: Draft, phase: Phase) -> None:
    """Let the phase end soon, at a moment that does not depend on who has handed in, nor come earlier for it."""
    soon = d.now + haste(d.state, talk=phase.talk)
    if phase.countdown is None and soon < phase.deadline:
        d.tell(f.Countdown(phase.no, soon))


def close(d: Draft) -> None:
    """Close the open phase and let the game go on.  Where stand-ins alone live, the next talk counts down at once."""
    phase, answers = d.close_phase()
    if not phase.reveals:
        d.state.rules.resolve(d, phase, answers)
    elif d.state.playing:
        d.state.rules.go_on(d)
    settle(d)


def _satisfied(state: TableState, phase: Phase, need: str, seat: int) -> bool:
    given = phase.answer(need, seat)
    if need != "done":
        return given is not None
    return state.seats[seat].stand_in or (given is not None and given["done"] == "yes")


def extend(d: Draft, who: Eye, move: m.Extend) -> None:
    """The human author gives the discussion more time; that clears the done marks."""
    phase = _authors(d.state, who, move.no)
    if over(d, phase):
        raise Refusal("phase-over")
    if not 10 <= move.seconds <= 600:
        raise Refusal("extend-range", low=10, high=600)
    d.tell(f.Extended(phase.no, phase.deadline + move.seconds * 1000))


def close_talk(d: Draft, who: Eye, move: m.CloseTalk) -> None:
    """The human author closes the discussion."""
    _authors(d.state, who, move.no)
    if d.state.paused is not None:
        raise Refusal("paused")
    close(d)


def pause(d: Draft, who: Eye, move: m.Pause) -> None:
    """Stop table time: at once for the author or a living host, else when all living people who are present want it.
    Somebody who is away within the grace has not agreed, so such a pause is short (`TableState.pause_is_short`)."""
    state = d.state
    if not state.playing:
        raise Refusal("no-game")
    if state.paused is not None:
        raise Refusal("paused")
    powers = who == state.author or (who == state.host and state.lives(who))
    if not powers and not state.lives(who):
        raise Refusal("pause-not-yours")
    pauses = move.yes and _may_pause(state, state.pause_wanted | {who}, powers)
    if move.yes and not pauses and who == state.author:
        raise Refusal("pause-spent", minutes=SHORT_PAUSES_MS // 60_000)
    if move.yes != (who in state.pause_wanted) and not (powers and pauses):
        d.tell(f.PauseWanted(who, move.yes))
    if pauses:
        d.tell(f.Paused(who))


def _may_pause(state: TableState, wanted: frozenset[Eye], powers: bool) -> bool:
    """Whether those who want a pause get one: all living people at any time, fewer while there is time for it."""
    if state.living_people <= wanted:
        return True
    present = {state.seats[n].who for n in state.living if state.seats[n].present}
    return state.pause_spent < SHORT_PAUSES_MS and (powers or present <= wanted)


def pause_ran(d: Draft, who: Eye, move: m.PauseRan) -> None:
    """Count a short pause; one that has run its time is over."""
    if not d.state.playing:
        raise Refusal("no-game")
    d.tell(f.PauseRan(move.ms))
    if d.state.pause_is_short and move.ms >= SHORT_PAUSE_MS:
        unpause(d, SERVER)


def resume(d: Draft, who: Eye, move: m.Resume) -> None:
    """Let table time run again: at once for the one who paused, the host or the author, and for anybody living once
    the one who paused is away.  Otherwise all other living people have to agree, so that nobody can hold the table."""
    state = d.state
    if state.paused is None:
        raise Refusal("not-paused")
    if who not in (state.paused, state.host, state.author):
        if not state.lives(who):
            raise Refusal("resume-not-yours")
        if who not in state.resume_wanted:
            d.tell(f.ResumeWanted(who))
        others = {state.seats[n].who for n in state.living if state.seats[n].present} - {state.paused}
        if state.paused in state.people and not others <= d.state.resume_wanted:
            return
    unpause(d, who)


def unpause(d: Draft, who: Eye) -> None:
    """Resume, and take up what became complete meanwhile."""
    d.tell(f.Resumed(who))
    settle(d)


def vote_void(d: Draft, who: Eye, move: m.VoteVoid) -> None:
    """Call the game off once everybody with a seat, and a human author, wants that."""
    if not d.state.playing:
        raise Refusal("no-game")
    if d.state.seat_of(who) is None and who != d.state.author:
        raise Refusal("not-seated")
    if move.yes != (who in d.state.void_wanted):
        d.tell(f.VoidWanted(who, move.yes))
    void_if_agreed(d)


def void_if_agreed(d: Draft) -> None:
    """End the game when everybody agrees whose stand-in has not taken over.  Somebody who is away within the grace has
    not agreed: otherwise one person could do it when the others lose their connection."""
    voters = {seat.who for seat in d.state.seats if seat.kind != "bot" and not seat.stand_in}
    if d.state.author:
        voters.add(d.state.author)
    if voters and voters <= d.state.void_wanted:
        d.end(Result.VOID, (), "voted")


def over(d: Draft, phase: Phase) -> bool:
    """Whether the phase's time has passed.  Then it takes nothing more, even if the clock's own command is still to
    come."""
    return d.now >= phase.ends


def phase_of(state: TableState, no: int) -> Phase:
    """The open phase, if it is `no`.

    Raises:
        Refusal: `phase-over`.
    """
    if state.phase is None or state.phase.no != no:
        raise Refusal("phase-over")
    return state.phase


def _asked(d: Draft, who: Eye, no: int) -> int:
    if not d.state.playing:
        raise Refusal("no-game")
    seat = d.state.seat_of(who)
    if seat is None:
        raise Refusal("not-seated")
    phase = phase_of(d.state, no)
    if d.state.paused is not None:
        raise Refusal("paused")
    if over(d, phase):
        raise Refusal("phase-over")
    return seat


def _authors(state: TableState, who: Eye, no: int) -> Phase:
    if not who or who != state.author:
        raise Refusal("author-only")
    phase = phase_of(state, no)
    if not phase.talk:
        raise Refusal("talk-closed")
    return phase
