"""Golden games: the same game as each of several eyes sees it, to be read by people and kept by this test.

`NAISHO_GOLDEN=1 pytest tests/games/test_golden.py` writes the texts afresh; read the difference before it is committed.
"""

import os
from pathlib import Path

import pytest

from engine.facts import SERVER
from engine.games.love import Love
from engine.games.omega import Omega
from engine.table import moves as m
from tests.support.driving import SEED, Driven
from tests.support.golden import playthrough
from tests.support.scripted import ScriptedChance, dice

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


def love():
    """p0 loves p1, kills itself on night 1, and wins from among the dead on the morning of day 5.

    Night 1: p0 attacks itself.  2: p2's siege fails before a locked room.  3: p3's own and p4's unity hold; poison for
    p3, who is elected on day 4, names p0 and p4, and falls.  4: p4 is killed, and p1 alone is left.
    au is the author, w watches; p2, dead, has a hunch every night.
    """
    table = Driven(Love(), ScriptedChance({"culprit": 0}))
    table.seat("p0", "p1", "p2", "p3", "p4")
    table.enter("au", "w")
    table.chair("au")
    table.do(SERVER, m.Commit(SEED))
    for who in ("p0", "p1", "p2", "p3", "p4"):
        table.do(who, m.Ready("clover" if who == "p1" else ""))
    table.do("p0", m.Start())

    def forms(prompt, *rows):
        names = ("defence", "kill", "target", "poison") if prompt == "night" else (prompt,)
        for who, row in rows:
            table.now += 1_000
            table.answer(who, prompt, **dict(zip(names, row, strict=False)))

    table.now = 3_000
    for who, named in (("p0", "1"), ("p1", ""), ("p2", "4"), ("p3", ""), ("p4", "3")):
        table.answer(who, "prologue", beloved=named)
    blank = ("none", "", "")
    table.answer("p0", "night", defence="siege", kill="alibi", target="1")
    forms("night", ("p0", ("none", "alibi", "0")), *((who, blank) for who in ("p1", "p2", "p3", "p4")))

    table.do("p1", m.Say("table", "Who would do such a thing?"))
    table.do("p0", m.Say("gallery", "たしかに"))
    table.do("au", m.Say("table", "The storm grows."))
    table.do("au", m.Extend(table.no, 60))
    table.time_up()
    forms("vote", ("p1", ("2",)), ("p2", ("3",)), ("p3", ("2",)), ("p4", ("",)))
    table.answer("p2", "guess", culprit="3", beloved="4")
    table.answer("p2", "guess", culprit="0", beloved="4")
    table.answer("p2", "final", final="yes")
    forms("night", ("p0", ("none", "locked_room", "2")), ("p1", blank), ("p2", ("siege", "", "")))
    forms("night", ("p3", blank), ("p4", ("none", "alibi", "2")))

    table.done("p1", "p3", "p4")
    table.time_up()
    forms("vote", ("p1", ("4",)), ("p3", ("4",)), ("p4", ("3",)))
    table.answer("p4", "guess", culprit="0", beloved="3")
    table.time_up()
    forms("night", ("p0", ("none", "alibi", "3", "3")), ("p1", (*blank, "")), ("p2", ("none", "alibi", "4", "")))
    forms("night", ("p3", ("unity", "", "", "")), ("p4", ("unity", "", "", "")))

    table.do("w", m.Say("gallery", "ah"))
    table.done("p1", "p3", "p4")
    table.time_up()
    forms("vote", ("p1", ("3",)), ("p3", ("4",)), ("p4", ("3",)))
    table.answer("p3", "guess", culprit="0", beloved="4")
    table.answer("p3", "final", final="yes")
    forms("night", ("p0", ("none", "alibi", "4")), ("p2", ("none", "", "")), ("p4", blank), ("p1", ("siege", "", "")))
    table.time_up()
    return table


OMEGA_EYES = {
    "public": ("nobody", "Omega Strain, three seats: what everybody may know"),
    "p0": ("p0", "Omega Strain, three seats: as p0, who wins, sees it"),
    "p2": ("p2", "Omega Strain, three seats: as p2, who dies in turn 3, sees it"),
    "w": ("w", "Omega Strain, three seats: as a watcher sees it"),
}
LOVE_EYES = {
    "public": ("nobody", "Love, or Nothing, five seats: what everybody may know"),
    "culprit": ("p0", "Love, or Nothing, five seats: as p0, the culprit, who kills itself and wins, sees it"),
    "dead": ("p2", "Love, or Nothing, five seats: as p2, who is killed in night 2, sees it"),
    "author": ("au", "Love, or Nothing, five seats: as its author sees it"),
}
GOLDEN = {
    **{f"omega-{name}": (omega, *kept) for name, kept in OMEGA_EYES.items()},
    **{f"love-{name}": (love, *kept) for name, kept in LOVE_EYES.items()},
}


def kept(name):
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", GOLDEN)
def test_the_game_reads_as_it_is_kept(name):
    game, eye, title = GOLDEN[name]
    text = playthrough(game(), eye, title)
    if os.environ.get("NAISHO_GOLDEN"):
        (FOLDER / f"{name}.txt").write_text(text, encoding="utf-8")
    assert text == kept(name)


def test_the_kept_games_of_omega_show_what_they_should():
    """A look with other eyes than the writer's: what must, and what must not, stand in the texts."""
    texts = {name: kept(f"omega-{name}") for name in OMEGA_EYES}
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


def test_the_kept_games_of_love_show_what_they_should():
    """The dead member's text has its own hunches and no kill; the author's has all as it comes.  What one's own form
    says stands there when it is handed in, in what one is asked, and when it is sealed."""
    texts = {name: kept(f"love-{name}") for name in LOVE_EYES}
    before_end = {name: text.split("  Opened  ")[0] for name, text in texts.items()}
    expected = {
        "CulpritDrawn": (0, 1, 0, 1),
        "locked_room": (0, 3, 0, 2),
        "poison:3": (0, 3, 0, 2),
        "たしかに": (0, 1, 0, 1),
        "text ah": (0, 1, 1, 1),
        "Targeted  night 2, target 2, success True": (1, 1, 1, 1),
        "Poisoned  day 4, victim 3": (1, 1, 1, 1),
        "GuessOpened  day 2, detective 2, culprit 0, beloved 4": (1, 1, 1, 1),
    }
    for piece, counts in expected.items():
        assert {name: text.count(piece) for name, text in before_end.items()} == dict(
            zip(LOVE_EYES, counts, strict=True)
        ), piece
    for text in texts.values():
        assert "Ended  game_no 1, outcome {result:win winners:[0] cause:only-beloved}, stand_ins []" in text
        assert text.split("  Opened  ")[1].count("CulpritDrawn  seat 0") == 1
