"""Phrases on the screen: chosen from a list in the reader's language, said by Enter or a number."""

import pytest
from textual.widgets import OptionList

from engine.table import moves as m
from tests.support.evening import evening
from tui.screens.dialogs import ListScreen

SIZES = [(80, 24), (100, 30), (40, 20)]
SAID = {
    "en": (
        "Phrases",
        "Everybody reads it in their own language.",
        "I am clean this turn.",
        "…, are you infected?",
    ),
    "ja": (
        "定型文",
        "読む人それぞれの言語で届きます。",
        "今回は感染していません、本当に。",
        "…さん、感染していますか。",
    ),
}


@pytest.mark.parametrize("lang", SAID)
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_list_shows_the_phrases_of_the_game(lang, size):
    async with evening(lang, size) as e:
        await e.game()
        await e.press("u")
        assert isinstance(e.app.screen, ListScreen)
        shown = [str(option.prompt) for option in e.app.screen.query_one(OptionList).options]
        assert len(shown) == len(e.room.state.rules.phrases)
        text = "\n".join(shown).replace("\n   ", "")
        assert all(one in text for one in SAID[lang][2:])
        assert SAID[lang][0] in await e.text()


async def test_a_phrase_without_parts_is_said_at_once():
    async with evening() as e:
        await e.game()
        await e.press("u", "1")
        assert e.me.moves[-1] == m.Phrase("table", "claim-healthy", {})
        assert e.app.screen is e.app.main
        await e.press("tab")  # at 80 columns the chat is a line below; talking opens it
        assert "clean this" in await e.text() and e.room.state.chat[-1].code == "claim-healthy"


async def test_the_parts_of_a_phrase_are_chosen_one_after_the_other():
    async with evening() as e:
        await e.game()
        rivals = [seat.name for seat in e.room.state.cast]
        at = list(e.room.state.rules.phrases).index("ask-turn")
        await e.press("u", *["down"] * at, "enter")
        assert f"{rivals[1]}, what happened to you in turn …?" in await e.text()
        await e.press("2")
        assert f"{rivals[1]}, what happened to you in turn 1?" in await e.text()
        assert not isinstance(e.me.moves[-1], m.Phrase)
        await e.press("enter")
        assert e.me.moves[-1] == m.Phrase("table", "ask-turn", {"seat": 1, "turn": "1"})
        assert e.room.state.chat[-1].code == "ask-turn"


async def test_escape_leaves_it_unsaid():
    async with evening() as e:
        await e.game()
        await e.press("u", "8", "escape")
        assert e.app.screen is e.app.main
        assert not any(isinstance(move, m.Phrase) for move in e.me.moves)
        await e.press("u")
        assert "…, I think you are infected." in await e.text(), "and begins anew"


async def test_where_nobody_may_speak_there_are_no_phrases():
    async with evening() as e:
        await e.game()
        e.room.do(e.me.person.id, m.Pause())
        await e.settle()
        await e.press("u")
        assert e.app.screen is e.app.main


async def test_talk_that_closes_under_the_list_is_said_so():
    async with evening() as e:
        await e.game()
        await e.press("u")
        await e.pass_time(61)
        before = list(e.me.moves)
        await e.press("1")
        assert e.me.moves == before
        assert "Talk is closed" in await e.text() or "closed" in await e.text()
