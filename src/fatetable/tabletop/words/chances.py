"""The chances of an offer that changes a roll, as numbers and as text."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.engine.seats import SEATS
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, controls, name_of
from fatetable.mechanics.rolls.offer_odds import OddsChange
from fatetable.mechanics.rolls.state import ROLLS, RollId
from fatetable.mechanics.ruleset import Ruleset, in_percent
from fatetable.tabletop.table import Table


class Chances(NamedTuple):
    """The chance of each outcome before and after, and a text about the chance of success."""

    before: Mapping[str, Fraction]
    after: Mapping[str, Fraction]
    summary: str


def chances_of(table: Table, seat: str, offer: Offer) -> Chances | None:
    """How the offer changes the chances of a roll, as this seat knows it; `None` if it changes no roll."""
    if offer.changes is None or (preview := table.odds(seat, offer)) is None:
        return None
    # The odds are those of the acting side, so others are told whose they are.
    view = table.view(seat)
    if preview.others:
        # What stays as it is would bury what does not.
        changed = [each for each in (preview, *preview.others) if each.before != each.after]
        told = "; ".join(_of_each(table.ruleset, view, offer, each) for each in changed) or "changes no outcome"
        return Chances(preview.before, preview.after, told)
    change = _change(table.ruleset, preview)
    whose = _whose(view, seat, RollId(offer.changes.roll))
    summary = f"{change}{whose}{' to succeed' if change.endswith('%') else ''}"
    return Chances(preview.before, preview.after, summary)


def _of_each(ruleset: Ruleset, view: State, offer: Offer, change: OddsChange) -> str:
    """The odds of one of several comparisons, and whose against whom they are."""
    assert offer.changes is not None
    efforts, pair = view.get(ROLLS)[RollId(offer.changes.roll)].efforts, change.comparison
    opponent = efforts[pair.other].actor if pair.other >= 0 else pair.target
    against = f" against {name_of(view, opponent)}" if opponent else ""
    return f"{_change(ruleset, change)} for {name_of(view, efforts[pair.one].actor)}{against}"


def _change(ruleset: Ruleset, odds: OddsChange) -> str:
    before, after = (_prospect(ruleset, chances, odds.successes) for chances in (odds.before, odds.after))
    unchanged = before if before.endswith("%") else f"still {before}"
    return unchanged if before == after else f"{before} → {after}"


def _whose(view: State, seat: str, roll_id: RollId) -> str:
    """For whom the odds are; empty for the seat's own roll."""
    roll = view.get(ROLLS)[roll_id]
    acting = view.get(CAST).get(roll.actor)
    is_own = acting is not None and controls(view.get(SEATS)[SeatId(seat)], acting)
    return "" if is_own else f" for {name_of(view, roll.actor)}"


def _prospect(ruleset: Ruleset, chances: Mapping[str, Fraction], successes: tuple[str, ...]) -> str:
    """The chance of success; once an outcome is certain, the outcome itself."""
    for outcome, chance in chances.items():
        if chance == 1:
            return ruleset.word(outcome)
    return in_percent(sum((chances[outcome] for outcome in successes), Fraction()))
