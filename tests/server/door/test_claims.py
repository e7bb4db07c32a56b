"""What clients claim, and clients that are slow, stalled or gone (cases B1 to B4, D1, D4)."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import socket

import asyncssh
import pytest
from asyncssh.constants import MSG_GLOBAL_REQUEST, MSG_IGNORE
from asyncssh.packet import Boolean, String

from server.config import Settings
from server.door.connection import Connection, check_private_names
from tests.support.handmade import DEADLINE, Caller, connect

# --- B: what a client claims --------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "opened"), [(1, False), (1_023, False), (1_024, True)])
async def test_channels_with_tiny_packets_are_refused(house, size, opened):
    connection, _ = await connect(house.port)
    try:
        process = await connection.create_process("json", max_pktsize=size)
    except asyncssh.ChannelOpenError as error:
        assert not opened
        assert "at least 1024 bytes" in error.reason
    else:
        assert opened
        process.close()
    connection.close()


async def test_thousands_of_variables_are_dropped_and_the_known_ones_kept(house):
    connection, _ = await connect(house.port)
    flood = {f"V{number}": "x" * 30_000 for number in range(300)}
    known = {"LANG": "ja_JP.UTF-8", "COLORTERM": "truecolor", "LC_ALL": "x" * 30_000, "LC_CTYPE": "\x1b[2J"}
    process = await connection.create_process("json", env=flood | known)
    await asyncio.wait_for(process.stdout.readline(), DEADLINE)
    assert house.porch.visits[0].environment == {"LANG": "ja_JP.UTF-8", "COLORTERM": "truecolor"}
    connection.close()


@pytest.mark.parametrize(
    ("claimed", "taken"), [((0, 0), (80, 24)), ((1, 1), (20, 8)), ((65_535, 65_535), (240, 80)), ((100, 30), (100, 30))]
)
async def test_sizes_are_clamped(house, claimed, taken):
    connection, _ = await connect(house.port)
    process = await connection.create_process(term_type="xterm", term_size=claimed)
    await asyncio.wait_for(process.stdout.readline(), DEADLINE)
    terminal = house.porch.visits[0].terminal
    assert (terminal.width, terminal.height) == taken
    connection.close()


async def test_a_strange_terminal_name_is_told_how_to_come_in(house):
    connection, _ = await connect(house.port)
    result = await connection.run("", term_type="x\x1b]0;pwned\x07" * 1_000)
    assert result.exit_status == 2
    connection.close()


async def test_bytes_that_are_no_utf8_reach_the_front_end_and_break_nothing(house):
    connection, _ = await connect(house.port)
    process = await connection.create_process("json", encoding=None)
    await process.stdout.readline()
    process.stdin.write(b"ok\xff\xfe")
    assert await asyncio.wait_for(process.stdout.readline(), DEADLINE) == b"got 6f6bfffe\r\n"
    connection.close()


async def test_a_command_that_is_no_utf8_or_full_of_escapes_is_one_clean_line(house):
    connection, _ = await connect(house.port)
    result = await connection.run("\x1b]52;c;eA==\x07rm -rf /\x9b2J", encoding="utf-8")
    assert result.exit_status == 2
    assert not re.search(r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]", result.stderr)
    connection.close()


# --- D: slow, stalled, vanished -----------------------------------------------------------------------


class TestImpatient:
    @pytest.fixture
    def settings(self):
        return Settings(stall_grace=1.0, max_behind=64 << 10)

    async def test_a_client_that_stops_reading_is_cut_off_and_nothing_piles_up(self, house):
        connection, _client = await connect(house.port)
        await connection.create_process("json", window=1 << 30, encoding=None)
        await house.until(lambda: house.porch.visits)
        link = house.porch.visits[0].link
        connection._transport.pause_reading()
        most = 0
        while house.porch.gone == 0:
            link.write(b"x" * 1_000)
            most = max(most, link.behind())
            await asyncio.sleep(0)
        assert most < 80 << 10
        await house.until(lambda: not house.door._visits)
        connection.abort()

    async def test_a_client_whose_window_is_full_is_cut_off_after_the_grace(self, house):
        connection, client = await connect(house.port)
        process = await connection.create_process("json", window=2_000, encoding=None)
        await house.until(lambda: house.porch.visits)
        process.channel.pause_reading()
        house.porch.visits[0].link.write(b"x" * 20_000)
        await asyncio.wait_for(client.lost, DEADLINE)
        assert house.porch.gone == 1


async def test_answers_do_not_pile_up_for_a_client_that_asks_and_never_reads(house):
    sock = socket.socket()
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", house.port))
    options = {"username": "x", "known_hosts": None, "config": None, "client_keys": None, "agent_path": None}
    connection = await asyncssh.connect(sock=sock, client_factory=Caller, **options)
    (visit,) = house.door._visits.values()
    connection._transport.pause_reading()
    most = 0
    async with asyncio.timeout(DEADLINE):
        while house.door._visits:
            for _ in range(100):
                connection.send_packet(MSG_GLOBAL_REQUEST, String("anything"), Boolean(True))
            most = max(most, visit.transport.get_write_buffer_size())
            await asyncio.sleep(0)
    assert most < 300 << 10
    connection.abort()


async def test_answers_do_not_pile_up_during_a_key_exchange(house):
    connection, _ = await connect(house.port)
    (visit,) = house.door._visits.values()
    visit.connection._send_kexinit()
    most = 0
    connection._recv_data = lambda: None
    connection._kex_complete = True
    async with asyncio.timeout(DEADLINE):
        while house.door._visits:
            for _ in range(100):
                connection.send_packet(MSG_GLOBAL_REQUEST, String("anything"), Boolean(True))
            most = max(most, visit.connection.held_back)
            await asyncio.sleep(0)
    assert 200 << 10 < most < 300 << 10
    connection.abort()


async def test_behind_sees_what_lies_in_the_kernel(house):
    connection, _ = await connect(house.port)
    await connection.create_process("json", window=1 << 30, encoding=None)
    await house.until(lambda: house.porch.visits)
    link = house.porch.visits[0].link
    await house.until(lambda: link.behind() == 0)
    connection._transport.pause_reading()
    seen = False
    while link.behind() < 100_000:
        link.write(b"x" * 4_000)
        seen = seen or (link.behind() > 0 and link.transport.get_write_buffer_size() == 0)
        await asyncio.sleep(0)
    assert seen
    connection._transport.resume_reading()
    await house.until(lambda: link.behind() == 0)
    connection.abort()


def descriptors() -> int:
    return len(os.listdir("/proc/self/fd"))


async def test_connections_that_vanish_in_any_phase_leave_nothing_behind(house):
    async def bare(data: bytes) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(data)
        await writer.drain()
        await reader.readline()
        writer.transport.abort()

    async def logged_in() -> None:
        connection, _ = await connect(house.port)
        connection.abort()

    async def in_session() -> None:
        connection, _ = await connect(house.port)
        process = await connection.create_process("json")
        await process.stdout.readline()
        connection.abort()

    async def everybody() -> None:
        await bare(b"")
        await bare(b"SSH-2.0-x\r\n")
        await bare(b"GET / HTTP/1.0\r\n\r\n")
        await bare(b"SSH-2.0-x\r\n" + os.urandom(5_000))
        await logged_in()
        await in_session()
        await house.until(lambda: not house.door._visits)

    await everybody()
    gc.collect()
    await house.until(lambda: len(asyncio.all_tasks()) == 1)
    before = descriptors()
    for _ in range(5):
        await everybody()
    await house.until(lambda: len(asyncio.all_tasks()) == 1)
    gc.collect()
    assert descriptors() == before
    assert house.porch.gone == 6


def test_asyncssh_has_every_private_name_that_is_used():
    check_private_names()


@pytest.mark.parametrize("name", ["_send_kexinit", "validate_public_key", "_send"])
def test_a_lost_private_name_stops_the_server_at_its_start(monkeypatch, name):
    from asyncssh.connection import SSHConnection, SSHServerConnection

    from server.door.connection import MissingPrivateName

    owner = SSHServerConnection if name in vars(SSHServerConnection) else SSHConnection
    monkeypatch.delattr(owner, name)
    with pytest.raises(MissingPrivateName, match=name):
        check_private_names()


@pytest.mark.parametrize(("size", "total"), [(8, 90_000), (700, 400_000), (32_768, 800_000)])
async def test_input_that_waits_for_a_slow_front_end_is_never_more_than_a_window(house, size, total):
    turns, taken, links = asyncio.Semaphore(0), asyncio.Semaphore(0), []
    received = bytearray()

    async def slow(visit) -> int:
        links.append(visit.link)
        while True:
            await turns.acquire()
            received.extend(await visit.link.read())
            taken.release()

    house.door.front_end = slow
    connection, _ = await connect(house.port)
    process = await connection.create_process("json", encoding=None)
    process.channel._send_pktsize = size
    sent = bytes(n % 251 for n in range(total))
    process.stdin.write(sent)
    while len(received) < total:
        turns.release()
        await asyncio.wait_for(taken.acquire(), DEADLINE)
        for _ in range(2):  # there and back: the window's opening, and what is sent for it
            await connection._make_global_request(b"ping@naisho")
        waiting = [len(data) for data, _ in links[0].channel._recv_buf]
        assert sum(waiting) <= 65_536
        assert len(waiting) <= 128, "crumbs are put together"
    assert received == sent
    connection.abort()


async def test_a_flood_of_small_packets_is_taken_in_by_the_spoonful(house, monkeypatch):
    """Between two spoonfuls the loop goes round: somebody else's key does not wait behind a thousand packets."""
    taken: list[int] = []
    taking = Connection.data_received

    def counted(connection: Connection, data: bytes, datatype: None = None) -> None:
        taken.append(len(data))
        taking(connection, data, datatype)

    connection, _ = await connect(house.port)
    monkeypatch.setattr(Connection, "data_received", counted)
    for _ in range(20_000):
        connection.send_packet(MSG_IGNORE, String(b""))
    await asyncio.wait_for(connection._make_global_request(b"ping@naisho"), DEADLINE)
    assert sum(taken) > 20_000 * 32
    assert max(taken) <= 8192
    connection.abort()
