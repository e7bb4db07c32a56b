"""Rules of the room: coming and going, seats, options, readiness, the deal."""

from __future__ import annotations

from itertools import chain, count

from engine.chance import SEED_BYTES, commitment
from engine.errors import Refusal
from engine.facts import SERVER_ONLY, Eye, only
from engine.options import PACE, SPECTATORS, Option
from engine.outcome import Result
from engine.table import facts as f
from engine.table import moves as m
from engine.table.draft import Draft
from engine.table.play import settle, unpause, void_if_agreed
from engine.table.state import TableState

LONGEST_WORD = 40
"""Characters in a lucky word."""

BOT_NAMES = (
    "Daruma", "Kokeshi", "Temari", "Kendama", "Menko", "Karuta", "Koma", "Hagoita",
    "Origami", "Otedama", "Karakuri", "Hanafuda", "Sugoroku", "Takeuma", "Ohajiki", "Bunraku",
)  # fmt: skip
"""Old toys and games, one for each of sixteen seats; the first that is free is taken.  The door keeps them from people,
so that no bot ever bears a person's name."""


def create(d: Draft, who: Eye, move: m.Create) -> None:
    """Make the table with every option set, given or default."""
    rules = d.state.rules
    known = {option.name: option for option in options_of(d.state)}
    unknown = next((name for name in move.options if name not in known), None)
    if unknown is not None:
        raise Refusal("option-unknown", option=unknown)
    values = {name: known[name].parse(move.options.get(name, known[name].default)) for name in known}
    d.tell(f.Created(move.id, move.code, rules.id, move.access, values))


def options_of(state: TableState) -> tuple[Option, ...]:
    """Every option of this table: the game's and those that all games share."""
    return (*state.rules.options, SPECTATORS, PACE)


def commit(d: Draft, who: Eye, move: m.Commit) -> None:
    """Bind the server to the next game's seed, before anybody is ready for it."""
    if d.state.stage != "lobby" or d.state.commitment:
        raise Refusal("already-committed")
    seed = bytes.fromhex(move.seed)
    if len(seed) != SEED_BYTES:
        raise Refusal("seed-length")
    number = d.state.game_no + 1
    d.tell(f.SeedKept(number, move.seed), SERVER_ONLY)
    d.tell(f.Committed(number, commitment(seed, d.state.id, number)))


def enter(d: Draft, who: Eye, move: m.Enter) -> None:
    """Come in, or come back: a seat that waits is its holder's again at once."""
    place = d.state.place(who)
    if place is None:
        if d.state.playing and d.state.options.get("spectators") == "no":
            raise Refusal("no-spectators")
        d.tell(f.Entered(who, move.name, move.kind))
    elif place.away:
        d.tell(f.CameBack(who))
        settle(d)
    if d.state.host not in d.state.expected:
        d.tell(f.HostIs(who))


def went(d: Draft, who: Eye, move: m.Went) -> None:
    """The last connection of a person is gone.  Nothing else changes until the grace is over."""
    if who not in d.state.people:
        raise Refusal("not-here")
    d.tell(f.WentAway(who))
    if not d.state.people and d.state.paused is not None:
        unpause(d, d.state.paused)
    settle(d)


def grace_over(d: Draft, who: Eye, move: m.GraceOver) -> None:
    """A stand-in takes an absent person's seat; in the lobby their place is free again."""
    place = d.state.place(who)
    if place is None or not place.away:
        raise Refusal("not-away")
    if not d.state.playing or d.state.seat_of(who) is None:
        _give_up_chair(d, who)
        d.tell(f.Left(who, "gone"))
    else:
        d.tell(f.StandInTook(who))
    _after_leaving(d, who)


def leave(d: Draft, who: Eye, move: m.LeaveTable) -> None:
    """Leave for good."""
    _present(d.state, who)
    _give_up_chair(d, who)
    if d.state.playing and d.state.seat_of(who) is not None:
        d.tell(f.Quit(who))
        d.tell(f.StandInTook(who))
    else:
        d.tell(f.Left(who, "left"))
    _after_leaving(d, who)


