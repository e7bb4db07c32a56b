"""The house as its people use it: coming and going, taking over, the lobby, and what it refuses."""

from __future__ import annotations

import asyncio

import pytest

from engine.errors import Refusal
from engine.house import LobbyChanged, LobbyView, Person, Profile
from engine.table import moves as m
from server.books.accounts import Arrival
from tests.support.virtual_house import Player, World, clear, facts

# --- coming and going ---------------------------------------------------------------------------------


async def test_a_second_login_takes_over_and_the_first_is_told_once(world: World):
    ada, ben = await world.playing("ada", "ben")
    await ada.answer("bet", bet="yes")
    clear(ben)
    again = await world.join("ada")
    assert ada.goodbye == "taken-over"
    assert [type(event).__name__ for event in again.events[:2]] == ["LobbyChanged", "TableChanged"]
    assert again.view == ada.view
    assert ben.shown == [], "nobody went away, nobody came back"
    with pytest.raises(Refusal, match="session-over"):
        await ada.act(m.Say("table", "still me"))
    ada.leave()
    await world.settle()
    assert not ben.shown, "the older connection takes nobody away when it closes"


async def test_away_then_back_before_the_grace_is_over(world: World):
    ada, ben = await world.playing("ada", "ben", talk=120)
    ben.leave()
    await world.settle()
    assert ada.view.seats[1].away
    await world.pass_time(89.9)
    assert not ada.view.seats[1].stand_in
    ben = await world.join("ben")
    assert not ada.view.seats[1].away
    assert ben.view.seat_of(ben.id) == 1
    await world.pass_time(5)
    assert not ada.view.seats[1].stand_in, "the grace does not run on"


async def test_after_the_grace_a_stand_in_plays_until_the_person_returns(world: World):
    ada, ben, _ = await world.playing("ada", "ben", "cy", talk=120)
    ben.leave()
    await world.pass_time(90)
    assert ada.view.seats[1].stand_in
    await world.pass_time(30)
    assert ada.view.phase.name == "vote"
    await ada.answer("vote", seat="2")
    await world.pass_time(9)
    assert world_sees_vote(world, 1), "the stand-in voted"
    ben = await world.join("ben")
    assert not ada.view.seats[1].stand_in
    assert ben.view.seat_of(ben.id) == 1


def world_sees_vote(world: World, seat: int) -> bool:
    [table] = world.hub._tables.values()
    return table.state.phase.answer("vote", seat) is not None


async def test_a_stand_in_leaves_the_public_trace_of_a_time_out(world: World):
    ada, ben, _ = await world.playing("ada", "ben", "cy", talk=120)
    ben.leave()
    await world.pass_time(90)
    clear(ada)
    await world.pass_time(28)
    assert facts(ada) == []


async def test_all_gone_voids_the_game_and_closes_the_table(world: World):
    ada, ben = await world.playing("ada", "ben", talk=120)
    zoe = await world.join("zoe")
    for player in (ada, ben):
        player.leave()
    await world.pass_time(89)
    assert [card.stage for card in zoe.lobby.tables] == ["playing"]
    [row] = await world.journal.tables()
    await world.pass_time(1)
    assert zoe.lobby.tables == ()
    assert await world.journal.tables() == []
    batches = await world.journal.read(row.id)
    assert batches[-1].command.move == m.Close("empty")
    assert [(score.person, score.result, score.stand_in) for score in batches[-2].scores] == [
        ("u-ada", "void", True),
        ("u-ben", "void", True),
    ]


async def test_a_table_whose_maker_steps_out_is_closed_at_once(world: World):
    [ada] = await world.seated("ada")
    await ada.house.step_out()
    await world.settle()
    assert ada.gone == ["left"]
    assert ada.lobby.tables == ()


async def test_stepping_out_of_a_game_keeps_the_seat_and_opens_no_gallery(world: World):
    ada, ben = await world.playing("ada", "ben")
    code = ada.view.code
    await ben.house.step_out()
    await world.settle()
    assert ada.view.seats[1].away
    assert [card.mine for card in ben.lobby.tables] == [True]
    with pytest.raises(Refusal, match="house-chat-seated"):
        await ben.house.say("they all lie")
    with pytest.raises(Refusal, match="not-here"):
        await ben.act(m.Say("gallery", "hi"))
    await ben.house.enter(code)
    await world.settle()
    assert not ada.view.seats[1].away
    assert ben.view.seat_of(ben.id) == 1
    with pytest.raises(Refusal, match="gallery-not-yours"):
        await ben.act(m.Say("gallery", "hi"))


