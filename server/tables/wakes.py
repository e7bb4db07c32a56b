"""The bots of one table: when the next of them looks up.  What it does then is `engine.bots.act`."""

from __future__ import annotations

from attrs import define, field, frozen
from attrs import evolve as replace

from engine.bots import HURRY_MS, driven, hurried, wakes
from engine.chance import Chance
from engine.table.state import TableState


@frozen(order=True)
class Wake:
    """The bot of `seat` looks up at `at` (table time, ms) for the `number`-th time (0-based) in the phase."""

    at: int
    seat: int
    phase: int
    number: int
    last: bool


@define
class Wakes:
    """The wakes of the open phase that are still to come, for every seat that a bot answers for."""

    _phase: tuple[int, int] = (0, 0)
    """Number and deadline: an extended talk is planned anew, since its done marks are gone."""
    _wakes: dict[int, list[Wake]] = field(factory=dict)
    _hurried: bool = False

    def follow(self, state: TableState, now: int, chance: Chance, *, resumed: bool = False) -> None:
        """Bring the wakes in line with the state; to be called after every change.

        `resumed`: the table has just been loaded, or its talk extended; wakes that have passed were made before,
        all but the last, which is harmless to repeat and must not be missed.
        """
        phase = state.phase
        if phase is None:
            self._wakes = {}
            return
        if (phase.no, phase.deadline) != self._phase:
            resumed = resumed or phase.no == self._phase[0]
            self._phase, self._wakes, self._hurried = (phase.no, phase.deadline), {}, False
        bots = [seat for seat in range(len(state.seats)) if driven(state, seat)]
        self._wakes = {seat: plan for seat, plan in self._wakes.items() if seat in bots}
        for seat in bots:
            if seat not in self._wakes:
                times = wakes(phase, state.seats[seat].who, chance)
                plan = [Wake(at, seat, phase.no, n, n == len(times) - 1) for n, at in enumerate(times)]
                self._wakes[seat] = [wake for wake in plan if not resumed or wake.at > now or wake.last]
        if hurried(state) and not self._hurried:
            self._hurried = True
            self._wakes = {seat: _soon(plan, now + HURRY_MS) for seat, plan in self._wakes.items()}

    def next(self) -> Wake | None:
        """The next wake, if there is one."""
        return min((plan[0] for plan in self._wakes.values() if plan), default=None)

    def done(self, wake: Wake) -> None:
        """Forget a wake that was made; what it caused may have ended its phase, and hurried the others."""
        if wake.phase == self._phase[0] and wake.seat in self._wakes:
            self._wakes[wake.seat] = [later for later in self._wakes[wake.seat] if later.number > wake.number]


def _soon(plan: list[Wake], latest: int) -> list[Wake]:
    """Only the last wake of a plan, and not later than `latest`."""
    return [replace(wake, at=min(wake.at, latest)) for wake in plan[-1:]]
