"""Workings: a use of magic from its price and its roll to the end of that roll.

Each path of magic decides its effect.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import Refusal
from fatetable.engine.messages import Command
from fatetable.engine.offers import Choice, Hole, Offer, Price, Target, TextHole, Verb
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.book.citations import Cites
from fatetable.mechanics.characters.cast import (
    NOBODY,
    Actor,
    ActorId,
    actor_of,
    controlled,
    require_control,
)
from fatetable.mechanics.characters.trait_groups import group_and_name
from fatetable.mechanics.encounters.state import ENCOUNTER
from fatetable.mechanics.moments import TurnLost
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import feature_sets, which_features
from fatetable.mechanics.rolls.procedure import oppose_roll
from fatetable.mechanics.rolls.state import (
    Modifier,
    Roll,
    RollId,
    a_roll_is_open,
    is_rolling,
)
from fatetable.mechanics.scenes.presence import is_active, people_there
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import zones_between
from fatetable.mechanics.undertakings.state import (
    Undertaking,
)
from fatetable.mechanics.undertakings.undertaking import undertake
from fatetable.rulesets.skein.book import Tables
from fatetable.rulesets.skein.points import account_of, can_pay
from fatetable.rulesets.skein.rolls import MAGIC, PLAIN, MayDeclare
from fatetable.rulesets.skein.sheet import level, times_taken


def succeeded(roll: Roll) -> bool:
    return roll.margin is not None and roll.margin >= 0


def knows(tables: Tables, actor: Actor, skill: str) -> bool:
    """Whether somebody has that magic; a player character who gave up its calling cannot use it (SK-ADV-12)."""
    entry = tables.skill(skill)
    has_calling = entry is None or not entry.calling or times_taken(tables, actor.sheet, entry.calling) > 0
    return level(tables, actor.sheet, skill) > 0 and (has_calling or not actor.is_pc)


def traits_for(actor: Actor, skill: str) -> tuple[str, ...]:
    """The traits of a skill that somebody has: each style of a group is one."""
    return tuple(
        trait for trait in actor.sheet.traits if trait == skill or (group_and_name(trait) or ("",))[0] == skill
    )


def target_of(decision: Decision, target: ActorId, *, besides: ActorId = NOBODY) -> Actor:
    found = actor_of(decision, target)
    decision.require(
        found.id != besides, "bad-target", f"It has to be somebody else than {found.name}.", "magic-target"
    )
    decision.require(
        is_active(decision.state, found.id),
        "bad-target",
        f"{found.name} is not there to be affected.",
        "magic-target",
    )
    return found


def why_not_between_rolls(state: State, actor: Actor, code: str, topic: str = "") -> Refusal | None:
    """Why somebody cannot do something now that takes no roll of its own."""
    if not is_active(state, actor.id):
        return Refusal(code, f"{actor.name} has to be in the scene for that, and not out of it.", topic)
    if a_roll_is_open(state):
        return Refusal(code, "Finish the open roll first.", topic)
    return None


def spend_action(decision: Decision, actor: ActorId) -> None:
    """What takes no roll takes the action of the turn in a fight, and of a step before a battle."""
    decision.moment(TurnLost(actor))


def within_reach(state: State, actor: ActorId, other: ActorId) -> bool:
    """Could one of them touch the other?"""
    return zones_between(state, actor, other) == 0


def near(state: State, actor: Actor) -> tuple[Choice, ...]:
    """Everybody somebody could touch, themselves included."""
    return tuple(each for each in people_there(state) if within_reach(state, actor.id, ActorId(each.value)))


class Workings(Struct, frozen=True, kw_only=True):
    """What all paths of magic share: who may use them, the roll, and the offer.

    `may_declare` says who may use magic now, and `may_act` who may do what takes none.
    """

    tables: Tables
    rules: CheckRules
    may_declare: MayDeclare
    may_act: MayDeclare
    cites: Cites

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="workings",
        )

    # -- who may -------------------------------------------------------------------------------------------------

    def may_work(self, state: State, actor: Actor, *, at_leisure: bool = False, price: int = 0) -> Refusal | None:
        """Why somebody may not begin a working now; `at_leisure` is one that takes longer than an encounter leaves."""
        if at_leisure and state.get(ENCOUNTER) is not None:
            return Refusal("no-time", "That takes time and quiet, and there is none before the encounter is over.")
        refusal = self.may_declare(state, actor, MAGIC)
        if refusal is None and not can_pay(state, actor, price):
            return Refusal("not-enough-fate-points", f"There is no Fate Point for {actor.name} to spend.")
        return refusal

    def may_handle(self, state: State, actor: Actor, code: str) -> Refusal | None:
        """Why somebody may not do now what takes no roll: with a roll open, or in a fight when they have no action."""
        return why_not_between_rolls(state, actor, code) or self.may_act(state, actor, MAGIC)

    def may_react(self, state: State, actor: Actor) -> Refusal | None:
        """Why somebody may not make a roll now that is no action of theirs."""
        if not state.get(SCENE).is_open or not is_active(state, actor.id):
            return Refusal("not-there", f"{actor.name} is not in the scene.")
        if is_rolling(state, actor.id):
            return Refusal("roll-open", f"A roll with {actor.name} in it is still on the table.")
        return None

    def require_able(
        self, decision: Decision, actor_id: ActorId, skill: str, *, at_leisure: bool = False, price: int = 0
    ) -> Actor:
        actor = actor_of(decision, actor_id)
        require_control(decision, actor)
        decision.require(knows(self.tables, actor, skill), "no-such-magic-known", f"{actor.name} knows no such magic.")
        decision.require_allowed(self.may_work(decision.state, actor, at_leisure=at_leisure, price=price))
        return actor

    def able(
        self, state: State, seat: Seat, skill: str, *, at_leisure: bool = False, price: int = 0
    ) -> Iterator[Actor]:
        """Those of this seat who may use a path now."""
        for actor in controlled(state, seat):
            if (
                knows(self.tables, actor, skill)
                and self.may_work(state, actor, at_leisure=at_leisure, price=price) is None
            ):
                yield actor

    # -- doing it ------------------------------------------------------------------------------------------------

    def begin(
        self,
        decision: Decision,
        actor: Actor,
        working: Undertaking,
        trait: str,
        description: str,
        *,
        features: tuple[str, ...] = (),
        mode: str = PLAIN,
        modifiers: tuple[Modifier, ...] = (),
        is_action: bool = True,
    ) -> RollId:
        """Declare the roll, and pay for it."""
        roll = undertake(
            decision,
            self.rules,
            actor,
            trait,
            working.purpose,
            description,
            action=MAGIC,
            mode=mode,
            features=features,
            modifiers=modifiers,
            target=working.target,
            about=working.words,
            takes_action=is_action,
            noted=working,
        )
        oppose_roll(decision, roll)
        return roll

    # -- offering it ---------------------------------------------------------------------------------------------

    def claims(self, actor: Actor, trait: str) -> Iterator[tuple[tuple[str, ...], str]]:
        """Each set of stunts that may be claimed for a roll of magic with this trait."""
        for features, traits, suffix in feature_sets(actor, self.rules, MAGIC):
            if any(choice.value == trait for choice in traits):
                yield features, suffix

    def offer(
        self,
        actor: Actor,
        label: str,
        command: Command,
        topic: str,
        *holes: Hole,
        verb: Verb = "create",
        target: Target | None = None,
        price: int = 0,
    ) -> Offer:
        return which_features(
            Offer(
                command=command,
                actor=actor.id,
                label=label,
                verb=verb,
                target=target,
                holes=(*holes, TextHole("description", "how?", is_description=True)),
                price=Price(price, account_of(actor)) if price else None,
                cites=self.cites(topic),
                group="magic",
            )
        )
