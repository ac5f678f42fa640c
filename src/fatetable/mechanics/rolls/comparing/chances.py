"""The exact chances of a comparison, from what the difference of its totals may come to."""

from __future__ import annotations

from fractions import Fraction

from fatetable.engine.state import State
from fatetable.mechanics.dice.odds import Weights
from fatetable.mechanics.rolls.comparing.reading import ReadingRules
from fatetable.mechanics.rolls.state import Comparison, Roll


def chances_of(
    rules: ReadingRules, state: State, roll: Roll, comparison: Comparison, difference: Weights
) -> dict[str, Fraction]:
    """How likely each outcome of a comparison is, worst first."""
    bands = rules.bands_for(state, roll, comparison)
    if rules.read is None:
        return difference.outcomes(bands)
    found = dict.fromkeys(bands.outcomes, Fraction(0))
    for number, count in difference.items():
        outcome = rules.read(state, roll, comparison, number).outcome
        found[outcome] += Fraction(count, difference.total)
    return found
