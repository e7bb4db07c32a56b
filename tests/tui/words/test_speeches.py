"""Phrases and bots' sentences: every code has its words in both languages, each temperament has as many ways as the
engine counts, and no two of them read alike."""

from collections import Counter
from itertools import product

import pytest

from engine.games import GAMES
from engine.games.love import talk as love
from engine.games.omega import talk as omega
from engine.table import facts as f
from tui.words.catalogue import LANGS, Words
from tui.words.narration import Cast, speech_text

TALKS = {"omega": omega, "love": love}
CAST = {game: Cast(game, {"a": "Ken", "b": "Mio", "c": "siege"}, ("a", "b", "c"), ("a", "b", "c")) for game in TALKS}

SAID_BEFORE = {
    "omega": "claim-healthy claim-infected propose-lockdown propose-home propose-work accuse agree distrust"
    " remark-spread remark-calm remark-lead",
    "love": "suspect beloved pair untouched cleared bare dead-hand unity spent elect-me elect deny",
}
"""What bots said before they had words of their own: it stands in kept journals."""


def voices(words, game):
    """Every sentence of a bot: (code, wording) -> key."""
    prefix = f"{game}.voice."
    keys = [key for key in words if key.startswith(prefix)]
    return {tuple(key.removeprefix(prefix).split(".")): key for key in keys}


@pytest.mark.parametrize(("game", "lang"), list(product(TALKS, LANGS)))
def test_each_temperament_has_as_many_ways_as_the_engine_counts(game, lang):
    ways = {
        (code, f"{temperament}-{n}")
        for code, count in TALKS[game].WORDINGS.items()
        for temperament in GAMES[game].temperaments
        for n in range(1, count + 1)
    }
    assert set(voices(Words(lang), game)) == ways


@pytest.mark.parametrize(("game", "lang"), list(product(TALKS, LANGS)))
def test_every_code_has_at_least_three_times_as_many_ways_as_one(game, lang):
    ways = Counter(code for code, _ in voices(Words(lang), game))
    assert min(ways.values()) >= 3


@pytest.mark.parametrize(("game", "lang"), list(product(TALKS, LANGS)))
def test_no_two_sentences_read_alike(game, lang):
    words = Words(lang)
    texts = Counter(words(key).strip(".!。！").casefold() for key in voices(words, game).values())
    assert [text for text, times in texts.items() if times > 1] == []


@pytest.mark.parametrize(("game", "lang"), list(product(TALKS, LANGS)))
def test_every_sentence_of_a_code_is_about_the_same(game, lang):
    """All ways of a code name whom and what it is about, and so does the plain phrase."""
    words = Words(lang)
    for (code, _), key in voices(words, game).items():
        of_code = {frozenset(words.params(other)) for (of, _), other in voices(words, game).items() if of == code}
        assert len(of_code) == 1, (code, key)
        slots = GAMES[game].phrases.get(code)
        assert slots is None or words.params(key) == set(slots)
    for code, slots in GAMES[game].phrases.items():
        assert words.params(f"{game}.say.{code}") == set(slots)


@pytest.mark.parametrize(("game", "lang"), list(product(TALKS, LANGS)))
def test_what_bots_said_before_is_still_told(game, lang):
    for code in SAID_BEFORE[game].split():
        params = {"phase": 7, "seat": 1, "culprit": 0, "beloved": 1, "night": "3", "count": "2"}
        assert "⟦" not in speech_text(Words(lang), CAST[game], f.Spoke("b", "table", code, params))


@pytest.mark.parametrize("lang", LANGS)
def test_a_phrase_names_seats_and_puts_terms_into_the_readers_words(lang):
    words = Words(lang)
    had = f.Spoke("a", "table", "had-card", {"night": "3", "card": "siege", "wording": "bold-1"})
    assert ("籠城" if lang == "ja" else "siege") in speech_text(words, CAST["love"], had)
    named = speech_text(words, CAST["love"], f.Spoke("a", "table", "suspect", {"seat": 2, "wording": "bold-2"}))
    assert "siege" in named, "a name is never translated"


def test_a_wording_that_no_catalogue_has_falls_back_to_the_plain_phrase():
    fact = f.Spoke("a", "table", "suspect", {"seat": 1, "wording": "gloomy-9"})
    assert speech_text(Words("en"), CAST["love"], fact) == "My money is on Mio."
