"""What all who come from one address may do together: enough for a family, and no more for a crowd of guests."""

from __future__ import annotations

import pytest

from engine.errors import Refusal
from engine.table import moves as m
from server.house.purse import KNOCK, LINE, MOVE, Purses
from tests.support.virtual_house import World

HOME = "203.0.113.7"


async def tried(world: World, deed, count: int, address: str = HOME, prefix: str = "g") -> list[str]:
    """What becomes of a deed that fresh guests do, one after the other: "" or the code of a refusal."""
    outcomes = []
    for n in range(count):
        guest = await world.join(f"{prefix}{n}", guest=True, address=address)
        try:
            await deed(guest.house)
        except Refusal as refusal:
            outcomes.append(refusal.code)
        else:
            outcomes.append("")
        await world.settle()
    return outcomes


async def guess(house) -> None:
    await house.enter("KITE-MOON-42")


async def guess_a_guest(house) -> None:
    await house.rejoin("lusab-babad")


async def create(house) -> None:
    await house.create("coin", "code", {})


async def create_and_leave(house) -> None:
    await house.create("coin", "code", {})
    await house.step_out()


@pytest.mark.parametrize(("deed", "wrong"), [(guess, "no-such-table"), (guess_a_guest, "rejoin-unknown")])
async def test_one_address_guesses_twenty_codes_at_once_and_then_one_a_second(world: World, deed, wrong: str):
    assert await tried(world, deed, 23) == [wrong] * 20 + ["too-fast"] * 3
    await world.pass_time(5)
    assert await tried(world, deed, 7, prefix="h") == [wrong] * 5 + ["too-fast"] * 2
    assert await tried(world, deed, 1, "198.51.100.1", "i") == [wrong]


async def test_a_right_code_costs_the_address_nothing(world: World):
    ada = await world.join("ada", address=HOME)
    code = await ada.house.create("coin", "code", {})
    assert await tried(world, lambda house: house.enter(code), 40) == [""] * 40


async def test_whoever_guesses_too_fast_is_not_told_that_a_code_is_right(world: World):
    ada = await world.join("ada", address="198.51.100.1")
    code = await ada.house.create("coin", "code", {})
    await tried(world, guess, 20)
    assert await tried(world, lambda house: house.enter(code), 1, prefix="h") == ["too-fast"]


async def test_one_address_has_eight_tables_waiting(world: World):
    assert await tried(world, create, 10) == [""] * 8 + ["tables-waiting"] * 2
    assert await tried(world, create, 1, "198.51.100.1", "h") == [""]
    assert await tried(world, create, 9, "", "i") == [""] * 9, "without an address there is nothing to share"


async def test_a_table_at_which_a_game_runs_does_not_wait(world: World):
    await tried(world, create, 7)
    ada = await world.join("ada", address=HOME)
    await ada.house.create("coin", "open", {})
    await ada.act(m.AddBot("calm"))
    await ada.act(m.AddBot("calm"))
    assert await tried(world, create, 1, prefix="h") == ["tables-waiting"]
    await ada.act(m.Start())
    assert await tried(world, create, 1, prefix="i") == [""]


async def test_one_address_makes_twelve_tables_at_once_and_then_one_in_thirty_seconds(world: World):
    assert await tried(world, create_and_leave, 14) == [""] * 12 + ["too-fast"] * 2
    await world.pass_time(29.9)
    assert await tried(world, create_and_leave, 1, prefix="h") == ["too-fast"]
    await world.pass_time(0.1)
    assert await tried(world, create_and_leave, 2, prefix="i") == ["", "too-fast"]


async def test_eight_people_behind_one_router_talk_as_if_each_were_alone(world: World):
    family = [await world.join(name, address=HOME) for name in "abcdefgh"]
    for _ in range(12):
        for person in family:
            await person.house.say("hello")
    with pytest.raises(Refusal) as refused:
        await family[0].house.say("hello")
    assert refused.value.params == {"seconds": 1}
    assert await tried(world, lambda house: house.say("spam"), 2) == ["too-fast"] * 2
    await world.pass_time(1)
    for person in family:
        await person.house.say("again")


NEIGHBOURS = [
    ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
    ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
    ("203.0.113.7", "::ffff:203.0.113.7", True),
    ("203.0.113.7", "203.0.113.8", False),
]


@pytest.mark.parametrize(("one", "other", "same"), NEIGHBOURS)
def test_an_address_is_the_64_network_of_an_ipv6_one(one: str, other: str, same: bool):
    budgets = Purses()
    for n in range(20):
        budgets.spend(f"g{n}", one, KNOCK, 0.0)
    if same:
        with pytest.raises(Refusal, match="too-fast"):
            budgets.spend("h", other, KNOCK, 0.0)
    else:
        budgets.spend("h", other, KNOCK, 0.0)


def test_what_is_refused_costs_nothing_and_moves_cost_their_person_alone():
    budgets = Purses()
    for n in range(100):
        budgets.spend(f"m{n}", HOME, MOVE, 0.0)
    for n in range(96):
        budgets.spend(f"g{n}", HOME, LINE, 0.0)
    for _ in range(50):
        with pytest.raises(Refusal, match="too-fast"):
            budgets.spend("h", HOME, LINE, 0.0)
    for _ in range(8):
        budgets.spend("h", HOME, LINE, 1.0)


def test_a_host_who_lets_in_more_people_of_one_address_lets_them_do_more():
    budgets = Purses(crowd=2.0)
    for n in range(40):
        budgets.spend(f"g{n}", HOME, KNOCK, 0.0)
    with pytest.raises(Refusal, match="too-fast"):
        budgets.spend("h", HOME, KNOCK, 0.0)


def test_what_is_whole_again_is_forgotten_and_nothing_else():
    budgets = Purses()
    for n in range(20):
        budgets.spend(f"g{n}", HOME, KNOCK, 0.0)
    budgets.forget_rested(19.0)
    budgets.spend("h", HOME, KNOCK, 19.0)
    budgets.forget_rested(60.0)
    assert all(not budget._spent for budget in (budgets._own, *budgets._shared.values()))
