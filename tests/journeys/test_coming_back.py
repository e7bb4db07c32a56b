"""Lines drop and servers stop; the seat, the view and the game are there when one comes back."""

from __future__ import annotations

import pytest

from tests.support.journey_game import be_ready, ill, make_table, play_turn, sit_down, start, well


async def test_whoever_drops_out_comes_back_to_the_same_view(house):
    anna = await house.person("anna")
    await anna.sees("No table is open yet")
    code = await make_table(anna)
    [ben] = await sit_down(house, code, "ben")

    # Miki has no key; the house shows her a code for coming back, and nobody else.
    miki = await house.person("miki", guest=True)
    way_back = await miki.finds(r"[a-z]{5}(?:-[a-z]{5}){3}")
    assert way_back.encode() not in anna.raw + ben.raw
    await miki.commands(f"/join {code}")
    await be_ready(miki)
    await start(house, code, [anna, ben, miki])

    # Ben has chosen and said something when his line drops.
    ben.presses("4")
    await ben.sees("✓4 yes")
    await ben.says("one moment, my train")
    ben.hang_up()
    await anna.until(lambda _: "away" in anna.row_of("ben"))

    # He is back at the same table with the same die, his choice, and what was said.
    again = await house.person("ben")
    await again.sees("Turn 1  Dialogue", f"Your die: {ben.die}", "✓4 yes")
    await again.sees_line("one moment, my train")
    await anna.until(lambda _: "away" not in anna.row_of("ben"))

    # Miki's line drops; with her code she is miki again, whatever name she gives.
    miki.hang_up()
    await anna.until(lambda _: "away" in anna.row_of(r"miki-g\d+"))
    back = await house.person("somebody", way_back, guest=True)
    await back.sees("Turn 1  Dialogue", f"Your die: {miki.die}")
    await anna.until(lambda _: "away" not in anna.row_of(r"miki-g\d+"))

    # A second terminal of ben's takes the seat over; the first is told so and closed.
    third = await house.person("ben")
    await third.sees("Turn 1  Dialogue", f"Your die: {ben.die}", "✓4 yes")
    await again.is_told("You came in again from elsewhere; this screen has been closed.")
    assert await again.exit_code() == 0

    # The phase waits for all three, and they go on.
    await play_turn(1, [anna, third, back])
    await anna.sees("Turn 1 in words")


@pytest.mark.parametrize("stop", ["close", "crash"], ids=["SIGTERM", "kill -9"])
async def test_the_server_is_stopped_in_mid_game_and_the_game_goes_on_to_its_end(house, stop):
    anna = await house.person("anna")
    await anna.sees("No table is open yet")
    code = await make_table(anna)
    ben, chie = await sit_down(house, code, "ben", "chie")
    await start(house, code, [anna, ben, chie], lambda dice: ill(dice, 1, 2) and well(dice, 0))
    await play_turn(1, [anna, ben, chie], workers=[anna])
    await chie.sees("Turn 2  Dialogue")
    await chie.says("this is going well")
    ben.presses("4")
    await ben.sees("✓4 yes")
    dice = {one.name: one.die for one in (anna, ben, chie)}

    # The house goes down, politely or not, and comes up again.
    await getattr(house, stop)()
    for one in (anna, ben, chie):
        if stop == "close":
            await one.is_told("The house closes for now. Running games are kept.")
        await one.exit_code()
    await house.open()

    # They come back with nothing but their keys: the same turn, the same dice, what was chosen and said.
    people = [await house.person(name) for name in ("anna", "ben", "chie")]
    for one in people:
        await one.sees("Turn 2  Dialogue", f"Your die: {dice[one.name]}", "anna worked: $10k earned.")
        await one.sees_line("this is going well")
        assert "away" not in one.row_of(one.name)
    await people[1].sees("✓4 yes")

    # The game goes on to its end.
    for turn in (2, 3):
        await play_turn(turn, people, workers=people[:1])
    for one in people:
        await one.sees("The game is over", "anna wins as the last one alive", "anna: alive, life 3, $30k")
