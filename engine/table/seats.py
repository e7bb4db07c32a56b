"""Rules of the seats before the deal: taking and giving one up, bots, swapping, another game for the same people."""

from __future__ import annotations

from itertools import chain, count
from typing import Literal

from engine.errors import Refusal
from engine.facts import Eye
from engine.table import facts as f
from engine.table import moves as m
from engine.table.draft import Draft
from engine.table.room import by_host, give_up_chair, in_lobby, values_of
from engine.table.state import TableState, Watcher

BOT_NAMES = (
    "Daruma", "Kokeshi", "Temari", "Kendama", "Menko", "Karuta", "Koma", "Hagoita",
    "Origami", "Otedama", "Karakuri", "Hanafuda", "Sugoroku", "Takeuma", "Ohajiki", "Bunraku",
)  # fmt: skip
"""Old toys and games, one for each of sixteen seats; the first that is free is taken.  The door keeps them from people,
so that no bot ever bears a person's name."""


def sit(d: Draft, who: Eye, move: m.Sit) -> None:
    """Take a seat in the lobby; at a full table that of the bot that came last, since people go before bots."""
    watcher = _standing(d.state, who)
    opening = opening_of(d.state)
    if opening == "none":
        raise Refusal("table-full", most=d.state.rules.most)
    give_up_chair(d, who)
    if opening == "free":
        d.tell(f.Sat(who, watcher.name, watcher.kind))
    else:
        d.tell(f.Displaced(who, _last_bot(d.state)))


def want_seat(d: Draft, who: Eye, move: m.WantSeat) -> None:
    """Wait for a seat at a table that is full of people, and let everybody know, the host above all."""
    _standing(d.state, who)
    if opening_of(d.state) != "none":
        raise Refusal("seat-free")
    if who not in d.state.seat_wanted:
        d.tell(f.SeatWanted(who))


def opening_of(state: TableState) -> Literal["free", "bot", "none"]:
    """What somebody who comes before the deal can have: a free seat, that of a bot, or none."""
    if len(state.seats) < state.rules.most:
        return "free"
    return "bot" if any(seat.kind == "bot" for seat in state.seats) else "none"


def stand(d: Draft, who: Eye, move: m.Stand) -> None:
    """Give up one's seat in the lobby."""
    in_lobby(d.state)
    if d.state.seat_of(who) is None:
        raise Refusal("not-seated")
    d.tell(f.Stood(who))


def add_bot(d: Draft, who: Eye, move: m.AddBot) -> None:
    """Host: seat a bot under a free name."""
    by_host(d.state, who)
    in_lobby(d.state)
    if move.temperament not in d.state.rules.temperaments:
        raise Refusal("temperament-unknown", choices=", ".join(d.state.rules.temperaments))
    if len(d.state.seats) >= d.state.rules.most:
        raise Refusal("table-full", most=d.state.rules.most)
    _seat_bot(d, move.temperament)


def fill(d: Draft, who: Eye, move: m.Fill) -> None:
    """Host: seat bots until so many seats are taken, each of the temperament that is seated least."""
    by_host(d.state, who)
    in_lobby(d.state)
    if move.seats > d.state.rules.most:
        raise Refusal("table-full", most=d.state.rules.most)
    if move.seats <= len(d.state.seats):
        raise Refusal("seats-enough", seats=len(d.state.seats))
    while len(d.state.seats) < move.seats:
        seated = [seat.temperament for seat in d.state.seats]
        _seat_bot(d, min(d.state.rules.temperaments, key=seated.count))


def swap_seats(d: Draft, who: Eye, move: m.SwapSeats) -> None:
    """Host: let two change places; everybody has to be ready again."""
    by_host(d.state, who)
    in_lobby(d.state)
    if move.one == move.other or None in (d.state.seat_of(move.one), d.state.seat_of(move.other)):
        raise Refusal("no-such-seats")
    d.tell(f.SeatsSwapped(move.one, move.other))


def change_game(d: Draft, who: Eye, move: m.ChangeGame) -> None:
    """Host: play another game with those who are here; everybody has to be ready again."""
    by_host(d.state, who)
    in_lobby(d.state)
    rules = d.state.games.get(move.game)
    if rules is None:
        raise Refusal("game-unknown", game=move.game)
    if rules.id == d.state.rules.id:
        raise Refusal("game-same")
    if len(d.state.seats) > rules.most:
        raise Refusal("seats-too-many", most=rules.most, seats=len(d.state.seats))
    values = values_of(rules, move.options)
    if not rules.author:
        give_up_chair(d, d.state.author)
    d.close_reveal()
    d.tell(f.GameChanged(rules.id, values))


def _standing(state: TableState, who: Eye) -> Watcher:
    """Somebody in the room of a table before the deal who has no seat."""
    in_lobby(state)
    watcher = state.watcher(who)
    if watcher is None:
        raise Refusal("already-seated" if state.seat_of(who) is not None else "not-here")
    return watcher


def _last_bot(state: TableState) -> Eye:
    """The bot that was added last: bots are numbered as they come."""
    return max((seat.who for seat in state.seats if seat.kind == "bot"), key=lambda who: int(who[1:]))


def _seat_bot(d: Draft, temperament: str) -> None:
    """Seat a bot under the first free name."""
    taken = {place.name for place in d.state.everybody}
    twins = (f"{name} {n}" for n in count(2) for name in BOT_NAMES)
    name = next(name for name in chain(BOT_NAMES, twins) if name not in taken)
    d.tell(f.Sat(f"b{d.state.bots_made + 1}", name, "bot", temperament))
