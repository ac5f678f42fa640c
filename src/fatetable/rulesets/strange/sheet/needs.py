"""What drawbacks ask before a skill can be used: turns to get it ready, points, and how often it can be used."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from fatetable.rulesets.strange.book import HeldDrawback, Tables
from fatetable.rulesets.strange.sheet.skills import Skill

MAJOR = 2
"""The worth of a major drawback, and the turns that it takes: half a minute is two rounds (SF-DRAW-08)."""
TURNS_OF_A_USE = 1


class Needs(Struct, frozen=True, kw_only=True):
    """`turns` are those that getting it ready takes, and `invested` the points that are set aside meanwhile.

    It is ready for one use, if its delay is due to each; it may be used `charges` times per `per`; a use costs `tax`.
    """

    turns: int = 0
    invested: int = 0
    for_each_use: bool = False
    charges: int | None = None
    per: Literal["", "scene", "session"] = ""
    tax: int = 0
    transforms: tuple[HeldDrawback, ...] = ()

    @property
    def has_to_be_readied(self) -> bool:
        return bool(self.turns or self.invested)

    @property
    def is_limited(self) -> bool:
        """Can it be off although nobody has switched it off?"""
        return self.has_to_be_readied or self.charges is not None or bool(self.tax)


def needs_of(tables: Tables, skill: Skill) -> Needs:
    """SF-DRAW-07, SF-DRAW-08, SF-DRAW-11, SF-DRAW-12, SF-DRAW-14."""
    turns = invested = tax = 0
    for_each_use, charges, transforms = False, None, []
    per: Literal["", "scene", "session"] = ""
    for held in skill.drawbacks:
        row = tables.drawback(held.id)
        match row.kind if row is not None else "":
            case "delay":
                for_each_use = for_each_use or held.each_use
                turns += TURNS_OF_A_USE if held.each_use else _value(tables, held)
            case "transform":
                turns += _value(tables, held)
                transforms.append(held)
            case "charges":
                charges = skill.rating
                per = "session" if _value(tables, held) == MAJOR else "scene"
            case "taxing":
                tax += 1
            case "profane":
                invested += tables.tiers[skill.tier].refresh
            case _:
                pass
    return Needs(
        turns=turns,
        invested=invested,
        for_each_use=for_each_use,
        charges=charges,
        per=per,
        tax=tax,
        transforms=tuple(transforms),
    )


def _value(tables: Tables, held: HeldDrawback) -> int:
    row = tables.drawback(held.id)
    return row.value if row is not None else 0
