"""The types of Skein's single figures and small tables, grouped by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from fatetable.rulesets.skein.book.entries import Severity
from fatetable.rulesets.skein.book.stunt_effects import Score

Pair = tuple[int, int]
"""The least and the most."""


class SkillFigures(Struct, frozen=True, forbid_unknown_fields=True):
    lowest: int
    highest: int
    untrained: int
    array: tuple[int, ...]
    wanted_from_groups: int


class AspectFigures(Struct, frozen=True, forbid_unknown_fields=True):
    of_things: Pair


class TaleFigures(Struct, frozen=True, forbid_unknown_fields=True):
    minutes: int


class StuntFigures(Struct, frozen=True, forbid_unknown_fields=True):
    start: int
    most: int


class StressFigures(Struct, frozen=True, forbid_unknown_fields=True):
    base: int
    levels_per_point: int


class RefreshFigures(Struct, frozen=True, forbid_unknown_fields=True):
    start: int


class ConsequenceFigures(Struct, frozen=True, forbid_unknown_fields=True):
    absorbs: Mapping[Severity, int]
    free_uses: int


class OathFigures(Struct, frozen=True, forbid_unknown_fields=True):
    points_in_play: int


class GearFigures(Struct, frozen=True, forbid_unknown_fields=True):
    occupation_cost: int
    aspect_cost: int
    item_powers: int


class Figures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The figures for making a character."""

    skills: SkillFigures
    aspects: AspectFigures
    tales: TaleFigures
    stunts: StuntFigures
    stress: StressFigures
    refresh: RefreshFigures
    consequences: ConsequenceFigures
    oaths: OathFigures
    gear: GearFigures


