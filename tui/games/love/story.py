"""The game told like a novel: openings, mornings, elections, in one of several variants.

Which variant is told follows from day and seats that everybody knows; nothing is told that is not on the
whiteboard or was not said in the open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import count

from engine.facts import Eye, Fact
from engine.games.love import facts as f
from engine.games.love.judging import NONE, SIEGE, UNITY
from engine.games.love.state import LovePlay, Night, Noon
from engine.table.facts import PhaseOpened
from tui.games.face import Look
from tui.widgets.draw import BLANK, Row, heading, paragraph
from tui.words.catalogue import Param, Words
from tui.words.clean import show
from tui.words.narration import Cast, Telling

_FEW = 4
"""So many members without a measure are named; more are "the others"."""

Names = Sequence[str]
"""The members' names by seat."""


def variant(words: Words, key: str, number: int, **params: Param) -> str:
    """One of the sentences `key.v1`, `key.v2` …, chosen by a number that everybody knows."""
    among = next(n for n in count(1) if f"{key}.v{n + 1}" not in words)
    return words(f"{key}.v{1 + number % among}", **params)


def first_variant(players: Iterable[Eye], game_no: int) -> int:
    """Where the variants of a game begin; from there each day has its own, so that none comes twice while they last.

    It follows from who plays and how many games there were, which everybody at the table knows.
    """
    return 5 * game_no + sum(ord(letter) for who in players for letter in who)


def first_of(look: Look) -> int:
    """The same for the game that is looked at."""
    view = look.view
    return first_variant((seat.who for seat in view.cast), len(view.results) + view.playing)


def joined(words: Words, texts: Iterable[str], key: str = "love.both") -> str:
    """Sentences one after the other, as the language does it."""
    return reduce(lambda first, second: words(key, first=first, second=second), texts)


def tell(words: Words, cast: Cast, fact: Fact) -> list[Telling]:
    """One of the game's facts in sentences."""
    names = [cast.name(who) for who in cast.players]
    start = first_variant(cast.players, cast.game_no)
    match fact:
        case PhaseOpened():
            return _opening(words, fact, start)
        case f.DefencesOpened():
            defences = tuple(fact.defences.get(seat, "") for seat in range(len(names)))
            return [Telling(joined(words, dawn(words, names, Night(fact.night, defences), start)))]
        case f.Targeted():
            told = attack(words, names, fact.night, fact.target, fact.success, start)
            return [Telling(told, "alert" if fact.success else "event")]
        case f.BallotOpened():
            return [Telling(text) for text in ballot(words, names, fact.votes)]
        case f.Elected():
            return [Telling(elected(words, names, fact.day, fact.detective, fact.by))]
        case f.GuessOpened():
            return [Telling(guess(words, names, fact.detective, fact.culprit, fact.beloved))]
        case f.Poisoned():
            return [Telling(poisoned(words, names, fact.day, fact.victim, start), "alert")]
    return []


def _opening(words: Words, fact: PhaseOpened, start: int) -> list[Telling]:
    """How a phase begins, where nothing else tells of it."""
    if fact.name in ("prologue", "night"):
        return [Telling(variant(words, f"love.open.{fact.name}", start + fact.round, n=fact.round))]
    if fact.name in ("noon", "election", "runoff"):
        return [Telling(words(f"love.open.{fact.name}", n=fact.round))]
    return []


# --- sentences ----------------------------------------------------------------------------------------------


def dawn(words: Words, names: Names, night: Night, start: int = 0) -> Iterator[str]:
    """The morning begins, and every defence is opened."""
    yield variant(words, "love.dawn", start + night.no, n=night.no + 1)
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


def attack(words: Words, names: Names, night: int, target: int, success: bool, start: int = 0) -> str:
    """Whom the culprit went for, and whether it killed."""
    key = "love.attack.killed" if success else "love.attack.failed"
    return variant(words, key, start + night, name=names[target])


