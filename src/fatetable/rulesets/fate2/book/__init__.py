"""The tables of the book as typed data."""

from fatetable.rulesets.fate2.book.arms import Armour, Weapon, WeaponTrait
from fatetable.rulesets.fate2.book.aspects import KINDS as KINDS_OF_ASPECTS
from fatetable.rulesets.fate2.book.aspects import AspectRow
from fatetable.rulesets.fate2.book.budgets import SORCERY, Budgets
from fatetable.rulesets.fate2.book.challenges import (
    MOST_BOXES,
    ChallengeRow,
    Fragility,
    LadderPenalty,
    LadderRung,
    Opponents,
)
from fatetable.rulesets.fate2.book.elements import DISPELLING, EVOCATION, MASTERY, SUMMONING, Element, Elements
from fatetable.rulesets.fate2.book.extras import ExtraKind, WatchRow
from fatetable.rulesets.fate2.book.figures import SixesFigures
from fatetable.rulesets.fate2.book.guides import DifficultyClass, MarginTable
from fatetable.rulesets.fate2.book.improvised import Improvised, SpellRow, Tradition
from fatetable.rulesets.fate2.book.lexicon import LEXICON
from fatetable.rulesets.fate2.book.magic import (
    INITIATION,
    PYROMANCER,
    PYROMANCY,
    TALENT,
    Animal,
    Circle,
    Fire,
    Power,
    Spell,
)
from fatetable.rulesets.fate2.book.organisations import HoldingRow, OrganisationRow, OrganisationSkill
from fatetable.rulesets.fate2.book.plans import PhaseRow, Way
from fatetable.rulesets.fate2.book.points import ActionCard, PointUse
from fatetable.rulesets.fate2.book.skills import OTHER, OWN_SKILL, Skill
from fatetable.rulesets.fate2.book.tables import (
    OWN_TABLES,
    RULESET,
    SampleExtra,
    SamplePhase,
    SampleRow,
    Spread,
    Tables,
    read_citations,
    read_tables,
    tables_of,
)

__all__ = [
    "DISPELLING",
    "EVOCATION",
    "INITIATION",
    "KINDS_OF_ASPECTS",
    "LEXICON",
    "MASTERY",
    "MOST_BOXES",
    "OTHER",
    "OWN_SKILL",
    "OWN_TABLES",
    "PYROMANCER",
    "PYROMANCY",
    "RULESET",
    "SORCERY",
    "SUMMONING",
    "TALENT",
    "ActionCard",
    "Animal",
    "Armour",
    "AspectRow",
    "Budgets",
    "ChallengeRow",
    "Circle",
    "DifficultyClass",
    "Element",
    "Elements",
    "ExtraKind",
    "Fire",
    "Fragility",
    "HoldingRow",
    "Improvised",
    "LadderPenalty",
    "LadderRung",
    "MarginTable",
    "Opponents",
    "OrganisationRow",
    "OrganisationSkill",
    "PhaseRow",
    "PointUse",
    "Power",
    "SampleExtra",
    "SamplePhase",
    "SampleRow",
    "SixesFigures",
    "Skill",
    "Spell",
    "SpellRow",
    "Spread",
    "Tables",
    "Tradition",
    "WatchRow",
    "Way",
    "Weapon",
    "WeaponTrait",
    "read_citations",
    "read_tables",
    "tables_of",
]
