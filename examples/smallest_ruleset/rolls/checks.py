"""How this book rolls: four Fate dice and a trait, and an aspect for +2."""

from __future__ import annotations

from examples.smallest_ruleset.creation.procedure import HERO
from examples.smallest_ruleset.dials import Dials
from examples.smallest_ruleset.sheet.traits import traits_of
from fatetable.engine.offers import Choice
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules
from fatetable.mechanics.rolls.comparing.reading import the_same_for_all
from fatetable.mechanics.rolls.state import Use

BANDS = Bands(((None, "fail"), (0, "tie"), (1, "succeed")), success="succeed")
AMENDMENTS = (AmendmentRule(id="bonus", label="+2", who="self", stages=("thrown",), amount=2),)
DIFFICULTIES = tuple(Choice(str(number), str(number)) for number in range(5))


def check_rules(dials: Dials, dice: DicePool) -> CheckRules:
    return CheckRules(
        bands=BANDS,
        pool=the_same_for_all(dice.pool),
        pool_after=dice.pool_after,
        after_throw=dice.after_throw,
        traits=traits_of,
        amendments=AMENDMENTS,
        may_join=_once_per_aspect,
        difficulties=DIFFICULTIES,
        help_bonus=0,
        helpers=0,
        difficulty_shift=0,
        pace=dials,
        named_kinds=(HERO,),
    )


def _once_per_aspect(used: tuple[Use, ...], use: Use) -> bool:
    """SM-INV-01."""
    return all(other.aspect != use.aspect for other in used)
