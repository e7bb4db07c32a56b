"""A coroutine's own work, step by step, told apart from what it waits for."""

from collections.abc import Callable, Coroutine, Generator
from contextlib import AbstractContextManager
from functools import partial
from types import coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


async def metered(work: Coroutine[Any, Any, Result], at_work: Callable[[], AbstractContextManager[None]]) -> Result:
    """Run `work`, each of its steps inside a context of its own from `at_work`; waiting is outside.

    Returns and raises what `work` does, and passes on to it what is thrown in, as a cancellation is.
    """
    return await _steps(work, at_work)


@coroutine
def _steps(
    work: Coroutine[Any, Any, Result], at_work: Callable[[], AbstractContextManager[None]]
) -> Generator[Any, Any, Result]:
    step: Callable[[], Any] = partial(work.send, None)
    while True:
        try:
            with at_work():
                awaited = step()
        except StopIteration as stop:
            result: Result = stop.value
            return result
        try:
            step = partial(work.send, (yield awaited))
        except BaseException as thrown:
            step = partial(work.throw, thrown)
