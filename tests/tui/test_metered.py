"""A metered coroutine behaves as it does unmetered; its steps are inside a context, its waiting is not."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tui.metered import metered


class Meter:
    """Counts steps, and tells whether one is being made."""

    def __init__(self) -> None:
        self.steps = 0
        self.working = False

    @contextmanager
    def at_work(self) -> Iterator[None]:
        self.steps += 1
        self.working = True
        try:
            yield
        finally:
            self.working = False


async def test_steps_are_inside_and_waiting_is_outside():
    meter, gate = Meter(), asyncio.Event()
    seen: list[bool] = []

    async def work() -> str:
        seen.append(meter.working)
        await gate.wait()
        seen.append(meter.working)
        return "done"

    task = asyncio.create_task(metered(work(), meter.at_work))
    await asyncio.sleep(0)
    assert (meter.steps, meter.working) == (1, False)
    gate.set()
    assert await task == "done"
    assert seen == [True, True]
    assert (meter.steps, meter.working) == (2, False)


async def test_what_it_raises_comes_out():
    meter = Meter()

    async def work() -> None:
        await asyncio.sleep(0)
        raise LookupError("lost")

    with pytest.raises(LookupError, match="lost"):
        await metered(work(), meter.at_work)
    assert not meter.working


async def test_a_failed_future_is_raised_where_it_is_awaited():
    future = asyncio.get_running_loop().create_future()
    future.set_exception(LookupError("lost"))

    async def work() -> str:
        try:
            await future
        except LookupError as error:
            return f"caught {error}"
        return "not raised"

    assert await metered(work(), Meter().at_work) == "caught lost"


@pytest.mark.parametrize("swallows", [False, True])
async def test_a_cancellation_goes_in(swallows):
    cleaned: list[str] = []

    async def work() -> str:
        try:
            await asyncio.get_running_loop().create_future()
        except asyncio.CancelledError:
            cleaned.append("up")
            if not swallows:
                raise
        return "stayed"

    task = asyncio.create_task(metered(work(), Meter().at_work))
    await asyncio.sleep(0)
    task.cancel()
    if swallows:
        assert await task == "stayed"
    else:
        with pytest.raises(asyncio.CancelledError):
            await task
    assert cleaned == ["up"]
