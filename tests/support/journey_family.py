"""What a family does together in a journey of Love, or Nothing: everybody fills in every form, people by their keys.

Values are what a program sends; a seat is a number from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define

from tests.support.journey_game import DOWN, ENTER, RIGHT
from tests.support.journey_people import Person, Program

PHASES = {
    "en": {
        "prologue": "Day {}  Prologue",
        "night": "Day {}  Night",
        "noon": "Day {}  Noon",
        "election": "Day {}  Election",
        "runoff": "Day {}  Second ballot",
        "guess": "Day {}  The guess",
    },
    "ja": {
        "prologue": "{}日目  序章",
        "night": "{}日目  夜",
        "noon": "{}日目  昼",
        "election": "{}日目  探偵の選出",
        "runoff": "{}日目  決選投票",
        "guess": "{}日目  探偵の推理",
    },
}
CARDS = {"siege": "1", "unity": "2", "none": "3", "alibi": "1", "locked_room": "2", "yes": "2", "": "0"}
SEATS = "123456789abcdefg"

LENGTHS = {"discussion": 300, "prologue": 180, "night": 300, "ballot": 120, "guess": 300}
"""Longer than anybody in a journey needs, so that no phase ends by its time."""

Form = tuple[str | int, ...]
"""A night's form: the defence, and perhaps trick, target and whose cup."""


QUICK = {"discussion": 60, "prologue": 30, "night": 30, "ballot": 20, "guess": 15}
"""For an evening in which whoever has nothing to do lets the time pass."""


async def make_love_table(host: Person, *, reveals: bool = False) -> str:
    """The host, in the lobby, makes a table by code, with time enough for everything; with `reveals` as it is offered,
    but quick and with four days at most.  Its code."""
    host.presses("c")
    await host.sees("A new table")
    host.presses(RIGHT + DOWN + RIGHT)
    await host.sees("Love, or Nothing", "by code only")
    host.presses(DOWN * 4)
    for seconds in (QUICK if reveals else LENGTHS).values():
        host.presses(ENTER)
        await host.types(str(seconds))
        await host.sees(f"◂ {seconds} s ▸")
        host.presses(DOWN)
    if reveals:
        host.presses(ENTER)
        await host.types("4")
    else:
        host.presses(DOWN * 2 + RIGHT * 2)
        await host.sees("no reveals")
    host.presses("o")
    return await host.finds(r"[A-Z]+-[A-Z]+-\d\d")


async def sees_board(person: Person, *rows: str) -> None:
    """Wait until these rows stand on the whiteboard; how far apart their columns are does not matter."""

    def shown() -> bool:
        return set(rows) <= {" ".join(line.split()) for line in person.left.splitlines()}

    await person._until(shown, f"for the board to show {rows}")


@define(eq=False)
class Family:
    """The members in seat order, None for a bot; `witness` is a program at the table, which is asked every night."""

    members: Sequence[Person | Program | None]
    witness: Program

    async def opened(self, phase: str, day: int) -> dict[str, Any]:
        """Wait for a phase; the table as the witness sees it then."""
        return await self.witness.table(_is_open(phase, day))

    async def asked(self, phase: str, day: int) -> list[int]:
        """The seats that a phase asks, people first: a phase ends only with a program or a bot, if it asks one."""
        asked = (await self.opened(phase, day))["view"]["phase"]["asked"]
        return sorted(asked, key=lambda seat: not isinstance(self.members[seat], Person))

    async def drafts(self, seat: int, phase: str, day: int, **values: str) -> Person:
        """A person looks at a form and chooses in every field, without handing it in."""
        one = self.members[seat]
        assert isinstance(one, Person)
        await one.sees(PHASES[one.language][phase].format(day))
        one.presses("".join(CARDS.get(value) or SEATS[int(value)] for value in values.values()))
        return one

    async def fills_in(self, seat: int, phase: str, day: int, **values: str) -> None:
        """A member fills in the form of a phase; a bot does so by itself."""
        one = self.members[seat]
        if isinstance(one, Person):
            (await self.drafts(seat, phase, day, **values)).presses(ENTER)
        elif one is not None:
            await one.table(_is_open(phase, day))
            await one.fills_in("vote" if phase in ("election", "runoff") else phase, **values)

    async def prologue(self, loves: Mapping[int, int]) -> None:
        """The culprit's choice and the hunches of others; blank of everybody else."""
        for seat in await self.asked("prologue", 1):
            await self.fills_in(seat, "prologue", 1, beloved=_text(loves.get(seat, "")))

    async def night(self, day: int, forms: Mapping[int, Form], *, but: Sequence[int] = ()) -> None:
        """Everybody's form, blank where nothing is said; not of the seats in `but`."""
        for seat in await self.asked("night", day):
            if seat not in but:
                await self.fills_in(seat, "night", day, **await self.form(day, *forms.get(seat, ("none",))))

    async def form(self, day: int, *form: str | int) -> dict[str, str]:
        """A night's form with every field that it has that night, the last ones blank."""
        event = await self.opened("night", day)
        [fields] = [prompt["fields"] for prompt in event["prompts"] if prompt["name"] == "night"]
        values = [*map(_text, form), "", "", ""][: len(fields)]
        return {field["name"]: value for field, value in zip(fields, values, strict=True)}

    async def noon(self, day: int, *, but: Sequence[int] = ()) -> None:
        """All who live are done talking, except of the seats in `but`."""
        for seat in await self.asked("noon", day):
            one = self.members[seat]
            if isinstance(one, Person) and seat not in but:
                await one.sees(PHASES[one.language]["noon"].format(day))
                one.presses("1")
            elif isinstance(one, Program) and seat not in but:
                await one.table(_is_open("noon", day))
                await one.answers(done="yes")

    async def elects(self, day: int, votes: Mapping[int, int], ballot: str = "election") -> None:
        """Everybody's vote, blank where nothing is said."""
        for seat in await self.asked(ballot, day):
            await self.fills_in(seat, ballot, day, vote=_text(votes.get(seat, "")))

    async def elected(self, day: int) -> int:
        """The detective of a day."""
        [detective] = (await self.opened("guess", day))["view"]["phase"]["asked"]
        return int(detective)

    async def guesses(self, day: int, culprit: int | str = "", beloved: int | str = "") -> None:
        """The detective writes two names, or nothing, and says that it is final."""
        seat = await self.elected(day)
        names = {"culprit": _text(culprit), "beloved": _text(beloved)}
        one = self.members[seat]
        if isinstance(one, Program):
            await one.table(_is_open("guess", day))
            await one.fills_in("guess", **names)
            await one.fills_in("final", final="yes")
        else:
            await self.fills_in(seat, "guess", day, **names, final="yes")


def _is_open(phase: str, day: int) -> Callable[[dict[str, Any]], bool]:
    def is_open(event: dict[str, Any]) -> bool:
        now = event["view"]["phase"]
        return now is not None and (now["name"], now["round"]) == (phase, day)

    return is_open


def _text(value: str | int) -> str:
    return str(value)
