"""Everything that touches private names of asyncssh, in one place.

asyncssh 2.24.1 is pinned exactly. What it has no public seam for is done here in two subclasses:

* `Connection` – counts login attempts, knows which key really succeeded, gives up on a key exchange that
  never ends, counts what is held back during one, and leaves out the IGNORE packet where no cipher needs it.
* `Channel` – refuses tiny packets and all environment variables but a few.

`check_private_names` fails at the start of the server, and in a test, when a newer asyncssh has lost one.
"""

from __future__ import annotations

import asyncio
import fcntl
import re
import struct
import termios
from collections.abc import Sequence
from typing import Any, Protocol

import asyncssh
from asyncssh.channel import SSHChannel, SSHServerChannel
from asyncssh.connection import SSHConnection, SSHServerConnection
from asyncssh.constants import MSG_IGNORE, OPEN_RESOURCE_SHORTAGE
from asyncssh.encryption import ChachaEncryption, GCMEncryption
from asyncssh.packet import SSHPacket
from asyncssh.public_key import decode_ssh_public_key

MIN_PACKET = 1024
"""A channel that wants smaller packets would have us encrypt thousands for one frame (RFC 4253 asks for 32,768; nobody
who plays needs less than this)."""

_PACKET = 64
"""What a packet takes besides its payload, about."""

_CRUMB = 1024
"""Pieces of input below this many bytes are put together while they wait."""

