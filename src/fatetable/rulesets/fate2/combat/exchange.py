"""What people may do in an exchange, and what they roll for it (F2-COMB-11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.identity import remembered
from fatetable.engine.messages import GM
from fatetable.engine.offers import Choice, NumberHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import Actor, ActorId, name_of
from fatetable.mechanics.encounters.frays import Stance
from fatetable.mechanics.encounters.state import REVEALED, Fray, Intent, IntentsRevealed, Revealed
from fatetable.mechanics.modifiers.menus import chosen_modifiers
from fatetable.mechanics.rolls.actions import ATTACK, DEFEND, OVERCOME
from fatetable.mechanics.rolls.efforts import UNASKED, effort_for
from fatetable.mechanics.rolls.state import Effort, EffortId, Modifier, RollId
from fatetable.rulesets.fate2.combat.defences import SURPRISED, effort_off_guard
from fatetable.rulesets.fate2.combat.manoeuvre_state import DISARM, OTHER, Attempt
from fatetable.rulesets.fate2.combat.manoeuvres import Manoeuvring
from fatetable.rulesets.fate2.combat.modifiers import DEFENSIVE, fight_menu
from fatetable.rulesets.fate2.combat.off_guard import is_off_guard
from fatetable.rulesets.fate2.combat.scene_fights import BY_SCENE, SceneFights, is_by_scene
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.sheet import is_of_combat

STRIKE, AFAR, MANOEUVRE, DISARMING, GUARD, EVADE, ELSE, STAND, GOAL = (
    "attack",
    "attack-from-afar",
    "manoeuvre",
    "disarm",
    "defensive",
    "evade",
    "something-else",
    "stand",
    "goal",
)
HARMFUL = (STRIKE, AFAR, MANOEUVRE, DISARMING)
"""Who does one of these affects the opponents that he beats."""
ACTIONS = {GUARD: DEFEND, EVADE: DEFEND, STAND: DEFEND, ELSE: OVERCOME}


class DifficultyOfAction(PromptContext, frozen=True, tag="fate2-difficulty-of-action"):
    """What is it rolled against, that nobody opposes?"""

    roll: RollId
    actor: ActorId


class Exchange(Struct, frozen=True, kw_only=True):
    """The ways to act in an exchange."""

    kit: FateKit
    manoeuvring: Manoeuvring
    scene_fights: SceneFights

    def subsystem(self) -> Subsystem:
        return Subsystem(name="acting in exchanges", answers={DifficultyOfAction: self._difficulty_set})

    def stances(self, state: State, actor: Actor) -> tuple[Stance, ...]:
        return () if is_off_guard(state, actor.id) else self._stances(actor, "scene" if is_by_scene(state) else "")

    @remembered(limit=1024, has_texts=True)
    def _stances(self, actor: Actor, pace: str) -> tuple[Stance, ...]:
        return tuple(self._ways(actor, is_of_scene=pace == "scene"))

    def _ways(self, actor: Actor, *, is_of_scene: bool) -> Iterator[Stance]:
        tables, dials = self.kit.tables, self.kit.dials
        every, defending, other = (self._traits(actor, action) for action in (ATTACK, DEFEND, OVERCOME))
        combat = tuple(each for each in defending if is_of_combat(tables, each.value)) or defending
        menu = fight_menu(tables, dials, by_eye=False)
        common: dict[str, Any] = {"traits": every, "menu": menu}
        if is_of_scene:
            yield from self._ways_of_scene(common)
            return
        yield Stance(id=STRIKE, label="attack", **common)
        yield Stance(id=AFAR, label="attack from afar", **common)
        yield Stance(id=MANOEUVRE, label="manoeuvre against somebody", has_effect=True, **common)
        yield Stance(id=DISARMING, label="disarm somebody", **common)
        yield Stance(id=GUARD, label="fight defensively", verb="end-turn", aims=False, traits=combat, menu=menu)
        yield Stance(
            id=EVADE, label="defend with another skill", verb="end-turn", aims=False, traits=defending, menu=menu
        )
        yield Stance(id=ELSE, label="do something else", verb="overcome", aims=False, traits=other)

    def _traits(self, actor: Actor, action: str) -> tuple[Choice, ...]:
        return tuple(Choice(trait.id, trait.label) for trait in self.kit.checks.traits(actor, action))

    def _ways_of_scene(self, common: dict[str, Any]) -> Iterator[Stance]:
        """Everybody says what they are after, and with whom they fight where that counts (F2-COMB-06, F2-COMB-08)."""
        if self.scene_fights.is_of_sides(BY_SCENE):
            yield Stance(id=GOAL, label="say what you are after", aims=False, **common)
        else:
            yield Stance(id=STRIKE, label="fight somebody", **common)
            yield Stance(id=GUARD, label="hold back", verb="end-turn", aims=False, **common)

    def unasked(self, state: State, actor: Actor) -> Intent:
        """Who says nothing stands his ground; who expects nothing turns too late (F2-MOD-05)."""
        if is_off_guard(state, actor.id):
            return Intent(stance=STAND, trait=SURPRISED, description=UNASKED)
        best = max(self.kit.checks.traits(actor, DEFEND), key=lambda trait: trait.rating)
        return Intent(stance=STAND, trait=best.id, description=UNASKED)

    def cannot_aim(self, state: State, _: Actor, intent: Intent) -> Refusal | None:
        return self.manoeuvring.cannot_aim(state, intent.target, DISARM) if intent.stance == DISARMING else None

    def effort(self, decision: Decision, actor: Actor, effort: EffortId, intent: Intent) -> Effort:
        """What somebody rolls; what concerns one opponent is counted against that one alone."""
        if intent.trait == SURPRISED:
            return effort_off_guard(decision, self.kit.checks, self.kit.tables, actor, effort, intent.description)
        action, words = ACTIONS.get(intent.stance, ATTACK), intent.description or UNASKED
        made = effort_for(decision, self.kit.checks, actor, effort, action, intent.trait, (), words)
        more = (
            *((DEFENSIVE,) if intent.stance == GUARD else ()),
            *(self.manoeuvring.parts(decision.state, actor.id) if intent.stance in (MANOEUVRE, DISARMING) else ()),
            *(() if intent.target else self.claimed(intent)),
            *self.scene_fights.numbers(decision.state, actor.id),
        )
        return msgspec.structs.replace(made, modifiers=(*made.modifiers, *more))

    def claimed(self, intent: Intent) -> tuple[Modifier, ...]:
        menu = fight_menu(self.kit.tables, self.kit.dials, by_eye=False)
        return chosen_modifiers(menu, intent.claims, self.kit.cites("claim"))

    def before_dice(self, decision: Decision, revealed: Revealed) -> None:
        for actor, intent in revealed.intents.items():
            if intent.stance in (MANOEUVRE, DISARMING):
                aim = DISARM if intent.stance == DISARMING else OTHER
                self.manoeuvring.attempt(decision, Attempt(revealed.roll, actor, intent.effect, aim))
            elif intent.stance == ELSE:
                self._ask_difficulty(decision, revealed.roll, actor, intent)

    def _ask_difficulty(self, decision: Decision, roll: RollId, actor: ActorId, intent: Intent) -> None:
        bounds = self.kit.checks.difficulty_range
        hole = NumberHole(
            "fill",
            "difficulty",
            bounds.lowest,
            bounds.highest,
            key="value",
            suggestions=self.kit.checks.difficulties,
        )
        ask(
            decision,
            DifficultyOfAction(roll, actor),
            (GM,),
            f"What is it rolled against that {name_of(decision.state, actor)} does?",
            (Option("difficulty", "Set a difficulty", (hole,)),),
            detail=intent.description,
            cites=decision.cites("difficulty"),
        )

    def _difficulty_set(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        actor, revealed = prompt.read(DifficultyOfAction).actor, decision.state.get(REVEALED)
        difficulties = {**revealed.difficulties, actor: answer.number("value")}
        decision.emit(IntentsRevealed(msgspec.structs.replace(revealed, difficulties=difficulties)))

    def is_settled(self, decision: Decision, fray: Fray) -> bool:
        return self.scene_fights.is_settled(decision, fray)
