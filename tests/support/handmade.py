"""Clients for tests of what a polite one never does: `HandMade` logs in request by request, `connect` at once."""

from __future__ import annotations

import asyncio

import asyncssh
from asyncssh.connection import SSHClientConnection
from asyncssh.constants import (
    MSG_USERAUTH_FAILURE,
    MSG_USERAUTH_FIRST,
    MSG_USERAUTH_REQUEST,
    MSG_USERAUTH_SUCCESS,
)
from asyncssh.packet import Boolean, SSHPacket, String, UInt32

DEADLINE = 30.0
"""Seconds after which an answer that does not come has failed the test."""

GO_ON = MSG_USERAUTH_FIRST
"""The answer to an unsigned offer of a key, and to keyboard-interactive."""

MSG_USERAUTH_INFO_RESPONSE = MSG_USERAUTH_FIRST + 1


class HandMade(SSHClientConnection):
    """``answers`` gets the number of every login message the server sends, and 0 when it hangs up."""

    def __init__(self, options: asyncssh.SSHClientConnectionOptions) -> None:
        super().__init__(asyncio.get_running_loop(), options)
        self.answers: asyncio.Queue[int] = asyncio.Queue()
        self.ready = asyncio.Event()
        self.why = ""

    @classmethod
    async def connect(cls, port: int) -> HandMade:
        """A connection that has exchanged keys and may log in."""
        options = await asyncssh.SSHClientConnectionOptions.construct(
            username="x", known_hosts=None, config=None, client_keys=None, agent_path=None, client_factory=_Quiet
        )
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(lambda: cls(options), "127.0.0.1", port)
        await asyncio.wait_for(connection.ready.wait(), DEADLINE)
        return connection

    def try_next_auth(self, *, next_method: bool = False) -> None:
        """Called when login may begin; everything else is the test's."""
        self._auth = _Listener(self)
        self.ready.set()

    def ask(self, name: str, method: bytes, *parts: bytes) -> None:
        """Send one login request."""
        self.send_packet(MSG_USERAUTH_REQUEST, String(name), String(b"ssh-connection"), String(method), *parts)

    def offer(self, name: str, key: asyncssh.SSHKey) -> None:
        """Offer a public key without signing."""
        self.ask(name, b"publickey", Boolean(False), String(key.algorithm), String(key.public_data))

    def sign(self, name: str, key: asyncssh.SSHKey, signer: asyncssh.SSHKey | None = None) -> None:
        """Offer a public key, signed by its owner or by somebody else."""
        parts = (Boolean(True), String(key.algorithm), String(key.public_data))
        self._username = name  # the signature covers it
        data = self.get_userauth_request_data(b"publickey", *parts)
        self.ask(name, b"publickey", *parts, String((signer or key).sign(data, key.algorithm)))

    def respond(self) -> None:
        """Answer keyboard-interactive's no questions."""
        self.send_packet(MSG_USERAUTH_INFO_RESPONSE, UInt32(0))

    async def answer(self) -> int:
        """The next answer."""
        return await asyncio.wait_for(self.answers.get(), DEADLINE)

    def _failed(self, _type: int, _id: int, packet: SSHPacket) -> None:
        self.answers.put_nowait(MSG_USERAUTH_FAILURE)

    def _succeeded(self, _type: int, _id: int, packet: SSHPacket) -> None:
        self._auth, self._auth_in_progress, self._auth_complete = None, False, True
        self.answers.put_nowait(MSG_USERAUTH_SUCCESS)

    def _force_close(self, exc: Exception | None) -> None:
        self.why = self.why or str(exc)
        self.answers.put_nowait(0)
        super()._force_close(exc)

    _packet_handlers = SSHClientConnection._packet_handlers | {
        MSG_USERAUTH_FAILURE: _failed,
        MSG_USERAUTH_SUCCESS: _succeeded,
    }


class _Quiet(asyncssh.SSHClient):
    """Decides nothing."""


class _Listener:
    """Stands where asyncssh keeps the login in progress, and passes on what comes."""

    def __init__(self, connection: HandMade) -> None:
        self._connection = connection

    def log_received_packet(self, *_: object) -> None:
        """Say nothing."""

    def process_packet(self, number: int, _id: int, _packet: SSHPacket) -> bool:
        """Note the answer."""
        self._connection.answers.put_nowait(number)
        return True

    def cancel(self) -> None:
        """Nothing runs here."""


class Caller(asyncssh.SSHClient):
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


async def connect(port: int, name: str = "mallory", client=Caller, **options):
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
