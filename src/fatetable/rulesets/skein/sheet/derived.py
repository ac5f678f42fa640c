"""Figures derived from a sheet of Skein: stress, refresh, languages, forms, natural arms and experience spent."""

from __future__ import annotations

import math
import re

from fatetable.engine.identity import remembered
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.characters.trait_groups import member
from fatetable.rulesets.skein.book import (
    DamageBonus,
    ExtraRefresh,
    Multiply,
    NaturalArmour,
    Obscure,
    Score,
    StressPerLevel,
    Tables,
    TwinSkill,
)
from fatetable.rulesets.skein.sheet.skills import COMBAT_SKILL, level
from fatetable.rulesets.skein.sheet.stunts import all_effects

NAMED_KINDS = ("hero", "major", "significant", "army")
"""Characters who decide for themselves how they defend; the others do what is best."""

PEOPLE = ("hero", "major", "significant", "minor")
HEALTH: Score = "health"
COMPOSURE: Score = "composure"
SCORES: tuple[Score, ...] = (HEALTH, COMPOSURE)
SINGLE = "stress"
"""The only score of animals and of members of a warband."""
OATH = "oath"
BOUGHT = re.compile(r"bought-[1-9]\d?")
"""Slots of Aspects paid for with experience; the others are there from the start or were sworn."""
SWORN = re.compile(r"oath-[2-9]")


def stress(tables: Tables, sheet: Sheet, score: Score) -> int:
    """A stress score: 3 and a point for every two levels of its skill, begun ones counted (SK-CHAR-29, SK-CHAR-30).

    A stunt gives a point for every level instead; creatures that take it again get as many once more, people do not,
    whatever was waived for their sheet (SK-STUNT-11).
    """
    figures = tables.figures.stress
    skill = next(each.id for each in tables.skills if each.raises == score)
    rating = level(tables, sheet, skill)
    per_level = [
        effect.number
        for _, effect in all_effects(tables, sheet)
        if isinstance(effect, StressPerLevel) and effect.score == score
    ]
    if sheet.kind in PEOPLE:
        del per_level[1:]
    gained = sum(per_level) * rating if per_level else math.ceil(rating / figures.levels_per_point)
    return figures.base + gained


def single_stress(tables: Tables, sheet: Sheet) -> int:
    """The one stress score of an animal, or of each member of a warband (SK-NPC-01, SK-WARB-04)."""
    if sheet.kind == "warband":
        return max(tables.combat.warbands.least_stress, sheet.traits.get(COMBAT_SKILL, 0))
    return sheet.numbers.get("stress", stress(tables, sheet, "health"))


def natural_absorption(tables: Tables, sheet: Sheet) -> int:
    """What its skin absorbs, as printed for an animal or from its stunts (SK-STUNT-50)."""
    stunts = sum(effect.absorption for _, effect in all_effects(tables, sheet) if isinstance(effect, NaturalArmour))
    return sheet.numbers.get("absorption", stunts)


def natural_damage(tables: Tables, sheet: Sheet) -> int:
    """What its claws add to damage, as printed for an animal or from its stunts (SK-STUNT-53)."""
    stunts = sum(
        effect.amount
        for _, effect in all_effects(tables, sheet)
        if isinstance(effect, DamageBonus) and effect.is_unarmed
    )
    return sheet.numbers.get("damage", stunts)


def base_refresh(tables: Tables, sheet: Sheet) -> int:
    """Refresh Rate without the stunts that raise it; experience may have (SK-ADV-08)."""
    return tables.figures.refresh.start + sheet.numbers.get("refresh-gained", 0)


@remembered(limit=2048)
def refresh_of(tables: Tables, sheet: Sheet) -> int:
    """Refresh Rate, which is also the number of Fate Points a new character has (SK-CHAR-31)."""
    extra = sum(effect.points for _, effect in all_effects(tables, sheet) if isinstance(effect, ExtraRefresh))
    return base_refresh(tables, sheet) + extra


def aspects_of(sheet: Sheet) -> dict[str, str]:
    """The Aspects that are written, by slot; they bound stunts and refresh (SK-ADV-06, SK-ADV-08)."""
    return {slot: phrase.strip() for slot, phrase in sheet.aspects.items() if phrase.strip()}


def languages_allowed(tables: Tables, sheet: Sheet) -> int:
    """Further languages and alphabets: one for each level, doubled by a stunt (SK-SKILL-35, SK-STUNT-03)."""
    factors = [
        effect.factor
        for _, effect in all_effects(tables, sheet)
        if isinstance(effect, Multiply) and effect.what == "languages"
    ]
    return _per_level(tables, sheet, "languages") * math.prod(factors)


def forms_allowed(tables: Tables, sheet: Sheet) -> int:
    """Animal forms, and skins to change with: one for each level of Shapechanging (SK-SKILL-47)."""
    return _per_level(tables, sheet, "shapechanging")


def infusions_at_hand(tables: Tables, sheet: Sheet) -> int:
    """Infusions a herbalist carries: as many as levels of Plant and Root (SK-SKILL-45)."""
    return _per_level(tables, sheet, "plant-and-root")


def _per_level(tables: Tables, sheet: Sheet, skill_id: str) -> int:
    skill = tables.skill(skill_id)
    assert skill is not None
    assert skill.per_level is not None
    return level(tables, sheet, skill_id) * skill.per_level.number


def obscurement(tables: Tables, sheet: Sheet) -> int:
    """How much harder it is to divine anything about this character (SK-STUNT-24)."""
    return sum(
        math.ceil(level(tables, sheet, effect.skill) / effect.divided_by)
        for _, effect in all_effects(tables, sheet)
        if isinstance(effect, Obscure)
    )


def twins(tables: Tables, sheet: Sheet) -> dict[str, str]:
    """Skills that a stunt gives beyond the chosen ones, each with the skill whose level it shares (SK-STUNT-05)."""
    return {
        member(effect.group, found.choice("type")): member(effect.group, found.choice("twin"))
        for found, effect in all_effects(tables, sheet)
        if isinstance(effect, TwinSkill) and found.choice("type") and found.choice("twin")
    }


def has_history(sheet: Sheet) -> bool:
    """Has the character been through a refresh?  Then experience may have changed what creation fixes."""
    return sheet.numbers.get("refreshes", 0) > 0


@remembered(limit=2048)
def experience_spent(tables: Tables, sheet: Sheet) -> int:
    """What the sheet cost beyond a starting character (SK-ADV-13).

    Each level costs its own number, so a skill at 4 cost 1 + 2 + 3 + 4, and exchanging levels changes no sum.
    """
    prices, start = tables.experience, tables.figures
    chosen = [rating for trait, rating in sheet.traits.items() if trait not in twins(tables, sheet)]
    skills = sum(map(_sum_of_levels, chosen)) - sum(map(_sum_of_levels, start.skills.array))
    bought = sum(BOUGHT.fullmatch(slot) is not None for slot in aspects_of(sheet))
    stunts = max(0, len(sheet.features) - start.stunts.start)
    gained = sheet.numbers.get("refresh-gained", 0)
    return (
        max(0, skills) * prices.per_new_level + bought * prices.aspect + stunts * prices.stunt + gained * prices.refresh
    )


def _sum_of_levels(rating: int) -> int:
    return rating * (rating + 1) // 2
