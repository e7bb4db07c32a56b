"""Every setting of a house: its type, its default, its bounds and one sentence.

This class is the only place where a setting is declared. The flags of ``naisho serve``, the
environment variables ``NAISHO_…``, the keys of the TOML file and the table in ``docs/hosting.md`` all
follow from it. A flag wins over the environment, that over the file, that over the default.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import attrs
from attrs import field, frozen

from server.errors import HostMistake
from server.folders import home

Source = tuple[str, object]
"""Where a value came from and what it is, before it has its type; a string except in TOML."""

_DATA, _HOSTKEYS = home() / "data", home() / "hostkeys"


def _setting(default: object, about: str, low: float | None = None, high: float | None = None) -> Any:
    return field(default=default, metadata={"about": about, "low": low, "high": high})


def _choice(default: str, about: str, *choices: str) -> Any:
    return field(default=default, metadata={"about": about, "choices": choices})


@frozen
class Settings:
    """The settings of one server. Times are seconds, sizes are bytes."""

    host: str = _setting("127.0.0.1", "Address to listen on; 0.0.0.0 lets in the whole network.")
    port: int = _setting(2222, "TCP port to listen on; 0 takes any free one.", 0, 65535)
    public_name: str = _setting(
        "", "Host name that players type, shown in every ssh line; the address if empty, or this machine's name."
    )
    data: Path = _setting(_DATA, "Folder of the journal and the accounts, made if missing.")  # noqa: RUF009
    hostkeys: Path = _setting(_HOSTKEYS, "Folder of the server's own SSH key, made if missing.")  # noqa: RUF009
    log_format: str = _choice("text", "Shape of the log lines on standard error.", "text", "json")
    log_level: str = _choice("info", "Least important log line to write.", "debug", "info", "warning", "error")

    max_connections: int = _setting(400, "Connections at once, all players together.", 1, 10_000)
    max_connections_per_address: int = _setting(64, "Connections at once from one address.", 1, 10_000)
    max_startups: int = _setting(100, "Connections at once that have not logged in yet.", 1, 10_000)
    max_startups_per_address: int = _setting(20, "The same, from one address.", 1, 10_000)
    login_grace: float = _setting(30.0, "Seconds within which a connection must log in.", 1, 600)
    session_grace: float = _setting(30.0, "Seconds within which it must then ask for a session.", 1, 600)
    kex_grace: float = _setting(10.0, "Seconds within which a key exchange must finish.", 1, 120)
    auth_failures: int = _setting(6, "Failed logins after which a connection is dropped.", 1, 100)
    key_offers: int = _setting(20, "Unsigned key offers after which a connection is dropped.", 1, 100)
    penalty: float = _setting(30.0, "Seconds for which an address is turned away after such a drop.", 0, 3600)
    penalty_max: float = _setting(600.0, "Longest that repeated penalties of one address add up to.", 1, 86_400)

    send_buffer: int = _setting(
        4608, "Kernel send buffer of a connection, kept small to see who is slow.", 2048, 1 << 20
    )
    max_behind: int = _setting(256 << 10, "Unsent bytes at which a client is cut off.", 16 << 10, 64 << 20)
    stall_grace: float = _setting(10.0, "Seconds a client may drain nothing before it is cut off.", 1, 600)
    keepalive: float = _setting(15.0, "Seconds of silence after which a client is asked for a sign of life.", 1, 3600)
    shutdown_grace: float = _setting(4.0, "Seconds that players get to read the goodbye when the server stops.", 0, 5)
    seat_grace: float = _setting(
        90.0, "Seconds for which an absent player's seat waits before a bot plays on with it.", 5, 3600
    )
    guest_days: int = _setting(30, "Days after which a guest who has not returned is forgotten.", 1, 3650)


SETTINGS: Mapping[str, attrs.Attribute[Any]] = attrs.fields_dict(Settings)


def flag(name: str) -> str:
    """The command line flag of a setting: ``max_behind`` → ``--max-behind``."""
    return "--" + name.replace("_", "-")


def variable(name: str) -> str:
    """The environment variable of a setting: ``max_behind`` → ``NAISHO_MAX_BEHIND``."""
    return "NAISHO_" + name.upper()


def load(flags: Mapping[str, object], environ: Mapping[str, str], file: Path | None) -> Settings:
    """Settings from flags (by setting name, None where not given), environment and TOML file.

    Raises `HostMistake` for a file that cannot be read, an unknown key, or a value of the wrong kind.
    """
    sources = {name: (f"{name} in {file}", value) for name, value in _read_toml(file).items()}
    for name in SETTINGS:
        if variable(name) in environ:
            sources[name] = (variable(name), environ[variable(name)])
        if flags.get(name) is not None:
            sources[name] = (flag(name), flags[name])
    return Settings(**{name: _typed(name, source) for name, source in sources.items()})


def _read_toml(file: Path | None) -> dict[str, object]:
    if file is None:
        return {}
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise HostMistake(f"cannot read the configuration {file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise HostMistake(f"{file} is not valid TOML: {error}") from None
    for key in table:
        if key not in SETTINGS:
            raise HostMistake(f"{file} has an unknown key {key!r}: naisho serve --help names the settings")
    return table


def _typed(name: str, source: Source) -> Any:
    """The value in its setting's type and bounds."""
    origin, raw = source
    kind = kind_of(name)
    try:
        value = _convert(kind, raw)
    except (TypeError, ValueError):
        raise HostMistake(f"{origin} must be {_KINDS[kind]}, not {raw!r}") from None
    limits = SETTINGS[name].metadata
    low, high, choices = limits.get("low"), limits.get("high"), limits.get("choices")
    if choices and value not in choices:
        raise HostMistake(f"{origin} must be one of {', '.join(choices)}, not {raw!r}")
    if low is not None and not low <= value <= high:
        raise HostMistake(f"{origin} must be between {low} and {high}, not {raw!r}")
    return value


_KINDS: dict[type, str] = {int: "a whole number", float: "a number", str: "text", Path: "a path"}


def kind_of(name: str) -> type:
    """The type of a setting; every setting has a default of exactly its type (or a Path)."""
    default = SETTINGS[name].default
    return Path if isinstance(default, Path) else type(default)


def _convert(kind: type, raw: object) -> Any:
    """``raw`` as ``kind``; raises TypeError or ValueError. A TOML ``true`` is no number."""
    if isinstance(raw, bool):
        raise TypeError(raw)
    if isinstance(raw, kind):
        return raw
    if isinstance(raw, str) or (kind is float and isinstance(raw, int)):
        return kind(raw)
    raise TypeError(raw)
