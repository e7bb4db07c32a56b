"""The rulings R-L1 to R-L13, one after another.  A is the culprit and B the beloved."""

import pytest

from engine.errors import Refusal
from engine.games.love import LOVE
from engine.games.love.facts import BLANK as BLANK_VOTE
from engine.games.love.facts import CulpritDrawn, Elected, GuessOpened, Poisoned, Targeted
from engine.games.love.foresight import Foresight, foresights
from engine.games.love.state import Death, Guess
from engine.table import facts as f
from engine.table import moves as m
from tests.support.love_stage import A, B, C, D, E, Stage, facts, public


def ready(members=4, **given):
    stage = Stage(members, **given)
    stage.prologue()
    return stage


def at_noon(members=4, **given):
    stage = ready(members, **given)
    stage.night("locked_room", C)
    return stage


def at_third_night(members=4, **given):
    stage = ready(members, **given)
    for _ in range(2):
        stage.night("locked_room", C)
        stage.noon(D)
    return stage


def act(defence, kill, target, poison=None):
    form = {"defence": defence, "kill": kill, "target": str(target)}
    return form if poison is None else {**form, "poison": str(poison)}


BLANK = act("none", "", "")


# --- R-L1: the author ---------------------------------------------------------------------------------


def test_a_human_author_sees_everything_and_moves_for_nobody():
    stage = Stage(4, author="author")
    assert stage.view("author").play.culprit == A
    stage.prologue()
    stage.give(A, "night", act("none", "alibi", C))
    view = stage.view("author")
    assert view.play.beloved == B
    assert view.phase.answer("night", A) == {"defence": "none", "kill": "alibi", "target": "2"}
    assert view.seed == ""
    with pytest.raises(Refusal, match="not-seated"):
        stage.do("author", m.Answer(stage.state.phase.no, "night", BLANK))


def test_the_author_extends_and_closes_the_discussion_and_speaks_to_the_table():
    stage = at_noon(author="author")
    for seat in range(3):
        stage.give(seat, "done", {"done": "yes"})
    deadline = stage.state.phase.deadline
    stage.do("author", m.Extend(stage.state.phase.no, 60))
    assert stage.state.phase.deadline == deadline + 60_000
    assert stage.state.phase.answer("done", A) is None
    stage.do("author", m.Say("table", "It was a dark night."))
    stage.do("author", m.CloseTalk(stage.state.phase.no))
    assert stage.phase == "election"
    stage.do("author", m.Say("table", "Vote."))


def test_the_author_may_go_and_the_game_goes_on():
    stage = at_noon(author="author")
    stage.do("author", m.LeaveChair())
    assert stage.state.author == ""
    assert stage.noon(D)[-1].name == "night"
    assert not any("author" in (r.audience.eyes or ()) for r in stage.log[-12:])


# --- R-L2 and R-L3: the attack ------------------------------------------------------------------------


def test_the_attack_is_compulsory_for_the_culprit_alone():
    stage = ready()
    assert stage.refused(A, "night", BLANK) == "kill-needed"
    assert stage.refused(A, "night", act("none", "alibi", "")) == "kill-needed"
    assert stage.refused(A, "night", act("none", "", C)) == "kill-needed"
    assert stage.refused(B, "night", BLANK) == ""
    assert stage.refused(C, "night", act("none", "alibi", "")) == ""


def test_the_dead_cannot_be_targeted():
    stage = ready()
    stage.night("alibi", C)
    stage.noon(D)
    assert stage.prompt(A, "night").fields[2].options == ("0", "1", "3", "")
    assert stage.refused(A, "night", act("none", "alibi", C)) == "answer-option"


