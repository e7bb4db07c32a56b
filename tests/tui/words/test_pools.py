"""The narration of Love does not repeat itself within a game, and chat and whiteboard tell a day alike."""

import pytest

from engine.games.love import facts
from engine.table import facts as f
from tui.games.love.story import first_variant, tell, variant
from tui.words.catalogue import LANGS, Words
from tui.words.narration import Cast

LEAST = {
    "open.prologue": 9,
    "open.night": 12,
    "dawn": 21,
    "attack.killed": 15,
    "attack.failed": 15,
    "poisoned": 9,
    "epilogue.solved": 9,
    "epilogue.only-beloved": 9,
    "epilogue.beloved-killed": 6,
    "epilogue.max-days": 6,
}
"""Three times what there once was."""


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("pool", "least"), LEAST.items())
def test_a_pool_holds_so_many_different_sentences(lang, pool, least):
    words = Words(lang)
    params = {"n": 1, "name": "x", "culprit": "x", "beloved": "x", "winner": "x"}
    told = {variant(words, f"love.{pool}", number, **params) for number in range(100)}
    assert len(told) >= least
    assert not any("⟦" in text for text in told)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("success", [True, False])
def test_twelve_days_begin_and_end_each_in_its_own_way(lang, success):
    words, cast = Words(lang), Cast("love", {"a": "X", "b": "X"}, ("a", "b"), ("a", "b"), 3)
    days = range(1, 13)
    told = [
        [f.PhaseOpened(day, "night", day, 0, 1, False, (), ()) for day in days],
        [facts.DefencesOpened(day, {0: "none"}) for day in days],
        [facts.Targeted(day, 0, success) for day in days],
    ]
    for kind in told:
        texts = [tell(words, cast, fact)[0].text for fact in kind]
        assert len({text.replace(str(day), "") for text, day in zip(texts, days, strict=True)}) == len(days)


def test_another_game_begins_elsewhere_and_the_same_one_always_in_the_same_place():
    assert first_variant("ab", 1) == first_variant("ab", 1) != first_variant("ab", 2)
