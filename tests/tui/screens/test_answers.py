"""A press always answers: what cannot be chosen says why, wherever it is pressed."""

import re

import pytest

from engine.games.love import LOVE
from engine.games.omega import OMEGA
from engine.table import moves as m
from tests.support.evening import evening
from tests.support.love_family import family
from tui.words.catalogue import Words

SIZES = [(40, 20), (80, 24), (100, 30)]
sized = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
spoken = pytest.mark.parametrize("lang", ["en", "ja"])


def flat(text):
    """Text without spaces, wherever its rows were broken."""
    return re.sub(r"[\s▲▼]", "", re.sub(r"[│┃].*", "", text))


async def told(e, text):
    """Whether it is told in the left half or below it."""
    return flat(text) in flat(await e.text())


# --- Love: the form


@sized
@spoken
async def test_the_culprit_who_hands_in_a_blank_is_told_what_is_missing(lang, size):
    words = Words(lang)
    async with family(lang, size) as e, e.screen(e.people[e.culprit]):
        before = await e.text()
        await e.press("enter")
        assert await e.text() != before
        missing = words("love.refusal.beloved-needed")
        assert await told(e, words("love.foresee.refused", reason=missing))
        await e.press("1" if e.culprit != 0 else "2")
        assert not await told(e, words("love.foresee.refused", reason=missing))


async def test_the_culprit_who_hands_in_a_forbidden_attack_is_told_why():
    async with family() as e:
        beloved, *_ = e.innocents()
        await e.prologue(beloved)
        async with e.screen(e.people[e.culprit]):
            await e.press("3", "1", str(beloved + 1), "enter")
            assert await told(e, "Not handed in: an alibi may kill your beloved, unless you are under siege.")


@sized
async def test_with_secrets_hidden_handing_in_answers_alike_whether_it_was_taken_or_not(size):
    pages = []
    async with family(size=size) as e:
        for seat in (e.culprit, e.innocents()[0]):
            async with e.screen(e.people[seat]):
                await e.press("ctrl+x")
                before = await e.text()
                await e.press("enter")
                assert await e.text() != before
                assert await told(e, "Hidden. i shows whether it was taken.")
                pages.append([row for row in (await e.rows())[1:] if "Hidden" in row or "!" in row])
    assert pages[0] == pages[1]


WHY = {
    "en": {
        "self-beloved": "{0}: nobody is their own beloved",
        "spent": "siege: that card is spent",
        "dead-card": "siege: the dead need no card",
        "gone": "{0}: is dead",
        "self-vote": "{0}: no vote for oneself while three or more live",
        "self-culprit": "{0}: nobody names oneself as the culprit",
    },
    "ja": {
        "self-beloved": "{0}：自分を想い人にはできません",
        "spent": "籠城：そのカードはもうありません",
        "dead-card": "籠城：死者に防御策はいりません",
        "gone": "{0}：もう死んでいます",
        "self-vote": "{0}：三人以上いる間は自分に投票できません",
        "self-culprit": "{0}：自分を犯人とは書けません",
    },
}


@sized
@spoken
async def test_every_choice_that_is_not_open_says_why(lang, size):
    async with family(lang, size) as e:
        reader, beloved, victim, *_ = e.innocents()
        name = [seat.name for seat in e.table.state.seats]
        keys = [str(seat + 1) for seat in range(5)]

        async def why(seat, what, whom, *pressed):
            async with e.screen(e.people[seat]):
                await e.press(*pressed)
                assert await told(e, WHY[lang][what].format(name[whom])), what

        await why(reader, "self-beloved", reader, keys[reader])
        await e.prologue(beloved)
        await e.night("alibi", victim, {reader: "siege"})
        e.hub.advance(180_000)
        await why(reader, "self-vote", reader, keys[reader])
        await why(reader, "gone", victim, keys[victim])
        for seat in e.table.state.phase.asked:
            await e.give(seat, "vote", vote=str(reader) if seat != reader else "")
        await why(reader, "self-culprit", reader, keys[reader])
        await why(reader, "gone", victim, "down", keys[victim])
        await e.guess(reader)
        await why(reader, "spent", reader, "1")
        await why(reader, "spent", reader, "3", "up", "right")
        await why(reader, "gone", victim, "down", "down", keys[victim])
        await why(victim, "dead-card", victim, "1")


