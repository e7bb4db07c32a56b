"""What may reach another person's screen: the sanitiser (cases C1, C2 and C3)."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len
from wcwidth import wcswidth

from tui.words.clean import clean, scrub, show
from tui.words.width import cells, clusters

ESC, BEL = "\x1b", "\x07"
WILD = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("\x1b\x9b\x9d\x07\n\t \u200b\u200d\u202e\ufe0f\u0301\u3099か🇯👩a[]52;"),
    ),
    max_size=60,
)


def line(text):
    return clean(text, graphemes=200, bytes_=800)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("hello", "hello"),
        ("感染した？", "感染した？"),
        ("  two   words  ", "two words"),
        ("one\ntwo\r\nthree\tfour", "one two three four"),
        (f"a{ESC}]52;c;aGVsbG8={BEL}b", "ab"),
        (f"a{ESC}[2Jb", "ab"),
        ("a\u009b2Jb", "ab"),
        (f"a{ESC}]0;title{ESC}\\b", "ab"),
        ("a\u009d0;title\x07b", "ab"),
        (f"a{ESC}]8;;http://x{ESC}\\link{ESC}]8;;{ESC}\\b", "alinkb"),
        (f"a{ESC}", "a"),
        (BEL * 1000, ""),
        ("null\0here", "nullhere"),
        ("\u202eevil\u202c", "evil"),
        ("a\u200bb\u2060c\ufeffd", "abcd"),
        ("x\U000e0041\U000e0042y", "xy"),
        ("👩\u200d👩\u200d👧", "👩👩👧"),
        ("❤\ufe0f", "❤"),
        ("👍\U0001f3fd", "👍"),
        ("🇯🇵", "JP"),
        ("か\u3099", "が"),
        ("ｶﾞｷﾞ", "ガギ"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("\u0301\u0301x", "x"),
        ("a \u0301b", "a b"),
        ("\u3164\u2800", ""),
        ("全角\u3000空白", "全角 空白"),
        ("\ud800x", "x"),
        ("[@click=app.bell]x[/] [/]", "[@click=app.bell]x[/] [/]"),
        ("<b>&amp;{name}%s", "<b>&amp;{name}%s"),
    ],
)
def test_what_is_typed_and_what_is_shown(typed, shown):
    assert line(typed) == shown
    assert show(typed) == shown


def test_marks_are_capped_at_four_for_each_letter():
    assert line("x" + "\u0316" * 300) == "x" + "\u0316" * 4


def test_length_is_capped_in_graphemes_and_in_bytes():
    assert clean("か" * 300, graphemes=200, bytes_=10_000) == "か" * 200
    assert clean("か" * 300, graphemes=300, bytes_=100) == "か" * 33
    assert clean("ab cd", graphemes=3, bytes_=100) == "ab"


def test_a_line_editor_keeps_the_spaces_that_are_typed():
    assert scrub(" two  words ") == " two  words "
    assert scrub("a\nb") == "a b"


@given(WILD)
@example("\u0f71\u0f72\u0f74")
@example("a\u0334\u0335\u0336\u0337\u0338\u0301")
def test_cleaning_twice_changes_nothing(text):
    once = line(text)
    assert line(once) == once
    assert scrub(scrub(text)) == scrub(text)
    assert show(once) == once


@given(WILD)
def test_clean_text_holds_nothing_invisible_and_every_measure_agrees(text):
    once = line(text)
    assert not {unicodedata.category(char) for char in once} & {
        "Cc",
        "Cf",
        "Cs",
        "Co",
        "Zl",
        "Zp",
        "Mc",
        "Me",
    }
    assert cells(once) == cell_len(once) == wcswidth(once)
    assert all(cells(cluster) in (1, 2) for cluster in clusters(once))


def test_every_character_that_passes_is_as_wide_for_rich_as_for_us():
    passed = [chr(code) for code in range(0x110000) if scrub(f"a{chr(code)}") == f"a{chr(code)}"]
    assert len(passed) > 100_000
    assert [char for char in passed if cell_len(char) != cells(char)] == []


@pytest.mark.parametrize(
    "text", ["日本語の文章。", "Żółć ñandú ß", "ελληνικά", "кириллица", "한국어", "中文", "😀🎲🦠"]
)
def test_ordinary_writing_passes_untouched(text):
    assert line(text) == text
