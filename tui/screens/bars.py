"""The single rows around the page and the chat: what is being played and how long, who hears, what keys work."""

from __future__ import annotations

from engine.table.state import Phase
from tui.screens.actions import Action, available, key_name
from tui.screens.desk import Desk
from tui.screens.page import PalettePage, Reader
from tui.screens.place import NARROW
from tui.widgets.draw import BLANK, Row, between, heading, key_hint, row, row_cells
from tui.widgets.look import ACCENT, CHOSEN, FAINT, PLAIN, STRONG
from tui.words.clean import show
from tui.words.width import cells, fit

SCOPE = 10
"""Cells of the label before the input line."""

CLOCK = (10_000, 5_000, 1_000)
"""Above ten seconds the clock moves every five: enough to plan with, and cheap on a slow line."""

THIN_CLOCK = (20_000, 20_000, 5_000)
"""In the thin profile above twenty seconds every twenty, and every five below."""


def seconds_left(phase: Phase, now: int, *, thin: bool = False) -> int:
    """Seconds that the clock shows, rounded up to its steps; a countdown of a few seconds has no coarse ones."""
    left = max(0, phase.ends - now)
    limit, coarse, fine = THIN_CLOCK if thin and phase.countdown is None else CLOCK
    step = coarse if left > limit else fine
    return -(-left // step) * step // 1_000


def _watching(desk: Desk) -> list[str]:
    """How many watch; a human author has a part in the game."""
    view = desk.view
    count = sum(watcher.who != view.author for watcher in view.watchers) if view else 0
    return [desk.words("bar.watching", count=count)] if count else []


def bar(desk: Desk, width: int, *, narrow: bool) -> list[Row]:
    """The top: the game, its table, turn, phase, and the time that is left.  Two rows where it is narrow."""
    if desk.view is None:
        return _house_bar(desk, width, narrow=narrow)
    words, view = desk.words, desk.view
    title = _title(desk, width)
    if desk.place == "room":
        where = row("  ", words("bar.after", n=len(view.results)) if view.results else words("bar.room"))
        right = row(*_watching(desk), " ")
        return [title, row(" ", *where[1:])] if narrow else [between((*title, *where), right, width)]
    where = row("  ", *_phase(desk))
    clock = row((_clock(desk), STRONG), " ")
    if narrow:
        return [
            between(_title(desk, width - row_cells(clock) - 1), clock, width),
            between(row(" ", *where[1:]), row((desk.face.own(desk.look), PLAIN), " "), width),
        ]
    away = sum(seat.away for seat in view.seats)
    notes = [words("bar.away", count=away)] if away else []
    notes += _watching(desk)
    return [between((*title, *where), row(("  ".join(notes), PLAIN), "  ", *clock), width)]


def _title(desk: Desk, width: int) -> Row:
    """The game and its table; of a long name as much as fits."""
    assert desk.view is not None
    name = desk.words(f"{desk.game}.name")
    room = width - cells(desk.view.code) - 3
    return row(" ", (name if cells(name) <= room else fit(name, room), STRONG), f"  {desk.view.code}")


def _house_bar(desk: Desk, width: int, *, narrow: bool) -> list[Row]:
    words, person = desk.words, desk.house.person
    left = row(" ", ("Naisho 内緒", STRONG), f"  {words('bar.lobby')}")
    who = words("lobby.guest" if person.guest else "lobby.person", name=show(person.name))
    right = row(who, "  ", words("bar.here", count=len(desk.lobby.people)), " ")
    return [left, row(" ", *right)] if narrow else [between(left, right, width)]


def _phase(desk: Desk) -> Row:
    view, words = desk.view, desk.words
    assert view is not None
    if view.phase is None:
        return BLANK
    turn = words(f"{desk.game}.round", n=view.phase.round)
    return row((turn, STRONG), f"  {words(desk.term(f'phase.{view.phase.name}'))}")


def _clock(desk: Desk) -> str:
    view, words = desk.view, desk.words
    if view is None or view.phase is None:
        return ""
    if view.paused is not None:
        return words("bar.paused")
    if view.phase.reveals:
        return ""  # nobody has to hurry
    left = seconds_left(view.phase, desk.house.now(), thin=desk.thin)
    if view.phase.countdown is not None:
        return words("bar.closing", n=left)
    return words("bar.left", time=f"{left // 60}:{left % 60:02}")


def chat_title(desk: Desk, width: int) -> Row:
    """Whose chat this is and whether the reader may speak in it."""
    words = desk.words
    if desk.view is None:
        return heading(words("chat.house"), width)
    scope = desk.scope
    title = words(f"chat.{scope}" if scope else "chat.closed")
    return heading(words("chat.only", title=title) if desk.talk_only else title, width)


def scope_label(desk: Desk) -> str:
    """What stands before the input line: where a line goes, or what is asked for."""
    if desk.question is not None:
        return desk.words(f"{desk.question.label}.label")
    if desk.view is None:
        return desk.words("scope.house")
    return desk.words(f"scope.{desk.scope or 'closed'}")


def scope_row(desk: Desk, *, typing: bool) -> Row:
    """The label in its fixed room."""
    return row((f" {fit(scope_label(desk), SCOPE - 1)}", ACCENT if typing else FAINT))


def footer(desk: Desk, width: int, *, typing: bool, unread: int) -> Row:
    """The keys that work now, as many as fit, the most needed first; help is always among them."""
    hints = [_tab(desk, width, typing=typing, unread=unread)]
    if takes_all(desk):
        hints = _palette(desk) if desk.question is None else _question(desk)
    elif typing:
        hints += _typing(desk)
    else:
        hints += _page(desk)
    last = BLANK if takes_all(desk) else _help(desk, typing=typing)
    room = width - row_cells(last)
    shown = row(" ")
    for hint in hints:
        if row_cells((*shown, *hint)) + 2 * bool(last) > room:
            break
        shown = (*shown, *hint, ("  ", PLAIN))
    return (*shown, *last)


def _tab(desk: Desk, width: int, *, typing: bool, unread: int) -> Row:
    """Where the keys go: the half in brackets has them, and Tab leads to the other.  A tab has the screen to itself."""
    words = desk.words
    talk = words("keys.talk-new" if unread else "keys.talk", count=unread)
    if width < NARROW:
        return key_hint("Tab", words("keys.panel") if typing else talk)
    halves = ((words("keys.panel"), not typing), (talk, typing))
    return row(("Tab", STRONG), *(part for half, on in halves for part in _half(half, on=on)))


def _half(name: str, *, on: bool) -> Row:
    return row(" ", (f"[{name}]", CHOSEN) if on else (name, FAINT))


def footer_keys(desk: Desk) -> list[str]:
    """The keys that the footer can name, as Textual calls them."""
    actions = [key for action in available(desk) for key in (*action.keys[:1], *action.controls[:1])]
    return ["tab", "escape", "enter", *actions]


def takes_all(desk: Desk) -> bool:
    """Whether something is open that takes every letter, and Tab as well."""
    return desk.question is not None or isinstance(desk.page, PalettePage)


def _question(desk: Desk) -> list[Row]:
    return [_named(desk, "Enter", "keys.confirm"), _named(desk, "Esc", "keys.cancel")]


def _palette(desk: Desk) -> list[Row]:
    named = (("Esc", "keys.back"), ("↑↓", "keys.move"), ("Enter", "keys.choose"))
    return [_named(desk, key, name) for key, name in named]


def _help(desk: Desk, *, typing: bool) -> Row:
    """How to see all keys and commands."""
    if typing:
        return _named(desk, f"/{desk.words('slash.help')}", "keys.commands")
    return _named(desk, key_name("question_mark"), "action.help.label")


def _typing(desk: Desk) -> list[Row]:
    controls = [a for a in available(desk) if a.controls and a.footer and a.controls[0].startswith("ctrl+")]
    hints = [
        key_hint(key_name(a.controls[0]), desk.words(desk.term(f"action.{a.name}.label"))) for a in _ranked(controls)
    ]
    if desk.choices and not _paused(desk):
        hints.insert(0, _named(desk, f"/{digits(desk)}", "keys.answer"))
    return [_named(desk, "Enter", "keys.say"), *hints]


def _page(desk: Desk) -> list[Row]:
    hints: list[Row] = []
    page = desk.page
    if desk.pages:
        hints.append(_named(desk, "Esc", "keys.back"))
    if isinstance(page, Reader):
        hints.append(_named(desk, "↑↓", "keys.scroll"))
    elif page is not None and page.selects:
        hints += [_named(desk, "↑↓", "keys.move")] * (page.count(desk) > 1)
        hints += [_named(desk, "Enter", enters)] if (enters := page.enters(desk)) else []
    elif page is None and not _paused(desk):
        hints += _answers(desk)
    actions = [a for a in available(desk) if a.footer and (a.keys or a.controls)]
    if page is not None and desk.pages and not isinstance(page, Reader):
        actions = [a for a in actions if a.controls or a.name in page.actions]
    return hints + [
        key_hint(key_name((a.keys or a.controls)[0]), desk.words(desk.term(f"action.{a.name}.label")))
        for a in _ranked(actions)
    ]


def _answers(desk: Desk) -> list[Row]:
    """How to answer what the game asks: by one key each, or in a form; or to have seen enough of a reveal, in the same
    room, so that what follows stays where it is."""
    if desk.look.waits:
        room = cells(desk.words("keys.answer")) + 2
        return [key_hint(desk.words("keys.space"), fit(desk.words("action.seen.label"), room))]
    if desk.look.reveals:
        return [row(" " * (cells(desk.words("keys.answer")) + 4))]
    if desk.choices:
        return [_named(desk, digits(desk), "keys.answer")]
    if desk.look.prompts:
        return [_named(desk, "↑↓←→", "keys.choose"), _named(desk, "Enter", "keys.enter")]
    return []


def _paused(desk: Desk) -> bool:
    return desk.view is not None and desk.view.paused is not None


def _ranked(actions: list[Action]) -> list[Action]:
    return sorted(actions, key=lambda action: action.footer)


def _named(desk: Desk, key: str, name: str) -> Row:
    return key_hint(key, desk.words(name))


def digits(desk: Desk) -> str:
    """The keys of the choices that are open, as people read them."""
    return f"1-{desk.choices[-1].key}" if len(desk.choices) > 1 else "1"
