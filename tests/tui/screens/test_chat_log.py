"""What goes on around a table is one line while nothing is said; talk can be had alone; who is named sees it."""

import pytest

from engine.games.omega import OMEGA
from engine.games.omega.facts import IndexRolled
from engine.house import HouseLine, News, Person
from engine.outcome import Outcome, Result
from engine.table import facts as f
from engine.table import moves as m
from engine.table.state import TableState
from tests.support.evening import evening
from tui.screens.chat_log import ChatLog, house_entry
from tui.widgets.chat import NARRATION
from tui.words.catalogue import Words

HERE = (
    f.Created("t1", "KITE-42", "omega", "open", {}),
    *(fact for n, name in enumerate(("Aki", "Umi", "Kaze")) for fact in (
        f.Entered(f"u{n}", name, "person"), f.Sat(f"u{n}", name, "person"))),
)  # fmt: skip
DEALT = f.Dealt(1, ("", "", ""))


def told(*batches, me="u0", lang="en"):
    """The lines after these facts, each batch taken by itself, as texts."""
    log, number = ChatLog(), 0
    for batch in batches:
        news = []
        for fact in batch:
            number += 1
            news.append(News(number, 0, fact))
        log.take(news, TableState(OMEGA), me)
    return [entry[lang].text for entry in log.entries]


FOLDS = {
    "six who came and sat": (
        HERE[1:], "Aki, Umi, and Kaze took seats.", "Akiさん、Umiさん、Kazeさんが席に着きました。",
    ),
    "away and back": ((f.WentAway("u1"), f.CameBack("u1")), "Umi is back.", "Umiさんが戻りました。"),
    "a restart": (
        (*(f.WentAway(f"u{n}") for n in range(3)), *(f.CameBack(f"u{n}") for n in range(3))),
        "Aki, Umi, and Kaze are back.",
        "Akiさん、Umiさん、Kazeさんが戻りました。",
    ),
    "away for long": (
        (f.WentAway("u1"), f.StandInTook("u1")), "A stand-in plays for Umi.", "Umiさんの代役が入りました。",
    ),
    "who has left is not away": (
        (f.WentAway("u1"), f.Left("u1", "gone")), None, "Umiさんは不在が長く、席を失いました。",
    ),
    "seat and readiness": (
        (f.Stood("u1"), f.Sat("u1", "Umi", "person"), f.Readied("u1"), f.Readied("u2")),
        "Umi took a seat. Umi and Kaze are ready.",
        "Umiさんが席に着きました。Umiさん、Kazeさんの準備ができました。",
    ),
    "ready after an option has changed": (
        (f.OptionSet("max_turns", 0), f.Readied("u1")),
        "Turn limit is now: none. Everybody has to be ready afresh. Umi is ready.",
        "ターンの上限を「なし」に変えました。全員、あらためて準備が必要です。Umiさんの準備ができました。",
    ),
    "an option tried out": (
        (f.Readied("u1"), f.OptionSet("max_turns", 5), f.OptionSet("max_turns", 0)),
        "Turn limit is now: none. Everybody has to be ready afresh.",
        "ターンの上限を「なし」に変えました。全員、あらためて準備が必要です。",
    ),
    "bots": (
        (f.Sat("b1", "Daruma", "bot", "sly"), f.Sat("b2", "Menko", "bot", "bold")),
        "2 bots took seats: Daruma (sly) and Menko (bold).",
        "ボットが席に着きました：だるま（狡猾）、めんこ（大胆）。",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("facts", "en", "ja"), FOLDS.values(), ids=FOLDS)
def test_what_goes_on_around_a_table_is_told_in_one_line(facts, en, ja):
    before = HERE if facts != HERE[1:] else HERE[:1]
    for lang, line in (("en", en), ("ja", ja)):
        lines = told((*before, DEALT) if before == HERE else before, facts, lang=lang)
        assert line is None or lines[-1] == line
        assert len(lines) == (3 if before == HERE else 1)


@pytest.mark.parametrize("cut", range(7))
def test_the_lines_follow_from_the_facts_however_they_arrive(cut):
    facts = (f.WentAway("u1"), f.WentAway("u2"), f.Said("u0", "table", "hm"), f.CameBack("u1"), f.CameBack("u2"), DEALT)
    assert told((*HERE, *facts[:cut]), facts[cut:]) == told((*HERE, *facts))


def test_what_is_said_between_parts_two_lines():
    lines = told(HERE, (f.WentAway("u1"), f.Said("u0", "table", "where is she?"), f.CameBack("u1")))
    assert lines[1:] == ["where is she?", "Umi is back."]
    assert lines[0].endswith("Umi is away.")


def test_what_shows_no_line_parts_nothing():
    lines = told((*HERE, DEALT), (f.WentAway("u1"), f.Seen("u0", 1), f.CameBack("u1")))
    assert lines[-1] == "Umi is back."


# --- who is named


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("Aki", "it was Aki, I say", True),
        ("Aki", "akimbo", False),
        ("Aki", "AKI?", True),
        ("蓮", "蓮さんが怪しい", True),
        ("あき", "犯人はあきです", True),
        ("Aki", "nobody", False),
    ],
)
def test_a_line_that_names_the_reader_is_marked(name, text, named):
    facts = (
        f.Created("t1", "K", "omega", "open", {}),
        f.Entered("u0", name, "person"),
        f.Entered("u1", "Umi", "person"),
    )
    log = ChatLog()
    said = (f.Said("u1", "table", text), f.Said("u0", "table", text))
    log.take([News(n, 0, fact) for n, fact in enumerate((*facts, *said), 1)], TableState(OMEGA), "u0")
    theirs, own = (entry["en"] for entry in log.entries[-2:])
    assert theirs.named is named
    assert not own.named
    assert house_entry(HouseLine(1, "u1", "Umi", text), Person("u0", name, False))["ja"].named is named


