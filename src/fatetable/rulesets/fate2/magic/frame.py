"""What all magics share: who may work it now, its roll, and its offers.

What a spell must reach before anything else, its difficulty, is rolled against first; what harms somebody is in
`strikes.py` and `attack` here (F2-MAG-02).
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, Hole, Offer, Target, TextHole, Verb
from fatetable.engine.state import State
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import CAST, NOBODY, Actor, ActorId, actor_of, require_control
from fatetable.mechanics.encounters.turns import TurnRules
from fatetable.mechanics.rolls.actions import ATTACK
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import effort_for
from fatetable.mechanics.rolls.opposition import Opposition
from fatetable.mechanics.rolls.procedure import announce_roll, declare_roll, new_roll_id, oppose_roll
from fatetable.mechanics.rolls.state import Declaration, Modifier, Roll, RollId, change_effort, effort_id, roll_of
from fatetable.mechanics.scenes.presence import is_active
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.undertakings.procedures import MayAct
from fatetable.mechanics.undertakings.state import Details, Undertaking, UndertakingBegun
from fatetable.mechanics.undertakings.undertaking import CALLED, undertake
from fatetable.rulesets.fate2.kit import FateKit


class Frame(Struct, frozen=True, kw_only=True):
    rules: CheckRules
    turns: TurnRules
    may_declare: MayAct
    cites: Cites

    @classmethod
    def of(cls, kit: FateKit) -> Frame:
        return cls(rules=kit.checks, turns=kit.turns, may_declare=kit.may_declare, cites=kit.cites)

    # -- who may ---------------------------------------------------------------------------------------------------

    def cannot(self, state: State, actor: Actor, *, harms: bool = False) -> Refusal | None:
        """Why somebody may work no magic now, or none that harms."""
        return self.may_declare(state, actor, ATTACK if harms else CALLED)

    def rating(self, actor: Actor, skill: str) -> int | None:
        """How good somebody is at a skill they have learnt; nothing for one they have not."""
        return actor.sheet.traits.get(skill)

    def victims(self, state: State, actor: Actor) -> tuple[Choice, ...]:
        """Whom somebody could harm."""
        return tuple(
            Choice(other.id, other.name)
            for other in state.get(CAST).values()
            if other.id != actor.id and is_active(state, other.id) and not are_allies(state, actor.id, other.id)
        )

    def require_caster(self, decision: Decision, actor_id: ActorId, *, harms: bool = False) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require_allowed(self.cannot(decision.state, actor, harms=harms))
        return actor

    def require_described(self, decision: Decision, description: str) -> None:
        decision.require_described(description, "no-description", "Say what your character does.")

    def require_victims(self, decision: Decision, actor: Actor, targets: Collection[ActorId]) -> None:
        known = {choice.value for choice in self.victims(decision.state, actor)}
        is_meant = bool(targets) and set(targets) <= known and len(set(targets)) == len(targets)
        decision.require(is_meant, "bad-target", "Name who is there to be harmed, and is no ally.")

    # -- the roll --------------------------------------------------------------------------------------------------

    def roll(
        self,
        decision: Decision,
        actor: Actor,
        trait: str,
        purpose: str,
        description: str,
        *,
        difficulty: int | None,
        target: ActorId = NOBODY,
        words: str = "",
        details: Details | None = None,
        modifiers: tuple[Modifier, ...] = (),
        takes_action: bool = True,
    ) -> RollId:
        """Declare a roll of magic against its difficulty; without one, somebody has yet to set it."""
        noted = Undertaking(
            purpose=purpose,
            maker=actor.id,
            target=target,
            words=words,
            difficulty=difficulty,
            details=details or {},
        )
        return undertake(
            decision,
            self.rules,
            actor,
            trait,
            purpose,
            description,
            modifiers=modifiers,
            difficulty=difficulty,
            target=target,
            takes_action=takes_action,
            noted=noted,
        )

    def attack(
        self,
        decision: Decision,
        actor: Actor,
        trait: str,
        purpose: str,
        description: str,
        targets: tuple[ActorId, ...],
        *,
        modifiers: tuple[Modifier, ...] = (),
        tags: tuple[str, ...] = (),
        noted: Undertaking | None = None,
        takes_action: bool = True,
        is_harm: bool = True,
    ) -> RollId:
        """Attack with magic that has no difficulty of its own: everybody it is aimed at defends against the roll.

        Unless it `is_harm`, the margin is for the magic to read.
        """
        roll = new_roll_id(decision)
        effort = effort_for(decision, self.rules, actor, effort_id(roll, 0), CALLED, trait, (), description)
        declaration = Declaration(
            actor=actor.id,
            action=ATTACK if is_harm else CALLED,
            mode=purpose,
            trait=trait,
            description=description,
            target=targets[0],
            targets=targets if len(targets) > 1 else (),
            tags=tags,
        )
        decision.require_allowed(self.turns.check(decision.state, declaration))
        declare_roll(
            decision, roll, declaration, effort, defender=targets[0], takes_action=takes_action, announce=False
        )
        if modifiers:
            change_effort(decision, roll, 0, modifiers=(*effort.modifiers, *modifiers))
        if noted is not None:
            decision.emit(UndertakingBegun(roll, noted))
        announce_roll(decision, roll)
        if is_harm:
            oppose_roll(decision, roll)
        else:
            decision.service(Opposition).ask_defence(decision, roll_of(decision, roll), targets[0])
        return roll

    # -- offering it -----------------------------------------------------------------------------------------------

    def offer(
        self,
        actor: Actor,
        label: str,
        command: Command,
        topic: str,
        *holes: Hole,
        verb: Verb = "use",
        cost: str = "",
        is_described: bool = True,
        is_aimed: bool = False,
    ) -> Offer:
        how = (TextHole("description", "how?", is_description=True),) if is_described else ()
        return Offer(
            command=command,
            actor=actor.id,
            label=label,
            verb=verb,
            cost=cost,
            target=Target("actor") if is_aimed else None,
            holes=(*holes, *how),
            cites=self.cites(topic),
            group="magic",
        )


def outcome_of(rules: CheckRules, state: State, roll: Roll) -> int:
    """What the acting side of a roll has reached."""
    return rules.total(state, roll, 0)


def succeeded(roll: Roll) -> bool:
    return roll.margin is not None and roll.margin >= 0
