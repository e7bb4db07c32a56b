"""What is said in a dialogue in phrases, and what bots say.

Everybody's phrases are worded as `omega.say.<code>`; bots have sentences of their own temperament for each of theirs,
`omega.voice.<code>`.  A bot claims what may be false, but what it reads off the board is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from engine.chance import Chance, chances
from engine.games.omega.mind import Reading, claims, read, shown_ill
from engine.games.omega.state import VACCINE, OmegaPlay, Turn
from engine.games.omega.temper import Temperament
from engine.table.manners import ENOUGH, called, heard, meaning, now, own, spoken, worded
from engine.table.state import ChatLine, Params, Slot, Speech, TableState

PHRASES: Final[Mapping[str, Mapping[str, Slot]]] = {
    "claim-healthy": {},
    "claim-infected": {},
    "plan-work": {},
    "plan-home": {},
    "propose-lockdown": {},
    "propose-work": {},
    "propose-home": {},
    "accuse": {"seat": "seat"},
    "distrust": {"seat": "seat"},
    "remark-lead": {"seat": "seat"},
    "ask-health": {"seat": "seat"},
    "ask-plan": {"seat": "seat"},
    "ask-turn": {"seat": "seat", "turn": "round"},
    "agree": {"seat": "seat"},
    "deny": {"seat": "seat"},
}
"""What people can say: I am (not) infected, I shall work or stay at home; let us do so; the seat is infected, is not to
be believed, is close to the vaccine; is it infected, what will it do, what happened to it in that turn; I am with the
seat; the seat is wrong about me."""

WORDINGS: Final[Mapping[str, int]] = {
    "claim-healthy": 4,
    "claim-infected": 2,
    "plan-work": 2,
    "plan-home": 2,
    "propose-lockdown": 2,
    "propose-work": 2,
    "propose-home": 2,
    "accuse": 2,
    "distrust": 2,
    "remark-lead": 2,
    "agree": 2,
    "deny": 3,
    "remark-spread": 2,
    "remark-calm": 2,
    "safe-index": 2,
    "risky-index": 2,
    "caught": 2,
    "lied": 2,
    "two-faced": 2,
    "last-life": 2,
    "nobody-ill": 2,
    "was-ill": 2,
    "was-at-work": 2,
    "lost-nothing": 2,
}
"""What bots say, and in how many ways each temperament words it.