def test_somebody_keeps_one_colour_and_mark_through_a_game():
    log = ChatLog()
    lines = [f.Said("u2", "table", "one"), f.WentAway("u0"), f.Said("u2", "table", "two"), IndexRolled(2, 3)]
    lines += [f.Said("u2", "gallery", "three")]
    log.take([News(n, 0, fact) for n, fact in enumerate((*HERE, DEALT, *lines), 1)], TableState(OMEGA), "u0")
    said = {(row.tag, row.tone) for row in (entry["en"] for entry in log.entries) if row.name == "Kaze"}
    assert said == {("3", 2)}


# --- talk alone


@pytest.mark.parametrize("key", ["ctrl+o", "f3"])
async def test_a_key_leaves_only_talk_in_the_chat_and_brings_the_rest_back(key):
    async with evening("en", (100, 30)) as e:
        await e.game()
        await e.friends[0].act(m.Say("table", "hello all"))
        assert "Game 1 begins." in await e.text()
        await e.press(key)
        text = await e.text()
        assert "hello all" in text
        assert "Game 1 begins." not in text
        assert "talk only" in text
        await e.press(key)
        assert "Game 1 begins." in await e.text()


async def test_what_is_hidden_is_not_counted_as_new():
    async with evening("en", (40, 24)) as e:
        await e.game()
        await e.press("ctrl+o", "tab", "escape")
        await e.friends[0].act(m.Say("table", "psst"))
        await e.answer(done="yes")
        await e.press("6")
        await e.pass_time(3)
        assert "1 new" in await e.text()
        await e.press("ctrl+o")
        assert "1 new" not in await e.text()


async def test_a_line_that_grows_is_not_counted_twice():
    async with evening("en", (40, 24)) as e:
        await e.game()
        await e.press("tab", "escape")
        before = len(e.desk.log.entries)
        await e.friends[0].step_out()
        await e.friends[1].step_out()
        await e.settle()
        assert len(e.desk.log.entries) == before + 1
        assert "talk (1 new)" in await e.text()
        words = Words("en")
        assert words("tell.away", count=2, names=words.list(["Umi", "Kaze"])) == e.desk.log.entries[-1]["en"].text


def test_narration_is_all_that_the_house_tells_everybody():
    ended = f.Ended(1, Outcome(Result.WIN, (1,), "vaccine"), ())
    log = ChatLog()
    log.take([News(n, 0, fact) for n, fact in enumerate((*HERE, DEALT, ended), 1)], TableState(OMEGA), "u0")
    assert {entry["en"].kind for entry in log.entries} <= set(NARRATION)
