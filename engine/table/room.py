"""Rules of the room: coming and going, seats, options, readiness, the deal."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from engine.chance import SEED_BYTES, commitment
from engine.errors import Refusal
from engine.facts import SERVER_ONLY, Eye, only
from engine.options import PACE, SPECTATORS, Option, Value
from engine.outcome import Result
from engine.table import facts as f
from engine.table import moves as m
from engine.table.draft import Draft
from engine.table.play import settle, unpause, void_if_agreed
from engine.table.state import Rules, TableState

LONGEST_WORD = 40
"""Characters in a lucky word."""


def create(d: Draft, who: Eye, move: m.Create) -> None:
    """Make the table with every option set, given or default."""
    rules = d.state.rules
    d.tell(f.Created(move.id, move.code, rules.id, move.access, values_of(rules, move.options)))


def options_of(rules: Rules) -> tuple[Option, ...]:
    """Every option of a table where this game is played: the game's and those that all games share."""
    return (*rules.options, SPECTATORS, PACE)


def fitting(rules: Rules, options: Mapping[str, Value]) -> dict[str, Value]:
    """Those of some options, kept from an earlier game, that the game still has and takes."""
    fit: dict[str, Value] = {}
    for option in options_of(rules):
        if option.name in options:
            with suppress(Refusal):
                fit[option.name] = option.parse(options[option.name])
    return fit


def values_of(rules: Rules, options: Mapping[str, Value]) -> dict[str, Value]:
    """Every option set, given or default.  Raises `Refusal`."""
    known = {option.name: option for option in options_of(rules)}
    unknown = next((name for name in options if name not in known), None)
    if unknown is not None:
        raise Refusal("option-unknown", option=unknown)
    return {name: known[name].parse(options.get(name, known[name].default)) for name in known}


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
        give_up_chair(d, who)
        d.tell(f.Left(who, "gone"))
    else:
        d.tell(f.StandInTook(who))
    _after_leaving(d, who)


def leave(d: Draft, who: Eye, move: m.LeaveTable) -> None:
    """Leave for good."""
    _present(d.state, who)
    give_up_chair(d, who)
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


def take_chair(d: Draft, who: Eye, move: m.TakeChair) -> None:
    """Take the author's chair before the start; anybody but the host asks the host for it."""
    in_lobby(d.state)
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
    by_host(d.state, who)
    in_lobby(d.state)
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
    give_up_chair(d, who)
    if playing:
        d.tell(f.Left(who, "left"))
        _after_leaving(d, who)


def give_up_chair(d: Draft, who: Eye) -> None:
    """The chair is the server's again if this person had it."""
    if who and d.state.author == who:
        if d.state.paused == who:
            d.tell(f.Resumed(who))
        d.tell(f.ChairLeft(who))


def remove(d: Draft, who: Eye, move: m.Remove) -> None:
    """Host: send somebody else away before the start."""
    by_host(d.state, who)
    in_lobby(d.state)
    if move.target == who:
        raise Refusal("not-yourself")
    if d.state.place(move.target) is None:
        raise Refusal("no-such-person")
    give_up_chair(d, move.target)
    d.tell(f.Left(move.target, "removed"))


def set_option(d: Draft, who: Eye, move: m.SetOption) -> None:
    """Host: change an option; everybody has to be ready again."""
    by_host(d.state, who)
    in_lobby(d.state)
    option = next((o for o in options_of(d.state.rules) if o.name == move.name), None)
    if option is None:
        raise Refusal("option-unknown", option=move.name)
    value = option.parse(move.value)
    if d.state.options.get(move.name) != value:
        d.tell(f.OptionSet(move.name, value))


def hand_over(d: Draft, who: Eye, move: m.HandOver) -> None:
    """Host: make another person present the host."""
    by_host(d.state, who)
    if move.to not in d.state.people or move.to == who:
        raise Refusal("no-such-person")
    d.tell(f.HostIs(move.to))


def ready(d: Draft, who: Eye, move: m.Ready) -> None:
    """Be ready, perhaps with a lucky word that stays sealed until the deal."""
    in_lobby(d.state)
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
    in_lobby(d.state)
    seat = d.state.seat_of(who)
    if seat is None:
        raise Refusal("not-seated")
    if d.state.seats[seat].ready:
        d.tell(f.Unreadied(who))


def keep_ready(d: Draft, before: TableState) -> None:
    """After a game whoever is ready has said so of the table as it is, and is here: it lapses when seats or the author
    change, and for whoever goes away."""
    if not before.stage == "lobby" == d.state.stage or d.state.outcome is None:
        return
    changed = _company(before) != _company(d.state)
    for seat in d.state.seats:
        if seat.kind != "bot" and seat.ready and (changed or seat.away):
            d.tell(f.Unreadied(seat.who))


def _company(state: TableState) -> tuple[Eye, ...]:
    return (*(seat.who for seat in state.seats), state.author)


def start(d: Draft, who: Eye, move: m.Start) -> None:
    """Host: deal.  Everybody else has to be ready and present; the host's start is the host's readiness."""
    state = d.state
    by_host(state, who)
    in_lobby(state)
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
    d.close_reveal()
    d.tell(f.Dealt(d.state.game_no, words))
    d.state.rules.deal(d)
    _call_off_deserted(d)


def _present(state: TableState, who: Eye) -> None:
    if state.place(who) is None:
        raise Refusal("not-here")


def by_host(state: TableState, who: Eye) -> None:
    """Refuse everybody but the host."""
    if not who or who != state.host:
        raise Refusal("host-only")


def in_lobby(state: TableState) -> None:
    """Refuse it while a game runs, and at a closed table."""
    if state.stage != "lobby":
        raise Refusal("game-running" if state.playing else "table-closed")
