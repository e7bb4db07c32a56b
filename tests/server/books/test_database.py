"""One file, one writer thread, whole transactions, numbered steps."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import apsw
import pytest

from server.books.database import DataLock, Migration, migrations, open_database, read_database
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


PRAGMAS = [
    ("busy_timeout", 1, 5_000),
    ("journal_mode", "delete", "wal"),
    ("synchronous", 0, 2),
    ("foreign_keys", 0, 1),
]
"""What a connection starts with, and what the house needs; in SQLite's own words. Synchronous 2 is FULL."""


@pytest.fixture
def weak(monkeypatch):
    """Every new connection starts with settings that the house cannot use."""

    def weaken(connection):
        for name, start, _ in PRAGMAS:
            connection.pragma(name, start)

    monkeypatch.setattr(apsw, "connection_hooks", [weaken])


@pytest.mark.parametrize(("name", "start", "needed"), PRAGMAS)
async def test_every_setting_is_applied_whatever_the_connection_starts_with(tmp_path, weak, name, start, needed):
    bare = apsw.Connection(str(tmp_path / "bare"))
    assert bare.pragma(name) == start
    for _ in range(2):  # a new file, then an old one
        database = open_database(tmp_path / "file", [FIRST])
        assert await database.run(lambda db: db.pragma(name)) == needed
        await database.close()


@pytest.mark.parametrize("name", ["busy_timeout", "synchronous", "foreign_keys"])
def test_a_setting_that_is_passed_over_is_refused_with_a_remedy(tmp_path, weak, name):
    def ignore(operation, pragma, value, *_):
        ignored = operation == apsw.SQLITE_PRAGMA and pragma == name and value is not None
        return apsw.SQLITE_IGNORE if ignored else apsw.SQLITE_OK

    apsw.connection_hooks.append(lambda connection: connection.set_authorizer(ignore))
    with pytest.raises(HostMistake, match=rf"^SQLite does not take {name}=\d+ for .*file \(it stays [01]\): reinstall"):
        open_database(tmp_path / "file", [FIRST])


def test_a_place_that_cannot_keep_a_write_ahead_log_is_refused_with_a_remedy():
    with pytest.raises(HostMistake, match=r"journal_mode=wal .*stays memory\): keep the data folder on a local disk$"):
        open_database(Path(":memory:"), [FIRST])


@pytest.mark.parametrize(
    "orphan",
    [
        "INSERT INTO ssh_key VALUES ('SHA256:one', 'u-nobody')",
        "INSERT INTO rejoin VALUES (x'00', 'u-nobody')",
        "INSERT INTO note VALUES ('u-nobody', 't1/1', 0, 'suspect')",
        "INSERT INTO score VALUES ('u1', 't-none', 1, 'coin', 'win', 0, 0)",
        "INSERT INTO batch VALUES ('t-none', 1, 1, 0, 1, '{}', x'00', '', '', '')",
    ],
)
async def test_nothing_can_hang_on_who_or_what_is_not_there(tmp_path, orphan):
    database = open_database(tmp_path / "file")
    with pytest.raises(apsw.ConstraintError, match="FOREIGN KEY"):
        await database.run(lambda db: db.execute(orphan).fetchall())
    await database.close()


async def test_an_old_file_is_brought_up_to_date(tmp_path):
    database = open_database(tmp_path / "file", [FIRST])
    await database.run(adding(7))
    await database.close()
    database = open_database(tmp_path / "file", [FIRST, SECOND])
    assert await values(database) == [7]
    assert await database.run(lambda db: db.execute("SELECT name FROM thing").fetchall()) == [(None,)]
    await database.close()


async def test_a_step_goes_on_after_a_statement_that_returns_a_row(tmp_path):
    telling = Migration(2, "a row on the way", "SELECT 1; INSERT INTO thing VALUES (8)")
    database = open_database(tmp_path / "file", [FIRST, telling])
    assert await values(database) == [8]
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


async def test_of_two_that_open_an_old_file_at_once_the_second_finds_it_up_to_date(tmp_path, monkeypatch):
    """Another opener is done just before the first one's transaction begins."""

    def overtaken(connection):
        def trace(_, statement, __):
            if statement.startswith(("BEGIN", "SAVEPOINT")):
                connection.exec_trace = None
                others.append(open_database(tmp_path / "file", [FIRST]))
            return True

        apsw.connection_hooks.clear()
        connection.exec_trace = trace

    others = []
    monkeypatch.setattr(apsw, "connection_hooks", [overtaken])
    database = open_database(tmp_path / "file", [FIRST])
    await others[0].run(adding(7))
    assert await values(database) == [7]
    for each in (database, *others):
        await each.close()


async def test_who_reads_sees_what_a_running_house_wrote_and_changes_nothing(tmp_path):
    house = open_database(tmp_path / "file", [FIRST])
    await house.run(adding(7))
    reader = read_database(tmp_path / "file", [FIRST])
    assert await values(reader) == [7]
    with pytest.raises(apsw.ReadOnlyError):
        await reader.run(adding(8))
    await house.run(adding(9))
    assert await values(reader) == [7, 9]
    await house.close()
    await reader.close()


async def test_who_reads_refuses_a_file_of_another_schema_in_one_line_and_leaves_it(tmp_path):
    path = tmp_path / "file"
    await open_database(path, [FIRST]).close()
    with pytest.raises(HostMistake, match=r"written by an older Naisho \(schema 1, this one reads 2\): start"):
        read_database(path, [FIRST, SECOND])
    assert apsw.Connection(str(path)).pragma("user_version") == 1
    await open_database(path, [FIRST, SECOND]).close()
    with pytest.raises(HostMistake, match="written by a newer Naisho"):
        read_database(path, [FIRST])
    with pytest.raises(HostMistake, match="cannot open"):
        read_database(tmp_path / "nothing", [FIRST])
    assert not (tmp_path / "nothing").exists()


def test_what_is_no_database_is_refused(tmp_path):
    (tmp_path / "file").write_text("this is a letter to my grandmother, not a database" * 50)
    for opening in (open_database, read_database):
        with pytest.raises(HostMistake, match="is not a database"):
            opening(tmp_path / "file", [FIRST])


def test_one_data_folder_serves_one_server(tmp_path):
    lock = DataLock(tmp_path)
    with pytest.raises(HostMistake, match="in use by another naisho server"):
        DataLock(tmp_path)
    lock.release()
    DataLock(tmp_path).release()
