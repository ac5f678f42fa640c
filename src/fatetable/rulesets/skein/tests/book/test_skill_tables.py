"""The skills as they stand in the list: their categories, what they attack, defend, oppose and bring."""

from __future__ import annotations

from collections import Counter

import pytest

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.sheet.skills import (
    can_attack,
    can_defend,
    level,
    opponents,
    skill_name,
    skill_of,
    trait_of,
)
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.making import hero


def names(category: str) -> list[str]:
    return [skill.name for skill in TABLES.skills if skill.category == category]


@pytest.mark.rule("SK-CHAR-22")
def test_the_list_has_thirty_two_skills_in_four_categories() -> None:
    assert set(names("mental")) == {
        *("Awareness", "Gaming", "Investigation", "Healing", "Lore", "Profession", "Strategy and Tactics"),
        *("Survival", "Willpower"),
    }
    assert set(names("physical")) == {
        *("Agility", "Brawling", "Melee Combat", "Missile Combat", "Riding", "Stealth", "Strength"),
    }
    assert set(names("social")) == {
        *("Charm", "Contacts", "Deception", "Empathy", "Intimidation", "Languages", "Leadership", "Performance"),
        "Wealth",
    }
    assert set(names("magical")) == {
        *("Divination", "Spirit Magic", "Faith", "Glamour", "Plant and Root", "Rune Magic", "Shapechanging"),
    }
    counts = Counter(skill.category for skill in TABLES.skills)
    assert counts == {"mental": 9, "physical": 7, "social": 9, "magical": 7}
    assert counts.total() == 32


@pytest.mark.rule("SK-CHAR-22")
@pytest.mark.parametrize(
    ("words", "trait"),
    [
        ("Ranged Combat", "missile-combat"),
        ("Intimidate", "intimidation"),
        ("STRATEGY and Tactics", "strategy-and-tactics"),
        ("lore [History]", "lore [History]"),
        ("Divination [dream  visions]", "divination [dream visions]"),
        ("melee-combat", "melee-combat"),
        ("Basket Weaving", "Basket Weaving"),
    ],
)
def test_other_names_of_a_skill_mean_the_same_skill(words: str, trait: str) -> None:
    assert trait_of(TABLES, words) == trait


def test_a_sheet_with_other_names_is_finished_with_the_names_of_the_list() -> None:
    sheet = hero(traits={"Ranged Combat": 2, "Lore [ Old Roads ]": 1})
    assert sheet.traits == {"missile-combat": 2, "lore [Old Roads]": 1}


@pytest.mark.rule("SK-CHAR-18", "SK-SKILL-14", "SK-SKILL-15", "SK-SKILL-41")
def test_lore_profession_and_divination_are_labels_for_many_skills() -> None:
    groups = {skill.name: skill.examples for skill in TABLES.skills if skill.is_group}
    assert set(groups) == {"Lore", "Profession", "Divination"}
    assert groups["Lore"] == (
        *("History", "The Fae", "Interventions of the gods", "Healing Herbs", "Folklore", "Dark Magic"),
    )
    assert groups["Profession"] == ("artist", "blacksmith", "carpenter", "cook", "engineer")
    for group in ("lore", "profession", "divination"):
        assert skill_of(TABLES, group) is None
        assert skill_of(TABLES, f"{group} [Anything]") is TABLES.skill(group)
    assert skill_name(TABLES, "lore [The Fae]") == "Lore [The Fae]"


@pytest.mark.rule("SK-DIV-01")
def test_there_are_five_styles_of_divination() -> None:
    divination = TABLES.skill("divination")
    assert divination is not None
    assert divination.examples == ("astrology", "augury", "dream visions", "ectomancy", "pyromancy")


def test_a_skill_somebody_lacks_counts_as_zero_and_of_a_group_the_best_counts() -> None:
    sheet = Sheet(ruleset="skein", name="x", traits={"stealth": 3, "lore [A]": 1, "lore [B]": 4})
    assert (
        level(TABLES, sheet, "stealth"),
        level(TABLES, sheet, "agility"),
        level(TABLES, sheet, "lore"),
        level(TABLES, sheet, "lore [A]"),
    ) == (*(3, 0, 4, 1),)


@pytest.mark.rule("SK-SKILL-10", "SK-SKILL-20", "SK-SKILL-33")
def test_awareness_then_agility_order_combat_and_empathy_then_awareness_social_conflicts() -> None:
    order = {
        conflict: [skill.id for skill in sorted(rows, key=lambda row: row.order[conflict])]
        for conflict in ("combat", "social")
        for rows in [[skill for skill in TABLES.skills if conflict in skill.order]]
    }
    assert order == {"combat": ["awareness", "agility"], "social": ["empathy", "awareness"]}


@pytest.mark.parametrize(
    ("skill", "use", "opposing"),
    [
        pytest.param("stealth", "", ["awareness"], marks=pytest.mark.rule("SK-SKILL-10")),
        pytest.param("charm", "", ["willpower"], marks=pytest.mark.rule("SK-SKILL-30", "SK-SKILL-18")),
        pytest.param("intimidation", "", ["willpower"], marks=pytest.mark.rule("SK-SKILL-34", "SK-SKILL-18")),
        pytest.param("glamour", "", ["awareness", "faith"], marks=pytest.mark.rule("SK-SKILL-10")),
    ],
)
def test_skills_are_opposed_by_the_skills_that_see_through_them(skill: str, use: str, opposing: list[str]) -> None:
    assert [each.id for each in opponents(TABLES, skill, use)] == opposing


