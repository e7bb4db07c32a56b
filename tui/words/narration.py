"""Facts told in sentences, in the language of whoever reads them.  No screen is known here.

Names come from people and are put into the sentences as they are; what draws them cleans them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from hashlib import sha256
from itertools import count
from typing import Any, Literal

from attrs import evolve, frozen

from engine.chance import FairChance
from engine.errors import Refusal
from engine.facts import Eye, Fact
from engine.options import Value
from engine.outcome import Outcome, Result
from engine.table import facts as f
from engine.table.manners import WORDING
from tui.words.catalogue import Param, Words

Weight = Literal["event", "attack", "news", "death", "win", "detail"]


@frozen
class Telling:
    """One sentence about a fact.  A "detail" is left out where a panel shows it anyway; news, deaths and wins stand out
    each in their way.  `whom` an attack or a death has met: to them it is an alarm, for others an event."""

    text: str
    weight: Weight = "event"
    whom: Eye = ""


@frozen
class Cast:
    """Who is who, folded from an eye's facts: `table` and `game_no` name the game, `names` are those of everybody ever
    seen, `seats` as they are taken now,
    `players` as they were at the last deal (seat numbers of a game count in it), `author` whoever has the chair."""

    game: str = ""
    names: Mapping[Eye, str] = {}
    seats: tuple[Eye, ...] = ()
    players: tuple[Eye, ...] = ()
    author: Eye = ""
    table: str = ""
    game_no: int = 0

    def after(self, fact: Fact) -> Cast:
        """The cast after one more fact."""
        match fact:
            case f.Created():
                return Cast(fact.game, table=fact.id)
            case f.Entered():
                return self._with(names={**self.names, fact.who: fact.name})
            case f.Sat():
                return self._with(names={**self.names, fact.who: fact.name}, seats=(*self.seats, fact.who))
            case f.Displaced():
                return self._with(seats=self._placed({fact.bot: fact.who}))
            case f.SeatsSwapped():
                return self._with(seats=self._placed({fact.one: fact.other, fact.other: fact.one}))
            case f.GameChanged():
                return self._with(game=fact.game)
            case f.Stood() | f.Left():
                return self._with(seats=tuple(who for who in self.seats if who != fact.who))
            case f.ChairTaken():
                return self._with(author=fact.who)
            case f.ChairLeft():
                return self._with(author="")
            case f.Dealt():
                return self._with(players=self.seats, game_no=fact.game_no)
            case f.Ended():
                seats = tuple(who for n, who in enumerate(self.seats) if n not in fact.stand_ins)
                return self._with(seats=seats, author="")
        return self

    def name(self, who: Eye) -> str:
        """The name of anybody who was ever seen here."""
        return self.names.get(who, "?")

    def player(self, seat: int) -> str:
        """The name of a seat of the present or last game."""
        return self.name(self.players[seat]) if seat < len(self.players) else "?"

    def eye(self, seat: int) -> Eye:
        """Who has a seat of the present or last game, "" for none."""
        return self.players[seat] if seat < len(self.players) else ""

    def seat(self, who: Eye) -> int | None:
        """The number of the seat that somebody holds now."""
        return self.seats.index(who) if who in self.seats else None

    @property
    def tale(self) -> str:
        """The stream by which the pools of the present or last game are told."""
        return tale_of(self.table, self.game_no)

    def in_words(self, words: Words) -> Cast:
        """The same with the names that the house gave in the words of a language."""
        return self._with(names={who: called(words, name) for who, name in self.names.items()})

    def _placed(self, instead: Mapping[Eye, Eye]) -> tuple[Eye, ...]:
        """The seats with others on some of them."""
        return tuple(instead.get(who, who) for who in self.seats)

    def _with(self, **changes: Any) -> Cast:
        return evolve(self, **changes)


def called(words: Words, name: str) -> str:
    """A name as a reader of the language writes it: what the house calls its bots is put into words, numbers and all,
    and a person's name is left as it is."""
    first, _, number = name.partition(" ")
    return f"{words(f'called.{first}')}{number and f' {number}'}" if f"called.{first}" in words else name


def tell(words: Words, cast: Cast, fact: Fact) -> Telling | None:
    """A fact of the table in a sentence; None for what is not told (chat, sealed answers, the game's own).

    `cast` is as before the fact.
    """
    if type(fact) in ROOM:
        return folded(words, cast.after(fact), [fact])
    teller = _TELLERS.get(type(fact))
    return teller(words, cast, fact) if teller else None


ROOM: Mapping[type[Fact], str] = {
    f.Entered: "place",
    f.Sat: "place",
    f.Stood: "place",
    f.Left: "place",
    f.WentAway: "presence",
    f.CameBack: "presence",
    f.StandInTook: "presence",
    f.Readied: "ready",
    f.Unreadied: "ready",
    f.OptionSet: "option",
}
"""What goes on around a table, and what of a person it changes: of several such facts in a row the last one of each is
told, in one line."""

