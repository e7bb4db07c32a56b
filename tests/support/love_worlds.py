"""Worlds of Love, or Nothing, and the script that plays them.

Five members p0..p4 (p0 hosts); w watches from the start, late comes at the first noon, au holds the author's chair or,
where a world has no human author, watches.  In the base world the public course is: night 1 kills p4; night 2 fails at
p2 under two unities; p1, elected on day 2, has named p3 and p2; night 3 fails at p2 and poisons p3, who is elected on
day 4, names p2 and p1, and falls; night 4 kills p2.  Every member can be the culprit of just that course.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping

from attrs import evolve as replace
from attrs import field, frozen

from engine.table import moves as m
from engine.table.state import TableState

PEOPLE = ("p0", "p1", "p2", "p3", "p4")
AGAIN = ("p2 again", "p4 again")
"""Members who come back at the end of the script: what they are shown then, at once."""
EYES = (*PEOPLE, *AGAIN, "w", "late", "au")

LENGTHS = {"prologue": 45, "night": 60, "noon": 30, "election": 30, "runoff": 30, "guess": 60}
"""Seconds for which each phase lasts if nobody ends it, at a table with `OPTIONS`."""

OPTIONS = {"discussion": 30}
"""Short noons: nobody in these worlds has much to say."""

LAST = ("night", 5)
"""The phase at whose beginning the script stops."""

Form = tuple[str, ...]
"""What a seat hands in: (beloved,), (defence, kill, target) with a poison line or without, (vote,), or
(culprit, beloved)."""
Key = tuple[str, int, int]
"""Phase, day, seat."""


@frozen
class Act:
    """How the culprit kills in a night, "" for no poison."""

    kill: str
    target: str
    poison: str = ""


@frozen
class World:
    """What everybody does.  By phase, day and seat: `hunches` are kill halves in place of blanks, `before` what is
    handed in before the last word, `second` when that comes, `silent` who says nothing at all (in the phase "final":
    who writes a guess and never makes it final)."""

    culprit: int = 0
    beloved: str = "1"
    acts: tuple[Act, ...] = (Act("alibi", "4"), Act("alibi", "2"), Act("locked_room", "2", "3"), Act("alibi", "2"))
    defences: tuple[tuple[str, ...], ...] = (
        ("none",) * 5,
        ("none", "none", "unity", "unity", "none"),
        ("none",) * 5,
        ("none",) * 5,
    )
    votes: tuple[tuple[str, ...], ...] = (("1", "2", "1", "1"), ("3", "3", "3", "1"), ("3", "3", "3", "1"), ("1", "0"))
    guesses: tuple[Form, ...] = (("3", "2"), ("", ""), ("2", "1"), ("", ""))
    hunches: Mapping[Key, Form] = field(factory=dict)
    before: Mapping[Key, tuple[Form, ...]] = field(factory=dict)
    second: Mapping[Key, int] = field(factory=dict)
    silent: frozenset[Key] = frozenset()
    kept: Mapping[tuple[int, int], Form | None] = field(factory=dict)
    """By night and seat: the standing form (kill, first, second, third) that a seat begins to keep, or none."""
    drawn: int = 0
    """Which of the acts that an absent culprit may draw is drawn."""
    gallery: str = "nothing much"
    words: tuple[tuple[str, ...], ...] = (("clover",), ("",), ("",), ("",), ("",))
    author: bool = True

    def forms(self, phase: str, day: int, seat: int, *, poison_line: bool) -> tuple[Form, ...]:
        """All that a seat hands in, in order."""
        key = (phase, day, seat)
        if key in self.silent:
            return ()
        return (*self.before.get(key, ()), self._last(phase, day, seat, poison_line))

    def _last(self, phase: str, day: int, seat: int, poison_line: bool) -> Form:
        match phase:
            case "prologue":
                return (self.beloved if seat == self.culprit else self.hunches.get((phase, day, seat), ("",))[0],)
            case "night":
                act = self.acts[day - 1]
                own = (act.kill, act.target, act.poison) if seat == self.culprit else ("", "", "")
                kill = self.hunches.get((phase, day, seat), own)
                return (self.defences[day - 1][seat], *(kill[:3] if poison_line else kill[:2]))
            case "guess":
                return self.guesses[day - 2]
        votes = self.votes[day - 2]
        return (votes[seat] if seat < len(votes) else "",)

    def when(self, phase: str, day: int, seat: int) -> int:
        """The second of the phase in which a seat hands in its forms; a detective is final one later."""
        return self.second.get((phase, day, seat), 1 + seat)


def guilty(world: World, culprit: int, beloved: int, **more: object) -> World:
    """The same world with another culprit."""
    return replace(world, culprit=culprit, beloved=str(beloved), **more)


@frozen
class Draws:
    """Every draw of a world: the culprit, and the first of everything else but what an absent culprit does."""

    world: World

    def draw(self, label: str, sides: int) -> int:
        return {"culprit": self.world.culprit, "kill": self.world.drawn}.get(label, 0) % sides

    def child(self, label: str) -> Draws:
        return self


# --- the script: the same commands at the same times, but for what the world says --------------------------

Step = tuple[str, m.Move] | int | None
"""Somebody's move; a table time (ms) to wait for; or only a look at the table."""


