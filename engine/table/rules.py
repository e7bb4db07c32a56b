"""The one place with rules: a command goes in, records come out, or a refusal and nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.chance import Chance, FairChance
from engine.errors import Refusal
from engine.facts import SERVER, Eye, Record
from engine.table import facts as f
from engine.table import going_on, play, room, seats
from engine.table import moves as m
from engine.table.draft import Draft
from engine.table.state import TableState
from engine.table.talk import LONGEST, audience, may_say, wrong_phrase


def decide(state: TableState, command: m.Command, now: int, chance: Chance, seq: int = 0) -> tuple[Record, ...]:
    """Apply the rules to one command.

    Args:
        state: the table as the server knows it.
        command: a move and its maker.
        now: table time in ms.
        chance: the draws of the present game, see `chance_of`.
        seq: the number of the last record in the log.

    Returns:
        The records to append, numbered from `seq + 1`; none if the command changes nothing.

    Raises:
        Refusal: the command is not possible now, with the reason.
    """
    _admit(state, command)
    draft = Draft(state, now, chance)
    _RULES[type(command.move)](draft, command.who, command.move)
    room.keep_ready(draft, state)
    return tuple(Record(seq + n, now, aud, fact) for n, (aud, fact) in enumerate(draft.told, 1))


def chance_of(state: TableState) -> FairChance:
    """The draws of the game that `state` is in or about to deal; for the server's state only."""
    players = state.lucky if state.playing else [state.words.get(seat.who, "") for seat in state.seats]
    return FairChance.of_game(bytes.fromhex(state.seed), state.id, state.game_no, players)


_OF_SOMEBODY = (m.Enter, m.Went, m.GraceOver, m.Speak)
"""Moves of the house that are about one person (or bot): `Command.who`."""


def _admit(state: TableState, command: m.Command) -> None:
    """Refuse what is refused in every state of a game.  For an eye that left for good only answers are
    taken: they are its stand-in's."""
    who, move = command.who, command.move
    if state.stage == "closed":
        raise Refusal("table-closed")
    if who == SERVER and isinstance(move, (*m.PERSONAL, *_OF_SOMEBODY)):
        raise Refusal("not-here")
    if who != SERVER and isinstance(move, m.SERVERS) and not isinstance(move, _OF_SOMEBODY):
        raise Refusal("server-only")
    if who in state.barred and not isinstance(move, m.Answer):
        raise Refusal("left-for-good")


def _say(d: Draft, who: Eye, move: m.Say) -> None:
    if not move.text:
        raise Refusal("say-empty")
    if len(move.text) > LONGEST:
        raise Refusal("say-long", most=LONGEST)
    refusal = may_say(d.state, who, move.scope)
    if refusal is not None:
        raise refusal
    d.tell(f.Said(who, move.scope, move.text), audience(d.state, move.scope))


def _phrase(d: Draft, who: Eye, move: m.Phrase) -> None:
    refusal = may_say(d.state, who, move.scope) or wrong_phrase(d.state, move.code, move.params)
    if refusal is not None:
        raise refusal
    d.tell(f.Spoke(who, move.scope, move.code, move.params), audience(d.state, move.scope))


def _speak(d: Draft, who: Eye, move: m.Speak) -> None:
    refusal = may_say(d.state, who, "table")
    if refusal is not None:
        raise refusal
    d.tell(f.Spoke(who, "table", move.code, move.params))


_RULES: Mapping[type[m.Move], Callable[[Draft, Eye, Any], None]] = {  # every rule takes (draft, who, move)
    m.Create: room.create,
    m.Commit: room.commit,
    m.Enter: room.enter,
    m.Went: room.went,
    m.GraceOver: room.grace_over,
    m.Close: room.close,
    m.LeaveTable: room.leave,
    m.Sit: seats.sit,
    m.WantSeat: seats.want_seat,
    m.Stand: seats.stand,
    m.TakeChair: room.take_chair,
    m.LeaveChair: room.leave_chair,
    m.GiveChair: room.give_chair,
    m.AddBot: seats.add_bot,
    m.Fill: seats.fill,
    m.SwapSeats: seats.swap_seats,
    m.ChangeGame: seats.change_game,
    m.Remove: room.remove,
    m.SetOption: room.set_option,
    m.HandOver: room.hand_over,
    m.Ready: room.ready,
    m.Unready: room.unready,
    m.Start: room.start,
    m.Say: _say,
    m.Phrase: _phrase,
    m.Speak: _speak,
    m.Answer: play.answer,
    m.TimeUp: play.time_up,
    m.Extend: play.extend,
    m.CloseTalk: play.close_talk,
    m.Pause: play.pause,
    m.Resume: play.resume,
    m.PauseRan: play.pause_ran,
    m.VoteVoid: play.vote_void,
    m.Skip: going_on.seen,
    m.GoOn: going_on.go_on,
    m.KeepForm: going_on.keep_form,
}
