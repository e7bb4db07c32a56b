"""When frames may be composed. The time is given, nobody waits."""

import pytest

from tui.terminal.pace import Pacer


def test_the_first_frame_goes_at_once():
    assert Pacer().wait(now=0.0, behind=0) == 0


def test_frames_keep_their_distance():
    pacer = Pacer(frames_per_second=4)
    pacer.composed(10.0, sent=True)
    assert pacer.wait(10.1, 0) == pytest.approx(0.15)
    assert pacer.wait(10.25, 0) == 0


def test_the_echo_of_a_key_goes_at_once_and_only_the_echo():
    pacer = Pacer(frames_per_second=4)
    pacer.composed(10.0, sent=True)
    pacer.key_pressed()
    assert pacer.wait(10.03, 0) == 0
    pacer.composed(10.03, sent=True)
    assert pacer.wait(10.05, 0) == pytest.approx(0.23)


def test_a_frame_without_news_is_not_the_echo():
    pacer = Pacer(frames_per_second=4)
    pacer.key_pressed()
    pacer.composed(10.0, sent=False)
    assert pacer.wait(10.03, 0) == 0


def test_a_held_key_makes_no_more_than_fifty_frames_a_second():
    pacer = Pacer()
    pacer.composed(10.0, sent=True)
    pacer.key_pressed()
    assert pacer.wait(10.005, 0) == pytest.approx(0.015)


@pytest.mark.parametrize(("behind", "held"), [(0, False), (512, False), (513, True), (300_000, True)])
def test_nothing_is_composed_for_a_client_that_is_behind(behind, held):
    pacer = Pacer()
    assert (pacer.wait(10.0, behind) > 0) is held
    pacer.key_pressed()
    assert (pacer.wait(10.0, behind) > 0) is held


def test_turned_off_it_holds_nothing_back():
    pacer = Pacer(enabled=False)
    pacer.composed(10.0, sent=True)
    assert pacer.wait(10.0, 1_000_000) == 0


def test_a_larger_frame_is_waited_for_if_the_terminal_answers():
    pacer = Pacer()
    assert not pacer.asks(10.0, 2000)  # it has never answered
    pacer.answered()
    assert not pacer.asks(10.0, 512)
    assert pacer.asks(10.0, 513)
    assert pacer.wait(11.0, 0) > 0
    pacer.key_pressed()
    assert pacer.wait(14.9, 0) > 0
    pacer.answered()
    assert pacer.wait(15.0, 0) == 0


def test_a_terminal_that_answers_no_more_is_asked_no_more():
    pacer = Pacer()
    pacer.answered()
    assert pacer.asks(10.0, 2000)
    assert pacer.wait(15.1, 0) == 0
    assert not pacer.asks(15.1, 2000)


def test_turned_off_it_asks_nothing():
    pacer = Pacer(enabled=False)
    pacer.answered()
    assert not pacer.asks(10.0, 2000)
