"""What every eye receives while a script runs, and the comparison of many worlds by what an eye may know.

A game's secrecy test states *worlds* (what everybody does and draws), plays each through `Watched`, and says with an
oracle of its own, written from the rules, what an eye may know in it.  `compare` then demands of every eye: equal
knowledge, equal trace, byte for byte; different knowledge, different trace.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from engine.chance import Chance, FairChance
from engine.codec import Codec, dumps
from engine.errors import Refusal
from engine.facts import Eye, Fact
from engine.game import Game
from engine.prompt import Prompt
from engine.table import facts as f
from engine.table import moves as m
from engine.table.state import TableState
from engine.table.talk import open_scope
from tests.support.driving import Driven

World = TypeVar("World")
Trace = tuple[str, ...]
"""Everything that an eye has received, as canonical JSON texts in order."""

BOTS_CHANCE = FairChance(bytes(32))
"""The bots' draws: the same in every world, so that only their views can make them differ."""


class Watched(Driven):
    """A driven table that writes down what each of some eyes receives.

    After every command an eye that was shown something gets a text with its news, view, prompts and the moves of a bot
    in its place.  Besides, it may try every move that is no answer: what it would be told is written down whenever
    that changes, whether or not it was woken.
    """

    def __init__(self, game: Game, eyes: Iterable[Eye], chance: Chance | None = None, **options: Any) -> None:
        self.codec = Codec([game])
        self.traces: dict[Eye, list[str]] = {eye: [] for eye in eyes}
        self.counts: dict[Eye, int] = dict.fromkeys(self.traces, 0)
        self.tried: dict[Eye, str] = {}
        super().__init__(game, chance, **options)

    def do(self, who: Eye, move: m.Move) -> list[Fact]:
        """Apply a command and deliver its facts."""
        since = len(self.log)
        facts = super().do(who, move)
        for eye in self.traces:
            self.deliver(eye, since)
            self.probe(eye)
        return facts

    def deliver(self, eye: Eye, since: int) -> None:
        """Write down what an eye receives of the records after the first `since`."""
        news = []
        for record in self.shown(eye, since):
            self.counts[eye] += 1
            news.append({"number": self.counts[eye], "at": record.at, "fact": self.codec.fact(record.fact)})
        if news:
            self.traces[eye].append(dumps({"news": news, **self.seen(eye)}))

    def seen(self, eye: Eye) -> dict[str, Any]:
        """View, prompts, open chat and bot moves of an eye, as plain values."""
        view = self.view(eye)
        seat = view.seat_of(eye) if view.playing else None
        prompts = () if seat is None else self.rules.prompts(view, seat)
        return {
            "view": self.codec.plain(view),
            "scope": open_scope(view, eye),
            "prompts": [plain_prompt(prompt) for prompt in prompts],
            "bots": [] if seat is None else self.bot_moves(view, seat, prompts),
        }

    def bot_moves(self, view: TableState, seat: int, prompts: Sequence[Prompt]) -> list[Any]:
        """What a bot of each temperament would do and say in this place."""
        moves: list[Any] = []
        for temperament in self.rules.temperaments:
            bot = self.rules.bot(temperament)
            moves += [dict(bot.choose(view, seat, p, BOTS_CHANCE.child(p.name))) for p in prompts if p.name != "done"]
            if view.phase is not None and view.phase.talk and seat in view.living:
                speech = bot.speak(view, seat, BOTS_CHANCE)
                moves.append(speech and [speech.code, dict(speech.params)])
        return moves

    def probe(self, eye: Eye) -> None:
        """Try every move that is no answer, without making it."""
        no = self.state.phase.no if self.state.phase else 0
        results = dumps([self.told(eye, move) for move in other_moves(eye, no)])
        if self.tried.get(eye) != results:
            self.tried[eye] = results
            self.traces[eye].append(results)

    def told(self, eye: Eye, move: m.Move) -> Any:
        """What an eye would be told of a move of its own; of a deal or an end only that it would come."""
        try:
            records = self.would(eye, move)
        except Refusal as refusal:
            return [refusal.code, {name: str(value) for name, value in refusal.params.items()}]
        facts = [record.fact for record in records if record.audience.sees(eye)]
        if any(isinstance(fact, (f.Dealt, f.Opened)) for fact in facts):
            return "deal or end"
        return [self.codec.fact(fact) for fact in facts]


