"""A family of five, three people of two languages, a program and a bot: the culprit kills itself and wins."""

from __future__ import annotations

import re

from tests.support.journey_family import Family, make_love_table, sees_board
from tests.support.journey_game import DOWN, ENTER, be_ready

ANNA, HANAKO, BEN, ROBO, DOLL = range(5)
SECRET_ROWS = 3


def public(person):
    """The left half without the clock, the keys (a host has more of them), the page of the day, which says what
    concerns the reader, and the three rows that are for the reader's eyes."""
    rows = [re.sub(r"\d:\d\d left", "", row) for row in person.left.splitlines()[:-1]]
    first = next(number for number, row in enumerate(rows) if re.match(" You are (not )?the culprit", row))
    day = next(number for number, row in enumerate(rows) if re.match(r" Day \d ─", row))
    return rows[:day] + rows[first + SECRET_ROWS :]


def form_of(person):
    """The form, wherever its pointer is."""
    return person.left.partition("You are asked")[2].replace("▸", " ")


async def test_the_culprit_kills_itself_and_wins(house):
    # Anna makes the table on her screen; a friend of each language, a program and a bot sit down.
    anna = await house.person("anna")
    await anna.sees("No table is open yet")
    code = await make_love_table(anna)
    hanako = await house.person("hanako", code, lang="ja_JP.UTF-8")
    await hanako.finds(r"2 hanako .*準備待ち")
    hanako.presses("r")
    ben = await house.person("ben", code)
    await be_ready(ben)
    robo = await house.program("robo", code)
    await robo.does(do="Sit")
    await robo.does(do="Ready")
    anna.presses("a")
    await anna.sees("cautious")
    anna.presses("1")
    await anna.finds(r"5 Daruma .*ready")
    family = Family([anna, hanako, ben, robo, None], witness=robo)

    # Her lucky word makes her the culprit; only she is told.
    await anna.sees("Everybody is ready. Press s to start.")
    anna.presses("w")
    await anna.types(house.lucky_word(code, [""] * 4, lambda dice: dice.chance.draw("culprit", 5) == ANNA))
    anna.presses("s")
    await anna.reads("You are the culprit")
    await hanako.reads("あなたは犯人ではありません")
    await ben.reads("You are not the culprit")

    # She loves the bot, and hanako thinks so.
    await anna.sees("Day 1  Prologue")
    anna.presses("5")
    await anna.reads("Daruma must be the last one alive.")
    await family.prologue({ANNA: DOLL, HANAKO: DOLL})
    await anna.sees("Day 1  Night")
    await anna.reads("You are the culprit. Your beloved: Daruma")

    # Night 1: an alibi at the beloved is refused beforehand; ben dies.
    await family.drafts(ANNA, "night", 1, **await family.form(1, "none", "alibi", DOLL))
    await anna.reads("Forbidden: an alibi may kill your beloved, unless you are under siege.")
    anna.presses("3" + ENTER)
    await anna.reads("Possible: it kills if ben has no defence that counts.", "Handed in.")
    await family.night(1, {HANAKO: ("siege",), ROBO: ("siege", "alibi", HANAKO)}, but=[ANNA])
    await sees_board(anna, "3 ben † 1 2 .†", "2 hanako 0 2 S")
    await sees_board(hanako, "3 ben † 1 2 無†", "2 hanako 0 2 籠")
    await ben.reads("You are dead. Talk in the gallery. All the dead still get forms.")

    # Eve comes to watch.  She and ben talk in the gallery, the living at the table; all over the table is heard.
    eve = await house.person("eve", code)
    await eve.sees("Day 2  Noon", "You are watching")
    await sees_board(eve, "3 ben † 1 2 .†", "2 hanako 0 2 S")
    await eve.says("my condolences")
    await ben.sees_line("eve› my condolences")
    await ben.says("it was anna, I am sure")
    await eve.sees_line("3 ben› it was anna, I am sure")
    await anna.says("poor ben! who can it have been?")
    await hanako.says("ダルマが怪しいと思う")
    for one in (anna, hanako, ben, eve):
        await one.sees_line("1 anna› poor ben! who can it have been?")
        await one.sees_line("2 hanako› ダルマが怪しいと思う")

    # Noon 2: hanako is elected, and is wrong in both names.
    await family.noon(2)
    await family.elects(2, {ANNA: HANAKO, ROBO: HANAKO})
    await hanako.reads("犯人", "想い人", "確定")
    await family.guesses(2, ROBO, ANNA)

    # Night 2: anna turns on herself, and her line drops.
    await anna.sees("Day 2  Night")
    await family.drafts(ANNA, "night", 2, **await family.form(2, "none", "alibi", ANNA))
    await anna.reads("Certain: you die, and go on killing from your grave.")
    anna.presses(ENTER)
    await anna.reads("Handed in.")
    form = form_of(anna)
    anna.hang_up()
    await hanako.finds(r"1 anna +~")
    await hanako.sees("不在1人")

    # She is back at the same form; it stays what she handed in until the night ends.
    anna = family.members[ANNA] = await house.person("anna")
    await anna.sees("Day 2  Night")
    await anna.reads("You are the culprit. Your beloved: Daruma", "Handed in.")
    assert form_of(anna) == form
    await hanako.sees_no_more("不在1人")
    await family.night(2, {}, but=[ANNA])
    await sees_board(hanako, "1 anna † 1 2 無 無†", "推理 4♥1")
    await anna.reads("You are dead. Talk in the gallery. All the dead still get forms.")

    # Noon 3: the dead talk among themselves, and anna lies.
    await anna.says("and I thought I was safe")
    await ben.sees_line("1 anna› and I thought I was safe")
    await family.noon(3)
    await family.elects(3, {HANAKO: ROBO, ROBO: HANAKO})
    again = await family.elected(3) == HANAKO  # as the bot would have it
    await family.guesses(3)

    # Night 3: two dead members before the same form; only anna's kills.
    for one in (anna, ben):
        await one.sees("Day 3  Night", "Not handed in yet")
        one.presses("31" + DOWN)
    await anna.reads("you must attack every night.")
    await ben.reads("Trick and target are only your hunch; blank will do.")
    for one in (anna, ben):
        await one.sees("[1 alibi]")
    await anna.until(lambda _: public(anna) == public(ben))
    for one in (anna, ben):
        one.presses("\x1b[A" * 3)
    await family.night(3, {ANNA: ("none", "alibi", HANAKO, ROBO), HANAKO: ("none", "alibi", HANAKO)})
    await sees_board(eve, f"2 hanako † 0 2 {1 + again} S . .†")

    # Noon 4: robo talks to a bot, and the cup does its work: only the beloved is left.
    await family.noon(4)
    await family.elects(4, {})
    await family.guesses(4)
    for one in (anna, ben, eve):
        await one.reads("anna, the culprit, wins by the Birlstone gambit", "anna was the culprit, for love of")
    await hanako.reads("犯人のannaさんが、バールストン・ギャンビットで勝ちました")
    await hanako.reads("犯人はannaさん、想い人はだるまさんでした。")
    await hanako.reads_on(
        "あなたは3夜のうち1夜を言い当てました（手段も当てたのは1夜）。想い人も序章で見抜いていました。"
    )
    await ben.says("so it was you!")
    await hanako.sees_line("3 ben› so it was you!")

    # What the living were never shown: the gallery, and whose the crime was.
    assert b"condolences" not in hanako.raw + robo.raw
    assert b"I was safe" not in hanako.raw + robo.raw
    for one in (ben, eve):
        assert b"You are the culprit" not in one.raw
    assert "あなたが犯人です".encode() not in hanako.raw
