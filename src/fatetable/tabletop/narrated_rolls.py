"""Puts the facts of a roll into words, from what somebody sets out to do to what comes of it.

Knows the shape of a roll; the names of actions and outcomes are the ruleset's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from fatetable.engine.messages import Event
from fatetable.mechanics.acting import CREATE
from fatetable.mechanics.ladder import signed
from fatetable.mechanics.rolls import (
    ROLLS,
    DefenderNamed,
    Effort,
    EffortChanged,
    GoalSettled,
    HelpersChanged,
    InvocationsChanged,
    OppositionSet,
    Roll,
    RollDeclared,
    RollOver,
    RollSettled,
    SecretAspectChosen,
    SideTurned,
    WaitingChanged,
)
from fatetable.tabletop.dice_faces import fate_faces

if TYPE_CHECKING:
    from fatetable.tabletop.narration import Moment


def _roll(moment: Moment, roll_id: Any) -> Roll | None:
    return moment.before.get(ROLLS).get(roll_id)


def _declared(moment: Moment, event: RollDeclared) -> Iterator[str]:
    declared = event.roll.declaration
    if event.roll.is_contest:
        return
    target = f" on {moment.name(declared.target)}" if declared.target else ""
    aspect = f" about {moment.card(declared.aspect)}" if declared.aspect else ""
    # A test for a purpose of its own keeps there what it is about, in no words for people.
    is_wording = declared.words and (declared.action == CREATE or not declared.mode)
    words = f" (“{declared.words}”)" if is_wording else ""
    action = moment.ruleset.word(declared.action)
    actor = moment.name(declared.actor)
    yield f"{actor}: {action}{target}{aspect}{words} with {_parts(event.roll.efforts[0])}: {declared.description}"


def _parts(effort: Effort) -> str:
    """The trait and the features an effort begins with; labels of traits bring their rating along."""
    return " and ".join(
        part.label if part.source == "trait" else f"{part.label} ({signed(part.amount)})" for part in effort.modifiers
    )


def _opposition(moment: Moment, event: OppositionSet) -> Iterator[str]:
    if event.effort is not None:
        yield f"{moment.name(event.effort.actor)} opposes with {_parts(event.effort)}: {event.effort.description}"
    elif event.difficulty is not None:
        yield f"It is rolled against {moment.ruleset.ladder.label(event.difficulty)}."


def _effort(moment: Moment, event: EffortChanged) -> Iterator[str]:
    roll = _roll(moment, event.roll)
    if roll is None or event.index >= len(roll.efforts):
        if event.effort.description:
            yield f"{moment.name(event.effort.actor)} rolls with {_parts(event.effort)}: {event.effort.description}"
        return
    before, after, name = roll.efforts[event.index], event.effort, moment.name(event.effort.actor)
    if len(after.throws) > len(before.throws):
        again = " again" if before.throws else ""
        total = moment.ruleset.ladder.label(after.total)
        faces, kept = (fate_faces(throw.values) for throw in (after.throws[-1], after.throws[after.kept]))
        keeps = f" and keeps {kept}" if kept != faces else ""
        yield f"{name} throws{again} {faces}{keeps} for a total of {total}."
    # What an invocation adds is told with the invocation itself.
    for part in after.modifiers[len(before.modifiers) :]:
        if part.source != "invoke":
            yield f"{name} gets {signed(part.amount)}: {part.label}."
    for part in before.modifiers[len(after.modifiers) :]:
        if part.source != "invoke":
            yield f"{name} no longer gets {signed(part.amount)}: {part.label}."


def _invocations(moment: Moment, event: InvocationsChanged) -> Iterator[str]:
    roll = _roll(moment, event.roll)
    before = roll.invocations if roll else ()
    for invoked in event.invocations[len(before) :]:
        rule = moment.ruleset.presenting.rules.amendment(invoked.effect)
        effect = rule.label if rule else invoked.effect
        rolling = roll.efforts[invoked.effort].actor if roll else None
        who = moment.name(invoked.party) if invoked.party else moment.seat(invoked.seat)
        free = "" if invoked.use.is_paid else " for free"
        if rolling is None or rolling == invoked.party:
            use = f"for {effect}"
        elif rule is not None and rule.who == "opponent":
            use = f"against {moment.name(rolling)} ({effect})"
        else:
            use = f"for {effect} on {moment.whose(rolling)} roll"
        yield f"{who} invokes “{invoked.aspect.text}”{free} {use}: {invoked.explanation}"
    for vetoed in before[len(event.invocations) :]:
        yield f"The invocation of “{vetoed.aspect.text}” does not count."


def _settled(moment: Moment, event: RollSettled) -> Iterator[str]:
    roll = _roll(moment, event.roll)
    if roll is None:
        return
    ladder, word = moment.ruleset.ladder, moment.ruleset.word
    comparison = f"{ladder.label(event.total)} against {ladder.label(event.against)}"
    # In a contest nobody in particular acts; the total that counts is that of whoever came out best.
    best = (effort.actor for effort in roll.efforts if effort.total - effort.hindrance == event.total)
    who = next(best, roll.actor) if roll.is_contest else roll.actor
    yield f"{moment.name(who)}: {comparison}. {word(event.outcome)} ({signed(event.margin)})."


def _goal(moment: Moment, event: GoalSettled) -> Iterator[str]:
    roll = _roll(moment, event.roll)
    name = moment.name(roll.actor) if roll else "someone"
    if event.goal == "failed":
        yield f"{name} does not get what they wanted."
    else:
        yield f"{name} gets what they wanted{f', at a cost: {event.cost}' if event.cost else ''}."


def _over(_: Moment, event: RollOver) -> Iterator[str]:
    if event.reason:
        yield f"The roll is over: {event.reason.rstrip('.')}."


TELLERS: Mapping[type[Event], Callable[[Moment, Any], Iterator[str]]] = {
    RollDeclared: _declared,
    OppositionSet: _opposition,
    EffortChanged: _effort,
    InvocationsChanged: _invocations,
    RollSettled: _settled,
    GoalSettled: _goal,
    RollOver: _over,
}

QUIET: frozenset[type[Event]] = frozenset(
    {DefenderNamed, HelpersChanged, SideTurned, WaitingChanged, SecretAspectChosen}
)
