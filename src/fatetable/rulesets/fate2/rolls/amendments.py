"""What changes a roll: boxes of aspects, and fate points (INV, FP, F2-D6-06, F2-D6-07)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fatetable.engine.chance import Die
from fatetable.mechanics.dice.notation import numbered_die
from fatetable.mechanics.rolls.check_rules import AmendmentRule
from fatetable.mechanics.rolls.comparing.single_dice import DieRule
from fatetable.rulesets.fate2.book import SixesFigures
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
POINT_RULE = "point"
"""What one's own fate point does, and the source of the part it adds."""


def amendments(dials: Dials, sixes: SixesFigures) -> tuple[AmendmentRule, ...]:
    return tuple(_amendments(dials, sixes))


def _amendments(dials: Dials, sixes: SixesFigures) -> Iterator[AmendmentRule]:
    yield REROLL
    if dials.dice == "fate-d6":
        yield from _of_sixes(dials, sixes)
    elif found := POTENCIES.get(dials.aspect_potency):
        yield _with_die("die", *found)
    yield AmendmentRule(
        id=POINT_RULE,
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


def _with_die(rule_id: str, label: str, die: DieRule) -> AmendmentRule:
    return AmendmentRule(id=rule_id, label=label, who="self", stages=("thrown",), die=die, pays="box")


def _of_sixes(dials: Dials, sixes: SixesFigures) -> Iterator[AmendmentRule]:
    """A die becomes a five (F2-D6-06), or what the table has chosen; who has no die puts one down (F2-D6-02)."""
    match dials.aspect_potency:
        case "none":
            pass
        case "one-step":
            yield _with_die("die", "a die up a step", DieRule(steps=1))
        case "reroll-die":
            yield _with_die("die", "a reroll of one die", DieRule(throws=True, thrown=numbered_die(6)))
        case _:
            yield _with_die("die", f"a die to a {sixes.turned}", DieRule(to=sixes.turned))
    first = Die("showing", (sixes.put_down,), (sixes.put_down,))
    yield _with_die("put-down", f"a die that shows {sixes.put_down}", DieRule(adds=first, only_first=True))
