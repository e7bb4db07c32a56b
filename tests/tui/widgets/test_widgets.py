"""The hand-made widgets: what they show, which keys they use, what they paint, and what they let through."""

import unicodedata

import pytest
from rich.cells import cell_len

from tests.support.stage import on_stage, screen_rows, screen_text
from tui.widgets.chat import ChatPane, ChatRow
from tui.widgets.form import FieldView, FormPane, FormView, OptionView
from tui.widgets.glyphs import FULL, SAFE, Marks
from tui.widgets.grid import Cell, Column, Grid
from tui.widgets.line import LineInput
from tui.widgets.look import ACCENT, CHOSEN, FAINT, PLAIN
from tui.words.catalogue import Words

HOSTILE = [
    "\x1b]52;c;aGVsbG8=\x07clip",
    "\x1b[2Jclear",
    "\u009b2Jclear",
    "[@click=app.bell]x[/]",
    "[/]",
    "x" + "\u0301" * 300,
    "\u202eright to left",
    "\x07" * 1000,
    "a\nb\tc",
    "👩\u200d👩\u200d👧 ❤\ufe0f 🇯🇵",
    "\U000e0041tag",
]


def talk(_number, text, name="Ken", kind="talk", tag=""):
    return ChatRow(tag=tag, name=name, text=text, kind=kind)


def assert_sound(stage, width):
    """Every row is as wide as the screen and holds no control character."""
    for row in screen_rows(stage):
        assert cell_len(row) == width
        assert not {unicodedata.category(char) for char in row} & {"Cc", "Cf", "Zl", "Zp"}


# --- marks


@pytest.mark.parametrize("marks", [FULL, SAFE])
def test_every_mark_is_one_cell(marks):
    drawn = [getattr(marks, name.name) for name in Marks.__attrs_attrs__]
    assert [cell_len(mark) for mark in drawn] == [1] * len(drawn)


def test_the_safe_marks_are_ascii():
    assert all(getattr(SAFE, name.name).isascii() for name in Marks.__attrs_attrs__)


# --- chat


def test_chat_shows_who_speaks_and_wraps_under_a_mark():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(20, 6)) as stage:
        pane.extend([talk(1, "one two three four five", tag="1"), talk(2, "the index is 5", "", "system")])
        assert screen_text(stage) == "│1 Ken› one two\n│ three four five\n· the index is 5"


def test_chat_says_when_there_is_nothing_in_the_language_of_the_reader():
    pane = ChatPane(Words("en"))
    with on_stage(pane) as stage:
        assert screen_text(stage) == "Nothing has been said yet."
        pane.set_words(Words("ja"))
        assert screen_text(stage) == "まだ発言はありません。"


def test_chat_sticks_to_the_bottom_until_scrolled_back_then_counts_what_is_new():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(20, 4)) as stage:
        pane.extend([talk(n, f"line {n}") for n in range(10)])
        assert screen_text(stage).splitlines()[-1] == "│Ken› line 9"
        stage.press("pageup")
        assert screen_text(stage).splitlines() == ["│Ken› line 4", "│Ken› line 5", "│Ken› line 6", "│Ken› line 7"]
        pane.extend([talk(10, "ten"), talk(11, "eleven"), talk(12, "twelve")])
        assert screen_text(stage).splitlines()[-1] == "│Ken› line  ▼ 3 new"
        assert pane.unread == 3
        stage.press("end")
        assert screen_text(stage).splitlines()[-1] == "│Ken› twelve"
        assert (pane.unread, pane.at_bottom) == (0, True)
        stage.press("home")
        assert screen_text(stage).splitlines()[0] == "│Ken› line 0"
        stage.press(*["pagedown"] * 5)
        assert pane.at_bottom


def test_chat_keeps_500_lines_and_the_place_of_a_scrolled_back_reader():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(20, 4)) as stage:
        pane.extend([talk(n, f"line {n}") for n in range(600)])
        stage.press("home")
        assert screen_rows(stage)[0].rstrip() == "│Ken› line 100"
        stage.press("pagedown")
        assert screen_rows(stage)[0].rstrip() == "│Ken› line 103"
        pane.extend([talk(600, "more"), talk(601, "more")])
        assert screen_rows(stage)[0].rstrip() == "│Ken› line 103"


