"""Love, or Nothing while it is played: the whiteboard, the morning's page, the secret rows, the form.

Every part has its place and height by what is public (phase, seats, size of the screen), for whoever looks.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.app import ComposeResult
from textual.events import Click
from textual.geometry import Offset, Region, Size, Spacing
from textual.layout import ArrangeResult, Layout, WidgetPlacement
from textual.widget import Widget

from engine.games.love.state import LovePlay
from tui.games.beats import beat_rows
from tui.games.choices import is_done, numbered
from tui.games.face import Choice, GamePanel, Look
from tui.games.love import forms, secret
from tui.games.love.board import rows_of, whiteboard
from tui.games.love.story import last_page
from tui.widgets.board import PAGE_KEYS, Board
from tui.widgets.draw import Drawing, Row, between, heading, paragraph, row
from tui.widgets.form import FormPane
from tui.widgets.grid import Grid
from tui.widgets.look import CHOSEN, FAINT, PLAIN, STRONG
from tui.words.catalogue import words_of
from tui.words.clean import show
from tui.words.narration import refusal_text
from tui.words.width import cells, crop

STICKY = 6
"""Columns of the board that stay: name, note, state, two cards, how often detective."""

_STORY_LEAST = 3
"""Under so many rows the morning's page is left to the chat."""

_REVEALED = 9
"""Rows for what a reveal turns over."""

_DAYS = {"less_than_sign": "left", "greater_than_sign": "right"}
"""Keys that move the board by days; left and right belong to the form."""


class Sharing(Layout):
    """Gives each part of the panel its rows, from top to bottom."""

    name = "sharing"

    def arrange(self, parent: Widget, children: list[Widget], size: Size, greedy: bool = True) -> ArrangeResult:
        """The parts' places in the panel."""
        assert isinstance(parent, LovePanel)
        placed, y = [], 0
        parent.shared = parent.share(size)
        for part, rows in zip(children, parent.shared, strict=True):
            margin = min(parent.margin(size), size.width) if part in (parent.board, parent.form) else 0
            region = Region(margin, y, size.width - margin, min(rows, size.height - y))
            placed.append(WidgetPlacement(region, Offset(), Spacing(), part))
            y += rows
        return placed


