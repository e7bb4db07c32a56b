"""Learning: a practice game is offered to who has never dealt, and each phase is explained once, the same to all."""

import pytest

from engine.games.love import LOVE
from engine.games.omega import OMEGA
from tests.support.evening import evening
from tests.support.love_family import family
from tui.games import FACES
from tui.screens.practice import PARTS, LessonPage
from tui.words.catalogue import LANGS, Words

PHASES = {
    "omega": ("dialogue", "action", "dead"),
    "love": ("prologue", "night", "noon", "election", "runoff", "guess", "dead"),
}
OFFER = {"en": "Press l for a practice game", "ja": "lで練習ゲームをどうぞ"}


def flat(text):
    """The left half, wherever its rows were broken."""
    return "".join("".join(row.split("│")[0].split()) for row in text.splitlines())


def house(lang="en", size=(80, 24)):
    return evening(lang, size, game=OMEGA, others=(LOVE,))


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("game", "phase"), [(game, phase) for game in PHASES for phase in PHASES[game]])
def test_every_phase_has_three_sentences_in_both_languages(game, phase, lang):
    words = Words(lang)
    for part in PARTS:
        assert words(f"{game}.lesson.{phase}.{part}").endswith((".", "。"))


@pytest.mark.parametrize("lang", LANGS)
async def test_practice_is_offered_first_to_who_has_never_dealt(lang):
    async with house(lang) as e:
        assert flat(OFFER[lang]) in flat(await e.text())
        await e.press("p", "1")
        await e.press("l", "2")
        assert e.desk.place == "lobby"
        assert flat(OFFER[lang]) not in flat(await e.text())


async def test_who_only_practised_is_offered_it_again_and_deals_with_the_usual_options():
    async with house() as e:
        await e.press("l", "1", "enter", "l", "2")
        await e.me.step_out()
        await e.settle()
        await e.press("p", "1")
        assert e.room.state.options["dialogue"] == 60


async def test_who_comes_by_a_code_goes_to_that_table():
    async with house() as e:
        await e.friends[0].create("omega", "code", {})
        await e.me.enter("KITE-42")
        await e.settle()
        assert flat(OFFER["en"]) not in flat(await e.text())
        assert e.desk.place == "room"


@pytest.mark.parametrize(("number", "seats", "decision"), [("1", 4, "6 done talking"), ("2", 7, "Beloved")])
async def test_three_keys_lead_to_the_first_decision(number, seats, decision):
    async with house() as e:
        await e.press("l", number)
        assert len(e.room.state.seats) == seats
        assert e.room.state.playing
        assert decision not in await e.text()
        await e.press("enter")
        assert decision in await e.text()


@pytest.mark.parametrize("lang", LANGS)
async def test_each_phase_is_explained_the_first_time_and_again_on_demand(lang):
    words = Words(lang)
    lesson = {phase: flat(words(f"omega.lesson.{phase}.habit")) for phase in PHASES["omega"]}
    async with house(lang, (100, 30)) as e:
        await e.press("l", "1")
        assert lesson["dialogue"] in flat(await e.text())
        await e.press("enter")
        assert lesson["dialogue"] not in flat(await e.text())
        await e.press("L")
        assert lesson["dialogue"] in flat(await e.text())
        await e.press("L", "escape", "6")
        await until(e, "action", 1)
        assert lesson["action"] in flat(await e.text()), "and the one before has gone"
        await e.press("enter", "2")
        await until(e, "dialogue", 2)
        assert lesson["dialogue"] not in flat(await e.text()), "once is enough"


async def until(e, phase, number):
    """Let time pass until a phase has come."""
    for _ in range(200):
        now = e.room.state.phase
        if (now.name, now.round) == (phase, number):
            return
        await e.pass_time(2)
    raise AssertionError(f"{phase} {number} never came")


async def test_at_another_table_nothing_is_explained():
    async with house() as e:
        await e.press("p", "1")
        assert not [page for page in e.desk.pages if isinstance(page, LessonPage)]
        assert e.desk.lesson == ""
        await e.press("L")
        assert not e.desk.pages


async def test_the_culprit_reads_the_same_as_everybody():
    async with family() as e:
        reader, beloved, *_ = e.innocents()
        await e.prologue(beloved)
        seen = []
        for seat in (e.culprit, reader):
            async with e.screen(e.people[seat]):
                e.desk.practice = "KITE-42"
                await e.press("L")
                seen.append((await e.rows())[1:])
        assert seen[0] == seen[1]
        assert "Practice: Night" in "\n".join(seen[0])


async def test_who_has_died_is_told_what_that_means_once():
    async with family("en", (100, 30)) as e:
        reader, beloved, *_ = e.innocents()
        await e.prologue(beloved)
        async with e.screen(e.people[reader]):
            e.desk.practice = "KITE-42"
            await e.night("alibi", reader)
            await e.settle()
            assert "Practice: you are dead" in await e.text()
            await e.press("enter")
            await e.elect(beloved)
            assert not e.desk.pages


@pytest.mark.parametrize("game", PHASES)
def test_a_practice_game_has_options_that_the_game_allows(game):
    options = {option.name: option for option in {"omega": OMEGA, "love": LOVE}[game].options}
    assert FACES[game].practice
    for name, value in FACES[game].practice.items():
        assert options[name].parse(value) == value > options[name].default


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("size", [(40, 20), (80, 24)])
async def test_a_lesson_can_be_read_whole(lang, size):
    async with house(lang, size) as e:
        await e.press("l")
        assert "⟦" not in await e.text()
        await e.press("2")
        seen = ""
        for _ in range(4):
            seen += flat(await e.text())
            await e.press("pagedown")
        for part in PARTS:
            sentence = flat(Words(lang)(f"love.lesson.prologue.{part}"))
            assert sentence[:12] in seen
            assert sentence[-12:] in seen