def ballot(words: Words, names: Names, votes: Mapping[int, f.Vote]) -> list[str]:
    """Who voted for whom, a line a candidate, the most voted first; then who handed in a blank."""
    given = {candidate: [voter for voter in votes if votes[voter] == candidate] for candidate in range(len(names))}
    order = sorted((c for c in given if given[c]), key=lambda c: -len(given[c]))
    lines = [words("love.ballot.for", name=names[c], voters=_list(words, names, given[c])) for c in order]
    blank = [voter for voter in votes if votes[voter] is f.BLANK]
    lines += [words("love.ballot.blank", voters=_list(words, names, blank))] if blank else []
    return [words(f"love.ballot.{'line' if n else 'all'}", votes=line) for n, line in enumerate(lines)]


def elected(words: Words, names: Names, day: int, detective: int, by: str | None) -> str:
    """The day's detective, and what decided."""
    return words(f"love.elected.{by}", name=names[detective], n=day)


def guess(words: Words, names: Names, detective: int, culprit: int | None, beloved: int | None) -> str:
    """What the detective had written yesterday."""
    if culprit is None or beloved is None:
        return words("love.guess.blank", detective=names[detective])
    return words("love.guess.names", detective=names[detective], culprit=names[culprit], beloved=names[beloved])


def poisoned(words: Words, names: Names, day: int, victim: int, start: int = 0) -> str:
    """A cup of yesterday's works."""
    return variant(words, "love.poisoned", start + day, name=names[victim])


def _list(words: Words, names: Names, seats: Sequence[int]) -> str:
    return words.list(names[seat] for seat in seats)


# --- pages --------------------------------------------------------------------------------------------------


def day_lines(
    words: Words, names: Names, play: LovePlay, day: int, start: int = 0, *, brief: bool = False
) -> list[str]:
    """All that was told of one day, from its morning to the end of its noon; `brief` leaves the defences to the
    board."""
    night = next((night for night in play.nights if night.no == day - 1), None)
    noons = {noon.day: noon for noon in play.noons}
    lines: list[str] = []
    if night is not None:
        sentences = list(dawn(words, names, night, start))
        lines.append(sentences[0] if brief else joined(words, sentences))
        if night.target is not None:
            lines.append(attack(words, names, night.no, night.target, night.success, start))
    before = noons.get(day - 1)
    if before is not None and before.guess is not None and before.detective is not None:
        lines.append(guess(words, names, before.detective, before.guess.culprit, before.guess.beloved))
    if day in noons:
        lines += _noon(words, names, noons[day])
    victims = [seat for seat, death in enumerate(play.deaths) if death and (death.day, death.kind) == (day, "poisoned")]
    return lines + [poisoned(words, names, day, victim, start) for victim in victims]


def _noon(words: Words, names: Names, noon: Noon) -> Iterator[str]:
    for votes in noon.ballots:
        yield from ballot(words, names, dict(votes))
    if noon.detective is not None:
        yield elected(words, names, noon.day, noon.detective, noon.by)


def last_page(look: Look, width: int, height: int) -> list[Row]:
    """The newest day as a page, briefly if there is little room; before the first morning what the game is about."""
    words, play = look.words, look.view.play
    if not play.nights:
        return [heading(words("love.page.before"), width), *paragraph(words("love.page.goal"), width)]
    names = [show(seat.name) for seat in look.view.cast]
    title = heading(words("love.page.day", n=play.day), width)
    full, brief = (day_lines(words, names, play, play.day, first_of(look), brief=brief) for brief in (False, True))
    rows = [title, *(line for text in full for line in paragraph(text, width))]
    if len(rows) <= height:
        return rows
    return [title, *(line for text in brief for line in paragraph(text, width))]


def novel(look: Look, width: int) -> list[Row]:
    """Every day so far, the newest first."""
    words, play = look.words, look.view.play
    names = [show(seat.name) for seat in look.view.cast]
    rows: list[Row] = []
    for day in range(play.day + 1, 1, -1):
        lines = day_lines(words, names, play, day, first_of(look))
        if lines:
            rows += [BLANK, heading(words("love.page.day", n=day), width)]
            rows += [line for text in lines for line in paragraph(text, width)]
    return rows
