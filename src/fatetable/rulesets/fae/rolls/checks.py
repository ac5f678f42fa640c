"""How Fate Accelerated rolls: outcomes, what an invocation does, and how often one aspect may be invoked."""

from __future__ import annotations

from functools import partial

from fatetable.engine.offers import Choice
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.comparing.reading import the_same_for_all
from fatetable.mechanics.rolls.state import Use
from fatetable.rulesets.fae.book import Tables
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet import FULL_KINDS, traits_of


def bands(tables: Tables) -> Bands:
    """FAE-ROLL-06: a higher class includes the lower ones."""
    return Bands(((None, "fail"), (0, "tie"), (1, "succeed"), (tables.figures.rolls.style, "style")), success="succeed")


def amendments(tables: Tables) -> tuple[AmendmentRule, ...]:
    bonus = tables.figures.rolls.invoke_bonus
    return (
        AmendmentRule(id="bonus", label=f"+{bonus}", who="self", stages=("thrown",), amount=bonus),
        AmendmentRule(id="reroll", label="a reroll", short="reroll", who="self", stages=("thrown",), rethrows=True),
        AmendmentRule(id="aid", label=f"+{bonus}", who="ally", stages=("thrown",), amount=bonus),
        AmendmentRule(
            id="hinder",
            label=f"+{bonus} difficulty",
            who="opponent",
            stages=("declared", "thrown"),
            amount=bonus,
        ),
    )


def check_rules(tables: Tables, dials: Dials, dice: DicePool) -> CheckRules:
    figures = tables.figures.rolls
    return CheckRules(
        bands=bands(tables),
        pool=the_same_for_all(dice.pool),
        pool_after=dice.pool_after,
        after_throw=dice.after_throw,
        traits=partial(traits_of, tables),
        amendments=amendments(tables),
        may_join=_free_stack if dials.stacking == "free-stack" else _pair_only,
        difficulties=tuple(
            Choice(str(step.number), f"{tables.ladder.label(step.number)}: {step.meaning}")
            for step in tables.difficulties
            if step.number is not None
        ),
        help_bonus=figures.help_bonus,
        helpers=dials.helpers,
        difficulty_shift=figures.difficulty_shift if dials.approach_targets else 0,
        pace=dials,
        named_kinds=FULL_KINDS,
    )


def _pair_only(used: tuple[Use, ...], use: Use) -> bool:
    """Once per roll, but for the two free invocations of one success with style (FAE-ASP-18)."""
    same = [other for other in used if other.aspect == use.aspect]
    return not same or (not use.is_paid and all(not other.is_paid and other.source == use.source for other in same))


def _free_stack(used: tuple[Use, ...], use: Use) -> bool:
    """Free ones stack with each other and with one that is paid for."""
    return not use.is_paid or not any(other.aspect == use.aspect and other.is_paid for other in used)
