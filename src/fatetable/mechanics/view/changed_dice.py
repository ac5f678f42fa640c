"""Dice that are not the usual ones: why, and what that does to the chances of a roll."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from fatetable.engine.state import State
from fatetable.mechanics.dice.notation import Groups
from fatetable.mechanics.dice.odds import Weights, certain, groups_weights
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.chances import chances_of
from fatetable.mechanics.rolls.comparing.reading import difficulty_in
from fatetable.mechanics.rolls.state import Comparison, Roll
from fatetable.mechanics.view.sides_of_rolls import DiceChancesView


def dice_note(rules: CheckRules, roll: Roll, index: int, comparison: Comparison) -> str:
    change = rules.dice_change(roll, index, comparison)
    return change.why if change is not None else ""


def scale_name(rules: CheckRules, scale: int) -> str:
    """The name of a step of the scale; those past either end have none."""
    names = {int(choice.value): choice.label or choice.value for choice in rules.difficulty_range.scales}
    return names.get(scale, "")


def dice_chances(rules: CheckRules, state: State, roll: Roll, comparison: Comparison) -> DiceChancesView | None:
    """The chances before anybody threw, with what has been added since; none where all dice are the usual ones."""
    sides = [index for index in (comparison.one, comparison.other) if index >= 0]
    changes = {index: rules.dice_change(roll, index, comparison) for index in sides}
    if not any(changes.values()):
        return None
    pools = {index: rules.pool(state, roll, index, comparison) for index in sides}
    usual = {index: change.usual if change else pools[index] for index, change in changes.items()}
    return DiceChancesView(
        usual=_percents(chances_of(rules, state, roll, comparison, _difference(rules, roll, comparison, usual))),
        changed=_percents(chances_of(rules, state, roll, comparison, _difference(rules, roll, comparison, pools))),
    )


def _difference(rules: CheckRules, roll: Roll, comparison: Comparison, pools: Mapping[int, Groups]) -> Weights:
    """What the totals of a comparison may differ by if these dice are thrown."""

    def total(index: int) -> Weights:
        return groups_weights(pools[index]).plus(rules.fixed(roll, index, comparison) - roll.efforts[index].hindrance)

    met = certain(difficulty_in(roll, comparison)) if comparison.other < 0 else total(comparison.other)
    return total(comparison.one).minus(met)


def _percents(chances: Mapping[str, Fraction]) -> dict[str, int]:
    return {outcome: percent(chance) for outcome, chance in chances.items()}


def percent(chance: Fraction) -> int:
    """Never 0 or 100 unless it is certain."""
    return int(chance * 100) if chance in (0, 1) else max(1, min(99, round(chance * 100)))
