"""`make test` stops in one line where a program is missing that only Debian brings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("needs.py")


@pytest.mark.parametrize(
    ("target", "present", "line", "packages"),
    [
        ("test", [], "make test needs OpenSSH's client: apt-get install openssh-client\n", "openssh-client"),
        ("test", ["ssh"], "make test needs OpenSSH's client: apt-get install openssh-client\n", "openssh-client"),
        ("test", ["ssh", "ssh-keygen"], "", ""),
        ("package", ["ssh", "ssh-keygen"], "make package needs git: apt-get install git\n", "git"),
        (
            "package",
            [],
            "make package needs OpenSSH's client and git: apt-get install openssh-client git\n",
            "openssh-client git",
        ),
    ],
)
def test_what_is_missing_is_named_with_its_debian_package(tmp_path, target, present, line, packages):
    for name in present:
        (tmp_path / name).touch(0o755)

    def run(*options: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, SCRIPT, target, *options]
        return subprocess.run(command, env={"PATH": str(tmp_path)}, capture_output=True, text=True)

    assert (run().returncode, run().stdout, run().stderr) == (1 if line else 0, "", line)
    assert (run("--packages").returncode, run("--packages").stdout) == (0, packages + "\n")
