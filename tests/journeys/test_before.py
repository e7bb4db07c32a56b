"""Before the game, over OpenSSH: how many keys a newcomer needs, and friends who come to a table full of bots."""

from __future__ import annotations

import pytest

from tests.support.journey_game import ENTER

FIRST_DECISION = {
    ("omega", "en"): ("Turn 1  Dialogue", "Your die: "),
    ("omega", "ja"): ("1ターン目  対話フェーズ", "あなたの出目"),
    ("love", "en"): ("Day 1  Prologue",),
    ("love", "ja"): ("1日目  序章",),
}
MOST_KEYS = {"omega": 3, "love": 4}
SEATS = {"omega": 4, "love": 7}


class Counted:
    """A newcomer whose keys are counted from the first screen on."""

    def __init__(self, person) -> None:
        self.person = person
        self.keys = 0

    def presses(self, key: str) -> None:
        self.keys += 1
        self.person.presses(key)


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize(("game", "number"), [("omega", "1"), ("love", "2")])
async def test_a_newcomer_whose_terminal_says_no_language_decides_after_three_keys(house, lang, game, number):
    """The language is the first key; who sends one saves it."""
    anna = Counted(await house.person("anna", lang="C"))
    await anna.person.sees("Which language would you like?")
    anna.presses({"en": "1", "ja": "2"}[lang])
    await anna.person.sees({"en": "Press p to play", "ja": "pですぐボットと遊べ"}[lang])
    anna.presses("p")
    await anna.person.sees({"en": "Which game?", "ja": "どのゲームにしますか"}[lang])
    anna.presses(number)
    await anna.person.sees(*FIRST_DECISION[game, lang])
    assert anna.keys <= MOST_KEYS[game]
    assert len(await seated(house, anna.person)) == SEATS[game]


async def seated(house, person):
    """Who sits at the table, as its log has it."""
    code = await person.finds(r"[A-Z]+-[A-Z]+-\d\d")
    program = await house.program("clerk", code)
    table = await program.table()
    return table["view"]["seats"]


@pytest.mark.parametrize("lang", ["en_US.UTF-8", "ja_JP.UTF-8"])
async def test_friends_take_the_seats_of_bots_by_one_key_until_people_have_them_all(house, lang):
    ja = lang.startswith("ja")
    anna = await house.person("anna", lang=lang)
    await anna.sees("pですぐ" if ja else "Press p to play")
    anna.presses("c")
    await anna.sees("新しいテーブル" if ja else "A new table")
    anna.presses("o")
    code = await anna.finds(r"[A-Z]+-\d\d")
    anna.presses("A")
    await anna.sees("何席にしますか" if ja else "How many seats")
    anna.presses(ENTER)
    await anna.sees("4 てまり" if ja else "4 Temari")
    names = ["ben", "cleo", "dora"]
    for seat, name in zip((4, 3, 2), names, strict=True):
        friend = await house.person(name, lang=lang)
        await friend.sees(code)
        friend.presses("w")
        await friend.sees("dでボットの席に着けます" if ja else "Press d to take the seat of a bot.")
        friend.presses("d")
        await friend.sees(f"{seat} {name}")
        await anna.sees(f"{seat} {name}")
    eve = await house.person("eve", lang=lang)
    await eve.sees(code)
    eve.presses("w")
    await eve.sees("d 席を待つ" if ja else "d wait for a seat")
    eve.presses("d")
    await eve.reads("席を待っていることは主催に伝わっています" if ja else "The host knows that you wait")
    await anna.reads("eveさんが席を待っています" if ja else "eve waits for a seat")


async def test_a_finished_game_is_there_for_its_players_after_the_last_one_has_stepped_out(house):
    robo = await house.program("robo")
    code = (await robo.does(do="create", game="omega", access="code", options={"max_turns": 1}))["code"]
    await robo.does(do="Fill", seats=3)
    await robo.does(do="Start")
    await robo.answers(done="yes")
    await robo.answers(action="home")
    await robo.fact("Ended")
    await robo.does(do="step_out")
    lobby = await robo.until(lambda e: e["event"] == "lobby" and e["tables"] and not robo_sits(e["tables"][0]))
    assert [(table["code"], table["over"]) for table in lobby["tables"]] == [(code, True)]
    await robo.does(do="enter", code=code)
    again = await robo.table(lambda event: event["first"])
    assert again["view"]["outcome"]["cause"] == "max-turns"
    assert (await robo.does(do="export"))["file"].startswith('{"game":"omega"')
    anna = await house.person("anna")
    await anna.sees("Press p to play")
    assert code not in anna.text


def robo_sits(table):
    return "robo" in table["seated"]
