"""The rolling game with ratings on several scales: the higher side swaps Fate dice for six-sided ones."""

from __future__ import annotations

from typing import Any

import msgspec

from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, SheetChanged
from fatetable.mechanics.dice.notation import DiceGroup, Groups, fate_dice, minus, numbered_die
from fatetable.mechanics.rolls.check_rules import CheckRules, DifficultyRange, Trait
from fatetable.mechanics.rolls.state import Comparison, Roll
from tests.mechanics.rolling_game import RULES, rolling
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame

D6 = numbered_die(6)
TIERS = ("Mundane", "Extraordinary", "Superhuman", "Ascendant", "Godlike")


def traits(actor: Actor, _: str) -> tuple[Trait, ...]:
    """Ratings, each with a tier if the sheet names one."""
    ratings = {name: rating for name, rating in actor.sheet.traits.items() if not name.endswith("-tier")}
    return tuple(
        Trait(
            name, f"{name.title()} (+{rating})", rating, name.title(), scale=actor.sheet.traits.get(f"{name}-tier", 0)
        )
        for name, rating in ratings.items()
    )


def lead(roll: Roll, index: int, comparison: Comparison) -> int:
    """By how many tiers an effort is ahead of what it meets, at most four either way."""
    meets = comparison.other if index == comparison.one else comparison.one
    if index == comparison.one and comparison.other < 0:
        other = comparison.scale or roll.scale
    else:
        other = roll.efforts[meets].scale
    return max(-4, min(4, roll.efforts[index].scale - other))


def pool(_: State, roll: Roll, index: int, comparison: Comparison) -> Groups:
    if len(roll.efforts) < 3 or index > 0:
        others = range(1, len(roll.efforts))
        pair = Comparison(one=0, other=index or next(iter(others), -1))
        ahead = lead(roll, index, pair)
        if ahead >= 0 or pair.other >= 0:
            ahead = max(0, ahead)
            return (DiceGroup(fate_dice(4 - ahead)), DiceGroup((D6,) * ahead))
        return (DiceGroup(fate_dice(4 + ahead)), DiceGroup((minus(D6),) * -ahead))
    # One throw against many: as many six-sided dice as the largest lead needs, the first of them for each target.
    leads = [max(0, lead(roll, 0, Comparison(other=other))) for other in range(1, len(roll.efforts))]
    ahead = max(0, lead(roll, 0, comparison)) if comparison.other >= 0 else 0
    return (DiceGroup(fate_dice(4), "last", 4 - ahead), DiceGroup((D6,) * max(leads), "first", ahead))


TIERED = msgspec.structs.replace(
    RULES,
    traits=traits,
    pool=pool,
    difficulty_range=DifficultyRange(
        lowest=0,
        highest=12,
        likely=(0, 2, 4),
        scales=tuple(Choice(str(number), name) for number, name in enumerate(TIERS)),
    ),
)


def retier(g: SmallGame, actor: ActorId, tier: int) -> None:
    sheet = g.state.get(CAST)[actor].sheet
    g.tell(SheetChanged(actor, msgspec.structs.replace(sheet, traits={**sheet.traits, "speed-tier": tier})))


def tiered(
    *dice: str, reth: int = 0, volt: int = 0, thug: int = 0, rules: CheckRules = TIERED, **more: Any
) -> SmallGame:
    """The small scene with a tier for everybody's speed; Reth has three, Volt two, the thug one."""
    g = rolling(*dice, rules=rules, **more).scene()
    for actor, tier in ((RETH, reth), (VOLT, volt), (THUG, thug)):
        retier(g, actor, tier)
    return g
