"""What people do together in a journey: make a table, sit down at it, start, play a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.support.journey_house import Dice, House
from tests.support.journey_people import Person

PHASES = {
    "en": {"dialogue": "Turn {}  Dialogue", "action": "Turn {}  Action", "reveal": "Turn {}  Reveal"},
    "ja": {"dialogue": "{}ターン目  対話フェーズ", "action": "{}ターン目  行動フェーズ", "reveal": "{}ターン目  公開"},
}
DOWN, RIGHT, ENTER, ESC = "\x1b[B", "\x1b[C", "\r", "\x1b"


async def make_table(host: Person, *, reveals: bool = False) -> str:
    """The host, in the lobby, makes a table by code with five minutes to talk, and `reveals` as it is offered or none;
    its code."""
    host.presses("c")
    await host.sees("A new table")
    host.presses(DOWN + RIGHT)
    await host.sees("by code only")
    host.presses(DOWN + ENTER)
    await host.types("300")
    await host.sees("300 s")
    if not reveals:
        host.presses(DOWN * 5 + RIGHT * 2)
        await host.sees("no reveals")
    host.presses("o")
    return await host.finds(r"[A-Z]+-[A-Z]+-\d\d")


async def sit_down(house: House, code: str, *names: str) -> list[Person]:
    """Friends come one after the other by ``ssh -t host CODE``, which sits them down, and are ready."""
    friends = []
    for name in names:
        friend = await house.person(name, code)
        await be_ready(friend)
        friends.append(friend)
    return friends


async def be_ready(player: Person) -> None:
    """Somebody who has just sat down says that they are ready."""
    await player.finds(rf"\d {player.name}\S* .*not ready")
    player.presses("r")
    await player.finds(rf"\d {player.name}\S* .*  ready")


async def start(house: House, code: str, players: Sequence[Person], wish: Callable[[Dice], bool] | None = None) -> None:
    """The host, who is first, starts; with `wish` a lucky word of theirs loads the dice."""
    host = players[0]
    await host.sees("Everybody is ready. Press s to start.")
    if wish is not None:
        host.presses("w")
        await host.types(house.lucky_word(code, [""] * (len(players) - 1), wish))
    host.presses("s")
    for one in players:
        await one.sees("Turn 1  Dialogue", "Your die: ", "yours alone")


async def play_turn(
    turn: int, living: Sequence[Person], workers: Sequence[Person] = (), *, reveals: bool = False
) -> None:
    """A whole turn of people at terminals: everybody is done talking, then works or stays at home; and has seen
    enough of each reveal."""
    for one in living:
        await one.sees(PHASES[one.language]["dialogue"].format(turn))
        one.presses("6")
    if reveals:
        await skip(turn, living)
    for one in living:
        await one.sees(PHASES[one.language]["action"].format(turn))
        one.presses("1" if one in workers else "2")
    if reveals:
        await skip(turn, living)


async def skip(turn: int, living: Sequence[Person]) -> None:
    """Everybody sees the reveal, and says that they have seen enough."""
    for one in living:
        await one.sees(PHASES[one.language]["reveal"].format(turn))
    for one in living:
        one.presses(" ")


def ill(dice: Dice, *seats: int, turns: int = 3) -> bool:
    """Whether the seats (from 0) are infected in each of the first turns."""
    return all(dice.infected(seat, range(1, turns + 1)) == turns for seat in seats)


def well(dice: Dice, *seats: int, turns: int = 3) -> bool:
    """Whether the seats are infected in none of them."""
    return not any(dice.infected(seat, range(1, turns + 1)) for seat in seats)
