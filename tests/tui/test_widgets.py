"""The hand-made widgets: what they show, which keys they use, what they refresh, and what they let through."""

import unicodedata

import pytest
from rich.cells import cell_len
from textual.events import Key, Paste
from textual.geometry import Region

from tests.tui.stage import on_stage, screen_rows, screen_text
from tui.widgets.chat import ChatPane, ChatRow
from tui.widgets.form import FieldView, FormPane, FormView, OptionView
from tui.widgets.glyphs import FULL, SAFE, Marks
from tui.widgets.grid import Cell, Column, Grid
from tui.widgets.line import LineInput
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


def talk(id, text, name="Ken", kind="talk", tag=""):
    return ChatRow(id=id, tag=tag, name=name, text=text, kind=kind)


def refreshes(widget, monkeypatch):
    """Collect the regions of each refresh that the widget asks for; () is the whole widget."""
    seen = []
    refresh = widget.refresh

    def record(*regions, **options):
        seen.append(regions)
        return refresh(*regions, **options)

    monkeypatch.setattr(widget, "refresh", record)
    return seen


def assert_sound(app, width):
    """Every row is as wide as the screen and holds no control character."""
    for row in screen_rows(app):
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


async def test_chat_shows_who_speaks_and_wraps_under_a_mark():
    pane = ChatPane(Words("en"))
    async with on_stage(pane, size=(20, 6)) as (app, pilot):
        pane.extend([talk(1, "one two three four five", tag="1"), talk(2, "the index is 5", "", "system")])
        await pilot.pause()
        assert screen_text(app) == "│1 Ken› one two\n│ three four five\n■ the index is 5"


async def test_chat_says_when_there_is_nothing_in_the_language_of_the_reader():
    pane = ChatPane(Words("en"))
    async with on_stage(pane) as (app, pilot):
        assert screen_text(app) == "Nothing has been said yet."
        pane.set_words(Words("ja"))
        await pilot.pause()
        assert screen_text(app) == "まだ発言はありません。"


async def test_chat_sticks_to_the_bottom_until_scrolled_back_then_counts_what_is_new():
    pane = ChatPane(Words("en"))
    async with on_stage(pane, size=(20, 4)) as (app, pilot):
        pane.extend([talk(n, f"line {n}") for n in range(10)])
        await pilot.pause()
        assert screen_text(app).splitlines()[-1] == "│Ken› line 9"
        await pilot.press("pageup")
        assert screen_text(app).splitlines() == ["│Ken› line 3", "│Ken› line 4", "│Ken› line 5", "│Ken› line 6"]
        pane.extend([talk(10, "ten"), talk(11, "eleven"), talk(12, "twelve")])
        await pilot.pause()
        assert screen_text(app).splitlines()[-1] == "│Ken› line  ▼ 3 new"
        assert pane.unread == 3
        await pilot.press("end")
        assert screen_text(app).splitlines()[-1] == "│Ken› twelve"
        assert (pane.unread, pane.at_bottom) == (0, True)
        await pilot.press("home")
        assert screen_text(app).splitlines()[0] == "│Ken› line 0"
        await pilot.press(*["pagedown"] * 5)
        assert pane.at_bottom


async def test_chat_keeps_500_lines_and_the_place_of_a_scrolled_back_reader():
    pane = ChatPane(Words("en"))
    async with on_stage(pane, size=(20, 4)) as (app, pilot):
        pane.extend([talk(n, f"line {n}") for n in range(600)])
        await pilot.press("home")
        assert screen_rows(app)[0].rstrip() == "│Ken› line 100"
        await pilot.press("pagedown")
        assert screen_rows(app)[0].rstrip() == "│Ken› line 103"
        pane.extend([talk(600, "more"), talk(601, "more")])
        await pilot.pause()
        assert screen_rows(app)[0].rstrip() == "│Ken› line 103"


async def test_chat_is_laid_out_anew_at_another_width_with_the_same_line_on_top():
    pane = ChatPane(Words("en"))
    async with on_stage(pane, size=(20, 4)) as (app, pilot):
        pane.extend([talk(n, f"{n} two three four") for n in range(10)])
        await pilot.press("home", "pagedown", "pagedown")
        top = screen_rows(app)[0]
        assert top.rstrip() == "│Ken› 3 two three"
        await pilot.resize_terminal(40, 4)
        await pilot.pause()
        assert screen_rows(app)[0].rstrip() == "│Ken› 3 two three four"
        assert_sound(app, 40)


