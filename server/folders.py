"""Where a house keeps its data and its key unless told otherwise.

A checkout keeps them where it is started, in sight of whoever works on it. An installed Naisho is started
anywhere, and its own folder is replaced by the next version, so it keeps them with the data of its user.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from platformdirs import user_data_path


def home(packages: Path = Path(__file__).parents[1]) -> Path:
    """The folder that holds `data` and `hostkeys`, for packages that lie in the folder `packages`."""
    return Path() if is_checkout(packages) else user_data_path("naisho", appauthor=False)


def is_checkout(folder: Path) -> bool:
    """Whether the folder of the packages is a checkout: a `pyproject.toml` that names naisho lies beside them."""
    try:
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8")).get("project")
    except (OSError, ValueError):
        return False
    return isinstance(project, dict) and project.get("name") == "naisho"
