"""A table in motion: the one way to drive it, for the server, simulations and tests.

A command is decided, its records are taken, and everything follows from them: the state, the view of every eye, and
when the next bot looks up.  Between the two a caller may write the records down.  Time is passed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce

from engine.chance import Chance
from engine.facts import Eye, Record
from engine.table import moves as m
from engine.table.bots import Wake, Wakes, act
from engine.table.eyes import Eyes, SeenBy
from engine.table.rules import chance_of, decide
from engine.table.state import Bot, Rules, TableState, evolve


class Table:
    """One table: `state` is folded from all records, `eyes` from what each may see.

    It begins with the game `rules`; `games` are those it may change to.  `chance` takes the place of the dice that
    follow from the seed, for games whose draws are set.
    """

    def __init__(self, rules: Rules, chance: Chance | None = None, games: Mapping[str, Rules] | None = None) -> None:
        self.state = TableState(rules, games or {})
        self.eyes = Eyes(rules, games or {})
        self.wakes = Wakes()
        self._chance = chance

    @property
    def rules(self) -> Rules:
        """The game that is played here now."""
        return self.state.rules

    @property
    def log(self) -> list[Record]:
        """All records, in order."""
        return self.eyes.log

    @property
    def chance(self) -> Chance:
        """The draws of the running game."""
        return self._chance or chance_of(self.state)

    @property
    def seq(self) -> int:
        """The number of the last record, 0 before the first."""
        return self.log[-1].seq if self.log else 0

    def decide(self, command: m.Command, now: int) -> tuple[Record, ...]:
        """What a command would cause; nothing changes.

        Raises:
            Refusal: it is not possible now.
        """
        return decide(self.state, command, now, self.chance, self.seq)

    def take(self, records: Iterable[Record]) -> SeenBy:
        """Fold records that were decided; the news of each eye that looks, saw something and is not gone by them."""
        records, before = tuple(records), self._room()
        self.state = reduce(evolve, (record.fact for record in records), self.state)
        seen_by = self.eyes.see(records)
        gone = before - self._room()
        for eye in gone:
            self.eyes.forget(eye)
        return {eye: news for eye, news in seen_by.items() if eye not in gone}

    def do(self, who: Eye, move: m.Move, now: int) -> SeenBy:
        """Decide a command and take what it causes.

        Raises:
            Refusal: it is not possible now; nothing has changed.
        """
        return self.take(self.decide(m.Command(who, move), now))

    def view(self, eye: Eye) -> TableState:
        """What an eye knows."""
        return self.eyes.view(eye)

    # --- bots -----------------------------------------------------------------------------------------

    def follow(self, now: int, *, resumed: bool = False) -> None:
        """Bring the bots' wakes in line with the state (see `Wakes.follow`)."""
        self.wakes.follow(self.state, now, self.chance, resumed=resumed)

    def look_up(self, wake: Wake) -> list[m.Command]:
        """What the bot of a wake does now.  Its view may be outrun by what it does itself."""
        temperament = self.state.seats[wake.seat].temperament or self.rules.temperaments[0]
        return self.moves(self.rules.bot(temperament), wake.seat, wake.number, last=wake.last)

    def moves(self, bot: Bot, seat: int, look: int, *, last: bool) -> list[m.Command]:
        """What `bot` does for a seat when it looks up for the `look`-th time (0-based) in the open phase."""
        who = self.state.seats[seat].who
        return [m.Command(who, move) for move in act(self.view(who), seat, bot, look, self.chance, last=last)]

    def _room(self) -> set[Eye]:
        return {place.who for place in self.state.everybody}
