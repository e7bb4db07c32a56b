"""Golden games: the same game as each of several eyes sees it, to be read by people and kept by this test.

`NAISHO_GOLDEN=1 pytest tests/games/test_golden.py` writes the texts afresh; read the difference before it is committed.
"""

import os
from pathlib import Path

import pytest

from engine.facts import SERVER
from engine.games.omega import Omega
from engine.table import moves as m
from tests.engine.driving import SEED, Driven
from tests.games.golden import playthrough
from tests.games.scripted import ScriptedChance, dice

FOLDER = Path(__file__).parent / "golden"


def omega():
    """p0 buys the vaccine in turn 5.  p2 is infected three times and dies in turn 3; p1 is away for a while; w watches.

    Turn 1: p0 works alone.  2: a lockdown.  3: p0 and p2 work, p2 infects p0.  4 and 5: p0 works.
    """
    rolls = dice(
        (6, {0: 6, 1: 5, 2: 1}),
        (5, {0: 4, 1: 3, 2: 2}),
        (3, {0: 2, 1: 4, 2: 1}),
        (1, {0: 1, 1: 1}),
        (4, {0: 5, 1: 2}),
    )
    table = Driven(Omega(), ScriptedChance(rolls))
    table.seat("p0", "p1", "p2")
    table.enter("w")
    table.do(SERVER, m.Commit(SEED))
    for who, word in (("p0", "clover"), ("p1", ""), ("p2", "内緒")):
        table.do(who, m.Ready(word))
    table.do("p0", m.Start())

    table.now = 4_000
    table.answer("p0", "wish", wish="against")
    table.do("p2", m.Say("table", "元気です"))
    table.answer("p2", "consent", consent="yes")
    table.do("w", m.Say("gallery", "hm"))
    table.done("p0", "p1", "p2")
    table.answer("p1", "done", done="no")
    table.now = 9_000
    table.done("p1")
    table.time_up()
    table.now += 2_000
    table.answer("p0", "action", action="home")
    table.answer("p1", "action", action="home")
    table.answer("p0", "action", action="work")
    table.time_up()

    table.now += 5_000
    for who in ("p0", "p1", "p2"):
        table.answer(who, "wish", wish="for")
        table.answer(who, "consent", consent="yes")
    table.time_up()

    table.time_up()
    table.answer("p0", "action", action="work")
    table.answer("p1", "action", action="home")
    table.answer("p2", "action", action="work")

    table.now += 7_000
    table.do("p2", m.Say("gallery", "you will see"))
    table.do("p1", m.Went())
    table.time_up()
    table.do("p0", m.Pause())
    table.do("p0", m.Resume())
    table.answer("p0", "action", action="work")
    table.time_up()

    table.do("p1", m.GraceOver())
    table.done("p0")
    table.do("p1", m.Enter("P1", "person"))
    table.time_up()
    table.answer("p0", "action", action="work")
    table.answer("p1", "action", action="home")
    table.do("p1", m.Say("table", "またね"))
    return table


EYES = {
    "public": ("nobody", "Omega Strain, three seats: what everybody may know"),
    "p0": ("p0", "Omega Strain, three seats: as p0, who wins, sees it"),
    "p2": ("p2", "Omega Strain, three seats: as p2, who dies in turn 3, sees it"),
    "w": ("w", "Omega Strain, three seats: as a watcher sees it"),
}


@pytest.mark.parametrize("name", EYES)
def test_the_game_reads_as_it_is_kept(name):
    eye, title = EYES[name]
    text, path = playthrough(omega(), eye, title), FOLDER / f"omega-{name}.txt"
    if os.environ.get("NAISHO_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")


def test_the_kept_games_show_what_they_should():
    """A look with other eyes than the writer's: what must, and what must not, stand in the texts."""
    texts = {name: (FOLDER / f"omega-{name}.txt").read_text(encoding="utf-8") for name in EYES}
    before_end = {name: text.split("  Opened  ")[0] for name, text in texts.items()}
    assert {name: text.count("DieRolled") for name, text in before_end.items()} == {
        "public": 0,
        "p0": 5,
        "p2": 3,
        "w": 0,
    }
    assert {name: text.count("prompt consent") for name, text in before_end.items()} == {
        "public": 0,
        "p0": 1,
        "p2": 2,
        "w": 0,
    }
    assert {name: ("text hm" in text, "you will see" in text) for name, text in texts.items()} == {
        "public": (False, False),
        "p0": (False, False),
        "p2": (False, True),
        "w": (True, True),
    }
    for text in texts.values():
        opened = text.split("  Opened  ")[1]
        assert opened.count("DieRolled") == 13
        assert "Ended  game_no 1, outcome {result:win winners:[0] cause:vaccine}, stand_ins []" in opened
