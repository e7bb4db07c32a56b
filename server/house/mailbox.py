"""What waits for one session.  However slow its reader is, this stays small: a view is made only when it is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from attrs import define, field

from engine.house import Event, Goodbye, LobbyChanged, News, Notice, TableChanged, TableGone

LOBBY, TABLE = "lobby", "table"
"""Stand in the queue for the newest lobby, and for the newest view with all news since the last."""


@define(eq=False)
class Mailbox:
    """The events of one session, in order.  `lobby` and `table` make the newest view when one is read."""

    _lobby: Callable[[], LobbyChanged]
    _table: Callable[[tuple[News, ...], bool], TableChanged]
    _queue: list[str | Event] = field(factory=list)
    _news: list[News] = field(factory=list)
    _first: bool = False
    _filled: asyncio.Event = field(factory=asyncio.Event)
    _over: Goodbye | None = None

    def lobby_changed(self) -> None:
        """There is a newer lobby."""
        self._put_once(LOBBY)

    def table_changed(self, news: list[News], *, first: bool) -> None:
        """The eye saw something; `first` begins anew."""
        if self._over is not None:
            return
        if first:
            self._news, self._first = [], True
        self._news.extend(news)
        self._put_once(TABLE)

    def table_gone(self, event: TableGone) -> None:
        """The table is gone, and with it what was not read of it."""
        self._queue = [waiting for waiting in self._queue if waiting != TABLE]
        self._news, self._first = [], False
        self._put(event)

    def notice(self, event: Notice) -> None:
        """A sentence for this person."""
        self._put(event)

    def close(self, event: Goodbye) -> None:
        """The session ends; nothing else is read any more."""
        if self._over is None:
            self._over = event
            self._queue, self._news = [], []
            del self._lobby, self._table  # they hold the session, and it holds this
            self._filled.set()

    async def next(self) -> Event:
        """The next event; waits.  After the end, always the goodbye."""
        while not self._queue and self._over is None:
            self._filled.clear()
            await self._filled.wait()
        if self._over is not None:
            return self._over
        event = self._queue.pop(0)
        if event == LOBBY:
            return self._lobby()
        if event == TABLE:
            news, first = tuple(self._news), self._first
            self._news, self._first = [], False
            return self._table(news, first)
        assert not isinstance(event, str)
        return event

    def _put_once(self, mark: str) -> None:
        if mark not in self._queue:
            self._put(mark)

    def _put(self, event: str | Event) -> None:
        if self._over is None:
            self._queue.append(event)
            self._filled.set()