def test_chat_in_another_language_keeps_the_place_of_a_scrolled_back_reader():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(20, 4)) as stage:
        pane.extend([talk(n, f"a long line of number {n}") for n in range(10)])
        stage.press("pageup", "pageup")
        assert screen_text(stage).splitlines()[0] == "│ number 5"
        pane.extend([talk(10, "ten")])
        pane.retell([talk(n, f"{n} 行") for n in range(10)] + [talk(10, "十")])
        assert screen_text(stage).splitlines()[0] == "│Ken› 5 行"
        assert screen_text(stage).splitlines()[-1].endswith("1 new")
        stage.press("end")
        assert screen_text(stage).splitlines()[-1] == "│Ken› 十"


def test_chat_is_laid_out_anew_at_another_width_with_the_same_line_on_top():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(20, 4)) as stage:
        pane.extend([talk(n, f"{n} two three four") for n in range(10)])
        stage.press("home", "pagedown", "pagedown")
        top = screen_rows(stage)[0]
        assert top.rstrip() == "│Ken› 3 two three"
        stage.resize(40, 4)
        assert screen_rows(stage)[0].rstrip() == "│Ken› 3 two three four"
        assert_sound(stage, 40)


def test_one_line_paints_one_row_and_a_burst_each_row_once():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(20, 6)) as stage:
        pane.extend([talk(1, "one")])
        stage.take_painted()
        pane.extend([talk(2, "two")])
        assert stage.take_painted() == [1]
        pane.extend([talk(n, f"more {n}") for n in range(50)])
        assert stage.take_painted() == [0, 1, 2, 3, 4]  # a row stays free for the next


def test_a_full_pane_makes_room_for_a_quarter_of_its_rows():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(20, 8)) as stage:
        pane.extend([talk(n, f"line {n}") for n in range(8)])
        assert screen_rows(stage)[0].rstrip() == "│Ken› line 0"
        pane.extend([talk(8, "line 8")])
        assert screen_text(stage).splitlines() == [f"│Ken› line {n}" for n in range(3, 9)]
        stage.take_painted()
        pane.extend([talk(9, "line 9")])
        pane.extend([talk(10, "line 10")])
        assert stage.take_painted() == [6, 7]
        assert screen_text(stage).splitlines() == [f"│Ken› line {n}" for n in range(3, 11)]
        pane.extend([talk(n, f"line {n}") for n in range(11, 14)])
        assert screen_text(stage).splitlines()[-1] == "│Ken› line 13"


@pytest.mark.parametrize(
    ("speakers", "words", "kept"),
    [
        # A quarter where the rows to be drawn again take about 600 bytes at most: 18 x (21 + 6) do.
        (["Ken"], "eighteen characters", 18),
        # Names are not drawn again that come to where the same stood before: here every second row, or fifth.
        (["Ken", "Umi"], "eighteen characters", 17),
        (["Ken", "Umi", "Aki", "Ren", "Sora"], "eighteen characters", 15),
        # Never for more than two fifths.
        (["Ken"], "eighteen characters, and then as many again", 15),
        (["Ken"], "十八文字の日本語の行なので三倍も", 15),
    ],
)
def test_a_full_pane_makes_room_for_more_where_its_rows_cost_more(speakers, words, kept):
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(60, 24)) as stage:
        for n in range(25):
            name = speakers[n % len(speakers)]
            pane.extend([talk(n, f"{n:02}{words}", name)])
        shown = screen_text(stage).splitlines()
        assert (len(shown), shown[-1][-2 - len(words) :][:2]) == (kept, "24")


def test_room_is_not_made_at_the_cost_of_the_row_that_says_who_speaks():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(20, 8)) as stage:
        pane.extend([talk(n, f"line {n}") for n in range(8)])
        pane.extend([talk(8, "a very long line " * 7)])
        assert screen_rows(stage)[0].rstrip() == "│Ken› a very long"
        pane.extend([talk(9, "a very long line " * 20)])
        assert screen_rows(stage)[-1].rstrip() == "│ line"


def test_hostile_chat_leaves_the_grid_aligned_and_is_shown_literally():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(40, 20)) as stage:
        pane.extend([talk(n, text, name=text) for n, text in enumerate(HOSTILE)])
        assert_sound(stage, 40)
        pane.set_rows([talk(n, text, name="x", tag=text) for n, text in enumerate(HOSTILE)])
        assert_sound(stage, 40)
        pane.set_rows([talk(n, text) for n, text in enumerate(HOSTILE)])
        assert_sound(stage, 40)
        assert "› [@click=app.bell]x[/]" in screen_text(stage)
        assert "› [/]" in screen_text(stage)
        assert "› a b c" in screen_text(stage)