def script(world: World, last: tuple[str, int] = LAST) -> Generator[Step, TableState, None]:
    """Play from the deal to the beginning of a phase, or to the end of the game.  Sent back: the table as it is."""
    state = yield None
    while state.playing and state.phase is not None and (state.phase.name, state.phase.round) != last:
        phase = state.phase
        for second, who, move in sorted(_moves(world, state), key=lambda step: step[0]):
            if state.phase is not None and state.phase.no == phase.no:
                state = yield phase.opened + 1000 * second
                state = yield who, move
        if state.phase is not None and state.phase.no == phase.no:
            state = yield state.phase.ends + 5


def _moves(world: World, state: TableState) -> Iterator[tuple[int, str, m.Move]]:
    assert state.phase is not None
    no, name, day = state.phase.no, state.phase.name, state.phase.round
    if name == "noon":
        yield from _noon(world, state)
    if (name, day) == ("night", 2):
        yield 0, "p0", m.Pause()
        yield 0, "p0", m.Resume()
        yield 2, "w", m.Went()
        yield 3, "w", m.Enter("W", "person")
    for (night, seat), form in world.kept.items():
        if (name, day) == ("night", night):
            yield (
                0,
                PEOPLE[seat],
                m.KeepForm(form and dict(zip(("kill", "first", "second", "third"), form, strict=True))),
            )
    line = name == "night" and "poison" in _fields(state)
    for seat in state.phase.asked if name != "noon" else ():
        for form in world.forms(name, day, seat, poison_line=line):
            yield world.when(name, day, seat), PEOPLE[seat], m.Answer(no, *_answer(name, form))
        if name == "guess" and not {("guess", day, seat), ("final", day, seat)} & world.silent:
            yield world.when(name, day, seat) + 1, PEOPLE[seat], m.Answer(no, "final", {"final": "yes"})


def _fields(state: TableState) -> tuple[str, ...]:
    return tuple(f.name for f in state.rules.prompts(state, 0)[0].fields)


def _answer(phase: str, form: Form) -> tuple[str, dict[str, str]]:
    prompt = "vote" if phase in ("election", "runoff") else phase
    names = {
        "prologue": ("beloved",),
        "night": ("defence", "kill", "target", "poison"),
        "vote": ("vote",),
        "guess": ("culprit", "beloved"),
    }[prompt]
    return prompt, dict(zip(names, form, strict=False))


def _noon(world: World, state: TableState) -> Iterator[tuple[int, str, m.Move]]:
    """Talk at the table and in the gallery; on the first noon late comes in and p3 goes away for a while."""
    assert state.phase is not None
    day = state.phase.round
    if day == 2:
        yield 1, "late", m.Enter("LATE", "person")
        yield 6, "p3", m.Went()
        yield 9, "p3", m.Enter("P3", "person")
    yield 3, PEOPLE[state.living[-1]], m.Say("table", f"who was it, on day {day}?")
    yield 4, "w", m.Say("gallery", world.gallery)
    for seat in range(len(PEOPLE)):
        if seat not in state.living:
            yield 5, PEOPLE[seat], m.Say("gallery", f"not me, says {seat}")
