"""The lines of a chat: comings and goings with nothing between them are one line, derived from the log alone."""

import re

import pytest

from engine.games.omega import OMEGA
from engine.house import News
from engine.table import facts as f
from engine.table import moves as m
from engine.table.state import TableState
from tests.support.evening import evening
from tui.games import FACES
from tui.screens.chat_log import ChatLog
from tui.widgets.chat import HOUSE, ChatRow, lay_out
from tui.widgets.glyphs import FULL

VIEW = TableState(OMEGA)
START = [f.Created("t1", "KITE-42", "omega", "open", {}), f.Entered("a", "Aki", "person")]


def news(fact):
    return News(1, 0, fact)


def texts(log, lang="en"):
    return [entry[lang].text for entry in log.entries]


def at_once(*facts):
    log = ChatLog()
    log.take(map(news, facts), VIEW, "a", FACES["omega"])
    return log


def one_by_one(*facts):
    """The same, with the lines as a pane would show them."""
    log, shown = ChatLog(), []
    for fact in facts:
        for entry in log.take([news(fact)], VIEW, "a", FACES["omega"]):
            if entry["en"].folds:
                shown.pop()
            shown.append(entry["en"].text)
    assert shown == texts(log)
    return log


UMI = f.Entered("u", "Umi", "person")
CASES = [
    ([UMI], ["Aki and Umi came in."], ["Aki、Umiさんが来ました。"]),
    (
        [f.Sat("a", "Aki", "person"), UMI, f.Sat("u", "Umi", "person"), f.Readied("u")],
        ["Aki took a seat. Umi is ready."],
        ["Akiさんが席に着きました。Umiさんの準備ができました。"],
    ),
    (
        [f.Said("a", "table", "hi"), f.WentAway("a"), UMI, f.CameBack("a")],
        ["Aki came in.", "hi", "Umi came in. Aki is back."],
        ["Akiさんが来ました。", "hi", "Umiさんが来ました。Akiさんが戻りました。"],
    ),
    (
        [f.Said("a", "table", "hi"), f.Sat("b1", "Daruma", "bot", "sly"), f.Sat("b2", "Koma", "bot", "sly")],
        ["Aki came in.", "hi", "Daruma and Koma, bots, took seats."],
        ["Akiさんが来ました。", "hi", "ボットのだるま、こまが席に着きました。"],
    ),
]


@pytest.mark.parametrize("told", [at_once, one_by_one])
@pytest.mark.parametrize(("facts", "en", "ja"), CASES, ids=["two", "to the end", "back once", "bots"])
def test_what_becomes_of_people_is_told_once(told, facts, en, ja):
    log = told(*START, *facts)
    assert texts(log) == en
    assert texts(log, "ja") == ja


@pytest.mark.parametrize("kind", HOUSE)
def test_a_wrapped_line_of_narration_has_its_mark_once(kind):
    lines = lay_out(ChatRow("", "", "word " * 20, kind), 30, FULL)
    marks = [line[0][0] for line in lines]
    assert len(marks) > 2
    assert set(marks[1:]) == {" "}
    assert marks[0] != " "


def test_each_weight_has_a_mark_of_its_own():
    marks = {lay_out(ChatRow("", "", "x", kind), 30, FULL)[0][0] for kind in HOUSE}
    assert len(marks) == len(HOUSE)


# --- talk only


async def test_one_key_leaves_out_what_the_house_tells_and_brings_it_back():
    async with evening() as e:
        await e.game()
        await e.friends[0].act(m.Say("table", "hello there"))
        text = await e.text()
        assert "hello there" in text
        assert "infection index is" in text
        await e.press("c")
        text = await e.text()
        assert "hello there" in text
        assert "infection index is" not in text
        assert "(talk only)" in text
        await e.press("c")
        assert "infection index is" in await e.text()


async def test_what_is_told_as_new_is_what_would_be_seen():
    async with evening(size=(40, 20)) as e:
        await e.game()
        await e.press("tab", "tab")
        await e.friends[0].act(m.Say("table", "one"))
        await e.answer(done="yes")
        await e.press("6")
        await e.pass_time(3)
        news = int(re.search(r"talk \((\d+) new", await e.text())[1])
        assert news > 1
        await e.press("c")
        assert "talk (1 new" in await e.text(), "the talk alone"
        await e.press("c")
        assert f"talk ({news} new" in await e.text()
        await e.press("tab", "tab")
        assert "new" not in (await e.rows())[-1]
