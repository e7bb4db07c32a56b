"""The server's own SSH key: made on the first start, checked on every other.

Players' clients remember this key. A key that silently changes looks to them like an attack, and a key
that others can read lets those others play the server, so both are refused with a line that helps.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import asyncssh

from server.errors import HostMistake

KEY_NAME = "ssh_host_ed25519_key"


def load_host_key(folder: Path, *, data_exist: bool, make_new: bool = False) -> asyncssh.SSHKey:
    """The key in ``folder``, made there if there is none yet.

    ``data_exist`` says that players may know an older key: then a missing one is a mistake unless
    ``make_new`` is set. Raises `HostMistake`.
    """
    path = folder / KEY_NAME
    try:
        if not path.exists():
            if data_exist and not make_new:
                raise HostMistake(
                    f"the data exist but {path} does not: restore it from a backup, or start once with "
                    "--new-host-key (every player's client will then warn of a changed key)"
                )
            return _make(folder, path)
        _refuse_if_readable_by_others(path)
        return asyncssh.read_private_key(str(path))
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError):
        raise HostMistake(f"{path} is not a usable private key: restore it from a backup") from None
    except OSError as error:
        raise HostMistake(
            f"cannot use the host key folder {folder.absolute()}: {error.strerror}: choose another --hostkeys"
        ) from None


def fingerprint(key: asyncssh.SSHKey) -> str:
    """``SHA256:…`` as OpenSSH prints it."""
    return key.get_fingerprint()


def _make(folder: Path, path: Path) -> asyncssh.SSHKey:
    """A new ed25519 key; the file is private from its first byte and never half written."""
    key = asyncssh.generate_private_key("ssh-ed25519", comment="naisho")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.chmod(0o700)
    draft = path.with_suffix(".new")
    draft.unlink(missing_ok=True)
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(key.export_private_key())
        file.flush()
        os.fsync(file.fileno())
    draft.rename(path)
    path.with_suffix(".pub").write_bytes(key.export_public_key())
    return key


def _refuse_if_readable_by_others(path: Path) -> None:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise HostMistake(f"{path} can be read by others (mode {mode:04o}): chmod 600 {path}")
