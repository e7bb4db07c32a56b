"""A table in two languages that talks by phrases: each reads all of it in their own, and a bot answers."""

from __future__ import annotations

from tests.support.journey_game import make_table


async def test_two_languages_talk_by_phrases(house):
    anna = await house.person("anna")
    await anna.sees("No table is open yet", "In the house: 1")
    code = await make_table(anna)
    jun = await house.person("jun", code, lang="ja_JP.UTF-8")
    await anna.sees("2 jun")
    anna.presses("a")
    await anna.sees("1 cautious")
    anna.presses("1")
    await anna.sees("3 Daruma")
    jun.presses("r")
    await anna.sees("Everybody is ready. Press s to start.")
    anna.presses("s")
    await anna.sees("Turn 1  Dialogue")
    await jun.sees("1ターン目")

    # A claim without parts, from Japanese into English.
    jun.presses("u")
    await jun.sees("定型文", "読む人それぞれの言語で届きます。")
    jun.presses("1")
    await jun.sees("2 jun› 今回は感染していません、本当に。")
    await anna.sees("2 jun› I am clean this turn.")

    # An accusation of the bot, from English into Japanese; it answers before its own time has come.
    anna.presses("u")
    await anna.sees("…, I think you are infected.")
    anna.presses("8")
    await anna.sees("Daruma, I think you are infected.")
    anna.presses("3")
    await anna.sees("1 anna› Daruma, I think you are infected.")
    await jun.sees("1 anna› だるまさん、感染していますよね。")
    assert (await anna.finds(r"3 Daruma› ([^│\n]+)")).strip().isascii()
    await jun.finds(r"3 だるま› [^│\n]*[ぁ-ん]")
