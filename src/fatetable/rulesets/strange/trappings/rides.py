"""Riding and driving: two rolls, the zones that a mount covers, and what comes of failures (SF-TRANSPORT-01 to 03)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM
from fatetable.engine.offers import Choice, ChoiceHole, TextHole
from fatetable.engine.prompts import Answer, Option, Prompt, PromptContext, ask
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import SITUATION, new_card, place
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, address_of, name_of
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.hits import Hit
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.procedure import land_hit
from fatetable.mechanics.rolls.state import ROLLS, OppositionSet, RollId
from fatetable.mechanics.scenes.facts import Fact, FactEstablished
from fatetable.mechanics.scenes.zones import NOWHERE, place_of
from fatetable.mechanics.undertakings.code import Code, Result
from fatetable.mechanics.undertakings.undertaking import CALLED, margin_of, undertake
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import fields_of, skill_rolled, skills_of, traits_of
from fatetable.rulesets.strange.trappings.mounts import (
    RIDE_FOLDS,
    RIDES,
    TRANSPORT,
    Ride,
    RideOver,
    RideSet,
    field_ridden,
    mount_of,
)
from fatetable.rulesets.strange.trappings.movement import has_run

TRAVEL, DRIVE, GALLOP = "travel", "drive", "gallop"
OF_MOUNT = "mount-rolls"


class MountToRoll(PromptContext, frozen=True, tag="mount-rolls"):
    """With which of its skills a mount rolls."""

    mount: ActorId
    rider: ActorId


class CrashToTell(PromptContext, frozen=True, tag="crash"):
    """Rider and mount have failed: what has happened to the mount?"""

    mount: ActorId


class Rides(Struct, frozen=True):
    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="riding and driving",
            evolves=RIDE_FOLDS,
            answers={MountToRoll: self._picked, CrashToTell: self._told},
            on_moment=self._on_moment,
            moments=(RollIsOver,),
            follow_up=self._follow_up,
        )

    def code(self) -> Mapping[str, Code]:
        return {
            TRAVEL: Code(may=self._cannot_travel, fits=self._fits, is_rolled=self._is_unrated),
            DRIVE: Code(may=partial(self._cannot, DRIVE), fits=self._fits, done=self._driven),
            GALLOP: Code(may=self._cannot_gallop, fits=self._fits, done=self._driven),
        }

    # -- who may, and with what --------------------------------------------------------------------------------------

    def _cannot(self, action: str, state: State, actor: Actor) -> Refusal | None:
        if not mount_of(state, actor.id):
            return Refusal("on-foot", f"{actor.name} is on foot.", TRANSPORT)
        return self.kit.may_declare(state, actor, action)

    def _cannot_travel(self, state: State, actor: Actor) -> Refusal | None:
        if conflict_of(state) is not None:
            return Refusal("no-calm", "In a conflict no way is safe.", TRANSPORT)
        return self._cannot(TRAVEL, state, actor)

    def _cannot_gallop(self, state: State, actor: Actor) -> Refusal | None:
        if conflict_of(state) is None or place_of(state, actor.id) == NOWHERE:
            return Refusal("no-need", "Only in a conflict on a map does it matter how far somebody gets.", TRANSPORT)
        return self._cannot(GALLOP, state, actor)

    def _fits(self, state: State, actor: Actor, trait: str) -> bool:
        """A skill is for one kind of transport and no other."""
        skill = skill_rolled(self.kit.tables, actor.sheet, trait)
        return skill is not None and field_ridden(state, actor.id) in fields_of(skill)

    def _is_unrated(self, _: State, actor: Actor, trait: str) -> bool:
        """Who has learned it needs no roll to get somewhere safely."""
        return all(skill.id != trait for skill in skills_of(self.kit.tables, actor.sheet))

    # -- the mount's roll --------------------------------------------------------------------------------------------

    def _driven(self, decision: Decision, result: Result) -> None:
        """A risk without a roll is none; how far they get is rolled for by the mount in any case."""
        state, row = decision.state, result.procedure.id
        mount = state.get(CAST).get(mount_of(state, result.actor))
        if mount is None or (row == DRIVE and not result.was_rolled) or (row == GALLOP and not result.succeeded):
            return
        difficulty, scale = (0, 0) if row == GALLOP else (result.total - result.margin, result.scale)
        ride = Ride(mount=mount.id, row=row, margin=result.margin, difficulty=difficulty, scale=scale)
        decision.emit(RideSet(result.actor, ride))

    def _follow_up(self, decision: Decision) -> bool:
        """The mount rolls when everything about the roll of its rider is done."""
        waiting = ((rider, ride) for rider, ride in decision.state.get(RIDES).items() if not ride.is_under_way)
        found = next(waiting, None)
        if found is None:
            return False
        rider, ride = found
        decision.emit(RideSet(rider, msgspec.structs.replace(ride, is_under_way=True)))
        self._ask(decision, rider, decision.state.get(CAST)[ride.mount])
        return True

    def _ask(self, decision: Decision, rider: ActorId, mount: Actor) -> None:
        traits = traits_of(self.kit.tables, mount, CALLED)
        if len(traits) == 1:
            self._roll(decision, rider, traits[0].id)
            return
        choices, seats = tuple(Choice(trait.id, trait.label) for trait in traits), address_of(decision.state, mount.id)
        ask(
            decision,
            MountToRoll(mount.id, rider),
            seats,
            f"With which skill does {mount.name} roll?",
            (Option("roll", "Roll", (ChoiceHole("fill", "with", choices, key="trait"),)),),
            cites=decision.cites("riding"),
            secret_to=seats,
            hides_question=False,
        )

    def _picked(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        self._roll(decision, prompt.read(MountToRoll).rider, answer.text("trait"))

    def _roll(self, decision: Decision, rider: ActorId, trait: str) -> None:
        ride = decision.state.get(RIDES)[rider]
        mount = decision.state.get(CAST)[ride.mount]
        roll = undertake(
            decision,
            self.kit.checks,
            mount,
            trait,
            OF_MOUNT,
            f"{mount.name} does what it can",
            target=rider,
            takes_action=False,
        )
        decision.emit(OppositionSet(roll, difficulty=ride.difficulty, scale=ride.scale))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        assert isinstance(moment, RollIsOver)
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        rider = roll.declaration.target
        ride = decision.state.get(RIDES).get(rider) if roll.declaration.mode == OF_MOUNT else None
        if ride is None:
            return
        decision.emit(RideOver(rider))
        if moment.was_cancelled:
            return
        if ride.row == GALLOP:
            has_run(decision, rider, margin_of(roll))
        else:
            self._end(decision, ride.mount, ride.margin, margin_of(roll))

    def _end(self, decision: Decision, mount: ActorId, rider_by: int, mount_by: int) -> None:
        """SF-TRANSPORT-02: what comes of two rolls that are read by themselves."""
        name = name_of(decision.state, mount)
        if mount_by < 0:
            track = self.kit.tables.track("physical")
            land_hit(decision, Hit(target=mount, by=NOBODY, amount=-mount_by, track=track, kind="physical"))
        if rider_by >= 0 and mount_by >= 0:
            decision.emit(FactEstablished(Fact(name, "it goes well")))
        elif rider_by < 0 <= mount_by:
            decision.emit(FactEstablished(Fact(name, "it fails, and no harm is done")))
        elif rider_by < 0:
            words = TextHole("fill", "aspect", key="words", is_description=True)
            ask(
                decision,
                CrashToTell(mount),
                (GM,),
                f"Both have failed. What happens to {name}?",
                (Option("aspect", "Add an aspect", (words,)),),
                cites=decision.cites("riding"),
                blocking=False,
            )

    def _told(self, decision: Decision, prompt: Prompt, answer: Answer) -> None:
        words = answer.text("words") or "Out of Control"
        place(decision, new_card(decision, words, SITUATION, bearer=prompt.read(CrashToTell).mount))
