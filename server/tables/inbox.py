"""An inbox with one task behind it: work is done one after the other, whether or not somebody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from engine.errors import Refusal

Work = Callable[[], Awaitable[None]]


class Inbox:
    """To be made in a running event loop; `after` is called after every piece of work and must not raise."""

    def __init__(self, name: str, after: Work) -> None:
        self._after = after
        self._queue: asyncio.Queue[Work | None] = asyncio.Queue()
        self._retired = False
        self._task = asyncio.create_task(self._run(), name=name)

    async def do(self, work: Work) -> None:
        """Do `work` when its turn comes, and raise what it raises.  A caller who is cancelled does not stop it.

        Raises:
            Refusal: `table-closed`, once the inbox is retired.
        """
        if self._retired:
            raise Refusal("table-closed")
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def job() -> None:
            error: Exception | None = None
            try:
                await work()
            except Exception as raised:
                error = raised
            if answer.cancelled():
                return
            if error is None:
                answer.set_result(None)
            else:
                answer.set_exception(error)

        self._queue.put_nowait(job)
        await answer

    def ring(self) -> None:
        """Do `after` soon, though there is no other work."""
        if not self._retired:
            self._queue.put_nowait(_nothing)

    def retire(self) -> None:
        """Take nothing more on; what was put in so far is still done."""
        if not self._retired:
            self._retired = True
            self._queue.put_nowait(None)

    async def stop(self) -> None:
        """Retire, and wait until all is done."""
        self.retire()
        await self._task

    async def idle(self) -> None:
        """Wait until everything put in so far is done."""
        await self._queue.join()

    async def _run(self) -> None:
        while (job := await self._queue.get()) is not None:
            await job()
            await self._after()
            self._queue.task_done()
        self._queue.task_done()


async def _nothing() -> None:
    """Work that only brings the task round to `after`."""
