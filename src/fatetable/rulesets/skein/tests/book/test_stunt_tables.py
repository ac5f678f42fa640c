"""The stunts as they stand in the list: their types, what they need and cost, and every figure of what they do."""

from __future__ import annotations

from collections import Counter

import pytest

from fatetable.mechanics.characters.effects import Limit
from fatetable.rulesets.skein.book.entries import Price, Stunt
from fatetable.rulesets.skein.book.stunt_effects import (
    BattleMagic,
    CallTheDead,
    CurseBarrier,
    DamageBonus,
    DefendWith,
    Disguise,
    ExtraRefresh,
    ExtraZones,
    Fly,
    FormPrice,
    FreeUse,
    HealWith,
    Ignore,
    Inspire,
    LendSkill,
    Multiply,
    NaturalArmour,
    NewUse,
    Obscure,
    PlaceAspect,
    Poison,
    Possess,
    RecoverForce,
    RollBonus,
    RuneWard,
    SenseMagic,
    SkillTest,
    SolidGlamour,
    StressPerLevel,
    StrikeBack,
    StrongAspect,
    StuntEffect,
    Swim,
    TwinSkill,
    UnlockSkill,
    Ward,
)
from fatetable.rulesets.skein.tests.support.book import TABLES

GROUPS = {
    "Mental": ["Jack of All Trades", "Many Tongues", "Planned Assault", "Scholar", "Strong-willed"],
    "Physical": ["Berserker Rage", "Counterstrike", "Fighting Style", "Heroic Charge", "Tough"],
    "Social": ["Belonging", "Cutting Retort", "Elegant", "Numbers are No Defence", "Rally"],
    "Supernatural": ["Dark Adapted Eye", "Second Sight", "Song of Battle", "Weapon of Vengeance"],
    "Divination": ["Diviner", "Call upon the Spirits of the Departed", "Obscurement"],
    "Spirit Magic": ["Spirit Speaker", "Curse Barrier", "Death Curse", "Ward"],
    "Faith": ["True Faith", "Divine Favour", "Lay on Hands", "Shield of Faith"],
    "Glamour": ["Fae-blooded", "Distracting Illusions", "Enduring Glamours", "Perfect Disguise"],
    "Plant and Root": ["Hedge Magic", "Brew Poisons", "Healing Medicine", "Ointment of True Vision"],
    "Rune Magic": ["Rune Wizardry", "Blessing of the War God", "Empowered Enchantment", "Runewarding"],
    "Shapechanging": ["Skin Turner", "Animal Speech", "Favoured Form", "Natural Shapechanger"],
    "Animal": [
        *("Armoured Skin", "Beast of Burden", "Flight", "Natural Weapons", "Scent Tracking", "Swift"),
        "Water Creature",
    ],
    "General": ["Extra Refresh"],
}
NEED_ASPECT = {
    *("Berserker Rage", "Dark Adapted Eye", "Second Sight", "Song of Battle", "Weapon of Vengeance"),
    *("Diviner", "Spirit Speaker", "True Faith", "Fae-blooded", "Hedge Magic", "Rune Wizardry", "Skin Turner"),
    *("Armoured Skin", "Beast of Burden", "Natural Weapons", "Scent Tracking", "Swift", "Water Creature"),
}
COST_A_POINT = {
    *("Jack of All Trades", "Berserker Rage", "Counterstrike", "Rally", "Weapon of Vengeance", "Curse Barrier"),
    *("Call upon the Spirits of the Departed", "Ward", "Lay on Hands", "Runewarding"),
}
REPEATABLE = {
    *("Scholar", "Fighting Style", "Belonging", "Empowered Enchantment", "Runewarding", "Armoured Skin"),
    *("Natural Weapons", "Extra Refresh", "Tough"),
}


def stunt(name: str) -> Stunt:
    return next(each for each in TABLES.stunts if each.name == name)


def printed() -> list[Stunt]:
    return [each for each in TABLES.stunts if not each.house_reading]


@pytest.mark.rule("SK-STUNT-01")
def test_the_list_has_the_fifty_four_printed_stunts_under_their_headings() -> None:
    listed: dict[str, list[str]] = {}
    for each in printed():
        listed.setdefault(each.group, []).append(each.name)
    assert listed == GROUPS
    assert len(printed()) == 54


@pytest.mark.rule("SK-STUNT-01")
def test_two_stunts_that_are_only_named_are_flagged_as_house_readings() -> None:
    assert {each.name for each in TABLES.stunts if each.house_reading} == {"Heroic Inspiration", "Vanish"}


@pytest.mark.rule("SK-STUNT-01")
def test_the_marked_stunts_need_an_aspect_and_no_others_do() -> None:
    assert {each.name for each in TABLES.stunts if each.needs_aspect} == NEED_ASPECT


