"""What the reader has done so far, night by night, for nobody else's eyes.

Everybody has such a page: the culprit's tells of crimes, everybody else's of hunches; hidden they are the same.
"""

from __future__ import annotations

from engine.games.love.state import LovePlay, number
from engine.prompt import Answer
from tui.games.face import Look
from tui.games.love.forms import choice
from tui.games.love.story import joined
from tui.widgets.draw import BLANK, Row, heading, item, paragraph
from tui.widgets.look import FAINT, STRONG
from tui.words.clean import show


def record(look: Look, width: int) -> list[Row]:
    """The page's part about the reader: poison that has not worked yet, then each night, the newest first."""
    words, play = look.words, look.view.play
    if look.seat is None or not look.view.playing:
        return []
    rows = [BLANK, heading(words("love.record.title"), width)]
    if look.hidden:
        return [*rows, *paragraph(words("love.own.hidden"), width, FAINT)]
    if (cup := pending(play)) is not None:
        rows += paragraph(words("love.record.pending", name=show(look.name(cup))), width, STRONG)
    nights = [
        (night, play.forms[night][look.seat])
        for night in sorted(play.forms, reverse=True)
        if look.seat in play.forms[night]
    ]
    for night, form in nights:
        rows += item(_night(look, play, night, form), width)
    return rows if nights else [*rows, *paragraph(words("love.record.none"), width, FAINT)]


def pending(play: LovePlay) -> int | None:
    """Who is to die of the reader's poison and lives yet; None for whoever has poisoned nobody."""
    cups = [play.cup(night) for night in play.forms]
    return next((cup for cup in cups if cup is not None and cup in play.living and not play.poison_seen), None)


def _night(look: Look, play: LovePlay, night: int, form: Answer) -> str:
    """A night's form in words: the defence, then the crime, or the hunch."""
    words, target = look.words, number(form["target"])
    texts = [words("love.record.defence", n=night, defence=choice(words, "defence", form["defence"]))]
    who = "crime" if play.culprit == look.seat else "hunch"
    if target is not None:
        trick = choice(words, "kill", form["kill"])
        texts.append(words(f"love.record.{who}", trick=trick, name=show(look.name(target))))
    cup = number(form.get("poison", ""))
    if cup is not None and who == "crime":
        texts.append(words("love.end-page.cup", name=show(look.name(cup))))
    return joined(words, texts)
