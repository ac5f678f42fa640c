"""Harm by magic that has met its difficulty: those it strikes defend against what the same roll has reached.

Also harm that comes back on a caster.  Nothing is thrown for the attack again (F2-MAG-02).
"""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import EVERYONE, GM
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, address_of, name_of
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.actions import DEFEND
from fatetable.mechanics.rolls.efforts import UNASKED
from fatetable.mechanics.rolls.procedure import announce_roll, declare_roll, land_hit, new_roll_id
from fatetable.mechanics.rolls.state import Declaration, Effort, Modifier, effort_id
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.undertakings.state import Undertaking, UndertakingBegun
from fatetable.mechanics.undertakings.undertaking import CALLED, finished
from fatetable.rulesets.fate2.magic.frame import Frame

WITHSTAND = "withstand"


class StrikeToMeet(PromptContext, frozen=True, tag="strike"):
    """How somebody defends against magic that reaches `value`."""

    struck: ActorId
    value: int
    by: ActorId = NOBODY
    means: str = ""


class Guards(Protocol):
    """Further skills that keep somebody safe from magic of these means, by their names."""

    def __call__(self, state: State, actor: Actor, means: str, /) -> tuple[Choice, ...]: ...


def no_guards(_state: State, _actor: Actor, _means: str) -> tuple[Choice, ...]:
    return ()


class Strikes(Struct, frozen=True, kw_only=True):
    frame: Frame
    guards: Guards = no_guards

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="strikes of magic",
            answers={StrikeToMeet: self._met},
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def strike(self, decision: Decision, target: ActorId, value: int, by: ActorId, means: str, words: str) -> None:
        """Magic that reaches `value` strikes somebody; they say how they defend."""
        if not is_active(decision.state, target):
            return
        actor = decision.state.get(CAST)[target]
        traits = self._defences(decision.state, actor, means)
        rules = self.frame.rules
        if rules.pace.nameless_defend == "by-themselves" and rules.is_nameless(actor):
            self._defend(decision, actor, self._best(actor, traits), value, by, UNASKED)
            return
        holes = (ChoiceHole("fill", "with", traits, key="trait", suggested=self._best(actor, traits)),)
        how = TextHole("fill", "how?", key="description", is_description=True)
        who = name_of(decision.state, by)
        ask(
            decision,
            StrikeToMeet(target, value, by, means),
            address_of(decision.state, target),
            f"The magic of {who} strikes {actor.name} at {value:+d}. Defend how?",
            (Option("defend", "Defend", (*holes, how)),),
            detail=words,
            cites=decision.cites("magic-harm"),
            # What somebody the game master runs could defend with is not for everybody's eyes.
            secret_to=EVERYONE if actor.has_player else (GM,),
            hides_question=False,
        )

    def backlash(self, decision: Decision, actor: Actor, value: int, name: str, rating: int) -> None:
        """Power strikes its own caster, who defends with something that is no skill."""
        part = Modifier("trait", f"{name} {rating:+d}", rating, decision.cites("feedback"), name)
        self._declare(decision, actor, "", (part,), value, actor.id, UNASKED)

    def _defences(self, state: State, actor: Actor, means: str) -> tuple[Choice, ...]:
        usual = (Choice(trait.id, trait.label) for trait in self.frame.rules.traits(actor, DEFEND))
        more = self.guards(state, actor, means)
        found = {choice.value: choice for choice in (*more, *usual)}
        return tuple(found.values())

    def _best(self, actor: Actor, traits: tuple[Choice, ...]) -> str:
        ratings = {trait.id: trait.rating for trait in self.frame.rules.traits(actor, CALLED)}
        return max((choice.value for choice in traits), key=lambda trait: ratings.get(trait, -9), default="")

    def _met(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(StrikeToMeet)
        actor = decision.state.get(CAST)[asked.struck]
        self._defend(decision, actor, answer.text("trait"), asked.value, asked.by, answer.text("description"))

    def _defend(self, decision: Decision, actor: Actor, trait: str, value: int, by: ActorId, words: str) -> None:
        found = self.frame.rules.trait(actor, CALLED, trait)
        assert found is not None
        standing = self.frame.rules.standing(decision.state, actor, DEFEND, trait)
        part = Modifier("trait", found.label, found.rating, decision.cites("trait"), found.name)
        self._declare(decision, actor, trait, (part, *standing), value, by, words)

    def _declare(
        self,
        decision: Decision,
        actor: Actor,
        trait: str,
        parts: tuple[Modifier, ...],
        value: int,
        by: ActorId,
        words: str,
    ) -> None:
        roll = new_roll_id(decision)
        effort = Effort(
            id=effort_id(roll, 0), actor=actor.id, action=CALLED, trait=trait, description=words, modifiers=parts
        )
        declaration = Declaration(actor=actor.id, action=CALLED, mode=WITHSTAND, trait=trait, description=words)
        declare_roll(decision, roll, declaration, effort, difficulty=value, takes_action=False, announce=False)
        noted = Undertaking(purpose=WITHSTAND, maker=actor.id, target=by, difficulty=value)
        decision.emit(UndertakingBegun(roll, noted))
        announce_roll(decision, roll)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if done := finished(decision, moment, (WITHSTAND,)):
            roll, undertaking = done
            # The other way round it is the attack's margin: none at all is the least result there is.
            if roll.margin is not None and roll.margin <= 0:
                land_hit(
                    decision, Hit(target=undertaking.maker, by=undertaking.target, amount=-roll.margin, roll=roll.id)
                )
