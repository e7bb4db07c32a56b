"""How a table goes on: what it looks at between two phases, and what happens where nobody is left to wait for.

A reveal is a phase of its own.  Whether there is one, how long it lasts and what it shows follow from public facts, and
the same for every eye.  Going on without others, too, is offered by public facts, never by who has handed in.
"""

from __future__ import annotations

from engine.errors import Refusal
from engine.facts import Eye
from engine.table import facts as f
from engine.table import moves as m
from engine.table.draft import Draft
from engine.table.play import over, phase_of, settle


def seen(d: Draft, who: Eye, move: m.Skip) -> None:
    """Have seen enough: once every living person who is here has said so, the reveal is over."""
    phase = phase_of(d.state, move.no)
    if not phase.reveals or over(d, phase):
        raise Refusal("phase-over")
    if who not in d.state.living_present:
        raise Refusal("seen-not-yours")
    if who not in phase.seen:
        d.tell(f.Seen(who, phase.no))
        settle(d)


def go_on(d: Draft, who: Eye, move: m.GoOn) -> None:
    """Want the table to go on without those who are not here, or no longer.  It takes all who are (`company`)."""
    state = d.state
    if not state.playing:
        raise Refusal("no-game")
    if state.paused is not None:
        raise Refusal("paused")
    if who not in state.company:
        raise Refusal("go-on-not-yours")
    if move.yes == (who in state.go_on_wanted):
        return
    if move.yes and not state.may_go_on:
        raise Refusal("go-on-not-now")
    d.tell(f.GoOnWanted(who, move.yes))
    settle(d)


def keep_form(d: Draft, who: Eye, move: m.KeepForm) -> None:
    """Keep a standing form for every night to come, or none.  Only the dead may; the living think each night."""
    if not d.state.playing:
        raise Refusal("no-game")
    seat = d.state.seat_of(who)
    if seat is None:
        raise Refusal("not-seated")
    prompt = d.state.rules.standing(d.state, seat)
    if prompt is None:
        raise Refusal("no-standing-form")
    form = None if move.form is None else prompt.validate(move.form)
    if form != d.state.standing.get(seat):
        d.whisper(f.FormKept(seat, form), seat)
