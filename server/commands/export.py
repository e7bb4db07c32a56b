"""``naisho export CODE``: a finished game as a file that anybody can check."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import click

from engine.codec import Codec
from engine.errors import Refusal
from engine.games import GAMES
from server.books.database import FILE_NAME, read_database
from server.books.export import export
from server.books.journal import JournalDown, SqliteJournal
from server.config import load
from server.errors import HostMistake


@click.command("export")
@click.argument("table", metavar="CODE|ID")
@click.option("--data", metavar="DIR", help="Folder of the journal.  [NAISHO_DATA]")
def command(table: str, data: str | None) -> None:
    """Write the last finished game of a table to standard output, for ``naisho verify``.

    CODE is the code under which players know the table (the newest that had it), ID its id in the journal.
    """
    folder = load({"data": data}, os.environ, None).data
    if not (folder / FILE_NAME).exists():
        raise HostMistake(f"there is no journal in {folder}: give its folder with --data")
    click.echo(asyncio.run(_export(folder / FILE_NAME, table)), nl=False)


async def _export(file: Path, table: str) -> str:
    database = read_database(file)
    codec = Codec(GAMES.values())
    journal = SqliteJournal(database, codec)
    try:
        row = await journal.find(table)
        if row is None:
            raise HostMistake(f"there never was a table {table}")
        if row.game not in GAMES:
            raise HostMistake(f"table {table} played {row.game}, which this Naisho does not know")
        return export(codec, GAMES, row.id, await journal.read(row.id))
    except Refusal:
        raise HostMistake(f"no game has ended at table {table} yet") from None
    except (JournalDown, ValueError) as error:
        raise HostMistake(f"cannot read the journal {file}: {error}") from None
    finally:
        await database.close()
