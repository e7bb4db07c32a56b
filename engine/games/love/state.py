"""The whiteboard, and whatever of the secrets an eye has been shown.

Everything public is kept in tuples by seat or by day, so that a board can be compared and hashed.  What follows
from something else (cards left, the beloved, poison under way) is computed, never stored: folding a secret a
second time, when the log opens, changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from attrs import field, frozen

from engine.facts import Fact
from engine.frozen import replace
from engine.games.love import facts as f
from engine.games.love.judging import CARDS, NONE, UNITY, effective
from engine.prompt import Answer
from engine.table.facts import PhaseOpened, Sealed


@frozen(slots=False)
class Night:
    """One night as the whiteboard shows it: `defences` by seat, "" for the dead; who was attacked, once told."""

    no: int
    defences: tuple[str, ...]
    target: int | None = None
    success: bool = False

    @property
    def living(self) -> dict[int, str]:
        """The chosen defence of every member who was alive."""
        return {seat: card for seat, card in enumerate(self.defences) if card}

    @property
    def failed(self) -> int | None:
        """The seat whose `unity` stood alone, None if there was no such seat."""
        alone = [seat for seat, card in enumerate(self.defences) if card == UNITY]
        return alone[0] if len(alone) == 1 else None

    @property
    def worth(self) -> tuple[str, ...]:
        """The effective defence by seat; the dead count as `none`."""
        worth = effective(self.living)
        return tuple(worth.get(seat, NONE) for seat in range(len(self.defences)))


@frozen
class Death:
    """When and how a member died: in the night of `day`, or by poison at the end of its noon."""

    day: int
    kind: Literal["killed", "poisoned"]


@frozen
class Guess:
    """What a detective wrote, both None for nothing."""

    culprit: int | None
    beloved: int | None


Ballot = tuple[tuple[int, f.Vote], ...]
"""(voter, vote) of everybody who had a vote, in seat order."""


@frozen(slots=False)
class Noon:
    """One day's election and what came of it; `guess` once it was opened."""

    day: int
    ballots: tuple[Ballot, ...] = ()
    detective: int | None = None
    by: f.By | None = None
    guess: Guess | None = None


@frozen(slots=False)
class LovePlay:
    """One game as one eye knows it.

    Public: `day`, `nights`, `noons`, `deaths` by seat.  Secret: `culprit` (the culprit's own and the author's to
    know), `loves` (seat -> prologue answer), `forms` (night -> seat -> night form) and `notes` (day -> what the
    detective wrote), each only as far as this eye was shown them.
    """

    deaths: tuple[Death | None, ...]
    day: int = 1
    nights: tuple[Night, ...] = ()
    noons: tuple[Noon, ...] = ()
    culprit: int | None = None
    loves: Mapping[int, Answer] = field(factory=dict)
    forms: Mapping[int, Mapping[int, Answer]] = field(factory=dict)
    notes: Mapping[int, Answer] = field(factory=dict)

    @property
    def seats(self) -> int:
        """How many members the family had at the start."""
        return len(self.deaths)

    @property
    def living(self) -> tuple[int, ...]:
        """The members who are alive, in order."""
        return tuple(seat for seat, death in enumerate(self.deaths) if death is None)

    @property
    def beloved(self) -> int | None:
        """Whom the culprit loves, None while this eye does not know."""
        answer = self.loves.get(self.culprit, {}) if self.culprit is not None else {}
        return number(answer.get("beloved", ""))

    @property
    def detective(self) -> int | None:
        """Today's detective, None before the election."""
        return self.noons[-1].detective if self.noons and self.noons[-1].day == self.day else None

    @property
    def poison_seen(self) -> bool:
        """Whether poison has publicly worked."""
        return any(death is not None and death.kind == "poisoned" for death in self.deaths)

    def left(self, seat: int, card: str) -> int:
        """How many of a defence card the member still has."""
        return CARDS[card] - sum(night.defences[seat] == card for night in self.nights)

    def experience(self, seat: int) -> int:
        """How often the member has been detective."""
        return sum(noon.detective == seat for noon in self.noons)

    def cup(self, night: int) -> int | None:
        """Whose cup the culprit poisoned in a night, as far as this eye knows."""
        if self.culprit is None:
            return None
        return number(self.forms.get(night, {}).get(self.culprit, {}).get("poison", ""))

    @property
    def poison_spent(self) -> bool:
        """Whether the culprit has used its poison, as far as this eye knows."""
        return any(self.cup(night) is not None for night in self.forms)


def number(value: str) -> int | None:
    """The seat of an answer's value, None for a blank."""
    return int(value) if value else None


def evolve(play: LovePlay, fact: Fact) -> LovePlay:
    """The play after one more fact.  Pure; facts that mean nothing here change nothing."""
    fold = _FOLDS.get(type(fact))
    return fold(play, fact) if fold else play


def _sealed(play: LovePlay, x: Sealed) -> LovePlay:
    match x.name:
        case "prologue":
            return replace(play, loves={**play.loves, x.seat: x.answers["prologue"]})
        case "night":
            forms = {**play.forms.get(x.round, {}), x.seat: x.answers["night"]}
            return replace(play, forms={**play.forms, x.round: forms})
        case "guess":
            return replace(play, notes={**play.notes, x.round: x.answers["guess"]})
    return play


def _defences(play: LovePlay, x: f.DefencesOpened) -> LovePlay:
    defences = tuple(x.defences.get(seat, "") for seat in range(play.seats))
    return replace(play, nights=(*play.nights, Night(x.night, defences)))


def _targeted(play: LovePlay, x: f.Targeted) -> LovePlay:
    night = replace(play.nights[-1], target=x.target, success=x.success)
    play = replace(play, nights=(*play.nights[:-1], night))
    return _died(play, x.target, Death(x.night, "killed")) if x.success else play


def _died(play: LovePlay, seat: int, death: Death) -> LovePlay:
    return replace(play, deaths=(*play.deaths[:seat], death, *play.deaths[seat + 1 :]))


def _opened(play: LovePlay, x: PhaseOpened) -> LovePlay:
    noons = (*play.noons, Noon(x.round)) if x.name == "noon" else play.noons
    return replace(play, day=x.round, noons=noons)


def _noon(play: LovePlay, day: int, change: Callable[[Noon], Noon]) -> LovePlay:
    return replace(play, noons=tuple(change(noon) if noon.day == day else noon for noon in play.noons))


def _ballot(play: LovePlay, x: f.BallotOpened) -> LovePlay:
    ballot = tuple(sorted(x.votes.items()))
    return _noon(play, x.day, lambda noon: replace(noon, ballots=(*noon.ballots, ballot)))


def _elected(play: LovePlay, x: f.Elected) -> LovePlay:
    return _noon(play, x.day, lambda noon: replace(noon, detective=x.detective, by=x.by))


def _guess(play: LovePlay, x: f.GuessOpened) -> LovePlay:
    return _noon(play, x.day, lambda noon: replace(noon, guess=Guess(x.culprit, x.beloved)))


_FOLDS: dict[type[Fact], Callable[[LovePlay, Any], LovePlay]] = {
    PhaseOpened: _opened,
    Sealed: _sealed,
    f.CulpritDrawn: lambda play, x: replace(play, culprit=x.seat),
    f.DefencesOpened: _defences,
    f.Targeted: _targeted,
    f.BallotOpened: _ballot,
    f.Elected: _elected,
    f.Poisoned: lambda play, x: _died(play, x.victim, Death(x.day, "poisoned")),
    f.GuessOpened: _guess,
}
