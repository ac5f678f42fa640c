"""How Strange Fate rolls: outcomes, what an invocation does, and how often one aspect may be invoked."""

from __future__ import annotations

from functools import partial

import msgspec

from fatetable.engine.chance import Throw
from fatetable.engine.decision import Decision
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.rolls.check_rules import (
    AmendmentRule,
    CheckRules,
    ClaimableModifiers,
    DifficultyRange,
    StandingModifiers,
)
from fatetable.mechanics.rolls.comparing.attacking_several import EVERYBODY
from fatetable.mechanics.rolls.comparing.reading import one_against_each
from fatetable.mechanics.rolls.state import Comparison, Modifier, Roll, Use
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.rolls.tiers import TierDice
from fatetable.rulesets.strange.sheet import COMPANION, traits_of

NAMED_KINDS = ("hero", "npc", COMPANION)


def bands(tables: Tables) -> Bands:
    """SF-ROLL-01, SF-ROLL-02: against somebody a tie changes nothing."""
    return Bands(((None, "fail"), (0, "tie"), (1, "succeed"), (tables.figures.rolls.style, "style")), success="succeed")


def bands_against_a_number(tables: Tables) -> Bands:
    """SF-ROLL-01: who meets a difficulty succeeds."""
    return Bands(((None, "fail"), (0, "succeed"), (tables.figures.rolls.style, "style")), success="succeed")


def compare(tables: Tables, state: State, roll: Roll) -> tuple[Comparison, ...]:
    """Who sprays several targets takes something off for each (SF-EXT-08), but not in a whole zone (SF-EXT-12)."""
    found, targets = one_against_each(state, roll), len(roll.declaration.targets)
    if targets < 2 or roll.declaration.mode == EVERYBODY:
        return found
    less = Modifier("spray", f"{targets} targets", tables.figures.rolls.spray * targets, ("SF-EXT-08",))
    return tuple(msgspec.structs.replace(each, modifiers=(less,)) for each in found)


def tier_dice(tables: Tables, dials: Dials) -> TierDice:
    figures = tables.figures.rolls
    return TierDice(dials.dice, figures.most_swapped, figures.flat_bonus, tuple(tier.name for tier in tables.tiers))


def check_rules(tables: Tables, dials: Dials, standing: StandingModifiers, menu: ClaimableModifiers) -> CheckRules:
    opposed, static = bands(tables), bands_against_a_number(tables)
    dice = tier_dice(tables, dials)

    def bands_of(_: State, roll: Roll, comparison: Comparison) -> Bands:
        return static if comparison.other < 0 and not roll.is_contest else opposed

    return CheckRules(
        bands=opposed,
        bands_of=bands_of,
        compare=partial(compare, tables),
        pool=dice.pool,
        dice_change=dice.change,
        after_throw=_nothing_to_remember,
        traits=partial(traits_of, tables),
        amendments=amendments(tables, dials),
        may_join=_once_each,
        difficulties=tuple(Choice(str(number), tables.ladder.label(number)) for number, _ in tables.ladder.rungs),
        difficulty_range=DifficultyRange(
            scales=tuple(Choice(str(place), tier.name) for place, tier in enumerate(tables.tiers))
        ),
        help_bonus=1,
        helpers=dials.helpers,
        difficulty_shift=0,
        pace=dials,
        named_kinds=NAMED_KINDS,
        standing=standing,
        menu=menu,
    )


def amendments(tables: Tables, dials: Dials) -> tuple[AmendmentRule, ...]:
    bonus = tables.figures.rolls.invoke_bonus
    found = (AmendmentRule(id="bonus", label=f"+{bonus}", who="self", stages=("thrown",), amount=bonus),)
    if not dials.rerolls:
        return found
    reroll = AmendmentRule(id="reroll", label="a reroll", short="reroll", who="self", stages=("thrown",), rethrows=True)
    return (*found, reroll)


def _once_each(used: tuple[Use, ...], use: Use) -> bool:
    """Each aspect once on a roll, its free use included (SF-ROLL-03)."""
    return all(other.aspect != use.aspect for other in used)


def _nothing_to_remember(_decision: Decision, _throw: Throw) -> None:
    return None