async def test_one_line_refreshes_one_row_and_a_burst_is_one_refresh(monkeypatch):
    pane = ChatPane(Words("en"))
    async with on_stage(pane, size=(20, 6)) as (_, pilot):
        pane.extend([talk(1, "one")])
        await pilot.pause()
        seen = refreshes(pane, monkeypatch)
        pane.extend([talk(2, "two")])
        assert seen == [(Region(0, 1, 20, 1),)]
        pane.extend([talk(n, "more") for n in range(50)])
        assert len(seen) == 2


async def test_hostile_chat_leaves_the_grid_aligned_and_is_shown_literally():
    pane = ChatPane(Words("en"))
    async with on_stage(pane, size=(40, 20)) as (app, pilot):
        pane.extend([talk(n, text, name=text) for n, text in enumerate(HOSTILE)])
        await pilot.pause()
        assert_sound(app, 40)
        pane.set_rows([talk(n, text, name="x", tag=text) for n, text in enumerate(HOSTILE)])
        await pilot.pause()
        assert_sound(app, 40)
        pane.set_rows([talk(n, text) for n, text in enumerate(HOSTILE)])
        await pilot.pause()
        assert_sound(app, 40)
        assert "› [@click=app.bell]x[/]" in screen_text(app)
        assert "› [/]" in screen_text(app)
        assert "› a b c" in screen_text(app)


async def test_nobody_can_imitate_the_house():
    pane = ChatPane(Words("en"))
    async with on_stage(pane, size=(20, 8)) as (app, pilot):
        pane.extend([talk(1, "x " * 12 + "■ The game is over", name="■ house")])
        pane.extend([talk(2, "The game is over", kind="system")])
        await pilot.pause()
        heads = [row[0] for row in screen_rows(app) if row.strip()]
        assert heads == ["│"] * (len(heads) - 1) + ["■"]


async def test_kinds_of_lines_differ_by_a_mark_and_not_by_colour_alone():
    pane = ChatPane(Words("en"))
    async with on_stage(pane, size=(20, 8)) as (app, pilot):
        pane.extend([talk(n, "x", kind=kind) for n, kind in enumerate(("talk", "own", "gallery", "system", "alert"))])
        await pilot.pause()
        assert "".join(row[0] for row in screen_rows(app)[:5]) == "│┃┊■!"
        pane.set_marks(SAFE)
        await pilot.pause()
        assert screen_text(app).isascii()


# --- line


async def pressed(keys, value="", width=40, **options):
    """The line's value and the column of the cursor in its text after these keys."""
    line = LineInput(**options)
    async with on_stage(line, size=(width, 3)) as (app, pilot):
        line.value = value
        await pilot.press(*keys)
        assert_sound(app, width)
        return line.value, app.cursor_position.x - 2


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
async def test_editing(value, keys, after, column):
    assert await pressed(keys, value) == (after, column)


async def test_an_input_method_may_hand_over_a_whole_phrase():
    line = LineInput()
    async with on_stage(line) as (app, pilot):
        line.post_message(Key("日本語", "日本語"))
        await pilot.pause()
        assert line.value == "日本語"
        assert app.cursor_position == (8, 0)


async def test_a_mark_that_is_typed_joins_the_letter_before_it():
    line = LineInput()
    async with on_stage(line) as (_, pilot):
        await pilot.press("e")
        line.post_message(Paste("\u0301"))
        await pilot.pause()
        assert line.value == "é"


async def test_a_long_line_scrolls_sideways_and_never_splits_a_wide_letter():
    line = LineInput()
    async with on_stage(line, size=(16, 2)) as (app, pilot):
        line.value = "あいうえおかきくけこ"
        await pilot.pause()
        assert screen_rows(app)[0] == "› ‹おかきくけこ "
        assert app.cursor_position == (15, 0)
        await pilot.press("home")
        assert screen_rows(app)[0] == "› あいうえおか ›"
        assert app.cursor_position == (2, 0)
        await pilot.press(*["right"] * 6)
        assert 2 < app.cursor_position.x < 15
        assert_sound(app, 16)


async def test_a_paste_becomes_one_line_and_what_does_not_fit_is_told():
    line = LineInput(graphemes=10)
    async with on_stage(line, messages=[LineInput.Full]) as (app, pilot):
        line.post_message(Paste("one\ntwo"))
        await pilot.pause()
        assert (line.value, app.heard) == ("one two", [])
        line.post_message(Paste("345678" * 100_000))
        await pilot.pause()
        assert line.value == "one two345"
        assert [type(message) for message in app.heard] == [LineInput.Full]


