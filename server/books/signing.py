"""The host's signature under a finished game, in the format of `ssh-keygen -Y`."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Final

import asyncssh
from asyncssh.sshsig import import_allowed_signers

NAMESPACE: Final = "naisho-game"
"""What the signature is for, so that it can stand for nothing else that the key signs."""

_PRINCIPAL: Final = "host"
_ARMOUR: Final = "-----"
_MAGIC: Final = b"SSHSIG\x00\x00\x00\x01"


def host_signer(key: asyncssh.SSHKey) -> Callable[[str], str]:
    """A function that signs a text with the server's own SSH key (armoured)."""
    return lambda text: asyncssh.create_sshsig(key, text.encode(), namespace=NAMESPACE).decode()


def signed(public: str, text: str, signature: str) -> bool:
    """Whether the key with that public line signed `text` as a game's end.

    Raises:
        ValueError: `public` is no key.
    """
    signers = import_allowed_signers(f'{_PRINCIPAL} namespaces="{NAMESPACE}" {_one_line(public)}')
    try:
        return asyncssh.validate_sshsig(text.encode(), signature.encode(), _PRINCIPAL, signers)
    except ValueError:
        return False


def key_of(signature: str) -> str:
    """The public line (type and key) of the key that a signature names.

    Raises:
        ValueError: it is no signature.
    """
    lines = [line for line in signature.splitlines() if not line.startswith(_ARMOUR)]
    try:
        blob = base64.b64decode("".join(lines), validate=True)
        start = len(_MAGIC)
        if blob[:start] != _MAGIC:
            raise ValueError("not an SSH signature")
        key = blob[start + 4 : start + 4 + int.from_bytes(blob[start : start + 4], "big")]
        kind = key[4 : 4 + int.from_bytes(key[:4], "big")].decode()
    except (binascii.Error, UnicodeDecodeError) as error:
        raise ValueError("not an SSH signature") from error
    return f"{kind} {base64.b64encode(key).decode()}"


def fingerprint(public: str) -> str:
    """``SHA256:…`` of a public line, as ``ssh`` shows it.

    Raises:
        ValueError: `public` is no key.
    """
    return asyncssh.import_public_key(_one_line(public)).get_fingerprint()


def _one_line(public: str) -> str:
    if not public or "\n" in public:
        raise ValueError("not a public key")
    return public
