"""Who may speak where, and who reads it."""

from __future__ import annotations

from engine.errors import Refusal
from engine.facts import EVERYONE, Audience, Eye, among
from engine.table import facts as f
from engine.table.state import Params, Slot, TableState

LONGEST = 400
"""Characters in a line of chat: a paragraph, not a page; a screen of 80x24 shows it whole."""


def may_say(state: TableState, who: Eye, scope: f.Scope) -> Refusal | None:
    """Why `who` may not speak in `scope` now, or None.

    The living speak at the table in its lobby, in open discussions and after the game; the dead and the
    watchers have the gallery while a game runs; the author speaks at the table at any time.
    """
    seated, watching = state.seat_of(who) is not None, state.watcher(who) is not None
    if not (seated or watching):
        return Refusal("not-here")
    if scope == "gallery":
        if not state.playing:
            return Refusal("gallery-closed")
        return None if who in gallery(state) and who != state.author else Refusal("gallery-not-yours")
    if not state.playing or who == state.author:
        return None
    if not state.lives(who):
        return Refusal("table-chat-living")
    if state.paused is not None:
        return Refusal("paused")
    return None if state.phase is not None and state.phase.talk else Refusal("talk-closed")


def open_scope(state: TableState, who: Eye) -> f.Scope | None:
    """The chat that a line typed by `who` goes to now, None if there is none."""
    scopes: tuple[f.Scope, ...] = ("table", "gallery")
    return next((scope for scope in scopes if may_say(state, who, scope) is None), None)


def audience(state: TableState, scope: f.Scope) -> Audience:
    """Who reads what is said now: talk at the table is for everyone, in the gallery only for those in it now."""
    return EVERYONE if scope == "table" else among(gallery(state))


def gallery(state: TableState) -> frozenset[Eye]:
    """The eyes in the gallery: the dead, the watchers and the human author, who sees everything."""
    living = state.living
    dead = {seat.who for n, seat in enumerate(state.seats) if n not in living and not seat.quit}
    return frozenset(dead | {w.who for w in state.watchers} - state.barred)


def fillings(state: TableState, slot: Slot) -> tuple[str | int, ...]:
    """What can be filled into a phrase now, the same for everybody: the seats of the present or last game, or its turns
    or days so far."""
    if slot == "seat":
        return tuple(range(len(state.cast)))
    return tuple(str(number) for number in range(1, state.round + 1))


def wrong_phrase(state: TableState, code: str, params: Params) -> Refusal | None:
    """Why this is no phrase of the table's game, or None."""
    slots = state.rules.phrases.get(code)
    if slots is None:
        return Refusal("phrase-unknown")
    if set(params) != set(slots):
        return Refusal("phrase-slots", names=", ".join(slots))
    wrong = {slot for name, slot in slots.items() if params[name] not in fillings(state, slot)}
    if "seat" in wrong:
        return Refusal("phrase-seat")
    return Refusal("phrase-round") if wrong else None
