"""When a line counts as slow. The time is given, nobody waits."""

import pytest

from tui.terminal.watch import LineWatch

B, _ = True, False  # behind, and not


@pytest.mark.parametrize(
    ("looks", "slow_at"),
    [
        ([B, B, B, B], 3),  # three seconds lie between four looks
        ([_, B, B, B], 3),  # the second before the first of them may have been one
        ([B, B, B, _, B, B], 5),
        ([B, B, B, _, _, _, B, B, _, B], None),
        ([B, _] * 30, None),  # half of the time
        ([B, B, _] * 5, 7),  # two thirds
        ([_] * 60 + [B, B], None),
        ([_] * 60, None),
    ],
)
def test_three_seconds_behind_in_one_go_or_most_of_the_time_are_slow(looks, slow_at):
    watch = LineWatch()
    found = [second for second, behind in enumerate(looks) if watch.look(100.0 + second, behind=behind)]
    assert (found[0] if found else None) == slow_at


def test_who_looks_late_does_not_blame_the_line():
    watch = LineWatch()
    watch.look(100.0, behind=True)
    assert not watch.look(160.0, behind=True)
    assert watch.look(161.0, behind=True)
