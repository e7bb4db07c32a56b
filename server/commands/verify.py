"""``naisho verify FILE``: is this exported game true?"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from engine.games import GAMES
from server.books.verify import Lie, Unreadable, verify
from server.errors import HostMistake


@click.command("verify")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--key", metavar="SHA256:…", help="Accept only games signed by the host key with this fingerprint.")
def command(file: Path, key: str | None) -> None:
    """Check an exported game: its hashes, its signature, and every command once more by the rules.  Moves of an older
    ruleset are not run again, which is said.

    Says what is true of it, or names the first lie and ends with exit code 1.
    """
    try:
        verdict = verify(file.read_text(encoding="utf-8"), GAMES)
    except Lie as lie:
        click.echo(f"Not true: {lie}.")
        sys.exit(1)
    except Unreadable as error:
        raise HostMistake(f"cannot check {file}: {error}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise HostMistake(f"cannot read {file}: {error}") from None
    if key is not None and key != verdict.key:
        click.echo(f"Not true: signed by the key {verdict.key}, not by {key}.")
        sys.exit(1)
    click.echo(
        f"True: {verdict.game} at table {verdict.table}, {verdict.games} game(s) in {verdict.batches} batches,"
        f" signed by the host key {verdict.key}."
    )
    if verdict.old:
        click.echo(
            f"Batches 1 to {verdict.old} were played by an older ruleset: their hashes, signatures and dice were"
            " checked, their moves not run again."
        )
