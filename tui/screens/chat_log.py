"""The lines of the chat panes: talk and what the house tells, ready in each language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.facts import Eye, Fact
from engine.house import HouseLine, News, Notice
from engine.table import facts as f
from engine.table.state import REVEAL, TableState
from tui.games import FACES
from tui.games.face import Face
from tui.widgets.chat import MAX_ROWS, ChatRow, Kind
from tui.widgets.form import KEYS
from tui.words.catalogue import LANGS, Lang, Words, words_of
from tui.words.narration import Cast, Telling, Weight, notice_text, speech_text, tell

Entry = Mapping[Lang, ChatRow]
"""One line in every language, so that a switch of language changes what was said before."""


class ChatLog:
    """What one eye was told at one table, line by line."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.cast = Cast()
        self.told: list[Fact] = []
        """The game's own facts since the last deal."""
        self._held: list[Entry] = []
        """What waits until the table has looked at it."""

    def take(self, news: Iterable[News], view: TableState, me: Eye) -> list[Entry]:
        """Tell new facts; the lines that they make."""
        fresh: list[Entry] = []
        for item in news:
            fresh += self._released(item.fact)
            face = FACES[self.cast.game or view.rules.id]  # the game that was played here then
            lines = self._lines(item, me, face)
            if isinstance(item.fact, view.rules.facts):
                self._held += lines
            else:
                fresh += lines
            if isinstance(item.fact, f.Dealt | f.GameChanged):
                self.told = []
            elif isinstance(item.fact, view.rules.facts):
                self.told.append(item.fact)
            self.cast = self.cast.after(item.fact)
        self.entries = [*self.entries, *fresh][-MAX_ROWS:]
        return fresh

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
        cast = self.cast.in_words(words)
        told = tell(words, cast, fact)
        return [told] if told else face.tell(words, cast, fact)

    def _talk(self, words: Words, fact: f.Said | f.Spoke, me: Eye) -> ChatRow:
        """A line of talk; before the name the key of the seat, or that the author speaks."""
        cast = self.cast.in_words(words)
        seat = cast.seat(fact.who)
        text = fact.text if isinstance(fact, f.Said) else speech_text(words, cast, fact)
        kind: Kind = "gallery" if fact.scope == "gallery" else "own" if fact.who == me else "talk"
        tag = KEYS[seat] if seat is not None else words("room.author") if fact.who == cast.author else ""
        return ChatRow(tag, cast.name(fact.who), text, kind, tone=seat or 0)


def house_entry(line: HouseLine, me: Eye) -> Entry:
    """A line of house chat."""
    kind: Kind = "own" if line.who == me else "talk"
    tone = sum(map(ord, line.name))
    return dict.fromkeys(LANGS, ChatRow("", line.name, line.text, kind, tone))


def notice_entry(notice: Notice) -> Entry:
    """A sentence of the house to one person."""
    return {lang: ChatRow("", "", notice_text(words_of(lang), notice.code, notice.params), "welcome") for lang in LANGS}


def told_row(telling: Telling, me: Eye) -> ChatRow:
    """What the house tells, as a line; an alarm where it has met the reader."""
    kinds: dict[Weight, Kind] = {"news": "news", "death": "death", "win": "win"}
    kind = "alert" if telling.whom == me else kinds.get(telling.weight, "system")
    return ChatRow("", "", telling.text, kind)
