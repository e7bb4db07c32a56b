"""What a family looks at: the morning, the votes, a cup of poison."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.love.facts import BLANK
from engine.games.love.judging import NONE, SIEGE, UNITY
from engine.games.love.state import Death, LovePlay, Night, Noon
from tui.games.beats import Beat
from tui.games.face import Look
from tui.games.love import story
from tui.words.clean import show


def beats(look: Look) -> list[Beat]:
    """The beats of the open reveal, which follows from the whiteboard; without one there are none."""
    play: LovePlay = look.view.play
    if play.nights and play.nights[-1].no == play.day:
        return list(_morning(look, play, play.nights[-1]))
    if Death(play.day, "poisoned") in play.deaths:
        return list(_cup(look, play.deaths.index(Death(play.day, "poisoned"))))
    return list(_election(look, play.noons[-1])) if play.noons else []


def _names(look: Look) -> list[str]:
    return [show(seat.name) for seat in look.view.cast]


def _morning(look: Look, play: LovePlay, night: Night) -> Iterator[Beat]:
    """The defences, the attack and whether it killed, then what yesterday's detective had written."""
    words, names = look.words, _names(look)
    for key, card in (("siege", SIEGE), ("unity", UNITY), ("none", NONE)):
        seats = [seat for seat, chosen in night.living.items() if chosen == card]
        if card == UNITY and night.failed is not None:
            yield Beat(words("love.night.alone", name=names[night.failed]), mine=night.failed == look.seat)
        elif seats:
            yield Beat(words(f"love.night.{key}", names=words.list([names[seat] for seat in seats])))
    if night.target is None:
        return
    mine, end = night.target == look.seat, "dead" if night.success else "lives"
    you = "you-" * mine
    yield Beat(words(f"love.reveal.{you}target", name=names[night.target]), mine, harm=mine)
    yield Beat(words(f"love.reveal.{you}{end}", name=names[night.target]), mine, harm=mine and night.success)
    noon = play.noons[-1] if play.noons else None
    if noon is not None and noon.guess is not None and noon.detective is not None:
        guess = noon.guess
        text = story.guess(words, names, noon.detective, guess.culprit, guess.beloved)
        yield Beat(text, mine=look.seat is not None and look.seat in (noon.detective, guess.culprit, guess.beloved))


def _election(look: Look, noon: Noon) -> Iterator[Beat]:
    """The votes of the last ballot, a line for each candidate, and who is the detective."""
    words, names = look.words, _names(look)
    votes = dict(noon.ballots[-1]) if noon.ballots else {}
    voters = {name: [voter for voter, vote in votes.items() if vote == name] for name in range(len(names))}
    for name in sorted((n for n in voters if voters[n]), key=lambda n: -len(voters[n])):
        given = words.list([names[voter] for voter in voters[name]])
        yield Beat(words("love.ballot.for", name=names[name], voters=given), mine=name == look.seat)
    blank = [names[voter] for voter, vote in votes.items() if vote is BLANK]
    if blank:
        yield Beat(words("love.ballot.blank", voters=words.list(blank)))
    if noon.detective is None:
        yield Beat(words("love.open.runoff"))
    elif noon.detective == look.seat:
        yield Beat(words("love.reveal.you-elected", n=noon.day), mine=True)
    else:
        yield Beat(story.elected(words, names, noon.day, noon.detective, noon.by))


def _cup(look: Look, victim: int) -> Iterator[Beat]:
    """Somebody falls."""
    words, mine = look.words, victim == look.seat
    yield Beat(words("love.reveal.cup"))
    text = words("love.reveal.you-poisoned") if mine else story.poisoned(words, _names(look), victim, look.tale)
    yield Beat(text, mine, harm=mine)
