"""The lines of the chat panes: talk and what the house tells, ready in each language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve

from engine.facts import Eye, Fact
from engine.house import HouseLine, News, Notice
from engine.table import facts as f
from engine.table.state import REVEAL, TableState
from tui.games.face import Face
from tui.widgets.chat import MAX_ROWS, ChatRow, Kind
from tui.widgets.form import KEYS
from tui.words.catalogue import LANGS, Lang, Words, words_of
from tui.words.narration import COMINGS, Cast, Telling, Weight, fold, notice_text, person_name, speech_text, tell

GREETINGS = frozenset({"name-owned", "guest", "known-as"})
"""Notices that only say welcome."""

Entry = Mapping[Lang, ChatRow]
"""One line in every language, so that a switch of language changes what was said before."""


class ChatLog:
    """What one eye was told at one table, line by line."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.cast = Cast()
        self.told: list[Fact] = []
        """The game's own facts since the last deal."""
        self._run: list[Fact] = []
        """Comings and goings with nothing told between them, which are one line."""
        self._run_entry: Entry | None = None
        self._held: list[Entry] = []
        """What waits until the table has looked at it."""

    def take(self, news: Iterable[News], view: TableState, me: Eye, face: Face) -> list[Entry]:
        """Tell new facts; the lines that they make."""
        fresh: list[Entry] = []
        for item in news:
            fresh += self._released(item.fact)
            if type(item.fact) in COMINGS:
                self._come(item.fact, fresh)
                continue
            lines = self._lines(item, me, face)
            if isinstance(item.fact, view.rules.facts):
                self._held += lines
            else:
                fresh += lines
            if isinstance(item.fact, f.Dealt):
                self.told = []
            elif isinstance(item.fact, view.rules.facts):
                self.told.append(item.fact)
            self.cast = self.cast.after(item.fact)
        if fresh and fresh[0][LANGS[0]].folds:
            self.entries.pop()
        self.entries = [*self.entries, *map(_unfolding, fresh)][-MAX_ROWS:]
        if fresh and self._run_entry is fresh[-1]:
            self._run_entry = self.entries[-1]
        return fresh

    def _come(self, fact: Fact, fresh: list[Entry]) -> None:
        """Somebody comes or goes: a new line, or the last one told anew with this in it."""
        last = fresh[-1] if fresh else self.entries[-1] if self.entries else None
        again = last is not None and last is self._run_entry
        self._run = [*self._run, fact] if again else [fact]
        before, self.cast = self.cast, self.cast.after(fact)
        entry = {}
        for lang in LANGS:
            words = words_of(lang)
            told = (
                fold(words, self.cast.in_words(words), self._run)
                if again
                else tell(words, before.in_words(words), fact)
            )
            assert told is not None
            entry[lang] = told_row(told)
        if again and not fresh:
            entry = {lang: evolve(row, folds=True) for lang, row in entry.items()}
        elif again:
            entry = {lang: evolve(row, folds=fresh[-1][lang].folds) for lang, row in entry.items()}
            fresh.pop()
        fresh.append(entry)
        self._run_entry = entry

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
            {lang: told_row(told[lang][n]) for lang in LANGS}
            for n, telling in enumerate(told[LANGS[0]])
            if telling.weight != "detail"
        ]

    def _tellings(self, words: Words, fact: Fact, face: Face) -> list[Telling]:
        cast = self.cast.in_words(words)
        told = tell(words, cast, fact)
        return [told] if told else face.tell(words, cast, fact)

    def _talk(self, words: Words, fact: f.Said | f.Spoke, me: Eye) -> ChatRow:
        """A line of talk; before the name the key of the seat, or that the author speaks."""
        seat = self.cast.seat(fact.who)
        text = fact.text if isinstance(fact, f.Said) else speech_text(words, self.cast.in_words(words), fact)
        kind: Kind = "gallery" if fact.scope == "gallery" else "own" if fact.who == me else "talk"
        tag = KEYS[seat] if seat is not None else words("room.author") if fact.who == self.cast.author else ""
        return ChatRow(tag, person_name(words, self.cast.name(fact.who)), text, kind, tone=seat or 0)


def _unfolding(entry: Entry) -> Entry:
    """A line as it stands on its own."""
    return {lang: evolve(row, folds=False) for lang, row in entry.items()}


def house_entry(line: HouseLine, me: Eye) -> Entry:
    """A line of house chat."""
    kind: Kind = "own" if line.who == me else "talk"
    tone = sum(map(ord, line.name))
    return dict.fromkeys(LANGS, ChatRow("", line.name, line.text, kind, tone))


def notice_entry(notice: Notice) -> Entry:
    """A sentence of the house to one person."""
    kind: Kind = "system" if notice.code in GREETINGS else "news"
    return {lang: ChatRow("", "", notice_text(words_of(lang), notice.code, notice.params), kind) for lang in LANGS}


def told_row(telling: Telling) -> ChatRow:
    """What the house tells, as a line."""
    kinds: dict[Weight, Kind] = {"news": "news", "won": "won", "alert": "alert"}
    return ChatRow("", "", telling.text, kinds.get(telling.weight, "system"))