def test_nobody_can_imitate_the_house():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(20, 8)) as stage:
        pane.extend([talk(1, "x " * 12 + "■ The game is over", name="■ house")])
        pane.extend([talk(2, "The game is over", kind="system")])
        heads = [row[0] for row in screen_rows(stage) if row.strip()]
        assert heads == ["│"] * (len(heads) - 1) + ["·"]


def test_kinds_of_lines_differ_by_a_mark_and_not_by_colour_alone():
    pane = ChatPane(Words("en"))
    with on_stage(pane, size=(20, 8)) as stage:
        pane.extend([talk(n, "x", kind=kind) for n, kind in enumerate(("talk", "own", "gallery", "system", "alert"))])
        assert "".join(row[0] for row in screen_rows(stage)[:5]) == "│┃┊·!"
        pane.set_marks(SAFE)
        assert screen_text(stage).isascii()


# --- line


def pressed(keys, value="", width=40, **options):
    """The line's value and the column of the cursor in its text after these keys."""
    line = LineInput(**options)
    with on_stage(line, size=(width, 3)) as stage:
        line.value = value
        stage.press(*keys)
        assert_sound(stage, width)
        return line.value, line.typed_at.x - 2


@pytest.mark.parametrize(
    ("value", "keys", "after", "column"),
    [
        ("", ["a", "space", "b"], "a b", 3),
        ("abc", ["left", "x"], "abxc", 3),
        ("abc", ["home", "x"], "xabc", 1),
        ("abc", ["ctrl+a", "delete"], "bc", 0),
        ("abc", ["ctrl+a", "right", "ctrl+k"], "a", 1),
        ("abc", ["left", "ctrl+u"], "c", 0),
        ("one two", ["ctrl+w"], "one ", 4),
        ("one two  ", ["ctrl+w", "ctrl+w"], "", 0),
        ("abc", ["home", "end", "backspace"], "ab", 2),
        ("abc", ["home", "ctrl+e", "x"], "abcx", 4),
        ("漢字", ["left"], "漢字", 2),
        ("漢字", ["backspace"], "漢", 2),
        ("x\u0316y", ["left", "backspace"], "y", 0),
        ("", ["backspace", "delete", "left", "right"], "", 0),
        ("", ["日", "本"], "日本", 4),
    ],
)
def test_editing(value, keys, after, column):
    assert pressed(keys, value) == (after, column)


def test_an_input_method_may_hand_over_a_whole_phrase():
    line = LineInput()
    with on_stage(line):
        line.press("日本語", "日本語")
        assert line.value == "日本語"
        assert line.typed_at == (8, 0)


def test_a_mark_that_is_typed_joins_the_letter_before_it():
    line = LineInput()
    with on_stage(line) as stage:
        stage.press("e")
        line.insert("\u0301")
        assert line.value == "é"


def test_a_long_line_scrolls_sideways_and_never_splits_a_wide_letter():
    line = LineInput()
    with on_stage(line, size=(16, 2)) as stage:
        line.value = "あいうえおかきくけこ"
        assert screen_rows(stage)[0] == "› ‹おかきくけこ "
        assert line.typed_at == (15, 0)
        stage.press("home")
        assert screen_rows(stage)[0] == "› あいうえおか ›"
        assert line.typed_at == (2, 0)
        stage.press(*["right"] * 6)
        assert 2 < line.typed_at[0] < 15
        assert_sound(stage, 16)


def test_a_paste_becomes_one_line_and_what_does_not_fit_is_told():
    full = []
    line = LineInput(graphemes=10, full=lambda: full.append(line.value))
    with on_stage(line):
        line.insert("one\ntwo")
        assert (line.value, full) == ("one two", [])
        line.insert("345678" * 100_000)
        assert line.value == "one two345"
        assert len(full) == 1