# --- phases that ask nothing, or nothing of the reader


@pytest.mark.parametrize("key", ["enter", "3", "0"])
@spoken
async def test_a_key_that_answers_elsewhere_says_why_it_answers_nothing_here(lang, key):
    words = Words(lang)
    async with evening(lang) as e:
        await e.game()
        if key != "3":
            await e.press(key)
            assert await told(e, words("why.choices", keys="1-6"))
        await e.press("p")
        await e.press(key)
        assert await told(e, words("refusal.paused" if key == "3" else "why.paused"))


async def test_who_watches_or_is_dead_is_told_so():
    async with family() as e:
        reader, beloved, victim, *_ = e.innocents()
        await e.prologue(beloved)
        await e.night("alibi", victim)
        e.hub.advance(180_000)
        async with e.screen(e.people[victim]):
            await e.press("enter")
            assert await told(e, "The dead are not asked in this phase.")
        for seat in e.table.state.phase.asked:
            await e.give(seat, "vote", vote=str(reader) if seat != reader else "")
        async with e.screen(e.people[beloved]):
            await e.press("1")
            assert await told(e, "You are asked nothing in this phase.")


# --- before the game


@spoken
async def test_enter_answers_everywhere_before_a_game(lang):
    words = Words(lang)
    async with evening(lang) as e:
        await e.press("enter")
        assert words("lobby.none")[:20] in await e.text()
        await e.table()
        await e.press("home", "enter")
        assert await told(e, words("why.person"))
        await e.me.act(m.HandOver(e.friends[0].person.id))
        await e.press("end", "enter")
        assert await told(e, words("refusal.host-only"))


@pytest.mark.parametrize("key", ["s", "a", "A", "x", "o", "g", "c"])
async def test_a_key_of_the_host_says_so_to_everybody_else(key):
    async with evening() as e:
        await e.table()
        await e.me.act(m.HandOver(e.friends[0].person.id))
        await e.press("home", key)
        assert await told(e, "Only the host can do that.")


async def test_a_key_without_a_seat_and_a_full_table_say_so():
    async with evening() as e:
        await e.table()
        await e.press("A", "enter")
        await e.press("a")
        assert await told(e, "All 4 seats are taken.")
        await e.press("u", "w")
        assert await told(e, "You have no seat here.")


# --- what a column means


COLUMNS = {
    ("omega", "en"): ["Lives left, of three.", "The vaccine costs $50k.", "It may be a bluff.", "done talking"],
    ("omega", "ja"): ["残りのライフ", "資金。", "本心とは限りません。", "話し終えた"],
    ("love", "en"): [
        "Sieges left, one",
        "Unities left, two",
        "How often elected",
        "its card of the night",
        "Nobody else sees",
    ],
    ("love", "ja"): ["籠城の残り。", "結束の残り。", "探偵に選ばれた回数。", "一日ごとの", "ほかの人には"],
}


@sized
@pytest.mark.parametrize(("game", "lang"), COLUMNS, ids="-".join)
@pytest.mark.parametrize("keys", [("question_mark",), ("b", "1")], ids=["help", "rules"])
async def test_help_and_rules_tell_what_each_column_means_in_the_same_words(game, lang, keys, size):
    rules = LOVE if game == "love" else OMEGA
    async with evening(lang, size, game=rules) as e:
        await e.game()
        await e.press(*keys)
        seen = flat(await e.text())
        for _ in range(12):
            await e.press("pagedown")
            seen += flat(await e.text())
        assert [text for text in COLUMNS[game, lang] if flat(text) not in seen] == []
