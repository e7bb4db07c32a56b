"""The screen in as few bytes as possible: the difference between what a client shows and what it should.

`FrameWriter` keeps two grids of cells: *wanted* (painted by the session) and *sent* (what the client's
screen holds now). `flush` returns the shortest writing we know from one to the other: the cheapest cursor
moves, runs joined over short gaps, only what changes of the pen, erasing where that is shorter than blanks,
and scrolling where a whole pane moved. Pure: no Textual, no clock, no connection.

The client's terminal must not wrap at the right edge (DECAWM off), which `tui.hosting.session_app` sees to.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from attrs import evolve

from tui.terminal.cells import PLAIN, SHOWN_ON_BLANK, Cell, Pen, blank
from tui.terminal.client import Terminal
from tui.terminal.pencil import Pencil, csi, sgr

Row = list[Cell]
Rectangle = tuple[int, int, int, int]
"""(column, row, width, height) of a part of the screen."""
Stroke = tuple[Pen, int, int, int]
"""(pen, row, first column, column after the last): cells to draw. None of them: erase from there to the edge."""

_STEP = 7
"""Bytes of a step to another place, about."""
_SCROLL_FROM_CHARS, _SCROLL_FROM_ROWS, _SCROLL_BY = 120, 4, 20
"""Scrolling is thought about when a frame would cost more than this many characters and rows."""


class FrameWriter:
    """The two grids of one client and the way from one to the other."""

    def __init__(self, terminal: Terminal) -> None:
        self.use(terminal)

    def use(self, terminal: Terminal) -> None:
        """Begin anew for a terminal (another size, other glyphs): everything is to be painted again."""
        self.terminal = terminal
        empty = blank(PLAIN)
        self._wanted: list[Row] = [[empty] * terminal.width for _ in range(terminal.height)]
        self.forget()

    def forget(self) -> None:
        """Take the client's screen as unknown: the next flush clears and redraws all of it."""
        self._sent: list[Row] = []
        self._dirty = set(range(self.terminal.height))
        self.owes = False
        """Whether the last flush has left something out."""
        self._pencil = Pencil(self.terminal)
        self._cursor_shown: bool | None = None

    def paint(self, y: int, x: int, cells: Sequence[Cell]) -> None:
        """Want these cells from column ``x`` of row ``y`` on; what lies outside the screen is cut off."""
        if not 0 <= y < self.terminal.height:
            return
        row = self._wanted[y]
        end = min(x + len(cells), len(row))
        painted = list(cells[: max(0, end - x)])
        if len(painted) < len(cells) and not cells[len(painted)][0]:
            painted[-1:] = [blank(look) for _, look in painted[-1:]]
        if row[x:end] == painted:
            return
        if self._sent and row is self._sent[y]:
            row = self._wanted[y] = list(row)
        _cut_wide(row, x)
        _cut_wide(row, end)
        row[x:end] = painted
        self._dirty.add(y)

    def frame(self, rows: Mapping[int, Sequence[Cell]], cursor: tuple[int, int] | None) -> bytes:
        """Paint whole rows and flush them."""
        for y, cells in rows.items():
            self.paint(y, 0, cells)
        return self.flush(cursor)

    def flush(self, cursor: tuple[int, int] | None, first: Sequence[Rectangle] = ()) -> bytes:
        """What to send so that the client shows what is wanted; empty when it does already.

        ``cursor`` is the (column, row) of the hardware cursor, or ``None`` to hide it. What is new in the
        rectangles ``first`` goes without the rest, if there is any and the screen is not a new one; the flush
        after that, which is owed, brings everything.
        """
        pencil = evolve(self._pencil, out=[])
        fresh = not self._sent
        if fresh:
            self._clear(pencil)
        goal = self._only(first) if first and not fresh and not self.owes else self._wanted
        rows = [y for y in sorted(self._dirty) if goal[y] != self._sent[y]]
        if fresh:
            pencil = _write_rows(pencil, self._sent, goal, rows)
        elif rows:
            pencil = self._shortest(pencil, goal, rows)
        for y in self._dirty:
            self._sent[y] = goal[y]
        if goal is self._wanted:
            self._dirty.clear()
        else:
            self._dirty = {y for y in self._dirty if goal[y] != self._wanted[y]}
        self.owes = bool(self._dirty)
        self._place_cursor(pencil, cursor)
        self._pencil = pencil
        return pencil.text().encode("utf-8", "replace")

    def _clear(self, pencil: Pencil) -> None:
        """Erase the whole screen to what most of its blank cells look like."""
        cells = Counter(chain.from_iterable(self._wanted)).most_common()
        blanks = (cell for cell, _ in cells if cell[0] == " " and not cell[1][0] and pencil.may_erase(cell[1][2]))
        most = next(blanks, blank(PLAIN))
        pencil.turn(most[1])
        pencil.emit("\x1b[2J")
        self._sent = [[most] * self.terminal.width for _ in range(self.terminal.height)]
        self._dirty = set(range(self.terminal.height))

    def _only(self, part: Iterable[Rectangle]) -> list[Row]:
        """What was sent, with what is wanted in a part of the screen; all that is wanted where there is nothing
        new in that part, or a wide character stands across its edge."""
        goal = list(self._sent)
        for x, top, width, height in part:
            end = x + width
            for y in self._dirty.intersection(range(top, top + height)):
                old, new = self._sent[y], self._wanted[y]
                if old[x:end] == new[x:end]:
                    continue
                if any(edge < len(row) and not row[edge][0] for row in (old, new) for edge in (x, end)):
                    return self._wanted
                goal[y] = [*goal[y][:x], *new[x:end], *goal[y][end:]]
        return self._wanted if goal == self._sent else goal

    def _shortest(self, pencil: Pencil, goal: list[Row], rows: list[int]) -> Pencil:
        """Write the changed rows, with or without scrolling first, whichever is shorter."""
        plain = _write_rows(pencil, self._sent, goal, rows)
        cost = plain.cost()
        if len(rows) < _SCROLL_FROM_ROWS or cost < _SCROLL_FROM_CHARS:
            return plain
        scroll = _find_scroll(self._sent, goal, rows)
        if scroll is None:
            return plain
        top, bottom, by = scroll
        moved = self._scroll(pencil, top, bottom, by)
        scrolled = _write_rows(pencil, moved, goal, [y for y in range(len(moved)) if moved[y] != goal[y]])
        if scrolled.cost() >= cost:
            return plain
        self._dirty.update(range(top, bottom + 1))
        return scrolled

    def _scroll(self, pencil: Pencil, top: int, bottom: int, by: int) -> list[Row]:
        """Scroll rows ``top`` to ``bottom`` up (``by`` > 0) or down; returns the grid after it.

        Terminals fill the rows that come in differently, but all alike for the default pen.
        """
        pencil.turn(PLAIN)
        pencil.emit(f"\x1b[{top + 1};{bottom + 1}r")
        pencil.emit(csi(bottom + 1, "H") + "\n" * by if by > 0 else csi(top + 1, "H") + "\x1bM" * -by)
        pencil.emit("\x1b[r")
        pencil.y = pencil.x = None
        empty = [[blank(PLAIN)] * self.terminal.width for _ in range(abs(by))]
        part = self._sent[top : bottom + 1]
        part = part[by:] + empty if by > 0 else empty + part[:by]
        return [*self._sent[:top], *part, *self._sent[bottom + 1 :]]

    def _place_cursor(self, pencil: Pencil, cursor: tuple[int, int] | None) -> None:
        if cursor is not None:
            x, y = cursor
            pencil.go(min(max(y, 0), self.terminal.height - 1), min(max(x, 0), self.terminal.width - 1))
        if self._cursor_shown is not (cursor is not None):
            self._cursor_shown = cursor is not None
            pencil.emit("\x1b[?25h" if self._cursor_shown else "\x1b[?25l")


