"""The server's own key: made once, private, never silently replaced."""

from __future__ import annotations

import stat
import subprocess

import pytest

from server.door.hostkeys import fingerprint, load_host_key
from server.errors import HostMistake

NAME = "ssh_host_ed25519_key"


def test_the_first_start_makes_a_private_key_that_openssh_reads(tmp_path):
    folder = tmp_path / "new" / "hostkeys"
    key = load_host_key(folder, data_exist=False)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / NAME).stat().st_mode) == 0o600
    told = subprocess.run(["ssh-keygen", "-l", "-f", folder / NAME], capture_output=True, text=True, check=True)
    assert told.stdout.split()[1] == fingerprint(key)
    assert "ED25519" in told.stdout


def test_every_other_start_takes_the_same_key(tmp_path):
    first = load_host_key(tmp_path, data_exist=False)
    assert fingerprint(load_host_key(tmp_path, data_exist=True)) == fingerprint(first)


@pytest.mark.parametrize("mode", [0o604, 0o640, 0o660, 0o601])
def test_a_key_that_others_can_read_is_refused_with_the_remedy(tmp_path, mode):
    load_host_key(tmp_path, data_exist=False)
    (tmp_path / NAME).chmod(mode)
    with pytest.raises(HostMistake, match=rf"chmod 600 .*{NAME}"):
        load_host_key(tmp_path, data_exist=True)


def test_a_missing_key_beside_existing_data_is_refused_until_a_new_one_is_asked_for(tmp_path):
    with pytest.raises(HostMistake, match=r"restore it from a backup.*--new-host-key"):
        load_host_key(tmp_path, data_exist=True)
    assert load_host_key(tmp_path, data_exist=True, make_new=True)


@pytest.mark.parametrize("content", [b"", b"not a key", b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n"])
def test_a_broken_key_is_refused(tmp_path, content):
    (tmp_path / NAME).write_bytes(content)
    (tmp_path / NAME).chmod(0o600)
    with pytest.raises(HostMistake, match="not a usable private key"):
        load_host_key(tmp_path, data_exist=True)


def test_a_key_with_a_passphrase_is_refused(tmp_path):
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "secret", "-f", tmp_path / NAME], check=True)
    with pytest.raises(HostMistake, match="not a usable private key"):
        load_host_key(tmp_path, data_exist=True)


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(
        HostMistake, match=f"cannot use the host key folder {tmp_path}/file/hostkeys: .*: choose another --hostkeys"
    ):
        load_host_key(tmp_path / "file" / "hostkeys", data_exist=False)
