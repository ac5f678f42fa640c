"""The chances of a roll for each difficulty, shown to the game master before they choose one."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from fatetable.engine.prompts import Prompt, kind_of
from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.book.ladder import Ladder
from fatetable.mechanics.dice.odds import Weights, chances, dice_weights
from fatetable.mechanics.rolls.check_rules import CheckRules
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.state import ROLLS
from fatetable.mechanics.view.blocks import ProspectView

WORTH_A_LOOK = range(9)
"""The difficulties for which chances are shown."""


def prospects(rules: CheckRules, ladder: Ladder, state: State, prompt: Prompt) -> tuple[ProspectView, ...]:
    """The chances of the roll a difficulty is asked for, for each difficulty; nothing for any other question."""
    if prompt.kind != kind_of(OppositionToChoose):
        return ()
    roll = state.get(ROLLS).get(prompt.read(OppositionToChoose).roll)
    if roll is None or roll.stage != "declared":
        return ()
    effort = roll.efforts[0]
    return _for_each(dice_weights(rules.pool(state)).plus(effort.fixed - effort.hindrance), ladder, rules.bands)


@lru_cache(maxsize=256)
def _for_each(thrown: Weights, ladder: Ladder, bands: Bands) -> tuple[ProspectView, ...]:
    """Cached: few rolls differ in what they add to the dice."""
    return tuple(
        ProspectView(
            difficulty=difficulty,
            word=ladder.label(difficulty),
            rung=ladder.rung(difficulty),
            chances={outcome: _percent(chance) for outcome, chance in chances(thrown, difficulty, bands).items()},
        )
        for difficulty in WORTH_A_LOOK
    )


def _percent(chance: Fraction) -> int:
    """Never 0 or 100 unless it is certain."""
    return int(chance * 100) if chance in (0, 1) else max(1, min(99, round(chance * 100)))
