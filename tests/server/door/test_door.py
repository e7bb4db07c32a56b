"""The door with real OpenSSH clients: who gets in and as whom, and one readable line for everybody else."""

from __future__ import annotations

import socket

import apsw
import pytest

from engine.errors import Refusal
from engine.house import Person
from server.books.accounts import Arrival
from server.config import Settings
from server.door.fronts import Fronts
from server.door.session import NotHere
from server.door.ssh import Door
from tests.support.inside import visit_of
from tests.support.openssh import Client, command, free_port, make_key, run
from tui.app import NaishoApp
from tui.terminal.client import Terminal


async def test_the_first_key_that_uses_a_name_owns_it(house, tmp_path):
    key = make_key(tmp_path, "hana")
    for _ in range(2):
        async with Client(command(house.port, "hana", key)) as client:
            await client.until("hello hana u screen |")
    first, second = (visit.arrival.person for visit in house.porch.visits)
    assert first == second
    assert not first.guest


async def test_another_key_with_that_name_is_a_guest_and_stays_the_same_guest(house, tmp_path):
    async with Client(command(house.port, "hana", make_key(tmp_path, "owner"))) as client:
        await client.until("hello hana u")
    other = make_key(tmp_path, "other")
    for _ in range(2):
        async with Client(command(house.port, "hana", other)) as client:
            await client.until("hello hana-g")
    again, twice = house.porch.visits[1:]
    assert again.arrival.person == twice.arrival.person
    assert again.arrival.person.guest
    assert "name-taken" in [notice.code for notice in again.arrival.notices]


async def test_without_a_key_one_is_a_guest_and_types_no_password(house):
    async with Client(command(house.port, "miki")) as client:
        await client.until("hello miki-g")
    (visit,) = house.porch.visits
    assert visit.arrival.person.guest
    assert visit.arrival.rejoin_code


async def test_a_guest_comes_back_with_the_code(house):
    async with Client(command(house.port, "miki")) as client:
        await client.until("hello miki-g")
    code = house.porch.visits[0].arrival.rejoin_code
    async with Client(command(house.port, "whoever", words=[code], options=["-t"])) as client:
        await client.until("hello miki-g")
    assert house.porch.visits[0].arrival.person == house.porch.visits[1].arrival.person
    assert [visit.arrival.address for visit in house.porch.visits] == ["127.0.0.1", "127.0.0.1"]


async def test_a_table_code_goes_straight_to_the_table(house, tmp_path):
    async with Client(command(house.port, "hana", words=["KITE-42"], options=["-t"])) as client:
        await client.until("screen KITE-42|")


async def test_json_with_pipes_until_the_input_ends(house):
    result = await run(command(house.port, "hana", words=["json", "KITE-42"]), given=b'{"do":1}\n')
    assert result.code == 0
    assert "json KITE-42|" in result.out
    assert b'{"do":1}\n'.hex() in result.out


async def test_the_exit_code_of_the_front_end_is_the_clients(house):
    async with Client(command(house.port, "hana")) as client:
        await client.until("hello")
        client.send("q")
        assert await client.exit_code() == 7


@pytest.mark.parametrize(
    ("words", "options", "line"),
    [
        (["id"], [], "nothing this house knows"),
        (["scp", "-t", "/tmp"], [], "nothing this house knows"),
        (["apt-get"], [], "nothing this house knows"),
        (["json", "KITE-42", "more"], [], "nothing this house knows"),
        (["sftp"], ["-s"], "nothing this house knows"),
        (["plain"], [], "Plain lines"),
        ([], ["-T"], "Plain lines"),
        (["KITE-42"], ["-T"], "needs a terminal"),
        (["lusab-babad-gutih-tugad"], ["-tt"], "No guest has that code"),
    ],
)
async def test_everything_else_gets_one_line_and_exit_code_2(house, words, options, line):
    result = await run(command(house.port, "hana", words=words, options=options))
    assert result.code == 2
    assert line in result.err
    assert result.err.count("\n") == 1
    assert not house.porch.visits


async def test_the_line_is_in_the_language_that_the_client_speaks(house):
    arguments = command(house.port, "hana", words=["id"], options=["-o", "SendEnv=LANG"])
    result = await run(arguments, variables={"LANG": "ja_JP.UTF-8"})
    assert "「id」という用件は" in result.err


async def test_a_dumb_terminal_is_told_how_to_come_in(house):
    async with Client(command(house.port, "hana"), variables={"TERM": "dumb"}) as client:
        assert await client.exit_code() == 2
        await client.until("Plain lines")
        assert f"ssh -t -p {house.port} 127.0.0.1" in client.text.replace("\n", "")


@pytest.mark.parametrize("program", ["scp", "sftp"])
async def test_file_transfer_ends_with_a_readable_line(house, tmp_path, program):
    ssh = command(house.port, "hana")[1:-1]
    options = [word for at, word in enumerate(ssh) if word != "-p" and ssh[at - 1] != "-p"]
    target = ["hana@127.0.0.1:x", str(tmp_path / "x")] if program == "scp" else ["hana@127.0.0.1"]
    result = await run([program, *options, "-P", str(house.port), *target])
    assert result.code != 0
    assert "nothing this house knows" in result.err


