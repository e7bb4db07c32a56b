"""What each eye at a table was shown, and the view that grew from it."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from engine.facts import Eye, Record
from engine.game import Game
from engine.house import News
from engine.table.state import TableState, evolve


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
    """The eyes of all who belong to a room, grown from one log.

    The log stays in memory for as long as the table is open: who comes in late is shown all that was public.
    """

    _rules: Game
    _log: list[Record] = field(factory=list)
    _sights: dict[Eye, Sight] = field(factory=dict)

    def see(self, records: Iterable[Record], present: Iterable[Eye]) -> dict[Eye, list[News]]:
        """Show new records to every eye that may see them; `present` are the eyes of the room after them.

        Returns:
            The news of each eye that was there before and saw something.
        """
        news: dict[Eye, list[News]] = {}
        for record in records:
            self._log.append(record)
            for eye, sight in self._sights.items():
                if record.audience.sees(eye):
                    news.setdefault(eye, []).append(sight.see(record))
        old = self._sights
        self._sights = {eye: old[eye] if eye in old else self._grown(eye) for eye in present}
        return {eye: seen for eye, seen in news.items() if eye in self._sights}

    def view(self, eye: Eye) -> TableState:
        """What an eye of the room knows."""
        return self._sights[eye].view

    def history(self, eye: Eye) -> list[News]:
        """All that an eye was ever shown."""
        seen = (record for record in self._log if record.audience.sees(eye))
        return [News(n, record.at, record.fact) for n, record in enumerate(seen, 1)]

    def _grown(self, eye: Eye) -> Sight:
        sight = Sight(TableState(self._rules))
        for record in self._log:
            if record.audience.sees(eye):
                sight.see(record)
        return sight
