"""The course of Love, or Nothing, and the worked cases 1 to 14.

A is the culprit and B the beloved unless a test says otherwise.
"""

import pytest

from engine.games.love import LOVE
from engine.games.love.facts import (
    BLANK,
    BallotOpened,
    CulpritDrawn,
    DefencesOpened,
    Elected,
    GuessOpened,
    Poisoned,
    Targeted,
)
from engine.games.love.state import Death
from engine.outcome import Result
from engine.table import facts as f
from tests.support.love_stage import A, B, C, D, E, Stage, public


def ready(members=4, **given):
    stage = Stage(members, **given)
    stage.prologue()
    return stage


def last(log, kind):
    return [fact for fact in log if isinstance(fact, kind)][-1]


# --- the course of a day ------------------------------------------------------------------------------


def test_the_first_day_has_only_a_night():
    stage = Stage(4)
    assert (stage.phase, stage.state.phase.round, stage.state.phase.asked) == ("prologue", 1, (A, B, C, D))
    stage.prologue()
    assert (stage.phase, stage.state.phase.round, stage.state.phase.asked) == ("night", 1, (A, B, C, D))


def test_a_day_from_night_to_night():
    stage = ready()
    stage.night("alibi", C, {D: "siege"})
    assert (stage.phase, stage.state.phase.round, stage.state.phase.asked) == ("noon", 2, (A, B, D))
    assert stage.state.phase.talk
    stage.talk_over()
    assert (stage.phase, stage.state.phase.asked) == ("election", (A, B, D))
    stage.ballot({A: D, B: D})
    assert (stage.phase, stage.state.phase.asked) == ("guess", (D,))
    stage.guess((B, A))
    assert (stage.phase, stage.state.phase.round, stage.state.phase.asked) == ("night", 2, (A, B, C, D))


def test_the_morning_tells_defences_then_target_then_guess():
    stage = ready()
    stage.night("alibi", C, {C: "siege"})
    stage.noon(D, (B, C))
    told = [fact for fact in stage.night("alibi", C) if type(fact) in (DefencesOpened, Targeted, GuessOpened)]
    assert told == [
        DefencesOpened(2, {A: "none", B: "none", C: "none", D: "none"}),
        Targeted(2, C, True),
        GuessOpened(2, D, B, C),
    ]


def test_the_second_day_opens_no_guess():
    stage = ready()
    assert not [fact for fact in stage.night("alibi", C) if isinstance(fact, GuessOpened)]


def test_lengths_are_options_in_seconds():
    stage = Stage(4, options={"prologue": 20, "night": 40, "discussion": 90, "ballot": 25, "guess": 35})
    seen = {}

    def look():
        seen[stage.phase] = stage.state.phase.deadline - stage.state.phase.opened

    look()
    stage.prologue()
    look()
    stage.night("alibi", D)
    look()
    stage.talk_over()
    look()
    stage.ballot({A: B, B: C})
    look()
    stage.ballot({A: B, C: B})
    look()
    assert seen == {
        "prologue": 20_000,
        "night": 40_000,
        "noon": 90_000,
        "election": 25_000,
        "runoff": 25_000,
        "guess": 35_000,
    }


@pytest.mark.parametrize(
    ("option", "default", "low", "high"),
    [
        ("discussion", 180, 30, 900),
        ("night", 60, 15, 300),
        ("prologue", 45, 15, 180),
        ("ballot", 30, 10, 120),
        ("guess", 60, 15, 300),
        ("max_days", 20, 3, 40),
    ],
)
def test_the_bounds_of_the_options(option, default, low, high):
    found = next(o for o in LOVE.options if o.name == option)
    assert (found.default, found.low, found.high) == (default, low, high)


def test_three_to_sixteen_members_and_an_author():
    assert (LOVE.least, LOVE.most, LOVE.author) == (3, 16, True)


# --- worked case 1 to 3: judging at the table ---------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "defences", "dead"),
    [
        ("alibi", {}, True),
        ("alibi", {C: "siege"}, False),
        ("alibi", {C: "unity", D: "unity"}, False),
        ("alibi", {C: "unity"}, True),
        ("alibi", {A: "unity", D: "unity"}, False),
        ("alibi", {A: "unity"}, True),
        ("locked_room", {C: "siege"}, True),
        ("locked_room", {A: "siege", C: "siege"}, True),
        ("locked_room", {A: "unity", C: "siege"}, True),
        ("locked_room", {}, False),
        ("locked_room", {C: "unity"}, False),
    ],
)
def test_a_night_at_the_table(card, defences, dead):  # cases 1, 2 and 3
    stage = ready()
    stage.night(card, C, defences)
    assert stage.play.deaths[C] == (Death(1, "killed") if dead else None)
    assert (stage.play.nights[0].target, stage.play.nights[0].success) == (C, dead)