def _after_leaving(d: Draft, who: Eye) -> None:
    """Pass the host's powers on, call a deserted game off, and see what the phase still waits for."""
    _pass_on(d, who)
    _call_off_deserted(d)
    if d.state.playing:
        void_if_agreed(d)
    if d.state.playing:
        settle(d)


def _call_off_deserted(d: Draft) -> None:
    """Void a game that nobody plays, leads or watches, and that nobody can come back to."""
    if d.state.playing and not d.state.expected:
        d.end(Result.VOID, (), "abandoned")


def _pass_on(d: Draft, who: Eye) -> None:
    """Give the powers of a host who is gone to the first present: by seat, then a watcher, the author last."""
    heirs = sorted((p for p in d.state.people if p != who), key=lambda p: p == d.state.author)
    if d.state.host == who and heirs:
        d.tell(f.HostIs(heirs[0]))


def close(d: Draft, who: Eye, move: m.Close) -> None:
    """End the table, and before it the game that runs on it, so that nothing stays sealed for ever."""
    if d.state.playing:
        d.end(Result.VOID, (), "closed")
    d.tell(f.Closed(move.reason))


def sit(d: Draft, who: Eye, move: m.Sit) -> None:
    """Take a seat in the lobby."""
    _in_lobby(d.state)
    watcher = d.state.watcher(who)
    if watcher is None:
        raise Refusal("already-seated" if d.state.seat_of(who) is not None else "not-here")
    if len(d.state.seats) >= d.state.rules.most:
        raise Refusal("table-full", most=d.state.rules.most)
    _give_up_chair(d, who)
    d.tell(f.Sat(who, watcher.name, watcher.kind))


def stand(d: Draft, who: Eye, move: m.Stand) -> None:
    """Give up one's seat in the lobby."""
    _in_lobby(d.state)
    if d.state.seat_of(who) is None:
        raise Refusal("not-seated")
    d.tell(f.Stood(who))


def take_chair(d: Draft, who: Eye, move: m.TakeChair) -> None:
    """Take the author's chair before the start; anybody but the host asks the host for it."""
    _in_lobby(d.state)
    _present(d.state, who)
    if not d.state.rules.author:
        raise Refusal("no-chair")
    if d.state.author:
        raise Refusal("chair-taken")
    if who == d.state.host:
        _seat_author(d, who)
    elif who not in d.state.chair_wanted:
        d.tell(f.ChairWanted(who, True))


def give_chair(d: Draft, who: Eye, move: m.GiveChair) -> None:
    """Host: consent to an author.  Nobody else can let a person see everything."""
    _host(d.state, who)
    _in_lobby(d.state)
    if d.state.author:
        raise Refusal("chair-taken")
    if move.to not in d.state.people:
        raise Refusal("no-such-person")
    if move.to not in d.state.chair_wanted:
        raise Refusal("chair-not-wanted")
    _seat_author(d, move.to)


def _seat_author(d: Draft, who: Eye) -> None:
    if d.state.seat_of(who) is not None:
        d.tell(f.Stood(who))
    d.tell(f.ChairTaken(who))


def leave_chair(d: Draft, who: Eye, move: m.LeaveChair) -> None:
    """Return the chair to the server, or stop asking for it.  Somebody who has seen everything may not watch on until
    the game is over."""
    if who in d.state.chair_wanted:
        d.tell(f.ChairWanted(who, False))
        return
    if not who or d.state.author != who:
        raise Refusal("author-only")
    playing = d.state.playing
    _give_up_chair(d, who)
    if playing:
        d.tell(f.Left(who, "left"))
        _after_leaving(d, who)


def _give_up_chair(d: Draft, who: Eye) -> None:
    if who and d.state.author == who:
        if d.state.paused == who:
            d.tell(f.Resumed(who))
        d.tell(f.ChairLeft(who))


def add_bot(d: Draft, who: Eye, move: m.AddBot) -> None:
    """Host: seat a bot under a free name."""
    _host(d.state, who)
    _in_lobby(d.state)
    if move.temperament not in d.state.rules.temperaments:
        raise Refusal("temperament-unknown", choices=", ".join(d.state.rules.temperaments))
    if len(d.state.seats) >= d.state.rules.most:
        raise Refusal("table-full", most=d.state.rules.most)
    taken = {place.name for place in d.state.everybody}
    twins = (f"{name} {n}" for n in count(2) for name in BOT_NAMES)
    name = next(name for name in chain(BOT_NAMES, twins) if name not in taken)
    d.tell(f.Sat(f"b{d.state.bots_made + 1}", name, "bot", move.temperament))


