"""The tables of the book as typed data."""

from fatetable.rulesets.strange.book.companions import CompanionForm, CompanionRow, CompanionTables
from fatetable.rulesets.strange.book.diagram import Box, Line
from fatetable.rulesets.strange.book.figures import Figures
from fatetable.rulesets.strange.book.gifts import Form, GiftRow, ImprovementRow, ThemeRow
from fatetable.rulesets.strange.book.heroes import BuiltSkill, Foe, Hero, HeroSkill, HeroWard
from fatetable.rulesets.strange.book.lexicon import lexicon_of
from fatetable.rulesets.strange.book.minions import MinionRow, MinionTables
from fatetable.rulesets.strange.book.people import Archetype, AspectIdeas, Benefit, SocialClass, WardRow
from fatetable.rulesets.strange.book.skills import (
    CommonSkill,
    Drawback,
    Extra,
    HeldDrawback,
    HeldTrapping,
    SampleSkill,
    SecondSkillRow,
    Trapping,
)
from fatetable.rulesets.strange.book.tables import (
    OUTCOMES,
    OWN_TABLES,
    RULESET,
    AttackRow,
    AttitudeRow,
    Scope,
    StandingRow,
    Tables,
    Tier,
    Way,
    read_citations,
    read_tables,
    rolled_with,
)
from fatetable.rulesets.strange.book.treatment import GradeRow, TreatmentTables
from fatetable.rulesets.strange.book.weights import Weight
from fatetable.rulesets.strange.book.works import RevealRow, WorkTables

__all__ = [
    "OUTCOMES",
    "OWN_TABLES",
    "RULESET",
    "Archetype",
    "AspectIdeas",
    "AttackRow",
    "AttitudeRow",
    "Benefit",
    "Box",
    "BuiltSkill",
    "CommonSkill",
    "CompanionForm",
    "CompanionRow",
    "CompanionTables",
    "Drawback",
    "Extra",
    "Figures",
    "Foe",
    "Form",
    "GiftRow",
    "GradeRow",
    "HeldDrawback",
    "HeldTrapping",
    "Hero",
    "HeroSkill",
    "HeroWard",
    "ImprovementRow",
    "Line",
    "MinionRow",
    "MinionTables",
    "RevealRow",
    "SampleSkill",
    "Scope",
    "SecondSkillRow",
    "SocialClass",
    "StandingRow",
    "Tables",
    "ThemeRow",
    "Tier",
    "Trapping",
    "TreatmentTables",
    "WardRow",
    "Way",
    "Weight",
    "WorkTables",
    "lexicon_of",
    "read_citations",
    "read_tables",
    "rolled_with",
]
