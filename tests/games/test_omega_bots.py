"""The bots of Omega Strain: what they conclude, what they choose, what they say, and that they beat chance."""

from __future__ import annotations

import pytest

from engine.chance import FairChance
from engine.facts import EVERYONE, Record
from engine.frozen import replace
from engine.games.omega import OMEGA
from engine.games.omega.bot import TEMPERAMENTS
from engine.games.omega.mind import read
from engine.games.omega.state import Player
from engine.simulate import versus_random
from engine.table import facts as f
from engine.table import moves as m
from engine.table.state import TableState
from tests.support.scripted import ScriptedChance, Table, dice

CHANCE = FairChance(bytes(32))
ALL = tuple(TEMPERAMENTS)


def table(*turns, at=((3, 0),) * 3, tempers=("", "", ""), **options) -> Table:
    """A running game of people who pass for bots of the given temperaments where one is named."""
    t = Table(OMEGA, len(at), ScriptedChance(dice(*turns)), options).start()
    players = tuple(Player(life, funds) for life, funds in at)
    seats = tuple(replace(seat, temperament=temper) for seat, temper in zip(t.state.seats, tempers, strict=False))
    t.state = replace(t.state, play=replace(t.state.play, players=players), seats=seats)
    return t


def eye(t: Table, seat: int) -> TableState:
    """The view of a seat, with the players and temperaments that `table` set up."""
    view = t.view(f"p{seat}")
    return replace(view, play=replace(view.play, players=t.state.play.players), seats=t.state.seats)


def claim(t: Table, seat: int, code: str, phase: int | None = None) -> None:
    """A claim as a bot in that seat makes it, in the present dialogue unless told otherwise."""
    assert t.state.phase is not None
    fact = f.Spoke(f"p{seat}", "table", code, {"phase": t.state.phase.no if phase is None else phase})
    t.eyes.see([Record(len(t.log) + 1, t.now, EVERYONE, fact)])


def chosen(t: Table, seat: int, temper: str, prompt: str) -> str:
    view = eye(t, seat)
    (asked,) = (p for p in OMEGA.prompts(view, seat) if p.name == prompt)
    return OMEGA.bot(temper).choose(view, seat, asked, CHANCE)[prompt]


def risks(t: Table, seat: int = 0) -> list[float]:
    return [round(rival.risk, 2) for rival in read(eye(t, seat), seat).rivals]


# --- the posterior --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("index", "risk"), [(1, 0), (2, 0.17), (3, 0.17), (4, 0.33), (5, 0.33), (6, 0.5)])
def test_the_prior_is_the_index(index, risk):
    assert risks(table((index, {0: 6, 1: 1, 2: 6}))) == [risk, risk]


def test_a_wish_counts_as_much_as_its_maker_is_honest():
    t = table((6, {0: 6, 1: 6, 2: 6}), tempers=("", "cautious", "sly"))
    t.answer("wish", "", "for", "for")
    cautious, sly = risks(t)
    assert cautious < 0.2 < 0.3 < sly < 0.5


def test_an_opened_consent_counts_and_a_secret_one_does_not():
    for ballot, expected in [("open", (True, True)), ("secret", (False, False))]:
        t = table((6, {0: 6, 1: 6, 2: 6}), tempers=("", "cautious", "cautious"), lockdown_ballot=ballot)
        t.answer("wish", "none", "none", "none")
        before = risks(t)
        t.answer("consent", "no", "yes", "no")
        t.time_up()
        yes, no = risks(t)
        assert (yes < before[0], no > before[1]) == expected


def test_a_claim_is_believed_less_after_a_proven_lie():
    rolled = (4, {0: 6, 1: 1, 2: 6})
    t = table(rolled, (4, {0: 6, 1: 6, 2: 6}), tempers=("", "cautious", "cautious"))
    claim(t, 1, "claim-healthy")
    claim(t, 2, "claim-healthy")
    assert risks(t)[0] == risks(t)[1] < 0.33
    t.time_up()
    t.answer("action", "home", "home", "home")  # p1 loses a life at home: it was infected
    claim(t, 1, "claim-healthy")
    claim(t, 2, "claim-healthy")
    liar, honest = risks(t)
    assert honest < liar < 0.33


