"""The net under the faces: every listed game in random play, looked at by everybody, in both languages and every size.

`NAISHO_FACES=20` plays twenty times as much as `make test` does.
"""

import os
from random import Random

import pytest
from textual.worker import WorkerFailed

from engine.games import GAMES
from tests.tui.coin_table import COIN, list_coin
from tests.tui.onlookers import LEFT, NAMES, Onlooker, cut_short, eyes, halves, listening, moments, played, roles
from tui.games import FACES
from tui.games.face import Look
from tui.games.omega import panel, story
from tui.widgets import draw
from tui.widgets.draw import paragraph, row, row_cells, text_of
from tui.words.catalogue import FOLDER, LANGS, Words, load
from tui.words.narration import Cast, tell
from tui.words.width import fit

TIMES = int(os.environ.get("NAISHO_FACES", "1"))
GAMES_EACH = 5 * TIMES
WIDTHS = (36, 40, 46, 54, 64, 80, 100)
"""Cells that a page is given: a narrow window, the halves, and the whole screen."""

SIZES = ((80, 24), (40, 20), (100, 30), (20, 8))
TESTED = {**GAMES, COIN.id: COIN}
"""The listed games with their faces, and the coin game with the plain one."""

LOOKERS = [pytest.param(game, role, id=f"{game.id}-{role}") for game in TESTED.values() for role in roles(game)]
PAGES = {"panel": "", "history": "t", "help": "?", "people": "m", "rules": "b", "chat": "\t"}
"""Keys that open each thing to see, and close it again."""


@pytest.fixture(autouse=True)
def coin(monkeypatch):
    list_coin(monkeypatch)


# --- the words and the pages, without a screen


def check_rows(rows, width, what):
    """Every row fits, for what is too wide would be cut off without a mark; no word is missing."""
    for one in rows:
        assert row_cells(one) <= width, f"{what} is {row_cells(one)} cells wide at {width}: {text_of([one])}"
    assert LEFT not in text_of(rows), f"{what} lacks a word: {text_of(rows)}"


def check_look(face, look, width):
    """Everything that a face makes of one look."""
    played = look.view.play is not None
    if look.view.playing:
        texts = [face.own(look), *face.help(look), *(face.chose(look, choice) for choice in face.choices(look))]
        texts += map(look.words, face.commands(look))
        assert LEFT not in "\n".join(texts)
        keys = [choice.key for choice in face.choices(look)]
        assert len(set(keys)) == len(keys)
    if played:
        check_rows(face.history(look, width), width, "history")
    if look.view.outcome is not None:
        check_rows(face.ending(look, width), width, "ending")


@pytest.mark.parametrize(("game", "role"), LOOKERS)
def test_every_eye_can_read_every_page_in_both_languages(game, role):
    face, random = FACES[game.id], Random(role)
    for number in range(GAMES_EACH):
        eye = eyes(played(game, number)).get(role)
        if eye is None:
            continue
        cast = Cast()
        for view, news, _ in moments(played(game, number), eye):
            for item in news:
                for lang in LANGS:
                    told = [tell(Words(lang), cast, item.fact) or face.tell(Words(lang), cast, item.fact)]
                    assert LEFT not in str(told)
                cast = cast.after(item.fact)
            look = Look(Words(random.choice(LANGS)), view, eye, random.random() < 0.2)
            check_look(face, look, random.choice(WIDTHS))


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", TESTED)
def test_the_rules_fit_every_width(game, lang, width):
    check_rows(FACES[game].rules(Words(lang), width), width, "rules")


# --- the whole screen


def check_screen(one, heard, names):
    """Nothing in sight lacks a word or ends in the middle of itself."""
    text = one.text()
    assert LEFT not in text, text
    cut = cut_short(halves(one.screen()), heard.now, heard.ever, names)
    assert not cut, f"cut short: {cut}\n{text}"
    assert heard.now, "nothing was drawn"
    heard.now.clear()


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("game", "role"), LOOKERS)
async def test_every_eye_can_play_through_every_size(game, role, lang, monkeypatch):
    for number in range(TIMES):
        random = Random(f"{game.id}/{role}/{lang}/{number}")
        shown = next(p for n in range(number * 7, 9_000) if role in eyes(p := played(game, n)))
        with listening(monkeypatch) as heard:
            await walk(shown, eyes(shown)[role], lang, random, heard)


async def walk(shown, eye, lang, random, heard):
    """Look at a game from before the deal to after its end, through windows of every size and at every page."""
    found = list(moments(shown, eye))
    names = [*NAMES.values(), *(seat.name for seat in shown.table.state.cast)]
    middle = sorted(random.sample(range(1, len(found) - 2), min(5, len(found) - 3)))
    async with Onlooker(shown.table.game, eye, lang, random.choice(SIZES)).session() as one:
        last = -1
        for at in (0, *middle, len(found) - 2, len(found) - 1):
            news = tuple(item for _, some, _ in found[last + 1 : at + 1] for item in some)
            view, _, now = found[at]
            await one.show(view, news, now)
            for size in random.sample(SIZES, 2):
                await one.resize(size)
                if size == (20, 8):
                    assert "36" in one.text()
                    continue
                check_screen(one, heard, names)
                page = random.choice(list(PAGES.values()))
                for key in (*page, *page):
                    await one.type(key)
                    check_screen(one, heard, names)
            last = at


# --- the net finds what it is made to find


async def a_walk(monkeypatch):
    """Walk once through a game, as the tests above do."""
    shown = played(GAMES["omega"], 0)
    with listening(monkeypatch) as heard:
        await walk(shown, "u0", "en", Random(0), heard)


async def test_a_sentence_without_its_end_is_found(monkeypatch):
    monkeypatch.setattr(panel, "paragraph", lambda *args, **more: paragraph(*args, **more)[:1])
    with pytest.raises(AssertionError, match="cut short"):
        await a_walk(monkeypatch)


async def test_a_word_without_its_end_is_found(monkeypatch):
    monkeypatch.setattr(draw, "fit", lambda text, *room: fit(text[:-1], *room))
    with pytest.raises(AssertionError, match="cut short"):
        await a_walk(monkeypatch)


@pytest.mark.parametrize("key", ["omega.seat", "omega.tell.turn", "omega.round", "omega.history.legend"])
async def test_a_missing_word_is_found(monkeypatch, key):
    for lang in LANGS:
        monkeypatch.delitem(load(FOLDER)[lang], key)
    with pytest.raises(AssertionError, match="⟦"):
        await a_walk(monkeypatch)


async def test_a_face_that_raises_is_found(monkeypatch):
    monkeypatch.setattr(story, "money", lambda *_, **__: 1 // 0)
    with pytest.raises((WorkerFailed, ZeroDivisionError), match="zero"):
        await a_walk(monkeypatch)


def test_a_row_that_is_too_wide_is_found():
    with pytest.raises(AssertionError, match="cells wide"):
        check_rows([row("x" * 41)], 40, "page")
