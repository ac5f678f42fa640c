"""Beginning an undertaking with its roll and its price, and finding it again when the roll is over."""

from __future__ import annotations

from collections.abc import Collection

from fatetable.engine.decision import Decision
from fatetable.mechanics.characters.cast import NOBODY, Actor, ActorId
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.points.accounts import BANK, move
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.efforts import effort_for
from fatetable.mechanics.rolls.procedure import announce_roll, declare_roll, new_roll_id
from fatetable.mechanics.rolls.state import ROLLS, Declaration, Modifier, Roll, RollId, change_effort, effort_id
from fatetable.mechanics.scenes.zones import NOWHERE, ZoneId
from fatetable.mechanics.undertakings.state import (
    UNDERTAKINGS,
    Undertaking,
    UndertakingBegun,
    UndertakingEnded,
    undertaking_of,
)

CALLED = "called-test"
"""The action of a roll whose margin a procedure reads, so that its outcome grants nothing by itself."""


def undertake(
    decision: Decision,
    rules: CheckRules,
    actor: Actor,
    trait: str,
    purpose: str,
    description: str,
    *,
    action: str = CALLED,
    mode: str | None = None,
    features: tuple[str, ...] = (),
    modifiers: tuple[Modifier, ...] = (),
    difficulty: int | None = None,
    defender: ActorId = NOBODY,
    target: ActorId = NOBODY,
    zone: ZoneId = NOWHERE,
    about: str = "",
    border: tuple[ZoneId, ...] = (),
    takes_action: bool = True,
    noted: Undertaking | None = None,
) -> RollId:
    """Declare the roll of an undertaking, against a number, or opposed by `defender`, and pay for it.

    Its purpose is the mode of the declaration, unless a `mode` says otherwise.  What the declaration has no place for
    is `noted` beside the roll.
    """
    roll = new_roll_id(decision)
    effort = effort_for(decision, rules, actor, effort_id(roll, 0), action, trait, features, description)
    declaration = Declaration(
        actor=actor.id,
        action=action,
        mode=purpose if mode is None else mode,
        trait=trait,
        description=description,
        features=features,
        target=target,
        zone=zone,
        words=about,
        border=border,
    )
    declare_roll(
        decision,
        roll,
        declaration,
        effort,
        difficulty=difficulty,
        defender=defender,
        takes_action=takes_action,
        announce=False,
    )
    if modifiers:
        change_effort(decision, roll, 0, modifiers=(*effort.modifiers, *modifiers))
    if noted is not None:
        if noted.price:
            move(decision, noted.account, BANK, noted.price, purpose, "undertaking")
        decision.emit(UndertakingBegun(roll, noted))
    announce_roll(decision, roll)
    return roll


def finished(decision: Decision, moment: object, purposes: Collection[str]) -> tuple[Roll, Undertaking] | None:
    """The undertaking with one of these purposes whose roll is over; one that was called off gives its price back."""
    if not isinstance(moment, RollIsOver):
        return None
    roll = decision.state.get(ROLLS).get(RollId(moment.roll))
    found = undertaking_of(decision.state, roll) if roll is not None else None
    if roll is None or found is None or found.purpose not in purposes:
        return None
    if roll.id in decision.state.get(UNDERTAKINGS):
        decision.emit(UndertakingEnded(roll.id))
    if moment.was_cancelled:
        if found.price:
            move(decision, BANK, found.account, found.price, "the roll did not happen", "undertaking")
        return None
    return roll, found


def ended(decision: Decision, moment: object, purpose: str) -> Roll | None:
    """The roll for this purpose that has just ended with a result, if nothing more about it is of interest."""
    found = finished(decision, moment, (purpose,))
    return found[0] if found is not None and found[0].margin is not None else None


def margin_of(roll: Roll) -> int:
    """How well it went; a roll without a result has failed."""
    return roll.margin if roll.margin is not None else -1
