"""The rules to be read: ten lines, contents, examples step by step.  Outcomes are typed from the worked cases."""

import pytest

from engine.games.love import LOVE
from engine.games.omega import OMEGA
from tests.support.evening import evening
from tests.tui.test_faces import check_rows
from tui.screens.rulebook import Example, RulesPage, chapters, numbered
from tui.words.catalogue import LANGS, Words

CHAPTERS = {"omega": 6, "love": 7}
STEPS = {"omega": (4, 3, 3, 3), "love": (4, 3, 3, 4, 3)}
OUTCOMES = [
    # game, example, step, and what has to stand there; worked cases 1 to 3, 5, 6, 10 of Omega Strain
    (
        "omega",
        1,
        3,
        "Aki and Umi: 2 lives and $10k. Kaze: 3 lives and nothing",
        "あきとうみはライフ2で1万ドル、かぜはライフ3で0",
    ),
    (
        "omega",
        1,
        4,
        "3 lives and $10k each, and Aki 2 lives and nothing",
        "二人はライフ3で1万ドル、あきはライフ2で0",
    ),
    (
        "omega",
        2,
        2,
        "Nobody is paid, and the actions follow",
        "支払いはなく、行動フェーズに進みます",
    ),
    (
        "omega",
        2,
        3,
        "2 lives and $10k. Umi and Kaze: 3 lives and $10k",
        "ライフ2で1万ドル、うみとかぜはライフ3で1万ドル",
    ),
    (
        "omega",
        3,
        3,
        "Aki dies with $50k. Umi, with 1 life and $50k, wins",
        "ライフ1で5万ドルのうみの勝ち",
    ),
    (
        "omega",
        4,
        3,
        "the two would draw, and Kaze would lose",
        "二人の引き分けで、かぜの負け",
    ),
    # worked cases 1 to 3, 5, 7 and 12 of Love, or Nothing
    (
        "love",
        1,
        2,
        "no defence, Kaze dies. Under siege Kaze lives",
        "無策なら死にます。籠城なら助かります",
    ),
    (
        "love",
        1,
        4,
        "Kaze dies: a lone unity counts as no defence",
        "一人の結束は無策と同じ",
    ),
    ("love", 2, 2, "Kaze lives", "かぜは助かります"),
    ("love", 2, 3, "Kaze dies", "かぜは死にます"),
    ("love", 3, 2, "Kaze dies, whatever Aki's own defence", "あき自身の防御策は関係ありません"),
    ("love", 4, 3, "Kaze, who is dead, wins", "死んだかぜの勝ち"),
    ("love", 4, 4, "the culprit would win", "犯人の勝ちでした"),
    ("love", 5, 3, "Aki kills Aki, and wins", "自分を殺せば勝ち"),
]


def flat(text):
    """The left half, wherever its rows were broken."""
    return "".join("".join(row.split("│")[0].split()) for row in text.splitlines())


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", CHAPTERS)
def test_a_book_has_ten_lines_and_the_same_chapters_in_both_languages(game, lang):
    words = Words(lang)
    assert len(numbered(words, f"{game}.book.brief.n")) == 10
    found = chapters(words, game)
    assert len(found) == CHAPTERS[game]
    steps = [len(numbered(words, f"{game}.book.example.n{one.number}.s")) for one in found if isinstance(one, Example)]
    assert tuple(steps) == STEPS[game]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("game", "example", "step", "en", "ja"), OUTCOMES)
def test_an_example_ends_as_the_rules_say(game, example, step, en, ja, lang):
    assert {"en": en, "ja": ja}[lang] in Words(lang)(f"{game}.book.example.n{example}.s{step}")


@pytest.mark.parametrize("lang", LANGS)
async def test_a_number_opens_a_chapter_and_escape_leads_back(lang):
    words = Words(lang)
    async with evening(lang, (100, 30)) as e:
        await e.table()
        await e.press("b")
        first = flat(await e.text())
        assert flat(words("omega.book.brief.n10")) in first
        for number in range(1, CHAPTERS["omega"] + 1):
            title = flat(chapters(words, "omega")[number - 1].title(words))
            assert f"{number}{title}" in first
            await e.press(str(number))
            assert title in flat(await e.text())[:200]
            await e.press("escape")
            assert flat(await e.text()) == first
        await e.press("7", "escape")
        assert not e.desk.pages, "there is no seventh"


async def test_an_example_is_stepped_through_and_begins_anew():
    words = Words("en")
    steps = [flat(text) for text in numbered(words, "omega.book.example.n2.s")]
    async with evening("en", (100, 30)) as e:
        await e.table()
        await e.press("b", "3")
        for shown in (1, 2, 3, 1):
            text = flat(await e.text())
            assert [step in text for step in steps] == [n < shown for n in range(3)]
            await e.press("space")


async def test_in_the_lobby_both_games_have_a_book():
    async with evening("en", (80, 24), game=OMEGA, others=(LOVE,)) as e:
        await e.press("b")
        assert "Omega Strain ─" in await e.text()
        await e.press("9")
        assert "Love, or Nothing ─" in await e.text()
        await e.press("5")
        assert "Poison, and a right guess" in (await e.text()).replace("\n ", " ")
        await e.press("escape", "9")
        assert "Omega Strain ─" in await e.text()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("width", [36, 40, 60])
@pytest.mark.parametrize(("game", "turned"), [("omega", 0), ("love", 1)])
async def test_a_book_fits_every_width(game, turned, width, lang):
    async with evening(lang, (80, 24), game=OMEGA, others=(LOVE,)) as e:
        page = RulesPage()
        page.turned = turned
        check_rows(page.rows(e.desk, width), width, "rules")
        for chapter in chapters(e.desk.words, game):
            for _ in range(4):
                check_rows(chapter.rows(e.desk, width), width, "chapter")
                chapter.press(e.desk, "space")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", ["omega", "love"])
def test_ten_lines_fit_the_first_page_of_eighty_columns(game, lang):
    """46 cells and 20 rows are left there; at least four of them are for the contents."""
    rows = RulesPage().brief(Words(lang), game, 46)
    assert len(rows) <= 14
