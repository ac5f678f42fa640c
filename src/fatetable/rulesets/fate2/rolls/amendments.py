"""What changes a roll: boxes of aspects, and fate points (INV, FP, F2-D6-06, F2-D6-07)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.mechanics.rolls.check_rules import AmendmentRule
from fatetable.mechanics.rolls.comparing.single_dice import DieRule
from fatetable.rulesets.fate2.dials import Dials

REROLL = AmendmentRule(
    id="reroll", label="a reroll", short="reroll", who="self", stages=("thrown",), rethrows=True, pays="box"
)
"""All dice are thrown again, those that were turned too, and the new result stands (F2-INV-02)."""

POTENCIES: Mapping[str, tuple[str, DieRule]] = {
    "any-die": ("a die to a plus", DieRule(to=1)),
    "minus-to-plus": ("a minus to a plus", DieRule(values=(-1,), to=1)),
    "blank-to-plus": ("a blank to a plus", DieRule(values=(0,), to=1)),
    "one-step": ("a die up a step", DieRule(steps=1)),
    "reroll-die": ("a reroll of one die", DieRule(throws=True)),
}
"""What an aspect does besides a reroll, by the dial (F2-INV-03, F2-INV-06)."""
FIVE = 5


def amendments(dials: Dials) -> tuple[AmendmentRule, ...]:
    return tuple(_amendments(dials))


def _amendments(dials: Dials) -> Iterator[AmendmentRule]:
    yield REROLL
    if found := POTENCIES.get(dials.aspect_potency):
        yield AmendmentRule(id="die", label=found[0], who="self", stages=("thrown",), die=found[1], pays="box")
    yield AmendmentRule(
        id="point",
        label="a fate point",
        who="self",
        stages=("declared", "thrown"),
        amount=1,
        needs_aspect=False,
        limit="effort",
    )
    if dials.joint_help:
        yield AmendmentRule(
            id="help",
            label="help",
            who="ally",
            stages=("declared", "thrown"),
            amount=1,
            needs_aspect=False,
            price=2,
            takes_boxes=dials.box_for_point,
            limit="party",
        )
