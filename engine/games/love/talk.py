"""What is said at noon in phrases, and what bots say.

Everybody's phrases are worded as `love.say.<code>`; bots have sentences of their own temperament for each of theirs,
`love.voice.<code>`.  What a bot believes may be a lie; its reasons (`reasons`) are true of the whiteboard.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.chance import Chance, chances
from engine.games.love.judging import SIEGE, UNITY
from engine.games.love.mind import Pair, affection, beliefs, board, suspicion, weights
from engine.games.love.reasons import clearing, company, failed, failure, reasons
from engine.games.love.state import LovePlay
from engine.games.love.temper import Temper
from engine.table.manners import ENOUGH, called, heard, meaning, now, own, spoken, worded
from engine.table.state import ChatLine, Slot, Speech, TableState

PHRASES: Final[Mapping[str, Mapping[str, Slot]]] = {
    "deny": {},
    "clueless": {},
    "suspect": {"seat": "seat"},
    "beloved": {"seat": "seat"},
    "pair": {"culprit": "seat", "beloved": "seat"},
    "dead-hand": {"seat": "seat"},
    "untouched": {"seat": "seat"},
    "elect": {"seat": "seat"},
    "elect-me": {},
    "not-again": {"seat": "seat"},
    "unity": {},
    "ask-suspect": {"seat": "seat"},
    "ask-night": {"seat": "seat", "night": "round"},
    "ask-cards": {},
    "agree": {"seat": "seat"},
    "disagree": {"seat": "seat"},
}
"""What people can say: it was not me; I do not know; I suspect the seat; the culprit must love it; this pair it is;
the dead seat may be killing still; nobody has ever attacked it; make it, or me, detective, or not it again; let us
stand together tonight; whom does it suspect, what did it do in that night; who has a siege left; I am with the seat,
or not."""

WORDINGS: Final[Mapping[str, int]] = {
    "deny": 2,
    "suspect": 3,
    "beloved": 2,
    "pair": 2,
    "dead-hand": 2,
    "untouched": 2,
    "elect": 2,
    "elect-me": 2,
    "unity": 2,
    "agree": 2,
    "bare": 2,
    "sole": 2,
    "either": 2,
    "cleared": 2,
    "always-bare": 2,
    "spent": 2,
    "wrong-guess": 2,
    "blank-page": 2,
    "also-bare": 2,
    "cleared-me": 2,
    "not-loved": 2,
    "willing": 2,
    "had-card": 2,
    "no-card": 2,
    "armed": 2,
}
"""What bots say, and in how many ways each temperament words it.

