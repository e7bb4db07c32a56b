"""Whether an attack kills: the source's table of 18 rows, the lone unity, the culprit as its own target and dead."""

import pytest

from engine.games.love.judging import effective, kills, succeeds, sure_to_fail

A, B, C, D = range(4)

TABLE = [
    # target, culprit, card, success
    ("siege", "siege", "alibi", False),
    ("siege", "siege", "locked_room", True),
    ("siege", "unity", "alibi", False),
    ("siege", "unity", "locked_room", True),
    ("siege", "none", "alibi", False),
    ("siege", "none", "locked_room", True),
    ("unity", "siege", "alibi", False),
    ("unity", "siege", "locked_room", False),
    ("unity", "unity", "alibi", False),
    ("unity", "unity", "locked_room", False),
    ("unity", "none", "alibi", False),
    ("unity", "none", "locked_room", False),
    ("none", "siege", "alibi", False),
    ("none", "siege", "locked_room", False),
    ("none", "unity", "alibi", False),
    ("none", "unity", "locked_room", False),
    ("none", "none", "alibi", True),
    ("none", "none", "locked_room", False),
]


@pytest.mark.parametrize(("target", "culprit", "card", "success"), TABLE)
def test_the_table_of_the_source(target, culprit, card, success):
    assert kills(target, culprit, card) is success


@pytest.mark.parametrize(
    ("chosen", "worth"),
    [
        ({A: "unity", B: "none"}, {A: "none", B: "none"}),
        ({A: "unity", B: "unity"}, {A: "unity", B: "unity"}),
        ({A: "unity", B: "siege", C: "unity", D: "none"}, {A: "unity", B: "siege", C: "unity", D: "none"}),
        ({A: "siege", B: "siege"}, {A: "siege", B: "siege"}),
    ],
)
def test_a_lone_unity_is_worth_nothing(chosen, worth):
    assert effective(chosen) == worth


@pytest.mark.parametrize(
    ("defences", "card", "success"),
    [
        # A attacks C; the culprit's own unity counts towards the others'.
        ({A: "unity", B: "none", C: "unity", D: "none"}, "alibi", False),
        ({A: "none", B: "none", C: "unity", D: "none"}, "alibi", True),
        ({A: "none", B: "none", C: "unity", D: "unity"}, "alibi", False),
        ({A: "unity", B: "none", C: "none", D: "none"}, "alibi", True),
        ({A: "unity", B: "none", C: "none", D: "unity"}, "alibi", False),
        ({A: "siege", B: "none", C: "none", D: "none"}, "alibi", False),
        ({A: "siege", B: "none", C: "siege", D: "none"}, "locked_room", True),
        ({A: "none", B: "none", C: "unity", D: "none"}, "locked_room", False),
    ],
)
def test_defences_are_judged_together(defences, card, success):
    assert succeeds(defences, A, C, card) is success


@pytest.mark.parametrize(
    ("own", "card", "success"),
    [
        ("none", "alibi", True),
        ("unity", "alibi", True),  # alone, so it is none
        ("siege", "alibi", False),
        ("siege", "locked_room", True),
        ("none", "locked_room", False),
        ("unity", "locked_room", False),
    ],
)
def test_a_culprit_who_is_the_target_has_one_defence_for_both(own, card, success):
    assert succeeds({A: own, B: "none", C: "siege"}, A, A, card) is success


def test_a_unity_in_company_saves_the_culprit_from_itself():
    assert succeeds({A: "unity", B: "unity"}, A, A, "alibi") is False


@pytest.mark.parametrize(
    ("target", "card", "success"),
    [
        ("none", "alibi", True),
        ("siege", "alibi", False),
        ("unity", "alibi", True),
        ("siege", "locked_room", True),
        ("none", "locked_room", False),
    ],
)
def test_a_dead_culprit_has_no_defence(target, card, success):
    assert succeeds({B: "none", C: target, D: "none"}, A, C, card) is success


@pytest.mark.parametrize(
    ("own", "card", "alive", "siege_spent", "sure"),
    [
        ("siege", "alibi", True, False, True),
        ("siege", "alibi", True, True, True),
        ("siege", "alibi", False, False, False),
        ("unity", "alibi", True, True, False),
        ("none", "alibi", True, True, False),
        ("none", "locked_room", True, False, False),
        ("siege", "locked_room", True, False, False),
        ("none", "locked_room", True, True, True),
        ("none", "locked_room", False, True, True),
    ],
)
def test_when_a_failure_is_certain(own, card, alive, siege_spent, sure):
    assert sure_to_fail(own, card, alive=alive, siege_spent=siege_spent) is sure
