"""The plain face: the coin game is played on it through the real session, and every answer has a key."""

import pytest
from attrs import evolve as replace

from engine.prompt import Field
from engine.table import moves as m
from tests.support.coin import Coin
from tests.support.evening import evening
from tests.tui.coin_table import COIN, list_coin
from tui.games import FACES
from tui.games.choices import KEYS
from tui.screens.actions import ACTIONS


@pytest.fixture(autouse=True)
def coin(monkeypatch):
    list_coin(monkeypatch)


class Colours(Coin):
    """Bets on one of thirty colours."""

    def prompts(self, view, seat):
        colours = Field("bet", tuple(f"c{n}" for n in range(1, 31)))
        return tuple(
            replace(p, fields=(colours,), default=None, required=False)
            for p in super().prompts(view, seat)
            if p.name == "bet"
        )


async def test_a_game_is_played_before_anything_is_drawn():
    async with evening("en", (100, 30), game=COIN) as e:
        await e.game()
        text = await e.text()
        assert "playing ──" in text
        assert "1 Aki" in text
        assert "2 glad" in text
        assert "- Round 1: the coin of Aki shows" in text
        assert "the coin of Umi" not in text
        await e.press("4")
        assert e.room.state.phase.answer("bet", 0) == {"bet": "yes"}
        await e.press("1")
        await e.answer(done="yes")
        await e.pass_time(3)
        await e.press("2")
        assert e.room.state.phase.answer("vote", 0) == {"seat": "2"}
        await e.pass_time(30)
        await e.press("t")
        text = await e.text()
        out = next(name for name in ("Aki", "Umi", "Kaze") if f"- {name} is out." in text)
        await e.press("t")
        assert f"{out}{' ' * (18 - len(out))} out" in await e.text()


async def test_the_end_tells_what_was_secret():
    async with evening("en", (100, 60), game=COIN) as e:
        await e.game()
        for _ in range(10):
            await e.pass_time(60)
        text = await e.text()
        assert "the last one, and wins." in text
        assert "- Round 1: the coin of Umi shows" in text


async def test_stories_of_an_earlier_game_are_forgotten():
    async with evening("en", (100, 60), game=COIN) as e:
        await e.game()
        for _ in range(10):
            await e.pass_time(60)
        for friend in e.friends:
            await friend.act(m.Ready())
        await e.press("r", "s")
        assert "is out" not in (await e.text()).replace("\n", " ").split("│")[0]
        assert len(e.app.desk.look.told) == 1


async def test_the_tenth_choice_can_be_pressed_and_the_thirtieth_typed():
    async with evening("en", (100, 60), game=Colours()) as e:
        await e.game()
        await e.press("0")
        assert e.room.state.phase.answer("bet", 0) == {"bet": "c10"}
        await e.press("a")
        assert e.room.state.phase.answer("bet", 0) == {"bet": "c11"}
        await e.press("z")
        assert e.room.state.phase.answer("bet", 0) == {"bet": "c21"}
        await e.press("tab")
        await e.type("/30")
        assert e.room.state.phase.answer("bet", 0) == {"bet": "c30"}


def test_no_key_of_an_answer_belongs_to_an_action():
    taken = {key for action in ACTIONS if "game" in action.places for key in action.keys}
    assert len(set(KEYS)) == len(KEYS)
    assert taken.isdisjoint(KEYS)


def test_the_listed_games_have_faces_of_their_own():
    assert type(FACES["coin"]).__name__ == "PlainFace"
    assert all(type(FACES[game]).__name__ != "PlainFace" for game in ("omega", "love"))
