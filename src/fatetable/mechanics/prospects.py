"""What a difficulty means for whoever has to beat it, before the game master settles on one.  Decides nothing."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from fatetable.engine.prompts import Prompt
from fatetable.engine.state import State
from fatetable.mechanics.blocks import ProspectView
from fatetable.mechanics.checks import CheckRules
from fatetable.mechanics.ladder import Ladder
from fatetable.mechanics.odds import Weights, chances, dice_weights
from fatetable.mechanics.outcomes import Bands
from fatetable.mechanics.rolls import ROLLS, RollId

WORTH_A_LOOK = range(9)
"""Difficulties a table uses; beyond them the chances are those of the last."""


def prospects(rules: CheckRules, ladder: Ladder, state: State, prompt: Prompt) -> tuple[ProspectView, ...]:
    """The chances of the roll a difficulty is asked for, for each difficulty; nothing for any other question."""
    roll = state.get(ROLLS).get(RollId(str(prompt.about.get("roll", ""))))
    if prompt.kind != "opposition" or roll is None or roll.stage != "declared":
        return ()
    effort = roll.efforts[0]
    return _for_each(dice_weights(rules.pool(state)).plus(effort.fixed - effort.hindrance), ladder, rules.bands)


@lru_cache(maxsize=256)
def _for_each(thrown: Weights, ladder: Ladder, bands: Bands) -> tuple[ProspectView, ...]:
    """Few rolls differ in what they add to the dice, and everybody's next one is asked about."""
    return tuple(
        ProspectView(
            difficulty=difficulty,
            word=ladder.label(difficulty),
            chances={outcome: _percent(chance) for outcome, chance in chances(thrown, difficulty, bands).items()},
        )
        for difficulty in WORTH_A_LOOK
    )


def _percent(chance: Fraction) -> int:
    """Never 0 or 100 unless it is certain."""
    return int(chance * 100) if chance in (0, 1) else max(1, min(99, round(chance * 100)))
