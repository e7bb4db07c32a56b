"""The login of one connection, and what may be asked for then.

A key is accepted from anybody, since the key *is* the identity.  A client without one is let in as a guest, by
keyboard-interactive with no questions.  The method ``none`` is not offered: clients try it first, and
everybody would be a guest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import asyncssh
from asyncssh.constants import (
    DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
    DISC_TOO_MANY_CONNECTIONS,
    OPEN_ADMINISTRATIVELY_PROHIBITED,
)
from attrs import define, field

from server import logs
from server.door.connection import Channel
from server.door.limits import Attempts, Stage
from server.door.session import Session
from server.door.visit import Visit

RECEIVE_WINDOW = 64 << 10
"""Bytes a client may send before they are taken in: a flood waits on the client's side."""

KbdIntChallenge = tuple[str, str, str, Sequence[tuple[str, bool]]]

_NO_FORWARDING = "this house forwards nothing: only a session can be opened here"
_NO_ROOM = {
    "full": "the house is full: come back later",
    "often": "too many logins from your address: come back in a minute",
}
_ONE_SESSION = "one session for each connection: open another connection"


@define(eq=False)
class Login(asyncssh.SSHServer):
    """The owner of a visit's connection (see `server.door.connection.Owner`)."""

    visit: Visit
    _attempts: Attempts = field(init=False)
    _had_session: bool = False

    def __attrs_post_init__(self) -> None:
        self._attempts = Attempts(self.visit.door.settings)

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self.visit.hang_up_after(None)
        self.visit.door.leave(self.visit)

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
        self.visit.door.gate.reached(self.visit.number, Stage.KEYED)

    def offered(self) -> None:
        """Count an offer that proves nothing."""
        if self._attempts.offered():
            self._drop("offers", "too many keys offered: ssh -o IdentitiesOnly=yes -i KEY …")

    def failed(self) -> None:
        """Count a failed login; the address of one who goes on failing is turned away for a while."""
        if self._attempts.failed():
            self.visit.door.gate.penalise(self.visit.address, asyncio.get_running_loop().time())
            self._drop("failures", "too many failed logins: come back later")

    def proven(self, fingerprint: str | None) -> None:
        """Remember what the attempt that succeeds has proved."""
        self.visit.fingerprint = fingerprint or ""

    def auth_completed(self) -> None:
        """Logged in: now a session must follow, or the connection is of no use."""
        if reason := self.visit.door.gate.log_in(self.visit.number, asyncio.get_running_loop().time()):
            self._drop(reason, _NO_ROOM[reason])
            return
        self.visit.hang_up_after(self.visit.door.settings.session_grace)

    def _drop(self, reason: str, sentence: str) -> None:
        logs.get().info("dropped", address=self.visit.address, reason=reason)
        code = DISC_TOO_MANY_CONNECTIONS if reason in _NO_ROOM else DISC_NO_MORE_AUTH_METHODS_AVAILABLE
        self.visit.connection.disconnect(code, sentence)

    # --- what is asked for ------------------------------------------------------------------------

    def session_requested(self) -> tuple[Channel, Session]:
        """The one session of this connection."""
        if self._had_session:
            raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, _ONE_SESSION)
        self._had_session = True
        self.visit.name = str(self.visit.connection.get_extra_info("username"))
        return Channel(self.visit.connection, RECEIVE_WINDOW), Session(self.visit)

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        """-L and -D: refused."""
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, _NO_FORWARDING)

    def unix_connection_requested(self, dest_path: str) -> bool:
        """-L to a socket: refused."""
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, _NO_FORWARDING)
