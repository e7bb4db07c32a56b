"""The end of a game, with everything opened: who it was and for whose sake, every night's crime, who foresaw it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.games.love.foresight import Foresight, foresights
from engine.games.love.judging import ALIBI, LOCKED_ROOM, SIEGE, UNITY
from engine.games.love.state import LovePlay, Night, Noon, number
from engine.outcome import Outcome
from tui.games.face import Look
from tui.games.love.board import page
from tui.games.love.forms import choice
from tui.games.love.record import record
from tui.games.love.story import joined, novel
from tui.games.moments import Moment, decisive
from tui.widgets.draw import BLANK, Row, heading, item, paragraph
from tui.widgets.look import FAINT
from tui.words.clean import show
from tui.words.narration import from_pool


def history(look: Look, width: int) -> list[Row]:
    """The whole whiteboard, what its marks mean, what the reader has done, and the story so far."""
    if look.view.play is None:
        return paragraph(look.words("history.none"), width)
    return [*page(look, width), *record(look, width), *novel(look, width)]


def why(look: Look) -> str:
    """Who won, and by which rule, in a sentence; "" for ends that are not the game's."""
    words, play, outcome = look.words, look.view.play, look.view.outcome
    assert outcome is not None
    if look.view.opened is None or play.culprit is None or play.beloved is None:
        return ""
    key = _way(play) if outcome.cause == "only-beloved" else outcome.cause
    if f"love.why.{key}" not in words:
        return ""
    names = {"culprit": play.culprit, "beloved": play.beloved, "winner": (*outcome.winners, play.culprit)[0]}
    death = play.deaths[play.culprit]
    days = {"n": play.nights[-1].no if play.nights else 0, "night": death.day if death else 0, "day": play.day}
    return words(f"love.why.{key}", **{name: show(look.name(seat)) for name, seat in names.items()}, **days)


def _way(play: LovePlay) -> str:
    """How the culprit, who has to be dead as well, has won: by the Birlstone gambit, whether that was the last death or
    an earlier one, or by a cup of its own."""
    assert play.culprit is not None
    death = play.deaths[play.culprit]
    if death is not None and death.kind == "poisoned":
        return "own-cup"
    later = [other for other in play.deaths if other and death and other.day > death.day]
    return "gambit" if later else "gambit-last"


def moments(play: LovePlay, outcome: Outcome) -> tuple[Moment, ...]:
    """What decided a finished game whose log is open, and every night of which was judged."""
    return decisive([*_of_nights(play, outcome), *_of_noons(play, outcome)])


def _of_nights(play: LovePlay, outcome: Outcome) -> Iterator[Moment]:
    for night in play.nights:
        target, culprit = night.target, play.culprit
        if target is None or culprit is None:
            continue
        trick = play.forms[night.no][culprit]["kill"]
        if night.success:
            yield from _kill(play, outcome, night, target, trick)
        elif trick == ALIBI and night.worth[target] in (SIEGE, UNITY):
            yield Moment(f"saved-{night.worth[target]}", night.no, 30, target)


def _kill(play: LovePlay, outcome: Outcome, night: Night, target: int, trick: str) -> Iterator[Moment]:
    hunches = [form["target"] for seat, form in play.forms[night.no].items() if seat != play.culprit]
    if target == play.beloved:
        yield Moment("mistake", night.no, 100, target)
    elif target == play.culprit:
        yield Moment("gambit", night.no, 95, target)
    elif night is play.nights[-1] and outcome.cause == "only-beloved":
        yield Moment("last", night.no, 90, target, detail=trick)
    elif night.failed == target:
        yield Moment("alone", night.no, 60, target)
    elif str(target) not in hunches:
        yield Moment("unforeseen", night.no, 45, target)
    elif trick == LOCKED_ROOM:
        yield Moment("siege", night.no, 40, target)


