"""The odds of an offer in figures and words for people's eyes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from fatetable.adapters.server.wire import OddsView
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.mechanics.cast import name_of
from fatetable.mechanics.rolls import ROLLS, RollId
from fatetable.mechanics.ruleset import Ruleset, in_percent
from fatetable.tabletop.table import Table


def odds_of(table: Table, seat: SeatId, offer: Offer) -> OddsView | None:
    """What the offer makes of a roll, as this seat knows it; `None` where it changes none."""
    preview = table.odds(seat, offer) if offer.changes else None
    if preview is None:
        return None
    before, after = _prospect(table.ruleset, preview.before), _prospect(table.ruleset, preview.after)
    roll_id, _, side = offer.changes.partition(".")
    view = table.view(seat)
    # The odds are always those of the acting side; who is defending wants them to fall.
    whose = "" if side == "0" else f" for {name_of(view, view.get(ROLLS)[RollId(roll_id)].actor)}"
    if before == after:
        summary = f"{before} to succeed{whose}" if before.endswith("%") else f"still {before}{whose}"
    else:
        summary = f"{before} → {after}{whose}"
    return OddsView(_in_words(preview.before), _in_words(preview.after), summary)


def _in_words(chances: Mapping[str, Fraction]) -> dict[str, str]:
    return {outcome: in_percent(chance) for outcome, chance in chances.items()}


def _prospect(ruleset: Ruleset, chances: Mapping[str, Fraction]) -> str:
    """Once the dice are down nothing is left to chance: then the outcome itself is told."""
    for outcome, chance in chances.items():
        if chance == 1:
            return ruleset.word(outcome)
    outcomes = ruleset.bands.outcomes
    wins = outcomes[outcomes.index(ruleset.bands.outcome(1)) :]
    return in_percent(sum((chances[outcome] for outcome in wins), Fraction()))
