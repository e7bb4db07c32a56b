"""Programs at the table: among themselves, and beside people of two languages."""

from __future__ import annotations

import asyncio
import re
import sys

from tests.support.journey_game import be_ready, ill, play_turn, well
from tests.support.journey_house import ROOT
from tests.support.openssh import run

HOSTILE = (
    "\x1b]52;c;aGVsbG8=\x07\x1b[2J\x9b2J\x1b[31mred\x1b]0;title\x07 [@click=app.quit]free money[/] [/]"
    " a" + "\u0301" * 300 + " \u202eevil \U000e0041\u200b end-of-it"
)


async def test_a_program_the_example_bot_and_a_house_bot_play_a_whole_game(house):
    robo = await house.program("robo")
    made = await robo.does(do="create", game="omega", access="code", options={"dialogue": 20, "action": 10})
    code = made["code"]
    await robo.does(do="AddBot", temperament="greedy")

    # The example of the documentation, as it stands there.
    example = [sys.executable, str(ROOT / "docs/examples/bot.py"), code, *house.program_command("beep")]
    beep = asyncio.create_task(run(example))
    await robo.table(lambda event: [seat["ready"] for seat in event["view"]["seats"]] == [False, True, True])

    def only_robo_stays_well(dice):
        return ill(dice, 1, 2) and well(dice, 0)

    await robo.does(do="Ready", word=house.lucky_word(code, ["", "beep"], only_robo_stays_well))
    await robo.does(do="Start")
    for _ in range(3):
        await robo.answers(done="yes")
        await robo.answers(action="home")

    # The other two are dead; robo has won, the example says so, and the exported game is true.
    ended = await robo.fact("Ended")
    assert ended["outcome"] == {"result": "win", "winners": [0], "cause": "last-one"}
    result = await beep
    assert (result.code, result.err) == (0, "")
    assert "last-one" in result.out
    assert "refused" not in result.out
    file = house.folder / "game.jsonl"
    file.write_text((await robo.does(do="export"))["file"], encoding="utf-8")
    verdict = await run([sys.executable, "-m", "server", "verify", str(file)], variables={"PYTHONPATH": str(ROOT)})
    assert verdict.code == 0, verdict
    assert verdict.out.startswith("True: omega")


async def test_a_program_plays_beside_people_each_in_their_own_language(house):
    robo = await house.program("robo")
    code = (await robo.does(do="create", game="omega", options={"dialogue": 300}))["code"]
    anna = await house.person("anna", code)
    await be_ready(anna)
    hanako = await house.person("hanako", code, lang="ja_JP.UTF-8")
    await hanako.sees("ゲーム開始前")
    await hanako.finds(r"\d hanako .*準備待ち")
    hanako.presses("r")
    await robo.table(lambda event: [seat["ready"] for seat in event["view"]["seats"]] == [False, True, True])

    def only_robo_stays_well(dice):
        return ill(dice, 1, 2) and well(dice, 0)

    await robo.does(do="Ready", word=house.lucky_word(code, ["", ""], only_robo_stays_well))
    await robo.does(do="Start")
    await anna.sees("Turn 1  Dialogue", "Your die: ", "INFECTED")
    await hanako.sees("1ターン目  対話フェーズ", "あなたの出目", "感染しました")

    # One table, one chat; what people say is left as they said it.
    await hanako.says("こんばんは、みなさん")
    await anna.sees_line("3 hanako› こんばんは、みなさん")
    await anna.says("good evening!")
    await hanako.sees_line("2 anna› good evening!")

    # A program says something nasty: it arrives as harmless text and wrecks no screen.
    before = [len(one.raw) for one in (anna, hanako)]
    await robo.does(do="Say", scope="table", text=HOSTILE)
    for one, mark in zip((anna, hanako), before, strict=True):
        await one.sees_line("[@click=app.quit]free money[/] [/]")
        await one.sees_line("end-of-it")
        since = bytes(one.raw[mark:])
        assert b"\x1b]" not in since
        assert b"\x1b[2J" not in since
        assert "\x9b".encode() not in since
        assert b"\x07" not in since
        assert "\u202e".encode() not in since
        assert since.count("\u0301".encode()) < 20
        assert re.search(r"^ *[▸ ]*1 robo .*♥♥♥ 3", one.text, re.MULTILINE)

    # They play to the end: people work, are ill, and die; the program stayed at home.
    for turn in (1, 2, 3):
        await robo.answers(done="yes")
        playing = asyncio.create_task(play_turn(turn, [anna, hanako], workers=[anna, hanako]))
        await robo.answers(action="home")
        await playing
    await anna.sees("The game is over", "robo wins as the last one alive")
    await hanako.finds(r"robo.*勝")
    assert (await robo.fact("Ended"))["outcome"]["winners"] == [0]
    dice = [fact["seat"] for fact in robo.facts if fact["kind"] == "omega.DieRolled"]
    assert set(dice) == {0}
