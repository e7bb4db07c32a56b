"""What can happen at any table, whatever is played there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from engine.facts import Eye, Fact
from engine.outcome import Outcome
from engine.prompt import Answer

Kind = Literal["person", "guest", "bot"]
Access = Literal["open", "code"]
Scope = Literal["table", "gallery"]


# --- the room -----------------------------------------------------------------------------------------


@frozen
class Created(Fact):
    """The table exists.  `id` never returns; `code` is what people type."""

    id: str
    code: str
    game: str
    access: Access
    options: Mapping[str, str | int]


@frozen
class Entered(Fact):
    """A person came into the room, as a watcher until they sit.  (`kind` is taken: the codec's name of a fact.)"""

    who: Eye
    name: str
    nature: Kind


@frozen
class Left(Fact):
    """A person, or a bot, left the room and whatever seat they held in the lobby."""

    who: Eye
    reason: Literal["left", "removed", "gone"]


@frozen
class Sat(Fact):
    """A seat was taken, behind those taken before."""

    who: Eye
    name: str
    nature: Kind
    temperament: str = ""


@frozen
class Displaced(Fact):
    """A person took over the seat of a bot, which is gone."""

    who: Eye
    bot: Eye


@frozen
class SeatWanted(Fact):
    """A person waits for a seat at a table that is full of people."""

    who: Eye


@frozen
class SeatsSwapped(Fact):
    """Two seats changed places; everybody has to be ready again."""

    one: Eye
    other: Eye


@frozen
class Stood(Fact):
    """A seat was given up in the lobby; its holder watches now."""

    who: Eye


@frozen
class ChairWanted(Fact):
    """A person asks the host for the author's chair (or no longer)."""

    who: Eye
    yes: bool


@frozen
class ChairTaken(Fact):
    """A person became the author of the next game: sees everything, holds no seat.  Everybody knows, and has to be
    ready again."""

    who: Eye


@frozen
class ChairLeft(Fact):
    """The author's chair is the server's again."""

    who: Eye


@frozen
class HostIs(Fact):
    """Who may set options, add bots, remove people and start."""

    who: Eye


@frozen
class OptionSet(Fact):
    """A table option changed; everybody has to be ready again."""

    name: str
    value: str | int


@frozen
class GameChanged(Fact):
    """Another game will be played here, with these options; everybody has to be ready again.  What the last game left
    is no longer shown, and bots take a temperament of the new game."""

    game: str
    options: Mapping[str, str | int]


@frozen
class WentAway(Fact):
    """A person's last connection is gone; the grace runs."""

    who: Eye


@frozen
class CameBack(Fact):
    """The person is here again, and so is the seat."""

    who: Eye


@frozen
class StandInTook(Fact):
    """The grace is over, or the person left for good: a bot answers for the seat."""

    who: Eye


@frozen
class Quit(Fact):
    """A person left a running game for good; a stand-in plays on with the seat."""

    who: Eye


# --- before a game ------------------------------------------------------------------------------------


@frozen
class Committed(Fact):
    """The hash that binds the server to a seed before anybody is ready."""

    game_no: int
    hash: str


@frozen
class SeedKept(Fact):
    """The seed itself (hex).  The server's alone until the end: not even the author is shown it."""

    game_no: int
    seed: str


@frozen
class Readied(Fact):
    """A person is ready for the next game."""

    who: Eye


@frozen
class WordGiven(Fact):
    """A lucky word; its giver's secret until the deal."""

    who: Eye
    word: str


@frozen
class Unreadied(Fact):
    """A person is not ready after all."""

    who: Eye


@frozen
class Dealt(Fact):
    """A game began.  `words` are the lucky words by seat, "" where none was given."""

    game_no: int
    words: tuple[str, ...]


# --- phases -------------------------------------------------------------------------------------------


@frozen
class PhaseOpened(Fact):
    """A phase began.  `deadline` is table time in ms; `round` the turn or day; `talk` opens the table chat.
    The phase waits until each of the seats `asked` has answered each prompt named in `needs`.  A "reveal" asks nobody;
    one after the end of a game is of round 0."""

    no: int
    name: str
    round: int
    opened: int
    deadline: int
    talk: bool
    asked: tuple[int, ...]
    needs: tuple[str, ...]


@frozen
class Answered(Fact):
    """A seat's answer, which may change until the phase closes.  A sealed one is shown to nobody else."""

    seat: int
    no: int
    prompt: str
    answer: Answer


@frozen
class Countdown(Fact):
    """Everybody is done: the phase closes at `until` unless somebody withdraws."""

    no: int
    until: int


@frozen
class CountdownStopped(Fact):
    """Somebody withdrew."""

    no: int


@frozen
class Extended(Fact):
    """The author gave the discussion more time; done marks are cleared."""

    no: int
    deadline: int


@frozen
class PhaseClosed(Fact):
    """No more answers are taken for this phase."""

    no: int


@frozen
class Sealed(Fact):
    """A seat's final answers in a closed phase, prompt by prompt; `unanswered` are the prompts that the time-out
    filled.  The seat may read them again; they are opened to everyone at the end."""

    OPENS = True

    no: int
    name: str
    round: int
    seat: int
    answers: Mapping[str, Answer]
    unanswered: tuple[str, ...]


@frozen
class Seen(Fact):
    """A living person has seen enough of the reveal that is phase `no`."""

    who: Eye
    no: int


@frozen
class GoOnWanted(Fact):
    """Somebody wants the table to go on without those who are not there (or no longer)."""

    who: Eye
    yes: bool


@frozen
class FormKept(Fact):
    """The standing form of a dead seat, for every night to come; None takes it away.  The seat's own to know."""

    seat: int
    form: Answer | None


# --- talk ---------------------------------------------------------------------------------------------


@frozen
class Said(Fact):
    """Cleaned text in a chat.  The gallery's audience is fixed when it is said."""

    who: Eye
    scope: Scope
    text: str


@frozen
class Spoke(Fact):
    """A phrase: a code of the game's catalogue and its parameters (seats are integers).  Everybody reads it in their
    own language.  Its audience is that of a line which is said in its place."""

    who: Eye
    scope: Scope
    code: str
    params: Mapping[str, str | int]


# --- pause and end ------------------------------------------------------------------------------------


@frozen
class PauseWanted(Fact):
    """A living seat would like a pause (or no longer)."""

    who: Eye
    yes: bool


@frozen
class Paused(Fact):
    """Table time stands still."""

    who: Eye


@frozen
class ResumeWanted(Fact):
    """A living person would like the game to go on."""

    who: Eye


@frozen
class Resumed(Fact):
    """Table time runs again; `who` is "" where a short pause has run its time."""

    who: Eye


@frozen
class PauseRan(Fact):
    """How long a short pause has lasted, in ms of real time."""

    ms: int


@frozen
class VoidWanted(Fact):
    """A person would call the game off (or no longer)."""

    who: Eye
    yes: bool


@frozen
class Opened(Fact):
    """The game is over and nothing of it stays hidden: seed (hex), lucky words, and every secret fact."""

    game_no: int
    seed: str
    words: tuple[str, ...]
    secrets: tuple[Fact, ...]


@frozen
class Ended(Fact):
    """How the game ended.  `stand_ins` are the seats that a stand-in finished."""

    game_no: int
    outcome: Outcome
    stand_ins: tuple[int, ...]


@frozen
class Closed(Fact):
    """The table is no more."""

    reason: str
