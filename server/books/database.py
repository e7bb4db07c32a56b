"""The house's one SQLite file: accounts, journal and the rest, written by one thread.

SQLite allows one writer, and the event loop must never wait for a disk, so a single worker thread owns
the single connection. ``await db.run(fn)`` runs ``fn(connection)`` there as one transaction, in the
order of the calls; whatever ``fn`` raises undoes all of it and reaches the caller.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import apsw
from attrs import frozen

from server.errors import HostMistake

T = TypeVar("T")

FILE_NAME = "naisho.db"

DISK_FAILURES = (
    apsw.BusyError,
    apsw.CantOpenError,
    apsw.CorruptError,
    apsw.FullError,
    apsw.IOError,
    apsw.NoLFSError,
    apsw.NoMemError,
    apsw.NotADBError,
    apsw.PermissionsError,
    apsw.ProtocolError,
    apsw.ReadOnlyError,
)
"""What SQLite raises when the disk fails, which may pass; whatever else it raises is a fault of this program."""


@frozen
class Migration:
    """One step of the schema; ``number`` counts from 1 without gaps and never changes once released."""

    number: int
    what: str
    sql: str


migrations: list[Migration] = [
    Migration(
        1,
        "people, their keys, and the codes by which guests return",
        """
        CREATE TABLE person (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, canon TEXT NOT NULL UNIQUE, skeleton TEXT NOT NULL,
            guest INTEGER NOT NULL, created REAL NOT NULL, seen REAL NOT NULL, language TEXT
        ) STRICT;
        CREATE INDEX person_skeleton ON person(skeleton);
        CREATE TABLE ssh_key (
            fingerprint TEXT PRIMARY KEY, person TEXT NOT NULL REFERENCES person(id) ON DELETE CASCADE
        ) STRICT;
        CREATE TABLE rejoin (
            code_hash BLOB PRIMARY KEY, person TEXT NOT NULL REFERENCES person(id) ON DELETE CASCADE
        ) STRICT;
        """,
    ),
    Migration(
        2,
        "tables, their logs, and who won what",
        """
        CREATE TABLE game_table (
            id TEXT PRIMARY KEY, code TEXT NOT NULL, game TEXT NOT NULL, time INTEGER NOT NULL DEFAULT 0,
            created REAL NOT NULL DEFAULT (unixepoch('subsec')), closed TEXT
        ) STRICT;
        CREATE INDEX game_table_code ON game_table(code);
        CREATE TABLE batch (
            table_id TEXT NOT NULL REFERENCES game_table(id), no INTEGER NOT NULL, last INTEGER NOT NULL,
            at INTEGER NOT NULL, ruleset INTEGER NOT NULL, body TEXT NOT NULL, salt BLOB NOT NULL,
            previous TEXT NOT NULL, hash TEXT NOT NULL, signature TEXT NOT NULL,
            PRIMARY KEY (table_id, no)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE score (
            person TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES game_table(id), game_no INTEGER NOT NULL,
            game TEXT NOT NULL, result TEXT NOT NULL, stand_in INTEGER NOT NULL,
            ended REAL NOT NULL DEFAULT (unixepoch('subsec')),
            PRIMARY KEY (person, table_id, game_no)
        ) STRICT, WITHOUT ROWID;
        """,
    ),
    Migration(
        3,
        "each person's private notebook on the game they are at",
        """
        CREATE TABLE note (
            person TEXT NOT NULL REFERENCES person(id) ON DELETE CASCADE, game TEXT NOT NULL,
            seat INTEGER NOT NULL, mark TEXT NOT NULL,
            PRIMARY KEY (person, game, seat)
        ) STRICT, WITHOUT ROWID;
        """,
    ),
    Migration(4, "who wants the thin profile", "ALTER TABLE person ADD COLUMN thin INTEGER;"),
    # The indices: to forget a person, SQLite looks for what is theirs.
    Migration(
        5,
        "what was left of people who were forgotten while foreign keys were not enforced",
        """
        DELETE FROM ssh_key WHERE person NOT IN (SELECT id FROM person);
        DELETE FROM rejoin WHERE person NOT IN (SELECT id FROM person);
        DELETE FROM note WHERE person NOT IN (SELECT id FROM person);
        CREATE INDEX ssh_key_person ON ssh_key(person);
        CREATE INDEX rejoin_person ON rejoin(person);
        """,
    ),
    Migration(
        6,
        "which theme a person chose, and whether they use the mouse",
        "ALTER TABLE person ADD COLUMN theme TEXT; ALTER TABLE person ADD COLUMN mouse INTEGER;",
    ),
    Migration(
        7,
        "when a person is called back to the screen, and by which notification",
        "ALTER TABLE person ADD COLUMN call TEXT; ALTER TABLE person ADD COLUMN notify TEXT;",
    ),
    Migration(
        8,
        "the options with which each person last dealt a game",
        """
        CREATE TABLE last_options (
            person TEXT NOT NULL REFERENCES person(id) ON DELETE CASCADE, game TEXT NOT NULL,
            options TEXT NOT NULL, at REAL NOT NULL,
            PRIMARY KEY (person, game)
        ) STRICT;
        """,
    ),
]
"""Every step, oldest first. A new step goes to the end; an old one is never edited."""


@frozen
class Pragma:
    """One setting of the connection; `remedy` is what a host does when SQLite does not accept it."""

    name: str
    value: int | str
    remedy: str


_REINSTALL = "reinstall apsw, which brings an SQLite that does"

BUSY_TIMEOUT = Pragma("busy_timeout", 5_000, _REINSTALL)  # ms; `naisho export` may read while the house runs

PRAGMAS = (
    BUSY_TIMEOUT,
    Pragma("journal_mode", "wal", "keep the data folder on a local disk"),
    Pragma("synchronous", 2, _REINSTALL),  # FULL: a commit is on the disk when it returns
    Pragma("foreign_keys", 1, _REINSTALL),  # who is forgotten takes along what is theirs
)
"""Applied in this order to every connection that writes."""


class Database:
    """The connection and the thread that owns it. Made by `open_database` or `read_database`."""

    def __init__(self, connection: apsw.Connection, worker: ThreadPoolExecutor) -> None:
        self._connection = connection
        self._worker = worker

    async def run(self, work: Callable[[apsw.Connection], T]) -> T:
        """Run ``work`` as one transaction on the writer thread and return its result.

        Raises whatever ``work`` raises, after the transaction is undone; one of `DISK_FAILURES` when the disk
        fails. Once begun, a transaction is finished even if the caller is cancelled.
        """
        return await asyncio.get_running_loop().run_in_executor(self._worker, self._transact, work)

    def _transact(self, work: Callable[[apsw.Connection], T]) -> T:
        """Run one transaction.  A full disk ends it by itself; undoing it once more would hide the reason."""
        self._connection.execute("BEGIN")
        try:
            result = work(self._connection)
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        return result

    async def close(self) -> None:
        """Finish what is queued, then close the file."""
        await asyncio.get_running_loop().run_in_executor(self._worker, self._connection.close)
        self._worker.shutdown()


def open_database(path: Path, steps: Sequence[Migration] = ()) -> Database:
    """Open (or make) the database file and bring its schema up to date.

    ``steps`` replaces `migrations`, for tests. Raises `HostMistake` when the file cannot be opened, is
    not a Naisho database, does not take one of `PRAGMAS`, or was written by a newer Naisho.
    """
    return _open(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE, _migrate, steps or migrations)


def read_database(path: Path, steps: Sequence[Migration] = ()) -> Database:
    """Open the database file of a house, which may be running, to read it only: its schema stays as it is.

    ``steps`` replaces `migrations`, for tests. Raises `HostMistake` when the file cannot be opened, is not a
    Naisho database, or was written by a newer or an older Naisho.
    """
    return _open(path, apsw.SQLITE_OPEN_READONLY, _is_up_to_date, steps or migrations)


Prepare = Callable[[apsw.Connection, Path, Sequence[Migration]], None]


def _open(path: Path, flags: int, prepare: Prepare, steps: Sequence[Migration]) -> Database:
    worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="database")
    try:
        connection = worker.submit(_connect, path, flags, prepare, steps).result()
    except BaseException:
        worker.shutdown()
        raise
    return Database(connection, worker)


def _connect(path: Path, flags: int, prepare: Prepare, steps: Sequence[Migration]) -> apsw.Connection:
    try:
        connection = apsw.Connection(str(path), flags=flags)
        prepare(connection, path, steps)
    except apsw.NotADBError:
        raise HostMistake(f"{path} is not a database: move it away, or restore it from a backup") from None
    except apsw.Error as error:
        raise HostMistake(f"cannot open {path}: {error}") from error
    return connection


def _apply(pragmas: Sequence[Pragma], connection: apsw.Connection, path: Path) -> None:
    """Apply the settings and read each one back: SQLite ignores one that it does not know or cannot take."""
    for pragma in pragmas:
        connection.pragma(pragma.name, pragma.value)
        if (found := connection.pragma(pragma.name)) != pragma.value:
            raise HostMistake(
                f"SQLite does not take {pragma.name}={pragma.value} for {path} (it stays {found}): {pragma.remedy}"
            )


def _migrate(connection: apsw.Connection, path: Path, steps: Sequence[Migration]) -> None:
    """Apply all missing steps, or none.  Of two processes that open at once the second waits and finds them done."""
    _apply(PRAGMAS, connection, path)
    connection.transaction_mode = "IMMEDIATE"
    with connection:
        for step in steps[_version(connection, path, steps) :]:
            connection.execute(step.sql).fetchall()  # without the fetching it stops at the first row
            connection.pragma("user_version", step.number)


def _is_up_to_date(connection: apsw.Connection, path: Path, steps: Sequence[Migration]) -> None:
    """Raise `HostMistake` unless the file has every step.  A reader adds none: a house may be running on the file."""
    _apply((BUSY_TIMEOUT,), connection, path)
    version = _version(connection, path, steps)
    if version < len(steps):
        raise HostMistake(
            f"{path} was written by an older Naisho (schema {version}, this one reads {len(steps)}): "
            "start the house once with this Naisho, or use the older one"
        )


def _version(connection: apsw.Connection, path: Path, steps: Sequence[Migration]) -> int:
    """How many steps the file has seen. Raises `HostMistake` for more than there are."""
    version = int(connection.pragma("user_version"))
    if version > len(steps):
        raise HostMistake(
            f"{path} was written by a newer Naisho (schema {version}, this one knows {len(steps)}): "
            "update Naisho, or restore an older backup"
        )
    return version


class DataLock:
    """Holds a data folder for one server: a second one is told so instead of spoiling the journal."""

    def __init__(self, folder: Path) -> None:
        """Take the lock. Raises `HostMistake` when another server holds it."""
        self._fd = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._fd)
            raise HostMistake(
                f"{folder} is in use by another naisho server: stop that one, or choose another --data"
            ) from None

    def release(self) -> None:
        """Let the next server in."""
        os.close(self._fd)