Besides phrases: workers, or nobody, lost lives in the turn before; nobody can be infected at this index, half of us are
at this one; the seat was infected in that turn, had called itself healthy then, wished in it for a lockdown and refused
it; has one life left.  Answers to a seat: nobody can be infected; to what was with oneself in a turn: infected, at work
with somebody who was, nothing lost."""

CLAIMS: Final = frozenset({"claim-healthy", "claim-infected"})
PROPOSALS: Final = frozenset({"propose-lockdown", "propose-work", "propose-home"})

ACCUSATIONS: Final = frozenset({"accuse", "distrust", "two-faced", "ask-health"})
PAST: Final = frozenset({"ask-turn", "caught", "lied"})
PLANS: Final = frozenset({"ask-plan", "last-life", "remark-lead"})

OF_ONESELF: Final = CLAIMS | {"plan-work", "plan-home", "was-ill", "was-at-work", "lost-nothing"}
"""What several seats can say of themselves without saying the same."""

FINDINGS: Final = frozenset({"caught", "lied", "two-faced", "last-life", "remark-lead"})
"""What is news but once in a game."""


def speak(view: TableState, seat: int, temper: Temperament, chance: Chance) -> Speech | None:
    """An answer to whoever names the seat; else now and then something of its own.  Labels: `speak`, those of the
    functions below, and `wording/<code>`."""
    call = called(view, seat, ACCUSATIONS | PAST | PLANS)
    if call is not None:
        speeches = _answers(view, seat, temper, call, chance)
    elif len(own(view, seat)) < ENOUGH and chances(chance, "speak", temper.chatter):
        speeches = _thoughts(view, seat, temper, chance)
    else:
        return None
    just, ever = heard(now(view)), heard(spoken(view))
    news = (s for s in speeches if s.code in OF_ONESELF or meaning(s) not in (ever if s.code in FINDINGS else just))
    return worded(view, seat, news, WORDINGS, temper.name, chance)


# --- answers ------------------------------------------------------------------------------------------


def _answers(view: TableState, seat: int, temper: Temperament, call: ChatLine, chance: Chance) -> Iterator[Speech]:
    """What a seat says to a line that names it, best first."""
    play: OmegaPlay = view.play
    asker = view.seat_of(call.who)
    turn = int(call.params.get("turn", play.turn.no))
    if call.code in PAST and turn < play.turn.no:
        yield _past(play, seat, turn)
        return
    if call.code not in PLANS:
        if asker is not None and play.turn.index > 1:
            yield from _lies(view, asker)
        yield from _health(view, seat, temper, asker, chance)
    yield _plan(read(view, seat), temper, chance)


def _past(play: OmegaPlay, seat: int, turn: int) -> Speech:
    """What everybody could see of the seat in a turn that is over."""
    then = play.turns[turn - 1]
    if shown_ill(then, seat):
        return Speech("was-ill", {"turn": str(turn)})
    return Speech("was-at-work" if then.life.get(seat) else "lost-nothing", {"turn": str(turn)})


def _health(view: TableState, seat: int, temper: Temperament, asker: int | None, chance: Chance) -> Iterator[Speech]:
    """What it says of its own health now, in line with what it has said before."""
    if view.play.turn.index == 1:
        yield from [Speech("nobody-ill", {"seat": asker})] if asker is not None else ()
        return
    claim = _claim(view, seat, temper, chance)
    if claim.code == "claim-healthy" and asker is not None:
        yield Speech("deny", {"seat": asker})
    yield claim


def _claim(view: TableState, seat: int, temper: Temperament, chance: Chance) -> Speech:
    """Healthy, or infected if it owns up to that.  Label: `own up`."""
    turn: Turn = view.play.turn
    before = claims(view).get((turn.phase, seat))
    if before is None:
        infected = bool(turn.infected(seat)) and chances(chance, "own up", temper.candour)
        before = "infected" if infected else "healthy"
    return Speech(f"claim-{before}")


def _plan(mind: Reading, temper: Temperament, chance: Chance) -> Speech:
    """What it will do, or would have others believe.  Label: `feint`."""
    deed = temper.deed(mind)
    if chances(chance, "feint", temper.bluff):
        deed = "home" if deed == "work" else "work"
    return Speech(f"plan-{deed}")


# --- what it begins with ------------------------------------------------------------------------------


def _thoughts(view: TableState, seat: int, temper: Temperament, chance: Chance) -> Iterator[Speech]:
    """A look back or a claim first, then an accusation, a proposal, or a word on what was said.  Labels: `look back`,
    `deflect`, `propose`, `lure` and those of `_claim`."""
    play: OmegaPlay = view.play
    mind = read(view, seat)
    codes = {line.code for line in own(view, seat)}
    if not codes and chances(chance, "look back", 30):
        yield from _remarks(view, seat)
    if play.turn.index > 1 and not codes & CLAIMS:
        yield _claim(view, seat, temper, chance)
        return
    suspect, risk = mind.suspect
    if risk > 0.5 or (mind.infected and chances(chance, "deflect", temper.bluff)):
        yield from _lies(view, suspect)
        yield Speech("accuse", {"seat": suspect})
    proposal = _proposal(mind, temper, chance)
    others = [line for line in now(view) if line.code and line.who != view.seats[seat].who]
    if not codes & PROPOSALS and (not others or chances(chance, "propose", 60)):
        yield from _grounds(play)
        yield proposal
    yield from _replies(view, mind, others[-1:], proposal)
    yield from _remarks(view, seat)


def _proposal(mind: Reading, temper: Temperament, chance: Chance) -> Speech:
    """What would help: a lockdown, work, or that everybody stays at home; the infected who bluff want company."""
    if mind.infected:
        return Speech("propose-work" if chances(chance, "lure", temper.bluff) else "propose-home")
    if temper.wants_lockdown(mind):
        return Speech("propose-lockdown")
    return Speech(f"propose-{temper.deed(mind)}")


def _grounds(play: OmegaPlay) -> Iterator[Speech]:
    """What an index that everybody understands makes of a proposal."""
    if play.turn.index in (1, 6):
        yield Speech("safe-index" if play.turn.index == 1 else "risky-index")


def _replies(view: TableState, mind: Reading, last: list[ChatLine], proposal: Speech) -> Iterator[Speech]:
    """With or against the seat that spoke last: by what it proposed, or by how credible it is."""
    for line in last:
        speaker = view.seat_of(line.who)
        if speaker not in mind.seats or speaker is None:
            return
        if line.code == proposal.code or (line.code in CLAIMS and mind.risk(speaker) < 0.3):
            yield Speech("agree", {"seat": speaker})
        elif line.code == "claim-healthy":
            yield Speech("distrust", {"seat": speaker})


# --- what anybody can read off the board --------------------------------------------------------------


def _remarks(view: TableState, seat: int) -> Iterator[Speech]:
    """How things stand, the more striking first: who is ahead, who lied, how the last turn went, who has one life."""
    play: OmegaPlay = view.play
    others = [other for other in play.living if other != seat]
    for other in others:
        if play.players[other].funds >= VACCINE - 1:
            yield Speech("remark-lead", {"seat": other})
    for other in others:
        yield from _lies(view, other)
    if len(play.turns) > 1:
        yield from _last_turn(play, others)
    for other in others:
        if play.players[other].life == 1:
            yield Speech("last-life", {"seat": other})


def _lies(view: TableState, other: int) -> Iterator[Speech]:
    """Where what a seat said and what it did part, the latest first."""
    play: OmegaPlay = view.play
    said = claims(view)
    for turn in reversed(play.turns[:-1]):
        about: Params = {"seat": other, "turn": str(turn.no)}
        if said.get((turn.phase, other)) == "healthy" and shown_ill(turn, other):
            yield Speech("lied", about)
        if turn.wishes.get(other) == "for" and turn.consents.get(other) == "no":
            yield Speech("two-faced", about)


def _last_turn(play: OmegaPlay, others: list[int]) -> Iterator[Speech]:
    last = play.turns[-2]
    losers = [seat for seat, change in last.life.items() if change]
    if not losers:
        yield Speech("remark-calm")
    if any(last.actions.get(seat) == "work" for seat in losers):
        yield Speech("remark-spread")
    for other in others:
        if shown_ill(last, other):
            yield Speech("caught", {"seat": other, "turn": str(last.no)})
