"""Who does not play, or no longer, watches: everything public, nothing secret, and a gallery of their own."""

from __future__ import annotations

from tests.support.journey_game import ill, make_table, play_turn, sit_down, start, well


async def test_a_dead_player_and_a_spectator_watch_and_talk_in_the_gallery(house):
    anna = await house.person("anna")
    await anna.sees("No table is open yet")
    code = await make_table(anna)
    ben, chie = await sit_down(house, code, "ben", "chie")
    await start(house, code, [anna, ben, chie], lambda dice: ill(dice, 1) and well(dice, 0, 2, turns=5))
    await anna.says("may it be a long game")

    # Eve comes when the game is running: she sees what was public, and no die.
    eve = await house.person("eve", code)
    await eve.sees("Turn 1  Dialogue", "You are watching", "2 ben", "♥♥♥ 3 $0")
    await eve.sees_line("1 anna› may it be a long game")
    await eve.says("hello from the gallery")
    await anna.sees("1 watching")

    # Ben is ill three times and dies.
    for turn in (1, 2, 3):
        await play_turn(turn, [anna, ben, chie])
    await ben.sees("Turn 4  Dialogue", "You are out")
    for one in (anna, chie, eve):
        await one.sees("Turn 4  Dialogue", "dead")
        await one.sees("† ben")

    # The dead and the spectator talk among themselves; what was said there before ben died is not for him.
    await ben.says("so I was ill all along")
    await eve.sees_line("so I was ill all along")
    await eve.says("I guessed as much")
    await ben.sees_line("I guessed as much")
    await anna.says("poor ben, he was the best of us")
    await ben.sees_line("poor ben, he was the best of us")
    assert b"hello from the gallery" not in ben.raw
    for living in (anna, chie):
        assert b"ill all along" not in living.raw
        assert b"guessed as much" not in living.raw

    # The living go on without them; both keep watching.
    await play_turn(4, [anna, chie])
    for one in (anna, ben, chie, eve):
        await one.sees("Turn 5  Dialogue", "anna stayed home: no change.")
    assert b"Your die" not in eve.raw
    assert b"INFECTED" not in eve.raw + anna.raw + chie.raw
