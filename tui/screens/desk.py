"""Where one person stands in the house: what they see, what they opened, what was last answered.  No Textual here.

Events of the house go in through `take`; pages and actions read what is here and ask the house for things.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any

from attrs import evolve as replace
from attrs import frozen

from engine.errors import Refusal
from engine.facts import Eye
from engine.house import (
    Event,
    Goodbye,
    House,
    LobbyChanged,
    LobbyView,
    Notice,
    TableCard,
    TableChanged,
    TableGone,
)
from engine.prompt import Answer, Prompt
from engine.table import facts as f
from engine.table import moves as m
from engine.table.state import Params, Seat, TableState, Watcher
from engine.table.talk import may_say, open_scope
from tui.games import FACES
from tui.games.beats import fallen, falls_at, in_one
from tui.games.face import Choice, Face, Look
from tui.hosting.aside import Notifier
from tui.screens.calling import CALLS, NOTIFIERS, namer
from tui.screens.chat_log import ChatLog, Entry, house_entry, notice_entry
from tui.themes import DEFAULT as DEFAULT_THEME
from tui.themes import NAMES as THEME_NAMES
from tui.widgets.chat import HOUSE, ChatRow
from tui.widgets.draw import Drawing
from tui.words.catalogue import Lang, Param, Words
from tui.words.narration import called, refusal_text, speech_text

DEAD = "dead"
"""The lesson of a practice game for who has died in it."""

HASTE = 500
"""Milliseconds of a phase in which a key that answers was still meant for the phase before: about as long as it takes
to see that something has changed and to keep a finger back."""


@frozen
class Note:
    """What the status line says: a key of the catalogue, or a refusal; worded when it is drawn."""

    key: str = ""
    params: Mapping[str, Param] = {}
    refusal: Refusal | None = None

    def text(self, words: Words, game: str) -> str:
        """The sentence."""
        return refusal_text(words, self.refusal, game) if self.refusal else words(self.key, **self.params)


@frozen
class Question:
    """Something that the input line asks for in place of talk.  `label` and `hint` are keys; `run` takes the text."""

    label: str
    hint: str
    run: Callable[[str], Awaitable[None]]
    params: Mapping[str, Param] = {}


class Page:
    """One page: something to be read, chosen or changed.  It is made from the desk and may hold a cursor over some of
    its rows.  That of a place draws itself whole; for others see `tui.screens.page`."""

    name: str = ""
    """Key under `page.`: its title."""
    selects = False
    """Whether up and down move a cursor; otherwise they scroll."""
    outlasts = False
    """Whether it stays on top when the person comes to a table."""
    actions: tuple[str, ...] = ()
    """Names of the actions that are there for this page; a menu over the place has the footer to itself otherwise."""

    def __init__(self) -> None:
        self.cursor = 0

    @property
    def about(self) -> str:
        """The id of the game that the page is about, where it is not that of the table."""
        return ""

    def draw(self, desk: Desk, width: int, height: int) -> Drawing:
        """The page as rows of this width."""
        raise NotImplementedError

    def count(self, desk: Desk) -> int:
        """How many things the cursor can stand on."""
        return 0

    def move(self, desk: Desk, step: int) -> None:
        """Move the cursor, as far as there is anything."""
        self.cursor = max(0, min(self.cursor + step, self.count(desk) - 1))

    def enters(self, desk: Desk) -> str:
        """The key of the word for what Enter does now, "" if it does nothing."""
        return f"keys.enter-{self.name}"

    async def enter(self, desk: Desk) -> None:
        """Enter was pressed on the page."""
        desk.close()

    async def change(self, desk: Desk, step: int) -> None:
        """Left (-1) or right (+1) was pressed on what the cursor stands on."""


class Desk:
    """One person's place.  `pages` holds what lies over the place's own page, if anything."""

    def __init__(self, house: House, words: Words) -> None:
        self.house = house
        self.words = words
        self.lobby = LobbyView((), (), ())
        self._view: TableState | None = None
        self._worded: tuple[TableState, Lang, TableState] | None = None
        self.log = ChatLog()
        self.house_log: list[Entry] = []
        self.bases: Mapping[str, Page] = {}
        """The page of each place; a running game has a panel of its own instead."""
        self.ending: Callable[[], Page] | None = None
        """Makes the page that comes up when a game ends."""
        self.teaching: Callable[[str], Page] | None = None
        """Makes the page that explains a phase, or what it is to be dead."""
        self.practice = ""
        """The code of the table where the reader practises, "" for none."""
        self.taught: set[str] = set()
        """What has been explained there."""
        self.newcomer = False
        """Whether the reader has never dealt a game here."""
        self.pages: list[Page] = []
        self.parked: list[Page] = []
        """Pages put aside while the person talks."""
        self.note: Note | None = None
        self.question: Question | None = None
        self.before: Any = None
        """The play as it was before the open reveal, None for who came in the midst of it."""
        self.haste = HASTE
        """For how many ms of table time a phase that follows another takes no key that answers."""
        self._followed = 0
        """The number of the newest phase that followed another one before the reader's eyes."""
        self.hidden = False
        self.talk_only = False
        """Whether the reader wants only talk in the chat, and not what the house tells."""
        self.thin = bool(house.profile.thin)
        """Whether the reader wants as little as possible to be sent."""
        self.mouse = bool(house.profile.mouse)
        """Whether the reader wants to point and click."""
        self.theme = house.profile.theme if house.profile.theme in THEME_NAMES else DEFAULT_THEME
        self.goodbye = ""
        self.said = 0
        """How many lines the reader has said."""
        self.named_by = ""
        """The name of who has named the reader in what was taken in last; always "" if they do not want to know."""
        self.notes: Mapping[int, str] = {}
        self._notes_of = ("", 0)
        self._house_lines = 0
        self._in_lobby = False

    # --- what there is ----------------------------------------------------------------------------------

    @property
    def view(self) -> TableState | None:
        """What the reader knows of their table, with the names of bots in the reader's language."""
        view, lang = self._view, self.words.lang
        if view is None:
            return None
        if self._worded is None or self._worded[0] is not view or self._worded[1] != lang:
            self._worded = view, lang, _in_words(view, self.words)
        return self._worded[2]

    @view.setter
    def view(self, view: TableState | None) -> None:
        self._view = view

    @property
    def me(self) -> str:
        """The reader's eye."""
        return self.house.person.id

    @property
    def call(self) -> str:
        """When the reader wants to be called back to the screen: one of `CALLS`."""
        chosen = self.house.profile.call
        return chosen if chosen in CALLS else CALLS[0]

    @property
    def notify(self) -> Notifier:
        """By which notification."""
        return next((by for by in NOTIFIERS if by == self.house.profile.notify), NOTIFIERS[0])

    @property
    def place(self) -> str:
        """ "lobby", "room" (at a table, no game running) or "game"."""
        if self.view is None:
            return "lobby"
        return "game" if self.view.playing else "room"

    @property
    def base(self) -> Page | None:
        """The place's own page, None while a game runs."""
        return self.bases.get(self.place)

    @property
    def page(self) -> Page | None:
        """The page in sight, None when it is the game's panel."""
        return self.pages[-1] if self.pages else self.base

    @property
    def face(self) -> Face:
        """The face of the game at this table."""
        assert self.view is not None
        return FACES[self.view.rules.id]

    @property
    def game(self) -> str:
        """The id of the game at this table; in the lobby of the one that the page is about, or ""."""
        if self.view is not None:
            return self.view.rules.id
        return self.page.about if self.page is not None else ""

    def term(self, key: str) -> str:
        """The key of a general word, or of what this game says for it."""
        own = f"{self.game}.{key}"
        return own if own in self.words else key

    @property
    def look(self) -> Look:
        """What the game's panel draws from."""
        assert self.view is not None
        look = Look(self.words, self.view, self.me, self.hidden, self.notes, self.log.told)
        phase = self.view.phase
        if phase is None or not phase.reveals:
            return look
        elapsed, length = self.house.now() - phase.opened, phase.deadline - phase.opened
        if not self.view.playing:
            hands = len(self.view.cast)
            count = hands if self.thin else fallen(hands, elapsed, length)
            return replace(look, turned=count if count < hands else None)
        beats = self.face.beats(look)
        if self.thin:
            beats = in_one(self.words, beats)
        count = fallen(len(beats), elapsed, length)
        known = self.view if count == len(beats) or self.before is None else replace(self.view, play=self.before)
        return replace(look, view=known, beats=beats[:count], beats_all=len(beats))

    def next_beat(self) -> int | None:
        """In how many ms the next beat of the open reveal falls, or the next hand is turned over at an ending; None if
        there is none to come, or time stands."""
        view = self.view
        if view is None or view.phase is None or not view.phase.reveals or view.paused is not None:
            return None
        look = self.look
        count, most = (len(look.beats), look.beats_all) if view.playing else (look.turned, len(view.cast))
        if count is None or count == most:
            return None
        due = falls_at(count, most, view.phase.deadline - view.phase.opened)
        return max(1, view.phase.opened + due - self.house.now())

    @property
    def just_turned(self) -> bool:
        """Whether the open phase has only just followed on another.  All of it is public, so that it is the same for
        every seat."""
        phase = self.view.phase if self.view is not None else None
        if phase is None or self.view is None or self.view.paused is not None or phase.no != self._followed:
            return False
        return self.house.now() < phase.opened + self.haste

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The answers that one key gives now."""
        return self.face.choices(self.look) if self.place == "game" else ()

    @property
    def entries(self) -> list[Entry]:
        """The lines of the chat in sight."""
        return self.house_log if self.view is None else self.log.entries

    @property
    def seat(self) -> int | None:
        """The reader's seat at this table."""
        return self.view.seat_of(self.me) if self.view is not None else None

    @property
    def is_host(self) -> bool:
        """Whether the reader is the host of this table."""
        return self.view is not None and self.view.host == self.me

    @property
    def scope(self) -> f.Scope | None:
        """The chat that a typed line goes to at this table, None if it is closed."""
        return open_scope(self.view, self.me) if self.view is not None else None

    def card(self, code: str) -> TableCard | None:
        """A table of the lobby's list."""
        return next((card for card in self.lobby.tables if card.code == code), None)

    # --- what happens -----------------------------------------------------------------------------------

    def take(self, event: Event) -> list[Entry] | None:
        """Take in an event of the house.

        Returns:
            The new lines of the chat in sight, None when all of it has to be shown anew.
        """
        self.named_by = ""
        self.log.retold = False
        match event:
            case LobbyChanged():
                return self._take_lobby(event.view)
            case TableChanged():
                return self._take_table(event)
            case TableGone():
                return self._leave_table(event.reason)
            case Notice():
                return self._notice(event)
            case Goodbye():
                self.goodbye = event.code
        return []

    def _take_lobby(self, view: LobbyView) -> list[Entry]:
        self.lobby, before = view, self._house_lines
        fresh = [house_entry(line, self.house.person) for line in view.chat if line.number > before]
        self._house_lines = max([self._house_lines, *(line.number for line in view.chat)])
        self.house_log += fresh
        if self._in_lobby:
            self._listen((line.who, line.name, line.text) for line in view.chat if line.number > before)
        self._in_lobby = self.view is None
        return fresh if self.view is None else []

    def _take_table(self, event: TableChanged) -> list[Entry] | None:
        was = self.place
        entered = event.first or self.view is None
        if self.view is not None and event.view.phases != self.view.phases and self.note and not self.note.refusal:
            self.note = None  # it was about the phase before
        if entered:
            self.log = ChatLog()
            self.pages = [page for page in (*self.pages, *self.parked) if page.outlasts]
            self.parked = []
        phase = event.view.phase
        if phase is not None and phase.reveals and (self.view is None or self.view.phases != phase.no):
            self.before = self.view.play if self.view is not None and not entered else None
        before = self.view.phase if self.view is not None and self.view.playing and not entered else None
        if before is not None and phase is not None and before.no != phase.no:
            self._followed = phase.no
        self.view = event.view
        fresh = self.log.take(event.news, event.view, self.me)
        self._in_lobby = False
        if not event.first:
            said = [item.fact for item in event.news if isinstance(item.fact, f.Said | f.Spoke)]
            self._listen((fact.who, event.view.name_of(fact.who), self._text(fact)) for fact in said)
        if self.place != was:
            self._turn_over(was)
        if self.practice == event.view.code and (before is None or phase is None or before.no != phase.no):
            self._teach()
        return None if entered else fresh

    @property
    def lesson(self) -> str:
        """What there is to be explained of the moment in a practice game: its phase, or that the reader is dead; "" for
        nothing."""
        view, seat = self.view, self.seat
        if view is None or self.practice != view.code or not view.playing or view.phase is None or seat is None:
            return ""
        lesson = view.phase.name if seat in view.living else DEAD
        return lesson if f"{self.game}.lesson.{lesson}.what" in self.words and not view.phase.reveals else ""

    def _teach(self) -> None:
        """Another phase has opened in a practice game: explain it, if it is the first of its kind."""
        self.pages = [page for page in self.pages if page.name != "lesson"]
        lesson = self.lesson
        if lesson and lesson not in self.taught and self.teaching is not None:
            self.taught.add(lesson)
            self.pages.append(self.teaching(lesson))

    def _text(self, fact: f.Said | f.Spoke) -> str:
        return fact.text if isinstance(fact, f.Said) else speech_text(self.words, self.log.cast, fact)

    def _listen(self, lines: Iterable[tuple[Eye, str, str]]) -> None:
        """Find out who names the reader, if they want to know."""
        if self.call == "mentions":
            self.named_by = namer(self.house.person, lines)

    def _turn_over(self, was: str) -> None:
        """A game begins or ends: the page for it comes up."""
        self.note = self.question = None
        self.parked = []
        if self.place == "game":
            self.pages = []
            self.newcomer = False
        elif was == "game":
            self.pages = [self.ending()] if self.ending else []

    def _leave_table(self, reason: str) -> list[Entry] | None:
        self.view = None
        self.pages, self.parked = [], []
        self.question = None
        self.note = Note(f"gone.{reason}")
        return None

    def _notice(self, notice: Notice) -> list[Entry]:
        if notice.code == "guest":  # the house keeps the way back out of its notices, which are logged
            notice = replace(notice, params={**notice.params, "code": self.house.rejoin_code or ""})
        entry = notice_entry(notice)
        self.entries.append(entry)
        return [entry]

    def veiled(self, row: ChatRow) -> ChatRow:
        """A line of the chat; with secrets hidden without the reader's way back."""
        code = self.house.rejoin_code
        if not (self.hidden and code and row.kind in HOUSE and code in row.text):
            return row
        return replace(row, text=row.text.replace(code, self.words("lobby.code-hidden")))

    # --- what the person does ---------------------------------------------------------------------------

    async def attempt(self, asked: Awaitable[object]) -> bool:
        """Ask the house; a refusal becomes the note.  Whether it was done."""
        try:
            await asked
        except Refusal as refusal:
            self.note = Note(refusal=refusal)
            return False
        self.note = None
        return True

    async def act(self, move: m.Move) -> bool:
        """Make a move at the table."""
        return await self.attempt(self.house.act(move))

    async def say(self, text: str) -> bool:
        """Speak where one may speak now."""
        if self.view is None:
            return self._has_said(await self.attempt(self.house.say(text)))
        scope = self._scope_to_speak()
        return self._has_said(scope is not None and await self.act(m.Say(scope, text)))

    async def say_phrase(self, code: str, params: Params) -> bool:
        """Speak in a phrase where one may speak now."""
        scope = self._scope_to_speak()
        return self._has_said(scope is not None and await self.act(m.Phrase(scope, code, params)))

    def _has_said(self, done: bool) -> bool:
        self.said += done
        return done

    def _scope_to_speak(self) -> f.Scope | None:
        """The chat of the table that is open, None with a note why there is none."""
        if self.view is not None and self.scope is None:
            self.note = Note(refusal=may_say(self.view, self.me, "table"))
        return self.scope

    async def answer(self, choice: Choice) -> bool:
        """Give an answer, and say what was chosen."""
        prompt = choice.prompt
        done = await self.act(m.Answer(prompt.no, prompt.name, choice.values))
        if done and (warnings := prompt.warn(choice.values)):
            self.note = Note(f"{self.game}.warn.{warnings[0]}")
        return done

    async def hand_in(self, answers: Sequence[tuple[Prompt, Answer]]) -> None:
        """Give the answers of a form, up to the first that is refused.  What they risk its panel has told."""
        for prompt, values in answers:
            if not await self.act(m.Answer(prompt.no, prompt.name, values)):
                return

    async def recall(self) -> bool:
        """Open the notebook on the game that has come up, if it is another than before; whether it is."""
        if self.view is None or (self.view.code, self.view.game_no) == self._notes_of or not self.face.notebook:
            return False
        self._notes_of = self.view.code, self.view.game_no
        try:
            self.notes = await self.house.notes()
        except Refusal:  # the table was left meanwhile, or the disk fails
            self.notes = {}
        return True

    async def note_down(self, seat: int, mark: str) -> None:
        """Put a mark of the notebook on a seat, "" to take it away."""
        if await self.attempt(self.house.note(seat, mark)):
            self.notes = {**self.notes, seat: mark}

    def open(self, page: Page) -> None:
        """Show a page in place of whatever is open, so that Esc always leads back to the place itself."""
        self.pages, self.parked = [page], []
        self.note = None

    def park(self) -> None:
        """Put aside what is open, to talk; a question is answered first, or not at all."""
        self.parked, self.pages = self.pages, []

    def unpark(self) -> None:
        """Go on with what was put aside."""
        self.pages, self.parked = self.parked, []

    def close(self) -> bool:
        """Take the topmost page away; False if there was none."""
        if not self.pages:
            return False
        self.pages.pop()
        return True

    async def use(self, lang: Lang) -> None:
        """Speak another language from now on."""
        self.words = Words(lang)
        await self.attempt(self.house.keep(language=lang))

    async def use_thin(self, thin: bool) -> None:
        """Have little sent from now on, or everything, and say what that means."""
        self.thin = thin
        if await self.attempt(self.house.keep(thin=thin)):
            self.note = Note("note.thin" if thin else "note.full")

    async def use_mouse(self, mouse: bool) -> None:
        """Take the mouse from now on, or leave it to the terminal, and say what that means."""
        self.mouse = mouse
        if await self.attempt(self.house.keep(mouse=mouse)):
            self.note = Note("note.mouse" if mouse else "note.no-mouse")

    async def use_call(self, call: str) -> None:
        """Be called at these moments from now on, and say what that means."""
        if await self.attempt(self.house.keep(call=call)):
            self.note = Note(f"note.call-{call}")

    async def use_notify(self, by: Notifier) -> None:
        """Have a notification as well from now on, or none, and say what that means."""
        if await self.attempt(self.house.keep(notify=by)):
            self.note = Note("note.notify-off" if by == "off" else "note.notify")

    async def use_theme(self, name: str) -> None:
        """Have other colours from now on."""
        self.theme = name
        await self.attempt(self.house.keep(theme=name))

    def offer_thin(self) -> list[Entry]:
        """Tell the reader of the thin profile, unless they have chosen; the new lines of the chat in sight."""
        return [] if self.thin or self.house.profile.thin is not None else self._notice(Notice("slow-line", {}))


def _in_words(view: TableState, words: Words) -> TableState:
    """The view with the names that the house gave in the words of a language."""

    places: tuple[Seat | Watcher, ...] = (*view.seats, *view.cast, *view.watchers)
    if all(called(words, place.name) == place.name for place in places):
        return view

    def named(seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        return tuple(replace(seat, name=called(words, seat.name)) for seat in seats)

    watchers = tuple(replace(watcher, name=called(words, watcher.name)) for watcher in view.watchers)
    return replace(view, seats=named(view.seats), cast=named(view.cast), watchers=watchers)