def test_the_limit_counts_bytes_too_and_leaves_what_stands_after_the_cursor():
    full = []
    line = LineInput(bytes_=8, full=lambda: full.append(line.value))
    with on_stage(line) as stage:
        line.value = "ab"
        stage.press("left")
        line.insert("かきく")
        assert line.value == "aかきb"
        stage.press("x")
        assert line.value == "aかきb"
        assert len(full) == 2


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_harmless_in_the_line(text):
    line = LineInput()
    with on_stage(line) as stage:
        line.insert(text)
        assert_sound(stage, 40)


def test_a_refused_line_stays_and_an_accepted_one_goes_into_the_history():
    heard = []
    line = LineInput(submitted=heard.append)
    with on_stage(line) as stage:
        line.value = " first  line "
        stage.press("enter")
        assert heard == ["first line"]
        assert line.value == " first  line "
        line.accept("first line")
        assert line.value == ""
        line.accept("second")
        stage.press("d", "up")
        assert line.value == "second"
        stage.press("up", "up")
        assert line.value == "first line"
        stage.press("down", "down")
        assert line.value == "d"


def test_what_is_typed_before_the_answer_comes_is_not_lost():
    line = LineInput()
    with on_stage(line) as stage:
        line.value = "hello"
        stage.press("enter", "x")
        line.accept("hello")
        assert line.value == "hellox"


def test_keys_that_are_not_the_lines_are_left_to_the_screen():
    line = LineInput()
    with on_stage(line) as stage:
        stage.press("enter", "up", "f1", "a", "left", "tab")
        assert stage.keys == ["enter", "up", "f1", "tab"]
        assert line.value == "a"


@pytest.mark.parametrize(("focused", "ink"), [(True, ACCENT), (False, FAINT)])
def test_the_prompt_tells_whether_the_line_has_the_keys(focused, ink):
    line = LineInput()
    with on_stage(line, size=(8, 1), focused=focused):
        assert line.lines == [(("› ", ink), ("      ", FAINT))]


def test_a_line_without_room_has_no_cursor():
    line = LineInput()
    line.value = "abc"
    assert line.typed_at is None


def test_the_placeholder_shows_while_the_line_is_empty():
    line = LineInput(placeholder="say something")
    with on_stage(line, size=(12, 2)) as stage:
        assert screen_text(stage) == "› say somet…"
        assert line.typed_at == (2, 0)
        stage.press("x")
        assert screen_text(stage) == "› x"


# --- grid

COLUMNS = [Column("name", 8), Column("d1", 4), Column("d2", 4, "right"), Column("d3", 4), Column("d4", 4)]


def row(name, *texts):
    return [Cell(name), *map(Cell, texts)]


def test_a_grid_is_aligned_in_cells():
    grid = Grid(COLUMNS[:3])
    with on_stage(grid, size=(20, 4)) as stage:
        grid.set_rows([row("健太", "x", "y"), row("x" * 20, "漢字漢", "1")])
        assert screen_text(stage).splitlines() == ["name     d1     d2", "健太     x       y", "xxxxxxx… 漢…     1"]
        assert_sound(stage, 20)


def test_names_stay_while_the_other_columns_scroll():
    grid = Grid(COLUMNS, sticky=1)
    with on_stage(grid, size=(20, 3)) as stage:
        grid.set_rows([row("Ken", "a", "b", "c", "d")])
        assert screen_text(stage).splitlines() == ["name     d1     d2 ›", "Ken      a       b"]
        stage.press("right")
        assert screen_text(stage).splitlines() == ["name    ‹  d2 d3   ›", "Ken         b c"]
        stage.press("right", "right")
        assert screen_text(stage).splitlines() == ["name    ‹d3   d4", "Ken      c    d"]
        assert stage.keys == ["right"]


def test_the_newest_columns_are_in_sight_until_the_reader_scrolls_back():
    grid = Grid(COLUMNS[:4], sticky=1, tail=True)
    with on_stage(grid, size=(20, 3)) as stage:
        assert screen_rows(stage)[0].rstrip() == "name    ‹  d2 d3"
        grid.set_columns(COLUMNS)
        assert screen_rows(stage)[0].rstrip() == "name    ‹d3   d4"
        stage.press("left")
        grid.set_columns([*COLUMNS, Column("d5", 4)])
        assert screen_rows(stage)[0].rstrip() == "name    ‹  d2 d3   ›"


