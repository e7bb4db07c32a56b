"""The baseline: the same chat screen with nothing but what Textual and asyncssh give, all sessions in one process.

``python -m tests.bench.stock`` prints its port. With a terminal, ``ssh -t NAME@host ROOM`` is the screen of a
room; without one, every line of standard input is said in the room. Only the bench talks to it.
"""

import asyncio

import asyncssh
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.containers import Horizontal
from textual.driver import Driver
from textual.events import Resize
from textual.geometry import Size
from textual.widgets import DataTable, Input, RichLog

ROOMS: dict[str, set["Stock"]] = {}


class PlainDriver(Driver):
    def write(self, data: str) -> None:
        if not self._app.process.is_closing():
            self._app.process.stdout.write(data)

    def start_application_mode(self) -> None:
        self.write("\x1b[?1049h\x1b[?25l\x1b[?2004h")
        self._app.post_message(Resize(Size(100, 30), Size(100, 30)))

    def stop_application_mode(self) -> None:
        self.write("\x1b[?2004l\x1b[?25h\x1b[?1049l")

    def disable_input(self) -> None: ...


class Stock(App[None]):
    CSS = "DataTable { width: 30; } Horizontal { height: 1fr; }"
    AUTO_FOCUS = "Input"

    def __init__(self, process: asyncssh.SSHServerProcess) -> None:
        super().__init__(driver_class=PlainDriver)
        self.process = process

    def compose(self):
        with Horizontal():
            yield DataTable()
            yield RichLog(wrap=True)
        yield Input(placeholder="Say something")

    def on_mount(self) -> None:
        table = self.query_one(DataTable)
        table.add_columns("Seat", "Name", "Life", "Funds")
        table.add_rows((n, name, "♥♥♥ 3", "$0") for n, name in enumerate(("Aki", "Umi", "Kaze", "Sora"), 1))
        ROOMS.setdefault(self.process.command, set()).add(self)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.input.value = ""
        say(self.process, event.value)

    async def read_keys(self) -> None:
        parser = XTermParser()
        while data := await self.process.stdin.read(65536):
            for event in parser.feed(data):
                self._driver.process_message(event)
        self.exit()


def say(process: asyncssh.SSHServerProcess, text: str) -> None:
    for app in ROOMS.get(process.command, ()):
        app.call_later(app.query_one(RichLog).write, f"{process.get_extra_info('username')}> {text}")


async def serve_one(process: asyncssh.SSHServerProcess) -> None:
    if process.term_type is None:
        async for line in process.stdin:
            say(process, line.strip())
    else:
        app = Stock(process)
        await asyncio.gather(app.run_async(), app.read_keys(), return_exceptions=True)
        ROOMS[process.command].discard(app)
    process.exit(0)


class Open(asyncssh.SSHServer):
    def begin_auth(self, username: str) -> bool:
        return False


async def main() -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    server = await asyncssh.create_server(
        Open, "127.0.0.1", 0, server_host_keys=[key], process_factory=serve_one, line_editor=False, backlog=256
    )
    print(f"-p {server.get_port()} 127.0.0.1", flush=True)
    await server.wait_closed()


if __name__ == "__main__":
    asyncio.run(main())
