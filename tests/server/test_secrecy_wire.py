"""Secrecy on the wire: whoever may know the same is sent the same bytes at the same moments.

The oracles of both games say what each eye may know; here their worlds are played through the whole house, with
programs or with screens at every place.  Programs are also sent different bytes wherever they may know different
things; a screen need not show all that its person may know.
"""

import asyncio
from contextlib import suppress
from functools import partial

import pytest
from attrs import evolve as replace

from engine.chance import FairChance
from engine.table import moves as m
from engine.table.eyes import Eyes
from server.door.session import Mode
from server.house.hub import Hub
from server.tables.live_table import LiveTable
from tests.games import test_secrecy_love as love
from tests.games import test_secrecy_omega as omega
from tests.support import love_oracle, love_worlds
from tests.support.recorded import recorded
from tests.support.scripted import ScriptedChance, dice
from tests.support.secrecy import compare, difference
from tui.screens import bars
from tui.screens.main import MainScreen
from tui.widgets.look import PLAIN

# --- Omega Strain ---------------------------------------------------------------------------------------------

OMEGA_EYES = (*omega.EYES, "p1 again", "p2 again")


async def omega_evening(world, evening):
    """The script of Omega's oracle; in turn 2, p1's line drops for a while, and everybody leafs through pages."""
    people = omega.PEOPLE
    await evening.come("out", "p0")
    await evening.open("p0", "omega", lockdown_ballot=world.ballot, pace="calm")
    await evening.come("p1", "p2", "w")
    await evening.do("p1", m.Sit())
    await evening.do("p2", m.Sit())
    for who, words in zip(people, world.words, strict=True):
        await evening.do(who, *(m.Ready(word) for word in words))
    await evening.do("p0", m.Start())
    for number, turn in enumerate(world.turns, 1):
        if number == 2:
            await evening.come("late")
        await dialogue(evening, number, turn)
        await look(evening)
        if evening.state.playing and evening.state.phase.name == "action":
            await action(evening, number, turn)
            await look(evening)
    return await evening.end("p1", "p2")


async def look(evening):
    """What is revealed is looked at for as long as that takes."""
    while evening.state.phase is not None and evening.state.phase.reveals:
        await evening.phase_over()


async def dialogue(evening, number, turn):
    phase = evening.state.phase
    for seat in evening.state.living:
        await evening.until(phase.opened + 1_000 * (seat + 1))
        for prompt, values in (("wish", turn.wishes[seat : seat + 1]), ("consent", turn.consents[seat])):
            for value in values:
                await evening.do(omega.PEOPLE[seat], m.Answer(phase.no, prompt, {prompt: value}))
    await evening.do("w", m.Say("gallery", turn.gallery))
    if number == 2:
        await evening.go("p1")
        await evening.until(phase.opened + 20_000)
        await evening.come("p1")
    await evening.phase_over()


async def action(evening, number, turn):
    phase = evening.state.phase
    if number == 2:
        await evening.fidget()
    for seat in evening.state.living:
        await evening.until(phase.opened + 1_000 * (seat + 1) + 4_000 * (number == 2))
        for value in turn.actions[seat]:
            if evening.state.playing and evening.state.phase.no == phase.no:
                await evening.do(omega.PEOPLE[seat], m.Answer(phase.no, "action", {"action": value}))
        if seat == 0 and evening.state.playing and evening.state.phase.no == phase.no:
            await evening.do("p0", m.Pause(), m.Resume())
            if number == 2:  # a pause that runs its time
                await evening.do("p0", m.Pause())
                await asyncio.sleep(180)
    if evening.state.playing and evening.state.phase.no == phase.no:
        await evening.phase_over()


def omega_streams(mode, world):
    faces = [(turn.index, {seat: face for seat, face in enumerate(turn.dice) if face}) for turn in world.turns]
    rest = ScriptedChance(dice(*[(6, {0: 6, 1: 6, 2: 6})] * 5))
    return recorded(ScriptedChance(dice(*faces), rest), mode, partial(omega_evening, world))


def omega_knows(world, eye):
    """p2 hears of the gallery's past when it comes back dead, no more than it has heard."""
    return omega.knowledge(world, eye.removesuffix(" again"))


# --- Love, or Nothing -----------------------------------------------------------------------------------------

LOVE_EYES = love_worlds.EYES


