"""The lines of the chat panes: talk and what the house tells, ready in each language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.facts import Eye, Fact
from engine.house import HouseLine, News, Notice, Person
from engine.table import facts as f
from engine.table.state import REVEAL, TableState
from tui.games import FACES
from tui.games.face import Face
from tui.widgets.chat import MAX_ROWS, NO_TONE, ChatRow, Kind
from tui.widgets.form import KEYS
from tui.words.catalogue import LANGS, Lang, Words, words_of
from tui.words.names import is_named
from tui.words.narration import ROOM, Cast, Telling, Weight, folded, notice_text, speech_text, tell

Entry = Mapping[Lang, ChatRow]
"""One line in every language, so that a switch of language changes what was said before."""


class ChatLog:
    """What one eye was told at one table, line by line."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.cast = Cast()
        self.told: list[Fact] = []
        """The game's own facts since the last deal."""
        self.promised: dict[int, str] = {}
        """Game number -> the seal of its seed, as it was shown before the game."""
        self.retold = False
        """Whether what was taken in last has changed a line that was there before."""
        self._held: list[Entry] = []
        """What waits until the table has looked at it."""
        self._fold: list[Fact] = []
        """The facts of the last line, if it tells of the room and more may be folded into it."""
        self._folded: Entry = {}
        self._casts: dict[Lang, tuple[Cast, Cast]] = {}

    def take(self, news: Iterable[News], view: TableState, me: Eye) -> list[Entry]:
        """Tell new facts; the lines that they make."""
        fresh: list[Entry] = []
        self.retold = False
        for item in news:
            if released := self._released(item.fact):
                fresh += released
                self._fold = []
            face = FACES[self.cast.game or view.rules.id]  # the game that was played here then
            lines = [] if type(item.fact) in ROOM else self._lines(item, me, face)
            if type(item.fact) in ROOM:
                self._fold_in(item.fact, fresh, me)
            elif isinstance(item.fact, view.rules.facts):
                self._held += lines
            elif lines:
                fresh += lines
                self._fold = []
            if isinstance(item.fact, f.Committed):
                self.promised[item.fact.game_no] = item.fact.hash
            if isinstance(item.fact, f.Dealt | f.GameChanged):
                self.told = []
            elif isinstance(item.fact, view.rules.facts):
                self.told.append(item.fact)
            self.cast = self.cast.after(item.fact)
        self.entries = [*self.entries, *fresh][-MAX_ROWS:]
        return fresh

    def _fold_in(self, fact: Fact, fresh: list[Entry], me: Eye) -> None:
        """Tell of the room: in the last line, if nothing was told since, else in one more."""
        before, cast = self._folded if self._fold else None, self.cast.after(fact)
        self._fold = [*self._fold, fact]
        told = {lang: folded(words_of(lang), cast, self._fold) for lang in LANGS}
        self._folded = {lang: told_row(telling, me) for lang, telling in told.items()}
        if before is None:
            fresh.append(self._folded)
        elif any(entry is before for entry in fresh):
            fresh[:] = [self._folded if entry is before else entry for entry in fresh]
        else:
            self.entries = [self._folded if entry is before else entry for entry in self.entries]
            self.retold = True

    def _released(self, fact: Fact) -> list[Entry]:
        """What a game has told is said once the table goes on, not before a reveal has shown it."""
        if isinstance(fact, f.PhaseClosed | f.Ended) or (isinstance(fact, f.PhaseOpened) and fact.name != REVEAL):
            held, self._held = self._held, []
            return held
        return []

    def _lines(self, item: News, me: Eye, face: Face) -> list[Entry]:
        fact = item.fact
        if isinstance(fact, f.Said | f.Spoke):
            return [{lang: self._talk(words_of(lang), fact, me) for lang in LANGS}]
        told = {lang: self._tellings(words_of(lang), fact, face) for lang in LANGS}
        return [
            {lang: told_row(told[lang][n], me) for lang in LANGS}
            for n, telling in enumerate(told[LANGS[0]])
            if telling.weight != "detail"
        ]

    def _tellings(self, words: Words, fact: Fact, face: Face) -> list[Telling]:
        cast = self._cast_in(words)
        told = tell(words, cast, fact)
        return [told] if told else face.tell(words, cast, fact)

    def _talk(self, words: Words, fact: f.Said | f.Spoke, me: Eye) -> ChatRow:
        """A line of talk; before the name the key of the seat, or that the author speaks."""
        cast = self._cast_in(words)
        seat = cast.seat(fact.who)
        text = fact.text if isinstance(fact, f.Said) else speech_text(words, cast, fact)
        kind: Kind = "gallery" if fact.scope == "gallery" else "own" if fact.who == me else "talk"
        tag = KEYS[seat] if seat is not None else words("room.author") if fact.who == cast.author else ""
        named = fact.who != me and is_named(cast.names.get(me, ""), text)
        return ChatRow(tag, cast.name(fact.who), text, kind, seat if seat is not None else NO_TONE, named)

    def _cast_in(self, words: Words) -> Cast:
        """The cast in the words of a language, made anew when it changes."""
        made = self._casts.get(words.lang)
        if made is None or made[0] is not self.cast:
            made = self._casts[words.lang] = (self.cast, self.cast.in_words(words))
        return made[1]


def house_entry(line: HouseLine, me: Person) -> Entry:
    """A line of house chat."""
    kind: Kind = "own" if line.who == me.id else "talk"
    tone, named = sum(map(ord, line.name)), line.who != me.id and is_named(me.name, line.text)
    return dict.fromkeys(LANGS, ChatRow("", line.name, line.text, kind, tone, named))


def notice_entry(notice: Notice) -> Entry:
    """A sentence of the house to one person."""
    return {lang: ChatRow("", "", notice_text(words_of(lang), notice.code, notice.params), "welcome") for lang in LANGS}


def told_row(telling: Telling, me: Eye) -> ChatRow:
    """What the house tells, as a line; an alarm where it has met the reader."""
    kinds: dict[Weight, Kind] = {"news": "news", "death": "death", "win": "win"}
    kind = "alert" if telling.whom == me else kinds.get(telling.weight, "system")
    return ChatRow("", "", telling.text, kind)
