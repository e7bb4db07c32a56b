"""A family of ten: people of two languages, programs and bots, and a person in the author's chair; a detective wins."""

from __future__ import annotations

import re

from tests.support.journey_family import LENGTHS, Family, sees_board
from tests.support.journey_game import be_ready

ROBO, HANAKO, ANNA, CARO, DORA, EMIL, FUMI, GERT = range(8)
BOTS = 2


async def test_a_detective_wins_in_a_family_of_ten_with_a_person_as_the_author(house):
    robo = await house.program("robo")
    code = (await robo.does(do="create", game="love", access="code", options=LENGTHS))["code"]

    # Ren stands up again to ask for the author's chair, and the host consents.
    ren = await house.person("ren", code)
    await ren.finds("2 ren .*not ready")
    ren.presses("y")
    asked = await robo.table(lambda event: event["view"]["chair_wanted"])
    await robo.does(do="GiveChair", to=asked["view"]["chair_wanted"][0])
    await ren.finds(r"  ren +you, author")

    hanako = await house.person("hanako", code, lang="ja_JP.UTF-8")
    await hanako.finds(r"2 hanako .*準備待ち")
    hanako.presses("r")
    anna = await house.person("anna", code)
    await be_ready(anna)
    programs = [await house.program(name, code) for name in ("caro", "dora", "emil", "fumi", "gert")]
    for one in programs:
        await one.does(do="Sit")
        await one.does(do="Ready")
    caro = programs[0]
    family = Family([robo, hanako, anna, *programs, None, None], witness=caro)

    # The bots get the last two seats.
    for temperament in ("cautious", "sly"):
        await robo.does(do="AddBot", temperament=temperament)
    await anna.finds(r"a Kokeshi .*ready")
    word = house.lucky_word(code, [""] * 9, lambda dice: dice.chance.draw("culprit", 10) == EMIL)
    await robo.does(do="Ready", word=word)
    await robo.does(do="Start")

    # All are told that somebody sees everything; ren sees it, and can choose nothing for anybody.
    await ren.reads("You are the author")
    await anna.reads("You are not the culprit", "author: ren")
    await hanako.reads("あなたは犯人ではありません", "作家：renさん")
    await ren.reads("emil is the culprit and loves (not chosen yet).")
    await family.prologue({EMIL: FUMI, ANNA: HANAKO})
    await ren.sees("Day 1  Night")
    await ren.reads("emil is the culprit and loves fumi.")

    # Night 1: ren sees the forms as they come in, and how emil kills dora.
    await family.fills_in(EMIL, "night", 1, **await family.form(1, "none", "alibi", DORA))
    await ren.reads("emil is the culprit and loves fumi. Tonight alibi on dora.")
    ren.presses("1\r")
    both = {ANNA: ("unity", "alibi", DORA), HANAKO: ("unity",)}
    await family.night(1, both, but=[EMIL])
    await sees_board(anna, "2 hanako 1 1 U", "3 anna 1 1 U", "5 dora † 1 2 .†")
    await sees_board(hanako, "2 hanako 1 1 結", "3 anna 1 1 結", "5 dora † 1 2 無†")
    await sees_board(ren, "2 hanako 1 1 U", "3 anna 1 1 U", "5 dora † 1 2 .†", "Trick A")

    # Noon 2: everybody but anna is done; ren gives more time, which clears the marks.
    await hanako.says("私は部屋にいました")
    await anna.says("I sat up with hanako till dawn")
    await family.noon(2, but=[ANNA])
    await hanako.reads("✓1 話し終えた")
    before = (await caro.table())["view"]["phase"]["deadline"]
    ren.presses("e")
    await caro.table(lambda event: event["view"]["phase"]["deadline"] == before + 60_000)
    await anna.sees_line("The author gives more time.")
    await hanako.sees_line("作家が時間を延ばしました。")
    await hanako.reads("1 話し終えた")
    await hanako.sees_no_more("✓1")
    await caro.table(lambda event: event["view"]["phase"]["answers"].get("done", {}) == {})
    await ren.says("Look at who was awake.")
    await anna.sees_line("author ren› Look at who was awake.")
    await hanako.sees_line("作家 ren› Look at who was awake.")

    # Ren closes the discussion, and hanako is elected; she is half right.
    ren.presses("f")
    await family.elects(2, {seat: HANAKO for seat in (ROBO, ANNA, CARO, EMIL, FUMI, GERT)})
    await hanako.sees_line("2日目の探偵はhanako。")
    await family.drafts(HANAKO, "guess", 2, culprit=str(EMIL), beloved=str(GERT), final="")
    hanako.presses("\r")
    await ren.finds(r"2 hanako .* 6♥8")
    assert "6♥8" not in anna.text
    hanako.presses("2\r")
    await family.night(2, {EMIL: ("none", "locked_room", GERT), GERT: ("siege",)})
    await anna.sees_line("Yesterday's envelope is opened. hanako had written: culprit emil, beloved gert.")
    await hanako.sees_line("昨日の封が切られた。hanakoの紙にはこうある。犯人はemil、想い人はgert。")
    await sees_board(anna, "8 gert † 0 2 . S†", "Detective 2", "Named 6♥8")

    # Noon 3: ren pauses and goes on, and closes it at once; hanako is elected again and right.
    await ren.sees("Day 3  Noon")
    ren.presses("p")
    await anna.sees("PAUSED")
    await hanako.sees("休止中")
    ren.presses("p")
    await anna.sees_no_more("PAUSED")
    ren.presses("f")
    await family.elects(3, {seat: HANAKO for seat in (ROBO, ANNA, CARO, EMIL, FUMI)})
    await family.guesses(3, EMIL, FUMI)

    # Night 3 has a line for poison.  In the morning hanako has won.
    await anna.sees("Day 3  Night")
    await anna.reads("Poison")
    await hanako.reads("毒殺")
    await family.night(3, {EMIL: ("none", "alibi", ANNA)})
    await hanako.reads("hanakoさんが一人で勝ちました")
    await hanako.reads("犯人はemilさん、想い人はfumiさんでした。")
    await hanako.reads_on("1日目の夜：doraさんをアリバイで。殺害。")
    for one in (anna, ren):
        await one.reads("hanako wins, alone: yesterday's guess named both")
        await one.reads("emil was the culprit, for love of fumi.")
        await one.reads_on("Night 2: locked room on gert, killed.")
    assert (await robo.fact("Ended"))["outcome"] == {"result": "win", "winners": [HANAKO], "cause": "solved"}

    # Nobody but ren and emil was told anything before.
    for one in (anna, hanako):
        assert not re.search("You are the culprit|あなたが犯人です", one.raw.decode())
    assert not [fact for fact in robo.facts if fact["kind"] == "love.CulpritDrawn"]
