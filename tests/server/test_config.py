"""One class of settings: flag over environment over file over default, typed, bounded and documented."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from server.commands.serve import serve
from server.config import SETTINGS, Settings, flag, load, variable
from server.errors import HostMistake

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"


@pytest.fixture
def toml(tmp_path):
    def write(text: str) -> Path:
        file = tmp_path / "naisho.toml"
        file.write_text(text)
        return file

    return write


def test_without_anything_the_defaults_hold():
    settings = load({}, {}, None)
    assert settings == Settings()
    assert (settings.host, settings.port, settings.data) == ("127.0.0.1", 2222, Path("data"))


@pytest.mark.parametrize(
    ("flags", "environ", "text", "port"),
    [
        ({"port": "1"}, {"NAISHO_PORT": "2"}, "port = 3", 1),
        ({"port": None}, {"NAISHO_PORT": "2"}, "port = 3", 2),
        ({}, {}, "port = 3", 3),
        ({}, {}, "", 2222),
    ],
)
def test_a_flag_wins_over_the_environment_over_the_file_over_the_default(toml, flags, environ, text, port):
    assert load(flags, environ, toml(text)).port == port


def test_values_take_the_type_of_their_setting(toml):
    settings = load({"login_grace": "12.5"}, {"NAISHO_DATA": "/srv/naisho"}, toml("max_behind = 20000\nkeepalive = 30"))
    assert (settings.login_grace, settings.data, settings.max_behind) == (12.5, Path("/srv/naisho"), 20_000)
    assert isinstance(settings.keepalive, float)


@pytest.mark.parametrize(
    ("flags", "environ", "text", "message"),
    [
        ({"port": "x"}, {}, "", "--port must be a whole number, not 'x'"),
        ({"port": "70000"}, {}, "", "--port must be between 0 and 65535, not '70000'"),
        ({}, {"NAISHO_LOGIN_GRACE": "soon"}, "", "NAISHO_LOGIN_GRACE must be a number, not 'soon'"),
        ({}, {"NAISHO_LOGIN_GRACE": "nan"}, "", "NAISHO_LOGIN_GRACE must be between 1 and 600, not 'nan'"),
        ({}, {"NAISHO_LOG_FORMAT": "xml"}, "", "NAISHO_LOG_FORMAT must be one of text, json, not 'xml'"),
        ({}, {}, "port = true", "port in .* must be a whole number, not True"),
        ({}, {}, "port = 22.5", "port in .* must be a whole number, not 22.5"),
        ({}, {}, "host = 1", "host in .* must be text, not 1"),
        ({}, {}, "prot = 22", "unknown key 'prot'"),
        ({}, {}, "port = ", "is not valid TOML"),
    ],
)
def test_what_cannot_be_used_is_refused_in_one_line(toml, flags, environ, text, message):
    with pytest.raises(HostMistake, match=message) as caught:
        load(flags, environ, toml(text))
    assert "\n" not in str(caught.value)


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    with pytest.raises(HostMistake, match="cannot read the configuration"):
        load({}, {}, tmp_path / "missing.toml")


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_has_one_sentence_and_bounds_that_hold_its_default(name):
    about = SETTINGS[name].metadata["about"]
    assert re.fullmatch(r"[A-Z].*\.", about)
    assert getattr(load({name: str(SETTINGS[name].default)}, {}, None), name) == SETTINGS[name].default


@pytest.mark.parametrize("name", SETTINGS)
def test_every_setting_is_in_the_help_and_in_the_hosting_page(name):
    told = CliRunner().invoke(serve, ["--help"], terminal_width=400).output
    assert flag(name) in told
    assert variable(name) in told
    default = str(SETTINGS[name].default)
    row = f"| `{name}` | `{flag(name)}` | `{variable(name)}` | `{default}` | {SETTINGS[name].metadata['about']} |"
    assert row in HOSTING.read_text()


def test_the_hosting_page_lists_no_setting_that_does_not_exist():
    assert set(re.findall(r"^\| `([a-z_]+)` \| `--", HOSTING.read_text(), re.MULTILINE)) == set(SETTINGS)
