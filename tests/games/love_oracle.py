"""Worlds of Love, or Nothing, the script that plays them, and an oracle of what each eye may know of one.

Five members p0..p4 (p0 hosts); w watches from the start, late comes at the first noon, au holds the author's chair or,
where a world has no human author, watches.  In the base world the public course is: night 1 kills p4; night 2 fails at
p2 under two unities; p1, elected on day 2, has named p3 and p2; night 3 fails at p2 and poisons p3, who is elected on
day 4, names p2 and p1, and falls; night 4 kills p2.  Every member can be the culprit of just that course.

The oracle is written from the rules and imports nothing of the game.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress

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
Item = tuple[frozenset[str] | None, object]
"""Who may know something (None: everybody), and what."""


@frozen
class Act:
    """How the culprit kills in a night, "" for no poison."""

    kill: str
    target: str
    poison: str = ""


@frozen
class World:
    """What everybody does.  By phase, day and seat: `hunches` are kill halves in place of blanks, `before` what is
    handed in before the last word, `second` when that comes, `silent` who says nothing at all."""

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
    line = name == "night" and "poison" in _fields(state)
    for seat in state.phase.asked if name != "noon" else ():
        for form in world.forms(name, day, seat, poison_line=line):
            yield world.when(name, day, seat), PEOPLE[seat], m.Answer(no, *_answer(name, form))
        if name == "guess" and (name, day, seat) not in world.silent:
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


# --- the oracle: who may know what, from the rules ---------------------------------------------------------


def knowledge(world: World, eye: str) -> tuple[object, ...]:
    """Everything that an eye may know of a world, in order."""
    return tuple(item for eyes, item in Story(world).told() if eyes is None or eye in eyes)


class Over(Exception):
    """The game has ended."""


class Story:
    """What happens in a world, and who may know it."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.clock = 0
        self.living = set(range(5))
        self.cards = {seat: {"siege": 1, "unity": 2} for seat in range(5)}
        self.record = dict.fromkeys(range(5), 0)
        self.finals: list[object] = []
        self.items: list[Item] = []
        self.beloved = -1
        self.cup = -1
        """Who drinks poison at the end of the coming noon."""
        self.spent = self.worked = False
        """Whether the culprit has used its poison, and whether it has publicly worked."""
        self.guess: tuple[int, Form] | None = None

    def told(self) -> list[Item]:
        """All items, in order."""
        with suppress(Over):
            self.play()
        return self.items

    def all(self, *item: object) -> None:
        """Everybody knows."""
        self.items.append((None, item))

    def own(self, seat: int, *item: object, author: bool = True) -> None:
        """The seat knows, whoever comes back to it too, and the human author."""
        eyes = {PEOPLE[seat], f"{PEOPLE[seat]} again"} | ({"au"} if author and self.world.author else set())
        self.items.append((frozenset(eyes), item))

    def play(self) -> None:
        world = self.world
        self.all("author", world.author)
        for seat, words in enumerate(world.words):
            self.own(seat, "own words", unrepeated(words, ""), author=False)
        self.all("words", tuple(words[-1] for words in world.words))
        self.own(world.culprit, "you are the culprit")
        loves = self.ask("prologue", 1, range(5))
        self.beloved = int(loves[world.culprit][0])
        for day in range(1, 5):
            if day > 1:
                self.noon(day)
            self.night(day)
        self.noon(5)

    # --- a phase of sealed forms ---

    def ask(self, name: str, day: int, asked: range | set[int]) -> dict[int, Form]:
        """Who hands in what and when, when the phase ends, and what each seat is taken to have said."""
        line = self.poison_line(day)
        sent = sorted(
            (self.world.when(name, day, seat), seat, number, form)
            for seat in asked
            for number, form in enumerate(self.world.forms(name, day, seat, poison_line=line))
        )
        standing: dict[int, Form] = {}
        ends = LENGTHS[name]
        for second, seat, _, form in sent:
            refusal = self.refusal(name, day, seat, form)
            if refusal:
                # Told to the session alone, and not to be read again.
                self.items.append((frozenset({PEOPLE[seat]}), ("refused", name, day, refusal)))
            elif standing.get(seat) != form:
                standing[seat] = form
                self.own(seat, "handed in", name, day, second, form)
            if name != "guess" and len(standing) == len(asked):
                ends = second
                break
        final = name == "guess" and not any(key[:2] == (name, day) for key in self.world.silent)
        if final:
            ends = self.world.when(name, day, min(asked)) + 1
        self.clock += ends
        self.all("closed", name, day, self.clock)
        for seat in sorted(asked):
            kept = (name, day, seat, standing.get(seat) or self.silence(name, seat), seat in standing, final)
            standing[seat] = kept[3]
            self.finals.append(kept)
            self.own(seat, "kept", kept)
        return standing

    def silence(self, name: str, seat: int) -> Form:
        """What a seat is taken to say that says nothing (R-L4)."""
        guilty = seat == self.world.culprit
        if name == "prologue":
            return (str(min({0, 1} - {seat})),) if guilty else ("",)
        if name == "night":
            line = ("",) if self.line else ()
            if not guilty:
                return ("none", "", "", *line)
            victims = sorted(self.living - {seat, self.beloved})
            acts = [(card, str(victim)) for card in ("alibi", "locked_room") for victim in victims]
            acts = acts or [("locked_room", str(seat))]
            return ("none", *acts[self.world.drawn % len(acts)], *line)
        return ("", "") if name == "guess" else ("",)

    def poison_line(self, day: int) -> bool:
        """Whether the night form has a line for poison (R-L5)."""
        self.line = day >= 3 and not self.worked
        return self.line

    def refusal(self, name: str, day: int, seat: int, form: Form) -> str:
        """Why a form is not taken, "" if it is."""
        names = {str(other) for other in self.living} | {""}
        if name == "prologue":
            if form[0] not in {str(other) for other in range(5) if other != seat} | {""}:
                return "answer-option beloved"
            return "beloved-needed" if seat == self.world.culprit and form == ("",) else ""
        if name == "night":
            return self.night_refusal(seat, form, names)
        if name == "guess":
            if form[0] not in {str(other) for other in range(5) if other != seat} | {""}:
                return "answer-option culprit"
            if form[1] not in names:
                return "answer-option beloved"
            if bool(form[0]) != bool(form[1]):
                return "guess-half"
            return "guess-same" if form[0] and form[0] == form[1] else ""
        allowed = {str(other) for other in self.candidates if other != seat or len(self.living) == 2}
        return "" if form[0] in allowed | {""} else "answer-option vote"

    def night_refusal(self, seat: int, form: Form, names: set[str]) -> str:
        if len(form) != (4 if self.line else 3):
            return "answer-fields"
        left = {card for card, count in self.cards[seat].items() if count and seat in self.living} | {"none"}
        lines = zip(("defence", "kill", "target", "poison"), form, strict=False)
        options = {"defence": left, "kill": {"alibi", "locked_room", ""}, "target": names, "poison": names}
        for line, value in lines:
            if value not in options[line]:
                return f"answer-option {line}"
        return self.act_refusal(form) if seat == self.world.culprit else ""

    def act_refusal(self, form: Form) -> str:
        """Why the culprit may not do this (R-L2, R-L3); `feint` is the table's option."""
        defence, kill, target, *poison = form
        if not (kill and target):
            return "kill-needed"
        harmless = kill == "alibi" and defence == "siege" and self.world.culprit in self.living
        if target == str(self.beloved) and kill == "alibi" and not harmless:
            return "beloved-would-die"
        if poison and poison[0]:
            if self.spent:
                return "poison-spent"
            if poison[0] == str(self.beloved):
                return "poison-beloved"
        return ""

    # --- a day ---

    def night(self, day: int) -> None:
        """The night, and the morning after in its strict order."""
        culprit = self.world.culprit
        forms = self.ask("night", day, range(5))
        self.cup = int(forms[culprit][3]) if self.line and forms[culprit][3] else -1
        self.spent = self.spent or self.cup >= 0
        chosen = {seat: forms[seat][0] for seat in sorted(self.living)}
        for seat, card in chosen.items():
            if card != "none":
                self.cards[seat][card] -= 1
        target = int(forms[culprit][2])
        killed = self.kills(chosen, forms[culprit][1], target)
        self.all("morning", day + 1, tuple(chosen.items()), target, killed)
        self.living -= {target} if killed else set()
        if self.living == {self.beloved}:
            self.end("only-beloved", culprit)
        if self.guess is not None:
            detective, names = self.guess
            self.all("guess opened", detective, names)
            if names == (str(culprit), str(self.beloved)):
                self.end("solved", detective)
        if self.beloved not in self.living:
            self.end("beloved-killed")

    def kills(self, chosen: dict[int, str], card: str, target: int) -> bool:
        """Judging a kill: a siege falls to a locked room, nothing at all to an alibi of a culprit with nothing."""
        lone = list(chosen.values()).count("unity") == 1
        worth = {seat: "none" if lone and card == "unity" else card for seat, card in chosen.items()}
        own = worth.get(self.world.culprit, "none")
        return worth[target] == "siege" if card == "locked_room" else worth[target] == own == "none"

    def noon(self, day: int) -> None:
        """Talk to its end, the election, the guess, and the poison."""
        dead = {PEOPLE[seat] for seat in range(5) if seat not in self.living}
        back = {f"{who} again" for who in dead}
        self.items.append((frozenset(dead | back | {"w", "late", "au"}), ("gallery", day, self.world.gallery)))
        self.clock += LENGTHS["noon"]
        self.candidates = set(self.living)
        detective = self.elect(day)
        self.record[detective] += 1
        self.all("elected", day, detective)
        self.guess = detective, self.ask("guess", day, {detective})[detective]
        if self.cup in self.living:
            self.living.remove(self.cup)
            self.worked = True
            self.all("poisoned", day, self.cup)
            if self.living == {self.beloved}:
                self.end("only-beloved", self.world.culprit)

    def elect(self, day: int) -> int:
        for ballot in ("election", "runoff"):
            forms = self.ask(ballot, day, set(self.living))
            votes = [forms[seat][0] for seat in sorted(forms)]
            self.all("votes", ballot, day, tuple(votes))
            counts = {seat: votes.count(str(seat)) for seat in self.candidates}
            ahead = {seat for seat in counts if counts[seat] == max(counts.values())}
            self.candidates = {s for s in ahead if self.record[s] == max(self.record[one] for one in ahead)}
            if len(self.candidates) == 1:
                break
        return min(self.candidates)  # the lot draws the first

    def end(self, *how: object) -> None:
        """The game is over and everything that counted is opened."""
        self.all("over", how, self.clock, self.world.culprit, tuple(self.finals))
        raise Over


def unrepeated(sent: tuple[Form, ...] | tuple[str, ...], current: object) -> tuple[object, ...]:
    """What is sent, without repeating what stands already."""
    kept = []
    for value in sent:
        if value != current:
            kept.append(value)
        current = value
    return tuple(kept)


def guilty(world: World, culprit: int, beloved: int, **more: object) -> World:
    """The same world with another culprit."""
    return replace(world, culprit=culprit, beloved=str(beloved), **more)
