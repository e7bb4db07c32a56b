"""What can be asked of a table.  A command is a move and who makes it; "" is the server."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from engine.facts import Eye
from engine.prompt import Answer as Values
from engine.table.facts import Access, Kind, Scope


class Move:
    """One thing that a person, a bot or the server does.  Subclasses are frozen attrs classes."""

    __slots__ = ()


@frozen
class Command:
    """A move and its maker."""

    who: Eye
    move: Move


# --- by people ----------------------------------------------------------------------------------------


@frozen
class Sit(Move):
    """Take a seat in the lobby: a free one, else that of the bot that came last."""


@frozen
class WantSeat(Move):
    """Let the host know that one waits for a seat, at a table that is full of people."""


@frozen
class Stand(Move):
    """Give up one's seat in the lobby and watch."""


@frozen
class TakeChair(Move):
    """Become the author of the next game: the host does, everybody else asks the host for it."""


@frozen
class LeaveChair(Move):
    """Give the author's chair back to the server, or no longer ask for it."""


@frozen
class GiveChair(Move):
    """Host: let somebody who asked for the author's chair have it."""

    to: Eye


@frozen
class AddBot(Move):
    """Host: seat a bot."""

    temperament: str


@frozen
class Fill(Move):
    """Host: seat bots of all temperaments until so many `seats` are taken."""

    seats: int


@frozen
class SwapSeats(Move):
    """Host: let two who are seated change places before the start."""

    one: Eye
    other: Eye


@frozen
class ChangeGame(Move):
    """Host: play another game with the same people; options that are not given are at their defaults."""

    game: str
    options: Mapping[str, str | int]


@frozen
class Remove(Move):
    """Host: send a bot or a person away before the start."""

    target: Eye


@frozen
class SetOption(Move):
    """Host: change a table option before the start."""

    name: str
    value: str | int


@frozen
class HandOver(Move):
    """Host: make another person the host."""

    to: Eye


@frozen
class Ready(Move):
    """Be ready, with a lucky word or "" ."""

    word: str = ""


@frozen
class Unready(Move):
    """Take readiness back."""


@frozen
class Start(Move):
    """Host: deal, once all people are ready."""


@frozen
class Answer(Move):
    """Answer a prompt of phase `no`."""

    no: int
    prompt: str
    values: Values


@frozen
class Say(Move):
    """Speak; `text` has been cleaned at the door."""

    scope: Scope
    text: str


@frozen
class Phrase(Move):
    """Speak in a phrase of the game (`Rules.phrases`): a code and what is filled in."""

    scope: Scope
    code: str
    params: Mapping[str, str | int]


@frozen
class Speak(Move):
    """A bot speaks in code."""

    code: str
    params: Mapping[str, str | int]


@frozen
class Pause(Move):
    """Ask for a pause, or with `yes=False` take the wish back.  The host's or author's word is enough for a short
    one."""

    yes: bool = True


@frozen
class Resume(Move):
    """Let table time run again."""


@frozen
class Extend(Move):
    """Author: more time for the discussion of phase `no`."""

    no: int
    seconds: int


@frozen
class CloseTalk(Move):
    """Author: close the discussion of phase `no` now."""

    no: int


@frozen
class VoteVoid(Move):
    """Vote to call the running game off, or take that back."""

    yes: bool = True


@frozen
class Skip(Move):
    """Have seen enough of the reveal that is phase `no`."""

    no: int


@frozen
class GoOn(Move):
    """Want the table to go on without those who are not there, or no longer."""

    yes: bool = True


@frozen
class KeepForm(Move):
    """Keep a standing form for every night to come, or none."""

    form: Values | None


@frozen
class LeaveTable(Move):
    """Leave for good: in the lobby one's place becomes free, in a game a stand-in plays on."""


# --- by the server ------------------------------------------------------------------------------------


@frozen
class Create(Move):
    """Make the table."""

    id: str
    code: str
    game: str
    access: Access
    options: Mapping[str, str | int]


@frozen
class Commit(Move):
    """Bind the server to a seed (hex, 32 bytes) for the next game."""

    seed: str


@frozen
class Enter(Move):
    """A person comes in, for the first time or again.  `who` of the command is that person."""

    name: str
    kind: Kind


@frozen
class Went(Move):
    """The person's last connection is gone."""


@frozen
class GraceOver(Move):
    """The person has been away for the whole grace."""


@frozen
class TimeUp(Move):
    """The deadline of phase `no` has passed."""

    no: int


@frozen
class PauseRan(Move):
    """A short pause has lasted so many ms of real time, which the engine does not know."""

    ms: int


@frozen
class Close(Move):
    """End the table: nobody is left."""

    reason: str


TALK: tuple[type[Move], ...] = (Say, Phrase)
"""What is charged and heard as a line of talk."""

PERSONAL: tuple[type[Move], ...] = (
    Sit, WantSeat, Stand, TakeChair, LeaveChair, GiveChair, AddBot, Fill, SwapSeats, ChangeGame, Remove, SetOption,
    HandOver, Ready, Unready, Start, Answer, Say, Phrase, Pause, Resume, Extend, CloseTalk, VoteVoid,
    Skip, GoOn, KeepForm, LeaveTable,
)  # fmt: skip
"""The moves that a front end may make for its person."""

SERVERS: tuple[type[Move], ...] = (Create, Commit, Enter, Went, GraceOver, TimeUp, PauseRan, Close, Speak)
"""The moves that only the house makes."""
