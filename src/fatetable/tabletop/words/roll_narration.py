"""Puts the events of a roll into words; the names of actions and outcomes come from the ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fatetable.engine.words import with_words
from fatetable.mechanics.book.ladder import signed
from fatetable.mechanics.harm.state import in_a_row
from fatetable.mechanics.rolls.actions import CREATE
from fatetable.mechanics.rolls.state import (
    ROLLS,
    Comparison,
    ComparisonsRead,
    DieChange,
    Effort,
    EffortChanged,
    GoalSettled,
    InvocationsChanged,
    Modifier,
    OppositionPutOff,
    OppositionSet,
    OutlaysChanged,
    Roll,
    RollDeclared,
    RollOver,
    RollSettled,
)
from fatetable.tabletop.words.dice_faces import fate_faces
from fatetable.tabletop.words.event_context import EventContext, Tellers
from fatetable.tabletop.words.sentences import capitalised


def _roll(context: EventContext, roll_id: Any) -> Roll | None:
    return context.before.get(ROLLS).get(roll_id)


def _declared(context: EventContext, event: RollDeclared) -> Iterator[str]:
    if not event.roll.is_contest:
        yield with_words(_set_out(context, event.roll), event.roll.declaration.description, ".")


def _set_out(context: EventContext, roll: Roll) -> str:
    """Who does what to whom, and with what."""
    declared = roll.declaration
    on = in_a_row([context.name(actor) for actor in declared.targets or (declared.target,) if actor])
    target = f" on {on}" if on else ""
    aspect = f" about {context.card(declared.aspect)}" if declared.aspect else ""
    # A roll with a mode keeps an identifier in `words`, not a text for people.
    is_wording = declared.words and (declared.action == CREATE or not declared.mode)
    words = f" (“{declared.words}”)" if is_wording else ""
    action = context.ruleset.word(declared.action)
    actor = context.name(declared.actor)
    return f"{actor}: {action}{target}{aspect}{words} with {_parts(roll.efforts[0])}"


def _parts(effort: Effort) -> str:
    """The trait and the features an effort begins with; the label of a trait contains its rating."""
    return " and ".join(
        part.label if part.source == "trait" else f"{part.label} ({signed(part.amount)})" for part in effort.modifiers
    )


def _opposition(context: EventContext, event: OppositionSet) -> Iterator[str]:
    if event.effort is not None:
        if not event.effort.actor:
            yield f"Against dice from {_parts(event.effort)}."
            return
        told = f"{context.does(event.effort.actor, 'defends')} with {_parts(event.effort)}"
        yield with_words(told, event.effort.description, ".")
    elif event.difficulty is not None:
        roll = _roll(context, event.roll)
        versus = f"vs {context.ruleset.presenting.totals.label(event.difficulty)}"
        yield f"{context.does(roll.actor, 'rolls')} {versus}." if roll else f"Difficulty: {versus}."


def _put_off(context: EventContext, event: OppositionPutOff) -> Iterator[str]:
    if roll := _roll(context, event.roll):
        yield f"{context.does(roll.actor, 'rolls')} first; the difficulty comes after."


def _effort(context: EventContext, event: EffortChanged) -> Iterator[str]:
    roll = _roll(context, event.roll)
    if roll is None or event.index >= len(roll.efforts):
        if event.effort.description:
            told = f"{context.does(event.effort.actor, 'rolls')} with {_parts(event.effort)}"
            yield with_words(told, event.effort.description, ".")
        return
    before, after, actor = roll.efforts[event.index], event.effort, event.effort.actor
    if len(after.throws) > len(before.throws):
        again = " again" if before.throws else ""
        rules, rolled = context.ruleset.presenting.rules, context.after.get(ROLLS)[event.roll]
        total = context.ruleset.presenting.totals.label(rules.total(context.after, rolled, event.index))
        faces, kept = (fate_faces(throw.values) for throw in (after.throws[-1], after.throws[after.kept]))
        keeps = f", keeping {kept}," if kept != faces else ""
        by_hand = " by hand" if after.throws[-1].source == "entered" else ""
        rolls = context.does(actor, "rolls") if actor else "Chance rolls"
        yield f"{rolls}{again}{by_hand} {faces}{keeps} = {total}."
    for change in after.changes[len(before.changes) :]:
        yield f"{context.does(actor, _verb(after, change))} {_changed_die(before, change)}."
    # What an invocation adds is told with the invocation itself.
    for part in after.modifiers[len(before.modifiers) :]:
        if part.source != "invoke":
            yield f"{context.does(actor, 'gets')} {signed(part.amount)}: {part.label}."
    for part in before.modifiers[len(after.modifiers) :]:
        if part.source != "invoke":
            yield f"{context.does(actor, 'loses')} {signed(part.amount)}: {part.label}."


def _verb(effort: Effort, change: DieChange) -> str:
    if change.die >= len(effort.throws[change.throw].values):
        return "adds"
    return "turns" if change.thrown is None else "rolls"


def _changed_die(before: Effort, change: DieChange) -> str:
    """Which die became what."""
    is_fate = all(value in (-1, 0, 1) for value in (*before.values, change.value))
    new = fate_faces((change.value,)) if is_fate else str(change.value)
    if change.die >= len(before.values):
        return f"a die: {new}"
    old = fate_faces((before.values[change.die],)) if is_fate else str(before.values[change.die])
    return f"{old} into {new}" if change.thrown is None else f"one die again: {old} becomes {new}"


def _invocations(context: EventContext, event: InvocationsChanged) -> Iterator[str]:
    roll = _roll(context, event.roll)
    before = roll.invocations if roll else ()
    for invoked in event.invocations[len(before) :]:
        rule = context.ruleset.presenting.rules.amendment(invoked.effect)
        effect = rule.label if rule else invoked.effect
        rolling = roll.efforts[invoked.effort].actor if roll else None
        who = (
            context.does(invoked.party, "invokes")
            if invoked.party
            else f"{capitalised(context.seat(invoked.seat))} invokes"
        )
        free = "" if invoked.use.is_paid else " for free"
        if rolling is None or rolling == invoked.party:
            use = f"for {effect}"
        elif rule is not None and rule.who == "opponent":
            use = f"against {context.name(rolling)} ({effect})"
        else:
            use = f"for {effect} on {context.whose(rolling)} roll"
        yield with_words(f"{who} “{invoked.aspect.text}”{free} {use}", invoked.explanation, ".")
    for vetoed in before[len(event.invocations) :]:
        yield f"The invocation of “{vetoed.aspect.text}” does not count."


def _outlays(context: EventContext, event: OutlaysChanged) -> Iterator[str]:
    """How a helper helps, and what is cancelled; what was paid and what it added is told by itself."""
    roll = _roll(context, event.roll)
    before = {outlay.id: outlay for outlay in roll.outlays} if roll else {}
    for outlay in event.outlays:
        old = before.get(outlay.id)
        if old is None and outlay.explanation and outlay.party:
            yield with_words(f"{context.name(outlay.party)} helps", outlay.explanation, ".")
        if old is not None and old.is_cancelled != outlay.is_cancelled:
            yield f"{capitalised(outlay.part.label)} {'is cancelled' if outlay.is_cancelled else 'counts again'}."


def _settled(context: EventContext, event: RollSettled) -> Iterator[str]:
    roll = _roll(context, event.roll)
    if roll is None:
        return
    if event.comparisons or not event.outcome:
        yield from _compared(context, roll, event.comparisons)
        return
    ladder, word = context.ruleset.presenting.totals, context.ruleset.word
    comparison = f"{ladder.label(event.total)} vs {ladder.label(event.against)}"
    # A contest has no acting side: the total is that of the best effort.
    best = (effort.actor for effort in roll.efforts if effort.total - effort.hindrance == event.total)
    who = next(best, roll.actor) if roll.is_contest else roll.actor
    outcome = f"{word(event.outcome)} ({signed(event.margin)}){_degree(context, roll, event)}"
    yield f"{context.name(who)}: {comparison}. {outcome}."


def _degree(context: EventContext, roll: Roll, event: RollSettled) -> str:
    """What the margin amounts to, where the rules have words for it."""
    read = Comparison(other=1 if roll.is_opposed else -1, margin=event.margin, outcome=event.outcome)
    return _with_degree(context, roll, read)


def _with_degree(context: EventContext, roll: Roll, read: Comparison) -> str:
    degree = "" if roll.is_contest else context.ruleset.presenting.rules.degree(roll, read)
    return f", {degree}" if degree else ""


def _read_on(context: EventContext, event: ComparisonsRead) -> Iterator[str]:
    if roll := _roll(context, event.roll):
        yield from _compared(context, roll, event.comparisons)


def _compared(context: EventContext, roll: Roll, comparisons: tuple[Comparison, ...]) -> Iterator[str]:
    """Each comparison of a roll that has several: who against whom, and what else counted between the two."""
    ladder = context.ruleset.presenting.totals
    if not comparisons:
        yield "Nobody attacks anybody."
    for each in comparisons:
        if each.other >= 0:
            opponent = f"{_whose_side(context, roll.efforts[each.other])} "
        else:
            opponent = f"{context.whose(each.target)} " if each.target else ""
        total = f"{ladder.label(each.total)}{_counting(each.modifiers)}"
        against = f"{opponent}{ladder.label(each.against)}{_counting(each.opposing)}"
        outcome = f"{context.ruleset.word(each.outcome)} ({signed(each.margin)}){_counting(each.parts)}"
        outcome += _with_degree(context, roll, each)
        yield f"{context.name(roll.efforts[each.one].actor)}: {total} vs {against}. {outcome}."


def _whose_side(context: EventContext, effort: Effort) -> str:
    return context.whose(effort.actor) if effort.actor else "chance's"


def _counting(parts: tuple[Modifier, ...]) -> str:
    """What counts in one comparison alone."""
    return f" with {in_a_row([f'{part.label} {signed(part.amount)}' for part in parts])}" if parts else ""


def roll_in_one_line(context: EventContext, event: RollSettled) -> Iterator[str]:
    """A whole roll: who does what, against what, and what comes of it."""
    roll = _roll(context, event.roll)
    if roll is None or roll.is_contest:
        yield from _settled(context, event)
        return
    if event.comparisons or not event.outcome:
        yield f"{_set_out(context, roll)}."
        yield from _compared(context, roll, event.comparisons)
        return
    ladder = context.ruleset.presenting.totals
    opponent = f"{_whose_side(context, roll.efforts[1])} " if len(roll.efforts) > 1 else ""
    outcome = f"{context.ruleset.word(event.outcome)} ({signed(event.margin)}){_degree(context, roll, event)}"
    against = f"{ladder.label(event.total)} vs {opponent}{ladder.label(event.against)}"
    yield f"{_set_out(context, roll)}: {against}. {outcome}."


def _goal(context: EventContext, event: GoalSettled) -> Iterator[str]:
    roll = _roll(context, event.roll)
    verb = "does not get" if event.goal == "failed" else "gets"
    told = context.does(roll.actor, verb) if roll else f"Someone {verb}"
    cost = f", at a cost: {event.cost}" if event.cost and event.goal != "failed" else ""
    yield f"{told} what they wanted{cost}."


def _over(_: EventContext, event: RollOver) -> Iterator[str]:
    if event.reason:
        yield with_words("The roll is over", event.reason, ".")


TELLERS: Tellers = {
    RollDeclared: _declared,
    OppositionSet: _opposition,
    OppositionPutOff: _put_off,
    EffortChanged: _effort,
    InvocationsChanged: _invocations,
    OutlaysChanged: _outlays,
    RollSettled: _settled,
    ComparisonsRead: _read_on,
    GoalSettled: _goal,
    RollOver: _over,
}