def test_what_stunts_cost_and_whether_they_repeat() -> None:
    assert {each.name for each in TABLES.stunts if each.price} == COST_A_POINT
    assert {each.price for each in TABLES.stunts if each.price} == {Price(1, "use"), Price(1, "scene")}
    assert {each.name for each in TABLES.stunts if each.repeatable} == REPEATABLE


@pytest.mark.rule("SK-CHAR-26")
def test_every_stunt_is_of_one_of_seven_types() -> None:
    assert [kind.name for kind in TABLES.stunt_types] == [
        "Specialism",
        "New Skill Use",
        "New Combat Application",
        "Extra Capacity",
        "Ignore Restriction or Difficulty",
        "Magical Calling",
        "Extra Refresh",
    ]
    counts = Counter(each.type for each in printed())
    assert counts == {
        "specialism": 12,
        "new-skill-use": 17,
        "new-combat-application": 4,
        "extra-capacity": 6,
        "ignore-restriction": 7,
        "magical-calling": 7,
        "extra-refresh": 1,
    }


@pytest.mark.rule("SK-STYPE-05")
def test_other_spellings_of_the_fifth_type_mean_the_same_type() -> None:
    kind = TABLES.stunt_type("ignore-restriction")
    assert kind is not None
    assert set(kind.aliases) == {
        "Ignore Difficulty or Restriction",
        "Remove Restriction or Difficulty",
        "Remove Difficulty or Restriction",
    }


def on(skill: str, difficulty: int) -> SkillTest:
    return SkillTest(skill, difficulty)


GLAMOUR_SEEN = SkillTest("awareness")

EFFECTS: dict[str, list[StuntEffect]] = {
    "Jack of All Trades": [LendSkill(level=1, until="scene", never=("magical",))],
    "Many Tongues": [Multiply("languages", 2)],
    "Planned Assault": [
        Inspire(
            test=on("strategy-and-tactics", 2),
            amount=1,
            army_attack=1,
            until="first-turn",
        )
    ],
    "Scholar": [TwinSkill(group="lore")],
    "Strong-willed": [StressPerLevel(score="composure", skill="willpower", number=1)],
    "Berserker Rage": [DamageBonus(amount=1, until="scene")],
    "Counterstrike": [StrikeBack(against=("hand-to-hand",), needs_shield=True, counts_gear=True)],
    "Heroic Charge": [DamageBonus(amount=2, first_attack_of_charge=True)],
    "Tough": [StressPerLevel(score="health", skill="strength", number=1)],
    "Belonging": [Possess(above_wealth=(2, 4))],
    "Cutting Retort": [
        RollBonus(amount=2, category="social", trigger="composure-damage", uses=1, until="scene"),
    ],
    "Numbers are No Defence": [Ignore("warband-numbers")],
    "Rally": [RecoverForce(test=on("leadership", 2), per_degree=1)],
    "Dark Adapted Eye": [Ignore("darkness")],
    "Second Sight": [SenseMagic(glamour=GLAMOUR_SEEN)],
    "Song of Battle": [BattleMagic("performance")],
    "Weapon of Vengeance": [
        DamageBonus(amount=2, attacks=("hand-to-hand", "ranged"), against_named_enemy=True),
    ],
    "Call upon the Spirits of the Departed": [
        CallTheDead(test=on("divination", 2), since="A month", harder_per_step=1),
    ],
    "Obscurement": [Obscure(skill="divination", divided_by=2)],
    "Curse Barrier": [
        CurseBarrier(
            places=("portal", "zone", "border"),
            time="An hour",
        )
    ],
    "Death Curse": [
        RollBonus(amount=2, skills=("spirit-magic",), trigger="own-death", uses=1),
        StrongAspect(amount=4, of="curse"),
    ],
    "Ward": [Ward("spirit-magic", "scene")],
    "Divine Favour": [PlaceAspect(test=on("faith", 2), free_uses=1)],
    "Lay on Hands": [HealWith(skill="faith", time="Instant")],
    "Shield of Faith": [
        DefendWith(
            skill="faith",
            against=("hand-to-hand", "ranged", "composure", "curse", "magic"),
            price_for_others=1,
        )
    ],
    "Distracting Illusions": [
        DefendWith(skill="glamour", against=("hand-to-hand", "ranged"), price_for_others=1, action_for_others=True),
    ],
    "Enduring Glamours": [
        SolidGlamour(lasts="A minute", steps_per_degree=1, ends_by="iron"),
    ],
    "Healing Medicine": [StrongAspect(amount=4, of="infusion", on_skills=("healing",))],
    "Brew Poisons": [
        Poison(
            test=SkillTest("strength"),
            score="health",
            aspect="Poisoned",
            free_uses=1,
        )
    ],
    "Ointment of True Vision": [
        SenseMagic(glamour=GLAMOUR_SEEN, prepared=on("plant-and-root", 2), lasts="An hour", steps_per_degree=1),
    ],
    "Blessing of the War God": [BattleMagic("rune-magic")],
    "Empowered Enchantment": [FreeUse(uses=1, items=1)],
    "Runewarding": [RuneWard(on("rune-magic", 2), "willpower")],
    "Favoured Form": [FormPrice(0)],
    "Natural Shapechanger": [Ignore("animal-skin")],
    "Armoured Skin": [NaturalArmour(1)],
    "Beast of Burden": [Multiply("load", 2)],
    "Flight": [Fly("agility", 2)],
    "Natural Weapons": [DamageBonus(amount=2, skills=("brawling",), is_unarmed=True)],
    "Swift": [Multiply("travel", 2), ExtraZones(1)],
    "Water Creature": [Swim("An hour", "strength")],
    "Extra Refresh": [ExtraRefresh(1)],
    "Heroic Inspiration": [Inspire(test=on("leadership", 2), amount=1, army_attack=1, until="first-turn")],
    "Vanish": [Ignore("cover")],
}


