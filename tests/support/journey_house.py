"""The server process of a journey: opened, closed, killed and opened again on the same port and data."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path

from attrs import define, field, frozen

from engine.chance import FairChance
from tests.support.journey_people import Person, Program
from tests.support.openssh import DEADLINE, command, environment, free_port, make_key

ROOT = Path(__file__).parents[2]


@define(eq=False)
class House:
    """``naisho serve`` in a folder, and the keys of everybody who comes to it."""

    folder: Path
    naisho: Sequence[str] = (sys.executable, "-m", "server")
    port: int = field(factory=free_port)
    _process: asyncio.subprocess.Process | None = None
    _inside: list[Person | Program] = field(factory=list)

    async def open(self) -> None:
        """Start the server and wait until it says that one can come in."""
        with (self.folder / "log").open("a") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self.naisho, "serve", "--port", str(self.port),
                "--data", str(self.folder / "data"), "--hostkeys", str(self.folder / "hostkeys"),
                stdout=asyncio.subprocess.PIPE, stderr=log, cwd=ROOT, env=environment(),
            )  # fmt: skip
        assert self._process.stdout is not None
        async with asyncio.timeout(DEADLINE):
            while b"Come in with" not in (line := await self._process.stdout.readline()):
                assert line, (self.folder / "log").read_text()

    async def close(self) -> int:
        """SIGTERM; the exit code.  Ten seconds are all that a host waits for."""
        assert self._process is not None
        self._process.send_signal(signal.SIGTERM)
        return await asyncio.wait_for(self._process.wait(), 10)

    async def crash(self) -> None:
        """Kill -9."""
        assert self._process is not None
        self._process.kill()
        await self._process.wait()

    def complaints(self) -> list[str]:
        """Log lines that must not come up in an evening in which nothing is wrong."""
        lines = (self.folder / "log").read_text().splitlines()
        return [line for line in lines if re.search(r"level='(warning|error|critical)'|Traceback", line)]

    # --- people ---------------------------------------------------------------------------------------

    async def person(self, name: str, *words: str, guest: bool = False, lang: str = "en_US.UTF-8") -> Person:
        """Somebody opens a terminal and types ``ssh``; each name has a key of its own, but for guests."""
        options = ["-t", "-o", "SendEnv=LANG"]
        ssh = command(self.port, name, None if guest else self._key(name), words=words, options=options)
        person = Person(ssh, size=(100, 30), variables={"LANG": lang}, name=name)
        await person.__aenter__()
        self._inside.append(person)
        return person

    async def program(self, name: str, *words: str) -> Program:
        """A program that speaks JSON."""
        program = Program(self.program_command(name, *words))
        await program.start()
        self._inside.append(program)
        return program

    def program_command(self, name: str, *words: str) -> list[str]:
        """What such a program runs."""
        return command(self.port, name, self._key(name), words=["json", *words], options=["-T"])

    async def send_everybody_home(self) -> None:
        """Close every terminal that is still open."""
        for one in self._inside:
            await one.__aexit__()

    def _key(self, name: str) -> Path:
        key = self.folder / f"key-{name}"
        return key if key.exists() else make_key(self.folder, key.name)

    # --- loaded dice ----------------------------------------------------------------------------------

    def lucky_word(self, code: str, others: Sequence[str], wish: Callable[[Dice], bool]) -> str:
        """A word for the first seat that makes the next game's dice as wished; `others` are the words of the others.

        The dice follow from the sealed seed and the words, and a test may look into the journal.
        """
        table, number, seed = self._sealed(code)
        words = (f"luck{n}" for n in count())
        return next(word for word in words if wish(Dice(FairChance.of_game(seed, table, number, [word, *others]))))

    def _sealed(self, code: str) -> tuple[str, int, bytes]:
        """A table's id, the number of its next game, and the seed of that."""
        file = f"file:{self.folder / 'data' / 'naisho.db'}?mode=ro"
        select = "SELECT table_id, body FROM batch JOIN game_table ON id = table_id WHERE code = ? ORDER BY no"
        with closing(sqlite3.connect(file, uri=True)) as journal:
            rows = journal.execute(select, (code,)).fetchall()
        facts = [record["fact"] for _, body in rows for record in json.loads(body)["records"]]
        kept = [fact for fact in facts if fact["kind"] == "SeedKept"][-1]
        return rows[0][0], kept["game_no"], bytes.fromhex(kept["seed"])


@frozen
class Dice:
    """The dice of a game that has not begun."""

    chance: FairChance

    def infected(self, seat: int, turns: range) -> int:
        """In how many of the turns the seat (from 0) will be infected."""
        return sum(
            2 * (1 + self.chance.draw(f"die/turn {turn}/seat {seat}", 6))
            <= 1 + self.chance.draw(f"index/turn {turn}", 6)
            for turn in turns
        )
