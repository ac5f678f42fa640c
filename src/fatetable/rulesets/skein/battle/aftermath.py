"""After a battle: how many are lost and come back, and what happened to named characters."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, ChoiceHole, Offer, Target, TextHole
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    CAST,
    Actor,
    ActorId,
    SheetChanged,
    actor_of,
    controls,
    name_of,
    require_control,
)
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.state import ROLLS, Roll, RollId
from fatetable.rulesets.skein.battle.command import end_battle
from fatetable.rulesets.skein.battle.personal_combat import MAJOR
from fatetable.rulesets.skein.battle.rolls import ORDEAL, RECOVERY, BattleRolls, kind_of
from fatetable.rulesets.skein.battle.state import (
    AFTERMATH,
    BATTLE,
    WIPED_OUT,
    ArmyCounted,
    Battle,
    Force,
    able,
    battle_of,
    change_battle,
    is_able,
    is_caller,
    is_idle,
    owners_of,
    require_caller,
    size_of,
    stress_lost,
)
from fatetable.rulesets.skein.book import Tables, army_losses
from fatetable.rulesets.skein.combat import Harm
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.rolls import Defence, defences_of
from fatetable.rulesets.skein.sheet import HEALTH


class RecoverNumbers(Command, frozen=True, tag="recover-numbers"):
    """A general gathers the soldiers who fled or were only wounded."""

    army: ActorId
    description: str


class EndureBattle(Command, frozen=True, tag="endure-battle"):
    """See how somebody of name has come through the battle."""

    actor: ActorId
    trait: str
    description: str


class CloseBattle(Command, frozen=True, tag="close-battle"):
    """Everything is settled: losses are counted and the battle is over."""


class Aftermath(Struct, frozen=True, kw_only=True):
    """What a battle costs: the numbers of the armies, and what it did to the people who fought in it."""

    tables: Tables
    rules: CheckRules
    rolls: BattleRolls
    dials: Dials
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="battle aftermath",
            decides={
                RecoverNumbers: self._recover,
                EndureBattle: self._endure,
                CloseBattle: self._close,
            },
            offers=self._offers,
            on_moment=self._on_moment,
            moments=(RollIsOver,),
        )

    def open(self, decision: Decision) -> None:
        """List the player characters and major people who fought: each has to make a Test (SK-BATTLE-31)."""
        battle = decision.state.get(BATTLE)
        assert battle is not None
        cast = decision.state.get(CAST)
        fought = able(decision.state, tuple(actor for force in battle.forces for actor in force.people))
        change_battle(decision, untested=tuple(actor for actor in fought if cast[actor].kind in MAJOR))

    # -- losses --------------------------------------------------------------------------------------------------

    def _cannot_recover(self, state: State, force: Force) -> Refusal | None:
        name = name_of(state, force.army)
        if force.is_counted:
            return Refusal("cannot-recover", f"{name} has been gathered and counted already.")
        if not is_able(state, force.general):
            return Refusal("cannot-recover", f"Nobody can gather {name} any more: its general is not there, or is out.")
        return None

    def _recover(self, decision: Decision, command: RecoverNumbers) -> None:
        battle = battle_of(decision, AFTERMATH)
        force = next((each for each in battle.forces if each.army == command.army), None)
        if force is None:
            raise decision.violation("unknown-army", f"{command.army!r} is no army of this battle.")
        require_control(decision, actor_of(decision, force.general))
        decision.require_allowed(self._cannot_recover(decision.state, force))
        figures = self.tables.battle.figures
        self.rolls.test(
            decision,
            RECOVERY,
            force.general,
            figures.recovery_skill,
            command.description,
            difficulty=figures.recovery_difficulty,
        )

    def _count(self, decision: Decision, battle: Battle, index: int, degree: int) -> None:
        """Losses in proportion to stress; some of them back by the general's Test (SK-BATTLE-28, SK-BATTLE-29)."""
        force = battle.forces[index]
        army = decision.state.get(CAST)[force.army]
        size = size_of(army)
        lost = army_losses(size, stress_lost(decision.state, force), force.stress)
        recovered = self._recovered(size, lost, degree)
        owners = owners_of(decision.state, force)
        sheet = msgspec.structs.replace(army.sheet, numbers={**army.sheet.numbers, "size": size - lost + recovered})
        decision.emit(ArmyCounted(force.army, lost, recovered), to=owners, face=ArmyCounted(force.army))
        decision.emit(SheetChanged(force.army, sheet, "losses"), to=owners)

    def _recovered(self, size: int, lost: int, degree: int) -> int:
        whole = size if self.dials.recovered_numbers == "of-army" else lost
        share = Fraction(whole * max(0, degree) * self.tables.battle.figures.recovery_percent, 100)
        return min(lost, int(share))

    # -- named characters ----------------------------------------------------------------------------------------

    def _difficulty(self, state: State, battle: Battle, actor: ActorId) -> int:
        index = battle.force_of(actor)
        figures = self.tables.battle.figures
        harder = 0
        if index == battle.loser:
            harder = figures.wiped_out_difficulty if battle.how == WIPED_OUT else figures.losing_difficulty
        return stress_lost(state, battle.forces[index]) + harder

    def _skills(self, actor: Actor) -> tuple[Choice, ...]:
        """Whatever defends against a blow or a shot."""
        blow_and_shot = (Defence("hand-to-hand"), Defence("ranged"))
        found = {trait.id: trait for met in blow_and_shot for trait in defences_of(self.tables, actor, met)}
        return tuple(Choice(trait.id, trait.label) for trait in found.values())

    def _endure(self, decision: Decision, command: EndureBattle) -> None:
        battle = battle_of(decision, AFTERMATH)
        actor = actor_of(decision, command.actor)
        require_control(decision, actor)
        decision.require(actor.id in battle.untested, "not-asked", f"{actor.name} has nothing to come through.")
        decision.require(
            any(choice.value == command.trait for choice in self._skills(actor)),
            "unknown-trait",
            "It takes a skill that can defend in combat.",
            "battle-endurance",
        )
        difficulty = self._difficulty(decision.state, battle, actor.id)
        self.rolls.test(decision, ORDEAL, actor.id, command.trait, command.description, difficulty=difficulty)

    def _endured(self, decision: Decision, battle: Battle, roll: Roll) -> None:
        change_battle(decision, untested=tuple(actor for actor in battle.untested if actor != roll.actor))
        if (roll.margin or 0) < 0:
            decision.service(Harm).hurt(decision, roll.actor, HEALTH, -(roll.margin or 0))

    # -- closing -------------------------------------------------------------------------------------------------

    def _close(self, decision: Decision, _: CloseBattle) -> None:
        battle = battle_of(decision, AFTERMATH)
        require_caller(decision, battle)
        untested = ", ".join(name_of(decision.state, actor) for actor in battle.untested)
        decision.require(not battle.untested, "not-finished", f"Not everybody has come through it yet: {untested}.")
        for index, force in enumerate(battle.forces):
            if not force.is_counted:
                self._count(decision, battle, index, 0)
        end_battle(decision, f"{name_of(decision.state, battle.forces[1 - battle.loser].army)} has won")

    def _on_moment(self, decision: Decision, moment: object) -> None:
        battle = decision.state.get(BATTLE)
        if battle is None or not isinstance(moment, RollIsOver) or moment.was_cancelled:
            return
        roll = decision.state.get(ROLLS)[RollId(moment.roll)]
        if kind_of(roll) == RECOVERY:
            self._count(decision, battle, battle.force_of(roll.actor), roll.margin or 0)
        elif kind_of(roll) == ORDEAL:
            self._endured(decision, battle, roll)

    # -- offers --------------------------------------------------------------------------------------------------

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        battle = state.get(BATTLE)
        if battle is None or battle.stage != AFTERMATH or not is_idle(state):
            return
        cast = state.get(CAST)
        for force in battle.forces:
            if controls(seat, cast[force.general]) and self._cannot_recover(state, force) is None:
                yield Offer(
                    command=RecoverNumbers(force.army, ""),
                    label=f"rally {name_of(state, force.army)}",
                    actor=force.general,
                    verb="recover",
                    target=Target("actor", force.army),
                    holes=(TextHole("description", "how?", is_description=True),),
                    cites=self.cites("army-recovery"),
                    group="battle",
                )
        for actor in battle.untested:
            if controls(seat, cast[actor]):
                yield Offer(
                    command=EndureBattle(actor, "", ""),
                    label="survive the battle",
                    actor=actor,
                    verb="overcome",
                    holes=(
                        ChoiceHole("trait", "with", self._skills(cast[actor])),
                        TextHole("description", "how?", is_description=True),
                    ),
                    cites=self.cites("battle-endurance"),
                    group="battle",
                )
        if is_caller(battle, seat) and not battle.untested:
            yield Offer(
                command=CloseBattle(),
                label="Leave the field",
                verb="end",
                cites=self.cites("army-losses"),
                group="moment",
            )