def _cut_wide(row: Row, x: int) -> None:
    """Blank a wide character that is cut in two at column ``x``."""
    if x < len(row) and not row[x][0]:
        row[x] = blank(row[x][1])
        row[x - 1] = blank(row[x - 1][1])


def _write_rows(pencil: Pencil, old: list[Row], new: list[Row], rows: Sequence[int]) -> Pencil:
    """Bring rows of the client's screen from ``old`` to ``new``: row by row, or pen by pen where that is shorter."""
    strokes = [stroke for y in rows for stroke in _strokes(pencil, y, old[y], new[y])]
    if len(rows) == 1:
        return _draw(pencil, new, strokes)
    order = {pencil.look: -1}  # the pen in hand first, then in the order of the rows
    for n, (pen, *_) in enumerate(strokes):
        order.setdefault(pen, n)
    by_pen = sorted(strokes, key=lambda stroke: order[stroke[0]])
    return _draw(pencil, new, min(strokes, by_pen, key=lambda strokes: _detours(pencil.look, strokes)))


def _detours(pen: Pen | None, strokes: Iterable[Stroke]) -> int:
    """About the bytes that strokes in this order take besides their text."""
    cost, at = 0, (-1, -1)
    for look, y, start, end in strokes:
        cost += len(sgr(pen, look)) + _STEP * ((y, start) != at)
        pen, at = look, (y, end)
    return cost