async def test_a_living_player_has_no_other_table_until_their_game_is_over_or_left(world: World):
    _, ben, *_ = await world.playing("ada", "ben", "cy", talk=120)
    [zoe] = await world.seated("zoe")
    for _ in range(2):  # at the table, then away from it
        with pytest.raises(Refusal, match="plays-elsewhere"):
            await ben.house.enter(zoe.view.code)
        with pytest.raises(Refusal, match="plays-elsewhere"):
            await ben.house.create("coin", "open", {})
        await ben.house.step_out()
    assert [watcher.who for watcher in zoe.view.watchers] == []
    await ben.house.enter(ben.lobby.tables[0].code)
    await world.settle()
    await ben.act(m.LeaveTable())
    await ben.house.enter(zoe.view.code)
    await world.settle()
    assert [watcher.who for watcher in zoe.view.watchers] == ["u-ben"]


async def test_the_dead_may_go_to_another_table(world: World):
    ada, ben, cy = await world.playing("ada", "ben", "cy", talk=120)
    [zoe] = await world.seated("zoe")
    for player in (ada, ben, cy):
        await player.answer("done", done="yes")
    await world.pass_time(3)
    for player, name in ((ada, "2"), (ben, "2"), (cy, "0")):
        await player.answer("vote", seat=name)
    await cy.house.enter(zoe.view.code)
    await world.settle()
    assert [watcher.who for watcher in zoe.view.watchers] == ["u-cy"]


async def test_leaving_for_good_hands_the_seat_to_a_stand_in(world: World):
    ada, ben, _ = await world.playing("ada", "ben", "cy")
    await ben.act(m.LeaveTable())
    assert ben.gone == ["left"]
    assert ada.view.seats[1].stand_in
    assert ben.lobby.tables[0].mine is False
    with pytest.raises(Refusal, match="left-for-good"):
        await ben.house.enter(ada.view.code)
    assert (await world.join("ben")).shown == []


async def test_what_is_chosen_is_kept_for_the_next_visit(world: World):
    arrival = Arrival(Person("u-ada", "ada", False))
    async with world.hub.welcome(arrival) as house:
        assert house.profile == Profile(None, None, None, None)
        await house.keep(thin=True)
        await house.keep(theme="dark", mouse=False)
        assert house.profile == Profile(None, True, "dark", False)
    async with world.hub.welcome(arrival) as older, world.hub.welcome(arrival) as house:
        assert house.profile == Profile(None, True, "dark", False)
        with pytest.raises(Refusal, match="session-over"):
            await older.keep(thin=False)
    assert await world.store.profile("u-ada") == Profile(None, True, "dark", False)


@pytest.mark.parametrize("word", ["", "a" * 33, "Dark", "dark mode", "dark\n", "\x1b[2J", "暗"])
async def test_a_profile_takes_short_plain_words_only(world: World, word):
    ada = await world.join("ada")
    for choice in ({"theme": word}, {"language": word}, {"call": word}, {"notify": word}):
        with pytest.raises(ValueError, match="is no word of a profile"):
            await ada.house.keep(**choice)
    with pytest.raises(TypeError):
        await ada.house.keep(colour="red")
    assert ada.house.profile == await world.store.profile(ada.id) == Profile()
    await ada.house.keep(theme="a" * 32)
    assert ada.house.profile.theme == "a" * 32


async def test_who_proves_to_be_an_earlier_guest_has_what_that_one_chose(world: World):
    await world.store.keep_profile("g-gus", Profile(language="ja", mouse=True))
    world.store.codes["lusab-babad"] = Person("g-gus", "gus", True)
    other = await world.join("guest", guest=True)
    await other.house.keep(language="en")
    await other.house.rejoin("lusab-babad")
    assert other.house.profile == Profile("ja", None, None, True)
    await other.house.keep(thin=False)
    assert await world.store.profile("g-gus") == Profile("ja", False, None, True)
    assert await world.store.profile("g-guest") == Profile("en")


async def test_who_stayed_away_too_long_is_not_brought_back_to_a_lobby(world: World):
    ada, ben = await world.seated("ada", "ben")
    ben.leave()
    await world.pass_time(90)
    assert [seat.who for seat in ada.view.seats] == ["u-ada"]
    ben = await world.join("ben")
    assert ben.shown == []
    assert [card.mine for card in ben.lobby.tables] == [False]


async def test_a_removed_person_is_back_in_the_lobby(world: World):
    ada, ben = await world.seated("ada", "ben")
    await ada.act(m.Remove(ben.id))
    assert ben.gone == ["removed"]
    assert type(ben.events[-1]).__name__ == "LobbyChanged"
    assert ben.house.now() == 0


