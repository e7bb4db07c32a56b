"""Clients that mean harm, made by hand with asyncssh or plain sockets, against the open door."""

from __future__ import annotations

import asyncio
import gc
import os
import re
import socket

import asyncssh
import pytest
from asyncssh.constants import MSG_GLOBAL_REQUEST
from asyncssh.constants import MSG_USERAUTH_FAILURE as FAILURE
from asyncssh.constants import MSG_USERAUTH_SUCCESS as SUCCESS
from asyncssh.packet import Boolean, String, UInt32

from server.config import Settings
from server.wire import check_private_names
from tests.server.handmade import GO_ON, HandMade
from tests.server.openssh import Client, command, make_key

DEADLINE = 30.0


class Guest(asyncssh.SSHClient):
    """Answers the keyboard-interactive login that asks nothing; remembers why it was disconnected."""

    def __init__(self) -> None:
        self.lost: asyncio.Future = asyncio.get_running_loop().create_future()

    def kbdint_auth_requested(self):
        return ""

    def kbdint_challenge_received(self, name, instructions, lang, prompts):
        return []

    def connection_lost(self, exc):
        if not self.lost.done():
            self.lost.set_result(exc)


async def connect(port: int, name: str = "mallory", client=Guest, **options):
    return await asyncio.wait_for(
        asyncssh.create_connection(
            client, "127.0.0.1", port, username=name, known_hosts=None, config=None, agent_path=None,
            **({"client_keys": None} | options),
        ),
        DEADLINE,
    )  # fmt: skip


async def visit(connection) -> None:
    """Open a JSON session, end its input, and wait for its end."""
    process = await connection.create_process("json")
    process.stdin.write_eof()
    await asyncio.wait_for(process.wait(), DEADLINE)


# --- A: before and during login -----------------------------------------------------------------------


@pytest.mark.parametrize("method", [b"password", b"hostbased", b"gssapi-with-mic", b"nonsense"])
async def test_six_failures_drop_the_connection_and_turn_the_address_away(house, method):
    client = await HandMade.connect(house.port)
    for number in range(500):
        client.ask("x", method, Boolean(False), String(f"guess {number}"))
    assert [await client.answer() for _ in range(7)] == [FAILURE] * 6 + [0]
    assert "too many failed logins" in client.why
    with pytest.raises((asyncssh.Error, OSError)):
        await connect(house.port)


async def test_a_wrong_signature_is_a_failure(house):
    client = await HandMade.connect(house.port)
    mine, others = (asyncssh.generate_private_key("ssh-ed25519") for _ in range(2))
    for _ in range(6):
        client.sign("x", others, signer=mine)
        assert await client.answer() == FAILURE
    assert await client.answer() == 0
    assert "too many failed logins" in client.why


async def test_unsigned_offers_are_counted_apart_up_to_twenty(house):
    client = await HandMade.connect(house.port)
    for _ in range(20):
        client.offer("x", asyncssh.generate_private_key("ssh-ed25519"))
        assert await client.answer() == GO_ON
    client.offer("x", asyncssh.generate_private_key("ssh-ed25519"))
    while await client.answer():
        pass
    assert "too many keys offered" in client.why
    connection, _ = await connect(house.port)  # many keys are no crime: the address is not turned away
    connection.close()


async def owner_of(house, name: str) -> asyncssh.SSHKey:
    key = asyncssh.generate_private_key("ssh-ed25519")
    connection, _ = await connect(house.port, name, client_keys=[key])
    await visit(connection)
    connection.close()
    return key


async def people(house, client: HandMade):
    """Open a session on a connection made by hand; the owner of the name, and who that is."""
    await visit(client)
    client.abort()
    return (visit.arrival.person for visit in house.porch.visits)


async def test_offering_the_owners_key_without_signing_gives_a_guest(house):
    key = await owner_of(house, "hana")
    client = await HandMade.connect(house.port)
    client.offer("hana", key)
    assert await client.answer() == GO_ON
    client.ask("hana", b"keyboard-interactive", String(b""), String(b""))
    assert await client.answer() == GO_ON
    client.respond()
    assert await client.answer() == SUCCESS
    owner, thief = await people(house, client)
    assert thief.guest
    assert thief.id != owner.id


async def test_signing_with_ones_own_key_after_offering_the_owners_gives_ones_own_account(house):
    key = await owner_of(house, "hana")
    client = await HandMade.connect(house.port)
    client.offer("hana", key)
    assert await client.answer() == GO_ON
    client.sign("mika", asyncssh.generate_private_key("ssh-ed25519"))
    assert await client.answer() == SUCCESS
    owner, other = await people(house, client)
    assert (owner.name, other.name) == ("hana", "mika")


async def test_a_forged_signature_before_the_guests_way_gives_a_guest(house):
    key = await owner_of(house, "hana")
    client = await HandMade.connect(house.port)
    client.sign("hana", key, signer=asyncssh.generate_private_key("ssh-ed25519"))
    assert await client.answer() == FAILURE
    client.ask("hana", b"keyboard-interactive", String(b""), String(b""))
    assert await client.answer() == GO_ON
    client.respond()
    assert await client.answer() == SUCCESS
    _, thief = await people(house, client)
    assert thief.guest


