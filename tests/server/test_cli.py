"""The command as a host uses it: a real process, real signals, one line for every mistake of the host."""

from __future__ import annotations

import asyncio
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from attrs import define

from server.books.database import open_database
from server.cli import COMMANDS
from tests.support.openssh import DEADLINE, Client, command, environment, free_port, make_key, run

ROOT = Path(__file__).parents[2]


def naisho(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "server", *arguments]


def variables(**more: str) -> dict[str, str]:
    return environment(PYTHONPATH=str(ROOT), **more)


def tell(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run naisho to its end in a folder."""
    return subprocess.run(
        naisho(*arguments), cwd=folder, env=variables(**more), capture_output=True, text=True, timeout=DEADLINE
    )


@define
class Serving:
    """A running server and what it has said."""

    process: asyncio.subprocess.Process
    said: list[str]

    @property
    def port(self) -> int:
        return int(re.search(r"-p (\d+)", self.said[1])[1])


@pytest.fixture
async def serve(tmp_path) -> AsyncIterator:
    """Starts servers in the test's folder; whatever still runs at the end is killed."""
    started = []

    async def start(*arguments: str) -> Serving:
        process = await asyncio.create_subprocess_exec(
            *naisho("serve", "--port", "0", *arguments), cwd=tmp_path, env=variables(),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        started.append(process)
        said = [(await asyncio.wait_for(process.stdout.readline(), DEADLINE)).decode() for _ in range(3)]
        return Serving(process, said)

    yield start
    for process in started:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def mistake(result: subprocess.CompletedProcess[str]) -> str:
    """The one line, after checking that it is one line and the exit code is 1."""
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("naisho: ")
    return result.stderr


def test_help_lists_every_command_and_each_has_its_own(tmp_path):
    told = tell(tmp_path, "--help").stdout
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", told, re.MULTILINE)
        assert f"naisho {name}" in tell(tmp_path, name, "--help").stdout


def test_an_unknown_command_is_told(tmp_path):
    result = tell(tmp_path, "swerve")
    assert result.returncode == 2
    assert "No such command 'swerve'" in result.stderr


async def test_the_first_start_makes_all_and_says_the_fingerprint_and_the_ssh_line(serve, tmp_path):
    server = await serve()
    key = tmp_path / "hostkeys" / "ssh_host_ed25519_key"
    assert server.said[2] == f"Its data are in {tmp_path}/data, its key in {tmp_path}/hostkeys.\n"
    printed = await run(["ssh-keygen", "-l", "-f", str(key)])
    assert printed.out.split()[1] in server.said[0]
    assert re.search(r"ssh -p \d+ 127\.0\.0\.1$", server.said[1])
    for private in (key, key.parent, tmp_path / "data", tmp_path / "data" / "naisho.db"):
        assert stat.S_IMODE(private.stat().st_mode) & 0o077 == 0
    result = await run(command(server.port, "hana", make_key(tmp_path, "hana"), words=["json"]))
    assert result.code == 0
    assert '"hello"' in result.out


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_tells_the_players_saves_and_ends_in_time(serve, tmp_path, number):
    server = await serve()
    async with Client(command(server.port, "hana", make_key(tmp_path, "hana"))) as client:
        await client.until("Naisho")
        server.process.send_signal(number)
        assert await asyncio.wait_for(server.process.wait(), 10) == 0  # the promise of docs/hosting.md
        await client.exit_code()
        await client.until("The house closes for now")
        assert b"\x1b[?1049l" in client.raw


async def test_a_database_that_refuses_to_be_written_is_one_line(tmp_path):
    (tmp_path / "data").mkdir()
    database = open_database(tmp_path / "data" / "naisho.db")
    await database.run(
        lambda db: db.execute(
            "INSERT INTO person (id, name, canon, skeleton, guest, created, seen)"
            " VALUES ('g1', 'old-g1', 'old-g1', 'old-g1', 1, 0, 0);"
            "CREATE TRIGGER stuck BEFORE DELETE ON person BEGIN SELECT RAISE(FAIL, 'the disk says no'); END"
        ).fetchall()
    )
    await database.close()
    told = mistake(await asyncio.to_thread(tell, tmp_path, "serve", "--port", "0", "--new-host-key"))
    assert "cannot write to data/naisho.db" in told
    assert "the disk says no" in told


async def test_a_frozen_client_does_not_hold_the_end_up(serve, tmp_path):
    server = await serve()
    async with Client(command(server.port, "hana", make_key(tmp_path, "hana"))) as client:
        await client.until("Naisho")
        client.freeze()
        server.process.terminate()
        assert await asyncio.wait_for(server.process.wait(), 10) == 0


async def test_a_code_that_no_table_has_is_one_line(serve, tmp_path):
    server = await serve()
    result = await run(command(server.port, "hana", words=["json", "KITE-42"]))
    assert (result.code, result.out) == (2, "")
    assert "There is no table with that code." in result.err


async def test_a_second_start_knows_the_people_of_the_first(serve, tmp_path):
    key = make_key(tmp_path, "hana")
    ids = []
    for _ in range(2):
        server = await serve()
        result = await run(command(server.port, "hana", key, words=["json"]))
        ids.append(re.search(r'"id":"(u[0-9a-f]+)","name":"hana"', result.out)[1])
        server.process.terminate()
        await asyncio.wait_for(server.process.wait(), DEADLINE)
    assert ids[0] == ids[1]


async def test_one_data_folder_serves_one_server(serve, tmp_path):
    await serve()
    assert "in use by another naisho server" in mistake(tell(tmp_path, "serve", "--port", "0"))


def test_a_port_in_use(tmp_path):
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen()
        port = sock.getsockname()[1]
        line = mistake(tell(tmp_path, "serve", "--port", str(port)))
    assert f"port {port} is in use" in line
    assert "choose another --port" in line


def test_an_address_of_another_machine(tmp_path):
    assert "choose another --host" in mistake(
        tell(tmp_path, "serve", "--host", "192.0.2.1", "--port", str(free_port()))
    )


def test_a_data_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    line = f"cannot write to the data folder {tmp_path}/file/data: Not a directory: choose another --data\n"
    assert line in mistake(tell(tmp_path, "serve", "--data", "file/data"))


def test_a_key_that_others_can_read(tmp_path):
    folder = tmp_path / "hostkeys"
    folder.mkdir()
    make_key(folder, "ssh_host_ed25519_key").chmod(0o644)
    assert "chmod 600" in mistake(tell(tmp_path, "serve", "--port", "0"))


async def test_a_missing_key_beside_existing_data_until_a_new_one_is_asked_for(serve, tmp_path):
    server = await serve()
    server.process.terminate()
    await asyncio.wait_for(server.process.wait(), DEADLINE)
    (tmp_path / "hostkeys" / "ssh_host_ed25519_key").unlink()
    assert "restore it from a backup" in mistake(tell(tmp_path, "serve", "--port", "0"))
    again = await serve("--new-host-key")
    assert again.said[0] != server.said[0]


@pytest.mark.parametrize(
    ("text", "line"),
    [("prot = 1", "unknown key 'prot'"), ("port = 'x'", "must be a whole number"), ("=", "not valid TOML")],
)
def test_a_wrong_configuration(tmp_path, text, line):
    (tmp_path / "naisho.toml").write_text(text)
    assert line in mistake(tell(tmp_path, "serve", "--config", "naisho.toml"))
    assert line in mistake(tell(tmp_path, "serve", NAISHO_CONFIG="naisho.toml"))


def test_a_wrong_variable(tmp_path):
    assert "NAISHO_PORT must be a whole number" in mistake(tell(tmp_path, "serve", NAISHO_PORT="x"))
