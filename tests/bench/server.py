"""A server under test: its own process on a free loopback port, and what that process uses."""

import asyncio
import os
import re
import sys
from pathlib import Path

from attrs import define

START, STOP = 30.0, 15.0
"""Seconds within which a server must be there, and within which it must be gone."""


@define(eq=False)
class Server:
    """One running server. Times are seconds of processor time, sizes are bytes."""

    process: asyncio.subprocess.Process
    port: int

    @classmethod
    async def start(cls, module: str, *arguments: str) -> "Server":
        """Run ``python -m MODULE`` and wait for the line that tells its port. Raises TimeoutError, RuntimeError."""
        environment = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", module, *arguments,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, env=environment,
        )  # fmt: skip
        assert process.stdout is not None
        async with asyncio.timeout(START):
            async for line in process.stdout:
                if found := re.search(rb"-p (\d+) ", line):
                    return cls(process, int(found[1]))
        raise RuntimeError(f"{module} did not open its door")

    async def stop(self) -> None:
        """End the process that was started here, and no other."""
        if self.process.returncode is None:
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), STOP)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()

    @property
    def _proc(self) -> Path:
        return Path("/proc") / str(self.process.pid)

    def cpu(self) -> float:
        """Processor time of all its threads so far."""
        return self._scheduled(0)

    def waited(self) -> float:
        """Time that its threads were ready to run and had no processor: what others on the machine took."""
        return self._scheduled(1)

    def _scheduled(self, column: int) -> float:
        return sum(int(task.read_text().split()[column]) for task in self._proc.glob("task/*/schedstat")) / 1e9

    def memory(self) -> int:
        """Proportional set size without the pages of files: their share depends on what other servers are running."""
        lines = (self._proc / "smaps_rollup").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("Pss_Anon:")) << 10
