"""The board: rows made elsewhere for the room there is, drawn, scrolled and painted here; and what any pane does."""

import pytest
from textual.geometry import Size

from tests.support.stage import on_stage, screen_rows, screen_text
from tui.widgets.board import Board
from tui.widgets.draw import Drawing, row
from tui.widgets.look import ACCENT, PLAIN
from tui.widgets.pane import Pane, cut_line, make_line, put_over


def rows(count):
    return [row(f"row {n}") for n in range(count)]


def test_a_drawing_is_made_for_the_room_and_again_for_another():
    made = []

    def make(width, height):
        made.append((width, height))
        return Drawing([row(f"{width} by {height}")])

    board = Board()
    board.show(make)
    assert made == []
    with on_stage(board, size=(20, 3)) as stage:
        assert screen_text(stage) == "20 by 3"
        stage.resize(30, 2)
        assert screen_text(stage) == "30 by 2"
        assert made == [(20, 3), (30, 2)]


def test_the_row_of_the_cursor_is_in_sight():
    board = Board()
    with on_stage(board, size=(10, 4)) as stage:
        board.show(lambda width, height: Drawing(rows(9), 7))
        assert [text.split()[1] for text in screen_rows(stage)] == ["4", "5", "6", "7"]
        board.show(lambda width, height: Drawing(rows(9), 6))
        assert [text.split()[1] for text in screen_rows(stage)] == ["4", "5", "6", "7"]
        board.show(lambda width, height: Drawing(rows(9), 1))
        assert [text.split()[1] for text in screen_rows(stage)] == ["1", "2", "3", "4"]


@pytest.mark.parametrize(
    ("keys", "top"),
    [
        (["down"], 1),
        (["down", "up", "up"], 0),
        (["pagedown"], 3),
        (["pagedown", "pageup"], 0),
        (["end"], 5),
        (["end", "pageup"], 2),
        (["end", "down", "home"], 0),
    ],
)
def test_a_long_board_scrolls_by_keys_and_marks_where_there_is_more(keys, top):
    board = Board()
    board.put(rows(9))
    with on_stage(board, size=(10, 4)) as stage:
        assert all(board.scroll_by_key(key) for key in keys)
        assert [text[:5] for text in screen_rows(stage)] == [f"row {n}" for n in range(top, top + 4)]
        marks = [text[-1] for text in screen_rows(stage)]
        assert marks == ["▲" if top else " ", " ", " ", "▼" if top < 5 else " "]


def test_a_board_has_no_use_for_other_keys():
    board = Board()
    with on_stage(board) as stage:
        assert not board.scroll_by_key("left")
        stage.press("down", "x", "enter")
        assert stage.keys == ["down", "x", "enter"]


def test_only_rows_that_changed_are_painted_and_rows_that_lack_are_blank():
    board = Board()
    with on_stage(board, size=(10, 4)) as stage:
        board.put(rows(3))
        stage.take_painted()
        board.put([*rows(2), row("other")])
        assert stage.take_painted() == [2]
        board.put([*rows(2), row("other")])
        assert stage.take_painted() == []
        board.put(rows(1))
        assert stage.take_painted() == [1, 2]
        assert screen_rows(stage) == ["row 0     ", " " * 10, " " * 10, " " * 10]


def test_a_board_that_shrinks_does_not_stay_scrolled_beyond_its_end():
    board = Board()
    board.put(rows(9))
    with on_stage(board, size=(10, 4)) as stage:
        board.scroll_by_key("end")
        board.put(rows(5))
        assert screen_rows(stage)[-1].startswith("row 4")


def test_a_pane_draws_nothing_before_it_has_room():
    class Drawn(Pane):
        def draw(self):
            raise AssertionError

    pane = Drawn()
    pane.redraw()
    pane.place(Size(0, 3))
    pane.place(Size(10, 0))
    assert pane.lines == []
    with pytest.raises(AssertionError):
        pane.place(Size(1, 1))


def test_lines_are_cut_and_written_over_by_cells():
    line = make_line([("ab", PLAIN), ("漢字", ACCENT)], 8)
    assert line == (("ab", PLAIN), ("漢字", ACCENT), ("  ", PLAIN))
    assert make_line([("ab漢字", PLAIN)], 5) == (("ab漢", PLAIN), (" ", PLAIN))
    assert cut_line(line, 1, 5) == (("b", PLAIN), ("漢 ", ACCENT))
    assert put_over(line, 3, ("x", PLAIN), 8) == (
        ("ab", PLAIN),
        (" ", ACCENT),
        ("x", PLAIN),
        ("字", ACCENT),
        ("  ", PLAIN),
    )
    assert put_over(line, 8, ("x", PLAIN), 8) == line
