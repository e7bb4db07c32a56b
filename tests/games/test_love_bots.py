"""The bots of Love, or Nothing: what they conclude, that they play by their view, and that they beat chance.

The full comparison over 2,000 games is in docs/balance.md; `duel` is what ran it.
"""

from collections import Counter

import pytest

from engine.chance import FairChance
from engine.games.love import LOVE
from engine.games.love.bot import LoveBot
from engine.games.love.duel import duel
from engine.games.love.mind import affection, beliefs, board, suspicion, weights
from engine.games.love.plot import attacks
from engine.games.love.temper import TEMPERAMENTS
from engine.simulate import RandomBot, SimulatedTable, mixed, play, seed_of, simulate, summarise
from tests.support.love_stage import A, B, C, D, E, Stage

CHANCE = FairChance(bytes(32))


def ready(members=4, **given):
    stage = Stage(members, **given)
    stage.prologue()
    return stage


def public_pairs(stage):
    return weights(board(stage.view("stranger").play))


# --- the mind -----------------------------------------------------------------------------------------


def test_at_first_every_pair_is_as_likely():
    pairs = public_pairs(ready())
    assert len(pairs) == 12
    assert list(pairs.values()) == pytest.approx([1 / 12] * 12)


def test_an_alibi_clears_whoever_had_a_card_up():
    stage = ready(5)
    stage.night("alibi", C, {D: "siege", B: "unity", E: "unity"})
    suspects = suspicion(public_pairs(stage), 5)
    assert [suspects[seat] for seat in (B, D, E)] == [0, 0, 0]
    assert suspects[A] > 0 and suspects[C] > 0


def test_a_locked_room_clears_nobody():
    stage = ready(5)
    stage.night("locked_room", C, {C: "siege", D: "siege", B: "unity", E: "unity"})
    assert all(suspicion(public_pairs(stage), 5))


def test_whoever_is_never_attacked_is_loved():
    stage = ready(5)
    for target in (C, D, E):
        stage.night("locked_room", target)
        if target != E:
            stage.noon(C)
    loves = affection(public_pairs(stage), 5)
    assert min(loves[A], loves[B]) > max(loves[C], loves[D], loves[E])


def test_the_dead_are_not_loved_but_may_be_the_culprit():
    stage = ready(5)
    stage.night("alibi", C)
    assert affection(public_pairs(stage), 5)[C] == 0
    assert suspicion(public_pairs(stage), 5)[C] > 0


def test_a_wrong_pair_is_out_and_its_halves_are_not():
    stage = ready()
    stage.night("locked_room", C)
    stage.noon(D, (A, C))
    stage.night("locked_room", C)
    pairs = public_pairs(stage)
    assert (A, C) not in pairs
    assert pairs[A, B] > 0 and pairs[B, C] > 0


def test_nobody_suspects_oneself():
    stage = ready()
    assert suspicion(beliefs(stage.view("p3").play, D), 4)[D] == 0


# --- what they do -------------------------------------------------------------------------------------


def test_a_culprits_attacks_keep_the_beloved_safe():
    stage = ready()
    found = list(attacks(stage.view("p0").play, A, "unity", martyr=True, mask=True))
    at_beloved = [(attack.defence, attack.kill) for attack in found if attack.target == B]
    assert at_beloved == [("siege", "alibi")]
    assert [(attack.defence, attack.kill) for attack in found if attack.target == A] == [("none", "alibi")]


@pytest.mark.parametrize("temper", TEMPERAMENTS)
def test_alone_with_the_beloved_a_culprit_kills_itself(temper):
    stage = ready(3)
    stage.night("alibi", C)
    stage.noon(B)
    view = stage.view("p0")
    answer = LOVE.bot(temper).choose(view, A, stage.prompt(A, "night"), CHANCE)
    assert answer == {"defence": "none", "kill": "alibi", "target": "0"}


def test_a_detective_names_the_likeliest_pair():
    stage = ready(5)
    stage.night("alibi", C, {D: "siege", B: "unity", E: "unity"})
    stage.elect(D)
    view = stage.view("p3")
    answer = LOVE.bot("cautious").choose(view, D, stage.prompt(D, "guess"), CHANCE)
    pairs = beliefs(view.play, D)
    assert pairs[int(answer["culprit"]), int(answer["beloved"])] == pytest.approx(max(pairs.values()))


