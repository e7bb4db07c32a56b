"""Before a game, by key presses: play at once, fill up, displace a bot, wait, swap, another game, again."""

import pytest

from engine.errors import Refusal
from engine.games.love import LOVE
from engine.games.omega import OMEGA
from engine.table import facts as f
from engine.table import moves as m
from tests.support.evening import evening

LANGS = ["en", "ja"]


def house(lang="en", size=(80, 24)):
    """An evening at a house with both games."""
    return evening(lang, size, game=OMEGA, others=(LOVE,))


def cast(e):
    return [(seat.name, seat.kind) for seat in e.room.state.seats]


# --- play at once

AT_ONCE = [
    (("p", "1"), "omega", 4, "dialogue"),
    (("p", "enter"), "omega", 4, "dialogue"),
    (("p", "2"), "love", 7, "prologue"),
]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("keys", "game", "seats", "phase"), AT_ONCE)
async def test_two_keys_deal_a_game_against_bots_of_all_temperaments(lang, keys, game, seats, phase):
    async with house(lang) as e:
        await e.press(*keys)
        state = e.room.state
        assert (state.rules.id, state.access, len(state.seats), state.phase.name) == (game, "code", seats, phase)
        assert state.seats[0].who == e.me.person.id
        assert {seat.temperament for seat in state.seats[1:]} == set(state.rules.temperaments)
        assert e.desk.place == "game"
        assert e.desk.pages == []


async def test_the_last_game_comes_first_with_its_options():
    async with house() as e:
        await e.me.create("love", "code", {"night": 120})
        await e.me.act(m.Fill(5))
        await e.me.act(m.Start())
        await e.me.act(m.VoteVoid())
        await e.me.step_out()
        await e.press("escape", "p")
        text = await e.text()
        assert text.index("1 Love, or Nothing") < text.index("2 Omega Strain")
        assert "7 seats, with the options of your last" in text
        assert "4 seats." in text
        await e.press("1")
        assert (e.room.state.rules.id, len(e.room.state.seats), e.room.state.options["night"]) == ("love", 7, 120)


async def test_the_form_for_a_new_table_begins_with_what_was_played_last():
    async with house() as e:
        await e.me.create("love", "code", {"night": 120})
        await e.me.act(m.Fill(3))
        await e.me.act(m.Start())
        await e.me.act(m.VoteVoid())
        await e.me.step_out()
        await e.press("escape", "c")
        assert e.desk.page.game is LOVE
        assert e.desk.page.values["night"] == 120
        await e.press("home", "right")
        assert (e.desk.page.game, e.desk.page.values) == (OMEGA, {})


async def test_a_house_that_cannot_remember_lets_people_play(monkeypatch):
    async with house() as e:

        async def fails():
            raise Refusal("journal-down")

        monkeypatch.setattr(e.me, "remembered", fails)
        await e.press("p", "1")
        assert e.room.state.playing


# --- fill up

FILLS = [
    ((), 7),
    (("4",), 4),
    (("１", "２"), 12),
    (("1", "6"), 16),
]


@pytest.mark.parametrize(("typed", "seats"), FILLS)
async def test_a_table_is_filled_to_the_usual_number_or_the_one_that_is_typed(typed, seats):
    async with house() as e:
        await e.me.create("love", "code", {})
        await e.press("A")
        assert "How many seats are to be taken, 2 to 16? Just Enter: 7." in (await e.text()).replace("\n ", " ")
        await e.press(*typed, "enter")
        assert len(e.room.state.seats) == seats
        assert e.desk.question is None


@pytest.mark.parametrize(("typed", "sentence"), [("x", "from 2 to 16"), ("17", "All 16 seats"), ("1", "1 seats are")])
async def test_a_number_that_does_not_fit_is_answered_and_kept(typed, sentence):
    async with house() as e:
        await e.me.create("love", "code", {})
        await e.press("A", *typed, "enter")
        assert sentence in await e.text()
        assert e.line.value == typed
        assert len(e.room.state.seats) == 1


async def test_where_one_seat_is_free_a_single_key_fills_it():
    async with house() as e:
        await e.me.create("omega", "code", {})
        await e.me.act(m.Fill(3))
        await e.press("A")
        assert len(e.room.state.seats) == 4
        await e.press("A")
        assert "All 4 seats are taken." in await e.text()


# --- people go before bots


async def visits(e, *, bots, friends=0):
    """A table of the first friend, full of bots and friends; the reader comes to it."""
    host = e.friends[0]
    await host.create("omega", "open", {})
    for friend in e.friends[1 : 1 + friends]:
        await friend.enter("KITE-42")
        await friend.act(m.Sit())
    for _ in range(bots):
        await host.act(m.AddBot("sly"))
    await e.settle()


@pytest.mark.parametrize("lang", LANGS)
async def test_who_comes_to_a_table_full_of_bots_takes_the_seat_of_one_by_one_key(lang):
    async with house(lang) as e:
        await visits(e, bots=3)
        await e.press("w")
        text = await e.text()
        assert "d " + {"en": "sit down", "ja": "着席"}[lang] in text
        for full in ("All seats are taken", "満席", "すべて"):
            assert full not in text
        await e.press("d")
        assert [seat.kind for seat in e.room.state.seats] == ["person", "bot", "bot", "person"]
        told = {
            "en": "Aki took the seat of Temari, a bot.",
            "ja": "あきさんが、ボットのてまりに代わって席に着きました。",
        }
        assert told[lang] in [entry[lang].text for entry in e.desk.entries]


