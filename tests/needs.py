"""Programs that the tests run and that no Python package brings; ``make test`` asks for them before it begins.

``python tests/needs.py test`` names in one line what is missing, and ends with exit code 1; with ``--packages`` it
prints the Debian packages instead, for `.ci/run`. It runs before anything is installed.
"""

from __future__ import annotations

import sys
from shutil import which

SSH = {program: ("OpenSSH's client", "openssh-client") for program in ("ssh", "ssh-keygen")}

NEEDS = {"test": SSH, "package": {**SSH, "git": ("git", "git")}}
"""Make target → program → what people call it, and its Debian package."""


def main(target: str, *options: str) -> str | None:
    """What stands in the way of a target, or None."""
    missing = dict(tool for program, tool in NEEDS[target].items() if which(program) is None)
    packages = " ".join(missing.values())
    if "--packages" in options:
        print(packages)
        return None
    return f"make {target} needs {' and '.join(missing)}: apt-get install {packages}" if missing else None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
