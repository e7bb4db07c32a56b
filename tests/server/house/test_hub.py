"""One house: what happens at a table, who is shown it, and that nothing is shown before it is kept."""

from __future__ import annotations

import asyncio

import pytest
from structlog.testing import capture_logs

from engine.chance import commitment
from engine.errors import Refusal
from engine.facts import EVERYONE
from engine.table import facts as f
from engine.table import moves as m
from server.books.journal import Conflict, JournalDown, MemoryJournal
from server.tables.live_table import LiveTable
from tests.support.coin import Fell
from tests.support.virtual_house import World, clear, facts, world_of

# --- a whole game -------------------------------------------------------------------------------------


async def test_people_and_bots_play_to_a_winner_and_again(world: World):
    ada, ben = await world.playing("ada", "ben", bots=2)
    for _ in range(2):
        for _ in range(4):
            await world.pass_time(120)
        assert ada.view.stage == ben.view.stage == "lobby"
        assert ada.view.outcome.cause == "last"
        await ben.act(m.Ready())
        await ada.act(m.Start())
        assert ada.view.playing


async def test_the_opened_seed_is_the_one_that_was_bound_before_the_start(world: World):
    ada, ben = await world.seated("ada", "ben")
    bound = ada.view.commitment
    await ada.act(m.Start())
    await world.pass_time(200)
    opened = ben.view.opened
    assert commitment(bytes.fromhex(opened.seed), ada.view.id, 1) == bound
    assert opened.words == ("", "word of ben")
    assert ada.view.commitment not in ("", bound), "the next game is bound to another seed"


async def test_a_phase_ends_at_its_deadline_and_never_before(world: World):
    ada, _ = await world.playing("ada", "ben", talk=60)
    await world.pass_time(59.999)
    assert ada.view.phase.name == "talk"
    await world.pass_time(0.001)
    assert ada.view.phase.name == "vote"


async def test_all_done_ends_the_talk_after_the_countdown(world: World):
    ada, ben = await world.playing("ada", "ben")
    for player in (ada, ben):
        await player.answer("done")
    await world.pass_time(2.9)
    assert ada.view.phase.name == "talk"
    await world.pass_time(0.2)
    assert ada.view.phase.name == "vote"


async def test_bots_do_not_keep_people_waiting(world: World):
    ada, ben = await world.playing("ada", "ben", bots=1, talk=120)
    await world.pass_time(1)
    for player in (ada, ben):
        await player.answer("done")
    await world.pass_time(1.5 + 3)
    assert ada.view.phase.name == "vote"


async def test_bots_speak_and_vote_in_their_own_time(world: World):
    ada, ben = await world.playing("ada", "ben", bots=2, talk=60)
    assert "Spoke" not in facts(ada)
    await world.pass_time(60)
    assert "Spoke" in facts(ada)
    for player, other in ((ada, "1"), (ben, "0")):
        await player.answer("vote", seat=other)
    assert ada.view.phase.name == "vote"
    await world.pass_time(8)
    assert ada.view.phase.name == "talk", "both bots voted within eight seconds"


async def test_a_pause_stops_the_clock_of_its_table_alone(world: World):
    ada, ben = await world.playing("ada", "ben", talk=60)
    cy, _ = await world.playing("cy", "dee", talk=60)
    await world.pass_time(20)
    await ada.act(m.Pause())
    stood = ada.house.now()
    await world.pass_time(170)
    assert ada.house.now() == stood
    assert ben.view.phase.name == "talk"
    assert cy.house.now() == 190_000
    await ada.act(m.Resume())
    await world.pass_time(39)
    assert ada.view.phase.name == "talk"
    await world.pass_time(1)
    assert ada.view.phase.name == "vote"


# --- who sees what ------------------------------------------------------------------------------------


