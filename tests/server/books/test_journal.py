"""What the journal keeps, and that a house goes on from it as if nothing had happened."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path

import apsw
import pytest
from attrs import evolve as replace
from structlog.testing import capture_logs

from engine.codec import Codec
from engine.errors import Refusal
from engine.facts import EVERYONE, SERVER, Record
from engine.table import facts as f
from engine.table import moves as m
from server.books.chain import GENESIS, Batch, linked
from server.books.database import open_database
from server.books.journal import Conflict, JournalDown, MemoryJournal, SqliteJournal, TableRow
from tests.support.coin import Coin
from tests.support.virtual_house import Player, World, clear, world_of

CODEC = Codec([Coin()])
CREATE = m.Create("t1", "KITE-42", "coin", "open", {})
CREATED = f.Created("t1", "KITE-42", "coin", "open", {"talk": 60})


def batch(before: Batch | None, move: m.Move, *facts, at: int = 0) -> Batch:
    seq = before.last if before else 0
    records = tuple(Record(seq + n, at, EVERYONE, fact) for n, fact in enumerate(facts, 1))
    link = (before.no, before.hash) if before else (0, GENESIS)
    return linked(CODEC, "t1", link, at, 1, m.Command(SERVER, move), records, bytes(16))


FIRST = batch(None, CREATE, CREATED)
SECOND = batch(FIRST, m.Say("table", "hi"), f.Said("u1", "table", "hi"), f.HostIs("u1"), at=1500)


@asynccontextmanager
async def sqlite(path: Path):
    database = open_database(path)
    yield SqliteJournal(database, CODEC)
    await database.close()


@pytest.fixture(params=["memory", "sqlite"])
async def journal(request, tmp_path: Path):
    if request.param == "memory":
        yield MemoryJournal()
    else:
        async with sqlite(tmp_path / "naisho.db") as journal:
            yield journal


# --- the protocol, the same for both ------------------------------------------------------------------


async def test_what_was_appended_is_read_back(journal):
    await journal.append("t1", 0, FIRST)
    await journal.append("t1", 1, SECOND)
    assert await journal.read("t1") == [FIRST, SECOND]
    assert await journal.read("t1", 1) == [SECOND]
    assert await journal.read("t1", 3) == await journal.read("t2") == []
    assert (SECOND.no, SECOND.last, SECOND.previous) == (2, 3, FIRST.hash)


@pytest.mark.parametrize("expected", [0, 2, 4])
async def test_whoever_does_not_know_the_end_gets_a_conflict(journal, expected: int):
    await journal.append("t1", 0, FIRST)
    with pytest.raises(Conflict):
        await journal.append("t1", expected, SECOND)
    assert await journal.read("t1") == [FIRST]


async def test_open_tables_are_listed_with_their_time(journal):
    assert await journal.tables() == []
    await journal.append("t1", 0, FIRST)
    assert await journal.tables() == [TableRow("t1", "KITE-42", "coin", 0)]
    await journal.beat({"t1": 900, "t9": 5})
    assert await journal.tables() == [TableRow("t1", "KITE-42", "coin", 900)]
    await journal.append("t1", 1, SECOND)
    assert (await journal.tables())[0].time == 1500
    await journal.append("t1", 3, batch(SECOND, m.Close("empty"), f.Closed("empty")))
    assert await journal.tables() == []
    assert len(await journal.read("t1")) == 3


# --- on disk ------------------------------------------------------------------------------------------


async def test_a_table_is_found_by_code_or_id_also_when_it_is_closed(tmp_path: Path):
    async with sqlite(tmp_path / "naisho.db") as journal:
        await journal.append("t1", 0, FIRST)
        await journal.append("t1", 1, batch(FIRST, m.Close("empty"), f.Closed("empty")))
        row = TableRow("t1", "KITE-42", "coin", 0)
        assert [await journal.find(name) for name in ("t1", "kite-42", "KITE-42", "t2")] == [row, row, row, None]


async def test_a_log_of_another_version_is_a_value_error(tmp_path: Path):
    database = open_database(tmp_path / "naisho.db")
    journal = SqliteJournal(database, CODEC)
    await journal.append("t1", 0, FIRST)
    await database.run(lambda db: db.execute("UPDATE batch SET body = replace(body, 'Created', 'Conjured')").fetchall())
    with pytest.raises(ValueError, match="unknown kind"):
        await journal.read("t1")
    world = World(journal=journal)
    await world.hub.load()
    ada = await world.join("ada")
    assert ada.lobby.tables == (), "the house opens without that table"
    await world.hub.close()
    await database.close()


DAMAGE = {
    "DELETE FROM batch": "there is nothing in its log",
    "DELETE FROM batch WHERE no = 1": "batch 2 does not follow batch 0",
    "DELETE FROM batch WHERE no = 2": "batch 3 does not follow batch 1",
    "UPDATE batch SET previous = hash WHERE no = 2": "batch 2 does not follow batch 1",
    "UPDATE batch SET body = '[]' WHERE no = 2": "batch 2 is damaged",
    "UPDATE batch SET body = '{\"records\":[]}' WHERE no = 2": "batch 2 is damaged",
    "UPDATE batch SET body = json_set(body, '$.records', json('[]')) WHERE no = 2": "batch 2 makes no sense",
    'UPDATE batch SET body = json_set(body, \'$.records[0].fact\', json(\'{"kind":"Stood","who":"u9"}\'))'
    " WHERE no = 2": "batch 2 makes no sense",
}


@pytest.mark.parametrize("damage", DAMAGE)
async def test_a_damaged_table_is_logged_and_the_house_opens_with_the_others(tmp_path: Path, damage: str):
    database = open_database(tmp_path / "naisho.db")
    journal = SqliteJournal(database, CODEC)
    third = batch(SECOND, m.Say("table", "hi"), f.Said("u1", "table", "hi"), at=1500)
    for before, one in ((0, FIRST), (1, SECOND), (3, third)):
        await journal.append("t1", before, one)
    await database.run(lambda db: db.execute(damage).fetchall())
    world = World(journal=journal)
    await world.seated("ada")
    other = World(journal=journal)
    with capture_logs() as lines:
        await other.hub.load()
    assert [(line["event"], line["table"]) for line in lines] == [("table-unreadable", "t1")]
    assert DAMAGE[damage] in lines[0]["reason"]
    assert len((await other.join("ada")).lobby.tables) == 1
    await world.hub.close()
    await other.hub.close()
    await database.close()


async def test_a_disk_that_fails_keeps_nothing_of_a_batch(tmp_path: Path):
    database = open_database(tmp_path / "naisho.db")
    journal = SqliteJournal(database, CODEC)
    await journal.append("t1", 0, FIRST)
    await database.run(lambda db: db.pragma("query_only", True))
    for failing in (
        journal.append("t1", 1, SECOND),
        journal.beat({"t1": 5}),
    ):
        with pytest.raises(JournalDown):
            await failing
    await database.run(lambda db: db.pragma("query_only", False))
    assert await journal.read("t1") == [FIRST]
    await journal.append("t1", 1, SECOND)
    await database.close()


async def test_a_full_disk_is_a_failure_too(tmp_path: Path):
    database = open_database(tmp_path / "naisho.db")
    journal = SqliteJournal(database, CODEC)
    await journal.append("t1", 0, FIRST)
    pages = await database.run(lambda db: db.pragma("page_count"))
    await database.run(lambda db: db.pragma("max_page_count", pages))
    long = batch(FIRST, m.Say("table", "hi"), *[f.Said("u1", "table", "x" * 400)] * 100)
    with pytest.raises(JournalDown, match="full"):
        await journal.append("t1", 1, long)
    await database.run(lambda db: db.pragma("max_page_count", 1_000_000))
    await journal.append("t1", 1, long)
    await database.close()


async def test_a_fault_of_ours_is_not_blamed_on_the_disk(tmp_path: Path):
    async with sqlite(tmp_path / "naisho.db") as journal, world_of(journal=journal) as world:
        with pytest.raises(apsw.ConstraintError):
            await journal.append("t-never-made", 0, SECOND)
        ada, ben = await world.playing("ada", "ben", talk=60)
        clear(ada, ben)
        trigger = "CREATE TRIGGER fault BEFORE INSERT ON batch BEGIN SELECT RAISE(ABORT, 'fault'); END"
        await journal._database.run(lambda db: db.execute(trigger).fetchall())
        with pytest.raises(Refusal, match="house-fault"):
            await ada.act(m.Say("table", "hello?"))
        await journal._database.run(lambda db: db.execute("DROP TRIGGER fault").fetchall())
        await ada.act(m.Say("table", "hello!"))
        assert [said.text for said in ben.view.chat] == ["hello!"]
        assert ada.notices == ben.notices == []


async def test_results_are_kept_with_the_batch_that_ends_the_game(tmp_path: Path):
    async with sqlite(tmp_path / "naisho.db") as journal, world_of(journal=journal) as world:
        ada, ben = await world.playing("ada", "ben", bots=1, talk=10)
        ben.leave()
        await world.pass_time(200)
        assert ada.view.outcome.cause == "last"
        rows = await journal._database.run(
            lambda db: db.execute(
                "SELECT person, game, game_no, result, stand_in FROM score ORDER BY person"
            ).fetchall()
        )
        winner = ada.view.outcome.winners[0]
        assert rows == [
            ("u-ada", "coin", 1, "win" if winner == 0 else "loss", 0),
            ("u-ben", "coin", 1, "win" if winner == 1 else "loss", rows[1][4]),
        ]


# --- going on after the end of the process ------------------------------------------------------------


async def crash_and_restart(world: World, path: Path) -> World:
    """Another house on the same file, as after `kill -9`: nothing of the first one runs any more."""
    other = World(journal=SqliteJournal(open_database(path), CODEC))
    other.clock.seconds = world.clock.seconds + 10_000
    await other.hub.load()
    await other.settle()
    return other


def alike(view, other) -> bool:
    """Whether two views are equal but for who is away (and what a newer connection changed)."""
    return replace(view, seats=(), watchers=(), cast=()) == replace(other, seats=(), watchers=(), cast=())


@pytest.fixture
async def crashed(tmp_path: Path):
    """A house that is killed in the middle of a game, its people, and the house after it."""
    path = tmp_path / "naisho.db"
    journal = SqliteJournal(open_database(path), CODEC)
    world = World(journal=journal)
    players = await world.playing("ada", "ben", bots=2, talk=120)
    await world.pass_time(33)
    await players[0].answer("bet", bet="yes")
    await players[1].answer("mood", mood="glad")
    await world.pass_time(14)
    await journal._database.close()
    other = await crash_and_restart(world, path)
    yield players, other
    await other.hub.close()
    await other.journal._database.close()


async def test_after_a_crash_everybody_is_away_and_the_game_goes_on(crashed):
    players, other = crashed
    before = [player.view for player in players]
    ada, ben = await other.join("ada"), await other.join("ben")
    for player, view in zip((ada, ben), before, strict=True):
        assert alike(player.view, view)
        assert player.view.seat_of(player.id) == view.seat_of(player.id)
        assert [seat.away for seat in player.view.seats] == [False] * 4
    assert ada.view.phase.answer("bet", 0) == {"bet": "yes"}
    assert ben.view.phase.answer("bet", 0) is None


async def test_every_eye_numbers_on_where_it_was(crashed):
    players, other = crashed
    counts = {player.id: player.news[-1].number for player in players}
    ada = await other.join("ada")
    old = [news for news in ada.shown[0].news if news.number <= counts[ada.id]]
    assert old == players[0].news
    assert [news.number for news in ada.news] == list(range(1, len(ada.news) + 1))


async def test_the_time_that_was_left_is_left(crashed):
    _, other = crashed
    ada = await other.join("ada")
    lost = 47_000 - ada.house.now()
    assert 0 <= lost <= 5_000
    await other.join("ben")
    await other.pass_time((120_000 - ada.house.now()) / 1000 - 0.001)
    assert ada.view.phase.name == "talk"
    await other.pass_time(0.001)
    assert ada.view.phase.name == "vote"


async def test_the_grace_begins_anew_after_a_restart(crashed):
    _, other = crashed
    ada = await other.join("ada")
    await other.pass_time(70)
    assert not ada.view.seats[1].stand_in
    await other.pass_time(21)
    assert ada.view.seats[1].stand_in


async def test_bots_do_not_say_again_what_they_said(crashed):
    players, other = crashed
    said = [line.who for line in players[0].view.chat]
    ada = await other.join("ada")
    await other.pass_time(1)
    assert [line.who for line in ada.view.chat] == said


async def test_the_chain_goes_on_over_the_crash(crashed):
    _, other = crashed
    await other.pass_time(600)
    [row] = await other.journal._run(lambda db: db.execute("SELECT id FROM game_table").fetchall())
    log = await other.journal.read(row[0])
    assert [one.no for one in log] == list(range(1, len(log) + 1))
    assert [one.previous for one in log] == [GENESIS, *(one.hash for one in log[:-1])]


async def test_a_table_in_its_lobby_waits_for_its_people_and_then_closes(tmp_path: Path):
    path = tmp_path / "naisho.db"
    journal = SqliteJournal(open_database(path), CODEC)
    world = World(journal=journal)
    ada, _ = await world.seated("ada", "ben")
    view = ada.view
    await journal._database.close()
    other = await crash_and_restart(world, path)
    again: Player = await other.join("ada")
    assert again.view.code == view.code
    assert again.view.commitment == view.commitment
    await other.pass_time(90)
    assert [seat.who for seat in again.view.seats] == ["u-ada"]
    again.leave()
    await other.pass_time(90)
    assert await other.journal.tables() == []
    with pytest.raises(Refusal, match="no-such-table"):
        await (await other.join("ben")).house.enter(view.code)
    await other.hub.close()
    await other.journal._database.close()
