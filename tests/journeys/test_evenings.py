"""Whole evenings over ssh, as they are offered: reveals on, bots in the free seats, two languages at one table.

Here everybody plays by the screen alone: each looks at what is open now, and presses the keys of their plan.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping

from tests.support.journey_family import PHASES as LOVE
from tests.support.journey_family import make_love_table
from tests.support.journey_game import DOWN, ENTER, RIGHT, make_table
from tests.support.journey_game import PHASES as OMEGA
from tests.support.journey_people import Person

OVER = {"en": "The game is over", "ja": "ゲーム終了"}
REVEAL = {"en": "Reveal", "ja": "公開"}
LONGEST = 90
"""Seconds that a phase lasts at most, with nobody but bots to wait for."""

Plan = Mapping[str, str | Callable[[Person, int], str]]
"""Phase -> the keys that a person presses in it, or what makes them of the person and the day."""


async def waits(person: Person, wanted: Callable[[], object]) -> None:
    """Wait, for as long as a phase may last."""
    try:
        async with asyncio.timeout(LONGEST):
            while not wanted():
                person._changed.clear()
                await person._changed.wait()
    except TimeoutError:
        raise AssertionError(f"{person.name} waited in vain on\n{person.text}") from None
    await person._reads_phase()


def opened(person: Person, phases: Mapping[str, Mapping[str, str]]) -> tuple[str, int] | None:
    """The phase in a person's title, and its turn or day."""
    title, names = person.text.splitlines()[0], phases[person.language]
    some = next(iter(names.values()))
    for name, text in {**names, "reveal": f"{some.rpartition('  ')[0]}  {REVEAL[person.language]}"}.items():
        found = re.search(re.escape(text).replace(r"\{\}", r"(\d+)"), title)
        if found:
            return name, int(found[1])
    return None


async def plays(person: Person, phases: Mapping[str, Mapping[str, str]], plan: Plan) -> None:
    """Play to the end: in each phase that opens, what the plan says."""
    over = OVER[person.language]
    known: list[tuple[str, int] | None] = [None]
    while over not in person.text:
        await waits(person, lambda: over in person.text or opened(person, phases) not in known)
        now = opened(person, phases)
        if now is not None and now not in known:
            known[1:] = [now]
            keys = plan.get(now[0], "")
            person.presses(keys if isinstance(keys, str) else keys(person, now[1]))


async def test_two_people_of_two_languages_and_two_bots_play_omega_strain(house):
    anna = await house.person("anna")
    await anna.sees("No table is open yet")
    code = await make_table(anna, reveals=True)
    hanako = await house.person("hanako", code, lang="ja_JP.UTF-8")
    await hanako.finds(r"2 hanako .*準備待ち")
    anna.presses("A")
    await anna.sees("How many seats are to be taken, 3 to 4?")
    anna.send(ENTER)
    await anna.finds(r"4 \w+ +bot, \w+ +ready")
    hanako.presses("r")
    await anna.sees("Everybody is ready. Press s to start.")

    def nobody_is_infected(dice):
        return not any(dice.infected(seat, range(1, 6)) for seat in range(4))

    anna.presses("w")
    await anna.types(house.lucky_word(code, [""] * 3, nobody_is_infected))
    anna.presses("s")

    # They talk by phrases: each reads the other's in the own language.
    await anna.sees("Turn 1  Dialogue", "Your die: ")
    anna.presses("u")
    await anna.sees("I am clean this turn.")
    anna.presses("1")
    await hanako.sees_line("1 anna› 今回は感染していません、本当に。")
    hanako.presses("u")
    await hanako.sees("定型文")
    hanako.presses("1")
    await anna.sees_line("2 hanako› I am clean this turn.")

    # Both work until the vaccine is paid for; a reveal is over when both have seen enough.
    plan = {"dialogue": "6", "action": "1", "reveal": " "}
    await asyncio.gather(*(plays(one, OMEGA, plan) for one in (anna, hanako)))
    await anna.reads("Turn 5" if "Turn 5" in anna.left else "Every hidden hand", "anna: alive, life 3, $50k")
    await hanako.reads("annaさん：生存、ライフ3、資金5万ドル")
    for one, fates in ((anna, ("You drew.", "You won.")), (hanako, ("引き分けです。", "あなたの勝ちです。"))):
        assert any(fate in one.left for fate in fates), one.text


async def test_three_people_and_four_bots_play_love_or_nothing_and_the_dead_culprit_goes_on(house):
    anna = await house.person("anna")
    await anna.sees("No table is open yet")
    code = await make_love_table(anna, reveals=True)
    hanako = await house.person("hanako", code, lang="ja_JP.UTF-8")
    await hanako.finds(r"2 hanako .*準備待ち")
    ben = await house.person("ben", code)
    await ben.finds(r"3 ben .*not ready")
    anna.presses("A")
    await anna.sees("How many seats are to be taken, 4 to 16? Just Enter: 7.")
    anna.send(ENTER)
    await anna.finds(r"7 \w+ +bot, \w+ +ready")
    for one in (hanako, ben):
        one.presses("r")
    await anna.sees("Everybody is ready. Press s to start.")
    anna.presses("w")
    await anna.types(house.lucky_word(code, [""] * 6, lambda dice: dice.chance.draw("culprit", 7) == 0))
    anna.presses("s")
    await anna.reads("You are the culprit")

    def go_on(person: Person, day: int) -> str:
        return "g" if "g " in person.text.splitlines()[-1] and re.search("go on|先へ進む", person.text) else ""

    def noon(person: Person, day: int) -> str:
        """The living are done; the dead culprit keeps a form for all nights, once."""
        if "1 done talking" in person.left or "1 話し終えた" in person.left:
            return "1"
        if person is anna and day == 2:
            return f"w{RIGHT}{DOWN}{RIGHT}{DOWN}{RIGHT * 2}\x1b[F{ENTER}"
        return go_on(person, day)

    # The gambit: anna kills herself first of all, for the beloved in seat 7, and goes on from the grave.
    first = {"prologue": f"7{ENTER}", "night": lambda person, day: f"311{ENTER}" if day == 1 else go_on(person, day)}
    others = {"prologue": ENTER, "night": f"3{ENTER}"}
    every = {"noon": noon, "election": ENTER, "runoff": ENTER, "reveal": " ", "guess": go_on}
    await asyncio.gather(
        plays(anna, LOVE, {**every, **first}),
        plays(hanako, LOVE, {**every, **others}),
        plays(ben, LOVE, {**every, **others}),
    )
    for one in (anna, ben):
        await one.reads("Every hidden hand", "anna: the culprit, killed on night 1")
    await hanako.reads("annaさん：犯人、1日目の夜に殺害")
    assert "You are the culprit" not in ben.raw.decode()
    assert "あなたが犯人です" not in hanako.raw.decode()