def test_a_culprit_as_detective_guesses_wrongly_in_both_names():
    stage = ready(5)
    stage.night("locked_room", C)
    stage.elect(A)
    answer = LOVE.bot("sly").choose(stage.view("p0"), A, stage.prompt(A, "guess"), CHANCE)
    assert answer["culprit"] not in ("", "0") and answer["beloved"] not in ("", "1")


def test_a_culprit_that_may_accuse_itself_wins_so():
    stage = ready(5, options={"self_accusation": "yes"})
    stage.night("locked_room", C)
    stage.elect(A)
    answer = LOVE.bot("sly").choose(stage.view("p0"), A, stage.prompt(A, "guess"), CHANCE)
    assert answer == {"culprit": "0", "beloved": "1"}


def test_the_dead_culprits_bot_goes_on():
    stage = ready(5)
    stage.night("alibi", A)
    stage.noon(C)
    prompt = stage.prompt(A, "night")
    answer = LOVE.bot("bold").choose(stage.view("p0"), A, prompt, CHANCE)
    assert prompt.validate(answer) == answer
    assert int(answer["target"]) in (C, D, E)


@pytest.mark.parametrize("seats", [4, 7])
def test_nobody_votes_for_who_has_just_failed_unless_the_board_clears_them(seats):
    """Or unless there is nobody else to vote for."""
    tried = 0
    for number in range(30):
        lineup = mixed(LOVE, seats, number)
        table = SimulatedTable(LOVE, lineup, {}, seed_of(6, number))
        bots = [LOVE.bot(temper) for temper in lineup]
        while (phase := table.state.phase) is not None:
            play = table.state.play
            guesses = [noon for noon in play.noons if noon.day == play.day - 1]
            if phase.name in ("election", "runoff") and guesses and guesses[0].detective in play.living:
                fallen = guesses[0].detective
                for seat in (seat for seat in phase.asked if seat != fallen):
                    (prompt,) = LOVE.prompts(table.views[seat], seat)
                    vote = bots[seat].choose(table.views[seat], seat, prompt, CHANCE)["vote"]
                    others = set(prompt.fields[0].options) - {"", str(fallen)}
                    suspect = suspicion(beliefs(table.views[seat].play, seat), seats)[fallen]
                    assert vote != str(fallen) or not others or (suspect < 1e-9 and seat != play.culprit)
                    assert vote or phase.name == "election" or not others, "a second ballot is for somebody"
                    tried += 1
            table.phase(phase, bots)
    assert tried > 30


@pytest.mark.parametrize("seats", [3, 7, 16])
def test_whole_games_of_bots_end(seats):
    for number in range(6):
        played = play(LOVE, mixed(LOVE, seats, number), seed_of(5, number))
        assert played.outcome.cause in ("only-beloved", "solved", "beloved-killed", "max-days")


def test_no_bot_kills_its_beloved_by_mistake_and_the_books_balance():
    summary = summarise(simulate(LOVE, 5, 40, seed=1))
    counted: Counter[str] = Counter()
    for (code, _), count in summary.tally.items():
        counted[code] += count
    assert set(summary.causes) <= {"only-beloved", "solved"}
    assert (counted["culprit"], counted["member"]) == (40, 160)
    assert counted["won as culprit"] == summary.causes["only-beloved"]
    assert counted["won as member"] == summary.causes["solved"]
    assert counted["own hand"] + counted["killed"] + counted["poisoned"] >= 4 * summary.causes["only-beloved"]


def test_random_members_play_legally_too():
    others = {seat: RandomBot() for seat in range(4)}
    assert play(LOVE, mixed(LOVE, 4, 0), seed_of(9, 0), others=others).outcome is not None


@pytest.mark.parametrize(("role", "seats", "games"), [("culprit", 5, 60), ("member", 4, 300)])
def test_each_temperament_beats_random_play_in_the_same_seat_and_role(role, seats, games):
    for versus in duel(LOVE, seats, games, 1, role):
        assert versus.low > 0, versus


def test_a_bot_is_its_temperament():
    assert {LOVE.bot(name) for name in LOVE.temperaments} == {LoveBot(temper) for temper in TEMPERAMENTS.values()}