async def test_an_eye_that_saw_nothing_is_not_woken_and_has_no_gap(world: World):
    ada, ben = await world.playing("ada", "ben")
    eve = await world.join("eve")
    await eve.house.enter(ada.view.code)
    zoe = await world.join("zoe")
    await world.settle()
    clear(ben, eve, zoe)
    last = ada.news[-1].number
    for bet in ("yes", "no", "yes"):
        await ada.answer("bet", bet=bet)
    assert [news.number for news in ada.news[-3:]] == [last + 1, last + 2, last + 3]
    assert ben.events == eve.events == zoe.events == []
    await ada.answer("mood", mood="glad")
    assert facts(ben) == facts(eve) == ["Answered"]
    assert zoe.events == [], "the lobby does not see what happens in a game"


async def test_every_eye_numbers_its_own_facts_without_gaps(world: World):
    players = await world.playing("ada", "ben", "cy")
    for n, player in enumerate(players):
        await player.answer("bet", bet="yes")
        await player.answer("mood", mood="sad" if n else "glad")
    await world.pass_time(200)
    for player in players:
        numbers = [news.number for news in player.news]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert numbers[0] == 1


async def test_a_view_holds_no_secret_of_others(world: World):
    ada, ben, cy = await world.playing("ada", "ben", "cy")
    eve = await world.join("eve")
    await eve.house.enter(ada.view.code)
    await world.settle()
    await ada.answer("bet", bet="yes")
    assert ada.view.phase.answer("bet", 0) == {"bet": "yes"}
    for other in (ben, cy, eve):
        assert other.view.phase.answer("bet", 0) is None
        assert not any(isinstance(news.fact, Fell) and news.fact.seat == 0 for news in other.news)
    assert {seat for _, seat, _ in ada.view.play.coins} == {0}
    assert eve.view.play.coins == frozenset()
    assert all(player.view.seed == "" for player in (ada, ben, cy, eve))


async def test_a_late_watcher_is_shown_the_public_log(world: World):
    ada, _ = await world.playing("ada", "ben")
    await ada.act(m.Say("table", "hello"))
    eve = await world.join("eve")
    await eve.house.enter(ada.view.code.lower())
    await world.settle()
    assert eve.shown[0].first
    assert [line.text for line in eve.view.chat] == ["hello"]
    assert [news.number for news in eve.shown[0].news] == list(range(1, len(eve.shown[0].news) + 1))
    await eve.act(m.Say("gallery", "psst"))
    assert [line.text for line in eve.view.chat] == ["hello", "psst"]
    assert [line.text for line in ada.view.chat] == ["hello"]


async def test_a_slow_reader_gets_the_newest_view_and_every_fact(world: World):
    ada, ben = await world.playing("ada", "ben")
    slow = await world.hub.arrive(ben.house.person)
    await world.settle()
    for text in ("one", "two", "three"):
        await ada.act(m.Say("table", text))
    first, second = await slow.next(), await slow.next()
    assert type(first).__name__ == "LobbyChanged"
    assert [line.text for line in second.view.chat] == ["one", "two", "three"]
    assert second.first
    assert [news.number for news in second.news] == list(range(1, len(second.news) + 1))
    await ada.act(m.Say("table", "four"))
    await ada.act(m.Say("table", "five"))
    third = await slow.next()
    assert [news.fact.text for news in third.news] == ["four", "five"]
    assert not third.first


async def test_secret_log_entries_are_never_addressed_to_everyone(world: World):
    await world.playing("ada", "ben")
    await world.pass_time(10)
    [row] = await world.journal.tables()
    for batch in await world.journal.read(row.id):
        for record in batch.records:
            if isinstance(record.fact, f.SeedKept | f.WordGiven | Fell | f.Sealed):
                assert record.audience != EVERYONE


# --- when things fail ---------------------------------------------------------------------------------