async def test_the_limit_counts_bytes_too_and_leaves_what_stands_after_the_cursor():
    line = LineInput(bytes_=8)
    async with on_stage(line, messages=[LineInput.Full]) as (app, pilot):
        line.value = "ab"
        await pilot.press("left")
        line.post_message(Paste("かきく"))
        await pilot.pause()
        assert line.value == "aかきb"
        await pilot.press("x")
        assert line.value == "aかきb"
        assert len(app.heard) == 2


@pytest.mark.parametrize("text", HOSTILE)
async def test_hostile_text_is_harmless_in_the_line(text):
    line = LineInput()
    async with on_stage(line) as (app, pilot):
        line.post_message(Paste(text))
        await pilot.pause()
        assert_sound(app, 40)


async def test_a_refused_line_stays_and_an_accepted_one_goes_into_the_history():
    line = LineInput()
    async with on_stage(line, messages=[LineInput.Submitted]) as (app, pilot):
        line.value = " first  line "
        await pilot.press("enter")
        assert [message.text for message in app.heard] == ["first line"]
        assert line.value == " first  line "
        line.accept("first line")
        assert line.value == ""
        line.accept("second")
        await pilot.press("d", "up")
        assert line.value == "second"
        await pilot.press("up", "up")
        assert line.value == "first line"
        await pilot.press("down", "down")
        assert line.value == "d"


async def test_what_is_typed_before_the_answer_comes_is_not_lost():
    line = LineInput()
    async with on_stage(line) as (_, pilot):
        line.value = "hello"
        await pilot.press("enter", "x")
        line.accept("hello")
        assert line.value == "hellox"


async def test_keys_that_are_not_the_lines_go_on_to_the_screen():
    line, other = LineInput(), LineInput()
    async with on_stage(line, other) as (app, pilot):
        await pilot.press("enter", "up", "f1", "a", "left")
        assert app.keys == ["enter", "up", "f1"]
        await pilot.press("tab")
        assert other.has_focus
        assert line.value == "a"


async def test_the_placeholder_shows_while_the_line_is_empty():
    line = LineInput(placeholder="say something")
    async with on_stage(line, size=(12, 2)) as (app, pilot):
        assert screen_text(app) == "› say somet…"
        assert app.cursor_position == (2, 0)
        await pilot.press("x")
        assert screen_text(app) == "› x"


# --- grid

COLUMNS = [Column("name", 8), Column("d1", 4), Column("d2", 4, "right"), Column("d3", 4), Column("d4", 4)]


def row(name, *texts):
    return [Cell(name), *map(Cell, texts)]


async def test_a_grid_is_aligned_in_cells():
    grid = Grid(COLUMNS[:3])
    async with on_stage(grid, size=(20, 4)) as (app, pilot):
        grid.set_rows([row("健太", "x", "y"), row("x" * 20, "漢字漢", "1")])
        await pilot.pause()
        assert screen_text(app).splitlines() == ["name     d1     d2", "健太     x       y", "xxxxxxx… 漢…     1"]
        assert_sound(app, 20)


async def test_names_stay_while_the_other_columns_scroll():
    grid = Grid(COLUMNS, sticky=1)
    async with on_stage(grid, size=(20, 3)) as (app, pilot):
        grid.set_rows([row("Ken", "a", "b", "c", "d")])
        await pilot.pause()
        assert screen_text(app).splitlines() == ["name     d1     d2 ›", "Ken      a       b"]
        await pilot.press("right")
        assert screen_text(app).splitlines() == ["name    ‹  d2 d3   ›", "Ken         b c"]
        await pilot.press("right", "right")
        assert screen_text(app).splitlines() == ["name    ‹d3   d4", "Ken      c    d"]
        assert app.keys == ["right"]


async def test_the_newest_columns_are_in_sight_until_the_reader_scrolls_back():
    grid = Grid(COLUMNS[:4], sticky=1, tail=True)
    async with on_stage(grid, size=(20, 3)) as (app, pilot):
        assert screen_rows(app)[0].rstrip() == "name    ‹  d2 d3"
        grid.set_columns(COLUMNS)
        await pilot.pause()
        assert screen_rows(app)[0].rstrip() == "name    ‹d3   d4"
        await pilot.press("left")
        grid.set_columns([*COLUMNS, Column("d5", 4)])
        await pilot.pause()
        assert screen_rows(app)[0].rstrip() == "name    ‹  d2 d3   ›"


