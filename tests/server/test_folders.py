"""A checkout keeps data and key where it is started; an installed Naisho keeps them with its user."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from server.config import Settings
from server.folders import home, is_checkout

OURS = '[project]\nname = "naisho"\n'


def test_the_tests_run_in_a_checkout():
    assert is_checkout(Path(__file__).parents[2])
    assert (Settings().data, Settings().hostkeys) == (Path("data"), Path("hostkeys"))


@pytest.mark.parametrize(
    ("beside", "checkout"),
    [
        (OURS.encode(), True),
        (None, False),
        (b'[project]\nname = "another"\n', False),  # some packages leave theirs in site-packages
        (b'[tool.naisho]\nname = "naisho"\n', False),
        (b'project = "naisho"\n', False),
        (b"[project\n", False),
        (b'[project]\nname = "\xff"\n', False),
    ],
)
def test_a_checkout_is_where_a_pyproject_that_names_naisho_lies_beside_the_packages(tmp_path, beside, checkout):
    if beside is not None:
        (tmp_path / "pyproject.toml").write_bytes(beside)
    assert is_checkout(tmp_path) is checkout


def test_a_checkout_keeps_things_where_it_is_started(tmp_path):
    (tmp_path / "pyproject.toml").write_text(OURS)
    assert home(tmp_path) == Path()


@pytest.mark.parametrize(("variable", "below"), [("XDG_DATA_HOME", "naisho"), ("HOME", ".local/share/naisho")])
def test_an_installed_one_keeps_them_with_its_user(tmp_path, monkeypatch, variable, below):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv(variable, str(tmp_path))
    assert home(tmp_path / "site-packages") == tmp_path / below
    assert os.listdir(tmp_path) == []