_STATES: Mapping[type[Fact], str] = {
    f.Entered: "entered",
    f.Sat: "sat",
    f.Stood: "stood",
    f.WentAway: "away",
    f.CameBack: "back",
    f.StandInTook: "stand-in",
    f.Readied: "ready",
    f.Unreadied: "unready",
}


def folded(words: Words, cast: Cast, facts: Sequence[Fact]) -> Telling:
    """Facts of `ROOM` between which nothing was said, in one line: who is where by now.  `cast` is as after them."""
    groups: dict[str, list[str]] = {}
    for fact in _lasting(facts):
        if isinstance(fact, f.OptionSet):
            value = option_value(words, cast.game, fact.name, fact.value)
            text = words("tell.option", option=option_label(words, cast.game, fact.name), value=value)
            groups.setdefault("option", []).append(text)
            continue
        name = called(words, cast.name(_who(fact)))
        state = fact.reason if isinstance(fact, f.Left) else _STATES[type(fact)]
        if isinstance(fact, f.Sat) and fact.nature == "bot":
            state, temperament = "bot", words(f"temperament.{fact.temperament}")
            groups.setdefault(state, []).append(words("tell.one-bot", name=name, temperament=temperament))
        else:
            groups.setdefault(state, []).append(words("tell.person", name=name))
    told: list[str] = []
    for state, names in groups.items():
        if state == "option":
            told += [*names, words("tell.afresh")]
        else:
            told.append(words(f"tell.{state}", count=len(names), names=words.list(names)))
    return Telling(reduce(lambda first, second: words("game.both", first=first, second=second), told))


def _lasting(facts: Sequence[Fact]) -> Iterable[Fact]:
    """The facts that no later one has undone or outdone, in the order in which they came to be."""
    last: dict[tuple[str, str], Fact] = {}
    for fact in facts:
        of = ROOM[type(fact)], fact.name if isinstance(fact, f.OptionSet) else _who(fact)
        undone = [key for key in last if key == of or _ends(fact, *key)]
        for key in undone:
            del last[key]
        last[of] = fact
    return last.values()


def _who(fact: Fact) -> Eye:
    """Whom a fact of `ROOM` is about, of those that are about somebody."""
    who: Eye = getattr(fact, "who", "")
    return who


def _ends(fact: Fact, change: str, who: str) -> bool:
    """Whether a fact leaves nothing of what was told of somebody before: who has left is not away, and an option that
    changes takes all readiness."""
    if isinstance(fact, f.OptionSet):
        return change == "ready"
    return isinstance(fact, f.Left) and who == _who(fact) and change in ("presence", "ready")


def tale_of(table: str, game_no: int) -> str:
    """The name of the stream by which one game's pools are told: public, and the same for every eye."""
    return f"{table}/{game_no}"


def from_pool(words: Words, key: str, tale: str, at: int, **params: Param) -> str:
    """The `at`-th (from 0) of the sentences `key.v1`, `key.v2` … in the order that a game's stream gives them: none is
    told twice before all of them were."""
    size = next(n for n in count(1) if f"{key}.v{n + 1}" not in words)
    shuffled, place = divmod(at, size)
    return words(f"{key}.v{_order(tale, key, shuffled, size)[place]}", **params)


