"""One file, one writer thread, whole transactions, numbered steps."""

from __future__ import annotations

import asyncio
import threading

import pytest

from server.books.database import DataLock, Migration, migrations, open_database
from server.errors import HostMistake

FIRST = Migration(1, "a table", "CREATE TABLE thing (value INTEGER) STRICT")
SECOND = Migration(2, "a column", "ALTER TABLE thing ADD COLUMN name TEXT")


async def values(database):
    return await database.run(lambda db: [row[0] for row in db.execute("SELECT value FROM thing ORDER BY value")])


def adding(value):
    return lambda db: db.execute("INSERT INTO thing (value) VALUES (?)", (value,)) and None


def test_steps_are_numbered_from_one_without_gaps():
    assert [step.number for step in migrations] == list(range(1, len(migrations) + 1))


async def test_work_runs_whole_or_not_at_all_on_one_other_thread(tmp_path):
    database = open_database(tmp_path / "file", [FIRST])

    def half(db):
        adding(1)(db)
        raise LookupError("in the middle")

    with pytest.raises(LookupError, match="in the middle"):
        await database.run(half)
    await asyncio.gather(*(database.run(adding(value)) for value in range(20)))
    assert await values(database) == list(range(20))
    threads = {await database.run(lambda _: threading.get_ident()) for _ in range(3)}
    assert len(threads) == 1
    assert threading.get_ident() not in threads
    await database.close()


async def test_every_commit_is_synced_to_the_disk(tmp_path):
    database = open_database(tmp_path / "file", [FIRST])
    assert await database.run(lambda db: db.pragma("journal_mode")) == "wal"
    assert await database.run(lambda db: db.pragma("synchronous")) == 2
    await database.close()


async def test_an_old_file_is_brought_up_to_date(tmp_path):
    database = open_database(tmp_path / "file", [FIRST])
    await database.run(adding(7))
    await database.close()
    database = open_database(tmp_path / "file", [FIRST, SECOND])
    assert await values(database) == [7]
    assert await database.run(lambda db: db.execute("SELECT name FROM thing").fetchall()) == [(None,)]
    await database.close()


async def test_a_file_of_a_newer_naisho_is_refused_in_one_line(tmp_path):
    await open_database(tmp_path / "file", [FIRST, SECOND]).close()
    with pytest.raises(HostMistake, match="written by a newer Naisho"):
        open_database(tmp_path / "file", [FIRST])


async def test_a_step_that_fails_leaves_the_file_as_it_was(tmp_path):
    await open_database(tmp_path / "file", [FIRST]).close()
    broken = Migration(2, "broken", "CREATE TABLE half (x TEXT); CREATE TABLE thing (x TEXT)")
    with pytest.raises(HostMistake, match="already exists"):
        open_database(tmp_path / "file", [FIRST, broken])
    database = open_database(tmp_path / "file", [FIRST])
    tables = await database.run(lambda db: db.execute("SELECT name FROM sqlite_master").fetchall())
    assert ("half",) not in tables
    await database.close()


def test_what_is_no_database_is_refused(tmp_path):
    (tmp_path / "file").write_text("this is a letter to my grandmother, not a database" * 50)
    with pytest.raises(HostMistake, match="is not a database"):
        open_database(tmp_path / "file", [FIRST])


def test_one_data_folder_serves_one_server(tmp_path):
    lock = DataLock(tmp_path)
    with pytest.raises(HostMistake, match="in use by another naisho server"):
        DataLock(tmp_path)
    lock.release()
    DataLock(tmp_path).release()