def test_poison_on_the_beloved_is_refused():
    stage = at_third_night(options={"beloved_target": "feint"})
    assert stage.refused(A, "night", act("siege", "alibi", C, B)) == "poison-beloved"
    assert stage.refused(A, "night", act("siege", "alibi", C, A)) == ""
    assert stage.prompt(A, "night").warn(act("siege", "alibi", C, C)) == ("poison-may-be-wasted",)
    assert stage.refused(A, "night", act("siege", "alibi", C, C)) == ""


def test_the_culprit_may_poison_itself():
    stage = at_third_night()
    stage.night("locked_room", C, poison=A)
    stage.noon(D)
    assert stage.play.deaths[A] == Death(4, "poisoned")
    stage.night("alibi", C)
    assert stage.play.deaths[C] == Death(4, "killed")


# --- R-L4: time out -----------------------------------------------------------------------------------


def test_an_absent_culprits_beloved_is_drawn_and_only_it_and_the_log_know():
    stage = Stage(4, draws={"timeout/1/prologue/0/beloved": 2})
    stage.time_up()
    assert stage.play.beloved == D
    assert stage.view("p0").play.beloved == D
    assert stage.view("p1").play.loves == {B: {"beloved": ""}}


@pytest.mark.parametrize(
    ("draw", "kill", "target"),
    [(0, "alibi", C), (1, "alibi", D), (2, "locked_room", C), (3, "locked_room", D)],
)
def test_an_absent_culprits_attack_is_drawn_from_the_harmless_ones(draw, kill, target):
    stage = ready(draws={"timeout/2/night/0/kill": draw})
    stage.time_up()
    assert stage.play.forms[1][A] == act("none", kill, target)
    assert [stage.play.forms[1][seat] for seat in (B, C, D)] == [BLANK] * 3
    assert stage.play.nights[0].defences == ("none",) * 4


def test_a_dead_culprits_attack_is_drawn_too_and_poison_never():
    stage = ready(5, draws={"timeout/10/night/0/kill": 1})
    stage.night("alibi", A)
    stage.noon(C)
    stage.night("locked_room", C)
    stage.noon(C)
    assert stage.state.phase.no == 10
    stage.time_up()
    assert stage.play.forms[3][A] == {**act("none", "alibi", D), "poison": ""}


@pytest.mark.parametrize(
    ("members", "first_dies", "draw", "form"),
    [
        # A lives
        (4, C, 0, act("none", "alibi", D)),
        (4, C, 1, act("none", "locked_room", D)),
        (3, C, None, act("none", "locked_room", A)),
        # A is dead
        (4, A, 0, act("none", "alibi", C)),
        (4, A, 1, act("none", "alibi", D)),
        (4, A, 2, act("none", "locked_room", C)),
        (4, A, 3, act("none", "locked_room", D)),
        (3, A, None, act("none", "locked_room", C)),
    ],
)
def test_a_silent_culprits_attack_by_who_is_left(members, first_dies, draw, form):
    stage = ready(members, draws={} if draw is None else {"timeout/6/night/0/kill": draw})
    stage.night("alibi", first_dies)
    stage.noon(B)
    assert stage.state.phase.no == 6
    stage.time_up()
    assert stage.play.forms[2][A] == form
    assert not stage.ending[0]


def test_a_form_that_was_handed_in_counts_when_time_is_up():
    stage = ready(3)
    stage.night("alibi", A)
    stage.noon(B)
    stage.give(A, "night", act("none", "alibi", C))
    stage.time_up()
    assert stage.ending == ("only-beloved", (A,))


def test_silence_is_a_blank_vote_and_an_empty_guess():
    stage = at_noon(draws={"lot/day 2": 3})
    stage.talk_over()
    stage.time_up()
    assert stage.phase == "runoff"
    assert stage.play.noons[-1].ballots == (tuple((seat, BLANK_VOTE) for seat in (A, B, C, D)),)
    stage.time_up()
    assert stage.play.detective == D
    stage.time_up()
    stage.night("locked_room", C)
    assert stage.play.noons[0].guess == Guess(None, None)


