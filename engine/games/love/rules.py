"""The course of Love, or Nothing: prologue, then night, morning, noon and election until somebody has won.

Which phase follows, whom it asks and how long it may take depends on public facts alone.  Draws: `culprit` (the
role), `lot/day N` (an election that stays tied), and those of `prompts.timeout`.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.chance import Chance, pick
from engine.facts import Fact
from engine.games.love import facts as f
from engine.games.love.judging import succeeds
from engine.games.love.prompts import candidates, leading, most_voted
from engine.games.love.state import Death, LovePlay, number
from engine.outcome import Result
from engine.prompt import Answer, Answers
from engine.table.draft import Draft
from engine.table.state import Phase


def deal(d: Draft) -> None:
    """Draw the culprit, tell that seat alone, and ask everybody about love."""
    culprit = _culprit(d.chance, _play(d))
    d.whisper(culprit, culprit.seat)
    _ask(d, "prologue", 1, _everybody(d), "prologue")


def _culprit(chance: Chance, play: LovePlay) -> f.CulpritDrawn:
    return f.CulpritDrawn(chance.draw("culprit", play.seats))


def drawn(play: LovePlay, fact: Fact, chance: Chance) -> Fact:
    """The culprit, or a detective chosen by lot, as the dice give them; any other fact as it is."""
    match fact:
        case f.CulpritDrawn():
            return _culprit(chance, play)
        case f.Elected(day, _, "lot"):
            first, second = play.noons[-1].ballots
            return f.Elected(day, _lot(chance, day, leading(play, leading(play, play.living, first), second)), "lot")
    return fact


def _lot(chance: Chance, day: int, tied: tuple[int, ...]) -> int:
    return pick(chance, f"lot/day {day}", tied)


def resolve(d: Draft, phase: Phase, answers: Answers) -> None:
    """Take what was answered in the phase that was just closed."""
    match phase.name:
        case "prologue":
            _ask(d, "night", 1, _everybody(d), "night")
        case "night":
            _morning(d, answers["night"])
        case "noon":
            _ask(d, "election", phase.round, _play(d).living, "vote", length="ballot")
        case "election":
            _count(d, 1, answers["vote"])
        case "runoff":
            _count(d, 2, answers["vote"])
        case _:
            _dusk(d)


def _play(d: Draft) -> LovePlay:
    play: LovePlay = d.state.play
    return play


def _everybody(d: Draft) -> tuple[int, ...]:
    return tuple(range(_play(d).seats))


def _ask(d: Draft, phase: str, day: int, asked: tuple[int, ...], prompt: str, *, length: str = "") -> None:
    """Open a phase of sealed forms for as long as the option `length` (by default of its own name) says."""
    d.open_phase(phase, day, int(d.state.options[length or phase]), asked=asked, needs=(prompt,))


# --- morning ------------------------------------------------------------------------------------------


def go_on(d: Draft) -> None:
    """Go on from what the table has looked at: a morning, a ballot, or somebody poisoned."""
    play = _play(d)
    if play.nights and play.nights[-1].no == play.day:
        _after_morning(d)
    elif Death(play.day, "poisoned") in play.deaths:
        _after_poison(d)
    elif play.detective is None:
        _ask(d, "runoff", play.day, play.living, "vote", length="ballot")
    else:
        _ask(d, "guess", play.day, (play.detective,), "final")


def _morning(d: Draft, forms: Mapping[int, Answer]) -> None:
    """Judge the night and open yesterday's guess, unless it comes too late (R-L8)."""
    night = _play(d).day
    _judge(d, night, forms)
    beats = len(_play(d).nights[-1].living) + 2
    if not _has_won(_play(d)) and _open_guess(d):
        beats += 2
    d.reveal(night, beats)


def _after_morning(d: Draft) -> None:
    """End the game or open noon, strictly in the order of R-L8."""
    play = _play(d)
    if _won(d):
        return
    detective = _solver(play)
    if detective is not None:
        d.end(Result.WIN, (detective,), "solved")
    elif play.beloved not in play.living:
        d.end(Result.NO_CONTEST, (), "beloved-killed")
    elif play.day >= int(d.state.options["max_days"]):
        d.end(Result.NO_CONTEST, (), "max-days")
    else:
        seconds = int(d.state.options["discussion"])
        d.open_phase("noon", play.day + 1, seconds, asked=play.living, talk=True)


def _judge(d: Draft, night: int, forms: Mapping[int, Answer]) -> None:
    """Open the defences of the living, and tell whom the culprit attacked and whether it killed."""
    play = _play(d)
    assert play.culprit is not None
    defences = {seat: forms[seat]["defence"] for seat in play.living}
    act = forms[play.culprit]
    target = int(act["target"])
    d.tell(f.DefencesOpened(night, defences))
    d.tell(f.Targeted(night, target, succeeds(defences, play.culprit, target, act["kill"])))


def _won(d: Draft) -> bool:
    """End the game if only the beloved is left alive."""
    play = _play(d)
    won = _has_won(play)
    if won and play.culprit is not None:
        d.end(Result.WIN, (play.culprit,), "only-beloved")
    return won


def _has_won(play: LovePlay) -> bool:
    """Whether only the beloved is left alive."""
    return play.culprit is not None and play.living == (play.beloved,)


def _open_guess(d: Draft) -> bool:
    """Open yesterday's guess, if there was an election yesterday."""
    play = _play(d)
    detective = play.detective
    if detective is None:
        return False
    note = play.notes[play.day]
    d.tell(f.GuessOpened(play.day, detective, number(note["culprit"]), number(note["beloved"])))
    return True


def _solver(play: LovePlay) -> int | None:
    """The detective of yesterday whose guess was right in both names."""
    guess = play.noons[-1].guess if play.detective is not None else None
    right = guess is not None and (guess.culprit, guess.beloved) == (play.culprit, play.beloved)
    return play.detective if right else None


# --- election and dusk --------------------------------------------------------------------------------


def _count(d: Draft, ballot: int, votes: Mapping[int, Answer]) -> None:
    """Open the votes, and elect the detective if they are enough (source, 7)."""
    day = _play(d).day
    named = candidates(_play(d))
    d.tell(f.BallotOpened(day, ballot, {seat: _vote(answer["vote"]) for seat, answer in votes.items()}))
    cast = _play(d).noons[-1].ballots[-1]
    tied, ahead = most_voted(named, cast), leading(_play(d), named, cast)
    if len(ahead) == 1:
        d.tell(f.Elected(day, ahead[0], "votes" if len(tied) == 1 else "experience"))
    elif ballot == 2:
        d.tell(f.Elected(day, _lot(d.chance, day, ahead), "lot"))
    d.reveal(day, len(votes) + 2)


def _vote(value: str) -> f.Vote:
    return int(value) if value else f.BLANK


def _dusk(d: Draft) -> None:
    """The end of noon: yesterday's poison works on a victim who still lives, then the night falls.  Without a victim
    there is nothing to look at."""
    play = _play(d)
    victim = play.cup(play.day - 1)
    if victim in play.living and victim is not None:
        d.tell(f.Poisoned(play.day, victim))
        d.reveal(play.day, 2)
    else:
        _fall(d)


def _after_poison(d: Draft) -> None:
    if not _won(d):
        _fall(d)


def _fall(d: Draft) -> None:
    """The night falls."""
    _ask(d, "night", _play(d).day, _everybody(d), "night")
