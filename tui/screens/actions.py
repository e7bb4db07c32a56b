"""Everything that can be done with a key, declared once: keys, footer, slash commands and help come from here.

Letters work while the left half has the focus; control keys work beside typing; a command works in the input
line of any terminal.  Arrows, Enter and the digits of choices belong to the pages.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

from attrs import frozen

from engine.errors import Refusal
from engine.table import moves as m
from tui.games.face import Choice
from tui.screens import before
from tui.screens.asking import BotPage, CallPage, ConfirmPage, LeavePage, NotifyPage, ThemePage
from tui.screens.create import CreatePage
from tui.screens.desk import Desk, Note, Page, Question
from tui.screens.fair import FairPage
from tui.screens.lobby import LobbyPage, go_to
from tui.screens.notebook import NotebookPage
from tui.screens.page import PalettePage
from tui.screens.phrases import PhrasePage
from tui.screens.practice import explain, practise
from tui.screens.reading import CreditsPage, HelpPage, HistoryPage, PeoplePage, ResultPage
from tui.screens.room import Item, RoomPage
from tui.screens.rulebook import RulesPage
from tui.screens.standing import StandingPage, standing
from tui.words.catalogue import LANGS, words_of

Run = Callable[[Desk, str], Awaitable[None]]

PALETTE = "palette"
"""The action that opens the palette, which is not in it."""

QUIT = "quit"
"""The action that leaves the house, which works everywhere."""

EXTENSION = 60
"""Seconds that an author gives with one key: a minute, the unit in which people ask for more."""


@frozen
class Action:
    """One thing to do.

    `name` has its words under `action.NAME` (label and help) and `slash.NAME`.  `keys` work on the left half,
    `controls` everywhere; `places` are where it exists ("lobby", "room", "game"), `when` whether it makes sense now.
    `run` takes the text behind a slash command ("" for a key).  `footer`: its rank there, 0 keeps it out.
    """

    name: str
    run: Run
    keys: tuple[str, ...] = ()
    controls: tuple[str, ...] = ()
    places: tuple[str, ...] = ("lobby", "room", "game")
    when: Callable[[Desk], bool] = lambda desk: True
    footer: int = 0


def available(desk: Desk) -> list[Action]:
    """The actions that make sense where the person is now."""
    return [action for action in ACTIONS if desk.place in action.places and action.when(desk)]


def named(desk: Desk, name: str) -> Action | None:
    """The action of this name, if it makes sense now."""
    return next((a for a in available(desk) if a.name == name), None)


def by_key(desk: Desk, key: str, *, typing: bool) -> Action | None:
    """The action of a key, if it works now."""
    return next((a for a in available(desk) if key in a.controls or (not typing and key in a.keys)), None)


def by_command(desk: Desk, name: str) -> Action | None:
    """The action of a slash command, in any language."""
    names = {action.name: {words_of(lang)(f"slash.{action.name}") for lang in LANGS} for action in ACTIONS}
    here = [action for action in available(desk) if name in names[action.name]]
    return here[0] if here else None


def keys_of(action: Action) -> str:
    """Its keys as people read them."""
    return " ".join(map(key_name, (*action.keys[:1], *action.controls[:1])))


def _keys(desk: Desk) -> list[tuple[str, str]]:
    return [(keys_of(action), action.name) for action in available(desk)]


def key_name(key: str) -> str:
    """A key as people read it."""
    names = {"question_mark": "?", "escape": "Esc", "enter": "Enter", "tab": "Tab", "slash": "/", "space": "␣"}
    if key.startswith("ctrl+"):
        return f"^{key[-1].upper()}"
    return names.get(key, key.upper() if len(key) > 1 else key)


async def run_command(desk: Desk, line: str) -> bool:
    """Do what a line that begins with a slash says; False if it stays in the line to be corrected."""
    name, _, rest = line[1:].partition(" ")
    name = name.casefold()
    choice = next((c for c in desk.choices if c.key == name), None) or _by_game(desk, name)
    if choice is not None and name[:1].isdecimal() and desk.just_turned:  # the number of another choice a moment ago
        desk.note = too_soon(name)
        return False
    if choice is not None:
        return await desk.answer(choice)
    action = by_command(desk, name)
    if action is None:
        desk.note = Note("note.unknown-command", {"name": name})
        return False
    desk.note = None
    await action.run(desk, rest.strip())
    return desk.note is None or desk.note.refusal is None


def too_soon(key: str) -> Note:
    """That a key did nothing, because the phase it may have been meant for is just over."""
    return Note("note.too-soon", {"key": key_name(key)})


def _by_game(desk: Desk, name: str) -> Choice | None:
    if desk.place != "game":
        return None
    commands = desk.face.commands(desk.look)
    return next((c for key, c in commands.items() if name in {words_of(lang)(key) for lang in LANGS}), None)


# --- what they do -------------------------------------------------------------------------------------


def _open(page: Callable[[], Page]) -> Run:
    async def run(desk: Desk, text: str) -> None:
        fresh = page()
        if desk.pages and type(desk.pages[-1]) is type(fresh):
            desk.close()
        else:
            desk.open(fresh)

    return run


def _move(move: Callable[[], m.Move]) -> Run:
    async def run(desk: Desk, text: str) -> None:
        await desk.act(move())

    return run


async def _create(desk: Desk, text: str) -> None:
    last = await before.remembered(desk)
    desk.open(CreatePage(before.in_order(desk.house.games, last), last))


async def _join(desk: Desk, text: str) -> None:
    if text:
        await go_to(desk, text)
    else:
        desk.question = Question("ask.code", "ask.code-hint", lambda code: _enter(desk, code))


async def _enter(desk: Desk, code: str) -> None:
    if not await go_to(desk, code) and desk.note is not None and desk.note.refusal is not None:
        raise desk.note.refusal


async def _watch(desk: Desk, text: str) -> None:
    card = desk.base.chosen(desk) if isinstance(desk.base, LobbyPage) else None
    code = text or (card.code if card else "")
    if code:
        await go_to(desk, code, sit=False)


async def _rejoin(desk: Desk, text: str) -> None:
    if text:
        await desk.attempt(desk.house.rejoin(text))
    else:
        desk.question = Question("ask.rejoin", "ask.rejoin-hint", desk.house.rejoin)


async def _language(desk: Desk, text: str) -> None:
    await desk.use(LANGS[(LANGS.index(desk.words.lang) + 1) % len(LANGS)])


async def _thin(desk: Desk, text: str) -> None:
    await desk.use_thin(not desk.thin)


async def _theme(desk: Desk, text: str) -> None:
    desk.open(ThemePage(desk))


async def _call(desk: Desk, text: str) -> None:
    desk.open(CallPage(desk))


async def _notify(desk: Desk, text: str) -> None:
    desk.open(NotifyPage(desk))


async def _mouse(desk: Desk, text: str) -> None:
    await desk.use_mouse(not desk.mouse)


async def _palette(desk: Desk, text: str) -> None:
    desk.open(PalettePage())


async def _filter(desk: Desk, text: str) -> None:
    desk.talk_only = not desk.talk_only


async def _hide(desk: Desk, text: str) -> None:
    desk.hidden = not desk.hidden


async def _quit(desk: Desk, text: str) -> None:
    """Ask, over whatever is open; where nobody waits for them, asking for it again is an answer."""
    sure = ConfirmPage("quit" if desk.place == "game" and _has_part(desk) else "go", _go)
    asked = desk.page
    if not isinstance(asked, ConfirmPage) or asked.then is not _go:
        desk.question = desk.note = None
        desk.pages = [*(page for page in desk.pages if not isinstance(page, PalettePage)), sure]
    elif sure.key == "go":
        await _go(desk)


async def _go(desk: Desk) -> None:
    desk.goodbye = "quit"


async def _ready(desk: Desk, text: str) -> None:
    if await desk.act(m.Ready(text)):
        desk.pages.clear()


async def _lucky(desk: Desk, text: str) -> None:
    desk.question = Question("ask.word", "ask.word-hint", lambda word: desk.house.act(m.Ready(word)))


async def _start(desk: Desk, text: str) -> None:
    await desk.act(m.Start())


async def _bot(desk: Desk, text: str) -> None:
    desk.open(BotPage())


async def _remove(desk: Desk, text: str) -> None:
    await _with_person(desk, text, m.Remove)


async def _hand_over(desk: Desk, text: str) -> None:
    await _with_person(desk, text, m.HandOver)


async def _with_person(desk: Desk, text: str, move: Callable[[str], m.Move]) -> None:
    """Do something with the person named, else with the one under the cursor."""
    assert desk.view is not None
    item = desk.base.item(desk) if isinstance(desk.base, RoomPage) else None
    who = item.who if item is not None and not text else ""
    if text:
        who = next((p.who for p in desk.view.everybody if p.name.casefold() == text.casefold()), "")
    if who:
        await desk.act(move(who))
    else:
        desk.note = Note(refusal=Refusal("no-such-person"))


async def _leave(desk: Desk, text: str) -> None:
    if desk.place == "game" and _seated(desk):
        desk.open(LeavePage())
    elif desk.place == "game":
        await desk.attempt(desk.house.step_out())
    else:
        await desk.act(m.LeaveTable())


async def _pause(desk: Desk, text: str) -> None:
    assert desk.view is not None
    await desk.act(m.Pause(desk.me not in desk.view.pause_wanted))


async def _void(desk: Desk, text: str) -> None:
    assert desk.view is not None
    if desk.me in desk.view.void_wanted:
        await desk.act(m.VoteVoid(False))
    else:
        desk.open(ConfirmPage("void", _vote_void))


async def _vote_void(desk: Desk) -> None:
    await desk.act(m.VoteVoid())


async def _give_chair(desk: Desk, text: str) -> None:
    await _with_person(desk, text, m.GiveChair)


async def _seen(desk: Desk, text: str) -> None:
    assert desk.view is not None
    await desk.act(m.Skip(desk.view.phases))


async def _extend(desk: Desk, text: str) -> None:
    assert desk.view is not None
    seconds = int(text) if text.isdecimal() else EXTENSION
    await desk.act(m.Extend(desk.view.phases, seconds))


async def _close_talk(desk: Desk, text: str) -> None:
    assert desk.view is not None
    await desk.act(m.CloseTalk(desk.view.phases))


async def _open_table(desk: Desk, text: str) -> None:
    if isinstance(desk.page, CreatePage):
        await desk.page.open_table(desk)


def _is_creating(desk: Desk) -> bool:
    return isinstance(desk.page, CreatePage)


def _at_table(item: Callable[[Item], bool]) -> Callable[[Desk], bool]:
    """Whether the reader is host and the cursor stands on such an item."""

    def when(desk: Desk) -> bool:
        chosen = desk.base.item(desk) if isinstance(desk.base, RoomPage) else None
        return desk.is_host and chosen is not None and item(chosen)

    return when


def _others(desk: Desk) -> Callable[[Item], bool]:
    return lambda item: bool(item.who) and item.who != desk.me


def _seated(desk: Desk) -> bool:
    return desk.seat is not None


def _is_ready(desk: Desk) -> bool:
    return desk.view is not None and desk.seat is not None and desk.view.seats[desk.seat].ready


def _paused(desk: Desk) -> bool:
    return desk.view is not None and desk.view.paused is not None


def _lives(desk: Desk) -> bool:
    return desk.view is not None and desk.view.lives(desk.me)


def _may_pause(desk: Desk) -> bool:
    return not _paused(desk) and (_lives(desk) or _is_author(desk))


def _may_resume(desk: Desk) -> bool:
    view = desk.view
    return view is not None and _paused(desk) and (_lives(desk) or desk.me in (view.paused, view.host, view.author))


def _has_secrets(desk: Desk) -> bool:
    return (desk.place == "game" and _has_part(desk)) or desk.house.rejoin_code is not None


def _is_author(desk: Desk) -> bool:
    return desk.view is not None and desk.view.author == desk.me


def _has_part(desk: Desk) -> bool:
    return _seated(desk) or _is_author(desk)


def _has_chair(desk: Desk) -> bool:
    view = desk.view
    return view is not None and view.rules.author and not view.author and desk.me not in view.chair_wanted


def _may_leave_chair(desk: Desk) -> bool:
    return desk.view is not None and (_is_author(desk) or desk.me in desk.view.chair_wanted)


def _after_game(desk: Desk) -> bool:
    return desk.view is not None and desk.view.outcome is not None


def _may_get_ready(desk: Desk) -> bool:
    return _seated(desk) and not _is_ready(desk)


def _may_give_chair(desk: Desk) -> bool:
    return desk.is_host and desk.view is not None and bool(desk.view.chair_wanted) and not desk.view.author


def _has_phrases(desk: Desk) -> bool:
    return desk.view is not None and bool(desk.view.rules.phrases) and desk.scope is not None


def _directs_talk(desk: Desk) -> bool:
    return _is_author(desk) and desk.view is not None and desk.view.phase is not None and desk.view.phase.talk


def _may_see(desk: Desk) -> bool:
    """Whether the table waits for the reader to have seen enough."""
    view = desk.view
    phase = view.phase if view is not None else None
    return phase is not None and phase.reveals and _lives(desk) and desk.me not in phase.seen


def _may_go_on(desk: Desk) -> bool:
    view = desk.view
    return view is not None and view.may_go_on and desk.me in view.company and desk.me not in view.go_on_wanted


def _goes_on(desk: Desk) -> bool:
    return desk.view is not None and desk.me in desk.view.go_on_wanted


ACTIONS: tuple[Action, ...] = (
    Action("open", _open_table, ("o",), places=("lobby",), when=_is_creating, footer=1),
    Action("play", before.play, ("p",), places=("lobby",), when=lambda desk: not _is_creating(desk), footer=1),
    Action("practise", practise, ("l",), places=("lobby",), when=lambda desk: not _is_creating(desk), footer=4),
    Action("create", _create, ("c",), places=("lobby",), when=lambda desk: not _is_creating(desk), footer=1),
    Action("join", _join, ("j",), places=("lobby",), footer=2),
    Action("watch", _watch, ("w",), places=("lobby",), when=lambda desk: bool(desk.lobby.tables), footer=3),
    Action("start", _start, ("s",), places=("room",), when=lambda desk: desk.is_host, footer=2),
    Action("again", _ready, ("r",), places=("room",), when=lambda d: _may_get_ready(d) and _after_game(d), footer=1),
    Action(
        "ready", _ready, ("r",), places=("room",), when=lambda d: _may_get_ready(d) and not _after_game(d), footer=1
    ),
    Action("unready", _move(m.Unready), ("r",), places=("room",), when=_is_ready, footer=1),
    Action("lucky", _lucky, ("w",), places=("room",), when=_seated, footer=4),
    Action("fill", before.fill, ("A",), places=("room",), when=before.may_fill, footer=3),
    Action("bot", _bot, ("a",), places=("room",), when=before.may_fill, footer=3),
    Action("sit", _move(m.Sit), ("d",), places=("room",), when=before.opening("free", "bot"), footer=1),
    Action("want-seat", _move(m.WantSeat), ("d",), places=("room",), when=before.may_wait, footer=1),
    Action("stand", _move(m.Stand), ("u",), places=("room",), when=_seated, footer=8),
    Action("remove", _remove, ("x",), places=("room",), when=lambda d: _at_table(_others(d))(d), footer=4),
    Action("swap", before.swap, ("c",), places=("room",), when=before.may_swap, footer=6),
    Action("game", before.another_game, ("g",), places=("room",), when=lambda desk: desk.is_host, footer=6),
    Action("hand-over", _hand_over, ("o",), places=("room",), when=lambda d: _at_table(_others(d))(d), footer=4),
    Action(
        "result", _open(ResultPage), ("e",), places=("room",), when=lambda d: bool(d.view and d.view.outcome), footer=5
    ),
    Action("fair", _open(FairPage), ("f",), places=("room",), when=lambda d: bool(d.view and d.view.opened), footer=6),
    Action("give-chair", _give_chair, ("y",), places=("room",), when=_may_give_chair, footer=1),
    Action("chair", _move(m.TakeChair), ("y",), places=("room",), when=_has_chair, footer=8),
    Action("leave-chair", _move(m.LeaveChair), ("u",), places=("room",), when=_may_leave_chair, footer=8),
    Action("extend", _extend, ("e",), places=("game",), when=_directs_talk, footer=1),
    Action("close-talk", _close_talk, ("f",), places=("game",), when=_directs_talk, footer=1),
    Action("seen", _seen, ("space",), places=("game",), when=_may_see),
    Action("go-on", _move(m.GoOn), ("g",), ("ctrl+g",), places=("game",), when=_may_go_on, footer=1),
    Action("wait", _move(partial(m.GoOn, yes=False)), ("g",), ("ctrl+g",), places=("game",), when=_goes_on, footer=1),
    Action("standing", _open(StandingPage), ("w",), places=("game",), when=lambda d: standing(d) is not None, footer=2),
    Action("history", _open(HistoryPage), ("t",), ("ctrl+t",), places=("game",), footer=2),
    Action("phrases", _open(PhrasePage), ("u",), places=("game",), when=_has_phrases, footer=6),
    Action("explain", explain, ("L",), places=("game",), when=lambda desk: bool(desk.lesson), footer=5),
    Action("notebook", _open(NotebookPage), ("n",), places=("game",), when=lambda d: bool(d.face.notebook), footer=4),
    Action("hide", _hide, ("i",), ("ctrl+x", "f9"), when=lambda d: _has_secrets(d) and not d.hidden, footer=3),
    Action("show", _hide, ("i",), ("ctrl+x", "f9"), when=lambda d: _has_secrets(d) and d.hidden, footer=3),
    Action("talk-only", _filter, (), ("ctrl+o", "f3"), places=("room", "game"), when=lambda d: not d.talk_only),
    Action("all-lines", _filter, (), ("ctrl+o", "f3"), places=("room", "game"), when=lambda d: d.talk_only, footer=8),
    Action("pause", _pause, ("p",), places=("game",), when=_may_pause, footer=9),
    Action("resume", _move(m.Resume), ("p",), places=("game",), when=_may_resume, footer=1),
    Action("void", _void, ("v",), places=("game",), when=_has_part, footer=10),
    Action("leave", _leave, ("l",), places=("room", "game"), footer=7),
    Action("rules", _open(RulesPage), ("b",), ("ctrl+r",), footer=5),
    Action("people", _open(PeoplePage), ("m",), footer=11),
    Action("help", _open(lambda: HelpPage(_keys)), ("question_mark", "h"), ("f1",)),
    Action("credits", _open(CreditsPage), ("k",), places=("lobby",), footer=9),
    Action("rejoin", _rejoin, ("g",), places=("lobby",), when=lambda desk: desk.house.person.guest, footer=8),
    Action("language", _language, (), ("ctrl+l", "f2"), footer=7),
    Action("thin", _thin, (), ("ctrl+n",)),
    Action("theme", _theme),
    Action("mouse", _mouse),
    Action("call", _call),
    Action("notify", _notify),
    Action(PALETTE, _palette, (), ("ctrl+p",), footer=13),
    Action(QUIT, _quit, ("q",), ("ctrl+q", "ctrl+c"), footer=12),
)
"""The table of actions.  Where two share a key, the first that makes sense has it."""


HOSTS = {
    "start": "",
    "fill": "table-full",
    "bot": "table-full",
    "remove": "no-such-person",
    "hand-over": "no-such-person",
    "swap": "no-such-seats",
    "game": "",
    "give-chair": "chair-not-wanted",
}
"""Actions of the host, and the refusal that says why the host cannot do them now."""

OTHERS = {
    "result": "no-finished-game",
    "ready": "not-seated",
    "lucky": "not-seated",
    "stand": "not-seated",
    "chair": "no-chair",
    "extend": "author-only",
    "close-talk": "author-only",
    "go-on": "go-on-not-now",
    "phrases": "talk-closed",
    "pause": "pause-not-yours",
    "void": "not-seated",
}
"""The same for the actions of everybody."""


def why_not(desk: Desk, key: str) -> Refusal | None:
    """Why the action of a key, if there is one at this place, cannot be done now; None where that is not known."""
    for action in ACTIONS:
        if key not in action.keys or desk.place not in action.places:
            continue
        code = OTHERS.get(action.name, "")
        if action.name in HOSTS:
            code = HOSTS[action.name] if desk.is_host else "host-only"
        if code:
            return Refusal(code, most=desk.view.rules.most if desk.view is not None else 0)
    return None
