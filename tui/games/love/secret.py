"""The three rows that are for the reader's eyes only: the role, and what the form in hand would mean.

Everybody has them, and they are as high for everybody; the hide key blanks them.  Only here does the culprit's
screen differ from anybody else's.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.games.love.judging import ALIBI, LOCKED_ROOM, NONE, SIEGE, UNITY
from engine.games.love.prompts import harmless
from engine.games.love.state import LovePlay, number
from engine.prompt import Answer, Prompt
from tui.games.face import Look
from tui.games.love.board import is_author
from tui.games.love.forms import choice, question
from tui.games.love.record import pending
from tui.games.love.story import joined
from tui.widgets.draw import BLANK, Row, at_most, heading, paragraph
from tui.widgets.look import ALERT, FAINT, PLAIN
from tui.words.clean import show
from tui.words.narration import refusal_text
from tui.words.width import cells

ROWS = 3
"""A heading and two rows."""


def draw(look: Look, draft: Mapping[str, str], width: int, *, refused: bool = False) -> list[Row]:
    """The rows; `draft` is what the form holds now, `refused` whether it was just handed in in vain."""
    text, style = "", FAINT
    if not look.hidden:
        text, style = said(look, draft, refused=refused), ALERT if refused else PLAIN
    rows = paragraph(text, width, style) if text else []
    guilty = not look.hidden and look.seat is not None and look.view.play.culprit == look.seat
    title = heading(role(look, width), width, *((ALERT, ALERT) if guilty else ()))  # like nobody else's to its owner
    return [title, *at_most(rows, ROWS - 1, width), BLANK, BLANK][:ROWS]


def role(look: Look, width: int) -> str:
    """Who the reader is, in a sentence; the culprit's is short where the beloved would be cut off."""
    words, play = look.words, look.view.play
    if is_author(look):
        return words("love.own.author")
    if look.seat is None:
        return words("love.own.watching")
    if look.hidden:
        return words("love.own.hidden")
    if play.culprit != look.seat:
        return words("love.own.member")
    if play.beloved is None:
        return words("love.own.culprit-alone")
    beloved = show(look.name(play.beloved))
    text = words("love.own.culprit", name=beloved)
    return text if cells(text) <= width - 2 else words("love.own.culprit-short", name=beloved)


def own(look: Look) -> str:
    """The same in a word."""
    if look.seat is None or look.hidden:
        return role_word(look, "author" if is_author(look) else "watching" if look.seat is None else "hidden")
    return role_word(look, "culprit" if look.view.play.culprit == look.seat else "member")


def role_word(look: Look, name: str) -> str:
    """A role in a word."""
    return look.words(f"love.mine.{name}")


def said(look: Look, draft: Mapping[str, str], *, refused: bool = False) -> str:
    """What the draft means for the reader, or what there is to know."""
    play = look.view.play
    if is_author(look):
        return _authors(look)
    prompt = question(look)
    if prompt is None or prompt.name not in ("prologue", "night"):
        return _cards(look)
    if any(field.name not in draft for field in prompt.fields):
        return ""
    answer = {field.name: draft[field.name] for field in prompt.fields}
    if play.culprit == look.seat:
        return foresight(look, prompt, answer, refused=refused)
    return _hunch(look, prompt.name, answer)


def _cards(look: Look) -> str:
    """The reader's cards, where no form says what is left; before them poison that is still to work."""
    words, play = look.words, look.view.play
    if look.seat is not None and (cup := pending(play)) is not None:
        return words("love.record.pending", name=show(look.name(cup)))
    if look.seat is None:
        return words("love.own.public")
    if look.seat not in play.living:
        return words("love.own.dead")
    return words("love.own.cards", siege=play.left(look.seat, SIEGE), unity=play.left(look.seat, UNITY))


def _hunch(look: Look, name: str, answer: Answer) -> str:
    """What an innocent's form says besides the defence: a guess for fun."""
    words = look.words
    target = number(answer["beloved" if name == "prologue" else "target"])
    if target is None:
        dead = name == "night" and look.seat not in look.view.play.living
        return words("love.hunch.night-dead" if dead else f"love.hunch.{name}-blank")
    key = "who" if name == "night" and not answer["kill"] else "full"
    trick = choice(words, "kill", answer["kill"]) if key == "full" and name == "night" else ""
    return words(f"love.hunch.{name}-{key}", name=show(look.name(target)), trick=trick)


def foresight(look: Look, prompt: Prompt, answer: Answer, *, refused: bool = False) -> str:
    """What the culprit knows beforehand of a form: forbidden and why, certain, or possible; `refused`: it was just
    handed in in vain."""
    words, play = look.words, look.view.play
    refusal = prompt.check(answer)
    if refusal is not None:
        key = "refused" if refused else "needed" if refusal.code.endswith("-needed") else "forbidden"
        return words(f"love.foresee.{key}", reason=refusal_text(words, refusal, "love"))
    if prompt.name == "prologue":
        return words("love.foresee.chosen", name=show(look.name(int(answer["beloved"]))))
    target = int(answer["target"])
    return words(f"love.foresee.{_outlook(play, prompt, answer)}", name=show(look.name(target)))


def _outlook(play: LovePlay, prompt: Prompt, answer: Answer) -> str:
    """The key of what is known of a legal attack."""
    seat, target, own, trick = play.culprit, int(answer["target"]), answer["defence"], answer["kill"]
    assert seat is not None
    if "poison-may-be-wasted" in prompt.warn(answer):
        return "wasted"
    if target == seat:
        return _at_oneself(own, trick)
    if harmless(play, seat, answer):
        return "fails"
    if "may-kill-beloved" in prompt.warn(answer):
        return "beloved"
    if trick == LOCKED_ROOM:
        return "locked"
    return "alibi-unity" if own == UNITY and seat in play.living else "alibi"


def _at_oneself(own: str, trick: str) -> str:
    """The culprit's own defence is the target's: nearly everything is certain."""
    if (own, trick) in ((SIEGE, LOCKED_ROOM), (NONE, ALIBI)):
        return "self-dies"
    return "self-alone" if (own, trick) == (UNITY, ALIBI) else "self-lives"


def _authors(look: Look) -> str:
    """What the author alone is told in words: culprit, beloved, and what the culprit is up to."""
    words, play = look.words, look.view.play
    if play.culprit is None:
        return ""
    culprit = show(look.name(play.culprit))
    beloved = play.beloved
    phase = look.view.phase
    if phase is not None and phase.name == "prologue":
        draft = phase.answer("prologue", play.culprit)
        beloved = number(draft["beloved"]) if draft else None
    loved = show(look.name(beloved)) if beloved is not None else words("love.author.nobody-yet")
    text = words("love.author.pair", culprit=culprit, beloved=loved)
    act = phase.answer("night", play.culprit) if phase is not None else None
    return joined(words, [text, *(attack(look, act) if act else [])])


def attack(look: Look, act: Answer) -> list[str]:
    """The culprit's night form in words, as far as it is filled in."""
    words = look.words
    target, poison = number(act["target"]), number(act.get("poison", ""))
    if target is None or not act["kill"]:
        return []
    text = words("love.author.attack", trick=choice(words, "kill", act["kill"]), name=show(look.name(target)))
    return [text, *([words("love.author.poison", name=show(look.name(poison)))] if poison is not None else [])]