def test_a_lone_unity_is_spent_and_marked():  # case 1
    stage = ready()
    stage.night("alibi", D, {C: "unity"})
    assert stage.play.left(C, "unity") == 1
    assert stage.play.nights[0].failed == C
    assert stage.play.nights[0].defences == ("none", "none", "unity", "none")


# --- worked case 4: the beloved -----------------------------------------------------------------------


def night_form(defence, kill, target):
    return {"defence": defence, "kill": kill, "target": str(target)}


@pytest.mark.parametrize(
    ("mode", "form", "code"),
    [
        ("feint", ("siege", "alibi", B), ""),
        ("certain", ("siege", "alibi", B), ""),
        ("feint", ("none", "alibi", B), "beloved-would-die"),
        ("feint", ("unity", "alibi", B), "beloved-would-die"),
        ("feint", ("none", "locked_room", B), ""),
        ("certain", ("none", "locked_room", B), "beloved-might-die"),
        ("certain", ("siege", "locked_room", B), "beloved-might-die"),
    ],
)
def test_attacks_on_the_beloved(mode, form, code):
    stage = ready(options={"beloved_target": mode})
    assert stage.refused(A, "night", night_form(*form)) == code


@pytest.mark.parametrize("mode", ["feint", "certain"])
def test_a_spent_siege_makes_the_locked_room_harmless(mode):
    stage = ready(options={"beloved_target": mode})
    stage.night("alibi", D, {B: "siege", D: "siege"})
    stage.noon(D)
    form = night_form("none", "locked_room", B)
    assert stage.prompt(A, "night").warn(form) == ()
    assert stage.refused(A, "night", form) == ""


def test_a_feint_that_may_kill_is_warned_of():
    stage = ready()
    prompt = stage.prompt(A, "night")
    assert prompt.warn(night_form("none", "locked_room", B)) == ("may-kill-beloved",)
    assert prompt.warn(night_form("siege", "alibi", B)) == ()
    assert prompt.warn(night_form("none", "locked_room", C)) == ()


# --- worked case 5 and 6: the culprit among the dead --------------------------------------------------


def test_the_culprit_kills_itself_and_goes_on():  # case 5
    stage = ready(5)
    stage.night("alibi", A)
    assert stage.play.deaths[A] == Death(1, "killed")
    stage.noon(C)
    stage.night("alibi", D)
    assert stage.play.deaths[D] == Death(2, "killed")


def test_no_screen_tells_the_dead_culprit_from_another_dead_member():  # case 5
    stage = ready(6)
    stage.night("alibi", A)
    stage.noon(C)
    stage.night("alibi", D)
    stage.noon(C)
    mine, others = stage.prompt(A, "night"), stage.prompt(D, "night")
    assert (mine.fields, mine.required, mine.sealed) == (others.fields, others.required, others.sealed)
    for eye in ("p1", "p2", "p3", "p4", "stranger"):
        assert stage.view(eye).play.culprit is None


def test_only_the_beloved_left_comes_before_the_guess():  # case 6, R-L8
    stage = ready(4)
    stage.night("alibi", A)
    stage.noon(C)
    stage.night("alibi", C)
    stage.noon(D, (A, B))
    facts = stage.night("alibi", D)
    assert stage.ending == ("only-beloved", (A,))
    assert not [fact for fact in facts if isinstance(fact, GuessOpened)]


# --- worked case 7 and 8: poison and cards ------------------------------------------------------------


def third_night(members=4, *, dead_culprit=False):
    """Nobody has died but perhaps the culprit, and it is the night of day 3."""
    stage = ready(members)
    if dead_culprit:
        stage.night("alibi", A)
    else:
        stage.night("alibi", D, {D: "siege"})
    stage.noon(C)
    stage.night("alibi", D, {C: "unity", D: "unity"})
    stage.noon(C)
    return stage


