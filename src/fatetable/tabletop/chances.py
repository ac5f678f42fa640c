"""The chances of an offer that changes a roll, in figures and in words for people's eyes.

Knows no ruleset; what counts as success is the ruleset's say.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.cast import CAST, controls, name_of
from fatetable.mechanics.rolls import ROLLS, RollId
from fatetable.mechanics.ruleset import Ruleset, in_percent
from fatetable.tabletop.table import Table


class Chances(NamedTuple):
    """The chance of each outcome before and after, and what the offer makes of the chance to succeed."""

    before: Mapping[str, Fraction]
    after: Mapping[str, Fraction]
    summary: str


def chances_of(table: Table, seat: str, offer: Offer) -> Chances | None:
    """What the offer makes of a roll, as this seat knows it; `None` where it changes none."""
    preview = table.odds(seat, offer) if offer.changes else None
    if preview is None:
        return None
    before, after = _prospect(table.ruleset, preview.before), _prospect(table.ruleset, preview.after)
    unchanged = before if before.endswith("%") else f"still {before}"
    change = unchanged if before == after else f"{before} → {after}"
    # The odds are always those of the acting side; who helps it or stands against it has to be told whose they are.
    whose = _whose(table.view(seat), seat, offer)
    summary = f"{change}{whose}{' to succeed' if change.endswith('%') else ''}"
    return Chances(preview.before, preview.after, summary)


def _whose(view: State, seat: str, offer: Offer) -> str:
    """Nothing where it is their own roll."""
    roll = view.get(ROLLS)[RollId(offer.changes.partition(".")[0])]
    acting = view.get(CAST).get(roll.actor)
    is_own = acting is not None and controls(view.get(SEATS)[SeatId(seat)], acting)
    return "" if is_own else f" for {name_of(view, roll.actor)}"


def _prospect(ruleset: Ruleset, chances: Mapping[str, Fraction]) -> str:
    """Once the dice are down nothing is left to chance but what is thrown again: then the outcome itself is told."""
    for outcome, chance in chances.items():
        if chance == 1:
            return ruleset.word(outcome)
    outcomes = ruleset.bands.outcomes
    wins = outcomes[outcomes.index(ruleset.bands.outcome(1)) :]
    return in_percent(sum((chances[outcome] for outcome in wins), Fraction()))
