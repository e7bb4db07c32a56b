"""A detective who is poisoned and wins, found by three elections of three kinds: one by lot, one by record, one by
votes.  Two programs, a person of each language, and the wheels of worked cases 7 and 9 of the rules."""

from __future__ import annotations

import sys

from tests.support.journey_family import LENGTHS, Family, sees_board
from tests.support.journey_game import be_ready
from tests.support.journey_house import ROOT
from tests.support.openssh import run

ROBO, ANNA, CHIE, DORA = range(4)


async def test_a_poisoned_detective_wins_after_an_election_by_lot(house):
    robo = await house.program("robo")
    code = (await robo.does(do="create", game="love", access="code", options=LENGTHS))["code"]
    anna = await house.person("anna", code)
    await be_ready(anna)
    chie = await house.person("chie", code, lang="ja_JP.UTF-8")
    await chie.finds(r"\d chie .*準備待ち")
    chie.presses("r")
    await chie.finds(r"\d chie .*準備完了")
    dora = await house.program("dora", code)
    await dora.does(do="Sit")
    await dora.does(do="Ready", word="dora")
    family = Family([robo, anna, chie, dora], witness=dora)

    # Anna will be the culprit, and the first lot will fall on dora.
    def dice(dice):
        return dice.chance.draw("culprit", 4) == ANNA and dice.chance.draw("lot/day 2", 2) == [CHIE, DORA].index(DORA)

    await robo.does(do="Ready", word=house.lucky_word(code, ["", "", "dora"], dice))
    await robo.does(do="Start")
    await anna.reads("You are the culprit")
    await chie.reads("あなたは犯人ではありません")
    await family.prologue({ANNA: ROBO, CHIE: ANNA})

    # Night 1 kills nobody.
    await family.night(1, {ANNA: ("none", "alibi", DORA), DORA: ("siege",)})
    await sees_board(anna, "3 chie 1 2 .", "4 dora 0 2 S!")
    await sees_board(chie, "3 chie 1 2 無", "4 dora 0 2 籠!")

    # Noon 2: chie and dora have two votes each, twice; the server draws by lot and says so.
    level = {ROBO: CHIE, ANNA: DORA, CHIE: DORA, DORA: CHIE}
    await family.noon(2)
    await family.elects(2, level)
    await anna.sees_line("Level in votes and in experience: one more ballot, between the tied.")
    await anna.reads("Vote 3 chie 4 dora [0 blank]")
    await chie.reads("投票 4 dora [0 白票]")
    await family.elects(2, level, "runoff")
    await anna.sees_line("For chie: robo and dora.")
    await anna.sees_line("For dora: anna and chie.")
    await anna.sees_line("Level again. The lot makes dora the detective of day 2.")
    await chie.sees_line("また並んだ。くじがdoraを2日目の探偵に選んだ。")
    await family.guesses(2, ROBO, CHIE)
    await family.night(2, {ANNA: ("none", "locked_room", DORA)})

    # Noon 3: level again, but dora has been detective.
    await chie.sees_line("昨日の封が切られた。doraの紙にはこうある。犯人はrobo、想い人はchie。")
    await family.noon(3)
    await family.elects(3, level)
    await anna.sees_line("Level, but dora has been detective more often, and is the detective of day 3.")
    await family.guesses(3)

    # Night 3: anna fails at dora, who sits up with chie, and poisons chie's cup.
    await family.night(3, {ANNA: ("none", "alibi", DORA, CHIE), CHIE: ("unity",), DORA: ("unity",)})

    # Noon 4: chie is elected, names both, and dies of the poison.
    await family.noon(4)
    await family.elects(4, {ROBO: CHIE, ANNA: CHIE, DORA: CHIE, CHIE: DORA})
    await chie.sees("4日目  探偵の推理")
    await anna.reads("chie writes down culprit and beloved, or nothing.")
    await family.guesses(4, ANNA, ROBO)
    await chie.sees("4日目  夜", "観客席（生存者には聞こえません）")
    await chie.reads("あなたの杯だった。毒に倒れ、あなたは死んだ。")
    await sees_board(anna, "3 chie % 1 1 1 . . U %")

    # Night 4: dora is killed.  In the morning chie's envelope is opened, and chie has won.
    await family.night(4, {ANNA: ("none", "alibi", DORA)})
    await chie.sees_line("chieが犯人と想い人の両方を言い当てました。探偵の勝ちです。")
    await chie.reads("犯人はannaさん、想い人はroboさんでした。")
    await chie.reads_on("毒はchieさんに。")
    await anna.reads("chie wins, alone: yesterday's guess named both")
    await anna.reads_on("Poison for chie.")
    ended = await robo.fact("Ended")
    assert ended["outcome"] == {"result": "win", "winners": [CHIE], "cause": "solved"}

    # With the seed opened anybody can check every draw, the lot too.
    file = house.folder / "game.jsonl"
    file.write_text((await robo.does(do="export"))["file"], encoding="utf-8")
    verdict = await run([sys.executable, "-m", "server", "verify", str(file)], variables={"PYTHONPATH": str(ROOT)})
    assert verdict.out.startswith("True: love"), verdict
