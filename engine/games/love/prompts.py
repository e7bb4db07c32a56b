"""What each phase asks, and the limits between the parts of an answer.

Every seat is asked the same questions with the same options: the culprit's form differs only in what `check` and
`warn` say to the culprit alone.  So nobody can read from a form, or from a refusal, whose it is.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Final

from engine.chance import Chance, pick
from engine.errors import Refusal
from engine.games.love.judging import DEFENCES, KILLS, LOCKED_ROOM, NONE, SIEGE, sure_to_fail
from engine.games.love.state import Ballot, LovePlay, number
from engine.prompt import Answer, Field, Prompt
from engine.table.play import done_prompt
from engine.table.state import TableState

POISON_FROM = 3
"""The first night with a poison line (source, 10)."""

BLANK_NIGHT: Answer = {"defence": NONE, "kill": "", "target": "", "poison": ""}


def prompts(view: TableState, seat: int) -> tuple[Prompt, ...]:
    """What the open phase asks of `seat`."""
    phase = view.phase
    if phase is None or seat not in phase.asked:
        return ()
    match phase.name:
        case "prologue":
            return (prologue(view, seat),)
        case "night":
            return (night(view, seat),)
        case "noon":
            return (done_prompt(view, seat),)
        case "election" | "runoff":
            return (vote(view, seat),)
        case _:
            return (guess(view, seat), final(view, seat))


def prologue(view: TableState, seat: int) -> Prompt:
    """Whom would the culprit love?  The culprit's answer decides; everybody else's is a hunch and may be blank."""
    play: LovePlay = view.play
    others = tuple(str(other) for other in range(play.seats) if other != seat)
    guilty = play.culprit == seat

    def check(answer: Answer) -> Refusal | None:
        return Refusal("beloved-needed") if guilty and not answer["beloved"] else None

    return _prompt(
        view,
        seat,
        "prologue",
        (Field("beloved", (*others, ""), "seat"),),
        default=None if guilty else {"beloved": ""},
        check=check,
    )


def night(view: TableState, seat: int) -> Prompt:
    """A defence, and how the culprit kills whom: an act for the culprit, a hunch for everybody else.  The dead have
    no defence left to choose."""
    play: LovePlay = view.play
    alive = seat in play.living
    cards = tuple(card for card in DEFENCES if card == NONE or (alive and play.left(seat, card)))
    targets = (*(str(other) for other in play.living), "")
    fields = [Field("defence", cards), Field("kill", (*KILLS, "")), Field("target", targets, "seat")]
    if poison_line(play):
        fields.append(Field("poison", targets, "seat"))
    blank = {f.name: BLANK_NIGHT[f.name] for f in fields}
    if play.culprit != seat:
        return _prompt(view, seat, "night", tuple(fields), default=blank)
    feint = view.options["beloved_target"] == "feint"
    return _prompt(
        view,
        seat,
        "night",
        tuple(fields),
        default=None,
        check=lambda answer: _forbidden(play, seat, answer, feint=feint),
        warn=lambda answer: _risks(play, seat, answer),
    )


CHOICES: Final = ("first", "second", "third")
"""The targets of a standing form, in the order in which they are tried."""


def standing(view: TableState, seat: int) -> Prompt | None:
    """The form that a dead seat, the culprit's alike, may keep for every night to come: a kill card, and targets in
    the order in which they are tried.  All blank is none."""
    play: LovePlay = view.play
    if seat in play.living:
        return None
    targets = (*(str(other) for other in play.living), "")
    fields = (Field("kill", (*KILLS, "")), *(Field(choice, targets, "seat") for choice in CHOICES))
    return Prompt("standing", 0, fields, view.standing.get(seat), default={f.name: "" for f in fields})


def by_standing(view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer | None:
    """Tonight's form by the one that `seat` keeps: the first target who lives and whom the rules allow.  If there is
    none, what a silent seat would do: a culprit's is drawn (R-L4), everybody else's is blank."""
    form = view.standing.get(seat)
    if form is None or prompt.name != "night":
        return None
    blank = {f.name: BLANK_NIGHT[f.name] for f in prompt.fields}
    for target in filter(None, (form[choice] for choice in CHOICES)):
        try:
            return prompt.validate({**blank, "kill": form["kill"], "target": target})
        except Refusal:
            continue
    return timeout(view, seat, prompt, chance) if prompt.default is None else blank


def poison_line(play: LovePlay) -> bool:
    """Whether tonight's form has a poison line: from the third night until poison has publicly worked."""
    return play.day >= POISON_FROM and not play.poison_seen


