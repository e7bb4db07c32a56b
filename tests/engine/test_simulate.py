"""The simulator: equal seeds give equal games, views are what eyes may see, and the figures are counted right."""

from __future__ import annotations

from collections import Counter
from math import isclose

import pytest
from click.testing import CliRunner

from engine.chance import FairChance
from engine.games import GAMES
from engine.outcome import Outcome, Result
from engine.prompt import Field, Prompt
from engine.simulate import Played, RandomBot, SimulatedTable, mixed, paired, play, seed_of, simulate, summarise
from server.commands.simulate import command

OMEGA = GAMES["omega"]


def test_equal_seeds_play_equal_games_and_others_do_not():
    assert simulate(OMEGA, 4, 5, seed=7) == simulate(OMEGA, 4, 5, seed=7)
    assert simulate(OMEGA, 4, 5, seed=7) != simulate(OMEGA, 4, 5, seed=8)
    assert simulate(OMEGA, 4, 5, seed=7)[:2] == simulate(OMEGA, 4, 2, seed=7)


def test_another_bot_in_a_seat_meets_the_same_dice():
    tables = [SimulatedTable(OMEGA, lineup, {}, seed_of(7, 0)) for lineup in (("sly",) * 3, ("greedy",) * 3)]
    first, second = (table.state.play.turn for table in tables)
    assert (first.index, first.dice) == (second.index, second.dice)


def test_a_bot_sees_its_own_die_only():
    table = SimulatedTable(OMEGA, ("sly", "greedy", "cautious"), {}, seed_of(7, 0))
    assert set(table.state.play.turn.dice) == {0, 1, 2}
    for seat, view in enumerate(table.views):
        assert set(view.play.turn.dice) == {seat}
        assert (view.seed, len(view.sealed)) == ("", 1)


def test_options_and_other_bots_are_taken():
    played = play(
        OMEGA, ("sly",) * 3, seed_of(7, 0), options={"max_turns": 1}, others={seat: RandomBot() for seat in range(3)}
    )
    assert played == Played(("sly",) * 3, Outcome(Result.NO_WINNER, (), "max-turns"), 1)


@pytest.mark.parametrize(
    ("number", "lineup"),
    [
        (0, ("cautious", "greedy", "sly", "cautious")),
        (1, ("greedy", "sly", "cautious", "greedy")),
        (5, ("sly", "cautious", "greedy", "sly")),
    ],
)
def test_temperaments_take_turns(number, lineup):
    assert mixed(OMEGA, 4, number) == lineup


def test_the_random_bot_is_uniform_over_the_legal_answers():
    prompt = Prompt("pair", 1, (Field("a", ("x", "y")), Field("b", ("x", "y"))))
    fair = FairChance(bytes(32))
    drawn = Counter(tuple(RandomBot().choose(None, 0, prompt, fair.child(str(n))).values()) for n in range(400))
    assert set(drawn) == {("x", "x"), ("x", "y"), ("y", "x"), ("y", "y")}
    assert min(drawn.values()) > 70


def test_what_is_counted():
    lineup = ("cautious", "greedy", "sly", "cautious")
    summary = summarise(
        [
            Played(lineup, Outcome(Result.WIN, (0,), "vaccine"), 4),
            Played(lineup, Outcome(Result.WIN, (1,), "last-one"), 9),
            Played(lineup, Outcome(Result.DRAW, (0, 2, 3), "vaccine"), 6),
            Played(lineup, Outcome(Result.NO_WINNER, (), "all-dead"), 5),
        ]
    )
    assert summary.games == 4
    assert summary.seats == {"cautious": 8, "greedy": 4, "sly": 4}
    assert summary.wins == {"cautious": 1, "greedy": 1}
    assert summary.draws == {"cautious": 2, "sly": 1}
    assert summary.results == {Result.WIN: 2, Result.DRAW: 1, Result.NO_WINNER: 1}
    assert summary.causes == {"vaccine": 2, "last-one": 1, "all-dead": 1}
    assert (summary.mean_rounds, summary.median_rounds, summary.max_rounds) == (6, 5.5, 9)


def test_the_interval_of_paired_differences():
    # differences 1, 1, 0, -1: mean 0.25, sample deviation 0.957427, margin 1.96 * 0.957427 / 2
    versus = paired("sly", [True, True, True, False], [False, False, True, True])
    assert (versus.games, versus.wins, versus.random_wins) == (4, 3, 2)
    assert isclose(versus.low, -0.688279, abs_tol=1e-6)
    assert isclose(versus.high, 1.188279, abs_tol=1e-6)


# --- the command ----------------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(command, arguments)
    return result.exit_code, result.output


def test_the_command_prints_the_same_figures_for_the_same_seed():
    first, second = (run("omega", "--players", "3", "--games", "4", "--seed", "7") for _ in range(2))
    assert first == second
    code, text = first
    assert code == 0
    assert text.startswith("omega: 4 games of 3 bots, seed 7\n")
    for word in ("cautious", "greedy", "sly", "ended with", "because of", "rounds: mean"):
        assert word in text


def test_the_command_compares_with_a_random_player():
    code, text = run("omega", "--games", "4", "--versus-random")
    assert code == 0
    assert [line.split()[0] for line in text.splitlines()[-3:]] == ["cautious", "greedy", "sly"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("omega", "--players", "5"), "omega has 3 to 4 seats"),
        (("omega", "--games", "1"), "--games"),
        (("go",), "'go'"),
    ],
)
def test_the_command_says_what_is_wrong(arguments, complaint):
    code, text = run(*arguments)
    assert code == 2
    assert complaint in text
