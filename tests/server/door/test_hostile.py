"""Clients that mean harm before and during login (cases A1 to A9), against the open door."""

from __future__ import annotations

import asyncio
import re
import socket

import asyncssh
import pytest
from asyncssh.constants import MSG_USERAUTH_FAILURE as FAILURE
from asyncssh.constants import MSG_USERAUTH_SUCCESS as SUCCESS
from asyncssh.packet import Boolean, String, UInt32

from server.config import Settings
from tests.support.handmade import DEADLINE, GO_ON, HandMade, connect, visit
from tests.support.openssh import Client, command, make_key


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
        await house.until(lambda: not house.door._visits)
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


@pytest.mark.parametrize("settings", [Settings(max_connections_per_address=1)])
async def test_an_address_that_logs_in_in_a_loop_is_told_to_wait(house, monkeypatch):
    monkeypatch.setattr("server.door.limits.LOGINS", 3)
    for _ in range(3):
        connection, guest = await connect(house.port)
        await visit(connection)
        connection.close()
        await asyncio.wait_for(guest.lost, DEADLINE)
        await house.until(lambda: not house.door.people)
    _, guest = await connect(house.port)
    assert "too many logins" in str(await asyncio.wait_for(guest.lost, DEADLINE))
