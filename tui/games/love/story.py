"""The game told like a novel: openings, mornings, elections, in one of several variants.

Which variant is told follows from a stream that is public and the same for every eye; nothing is told that is not on
the whiteboard or was not said in the open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce

from engine.facts import Fact
from engine.games.love import facts as f
from engine.games.love.judging import NONE, SIEGE, UNITY
from engine.games.love.state import Death, LovePlay, Night, Noon
from engine.table.facts import PhaseOpened
from tui.games.beats import Beat, beat_rows
from tui.games.face import Look
from tui.widgets.draw import BLANK, Row, heading, paragraph
from tui.widgets.look import FAINT
from tui.words.catalogue import Words
from tui.words.clean import show
from tui.words.narration import Cast, Telling, from_pool

_FEW = 4
"""So many members without a measure are named; more are "the others"."""

Names = Sequence[str]
"""The members' names by seat."""


def joined(words: Words, texts: Iterable[str]) -> str:
    """Sentences one after the other, as the language does it."""
    return reduce(lambda first, second: words("love.both", first=first, second=second), texts)


def tell(words: Words, cast: Cast, fact: Fact) -> list[Telling]:
    """One of the game's facts in sentences."""
    names = [cast.name(who) for who in cast.players]
    match fact:
        case PhaseOpened():
            return _opening(words, cast.tale, fact)
        case f.DefencesOpened():
            defences = tuple(fact.defences.get(seat, "") for seat in range(len(names)))
            return [Telling(joined(words, dawn(words, names, Night(fact.night, defences), cast.tale)))]
        case f.Targeted():
            told = attack(words, names, fact.night, fact.target, fact.success, cast.tale)
            return [Telling(told, "death" if fact.success else "attack", cast.eye(fact.target))]
        case f.BallotOpened():
            return [Telling(line) for line in ballot(words, names, fact.votes)]
        case f.Elected():
            return [Telling(elected(words, names, fact.day, fact.detective, fact.by))]
        case f.GuessOpened():
            return [Telling(guess(words, names, fact.detective, fact.culprit, fact.beloved))]
        case f.Poisoned():
            return [Telling(poisoned(words, names, fact.victim, cast.tale), "death", cast.eye(fact.victim))]
    return []


def _opening(words: Words, tale: str, fact: PhaseOpened) -> list[Telling]:
    """How a phase begins, where nothing else tells of it."""
    if fact.name in ("prologue", "night", "noon"):
        return [Telling(from_pool(words, f"love.tale.open.{fact.name}", tale, fact.round - 1, n=fact.round))]
    return [Telling(words("love.open.runoff"))] if fact.name == "runoff" else []


# --- sentences ----------------------------------------------------------------------------------------------


def dawn(words: Words, names: Names, night: Night, tale: str) -> Iterator[str]:
    """The morning begins, and every defence is opened."""
    yield from_pool(words, "love.tale.dawn", tale, night.no - 1, n=night.no + 1)
    for name in (SIEGE, UNITY):
        seats = [seat for seat, card in night.living.items() if card == name]
        if name == UNITY and night.failed is not None:
            yield words("love.night.alone", name=names[night.failed])
        elif seats:
            yield words(f"love.night.{name}", names=_list(words, names, seats))
    bare = [seat for seat, card in night.living.items() if card == NONE]
    if len(bare) == len(night.living):
        yield words("love.night.none-all")
    elif bare:
        key = "none" if len(bare) <= _FEW else "none-rest"
        yield words(f"love.night.{key}", names=_list(words, names, bare))


def attack(words: Words, names: Names, night: int, target: int, success: bool, tale: str) -> str:
    """Whom the culprit went for, and whether it killed."""
    key = "love.tale.attack.killed" if success else "love.tale.attack.failed"
    return from_pool(words, key, tale, night - 1, name=names[target])


def ballot(words: Words, names: Names, votes: Mapping[int, f.Vote]) -> list[str]:
    """Who voted for whom, a line for each candidate, the most voted first; then who handed in a blank."""
    given = {candidate: [voter for voter in votes if votes[voter] == candidate] for candidate in range(len(names))}
    order = sorted((c for c in given if given[c]), key=lambda c: -len(given[c]))
    lines = [words("love.ballot.for", name=names[c], voters=_list(words, names, given[c])) for c in order]
    blank = [voter for voter in votes if votes[voter] is f.BLANK]
    lines += [words("love.ballot.blank", voters=_list(words, names, blank))] if blank else []
    return lines


def elected(words: Words, names: Names, day: int, detective: int, by: str | None) -> str:
    """The day's detective, and what decided."""
    return words(f"love.elected.{by}", name=names[detective], n=day)