class SickJournal(MemoryJournal):
    """A journal whose disk can be full, and that somebody else can write to."""

    full = False
    faulty = False
    intruder = None

    async def beat(self, times):
        if self.faulty:
            raise ZeroDivisionError
        await super().beat(times)

    async def append(self, table, expected, batch):
        if self.full:
            raise JournalDown("database or disk is full")
        if self.intruder:
            other, self.intruder = self.intruder, None
            await super().append(table, expected, other)
            raise Conflict
        await super().append(table, expected, batch)


async def test_a_full_disk_refuses_everything_tells_the_table_and_resumes():
    async with world_of(journal=SickJournal()) as world:
        ada, ben = await world.playing("ada", "ben", talk=60)
        await world.pass_time(50)
        world.journal.full = True
        with pytest.raises(Refusal, match="journal-down"):
            await ada.act(m.Say("table", "hello?"))
        await world.pass_time(30)
        assert ada.view.phase.name == "talk", "no phase advances without its record"
        assert ada.view.chat == ()
        assert ada.notices == ben.notices == ["journal-down"]
        ben.leave()
        await world.pass_time(3)
        assert not ada.view.seats[1].away
        world.journal.full = False
        await world.pass_time(1)
        assert ada.view.phase.name == "vote"
        assert ada.view.seats[1].away
        assert ada.notices == ["journal-down", "journal-back"]


async def test_a_sealed_answer_that_meets_a_full_disk_is_its_makers_alone():
    async with world_of(journal=SickJournal()) as world:
        ada, ben = await world.playing("ada", "ben", talk=60)
        eve = await world.join("eve")
        await eve.house.enter(ada.view.code)
        await world.settle()
        bet = m.Answer(ada.view.phase.no, "bet", {"bet": "yes"})
        clear(ada, ben, eve)
        world.journal.full = True
        with pytest.raises(Refusal, match="journal-down"):
            await ada.act(bet)
        with pytest.raises(Refusal, match="journal-down"):
            await eve.act(m.Say("gallery", "psst"))
        assert ada.events == ben.events == eve.events == []
        await world.pass_time(60)
        assert ada.notices == ben.notices == eve.notices == ["journal-down"], "the deadline is everybody's"


async def test_that_the_disk_works_again_is_not_told_at_a_sealed_answer():
    async with world_of(journal=SickJournal()) as world:
        ada, ben = await world.playing("ada", "ben", talk=60)
        world.journal.full = True
        with pytest.raises(Refusal, match="journal-down"):
            await ben.act(m.Say("table", "hello?"))
        world.journal.full = False
        await ada.answer("bet", bet="yes")
        assert ada.notices == ben.notices == ["journal-down"]
        await ben.act(m.Say("table", "hello!"))
        assert ada.notices == ben.notices == ["journal-down", "journal-back"]


async def test_who_comes_back_while_the_disk_is_full_is_told():
    async with world_of(journal=SickJournal()) as world:
        ada, ben = await world.playing("ada", "ben", talk=60)
        world.journal.full = True
        ben.leave()
        await world.pass_time(2)
        back = await world.join("ben")
        assert back.view.seat_of(back.id) == 1, "that ben was away could not be written"
        assert ada.notices == back.notices == ["journal-down"]
        world.journal.full = False
        await world.pass_time(60)
        assert ada.notices == back.notices == ["journal-down", "journal-back"]


async def test_who_was_away_before_the_disk_was_full_is_told_why_there_is_no_table():
    async with world_of(journal=SickJournal()) as world:
        _, ben = await world.playing("ada", "ben", talk=60)
        ben.leave()
        await world.settle()
        world.journal.full = True
        back = await world.join("ben")
        assert (back.shown, back.notices) == ([], ["journal-down"])


async def test_whom_a_fault_of_ours_keeps_from_their_table_is_told_and_gets_in_by_its_code(monkeypatch):
    async with world_of() as world:
        ada, ben = await world.playing("ada", "ben", talk=60)
        ben.leave()
        await world.settle()

        def broken(*_: object) -> None:
            raise ZeroDivisionError

        with monkeypatch.context() as patch:
            patch.setattr("server.tables.table_log.TableLog.apply", broken)
            back = await world.join("ben")
        assert (back.shown, back.notices) == ([], ["house-fault"])
        await back.house.enter(ada.view.code)
        await world.settle()
        assert back.view.seat_of(back.id) == 1


