"""Budgets, archetypes, aspects, invulnerabilities and weaknesses of a new character."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import HeldDrawback
from fatetable.rulesets.strange.creation.checks.budgets import points_left, points_spent
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import refresh_of, sample_entry, skill_points_of, type_of_aspect
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.making import (
    ASPECTS,
    advice,
    built,
    common,
    errors,
    hero,
    problems,
    procedure,
    told,
)

GLAMOUR = sample_entry(TABLES, TABLES.sample("Faerie Glamour"))
ODDITY = HeldDrawback(id="major-complication", text="Shocking Appearance")
IRON = (("minor-weakness", "cold iron"),)


# -- budgets ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-CHAR-02", "SF-CHAR-06")
def test_thirty_points_buy_ratings_trappings_and_extras() -> None:
    seven = [common(name, 4) for name in ("Arms", "Art", "Brawn", "Deceit", "Drive", "Empathy", "Endurance")]
    exact = hero(*seven, common("Pilot", 2))
    assert points_spent(TABLES, exact) == 30
    assert errors(exact) == []
    assert "skill-points-left" not in advice(exact)
    over = hero(*seven, common("Pilot", 3))
    assert errors(over) == ["too-many-skill-points"]
    assert "skill-points-left" in advice(hero(common("Pilot", 3)))
    assert told(hero(common("Pilot", 3)), "points-left") == "27 of 30"


@pytest.mark.rule("SF-CHAR-02", "SF-CHAR-06", "SF-SKILL-09")
@pytest.mark.parametrize(("skilled", "points"), [(0, 30), (1, 35), (3, 45)])
def test_each_skilled_gift_brings_five_points(skilled: int, points: int) -> None:
    sheet = hero(gifts=("skilled",) * skilled)
    assert points_left(TABLES, Dials(), sheet) == points
    assert points_left(TABLES, Dials(common_skills=False), sheet) == points + 15
    assert skill_points_of(TABLES, sheet, has_common_skills=False) == points + 15


@pytest.mark.rule("SF-CHAR-03", "SF-CHAR-04", "SF-CHAR-05")
@pytest.mark.parametrize(("era", "refresh"), [("early", 6), ("middle", 8), ("late", 10)])
def test_refresh_begins_by_the_era(era: Any, refresh: int) -> None:
    assert refresh_of(TABLES, hero(), era) == refresh
    assert told(hero(), "refresh", era=era) == str(refresh)


@pytest.mark.rule("SF-REF-01", "SF-CHAR-05")
@pytest.mark.parametrize(("tier", "cost"), [(0, 0), (1, 1), (2, 2), (3, 4), (4, 6)])
def test_each_skill_pays_for_its_tier_once(tier: int, cost: int) -> None:
    assert refresh_of(TABLES, hero(common("Arms", 4, tier)), "late") == 10 - cost
    assert refresh_of(TABLES, hero(common("Arms", 4, tier), common("Brawn", 1, 1)), "late") == 10 - cost - 1


@pytest.mark.rule("SF-REF-01", "SF-CHAR-03")
def test_the_extraordinary_professor_has_refresh_seven_in_the_middle_century() -> None:
    professor = built(
        "Oxford Professor", "research", kind="unique", rating=3, tier=1, drawbacks=("minor-complication",)
    )
    assert refresh_of(TABLES, hero(professor), "middle") == 7


@pytest.mark.rule("SF-CHAR-09", "SF-CHAR-05", "SF-CHAR-04")
@pytest.mark.parametrize(
    ("gifts", "refresh"), [((), 8), (("theme",), 8), (("theme", "impact"), 7), (("skilled",) * 4, 5)]
)
def test_one_gift_is_free_and_each_further_one_costs_a_point_of_refresh(gifts: tuple[str, ...], refresh: int) -> None:
    assert refresh_of(TABLES, hero(gifts=gifts), "middle") == refresh
    assert ("gift-left" in advice(hero(gifts=gifts))) == (not gifts)
    assert "unknown-gift" in errors(hero(gifts=("luck",)))


@pytest.mark.rule("SF-REF-03", "SF-CHAR-05", "SF-CHAR-04")
@pytest.mark.parametrize(
    ("ward", "refresh"),
    [
        ("minor-narrow", 7),
        ("major-narrow", 6),
        ("minor-weakness", 9),
        ("major-weakness", 10),
    ],
)
def test_invulnerabilities_cost_refresh_and_weaknesses_give_it_back(ward: str, refresh: int) -> None:
    assert refresh_of(TABLES, hero(wards=((ward, "fire"),)), "middle") == refresh
    assert errors(hero(wards=((ward, "fire"),))) == []
    assert errors(hero(wards=((ward, " "),))) == ["ward-unworded"]


@pytest.mark.rule("SF-REF-03", "SF-INV-03")
@pytest.mark.parametrize(("ward", "refresh"), [("minor-broad", 6), ("major-broad", 4)])
def test_a_broad_one_covers_all_attacks_of_a_scope_for_twice_the_price(ward: str, refresh: int) -> None:
    sheet = broad(ward, "physical")
    assert refresh_of(TABLES, sheet, "middle") == refresh
    assert errors(sheet) == []
    assert errors(broad(ward, "")) == ["ward-unworded"]
    assert errors(broad(ward, "culinary")) == ["ward-unworded"]


def broad(ward: str, scope: str, kind: str = "hero") -> Sheet:
    entry = Entry(name=ward, kind="broad invulnerability", lists={"scope": (scope,)} if scope else {})
    sheet = hero(kind=kind)
    return msgspec.structs.replace(sheet, entries={**sheet.entries, "wards": (entry,)})


@pytest.mark.rule("SF-INV-06")
@pytest.mark.parametrize(("scope", "is_fit"), [("physical", True), ("mental", False), ("social", False)])
def test_no_player_character_is_proof_against_all_mental_or_social_attacks(scope: str, is_fit: bool) -> None:
    assert errors(broad("minor-broad", scope)) == ([] if is_fit else ["ward-unfit"])
    assert errors(broad("minor-broad", scope, "npc")) == []


@pytest.mark.rule("SF-REF-03")
def test_there_may_be_any_number_of_weaknesses() -> None:
    wards = tuple(("minor-weakness", what) for what in ("fire", "iron", "silver", "salt"))
    assert refresh_of(TABLES, hero(wards=wards), "middle") == 12
    assert errors(hero(wards=(("huge-weakness", "fire"),))) == ["unknown-ward"]


@pytest.mark.rule("SF-CHAR-05")
def test_refresh_below_the_floor_needs_leave_and_below_nothing_is_refused() -> None:
    godlike = common("Arms", 1, 4, "minor-snag")
    none_left = hero(godlike)
    assert errors(none_left, era="early") == ["refresh-below-floor"]
    assert [each.can_be_waived for each in problems(none_left, era="early") if each.severity == "error"] == [True]
    assert errors(none_left, era="early", refresh_floor=0) == []
    assert errors(none_left, era="middle") == []
    below = hero(godlike, common("Brawn", 1, 1))
    for floor in (0, 1):
        assert errors(below, era="early", refresh_floor=floor) == ["refresh-below-zero"]
    assert not any(each.can_be_waived for each in problems(below, era="early") if each.severity == "error")


# -- steps -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-CHAR-01")
def test_the_steps_come_in_the_order_of_the_book_and_any_may_be_filled_in_first() -> None:
    titles = [step.id for step in procedure().steps(procedure().blank("hero"))]
    assert titles == ["who", "archetype", "skills", "aspects", "gifts", "wards", "details"]
    only_aspects = Sheet(ruleset="strange", name="Cora", aspects=ASPECTS)
    assert "archetype-aspect-missing" not in errors(only_aspects)
    assert procedure().finish(only_aspects).aspects == ASPECTS


@pytest.mark.rule("SF-CHAR-11")
def test_what_follows_from_skills_is_worked_out() -> None:
    brute = built("Brute", "stress-capacity physical", "move", "wealth", "initiative social", rating=3, tier=2)
    learned = built("Scholar", "languages", "workspace", rating=2)
    sheet = hero(brute, learned, common("Resolve", 1))
    assert told(sheet, "stress") == "Health 4, Composure 3, Reputation 2"
    assert told(sheet, "slots") == "mild, moderate, severe, mild physical"
    assert told(sheet, "armour") == "Health 2"
    assert told(sheet, "initiative").split(", ") == [
        "physical Alertness Mediocre (+0)",
        "mental Resolve Average (+1)",
        "social Brute (S) Good (+3)",
    ]
    assert told(sheet, "wealth") == "Good (+3) (S)"
    assert told(sheet, "workspace") == "Fair (+2)"
    assert told(sheet, "languages") == "2"
    assert told(sheet, "benefits.brute") == "Armor 2 and a mild consequence more, Move 2 zones as a free action"


# -- aspects ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-ASP-01", "SF-CHAR-12")
@pytest.mark.parametrize("slot", ["archetype", "conviction"])
def test_everybody_has_an_archetype_aspect_and_a_conviction(slot: str) -> None:
    assert errors(hero(aspects={slot: " "})) == [f"{slot}-aspect-missing"]
    assert errors(hero()) == []


@pytest.mark.rule("SF-ASP-01")
def test_the_types_of_aspects() -> None:
    slots = ("free-3", "archetype", "conviction", "conviction-of-rays", "minor-complication-of-rays", "social-class")
    assert [type_of_aspect(slot) for slot in slots] == [
        "free",
        "archetype",
        "conviction",
        "conviction",
        "complication",
        "social-class",
    ]


@pytest.mark.rule("SF-CHAR-12", "SF-ASP-07")
def test_there_are_seven_aspects_with_one_for_the_social_class() -> None:
    asked = next(step for step in procedure().steps(hero()) if step.id == "aspects")
    assert [each.path for each in asked.inputs] == [
        "aspects.archetype",
        "aspects.social-class",
        "aspects.conviction",
        *(f"aspects.free-{number}" for number in (1, 2, 3, 4)),
    ]
    assert "social-class-missing" in advice(hero(aspects={"social-class": ""}))
    assert [each.name for each in TABLES.aspects.classes] == [
        "Under Class",
        "Working Class",
        "Middle Class",
        "Upper Class",
    ]
    assert TABLES.aspects.world == ("Malum Necessarium",)


@pytest.mark.rule("SF-CHAR-12", "SF-DRAW-15")
def test_a_free_aspect_that_a_drawback_has_turned_is_not_asked_for() -> None:
    sheet = hero(built("Rays", "shoot", drawbacks=(ODDITY,)))
    asked = next(step for step in procedure().steps(sheet) if step.id == "aspects")
    assert "aspects.free-4" not in [each.path for each in asked.inputs]
    kept = msgspec.structs.replace(sheet, aspects={**sheet.aspects, "free-4": "Man of Action"})
    asked = next(step for step in procedure().steps(kept) if step.id == "aspects")
    assert "aspects.free-4" in [each.path for each in asked.inputs]


@pytest.mark.rule("SF-ASP-06")
def test_the_builder_suggests_the_aspects_of_the_book() -> None:
    ideas = TABLES.aspects
    assert (len(ideas.free), len(ideas.convictions), len(ideas.complications)) == (15, 12, 12)
    asked = next(step for step in procedure().steps(hero(archetype="faerie")) if step.id == "aspects").inputs
    suggested = {each.path: {idea.value for idea in each.suggestions} for each in asked}  # type: ignore[union-attr]
    assert "Spirit of the Air" in suggested["aspects.archetype"]
    assert "Never Take Charity" in suggested["aspects.conviction"]
    assert "Catlike Reflexes" in suggested["aspects.free-1"]


def test_an_aspect_without_a_place_is_told() -> None:
    assert errors(hero(aspects={"trouble": "X"})) == ["unknown-aspect"]


# -- archetypes ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-ARCH-01")
def test_there_are_eleven_archetypes_with_ideas_for_their_aspects() -> None:
    assert [each.name for each in TABLES.archetypes] == [
        *("Adept", "Alien", "Anachronist", "Artificial", "Changed", "Faerie", "Godling", "Magus", "Human Oddity"),
        *("Mutant", "Super-Normal"),
    ]
    assert all(each.aspects and each.invoke and each.compel for each in TABLES.archetypes)


@pytest.mark.rule("SF-CHAR-10")
def test_who_has_no_archetype_has_no_strange_skill() -> None:
    assert errors(hero(built("Rays", "shoot"), archetype="")) == ["no-stranger"]
    assert errors(hero(common("Brawn", 4), built("Servant", "notice", kind="unique", drawbacks=()), archetype="")) == []


@pytest.mark.rule("SF-CHAR-10")
def test_a_stranger_without_a_strange_skill_is_refused_where_the_archetype_needs_one() -> None:
    refused = {
        each.name
        for each in TABLES.archetypes
        if "archetype-drawback-missing" in errors(hero(archetype=each.id))
        or "archetype-skill-missing" in errors(hero(archetype=each.id, lists={"tradition": ("profane",)}))
    }
    assert refused == {"Artificial", "Changed", "Faerie", "Human Oddity", "Magus", "Mutant", "Super-Normal"}


@pytest.mark.rule("SF-ARCH-03", "SF-ARCH-11", "SF-ARCH-13")
@pytest.mark.parametrize(
    ("archetype", "drawback"),
    [("adept", "minor-snag"), ("human-oddity", "major-complication"), ("super-normal", "conviction")],
)
def test_bodies_and_minds_have_physical_and_mental_abilities_only(archetype: str, drawback: str) -> None:
    def wrong(*abilities: str) -> list[str]:
        skills = (
            built(f"Power {number}", "shoot", drawbacks=(drawback,), lists={"ability": (ability,)} if ability else {})
            for number, ability in enumerate(abilities)
        )
        return errors(hero(*skills, archetype=archetype))

    assert wrong("physical") == wrong("mental") == wrong("physical", "mental") == []
    assert wrong("other") == ["ability-not-allowed"]
    assert wrong("") == ["ability-missing"]
    assert wrong("physical", "other") == ["ability-not-allowed"]


@pytest.mark.rule("SF-ARCH-04")
def test_an_alien_needs_nothing_more() -> None:
    assert errors(hero(archetype="alien")) == errors(hero(built("Rays", "shoot"), archetype="alien")) == []


@pytest.mark.rule("SF-ARCH-05")
@pytest.mark.parametrize(
    ("drawback", "is_right"), [("minor-focus", True), ("major-focus", True), ("minor-snag", False)]
)
def test_an_invention_of_an_anachronist_has_a_focus(drawback: str, is_right: bool) -> None:
    focus = HeldDrawback(id=drawback, text="x", aspect="conviction")
    invention = built("Wings", "dodge", drawbacks=(focus,), numbers={"invention": 1})
    assert errors(hero(invention, archetype="anachronist")) == ([] if is_right else ["invention-without-focus"])
    assert errors(hero(built("Wits", "research", drawbacks=(focus,)), archetype="anachronist")) == []


@pytest.mark.rule("SF-ARCH-06", "SF-ARCH-07")
@pytest.mark.parametrize("archetype", ["artificial", "changed"])
def test_one_strange_skill_of_them_has_a_complication(archetype: str) -> None:
    for drawback in ("minor-complication", "major-complication"):
        skills = (built("Body", "dodge"), built("Mind", "willpower", drawbacks=(drawback,)))
        assert errors(hero(*skills, archetype=archetype)) == []
    assert errors(hero(built("Body", "dodge", drawbacks=("conviction",)), archetype=archetype)) == [
        "archetype-drawback-missing"
    ]
    on_a_unique_one = built("Clerk", "research", kind="unique", drawbacks=("minor-complication",))
    assert errors(hero(on_a_unique_one, archetype=archetype)) == ["archetype-drawback-missing"]


@pytest.mark.rule("SF-ARCH-08")
def test_a_faerie_has_a_complication_a_weakness_against_iron_and_the_glamour() -> None:
    complication = built("Wings", "dodge", drawbacks=("minor-complication",))
    assert errors(hero(GLAMOUR, complication, archetype="faerie", wards=IRON)) == []
    assert errors(hero(GLAMOUR, complication, archetype="faerie", wards=(("major-weakness", "Iron"),))) == []
    assert errors(hero(GLAMOUR, complication, archetype="faerie")) == ["weakness-missing"]
    assert errors(hero(GLAMOUR, complication, archetype="faerie", wards=(("minor-narrow", "iron"),))) == [
        "weakness-missing"
    ]
    assert errors(hero(complication, archetype="faerie", wards=IRON)) == ["archetype-skill-missing"]
    assert errors(hero(GLAMOUR, archetype="faerie", wards=IRON)) == ["archetype-drawback-missing"]
    assert refresh_of(TABLES, hero(GLAMOUR, complication, archetype="faerie", wards=IRON), "middle") == 9


@pytest.mark.rule("SF-ARCH-09")
def test_a_godling_says_what_ties_each_strange_skill_to_the_heritage() -> None:
    assert errors(hero(built("Thunder", "shoot"), archetype="godling")) == ["tie-missing"]
    tied = built("Thunder", "shoot", texts={"tie": "My father throws lightning"})
    assert errors(hero(tied, archetype="godling")) == []


@pytest.mark.rule("SF-ARCH-10")
@pytest.mark.parametrize(("tradition", "skill"), [("profane", "Profane Works"), ("sacred", "Sacred Works")])
def test_a_magus_has_an_obsession_and_the_works_of_one_tradition(tradition: str, skill: str) -> None:
    works = built(skill, "variable scene", drawbacks=("major-delay",))
    chosen = {"tradition": (tradition,), "obsession": ("conviction",)}
    assert errors(hero(works, archetype="magus", lists=chosen)) == []
    assert errors(hero(works, archetype="magus", lists={"obsession": ("conviction",)})) == ["tradition-missing"]
    assert errors(hero(archetype="magus", lists=chosen)) == ["archetype-skill-missing"]
    assert errors(hero(works, archetype="magus", lists={"tradition": (tradition,)})) == ["obsession-missing"]
    on_a_free_one = {**chosen, "obsession": ("free-1",)}
    assert errors(hero(works, archetype="magus", lists=on_a_free_one, aspects={"free-1": "A"})) == ["obsession-missing"]
    second = built(skill, "variable scene", drawbacks=(HeldDrawback(id="conviction", text="Power at Any Price"),))
    slot = {**chosen, "obsession": (f"conviction-of-{skill.lower().replace(' ', '-')}",)}
    assert errors(hero(second, archetype="magus", lists=slot)) == []


@pytest.mark.rule("SF-ARCH-11")
def test_an_oddity_has_a_major_complication() -> None:
    def oddity(drawback: str | HeldDrawback) -> list[str]:
        skill = built("Rubber", "dodge", drawbacks=(drawback,), lists={"ability": ("physical",)})
        return errors(hero(skill, archetype="human-oddity"))

    assert oddity(ODDITY) == []
    assert oddity("minor-complication") == oddity("conviction") == ["archetype-drawback-missing"]


@pytest.mark.rule("SF-ARCH-12")
@pytest.mark.parametrize("drawback", ["minor-snag", "conviction", "taxing", "minor-complication", "major-charges"])
def test_a_mutant_has_a_drawback_of_any_kind(drawback: str) -> None:
    assert errors(hero(built("Rays", "shoot", drawbacks=(drawback,)), archetype="mutant")) == []
    assert errors(hero(built("Rays", "shoot", drawbacks=()), archetype="mutant")) == [
        "archetype-drawback-missing",
        "drawback-missing",
    ]


@pytest.mark.rule("SF-ARCH-13")
def test_a_super_normal_has_a_conviction_on_a_strange_skill() -> None:
    def normal(drawback: str) -> list[str]:
        skill = built("Strong", "dodge", drawbacks=(drawback,), lists={"ability": ("physical",)})
        return errors(hero(skill, archetype="super-normal"))

    assert normal("conviction") == []
    assert normal("major-complication") == ["archetype-drawback-missing"]


@pytest.mark.rule("SF-ARCH-02")
def test_an_archetype_of_ones_own_is_for_the_game_master_to_agree_to() -> None:
    sheet = hero(built("Rays", "shoot"), archetype="Ghost of an Actor")
    assert errors(sheet) == []
    assert "own-archetype" in advice(sheet)


def test_the_game_masters_characters_have_no_budget_and_need_no_archetype() -> None:
    many = (common(name, 4, 4, "minor-snag") for name in ("Arms", "Art", "Brawn", "Deceit", "Drive", "Empathy"))
    assert errors(hero(*many, kind="npc", archetype="", aspects={"conviction": ""})) == []