async def love_evening(world, last, leaving, evening):
    """The script of Love's oracle, up to a phase; p3's line drops where the script says that p3 goes, and in the second
    night everybody leafs through pages.  Who is `leaving` does so for good, after a first word from among the dead."""
    await love_deal(world, evening)
    steps = love_worlds.script(world, last)
    step = next(steps)
    with suppress(StopIteration):
        while True:
            await love_step(evening, step)
            match step:
                case (who, m.Say(scope="gallery")) if who in leaving and who not in evening.state.barred:
                    await evening.do(who, m.LeaveTable())
            step = steps.send(evening.state)
    return await evening.end(*(who for who in ("p2", "p4") if who not in leaving))


async def love_deal(world, evening):
    await evening.come("out", "p0")
    await evening.open("p0", "love", pace="calm", **love_worlds.OPTIONS)
    await evening.come("p1", "p2", "p3", "p4", "w", "au")
    for who in love_worlds.PEOPLE[1:]:
        await evening.do(who, m.Sit())
    if world.author:
        await evening.do("au", m.TakeChair())
        await evening.do("p0", m.GiveChair("u-au"))
    for who, words in zip(love_worlds.PEOPLE, world.words, strict=True):
        await evening.do(who, *(m.Ready(word) for word in words))
    await evening.do("p0", m.Start())


async def love_step(evening, step):
    match step:
        case int(ms):
            await evening.until(ms)
        case (who, m.Went()):
            await evening.go(who)
        case (who, m.Enter()):
            await evening.come(who)
        case (who, move):
            await evening.do(who, move)
            if isinstance(move, m.Resume):
                await evening.fidget()


def love_streams(mode, world, last=love_worlds.LAST, leaving=()):
    return recorded(love_worlds.Draws(world), mode, partial(love_evening, world, last, leaving))


# --- the tests ------------------------------------------------------------------------------------------------


def indistinct(worlds, eyes, streams, knowledge):
    """Demand of each eye that equal knowledge has equal streams; and that the worlds put each to a test.

    Raises:
        AssertionError: they differ, or there was nothing to compare.
    """
    received = [streams(world) for world in worlds]
    for eye in eyes:
        first = {}
        for world, of_all in zip(worlds, received, strict=True):
            stream, twin = first.setdefault(knowledge(world, eye), (of_all[eye], world))
            assert of_all[eye] == stream, f"{eye} can tell\n{world}\nfrom\n{twin}\nby {difference(of_all[eye], stream)}"
        assert 1 < len(first) < len(worlds), f"the worlds put {eye} to no test"


def some(*numbers, of):
    """Worlds by their place in the list."""
    return [of[number] for number in numbers]


OMEGA_SCREENS = some(0, 1, 6, 12, 14, 20, 24, 29, 32, of=omega.VARIED)
"""The base world; dice that show and that do not; consents, wishes and actions, changed and silent; the gallery."""

LOVE_SCREENS = [
    love.BASE,
    *list(love.SOMEBODY_ELSE.values())[:4],
    love.acting(night2=love.FEINT),
    love.elsewhere("before", ("night", 1, 0), (("siege", "alibi", "1"), ("none", "alibi", "1"))),
    love.elsewhere("hunches", ("night", 2, 4), ("alibi", "2", "")),
    love.elsewhere("second", ("night", 2, 4), 9),
    love.elsewhere("second", ("night", 2, 4), 9, love.guilty(love.BASE, 4, 0)),
    love.silent(("night", 1, 0), drawn=2),
    love.silent(("night", 1, 3)),
    love.replace(love.BASE, words=(love.BASE.words[0], ("acorn", ""), *love.BASE.words[2:])),
]
"""The base world; every other culprit, dead or alive, with whom the guess of day 2 is wrong or half right; kill cards;
changes of mind; a hunch; who is last; silence; a lucky word, which is none of the author's business."""

POISON_SCREENS = [
    love.NO_POISON,
    love.acting(love.guilty(love.NO_POISON, 4, 0), night4=love.Act("alibi", "2", "2")),
    love.BASE,
]
"""No cup at all; one that a dead culprit wastes; and one that works, for comparison."""


def test_an_evening_goes_the_same_way_every_time():
    """Without this the comparisons below would find leaks where there are none."""
    for mode in Mode:
        assert omega_streams(mode, omega.BASE) == omega_streams(mode, omega.BASE)


def test_omega_programs_are_sent_what_they_may_know_at_its_moment_and_no_more():
    streams = once(partial(omega_streams, Mode.JSON))
    compare(omega.VARIED, OMEGA_EYES, streams, omega_knows)
    indistinct(omega.VARIED, ("out", "log"), streams, omega_knows)


def test_love_programs_are_sent_what_they_may_know_at_its_moment_and_no_more():
    streams, worlds = once(partial(love_streams, Mode.JSON)), [world for world in love.VARIED if not world.kept]
    compare(worlds, LOVE_EYES, streams, love_oracle.knowledge)
    indistinct(worlds, ("out", "log"), streams, love_oracle.knowledge)


