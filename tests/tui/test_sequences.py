"""What comes from a terminal without a finger presses no key and types nothing, wherever the line cuts it; what a
finger presses is what it says, in every encoding."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.events import CursorPosition, Event, Key, MouseDown, MouseEvent, MouseScrollDown, MouseUp, Paste

from tui.terminal.keyboard import Keyboard
from tui.terminal.keys import Report, plain

STRINGS = [
    b"]11;rgb:1e1e/1e1e/1e1e",
    b"]4;1;rgb:cdcd/0000/0000",
    b"]52;c;bGVhdmU=",
    b"]52;c;" + b"A" * 300,
    b"]lworking",
    b"P1$r0;38:2::1:2:3m",
    b"P0$r",
    b"P>|XTerm(390)",
    b"P1+r524742=38",
    b"P!|00000000",
    b"_Gi=31;OK",
    b"^private message",
    "Xany string, あ and all: q1".encode(),
    b"]",
]
REPORTS = [
    b"\x1b[?62;22c",
    b"\x1b[>41;390;0c",
    b"\x1b[0n",
    b"\x1b[24;80R",
    b"\x1b[?24;80;1R",
    b"\x1b[?2026;2$y",
    b"\x1b[4;1$y",
    b"\x1b[48;24;80;480;800t",
    b"\x1b[8;24;80t",
    b"\x1b[I",
    b"\x1b[O",
    b"\x1b[?1u",
    b"\x1b[<0;10;10M",
    b"\x1b[<0;10;10m",
    b"\x1b[<35;120;40M",
    b"\x1b[M !!",
    b"\x1b[Mqqq",
    "\x1b[M \u0121\u0131".encode(),
    b"\x1b[32;10;10M",
    b"\x1b[t12",
    b"\x1b[T123456",
    b"\x1b[" + b"9" * 500 + b"u",
]
ENDS = [b"\x1b\\", b"\a", "\x9c".encode()]


def eight_bit(sequence: bytes) -> bytes:
    """The same with the C1 control, in UTF-8."""
    return chr(sequence[1] + 0x40).encode() + sequence[2:]


CLOSED = [b"\x1b" + string + end for string in STRINGS for end in ENDS] + REPORTS
UNASKED = CLOSED + [eight_bit(sequence) for sequence in CLOSED]


class Line:
    """A keyboard at the end of a line, whose timer goes on time."""

    def __init__(self, *, mouse: bool = False) -> None:
        self.reports: list[Report] = []
        self.keyboard = Keyboard(self.reports.append, mouse=mouse)
        self.now = 0.0
        self.events: list[Event] = []

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while self.keyboard.due is not None and self.keyboard.due <= until:
            self.now = self.keyboard.due
            self.events += self.keyboard.tick(self.now)
        self.now = until

    def send(self, *reads: bytes, pause: float = 0.0) -> None:
        for read in reads:
            self.events += self.keyboard.feed(read, self.now)
            self.wait(pause)

    def seen(self) -> list[Event]:
        """What was pressed and typed since it was last asked."""
        seen = [event for event in self.events if not isinstance(event, CursorPosition)]
        self.events = []
        return seen

    def keys(self) -> list[str]:
        return [event.key for event in self.seen() if isinstance(event, Key)]


def text(events: list[Event]) -> str:
    """What the events put into a line."""
    typed = (event.character or "" if isinstance(event, Key) else getattr(event, "text", "") for event in events)
    return "".join(
        part for event, part in zip(events, typed, strict=True) if isinstance(event, Paste) or " " <= part != "\x7f"
    )


def works(line: Line) -> bool:
    line.events.clear()
    line.send(b"q\x1b[Bq")
    return line.keys() == ["q", "down", "q"]


@pytest.mark.parametrize("pause", [0.0, 0.09, 0.25, 1.5])
@pytest.mark.parametrize("sequence", UNASKED, ids=lambda sequence: repr(sequence)[:30])
def test_what_a_terminal_sends_is_swallowed_wherever_it_is_cut(sequence, pause):
    for cut in range(len(sequence) + 1):
        line = Line()
        line.send(sequence[:cut], sequence[cut:], pause=pause)
        # A lone Esc is a key: the line has delivered nothing else for long enough.
        lone = sequence[:cut] == b"\x1b" and pause > 0.1
        assert [event.key for event in line.seen() if isinstance(event, Key)] == ["escape"] * lone, cut
        assert works(line), cut


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_however_many_times_it_is_cut(data):
    stream = b"".join(data.draw(st.lists(st.sampled_from(UNASKED), min_size=1, max_size=4)))
    cuts = sorted(data.draw(st.sets(st.integers(0, len(stream)), max_size=8)))
    line = Line()
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        line.send(stream[start:end], pause=data.draw(st.sampled_from([0.0, 0.05, 0.25, 1.0])))
    seen = line.seen()
    assert [event for event in seen if not isinstance(event, Key) or event.key != "escape"] == []
    line.wait(10.0)
    assert works(line)


BODY = st.binary(max_size=300).map(lambda body: bytes(byte for byte in body if byte >= 0x20 and byte < 0x7F))


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(b"]PX^_"), BODY, st.sampled_from(ENDS), st.integers(0, 310))
def test_whatever_a_string_holds(introducer, body, end, cut):
    line = Line()
    sequence = b"\x1b" + bytes([introducer]) + body + end
    line.send(sequence[: cut + 2], sequence[cut + 2 :], pause=0.5)
    assert line.seen() == []
    assert works(line)


@pytest.mark.parametrize(
    "begun",
    [
        *[b"\x1b[", b"\x1bO", b"\x1b[<0;1", b"\x1b[M ", b"\x1b[[", b"\x1b]11;rgb", b"\x1bP", b"\x1b_x\x1b"],
        *["\x9b".encode(), "\x9d1".encode(), b"\x1b[" + b"9" * 9999, b"\x1b]" + b"x" * 99999, b"\x1b[200~"],
    ],
)
def test_nothing_that_is_never_finished_holds_a_session(begun):
    line = Line()
    line.send(begun)
    line.wait(5.1)
    assert [event.text for event in line.seen() if isinstance(event, Paste)] == [""] * (begun == b"\x1b[200~")
    assert line.keyboard.due is None
    line.send(b"q")
    assert line.keys() == ["q"]


def test_who_types_on_into_a_string_that_was_never_finished_is_heard_after_half_a_minute():
    line = Line()
    line.send(b"\x1b]", *[b"q"] * 40, pause=1.0)
    assert 9 <= len(line.keys()) <= 12


@pytest.mark.parametrize("out", [b"\x1b[A", b"\x03", b"\x1bOA"])
def test_another_sequence_or_ctrl_c_ends_a_string(out):
    line = Line()
    line.send(b"\x1b]11;", out)
    assert line.keys() == [{b"\x03": "ctrl+c"}.get(out, "up")]


def test_a_string_longer_than_a_megabyte_is_given_up():
    line = Line()
    line.send(b"\x1b]52;c;", *[b"A" * 65536] * 15, b"\a")
    assert line.seen() == [] and works(line)
    line.send(b"\x1b]52;c;", *[b"A" * 65536] * 17)
    line.events.clear()
    line.send(b"\t")
    assert line.keys() == ["tab"]


@pytest.mark.parametrize(
    ("reads", "key"), [((b"\x1b[", b"D"), "left"), ((b"\x1bO", b"P"), "f1"), ((b"\x1b[1;", b"5D"), "ctrl+left")]
)
def test_a_key_that_was_cut_is_still_that_key(reads, key):
    line = Line()
    line.send(*reads, pause=0.25)
    assert line.keys() == [key]


CHORDS = {
    b"\x1b[27;5;108~": ["ctrl+l"],
    b"\x1b[108;5u": ["ctrl+l"],
    b"\x1b[108;5:1u": ["ctrl+l"],
    b"\x1b[108;5:3u": [],
    b"\x1b[27;6;76~": ["ctrl+shift+l"],
    b"\x1b[108;3u": ["alt+l"],
    b"\x1b[108;9u": ["super+l"],
    b"\x1b[108;5;108u": ["ctrl+l"],
    b"\x1b[108;3;172u": ["alt+l"],
    b"\x1b[49;7u": ["alt+ctrl+1"],
    b"\x1b[57400;5u": ["ctrl+1"],
    b"\x1b[32;5u": ["ctrl+space"],
    b"\x1b[63;5u": ["ctrl+question_mark"],
    b"\x1b[99;69u": ["ctrl+c"],
    b"\x1b[105;5u": ["tab"],
    b"\x1b[27;3;13~": ["alt+enter"],
    b"\x1bO5p": ["ctrl+0"],
    b"\x1b[1;3A": ["alt+up"],
    b"\x0c": ["ctrl+l"],
    b"\x1bl": ["escape", "l"],
    "\x1bあ".encode(): ["escape", "あ"],
    b"\x1b\\": [],
}


@pytest.mark.parametrize(("chord", "keys"), CHORDS.items())
def test_a_chord_never_types(chord, keys):
    for cut in range(len(chord)):
        line = Line()
        line.send(chord[:cut], chord[cut:])
        line.wait(6.0)
        seen = line.seen()
        assert [event.key for event in seen if isinstance(event, Key)] == keys
        assert text(seen) == ""


PLAIN = {
    b"\x1b[97;2u": ("A", "A"),
    b"\x1b[97:65;2u": ("A", "A"),
    b"\x1b[49:33;2u": ("exclamation_mark", "!"),
    b"\x1b[49;2;33u": ("exclamation_mark", "!"),
    b"\x1b[27;2;33~": ("exclamation_mark", "!"),
    b"\x1b[97;65u": ("A", "A"),
    b"\x1b[97;66u": ("a", "a"),
    b"\x1b[97u": ("a", "a"),
    b"\x1b[0;;12354u": ("あ", "あ"),
    b"\x1b[32;2u": ("space", " "),
    b"\x1b[13;2u": ("enter", "\r"),
    b"\x1b[27;2;13~": ("enter", "\r"),
    b"\x1b[127;2u": ("backspace", "\x7f"),
    b"\x1b[27u": ("escape", "\x1b"),
    b"\x1b[9;2u": ("shift+tab", None),
    b"\x1b[1;2A": ("shift+up", None),
    b"\x1b[57400u": ("1", "1"),
    b"\x1b[57410u": ("slash", "/"),
    b"\x1b[57414u": ("enter", "\r"),
    b"\x1b[57419u": ("up", None),
    b"\x1b[57421;129u": ("pageup", None),
    b"\x1bOq": ("1", "1"),
    b"\x1bOo": ("slash", "/"),
    b"\x1bOM": ("enter", "\r"),
    b"\x1b[11~": ("f1", None),
    b"\x1b[20~": ("f9", None),
    b"\x1b[13~": ("f3", None),
    b"\x1b[[A": ("f1", None),
    b"\x1b[3~": ("delete", None),
    b"\x1b[3$": ("shift+delete", None),
    b"\x1b[3^": ("ctrl+delete", None),
    b"\x1b[a": ("shift+up", None),
    b"\x1bOa": ("ctrl+up", None),
    b"\x1b[1;5D": ("ctrl+left", None),
    b"\x1b[5D": ("ctrl+left", None),
    b"\x1b[H": ("home", None),
    b"\x1bOF": ("end", None),
}


@pytest.mark.parametrize(("sequence", "key"), PLAIN.items())
def test_other_keys_do_what_they_say(sequence, key):
    line = Line()
    line.send(sequence)
    (event,) = line.seen()
    assert isinstance(event, Key)
    assert (event.key, event.character) == key


@pytest.mark.parametrize(
    "sequence", [*(b"\x1b[%du" % code for code in (57441, 55296, 57344, 7)), b"\x1b[;u", b"\x1b[E"]
)
def test_codes_that_mean_no_key_are_none(sequence):
    line = Line()
    line.send(sequence)
    assert text(line.seen()) == ""
    assert works(line)


LINES = "One line that is pasted\rand\ranother, longer than the first\r"


@pytest.mark.parametrize("broken", ["\r", "\n", "\r\n"])
def test_lines_pasted_without_marks_come_out_as_with_them(broken):
    pasted = LINES.replace("\r", broken).encode()
    for cut in range(16, len(pasted) + 1):
        line = Line()
        line.send(pasted[:cut], pasted[cut:], pause=0.01)
        if cut > 23 and pasted[:cut].rstrip() == b"One line that is pasted":
            continue  # the first line and its Enter: said, as if it had been typed
        seen = line.seen()
        assert "enter" not in [event.key for event in seen if isinstance(event, Key)], cut
        assert text(seen) == pasted.decode(), cut


def test_a_line_that_is_sent_in_one_go_ends_with_enter_also_where_it_is_cut():
    for cut in range(31):
        line = Line()
        line.send(b"a line that a program typed in\r"[:cut], b"a line that a program typed in\r"[cut:], b"q")
        seen = line.seen()
        assert text(seen) == "a line that a program typed inq"
        assert [event.key for event in seen if isinstance(event, Key)][-2:] == ["enter", "q"]


def test_a_paste_waits_for_its_end_and_is_handed_over_without_it():
    line = Line()
    line.send(b"\x1b[200~some\x1b[2", b"01~", pause=4.0)
    assert text(line.seen()) == "some"
    line.send(b"\x1b[200~some", b"thing\x1b[20", pause=4.0)
    assert line.seen() == []
    line.wait(2.0)
    assert text(line.seen()) == "something"
    assert works(line)


ANSWERS = {
    b"P1$r0;38:2::1:2:3m": Report("decrqss", ("1", "0;38:2::1:2:3m")),
    b"P0$r": Report("decrqss", ("0", "")),
    b"]11;rgb:1e1e/1e1e/1e1e": Report("osc", ("11", "rgb:1e1e/1e1e/1e1e")),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize(("answer", "told"), ANSWERS.items())
def test_an_answer_is_told_once_however_late_and_cut(answer, told, end):
    for sequence in (b"\x1b" + answer + end, eight_bit(b"\x1b" + answer + end)):
        for cut in range(len(sequence)):
            line = Line()
            line.send(sequence[:cut], sequence[cut:], b"q", pause=0.25)
            assert line.reports == [told]


def test_an_answer_that_was_broken_off_or_is_too_long_is_none():
    line = Line()
    line.send(b"\x1bP1$r0;38:2::1:2:3m\x18", b"\x1b]11;rgb:1e1e\x1b[A", b"\x1b]52;c;" + b"A" * 300, b"\a")
    assert line.reports == []


def test_the_cursor_is_told_also_where_it_looks_like_f3():
    line = Line()
    line.send(b"\x1b[1;2R\x1b[24;", b"80R", pause=0.25)
    places = [(event.x, event.y) for event in line.events if isinstance(event, CursorPosition)]
    assert places == [(1, 0), (79, 23)]
    line.send(b"\x1bOR\x1b[R\x1b[1;2:1R")
    assert line.keys() == ["f3", "f3", "shift+f3"]


def test_the_mouse_is_heard_only_where_it_was_asked_for():
    sent = b"\x1b[<0;3;4M\x1b[<0;3;4m\x1b[<65;3;4M\x1b[M !!\x1b[<0;0;0M\x1b[<0;99999999;1Mq"
    line = Line()
    line.send(sent)
    assert line.keys() == ["q"]
    line.keyboard.mouse = True
    line.send(sent)
    *mouse, key = line.seen()
    assert [type(event) for event in mouse] == [MouseDown, MouseUp, MouseScrollDown]
    assert all((event.x, event.y) == (2, 3) for event in mouse if isinstance(event, MouseEvent))
    assert isinstance(key, Key)


def test_a_flood_of_sequences_costs_little_and_the_last_is_not_typed():
    line = Line()
    line.send(b"\x1b[?1u\x01" * 20000 + b"\x1b]11;rgb", b":1e1e\a")
    line.events.clear()
    line.wait(5.0)
    assert works(line)
    assert line.reports == []  # it was of the flood


@pytest.mark.parametrize(
    ("wide", "key"), [("２", "2"), ("ｂ", "b"), ("？", "question_mark"), ("　", "space"), ("Ｂ", "B")]
)
def test_full_width_characters_stand_for_keys(wide, key):
    assert plain(Key(wide, wide)).key == key


@pytest.mark.parametrize("other", ["あ", "ｱ", "2", "㍻", "½", "é"])
def test_other_characters_stand_for_themselves(other):
    event = Key(other, other)
    assert plain(event) is event


def test_keys_without_a_character_stand_for_themselves():
    event = Key("up", None)
    assert plain(event) is event