@pytest.mark.parametrize("away", [False, True])
def test_a_written_guess_counts_at_time_out_though_it_was_not_made_final(away):
    stage = at_noon()
    stage.elect(D)
    for culprit, beloved in ((C, B), (A, B)):
        stage.give(D, "guess", {"culprit": str(culprit), "beloved": str(beloved)})
    if away:
        stage.do("p3", m.Went())
    stage.time_up()
    assert GuessOpened(2, D, A, B) in stage.night("locked_room", C)
    assert stage.ending == ("solved", (D,))


def test_a_deliberate_nothing_shows_no_difference_to_silence():
    def told(silent):
        stage = at_noon()
        stage.talk_over()
        if silent:
            stage.give(A, "vote", {"vote": "3"})
            stage.time_up()
            stage.time_up()
        else:
            stage.ballot({A: D})
            stage.guess()
        stage.night("locked_room", C)
        return [fact for fact in public(stage.log) if not isinstance(fact, f.PhaseOpened)]

    assert told(silent=True) == told(silent=False)


# --- R-L5: the secrecy of the night -------------------------------------------------------------------


def test_everybody_gets_the_same_forms():
    stage = Stage(5)
    options = [stage.prompt(seat, "prologue").fields[0].options for seat in range(5)]
    assert options == [(*(str(n) for n in range(5) if n != seat), "") for seat in range(5)]
    assert stage.refused(A, "prologue", {"beloved": ""}) == "beloved-needed"
    stage.prologue()
    stage.night("alibi", D)
    stage.noon(C)
    forms = [stage.prompt(seat, "night").fields for seat in range(5)]
    assert forms[A] == forms[B] == forms[C] == forms[E]
    assert forms[D][0].options == ("none",), "the dead have no defence to choose"
    assert forms[D][1:] == forms[A][1:]


def test_the_night_ends_with_the_last_form_whoever_hands_it_in():
    stage = ready()
    for seat, form in ((A, act("none", "alibi", C)), (B, BLANK), (C, BLANK)):
        told = stage.give(seat, "night", form)
        assert [record.audience.eyes for record in stage.log[-len(told) :]] == [{f"p{seat}"}]
    assert stage.phase == "night"
    stage.give(D, "night", BLANK)
    assert stage.phase == "noon"


def test_a_form_may_be_changed_until_the_night_ends():
    stage = ready()
    stage.give(A, "night", act("none", "alibi", C))
    stage.give(A, "night", act("none", "alibi", D))
    for seat in (B, C, D):
        stage.give(seat, "night", BLANK)
    assert stage.play.nights[0].target == D


def test_each_seat_keeps_its_own_form_to_read_again():
    stage = ready()
    stage.night("alibi", C, {D: "unity"})
    assert stage.view("p3").play.forms == {1: {D: act("unity", "", "")}}
    assert stage.view("stranger").play.forms == {}


def test_whose_role_it_is_is_told_to_one_eye():
    stage = Stage(4)
    assert [r.audience.eyes for r in stage.log if isinstance(r.fact, CulpritDrawn)] == [{"p0"}]


def test_no_kill_card_is_public():
    stage = at_third_night()
    stage.night("locked_room", C, {C: "siege"}, poison=D)
    told = repr(public(stage.log))
    assert not [word for word in ("alibi", "locked", "poison", "CulpritDrawn", "Sealed") if word in told]


# --- R-L6: the guess ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("culprit", "beloved", "code"),
    [
        ("0", "1", ""),
        ("1", "3", ""),  # the beloved may be oneself
        ("", "", ""),
        ("2", "1", ""),  # a dead culprit
        ("3", "1", "answer-option"),  # oneself
        ("0", "2", "answer-option"),  # a dead beloved
        ("0", "0", "guess-same"),
        ("0", "", "guess-half"),
        ("", "1", "guess-half"),
    ],
)
def test_what_a_detective_may_write(culprit, beloved, code):
    stage = ready()
    stage.night("alibi", C)
    stage.elect(D)
    assert stage.refused(D, "guess", {"culprit": culprit, "beloved": beloved}) == code


