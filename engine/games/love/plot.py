"""How a culprit plots: what each attack is worth tonight, and what it gives away.

An attack is worth its chance to kill, less what the next detective would learn from a success.  Of tonight's
defences the culprit knows no more than anybody: the cards left, and who is in danger.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from engine.chance import Chance, chances
from engine.games.love.judging import ALIBI, LOCKED_ROOM, NONE, SIEGE, UNITY
from engine.games.love.mind import FEW, affection, beliefs, board, suspicion, weights
from engine.games.love.state import LovePlay
from engine.games.love.temper import Temper
from engine.prompt import Answer, Prompt

WHIM: Final = 0.1
"""Spread of the worth of equally good attacks, so that nobody can compute the culprit from its victims."""

EVEN: Final = 1e-9
"""Keeps a quotient finite."""

LATE: Final = 50.0
"""How often (percent) any culprit turns on itself when few are left."""

PATIENCE: Final = 0.85
"""What is left of a culprit's fear of exposure after each day: who waits for ever never wins."""

MASK: Final = 0.4
"""What a feint is worth to a culprit in the mood for one."""


@frozen
class Attack:
    """One way to spend the night."""

    defence: str
    kill: str
    target: int


@frozen
class Forecast:
    """How likely a member is to be in a siege tonight, and to be bare: no card, or a unity that stands alone."""

    siege: float
    bare: float


def forecast(play: LovePlay, seat: int) -> Forecast:
    """What anybody would expect of a living member."""
    company = sum(play.left(other, UNITY) > 0 for other in play.living if other != seat)
    unity = (0.9 if play.day <= 3 else 0.5) if play.left(seat, UNITY) and company else 0.0
    siege = (0.7 if play.detective == seat else 0.3) if play.left(seat, SIEGE) else 0.0
    total = 1.0 + unity + siege
    alone = 0.6**company
    return Forecast(siege / total, (1.0 + unity * alone) / total)


def attacks(play: LovePlay, seat: int, cover: str, *, martyr: bool, mask: bool) -> Iterator[Attack]:
    """Every sensible attack; with a locked room the culprit's defence is free, and is `cover`.

    It attacks itself when it feels like a `martyr`, or when there is nobody else.  It feints at its beloved when it
    feels like wearing a `mask`, once in a game.
    """
    others = [target for target in play.living if target not in (seat, play.beloved)]
    for target in others:
        yield Attack(NONE, ALIBI, target)
        if play.left(target, SIEGE):
            yield Attack(cover, LOCKED_ROOM, target)
    if seat in play.living and (martyr or not others):
        yield Attack(NONE, ALIBI, seat)
    beloved = play.beloved
    fresh = all(night.target != beloved for night in play.nights)
    if beloved is None or not mask or not fresh:
        return
    if seat in play.living and play.left(seat, SIEGE):
        yield Attack(SIEGE, ALIBI, beloved)
    if not play.left(beloved, SIEGE):
        yield Attack(cover, LOCKED_ROOM, beloved)


def plan(play: LovePlay, seat: int, prompt: Prompt, temper: Temper, cover: str, chance: Chance) -> Answer:
    """The culprit's night form.  Labels: `martyr`, `mask`, `whim/<number of the attack>`."""
    few = len(play.living) <= FEW
    martyr = chances(chance, "martyr", max(temper.martyr, LATE) if few else temper.martyr)
    mask = not few and chances(chance, "mask", temper.mask)
    options = list(attacks(play, seat, cover, martyr=martyr, mask=mask))
    whims = [WHIM * chance.draw(f"whim/{n}", 1000) / 1000 for n in range(len(options))]
    values = [worth(play, seat, attack, temper) + whim for attack, whim in zip(options, whims, strict=True)]
    best = options[values.index(max(values))]
    form = {"defence": best.defence, "kill": best.kill, "target": str(best.target)}
    if "poison" in {f.name for f in prompt.fields}:
        form["poison"] = poison(play, seat, best, temper)
    return form


def worth(play: LovePlay, seat: int, attack: Attack, temper: Temper) -> float:
    """What an attack is worth to the culprit `seat`: the share by which it lessens the danger ahead, which is the
    number of deaths still needed times the likelihood of the true pair in everybody's eyes."""
    assert play.beloved is not None
    needed = len(play.living) - 1
    if attack.target == play.beloved:
        return MASK
    loves = affection(weights(board(play)), play.seats)
    told = 1 / (1 - loves[attack.target] + EVEN)  # whoever is attacked is hardly the beloved
    if attack.target == seat:
        return 1 - told * (needed - 1) / needed
    expected = forecast(play, attack.target)
    chance, shown = (expected.siege, 1.0) if attack.kill == LOCKED_ROOM else (expected.bare, exposure(play, seat))
    fear = temper.fear * PATIENCE**play.day
    success = told * (1 + fear * (shown - 1)) * (needed - 1) / needed
    return 1 - chance * success - (1 - chance) * told


def exposure(play: LovePlay, seat: int) -> float:
    """The factor by which a kill with an alibi would raise everybody's suspicion of `seat`: it clears whoever has a
    card up tonight."""
    suspects = suspicion(weights(board(play)), play.seats)
    left = sum(
        share * (forecast(play, other).bare if other in play.living and other != seat else 1.0)
        for other, share in enumerate(suspects)
    )
    return 1 / left


def poison(play: LovePlay, seat: int, attack: Attack, temper: Temper) -> str:
    """Whose cup to poison tonight, "" for nobody: of the others, the one with most cards left to hide behind."""
    others = [other for other in play.living if other not in (seat, play.beloved, attack.target)]
    if play.poison_spent or not others or len(others) > temper.hoard:
        return ""
    return str(max(others, key=lambda other: play.left(other, SIEGE) + play.left(other, UNITY)))


def vote(play: LovePlay, seat: int, names: list[int]) -> int:
    """The candidate who, as detective, would find the truth least likely."""
    assert play.beloved is not None
    truth = (seat, play.beloved)
    return min(names, key=lambda name: beliefs(play, name).get(truth, 0.0))


def false_guess(play: LovePlay, seat: int, prompt: Prompt) -> Answer:
    """What a culprit writes as detective: the likeliest pair that is wrong in both names, unless the table lets it
    name itself, which wins at once."""
    accused, loved = (f.options for f in prompt.fields)
    if str(seat) in accused:
        return {"culprit": str(seat), "beloved": str(play.beloved)}
    public = weights(board(play))
    wrong = {pair: weight for pair, weight in public.items() if pair[0] != seat and pair[1] != play.beloved}
    named = max(wrong, key=lambda pair: wrong[pair], default=None)
    if named is None or str(named[1]) not in loved:
        return {"culprit": "", "beloved": ""}
    return {"culprit": str(named[0]), "beloved": str(named[1])}
