"""``naisho``: one command, each subcommand in a module of its own, loaded when it is asked for."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from typing import Any

import click

from server.errors import HostMistake

COMMANDS: Mapping[str, str] = {
    "serve": "server.commands.serve:serve",
    "play": "server.commands.play:command",
    "simulate": "server.commands.simulate:command",
    "export": "server.commands.export:command",
    "verify": "server.commands.verify:command",
}
"""Subcommand → ``module:attribute`` of its click command, in the order of the help page."""


class LazyGroup(click.Group):
    """A group whose commands are imported when used: ``naisho simulate`` need not load the server."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all subcommands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The subcommand of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(importlib.import_module(module), attribute)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(package_name="naisho", prog_name="naisho")
def cli() -> None:
    """Naisho: a house for hidden-information party games behind one SSH port."""


def main(arguments: list[str] | None = None) -> Any:
    """Entry point. A host's mistake is one line on standard error and exit code 1."""
    try:
        return cli.main(arguments, prog_name="naisho")
    except HostMistake as mistake:
        click.echo(f"naisho: {mistake}", err=True)
        sys.exit(1)
