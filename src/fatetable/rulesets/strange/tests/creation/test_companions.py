"""Companions in the making: what their improvements make of them."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.creation import EntriesInput
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import HeldTrapping
from fatetable.rulesets.strange.sheet import companion_sheets, slots_of, tracks_of
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.followers import aspect, companion, independent, mode
from fatetable.rulesets.strange.tests.support.gifts import equipment, improvement, theme, with_gifts
from fatetable.rulesets.strange.tests.support.making import advice, built, common, errors, hero, procedure

OTHERS = ("keeping-up", "keeping-up", "keeping-up")
"""So that no improvements are left."""
ALL = ("health", "composure", "reputation")


def patron(*gifts: Entry) -> Sheet:
    return with_gifts(hero(common("Arms", 2), archetype=""), *gifts)


def problems(*gifts: Entry, **dials: Any) -> list[str]:
    known = errors(patron(), **dials)
    return [code for code in errors(patron(*gifts), **dials) if code not in known]


def hints(*gifts: Entry, **dials: Any) -> set[str]:
    return set(advice(patron(*gifts), **dials)) - set(advice(patron(), **dials))


def sheets(*gifts: Entry) -> tuple[Sheet, ...]:
    return tuple(map(procedure().finish, companion_sheets(TABLES, patron(*gifts))))


def of_quality(number: int) -> tuple[str, ...]:
    return ("quality",) * (number - 1)


# -- what it is by itself ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-COMP-01")
def test_a_companion_is_average_with_one_skill_two_boxes_a_track_and_a_mild_consequence() -> None:
    (jeeves,) = sheets(companion())
    assert (jeeves.name, jeeves.kind, jeeves.numbers, jeeves.traits) == (
        "Jeeves",
        "companion",
        {"quality": 1},
        {"fisticuffs": 1},
    )
    assert tracks_of(TABLES, jeeves) == dict.fromkeys(ALL, 2)
    assert [(slot.name, slot.absorbs) for slot in slots_of(TABLES, jeeves)] == [("mild", 2)]
    assert problems(companion(*OTHERS)) == []


@pytest.mark.rule("SF-COMP-01")
def test_it_needs_a_name_and_a_skill() -> None:
    assert problems(companion(*OTHERS, name=" ")) == ["companion-unnamed"]
    without = Entry(name="Jeeves", kind="companion")
    assert problems(without) == ["companion-skills"]


@pytest.mark.rule("SF-COMP-01", "SF-COMP-03")
def test_each_gift_brings_another_companion_or_three_more_improvements() -> None:
    assert hints(companion()) == {"improvements-left"}
    assert problems(companion(*OTHERS, "keeping-up")) == ["too-many-improvements"]
    assert problems(companion(*OTHERS, "keeping-up", gifts=2)) == []
    assert problems(companion(*OTHERS * 2, "keeping-up", gifts=2)) == ["too-many-improvements"]
    assert problems(companion(*OTHERS), companion(*OTHERS, name="Passepartout")) == []
    assert [sheet.name for sheet in sheets(companion(), companion(name="Passepartout"))] == ["Jeeves", "Passepartout"]
    assert problems(companion("luck")) == ["unknown-improvement"]


@pytest.mark.rule("SF-COMP-03")
@pytest.mark.parametrize("row", TABLES.companions.improvement, ids=lambda row: row.id)
def test_an_improvement_is_taken_again_unless_it_says_otherwise(row: Any) -> None:
    often = companion(
        *(Entry(name=row.id, texts={"text": "words"}, lists={"aspect": ("archetype", "conviction")}),) * 3
    )
    limited = {"quality", "gifted"}
    assert ("improvement-too-often" in problems(often)) == (row.id in limited)


@pytest.mark.rule("SF-EQUIP-04", "SF-COMP-03")
@pytest.mark.parametrize("allowed", [True, False])
def test_a_table_may_let_companions_have_drawbacks_for_an_improvement_each(allowed: bool) -> None:
    jeeves = companion(*OTHERS, "keeping-up", drawbacks=(Entry(name="minor-snag"),))
    expected = [] if allowed else ["gift-drawback", "too-many-improvements"]
    assert problems(jeeves, gift_drawbacks=allowed) == expected
    assert "gift-drawback" in problems(companion(drawbacks=(Entry(name="conviction"),)), gift_drawbacks=True)


# -- quality -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-COMP-05")
@pytest.mark.parametrize(
    ("quality", "sturdy", "boxes"),
    [
        (1, ("social",), (2, 2, 2)),
        (2, ("physical",), (3, 2, 2)),
        (2, ("mental",), (2, 3, 2)),
        (2, ("social",), (2, 2, 3)),
        (3, (), (3, 3, 3)),
        (3, ("social",), (3, 3, 3)),
    ],
)
def test_boxes_come_with_quality(quality: int, sturdy: tuple[str, ...], boxes: tuple[int, ...]) -> None:
    (jeeves,) = sheets(companion(*of_quality(quality), sturdy=sturdy))
    assert jeeves.numbers["quality"] == quality
    assert tuple(tracks_of(TABLES, jeeves).values()) == boxes
    assert [slot.key for slot in slots_of(TABLES, jeeves)] == ["mild"], "consequences do not grow with quality"


@pytest.mark.rule("SF-COMP-05")
def test_the_track_with_three_boxes_is_chosen_and_no_quality_is_above_good() -> None:
    fair = ("quality", "keeping-up", "keeping-up")
    assert problems(companion(*fair)) == ["companion-track"]
    assert problems(companion(*fair, sturdy=("luck",))) == ["companion-track"]
    assert problems(companion(*fair, sturdy=("social",))) == []
    assert problems(companion(*OTHERS)) == [], "at Average there is nothing to choose"
    (jeeves,) = sheets(companion(*of_quality(5)))
    assert jeeves.numbers["quality"] == 3
    assert problems(companion(*of_quality(4))) == ["improvement-too-often"]


@pytest.mark.rule("SF-COMP-05", "SF-COMP-01")
@pytest.mark.parametrize(
    ("quality", "ratings", "found"),
    [
        (1, (1,), []),
        (1, (2,), ["companion-points", "companion-rating"]),
        (1, (1, 1), ["companion-points"]),
        (2, (2, 1), []),
        (2, (1, 1), []),
        (2, (2, 2), ["companion-points"]),
        (2, (2, 1, 1), ["companion-points"]),
        (2, (3, 1), ["companion-points", "companion-rating"]),
        (3, (3, 2, 1), []),
        (3, (3, 3), ["companion-points"]),
        (3, (1, 3, 2, 1), ["companion-points"]),
    ],
)
def test_it_has_one_skill_of_each_rating_up_to_its_quality(
    quality: int, ratings: tuple[int, ...], found: list[str]
) -> None:
    names = ("Arms", "Art", "Athletics", "Brawn")
    skills = tuple(common(name, rating) for name, rating in zip(names, ratings, strict=False))
    jeeves = companion(*of_quality(quality), *OTHERS[quality - 1 :], sturdy=("social",), skills=skills)
    assert problems(jeeves) == found


# -- skills, tiers, gifts ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-COMP-09")
def test_skilled_brings_three_skill_points_and_no_rating_above_quality() -> None:
    four = tuple(common(name, 1) for name in ("Arms", "Art", "Athletics", "Brawn"))
    assert problems(companion("skilled", "keeping-up", "keeping-up", skills=four)) == []
    assert "companion-points-left" in hints(companion("skilled", skills=four[:3]))
    five = (*four, common("Empathy", 1))
    assert problems(companion("skilled", "keeping-up", "keeping-up", skills=five)) == ["companion-points"]
    assert "companion-points" not in problems(companion("skilled", "skilled", "keeping-up", skills=five))
    two = (common("Arms", 2), common("Art", 1))
    assert problems(companion("skilled", "keeping-up", "keeping-up", skills=two)) == ["companion-rating"]


@pytest.mark.rule("SF-COMP-09")
def test_trappings_and_extras_are_bought_with_its_points() -> None:
    strange = (built("Wings", "move", drawbacks=()),)
    price = 1
    assert "companion-points" in problems(companion(*OTHERS, skills=strange))
    assert "companion-points" not in problems(companion("skilled", *OTHERS[:2], skills=strange))
    assert f"{3 - price} skill points left" in " ".join(
        problem.message for problem in procedure().problems(patron(companion("skilled", skills=strange)))
    )


@pytest.mark.rule("SF-COMP-09", "SF-SKILL-01")
def test_its_skills_are_judged_like_those_of_anybody() -> None:
    assert "unknown-common-skill" in problems(companion(*OTHERS, skills=(common("Juggling", 1),)))
    assert "skill-twice" in problems(companion("skilled", *OTHERS[:2], skills=(common("Arms", 1), common("Arms", 1))))
    bare = (built("Wings", HeldTrapping(id="luck"), drawbacks=()),)
    assert "unknown-trapping" in problems(companion("skilled", *OTHERS[:2], skills=bare))


@pytest.mark.rule("SF-COMP-11")
@pytest.mark.parametrize(
    ("empowered", "tiers", "found"),
    [(0, (0,), []), (0, (1,), ["companion-tiers"]), (1, (1,), []), (1, (2,), ["companion-tiers"]), (2, (2,), [])],
)
def test_each_empowered_raises_one_skill_by_a_tier(empowered: int, tiers: tuple[int, ...], found: list[str]) -> None:
    skills = (common("Fisticuffs", 1, tiers[0], *(["minor-snag"] if tiers[0] > 1 else [])),)
    jeeves = companion(*("empowered",) * empowered, skills=skills, gifts=2)
    assert [code for code in problems(jeeves) if code.startswith("companion")] == found
    if empowered > sum(tiers):
        assert "companion-tiers-left" in hints(jeeves)


@pytest.mark.rule("SF-COMP-11", "SF-COMP-03")
def test_empowered_counts_as_two_improvements_and_its_skill_brings_tier_benefits() -> None:
    skills = (common("Endurance", 1, 1),)
    assert "too-many-improvements" not in problems(companion("empowered", "keeping-up", skills=skills))
    assert "too-many-improvements" in problems(companion("empowered", "keeping-up", "keeping-up", skills=skills))
    assert "companion-tiers-left" in hints(companion("empowered", "keeping-up"))
    (jeeves,) = sheets(companion("empowered", skills=skills))
    assert tracks_of(TABLES, jeeves)["health"] == 3, "Endurance at Average gives a box"
    told = {figure.path: figure.text for figure in procedure().figures(jeeves)}
    assert told["armour"] == "Health 1"


@pytest.mark.rule("SF-COMP-10")
def test_gifted_brings_equipment_an_impact_or_a_theme_twice_at_most() -> None:
    deadly = improvement("deadly", scope="physical")
    sabre = equipment("Sabre", deadly, deadly, deadly)
    impact = Entry(kind="impact", lists={"skill": ("Fisticuffs",)})
    drilled = theme(("maneuver-bonus", "Arms"), ("maneuver-bonus", "Art"), ("maneuver-bonus", "Stealth"))
    for one in (sabre, impact, drilled):
        assert problems(companion("gifted", *OTHERS[:2], gifts_of_its_own=(one,))) == []
        assert problems(companion(*OTHERS, gifts_of_its_own=(one,))) == ["companion-gifts"]
    assert problems(companion("gifted", "gifted", *OTHERS[:1], gifts_of_its_own=(sabre, impact))) == []
    twice = equipment("Sabre", deadly, deadly, deadly, gifts=2)
    assert problems(companion("gifted", *OTHERS[:2], gifts_of_its_own=(twice,))) == ["companion-gifts"]
    for kind in ("signature-aspect", "skilled", "companion"):
        other = Entry(name="More", kind=kind, lists={"aspect": ("archetype",)})
        assert problems(companion("gifted", *OTHERS[:2], gifts_of_its_own=(other,))) == ["companion-gifts"]
    assert problems(companion("gifted", "gifted", "gifted")) == ["improvement-too-often"]


@pytest.mark.rule("SF-COMP-10")
def test_its_gifts_are_judged_like_those_of_anybody_and_are_of_use_to_it() -> None:
    heavy = equipment("Sabre", *[improvement("deadly", scope="physical")] * 4)
    assert problems(companion("gifted", *OTHERS[:2], gifts_of_its_own=(heavy,))) == [
        "improvement-too-often",
        "too-many-improvements",
    ]
    mail = equipment("Mail", improvement("protective", scope="physical"), protective=True)
    (jeeves,) = sheets(companion("gifted", gifts_of_its_own=(mail,)))
    assert {figure.path: figure.text for figure in procedure().figures(jeeves)}["armour"] == "Health 1"


# -- what is said of it ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-COMP-04")
def test_each_aspect_is_one_of_the_companion() -> None:
    (jeeves,) = sheets(companion(aspect("Unflappable"), aspect("Knows Everybody's Valet")))
    assert jeeves.aspects == {"aspect-1": "Unflappable", "aspect-2": "Knows Everybody's Valet"}
    assert problems(companion(aspect(" "), *OTHERS[:2])) == ["gift-open"]


@pytest.mark.rule("SF-COMP-06")
def test_the_means_of_contact_are_said() -> None:
    (jeeves,) = sheets(companion(mode("a psychic link")))
    assert jeeves.texts == {"communication": "a psychic link"}
    assert problems(companion(mode(""), *OTHERS[:2])) == ["gift-open"]


@pytest.mark.rule("SF-COMP-07")
def test_an_independent_companion_shares_two_aspects_of_its_patron() -> None:
    (jeeves,) = sheets(companion(independent()))
    assert jeeves.lists == {"bond": ("archetype", "conviction")}
    assert problems(companion(independent(), *OTHERS[:2])) == []
    for slots in (("archetype",), ("archetype", "luck"), ("archetype", "archetype")):
        assert problems(companion(independent(*slots), *OTHERS[:2])) == ["gift-open"]


@pytest.mark.rule("SF-COMP-12")
def test_each_numerous_is_one_more_of_the_same() -> None:
    found = sheets(companion("numerous", "numerous", aspect("Silent")))
    assert [sheet.name for sheet in found] == ["Jeeves", "Jeeves 2", "Jeeves 3"]
    assert {tuple(sheet.aspects.values()) for sheet in found} == {("Silent",)}


@pytest.mark.rule("SF-COMP-03")
@pytest.mark.parametrize("allowed", [True, False])
def test_the_builder_asks_for_all_of_it(allowed: bool) -> None:
    sheet = patron(companion(skills=(common("Art", 1),)))
    step = next(step for step in procedure(gift_drawbacks=allowed).steps(sheet) if step.id == "gifts")
    wanted = step.inputs[0]
    assert isinstance(wanted, EntriesInput)
    form = next(form for form in wanted.forms if form.kind == "companion")
    inputs = {each.path: each for each in form.inputs}
    assert ("entries.drawbacks" in inputs) == allowed
    improvements = inputs["entries.improvements"]
    assert isinstance(improvements, EntriesInput)
    assert {name.value for each in improvements.forms for name in each.names} == {
        row.id for row in TABLES.companions.improvement
    }
    gifts = inputs["entries.gifts"]
    assert isinstance(gifts, EntriesInput)
    assert [each.kind for each in gifts.forms] == ["equipment", "impact", "theme"]
    assert inputs["entries.skills"].path == "entries.skills"


@pytest.mark.rule("SF-COMP-09")
def test_what_the_skills_of_a_companion_cost_is_explained() -> None:
    sheet = patron(companion(skills=(common("Art", 2), built("Wings", "move", "leap"))))
    path = "entries.gifts.0.entries.skills"
    quote = procedure().quote
    one, other = quote(sheet, f"{path}.0"), quote(sheet, f"{path}.1.entries.trappings")
    assert one is not None
    assert other is not None
    assert (one.total, other.total > 0) == (2, True)
    assert quote(sheet, path) is None
    assert quote(sheet, "entries.gifts.0") is None
