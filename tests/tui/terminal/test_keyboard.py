"""What a client types: every byte stream gives events, and after any of it the next key still works."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.events import CursorPosition, Key, MouseEvent, Paste

from tui.terminal.keyboard import Keyboard


def typed(keyboard: Keyboard, *reads: bytes, now: float = 0.0) -> list[str]:
    """The keys as Textual names them, pastes in brackets."""
    return [told(event) for data in reads for event in keyboard.feed(data, now)]


def told(event: object) -> str:
    match event:
        case Key(key=key):
            return key
        case Paste(text=text):
            return f"[{text}]"
        case MouseEvent():
            return "mouse"
        case CursorPosition(x=x):
            return f"cursor {x}"
    raise AssertionError(event)


@pytest.mark.parametrize(
    ("reads", "keys"),
    [
        ([b"ab"], ["a", "b"]),
        ([b"\x1b[A\r\t\x7f"], ["up", "enter", "tab", "backspace"]),
        (["漢".encode()[:1], "漢".encode()[1:]], ["漢"]),
        ([b"\x1b", b"[", b"A"], ["up"]),
        ([b"\x1b[1;3R"], ["cursor 2"]),
        ([b"\x1b[200~two\rlines\x1b[201~x"], ["[two\rlines]", "x"]),
        ([b"\x1b[20", b"0~he", b"llo\x1b[", b"201~x"], ["[hello]", "x"]),
        ([b"\x1b", b"[200~a\x1b", b"[A\x1b[201", b"~x"], ["[a\x1b[A]", "x"]),
        ([b"\x1b[200~\x00a\x1b[201~"], ["[a]"]),
        # Pasted by a terminal that does not say so.
        ([b"a sentence that nobody types at once\r"], ["[a sentence that nobody types at once]", "enter"]),
        # Esc and another key, delivered together by a slow line: two keys, not one with Alt.
        ([b"\x1b6"], ["escape", "6"]),
        ([b"\x1b", b"m"], ["escape", "m"]),
        (["\x1bあ".encode()], ["escape", "あ"]),
        ([b"\x1b\r"], ["escape", "enter"]),
        ([b"\x1b\t"], ["escape", "tab"]),
        ([b"\x1b\x18"], ["escape", "ctrl+x"]),
        ([b"\x1b\x7f"], ["ctrl+w"]),
        ([b"\x1b\x1b[A"], ["escape", "up"]),
        ([b"\x1bOP\x1b[Zx"], ["f1", "shift+tab", "x"]),
        # A word to the left, as Option and the arrow send it.
        ([b"\x1bb"], ["ctrl+left"]),
        # Not what we asked for: focus, modes, sizes.
        ([b"\x1b[I\x1b[O\x1b[?2026;2$y\x1b[48;50;200;0;0tx"], ["x"]),
    ],
)
def test_reads_become_keys(reads, keys):
    assert typed(Keyboard(), *reads) == keys


@pytest.mark.parametrize(
    "killer",
    [
        b"\x1b[99999999;2u",
        b"\x1b[:u",
        b"\x1b[1114112u",
        b"\x1b[48;24;80;0;0t\x1b[<0;3;3M",
        b"ok\xff\xfe",
        b"\xc3",
        b"\x1b[<99999999999999999999;1;1M",
        b"\x1b[" + b"9" * 500,
        b"\x1b]52;c;AAAA\a",
        b"\x1bP" + b"x" * 100 + b"\x1b\\",
        bytes(range(256)),
    ],
)
def test_after_anything_the_next_key_works(killer):
    keyboard = Keyboard()
    typed(keyboard, killer)
    list(keyboard.tick(10.0))
    assert typed(keyboard, b"\x1b[Bq", now=20.0)[-2:] == ["down", "q"]


@settings(max_examples=200)
@given(st.lists(st.binary(max_size=40) | st.sampled_from([b"\x1b[200~", b"\x1b[<0;", b"\x1b[48;0"]), max_size=8))
def test_no_bytes_are_too_strange(reads):
    keyboard = Keyboard()
    typed(keyboard, *reads)
    list(keyboard.tick(10.0))
    typed(keyboard, b"\x1b[201~", now=10.0)
    list(keyboard.tick(20.0))
    assert typed(keyboard, b"q", now=30.0)[-1:] == ["q"]


def test_a_lone_esc_is_a_key_once_its_time_is_over():
    keyboard = Keyboard()
    assert typed(keyboard, b"\x1b", now=100.0) == []
    assert keyboard.due == pytest.approx(100.1)
    assert list(keyboard.tick(100.05)) == []
    assert [told(event) for event in keyboard.tick(100.2)] == ["escape"]
    assert keyboard.due is None


def test_a_paste_is_capped_and_its_length_costs_no_events():
    keyboard = Keyboard()
    chunk = b"x\r" * 16384
    events = typed(keyboard, b"\x1b[200~", *[chunk] * 64, b"\x1b[201~", b"y")
    assert events == ["[" + "x\r" * 2000 + "]", "y"]


def test_two_megabytes_of_keys_are_not_two_million_events():
    keyboard = Keyboard()
    events = typed(keyboard, *[b"x\x01" * 16384] * 64)
    assert len(events) == 120
    assert typed(keyboard, b"ab", now=1.0) == ["a", "b"]


def test_more_keys_than_a_person_presses_are_dropped():
    keyboard = Keyboard()
    assert len(typed(keyboard, *[b"\x1b[A"] * 500)) == 120
    assert len(typed(keyboard, *[b"\x1b[A"] * 500, now=1.0)) == 60
