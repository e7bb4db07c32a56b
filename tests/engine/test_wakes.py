"""When the bots of a table look up: once the author gives a talk more time, they are done anew."""

from engine.table import moves as m
from engine.table.bots import Wakes
from engine.table.rules import chance_of
from tests.support.coin import Coin
from tests.support.driving import Driven


def talk_with_bots():
    """An author, one person and two bots in the talk."""
    table = Driven(Coin())
    table.enter("a", "w")
    table.chair("w")
    table.do("a", m.Sit())
    for _ in range(2):
        table.do("a", m.AddBot(table.rules.temperaments[0]))
    table.again()
    return table


def plan(wakes, table):
    """Every wake to come, in order, made one by one."""
    made = []
    while (wake := wakes.next()) is not None:
        made.append(wake)
        wakes.done(wake)
    return made


def test_each_bot_has_a_last_wake_within_the_talk():
    table, wakes = talk_with_bots(), Wakes()
    wakes.follow(table.state, table.now, chance_of(table.state))
    last = [wake for wake in plan(wakes, table) if wake.last]
    assert {wake.seat for wake in last} == {1, 2}
    assert all(table.state.phase.opened < wake.at < table.state.phase.deadline for wake in last)


def test_an_extended_talk_is_planned_anew():
    table, wakes = talk_with_bots(), Wakes()
    chance = chance_of(table.state)
    wakes.follow(table.state, table.now, chance)
    made = plan(wakes, table)
    table.now = made[-1].at
    table.do("w", m.Extend(table.no, 60))
    wakes.follow(table.state, table.now, chance)
    again = plan(wakes, table)
    assert {wake.seat for wake in again if wake.last} == {1, 2}
    assert all(wake.last or wake.at > table.now for wake in again)
