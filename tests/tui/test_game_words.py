"""What a game needs in the catalogues: no listed game lacks a word, and the list in docs/new-game.md is true."""

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest

import engine.games
from engine.games import GAMES
from engine.table import facts as f
from tests.support.evening import evening
from tests.tui.coin_table import COIN, list_coin
from tests.tui.onlookers import listening, played
from tui.words.catalogue import LANGS, Words

ROOT = Path(engine.games.__file__).parents[2]
FOLDERS = {game: ROOT / "engine" / "games" / game for game in GAMES} | {"coin": ROOT / "tests" / "support"}
TESTED = {**GAMES, COIN.id: COIN}
PLAYED = 30
"""Random games that show which phases, prompts and answers there are."""


@pytest.fixture(autouse=True)
def coin(monkeypatch):
    list_coin(monkeypatch)


# --- what the rules need


def written(game, pattern):
    """The codes that stand in a game's own files behind a pattern."""
    files = FOLDERS[game.id].glob("*.py") if game.id in GAMES else [FOLDERS["coin"] / "coin.py"]
    return {code for file in files for code in re.findall(pattern, file.read_text(encoding="utf-8"))}


@cache
def seen(game):
    """What random games show: (group of keys, code)."""
    found = set()
    random = Random(game.id)
    for number in range(PLAYED):
        table = played(game, number).table
        for record in table.log:
            fact = record.fact
            if isinstance(fact, f.PhaseOpened):
                found.add(("phase", fact.name))
            elif isinstance(fact, f.Spoke):
                found.add(
                    ("voice", f"{fact.code}.{way}") if (way := fact.params.get("wording")) else ("say", fact.code)
                )
            elif isinstance(fact, f.Ended):
                found.add(("end", fact.outcome.cause))
            elif isinstance(fact, f.Answered):
                found.add(("prompt", fact.prompt))
        for state, _ in table.snapshots:
            for seat in range(len(state.cast)) if state.playing else ():
                found |= {code for prompt in game.prompts(state, seat) for code in of_prompt(prompt, random)}
    return found


def of_prompt(prompt, random):
    """A prompt, its options, and what it says to some answers."""
    yield "prompt", prompt.name
    for field in prompt.fields:
        yield "field", field.name
        yield from (("choice", f"{field.name}.{value or 'blank'}") for value in field.options if field.kind == "choice")
    for _ in range(5):
        answer = {field.name: random.choice(field.options) for field in prompt.fields}
        refusal = prompt.check(answer)
        if refusal is not None:
            yield "refusal", refusal.code
        else:
            yield from (("warn", code) for code in prompt.warn(answer))


def needed(game):
    """Every key that a game's rules ask for, whatever its face draws."""
    codes = {
        code
        for code in seen(game)
        if code[0] in ("phase", "say", "voice", "end", "prompt", "choice", "refusal", "warn")
    }
    codes |= {("say", code) for code in game.phrases}
    codes |= {("end", code) for code in written(game, r'Result\.\w+[^"\n]*, "([a-z-]+)"')}
    codes |= {("refusal", code) for code in written(game, r'Refusal\(\s*"([a-z-]+)"')}
    yield from (f"{game.id}.{name}" for name in ("name", "pitch", "round"))
    for group, code in codes:
        yield f"{game.id}.{group}.{code}"
    for option in game.options:
        key = f"{game.id}.option.{option.name}"
        yield from (f"{key}.label", f"{key}.help")
        yield from (f"{key}.value.{value}" for value in option.choices)
        yield from [f"{key}.amount"] if not option.choices else ()
    for temperament in game.temperaments:
        yield from (f"temperament.{temperament}", f"{game.id}.temperament.{temperament}-is")


GENERAL = {"end": "end", "refusal": "refusal", "option": "option"}
"""Groups of keys for which the table has words of its own."""


def has(words, key):
    """Whether a key, or the table's own of that name, has words."""
    _, group, *rest = key.split(".")
    return key in words or (group in GENERAL and ".".join((GENERAL[group], *rest)) in words)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", TESTED.values(), ids=TESTED)
def test_no_game_lacks_a_word(game, lang):
    words = Words(lang)
    assert {key for key in needed(game) if not has(words, key)} == set()


@pytest.mark.parametrize("game", TESTED.values(), ids=TESTED)
def test_random_games_tell_every_fact(game):
    told = {type(record.fact) for number in range(PLAYED) for record in played(game, number).table.log}
    assert set(game.facts) <= told


# --- the list for whoever writes a game


def listed():
    """Pattern of docs/new-game.md -> the keys it stands for, as a regular expression; which every game needs."""
    text = (ROOT / "docs" / "new-game.md").read_text(encoding="utf-8")
    always, where = text.split("Every game needs:")[1].split("Where the rules have them:")
    where = where.split("\n## ")[0]
    return [dict(map(pattern, re.findall(r"`(<id>\.[^`]+)`", part))) for part in (always, where)]


def pattern(key):
    """A key of the list, and what it stands for."""
    return key, re.compile(re.sub(r"<[a-z]+>", ".+", key.replace(".", r"\.")))


async def an_evening(lang):
    """A table of the coin game from the form that makes it to the end of a game, with every page opened."""
    async with evening(lang, (100, 60), game=COIN) as e:
        await e.press("c", *["down"] * 4, "escape")
        await e.press("c", "end", "enter")
        await e.press(*["down"] * 4, "a", "1", "a", "1", "r", "s")
        for _ in range(20):
            if e.room.state.playing:
                await e.press("1", "question_mark", "question_mark", "t", "t", "b", "b", "m", "m")
                await e.pass_time(60)
        assert not e.room.state.playing


@pytest.mark.parametrize("lang", LANGS)
async def test_what_the_house_asks_of_a_game_is_listed(lang, monkeypatch):
    always, where = listed()
    with listening(monkeypatch) as heard:
        await an_evening(lang)
    asked = {key for key in heard.keys if key.startswith("coin.")}
    assert {key for key in asked if not any(one.fullmatch(key) for one in (always | where).values())} == set()
    assert {pattern for pattern, one in always.items() if not any(map(one.fullmatch, asked))} == set()


def test_what_only_some_games_need_is_true_of_one_of_them():
    _, where = listed()
    every = set(Words("en"))
    assert {pattern for pattern, one in where.items() if not any(map(one.fullmatch, every))} == set()
    for game in TESTED.values():
        patterns = [one for part in listed() for one in part.values()]
        own = {key for key in needed(game) if key.startswith(f"{game.id}.")}
        assert {key for key in own if not any(one.fullmatch(key) for one in patterns)} == set()
