"""Somebody looks at another window, and is called back: by the title of the terminal, and by its bell."""

from __future__ import annotations

from tests.support.journey_game import make_table, sit_down

PUSH, BACK = b"\x1b[22;2t", b"\x1b]2;Naisho\x1b\\\x1b[23;2t"


def rings(person) -> int:
    return person.raw.count(b"\a")


async def called(person, title: str, times: int) -> None:
    """Wait for a title and the bell that comes with it; so often it has rung in all."""
    await person.until(lambda one: one.screen.title == title and rings(one) >= times)
    assert rings(person) == times


async def choose(person, key: str, told: str) -> None:
    person.send("\t/call\r")
    await person.sees("When it is my turn")
    person.presses(key)
    await person.sees(told)
    person.send("\t")
    await person.until(lambda one: one.screen.cursor.hidden)


async def test_a_turn_calls_everybody_who_is_asked_in_their_own_language_and_the_title_comes_back(house):
    anna = await house.person("anna")
    await anna.sees("No table is open yet")
    code = await make_table(anna)
    ben, cleo = await sit_down(house, code, "ben", "cleo")
    hanako = await house.person("hanako", code, lang="ja_JP.UTF-8")
    await hanako.sees("ゲーム開始前")
    hanako.presses("r")
    await anna.finds(r"4 hanako +ready")
    await choose(cleo, "3", "You are not called any more")
    await choose(anna, "2", "and when somebody names you")
    people = (anna, ben, cleo, hanako)
    assert [rings(one) for one in people] == [0, 0, 0, 0]
    assert not any(b"\x1b]" in one.raw or PUSH in one.raw for one in people)

    await anna.finds("Everybody is ready. Press s to start.")
    anna.presses("s")
    for one in (anna, ben):
        await called(one, "Your turn: Dialogue, Turn 1, 300 s left - Naisho", 1)
    await called(hanako, "あなたの番です：対話フェーズ、1ターン目、残り300秒 - Naisho", 1)

    await ben.says("nobody in particular")
    await ben.says("what do you think, anna?")
    await anna.until(lambda one: rings(one) == 2)
    assert rings(ben) == rings(hanako) == 1
    for one in people:
        await one.sees("Turn 1  Dialogue" if one.language == "en" else "1ターン目  対話フェーズ")
        one.presses("6")
    for one, times in ((anna, 3), (ben, 2)):
        await called(one, "Your turn: Action, Turn 1, 30 s left - Naisho", times)
    await called(hanako, "あなたの番です：行動フェーズ、1ターン目、残り30秒 - Naisho", 2)

    for one in (anna, ben, cleo):
        one.presses("q")
        await one.sees("Leave the house?")
        one.presses("2")
        assert await one.exit_code() == 0
    for one in (anna, ben):
        assert one.screen.title == "Naisho", "the emulator has no stack, as PuTTY has none"
        assert one.raw.count(PUSH) == one.raw.count(BACK) == 1
    assert b"\x1b]" not in cleo.raw
    assert rings(cleo) == 0