async def test_only_rows_that_changed_are_refreshed(monkeypatch):
    grid = Grid(COLUMNS[:2])
    async with on_stage(grid, size=(20, 8)) as (_, pilot):
        grid.set_rows([row(f"n{n}", "x") for n in range(5)])
        await pilot.pause()
        seen = refreshes(grid, monkeypatch)
        grid.set_rows([row(f"n{n}", "y" if n == 3 else "x") for n in range(5)])
        assert seen == [(Region(0, 4, 20, 1),)]
        grid.set_rows([row(f"n{n}", "y" if n == 3 else "x") for n in range(5)])
        assert len(seen) == 1


async def test_the_pointer_moves_keeps_in_sight_and_picks():
    grid = Grid(COLUMNS[:2], pointer=True)
    async with on_stage(grid, size=(20, 4), messages=[Grid.Moved, Grid.Picked]) as (app, pilot):
        grid.set_rows([row(f"n{n}", "x") for n in range(6)])
        await pilot.press("up", "down", "down", "down", "enter")
        assert screen_text(app).splitlines() == [
            "  name     d1",
            "  n1       x       ▲",
            "  n2       x",
            "▸ n3       x       ▼",
        ]
        assert [(type(message).__name__, message.index) for message in app.heard] == [
            ("Moved", 1),
            ("Moved", 2),
            ("Moved", 3),
            ("Picked", 3),
        ]
        assert app.keys == ["up"]
        grid.set_rows([row("n0", "x")])
        assert grid.pointed == 0


async def test_a_grid_without_pointer_scrolls():
    grid = Grid(COLUMNS[:2])
    async with on_stage(grid, size=(20, 4)) as (app, pilot):
        grid.set_rows([row(f"n{n}", "x") for n in range(6)])
        await pilot.press("end")
        assert screen_rows(app)[1].startswith("n3")
        await pilot.press("home", "down")
        assert screen_rows(app)[1].startswith("n1")


async def test_hostile_text_keeps_a_grid_aligned():
    grid = Grid(COLUMNS, sticky=1)
    async with on_stage(grid, size=(40, 20)) as (app, pilot):
        grid.set_rows([row(text, text, "|") for text in HOSTILE])
        await pilot.pause()
        assert_sound(app, 40)
        assert {line.rstrip()[-1] for line in screen_rows(app)[1 : len(HOSTILE) + 1]} == {"|"}
        assert {cell_len(line.rstrip()) for line in screen_rows(app)[1 : len(HOSTILE) + 1]} == {18}


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


async def test_a_form_shows_options_defaults_and_what_is_missing():
    pane = FormPane(Words("en"))
    async with on_stage(pane, size=(50, 8), messages=[FormPane.Answered]) as (app, pilot):
        pane.set_form(night())
        await pilot.pause()
        assert screen_text(app).splitlines() == [
            "Night 3",
            "Everyone fills this in.",
            "▸ Defence (1 siege) 2 unity [3 none]",
            "  Target   1 Ken  2 ミオ",
            "",
            "",
            "Not handed in yet: press Enter.",
            "If time runs out: none.",
        ]
        await pilot.press("enter")
        assert "Choose something for “Target” first." in screen_text(app)
        assert "▸ Target" in screen_text(app)
        assert app.heard == []
        await pilot.press("1", "enter")
        assert [(message.id, dict(message.values)) for message in app.heard] == [
            ("1", {"defence": "none", "target": "0"})
        ]


async def test_keys_and_arrows_choose_and_a_disabled_option_says_why():
    pane = FormPane(Words("en"))
    async with on_stage(pane, size=(50, 8), messages=[FormPane.Changed]) as (app, pilot):
        pane.set_form(night())
        await pilot.press("1")
        assert "! siege: spent" in screen_text(app)
        assert app.heard == []
        await pilot.press("2")
        assert "[2 unity]" in screen_text(app)
        assert "▸ Target" in screen_text(app)
        await pilot.press("up", "right", "right", "left")
        assert "[3 none]" in screen_text(app)
        await pilot.press("down", "right", "right")
        assert "! This may kill the one you love." in screen_text(app)
        assert [dict(message.values) for message in app.heard][-1] == {"defence": "none", "target": "1"}


async def test_what_is_stored_is_marked_and_told():
    pane = FormPane(Words("ja"))
    async with on_stage(pane, size=(50, 8)) as (app, pilot):
        pane.set_form(night(defence="unity", target="0"))
        await pilot.pause()
        assert "[2 unity ✓]" in screen_text(app)
        assert "Stored." in screen_text(app)
        assert "選択済み：unity。  時間切れなら：none。" in screen_text(app)
        await pilot.press("3")
        assert " 2 unity ✓ [3 none]" in screen_text(app)
        assert "未提出です。" in screen_text(app)


