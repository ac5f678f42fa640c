"""The paths of magic and what they do in play."""

from fatetable.rulesets.skein.magic.animal_forms import asked_about_form, form_damage
from fatetable.rulesets.skein.magic.animal_speech import AnimalAnswered
from fatetable.rulesets.skein.magic.assembly import parts
from fatetable.rulesets.skein.magic.divination import DivinationFelt, Divined
from fatetable.rulesets.skein.magic.enchantments import (
    ENCHANTMENTS,
    FOREVER,
    SCENE_LONG,
    Enchantment,
    EnchantmentEnded,
    EnchantmentLaid,
    amount_of,
    in_effect,
    usable,
)
from fatetable.rulesets.skein.magic.forms import ThingsLeft
from fatetable.rulesets.skein.magic.glamour.observers import LookBegun, LookOver, MagicSensed
from fatetable.rulesets.skein.magic.glamour.secrets import WovenUnseen
from fatetable.rulesets.skein.magic.item_making import MagicItemMade
from fatetable.rulesets.skein.magic.plant_and_root import STOCK, StockGiven
from fatetable.rulesets.skein.magic.poisons import DOSES, MealOver, MealPoisoned
from fatetable.rulesets.skein.magic.runes import MasterpiecesReadied
from fatetable.rulesets.skein.magic.warded_zones import KindJudged, WardedWays
from fatetable.rulesets.skein.magic.wards import WardedAttacks

__all__ = [
    "DOSES",
    "ENCHANTMENTS",
    "FOREVER",
    "SCENE_LONG",
    "STOCK",
    "AnimalAnswered",
    "DivinationFelt",
    "Divined",
    "Enchantment",
    "EnchantmentEnded",
    "EnchantmentLaid",
    "KindJudged",
    "LookBegun",
    "LookOver",
    "MagicItemMade",
    "MagicSensed",
    "MasterpiecesReadied",
    "MealOver",
    "MealPoisoned",
    "StockGiven",
    "ThingsLeft",
    "WardedAttacks",
    "WardedWays",
    "WovenUnseen",
    "amount_of",
    "asked_about_form",
    "form_damage",
    "in_effect",
    "parts",
    "usable",
]
