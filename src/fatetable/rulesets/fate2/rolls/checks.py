"""How FATE rolls: four dice and a level on the ladder, and a tie succeeds."""

from __future__ import annotations

from fatetable.engine.offers import Choice
from fatetable.mechanics.book.bands import Bands
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.dice.pool import DicePool
from fatetable.mechanics.rolls.check_rules import AmendmentRule, CheckRules, DifficultyRange, Trait
from fatetable.mechanics.rolls.comparing.reading import the_same_for_all
from fatetable.mechanics.rolls.state import Use
from fatetable.rulesets.fate2.book import Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import HERO, NAMED, traits_of

BANDS = Bands(((None, "fail"), (0, "succeed")), success="succeed")
"""Who reaches the difficulty succeeds (F2-CORE-05)."""
REROLL = AmendmentRule(id="reroll", label="a reroll", short="reroll", who="self", stages=("thrown",), rethrows=True)


def check_rules(tables: Tables, dials: Dials, dice: DicePool) -> CheckRules:
    def traits(actor: Actor, _action: str) -> tuple[Trait, ...]:
        return traits_of(tables, actor)

    return CheckRules(
        bands=BANDS,
        pool=the_same_for_all(dice.pool),
        pool_after=dice.pool_after,
        after_throw=dice.after_throw,
        traits=traits,
        amendments=(REROLL,),
        may_join=_once_per_aspect,
        difficulties=tuple(Choice(str(number), tables.ladder.label(number)) for number, _ in tables.ladder.rungs),
        difficulty_range=DifficultyRange(lowest=-8, likely=tuple(number for number, _ in tables.ladder.rungs)),
        help_bonus=1,
        helpers=0,
        difficulty_shift=0,
        pace=dials,
        named_kinds=(HERO, NAMED),
    )


def _once_per_aspect(used: tuple[Use, ...], use: Use) -> bool:
    return all(other.aspect != use.aspect for other in used)
