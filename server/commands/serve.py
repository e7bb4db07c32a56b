"""``naisho serve``: puts the house together, opens the door, and closes up in order."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import apsw
import asyncssh
import click

from engine.codec import Codec
from engine.games import GAMES
from server import logs
from server.books.accounts import Accounts
from server.books.database import FILE_NAME, Database, DataLock, open_database
from server.books.journal import JournalDown, SqliteJournal
from server.books.signing import host_signer
from server.config import SETTINGS, Settings, flag, load, variable
from server.door.fronts import Fronts
from server.door.hostkeys import fingerprint, load_host_key
from server.door.ssh import Door
from server.errors import HostMistake
from server.garbage import keep_garbage_small
from server.house.hub import Hub
from server.tables.clock import LoopClock
from tui.app import NaishoApp
from tui.hosting.driver import check_textual


def _options(command: Callable[..., None]) -> Callable[..., None]:
    """A flag for every setting. Values stay text here: one place converts them, wherever they come from."""
    for name, setting in reversed(list(SETTINGS.items())):
        about = setting.metadata["about"]
        command = click.option(
            flag(name), name, metavar="VALUE", help=f"{about}  [{variable(name)}; default: {setting.default}]"
        )(command)
    return command


@click.command()
@click.option(
    "--config", type=click.Path(path_type=Path), envvar="NAISHO_CONFIG", help="TOML file of settings.  [NAISHO_CONFIG]"
)
@click.option("--new-host-key", is_flag=True, help="Make a new host key although the data are older than it.")
@_options
def serve(config: Path | None, new_host_key: bool, **flags: str | None) -> None:
    """Open the house: listen for SSH and serve until Ctrl-C or SIGTERM.

    A flag wins over its environment variable, that over the TOML file, that over the default.
    """
    settings = load(flags, os.environ, config)
    os.umask(0o077)  # the journal holds sealed choices and seeds
    logs.configure(settings.log_format, settings.log_level)
    asyncio.run(run(settings, new_host_key=new_host_key))


async def run(settings: Settings, *, new_host_key: bool = False) -> None:
    """Serve until SIGINT or SIGTERM. Raises `HostMistake`."""
    check_textual()
    asyncio.get_running_loop().set_exception_handler(_log_stray)
    stop = _stop_signals()
    async with AsyncExitStack() as stack:
        database, key = _open_data(settings, new_host_key, stack)
        accounts = Accounts(database)
        try:
            await accounts.forget_guests(settings.guest_days)
        except apsw.Error as error:
            raise HostMistake(f"cannot write to {settings.data / FILE_NAME}: {error}") from None
        hub = await _open_hub(settings, database, accounts, key)
        stack.push_async_callback(hub.close)
        door = Door(settings, key, accounts, Fronts(hub, NaishoApp))
        await door.open()
        stack.push_async_callback(door.close, hub.farewell)
        stack.callback(asyncio.create_task(keep_garbage_small(lambda: door.people), name="garbage").cancel)
        click.echo(f"The house is open. Its key is {fingerprint(key)}")
        click.echo(f"Come in with:  ssh {door.where}")
        click.echo(f"Its data are in {settings.data.absolute()}, its key in {settings.hostkeys.absolute()}.")
        await stop.wait()
        click.echo("Closing: players are told, everything is saved.")


def _open_data(settings: Settings, new_host_key: bool, stack: AsyncExitStack) -> tuple[Database, asyncssh.SSHKey]:
    """The database and the host key, with the data folder locked for this server alone."""
    folder = settings.data
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = DataLock(folder)
    except OSError as error:
        raise HostMistake(
            f"cannot write to the data folder {folder.absolute()}: {error.strerror}: choose another --data"
        ) from None
    stack.callback(lock.release)
    file = folder / FILE_NAME
    key = load_host_key(settings.hostkeys, data_exist=file.exists(), make_new=new_host_key)
    database = open_database(file)
    stack.push_async_callback(database.close)
    return database, key


async def _open_hub(settings: Settings, database: Database, accounts: Accounts, key: asyncssh.SSHKey) -> Hub:
    """The hub, with every table that the journal has open."""
    journal = SqliteJournal(database, Codec(GAMES.values()))
    crowd = max(1.0, settings.max_connections_per_address / Settings().max_connections_per_address)
    hub = Hub(GAMES, journal, accounts, host_signer(key), LoopClock(), grace=settings.seat_grace, crowd=crowd)
    try:
        await hub.load()
    except JournalDown as error:
        raise HostMistake(f"cannot read the journal in {settings.data}: {error}") from None
    return hub


def _log_stray(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What no task caught: one line like every other, without the values of variables."""
    logs.get().error("stray-error", message=context["message"], exc_info=context.get("exception"))


def _stop_signals() -> asyncio.Event:
    """Set at SIGINT or SIGTERM; a second signal ends the process at once."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()

    def once() -> None:
        stop.set()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, once)
    return stop