@lru_cache(1024)
def _order(tale: str, key: str, shuffled: int, size: int) -> tuple[int, ...]:
    """The numbers from 1 to `size`, shuffled."""
    chance = FairChance(sha256(f"naisho/tale/{tale}".encode()).digest())
    order = list(range(1, size + 1))
    for last in range(size - 1, 0, -1):
        other = chance.draw(f"{key}/{shuffled}/{last}", last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def refusal_text(words: Words, refusal: Refusal, game: str = "") -> str:
    """Why something was not done.  A code that no catalogue knows is shown as it is."""
    params = {name: _param(words, game, name, value) for name, value in refusal.params.items()}
    for key in (f"{game}.refusal.{refusal.code}", f"refusal.{refusal.code}"):
        if key in words:
            return words(key, **params)
    return words("refusal.unknown", code=refusal.code)


def notice_text(words: Words, code: str, params: Mapping[str, Param]) -> str:
    """A sentence of the house; its parameter `reason` is itself the code of a refusal."""
    if f"notice.{code}" not in words:
        return words("notice.unknown", code=code)
    given: dict[str, Param] = dict(params)
    if "reason" in given:
        given["reason"] = refusal_text(words, Refusal(str(given["reason"]), cells=16))
    return words(f"notice.{code}", **given)


def speech_text(words: Words, cast: Cast, fact: f.Spoke) -> str:
    """A phrase, a bot's in a sentence of its own.  Whole numbers among the parameters are seats."""
    voice = f"{cast.game}.voice.{fact.code}.{fact.params.get(WORDING, '')}"
    key = voice if voice in words else f"{cast.game}.say.{fact.code}"
    params = {n: cast.player(v) if isinstance(v, int) else _said(words, cast.game, v) for n, v in fact.params.items()}
    return words(key, **params)


def result_text(words: Words, game: str, outcome: Outcome, winners: list[str]) -> str:
    """How a game ended, in one sentence."""
    cause = f"{outcome.cause}-draw" if outcome.result is Result.DRAW else outcome.cause
    key = next((key for key in (f"{game}.end.{cause}", f"end.{cause}") if key in words), "end.unknown")
    return words(key, names=words.list(winners), cause=outcome.cause)


def option_label(words: Words, game: str, name: str) -> str:
    """What an option is called."""
    return words(f"{_option(words, game, name)}.label")


def option_help(words: Words, game: str, name: str) -> str:
    """What an option does, with its bounds."""
    return words(f"{_option(words, game, name)}.help")


def option_value(words: Words, game: str, name: str, value: Value) -> str:
    """The value of an option in words."""
    key = f"{_option(words, game, name)}.value.{value}"
    return words(key) if key in words else words(f"{_option(words, game, name)}.amount", n=value)


def _option(words: Words, game: str, name: str) -> str:
    return f"{game}.option.{name}" if f"{game}.option.{name}.label" in words else f"option.{name}"


def _param(words: Words, game: str, name: str, value: Param) -> Param:
    """A parameter of a refusal; what names an option, prompt, choice or temperament is put into words."""
    text = str(value)
    if name == "option" and f"{_option(words, game, text)}.label" in words:
        return option_label(words, game, text)
    keys = {"prompt": f"{game}.prompt.{text}", "field": f"{game}.field.{text}"}
    return words(keys[name]) if keys.get(name, "") in words else value


def _said(words: Words, game: str, value: Param) -> Param:
    key = f"{game}.term.{value}"
    return words(key) if key in words else value


def _one(key: str, weight: Weight = "event") -> Callable[[Words, Cast, Any], Telling]:
    """A sentence about the one person whom a fact is about."""
    return lambda words, cast, fact: Telling(words(key, name=cast.name(fact.who)), weight)


def _wish(key: str) -> Callable[[Words, Cast, Any], Telling]:
    return lambda words, cast, fact: Telling(words(f"{key}.{_yes(fact.yes)}", name=cast.name(fact.who)))


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _displaced(words: Words, cast: Cast, fact: f.Displaced) -> Telling:
    return Telling(words("tell.displaced", name=cast.name(fact.who), bot=cast.name(fact.bot)))


def _swapped(words: Words, cast: Cast, fact: f.SeatsSwapped) -> Telling:
    return Telling(words("tell.swapped", name=cast.name(fact.one), other=cast.name(fact.other)))


def _game_changed(words: Words, cast: Cast, fact: f.GameChanged) -> Telling:
    return Telling(words("tell.game", game=words(f"{fact.game}.name")), "news")


def _host(words: Words, cast: Cast, fact: f.HostIs) -> Telling | None:
    """Told when it passes on; that the maker of a table is its host needs no telling."""
    return Telling(words("tell.host", name=cast.name(fact.who))) if len(cast.names) > 1 else None


def _resumed(words: Words, cast: Cast, fact: f.Resumed) -> Telling:
    return Telling(words("tell.resumed", name=cast.name(fact.who)) if fact.who else words("tell.pause-over"), "news")


def _ended(words: Words, cast: Cast, fact: f.Ended) -> Telling:
    names = [cast.player(seat) for seat in fact.outcome.winners]
    return Telling(result_text(words, cast.game, fact.outcome, names), "win" if names else "news")


_TELLERS: Mapping[type[Fact], Callable[[Words, Cast, Any], Telling | None]] = {
    f.Displaced: _displaced,
    f.SeatWanted: _one("tell.seat-wanted", "news"),
    f.SeatsSwapped: _swapped,
    f.GameChanged: _game_changed,
    f.ChairWanted: _wish("tell.chair-wanted"),
    f.ChairTaken: _one("tell.chair", "news"),
    f.ChairLeft: _one("tell.chair-left"),
    f.HostIs: _host,
    f.Quit: _one("tell.quit"),
    f.Dealt: lambda words, cast, fact: Telling(words("tell.dealt", n=fact.game_no), "news"),
    f.Countdown: lambda words, cast, fact: Telling(words("tell.countdown"), "detail"),
    f.CountdownStopped: lambda words, cast, fact: Telling(words("tell.countdown-stopped"), "detail"),
    f.Extended: lambda words, cast, fact: Telling(words("tell.extended")),
    f.PauseWanted: _wish("tell.pause-wanted"),
    f.Paused: _one("tell.paused", "news"),
    f.ResumeWanted: _one("tell.resume-wanted"),
    f.Resumed: _resumed,
    f.VoidWanted: _wish("tell.void-wanted"),
    f.GoOnWanted: _wish("tell.go-on-wanted"),
    f.Ended: _ended,
    f.Closed: lambda words, cast, fact: Telling(words("tell.closed"), "news"),
}
