"""What a member of the family is told of the own nights: the record, poison under way, and that the dead go on."""

import re

import pytest

from tests.support.love_family import family
from tui.words.catalogue import Words


def left(text):
    """The page, without the chat beside it, which marks what concerns its reader."""
    return [re.split("[│┃┊]", row, maxsplit=1)[0].rstrip() for row in text.splitlines()[1:-3]]


@pytest.mark.parametrize("lang", ["en", "ja"])
async def test_the_culprit_has_a_record_of_crimes_and_of_poison_that_is_still_to_work(lang):
    words = Words(lang)
    async with family(lang, (100, 60)) as e:
        beloved, first, second, third = e.innocents()
        names = [seat.name for seat in e.table.state.seats]
        await e.prologue(beloved)
        for _ in (1, 2):
            await e.night("locked_room", first)
            await e.elect(first)
            await e.guess(first)
        await e.night("alibi", second, poison=third)
        crimes = [
            words("love.record.crime", trick=words("love.choice.kill.locked_room"), name=names[first]),
            words("love.record.crime", trick=words("love.choice.kill.alibi"), name=names[second]),
            words("love.end-page.cup", name=names[third]),
        ]
        pending = words("love.record.pending", name=names[third])
        async with e.screen(e.people[e.culprit]):
            assert flat(pending) in flat(await e.text()), "in sight at noon"
            await e.press("t")
            text = flat(await e.text())
            assert all(flat(crime) in text for crime in crimes)
            assert flat(pending) in text
            await e.press("ctrl+x")
            hidden = await e.text()
            assert not any(flat(crime) in flat(hidden) for crime in [*crimes, pending])
        async with e.screen(e.people[first]):
            await e.press("t")
            text = flat(await e.text())
            assert not any(flat(crime) in text for crime in [*crimes, pending])
            assert flat(words("love.record.defence", n=3, defence=words("love.choice.defence.none"))) in text
            await e.press("ctrl+x")
            assert left(await e.text()) == left(hidden)
        await e.elect(first)
        await e.guess(first)
        assert third not in e.play.living
        async with e.screen(e.people[e.culprit]):
            assert flat(pending) not in flat(await e.text())


def flat(text):
    """Text without spaces, wherever its rows were broken."""
    return re.sub(r"\s", "", re.sub(r"[│┃].*", "", text))


@pytest.mark.parametrize("size", [(36, 20), (40, 20), (80, 24), (100, 30)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "You are dead. Talk in the gallery. All the dead still get forms."),
        ("ja", "あなたは死者です。観客席で話せます。夜の用紙は死者にも届きます。"),
    ],
)
async def test_all_the_dead_are_told_in_one_sentence_that_the_forms_go_on(lang, said, size):
    async with family(lang, size) as e:
        beloved, victim, *_ = e.innocents()
        await e.prologue(beloved)
        await e.night("alibi", victim)
        await e.elect(beloved)
        await e.guess(beloved)
        culprit = e.culprit
        await e.night("alibi", culprit)
        for seat in (victim, culprit):
            async with e.screen(e.people[seat]):
                assert flat(said) in flat(await e.text())
