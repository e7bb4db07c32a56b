"""Keys that a person types ahead of what comes of them, all in one packet: each goes where it would have gone."""

import pytest

from tests.support.evening import evening
from tui.screens.dialogs import ListScreen


async def typed(e, data):
    """One packet, worked off."""
    e.app.feed(data)
    await e.app.ready()
    await e.settle()


@pytest.fixture
async def lobby():
    """A table to go to, and the person in the lobby."""
    async with evening() as e:
        await e.friends[0].create("omega", "code", {})
        await e.settle()
        yield e


async def test_the_code_is_typed_where_j_has_asked_for_it(lobby):
    await typed(lobby, b"jKITE-42\r")
    assert lobby.room is not None
    assert lobby.desk.place == "room"
    assert lobby.desk.question is None
    assert len(lobby.app.screen_stack) == 1


async def test_what_is_typed_after_the_answer_is_for_the_place(lobby):
    await typed(lobby, b"jKITE-42\r\thello\r")
    assert "hello" in await lobby.text()
    assert lobby.app.main.line.value == ""


async def test_a_refused_code_stays_to_be_corrected_by_what_was_typed_ahead(lobby):
    await typed(lobby, b"jKITE-43\r\x7f2\r")
    assert lobby.desk.place == "room"


async def test_arrows_and_enter_go_to_a_list_that_a_key_has_opened():
    async with evening() as e:
        await typed(e, b"c\x1b[F\r")  # to the last row, which opens the table
        assert e.desk.place == "room"
        assert len(e.app.screen_stack) == 1


async def test_a_list_changes_what_its_keys_have_come_to():
    async with evening() as e:
        await typed(e, b"c\x1b[B\x1b[C\x1b[B\x1b[A\x1b[D\x1b[C")
        assert isinstance(e.app.screen, ListScreen)
        assert e.app.screen.page.cursor == 1
        assert e.app.screen.page.access == "code"


async def test_a_number_in_a_list_and_what_comes_after_it():
    async with evening() as e:
        await e.table()
        await typed(e, b"a1\tone bot\r")
        assert [seat.kind for seat in e.room.state.seats].count("bot") == 1
        assert "one bot" in await e.text()
        assert e.app.main.line.value == ""


async def test_enter_in_a_list_and_what_comes_after_it():
    async with evening() as e:
        await e.table()
        await typed(e, b"a\r\tone bot\r")
        assert [seat.kind for seat in e.room.state.seats].count("bot") == 1
        assert "one bot" in await e.text()
        assert e.app.main.line.value == ""
