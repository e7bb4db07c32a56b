"""Pictures for the documents, from the running screens: `python -m tests.tui.pictures`.

They show games told by hand, so that a picture changes only when the screen does.
"""

import asyncio
import io
import re
from itertools import groupby
from pathlib import Path

from rich.console import Console
from rich.style import Style
from rich.text import Text

from engine.table import moves as m
from tests.support.evening import evening
from tests.support.love_family import family, long_game

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
FONTS = "ui-monospace, 'Noto Sans Mono CJK JP', 'Noto Sans Mono', Menlo, Consolas, monospace"


def write(link, name):
    """Keep what a client's terminal shows as an SVG that loads nothing from anywhere."""
    console = Console(record=True, width=link.emulator.width, file=io.StringIO(), force_terminal=True)
    for cells in link.emulator.cells():
        line = Text(no_wrap=True, end="")
        for (ink, paper, bold, italic, underline, strike, reverse), run in groupby(cells, lambda cell: cell[1:]):
            style = Style(
                color=_colour(ink), bgcolor=_colour(paper),
                bold=bold, italic=italic, underline=underline, strike=strike, reverse=reverse,
            )  # fmt: skip
            line.append("".join(cell[0] for cell in run), style)
        console.print(line)
    svg = console.export_svg(title="ssh -p 2222 you@naisho", unique_id="naisho")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    svg = re.sub(r"font-family: [^;]*;", f"font-family: {FONTS};", svg)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.svg").write_text(svg.rstrip() + "\n", encoding="utf-8")


def _colour(name):
    return None if name == "default" else f"#{name}"


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
        write(e.link, f"omega.{lang}.{size[0]}x{size[1]}")


async def whiteboard(lang, size):
    """Sixteen members and ten days."""
    async with family(lang, size, 16) as e, e.screen(e.people[0]):
        await e.tell(long_game())
        await e.press("t")
        await e.settle()
        write(e.link, f"whiteboard.{lang}.{size[0]}x{size[1]}")


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
            write(e.link, f"night.{lang}.{size[0]}x{size[1]}")


async def main():
    """Every picture."""
    await omega("en", (100, 30))
    await omega("ja", (80, 24))
    await whiteboard("en", (80, 24))
    await whiteboard("ja", (100, 30))
    await night("en", (80, 24))
    await night("ja", (100, 30))


if __name__ == "__main__":
    asyncio.run(main())