@pytest.mark.rule("SK-SKILL-32", "SK-SKILL-33")
def test_lies_meet_empathy_and_disguises_awareness() -> None:
    assert [each.id for each in opponents(TABLES, "deception")] == ["empathy"]
    assert [each.id for each in opponents(TABLES, "deception", "disguise")] == ["awareness", "empathy"]


@pytest.mark.rule("SK-SKILL-18")
def test_a_curse_meets_willpower_spirit_magic_or_faith() -> None:
    assert [each.id for each in opponents(TABLES, "spirit-magic", "curse")] == ["willpower", "spirit-magic", "faith"]


@pytest.mark.rule("SK-SKILL-21", "SK-SKILL-22", "SK-SKILL-23")
def test_three_skills_attack_with_weapons_and_one_of_them_at_range() -> None:
    attacks = {
        kind: {skill.id for skill in TABLES.skills if can_attack(TABLES, skill.id, kind)}
        for kind in ("hand-to-hand", "ranged")
    }
    assert attacks == {"hand-to-hand": {"brawling", "melee-combat"}, "ranged": {"missile-combat"}}


@pytest.mark.rule("SK-SKILL-20", "SK-SKILL-21", "SK-SKILL-22", "SK-SKILL-23")
def test_who_defends_against_what_with_and_without_a_shield() -> None:
    def defenders(kind: str, *, shield: bool) -> set[str]:
        return {skill.id for skill in TABLES.skills if can_defend(TABLES, skill.id, kind, has_shield=shield)}  # type: ignore[arg-type]

    assert defenders("hand-to-hand", shield=False) == {"brawling", "melee-combat", "agility"}
    assert defenders("ranged", shield=False) == {"agility"}
    assert defenders("ranged", shield=True) == {"agility", "melee-combat"}
    assert defenders("hand-to-hand", shield=True) == {"brawling", "melee-combat", "agility"}


def test_charm_and_intimidation_attack_composure_and_willpower_defends_it() -> None:
    assert {skill.id for skill in TABLES.skills if "composure" in skill.attacks} == {"charm", "intimidation"}
    assert {skill.id for skill in TABLES.skills if "composure" in skill.defends} == {"willpower"}


@pytest.mark.rule("SK-SKILL-26", "SK-SKILL-18")
def test_strength_raises_health_and_willpower_composure() -> None:
    assert {skill.id: skill.raises for skill in TABLES.skills if skill.raises} == {
        "strength": "health",
        "willpower": "composure",
    }


def test_armour_hinders_physical_skills_that_are_none_of_combat() -> None:
    hindered = {skill.id for skill in TABLES.skills if skill.hindered_by_armour}
    assert hindered == {"agility", "riding", "stealth", "strength"}
    physical = {skill.id for skill in TABLES.skills if skill.category == "physical"}
    assert {skill.id for skill in TABLES.skills if skill.is_combat} == physical - hindered


@pytest.mark.parametrize(
    ("skill", "difficulty", "price", "time", "free_uses"),
    [
        ("leadership", 2, 0, "", 1),
        ("performance", 2, 0, "", 0),
        ("deception", None, 0, "An hour", 0),
        ("spirit-magic", 2, 0, "", 1),
        ("glamour", 2, 0, "A minute", 1),
        ("plant-and-root", 2, 0, "A day", 1),
        ("rune-magic", 2, 1, "A day", 0),
        ("shapechanging", None, 1, "A day", 0),
        ("divination", 2, 1, "", 0),
    ],
)
def test_what_a_skill_asks_for_stands_in_the_list(
    skill: str, difficulty: int | None, price: int, time: str, free_uses: int
) -> None:
    found = TABLES.skill(skill)
    assert found is not None
    assert (found.difficulty, found.price, found.time, found.free_uses) == (difficulty, price, time, free_uses)


@pytest.mark.rule("SK-STYPE-06", "SK-SKILL-40")
def test_each_magical_skill_has_a_calling_of_its_own() -> None:
    callings = {skill.name: TABLES.stunt(skill.calling) for skill in TABLES.skills if skill.calling}
    assert {name: stunt.name for name, stunt in callings.items() if stunt} == {
        "Divination": "Diviner",
        "Spirit Magic": "Spirit Speaker",
        "Faith": "True Faith",
        "Glamour": "Fae-blooded",
        "Plant and Root": "Hedge Magic",
        "Rune Magic": "Rune Wizardry",
        "Shapechanging": "Skin Turner",
    }


def test_every_skill_cites_its_rule_and_says_what_it_is_for() -> None:
    assert [skill.id for skill in TABLES.skills if not skill.cites or not skill.text.endswith(".")] == []
    assert [skill.id for skill in TABLES.skills if not skill.cites[0].startswith("SK-SKILL-")] == []
