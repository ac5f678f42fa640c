"""Fights: turn order, movement, stances, weapons and harm."""

from fatetable.rulesets.skein.combat.ambushes import (
    AMBUSH,
    AmbushSet,
    FightTurns,
    ambush_modifiers,
    ambush_pending,
    waited_for_in_ambush,
)
from fatetable.rulesets.skein.combat.assembly import parts
from fatetable.rulesets.skein.combat.consequence_slots import ScoreRules
from fatetable.rulesets.skein.combat.deeds import inspired_modifiers, may_claim, stunt_damage
from fatetable.rulesets.skein.combat.harm import Harm, damage_parts, off_score
from fatetable.rulesets.skein.combat.initiative import first_rank
from fatetable.rulesets.skein.combat.map.borders import PassageSet, barrier
from fatetable.rulesets.skein.combat.map.reach import may_attack
from fatetable.rulesets.skein.combat.map.steps import StepsTaken, WalksForgotten, steps_now
from fatetable.rulesets.skein.combat.modifiers import Modifiers, attack_modifiers, defence_modifiers
from fatetable.rulesets.skein.combat.mounts import RiderChanged, rider_of, riding_damage, riding_modifiers
from fatetable.rulesets.skein.combat.scores import (
    points,
    score_name,
    score_of,
    scores_of,
    set_score,
    stress_scores,
    whole_scores,
)
from fatetable.rulesets.skein.combat.stances import StancesDropped, StanceTaken, stance_of
from fatetable.rulesets.skein.combat.turn_order import wrong_space
from fatetable.rulesets.skein.combat.warbands.orders import RalliesCounted
from fatetable.rulesets.skein.combat.warbands.state import is_band
from fatetable.rulesets.skein.combat.weapon_state import HandsForgotten, ThrownWeapon, hands_of, thrown_by
from fatetable.rulesets.skein.combat.who_defends import PersonalDefences, who_opposes

__all__ = [
    "AMBUSH",
    "AmbushSet",
    "FightTurns",
    "HandsForgotten",
    "Harm",
    "Modifiers",
    "PassageSet",
    "PersonalDefences",
    "RalliesCounted",
    "RiderChanged",
    "ScoreRules",
    "StanceTaken",
    "StancesDropped",
    "StepsTaken",
    "ThrownWeapon",
    "WalksForgotten",
    "ambush_modifiers",
    "ambush_pending",
    "attack_modifiers",
    "barrier",
    "damage_parts",
    "defence_modifiers",
    "first_rank",
    "hands_of",
    "inspired_modifiers",
    "is_band",
    "may_attack",
    "may_claim",
    "off_score",
    "parts",
    "points",
    "rider_of",
    "riding_damage",
    "riding_modifiers",
    "score_name",
    "score_of",
    "scores_of",
    "set_score",
    "stance_of",
    "steps_now",
    "stress_scores",
    "stunt_damage",
    "thrown_by",
    "waited_for_in_ambush",
    "who_opposes",
    "whole_scores",
    "wrong_space",
]