def _draw(pencil: Pencil, new: list[Row], strokes: Iterable[Stroke]) -> Pencil:
    pencil = evolve(pencil, out=list(pencil.out))
    for _, y, start, end in strokes:
        if end > start:
            pencil.write(y, new[y], start, end)
        else:
            pencil.erase_line(y, start, new[y][-1][1][2])
    return pencil


def _strokes(pencil: Pencil, y: int, old: Row, new: Row) -> Iterable[Stroke]:
    """What to draw so that a row of the client's screen is ``new``."""
    changed = [x for x, (was, is_) in enumerate(zip(old, new, strict=True)) if was != is_]
    erase_from = _erasable_from(pencil, changed, new)
    for start, end in _runs(changed, new, erase_from):
        yield from _by_pen(y, new, start, end)
    if erase_from < len(new):
        yield (0, "", new[-1][1][2]), y, erase_from, erase_from


def _by_pen(y: int, new: Row, start: int, end: int) -> Iterable[Stroke]:
    """A run in parts of one pen each; a blank goes with any pen of its paper that does not show on it."""
    pen, only_blanks = new[start][1], True
    for x in range(start, end):
        text, look = new[x]
        is_blank = text == " " and not look[0]
        lighter = pen if is_blank else look
        joins = look[2] == pen[2] and (is_blank or only_blanks) and not lighter[0] & SHOWN_ON_BLANK
        if text and look != pen and not joins:
            yield pen, y, start, x
            start, pen, only_blanks = x, look, True
        elif not is_blank:
            pen = look
        only_blanks = only_blanks and is_blank
    yield pen, y, start, end


def _erasable_from(pencil: Pencil, changed: list[int], new: Row) -> int:
    """The first changed column from where erasing to the edge is right and shorter; the width if none."""
    last = new[-1]
    if last[0] != " " or last[1][0] or not pencil.may_erase(last[1][2]):
        return len(new)
    tail = len(new)
    while tail and new[tail - 1] == last:
        tail -= 1
    beyond = [x for x in changed if x >= tail]
    return beyond[0] if len(beyond) > 3 else len(new)


def _runs(changed: list[int], new: Row, limit: int) -> Iterable[tuple[int, int]]:
    """Changed columns as runs, joined over gaps that are as short to draw again as to step over."""
    start = end = -1
    for x in changed:
        if x >= limit:
            break
        if start < 0:
            start = x
        elif x > end and not _short_gap(new, end, x):
            yield start, end
            start = x
        end = x + 1
    if start >= 0:
        yield start, end


def _short_gap(new: Row, end: int, x: int) -> bool:
    """Whether unchanged cells take no more bytes than a step over them and need no other pen."""
    step = 3 if x - end == 1 else 4 + (x - end > 9)
    if x - end > step:
        return False
    pens = {look if text != " " else (0, "", look[2]) for text, look in new[end:x]}
    before = new[end - 1][1]
    drawn = sum(len(text.encode("utf-8", "replace")) for text, _ in new[end:x])
    return drawn <= step and pens <= {before, (0, "", before[2])} and not before[0] & SHOWN_ON_BLANK


def _find_scroll(old: list[Row], new: list[Row], rows: list[int]) -> tuple[int, int, int] | None:
    """(top, bottom, by) of the scroll that brings most rows of the longest changed band to their place."""
    band = _longest_band(rows)
    left = min(_first_change(old[y], new[y]) for y in band)
    right = max(len(new[y]) - _first_change(old[y][::-1], new[y][::-1]) for y in band)
    best, found = _SCROLL_FROM_ROWS - 1, None
    for by in (*range(1, _SCROLL_BY + 1), *range(-1, -_SCROLL_BY - 1, -1)):
        same = [y for y in band if 0 <= y + by < len(old) and new[y][left:right] == old[y + by][left:right]]
        if len(same) > best:
            best = len(same)
            found = (same[0], same[-1] + by, by) if by > 0 else (same[0] + by, same[-1], by)
    return found


def _longest_band(rows: list[int]) -> list[int]:
    """The longest stretch of changed rows, single unchanged ones between them allowed."""
    bands = [[rows[0]]]
    for y in rows[1:]:
        if y - bands[-1][-1] <= 2:
            bands[-1].append(y)
        else:
            bands.append([y])
    return max(bands, key=len)


def _first_change(old: Row, new: Row) -> int:
    return next((x for x, (was, is_) in enumerate(zip(old, new, strict=True)) if was != is_), len(new))
