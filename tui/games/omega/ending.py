"""The end of a game of Omega Strain: who won by which rule, what decided it, and every hidden hand."""

from __future__ import annotations

from collections.abc import Iterator

from engine.games.omega.state import VACCINE, OmegaPlay, Turn
from engine.outcome import Outcome, Result
from tui.games.face import Look
from tui.games.moments import Moment, decisive
from tui.games.omega.story import history, money
from tui.widgets.draw import BLANK, Row, heading, item, paragraph
from tui.widgets.look import FAINT
from tui.words.clean import show


def why(look: Look) -> str:
    """Who won, and by which rule, in a sentence; "" for ends that are not the game's."""
    words, play, outcome = look.words, look.view.play, look.view.outcome
    assert outcome is not None
    names = words.list(show(look.name(seat)) for seat in outcome.winners)
    if outcome.cause == "vaccine":
        life = play.players[outcome.winners[0]].life
        rivals = [seat for seat in rich(play) if seat not in outcome.winners]
        if outcome.result is Result.DRAW:
            return words("omega.why.draw", names=names, life=life)
        if rivals:
            others = words.list(
                words("omega.why.rival", name=show(look.name(seat)), life=play.players[seat].life) for seat in rivals
            )
            return words("omega.why.tie-break", names=names, life=life, others=others)
    key = f"omega.why.{outcome.cause}"
    return words(key, names=names, n=len(play.turns)) if key in words else ""


def rich(play: OmegaPlay) -> list[int]:
    """The living seats that can pay for the vaccine."""
    return [seat for seat in play.living if play.players[seat].funds >= VACCINE]


def moments(play: OmegaPlay, outcome: Outcome) -> tuple[Moment, ...]:
    """What decided a finished game whose dice and ballots are open."""
    turns = [turn for turn in play.turns if turn.reckoned]
    return decisive([*(moment for turn in turns for moment in _of_turn(turn)), *_of_the_end(play, outcome, turns)])


def _of_turn(turn: Turn) -> Iterator[Moment]:
    lost = [seat for seat in turn.life if turn.life[seat]]
    infected = [seat for seat in turn.life if turn.infected(seat)]
    carriers = [seat for seat in infected if turn.actions.get(seat) == "work"]
    caught = tuple(seat for seat in lost if seat not in infected)
    dead = tuple(seat for seat in caught if seat in turn.deaths)
    if carriers and dead:
        yield Moment("caught", turn.no, 90, carriers[0], dead)
    elif carriers and caught:
        yield Moment("spread", turn.no, 30 + 5 * len(caught), carriers[0], caught)
    for seat in turn.deaths:
        if seat in infected:
            yield Moment("own", turn.no, 60, seat)
    refused = [seat for seat, consent in turn.consents.items() if consent == "no"]
    if len(turn.consents) > 2 and len(refused) == 1 and caught and not turn.lockdown:
        bluff = turn.wishes.get(refused[0]) == "for"
        yield Moment("bluff" if bluff else "one-vote", turn.no, 80 + 15 * bool(dead) + bluff, refused[0], caught)


def _of_the_end(play: OmegaPlay, outcome: Outcome, turns: list[Turn]) -> Iterator[Moment]:
    """What only the end gives its weight."""
    if outcome.cause != "vaccine" or outcome.result is not Result.WIN:
        return
    winner, last = outcome.winners[0], turns[-1]
    for seat in rich(play):
        if play.players[winner].life - play.players[seat].life == 1:
            cost = [turn.no for turn in turns if turn.life.get(seat)]
            yield from [Moment("tie", cost[-1], 92, seat, (winner,))] if cost else ()
    if last.actions.get(winner) == "work" and not last.life[winner] and last.index > 1:
        yield Moment("dared", last.no, 20 + 5 * last.index, winner, detail=str(last.index))
    elif last.lockdown:
        yield Moment("locked", last.no, 40, winner)


def ending(look: Look, width: int) -> list[Row]:
    """How each seat came out of the game and what it had hidden, what decided it, and all turns opened."""
    words, play = look.words, look.view.play
    rows: list[Row] = [heading(words("result.hands"), width)]
    for number, seat in enumerate(look.view.cast):
        player = play.players[number]
        key = "omega.ending.alive" if player.alive else "omega.ending.dead"
        text = words(key, name=show(seat.name), life=player.life, funds=money(words, player.funds))
        rows += paragraph(text, width, hang=2)
        if look.view.opened is not None and look.is_turned(number):
            rows += [line for hidden in _hand(look, number) for line in paragraph(hidden, width, FAINT, indent=3)]
        elif not look.is_turned(number):
            rows.append(BLANK)
    if look.turned is not None:
        return rows
    told = _told(look) if look.view.opened is not None and look.view.outcome is not None else []
    if told:
        rows += [BLANK, heading(words("result.moments"), width)]
        rows += [row for text in told for row in item(text, width)]
    return [*rows, BLANK, heading(words("omega.history.title"), width), *history(look, width)]


def _told(look: Look) -> list[str]:
    words = look.words
    assert look.view.outcome is not None
    return [
        words(
            f"omega.moment.{moment.key}",
            n=moment.at,
            name=show(look.name(moment.one)),
            names=words.list(show(look.name(seat)) for seat in moment.others),
            index=moment.detail,
        )
        for moment in moments(look.view.play, look.view.outcome)
    ]


def _hand(look: Look, seat: int) -> Iterator[str]:
    """What nobody else knew of a seat: its infections, and where its wish and its vote did not agree."""
    words, turns = look.words, look.view.play.turns
    infected = [turn for turn in turns if turn.infected(seat)]
    hands = {
        "infected": infected,
        "carried": [turn for turn in infected if turn.actions.get(seat) == "work"],
        "bluffed": [t for t in turns if t.wishes.get(seat) == "for" and t.consents.get(seat) == "no"],
    }
    if not infected:
        yield words("omega.hand.clean")
    for name, of in hands.items():
        if of:
            yield words(f"omega.hand.{name}", count=len(of), turns=words.list(str(turn.no) for turn in of))