def test_a_poisoned_detective_still_wins():  # case 7
    stage = third_night()
    stage.night("alibi", D, {C: "unity", D: "unity"}, poison=C)
    assert stage.play.living == (A, B, C, D)
    stage.talk_over()
    stage.ballot({A: C, B: C, C: D, D: C})
    facts = stage.guess((A, B))
    assert [fact for fact in facts if isinstance(fact, Poisoned)] == [Poisoned(4, C)]
    assert stage.play.deaths[C] == Death(4, "poisoned")
    stage.night("alibi", D)
    assert stage.play.living == (A, B)
    assert stage.ending == ("solved", (C,))


def test_the_same_with_the_culprit_dead_is_the_culprits_win():  # case 7
    stage = third_night(dead_culprit=True)
    stage.night("alibi", D, {D: "siege"}, poison=C)
    stage.talk_over()
    stage.ballot({B: C, D: C})
    stage.guess((A, B))
    stage.night("alibi", D)
    assert stage.ending == ("only-beloved", (A,))


def test_poison_can_be_the_last_death():
    stage = third_night(4, dead_culprit=True)
    stage.night("alibi", D, poison=C)
    assert stage.play.living == (B, C)
    facts = stage.noon(C, (A, B))
    assert stage.ending == ("only-beloved", (A,))
    assert not [fact for fact in facts if isinstance(fact, GuessOpened)]


def fields(stage, seat):
    return {field.name for field in stage.prompt(seat, "night").fields}


def test_poison_comes_with_the_third_night():  # case 8
    stage = ready()
    for night in (1, 2):
        assert fields(stage, A) == {"defence", "kill", "target"}
        form = {**night_form("none", "alibi", C), "poison": str(D)}
        assert stage.refused(A, "night", form) == "answer-fields"
        stage.night("locked_room", C)
        stage.noon(D)
        assert stage.state.phase.round == night + 1
    assert [fields(stage, seat) for seat in (A, B, C, D)] == [{"defence", "kill", "target", "poison"}] * 4


def test_a_second_poison_is_refused_and_the_line_stays_until_it_worked():  # case 8
    stage = third_night()
    stage.night("alibi", C, {C: "none"}, poison=C)  # the victim dies first: spent silently
    stage.noon(D)
    assert stage.play.deaths[C] == Death(3, "killed")
    assert [fields(stage, seat) for seat in (A, C, D)] == [{"defence", "kill", "target", "poison"}] * 3
    form = {**night_form("none", "alibi", D), "poison": str(D)}
    assert stage.refused(A, "night", form) == "poison-spent"


def test_the_poison_line_goes_for_all_when_poison_has_worked():
    stage = third_night()
    stage.night("locked_room", D, poison=C)
    stage.noon(C)
    assert [fields(stage, seat) for seat in (A, B, C, D)] == [{"defence", "kill", "target"}] * 4


def test_cards_are_counted():  # case 8
    stage = ready(5)
    stage.night("locked_room", E, {C: "siege", D: "unity"})
    stage.noon(D)
    stage.night("locked_room", E, {D: "unity"})
    stage.noon(D)
    poisonless = {"kill": "", "target": "", "poison": ""}
    assert stage.refused(C, "night", {"defence": "siege", **poisonless}) == "answer-option"
    assert stage.refused(D, "night", {"defence": "unity", **poisonless}) == "answer-option"
    assert stage.refused(D, "night", {"defence": "siege", **poisonless}) == ""
    assert [stage.play.left(seat, card) for seat, card in ((C, "siege"), (C, "unity"), (D, "unity"))] == [0, 2, 0]


# --- worked case 9: the election ----------------------------------------------------------------------


def noon(stage, day=2):
    while stage.state.phase.round < day:
        stage.night("locked_room", C)
        if stage.state.phase.round < day:
            stage.noon(C)
    stage.talk_over()


def test_the_most_votes_win():
    stage = ready()
    noon(stage)
    facts = stage.ballot({A: D, B: D, C: B})
    assert last(facts, BallotOpened) == BallotOpened(2, 1, {A: D, B: D, C: B, D: BLANK})
    assert last(facts, Elected) == Elected(2, D, "votes")


def test_a_tie_goes_to_the_record():  # case 9
    stage = ready()
    noon(stage, day=3)
    facts = stage.ballot({A: C, B: D, C: D, D: C})
    assert last(facts, Elected) == Elected(3, C, "experience")


