"""Omega Strain told: the ballot, the reckoning, the history of turns, the end.  Never who was infected, until
the game is over and the dice are open."""

from __future__ import annotations

from engine.facts import Fact
from engine.games.omega.facts import IndexRolled, LockdownVoted, Reckoned
from engine.games.omega.state import OmegaPlay, Turn
from tui.games.face import Look
from tui.widgets.draw import BLANK, Row, columns, paragraph, row
from tui.widgets.look import FAINT, PLAIN, STRONG, Ink
from tui.words.catalogue import Words
from tui.words.clean import show
from tui.words.narration import Cast, Telling, from_pool

_TURN, _INDEX = 2, 4
_ROOMY = 7
"""Cells for a deed in words and its cost; a column with fewer has a letter for every deed."""


def money(words: Words, units: int, *, brief: bool = False) -> str:
    """Funds in units of $10k as people read them; `brief` for tables."""
    if not units:
        return words("omega.money.brief-none" if brief else "omega.money.none")
    return words("omega.money.brief" if brief else "omega.money.some", n=units)


def ballot(look: Look, turn: Turn) -> str:
    """How the ballot on a lockdown went, with names where they were opened."""
    known = look.view.options.get("lockdown_ballot") == "open" or look.view.opened is not None
    consents = turn.consents if known else {}
    yes = [show(look.name(seat)) for seat, consent in consents.items() if consent == "yes"]
    return _ballot(look.words, bool(turn.lockdown), yes, bool(consents))


def recap(look: Look, turn: Turn) -> list[str]:
    """A turn in sentences: the ballot, then what each seat did and what it cost."""
    return [ballot(look, turn), *_deeds(look.words, turn, [show(seat.name) for seat in look.view.cast])]


def tell(words: Words, cast: Cast, fact: Fact) -> list[Telling]:
    """One of the game's facts in sentences; a die is told to nobody, for its panel shows it."""
    match fact:
        case IndexRolled():
            told = words("omega.tell.turn", n=fact.turn, index=fact.index)
            air = from_pool(words, "omega.tale.air", cast.tale, fact.turn - 1)
            return [Telling(words("game.both", first=told, second=air))]
        case LockdownVoted():
            yes = [cast.player(seat) for seat, consent in (fact.consents or {}).items() if consent == "yes"]
            return [Telling(_ballot(words, fact.passed, yes, fact.consents is not None))]
        case Reckoned():
            turn = Turn(fact.turn, actions=fact.actions, life=fact.life, deaths=fact.deaths)
            names = [cast.name(who) for who in cast.players]
            deeds = [Telling(text, "detail") for text in _deeds(words, turn, names)]
            deaths = [Telling(_death(words, cast, seat), "death", cast.eye(seat)) for seat in fact.deaths]
            return [*deeds, *deaths]
    return []


def _death(words: Words, cast: Cast, seat: int) -> str:
    """A seat dies once, so that its number tells which of the sentences is its own."""
    return from_pool(words, "omega.tale.death", cast.tale, seat, name=cast.player(seat))


def _ballot(words: Words, passed: bool, yes: list[str], opened: bool) -> str:
    if passed:
        return words("omega.recap.lockdown")
    if not opened:
        return words("omega.recap.no-lockdown")
    return words("omega.recap.consented", names=words.list(yes)) if yes else words("omega.recap.nobody")


def _deeds(words: Words, turn: Turn, names: list[str]) -> list[str]:
    lines = []
    for seat, change in turn.life.items():
        deed = turn.actions.get(seat, "lockdown")
        lost = "lost" if change else "kept"
        text = words(f"omega.recap.{deed}-{lost}", name=names[seat])
        lines.append(words("omega.recap.died", text=text) if seat in turn.deaths else text)
    return lines


def history(look: Look, width: int) -> list[Row]:
    """The turns as a table: index, what each seat did and lost; dice and ballots where this eye knows them."""
    words, play = look.words, look.view.play
    if play is None or not play.turns:
        return paragraph(words("omega.history.none"), width)
    seats = look.view.cast
    room = max(6, (width - 2 - _TURN - _INDEX - 2) // len(seats) - 1)
    names = [(show(seat.name), room, STRONG) for seat in seats]
    head = columns([(words("omega.history.turn"), _TURN, FAINT), (words("omega.history.index"), _INDEX, FAINT), *names])
    rows = [row(" ", *head)]
    for turn in play.turns:
        rows += _turn_rows(look, turn, len(seats), room)
    rows += [row(" ", *_totals(words, play, room)), BLANK]
    legend = ["omega.history.legend", "omega.history.opened" if look.view.opened else "omega.history.sealed"]
    legend += ["omega.history.letters"] * (room < _ROOMY)
    return rows + [line for key in legend for line in paragraph(words(key), width, FAINT)]


def _turn_rows(look: Look, turn: Turn, seats: int, room: int) -> list[Row]:
    """What was done; below it the dice and the ballot, as far as they are known."""
    words = look.words
    deeds = [(_deed(words, turn, seat, room), room, PLAIN) for seat in range(seats)]
    first = [(str(turn.no), _TURN, STRONG), (str(turn.index), _INDEX, STRONG), *deeds]
    rows = [row(" ", *columns(first))]
    if turn.dice and not (look.hidden and not look.view.opened):
        rows.append(_faint(words("omega.history.dice"), [_die(words, turn, seat) for seat in range(seats)], room))
    if turn.consents and (look.view.opened or look.view.options.get("lockdown_ballot") == "open"):
        said = [turn.consents.get(seat, "") for seat in range(seats)]
        texts = [words(f"omega.stance.{one}") if one else "" for one in said]
        rows.append(_faint(words("omega.history.ballot"), texts, room))
    return rows


def _faint(label: str, texts: list[str], room: int) -> Row:
    parts = [(text, room, FAINT) for text in texts]
    return row("   ", *columns([(label, _TURN + _INDEX - 1, FAINT), *parts]))


def _deed(words: Words, turn: Turn, seat: int, room: int) -> str:
    """What a seat did and lost, with the name of the deed cut to a letter where there is little room."""
    if seat not in turn.life:
        return "" if turn.reckoned else "…"
    deed = turn.actions.get(seat, "lockdown")
    cost = " †" if seat in turn.deaths else f" {turn.life[seat]}" * bool(turn.life[seat])
    return words(f"omega.{'letter' if room < _ROOMY else 'short'}.{deed}") + cost


def _die(words: Words, turn: Turn, seat: int) -> str:
    if seat not in turn.dice:
        return ""
    return f"{turn.dice[seat]} {words('omega.short.infected')}" if turn.infected(seat) else str(turn.dice[seat])


def _totals(words: Words, play: OmegaPlay, room: int) -> Row:
    parts: list[tuple[str, int, Ink]] = [
        (f"{'♥' * (room >= _ROOMY)}{player.life} {money(words, player.funds, brief=True)}", room, STRONG)
        for player in play.players
    ]
    return columns([(words("omega.history.total"), _TURN + _INDEX + 1, FAINT), *parts])
