"""Pictures for the documents, from the running screens: `python -m tests.tui.pictures`.

They show games told by hand, so that a picture changes only when the screen does.
"""

import asyncio
from pathlib import Path

from engine.games.love import LOVE
from engine.games.omega import OMEGA
from engine.table import moves as m
from tests.support.evening import evening
from tests.support.love_family import family, long_game
from tests.tui.svg import picture

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def write(e, scene):
    """Keep what a client's terminal shows."""
    width, height = e.link.emulator.width, e.link.emulator.height
    FOLDER.mkdir(exist_ok=True)
    file = FOLDER / f"{scene}.{e.lang}.{width}x{height}.svg"
    file.write_text(picture(e.link.emulator.cells(), "ssh -p 2222 you@naisho"), encoding="utf-8")


TALK = {
    "en": ("I feel fine. Shall we all work?", "You said that last turn, and look at us.", "Then let us lock down!"),
    "ja": ("私は元気です。働きましょう。", "前のターンもそう言いましたよね。", "それならロックダウンを！"),
}


async def omega(lang, size):
    """The dialogue of the second turn of Omega Strain."""
    async with evening(lang, size) as e:
        await e.game()
        await e.answer(done="yes")
        await e.press("6")
        await e.pass_time(3)
        await e.press("1")
        await e.answer(action="work")
        umi, kaze = e.friends
        for speaker, text in zip((umi, kaze, umi), TALK[lang], strict=True):
            await speaker.act(m.Say("table", text))
        no = e.room.state.phase.no
        await umi.act(m.Answer(no, "wish", {"wish": "for"}))
        await kaze.act(m.Answer(no, "wish", {"wish": "against"}))
        await kaze.act(m.Answer(no, "done", {"done": "yes"}))
        await e.press("1", "5")
        await e.settle()
        write(e, "omega")


async def whiteboard(lang, size):
    """Sixteen members and ten days."""
    async with family(lang, size, 16) as e, e.screen(e.people[0]):
        await e.tell(long_game())
        await e.press("t")
        await e.settle()
        write(e, "whiteboard")


async def night(lang, size):
    """The culprit's form in the second night."""
    async with family(lang, size, 7) as e:
        beloved, other, *rest = e.innocents()
        await e.prologue(beloved)
        await e.night("locked_room", other, {other: "siege", rest[0]: "unity", rest[1]: "unity"})
        await e.elect(rest[0])
        await e.guess(rest[0], rest[1], beloved)
        async with e.screen(e.people[e.culprit]):
            await e.press("3", "2", str(beloved + 1))
            await e.settle()
            write(e, "night")


async def lobby(lang, size):
    """The first screen of a newcomer."""
    async with evening(lang, size, game=OMEGA, others=(LOVE,)) as e:
        write(e, "lobby")


async def room(lang, size):
    """A table before the game, with bots."""
    async with evening(lang, size) as e:
        await e.table()
        await e.me.act(m.Fill(4))
        await e.settle()
        write(e, "room")


async def reveal(lang, size):
    """The actions of a turn, all turned over."""
    async with evening(lang, size) as e:
        await _calm(e)
        await e.pass_time(64)
        await e.press("1")
        await e.answer(action="work")
        await e.pass_time(3)
        e.app._next_beat()
        await e.settle()
        write(e, "reveal")


async def ending(lang, size):
    """The end of a game, every hand open."""
    async with evening(lang, size) as e:
        await e.game()
        await e.end()
        write(e, "ending")


async def rules(lang, size):
    """The rules in ten lines, and their contents."""
    async with evening(lang, size) as e:
        await e.table()
        await e.press("b")
        write(e, "rules")


async def phrases(lang, size):
    """Phrases that arrive in every reader's own language."""
    async with evening(lang, size) as e:
        await e.game()
        await e.press("u")
        write(e, "phrases")


async def palette(lang, size):
    """Everything that can be done now."""
    async with evening(lang, size) as e:
        await e.game()
        await e.press("ctrl+p")
        write(e, "palette")


async def practice(lang, size):
    """A phase explained the first time it comes."""
    async with evening(lang, size, game=OMEGA, others=(LOVE,)) as e:
        await e.press("l", "2")
        write(e, "practice")


async def morning(lang, size):
    """A morning of Love, or Nothing: the night's attack is turned over."""
    async with family(lang, size, 7) as e:
        beloved, other, *rest = e.innocents()
        await e.prologue(beloved)
        await e.night("alibi", other, {rest[0]: "unity", rest[1]: "unity"})
        async with e.screen(e.people[rest[0]]):
            write(e, "morning")


async def _calm(e):
    """Play at a table that looks at what happened."""
    await e.table()
    await e.me.act(m.SetOption("pace", "calm"))
    for friend in e.friends:
        await friend.act(m.Ready())
    await e.press("s")


SCENES = (lobby, practice, room, omega, reveal, ending, night, morning, whiteboard, rules, phrases, palette)
WIDE = (omega, night, ending, room, rules, lobby)
"""Drawn at 100x30 in English and at 80x24 in Japanese; the others the other way round."""


async def main():
    """Every picture, in both languages."""
    for scene in SCENES:
        sizes = ((100, 30), (80, 24)) if scene in WIDE else ((80, 24), (100, 30))
        for lang, size in zip(("en", "ja"), sizes, strict=True):
            await scene(lang, size)


if __name__ == "__main__":
    asyncio.run(main())