async def test_a_guest_proves_to_be_an_earlier_one(world: World):
    ada = await world.join("ada")
    code = await ada.house.create("coin", "open", {})
    gus = await world.join("gus", guest=True)
    await gus.house.enter(code)
    await gus.act(m.Sit())
    await gus.act(m.Ready())
    await ada.act(m.Start())
    world.store.codes["lusab-babad"] = gus.house.person
    gus.leave()
    await world.settle()
    other = await world.join("guest", guest=True)
    with pytest.raises(Refusal, match="rejoin-unknown"):
        await other.house.rejoin("wrong")
    await other.house.rejoin("lusab-babad")
    await world.settle()
    assert other.house.person == gus.house.person
    assert other.view.seat_of("g-gus") == 1
    assert not ada.view.seats[1].away
    assert [person.id for person in other.lobby.people] == ["u-ada", "g-gus"]


# --- the lobby ----------------------------------------------------------------------------------------


async def test_a_rejoining_guest_who_is_taken_over_meanwhile_ends_nobody_s_session(world: World):
    world.store.codes["lusab-babad"] = Person("g-old", "old", True)
    gil = await world.join("gil", guest=True)
    await gil.house.create("coin", "open", {})
    rejoining = asyncio.create_task(gil.house.rejoin("lusab-babad"))
    await asyncio.sleep(0)  # it waits for its table to see it off
    newer = await world.join("gil", guest=True)
    await rejoining
    assert world.hub.presence("g-gil") is newer.house
    assert world.hub.presence("g-old") is None
    await newer.house.say("still here")


async def test_tables_by_code_are_listed_for_their_own_people_only(world: World):
    ada, zoe = await world.join("ada"), await world.join("zoe")
    code = await ada.house.create("coin", "code", {})
    await world.settle()
    assert zoe.lobby.tables == ()
    assert len(code.split("-")) == 3
    await zoe.house.enter(code.replace("-", " ").lower())
    await zoe.house.step_out()
    await world.settle()
    assert zoe.lobby.tables == ()


def lobbies(player: Player) -> list[LobbyView]:
    return [event.view for event in player.events if isinstance(event, LobbyChanged)]


async def test_the_first_change_of_the_lobby_is_shown_at_once_and_the_others_together(world: World):
    crowd = [await world.join(f"p{n}") for n in range(10)]
    zoe = await world.join("zoe")
    await world.pass_time(1)
    for round_of_lines in range(2):
        clear(zoe)
        for person in crowd:
            await person.house.say("hi")
            await world.settle()
        assert [len(view.chat) for view in lobbies(zoe)] == [10 * round_of_lines + 1]
        await world.pass_time(0.29)
        assert len(lobbies(zoe)) == 1
        await world.pass_time(0.01)
        assert [len(view.chat) for view in lobbies(zoe)] == [10 * round_of_lines + n for n in (1, 10)]
        await world.pass_time(5)
        assert len(lobbies(zoe)) == 2, "nothing happened, nothing is shown"


async def test_a_steady_stream_of_changes_is_a_wave_every_three_tenths_of_a_second(world: World):
    talkers = [await world.join(f"p{n}") for n in range(4)]
    zoe = await world.join("zoe")
    await world.pass_time(1)
    clear(zoe)
    for n in range(30):
        await talkers[n % 4].house.say("hi")
        await world.pass_time(0.1)
    assert len(lobbies(zoe)) == 11, "at once, and after each of ten times 0.3 s"


async def test_who_comes_or_leaves_a_table_waits_for_no_wave(world: World):
    [ada] = await world.seated("ada")
    await ada.house.say("busy")
    zoe = await world.join("zoe")
    assert [line.text for line in zoe.lobby.chat] == ["busy"]
    clear(ada)
    await ada.house.step_out()
    await world.settle()
    assert ada.lobby.tables == ()


async def test_every_reader_has_a_card_of_their_own_and_its_age_goes_on(world: World):
    ada, zoe = await world.join("ada"), await world.join("zoe")
    code = await ada.house.create("coin", "open", {})
    for seconds in (1, 20):
        await world.pass_time(seconds)
        await zoe.house.say("hi")
        await world.settle()
        [his], [hers] = ada.lobby.tables, zoe.lobby.tables
        assert (his.code, his.mine, hers.code, hers.mine) == (code, True, code, False)
        assert his.age == hers.age
    assert hers.age == 21


@pytest.mark.parametrize("code", ["", "KITE-4", "\x1b[2J", "x" * 10_000, "ＫＩＴＥ４２"])
async def test_a_wrong_code_is_refused_without_an_echo(world: World, code: str):
    ada = await world.join("ada")
    with pytest.raises(Refusal) as refused:
        await ada.house.enter(code)
    assert (refused.value.code, refused.value.params) == ("no-such-table", {})