@pytest.mark.parametrize(("lot", "detective"), [(0, C), (1, D)])
def test_a_tie_between_equals_goes_to_a_second_ballot_then_to_the_lot(lot, detective):  # case 9
    stage = ready(draws={"lot/day 2": lot})
    noon(stage)
    facts = stage.ballot({A: C, B: D, C: D, D: C})
    assert not [fact for fact in facts if isinstance(fact, Elected)]
    assert (stage.phase, stage.state.phase.asked) == ("runoff", (A, B, C, D))
    assert stage.prompt(A, "vote").fields[0].options == ("2", "3", "")
    assert stage.prompt(C, "vote").fields[0].options == ("3", "")
    facts = stage.ballot({A: C, B: D, C: D, D: C})
    assert last(facts, BallotOpened).ballot == 2
    assert last(facts, Elected) == Elected(2, detective, "lot")


def test_the_second_ballot_decides():
    stage = ready()
    noon(stage)
    stage.ballot({A: C, B: D})
    facts = stage.ballot({A: C, B: C})
    assert last(facts, Elected) == Elected(2, C, "votes")


def test_only_the_most_experienced_of_the_tied_go_to_the_second_ballot():
    stage = ready(5)
    noon(stage, day=2)
    stage.ballot(dict.fromkeys((A, B, C), D))
    stage.guess()
    stage.night("locked_room", C)
    stage.noon(E)
    stage.night("locked_room", C)
    stage.talk_over()
    stage.ballot({A: D, B: E, D: C})
    assert stage.phase == "runoff"
    assert stage.prompt(A, "vote").fields[0].options == ("3", "4", "")


# --- worked case 14: blank votes ----------------------------------------------------------------------


ALL_BLANK = {A: BLANK, B: BLANK, C: BLANK, D: BLANK}


@pytest.mark.parametrize("silent", [False, True])
@pytest.mark.parametrize("lot", [A, B, C, D])
def test_two_ballots_all_blank_leave_it_to_the_lot_among_all(lot, silent):  # case 14
    stage = ready(draws={"lot/day 2": lot})
    noon(stage)
    facts = [record.fact for record in stage.time_up()] if silent else stage.ballot({})
    assert last(facts, BallotOpened) == BallotOpened(2, 1, ALL_BLANK)
    assert not [fact for fact in facts if isinstance(fact, Elected)]
    assert (stage.phase, stage.state.phase.asked) == ("runoff", (A, B, C, D))
    assert stage.prompt(A, "vote").fields[0].options == ("1", "2", "3", "")
    facts = [record.fact for record in stage.time_up()] if silent else stage.ballot({})
    assert last(facts, BallotOpened) == BallotOpened(2, 2, ALL_BLANK)
    assert last(facts, Elected) == Elected(2, lot, "lot")
    blank = ((A, BLANK), (B, BLANK), (C, BLANK), (D, BLANK))
    assert stage.play.noons[0].ballots == (blank, blank)


@pytest.mark.parametrize(("lot", "detective"), [(0, C), (1, D)])
def test_a_second_ballot_all_blank_leaves_it_to_the_lot_among_the_tied(lot, detective):
    stage = ready(draws={"lot/day 2": lot})
    noon(stage)
    stage.ballot({A: C, B: D})
    facts = stage.ballot({})
    assert last(facts, BallotOpened) == BallotOpened(2, 2, ALL_BLANK)
    assert last(facts, Elected) == Elected(2, detective, "lot")


def test_all_blank_is_a_tie_that_goes_to_the_record():
    stage = ready()
    noon(stage, day=3)
    assert last(stage.ballot({}), Elected) == Elected(3, C, "experience")


def test_one_vote_among_blanks_elects():  # R-L4
    stage = ready()
    noon(stage)
    facts = stage.ballot({B: D})
    assert last(facts, BallotOpened) == BallotOpened(2, 1, {A: BLANK, B: D, C: BLANK, D: BLANK})
    assert last(facts, Elected) == Elected(2, D, "votes")


def test_who_has_no_vote_is_in_no_ballot():
    stage = ready()
    stage.night("alibi", C)
    stage.talk_over()
    stage.ballot({A: D})
    assert stage.play.noons[0].ballots == (((A, D), (B, BLANK), (D, BLANK)),)


# --- worked case 10: a guess tells nothing ------------------------------------------------------------


def world(culprit, beloved):
    """D guesses that A kills for B; nobody dies."""
    stage = Stage(6, culprit=culprit)
    stage.prologue(beloved)
    stage.night("locked_room", D)
    stage.noon(D, (A, B))
    stage.night("locked_room", D)
    return stage