def test_only_rows_that_changed_are_painted():
    grid = Grid(COLUMNS[:2])
    with on_stage(grid, size=(20, 8)) as stage:
        grid.set_rows([row(f"n{n}", "x") for n in range(5)])
        stage.take_painted()
        grid.set_rows([row(f"n{n}", "y" if n == 3 else "x") for n in range(5)])
        assert stage.take_painted() == [4]
        grid.set_rows([row(f"n{n}", "y" if n == 3 else "x") for n in range(5)])
        assert stage.take_painted() == []


def test_a_grid_scrolls():
    grid = Grid(COLUMNS[:2])
    with on_stage(grid, size=(20, 4)) as stage:
        grid.set_rows([row(f"n{n}", "x") for n in range(6)])
        stage.press("end")
        assert screen_rows(stage)[1].startswith("n3")
        stage.press("home", "down")
        assert screen_rows(stage)[1].startswith("n1")


def test_hostile_text_keeps_a_grid_aligned():
    grid = Grid(COLUMNS, sticky=1)
    with on_stage(grid, size=(40, 20)) as stage:
        grid.set_rows([row(text, text, "|") for text in HOSTILE])
        assert_sound(stage, 40)
        assert {line.rstrip()[-1] for line in screen_rows(stage)[1 : len(HOSTILE) + 1]} == {"|"}
        assert {cell_len(line.rstrip()) for line in screen_rows(stage)[1 : len(HOSTILE) + 1]} == {18}


# --- form


def night(id="1", **stored):
    return FormView(
        id=id,
        title="Night 3",
        help="Everyone fills this in.",
        status="Stored.",
        fields=(
            FieldView(
                "defence",
                "Defence",
                (
                    OptionView("siege", "siege", disabled="spent"),
                    OptionView("unity", "unity"),
                    OptionView("none", "none"),
                ),
                stored.get("defence"),
                "none",
            ),
            FieldView(
                "target",
                "Target",
                (OptionView("0", "Ken"), OptionView("1", "ミオ", warning="This may kill the one you love.")),
                stored.get("target"),
            ),
        ),
    )


def test_a_form_shows_options_defaults_and_what_is_missing():
    handed = []
    pane = FormPane(Words("en"), answered=handed.append)
    with on_stage(pane, size=(50, 8)) as stage:
        pane.set_form(night())
        assert screen_text(stage).splitlines() == [
            "Night 3",
            "Everyone fills this in.",
            "▸ Defence (1 siege) 2 unity [3 none]",
            "  Target   1 Ken  2 ミオ",
            "",
            "",
            "Not handed in yet (Enter hands it in).",
            "If time runs out: none.",
        ]
        stage.press("enter")
        assert "Choose something for “Target” first." in screen_text(stage)
        assert "▸ Target" in screen_text(stage)
        assert handed == []
        stage.press("1", "enter")
        assert handed == [{"defence": "none", "target": "0"}]


def test_keys_and_arrows_choose_and_a_disabled_option_says_why():
    drafts = []
    pane = FormPane(Words("en"), changed=drafts.append)
    with on_stage(pane, size=(50, 8)) as stage:
        pane.set_form(night())
        stage.press("1")
        assert "! siege: spent" in screen_text(stage)
        assert drafts == []
        stage.press("2")
        assert "[2 unity]" in screen_text(stage)
        assert "▸ Target" in screen_text(stage)
        assert "Next: Target. Enter hands it in." in screen_text(stage), "a digit goes on to the next row, and says so"
        assert pane.lines[3][0] == ("▸ Target  ", CHOSEN)
        assert pane.lines[2][0][1] is PLAIN
        stage.press("up", "right", "right", "left")
        assert "[3 none]" in screen_text(stage)
        stage.press("down", "right", "right")
        assert "! This may kill the one you love." in screen_text(stage)
        assert drafts[-1] == {"defence": "none", "target": "1"}


def test_what_is_stored_is_marked_and_told():
    pane = FormPane(Words("ja"))
    with on_stage(pane, size=(50, 8)) as stage:
        pane.set_form(night(defence="unity", target="0"))
        assert "[2 unity ✓]" in screen_text(stage)
        assert "Stored." in screen_text(stage)
        assert "選択済み：unity。  時間切れなら：none。" in screen_text(stage)
        stage.press("3")
        assert " 2 unity ✓ [3 none]" in screen_text(stage)
        assert "次はTarget（Enterで提出）" in screen_text(stage)
        stage.press("up")
        assert "まだ提出していません（Enterで提出）" in screen_text(stage)