async def test_enter_on_a_table_full_of_bots_goes_there_and_sits_down():
    async with house() as e:
        await visits(e, bots=3)
        await e.press("enter")
        assert e.room.state.seat_of(e.me.person.id) == 3


async def test_at_a_table_full_of_people_the_key_tells_the_host_who_waits():
    async with house() as e:
        await visits(e, bots=0, friends=1)
        for name in ("Nami", "Sora"):
            other = e.hub.join(name)
            await other.enter("KITE-42")
            await other.act(m.Sit())
        await e.settle()
        await e.press("enter")
        text = await e.text()
        assert "sit down" not in text.splitlines()[-1]
        assert "d wait for a seat" in text
        await e.press("d")
        text = await e.text()
        assert "The host knows that you wait for a seat." in text
        assert "wait for a seat" not in text.splitlines()[-1]
        assert e.room.state.seat_wanted == (e.me.person.id,)


async def test_the_host_is_told_who_waits():
    async with house() as e:
        await e.me.create("omega", "open", {})
        others = [*e.friends, e.hub.join("Nami"), e.hub.join("Sora")]
        for other in others:
            await other.enter("KITE-42")
            if other is not others[-1]:
                await other.act(m.Sit())
        await others[-1].act(m.WantSeat())
        text = await e.text()
        assert "Sora waits for a seat, and people" in text
        assert "waits for a seat" in next(row for row in text.splitlines() if "Sora" in row)


async def test_sitting_and_standing_have_keys_of_their_own():
    async with house() as e:
        await e.me.create("love", "open", {})
        await e.press("d")
        assert e.desk.seat == 0
        assert "The key “d” does nothing here." in await e.text()
        await e.press("u")
        assert e.desk.seat is None
        await e.press("y")
        assert e.room.state.author == e.me.person.id
        await e.press("y")
        assert e.room.state.author == e.me.person.id
        await e.press("u")
        assert e.room.state.author == ""


# --- swapping and another game


async def test_the_host_swaps_the_chosen_person_with_another():
    async with house() as e:
        await e.me.create("omega", "open", {})
        for friend in e.friends:
            await friend.enter("KITE-42")
            await friend.act(m.Sit())
        await e.press("down", "c")
        text = await e.text()
        assert "With whom does Umi change places?" in text
        await e.press("2")
        assert [seat.name for seat in e.room.state.seats] == ["Aki", "Kaze", "Umi"]
        assert e.desk.pages == []
        told = "Umi and Kaze have changed places. Everybody has to be ready afresh."
        assert told in [entry["en"].text for entry in e.desk.entries]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (40, 20)])
async def test_the_host_changes_the_game_and_everybody_stays(lang, size):
    async with house(lang, size) as e:
        await e.table()
        await e.press("g")
        text = await e.text()
        assert {"en": "Love, or Nothing", "ja": "愛、さもなくば無"}[lang] in text
        await e.press("1")
        state = e.room.state
        assert (state.rules.id, len(state.seats)) == ("love", 3)
        assert not any(seat.ready for seat in state.seats)
        rows = await e.rows()
        assert {"en": "Love, or", "ja": "愛、さもなくば無"}[lang] in rows[0]
        for friend in e.friends:
            await friend.act(m.Ready())
        await e.press("s")
        assert (e.room.state.phase.name, e.desk.place) == ("prologue", "game")


async def test_a_game_with_too_few_seats_is_refused_with_a_sentence():
    async with house() as e:
        await e.me.create("love", "open", {})
        await e.me.act(m.Fill(7))
        await e.press("g", "1")
        assert e.room.state.rules.id == "love"
        assert "That game has 4 seats; here 7 are taken." in (await e.text()).replace("\n ", " ")


async def test_who_comes_after_the_game_has_changed_is_told_both_games_each_in_its_words():
    async with house() as e:
        await e.game()
        for person in (e.me, *e.friends):
            await person.act(m.VoteVoid())
        await e.me.act(m.ChangeGame("love", {}))
        late = e.hub.join("Sora")
        await late.enter("KITE-42")
        await e.me.step_out()
        await e.me.enter("KITE-42")
        await e.settle()
        assert "⟦" not in await e.text()
        assert any(type(news.fact) is f.GameChanged for news in e.room.table.eyes.history(e.me.person.id))
        assert e.desk.log.told == []


# --- again


async def test_one_key_after_the_ending_says_again():
    async with house() as e:
        await e.game()
        await e.end()
        assert e.desk.pages, "the ending is in sight"
        assert "r again" in await e.text()
        await e.press("r")
        assert e.room.state.seats[0].ready
        await e.friends[0].act(m.Stand())
        assert not e.room.state.seats[0].ready
        await e.settle()
        told = "Umi gave up the seat and watches. Aki is not ready after all."
        assert e.desk.entries[-1]["en"].text == told


async def test_the_ending_of_a_deserted_table_is_listed_as_over():
    async with house() as e:
        await e.game()
        await e.end()
        await e.press("escape", "l")
        assert "game over" in await e.text()