async def test_a_draft_lives_as_long_as_its_form():
    pane = FormPane(Words("en"))
    async with on_stage(pane, size=(50, 8)) as (app, pilot):
        pane.set_form(night())
        await pilot.press("2", "down", "2")
        pane.note("The beloved must not be killed.")
        pane.set_form(night())
        await pilot.pause()
        assert pane.values == {"defence": "unity", "target": "1"}
        assert "! The beloved must not be killed." in screen_text(app)
        pane.set_form(night("2"))
        await pilot.pause()
        assert pane.values == {"defence": "none"}
        assert "beloved" not in screen_text(app)
        pane.set_form(None)
        await pilot.pause()
        assert screen_text(app) == ""


def ballot(**about):
    seats = (("2", "Mio", "3"), ("3", "Ken", "4"), ("", "nobody", "0"))
    options = tuple(OptionView(value, label, key=key) for value, label, key in seats)
    return FormView("1", "Ballot", (FieldView("who", "Who", options, preset="", brief=True),), **about)


async def test_keys_of_ones_own_and_a_brief_field_that_names_only_what_is_chosen():
    pane = FormPane(Words("en"), foot=1)
    async with on_stage(pane, size=(40, 4), messages=[FormPane.Answered]) as (app, pilot):
        pane.set_form(ballot())
        await pilot.pause()
        assert screen_text(app).splitlines() == [
            "Ballot",
            "▸ Who  3 4[0 nobody]",
            "",
            "Not handed in yet: press Enter.",
        ]
        await pilot.press("4", "1", "enter")
        assert "▸ Who  3[4 Ken] 0" in screen_text(app)
        assert app.keys == ["1"]
        assert [dict(message.values) for message in app.heard] == [{"who": "3"}]


async def test_a_hidden_form_is_filled_in_as_ever_and_shows_nothing_of_it():
    pane = FormPane(Words("en"))
    async with on_stage(pane, size=(40, 6), messages=[FormPane.Answered]) as (app, pilot):
        pane.set_form(ballot(hidden=True))
        await pilot.pause()
        before = screen_text(app)
        await pilot.press("4")
        pane.note("Nobody may see this.")
        assert screen_text(app) == before
        await pilot.press("enter")
        assert [dict(message.values) for message in app.heard] == [{"who": "3"}]


async def test_escape_leaves_and_other_keys_go_on_to_the_screen():
    pane = FormPane(Words("en"))
    async with on_stage(pane, size=(50, 8), messages=[FormPane.Left]) as (app, pilot):
        pane.set_form(night())
        await pilot.press("escape", "up", "9", "z", "f2")
        assert len(app.heard) == 1
        assert app.keys == ["up", "9", "z", "f2"]


async def test_in_little_room_the_chosen_option_and_the_note_stay_in_sight():
    members = tuple(OptionView(str(n), f"member{n}") for n in range(16))
    pane = FormPane(Words("en"))
    async with on_stage(pane, size=(20, 3)) as (app, pilot):
        pane.set_form(FormView("1", "Ballot", (FieldView("who", "Who", members),), help="Choose one."))
        await pilot.press("g")
        assert "[g member15]" in screen_text(app)
        assert "Not handed in yet" in screen_text(app)
        assert_sound(app, 20)


async def test_hostile_labels_are_shown_literally_in_a_form():
    pane = FormPane(Words("en"))
    async with on_stage(pane, size=(60, 20)) as (app, pilot):
        options = tuple(OptionView(str(n), text, warning=text) for n, text in enumerate(HOSTILE))
        pane.set_form(FormView("1", "[/]", (FieldView("who", "[b]x[/]", options),), help="[i]"))
        await pilot.press(*"123456789ab")
        assert "4 [@click=app.bell]x[/]" in screen_text(app)
        assert_sound(app, 60)


# --- all


@pytest.mark.parametrize("size", [(20, 3), (40, 10), (80, 24), (240, 80)])
async def test_every_widget_is_sound_at_every_size(size):
    chat, line, grid, form = (
        ChatPane(Words("ja")),
        LineInput(),
        Grid(COLUMNS, sticky=1, pointer=True),
        FormPane(Words("ja")),
    )
    for widget in (chat, line, grid, form):
        async with on_stage(widget, size=size) as (app, pilot):
            chat.set_rows([talk(n, "日本語の長い文章です。" * 3, name="なまえ") for n in range(5)])
            line.value = "日本語の長い文章です。" * 3
            grid.set_rows([row("健太", "漢字", "x")] * 5)
            form.set_form(night())
            await pilot.pause()
            assert_sound(app, size[0])
            assert screen_text(app) != ""
