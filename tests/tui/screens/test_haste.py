"""A key that was meant for the phase before does nothing in the first half second of the next, and says so."""

import re

import pytest

from engine.table import moves as m
from tests.support.evening import evening
from tests.support.love_family import family
from tui.words.catalogue import Words

HALF_A_SECOND = 500


def flat(text):
    """Text without spaces, wherever its rows were broken."""
    return re.sub(r"\s", "", text)


async def turn(e):
    """The dialogue is over: the action phase opens before the reader's eyes."""
    e.app.desk.haste = HALF_A_SECOND
    await e.game()
    await e.answer(done="yes")
    await e.press("6")
    await e.pass_time(3)
    assert e.room.state.phase.name == "action"


def chosen(e):
    """What the reader has chosen in the open phase."""
    return e.room.state.phase.answer("action", e.room.state.seat_of(e.me.person.id))


@pytest.mark.parametrize("size", [(40, 20), (80, 24), (100, 30)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "The phase has just changed, so {} did nothing."),
        ("ja", "フェーズが変わった直後なので、{}は効きません。"),
    ],
)
@pytest.mark.parametrize(("key", "name"), [("1", "1"), ("２", "2"), ("6", "6"), ("enter", "Enter"), ("space", "␣")])
async def test_in_the_first_half_second_a_key_that_answers_does_nothing_and_says_so(lang, told, size, key, name):
    async with evening(lang, size) as e:
        await turn(e)
        e.hub.advance(HALF_A_SECOND - 1)
        await e.press(key)
        assert flat(told.format(name)) in flat(await e.text())
        assert chosen(e) is None


async def test_after_it_the_key_counts_and_the_note_goes():
    async with evening() as e:
        await turn(e)
        await e.press("1")
        e.hub.advance(HALF_A_SECOND)
        await e.press("1")
        assert chosen(e) == {"action": "work"}
        assert "just changed" not in await e.text()


async def test_the_first_phase_of_a_game_has_none_before_it():
    async with evening() as e:
        e.app.desk.haste = HALF_A_SECOND
        await e.game()
        await e.press("1")
        assert e.room.state.phase.answer("wish", 0) == {"wish": "for"}


@pytest.mark.parametrize("key", ["t", "b", "question_mark", "tab"])
async def test_keys_that_mean_the_same_in_every_phase_work_at_once(key):
    async with evening() as e:
        await turn(e)
        await e.press(key)
        assert e.desk.pages or e.app.main.typing
        assert "just changed" not in await e.text()


async def test_what_is_typed_is_never_held_back_but_a_number_behind_a_slash_is_and_stays():
    async with evening() as e:
        await turn(e)
        await e.press("tab")
        await e.type("/1")
        assert e.line.value == "/1"
        assert "just changed" in await e.text()
        assert chosen(e) is None
        e.line.value = ""
        await e.type("/work")
        assert chosen(e) == {"action": "work"}


async def test_a_pause_answers_for_itself():
    async with evening() as e:
        await turn(e)
        await e.me.act(m.Pause())
        await e.press("enter")
        assert "The game is paused; nothing can be chosen." in await e.text()


async def test_every_seat_is_held_back_alike_whatever_it_holds():
    screens = {}
    words = Words("en")
    async with family() as e:
        beloved, victim, other, *_ = e.innocents()
        culprit = e.culprit
        await e.prologue(beloved)
        await e.night("alibi", victim)
        for seat in (culprit, beloved, victim, other):
            before = e.table.state.phase
            async with e.screen(e.people[seat]):
                e.app.desk.haste = HALF_A_SECOND
                if before.name == "noon":
                    e.hub.advance(180_000)
                    await e.settle()
                else:  # the next phase: everybody votes, then the detective writes, then it is night
                    await step(e, beloved)
                assert e.table.state.phase.no != before.no
                await e.press("3")
                screens[seat] = words("note.too-soon", key="3") in await e.text()
    assert screens == dict.fromkeys((culprit, beloved, victim, other), True)


async def step(e, detective):
    """Let the open phase end."""
    phase = e.table.state.phase
    if phase.name in ("election", "runoff"):
        for seat in phase.asked:
            await e.give(seat, "vote", vote=str(detective) if seat != detective else "")
    elif phase.name == "guess":
        await e.guess(detective)
    else:
        await e.night("locked_room", detective)
    await e.settle()