def test_one_guess_in_three_worlds_shows_the_same():  # case 10
    worlds = [world(A, C), world(C, B), world(C, E)]  # culprit right, beloved right, both wrong
    assert public(worlds[0].log) == public(worlds[1].log) == public(worlds[2].log)
    for eye in ("p1", "p3", "p4", "p5", "stranger"):
        views = [(w.view(eye), LOVE.prompts(w.view(eye), 3)) for w in worlds]
        assert views[0] == views[1] == views[2]
    assert last(public(worlds[0].log), GuessOpened) == GuessOpened(2, D, A, B)


# --- worked case 11 and 12, and the four endings ------------------------------------------------------


def feint(guess):
    stage = ready()
    stage.night("locked_room", C)
    stage.noon(D, guess)
    stage.night("locked_room", B, {B: "siege"})
    return stage


def test_a_feint_that_kills_is_no_contest():  # case 11
    stage = feint((C, B))
    assert stage.play.deaths[B] == Death(2, "killed")
    assert (stage.ending, stage.state.outcome.result) == (("beloved-killed", ()), Result.NO_CONTEST)


def test_a_right_guess_comes_before_no_contest():  # case 11
    assert feint((A, B)).ending == ("solved", (D,))


def test_three_members_to_the_end():  # case 12
    stage = ready(3)
    stage.night("alibi", C)
    stage.noon(B)
    stage.night("alibi", A)
    assert (stage.ending, stage.state.outcome.result) == (("only-beloved", (A,)), Result.WIN)


# --- worked case 13: time-outs with one member left besides the beloved --------------------------------


def two_left(**given):
    """A has killed itself; B and C live, and it is the second night."""
    stage = ready(3, draws={"lot/day 2": 1}, **given)
    stage.night("alibi", A)
    for _ in ("noon", "election", "runoff", "guess"):
        stage.time_up()
    assert (stage.phase, stage.state.phase.round, stage.play.living) == ("night", 2, (B, C))
    return stage


def test_nobody_acts_at_all_and_the_day_cap_ends_it():  # case 13
    stage = two_left(options={"max_days": 5})
    while stage.phase:
        stage.time_up()
    assert [fact for fact in public(stage.log) if isinstance(fact, Targeted)] == [
        Targeted(1, A, True),
        Targeted(2, C, False),
        Targeted(3, C, False),
        Targeted(4, C, False),
        Targeted(5, C, False),
    ]
    assert [stage.play.forms[night][A]["kill"] for night in (2, 3, 4, 5)] == ["locked_room"] * 4
    assert [stage.play.forms[night][A].get("poison", "") for night in (2, 3, 4, 5)] == [""] * 4
    assert (stage.ending, stage.state.outcome.result) == (("max-days", ()), Result.NO_CONTEST)


def test_the_last_member_dies_in_a_siege_of_its_own_choice():  # case 13
    stage = two_left()
    stage.give(C, "night", night_form("siege", "", ""))
    stage.time_up()
    assert stage.play.deaths[C] == Death(2, "killed")
    assert (stage.ending, stage.state.outcome.result) == (("only-beloved", (A,)), Result.WIN)


# --- the other endings --------------------------------------------------------------------------------


def test_the_beloved_may_win_as_detective_and_the_culprit_be_elected():
    stage = ready()
    stage.night("locked_room", C)
    stage.noon(A, (C, D))
    stage.night("locked_room", C)
    stage.noon(B, (A, B))
    stage.night("locked_room", C)
    assert stage.ending == ("solved", (B,))


def test_the_day_cap():  # R-L12
    stage = ready(options={"max_days": 3})
    for _ in range(2):
        stage.night("locked_room", C)
        stage.noon(D)
    stage.night("locked_room", C)
    assert (stage.ending, stage.state.outcome.result) == (("max-days", ()), Result.NO_CONTEST)


def test_a_right_guess_comes_before_the_day_cap():  # R-L12
    stage = ready(options={"max_days": 3})
    for guess in ((C, B), (A, B)):
        stage.night("locked_room", C)
        stage.noon(D, guess)
    stage.night("locked_room", C)
    assert stage.ending == ("solved", (D,))


def test_everything_opens_at_the_end():
    stage = feint((C, B))
    opened = stage.view("late").play
    assert (opened.culprit, opened.beloved) == (A, B)
    assert opened.forms[2][A] == {"defence": "none", "kill": "locked_room", "target": "1"}
    assert opened.notes == {2: {"culprit": "2", "beloved": "1"}}
    assert opened == stage.play
    assert last(public(stage.log), f.Opened).secrets[0] == CulpritDrawn(A)
