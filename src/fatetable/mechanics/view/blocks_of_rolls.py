"""Blocks of rolls: each side with its dice and the parts of its total."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.characters.cast import CAST, Actor, controls, name_of
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.reading import Reading
from fatetable.mechanics.rolls.state import ROLLS, Declaration, Effort, Modifier, Roll
from fatetable.mechanics.view.blocks import EffortView, PartView, RollBlock


def roll_blocks(state: State, seat: Seat, rules: CheckRules, ladder: Ladder) -> Iterator[RollBlock]:
    for roll in state.get(ROLLS).values():
        against = None if roll.difficulty is None else roll.difficulty + roll.efforts[0].hindrance
        reading = _reading(state, roll, rules)
        yield RollBlock(
            id=roll.id,
            action=roll.declaration.action,
            stage=roll.stage,
            sides=tuple(_side(state, seat, roll, index, rules, ladder) for index in range(len(roll.efforts))),
            difficulty=roll.difficulty,
            against="" if against is None else ladder.label(against),
            against_rung="" if against is None else ladder.rung(against),
            margin=roll.margin if reading is None else reading.margin,
            outcome=roll.outcome if reading is None else reading.outcome,
            waiting=roll.waiting,
            window=roll.window,
            countdown=rules.pace.countdown if roll.window else 0,
            target=_target(state, roll.declaration),
        )


def _reading(state: State, roll: Roll, rules: CheckRules) -> Reading | None:
    """How dice that are down would be read now."""
    if roll.stage != "thrown" or not _is_compared(roll):
        return None
    return rules.reading(state, roll, rules.compare(state, roll)[0])


def _side(state: State, seat: Seat, roll: Roll, index: int, rules: CheckRules, ladder: Ladder) -> EffortView:
    effort, total = roll.efforts[index], rules.total(state, roll, index)
    actor = state.get(CAST).get(effort.actor)
    kept = effort.throws[effort.kept] if effort.throws else None
    return EffortView(
        id=effort.id,
        name=name_of(state, effort.actor),
        trait=effort.trait,
        description=effort.description,
        faces=kept.values if kept else (),
        earlier=tuple(throw.values for throw in effort.throws if throw is not kept),
        modifiers=tuple(_part(part, _name(part, effort, actor, rules)) for part in effort.modifiers),
        hindrances=tuple(_part(part, part.label) for part in effort.hindrances),
        total=total,
        word=ladder.label(total),
        rung=ladder.rung(total),
        actor=effort.actor,
        is_mine=actor is not None and controls(seat, actor),
        is_entered=kept is not None and kept.source == "entered",
    )


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