def _of_noons(play: LovePlay, outcome: Outcome) -> Iterator[Moment]:
    truth = (play.culprit, play.beloved)
    for noon in play.noons:
        note = play.notes.get(noon.day)
        if note is not None and noon.detective is not None:
            named = number(note["culprit"]), number(note["beloved"])
            right = tuple(name == true for name, true in zip(named, truth, strict=True))
            if all(right):
                won = outcome.winners == (noon.detective,)
                yield Moment("solved" if won else "too-late", noon.day, 92 if won else 98, noon.detective)
            elif any(right):
                yield Moment("half-culprit" if right[0] else "half-beloved", noon.day, 70, noon.detective)
        yield from _election(play, noon)
    for seat, death in enumerate(play.deaths):
        if death is not None and death.kind == "poisoned":
            yield Moment("cup", death.day, 75, seat)


def _election(play: LovePlay, noon: Noon) -> Iterator[Moment]:
    """An election that one vote has made: who was first by it, and who came second."""
    votes = Counter(vote for _, vote in noon.ballots[-1] if isinstance(vote, int)) if noon.ballots else Counter[int]()
    ranking = votes.most_common()
    if noon.by != "votes" or len(ranking) < 2 or ranking[0][1] - ranking[1][1] != 1:
        return
    second = [seat for seat, count in ranking if count == ranking[1][1]]
    if len(second) == 1:
        weight = 65 if noon.detective in (play.culprit, play.beloved) else 35
        yield Moment("one-vote", noon.day, weight, ranking[0][0], (second[0],))


def ending(look: Look, width: int) -> list[Row]:
    """Every hand, what was hidden, and what decided the game; then the board."""
    words, play = look.words, look.view.play
    opened = look.view.opened
    rows: list[Row] = []
    complete = opened is not None and play.culprit is not None and _complete(play)
    if complete:
        rows.append(heading(words("result.hands"), width))
        for seat in range(play.seats):
            hand = _hand(look, play, seat) if look.is_turned(seat) else show(look.name(seat))
            rows += item(hand, width)
        if look.turned is not None:
            return rows
        rows.append(BLANK)
    lines = list(_truth(look, play)) if opened is not None and play.culprit is not None else []
    rows += [line for text in lines for line in paragraph(text, width)]
    if complete:
        if told := _told(look):
            rows += [BLANK, heading(words("result.moments"), width)]
            rows += [line for text in told for line in item(text, width)]
        rows += [BLANK, heading(words("love.end-page.crimes"), width)]
        rows += [line for night in play.nights for line in item(_crime(look, play, night), width)]
        rows += [BLANK, heading(words("love.end-page.hunches"), width)]
        rows += paragraph(words("love.end-page.hunches-why"), width, FAINT)
        rows += [line for score in foresights(play) for line in item(_score(look, score), width)]
    return [*rows, BLANK, heading(words("love.end-page.board"), width), *page(look, width), *novel(look, width)]


def _told(look: Look) -> list[str]:
    words, outcome = look.words, look.view.outcome
    if outcome is None:
        return []
    return [
        words(
            f"love.moment.{moment.key}",
            n=moment.at,
            name=show(look.name(moment.one)),
            names=words.list(show(look.name(seat)) for seat in moment.others),
            trick=choice(words, "kill", moment.detail) if moment.detail else "",
        )
        for moment in moments(look.view.play, outcome)
    ]


def _hand(look: Look, play: LovePlay, seat: int) -> str:
    """What a member was, how it ended, and whom it took for the beloved."""
    words, death = look.words, play.deaths[seat]
    role = "culprit" if seat == play.culprit else "beloved" if seat == play.beloved else "member"
    end = words(f"love.hand.{death.kind}", n=death.day) if death is not None else words("love.hand.lived")
    text = words("love.hand.line", name=show(look.name(seat)), role=words(f"love.hand.{role}"), end=end)
    heart = number(play.loves[seat]["beloved"])
    if heart is None or seat == play.culprit:
        return text
    return joined(words, [text, words("love.hand.heart", name=show(look.name(heart)))])


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
    if outcome is not None and f"love.tale.epilogue.{outcome.cause}.v1" in words:
        winners = words.list(show(look.name(seat)) for seat in outcome.winners)
        names = {"culprit": culprit, "beloved": show(look.name(play.beloved)), "winner": winners}
        yield from_pool(words, f"love.tale.epilogue.{outcome.cause}", look.tale, 0, **names)


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
