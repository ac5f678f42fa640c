"""How FATE rolls: four dice and a level on the ladder, and who reaches a difficulty succeeds."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.rolls.check_rules import CheckRules, DifficultyRange, StandingModifiers, Trait
from fatetable.mechanics.rolls.comparing.reading import the_same_for_all
from fatetable.mechanics.rolls.state import Use
from fatetable.mechanics.scenes.followers import helps_its_bearer
from fatetable.rulesets.fate2 import magic
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.rolls.amendments import amendments
from fatetable.rulesets.fate2.rolls.guides import Guide
from fatetable.rulesets.fate2.rolls.margins import DYNAMIC, Margins, bands_of
from fatetable.rulesets.fate2.sheet import HERO, NAMED


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
        amendments=amendments(dials),
        may_join=_any_number,
        difficulties=Guide(tables, dials).difficulties(),
        difficulty_range=DifficultyRange(lowest=-8, likely=tuple(number for number, _ in tables.ladder.rungs)),
        help_bonus=1,
        helpers=0,
        difficulty_shift=0,
        pace=dials,
        named_kinds=(HERO, NAMED),
        standing=standing,
        usable=helps_its_bearer,
    )


def _any_number(_used: tuple[Use, ...], _use: Use) -> bool:
    """As many boxes as there are, of one aspect or of several (F2-INV-04)."""
    return True
