"""What bots of this game say at noon: codes with parameters, worded in the catalogues as `love.say.<code>`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.chance import Chance, chances, pick
from engine.games.love.judging import NONE, SIEGE, UNITY
from engine.games.love.mind import affection, beliefs, board, suspicion, weights
from engine.games.love.state import LovePlay
from engine.games.love.temper import Temper
from engine.table.state import Speech, TableState

SPEECHES: Final[Mapping[str, tuple[str, ...]]] = {
    "suspect": ("seat",),
    "beloved": ("seat",),
    "pair": ("culprit", "beloved"),
    "untouched": ("seat",),
    "cleared": ("seat", "night"),
    "bare": ("night", "count"),
    "dead-hand": ("seat",),
    "unity": (),
    "spent": ("seat",),
    "elect-me": (),
    "elect": ("seat",),
    "deny": (),
}
"""Code -> parameters: whole numbers are seats, so nights and counts are text.  I suspect the seat; the culprit must
love it; this pair it is; nobody has ever attacked it; whoever killed in that night had no card up, the seat had; so
many had no card in the night of that kill; the dead seat may be killing still; let us stand together tonight; the
seat has no cards left; make me detective; make the seat detective; it was not me."""


ECHO: Final = 20
"""So many lines back nobody says what somebody has just said."""


def speak(view: TableState, seat: int, temper: Temper, chance: Chance) -> Speech | None:
    """Something to say that this seat has not said before and nobody just now, or nothing.  Labels: `silent`, `lie`,
    `what`."""
    play: LovePlay = view.play
    if not chances(chance, "silent", temper.chatty):
        return None
    lies = chances(chance, "lie", 100 if play.culprit == seat else temper.liar)
    own = [line for line in view.chat if line.who == view.seats[seat].who]
    said = {(line.code, tuple(line.params.items())) for line in (*own, *view.chat[-ECHO:])}
    speeches = (*_claims(play, seat, lies=lies), *_remarks(play, seat))
    news = [speech for speech in speeches if (speech.code, tuple(speech.params.items())) not in said]
    return pick(chance, "what", news) if news else None


def _claims(play: LovePlay, seat: int, *, lies: bool) -> Iterator[Speech]:
    """What it believes about culprit and beloved, or would have others believe."""
    pairs = beliefs(play, seat)
    if not pairs:
        return
    if lies:
        believed = max(pairs, key=lambda pair: pairs[pair])
        pairs = {pair: w for pair, w in pairs.items() if pair[1] not in (believed[1], play.beloved)} or pairs
    suspects, loves = suspicion(pairs, play.seats), affection(pairs, play.seats)
    culprit, beloved = suspects.index(max(suspects)), loves.index(max(loves))
    yield Speech("suspect", {"seat": culprit})
    if play.nights and beloved != seat:
        yield Speech("beloved", {"seat": beloved})
    if len(play.nights) > 2 and beloved not in (culprit, seat):
        yield Speech("pair", {"culprit": culprit, "beloved": beloved})
    if suspicion(weights(board(play)), play.seats)[seat] > 1.5 / play.seats:
        yield Speech("deny", {})
    yield Speech("elect-me", {})
    trusted = min((s for s in play.living if s != seat), key=lambda s: suspects[s])
    yield Speech("elect", {"seat": trusted})


def _remarks(play: LovePlay, seat: int) -> Iterator[Speech]:
    """What anybody can read off the whiteboard."""
    attacked = {night.target for night in play.nights}
    for other in play.living:
        if other != seat and len(play.nights) > 2 and other not in attacked:
            yield Speech("untouched", {"seat": other})
        if other != seat and not play.left(other, SIEGE) and not play.left(other, UNITY):
            yield Speech("spent", {"seat": other})
    if play.left(seat, UNITY):
        yield Speech("unity", {})
    if play.nights:
        yield from _last_night(play, seat)


def _last_night(play: LovePlay, seat: int) -> Iterator[Speech]:
    """Who can have killed a victim without a card: only who had none up, or is dead."""
    night = play.nights[-1]
    if not night.success or night.target is None or night.worth[night.target] != NONE:
        return
    bare = [other for other in night.living if night.worth[other] == NONE]
    yield Speech("bare", {"night": str(night.no), "count": str(len(bare))})
    for other in play.living:
        if other != seat and other not in bare:
            yield Speech("cleared", {"seat": other, "night": str(night.no)})
    dead = [other for other in range(play.seats) if other not in night.living]
    if dead and len(bare) <= 2:
        suspects = suspicion(weights(board(play)), play.seats)
        yield Speech("dead-hand", {"seat": max(dead, key=lambda other: suspects[other])})