async def test_a_notebook_is_kept_through_a_dropped_line_and_shown_to_nobody_else(world: World):
    ada, ben = await world.playing("ada", "ben")
    clear(ben)
    await ada.house.note(1, "suspect")
    assert await ada.house.notes() == {1: "suspect"}
    assert await ben.house.notes() == {}
    assert ben.shown == []
    ada.leave()
    await world.settle()
    again = await world.join("ada")
    assert await again.house.notes() == {1: "suspect"}


@pytest.mark.parametrize(
    ("seat", "mark", "code"),
    [
        (9, "suspect", "note-seat"),
        (-1, "suspect", "note-seat"),
        (0, "[b]x[/]", "note-mark"),
        (0, "x" * 17, "note-mark"),
    ],
)
async def test_a_note_is_a_word_about_a_seat(world: World, seat: int, mark: str, code: str):
    ada, _ = await world.playing("ada", "ben")
    with pytest.raises(Refusal, match=code):
        await ada.house.note(seat, mark)


async def test_house_chat_reaches_all_but_the_living_at_their_game(world: World):
    ada, ben = await world.playing("ada", "ben")
    zoe, eve = await world.join("zoe"), await world.join("eve")
    await eve.house.enter(ada.view.code)
    await world.settle()
    clear(ada, ben)
    await zoe.house.say("  hi\x1b[2J   there ")
    await eve.house.say("hello")
    await world.pass_time(0.3)
    for reader in (zoe, eve):
        assert [(line.name, line.text) for line in reader.lobby.chat] == [("zoe", "hi there"), ("eve", "hello")]
    assert ada.events == []


@pytest.mark.parametrize(
    ("text", "code"),
    [("", "say-empty"), ("\x1b[2J\u200b", "say-empty"), ("x" * 401, "say-long"), ("あ" * 401, "say-long")],
)
async def test_chat_that_is_empty_or_long_is_refused(world: World, text: str, code: str):
    [ada] = await world.seated("ada")
    with pytest.raises(Refusal, match=code):
        await ada.house.say(text)
    with pytest.raises(Refusal, match=code):
        await ada.act(m.Say("table", text))


async def test_a_line_of_four_hundred_is_heard_whole(world: World):
    [ada] = await world.seated("ada")
    await ada.act(m.Say("table", "あ" * 400))
    assert ada.view.chat[-1].text == "あ" * 400


async def test_a_flood_is_refused_and_a_pause_mends_it(world: World):
    [ada] = await world.seated("ada")
    zoe = await world.join("zoe")
    await world.pass_time(60)
    for n in range(12):
        await (zoe.house.say("spam") if n % 2 else ada.act(m.Say("table", "fine")))
    for _ in range(6):
        await zoe.house.say("spam")
    with pytest.raises(Refusal) as refused:
        await zoe.house.say("spam")
    assert refused.value.params == {"seconds": 1}
    with pytest.raises(Refusal, match="too-fast"):
        await zoe.house.create("coin", "open", {})
    await ada.act(m.Say("table", "still heard"))
    await world.pass_time(1)
    await zoe.house.say("sorry")


async def test_a_file_of_a_game_is_as_dear_as_a_table(world: World):
    [ada] = await world.seated("ada")
    await world.pass_time(60)
    for _ in range(3):
        with pytest.raises(Refusal, match="no-finished-game"):
            await ada.house.export()
    with pytest.raises(Refusal) as refused:
        await ada.house.export()
    assert (refused.value.code, refused.value.params) == ("too-fast", {"seconds": 4})


async def test_creating_tables_is_dear(world: World):
    ada = await world.join("ada")
    for _ in range(3):
        await ada.house.create("coin", "open", {})
    with pytest.raises(Refusal) as refused:
        await ada.house.create("coin", "open", {})
    assert refused.value.params == {"seconds": 4}


@pytest.mark.parametrize(
    ("game", "options", "code"),
    [("chess", {}, "game-unknown"), ("coin", {"talk": 5}, "option-range"), ("coin", {"luck": "yes"}, "option-unknown")],
)
async def test_a_table_that_cannot_be_leaves_nothing_behind(world: World, game: str, options: dict, code: str):
    ada = await world.join("ada")
    with pytest.raises(Refusal, match=code):
        await ada.house.create(game, "open", options)
    await world.settle()
    assert ada.lobby.tables == ()
    assert await world.journal.tables() == []
    assert ada.house.table is None


@pytest.mark.parametrize("move", [m.Commit("00" * 32), m.TimeUp(1), m.Close("x"), m.GraceOver(), m.Speak("hello", {})])
async def test_the_house_s_own_moves_are_nobody_else_s(world: World, move: m.Move):
    ada, _ = await world.playing("ada", "ben")
    with pytest.raises(Refusal, match="server-only"):
        await ada.act(move)