Besides phrases: so many had no defence that counted in the night of that kill; of the others alive only the seat, or
only two, had none; the seat had one; it never had one when somebody was killed; it has no cards left; it has just
guessed wrong, or nothing.  Answers: the seat had no defence either; that night clears me; nobody told me that I am
loved; I am ready to be detective; I played that card, or none; the seat still has a siege."""

ACCUSATIONS: Final = frozenset({"suspect", "pair", "sole", "either", "always-bare", "also-bare"})
CALLS: Final = ACCUSATIONS | {
    "beloved", "untouched", "elect", "not-again", "ask-suspect", "ask-night", "wrong-guess", "blank-page", "cleared",
}  # fmt: skip
"""What a seat answers that is named in it."""

EVERYBODY: Final = frozenset({"ask-cards"})
"""What anybody answers."""

OF_ONESELF: Final = frozenset({"deny", "elect-me", "willing", "not-loved", "had-card", "no-card", "cleared-me"})
"""What several seats can say of themselves without saying the same."""

OPINIONS: Final = frozenset({"suspect", "beloved", "pair", "dead-hand", "elect", "unity", "agree", "armed"})
"""What is worth saying again on another day; anything else is news but once in a game."""

REASON: Final = 60.0
"""How often (percent) a bot looks for a reason before it has an opinion."""


def speak(view: TableState, seat: int, temper: Temper, chance: Chance) -> Speech | None:
    """An answer to whoever names the seat; else now and then something of its own.  Labels: `silent`, `lie`, `reason`,
    `what` and `wording/<code>`."""
    play: LovePlay = view.play
    lies = chances(chance, "lie", 100 if play.culprit == seat else temper.liar)
    call = called(view, seat, CALLS, EVERYBODY)
    if call is not None:
        speeches = list(_answers(view, seat, call, lies=lies))
    elif len(own(view, seat)) < ENOUGH and chances(chance, "silent", temper.chatty):
        speeches = _thoughts(view, seat, chance, lies=lies)
    else:
        return None
    just, ever = heard(now(view)), heard(spoken(view))
    news = (s for s in speeches if s.code in OF_ONESELF or meaning(s) not in (just if s.code in OPINIONS else ever))
    return worded(view, seat, news, WORDINGS, temper.name, chance)


# --- answers ------------------------------------------------------------------------------------------


def _answers(view: TableState, seat: int, call: ChatLine, *, lies: bool) -> Iterator[Speech]:
    """What a seat says to a line that names it, best first."""
    play: LovePlay = view.play
    asker = view.seat_of(call.who)
    accused = call.code in ACCUSATIONS and call.params.get("beloved") != seat
    if accused:
        yield from _defence(play, seat, asker)
    match call.code:
        case "beloved" | "untouched" | "pair" if not accused:
            yield Speech("not-loved")
            yield from (speech for speech in reasons(play, seat) if speech.code == "untouched")
        case "elect" if not _has_failed(play, seat):
            yield Speech("willing")
        case "ask-night":
            yield from _that_night(play, seat, int(call.params["night"]))
        case "ask-cards":
            yield from (Speech("armed", {"seat": other}) for other in play.living if play.left(other, SIEGE))
        case "cleared" if asker in play.living and asker is not None:
            yield Speech("agree", {"seat": asker})
        case "ask-suspect" | "not-again" | "wrong-guess" | "blank-page":
            yield from _beliefs(play, seat, lies=lies)


def _defence(play: LovePlay, seat: int, asker: int | None) -> Iterator[Speech]:
    """The board clears it, or others as little; that it was not the seat is said only where it may have been."""
    night = clearing(play, seat)
    if night is not None:
        yield Speech("cleared-me", {"night": str(night.no)})
        return
    yield from company(play, seat, asker)
    if _public_suspicion(play, seat):
        yield Speech("deny")


def _that_night(play: LovePlay, seat: int, night: int) -> Iterator[Speech]:
    """What the seat played in a night that is over."""
    for then in play.nights:
        if then.no == night:
            card = then.defences[seat]
            about = {"night": str(night)}
            yield Speech("had-card", {**about, "card": card}) if card in (SIEGE, UNITY) else Speech("no-card", about)


# --- what it begins with ------------------------------------------------------------------------------


def _thoughts(view: TableState, seat: int, chance: Chance, *, lies: bool) -> list[Speech]:
    """Reasons and opinions, in an order of chance."""
    play: LovePlay = view.play
    found = [s for s in reasons(play, seat) if play.culprit != seat or s.code not in ("cleared", "bare")]
    opinions = [*_beliefs(play, seat, lies=lies), *_proposals(play, seat, lies=lies)]
    agreed = {meaning(s) for s in opinions if s.code not in OF_ONESELF}
    nods = [
        Speech("agree", {"seat": speaker})
        for line in now(view)[-1:]
        if meaning(line) in agreed and (speaker := view.seat_of(line.who)) in play.living
        if speaker is not None and speaker != seat
    ]
    first, second = (found, opinions) if chances(chance, "reason", REASON) else (opinions, found)
    return [*nods, *_turned(first, chance), *_turned(second, chance)]


def _turned(speeches: list[Speech], chance: Chance) -> list[Speech]:
    """The speeches from one of them on."""
    at = chance.draw("what", max(len(speeches), 1))
    return [*speeches[at:], *speeches[:at]]


def _has_failed(play: LovePlay, seat: int) -> bool:
    noon = failed(play)
    return noon is not None and noon.detective == seat


def _public_suspicion(play: LovePlay, seat: int) -> float:
    """How likely everybody else must think that it was the seat."""
    return suspicion(weights(board(play)), play.seats)[seat]


def _minded(play: LovePlay, seat: int, *, lies: bool) -> dict[Pair, float]:
    """Its beliefs, or what it would have others believe: not the beloved that it takes for the true one."""
    pairs = beliefs(play, seat)
    if lies and pairs:
        likeliest = max(pairs, key=lambda pair: pairs[pair])
        return {pair: w for pair, w in pairs.items() if pair[1] not in (likeliest[1], play.beloved)} or pairs
    return pairs


def _beliefs(play: LovePlay, seat: int, *, lies: bool) -> Iterator[Speech]:
    """Whom it suspects, and of loving whom."""
    pairs = _minded(play, seat, lies=lies)
    if not pairs:
        return
    suspects, loves = suspicion(pairs, play.seats), affection(pairs, play.seats)
    culprit, beloved = suspects.index(max(suspects)), loves.index(max(loves))
    yield Speech("suspect" if culprit in play.living else "dead-hand", {"seat": culprit})
    if play.nights and beloved != seat:
        yield Speech("beloved", {"seat": beloved})
    if len(play.nights) > 2 and beloved not in (culprit, seat):
        yield Speech("pair", {"culprit": culprit, "beloved": beloved})


def _proposals(play: LovePlay, seat: int, *, lies: bool) -> Iterator[Speech]:
    """What it would have the table do; it speaks for itself where many suspect it."""
    if _public_suspicion(play, seat) > 1.5 / play.seats:
        yield Speech("deny")
    if play.left(seat, UNITY):
        yield Speech("unity")
    if not _has_failed(play, seat):
        yield Speech("elect-me")
    suspects = suspicion(_minded(play, seat, lies=lies), play.seats)
    trusted = [other for other in play.living if other != seat and not _has_failed(play, other)]
    if trusted:
        yield Speech("elect", {"seat": min(trusted, key=lambda other: suspects[other])})
    yield from failure(play, seat)