def test_self_accusation_is_an_option():
    stage = ready(options={"self_accusation": "yes"})
    stage.night("alibi", C)
    stage.noon(A, (A, B))
    stage.night("locked_room", D)
    assert stage.ending == ("solved", (A,))


def test_a_guess_may_be_changed_until_it_is_final_and_the_poison_waits_for_that():
    stage = at_third_night()
    stage.night("locked_room", C, poison=C)
    stage.elect(D)
    stage.give(D, "guess", {"culprit": "2", "beloved": "1"})
    assert stage.play.deaths[C] is None and stage.phase == "guess"
    stage.give(D, "guess", {"culprit": "0", "beloved": "1"})
    told = stage.give(D, "final", {"final": "yes"})
    assert Poisoned(4, C) in told and stage.phase == "night"
    assert stage.play.notes[4] == {"culprit": "0", "beloved": "1"}


def test_nobody_but_the_detective_is_asked_or_sees_the_guess():
    stage = at_noon()
    stage.elect(D)
    assert [len(LOVE.prompts(stage.view(f"p{seat}"), seat)) for seat in range(4)] == [0, 0, 0, 2]
    told = stage.guess((C, B))
    assert not [fact for fact in told if isinstance(fact, GuessOpened)]
    assert stage.view("p0").play.notes == {}
    assert stage.view("p3").play.notes == {2: {"culprit": "2", "beloved": "1"}}


def test_being_elected_counts_even_without_a_guess():
    stage = at_noon()
    stage.noon(D)
    assert (stage.play.experience(D), stage.play.experience(C)) == (1, 0)


# --- R-L7: votes --------------------------------------------------------------------------------------


def test_no_vote_for_oneself_while_three_live():
    stage = at_noon(3)
    stage.talk_over()
    assert stage.refused(C, "vote", {"vote": "2"}) == "answer-option"
    assert stage.prompt(C, "vote").fields[0].options == ("0", "1", "")


def test_two_living_may_vote_for_themselves():
    stage = ready(3)
    stage.night("alibi", C)
    stage.talk_over()
    told = stage.ballot({A: A, B: A})
    assert [fact for fact in told if isinstance(fact, Elected)] == [Elected(2, A, "votes")]


def test_self_vote_is_an_option():
    stage = at_noon(options={"self_vote": "yes"})
    stage.talk_over()
    assert stage.refused(C, "vote", {"vote": "2"}) == ""


def test_without_any_vote_everybody_is_tied():
    stage = at_noon()
    stage.noon(D)
    stage.night("locked_room", C)
    stage.talk_over()
    told = stage.ballot({})
    assert [fact for fact in told if isinstance(fact, Elected)] == [Elected(3, D, "experience")]


# --- R-L8 to R-L11: deaths ----------------------------------------------------------------------------


def test_a_detective_killed_in_the_night_still_has_the_guess_opened():  # R-L9
    stage = at_noon()
    stage.noon(D, (A, B))
    told = stage.night("alibi", D)
    assert GuessOpened(2, D, A, B) in told
    assert stage.ending == ("solved", (D,))


def test_poison_on_who_dies_first_is_spent_silently():  # R-L10
    stage = at_third_night()
    stage.night("alibi", D, poison=D)
    told = stage.noon(C)
    assert stage.play.deaths[D] == Death(3, "killed")
    assert not [fact for fact in told if isinstance(fact, Poisoned)]
    assert stage.play.poison_spent and not stage.play.poison_seen


@pytest.mark.parametrize(("poison", "risks"), [(None, ()), (C, ()), (D, ("poison-may-be-wasted",))])
def test_only_poison_on_the_nights_own_target_may_be_wasted(poison, risks):  # R-L3
    stage = at_third_night()
    assert stage.prompt(A, "night").warn(stage.form(A, "alibi", D, poison=poison)) == risks


