"""Ctrl-C means the same everywhere: it clears what is being typed, else it asks, and never leaves at once."""

import pytest

from engine.games.love import LOVE
from tests.support.evening import evening
from tui.widgets.form import FormPane

PLACES = {
    "lobby": (),
    "lobby-line": ("tab",),
    "question": ("j",),
    "rules": ("b",),
    "people": ("m",),
    "help": ("question_mark",),
    "credits": ("k",),
    "create": ("c",),
    "palette": ("ctrl+p",),
}
AT_A_TABLE = {
    "room": (),
    "room-line": ("tab",),
    "word": ("w",),
    "bot": ("a",),
    "palette": ("ctrl+p",),
    "put-aside": ("b", "tab"),
}
IN_A_GAME = {
    "form": (),
    "line": ("tab",),
    "rules": ("b",),
    "history": ("t",),
    "leave": ("l",),
    "void": ("v",),
    "palette": ("ctrl+p",),
}
SMALL = ("lobby", "lobby-line", "rules", "create")
LOBBY = [*(((80, 24), keys) for keys in PLACES.values()), *(((20, 8), PLACES[name]) for name in SMALL)]
ASKED = {"en": "Leave the house?", "ja": "終了しますか？"}


def asks(e):
    """The question that lies on top, "" for none."""
    return getattr(e.desk.page, "key", "")


def is_open(e):
    """Whether keys go elsewhere than to the place itself."""
    return bool(e.desk.pages or e.app.main.typing)


@pytest.mark.parametrize(("size", "keys"), LOBBY)
async def test_in_the_lobby_it_asks_and_a_second_one_leaves(size, keys):
    async with evening(size=size) as e:
        await e.press(*keys)
        assert is_open(e) == bool(keys)
        await e.press("ctrl+c")
        assert (asks(e), e.desk.goodbye) == ("go", "")
        assert ASKED["en"] in await e.text()
        await e.press("ctrl+c")
        assert e.desk.goodbye == "quit"


@pytest.mark.parametrize("keys", AT_A_TABLE.values(), ids=AT_A_TABLE)
async def test_at_a_table_it_asks(keys):
    async with evening() as e:
        await e.table()
        await e.press(*keys)
        assert is_open(e) == bool(keys)
        await e.press("ctrl+c")
        assert (asks(e), e.desk.goodbye) == ("go", "")
        assert ASKED["en"] in await e.text()


@pytest.mark.parametrize("keys", IN_A_GAME.values(), ids=IN_A_GAME)
async def test_in_a_game_it_asks_however_often_it_is_pressed(keys):
    async with evening("ja") as e:
        await e.game()
        await e.press(*keys)
        assert is_open(e) == bool(keys)
        for _ in range(2):
            await e.press("ctrl+c")
            assert (asks(e), e.desk.goodbye) == ("quit", "")
            assert ASKED["ja"] in await e.text()
        await e.press("1")
        assert (asks(e), e.desk.goodbye) != ("quit", "quit")


async def test_in_a_game_on_a_screen_too_small_to_play_it_asks_in_sight():
    async with evening() as e:
        await e.game()
        await e.resize(20, 8)
        await e.press("ctrl+c")
        assert "Leave the house?" in await e.text()
        await e.press("2")
        assert e.desk.goodbye == "quit"


@pytest.mark.parametrize("keys", [("tab",), ("j",)], ids=["line", "question"])
async def test_what_is_being_typed_is_cleared_first(keys):
    async with evening() as e:
        await e.press(*keys, "h", "i")
        await e.press("ctrl+c")
        assert (e.line.value, asks(e), e.desk.goodbye) == ("", "", "")
        await e.press("ctrl+c")
        assert asks(e) == "go"


@pytest.mark.parametrize(("lang", "keys"), [("en", ("c",)), (None, ())], ids=["create", "language"])
async def test_whoever_stays_is_where_they_were(lang, keys):
    async with evening(lang) as e:
        await e.press(*keys)
        before = e.desk.page
        assert e.desk.pages == [before]
        await e.press("ctrl+c")
        assert asks(e) == "go"
        await e.press("1")
        assert e.desk.pages == [before]
        assert not e.desk.goodbye


async def test_q_is_the_same_where_it_is_no_letter():
    async with evening() as e:
        await e.press("q")
        assert (asks(e), e.desk.goodbye) == ("go", "")
        await e.press("2")
        assert e.desk.goodbye == "quit"


async def test_a_form_keeps_what_was_chosen_in_it():
    async with evening(game=LOVE) as e:
        await e.press("c", "end", "enter", *"a1a2a3a1rs")
        while (form := e.app.main.query_one(FormPane)).form is None:
            await e.pass_time(30)
        await e.press("1")
        chosen = dict(form._draft)
        await e.press("ctrl+c")
        assert (asks(e), bool(chosen)) == ("quit", True)
        await e.press("1")
        assert (e.app.focused, form._draft, e.desk.goodbye) == (e.app.main.left, chosen, "")