@pytest.mark.parametrize("mode", [Mode.JSON, Mode.SCREEN])
def test_a_standing_form_is_handed_in_at_a_moment_that_tells_nothing(mode):
    """Here the house hands it in, p4's, two seconds after the night has begun: whatever it says, and whoever is p4."""
    indistinct(KEPT, ("p0", "p1", "w", "late", "out", "log"), partial(love_streams, mode), love_oracle.knowledge)


LAST_IN = {("night", night, 0): 9 for night in (2, 3, 4)}
"""p0 hands in last, so that no night ends before p4 has changed by hand what was handed in for it."""

KEPT = [
    love.replace(world, second=LAST_IN, kept=kept)
    for world in (love.BASE, love.guilty(love.BASE, 4, 0))
    for kept in ({}, {(2, 4): ("alibi", "3", "2", "")}, {(2, 4): ("locked_room", "", "2", "0"), (3, 4): None})
]
KEPT.append(love.replace(love.NO_POISON, second=LAST_IN))
"""No form, one, and one that is taken back, of a dead member and of the dead culprit; the last world is another in
public."""


def once(streams):
    """The streams of each world, recorded once; "out" is somebody in the lobby, "log" the server's log: both may know
    what is public."""
    kept = {}

    def of(world):
        if id(world) not in kept:
            kept[id(world)] = streams(world)
        return kept[id(world)]

    return of


def test_omega_screens_show_at_the_same_moments_the_same_to_whoever_may_know_the_same():
    indistinct(OMEGA_SCREENS, (*OMEGA_EYES, "out", "log"), partial(omega_streams, Mode.SCREEN), omega_knows)


def test_love_screens_show_at_the_same_moments_the_same_to_whoever_may_know_the_same():
    streams = partial(love_streams, Mode.SCREEN, last=("noon", 3))
    indistinct(LOVE_SCREENS, (*LOVE_EYES, "out", "log"), streams, love_oracle.knowledge)


@pytest.mark.parametrize("eye", ["p1", "p3", "w", "late"])
def test_a_wasted_cup_of_poison_leaves_no_trace_on_a_screen(eye, poisoned):
    nobodys, wasted, working = (streams[eye] for streams in poisoned)
    assert nobodys == wasted != working


@pytest.fixture(scope="module")
def poisoned():
    return [love_streams(Mode.SCREEN, world) for world in POISON_SCREENS]


# --- whoever is absent, or a bot ------------------------------------------------------------------------------


def first_apart(one, other):
    """The first piece at which two streams part, of each."""
    return next((left, right) for left, right in zip(one, other, strict=False) if left != right)


def moment(piece):
    return piece.split()[0]


@pytest.mark.parametrize("mode", Mode)
def test_a_stand_in_hands_in_the_dead_culprits_form_when_it_would_any_dead_members(mode):
    """p4, dead, leaves for good at the first noon.  What its stand-in does shows in the morning, and not before."""
    worlds = [love.silent(("night", 2, 4), world=love.guilty(love.BASE, *pair)) for pair in ((0, 1), (4, 0))]
    worlds = [replace(world, acts=(world.acts[0], love.Act("alibi", "3"), *world.acts[2:])) for world in worlds]
    alive, dead = (love_streams(mode, world, ("noon", 3), ("p4",)) for world in worlds)
    for eye in ("p1", "p2", "p3", "w", "late"):
        left, right = first_apart(alive[eye], dead[eye])
        assert moment(left) == moment(right)
        assert mode is Mode.SCREEN or "love.Targeted" in left


async def bots_evening(evening):
    """p0, who is no culprit, with bots of every temperament, to the first morning."""
    await evening.come("p0")
    await evening.open("p0", "love")
    await evening.come("w")
    for temperament in ("cautious", "bold", "sly", "sly"):
        await evening.do("p0", m.AddBot(temperament))
    await evening.do("p0", m.Ready(), m.Start())
    for prompt, blank in (
        ("prologue", {"beloved": ""}),
        ("night", {"defence": "none", "kill": "", "target": ""}),
    ):
        await evening.do("p0", m.Answer(evening.state.phase.no, prompt, blank))
        await evening.until(evening.state.phase.opened + 20_000)
    assert evening.state.phase.name == "noon"
    return await evening.end()


