"""How much one address, one connection, one slow client may take; every case passes the time in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.config import Settings
from server.door.limits import Attempts, Drain, Gate, Stage
from server.rates import Bucket, source

SMALL = Settings(
    max_connections=4, max_connections_per_address=2, max_startups=5, max_startups_per_address=3,
    penalty=30.0, penalty_max=70.0, auth_failures=6, key_offers=20, max_behind=262_144, stall_grace=10.0,
)  # fmt: skip


@pytest.mark.parametrize(
    ("address", "counted_as"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not an address", "not an address"),
    ],
)
def test_what_counts_as_one_address(address, counted_as):
    assert source(address) == counted_as


def test_one_start_up_too_many_from_an_address_drops_its_oldest():
    gate = Gate(SMALL)
    assert [gate.admit(n, "a", n).evicted for n in range(5)] == [(), (), (), (0,), (1,)]


def test_a_silent_connection_makes_room_before_one_that_has_come_further():
    gate = Gate(SMALL)
    for number in range(3):
        gate.admit(number, "a", number)
    gate.reached(0, Stage.KEYED)
    assert gate.admit(3, "a", 3).evicted == (1,)


def test_start_ups_of_all_addresses_are_capped_together():
    gate = Gate(SMALL)
    evicted = [gate.admit(n, f"10.0.0.{n}", n).evicted for n in range(7)]
    assert evicted == [(), (), (), (), (), (0,), (1,)]


def test_five_hundred_silent_connections_never_keep_a_player_out():
    gate = Gate(SMALL)
    for number in range(500):
        gate.admit(number, f"10.0.{number % 7}.1", number / 100)
    assert not gate.admit(500, "192.0.2.1", 6).refused
    gate.reached(500, Stage.KEYED)
    for number in range(501, 600):
        assert 500 not in gate.admit(number, f"10.0.{number % 7}.1", 6 + number / 100).evicted
    assert gate.log_in(500, 8) == ""


def test_those_inside_are_capped_by_address_and_in_all():
    gate = Gate(SMALL)
    for number, address in enumerate(["a", "a", "b", "b"]):
        gate.admit(number, address, 0)
        gate.reached(number, Stage.LOGGED_IN)
    assert gate.admit(10, "a", 1).refused == "full"
    gate.leave(3)
    assert gate.admit(11, "a", 1).refused == "address"
    assert gate.admit(12, "b", 1).refused == ""
    gate.admit(13, "c", 1)
    assert gate.log_in(13, 1) == ""
    assert gate.log_in(12, 1) == "full"


def test_start_ups_do_not_count_against_those_inside():
    gate = Gate(SMALL)
    for number in range(3):
        gate.admit(number, "a", 0)
    assert gate.log_in(0, 1) == ""


def test_whoever_is_let_in_counts_as_inside():
    gate = Gate(SMALL)
    for number in range(3):
        gate.admit(number, "a", 0)
    assert [gate.log_in(number, 1) for number in range(3)] == ["", "", "full"]


def come_and_go(gate: Gate, numbers: range, address: str, now: float) -> list[str]:
    """Connections that log in, if they may, and leave at once."""
    answers = []
    for number in numbers:
        gate.admit(number, address, now)
        answers.append(gate.log_in(number, now))
        gate.leave(number)
    return answers


def test_an_address_that_logs_in_and_out_in_a_loop_is_held_back_and_no_other():
    gate = Gate(SMALL)
    assert come_and_go(gate, range(22), "a", 0) == [""] * 20 + ["often"] * 2
    assert come_and_go(gate, range(30, 32), "a", 3) == ["", "often"]  # twenty a minute
    assert come_and_go(gate, range(40, 60), "b", 3) == [""] * 20
    assert come_and_go(gate, range(70, 91), "a", 63) == [""] * 20 + ["often"]


def test_a_house_that_takes_a_crowd_from_one_address_takes_it_again_within_a_minute():
    gate = Gate(Settings(max_connections_per_address=64))
    assert come_and_go(gate, range(65), "a", 0) == [""] * 64 + ["often"]
    assert come_and_go(gate, range(100, 165), "a", 60) == [""] * 64 + ["often"]


def test_a_connection_that_only_knocks_costs_its_address_no_login():
    gate = Gate(SMALL)
    for number in range(100):
        gate.admit(number, "a", 0)
    gate.admit(100, "a", 0)
    assert gate.log_in(100, 0) == ""


def test_a_penalty_ends_by_itself_adds_up_and_has_a_limit():
    gate = Gate(SMALL)
    gate.penalise("a", 100)
    assert gate.admit(1, "a", 129).refused == "penalty"
    assert gate.admit(2, "a", 130).refused == ""
    for _ in range(3):
        gate.penalise("a", 200)
    assert gate.penalised("a", 269)
    assert not gate.penalised("a", 270)
    assert not gate.penalised("b", 200)


def test_the_sixth_failure_and_the_twenty_first_offer_drop_a_connection():
    attempts = Attempts(SMALL)
    assert [attempts.failed() for _ in range(6)] == [False] * 5 + [True]
    assert [attempts.offered() for _ in range(21)] == [False] * 20 + [True]


@pytest.mark.parametrize(
    ("looks", "verdicts"),
    [
        # (waiting, taken, time)
        ([(0, 0, 0), (0, 0, 100)], ["", ""]),  # nothing to take is no stall
        ([(0, 90, 0), (50, 90, 100), (50, 90, 109.9), (50, 90, 110)], ["", "", "", "stalled"]),
        ([(50, 0, 100), (50, 0, 109.9), (50, 0, 110)], ["", "", "stalled"]),
        ([(50, 0, 100), (50, 1, 109), (50, 1, 118.9), (50, 1, 119)], ["", "", "", "stalled"]),
        ([(50, 0, 100), (0, 50, 105), (50, 50, 114), (50, 50, 123.9), (50, 50, 124)], ["", "", "", "", "stalled"]),
        ([(262_143, 0, 100), (262_144, 5, 101)], ["", "behind"]),
    ],
)
def test_a_client_that_takes_nothing_or_falls_too_far_behind_is_cut_off(looks, verdicts):
    drain = Drain(SMALL)
    assert [drain.verdict(*look) for look in looks] == verdicts


def test_a_bucket_gives_its_burst_and_then_its_rate():
    bucket = Bucket(burst=3, rate=0.5)
    assert [bucket.take(10) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(t) for t in (11, 12, 13, 14)] == [False, True, False, True]


@given(st.lists(st.floats(0, 1e6)), st.integers(1, 20), st.floats(0.1, 10))
def test_a_bucket_never_gives_more_than_burst_and_rate(times, burst, rate):
    bucket = Bucket(burst, rate)
    times.sort()
    given_at = [t for t in times if bucket.take(t)]
    for at, start in enumerate(given_at):
        for count, end in enumerate(given_at[at:], 1):
            assert count <= burst + (end - start) * rate + 1e-6