def test_old_games_of_the_table_are_forgotten():
    t = table((4, {0: 6, 1: 1, 2: 6}), tempers=("", "cautious", "cautious"))
    at = next(n for n, record in enumerate(t.log) if isinstance(record.fact, f.Dealt))
    t.log.insert(at, Record(1, 0, EVERYONE, f.Spoke("p1", "table", "claim-infected", {})))
    assert risks(t) == [0.33, 0.33]


def test_what_a_person_claims_in_a_phrase_counts_a_little():
    t = table((4, {0: 6, 1: 1, 2: 6}), tempers=("", "", ""))
    t.do("p1", m.Phrase("table", "claim-infected", {}))
    claimed, other = risks(t)
    assert other == 0.33 < claimed < 0.75


# --- choices --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("temper", ALL)
@pytest.mark.parametrize("at", [((3, 0),) * 3, ((1, 4), (3, 4), (2, 1))])
def test_the_infected_refuse_the_lockdown_and_work(temper, at):
    t = table((6, {0: 1, 1: 6, 2: 6}), at=at)
    assert chosen(t, 0, temper, "consent") == "no"
    t.time_up()
    assert chosen(t, 0, temper, "action") == "work"


@pytest.mark.parametrize("temper", ALL)
def test_everybody_works_when_nobody_can_be_infected(temper):
    t = table((1, {0: 1, 1: 1, 2: 1}))
    t.time_up()
    assert chosen(t, 0, temper, "action") == "work"


@pytest.mark.parametrize("temper", ALL)
def test_the_last_life_is_not_risked_at_index_6(temper):
    t = table((6, {0: 6, 1: 6, 2: 6}), at=((1, 2), (3, 2), (3, 2)))
    t.time_up()
    assert chosen(t, 0, temper, "action") == "home"


@pytest.mark.parametrize("temper", ALL)
def test_the_vaccine_is_taken_when_only_a_life_is_at_stake(temper):
    t = table((2, {0: 6, 1: 6, 2: 6}), at=((3, 4), (2, 2), (2, 2)))
    t.time_up()
    assert chosen(t, 0, temper, "action") == "work"


@pytest.mark.parametrize("temper", ALL)
def test_no_lockdown_is_granted_that_hands_a_rival_the_vaccine(temper):
    t = table((2, {0: 6, 1: 6, 2: 6}), at=((3, 2), (3, 4), (3, 2)))
    assert chosen(t, 0, temper, "consent") == "no"


def test_the_cautious_want_the_lockdown_at_index_6():
    t = table((6, {0: 6, 1: 6, 2: 6}))
    assert (chosen(t, 0, "cautious", "wish"), chosen(t, 0, "cautious", "consent")) == ("for", "yes")


def test_a_wish_once_shown_is_kept():
    t = table((6, {0: 6, 1: 6, 2: 6}))
    t.answer("wish", "against", "", "")
    assert chosen(t, 0, "cautious", "wish") == "against"


def test_the_infected_bluff_as_often_as_their_temperament_says():
    t = table((6, {0: 1, 1: 6, 2: 6}))
    view = eye(t, 0)
    wish = OMEGA.prompts(view, 0)[0]
    for temper, low, high in [("cautious", 3, 20), ("greedy", 13, 37), ("sly", 28, 52)]:
        wishes = [OMEGA.bot(temper).choose(view, 0, wish, CHANCE.child(str(n)))["wish"] for n in range(100)]
        assert low <= wishes.count("for") <= high


@pytest.mark.parametrize("temper", ALL)
def test_the_same_view_gives_the_same_choice_whatever_is_hidden(temper):
    worlds = [table((4, {0: 5, 1: other, 2: 7 - other})) for other in (1, 6)]
    for prompt in ("wish", "consent"):
        assert len({chosen(t, 0, temper, prompt) for t in worlds}) == 1
    views = [t.view("p0") for t in worlds]
    assert views[0] == views[1]


def test_each_temperament_beats_a_random_player():
    for versus in versus_random(OMEGA, players=4, games=120, seed=7):
        assert versus.low > 0, versus
