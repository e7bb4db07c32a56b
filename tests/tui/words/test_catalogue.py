"""The words: both languages say the same things, each in its own tongue, and parameters are only text."""

import re
from pathlib import Path

import pytest

from tui.words.catalogue import FOLDER, CatalogueError, Words, lang_from_env, load

# Latin words that a Japanese screen may hold: names of keys, of protocols, of the house and of terminals, and the code
# that the examples use.  Single letters are keys.
LATIN_IN_JAPANESE = {
    "Naisho", "Omega", "Strain", "Hades", "SSH", "ssh", "JSON", "Enter", "Esc", "Tab", "Shift", "Ctrl",
    "PgUp", "PgDn", "Home", "End", "SHA", "MIT", "IP", "English", "KITE",
    "OSC", "iTerm", "kitty", "WezTerm", "Ghostty", "foot",
}  # fmt: skip
# Japanese words that an English screen may hold: names of the house and of the two games, and of the language.
JAPANESE_IN_ENGLISH = {"内緒", "オメガ株", "愛、さもなくば無", "日本語"}

_LATIN = re.compile(r"(?<![A-Za-z-])[A-Za-z]{2,}")  # not the options of a command, such as -t
_JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")


def sentences(lang):
    """(key, text) of every form of every sentence, without its parameters."""
    for key, phrase in load(FOLDER)[lang].items():
        for pieces in phrase.forms.values():
            yield key, " ".join(pieces[::2])


def write(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        (folder / f"{name.replace('_', '.')}.toml").write_text(text, encoding="utf-8")
    return folder


def test_both_languages_have_the_same_keys_and_parameters():
    en, ja = Words("en"), Words("ja")
    assert set(en) == set(ja)
    assert {key for key in en if (en.params(key) ^ ja.params(key)) - {"count"}} == set()


def test_a_japanese_sentence_holds_no_english_word():
    found = {(key, word) for key, text in sentences("ja") for word in _LATIN.findall(text)}
    assert {(key, word) for key, word in found if word not in LATIN_IN_JAPANESE} == set()


def test_an_english_sentence_holds_no_japanese():
    for key, text in sentences("en"):
        for allowed in JAPANESE_IN_ENGLISH:
            text = text.replace(allowed, "")
        assert not _JAPANESE.search(text), key


def test_no_sentence_is_empty_or_has_spaces_around_it():
    separators = {"lobby.comma"}
    for lang in ("en", "ja"):
        for key, phrase in load(FOLDER)[lang].items():
            if key in separators:
                continue
            for pieces in phrase.forms.values():
                assert "".join(pieces).strip() == "".join(pieces) != "", key


def test_a_sentence_with_parameters():
    assert Words("en")("refusal.name-long", cells=16) == "A name may be at most 16 columns wide."
    assert Words("ja")("chat.new", count=3) == "新着3件"


def test_a_parameter_is_put_in_literally():
    assert Words("en")("form.disabled", option="{reason}", reason="[b]%s{0}[/]") == "{reason}: [b]%s{0}[/]"


def test_unknown_keys_and_missing_parameters_are_seen_and_end_nothing():
    words = Words("en")
    assert words("love.x.y") == "⟦love.x.y⟧"
    assert words("form.disabled", option="siege") == "siege: ⟦reason⟧"
    assert words("chat.new") == "⟦count⟧ new"


def test_lists_as_each_language_writes_them():
    assert Words("en").list(["Ken", "Mio", "Aki"]) == "Ken, Mio, and Aki"
    assert Words("en").list(["Ken", "Mio"], either=True) == "Ken or Mio"
    assert Words("ja").list(["ケン", "ミオ", "アキ"]) == "ケン、ミオ、アキ"


def test_plurals_follow_the_language(tmp_path):
    folder = write(
        tmp_path,
        en='[dead]\none = "one death"\nother = "{count} deaths"\n',
        ja='dead = "死者{count}人"\n',
    )
    en, ja = Words("en", folder), Words("ja", folder)
    assert [en("dead", count=n) for n in (0, 1, 2)] == ["0 deaths", "one death", "2 deaths"]
    assert [ja("dead", count=n) for n in (0, 1)] == ["死者0人", "死者1人"]


def test_a_file_of_a_game_has_keys_that_begin_with_its_name(tmp_path):
    folder = write(tmp_path, omega_en='[wish]\nfor = "for"\n', omega_ja='[wish]\nfor = "賛成"\n')
    assert set(load(folder)["ja"]) == {"omega.wish.for"}


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        ({"en": 'a = "x"', "ja": ""}, "a is missing in ja"),
        ({"en": "", "ja": 'a = "x"'}, "a is missing in en"),
        ({"en": 'a = "{n} x"', "ja": 'a = "x"'}, "a differs in n"),
        ({"en": 'a = "{n x"', "ja": 'a = "x"'}, "stray brace"),
        ({"en": 'a = "{n!r}"', "ja": 'a = "x"'}, "stray brace"),
        ({"en": "a = 3", "ja": 'a = "x"'}, "neither a sentence nor a table"),
        ({"en": '[a]\nother = "x"', "ja": 'a = "x"'}, "plural categories of en"),
        ({"en": '[a]\nb = "x"', "a_en": 'b = "x"', "ja": 'a = "x"'}, "stands in another file"),
        ({"fr": 'a = "x"'}, "language must be one of"),
        ({"en": "a = ", "ja": ""}, "en.toml"),
    ],
)
def test_a_faulty_catalogue_is_refused_when_it_is_loaded(tmp_path, files, fault):
    with pytest.raises(CatalogueError, match=fault):
        load(write(tmp_path, **files))


@pytest.mark.parametrize(
    ("env", "lang"),
    [
        ({"LANG": "ja_JP.UTF-8"}, "ja"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US", "LC_MESSAGES": "ja"}, "ja"),
        ({"LANG": "ja_JP", "LC_ALL": ""}, "ja"),
        ({"LANG": "C.UTF-8"}, None),
        ({"LANG": "de_DE.UTF-8"}, None),
        ({"LANG": "jam_JM"}, None),
        ({}, None),
    ],
)
def test_the_language_of_a_client(env, lang):
    assert lang_from_env(env) == lang
