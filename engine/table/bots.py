"""When bots look up and what they do then: the same for a seated bot in a real table and in a simulation.

A bot is handed its seat's view.  The times depend on public facts and a stream of their own, never on what
the bot knows, so that no pause tells anything.
"""

from __future__ import annotations

from typing import Final

from attrs import define, field, frozen
from attrs import evolve as replace

from engine.chance import Chance
from engine.table import moves as m
from engine.table.state import Bot, Phase, TableState

TALK_WAKES: Final = ((5, 15), (20, 35), (40, 60))
"""A bot looks up three times in a talk, each within this share (percent) of its length: people need pauses."""

FORM_WAKE_MS: Final = (2_000, 8_000)
"""A bot fills in a form after as long as a quick person thinks."""

CALLED_MS: Final = (1_500, 4_000)
"""A bot that a person names in a phrase looks up once more, as soon as somebody who reads it and thinks."""

HURRY_MS: Final = 1_500
"""Once all people are done, bots do not keep them waiting longer than this."""


def driven(view: TableState, seat: int) -> bool:
    """Whether a bot answers for the seat now: it is a bot's, or a stand-in plays for an absent person."""
    holder = view.seats[seat]
    return holder.kind == "bot" or holder.stand_in


def wakes(phase: Phase, who: str, chance: Chance) -> tuple[int, ...]:
    """Table times (ms) at which the bot of `who` looks up in the phase, ascending; the last is when it is done."""
    stream = chance.child(f"pace/{who}")
    length = phase.deadline - phase.opened
    if phase.talk:
        spans = [(length * low // 100, length * high // 100) for low, high in TALK_WAKES]
    else:
        low, high = FORM_WAKE_MS
        spans = [(min(low, length // 4), min(high, length // 2))]
    return tuple(
        phase.opened + low + stream.draw(f"{phase.no}/{n}", max(high - low, 1)) for n, (low, high) in enumerate(spans)
    )


def calls(state: TableState, seat: int) -> int:
    """How often people have named the seat in a phrase of the open talk."""
    phase = state.phase
    if phase is None or not phase.talk or state.seats[seat].kind != "bot" or seat not in phase.asked:
        return 0
    bots = {other.who for other in state.seats if other.kind == "bot"}
    talk = (line for line in state.chat if line.scope == "table" and line.phase == phase.no and line.who not in bots)
    return sum(line.names(seat) for line in talk)


def hurried(view: TableState) -> bool:
    """Whether only bots keep a talk from its end, or the table goes on without people.  At a table of bots, and of
    people who only watch them, seated bots take their time."""
    phase = view.phase
    if phase is not None and view.hastened and phase.countdown is not None:
        return True
    if phase is None or not phase.talk:
        return False
    people = [seat for seat in phase.asked if not driven(view, seat)]
    if not people:
        return all(view.seats[seat].stand_in for seat in phase.asked)
    return all(phase.answer("done", seat) == {"done": "yes"} for seat in people)


def act(view: TableState, seat: int, bot: Bot, wake: int, chance: Chance, *, last: bool) -> list[m.Move]:
    """What the bot of `seat` does when it looks up for the `wake`-th time (0-based) in the open phase.

    A seated bot may speak; a stand-in stays silent and shows no wish, so that it leaves the trace of a time-out,
    and lets stand what the person chose before going away.  Where the seat keeps a standing form, that is handed in.
    Refusals cannot happen as long as the view is current.
    """
    phase = view.phase
    if phase is None or not view.playing:
        return []
    stream = chance.child(f"bot/{view.seats[seat].who}").child(f"{phase.no}/{wake}")
    stand_in = not driven(view, seat) or view.seats[seat].stand_in
    moves: list[m.Move] = []
    if phase.talk and not stand_in and seat in view.living:
        speech = bot.speak(view, seat, stream.child("speak"))
        if speech is not None:
            moves.append(m.Speak(speech.code, speech.params))
    for prompt in view.rules.prompts(view, seat):
        if prompt.name == "done":
            if last and not stand_in and prompt.current != {"done": "yes"}:
                moves.append(m.Answer(phase.no, "done", {"done": "yes"}))
        elif not stand_in or (prompt.sealed and prompt.current is None):
            values = view.rules.by_standing(view, seat, prompt, stream.child("standing"))
            if values is None and driven(view, seat):
                values = bot.choose(view, seat, prompt, stream.child(prompt.name))
            if values is not None and values != prompt.current:
                moves.append(m.Answer(phase.no, prompt.name, values))
    # "Done" may close the phase and an answer may close a form, so what closes comes last.
    return sorted(moves, key=lambda move: isinstance(move, m.Answer) and move.prompt in phase.needs)


@frozen(order=True)
class Wake:
    """The bot of `seat` looks up at `at` (table time, ms) for the `number`-th time (0-based) in the phase; below 0 are
    the times that it does so because it was called."""

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
    _called: dict[int, int] = field(factory=dict)
    """How many calls of each seat have had their wake."""

    def follow(self, state: TableState, now: int, chance: Chance, *, resumed: bool = False) -> None:
        """Bring the wakes in line with the state; to be called after every change.

        `resumed`: the table has just been loaded, or its talk extended; wakes that have passed were made before,
        all but the last, which is harmless to repeat and must not be missed.
        """
        phase = state.phase
        if phase is None or phase.reveals:
            self._wakes = {}
            return
        opens = phase.no != self._phase[0]
        if (phase.no, phase.deadline) != self._phase:
            resumed = resumed or phase.no == self._phase[0]
            self._phase, self._wakes, self._hurried = (phase.no, phase.deadline), {}, False
            self._called = {seat: calls(state, seat) for seat in range(len(state.seats))} if resumed else {}
        bots = [seat for seat in range(len(state.seats)) if driven(state, seat) or seat in state.standing]
        self._wakes = {seat: plan for seat, plan in self._wakes.items() if seat in bots}
        for seat in bots:
            if seat not in self._wakes:
                # A form that begins to be kept in the midst of a night is not handed in at once either.
                late = 0 if opens or resumed or driven(state, seat) else now - phase.opened
                times = [at + late for at in wakes(phase, state.seats[seat].who, chance)]
                plan = [Wake(at, seat, phase.no, n, n == len(times) - 1) for n, at in enumerate(times)]
                self._wakes[seat] = [wake for wake in plan if not resumed or wake.at > now or wake.last]
        for seat in self._wakes:
            self._call(state, seat, now, chance)
        if hurried(state) and not self._hurried:
            self._hurried = True
            self._wakes = {seat: _soon(plan, now + HURRY_MS) for seat, plan in self._wakes.items()}

    def _call(self, state: TableState, seat: int, now: int, chance: Chance) -> None:
        """Let a bot that was called look up soon, once for all calls until then."""
        phase, number = state.phase, calls(state, seat)
        plan = self._wakes[seat]
        if phase is None or number <= self._called.get(seat, 0):
            return
        self._called[seat] = number
        stream = chance.child(f"pace/{state.seats[seat].who}")
        at = now + CALLED_MS[0] + stream.draw(f"{phase.no}/called/{number}", CALLED_MS[1] - CALLED_MS[0])
        if at < phase.ends and not any(wake.at < at for wake in plan):
            self._wakes[seat] = [Wake(at, seat, phase.no, -number, False), *plan]

    def next(self) -> Wake | None:
        """The next wake, if there is one."""
        return min((plan[0] for plan in self._wakes.values() if plan), default=None)

    def done(self, wake: Wake) -> None:
        """Forget a wake that was made; what it caused may have ended its phase, and hurried the others."""
        if wake.phase == self._phase[0] and wake.seat in self._wakes:
            self._wakes[wake.seat] = [later for later in self._wakes[wake.seat] if later.number != wake.number]


def _soon(plan: list[Wake], latest: int) -> list[Wake]:
    """Only the last wake of a plan, and not later than `latest`."""
    return [replace(wake, at=min(wake.at, latest)) for wake in plan[-1:]]
