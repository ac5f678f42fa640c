"""Quick opponents: what they are good at, how good, and on which tier."""

from __future__ import annotations

from functools import partial

from fatetable.engine.offers import Choice, ChoiceHole
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.scenes.quick_opponents import QuickKind, QuickOpponent
from fatetable.rulesets.strange.book import RULESET, Foe, HeldDrawback, Tables
from fatetable.rulesets.strange.creation.checks.whole_sheet import NPC
from fatetable.rulesets.strange.creation.procedure import finish
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import MUNDANE, SKILLS, possible_benefits, skill_entry

MOST_AT_ONCE = 12
USUAL = 2
LIMIT = HeldDrawback(id="minor-snag", text="a limit that the GM knows")


def quick_foes(tables: Tables, dials: Dials) -> tuple[QuickKind, ...]:
    ratings = tables.figures.ratings
    steps = range(ratings.lowest, ratings.highest + 1)
    asks = (
        ChoiceHole("fill", "how good", tuple(Choice(str(n), tables.ladder.label(n)) for n in steps), key="rating"),
        ChoiceHole(
            "fill", "tier", tuple(Choice(str(place), tier.name) for place, tier in enumerate(tables.tiers)), key="tier"
        ),
    )
    return tuple(
        QuickKind(
            kind=foe.id,
            label=foe.name,
            numbers=(1, MOST_AT_ONCE),
            asks=asks,
            make=partial(_make, tables, dials, foe),
            cites=("SF-TIER-01", "SF-CHAR-07"),
            usual={"rating": str(USUAL), "tier": str(MUNDANE)},
        )
        for foe in tables.foes
    )


def _make(tables: Tables, dials: Dials, foe: Foe, wanted: QuickOpponent) -> tuple[Sheet, ...]:
    best, tier = int(str(wanted.fill["rating"])), int(str(wanted.fill["tier"]))
    lowest = tables.figures.ratings.lowest
    skills = tuple(
        _skill(tables, dials, name, max(lowest, best - (place + 1) // 2), tier if place == 0 else MUNDANE)
        for place, name in enumerate(foe.skills)
    )
    return tuple(
        finish(
            tables,
            Sheet(
                ruleset=RULESET,
                name=name,
                kind=NPC,
                aspects={"archetype": wanted.name.strip()},
                entries={SKILLS: skills},
            ),
        )
        for name in wanted.names()
    )


def _skill(tables: Tables, dials: Dials, name: str, rating: int, tier: int) -> Entry:
    """Above Mundane, or where there are no common skills, it is one of the same name that was built."""
    if tier == MUNDANE and dials.common_skills:
        return skill_entry(tables, name, rating)
    printed = next(skill for skill in tables.skills if skill.name == name)
    once = tuple({(held.id, held.of): held for held in printed.trappings if "unusual" not in held.extras}.values())
    benefits = possible_benefits(tables, once, tier)
    return skill_entry(
        tables,
        f"{name} beyond others" if tier else name,
        rating,
        tier,
        *once,
        benefits=benefits[:rating] if len(benefits) > rating else (),
        drawbacks=(LIMIT,),
    )
