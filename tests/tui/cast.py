"""A short game as a recording for `asciinema play`: `python -m tests.tui.cast`.

It is played through the real session; its times are made up, so that it is the same whenever it is made.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

from engine.table import moves as m
from tests.support.evening import evening

FOLDER = Path(__file__).parents[2] / "docs" / "casts"
SIZE = (80, 24)
WORD = "ginger"
"""With this lucky word one of the two friends at least is infected in each of the first three turns, the reader in
none."""

TALK = {
    "en": (
        ("I feel fine. Shall we all work?", "So do I. Work!"),
        ("One of you was not fine at all.", "You are the one who stayed home."),
        ("One life left. I need the money.", "Then we both go. Good luck."),
    ),
    "ja": (
        ("私は元気です。働きましょう。", "私もです。働きましょう！"),
        ("元気でない人がいたようですね。", "家にいたのはあなたですよ。"),
        ("ライフは1つ。お金が要ります。", "では一緒に。幸運を。"),
    ),
}


class Recording:
    """What a terminal is sent, and when."""

    def __init__(self, link) -> None:
        self.link, self.seen, self.now = link, 0, 0.0
        self.lines: list[str] = []

    def after(self, seconds: float) -> None:
        """All that was sent since the last time comes so much later than that."""
        data = b"".join(self.link.writes[self.seen :])
        self.seen = len(self.link.writes)
        self.now += seconds
        if data:
            self.lines.append(json.dumps([round(self.now, 2), "o", data.decode()], ensure_ascii=False))


async def short_game(lang: str) -> str:
    """A table of three: the reader stays at home three times, and is the last one alive."""
    async with evening(lang, SIZE) as e:
        tape = Recording(e.link)
        tape.after(0)
        await e.press("c")
        tape.after(1.5)
        await e.press("end", "enter")
        tape.after(1.5)
        for friend in e.friends:
            await friend.enter("KITE-42")
            await friend.act(m.Sit())
            await friend.act(m.Ready())
            await e.settle()
            tape.after(0.8)
        await e.press("w", *WORD, "enter")
        tape.after(1.5)
        await e.press("s")
        tape.after(1.5)
        for lines in TALK[lang]:
            await turn(e, tape, lines)
        assert not e.room.state.playing
        await beats(e, tape)
        for _ in range(2):
            await e.press("pagedown")
            tape.after(2.5)
        tape.after(2)
    header = {"version": 2, "width": SIZE[0], "height": SIZE[1], "title": "Naisho: Omega Strain"}
    return "\n".join([json.dumps(header), *tape.lines]) + "\n"


async def turn(e, tape, lines) -> None:
    """Two say something, all are done; the friends work, the reader stays at home."""
    tape.after(1)
    for friend, text in zip(e.friends, lines, strict=True):
        await friend.act(m.Say("table", text))
        await e.settle()
        tape.after(1.6)
    await e.answer(done="yes")
    await e.press("6")
    tape.after(0.8)
    await e.pass_time(3)
    await beats(e, tape)
    await e.press("2")
    tape.after(1)
    await e.answer(action="work")
    await beats(e, tape)


async def beats(e, tape) -> None:
    """A reveal, beat by beat."""
    tape.after(0.4)
    while e.room.state.phase is not None and e.room.state.phase.reveals:
        wait = e.desk.next_beat()
        e.hub.advance(wait if wait is not None else e.room.state.phase.ends - e.room.now)
        e.app._next_beat()
        await e.settle()
        tape.after((wait or 700) / 1000)
        if wait is None:
            return


async def main() -> None:
    """Both languages."""
    FOLDER.mkdir(exist_ok=True)
    for lang in TALK:
        (FOLDER / f"omega.{lang}.cast").write_text(await short_game(lang), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(main())