@pytest.mark.parametrize("name", EFFECTS)
def test_what_a_stunt_does_has_the_figures_of_the_book(name: str) -> None:
    assert list(stunt(name).effects) == EFFECTS[name]


@pytest.mark.parametrize(
    ("calling", "skill"),
    [
        pytest.param("Diviner", "divination", marks=pytest.mark.rule("SK-STUNT-22")),
        pytest.param("Spirit Speaker", "spirit-magic", marks=pytest.mark.rule("SK-STUNT-25")),
        pytest.param("True Faith", "faith", marks=pytest.mark.rule("SK-STUNT-29")),
        pytest.param("Fae-blooded", "glamour", marks=pytest.mark.rule("SK-STUNT-33")),
        pytest.param("Hedge Magic", "plant-and-root", marks=pytest.mark.rule("SK-STUNT-37")),
        pytest.param("Rune Wizardry", "rune-magic", marks=pytest.mark.rule("SK-STUNT-41")),
        pytest.param("Skin Turner", "shapechanging", marks=pytest.mark.rule("SK-STUNT-45")),
    ],
)
def test_each_calling_unlocks_its_skill_and_nothing_else(calling: str, skill: str) -> None:
    assert stunt(calling).effects == (UnlockSkill(skill),)
    assert stunt(calling).is_calling
    assert stunt(calling).needs_aspect


def test_a_fighting_style_gives_one_to_attacks_or_to_defences() -> None:
    assert [(each.amount, each.actions, each.mode) for each in stunt("Fighting Style").effects] == [  # type: ignore[union-attr]
        (1, ("attack",), "offensive"),
        (1, ("defend",), "defensive"),
    ]


def test_elegance_lasts_for_the_event() -> None:
    [effect] = stunt("Elegant").effects
    assert isinstance(effect, RollBonus)
    assert (effect.amount, effect.skills, effect.until) == (1, ("charm",), "event")


def test_a_perfect_disguise_helps_the_glamour_and_is_seen_through_by_those_who_know() -> None:
    bonus, disguise = stunt("Perfect Disguise").effects
    assert isinstance(bonus, RollBonus)
    assert (bonus.amount, bonus.skills) == (2, ("glamour",))
    assert disguise == Disguise(aspect="Disguised as [person]", lasts="An hour", ends_by="iron", familiar=2)


def test_new_uses_in_words_name_their_skill_and_their_test() -> None:
    [speech] = stunt("Animal Speech").effects
    scent, apart = stunt("Scent Tracking").effects
    assert isinstance(speech, NewUse)
    assert isinstance(scent, NewUse)
    assert isinstance(apart, NewUse)
    assert (speech.skill, speech.test) == ("shapechanging", None)
    assert (scent.skill, scent.test) == ("awareness", on("awareness", 2))
    assert (apart.skill, apart.test) == ("awareness", None)


def test_stunts_of_battle_can_be_used_once_in_a_fight_or_a_battle() -> None:
    limits = {each.name: each.limit for each in TABLES.stunts if each.limit}
    assert limits == {
        "Planned Assault": Limit(1, "fight"),
        "Heroic Inspiration": Limit(1, "fight"),
        "Rally": Limit(1, "battle"),
    }


def test_no_stunt_was_forgotten_by_these_tests() -> None:
    without_effect = {"Fighting Style", "Elegant", "Perfect Disguise", "Animal Speech", "Scent Tracking"}
    callings = {each.name for each in TABLES.stunts if each.is_calling}
    assert {each.name for each in TABLES.stunts} == {*EFFECTS, *without_effect, *callings}


def test_every_stunt_cites_its_rule_and_says_what_it_does() -> None:
    assert [each.id for each in TABLES.stunts if not each.cites[0].startswith("SK-STUNT-")] == []
    assert [each.id for each in TABLES.stunts if not each.text.endswith(".")] == []
    first = [each.cites[0] for each in TABLES.stunts]
    assert len(set(first)) == len(first)