class LovePanel(GamePanel):
    """The left half of the table.  It hands keys on to the form and the board."""

    def __init__(self) -> None:
        super().__init__()
        self.look: Look | None = None
        self.refused = False
        """Whether the form was just handed in in vain."""
        self.pressed = False
        """Whether it was just handed in, or was to be."""
        self._page: Look | None = None
        """The moment that the day's page tells of."""
        self.board = Grid(sticky=STICKY, tail=True)
        self.story = Board()
        self.own = Board()
        self.heading = Board()
        self.form = FormPane(words_of("en"), answered=self._hand_in, changed=self._drafted, foot=1)
        self.plain = Board()
        self.shared: tuple[int, ...] = ()
        """The rows of each part as they were last laid out."""

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield from (self.board, self.story, self.own, self.heading, self.form, self.plain)

    @property
    def layout(self) -> Layout:
        """Rows by what is public."""
        return Sharing()

    def look_at(self, look: Look) -> None:
        """Draw this moment of the game; its keys work at once, also before there is room to draw in."""
        self.look = look
        self._ask(look)
        if not self.size:
            return
        width = self.size.width - self.margin(self.size)
        board = whiteboard(look, width)
        self.board.set_columns(board.columns)
        self.board.set_rows(board.rows)
        page = self._page_of(look)
        self.story.show(lambda width, height: Drawing(last_page(page, width, height)))
        self.heading.show(lambda width, height: Drawing([asked_title(look, width)]))
        self.plain.show(lambda width, height: Drawing(_plain(look, width, height)))
        self._draw_own()
        if self.share(self.size) != self.shared:
            self.board.refresh(layout=True)  # asked of a part: its parent is arranged anew

    def _page_of(self, look: Look) -> Look:
        """What the day's page is drawn from: in a reveal the moment before, since what happens is told below it."""
        if self._page is None or not look.reveals or self._page.words.lang != look.words.lang:
            self._page = look
        return self._page

    def on_resize(self) -> None:
        """Draw in the room there is."""
        if self.look is not None:
            self.look_at(self.look)

    def margin(self, size: Size) -> int:
        """Cells before the board and the form, as before every other text."""
        return int(size.width > forms.BESIDE)

    def share(self, size: Size) -> tuple[int, ...]:
        """Rows of each part; what is left over is the morning's page, if that is enough for it."""
        look = self.look
        if look is None:
            return (0,) * 6
        needed = _REVEALED if look.reveals else forms.rows(look, size.width - self.margin(size))
        asked = min(needed, max(2, size.height // 2))
        board = 1 + rows_of(look)
        story = size.height - board - secret.ROWS - 1 - asked
        if story < _STORY_LEAST:
            board, story = max(0, board + story), 0
        answering = self.form.form is not None
        return (board, story, secret.ROWS, 1, asked * answering, asked * (not answering))

    def _ask(self, look: Look) -> None:
        """Bring the form in line with what is asked."""
        form = forms.form(look, self.size.width - self.margin(self.size), pressed=self.pressed)
        if self.form.words.lang != look.words.lang:
            self.form.set_words(look.words)
        if form is None or self.form.form is None or form.id != self.form.form.id:
            self.refused = self.pressed = False
        self.form.set_form(form)

    def _draw_own(self) -> None:
        look = self.look
        assert look is not None
        self.own.show(lambda width, _: Drawing(secret.draw(look, self.form.values, width, refused=self.refused)))

    # --- keys -------------------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> bool:
        """The form's keys first, then the board's, which has the page keys as long as there is more of it; what neither
        uses goes on to the screen."""
        used = self.form.press(key, character)
        if not used and key in ("up", "down", *PAGE_KEYS, *_DAYS):
            used = self.board.press(_DAYS.get(key, key), None)
        if not used and self.form.form is None and key in ("left", "right", "home", "end"):
            used = self.board.press(key, None)
        return used

    def on_click(self, event: Click) -> None:
        """Press the key of the choice under the pointer; the form and the board see to themselves."""
        keys = [choice.key for choice in choices(self.look)] if self.look is not None else []
        if event.widget is self.plain and (key := self.plain.key_at(event.x, event.y, keys)) is not None:
            self.app.simulate_key(key)

    def _drafted(self, values: Mapping[str, str]) -> None:
        """Say at once what the draft would mean."""
        self.refused = self.pressed = False
        self._draw_own()

    def _hand_in(self, values: Mapping[str, str]) -> None:
        """Hand the form in, unless it would be refused: then the reason is told where nobody else looks."""
        look = self.look
        if look is None:
            return
        self.pressed = True
        self._ask(look)
        answers = forms.answers(look, values)
        refusal = next((r for prompt, values in answers if (r := prompt.check(values)) is not None), None)
        if refusal is None:
            self.answered(answers)
        elif answers[0][0].name == "guess":
            self.form.note(refusal_text(look.words, refusal, "love"))
        else:
            self.refused = True
            self._draw_own()


def asked_title(look: Look, width: int) -> Row:
    """The heading of the question; on the right that a person is the author, which everybody may know."""
    text = look.asked
    author = look.view.author
    if not author:
        return heading(text, width)
    note = crop(look.words("love.author.note", name=show(look.view.name_of(author))), width - cells(text) - 4)
    title = heading(text, width - cells(note) - 1)
    return between(title, row((note, STRONG), " "), width)


def hint(look: Look) -> str:
    """What goes on where no form is asked of the reader."""
    words, view = look.words, look.view
    play: LovePlay = view.play
    if view.paused is not None:
        key = "game.paused-short" if view.pause_is_short else "game.paused"
        return words(key, name=show(view.name_of(view.paused)))
    if view.phase is None:
        return ""
    detective = show(look.name(play.detective)) if play.detective is not None else ""
    return words(f"love.hint.{view.phase.name}", name=detective)


def _plain(look: Look, width: int, height: int) -> list[Row]:
    """What is revealed; else the choices of one key, and below them what to do or what goes on."""
    if look.reveals:
        return beat_rows(look.beats, width, height)
    rows: list[Row] = []
    for choice in numbered(look) if forms.question(look) is None else ():
        done = is_done(choice.prompt)
        mark = "✓" if done and not look.hidden else " "
        text = look.words("love.choice.done.yes")
        rows.append(row((f" {mark}", STRONG), (choice.key, STRONG), (f" {text} ", CHOSEN if done else PLAIN)))
    return [*rows, *paragraph(hint(look), width, FAINT)]


def choices(look: Look) -> tuple[Choice, ...]:
    """Answers of one key: "done" in a discussion.  Everything else is a form."""
    return numbered(look) if forms.question(look) is None else ()


def chose(look: Look, choice: Choice) -> str:
    """What one key said and how to take it back."""
    return look.words("love.chose.done", key=choice.key)
