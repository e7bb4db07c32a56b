"""Bots of Omega Strain in three temperaments.  They see their view and the prompt and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import frozen

from engine.chance import Chance, chances, pick
from engine.games.omega.mind import Reading, read, value
from engine.games.omega.state import VACCINE, OmegaPlay
from engine.prompt import Answer, Prompt
from engine.table.state import Speech, TableState


@frozen
class Temperament:
    """How a bot plays.

    `fear`: how much its lives count (exponent of their worth).  `spite`: weight of the rivals' prospects against
    its own.  `union`: what it adds to the worth of a lockdown.  In percent: `candour`, how often it admits to being
    infected; `bluff`, how often it wishes for a lockdown that it will refuse; `chatter`, how often it says something
    when it looks up.
    """

    name: str
    fear: float
    spite: float
    union: float
    candour: int
    bluff: int
    chatter: int


TEMPERAMENTS: Final[Mapping[str, Temperament]] = {
    t.name: t
    for t in (
        Temperament("cautious", fear=1.6, spite=0.2, union=0.02, candour=40, bluff=10, chatter=50),
        Temperament("greedy", fear=1.2, spite=0.35, union=-0.03, candour=10, bluff=25, chatter=60),
        Temperament("sly", fear=1.8, spite=0.4, union=-0.01, candour=0, bluff=40, chatter=75),
    )
}
"""The temperaments by name."""

SPEECHES: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("claim-healthy", ("phase",)),
    ("claim-infected", ("phase",)),
    ("propose-lockdown", ("phase",)),
    ("propose-home", ("phase",)),
    ("propose-work", ("phase",)),
    ("accuse", ("phase", "seat")),
    ("agree", ("phase", "seat")),
    ("distrust", ("phase", "seat")),
    ("remark-spread", ("phase",)),
    ("remark-calm", ("phase",)),
    ("remark-lead", ("phase", "seat")),
)
"""Everything that a bot can say, with its parameters; worded as `omega.say.<code>`.

`phase` numbers the dialogue in which it is said (it tells the bots which turn a claim is about and is not
worded); `seat` is whom the speech is about.  Claims are about the speaker's own health.  Proposals are for
everybody.  `agree` and `distrust` answer what `seat` said last.  Remarks look back at the turn
before: workers lost lives (spread), nobody lost one (calm); or a seat is one step from the vaccine (lead).
"""


@frozen
class OmegaBot:
    """One bot; all it remembers is in its view."""

    temper: Temperament

    def choose(self, view: TableState, seat: int, prompt: Prompt, chance: Chance) -> Answer:
        """A legal answer to a prompt of the dialogue or the action phase."""
        if prompt.name == "done":
            return {"done": "yes"}
        if prompt.name == "wish" and prompt.current:
            return prompt.current
        mind = read(view, seat)
        if prompt.name == "wish":
            return {"wish": self._wish(mind, chance)}
        if prompt.name == "consent":
            return {"consent": "yes" if self._wants_lockdown(mind) else "no"}
        return {"action": self._deed(mind)}

    def speak(self, view: TableState, seat: int, chance: Chance) -> Speech | None:
        """A look back or a claim first, then an accusation, a proposal or an answer to the others."""
        phase = view.phase
        if phase is None or not chances(chance, "speak", self.temper.chatter):
            return None
        me = view.seats[seat].who
        lines = [line for line in view.chat if line.params.get("phase") == phase.no]
        own = {line.code for line in lines if line.who == me}
        heard = [n for n in view.living for line in lines[-1:] if line.who == view.seats[n].who != me]
        words = self._words(view.play, read(view, seat), heard, own, chance)
        if words is None:
            return None
        code, about = words
        return Speech(code, {"phase": phase.no} if about is None else {"phase": phase.no, "seat": about})

    def _deed(self, mind: Reading) -> str:
        if mind.infected:  # the life is lost at home too
            return "work"
        return max(("work", "home"), key=lambda action: self._value(mind, action))

    def _wants_lockdown(self, mind: Reading) -> bool:
        if mind.infected:  # it pays the same life and money as work does, and feeds the rivals
            return False
        return self._value(mind, "lockdown") + self.temper.union > self._value(mind, self._deed(mind))

    def _value(self, mind: Reading, action: str) -> float:
        return value(mind, action, self.temper.fear, self.temper.spite)

    def _wish(self, mind: Reading, chance: Chance) -> str:
        """For the lockdown that it wants, or as a bluff, infected or not, so that the wish does not give it away."""
        wishes = self._wants_lockdown(mind) or chances(chance, "bluff", self.temper.bluff)
        return "for" if wishes else pick(chance, "shrug", ("against", "none"))

    def _words(
        self, play: OmegaPlay, mind: Reading, heard: Sequence[int], own: set[str], chance: Chance
    ) -> tuple[str, int | None] | None:
        """Code and seat of what to say next, if anything: `own` are the codes that it has said in this dialogue,
        `heard` the rival that spoke last, if any."""
        if not own and len(play.turns) > 1 and chances(chance, "look back", 30):
            return _remark(play)
        if not any(code.startswith("claim") for code in own):
            honest = mind.infected and chances(chance, "own up", self.temper.candour)
            return "claim-infected" if honest else "claim-healthy", None
        suspect, risk = mind.suspect
        if risk > 0.5 or (mind.infected and chances(chance, "deflect", self.temper.bluff)):
            return "accuse", suspect
        proposed = any(code.startswith("propose") for code in own)
        if not proposed and (not heard or chances(chance, "propose", 60)):
            return self._proposal(mind, chance), None
        if not heard:
            return None
        return "agree" if mind.risk(heard[0]) < 0.3 else "distrust", heard[0]

    def _proposal(self, mind: Reading, chance: Chance) -> str:
        """What would help: a lockdown, work, or that everybody stays at home; the infected who bluff want company."""
        if mind.infected:
            return "propose-work" if chances(chance, "lure", self.temper.bluff) else "propose-home"
        if self._wants_lockdown(mind):
            return "propose-lockdown"
        return "propose-work" if self._deed(mind) == "work" else "propose-home"


def _remark(play: OmegaPlay) -> tuple[str, int | None] | None:
    """A word on how things stand: who is ahead, or how the last turn went."""
    ahead = max(play.living, key=lambda seat: play.players[seat].funds)
    if play.players[ahead].funds >= VACCINE - 1:
        return "remark-lead", ahead
    last = play.turns[-2]
    losers = [seat for seat, change in last.life.items() if change]
    if not losers:
        return "remark-calm", None
    return ("remark-spread", None) if any(last.actions.get(seat) == "work" for seat in losers) else None
