"""Blocks of rolls: each side with its dice and the parts of its total."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from fatetable.engine.chance import Throw, write_die
from fatetable.engine.identity import remembered
from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import CAST, Actor, controls, name_of
from fatetable.mechanics.dice.notation import kind_of
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.reading import ALONE
from fatetable.mechanics.rolls.comparing.single_dice import die_at
from fatetable.mechanics.rolls.state import ROLLS, Comparison, Declaration, Effort, Modifier, Roll, side_name
from fatetable.mechanics.view.blocks import RollBlock
from fatetable.mechanics.view.changed_dice import dice_chances, dice_note
from fatetable.mechanics.view.sides_of_rolls import ComparisonView, DiceChancesView, DieView, EffortView, PartView


def roll_blocks(
    state: State, seat: Seat, rules: CheckRules, ladder: Ladder, *, tells_odds: bool = True
) -> Iterator[RollBlock]:
    for roll in state.get(ROLLS).values():
        against = None if roll.difficulty is None else roll.difficulty + roll.efforts[0].hindrance
        read = _comparisons(state, roll, rules)
        first = read[0] if read and roll.stage == "thrown" else None
        yield RollBlock(
            id=roll.id,
            action=roll.declaration.action,
            stage=roll.stage,
            sides=tuple(_side(state, seat, roll, index, rules, ladder) for index in range(len(roll.efforts))),
            difficulty=roll.difficulty,
            against="" if against is None else ladder.label(against),
            against_rung="" if against is None else ladder.rung(against),
            margin=roll.margin if first is None else first.margin,
            outcome=roll.outcome if first is None else first.outcome,
            waiting=roll.waiting,
            window=roll.window,
            countdown=rules.pace.countdown if roll.window else 0,
            target=_target(state, roll.declaration),
            degree=_degree(roll, first, rules),
            dice_chances=_dice_chances(state, roll, rules) if tells_odds else None,
            comparisons=() if _is_plain(read) else tuple(_comparison(state, roll, each, rules) for each in read),
        )


def _dice_chances(state: State, roll: Roll, rules: CheckRules) -> DiceChancesView | None:
    """What changed dice do to the one comparison of a roll; several would need more room than they are worth."""
    if not _is_compared(roll) or len(compared := rules.compare(state, roll)) != 1:
        return None
    return dice_chances(rules, state, roll, compared[0])


def _comparisons(state: State, roll: Roll, rules: CheckRules) -> tuple[Comparison, ...]:
    """What was read, and how dice that are down would be read now."""
    if roll.stage == "thrown" and _is_compared(roll):
        return tuple(rules.compared(state, roll, each) for each in rules.compare(state, roll))
    return roll.comparisons


def _is_plain(comparisons: tuple[Comparison, ...]) -> bool:
    """Is there nothing to say that the two sides of the roll do not say?"""
    return not any(each.modifiers or each.opposing or each.parts for each in comparisons) and len(comparisons) < 2


def _degree(roll: Roll, first: Comparison | None, rules: CheckRules) -> str:
    """What the margin amounts to: as it stands, or as it was read."""
    if first is None:
        if roll.margin is None or roll.is_contest:
            return ""
        first = Comparison(other=1 if roll.is_opposed else -1, margin=roll.margin, outcome=roll.outcome)
    return rules.degree(roll, first)


def _comparison(state: State, roll: Roll, comparison: Comparison, rules: CheckRules) -> ComparisonView:
    return ComparisonView(
        one=comparison.one,
        other=comparison.other,
        target=name_of(state, comparison.target) if comparison.target else "",
        total=comparison.total,
        against=comparison.against,
        margin=comparison.margin,
        outcome=comparison.outcome,
        opposing_outcome=comparison.opposing_outcome,
        modifiers=tuple(_part(part, part.name or part.label) for part in comparison.modifiers),
        opposing=tuple(_part(part, part.name or part.label) for part in comparison.opposing),
        parts=tuple(_part(part, part.name or part.label) for part in comparison.parts),
        is_read=roll.stage != "thrown",
        degree=rules.degree(roll, comparison),
        dice_note=dice_note(rules, roll, comparison.one, comparison),
    )


def _side(state: State, seat: Seat, roll: Roll, index: int, rules: CheckRules, ladder: Ladder) -> EffortView:
    effort = roll.efforts[index]
    compared = (*roll.comparisons, *rules.compare(state, roll))
    comparison = next((each for each in compared if index in (each.one, each.other)), ALONE)
    total = rules.total(state, roll, index, comparison)
    actor = state.get(CAST).get(effort.actor)
    kept = effort.throws[effort.kept] if effort.throws else None
    return EffortView(
        id=effort.id,
        name=side_name(state, effort),
        trait=effort.trait,
        description=effort.description,
        dice=_dice(state, roll, index, comparison, rules),
        earlier=tuple([_dice_of(throw) for throw in effort.throws if throw is not kept]),
        modifiers=_modifiers(effort, actor, rules),
        hindrances=tuple([_part(part, part.label) for part in effort.hindrances]),
        total=total,
        word=ladder.label(total),
        rung=ladder.rung(total),
        actor=effort.actor,
        is_mine=actor is not None and controls(seat, actor),
        is_entered=kept is not None and kept.source == "entered",
        dice_note=dice_note(rules, roll, index, comparison) if _is_compared(roll) or roll.is_contest else "",
    )


def _dice(state: State, roll: Roll, index: int, comparison: Comparison, rules: CheckRules) -> tuple[DieView, ...]:
    """The dice of an effort as they are now, with those that were changed or do not count."""
    effort = roll.efforts[index]
    if not effort.throws:
        return ()
    kept = effort.throws[effort.kept]
    dice = list(_dice_of(kept))
    for change in effort.changes:
        if change.throw == effort.kept:
            die = die_at(effort, change.die)
            written = write_die(die)
            shown = next((s for s, v in zip(die.shown, die.values, strict=True) if v == change.value), change.value)
            dice[change.die : change.die + 1] = [_die(written, shown, change.value, is_turned=True)]
    counted = rules.counted(state, roll, index, comparison)
    if counted is None:
        return tuple(dice)
    return tuple(
        die if place in counted else msgspec.structs.replace(die, counts=False) for place, die in enumerate(dice)
    )


@remembered(limit=1024)
def _dice_of(throw: Throw) -> tuple[DieView, ...]:
    return tuple([_die(*die) for die in zip(throw.dice, throw.shown, throw.values, strict=True)])


@remembered(limit=1024)
def _modifiers(effort: Effort, actor: Actor | None, rules: CheckRules) -> tuple[PartView, ...]:
    return tuple([_part(part, _name(part, effort, actor, rules)) for part in effort.modifiers])


def _die(written: str, shown: int, value: int, *, is_turned: bool = False) -> DieView:
    kind = kind_of(written)
    return DieView(kind=kind, shown=value if kind == "fate" else shown, value=value, is_turned=is_turned)


def _part(part: Modifier, name: str) -> PartView:
    return PartView(source=part.source, label=part.label, amount=part.amount, cites=part.cites, name=name)


def _name(part: Modifier, effort: Effort, actor: Actor | None, rules: CheckRules) -> str:
    """What a part is called without its number.  Older logs hold no names; then a trait's is on the sheet."""
    if part.name or part.source != "trait":
        return part.name or part.label
    trait = rules.trait(actor, effort.action, effort.trait) if actor else None
    return trait.name if trait is not None and trait.label == part.label and trait.name else part.label


def _target(state: State, declaration: Declaration) -> str:
    """The character or else the aspect it is about, for viewers who know of them."""
    actor = state.get(CAST).get(declaration.target)
    card = state.get(ASPECTS).get(declaration.aspect)
    return actor.name if actor else card.text if card else ""


def _is_compared(roll: Roll) -> bool:
    """Is there one result by now: not before the other side has answered, nor where many compete."""
    return roll.has_opposition and not roll.is_contest
