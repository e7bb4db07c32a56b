"""What each eye at a table was shown, and the view folded from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import define, field

from engine.facts import Eye, News, Record
from engine.table.state import Rules, TableState, evolve

SeenBy = Mapping[Eye, list[News]]
"""The news of each eye that saw something."""


@define(eq=False)
class Sight:
    """One eye: its view, and how many facts it was shown.  It numbers them itself, without gaps."""

    view: TableState
    count: int = 0

    def see(self, record: Record) -> News:
        """Fold a fact that the eye may see."""
        self.view = evolve(self.view, record.fact)
        self.count += 1
        return News(self.count, record.at, record.fact)


@define(eq=False)
class Eyes:
    """All eyes that ever looked, over one log.  An eye that looks late is shown everything that it may see."""

    _rules: Rules
    _games: Mapping[str, Rules] = field(factory=dict)
    log: list[Record] = field(factory=list)
    _sights: dict[Eye, Sight] = field(factory=dict)

    def see(self, records: Iterable[Record]) -> SeenBy:
        """Show new records to every eye that looks and may see them; the news of each that saw something."""
        news: dict[Eye, list[News]] = {}
        for record in records:
            self.log.append(record)
            for eye, sight in self._sights.items():
                if record.audience.sees(eye):
                    news.setdefault(eye, []).append(sight.see(record))
        return news

    def view(self, eye: Eye) -> TableState:
        """What an eye knows; from now on it looks."""
        return self._sight(eye).view

    def history(self, eye: Eye) -> list[News]:
        """All that an eye was ever shown; from now on it looks."""
        self._sight(eye)
        return [News(n, record.at, record.fact) for n, record in enumerate(self._seen(eye), 1)]

    def forget(self, eye: Eye) -> None:
        """An eye looks no more: nothing is folded for it until it looks again."""
        self._sights.pop(eye, None)

    def _sight(self, eye: Eye) -> Sight:
        if eye not in self._sights:
            self._sights[eye] = sight = Sight(TableState(self._rules, self._games))
            for record in self._seen(eye):
                sight.see(record)
        return self._sights[eye]

    def _seen(self, eye: Eye) -> Iterable[Record]:
        return (record for record in self.log if record.audience.sees(eye))