async def test_who_appended_first_is_folded_first_and_the_command_decided_again():
    async with world_of(journal=SickJournal()) as world, world_of(journal=MemoryJournal()) as twin:
        for house in (world, twin):
            ada, ben = await house.playing("ada", "ben")
            if house is world:
                ours = ada, ben
        await ada.act(m.Say("table", "from elsewhere"))
        [row] = await twin.journal.tables()
        world.journal.intruder = (await twin.journal.read(row.id))[-1]
        await ours[0].act(m.Say("table", "from here"))
        for player in ours:
            assert [line.text for line in player.view.chat] == ["from elsewhere", "from here"]
        log = await world.journal.read((await world.journal.tables())[0].id)
        assert [batch.previous for batch in log[1:]] == [batch.hash for batch in log[:-1]]


async def test_a_move_is_finished_though_its_session_is_gone(world: World):
    ada, ben = await world.playing("ada", "ben")
    saying = asyncio.create_task(ada.house.act(m.Say("table", "last words")))
    await asyncio.sleep(0)
    saying.cancel()
    await world.settle()
    assert [line.text for line in ben.view.chat] == ["last words"]


async def test_a_broken_bot_does_not_stop_its_table(world: World, monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("tests.support.coin.CalmBot.choose", broken)
    ada, _ = await world.playing("ada", "ben", bots=1, talk=60)
    await world.pass_time(60)
    assert ada.view.phase.name == "vote"
    await world.pass_time(30)
    assert ada.view.phase.name == "talk"


async def test_a_fault_of_the_rules_is_a_refusal_and_the_table_goes_on(world: World, monkeypatch: pytest.MonkeyPatch):
    ada, ben = await world.playing("ada", "ben", talk=60)

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr("tests.support.coin.Coin.prompts", broken)
        with pytest.raises(Refusal, match="house-fault"):
            await ada.answer("mood", mood="glad")
        await world.pass_time(65)
    assert ada.view.phase.name == "talk"
    await world.pass_time(1)
    assert ben.view.phase.name == "vote"


async def test_a_session_that_ends_while_it_enters_leaves_nobody_at_the_table(world: World):
    ada, _ = await world.playing("ada", "ben")
    eve = await world.join("eve")
    entering = asyncio.create_task(eve.house.enter(ada.view.code))
    await asyncio.sleep(0)
    eve.leave()
    await entering
    await world.settle()
    assert ada.view.watcher("u-eve").away


async def test_the_end_says_goodbye_and_keeps_the_time(world: World):
    ada, ben = await world.playing("ada", "ben")
    await world.pass_time(7)
    await world.hub.close()
    await world.settle()
    assert ada.goodbye == ben.goodbye == "server-stops"
    assert [row.time for row in await world.journal.tables()] == [7000]


async def test_a_fault_at_the_end_is_logged_and_every_table_is_stopped_all_the_same(monkeypatch: pytest.MonkeyPatch):
    stopped, stop = [], LiveTable.stop

    async def stopping(table: LiveTable) -> None:
        await stop(table)
        stopped.append(table.id)
        if len(stopped) == 1:
            raise LookupError("the first table")

    monkeypatch.setattr(LiveTable, "stop", stopping)
    async with world_of(journal=SickJournal()) as world:
        await world.playing("ada", "ben")
        await world.playing("cy", "dee")
        rows = {row.id for row in await world.journal.tables()}
        world.journal.faulty = True
        with capture_logs() as lines:
            await world.hub.close()
        assert set(stopped) == rows
        faults = [type(line["exc_info"]) for line in lines if line["event"] == "not-closed"]
        assert faults == [ZeroDivisionError, LookupError]
        world.journal.faulty = False