def remove(d: Draft, who: Eye, move: m.Remove) -> None:
    """Host: send somebody else away before the start."""
    _host(d.state, who)
    _in_lobby(d.state)
    if move.target == who:
        raise Refusal("not-yourself")
    if d.state.place(move.target) is None:
        raise Refusal("no-such-person")
    _give_up_chair(d, move.target)
    d.tell(f.Left(move.target, "removed"))


def set_option(d: Draft, who: Eye, move: m.SetOption) -> None:
    """Host: change an option; everybody has to be ready again."""
    _host(d.state, who)
    _in_lobby(d.state)
    option = next((o for o in options_of(d.state) if o.name == move.name), None)
    if option is None:
        raise Refusal("option-unknown", option=move.name)
    value = option.parse(move.value)
    if d.state.options.get(move.name) != value:
        d.tell(f.OptionSet(move.name, value))


def hand_over(d: Draft, who: Eye, move: m.HandOver) -> None:
    """Host: make another person present the host."""
    _host(d.state, who)
    if move.to not in d.state.people or move.to == who:
        raise Refusal("no-such-person")
    d.tell(f.HostIs(move.to))


def ready(d: Draft, who: Eye, move: m.Ready) -> None:
    """Be ready, perhaps with a lucky word that stays sealed until the deal."""
    _in_lobby(d.state)
    if not d.state.commitment:
        raise Refusal("not-committed")
    seat = d.state.seat_of(who)
    if seat is None:
        raise Refusal("not-seated")
    if len(move.word) > LONGEST_WORD:
        raise Refusal("word-long", most=LONGEST_WORD)
    if move.word or d.state.words.get(who):
        d.tell(f.WordGiven(who, move.word), only(who))
    if not d.state.seats[seat].ready:
        d.tell(f.Readied(who))


def unready(d: Draft, who: Eye, move: m.Unready) -> None:
    """Take readiness back."""
    _in_lobby(d.state)
    seat = d.state.seat_of(who)
    if seat is None:
        raise Refusal("not-seated")
    if d.state.seats[seat].ready:
        d.tell(f.Unreadied(who))


def start(d: Draft, who: Eye, move: m.Start) -> None:
    """Host: deal.  Everybody else has to be ready and present; the host's start is the host's readiness."""
    state = d.state
    _host(state, who)
    _in_lobby(state)
    if not state.commitment:
        raise Refusal("not-committed")
    if not state.rules.least <= len(state.seats) <= state.rules.most:
        raise Refusal("seats-needed", least=state.rules.least, most=state.rules.most)
    waiting = [s.name for s in state.seats if s.who != who and (not s.ready or s.away)]
    if waiting:
        raise Refusal("not-all-ready", names=", ".join(waiting))
    deal(d)


def deal(d: Draft) -> None:
    """Publish the lucky words and let the game begin."""
    words = tuple(d.state.words.get(seat.who, "") for seat in d.state.seats)
    if d.state.options.get("spectators") == "no":
        for watcher in d.state.watchers:
            if watcher.who != d.state.author:
                d.tell(f.Left(watcher.who, "removed"))
                _pass_on(d, watcher.who)
    if d.state.phase is not None:  # the reveal of the game before
        d.tell(f.PhaseClosed(d.state.phase.no))
    d.tell(f.Dealt(d.state.game_no, words))
    d.state.rules.deal(d)
    _call_off_deserted(d)


def _present(state: TableState, who: Eye) -> None:
    if state.place(who) is None:
        raise Refusal("not-here")


def _host(state: TableState, who: Eye) -> None:
    if not who or who != state.host:
        raise Refusal("host-only")


def _in_lobby(state: TableState) -> None:
    if state.stage != "lobby":
        raise Refusal("game-running" if state.playing else "table-closed")