@pytest.mark.parametrize(
    "forward", [["-L", "{port}:127.0.0.1:9"], ["-D", "{port}"], ["-R", "0:127.0.0.1:9"], ["-A"], ["-X"]]
)
async def test_forwarding_is_refused_and_the_session_goes_on(house, forward):
    options = [word.format(port=free_port()) for word in forward]
    arguments = command(house.port, "hana", options=["-tt", *options])
    async with Client(arguments) as client:
        await client.until("hello hana-g")
        client.send("q")
        assert await client.exit_code() == 7


async def test_remote_forwarding_that_must_not_fail_ends_with_a_line(house):
    options = ["-R", "0:127.0.0.1:9", "-o", "ExitOnForwardFailure=yes", "-N"]
    result = await run(command(house.port, "hana", options=options))
    assert result.code == 255
    assert "remote port forwarding failed" in result.err


async def test_a_forwarded_stream_is_refused_with_a_line(house):
    result = await run(command(house.port, "hana", options=["-o", "LogLevel=INFO", "-W", "127.0.0.1:9"]))
    assert result.code == 255
    assert "this house forwards nothing" in result.err


async def test_the_size_of_the_window_arrives(house):
    async with Client(command(house.port, "hana"), size=(100, 30)) as client:
        await client.until("hello")
        client.resize(120, 40)
        await client.until("size 120x40")
    terminal = house.porch.visits[0].terminal
    assert (terminal.width, terminal.height) == (100, 30)


async def test_a_closed_terminal_ends_the_front_end(house):
    async with Client(command(house.port, "hana")) as client:
        await client.until("hello")
        client.hang_up()
        await house.until(lambda: house.porch.gone == 1)


async def test_a_broken_front_end_leaves_a_usable_terminal_and_a_sentence(house):
    async with Client(command(house.port, "hana")) as client:
        await client.until("hello")
        client.send("boom")
        assert await client.exit_code() == 1
        await client.until("Something broke here")
        assert b"\x1b[?1049l" in client.raw


async def test_somebody_unknown_is_told_that_the_disk_is_full(house, tmp_path):
    await house.database.run(lambda db: db.pragma("query_only", True))
    for key in (None, make_key(tmp_path, "hana")):
        result = await run(command(house.port, "hana", key, words=["json"]))
        assert result.code == 2
        assert result.err.strip() == "The house cannot write to its disk. Nothing was changed; try again soon."
    assert house.porch.visits == []


async def test_a_known_person_is_told_that_the_disk_cannot_be_read(house, tmp_path, monkeypatch):
    key = make_key(tmp_path, "hana")
    assert (await run(command(house.port, "hana", key, words=["json"]))).code == 0

    def fail(work):
        raise apsw.IOError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(house.database, "_transact", fail)
        for words in (["json"], ["-tt", "lusab-babad-gutih-tugad"]):
            result = await run(command(house.port, "hana", key, words=words[-1:], options=words[:-1]))
            assert result.code == 2
            assert result.err.strip() == "The house cannot write to its disk. Nothing was changed; try again soon."
    assert len(house.porch.visits) == 1


async def test_whose_profile_cannot_be_read_is_told_at_the_door(world, monkeypatch):
    async def fail(desk, person_id):
        raise Refusal("journal-down")

    monkeypatch.setattr(type(world.store), "profile", fail)
    visit = visit_of(Arrival(Person("u1", "hana", False)), Terminal(width=80, height=24), link=None)
    with pytest.raises(NotHere) as refused:
        await Fronts(world.hub, NaishoApp)(visit)
    assert refused.value.key == "refusal.journal-down"
    assert world.hub.presence("u1") is None


async def test_when_the_server_stops_everybody_is_told(house):
    async with Client(command(house.port, "hana")) as client:
        await client.until("hello")
        await house.door.close(house.porch.leaving.set)
        await client.until("goodbye")
        assert await client.exit_code() == 0


@pytest.mark.parametrize("kind", ["ed25519", "rsa", "ecdsa"])
async def test_the_usual_kinds_of_keys_get_in(house, tmp_path, kind):
    async with Client(command(house.port, "hana", make_key(tmp_path, kind, kind))) as client:
        await client.until("hello hana u")


async def test_an_agent_full_of_keys_gets_in(house, tmp_path):
    keys = [make_key(tmp_path, f"key{number}") for number in range(8)]
    many = [option for key in keys[1:] for option in ("-i", str(key))]
    async with Client(command(house.port, "hana", keys[0], options=many)) as client:
        await client.until("hello hana u")


@pytest.mark.parametrize(
    ("settings", "port", "where"),
    [
        (Settings(), 2222, "-p 2222 127.0.0.1"),
        (Settings(), 22, "127.0.0.1"),
        (Settings(host="0.0.0.0"), 2222, f"-p 2222 {socket.gethostname()}"),
        (Settings(host="0.0.0.0", public_name="games.example.org"), 22, "games.example.org"),
    ],
)
def test_the_ssh_line_names_the_house_as_players_reach_it(settings, port, where):
    assert Door(settings, None, None, None, port=port).where == where
