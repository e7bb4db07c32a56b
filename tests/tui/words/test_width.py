"""Widths in cells: measuring, cutting, padding and wrapping, with Japanese line-break rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.words.clean import clean
from tui.words.width import cells, clusters, crop, fit, pad, window, wrap

TEXT = st.text(st.sampled_from("ab c、。」（「ーっ漢字かな😀é\u0316xyz...") | st.characters(), max_size=50).map(
    lambda text: clean(text, graphemes=100, bytes_=400)
)


@pytest.mark.parametrize(
    ("text", "width"),
    [("", 0), ("abc", 3), ("漢字", 4), ("aか", 3), ("x\u0316\u0316", 1), ("😀", 2), ("ｱ", 1)],
)
def test_cells(text, width):
    assert cells(text) == width


def test_a_cluster_is_a_letter_with_its_marks():
    assert clusters("ax\u0316か") == ["a", "x\u0316", "か"]


@pytest.mark.parametrize(
    ("text", "room", "fitted"),
    [
        ("abc", 5, "abc  "),
        ("abcdef", 5, "abcd…"),
        ("漢字", 4, "漢字"),
        ("漢字かな", 5, "漢字…"),
        ("漢字かな", 4, "漢… "),
        ("漢字", 3, "漢…"),
        ("漢字", 1, "…"),
        ("漢字", 0, ""),
    ],
)
def test_fit_is_exact(text, room, fitted):
    assert fit(text, room) == fitted


def test_fit_and_pad_align():
    assert fit("か", 5, align="right") == "   か"
    assert pad("か", 5, "center") == " か  "
    assert fit("abcdef", 4, ellipsis="~") == "abc~"


def test_window_shows_a_cut_wide_character_as_a_space():
    assert window("漢字abc", 0, 4) == "漢字"
    assert window("漢字abc", 1, 4) == " 字a"
    assert window("漢字abc", 0, 3) == "漢 "
    assert window("漢字abc", 4, 6) == "abc   "


@pytest.mark.parametrize(
    ("text", "room", "lines"),
    [
        ("", 10, [""]),
        ("one two three", 7, ["one two", "three"]),
        ("one two three", 8, ["one two", "three"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("漢字漢字漢字", 8, ["漢字漢字", "漢字"]),
        ("これは、それ", 6, ["これ", "は、そ", "れ"]),
        ("あいう。", 6, ["あい", "う。"]),
        ("カード", 4, ["カー", "ド"]),
        ("あカー", 4, ["あ", "カー"]),
        ("いった", 2, ["い", "っ", "た"]),
        ("私は「はい」", 6, ["私は", "「は", "い」"]),
        ("日本語 and English", 10, ["日本語 and", "English"]),
        ("東京Tokyo東京", 9, ["東京Tokyo", "東京"]),
    ],
)
def test_wrap(text, room, lines):
    assert wrap(text, room) == lines


def test_the_first_line_can_be_shorter_for_a_name_before_it():
    assert wrap("one two three", 7, first=3) == ["one", "two", "three"]
    assert wrap("three one", 7, first=3) == ["", "three", "one"]


def test_a_line_of_one_cell_is_refused():
    with pytest.raises(ValueError, match="2 cells"):
        wrap("x", 1)


@given(TEXT, st.integers(0, 30))
def test_cutting_gives_exact_widths_and_splits_no_cluster(text, room):
    assert cells(fit(text, room)) == room
    assert cells(window(text, 3, room)) == room
    assert text.startswith(crop(text, room))
    assert clusters(crop(text, room)) == clusters(text)[: len(clusters(crop(text, room)))]


@given(TEXT, st.integers(2, 30))
def test_wrapping_loses_nothing_and_fits(text, room):
    lines = wrap(text, room)
    assert all(cells(part) <= room for part in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