def test_a_draft_lives_as_long_as_its_form():
    pane = FormPane(Words("en"))
    with on_stage(pane, size=(50, 8)) as stage:
        pane.set_form(night())
        stage.press("2", "down", "2")
        pane.note("The beloved must not be killed.")
        pane.set_form(night())
        assert pane.values == {"defence": "unity", "target": "1"}
        assert "! The beloved must not be killed." in screen_text(stage)
        pane.set_form(night("2"))
        assert pane.values == {"defence": "none"}
        assert "beloved" not in screen_text(stage)
        pane.set_form(None)
        assert screen_text(stage) == ""


def ballot(**about):
    seats = (("2", "Mio", "3"), ("3", "Ken", "4"), ("", "nobody", "0"))
    options = tuple(OptionView(value, label, key=key) for value, label, key in seats)
    return FormView("1", "Ballot", (FieldView("who", "Who", options, preset="", brief=True),), **about)


def test_keys_of_ones_own_and_a_brief_field_that_names_only_what_is_chosen():
    handed = []
    pane = FormPane(Words("en"), answered=handed.append, foot=1)
    with on_stage(pane, size=(40, 4)) as stage:
        pane.set_form(ballot())
        assert screen_text(stage).splitlines() == [
            "Ballot",
            "▸ Who  3 4[0 nobody]",
            "",
            "Not handed in yet (Enter hands it in).",
        ]
        stage.press("4", "1", "enter")
        assert "▸ Who  3[4 Ken] 0" in screen_text(stage)
        assert stage.keys == ["1"]
        assert handed == [{"who": "3"}]


def test_a_hidden_form_is_filled_in_as_ever_and_shows_nothing_of_it():
    handed = []
    pane = FormPane(Words("en"), answered=handed.append)
    with on_stage(pane, size=(40, 6)) as stage:
        pane.set_form(ballot(hidden=True))
        before = screen_text(stage)
        stage.press("4")
        pane.note("Nobody may see this.")
        assert screen_text(stage) == before
        stage.press("enter")
        assert handed == [{"who": "3"}]


def test_keys_that_do_nothing_in_a_form_are_left_to_the_screen():
    pane = FormPane(Words("en"))
    with on_stage(pane, size=(50, 8)) as stage:
        pane.set_form(night())
        stage.press("escape", "up", "9", "z", "f2")
        assert stage.keys == ["escape", "up", "9", "z", "f2"]


def test_in_little_room_the_chosen_option_and_the_note_stay_in_sight():
    members = tuple(OptionView(str(n), f"member{n}") for n in range(16))
    pane = FormPane(Words("en"))
    with on_stage(pane, size=(20, 3)) as stage:
        pane.set_form(FormView("1", "Ballot", (FieldView("who", "Who", members),), help="Choose one."))
        stage.press("g")
        assert "[g member15]" in screen_text(stage)
        assert "Not handed in yet" in screen_text(stage)
        assert_sound(stage, 20)


def test_hostile_labels_are_shown_literally_in_a_form():
    pane = FormPane(Words("en"))
    with on_stage(pane, size=(60, 20)) as stage:
        options = tuple(OptionView(str(n), text, warning=text) for n, text in enumerate(HOSTILE))
        pane.set_form(FormView("1", "[/]", (FieldView("who", "[b]x[/]", options),), help="[i]"))
        stage.press(*"123456789ab")
        assert "4 [@click=app.bell]x[/]" in screen_text(stage)
        assert_sound(stage, 60)


# --- all


@pytest.mark.parametrize("size", [(20, 3), (40, 10), (80, 24), (240, 80)])
def test_every_pane_is_sound_at_every_size(size):
    chat, line, grid, form = (
        ChatPane(Words("ja")),
        LineInput(),
        Grid(COLUMNS, sticky=1),
        FormPane(Words("ja")),
    )
    for widget in (chat, line, grid, form):
        with on_stage(widget, size=size) as stage:
            chat.set_rows([talk(n, "日本語の長い文章です。" * 3, name="なまえ") for n in range(5)])
            line.value = "日本語の長い文章です。" * 3
            grid.set_rows([row("健太", "漢字", "x")] * 5)
            form.set_form(night())
            assert_sound(stage, size[0])
            assert screen_text(stage) != ""