@pytest.mark.parametrize("mode", Mode)
def test_a_bot_that_is_the_culprit_takes_its_time_like_any_bot(mode):
    """Every bot draws what it draws and takes the time that it takes; its deed shows in the morning."""
    rest = FairChance(bytes(range(32)))
    first, *others = (recorded(ScriptedChance({"culprit": bot}, rest), mode, bots_evening) for bot in (1, 2, 3, 4))
    for other in others:
        for eye in ("p0", "w"):
            left, right = first_apart(first[eye], other[eye])
            assert moment(left) == moment(right)
            assert mode is Mode.SCREEN or "love.Targeted" in left


# --- planted leaks: the comparison finds each of them ---------------------------------------------------------


def a_mark_for_whoever_has_chosen(monkeypatch):
    """The bar has a dot for every sealed answer that the house has."""
    bar = bars.bar

    def leaky(desk, width, *, narrow):
        rows = bar(desk, width, narrow=narrow)
        chosen = sealed(desk)
        return [(("." * chosen, PLAIN), *rows[0]), *rows[1:]] if chosen else rows

    monkeypatch.setattr(bars, "bar", leaky)


def frames_wait_for_whoever_has_chosen(monkeypatch):
    """A frame with news comes a hundredth of a second later for every sealed answer that the house has."""
    draw_event = MainScreen.draw_event

    def leaky(main, entries):
        if chosen := sealed(main.desk):
            main.app._pacer.composed(asyncio.get_running_loop().time() + 0.01 * chosen, sent=False)
        draw_event(main, entries)

    monkeypatch.setattr(MainScreen, "draw_event", leaky)


def sealed(desk):
    """How many sealed answers the house has at this table."""
    phase = desk.house.table.state.phase if desk.house.table else None
    return sum(map(len, phase.answers.values())) if phase and not phase.talk else 0


def the_lobby_is_told_of_every_batch(monkeypatch):
    """Whoever sees the lobby is shown it anew whenever anything happens at a table."""
    monkeypatch.setattr(Hub, "_table_changed", lambda hub, table: hub._waves.changed())


def everybody_is_woken(monkeypatch):
    """Whoever is at the table looks again whenever anything happens, though there is nothing new to see."""
    show = LiveTable._show

    def leaky(table, batch, seen_by):
        show(table, batch, {**{eye: [] for eye in table._present}, **seen_by})

    monkeypatch.setattr(LiveTable, "_show", leaky)


def numbers_count_everything(monkeypatch):
    """News have the numbers of the house's log."""
    see = Eyes.see

    def leaky(eyes, records):
        seen = see(eyes, records)
        last = records[-1].seq
        return {eye: [replace(item, number=last) for item in news] for eye, news in seen.items()}

    monkeypatch.setattr(Eyes, "see", leaky)


def the_culprit_thinks_longer(monkeypatch):
    """A bot that is the culprit acts half a second later."""
    wake = LiveTable._wake

    async def leaky(table, due):
        if due.seat == table.state.play.culprit:
            await asyncio.sleep(0.5)
        await wake(table, due)

    monkeypatch.setattr(LiveTable, "_wake", leaky)


HASTY = [
    replace(world, turns=world.turns[:1])
    for world in (
        omega.BASE,
        omega.in_turn(1, actions=(("work", "home"), ("home",), ("home",))),
        omega.in_turn(1, actions=((), ("home",), ("home",))),
        omega.in_turn(1, actions=(("home",), (), ("home",))),
    )
]
"""One turn: p0 changes its mind, which is nobody else's business; somebody is silent, and nobody may know who."""


@pytest.mark.parametrize(
    ("leak", "mode"),
    [
        (a_mark_for_whoever_has_chosen, Mode.SCREEN),
        (frames_wait_for_whoever_has_chosen, Mode.SCREEN),
        (the_lobby_is_told_of_every_batch, Mode.JSON),
        (everybody_is_woken, Mode.JSON),
        (numbers_count_everything, Mode.JSON),
    ],
    ids=lambda part: getattr(part, "__name__", ""),
)
def test_a_planted_leak_is_found(leak, mode, monkeypatch):
    leak(monkeypatch)
    with pytest.raises(AssertionError, match="can tell"):
        indistinct(HASTY, ("w",), partial(omega_streams, mode), omega_knows)


def test_without_a_leak_the_worlds_of_these_tests_pass():
    for mode in Mode:
        indistinct(HASTY, ("w",), partial(omega_streams, mode), omega_knows)


@pytest.mark.parametrize("mode", Mode)
def test_a_culprit_who_thinks_longer_is_found(mode, monkeypatch):
    the_culprit_thinks_longer(monkeypatch)
    with pytest.raises(AssertionError):
        test_a_bot_that_is_the_culprit_takes_its_time_like_any_bot(mode)
