"""A reveal on the screen: beat after beat, lives and money with the last of them, and then the chat tells it."""

import re
from statistics import median

import pytest

from engine.table import moves as m
from tests.support.evening import evening
from tui.games.beats import fallen, falls_at
from tui.words.catalogue import Words

HAND = {
    "en": re.compile(r"(?m)^   (?:Infected in turn|Never infected)"),
    "ja": re.compile(r"(?m)^   (?:感染：|一度も)"),
}


@pytest.mark.parametrize(
    ("beats", "elapsed", "shown"),
    [
        (5, 0, 1),
        (5, 599, 1),
        (5, 600, 2),
        (5, 1_200, 3),
        (5, 2_399, 4),
        (5, 2_400, 5),
        (5, 4_000, 5),
        (1, 0, 1),
        (0, 9, 0),
    ],
)
def test_beats_fall_evenly_over_three_quarters_of_the_time(beats, elapsed, shown):
    assert fallen(beats, elapsed, 4_000) == shown


@pytest.mark.parametrize("beats", range(1, 12))
def test_a_beat_has_fallen_when_it_falls(beats):
    for length in (1_500, 3_500, 6_000):
        for beat in range(beats):
            at = falls_at(beat, beats, length)
            assert fallen(beats, at, length) == beat + 1
            assert beat == 0 or fallen(beats, at - 1, length) == beat


async def reckoning(e, **option):
    """Everybody works in turn 1 of a calm game; the reveal has just opened."""
    await e.table()
    await e.me.act(m.SetOption("pace", option.get("pace", "calm")))
    for friend in e.friends:
        await friend.act(m.Ready())
    await e.press("s")
    await e.pass_time(60)
    await e.pass_time(4)
    assert e.room.state.phase.name == "action"
    await e.press("1")
    await e.answer(action="work")
    assert e.room.state.phase.name == "reveal"


async def look(e, seconds):
    """Let time pass, and have the screen look at what has fallen."""
    e.hub.advance(int(seconds * 1000))
    e.app._next_beat()
    return await e.text()


async def test_the_actions_are_turned_over_before_they_count():
    async with evening("en", (100, 30)) as e:
        await reckoning(e)
        text = await look(e, 0)
        assert "What happened" in text
        assert "Aki worked." in text
        assert "Umi worked." not in text
        assert "$10k" not in text.split("│")[0]
        text = await look(e, 3)
        assert "Kaze worked." in text
        panel = "\n".join(row.split("│")[0] for row in text.splitlines())
        assert "$10k" in panel
        assert "lives" in panel or "life" in panel


async def test_the_chat_tells_it_only_afterwards():
    async with evening("en", (100, 30)) as e:
        await reckoning(e)
        before = len(e.desk.entries)
        await look(e, 3)
        assert len(e.desk.entries) == before
        await e.pass_time(3)
        assert e.room.state.phase.name == "dialogue"
        assert len(e.desk.entries) > before


async def test_under_thin_it_is_one_block():
    async with evening("en", (100, 30)) as e:
        await e.me.keep(thin=True)
        e.desk.thin = True
        await reckoning(e)
        text = await e.text()
        assert "Aki worked." in text
        assert "Kaze worked." in text
        assert e.app._beat is None


async def test_a_key_says_that_one_has_seen_enough_and_the_table_goes_on_with_the_last():
    async with evening("en", (80, 24)) as e:
        await reckoning(e)
        assert "␣ go on" in (await e.rows())[-1]
        await e.press("space")
        assert e.room.state.phase.seen == {e.me.person.id}
        assert "go on" not in (await e.rows())[-1]
        for friend in e.friends:
            await friend.act(m.Skip(e.room.state.phase.no))
        await e.settle()
        assert e.room.state.phase.name == "dialogue"


@pytest.mark.parametrize("lang", ["en", "ja"])
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (40, 20)])
async def test_it_fits_every_screen(lang, size):
    async with evening(lang, size) as e:
        await reckoning(e)
        text = await look(e, 3)
        assert "⟦" not in text
        name = {"en": "Kaze worked.", "ja": "かぜさんは経済活動。"}[lang]
        assert name in text


async def test_who_comes_in_the_midst_of_it_sees_the_table_as_it_is():
    async with evening("en", (100, 30)) as e:
        await reckoning(e)
        await e.me.step_out()
        await e.settle()
        await e.me.enter("KITE-42")
        await e.settle()
        assert e.desk.before is None
        assert "Aki worked." in await e.text()


async def ended(e, *, thin=False):
    """A calm game of Omega, which has just ended; its last reveal has opened."""
    await e.me.keep(thin=thin)
    e.desk.thin = thin
    await e.table()
    await e.me.act(m.SetOption("pace", "calm"))
    for friend in e.friends:
        await friend.act(m.Ready())
    await e.press("s")
    while e.room.state.playing:
        if e.room.state.phase.name == "action":
            await e.press("1")
            await e.answer(action="work")
        else:
            await over(e)
    assert (e.room.state.phase.name, e.room.state.phase.round) == ("reveal", 0)


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_an_ending_turns_one_hand_after_the_other(lang):
    """Three hands in 3.5 s: the first at once, the others after 0.875 s each, and then what decided the game."""
    words = Words(lang)
    async with evening(lang, (100, 60)) as e:
        await ended(e)
        turned = []
        for _ in range(4):
            text = await look(e, 0)
            turned.append((len(HAND[lang].findall(text)), words("result.moments") in text))
            await look(e, 0.875)
        assert turned == [(1, False), (2, False), (3, True), (3, True)]
        assert e.app._beat is None


async def test_under_thin_all_hands_lie_open_at_once():
    async with evening("en", (100, 60)) as e:
        await ended(e, thin=True)
        text = await look(e, 0)
        assert len(HAND["en"].findall(text)) == 3
        assert "What decided it" in text
        assert e.app._beat is None


async def over(e):
    """The open phase runs its time."""
    await e.pass_time((e.room.state.phase.ends - e.room.now) / 1000)


async def cost(e, friends_do):
    """Bytes that a whole reveal costs, from the moment before it to the moment before the next phase."""
    await e.settle()
    before = sum(map(len, e.link.writes))
    await friends_do()
    phase = e.room.state.phase
    assert phase.reveals
    while e.room.now + 250 < phase.ends:
        await look(e, 0.25)
    return sum(map(len, e.link.writes)) - before


@pytest.mark.parametrize(
    ("lang", "thin", "most"), [("en", False, 450), ("ja", False, 600), ("en", True, 340), ("ja", True, 460)]
)
async def test_a_reveal_costs_few_bytes(lang, thin, most):
    """Of the reveals of a game of three in which everybody works, the ballot's and the reckoning's, the median."""
    async with evening(lang, (100, 30)) as e:
        await e.table()
        await e.me.act(m.SetOption("pace", "calm"))
        for friend in e.friends:
            await friend.act(m.Ready())
        await e.press("s")
        if thin:
            await e.press("ctrl+n")
        costs = []
        while e.room.state.playing:
            if e.room.state.phase.name == "dialogue":
                costs.append(await cost(e, lambda: over(e)))
            else:
                await e.press("1")
                costs.append(await cost(e, lambda: e.answer(action="work")))
            await over(e)
        assert len(costs) >= 4
        assert median(costs) <= most
