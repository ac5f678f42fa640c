"""Fights and wounds."""

from fatetable.rulesets.fate2.combat.assembly import blows, parts, parts_on_others
from fatetable.rulesets.fate2.combat.defences import FateDefences, tags_of
from fatetable.rulesets.fate2.combat.exchange_results import only_one, with_exchanges
from fatetable.rulesets.fate2.combat.manoeuvres import Manoeuvring
from fatetable.rulesets.fate2.combat.modifiers import menu, standing
from fatetable.rulesets.fate2.combat.narration import TELLERS
from fatetable.rulesets.fate2.combat.notes import notes
from fatetable.rulesets.fate2.combat.scene_fights import SceneFights
from fatetable.rulesets.fate2.combat.wounds import harm_rules

__all__ = [
    "TELLERS",
    "FateDefences",
    "Manoeuvring",
    "SceneFights",
    "blows",
    "harm_rules",
    "menu",
    "notes",
    "only_one",
    "parts",
    "parts_on_others",
    "standing",
    "tags_of",
    "with_exchanges",
]