async def test_all_requests_at_once_mix_nothing_up(house):
    """Offer, forged signature and keyboard-interactive sent without waiting for any answer."""
    key = await owner_of(house, "hana")
    client = await HandMade.connect(house.port)
    client.offer("hana", key)
    client.sign("hana", key, signer=asyncssh.generate_private_key("ssh-ed25519"))
    client.ask("hana", b"keyboard-interactive", String(b""), String(b""))
    client.respond()
    while (answer := await client.answer()) != SUCCESS:
        assert answer
    _, thief = await people(house, client)
    assert thief.guest


async def test_no_compression_is_offered(house):
    with pytest.raises(asyncssh.KeyExchangeFailed):
        await connect(house.port, compression_algs=["zlib@openssh.com"])


def silent(port: int) -> socket.socket:
    sock = socket.create_connection(("127.0.0.1", port))
    sock.setblocking(False)
    return sock


async def test_a_player_gets_in_past_two_hundred_silent_connections_from_the_same_address(house, tmp_path):
    socks = [silent(house.port) for _ in range(200)]
    async with Client(command(house.port, "hana", make_key(tmp_path, "key"))) as client:
        await client.until("hello hana u")
    for sock in socks:
        sock.close()


class TestShortGraces:
    @pytest.fixture
    def settings(self):
        return Settings(login_grace=1.0, session_grace=1.0, kex_grace=1.0)

    async def test_who_does_not_log_in_is_dropped(self, house):
        reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
        writer.write(b"SSH-2.0-slow\r\n")
        async with asyncio.timeout(DEADLINE):
            while await reader.read(65_536):
                pass
        writer.close()

    async def test_who_never_finishes_a_key_exchange_is_cut_off(self, house):
        connection, _client = await connect(house.port)
        connection._recv_data = lambda: None  # the client stops answering
        connection._send_kexinit()
        await house.until(lambda: not house.door._visitors)
        connection.abort()

    async def test_who_asks_for_no_session_is_dropped(self, house):
        _connection, client = await connect(house.port)
        assert await asyncio.wait_for(client.lost, DEADLINE) is None

    async def test_a_terminal_without_a_shell_is_dropped(self, house):
        connection, client = await connect(house.port)
        channel = asyncssh.channel.SSHClientChannel(
            connection, asyncio.get_running_loop(), "strict", None, "strict", 65_536, 32_768
        )
        await channel._open(b"session")
        channel._session = asyncssh.SSHClientSession()
        await channel._make_request(
            b"pty-req", String("xterm"), UInt32(80), UInt32(24), UInt32(0), UInt32(0), String(b"\0")
        )
        await asyncio.wait_for(client.lost, DEADLINE)


async def test_a_second_session_on_one_connection_is_refused_with_a_line(house):
    connection, _ = await connect(house.port)
    first = await connection.create_process("json")
    with pytest.raises(asyncssh.ChannelOpenError, match="one session for each connection"):
        await connection.create_process("json")
    first.stdin.write("still here")
    assert "json" in await asyncio.wait_for(first.stdout.readline(), DEADLINE)
    connection.close()


@pytest.mark.parametrize("name", ["a\nlevel=error", "x" * 2_000, "\u0000", "\u202eanah"])
async def test_names_that_no_terminal_should_see_end_the_connection(house, name):
    client = await HandMade.connect(house.port)
    client.ask(name, b"keyboard-interactive", String(b""), String(b""))
    assert await client.answer() == 0
    connection, _ = await connect(house.port)  # and disturb nobody
    connection.close()


@pytest.mark.parametrize("name", ["a b", "~" * 500, "<b>hana</b>", "[@click=quit]x", "System"])
async def test_improper_names_make_a_guest_called_guest(house, name):
    connection, _ = await connect(house.port, name)
    await visit(connection)
    connection.close()
    assert re.fullmatch(r"guest-g\d+", house.porch.visits[0].arrival.person.name)


async def test_full_width_and_soft_hyphens_do_not_make_an_admin(house):
    key = asyncssh.generate_private_key("ssh-ed25519")
    for name in ("ａｄｍｉｎ", "ad\u00admin"):
        connection, _ = await connect(house.port, name, client_keys=[key])
        await visit(connection)
        connection.close()
    assert all(visit.arrival.person.guest for visit in house.porch.visits)


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
        await house.until(lambda: not house.door._visitors)
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
    connection = await asyncssh.connect(sock=sock, client_factory=Guest, **options)
    (visitor,) = house.door._visitors.values()
    connection._transport.pause_reading()
    most = 0
    async with asyncio.timeout(DEADLINE):
        while house.door._visitors:
            for _ in range(100):
                connection.send_packet(MSG_GLOBAL_REQUEST, String("anything"), Boolean(True))
            most = max(most, visitor.transport.get_write_buffer_size())
            await asyncio.sleep(0)
    assert most < 300 << 10
    connection.abort()


async def test_answers_do_not_pile_up_during_a_key_exchange(house):
    connection, _ = await connect(house.port)
    (visitor,) = house.door._visitors.values()
    visitor.connection._send_kexinit()
    most = 0
    connection._recv_data = lambda: None
    connection._kex_complete = True
    async with asyncio.timeout(DEADLINE):
        while house.door._visitors:
            for _ in range(100):
                connection.send_packet(MSG_GLOBAL_REQUEST, String("anything"), Boolean(True))
            most = max(most, visitor.connection.held_back)
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
        await house.until(lambda: not house.door._visitors and not house.door._sessions)

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

    from server.wire import MissingPrivateName

    owner = SSHServerConnection if name in vars(SSHServerConnection) else SSHConnection
    monkeypatch.delattr(owner, name)
    with pytest.raises(MissingPrivateName, match=name):
        check_private_names()
