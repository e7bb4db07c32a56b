"""The form that a dead member of Love, or Nothing keeps for every night: a kill card and three targets, in order."""

import pytest

from engine.errors import Refusal
from engine.games.love import LOVE
from engine.table import facts as f
from engine.table import moves as m
from engine.table.bots import Wakes, act
from engine.table.rules import chance_of
from tests.support.love_stage import A, B, C, D, E, Stage, facts

ATTACK = {"kill": "alibi", "first": "2", "second": "3", "third": ""}


def haunted(members=5, killed=A, author=""):
    """In night 2 a member is dead, by default the culprit, who has killed itself."""
    stage = Stage(members, author=author, draws=dict.fromkeys(range(0)))
    stage.prologue()
    stage.night("alibi", killed)
    stage.talk_over()
    stage.ballot({B: C, C: B, D: C, E: C})
    stage.guess()
    assert stage.phase == "night"
    return stage


def keep(stage, seat, form):
    return facts(stage.do(f"p{seat}", m.KeepForm(form)))


def tonight(stage, seat):
    """What the standing form of a seat hands in, None if nothing."""
    view = stage.view(f"p{seat}")
    moves = act(
        view,
        seat,
        LOVE.bot("calm") if "calm" in LOVE.temperaments else LOVE.bot(LOVE.temperaments[0]),
        0,
        chance_of(stage.state),
        last=True,
    )
    return next((move.values for move in moves if isinstance(move, m.Answer)), None)


def test_it_is_private():
    stage = haunted(author="author")
    (record,) = stage.do("p0", m.KeepForm(ATTACK))
    assert record.fact == f.FormKept(A, ATTACK)
    assert record.audience.eyes == {"p0", "author"}
    assert stage.view("p0").standing == {A: ATTACK}
    assert stage.view("p1").standing == {}


def test_any_dead_seat_may_keep_the_same_form():
    culprit, member = haunted(), haunted(killed=E)
    of_culprit = LOVE.standing(culprit.view("p0"), A)
    of_member = LOVE.standing(member.view("p4"), E)
    assert [field.name for field in of_culprit.fields] == ["kill", "first", "second", "third"]
    assert [field.name for field in of_member.fields] == ["kill", "first", "second", "third"]
    assert of_culprit.fields[1].options == ("1", "2", "3", "4", "")
    assert of_member.fields[1].options == ("0", "1", "2", "3", "")


def test_the_living_think_each_night():
    stage = haunted()
    with pytest.raises(Refusal, match="no-standing-form"):
        keep(stage, B, ATTACK)


@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"kill": "poison", "first": "", "second": "", "third": ""}, "answer-option"),
        ({"kill": "alibi", "first": "0", "second": "", "third": ""}, "answer-option"),
        ({"kill": "alibi", "first": "2"}, "answer-fields"),
    ],
)
def test_a_wrong_form_is_refused(form, code):
    with pytest.raises(Refusal, match=code):
        keep(haunted(), A, form)


@pytest.mark.parametrize(
    ("form", "attack"),
    [
        (ATTACK, ("alibi", "2")),
        ({**ATTACK, "first": ""}, ("alibi", "3")),
        ({**ATTACK, "first": "1"}, ("alibi", "3")),  # an alibi at the beloved is not allowed
        ({**ATTACK, "kill": "locked_room", "first": "1"}, ("locked_room", "1")),  # a locked room is, as a feint
    ],
)
def test_the_culprits_form_is_its_attack_made_legal(form, attack):
    stage = haunted()
    keep(stage, A, {**form, "second": "3"})
    answer = tonight(stage, A)
    assert (answer["kill"], answer["target"], answer["defence"]) == (*attack, "none")
    stage.give(A, "night", answer)


@pytest.mark.parametrize(
    "form", [dict.fromkeys(("kill", "first", "second", "third"), ""), {**ATTACK, "first": "1", "second": ""}]
)
def test_a_culprit_whose_form_does_not_go_acts_like_a_silent_one(form):
    """Drawn among what R-L4 allows: never the beloved, never poison, never itself."""
    stage = haunted()
    keep(stage, A, form)
    answer = tonight(stage, A)
    assert answer["kill"] in {"alibi", "locked_room"}
    assert answer["target"] in {"2", "3", "4"}
    assert answer.get("poison", "") == ""


def test_the_last_member_is_spared_by_a_form_that_names_nobody_else():
    """R-L4: with one member besides the beloved it is always a locked room."""
    stage = Stage(3)
    stage.prologue()
    stage.night("alibi", A)
    stage.talk_over()
    stage.ballot({B: B, C: B})
    stage.guess()
    keep(stage, A, {"kill": "alibi", "first": "1", "second": "", "third": ""})
    assert tonight(stage, A) == {"defence": "none", "kill": "locked_room", "target": "2"}


def test_a_members_form_is_a_hunch():
    stage = haunted(killed=E)
    keep(stage, E, ATTACK)
    assert tonight(stage, E) == {"defence": "none", "kill": "alibi", "target": "2"}
    keep(stage, E, dict.fromkeys(("kill", "first", "second", "third"), ""))
    assert tonight(stage, E) == {"defence": "none", "kill": "", "target": ""}


def test_the_dead_are_passed_over():
    stage = haunted()
    keep(stage, A, {**ATTACK, "first": "2", "second": "3"})
    stage.night("alibi", C)
    stage.talk_over()
    stage.ballot({B: D, D: B, E: D})
    stage.guess()
    assert tonight(stage, A)["target"] == "3"


def test_what_was_handed_in_by_hand_stands():
    stage = haunted()
    keep(stage, A, ATTACK)
    stage.give(A, "night", {"defence": "none", "kill": "locked_room", "target": "4"})
    assert tonight(stage, A) is None


def test_it_can_be_taken_back_and_lapses_with_its_seat():
    stage = haunted()
    keep(stage, A, ATTACK)
    assert keep(stage, A, ATTACK) == []
    assert keep(stage, A, None) == [f.FormKept(A, None)]
    assert stage.state.standing == {}
    keep(stage, A, ATTACK)
    stage.do("p0", m.LeaveTable())
    assert stage.state.standing == {}


def test_it_is_handed_in_at_a_moment_of_the_public_stream_never_at_once():
    """As a bot fills in a form: 2 to 8 s after the night opened, or after it was first kept."""
    stage = haunted()
    opened, chance = stage.state.phase.opened, chance_of(stage.state)
    wakes = Wakes()
    wakes.follow(stage.state, opened, chance)
    assert wakes.next() is None
    keep(stage, A, ATTACK)
    stage.now = opened + 20_000
    wakes.follow(stage.state, stage.now, chance)
    late = wakes.next()
    assert late.seat == A
    assert opened + 22_000 <= late.at < opened + 28_000
    early = Wakes()
    early.follow(stage.state, opened, chance)
    assert early.next().at == late.at - 20_000
    other = haunted(killed=E)
    keep(other, E, ATTACK)
    assert keep(stage, A, {**ATTACK, "first": "4"}) != []
    again = Wakes()
    again.follow(stage.state, opened, chance)
    assert again.next().at == early.next().at  # whatever is kept, and whoever keeps it