def other_moves(eye: Eye, no: int) -> tuple[m.Move, ...]:
    """Everything that a person can do besides answering, in phase `no`, and what the house does for them."""
    return (
        m.Sit(),
        m.Stand(),
        m.TakeChair(),
        m.LeaveChair(),
        m.GiveChair("p1"),
        m.AddBot("sly"),
        m.Remove("p1"),
        m.SetOption("spectators", "no"),
        m.HandOver("p1"),
        m.Unready(),
        m.Start(),
        m.Say("table", "hello"),
        m.Say("gallery", "hello"),
        m.Phrase("table", "agree", {"seat": 0}),
        m.Phrase("gallery", "agree", {"seat": 0}),
        m.Pause(),
        m.Pause(yes=False),
        m.Resume(),
        m.Extend(no, 60),
        m.VoteVoid(),
        m.VoteVoid(yes=False),
        m.LeaveTable(),
        m.Went(),
        m.GraceOver(),
        m.Enter(eye.upper(), "person"),
        m.TimeUp(no),
        m.Skip(no),
        m.GoOn(),
        m.GoOn(yes=False),
        m.KeepForm(None),
        m.KeepForm({"kill": "alibi", "first": "0", "second": "", "third": ""}),
        m.PauseRan(180_000),
    )


def plain_prompt(prompt: Prompt) -> dict[str, Any]:
    """A prompt with every legal answer and what it is warned of."""
    legal = [dict(answer) for answer in prompt.legal()]
    return {
        "name": prompt.name,
        "no": prompt.no,
        "fields": [[field.name, field.kind, *field.options] for field in prompt.fields],
        "current": prompt.current,
        "default": prompt.default,
        "required": prompt.required,
        "sealed": prompt.sealed,
        "legal": [[answer, list(prompt.warn(answer))] for answer in legal],
    }


def compare(
    worlds: Sequence[World],
    eyes: Sequence[Eye],
    traces: Callable[[World], Mapping[Eye, Trace]],
    knowledge: Callable[[World, Eye], Hashable],
) -> None:
    """Demand of each eye that its trace is one to one with what it may know.

    Raises:
        AssertionError: an eye was shown more than its knowledge, or less; or the worlds put it to no test.
    """
    received = [traces(world) for world in worlds]
    for eye in eyes:
        by_knowledge: dict[Hashable, tuple[Trace, World]] = {}
        by_trace: dict[Trace, tuple[Hashable, World]] = {}
        for world, of_all in zip(worlds, received, strict=True):
            knows, trace = knowledge(world, eye), of_all[eye]
            first, other = by_knowledge.setdefault(knows, (trace, world))
            assert trace == first, f"{eye} can tell\n{world}\nfrom\n{other}\nby {difference(trace, first)}"
            same, twin = by_trace.setdefault(trace, (knows, world))
            assert same == knows, f"{eye} cannot tell\n{world}\nfrom\n{twin}"
        assert 1 < len(by_knowledge) < len(worlds), f"the worlds put {eye} to no test"


def difference(one: Trace, other: Trace) -> str:
    """The first place where two traces part."""
    pairs = zip((*one, "nothing more"), (*other, "nothing more"), strict=False)
    left, right = next((a, b) for a, b in pairs if a != b)
    start = next((n for n, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), 0)
    return f"{left[max(start - 60, 0) : start + 60]!r} against {right[max(start - 60, 0) : start + 60]!r}"


def assert_absent(canary: str, trace: Trace) -> None:
    """A string occurs nowhere in what an eye received."""
    hit = next((text for text in trace if canary in text), "")
    at = hit.find(canary)
    assert not hit, f"{canary} was shown: …{hit[max(at - 80, 0) : at + 80]}…"
