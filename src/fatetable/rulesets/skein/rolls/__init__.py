"""Tests: skills, resistance, assistance, Spin, and the stunts that change them."""

from fatetable.mechanics.aspects.lifetimes import MANOEUVRE, PlacementNoted, PlacementsKept
from fatetable.mechanics.modifiers.support import SUPPORT
from fatetable.rulesets.skein.rolls.assembly import parts
from fatetable.rulesets.skein.rolls.assistance import AssistanceBegun, AssistanceEnded
from fatetable.rulesets.skein.rolls.called_tests import has_turn, on_their_turn, trait_for
from fatetable.rulesets.skein.rolls.checks import (
    BANDS,
    Defence,
    amendments,
    attack_kind,
    consented,
    defence_to,
    defences_of,
    known_opposition,
    once_per_test,
    standing,
    traits_of,
    with_consent,
    without_consent,
)
from fatetable.rulesets.skein.rolls.consequence_scores import score_of_consequence
from fatetable.rulesets.skein.rolls.may_declare import MayDeclare
from fatetable.rulesets.skein.rolls.moments import ScoreDamaged, WayIsFree, ZoneEntered
from fatetable.rulesets.skein.rolls.resistance import complications
from fatetable.rulesets.skein.rolls.spin import SPIN, SpinChanged, give_spin, has_spin, lose_spin
from fatetable.rulesets.skein.rolls.stunt_uses import ScenePaid, SkillsBorrowed, one_specialism, retorts
from fatetable.rulesets.skein.rolls.trait_reference import STUNT, WORDS, TraitReference, read_trait
from fatetable.rulesets.skein.rolls.workings import MAGIC, PLAIN, WORK

__all__ = [
    "BANDS",
    "MAGIC",
    "MANOEUVRE",
    "PLAIN",
    "SPIN",
    "STUNT",
    "SUPPORT",
    "WORDS",
    "WORK",
    "AssistanceBegun",
    "AssistanceEnded",
    "Defence",
    "MayDeclare",
    "PlacementNoted",
    "PlacementsKept",
    "ScenePaid",
    "ScoreDamaged",
    "SkillsBorrowed",
    "SpinChanged",
    "TraitReference",
    "WayIsFree",
    "ZoneEntered",
    "amendments",
    "attack_kind",
    "complications",
    "consented",
    "defence_to",
    "defences_of",
    "give_spin",
    "has_spin",
    "has_turn",
    "known_opposition",
    "lose_spin",
    "on_their_turn",
    "once_per_test",
    "one_specialism",
    "parts",
    "read_trait",
    "retorts",
    "score_of_consequence",
    "standing",
    "trait_for",
    "traits_of",
    "with_consent",
    "without_consent",
]
