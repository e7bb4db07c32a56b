"""Four people, four terminals, one evening: from an empty lobby to a winner and a second game."""

from __future__ import annotations

from tests.support.journey_game import ESC, ill, make_table, play_turn, start, well


async def test_four_people_finish_a_game_and_begin_another(house):
    anna, dan = await house.person("anna"), await house.person("dan")
    await anna.sees("No table is open yet", "In the house: 2")

    # Anna makes a table that is not listed, and tells the others its code; they come in three ways.
    code = await make_table(anna, reveals=True)
    assert "No table is open yet" in dan.text
    ben = await house.person("ben", code)
    await anna.sees("2 ben")
    chie = await house.person("chie")
    await chie.sees("No table is open yet")
    await chie.commands(f"/join {code.lower()}")
    await anna.sees("3 chie")
    dan.presses("j")
    await dan.types(code.lower().replace("-", " "))
    everybody = [anna, ben, chie, dan]
    for one in everybody:
        await one.sees(code, "1 anna", "2 ben", "3 chie", "4 dan")

    # Three say that they are ready; the host mixes a word into the dice and starts.
    for one in (ben, chie, dan):
        one.presses("r")
    await start(house, code, everybody, lambda dice: ill(dice, 1) and well(dice, 3) and well(dice, 0, 2, turns=1))

    # Each sees the own state, and nothing on any other screen says that ben is ill.
    await ben.sees("INFECTED")
    for one in (anna, chie, dan):
        await one.sees("clean")
        assert b"INFECTED" not in one.raw

    # They talk; ben lies.
    await ben.says("I am as healthy as can be. Let us all work!")
    for one in (anna, chie, dan):
        await one.sees_line("2 ben› I am as healthy as can be. Let us all work!")

    # Three turns in which everybody but dan works: each costs the workers a life.
    for turn in (1, 2):
        await play_turn(turn, everybody, workers=[anna, ben, chie], reveals=True)
        await dan.sees(f"Turn {turn} in words", "ben worked: a life lost, $10k earned.", "dan stayed home: no change.")
    await play_turn(3, everybody, workers=[anna, ben, chie], reveals=True)

    # Dan is the last one alive, and everything is opened.
    for one in everybody:
        await one.sees("The game is over", "dan wins as the last one alive", "anna: dead, $30k")
        await one.reads("What decided it")  # once every hand is turned over
        await one.reads_on("The seed is the one that was sealed", pages=2)
        assert one.text.count("inf.") >= 3

    # Again, with the same seats and options: everybody has to be ready afresh.
    for one in (ben, chie, dan):
        one.presses("r")
    anna.presses(ESC)
    await anna.sees("Everybody is ready. Press s to start.", "The last game")
    anna.presses("s")
    for one in everybody:
        await one.sees("Turn 1  Dialogue", "Your die: ", "3 chie", "♥♥♥ 3 $0")
