"""Bots of Omega Strain in three temperaments.  They see their view and the prompt and nothing else."""

from __future__ import annotations

from attrs import frozen

from engine.chance import Chance, chances, pick
from engine.games.omega import talk
from engine.games.omega.mind import Reading, read
from engine.games.omega.temper import TEMPERAMENTS, Temperament
from engine.prompt import Answer, Prompt
from engine.table.state import Speech, TableState


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
            return {"consent": "yes" if self.temper.wants_lockdown(mind) else "no"}
        return {"action": self.temper.deed(mind)}

    def speak(self, view: TableState, seat: int, chance: Chance) -> Speech | None:
        """Something to say in the dialogue, or nothing."""
        return talk.speak(view, seat, self.temper, chance)

    def _wish(self, mind: Reading, chance: Chance) -> str:
        """For the lockdown that it wants, or as a bluff, infected or not, so that the wish does not give it away."""
        wishes = self.temper.wants_lockdown(mind) or chances(chance, "bluff", self.temper.bluff)
        return "for" if wishes else pick(chance, "shrug", ("against", "none"))


__all__ = ["TEMPERAMENTS", "OmegaBot"]
