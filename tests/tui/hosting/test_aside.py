"""What goes to a terminal beside its screen: no byte of a person's, nothing where it could do harm, one of each."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tui.hosting.aside import Aside
from tui.terminal.client import Glyphs, Terminal

XTERM = Terminal(term="xterm-256color")
BACK = b"\x1b]2;Naisho\x1b\\\x1b[23;2t"
HOSTILE = [
    "eve\x1b]0;root\x07",
    "eve\x1b\\\x1b[2J",
    "eve\x9c\x9b2J",
    "e\x07v\x07e",
    "eve\x1b",
    "eve\x00\r\n\t\x7f",
    "\x1b]52;c;ZXZpbA==\x07eve",
    "eve\x90q\x9c",
    "e\u202ev\u2066e\u200b",
]
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2066-\u2069]")


def aside(woken=None):
    """An aside that writes down when it asks for a frame."""
    return Aside(lambda: woken.append(1) if woken is not None else None)


def test_the_first_title_puts_the_one_before_aside_and_the_others_do_not():
    it = aside()
    it.title("one")
    assert it.take(XTERM) == b"\x1b[22;2t\x1b]2;one - Naisho\x1b\\"
    it.title("two")
    assert it.take(XTERM) == b"\x1b]2;two - Naisho\x1b\\"
    it.give_back()
    assert it.take(XTERM) == BACK
    it.give_back()
    assert it.take(XTERM) == b""
    it.title("three")
    assert it.take(XTERM).startswith(b"\x1b[22;2t")


def test_of_what_could_not_be_sent_the_last_title_and_one_bell_are_left():
    it = aside()
    for n in range(3):
        it.title(f"title {n}")
        it.ring()
        it.notify(f"notice {n}", "osc9")
    assert it.take(XTERM) == b"\x1b[22;2t\x1b]2;title 2 - Naisho\x1b\\\x1b]9;Naisho: notice 2\x1b\\\a"
    assert it.take(XTERM) == b""


def test_what_was_not_sent_is_dropped_and_a_title_that_was_never_set_is_not_given_back():
    it = aside()
    it.title("one")
    it.ring()
    it.notify("one", "osc777")
    it.drop()
    assert it.take(XTERM) == b""


def test_a_frame_is_asked_for_when_there_is_something_to_send():
    woken = []
    it = aside(woken)
    it.give_back()
    assert woken == []
    for n, tell in enumerate((it.ring, lambda: it.title("one"), lambda: it.notify("one", "osc9")), 1):
        tell()
        assert len(woken) == n
    it.take(XTERM)
    it.give_back()
    assert len(woken) == 4


@pytest.mark.parametrize(
    ("by", "sent"),
    [
        ("off", b""),
        ("osc9", b"\x1b]9;Naisho: a,b\x1b\\"),
        ("osc777", b"\x1b]777;notify;Naisho;a,b\x1b\\"),
    ],
)
def test_a_notification_is_sent_in_the_form_that_was_chosen(by, sent):
    it = aside()
    it.notify("a;b", by)
    assert it.take(XTERM) == sent


@pytest.mark.parametrize("term", ["linux", "dumb", "unknown", "vt100", "vt220", "ansi", "cygwin", "eterm-color", "sun"])
def test_a_terminal_that_may_print_a_control_string_has_the_bell_alone(term):
    it = aside()
    it.title("one")
    it.notify("one", "osc9")
    it.ring()
    assert it.take(Terminal(term=term)) == b"\a"
    it.drop()
    assert it.take(Terminal(term=term)) == b""


@pytest.mark.parametrize(
    "term", ["xterm", "screen.linux", "tmux-256color", "putty-256color", "rxvt-unicode", "st-256color"]
)
def test_a_terminal_that_shows_a_title_or_drops_it_has_one(term):
    it = aside()
    it.title("one")
    assert b"]2;one" in it.take(Terminal(term=term))


def test_without_utf_8_a_title_is_ascii_or_none():
    """In UTF-8 some letters hold the byte that ends a string: 本 is E6 9C AC."""
    it = aside()
    it.title("本")
    assert it.take(Terminal(term="xterm", glyphs=Glyphs.ASCII)) == b""
    it.title("hon")
    assert b"hon" in it.take(Terminal(term="xterm", glyphs=Glyphs.ASCII))
    it.title("本")
    assert "本".encode() in it.take(XTERM)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_cleaned(name):
    it = aside()
    it.title(f"{name} named you")
    it.notify(f"{name} named you", "osc9")
    sent = it.take(XTERM).decode()
    found = re.fullmatch(r"\x1b\[22;2t\x1b\]2;(.*) - Naisho\x1b\\\x1b\]9;Naisho: (.*)\x1b\\", sent)
    assert found
    for text in found.groups():
        assert not CONTROL.search(text)
        assert text.endswith("amed you")


@given(st.text(max_size=400), st.sampled_from(["osc9", "osc777"]))
def test_whatever_is_to_be_told_is_one_short_string_without_a_control(text, by):
    it = aside()
    it.title(text)
    it.notify(text, by)
    sent = re.sub(
        r"\x1b\[22;2t|\x1b\](2;|9;Naisho: |777;notify;Naisho;)|( - Naisho)?\x1b\\", "\n", it.take(XTERM).decode()
    )
    for part in sent.split("\n"):
        assert not CONTROL.search(part)
        assert len(part) <= 80 * 5
        assert len(part.encode()) <= 240


def test_a_long_text_is_cut():
    it = aside()
    it.title("x" * 81)
    assert it.take(XTERM) == b"\x1b[22;2t\x1b]2;" + b"x" * 80 + b" - Naisho\x1b\\"
    it.title("あ" * 81)
    assert it.take(XTERM) == b"\x1b]2;" + ("あ" * 80).encode() + b" - Naisho\x1b\\"
