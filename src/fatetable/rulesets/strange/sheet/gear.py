"""Equipment, and what gifts give skills: weapons, armour, boxes, tiers, bonuses and skills that stand in for others.

Of several pieces only the best counts for each (SF-EQUIP-03).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from fatetable.engine.identity import remembered
from fatetable.mechanics.characters.effects import Bonus, Feature, When
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import ImprovementRow, Tables
from fatetable.rulesets.strange.sheet.person import gifts_of
from fatetable.rulesets.strange.sheet.skills import MADE, skill_id

EQUIPMENT, THEME, IMPACT, SIGNATURE = "equipment", "theme", "impact", "signature-aspect"
"""Kinds of gifts."""
IMPROVEMENT = "improvement"
"""The kind of what was made in play that improves a piece of this name."""
PROTECTIVE = "protective"
"""The number that says that a piece is armour."""
IMPROVEMENTS, BENEFITS_OF_THEME = "improvements", "benefits"
NARROW, MANEUVERS, SUBSTITUTE, IGNORES = "narrow-bonus", "maneuver-bonus", "substitute", "ignore-penalties"
"""What a theme gives a skill."""


class Improvement(NamedTuple):
    """An improvement with what is said about it: the kind of stress, the skill, the one it stands in for, and words."""

    row: ImprovementRow
    scope: str
    skill: str
    instead: str
    words: str


class Gear(Struct, frozen=True):
    """A piece of equipment; without `skills` that it is used with, it is of use in every attack of its stress."""

    name: str
    improvements: tuple[Improvement, ...]
    skills: tuple[str, ...] = ()

    def worth(self, figure: Callable[[ImprovementRow], int], scope: str = "", skill: str = "") -> int:
        """What its improvements add up to, for a kind of stress or a skill."""
        return sum(figure(each.row) for each in self.improvements if (each.scope, each.skill) == (scope, skill))


class StandIn(NamedTuple):
    """A skill that may be used in place of another, in the situation named."""

    skill: str
    instead: str
    when: str


@remembered(limit=2048)
def gear_of(tables: Tables, sheet: Sheet) -> tuple[Gear, ...]:
    """What was bought and what was made in play, with what either was improved by meanwhile."""
    made = sheet.entries.get(MADE, ())
    return tuple(_gear(tables, piece, made) for piece in (*gifts_of(sheet), *made) if piece.kind == EQUIPMENT)


def _gear(tables: Tables, gift: Entry, made: tuple[Entry, ...]) -> Gear:
    more = (each for each in made if each.kind == IMPROVEMENT and each.name == gift.name)
    parts = (part for piece in (gift, *more) for part in piece.entries.get(IMPROVEMENTS, ()))
    found = ((tables.improvement(part.name), part) for part in parts)
    return Gear(
        gift.name,
        tuple(
            Improvement(
                row,
                _one(part, "scope"),
                skill_id(_one(part, "skill")),
                skill_id(_one(part, "instead")),
                part.texts.get("text", "").strip(),
            )
            for row, part in found
            if row is not None
        ),
        tuple(map(skill_id, gift.lists.get("skills", ()))),
    )


def _one(part: Entry, name: str) -> str:
    return next(iter(part.lists.get(name, ())), "")


# -- what counts by itself -------------------------------------------------------------------------------------------


def weapon_in_hand(tables: Tables, sheet: Sheet, scope: str, skill: str) -> int:
    """SF-EQUIP-06: of the pieces that go with the skill that attacks."""
    fitting = (gear for gear in gear_of(tables, sheet) if not gear.skills or skill in gear.skills)
    return _best(fitting, lambda gear: gear.worth(lambda row: row.weapon, scope))


def worn_armour(tables: Tables, sheet: Sheet, scope: str) -> int:
    """SF-EQUIP-10."""
    return _best(gear_of(tables, sheet), lambda gear: gear.worth(lambda row: row.armour, scope))


def worn_boxes(tables: Tables, sheet: Sheet, scope: str) -> int:
    """SF-EQUIP-11."""
    return _best(gear_of(tables, sheet), lambda gear: gear.worth(lambda row: row.boxes, scope))


def worn_slots(tables: Tables, sheet: Sheet) -> Mapping[str, int]:
    """SF-EQUIP-13: mild consequences more by their scope, of the one piece that has most."""
    scopes: tuple[str, ...] = tuple(row.id for row in tables.scopes)
    found = (
        {scope: number for scope in scopes if (number := gear.worth(lambda row: row.mild, scope))}
        for gear in gear_of(tables, sheet)
    )
    return max(found, key=lambda slots: sum(slots.values()), default={})


def borrowed_tier(tables: Tables, sheet: Sheet, skill: str) -> int:
    """The tier that equipment gives a skill, if that is above its own (SF-EQUIP-08)."""
    return _best(gear_of(tables, sheet), lambda gear: gear.worth(lambda row: row.tiers, "", skill))


def _best(gear: Iterable[Gear], worth: Callable[[Gear], int]) -> int:
    return max(map(worth, gear), default=0)


def gear_aspects(tables: Tables, sheet: Sheet) -> Mapping[str, str]:
    """Aspects of equipment by the slots they have on the sheet (SF-EQUIP-02)."""
    found: dict[str, str] = {}
    for number, gear in enumerate(gear_of(tables, sheet), start=1):
        words = [each.words for each in gear.improvements if each.row.form == "aspect" and each.words]
        found |= {f"equipment-{number}-{place}": text for place, text in enumerate(words, start=1)}
    return found


# -- what people claim -----------------------------------------------------------------------------------------------


def benefits_of_themes(sheet: Sheet, kind: str) -> Iterator[tuple[Entry, Entry]]:
    """Each theme with each of its benefits of this kind."""
    for gift in gifts_of(sheet):
        for part in gift.entries.get(BENEFITS_OF_THEME, ()) if gift.kind == THEME else ():
            if part.kind == kind:
                yield gift, part


def has_benefit_of_theme(sheet: Sheet, kind: str, skill: str) -> bool:
    return any(skill_id(_one(part, "skill")) == skill for _, part in benefits_of_themes(sheet, kind))


def stand_ins(tables: Tables, sheet: Sheet) -> tuple[StandIn, ...]:
    """SF-EQUIP-09, and the same by a theme."""
    of_gear = (
        StandIn(each.skill, each.instead, f"{gear.name}: {each.words}" if each.words else gear.name)
        for gear in gear_of(tables, sheet)
        for each in gear.improvements
        if each.instead
    )
    of_themes = (
        StandIn(skill_id(_one(part, "skill")), skill_id(_one(part, "instead")), part.texts.get("text", "").strip())
        for _, part in benefits_of_themes(sheet, SUBSTITUTE)
    )
    return (*of_gear, *of_themes)


def features_of(tables: Tables, sheet: Sheet) -> tuple[Feature, ...]:
    """Bonuses in situations that people judge: well-made gear that is in use, and the narrow ones of themes."""
    return (*_well_made(tables, sheet), *_narrow(tables, sheet))


def _well_made(tables: Tables, sheet: Sheet) -> Iterator[Feature]:
    for gear in gear_of(tables, sheet):
        skills = dict.fromkeys(each.skill for each in gear.improvements if each.row.bonus)
        effects = (Bonus(gear.worth(lambda row: row.bonus, "", skill), When(traits=(skill,))) for skill in skills)
        if skills:
            yield Feature(name=gear.name, effects=tuple(effects))


def _narrow(tables: Tables, sheet: Sheet) -> Iterator[Feature]:
    row = tables.theme(NARROW)
    for gift, part in benefits_of_themes(sheet, NARROW):
        when, skill = part.texts.get("text", "").strip(), _one(part, "skill")
        bonus = Bonus(row.bonus, When(traits=(skill_id(skill),), circumstance=when))
        yield Feature(name=f"{gift.name or 'Theme'}, {when}" if when else f"{gift.name}, {skill}", effects=(bonus,))