def _forbidden(play: LovePlay, seat: int, answer: Answer, *, feint: bool) -> Refusal | None:
    """Why the culprit may not act like this (R-L2, R-L3)."""
    if not answer["kill"] or not answer["target"]:
        return Refusal("kill-needed")
    if number(answer["target"]) == play.beloved and not harmless(play, seat, answer):
        if answer["kill"] != LOCKED_ROOM:
            return Refusal("beloved-would-die")
        if not feint:
            return Refusal("beloved-might-die")
    poison = number(answer.get("poison", ""))
    if poison is not None and play.poison_spent:
        return Refusal("poison-spent")
    if poison is not None and poison == play.beloved:
        return Refusal("poison-beloved")
    return None


def _risks(play: LovePlay, seat: int, answer: Answer) -> tuple[str, ...]:
    """What a legal act of the culprit puts at stake."""
    risks = []
    if answer["target"] and number(answer["target"]) == play.beloved and not harmless(play, seat, answer):
        risks.append("may-kill-beloved")
    if answer.get("poison") and answer["poison"] == answer["target"]:
        risks.append("poison-may-be-wasted")
    return tuple(risks)


def harmless(play: LovePlay, seat: int, answer: Answer) -> bool:
    """Whether the culprit `seat` knows beforehand that this attack fails (R-L2)."""
    target = number(answer["target"])
    spent = target is not None and not play.left(target, SIEGE)
    return sure_to_fail(answer["defence"], answer["kill"], alive=seat in play.living, siege_spent=spent)


def vote(view: TableState, seat: int) -> Prompt:
    """Who shall be the detective?  A blank is as good a vote as any (R-L4)."""
    names = tuple(str(candidate) for candidate in candidates(view.play) if may_vote(view, seat, candidate))
    return _prompt(view, seat, "vote", (Field("vote", (*names, ""), "seat"),), default={"vote": ""})


def candidates(play: LovePlay) -> tuple[int, ...]:
    """Who may be voted for in the ballot that is open: the living, or the tied in a second one."""
    ballots = play.noons[-1].ballots
    return leading(play, play.living, ballots[0]) if ballots else play.living


def most_voted(named: tuple[int, ...], ballot: Ballot) -> tuple[int, ...]:
    """The candidates with the most votes; all of them if every vote is blank."""
    votes = [vote for _, vote in ballot]
    most = max(votes.count(seat) for seat in named)
    return tuple(seat for seat in named if votes.count(seat) == most)


def leading(play: LovePlay, named: tuple[int, ...], ballot: Ballot) -> tuple[int, ...]:
    """The most voted, and among these only the ones who have been detective most often."""
    tied = most_voted(named, ballot)
    record = max(play.experience(seat) for seat in tied)
    return tuple(seat for seat in tied if play.experience(seat) == record)


def may_vote(view: TableState, seat: int, candidate: int) -> bool:
    """Whether a candidate is open to this voter: not oneself, unless two are left or the table allows it (R-L7)."""
    return seat != candidate or len(view.play.living) == 2 or view.options["self_vote"] == "yes"


def guess(view: TableState, seat: int) -> Prompt:
    """The detective's two names, or nothing on purpose.  May be changed until it is final."""
    play: LovePlay = view.play
    accused = (s for s in range(play.seats) if s != seat or view.options["self_accusation"] == "yes")
    return _prompt(
        view,
        seat,
        "guess",
        (
            Field("culprit", (*map(str, accused), ""), "seat"),
            Field("beloved", (*map(str, play.living), ""), "seat"),
        ),
        default={"culprit": "", "beloved": ""},
        check=_half_guess,
        required=False,
    )


def _half_guess(answer: Answer) -> Refusal | None:
    if bool(answer["culprit"]) != bool(answer["beloved"]):
        return Refusal("guess-half")
    if answer["culprit"] and answer["culprit"] == answer["beloved"]:
        return Refusal("guess-same")
    return None


def final(view: TableState, seat: int) -> Prompt:
    """The detective's word that the guess stands as it is."""
    return _prompt(view, seat, "final", (Field("final", ("yes",)),), default={"final": "yes"})


def timeout(view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
    """What a silent culprit does (R-L4).  Labels: `beloved`, `kill`."""
    play: LovePlay = view.play
    if prompt.name == "prologue":
        return {"beloved": pick(chance, "beloved", [value for value in prompt.fields[0].options if value])}
    idle = {f.name: BLANK_NIGHT[f.name] for f in prompt.fields}
    besides = [member for member in play.living if member != play.beloved]
    if len(besides) == 1:
        # The culprit itself or, when it is dead, the last member: a locked room fails at whoever is silent too.
        return {**idle, "kill": LOCKED_ROOM, "target": str(besides[0])}
    victims = [str(member) for member in besides if member != seat]
    kill, target = pick(chance, "kill", list(product(KILLS, victims)))
    return {**idle, "kill": kill, "target": target}


def _prompt(view: TableState, seat: int, name: str, fields: tuple[Field, ...], **rest: Any) -> Prompt:
    assert view.phase is not None
    return Prompt(name, view.phase.no, fields, view.phase.answer(name, seat), **rest)
