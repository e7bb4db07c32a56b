"""The host's signature under a finished game, in the format of `ssh-keygen -Y`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import asyncssh
from asyncssh.sshsig import import_allowed_signers
from attrs import frozen

NAMESPACE: Final = "naisho-game"
"""What the signature is for, so that it can stand for nothing else that the key signs."""

_PRINCIPAL: Final = "host"


@frozen
class Signer:
    """Signs the hash of a game's last batch; `public` is the key's line as in `authorized_keys`."""

    public: str
    sign: Callable[[str], str]


def host_signer(key: asyncssh.SSHKey) -> Signer:
    """A signer for the server's own SSH key."""

    def sign(text: str) -> str:
        return asyncssh.create_sshsig(key, text.encode(), namespace=NAMESPACE).decode()

    return Signer(public_line(key), sign)


def public_line(key: asyncssh.SSHKey) -> str:
    """Type and key, without a comment."""
    kind, data = key.export_public_key().decode().split()[:2]
    return f"{kind} {data}"


def signed(public: str, text: str, signature: str) -> bool:
    """Whether the key with that public line signed `text`.

    Raises:
        ValueError: `public` is no key.
    """
    try:
        signers = import_allowed_signers(f'{_PRINCIPAL} namespaces="{NAMESPACE}" {public}')
    except ValueError as error:
        raise ValueError("not a public key") from error
    try:
        return asyncssh.validate_sshsig(text.encode(), signature.encode(), _PRINCIPAL, signers)
    except ValueError:
        return False
