"""How FATE rolls: four dice and a level on the ladder, and who reaches a difficulty succeeds."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules, DifficultyRange, StandingModifiers, Trait
from fatetable.mechanics.rolls.comparing.reading import the_same_for_all
from fatetable.mechanics.rolls.state import Use
from fatetable.rulesets.fate2 import magic
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.rolls.guides import Guide
from fatetable.rulesets.fate2.rolls.margins import DYNAMIC, Margins, bands_of
from fatetable.rulesets.fate2.sheet import HERO, NAMED

REROLL = AmendmentRule(id="reroll", label="a reroll", short="reroll", who="self", stages=("thrown",), rethrows=True)


def check_rules(tables: Tables, dials: Dials, dice: DicePool, standing: StandingModifiers) -> CheckRules:
    def traits(actor: Actor, action: str) -> tuple[Trait, ...]:
        return magic.traits(tables, dials, actor, action)

    return CheckRules(
        bands=DYNAMIC,
        bands_of=bands_of,
        degree=Margins(rows=tables.margins, is_symmetric=dials.dynamic_bands == "symmetric").degree,
        pool=the_same_for_all(dice.pool),
        pool_after=dice.pool_after,
        after_throw=dice.after_throw,
        traits=traits,
        amendments=(REROLL,),
        may_join=_once_per_aspect,
        difficulties=Guide(tables, dials).difficulties(),
        difficulty_range=DifficultyRange(lowest=-8, likely=tuple(number for number, _ in tables.ladder.rungs)),
        help_bonus=1,
        helpers=0,
        difficulty_shift=0,
        pace=dials,
        named_kinds=(HERO, NAMED),
        standing=standing,
    )


def _once_per_aspect(used: tuple[Use, ...], use: Use) -> bool:
    return all(other.aspect != use.aspect for other in used)