class PersonClass(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How people of one class are built, and how many Consequences they should take."""

    id: Literal["minor", "significant", "major"]
    name: str
    array: tuple[int, ...]
    aspects: int
    stunts: Pair
    consequences: int
    cites: tuple[str, ...]
    climactic_consequences: int | None = None


class Peer(Struct, frozen=True, forbid_unknown_fields=True):
    """What makes a major character the equal of a starting player character."""

    phases: int
    aspects_per_phase: int
    oaths: int
    stunts: int


class FatePointFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    pool_per_player: int
    friendly_significant: int
    mid_session_pool: int
    compel_offers: tuple[int, ...]
    compel_refusal: int
    aspect_played: int
    aspect_in_story: int
    sparkle: int
    aspect_bonus: int
    player_compel: int
    player_compel_refusal: int
    declaration_price: int
    free_uses: int
    pool_gain_of_compelled: int


class Difficulty(Struct, frozen=True, forbid_unknown_fields=True):
    number: int
    name: str
    meaning: str


class RollFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    base_difficulty: int
    per_complication: int
    critical: int
    spin: int
    support: int
    manoeuvre_difficulty: int
    manoeuvre_free_uses: int
    assist_difficulty: int
    assist_bonus: int
    removal_difficulty: int
    contact_helps_freely: int


class Recovery(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a Consequence goes away by itself and with a healer's help."""

    severity: Severity
    time: str
    sessions: int
    difficulty: int
    treated_from: str
    needs: str
    cites: tuple[str, ...]
    clean: bool = False
    earliest_session: int = 0


class Affliction(Struct, frozen=True, forbid_unknown_fields=True):
    name: Literal["poison", "disease"]
    difficulty: int
    onset: str
    lasts: str
    cites: tuple[str, ...]


class ConsequenceExamples(Struct, frozen=True, forbid_unknown_fields=True):
    severity: Severity
    score: Score
    aspects: tuple[str, ...]


class HealingFigures(Struct, frozen=True, forbid_unknown_fields=True):
    stress_per_degree: int
    retry_price: int
    rest_after: str
    affliction_skill: str
    affliction_difficulty: int


class Travel(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Journeys; distances are counted in halves of a day's march."""

    skill: str
    food_per_degree: int
    base: Mapping[str, int]
    modifiers: Mapping[str, int]
    halves_of_distance: Mapping[str, int]


class Distance(Struct, frozen=True, forbid_unknown_fields=True):
    at_least: int
    meaning: str


class Border(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What it takes to open a border, to cross it open and to close it; one without `close` stays open."""

    name: str
    open: Pair
    crossed: int
    cites: tuple[str, ...]
    close: Pair | None = None


class CombatFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    spear_reach_indoors: int
    free_zones: int
    free_pass_reduction: int
    most_extra_zones: int
    most_zones: int
    harmless_hit_free_uses: int
    obstruction_difficulty: int
    obstruction: int
    obstruction_raise: int
    ambush_bonus: int
    defensive_bonus: int
    offensive_bonus: int
    offensive_defence: int
    mounted_damage: int
    mounts: tuple[str, ...]
    war_mount: str
    large_animals: tuple[str, ...]
    charge_skill: str
    charge_difficulty: int
    charge_bonus: int
    shots_before_out: int
    out_of_ammo: str
    out_of_ammo_refusal: int
    club_damage: int
    big_club_damage: int


class WarbandFigures(Struct, frozen=True, forbid_unknown_fields=True):
    least_stress: int
    most_attackers: int
    saved_per_degree: int


class Level(Struct, frozen=True, forbid_unknown_fields=True):
    """What a level of a warband's or an army's skill stands for."""

    level: int
    meaning: str


class NumbersBonus(Struct, frozen=True, forbid_unknown_fields=True):
    at_least: int
    bonus: int


class BattleFigures(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    least_size: int
    aspects: Pair
    support: int
    supported_by: tuple[str, ...]
    largest_stress: int
    percent_per_stress: int
    outnumbers_from: int
    outnumbers_aspect: str
    preliminaries: tuple[str, ...]
    skippable: tuple[str, ...]
    manoeuvring_skill: str
    magic_skills: tuple[str, ...]
    unopposed_magic: int
    free_uses: int
    fortifications_aspect: str
    fortifications_free_uses: int
    hasty_fortifications_free_uses: int
    heroics_price: int
    personal_price: int
    bodyguard_per_stress: int
    fallen_enemy_free_uses: int
    deputy_levels_below: int
    degrees_per_damage: int
    draw_free_uses: int
    recovery_skill: str
    recovery_difficulty: int
    recovery_percent: int
    losing_difficulty: int
    wiped_out_difficulty: int


class Divining(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    price: int
    difficulty: int
    distant_past_or_future: int
    obscure: int
    specific: int
    imperfect_preparation: int
    distant_future: int


class SpiritMagic(Struct, frozen=True, forbid_unknown_fields=True):
    blessing_difficulty: int
    free_uses: int
    lasting_price: int
    lasting_time: str


class FaithMagic(Struct, frozen=True, forbid_unknown_fields=True):
    price_for_others: int


class GlamourMagic(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    lasts: str
    free_uses: int
    difficulty: int
    another_sense: int
    moving: int
    familiar: int


class Herbalism(Struct, frozen=True, forbid_unknown_fields=True):
    time: str
    difficulty: int
    supported_by: str
    free_uses: int


class Runes(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    difficulty: int
    price: int
    time: str
    free_uses: int
    per_item: int


class Shapes(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    price: int
    forms: tuple[str, ...]
    skin_time: str
    aspect: str
    bonus: int
    penalty: int
    small_form_damage: int
    small: tuple[str, ...]
    animals: Mapping[str, str]


class Magic(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    divination: Divining
    spirit_magic: SpiritMagic
    faith: FaithMagic
    glamour: GlamourMagic
    plant_and_root: Herbalism
    rune_magic: Runes
    shapechanging: Shapes


class Experience(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    per_refresh: int
    oath_fulfilled: int
    exceptional_deeds: int
    per_new_level: int
    new_skill: int
    new_skill_level: int
    stunt: int
    aspect: int
    refresh: int
    free_changes: tuple[str, ...]
    swap_distance: int
    early_exchange: int


class Buying(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    costs: Pair
    least_wealth: int
    loss: int
    recovery: str
    tested_from_below: int
    treasure_values: Pair
    sold_for_less: int