def test_poison_on_the_nights_own_target_works_if_the_attack_fails():  # R-L3, R-L10
    stage = at_third_night()
    stage.night("locked_room", D, poison=D)
    assert stage.play.nights[-1].target == D and not stage.play.nights[-1].success
    told = stage.noon(C)
    assert Poisoned(4, D) in told
    assert stage.play.deaths[D] == Death(4, "poisoned")


def test_without_a_victim_nothing_shows_at_the_end_of_noon():
    def dusk(poison):
        stage = at_third_night(5)
        stage.night("alibi", D, poison=poison)
        stage.elect(C)
        return [r.fact for r in stage.log[-len(stage.guess()) :] if r.audience.eyes is None]

    assert dusk(None) == dusk(D)


def test_a_victim_of_poison_lives_until_it_works():  # R-L10
    stage = at_third_night()
    told = stage.night("locked_room", D, poison=C)
    assert [fact for fact in told if isinstance(fact, Targeted)] == [Targeted(3, D, False)]
    assert C in stage.state.phase.asked
    stage.do("p2", m.Say("table", "I feel fine."))
    stage.talk_over()
    assert C in stage.state.phase.asked and str(C) in stage.prompt(B, "vote").fields[0].options


def test_the_dead_talk_in_the_gallery_only():  # R-L11
    stage = ready()
    stage.night("alibi", A)
    with pytest.raises(Refusal, match="table-chat-living"):
        stage.do("p0", m.Say("table", "boo"))
    told = stage.do("p0", m.Say("gallery", "boo"))
    assert [record.audience.eyes for record in told] == [{"p0"}]


def test_the_dead_know_no_more_than_the_living():  # R-L11
    stage = ready(5)
    stage.night("alibi", D)
    view = stage.view("p3").play
    assert (view.culprit, view.beloved, view.notes) == (None, None, {})
    assert view.deaths == stage.view("p1").play.deaths


# --- R-L12 is in the rules; R-L13: the whiteboard and the hunches -------------------------------------


def test_the_whiteboard_is_the_same_for_all():
    stage = at_third_night(watcher="watcher")
    boards = [
        (play.nights, play.deaths, play.noons)
        for play in (stage.view(eye).play for eye in ("p0", "p1", "p2", "p3", "watcher"))
    ]
    assert boards == [boards[0]] * 5
    assert [night.target for night in boards[0][0]] == [C, C]
    assert [noon.detective for noon in boards[0][2]] == [D, D]
    assert [noon.guess for noon in boards[0][2]] == [Guess(None, None), None]


def test_hunches_are_scored_when_all_is_open():
    stage = Stage(3)
    for seat, love in ((A, B), (B, C), (C, B)):
        stage.give(seat, "prologue", {"beloved": str(love)})
    for seat, form in ((A, act("none", "alibi", C)), (B, act("none", "locked_room", C)), (C, act("none", "alibi", C))):
        stage.give(seat, "night", form)
    stage.noon(B)
    for seat, form in ((A, act("none", "alibi", A)), (B, act("none", "alibi", A)), (C, BLANK)):
        stage.give(seat, "night", form)
    assert stage.ending == ("only-beloved", (A,))
    assert foresights(stage.view("p2").play) == (
        Foresight(B, nights=2, foreseen=2, exact=1, heart=False),
        Foresight(C, nights=2, foreseen=1, exact=1, heart=True),
    )


def test_a_stand_in_is_noted_and_an_absent_seats_forms_are_its_own():
    stage = ready()
    stage.do("p3", m.Went())
    stage.do("p3", m.GraceOver())
    assert stage.state.seats[D].stand_in
    stage.night("alibi", C)
    assert facts(stage.log)[-1].name == "noon" and isinstance(facts(stage.log)[-1], f.PhaseOpened)
