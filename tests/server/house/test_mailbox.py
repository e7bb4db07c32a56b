"""What waits for a session: in order, never more than the newest, and nothing after the goodbye."""

from __future__ import annotations

import asyncio

import pytest

from engine.house import Goodbye, LobbyView, News, Notice, TableGone
from engine.table import facts as f
from server.house.mailbox import Mailbox

NOTICE, GONE = Notice("journal-down", {}), TableGone("KITE-42", "left")
LOBBY = LobbyView((), (), ())


@pytest.fixture
def mailbox() -> Mailbox:
    """Events of the lobby and the table are told as plain tuples."""
    return Mailbox(lambda: LOBBY, lambda news, first: ("table", [one.number for one in news], first))


def news(*numbers: int) -> list[News]:
    return [News(number, 0, f.HostIs("u1")) for number in numbers]


async def read(mailbox: Mailbox) -> list:
    """All that waits."""
    events = []
    while mailbox._queue:
        events.append(await mailbox.next())
    return events


async def test_events_come_in_order(mailbox: Mailbox):
    mailbox.lobby_changed()
    mailbox.notice(NOTICE)
    mailbox.table_changed(news(1), first=True)
    assert await read(mailbox) == [LOBBY, NOTICE, ("table", [1], True)]


async def test_what_was_not_read_yet_is_read_as_one(mailbox: Mailbox):
    mailbox.table_changed(news(1, 2), first=True)
    for number in (3, 4):
        mailbox.lobby_changed()
        mailbox.table_changed(news(number), first=False)
    assert await read(mailbox) == [("table", [1, 2, 3, 4], True), LOBBY]
    mailbox.table_changed(news(5), first=False)
    assert await read(mailbox) == [("table", [5], False)]


async def test_coming_again_begins_anew(mailbox: Mailbox):
    mailbox.table_changed(news(3), first=False)
    mailbox.table_changed(news(1, 2, 3), first=True)
    assert await read(mailbox) == [("table", [1, 2, 3], True)]


async def test_a_table_that_is_gone_takes_its_unread_news_along(mailbox: Mailbox):
    mailbox.table_changed(news(1), first=True)
    mailbox.table_gone(GONE)
    assert await read(mailbox) == [GONE]


async def test_after_the_goodbye_there_is_nothing_else(mailbox: Mailbox):
    mailbox.notice(NOTICE)
    mailbox.close(Goodbye("taken-over"))
    mailbox.notice(NOTICE)
    mailbox.table_changed(news(1), first=False)
    mailbox.close(Goodbye("server-stops"))
    assert [await mailbox.next() for _ in range(3)] == [Goodbye("taken-over")] * 3


@pytest.mark.parametrize("end", [False, True])
async def test_a_reader_waits_and_is_woken(mailbox: Mailbox, end: bool):
    reading = asyncio.create_task(mailbox.next())
    await asyncio.sleep(0)
    assert not reading.done()
    if end:
        mailbox.close(Goodbye("cut"))
    else:
        mailbox.notice(NOTICE)
    assert await reading == (Goodbye("cut") if end else NOTICE)
