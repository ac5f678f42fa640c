"""The Storyteller's characters: animals as printed, people by class, warbands and armies."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.creation.checks.whole_sheet import problems
from fatetable.rulesets.skein.creation.procedure import creation
from fatetable.rulesets.skein.creation.samples import animals, opposition, sample
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet.derived import natural_absorption, natural_damage, single_stress, stress
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.making import PLAIN_STUNTS, advice_codes, error_codes, npc, stunts

DEFAULTS = Dials()

BLOCKS = {
    "Bear": (
        {"agility": 2, "awareness": 2, "brawling": 4, "strength": 5, "survival": 2},
        ["Tough", "Armoured Skin", "Natural Weapons", "Natural Weapons"],
        (8, 1, 4),
    ),
    "Bird of Prey": (
        {"agility": 4, "awareness": 4, "brawling": 1, "stealth": 2, "survival": 2},
        ["Flight", "Swift"],
        (2, 0, 0),
    ),
    "Raven": (
        {"agility": 4, "awareness": 4, "brawling": 1, "stealth": 2, "survival": 2},
        ["Flight", "Swift"],
        (1, 0, 0),
    ),
    "Boar": (
        {"agility": 2, "awareness": 1, "brawling": 3, "strength": 3, "survival": 2},
        ["Heroic Charge", "Armoured Skin"],
        (5, 1, 2),
    ),
    "Giant Eagle": (
        {"agility": 3, "awareness": 4, "brawling": 3, "stealth": 2, "strength": 1, "survival": 2},
        ["Flight", "Swift", "Natural Weapons"],
        (4, 0, 2),
    ),
    "Horse": (
        {"agility": 2, "awareness": 1, "brawling": 1, "strength": 4, "survival": 1},
        ["Beast of Burden", "Swift"],
        (5, 0, 0),
    ),
    "War Horse": (
        {"agility": 2, "awareness": 1, "brawling": 3, "strength": 4, "survival": 1},
        ["Beast of Burden", "Swift"],
        (5, 0, 1),
    ),
    "Lynx": (
        {"agility": 4, "awareness": 3, "brawling": 3, "stealth": 4, "survival": 3},
        ["Natural Weapons", "Vanish"],
        (3, 0, 2),
    ),
    "Wolf": (
        {"agility": 3, "awareness": 3, "brawling": 3, "stealth": 2, "strength": 2, "survival": 3},
        ["Natural Weapons", "Scent Tracking"],
        (4, 0, 2),
    ),
}
RULES = {
    "Bear": "SK-NPC-02",
    "Bird of Prey": "SK-NPC-03",
    "Raven": "SK-NPC-03",
    "Boar": "SK-NPC-04",
    "Giant Eagle": "SK-NPC-05",
    "Horse": "SK-NPC-06",
    "War Horse": "SK-NPC-07",
    "Lynx": "SK-NPC-08",
    "Wolf": "SK-NPC-09",
}


# -- animals ---------------------------------------------------------------------------------------------------------


def block(sheet: Sheet) -> tuple[dict[str, int], list[str], tuple[int, int, int]]:
    figures = (single_stress(TABLES, sheet), natural_absorption(TABLES, sheet), natural_damage(TABLES, sheet))
    return dict(sheet.traits), [feature.name for feature in sheet.features], figures


@pytest.mark.rule("SK-NPC-02", "SK-NPC-03", "SK-NPC-04", "SK-NPC-05", "SK-NPC-06", "SK-NPC-07", "SK-NPC-08")
@pytest.mark.rule("SK-NPC-09")
@pytest.mark.parametrize("name", BLOCKS)
def test_the_animals_have_the_figures_they_are_printed_with(name: str) -> None:
    assert block(sample(TABLES, name)) == BLOCKS[name]
    assert error_codes(sample(TABLES, name)) == []


def test_these_are_all_the_animals_and_each_cites_its_rule() -> None:
    assert {sheet.name for sheet in animals(TABLES)} == set(BLOCKS)
    assert {row.name: row.cites for row in TABLES.animals} == {name: (rule,) for name, rule in RULES.items()}


@pytest.mark.rule("SK-NPC-01")
@pytest.mark.parametrize("name", ["Bear", "Giant Eagle", "Horse", "Lynx", "Wolf"])
def test_figures_of_animals_follow_from_strength_and_stunts(name: str) -> None:
    printed = sample(TABLES, name)
    bare = npc("animal", aspects=printed.aspects, traits=printed.traits, features=printed.features)
    assert bare.numbers == printed.numbers
    assert problems(TABLES, printed, DEFAULTS) == ()


@pytest.mark.rule("SK-NPC-01")
@pytest.mark.parametrize(
    ("name", "figure"), [("Bird of Prey", "stress"), ("Raven", "stress"), ("Boar", "damage"), ("War Horse", "damage")]
)
def test_printed_figures_that_follow_from_nothing_draw_advice_and_stand(name: str, figure: str) -> None:
    [advice] = problems(TABLES, sample(TABLES, name), DEFAULTS)
    assert (advice.severity, advice.code, advice.where) == ("advice", "figure-differs", f"numbers.{figure}")


@pytest.mark.rule("SK-NPC-01", "SK-NPC-14")
def test_an_animal_has_one_stress_score_and_an_aspect_of_its_nature() -> None:
    told = {figure.path for figure in creation(TABLES, DEFAULTS).figures(sample(TABLES, "Wolf"))}
    assert told == {"numbers.stress", "numbers.absorption", "numbers.damage"}
    assert [dict(sheet.aspects) for sheet in animals(TABLES)] == [{"aspect-1": sheet.name} for sheet in animals(TABLES)]
    assert error_codes(npc("animal", traits={"strength": 1})) == ["aspect-count"]
    two = npc("animal", aspects={"aspect-1": "Wolf", "aspect-2": "Surly"})
    assert (error_codes(two), advice_codes(two)) == ([], ["aspect-count"])


@pytest.mark.parametrize(("figure", "least"), [("stress", 1), ("absorption", 0), ("damage", 0)])
def test_figures_of_an_animal_have_a_floor(figure: str, least: int) -> None:
    sheet = npc("animal", aspects={"aspect-1": "Mouse"}, numbers={figure: least - 1})
    assert error_codes(sheet) == ["figure-wrong"]


def test_skills_an_animal_is_asked_about_and_lacks_are_left_out() -> None:
    mouse = npc("animal", aspects={"aspect-1": "Mouse"}, traits={"agility": 2, "strength": 0})
    assert mouse.traits == {"agility": 2}
    assert mouse.numbers["stress"] == 3


# -- people ----------------------------------------------------------------------------------------------------------


def person(kind: str, **changes: object) -> Sheet:
    row = TABLES.person_class(kind)
    assert row is not None
    skills = [skill.id for skill in TABLES.skills if not skill.is_group and skill.category != "magical"]
    taken = ("vanish", *PLAIN_STUNTS)[: row.stunts[0]]
    return npc(
        kind,
        **{
            "aspects": {f"aspect-{place}": f"Aspect {place}" for place in range(1, row.aspects + 1)},
            "traits": dict(zip(skills, row.array, strict=False)),
            "features": stunts(*taken),
            **changes,
        },
    )


@pytest.mark.parametrize(
    ("kind", "pyramid", "aspects", "fitting"),
    [
        pytest.param("minor", {3: 1, 2: 2, 1: 3}, 1, {0}, marks=pytest.mark.rule("SK-NPC-10")),
        pytest.param("significant", {4: 1, 3: 2, 2: 3, 1: 4}, 2, {1}, marks=pytest.mark.rule("SK-NPC-11")),
        pytest.param("major", {5: 1, 4: 2, 3: 3, 2: 4, 1: 5}, 3, {2, 3, 4}, marks=pytest.mark.rule("SK-NPC-12")),
    ],
)
def test_people_are_built_by_their_class(kind: str, pyramid: dict[int, int], aspects: int, fitting: set[int]) -> None:
    sheet = person(kind)
    assert problems(TABLES, sheet, DEFAULTS) == ()
    levels = list(sheet.traits.values())
    assert {level: levels.count(level) for level in levels} == pyramid
    for number in range(7):
        phrases = {f"aspect-{place}": f"Aspect {place}" for place in range(1, number + 1)}
        assert ("aspect-count" in error_codes(person(kind, aspects=phrases))) is (number != aspects)
        found = problems(TABLES, person(kind, features=stunts(*("vanish", *PLAIN_STUNTS)[:number])), DEFAULTS)
        is_odd = bool({problem.code for problem in found} & {"stunt-count", "stunts-of-minor"})
        assert is_odd is (number not in fitting)


@pytest.mark.parametrize("kind", ["minor", "significant", "major"])
def test_people_with_other_levels_than_their_class_are_an_error_until_they_grow(kind: str) -> None:
    raised = {**person(kind).traits, "awareness": 7}
    assert error_codes(person(kind, traits=raised)) == ["skill-pyramid"]
    assert error_codes(person(kind, traits=raised, numbers={"refreshes": 4})) == []


@pytest.mark.rule("SK-CHAR-27")
def test_minor_people_do_not_normally_have_stunts_and_animals_have_what_they_need() -> None:
    assert advice_codes(person("minor", features=stunts("vanish"))) == ["stunts-of-minor"]
    many = npc("animal", aspects={"aspect-1": "Wyrm"}, features=stunts(*PLAIN_STUNTS, "flight", "swift"))
    assert error_codes(many) == []


@pytest.mark.rule("SK-CHAR-27")
@pytest.mark.parametrize(("kind", "numbers"), [("significant", {1}), ("major", {2, 3, 4})])
def test_significant_people_have_one_stunt_and_major_ones_two_to_four(kind: str, numbers: set[int]) -> None:
    for number in range(6):
        found = error_codes(person(kind, features=stunts(*PLAIN_STUNTS[:number])))
        assert ("stunt-count" in found) is (number not in numbers), number


@pytest.mark.rule("SK-NPC-13")
def test_a_major_character_with_an_oath_is_the_equal_of_a_player_character() -> None:
    peer = sample(TABLES, "Ysolt of the Drowned Bell")
    assert problems(TABLES, peer, DEFAULTS) == ()
    assert (len(peer.aspects), len(peer.features), len(peer.traits)) == (6, 5, 15)
    assert error_codes(peer, Dials(peers=False)) == ["peer-barred"]
    fewer = dict(list(peer.aspects.items())[1:])
    assert "aspect-count" in error_codes(npc("major", aspects=fewer, traits=peer.traits, features=peer.features))
    assert "stunt-count" in error_codes(
        npc("major", aspects=peer.aspects, traits=peer.traits, features=peer.features[:4])
    )


@pytest.mark.rule("SK-NPC-14")
@pytest.mark.parametrize("kind", ["minor", "significant", "major"])
def test_people_have_health_and_composure_by_the_formulas_of_player_characters(kind: str) -> None:
    sheet = npc(kind, traits={"strength": 3, "willpower": 1})
    assert (stress(TABLES, sheet, "health"), stress(TABLES, sheet, "composure")) == (5, 4)
    assert sheet.numbers == {"health": 5, "composure": 4}


def test_people_should_take_as_many_consequences_as_befits_their_class() -> None:
    told = {
        sheet.kind: figure.text
        for sheet in (
            sample(TABLES, "Gate Guard"),
            sample(TABLES, "Osric the Reeve"),
            sample(TABLES, "Cadfan Wolf-Banner"),
        )
        for figure in creation(TABLES, DEFAULTS).figures(sheet)
        if figure.path == "consequences"
    }
    assert told["minor"] == "none"
    assert told["significant"].startswith("1 of mild (2), moderate (4), severe (6)")
    assert told["major"].startswith("2 of")
    major = TABLES.person_class("major")
    assert major is not None
    assert major.climactic_consequences == 3


def test_magic_of_people_needs_a_calling_and_an_aspect_but_no_tale() -> None:
    witch = person("significant", features=stunts(("hedge-magic", {"aspect": "aspect-1"})))
    traits = {
        ("plant-and-root" if place == 0 else name): level for place, (name, level) in enumerate(witch.traits.items())
    }
    assert error_codes(person("significant", traits=traits, features=witch.features)) == []
    assert "calling-missing" in error_codes(person("significant", traits=traits))


# -- warbands and armies ---------------------------------------------------------------------------------------------


def warband(skill: int, aspects: int = 0, **changes: object) -> Sheet:
    phrases = {f"aspect-{place}": f"Aspect {place}" for place in range(1, aspects + 1)}
    return npc("warband", **{"traits": {"combat-skill": skill}, "aspects": phrases, "numbers": {"size": 6}, **changes})


@pytest.mark.rule("SK-WARB-02")
@pytest.mark.parametrize("skill", [0, 1, 2, 3, 4, 6])
def test_a_warband_has_no_more_aspects_than_levels_of_combat_skill(skill: int) -> None:
    assert error_codes(warband(skill, skill)) == []
    assert error_codes(warband(skill, skill + 1)) == ["aspect-count"]


@pytest.mark.rule("SK-WARB-02")
def test_a_warband_is_described_by_its_one_skill_its_number_and_its_arms() -> None:
    assert error_codes(warband(2, traits={})) == ["skill-of-force"]
    assert error_codes(warband(2, traits={"combat-skill": 2, "stealth": 3})) == ["skill-of-force"]
    assert error_codes(warband(2, numbers={})) == ["force-size"]
    assert error_codes(warband(2, features=stunts("tough"))) == ["force-stunts"]
    assert error_codes(warband(-1)) == ["skill-out-of-range"]
    assert error_codes(warband(9)) == ["skill-out-of-range"]
    assert advice_codes(warband(2, numbers={"size": 6, "luck": 1})) == ["unknown-number"]
    assert error_codes(warband(2, lists={"gear": ("Small Spear", "Shield")})) == []


@pytest.mark.rule("SK-WARB-04")
@pytest.mark.parametrize(("skill", "each"), [(0, 1), (1, 1), (2, 2), (3, 3), (4, 4)])
def test_each_member_of_a_warband_has_as_much_stress_as_skill_and_at_least_one(skill: int, each: int) -> None:
    assert single_stress(TABLES, warband(skill)) == each
    [told] = creation(TABLES, DEFAULTS).figures(warband(skill))
    assert told.text == str(each)


def army(aspects: int = 1, **changes: object) -> Sheet:
    phrases = {f"aspect-{place}": f"Aspect {place}" for place in range(1, aspects + 1)}
    return npc("army", **{"traits": {"army-skill": 2}, "aspects": phrases, "numbers": {"size": 500}, **changes})


@pytest.mark.rule("SK-BATTLE-06")
@pytest.mark.parametrize(("aspects", "is_allowed"), [(0, False), (1, True), (5, True), (6, False)])
def test_an_army_has_one_to_five_aspects(aspects: int, is_allowed: bool) -> None:
    assert error_codes(army(aspects)) == ([] if is_allowed else ["aspect-count"])


@pytest.mark.rule("SK-BATTLE-02", "SK-BATTLE-03")
@pytest.mark.parametrize(("size", "is_allowed"), [(0, False), (-5, False), (1, True), (20000, True)])
def test_an_army_has_a_size_of_at_least_one_and_an_army_skill(size: int, is_allowed: bool) -> None:
    assert error_codes(army(numbers={"size": size})) == ([] if is_allowed else ["force-size"])
    assert error_codes(army(traits={})) == ["skill-of-force"]
    assert error_codes(army(traits={"combat-skill": 2})) == ["skill-of-force", "skill-of-force"]


# -- ready made ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", opposition(TABLES), ids=lambda sheet: sheet.name)
def test_all_that_is_ready_made_for_the_storyteller_can_join_a_table(sheet: Sheet) -> None:
    assert error_codes(sheet) == []
    assert sheet in creation(TABLES, DEFAULTS).samples


def test_there_is_somebody_ready_made_of_every_kind() -> None:
    kinds = {sheet.kind for sheet in creation(TABLES, DEFAULTS).samples}
    assert kinds == {choice.value for choice in creation(TABLES, DEFAULTS).kinds}


@pytest.mark.parametrize("kind", ["major", "significant", "minor", "animal", "warband", "army"])
def test_an_aspect_in_a_slot_of_player_characters_has_no_place_elsewhere(kind: str) -> None:
    sheet = npc(kind, aspects={"tale-1": "Odd"})
    assert "unknown-aspect-slot" in error_codes(sheet)
