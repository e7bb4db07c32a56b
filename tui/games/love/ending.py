"""The end of a game, with everything opened: who it was and for whose sake, every night's crime, who foresaw it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.love.foresight import Foresight, foresights
from engine.games.love.state import LovePlay, Night, number
from tui.games.face import Look
from tui.games.love.board import page
from tui.games.love.forms import choice
from tui.games.love.record import record
from tui.games.love.story import joined, novel, variant
from tui.widgets.draw import BLANK, Row, heading, item, paragraph
from tui.widgets.look import FAINT
from tui.words.clean import show


def history(look: Look, width: int) -> list[Row]:
    """The whole whiteboard, what its marks mean, what the reader has done, and the story so far."""
    if look.view.play is None:
        return paragraph(look.words("history.none"), width)
    return [*page(look, width), *record(look, width), *novel(look, width)]


def ending(look: Look, width: int) -> list[Row]:
    """What was hidden, in sentences; then the board."""
    words, play = look.words, look.view.play
    opened = look.view.opened
    lines = list(_truth(look, play)) if opened is not None and play.culprit is not None else []
    rows = [line for text in lines for line in paragraph(text, width)]
    if opened is not None and play.culprit is not None and _complete(play):
        rows += [BLANK, heading(words("love.end-page.crimes"), width)]
        rows += [line for night in play.nights for line in item(_crime(look, play, night), width)]
        rows += [BLANK, heading(words("love.end-page.hunches"), width)]
        rows += paragraph(words("love.end-page.hunches-why"), width, FAINT)
        rows += [line for score in foresights(play) for line in item(_score(look, score), width)]
    return [*rows, BLANK, heading(words("love.end-page.board"), width), *page(look, width), *novel(look, width)]


def _complete(play: LovePlay) -> bool:
    """Whether every night on the board was judged from forms that are open (a game called off may end before)."""
    everybody = set(range(play.seats))
    return everybody <= play.loves.keys() and all(everybody <= play.forms.get(n.no, {}).keys() for n in play.nights)


def _truth(look: Look, play: LovePlay) -> Iterator[str]:
    """Culprit and beloved, and a last sentence."""
    words, outcome = look.words, look.view.outcome
    assert play.culprit is not None
    culprit = show(look.name(play.culprit))
    if play.beloved is None:
        yield words("love.end-page.culprit", culprit=culprit)
        return
    yield words("love.end-page.pair", culprit=culprit, beloved=show(look.name(play.beloved)))
    if outcome is not None and f"love.epilogue.{outcome.cause}.v1" in words:
        winners = words.list(show(look.name(seat)) for seat in outcome.winners)
        names = {"culprit": culprit, "beloved": show(look.name(play.beloved)), "winner": winners}
        yield variant(words, f"love.epilogue.{outcome.cause}", play.day + play.seats, **names)


def _crime(look: Look, play: LovePlay, night: Night) -> str:
    """What the culprit did in a night."""
    words = look.words
    assert play.culprit is not None and night.target is not None
    act = play.forms[night.no][play.culprit]
    result = words("love.end-page.killed" if night.success else "love.end-page.failed")
    text = words(
        "love.end-page.crime",
        n=night.no,
        trick=choice(words, "kill", act["kill"]),
        name=show(look.name(night.target)),
        result=result,
    )
    cup = number(act.get("poison", ""))
    poison = [words("love.end-page.cup", name=show(look.name(cup)))] if cup is not None else []
    return joined(words, [text, *poison])


def _score(look: Look, score: Foresight) -> str:
    """How a member's hunches fared."""
    words = look.words
    who = "you" if score.seat == look.seat else "other"
    name = show(look.name(score.seat))
    text = words(f"love.end-page.foresaw-{who}", name=name, hits=score.foreseen, nights=score.nights, exact=score.exact)
    return joined(words, [text, *([words("love.end-page.heart")] if score.heart else [])])
