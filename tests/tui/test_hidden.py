"""Hidden means hidden: with `i`, no cell of the screen tells worlds apart that differ only in the reader's secret."""

import pytest

from engine.facts import EVERYONE
from engine.house import News
from engine.table.state import TableState, evolve
from tests.games import test_secrecy_love as love
from tests.games import test_secrecy_omega as omega
from tests.tui.onlookers import Onlooker
from tui.games.love import secret
from tui.games.omega import panel

PAGES = ("t", "?", "n", "m")
BASE = omega.BASE
TWINS = {
    "culprit-or-p1": (love.Evening, "p0", love.BASE, love.SOMEBODY_ELSE["p1"]),
    "innocent-or-culprit": (love.Evening, "p1", love.BASE, love.SOMEBODY_ELSE["p1"]),
    "dead-or-dead-culprit": (love.Evening, "p4", love.BASE, love.SOMEBODY_ELSE["p4 kills itself and goes on"]),
    "another-beloved": (love.Evening, "p4", *(love.SOMEBODY_ELSE[name] for name in list(love.SOMEBODY_ELSE)[3:])),
    "healthy-or-infected": (omega.watched, "p0", BASE, omega.in_turn(1, dice=(3, 5, 1))),
    "another-die": (omega.watched, "p0", BASE, omega.in_turn(1, dice=(6, 5, 1))),
    "consent-or-none": (omega.watched, "p0", *(omega.in_turn(1, consents=((c,), (), ())) for c in ("yes", "no"))),
    "work-or-home": (omega.watched, "p0", *(omega.in_turn(1, actions=((a,), ("home",), ())) for a in ("work", "home"))),
}
"""The table of a world, who looks, and two worlds: they are compared for as long as the public sees the same."""


def instants(table, eye):
    """Table time -> what an eye knows then, and what the public was told until then."""
    view, number, news, public = TableState(rules=table.rules), 0, [], []
    found = {}
    for record in table.log:
        if record.audience == EVERYONE:
            public.append(record.fact)
        if record.audience.sees(eye):
            number += 1
            view = evolve(view, record.fact)
            news.append(News(number, record.at, record.fact))
        found[record.at] = (view, tuple(news), len(public))
    return found, public


def same_for_all(one, other, eye):
    """In each phase the last instants before and after the eye's own answer at which the public sees the same."""
    (mine, public), (yours, also) = instants(one, eye), instants(other, eye)
    by_phase = {}
    for at in sorted(mine.keys() & yours.keys()):
        (a, _, told), (b, _, heard) = mine[at], yours[at]
        if a.playing and public[:told] == also[:heard]:
            answered = bool(a.phase) and any(a.seat_of(eye) in given for given in a.phase.answers.values())
            by_phase[a.phases, answered] = (at, mine[at], yours[at])
            assert a.phases == b.phases
    return list(by_phase.values())


async def compare(make, eye, one, other, size=(80, 24)):
    """Show both worlds side by side; the number of screens that were compared."""
    tables = make(one), make(other)
    moments, looked = same_for_all(*tables, eye), 0
    game = tables[0].rules
    async with Onlooker(game, eye, "en", size).session() as a, Onlooker(game, eye, "en", size).session() as b:
        hidden = False
        for turn, (at, *both) in enumerate(moments):
            for session, (view, news, _) in zip((a, b), both, strict=True):
                await session.show(view, news[session.told :], at)
                session.told = len(news)
                await session.type(*["i"] * (not hidden))
            hidden = True
            page = PAGES[turn % len(PAGES)]
            for key in ("", page):
                looked += await look_alike(a, b, key)
            for session in (a, b):
                await session.type(page)
    return looked


async def look_alike(a, b, key):
    """Press a key in both and compare every cell; a frame may still be under way in one of them."""
    for session in (a, b):
        await session.type(*key)
    for _ in range(20):
        if a.link.emulator.cells() == b.link.emulator.cells():
            return True
        await a.settle()
        await b.settle()
    raise AssertionError(f"they differ:\n{a.text()}\n\n{b.text()}")


@pytest.mark.parametrize("twins", TWINS.values(), ids=TWINS)
async def test_with_secrets_hidden_two_worlds_look_the_same(twins):
    assert await compare(*twins) > 3


async def test_in_a_narrow_window_too():
    assert await compare(*TWINS["innocent-or-culprit"], size=(40, 20)) > 3


# --- and what is not hidden is found


async def test_a_role_that_is_still_told_is_found(monkeypatch):
    role = secret.role
    monkeypatch.setattr(secret, "role", lambda look, width: role(unhidden(look), width))
    with pytest.raises(AssertionError, match="You are the culprit"):
        await compare(*TWINS["culprit-or-p1"])


async def test_a_bar_that_still_tells_is_found(monkeypatch):
    own = secret.own
    monkeypatch.setattr(secret, "own", lambda look: own(unhidden(look)))
    with pytest.raises(AssertionError, match="culprit"):
        await compare(*TWINS["culprit-or-p1"], size=(40, 20))


async def test_a_mark_at_a_stored_answer_is_found(monkeypatch):
    question = panel._question
    monkeypatch.setattr(panel, "_question", lambda look, *more: question(unhidden(look), *more))
    with pytest.raises(AssertionError, match="✓"):
        await compare(*TWINS["consent-or-none"])


def unhidden(look):
    """The same look with everything shown."""
    return type(look)(look.words, look.view, look.me, False, look.notes)
