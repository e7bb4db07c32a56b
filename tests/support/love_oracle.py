"""What each eye may know of a world of Love, or Nothing: an oracle that is written from the rules and imports nothing
of the game."""

from __future__ import annotations

from contextlib import suppress

from tests.support.love_worlds import LENGTHS, PEOPLE, Form, World

Item = tuple[frozenset[str] | None, object]
"""Who may know something (None: everybody), and what."""


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
        self.forms_kept: dict[int, Form | None] = {}
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
        final = name == "guess" and not any(key[:2] in ((name, day), ("final", day)) for key in self.world.silent)
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
            if not victims:
                acts = [("locked_room", str(seat))]
            elif seat not in self.living and len(victims) == 1:
                acts = [("locked_room", str(victims[0]))]
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
        self.standing_forms(day)
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

    def standing_forms(self, day: int) -> None:
        """Only the dead may keep one; it is the seat's own, and the author's, to know."""
        for (night, seat), form in self.world.kept.items():
            if night != day:
                continue
            if seat in self.living:
                self.items.append((frozenset({PEOPLE[seat]}), ("standing form refused", day)))
            elif self.forms_kept.get(seat) != form:
                self.forms_kept[seat] = form
                self.own(seat, "standing form", day, form)

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