def guess(words: Words, names: Names, detective: int, culprit: int | None, beloved: int | None) -> str:
    """What the detective had written yesterday."""
    if culprit is None or beloved is None:
        return words("love.guess.blank", detective=names[detective])
    return words("love.guess.names", detective=names[detective], culprit=names[culprit], beloved=names[beloved])


def poisoned(words: Words, names: Names, victim: int, tale: str) -> str:
    """A cup of yesterday's works; there is one in a game."""
    return from_pool(words, "love.tale.poisoned", tale, 0, name=names[victim])


def _list(words: Words, names: Names, seats: Sequence[int]) -> str:
    return words.list(names[seat] for seat in seats)


# --- pages --------------------------------------------------------------------------------------------------


def day_lines(words: Words, names: Names, play: LovePlay, day: int, tale: str) -> list[str]:
    """All that was told of one day, from its morning to the end of its noon."""
    night = next((night for night in play.nights if night.no == day - 1), None)
    noons = {noon.day: noon for noon in play.noons}
    lines: list[str] = []
    if night is not None:
        lines.append(joined(words, dawn(words, names, night, tale)))
        if night.target is not None:
            lines.append(attack(words, names, night.no, night.target, night.success, tale))
    before = noons.get(day - 1)
    if before is not None and before.guess is not None and before.detective is not None:
        lines.append(guess(words, names, before.detective, before.guess.culprit, before.guess.beloved))
    if day in noons:
        lines += _noon(words, names, noons[day])
    victims = [seat for seat, death in enumerate(play.deaths) if death and (death.day, death.kind) == (day, "poisoned")]
    return lines + [poisoned(words, names, victim, tale) for victim in victims]


def _noon(words: Words, names: Names, noon: Noon) -> Iterator[str]:
    for votes in noon.ballots:
        yield from ballot(words, names, dict(votes))
    if noon.detective is not None:
        yield elected(words, names, noon.day, noon.detective, noon.by)


def last_page(look: Look, width: int, height: int) -> list[Row]:
    """The newest day as a page, what happened before how the morning was, which gives way where there is little room;
    before the first morning what the game is about."""
    words, play = look.words, look.view.play
    if not play.nights:
        return [heading(words("love.page.before"), width), *paragraph(words("love.page.goal"), width)]
    names = [show(seat.name) for seat in look.view.cast]
    title = heading(words("love.page.day", n=play.day), width)
    facts = [title, *beat_rows(list(_facts(look, names, play)), width)]
    night = next((night for night in play.nights if night.no == play.day - 1), None)
    if night is None:
        return facts
    sentences = list(dawn(words, names, night, look.tale))
    full, brief = (paragraph(text, width, FAINT) for text in (joined(words, sentences), sentences[0]))
    return next((rows for rows in ([*facts, *full], [*facts, *brief]) if len(rows) <= height), facts)


def _facts(look: Look, names: Names, play: LovePlay) -> Iterator[Beat]:
    """What has happened on the newest day, the latest first, with a mark at what concerns the reader: from what
    everybody knows and the reader's seat."""
    words, me, day = look.words, look.seat, play.day
    cup = Death(day, "poisoned")
    if cup in play.deaths:
        victim = play.deaths.index(cup)
        mine = victim == me
        text = words("love.reveal.you-poisoned") if mine else poisoned(words, names, victim, look.tale)
        yield Beat(text, mine, harm=mine)
    noon = next((noon for noon in play.noons if noon.day == day), None)
    if noon is not None and noon.detective is not None:
        mine = noon.detective == me
        you = words("love.reveal.you-elected", n=day)
        yield Beat(you if mine else elected(words, names, day, noon.detective, noon.by), mine)
    for votes in reversed(noon.ballots if noon is not None else ()):
        yield from map(Beat, ballot(words, names, dict(votes)))
    before = next((noon for noon in play.noons if noon.day == day - 1), None)
    if before is not None and before.guess is not None and before.detective is not None:
        named = before.guess.culprit, before.guess.beloved
        mine = me is not None and me in (before.detective, *named)
        yield Beat(guess(words, names, before.detective, *named), mine)
    night = next((night for night in play.nights if night.no == day - 1), None)
    if night is not None and night.target is not None:
        mine = night.target == me
        told = attack(words, names, night.no, night.target, night.success, look.tale)
        you = words("love.reveal.you-dead" if night.success else "love.reveal.you-lives")
        yield Beat(you if mine else told, mine, harm=mine)


def novel(look: Look, width: int) -> list[Row]:
    """Every day so far, the newest first."""
    words, play = look.words, look.view.play
    names = [show(seat.name) for seat in look.view.cast]
    rows: list[Row] = []
    for day in range(play.day + 1, 1, -1):
        lines = day_lines(words, names, play, day, look.tale)
        if lines:
            rows += [BLANK, heading(words("love.page.day", n=day), width)]
            rows += [line for text in lines for line in paragraph(text, width)]
    return rows
