"""The skills of each category at every grain, and the list a campaign puts together from them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from fatetable.engine.errors import InvalidContent
from fatetable.mechanics.characters.creation import RanksInput
from fatetable.rulesets.fate2.book import Skill, read_tables
from fatetable.rulesets.fate2.dials import GRAINS
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.support.making import errors, life, phase, procedure, tables

CATEGORIES = (
    *("academic", "artistic", "athletic", "combat", "criminal"),
    *("magical", "perception", "professional", "social", "survival"),
)
NOTHING: dict[str, Any] = {
    **{category: "none" for category in CATEGORIES if category not in ("combat", "magical")},
    "combat_skills": "none",
    "own_skills": "never",
}


def listed(dial: str, grain: str) -> list[str]:
    """The names of the list where nothing but this category is chosen, at this grain."""
    return [skill.name for skill in tables(**{**NOTHING, dial: grain}).skills]


def named(skills: str) -> list[str]:
    return [name.strip() for name in skills.split(",")]


PRINTED = [
    ("academic", "broad", "Languages, Lore, Research, Teaching"),
    (
        "academic",
        "general",
        "Area Knowledge, Computers, History, Linguistics, Literacy, Mathematics, Science",
    ),
    ("artistic", "broad", "Art, Performance"),
    ("artistic", "general", "Acting, Dance, Painting, Play Instruments, Sculpture, Singing"),
    ("athletic", "broad", "Athletics, Endurance"),
    ("athletic", "general", "Acrobatics, Climbing, Endurance, Jumping, Running, Swimming"),
    (
        "athletic",
        "specific",
        "Acrobatics, Climbing, Contortions, Disease Resistance, Distance Running, Drug Tolerance, Endurance, "
        "Running Jump, Sprinting, Standing Jump, Tumbling",
    ),
    ("combat_skills", "broad", "Melee, Missile, Unarmed"),
    (
        "combat_skills",
        "weapon-category",
        "Bows, Brawling, One Handed Edged, One Handed Blunt, Polearm, Shield, Thrown, Two Handed, Unarmed Combat",
    ),
    (
        "combat_skills",
        "style",
        "Archery, Fencing, Haft Weapon, Improvisational, Mounted, Single Weapon, Thrown, Two Handed, Two Weapon, "
        "Unarmed, Weapon and Shield",
    ),
    (
        "combat_skills",
        "thematic",
        "Archer, Brawler, Cavalry, Cutthroat, Duelist, Footman, Knight, Martial Artist, Pirate, Ranger",
    ),
    ("criminal", "broad", "Larceny, Stealth"),
    ("criminal", "general", "Fence, Forgery, Hide, Lockpicking, Pickpocket, Sneak, Streetwise"),
    ("perception", "broad", "Awareness, Observation"),
    ("perception", "general", "Awareness, Search, Sense Motive, Spot"),
    (
        "perception",
        "specific",
        "Awareness, Danger Sense, Detect Lie, Direction Sense, Investigate, Listen, Locate Hidden, Read Person, Spot, "
        "Surveillance",
    ),
    ("professional", "broad", "Craft, Healing, Riding"),
    (
        "professional",
        "general",
        "Clerk, Cooking, Driving, First Aid, Medicine, Smithing, Riding, Rope Use, Stonecutting, Woodcrafting",
    ),
    ("social", "broad", "Deceive, Impress"),
    ("social", "general", "Bluff, Contacting, Charm, Intimidate, Lie, Seduce"),
    ("survival", "broad", "Survival"),
    ("survival", "general", "Herbalism, Hunting, Survival, Tracking"),
]


@pytest.mark.rule("F2-SKL-04", "F2-SKL-07", "F2-SKL-08", "F2-SKL-09", "F2-SKL-10", "F2-SKL-11", "F2-SKL-12")
@pytest.mark.rule("F2-SKL-13", "F2-SKL-15", "F2-SKL-17", "F2-SKL-18", "F2-SKL-19", "F2-META-02")
@pytest.mark.parametrize(("dial", "grain", "skills"), PRINTED)
def test_a_category_at_a_grain_has_the_printed_skills(dial: str, grain: str, skills: str) -> None:
    assert sorted(listed(dial, grain)) == sorted(named(skills))


SPECIFIC = [
    ("academic", "Latin", "language [Latin]"),
    ("academic", "French History", "field-of-history [France]"),
    ("academic", "Chemistry", "field-of-science [Chemistry]"),
    ("academic", "Stardrive Engineering", "engineering [Stardrives]"),
    ("artistic", "Opera", "art-form [Opera]"),
    ("combat_skills", "Axe", "weapon [Axe]"),
    ("criminal", "Streetwise (New York)", "streets [New York]"),
    ("criminal", "Safecracking", "criminal-craft [Safecracking]"),
    ("professional", "Tanning", "trade [Tanning]"),
    ("social", "Contacting Thieves", "contacts [Thieves]"),
    ("survival", "Herbalism of the Fens", "regional-herbalism [The Fens]"),
    ("survival", "Desert Survival", "terrain-survival [Desert]"),
]


@pytest.mark.rule("F2-SKL-04", "F2-SKL-06", "F2-SKL-07", "F2-SKL-09", "F2-SKL-13", "F2-SKL-17", "F2-SKL-18")
@pytest.mark.rule("F2-SKL-19")
@pytest.mark.parametrize(("dial", "_name", "skill"), SPECIFIC)
def test_specific_skills_without_end_are_one_for_each_name(dial: str, _name: str, skill: str) -> None:
    one = life(phase("Expert", skill))
    assert errors(one, phases=1, ranks_per_phase=1, **{**NOTHING, dial: "specific"}) == []
    assert errors(one, phases=1, ranks_per_phase=1, **{**NOTHING, dial: "broad"}) == [
        ("unknown-skill", f"entries.phases.0.numbers.{skill}")
    ]
    two = life(phase("Expert", skill, skill.replace("[", "[Old ")))
    assert procedure(**{**NOTHING, dial: "specific"}).finish(two).traits == {
        skill: 0,
        skill.replace("[", "[Old "): 0,
    }


@pytest.mark.rule("F2-SKL-09", "F2-SKL-17", "F2-SKL-18", "F2-SKL-19")
@pytest.mark.parametrize(
    ("dial", "number", "some"),
    [
        ("combat_skills", 16, "Dagger, Flail, Heavy Crossbow, Rapier, Staff, Throwing Dagger"),
        ("professional", 14, "Accounting, Haggling, Ride Camel, Ride Horse, Silversmithing"),
        ("social", 11, "Bluff, Charm, Diplomacy, Deceive, Etiquette, Gossip, Leadership, Unobtrusive"),
        ("survival", 6, "Find Tracks, Forage, Read Tracks, Scrounge, Shadowing, Trapping"),
    ],
)
def test_the_specific_skills_that_have_names_of_their_own(dial: str, number: int, some: str) -> None:
    chosen = tables(**{**NOTHING, dial: "specific"}).skills
    plain = [skill.name for skill in chosen if not skill.asks]
    assert len(plain) == number
    assert set(named(some)) <= set(plain)
    assert len(chosen) > number


@pytest.mark.rule("F2-SKL-03", "F2-META-02")
def test_there_are_ten_categories_and_the_list_is_the_sum_of_what_is_chosen() -> None:
    assert {skill.category for skill in read_tables().skills} == set(CATEGORIES)
    chosen: dict[str, Any] = {**NOTHING, "social": "specific", "combat_skills": "broad", "survival": "general"}
    parts = [listed("social", "specific"), listed("combat_skills", "broad"), listed("survival", "general")]
    assert sorted(skill.name for skill in tables(**chosen).skills) == sorted(name for part in parts for name in part)


@pytest.mark.rule("F2-SKL-03")
@pytest.mark.parametrize("grain", GRAINS)
@pytest.mark.parametrize("category", [each for each in CATEGORIES if each not in ("combat", "magical")])
def test_every_category_can_be_cut_in_every_way_on_its_own(category: str, grain: str) -> None:
    dials: dict[str, Any] = {category: grain}
    of_it = [skill.name for skill in tables(**dials).skills if skill.category == category]
    others = [skill.name for skill in tables(**dials).skills if skill.category != category]
    assert sorted(of_it) == sorted(listed(category, grain))
    assert others == [skill.name for skill in tables().skills if skill.category != category]
    assert bool(of_it) is (grain != "none")


@pytest.mark.rule("F2-SKL-03", "F2-SKL-14")
def test_single_skills_are_added_and_a_whole_list_is_replaced_by_a_file() -> None:
    own = {"skills": '[[skill]]\nid = "sealing"\nname = "Sealing"\ncategory = "magical"\nbegins = "terrible"\n'}
    usual = {skill.id for skill in tables().skills}
    assert {skill.id for skill in tables(own).skills} - usual == {"sealing"}
    alone = {"skills": "replaces = true\n" + own["skills"]}
    assert [skill.id for skill in tables(alone, own_skills="never").skills] == ["sealing"]
    one = life(phase("Sealer", "sealing"))
    assert errors(one, alone, phases=1, ranks_per_phase=1) == []
    assert procedure(alone).finish(one).traits == {"sealing": -2}
    with pytest.raises(InvalidContent, match="category"):
        build({}, {"skills": own["skills"].replace("magical", "musical")})


@pytest.mark.rule("F2-SKL-14", "F2-META-02")
def test_magical_skills_come_with_the_magic_that_uses_them() -> None:
    def magical(**dials: Any) -> list[str]:
        return [skill.id for skill in tables(**dials).skills if skill.category == "magical"]

    assert magical() == []
    assert "pyromancy" in magical(magic="stunts")
    assert "pyromancy" not in magical(magic="level")


@pytest.mark.rule("F2-SKL-21")
def test_the_printed_list_has_fifty_five_skills() -> None:
    """F2-EX-58: the list as it is printed, which is not quite what the levels that are announced for it would give."""
    printed = tables(magic="stunts", own_skills="never").skills
    assert len(printed) == 55
    assert Counter(skill.category for skill in printed) == {
        "academic": 6,
        "artistic": 6,
        "athletic": 6,
        "combat": 6,
        "criminal": 7,
        "magical": 1,
        "perception": 7,
        "professional": 5,
        "social": 9,
        "survival": 2,
    }


def covers(skill: str, **dials: Any) -> str:
    [asked] = [
        each
        for step in procedure(phases=1, **dials).steps(life())
        for each in step.inputs
        if isinstance(each, RanksInput)
    ]
    assert skill in [each.value for each in asked.traits]
    return asked.hints[skill]


@pytest.mark.rule("F2-SKL-11", "F2-SKL-12", "F2-SKL-16")
def test_a_skill_says_what_it_covers_while_ranks_are_spent() -> None:
    assert covers("archery", combat_skills="style") == "Bows and crossbows."
    assert covers("two-weapon", combat_skills="style").endswith("hard to disarm.")
    assert covers("knight", combat_skills="thematic") == "Lance and sword in the saddle, sword on foot."
    assert covers("observation", perception="broad") == "What one looks for."
    assert covers("awareness", perception="broad").startswith("What one does not look for")
    assert covers("search", perception="general") == "Looking for something and taking the time."
    assert covers("spot", perception="general") == "Details at a quick glance."
    assert covers("locate-hidden", perception="specific") == "What somebody has hidden."


def test_every_style_and_theme_says_what_it_covers() -> None:
    told: list[Skill] = [*tables(combat_skills="style").skills, *tables(combat_skills="thematic").skills]
    assert [skill.id for skill in told if skill.category == "combat" and not skill.covers] == []
