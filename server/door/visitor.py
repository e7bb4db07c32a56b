"""One connection from its first byte to its session: who it is, and what it may ask for.

A key is accepted from anybody, since the key *is* the identity.  A client without one is let in as a guest, by
keyboard-interactive with no questions.  The method ``none`` is not offered: clients try it first, and
everybody would be a guest.
"""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import Callable, Sequence

import asyncssh
from asyncssh.constants import (
    DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
    DISC_TOO_MANY_CONNECTIONS,
    OPEN_ADMINISTRATIVELY_PROHIBITED,
)
from attrs import define, field

from server import logs
from server.config import Settings
from server.door.connection import Channel, Connection
from server.door.limits import Attempts, Gate, Stage
from server.door.session import Session

#: Bytes a client may send before they are taken in: a flood waits on the client's side.
RECEIVE_WINDOW = 64 << 10

#: After its session a client hangs up by itself; this is for the one that does not.
HANG_UP_AFTER = 10.0

KbdIntChallenge = tuple[str, str, str, Sequence[tuple[str, bool]]]

_NO_FORWARDING = "this house forwards nothing: only a session can be opened here"
_NO_ROOM = {
    "full": "the house is full: come back later",
    "often": "too many logins from your address: come back in a minute",
}
_ONE_SESSION = "one session for each connection: open another connection"


@define
class Proof:
    """What a login proved: the fingerprint of a key ("" for a guest) and the name that was asked for."""

    fingerprint: str
    name: str


@define(eq=False)
class Visitor(asyncssh.SSHServer):
    """The owner of one connection (see `server.door.connection.Owner`)."""

    number: int
    address: str
    transport: asyncio.Transport
    gate: Gate
    settings: Settings
    begin: Callable[[Visitor, Proof], Session]
    closed: Callable[[Visitor], None]
    _connection: weakref.ref[Connection] = field(init=False)
    _attempts: Attempts = field(init=False)
    _fingerprint: str = ""
    _timer: asyncio.TimerHandle | None = None
    _had_session: bool = False

    def __attrs_post_init__(self) -> None:
        self._attempts = Attempts(self.settings)

    @property
    def connection(self) -> Connection:
        """The connection that this is the owner of; it lives at least until `connection_lost`."""
        connection = self._connection()
        assert connection is not None
        return connection

    @connection.setter
    def connection(self, connection: Connection) -> None:
        # It holds its owner: two that held each other would wait for a garbage collection.
        self._connection = weakref.ref(connection)

    # --- login ------------------------------------------------------------------------------------

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._stop_timer()
        self.closed(self)

    def begin_auth(self, username: str) -> bool:
        """Nobody gets in without an attempt of some kind."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Keys are welcome."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key will do; that it was offered proves nothing yet."""
        return True

    def password_auth_supported(self) -> bool:
        """There are no passwords."""
        return False

    def kbdint_auth_supported(self) -> bool:
        """Guests come in this way."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KbdIntChallenge:
        """No questions."""
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """No questions, no wrong answers."""
        return not responses

    def keyed(self) -> None:
        """A key exchange is complete: not a silent connection any more."""
        self.gate.reached(self.number, Stage.KEYED)

    def offered(self) -> None:
        """Count an offer that proves nothing."""
        if self._attempts.offered():
            self._drop("offers", "too many keys offered: ssh -o IdentitiesOnly=yes -i KEY …")

    def failed(self) -> None:
        """Count a failed login; the address of one who goes on failing is turned away for a while."""
        if self._attempts.failed():
            self.gate.penalise(self.address, asyncio.get_running_loop().time())
            self._drop("failures", "too many failed logins: come back later")

    def proven(self, fingerprint: str | None) -> None:
        """Remember what the attempt that succeeds has proved."""
        self._fingerprint = fingerprint or ""

    def auth_completed(self) -> None:
        """Logged in: now a session must follow, or the connection is of no use."""
        if reason := self.gate.log_in(self.number, asyncio.get_running_loop().time()):
            self._drop(reason, _NO_ROOM[reason])
            return
        self._hang_up_after(self.settings.session_grace)

    def _drop(self, reason: str, sentence: str) -> None:
        logs.get().info("dropped", address=self.address, reason=reason)
        code = DISC_TOO_MANY_CONNECTIONS if reason in _NO_ROOM else DISC_NO_MORE_AUTH_METHODS_AVAILABLE
        self.connection.disconnect(code, sentence)

    # --- what is asked for ------------------------------------------------------------------------

    def session_requested(self) -> tuple[Channel, Session]:
        """The one session of this connection."""
        if self._had_session:
            raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, _ONE_SESSION)
        self._had_session = True
        channel = Channel(self.connection, RECEIVE_WINDOW)
        name = str(self.connection.get_extra_info("username"))
        return channel, self.begin(self, Proof(self._fingerprint, name))

    def session_begun(self) -> None:
        """The session knows what it is: no timer is needed until it ends."""
        self._stop_timer()

    def session_over(self) -> None:
        """The exit code is sent."""
        if not self.transport.is_closing():
            self._hang_up_after(HANG_UP_AFTER)

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        """-L and -D: refused."""
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, _NO_FORWARDING)

    def unix_connection_requested(self, dest_path: str) -> bool:
        """-L to a socket: refused."""
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, _NO_FORWARDING)

    def _hang_up_after(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = asyncio.get_running_loop().call_later(seconds, self.connection.close)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
