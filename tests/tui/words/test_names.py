"""Names of players: one canonical form, and what is refused (cases A6 and A7)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.words.clean import clean
from tui.words.names import canon, check_name, display, is_of_bot, skeleton

WILD = st.text(
    st.characters() | st.sampled_from("aAiIlL1oO0ｋßſﬁ\u00ad\u200d\u0301\u0345ΐİかカへヘ力゙ー一_-"), max_size=20
)


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("Ken", "ken"),
        ("ＡＤＭＩＮ", "admin"),
        ("ad\u00admin", "admin"),
        ("ad\u200dmin", "admin"),
        ("Straße", "strasse"),
        ("ｶﾞｷﾞ", "ガギ"),
        ("か\u3099", "が"),
        ("\u2168", "ix"),
    ],
)
def test_the_canonical_form(name, form):
    assert canon(name) == form


def test_the_shown_form_keeps_case():
    assert display("ＫenMio") == "KenMio"


@given(WILD)
def test_the_canonical_form_of_a_canonical_form_is_itself(name):
    assert canon(canon(name)) == canon(name)
    assert canon(display(name)) == canon(name)
    assert skeleton(skeleton(name)) == skeleton(name) == skeleton(canon(name))


@pytest.mark.parametrize(
    "name",
    ["Ken", "ken", "x", "健", "けん", "ケン", "コーヒー", "佐々木", "ken_2", "Zoë", "Łukasz", "Việt", "a-b", "7of9"],
)
def test_good_names(name):
    assert check_name(name) is None


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name-empty"),
        (" ", "name-empty"),
        ("___", "name-empty"),
        ("-_-", "name-empty"),
        ("\u3000", "name-empty"),
        ("a b", "name-letters"),
        ("\u200b", "name-letters"),
        ("a\u200bb", "name-letters"),
        ("ad\u00admin", "name-letters"),
        ("\u202eneK", "name-letters"),
        ("Ken\0", "name-letters"),
        ("Ken\nroot logged in", "name-letters"),
        ("Ken\x1b[2J", "name-letters"),
        ("*** Ken", "name-letters"),
        ("Ken: hi", "name-letters"),
        ("[b]Ken", "name-letters"),
        ("Кен", "name-letters"),
        ("pаul", "name-letters"),
        ("Κen", "name-letters"),
        ("한국", "name-letters"),
        ("😀", "name-letters"),
        ("x\u0316", "name-letters"),
        ("\u0661", "name-letters"),
        ("ᴀᴅᴍ", "name-letters"),
        ("a" * 17, "name-long"),
        ("漢" * 9, "name-long"),
        ("admin", "name-reserved"),
        ("ADMIN", "name-reserved"),
        ("ＡＤＭＩＮ", "name-reserved"),
        ("adm1n", "name-reserved"),
        ("ádmin", "name-reserved"),
        ("_admin_", "name-reserved"),
        ("ad-min", "name-reserved"),
        ("admin2", "name-reserved"),
        ("ken-admin", "name-reserved"),
        ("r00t", "name-reserved"),
        ("ghost-h0st", "name-reserved"),
        ("Bot_3", "name-reserved"),
        ("guest-kite", "name-reserved"),
        ("作家", "name-reserved"),
        ("システム", "name-reserved"),
        ("ｼｽﾃﾑ", "name-reserved"),
        ("サ一バ一", "name-reserved"),
        ("全員", "name-reserved"),
    ],
)
def test_refused_names(name, code):
    assert check_name(name) == code


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("KEN", "ken"),
        ("kén", "Ken"),
        ("Lodz", "Łódź"),
        ("Bi11", "Bill"),
        ("BiII", "Bill"),
        ("b0b", "Bob"),
        ("力ード", "カード"),
        ("ヘび", "へび"),
        ("リん", "りん"),
        ("二コ", "ニコ"),
    ],
)
def test_a_name_that_looks_like_a_taken_one(name, taken):
    assert check_name(name, ["Mio", taken]) == "name-alike"
    assert check_name(name, ["Mio"]) is None


@pytest.mark.parametrize(("name", "other"), [("Ken", "Kenn"), ("か", "が"), ("さくら", "サクラ"), ("kens", "ken5")])
def test_names_that_can_be_told_apart(name, other):
    assert check_name(name, [other]) is None


@given(WILD)
def test_an_accepted_name_is_clean_and_short(name):
    if check_name(name) is None:
        assert clean(display(name), graphemes=16, bytes_=64) == display(name)
        assert check_name(display(name)) is None


@pytest.mark.parametrize("name", ["Daruma", "だるま", "けんだま", "てまり2"])
def test_nobody_takes_the_name_of_a_bot_in_any_language(name):
    assert check_name(name) == "name-reserved"


@pytest.mark.parametrize(("name", "bots"), [("Daruma", True), ("Temari 2", True), ("Aki", False), ("Darumasan", False)])
def test_the_names_of_bots_are_told_from_people(name, bots):
    assert is_of_bot(name) is bots
