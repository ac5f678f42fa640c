"""Going for an effect instead of harm: the GM names the result it takes (F2-COMB-14)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, ActorId, address_of, controlled, name_of
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.harm.wounds import Wounding
from fatetable.mechanics.modifiers.menus import CIRCUMSTANCE, menu_hole
from fatetable.mechanics.moments import ConflictEnds, RollIsOver, SceneEnds
from fatetable.mechanics.rolls.actions import ATTACK, Actions
from fatetable.mechanics.rolls.efforts import feature_sets
from fatetable.mechanics.rolls.may_declare import may_declare
from fatetable.mechanics.rolls.procedure import LandHit, finish_roll
from fatetable.mechanics.rolls.state import Declaration, Modifier, RollId, rolls_of
from fatetable.rulesets.fate2.combat.arms import ArmsTaken, arms_of, traits_of_weapon
from fatetable.rulesets.fate2.combat.manoeuvre_state import (
    DISARM,
    MANOEUVRE,
    MANOEUVRE_EVOLVES,
    MANOEUVRES,
    OTHER,
    Attempt,
    AttemptsChanged,
    EffectsEnded,
    ManoeuvreWorked,
    attempt_of,
)
from fatetable.rulesets.fate2.kit import FateKit

AIMS = (Choice(OTHER, "an effect"), Choice(DISARM, "disarm them"))
USUAL = "Hurt"


class Manoeuvre(Command, frozen=True, kw_only=True, tag="fate2-manoeuvre"):
    """Attack somebody for an effect, such as to disarm them or to knock them away."""

    actor: ActorId
    target: ActorId
    trait: str
    description: str
    words: str
    aim: str = OTHER
    claims: tuple[str, ...] = ()


class ResultToName(PromptContext, frozen=True, tag="fate2-result-needed"):
    """Which result does an effect take?"""

    roll: RollId
    actor: ActorId


class EffectOrWound(PromptContext, frozen=True, tag="fate2-effect-or-wound"):
    """The result is good enough: does the effect happen, or is the wound marked?"""

    roll: RollId
    by: ActorId
    target: ActorId
    size: int


class Manoeuvring(Struct, frozen=True, kw_only=True):
    """`land_wound` lets the wound of a hit be marked that is none of an effect."""

    kit: FateKit
    actions: Actions
    wounding: Wounding
    land_wound: LandHit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="manoeuvres",
            decides={Manoeuvre: self._manoeuvre},
            answers={ResultToName: self._named, EffectOrWound: self._chosen},
            evolves=MANOEUVRE_EVOLVES,
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver, ConflictEnds, SceneEnds),
        )

    # -- declaring -------------------------------------------------------------------------------------------------

    def _manoeuvre(self, decision: Decision, command: Manoeuvre) -> None:
        state = decision.state
        decision.require(conflict_of(state) is not None, "no-conflict", "There is no fight by turns.")
        self.actions.require_opponent(decision, command.actor, command.target)
        decision.require(command.aim in (DISARM, OTHER), "no-such-aim", "There is no such aim.")
        decision.require_allowed(self.cannot_aim(state, command.target, command.aim))
        decision.require_described(command.words, "no-words", "Say what effect is wanted.")
        self.actions.declare(
            decision,
            Declaration(
                actor=command.actor,
                action=ATTACK,
                mode=MANOEUVRE,
                trait=command.trait,
                description=command.description,
                target=command.target,
                words=command.words.strip(),
            ),
            command.claims,
            self.parts(state, command.actor),
        )
        roll = rolls_of(decision.state, command.actor)[-1]
        self.attempt(decision, Attempt(roll.id, command.actor, command.words.strip(), command.aim))

    def cannot_aim(self, state: State, target: ActorId, aim: str) -> Refusal | None:
        """A weapon that locks is not struck from the hand (F2-ARM-16)."""
        if aim == DISARM and any(trait.locks for trait in traits_of_weapon(self.kit.tables, state, target)):
            return Refusal("locked", f"The weapon of {name_of(state, target)} is locked to the hand.")
        return None

    def parts(self, state: State, actor: ActorId) -> tuple[Modifier, ...]:
        """What the weapon does to manoeuvres; the GM takes off what needs no finesse (F2-ARM-14, F2-ARM-16)."""
        return tuple(
            Modifier(CIRCUMSTANCE, f"{trait.name} ({words})", amount, trait.cites)
            for trait in traits_of_weapon(self.kit.tables, state, actor)
            for words, amount in (("manoeuvre", trait.manoeuvres), ("finesse", trait.finesse))
            if amount
        )

    def attempt(self, decision: Decision, attempt: Attempt) -> None:
        """Ask the GM what it takes."""
        decision.emit(AttemptsChanged((*decision.state.get(MANOEUVRES).attempts, attempt)))
        rows = tuple(Choice(row.name) for row in self.kit.tables.wounds if row.boxes)
        ask(
            decision,
            ResultToName(attempt.roll, attempt.actor),
            (GM,),
            f"Which result does {name_of(decision.state, attempt.actor)} need?",
            (
                Option("row", "Name the result", (ChoiceHole("fill", "result", rows, key="row", suggested=USUAL),)),
                Option("no", "Say it cannot be done: harm only"),
            ),
            detail=attempt.words,
            cites=decision.cites("manoeuvre"),
        )

    def _named(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(ResultToName)
        attempts = decision.state.get(MANOEUVRES).attempts
        found = attempt_of(decision.state, asked.roll, asked.actor)
        assert found is not None
        others = tuple(each for each in attempts if each != found)
        named = (msgspec.structs.replace(found, row=answer.text("row")),) if answer.option == "row" else ()
        decision.emit(AttemptsChanged((*others, *named)))

    # -- landing ---------------------------------------------------------------------------------------------------

    def land_hit(self, decision: Decision, hit: Hit) -> None:
        """A blow is marked; where it was for an effect and good enough, whose blow it is chooses."""
        attempt = attempt_of(decision.state, hit.roll, hit.by)
        if attempt is None or not self._is_enough(decision.state, attempt, hit):
            self.land_wound(decision, hit)
            return
        ask(
            decision,
            EffectOrWound(hit.roll, hit.by, hit.target, hit.size),
            address_of(decision.state, hit.by),
            f"{name_of(decision.state, hit.by)} can have the effect on {name_of(decision.state, hit.target)}.",
            (
                Option("effect", f"Take it: {attempt.words}" if attempt.words else "Take the effect"),
                Option("wound", "Mark the wound instead"),
            ),
            cites=decision.cites("manoeuvre"),
        )

    def _is_enough(self, state: State, attempt: Attempt, hit: Hit) -> bool:
        rows = [row.name for row in self.kit.tables.wounds]
        return self.wounding.place(state, hit) >= rows.index(attempt.row)

    def _chosen(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        asked = prompt.read(EffectOrWound)
        hit = Hit(target=asked.target, by=asked.by, amount=asked.size, roll=asked.roll)
        attempt = attempt_of(decision.state, hit.roll, hit.by)
        if answer.option == "wound" or attempt is None:
            self.land_wound(decision, hit)
        else:
            decision.emit(ManoeuvreWorked(hit.by, hit.target, attempt.words or dict(_labels())[attempt.aim]))
            if attempt.aim == DISARM and arms_of(decision.state, hit.target).weapon != "Unarmed":
                kept = arms_of(decision.state, hit.target)
                decision.emit(ArmsTaken(hit.target, msgspec.structs.replace(kept, weapon="Unarmed", traits=())))
        finish_roll(decision, hit.roll)

    def _on_moment(self, decision: Decision, moment: object) -> None:
        held = decision.state.get(MANOEUVRES)
        match moment:
            case RollIsOver():
                left = tuple(each for each in held.attempts if each.roll != moment.roll)
                if left != held.attempts:
                    decision.emit(AttemptsChanged(left))
            case ConflictEnds() | SceneEnds():
                if held.effects:
                    decision.emit(EffectsEnded())

    # -- offers ----------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if conflict_of(state) is None:
            return
        for actor in controlled(state, seat):
            if may_declare(self.kit.turns, self.kit.words, state, actor, ATTACK) is not None:
                continue
            near, _ = self.actions.targets(state, actor, allies=False)
            for aim in AIMS:
                targets = tuple(each for each in near if self.cannot_aim(state, ActorId(each.value), aim.value) is None)
                if targets:
                    yield Offer(
                        command=Manoeuvre(
                            actor=actor.id, target=ActorId(""), trait="", description="", words="", aim=aim.value
                        ),
                        label="disarm somebody" if aim.value == DISARM else "manoeuvre against somebody",
                        actor=actor.id,
                        verb="attack",
                        target=Target("actor"),
                        holes=(
                            ChoiceHole("target", "target", targets),
                            ChoiceHole("trait", "with", feature_sets(actor, self.kit.checks, ATTACK)[0].traits),
                            TextHole("words", "effect", is_description=True),
                            *menu_hole("claims", self.kit.checks.menu(state, actor, ATTACK)),
                            TextHole("description", "how?", is_description=True),
                        ),
                        cites=self.kit.cites("manoeuvre"),
                        group="act",
                    )


def _labels() -> Iterator[tuple[str, str]]:
    return ((aim.value, aim.label) for aim in AIMS)


def effects_on(state: State, actor: ActorId) -> tuple[str, ...]:
    """What others have done to somebody in this fight that is no wound."""
    return state.get(MANOEUVRES).effects.get(actor, ()) if actor in state.get(CAST) else ()