ENVIRONMENT = frozenset({"LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "COLORTERM", "NO_COLOR"})
"""The only variables that are kept, and how much of each; that bounds count and bytes at once."""

_VARIABLE = re.compile(rb"[A-Za-z0-9_.,:@=+-]{0,64}")

_METHODS: dict[type, Sequence[str]] = {
    SSHServerConnection: (
        "_finish_userauth", "send_userauth_failure", "send_userauth_success", "validate_public_key",
    ),
    SSHConnection: (
        "_send_kexinit", "send_newkeys", "send_packet", "_send_deferred_packets", "_send", "auth", "_cleanup",
    ),
    SSHServerChannel: (
        "process_open", "_process_env_request", "_cleanup", "get_write_buffer_size", "_accept_data", "_deliver_data",
    ),
}  # fmt: skip
_ATTRIBUTES: dict[Any, Sequence[str]] = {
    SSHConnection: ("_protocol_factory", "_deferred_packets", "_send_encryption", "_transport", "_recv_handler"),
    SSHChannel: ("_recv_paused", "_recv_buf", "_recv_window", "_session"),
}


class MissingPrivateName(Exception):
    """The installed asyncssh is not one that this server knows."""


def check_private_names() -> None:
    """Raise `MissingPrivateName` unless every private name that is used or overridden here exists."""
    missing = [
        f"{kind.__name__}.{name}" for kind, names in _METHODS.items() for name in names if not hasattr(kind, name)
    ]
    for kind, names in _ATTRIBUTES.items():
        missing += [f"{kind.__name__}.{name}" for name in names if name not in kind.__init__.__code__.co_names]
    if missing:
        raise MissingPrivateName(f"asyncssh {asyncssh.__version__} has no {', '.join(missing)}: install 2.24.1")


class Owner(Protocol):
    """What a connection tells its owner, which is also its `asyncssh.SSHServer`."""

    def offered(self) -> None:
        """The client asked something that proves nothing: an unsigned key, or which methods there are."""

    def failed(self) -> None:
        """The client failed to log in."""

    def proven(self, fingerprint: str | None) -> None:
        """The client is about to be logged in: by the key with this fingerprint, or by none."""

    def keyed(self) -> None:
        """A key exchange is complete."""


class Connection(SSHServerConnection):
    """One client's connection; ``owner`` is an `asyncssh.SSHServer` that is also an `Owner`.

    ``held_back`` are the bytes of packets that wait for a key exchange to end, ``sent`` all those that
    were ever handed to the transport.
    """

    def __init__(
        self, options: asyncssh.SSHServerConnectionOptions, owner: Any, kex_grace: float, max_behind: int
    ) -> None:
        super().__init__(asyncio.get_running_loop(), options, None, None, None)
        self._protocol_factory = lambda: owner
        self._login: Owner = owner
        self._kex_grace = kex_grace
        self._max_behind = max_behind
        self._kex_timer: asyncio.TimerHandle | None = None
        self.held_back = 0
        self.sent = 0
        self._counts_as_failure = False
        self._proof: tuple[object, str] | None = None

    # --- login ------------------------------------------------------------------------------------

    async def _finish_userauth(self, begin_auth: bool, method: bytes, packet: SSHPacket) -> None:
        self._counts_as_failure = method not in (b"none", b"publickey")
        if method in (b"none", b"keyboard-interactive"):
            self._login.offered()
        await super()._finish_userauth(begin_auth, method, packet)

    async def validate_public_key(self, username: str, key_data: bytes, msg: bytes, signature: bytes) -> bool:
        """Called for unsigned offers too (``msg`` is empty then): only a verified signature is a proof.

        The proof is tied to the attempt that brought it, so that a later attempt cannot use it.
        """
        self._counts_as_failure = bool(msg)
        if not msg:
            self._login.offered()
        attempt = self.auth
        valid = await super().validate_public_key(username, key_data, msg, signature)
        if valid and msg:
            self._proof = (attempt, decode_ssh_public_key(key_data).get_fingerprint())
        return valid

    def send_userauth_failure(self, partial_success: bool) -> None:
        """Answer a failed attempt, and count it."""
        super().send_userauth_failure(partial_success)
        if self._counts_as_failure:
            self._login.failed()

    async def send_userauth_success(self) -> None:
        """Fix the identity: the key of the very attempt that succeeds now, else none."""
        proof, self._proof = self._proof, None
        self._login.proven(proof[1] if proof and proof[0] is self.auth else None)
        await super().send_userauth_success()

    # --- key exchange -----------------------------------------------------------------------------

    def _send_kexinit(self) -> None:
        self._stop_kex_timer()
        self._kex_timer = asyncio.get_running_loop().call_later(self._kex_grace, self.abort)
        super()._send_kexinit()

    def send_newkeys(self, k: bytes, h: bytes) -> None:
        """Finish a key exchange."""
        super().send_newkeys(k, h)
        self._stop_kex_timer()
        self._login.keyed()

    def _stop_kex_timer(self) -> None:
        if self._kex_timer:
            self._kex_timer.cancel()
            self._kex_timer = None

    def _cleanup(self, exc: Exception | None) -> None:
        self._stop_kex_timer()
        super()._cleanup(exc)
        self._recv_handler = _take_no_more  # a method of its own would keep it until a garbage collection

    # --- sending ----------------------------------------------------------------------------------

    def send_packet(self, pkttype: int, *args: bytes, handler: Any = None) -> None:
        """Send a packet, or hold it back during a key exchange.

        asyncssh puts an IGNORE packet before every other: it guards CBC ciphers against a known attack on
        their chained vectors. With AEAD ciphers it guards nothing and costs 36 bytes a key.
        """
        if pkttype == MSG_IGNORE and isinstance(self._send_encryption, GCMEncryption | ChachaEncryption):
            return
        before = len(self._deferred_packets)
        super().send_packet(pkttype, *args, handler=handler)
        if len(self._deferred_packets) > before:
            self.held_back += sum(map(len, args)) + _PACKET
            self._cut_off_if(self.held_back)

    def _send_deferred_packets(self) -> None:
        self.held_back = 0
        super()._send_deferred_packets()

    def _send(self, data: bytes) -> None:
        self.sent += len(data)
        super()._send(data)
        if self._transport:
            self._cut_off_if(self._transport.get_write_buffer_size())

    def _cut_off_if(self, unsent: int) -> None:
        """Answers pile up too, for a client that asks and asks and never reads; it need not have a session."""
        if unsent > self._max_behind:
            self.abort()


def _take_no_more() -> bool:
    return False


class Channel(SSHServerChannel[bytes]):
    """One session's channel, carrying bytes (asyncssh's own decoder ends the connection at a bad one)."""

    def __init__(self, connection: Connection, window: int) -> None:
        super().__init__(
            connection, asyncio.get_running_loop(), True, False, False, 0, 0, None, "strict", window, 32_768
        )
        self.set_extra_info(connection=None)  # else, once closed, both would wait for a garbage collection
        self.environment: dict[str, str] = {}

    def process_open(self, send_chan: int, send_window: int, send_pktsize: int, session: Any) -> None:
        """Open the channel, unless it wants packets of a few bytes."""
        if send_pktsize < MIN_PACKET:
            asyncio.get_running_loop().call_soon(self._cleanup)
            raise asyncssh.ChannelOpenError(
                OPEN_RESOURCE_SHORTAGE, f"packets of at least {MIN_PACKET} bytes are needed here"
            )
        super().process_open(send_chan, send_window, send_pktsize, session)

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name = packet.get_string().decode("ascii", "replace")
        value = packet.get_string()
        packet.check_end()
        if name not in ENVIRONMENT or not _VARIABLE.fullmatch(value):
            return False
        self.environment[name] = value.decode("ascii")
        return True

    def _accept_data(self, data: bytes, datatype: int | None = None) -> None:
        """Put crumbs that wait together: asyncssh takes its list apart from the front, one by one."""
        if self._recv_paused and self._recv_buf and len(self._recv_buf[-1][0]) < _CRUMB:
            self._recv_window -= len(data)
            self._recv_buf[-1] = (self._recv_buf[-1][0] + data, datatype)
        else:
            super()._accept_data(data, datatype)

    def _deliver_data(self, data: bytes, datatype: int | None) -> None:
        """Deliver a piece.  asyncssh opens the whole window again with each, however many still wait behind it, so
        that what waits would grow for ever: here it stays shut until all that came is delivered."""
        if self._recv_buf and self._session is not None:
            self._session.data_received(data, datatype)
        else:
            super()._deliver_data(data, datatype)


def waiting(channel: Channel, transport: asyncio.Transport) -> tuple[int, int]:
    """Bytes that wait on this side for a client, and bytes that it has ever taken.

    They wait in four places: the channel, the packets held back during a key exchange, the transport, and
    the kernel's send queue.
    """
    connection = channel.get_connection()
    assert isinstance(connection, Connection)
    in_flight = transport.get_write_buffer_size() + _kernel_queue(transport)
    held = channel.get_write_buffer_size() + connection.held_back
    return held + in_flight, connection.sent - in_flight


def _kernel_queue(transport: asyncio.Transport) -> int:
    """SIOCOUTQ: bytes not yet acknowledged by the peer; 0 where the system cannot tell."""
    sock = transport.get_extra_info("socket")
    try:
        return int(struct.unpack("i", fcntl.ioctl(sock.fileno(), termios.TIOCOUTQ, b"\0\0\0\0"))[0])
    except (OSError, ValueError):  # closed meanwhile, or not a system that knows the request
        return 0
