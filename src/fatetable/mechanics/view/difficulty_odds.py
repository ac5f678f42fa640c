"""The chances of a roll for each difficulty, shown to the game master before they choose one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from fatetable.engine.prompts import Prompt, kind_of
from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.dice.odds import Weights, chances, groups_weights
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.comparing.chances import chances_of
from fatetable.mechanics.rolls.comparing.reading import ALONE
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.state import ROLLS, Roll
from fatetable.mechanics.view.blocks import ProspectView
from fatetable.mechanics.view.changed_dice import percent


def prospects(rules: CheckRules, ladder: Ladder, state: State, prompt: Prompt) -> tuple[ProspectView, ...]:
    """The chances of the roll a difficulty is asked for, for each likely difficulty; nothing for another question."""
    if prompt.kind != kind_of(OppositionToChoose):
        return ()
    roll = state.get(ROLLS).get(prompt.read(OppositionToChoose).roll)
    if roll is None or roll.stage != "declared":
        return ()
    scales = tuple(int(choice.value) for choice in rules.difficulty_range.scales) or (0,)
    return tuple(view for scale in scales for view in _on_a_scale(rules, ladder, state, roll, scale))


def _on_a_scale(rules: CheckRules, ladder: Ladder, state: State, roll: Roll, scale: int) -> tuple[ProspectView, ...]:
    roll = msgspec.structs.replace(roll, scale=scale) if scale else roll
    thrown = groups_weights(rules.pool(state, roll, 0, ALONE))
    total = thrown.plus(rules.fixed(roll, 0) - roll.efforts[0].hindrance)
    likely = rules.difficulty_range.likely
    if rules.read is None:
        return _by_bands(total, ladder, rules.bands_for(state, roll, ALONE), likely, scale)
    return tuple(
        _prospect(ladder, number, scale, chances_of(rules, state, roll, ALONE, total.minus(number)))
        for number in likely
    )


@lru_cache(maxsize=256)
def _by_bands(
    total: Weights, ladder: Ladder, bands: Bands, likely: tuple[int, ...], scale: int
) -> tuple[ProspectView, ...]:
    """Cached: few rolls differ in what they add to the dice."""
    return tuple(_prospect(ladder, number, scale, chances(total, number, bands)) for number in likely)


def _prospect(ladder: Ladder, difficulty: int, scale: int, found: Mapping[str, Fraction]) -> ProspectView:
    return ProspectView(
        difficulty=difficulty,
        word=ladder.label(difficulty),
        rung=ladder.rung(difficulty),
        chances={outcome: percent(chance) for outcome, chance in found.items()},
        scale=scale,
    )
