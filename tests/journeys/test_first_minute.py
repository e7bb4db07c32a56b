"""What somebody meets who comes for the first time, over whatever line and with whatever terminal."""

from __future__ import annotations

from tests.support.journey_game import make_table


async def test_a_burst_of_keys_means_what_it_would_have_meant_typed_slowly(house):
    """A slow line delivers in one piece what was typed over a second: talk stays talk, keys stay keys."""
    anna = await house.person("anna")
    await anna.sees("No table is open yet")
    anna.send("\thello quit\r\tc")
    await anna.sees_line("anna› hello quit")
    await anna.sees("A new table")
    anna.send("\x1b[B\x1b[C\ta longer line, as if it had been pasted\r\t\x1b[C")
    await anna.sees_line("anna› a longer line, as if it had been pasted")
    await anna.sees("Who can come       ◂ everybody ▸")
    anna.send("\x1b[A\x1b[C\x1b[B\x1b[C\x1b[B")
    await anna.sees("Game                 Love, or Nothing", "Who can come         by code only")


async def test_who_sends_no_language_is_asked_once_also_on_the_way_to_a_table(house):
    anna = await house.person("anna")
    await anna.sees("No table is open yet")
    code = await make_table(anna)
    hanako = await house.person("hanako", code, lang="C")
    await hanako.sees("Which language would you like?", "どの言語で表示しますか？")
    hanako.presses("2")
    await hanako.sees("ゲーム開始前", "2 hanako")
    hanako.hang_up()
    again = await house.person("hanako", lang="C")
    await again.sees("ゲーム開始前")
