"""Foes: important ones, mooks and groups of mooks."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.builder.drafts import errors
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.creation import ListInput, NumberInput
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fae.creation.checks.whole_sheet import problems
from fatetable.rulesets.fae.creation.procedure import blank, creation
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet.approaches import traits_of
from fatetable.rulesets.fae.sheet.derived import consequence_slots, stress_boxes
from fatetable.rulesets.fae.tests.support.book import TABLES

DEFAULTS = Dials()


def changed(name: str, **changes: object) -> Sheet:
    return msgspec.structs.replace(TABLES.sample(name), **changes)


def codes(sheet: Sheet) -> list[str]:
    return [problem.code for problem in problems(TABLES, sheet, DEFAULTS)]


def error_codes(sheet: Sheet) -> list[str]:
    return [problem.code for problem in errors(problems(TABLES, sheet, DEFAULTS))]


def ratings(name: str) -> dict[str, int]:
    """What a mook rolls with, by what it says without the number."""
    traits = traits_of(TABLES, Actor(id=ActorId("mook"), sheet=TABLES.sample(name)))
    return {trait.label.rpartition(" (")[0]: trait.rating for trait in traits}


@pytest.mark.rule("FAE-NPC-01")
def test_an_important_foe_is_made_like_a_player_character_but_without_refresh() -> None:
    procedure = creation(TABLES, DEFAULTS)
    hero_steps = [step.id for step in procedure.steps(procedure.blank("hero"))]
    named_steps = [step.id for step in procedure.steps(procedure.blank("named"))]
    assert named_steps == [step for step in hero_steps if step != "refresh"]
    veld = TABLES.sample("Veld")
    assert problems(TABLES, veld, DEFAULTS) == ()
    assert stress_boxes(TABLES, veld, DEFAULTS) == 3
    assert list(consequence_slots(TABLES, veld)) == ["mild", "moderate", "severe"]
    assert "refresh" not in procedure.finish(veld).numbers
    assert error_codes(changed("Veld", aspects={}, traits={})) == [
        "high-concept-missing",
        "trouble-missing",
        "third-aspect-missing",
        *["approach-missing"] * 6,
    ]


@pytest.mark.rule("FAE-NPC-01")
@pytest.mark.parametrize(("forceful", "found"), [(3, []), (5, ["approach-array"]), (6, ["approach-out-of-range"])])
def test_an_important_foe_may_exceed_the_starting_ratings_up_to_superb(forceful: int, found: list[str]) -> None:
    sheet = changed("Veld", traits={**TABLES.sample("Veld").traits, "forceful": forceful})
    assert codes(sheet)[: len(found)] == found
    assert (error_codes(sheet) == []) is (forceful <= 5)


@pytest.mark.rule("FAE-NPC-01")
def test_an_important_foe_has_no_refresh_that_could_limit_its_stunts() -> None:
    many = tuple(stunt.feature for stunt in TABLES.stunts)
    assert problems(TABLES, changed("Veld", features=many), DEFAULTS) == ()


@pytest.mark.rule("FAE-NPC-02")
def test_a_mook_rolls_plus_two_minus_two_or_nothing() -> None:
    found = ratings("Cyclops House Bully")
    assert {rating for label, rating in found.items() if "breaking things" in label} == {2}
    assert {rating for label, rating in found.items() if "studying" in label} == {-2}
    assert (found["anything else"], found["mixed"]) == (0, 0)


@pytest.mark.rule("FAE-NPC-02")
def test_a_mook_has_no_approaches() -> None:
    assert error_codes(changed("Steel Assassin", traits={"quick": 2})) == ["mook-approaches"]
    asked = [each.path for step in creation(TABLES, DEFAULTS).steps(blank("mook")) for each in step.inputs]
    assert "traits" not in asked
    assert {"lists.skilled", "lists.bad"} <= set(asked)


@pytest.mark.rule("FAE-NPC-02")
def test_a_mook_without_skills_or_weaknesses_draws_advice() -> None:
    assert codes(changed("Steel Assassin", lists={})) == ["mook-skilled", "mook-bad"]
    assert codes(changed("Steel Assassin", lists={"skilled": ("sneaking",), "bad": ("Sneaking",)})) == [
        "mook-list-repeats"
    ]
    assert error_codes(changed("Steel Assassin", lists={"hobbies": ("chess",)})) == ["unknown-list"]


@pytest.mark.rule("FAE-NPC-03")
@pytest.mark.parametrize(("number", "is_allowed"), [(0, False), (1, True), (2, True), (3, False)])
def test_a_mook_has_one_or_two_aspects(number: int, is_allowed: bool) -> None:
    aspects = {f"aspect-{place}": f"Aspect {place}" for place in range(1, number + 1)}
    assert (error_codes(changed("Steel Assassin", aspects=aspects)) == []) is is_allowed


def test_a_mook_s_aspects_have_slots_of_their_own() -> None:
    assert error_codes(changed("Steel Assassin", aspects={"trouble": "Rust"})) == ["unknown-aspect-slot"]


@pytest.mark.rule("FAE-NPC-04")
@pytest.mark.parametrize(("boxes", "is_allowed"), [(-1, False), (0, True), (1, True), (2, True), (3, False)])
def test_a_mook_has_no_box_one_or_two(boxes: int, is_allowed: bool) -> None:
    sheet = changed("Steel Assassin", numbers={"boxes": boxes})
    assert error_codes(sheet) == ([] if is_allowed else ["mook-boxes"])
    [wanted] = [
        each
        for step in creation(TABLES, DEFAULTS).steps(blank("mook"))
        for each in step.inputs
        if isinstance(each, NumberInput) and each.path == "numbers.boxes"
    ]
    assert (wanted.low <= boxes <= wanted.high) is is_allowed


@pytest.mark.rule("FAE-NPC-04")
def test_a_mook_without_a_word_about_boxes_has_none() -> None:
    sheet = changed("Steel Assassin", numbers={})
    assert stress_boxes(TABLES, sheet, DEFAULTS) == 0
    assert creation(TABLES, DEFAULTS).finish(sheet).numbers == {"boxes": 0}
    assert [figure.text for figure in creation(TABLES, DEFAULTS).figures(sheet)] == ["none: the first hit takes it out"]


@pytest.mark.rule("FAE-NPC-05")
@pytest.mark.parametrize("name", ["Cyclops House Bully", "Steel Assassin", "Sky Shark", "Gang of Thugs"])
def test_nameless_foes_have_no_consequence_slots(name: str) -> None:
    assert consequence_slots(TABLES, TABLES.sample(name)) == {}


@pytest.mark.rule("FAE-NPC-02", "FAE-NPC-03", "FAE-NPC-04", "FAE-NPC-06")
@pytest.mark.parametrize(
    ("name", "aspects", "skilled", "bad", "boxes"),
    [
        (
            "Cyclops House Bully",
            ["Cyclops House Bully", "Cowardly Without Backup"],
            ("frightening other students", "weaseling out of trouble", "breaking things"),
            ("planning", "studying"),
            0,
        ),
        (
            "Steel Assassin",
            ["Steel Assassin", "The Night Is Ours"],
            ("sneaking", "ambushing"),
            ("standing up to determined opposition",),
            1,
        ),
        (
            "Sky Shark",
            ["I'm a Shark", "Vulnerable Belly"],
            ("flying", "biting"),
            ("anything that isn't flying or biting",),
            2,
        ),
    ],
)
def test_each_sample_mook_is_the_book_s_and_passes_every_check(
    name: str, aspects: list[str], skilled: tuple[str, ...], bad: tuple[str, ...], boxes: int
) -> None:
    sheet = TABLES.sample(name)
    assert sheet.kind == "mook"
    assert list(sheet.aspects.values()) == aspects
    assert sheet.lists == {"skilled": skilled, "bad": bad}
    assert stress_boxes(TABLES, sheet, DEFAULTS) == boxes
    assert problems(TABLES, sheet, DEFAULTS) == ()


@pytest.mark.rule("FAE-NPC-02", "FAE-NPC-06")
def test_the_shark_is_bad_at_everything_but_flying_and_biting() -> None:
    found = ratings("Sky Shark")
    assert (found.pop("flying"), found.pop("biting")) == (2, 2)
    assert set(found.values()) == {-2}, "whatever else it does falls under its weakness"


@pytest.mark.parametrize(
    ("numbers", "lists"), [({"catch-all": 1}, {"skilled": ("biting",)}), ({"catch-all": 2}, {"bad": ("all else",)})]
)
def test_a_catch_all_weakness_must_stand_in_the_list(
    numbers: dict[str, int], lists: dict[str, tuple[str, ...]]
) -> None:
    assert "mook-catch-all" in error_codes(changed("Sky Shark", numbers=numbers, lists=lists))


def test_figures_a_mook_does_not_have_are_an_error() -> None:
    assert error_codes(changed("Sky Shark", numbers={"refresh": 3})) == ["unknown-number"]
    assert error_codes(changed("Gang of Thugs", numbers={"size": 4, "boxes": 2})) == ["unknown-number"]


def test_a_stunt_on_a_mook_draws_advice() -> None:
    assert codes(changed("Sky Shark", features=(TABLES.stunts[0].feature,))) == ["mook-stunts"]


@pytest.mark.rule("FAE-NPC-07")
def test_the_sample_group_is_the_book_s_and_passes_every_check() -> None:
    gang = TABLES.sample("Gang of Thugs")
    assert (gang.kind, dict(gang.numbers)) == ("group", {"size": 4})
    assert list(gang.aspects.values()) == ["Axe Handles & Crowbars"]
    assert gang.lists["skilled"] == ("ganging up", "scaring innocent people")
    assert gang.lists["bad"] == ("thinking ahead", "fighting when outnumbered")
    assert stress_boxes(TABLES, gang, DEFAULTS) == 2
    assert problems(TABLES, gang, DEFAULTS) == ()


@pytest.mark.rule("FAE-NPC-08")
@pytest.mark.parametrize(("size", "down", "up"), [(2, 1, 1), (3, 1, 2), (4, 2, 2), (5, 2, 3), (12, 6, 6)])
def test_a_group_has_a_stress_box_for_every_two_members(size: int, down: int, up: int) -> None:
    gang = changed("Gang of Thugs", numbers={"size": size})
    assert stress_boxes(TABLES, gang, Dials(odd_groups="down")) == down
    assert stress_boxes(TABLES, gang, Dials(odd_groups="up")) == up


@pytest.mark.rule("FAE-NPC-08")
def test_a_dozen_foes_make_three_groups_of_four_with_two_boxes_each() -> None:
    groups = (changed("Gang of Thugs", numbers={"size": 4}),) * 3
    assert sum(group.numbers["size"] for group in groups) == 12
    assert [stress_boxes(TABLES, group, DEFAULTS) for group in groups] == [2, 2, 2]


@pytest.mark.rule("FAE-NPC-08")
@pytest.mark.parametrize(("number", "is_allowed"), [(0, False), (1, True), (2, False)])
def test_a_group_has_exactly_one_aspect(number: int, is_allowed: bool) -> None:
    aspects = {f"aspect-{place}": f"Aspect {place}" for place in range(1, number + 1)}
    assert (error_codes(changed("Gang of Thugs", aspects=aspects)) == []) is is_allowed


@pytest.mark.rule("FAE-NPC-08")
@pytest.mark.parametrize(("size", "is_allowed"), [(0, False), (1, False), (2, True), (200, True), (10**30, False)])
def test_a_group_has_at_least_two_members(size: int, is_allowed: bool) -> None:
    assert error_codes(changed("Gang of Thugs", numbers={"size": size})) == ([] if is_allowed else ["group-size"])


@pytest.mark.rule("FAE-NPC-08")
def test_a_group_is_asked_for_a_couple_of_skills_and_weaknesses() -> None:
    asked = [
        each
        for step in creation(TABLES, DEFAULTS).steps(blank("group"))
        for each in step.inputs
        if isinstance(each, ListInput)
    ]
    assert [(each.path, each.least) for each in asked] == [("lists.skilled", 2), ("lists.bad", 2)]
    few = changed("Gang of Thugs", lists={"skilled": ("ganging up",), "bad": ("thinking",)})
    assert codes(few) == ["mook-skilled", "mook-bad"]
    assert error_codes(few) == []
