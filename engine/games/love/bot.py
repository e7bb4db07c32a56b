"""The bots of Love, or Nothing.  A bot is handed its seat's view: it knows the whiteboard and its own role."""

from __future__ import annotations

from attrs import frozen

from engine.chance import Chance, chances, pick
from engine.games.love import plot, talk
from engine.games.love.judging import ALIBI, NONE, SIEGE, UNITY
from engine.games.love.mind import affection, beliefs, suspicion
from engine.games.love.prompts import BLANK_NIGHT
from engine.games.love.reasons import failed
from engine.games.love.state import LovePlay
from engine.games.love.temper import TEMPERAMENTS, Temper
from engine.prompt import Answer, Prompt
from engine.table.state import Speech, TableState

EVEN = 1e-9
"""Beliefs closer than this are equal: sums of the same numbers in another order."""


@frozen
class LoveBot:
    """A member of the family, perhaps its culprit, of one temperament."""

    temper: Temper

    def choose(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        """A legal answer to any prompt of the game."""
        play: LovePlay = view.play
        guilty = play.culprit == seat
        match prompt.name:
            case "prologue":
                return {"beloved": pick(chance, "beloved", [value for value in prompt.fields[0].options if value])}
            case "night":
                cover = defence(play, seat, self.temper, chance)
                if guilty:
                    return plot.plan(play, seat, prompt, self.temper, cover, chance)
                return {
                    **{f.name: BLANK_NIGHT[f.name] for f in prompt.fields},
                    "defence": cover,
                    **hunch(play, seat, chance),
                }
            case "vote":
                return {"vote": self._vote(play, seat, prompt, chance)}
            case "guess":
                return plot.false_guess(play, seat, prompt) if guilty else guess(play, seat, prompt, chance)
            case _:
                return {field.name: field.options[0] for field in prompt.fields}

    def speak(self, view: TableState, seat: int, chance: Chance) -> Speech | None:
        """Something to say at noon, or nothing."""
        return talk.speak(view, seat, self.temper, chance)

    def _vote(self, play: LovePlay, seat: int, prompt: Prompt, chance: Chance) -> str:
        """Whom it trusts most, but nobody who has just failed unless the board clears them: rather nobody, and in a
        second ballot the next.  The culprit has aims of its own, but does not elect who has just failed either."""
        names = [int(value) for value in prompt.fields[0].options if value]
        noon = failed(play)
        others = [name for name in names if noon is None or name != noon.detective] or names
        if not names:
            return ""
        if play.culprit == seat:
            return str(plot.vote(play, seat, others))
        suspects = suspicion(beliefs(play, seat), play.seats)
        cleared = noon is None or noon.detective is None or suspects[noon.detective] < EVEN
        favourite = self._most_trusted(play, names, suspects, chance)
        if cleared or favourite in others:
            return str(favourite)
        return str(self._most_trusted(play, others, suspects, chance)) if play.noons[-1].ballots else ""

    def _most_trusted(self, play: LovePlay, names: list[int], suspects: list[float], chance: Chance) -> int:
        trust = {name: self.temper.trust(suspects[name], play.experience(name)) for name in names}
        return pick(chance, "vote", [name for name in names if trust[name] > max(trust.values()) - EVEN])


def defence(play: LovePlay, seat: int, temper: Temper, chance: Chance) -> str:
    """A member's defence: a unity only in company, a siege above all in danger.  Labels: `siege`, `unity`."""
    if seat not in play.living:
        return NONE
    alarm = temper.alarm if play.detective == seat else temper.siege
    if play.left(seat, SIEGE) and chances(chance, "siege", alarm):
        return SIEGE
    company = any(play.left(other, UNITY) for other in play.living if other != seat)
    if play.left(seat, UNITY) and company and chances(chance, "unity", temper.unity):
        return UNITY
    return NONE


def hunch(play: LovePlay, seat: int, chance: Chance) -> Answer:
    """Whom a member expects to be attacked: of the others, the one whom the culprit seems to love least.  Labels:
    `hunch`."""
    others = [other for other in play.living if other != seat]
    loves = affection(beliefs(play, seat), play.seats)
    least = min(loves[other] for other in others)
    return {"kill": ALIBI, "target": str(pick(chance, "hunch", [o for o in others if loves[o] < least + EVEN]))}


def guess(play: LovePlay, seat: int, prompt: Prompt, chance: Chance) -> Answer:
    """What a detective writes down: the likeliest pair of culprit and beloved.  Labels: `guess`."""
    pairs = beliefs(play, seat)
    best = [pair for pair in pairs if pairs[pair] > max(pairs.values()) - EVEN]
    if not best:
        return {"culprit": "", "beloved": ""}
    culprit, beloved = pick(chance, "guess", best)
    return {"culprit": str(culprit), "beloved": str(beloved)}


__all__ = ["TEMPERAMENTS", "LoveBot"]
