"""Variable trappings: what they cost, what they stand in for, and how many of them that takes."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession
from fatetable.rulesets.strange.powers.variable import CopyTrapping
from fatetable.rulesets.strange.sheet import refresh_of, skill_of, skills_of, toughness
from fatetable.rulesets.strange.skills import price_of, trapping_cost
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.making import built
from fatetable.rulesets.strange.tests.support.playing import FOE, MAUD, Game, held, skill
from fatetable.rulesets.strange.tests.support.trappings import offered, with_trapping

SCENE, SESSION = "variable scene", "variable session"
SHOOT = Attack(actor=MAUD, target=FOE, trait="shapes/shoot", description="so")


def shapes(*trappings: str, rating: int = 3, tier: int = 0, **more: Any) -> Game:
    return Game(maud=(with_trapping(rating, tier, *trappings, name="Shapes", **more),))


def copy(g: Game, what: str, per: str = "scene", answer: str = "yes") -> None:
    g.do("ana", CopyTrapping(actor=MAUD, skill="shapes", per=per, what=what))
    g.answer("gm", "copied-trapping", answer)


def has(g: Game, trapping: str, of: str = "") -> bool:
    return skills_of(TABLES, g.actor("maud").sheet)[0].has(trapping, of)


def choices(g: Game) -> list[str]:
    return offered(g, "ana", CopyTrapping, "what")


def no_copy(g: Game, what: str, per: str = "scene") -> bool:
    return g.refused("ana", CopyTrapping(actor=MAUD, skill="shapes", per=per, what=what)) == "no-such-copy"


# -- price -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-VARIABLE-02")
@pytest.mark.parametrize(("kind", "price"), [(SCENE, 4), (SESSION, 2)])
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("of", ["unique", "strange"])
def test_each_costs_by_how_often_it_is_defined_anew(kind: str, price: int, number: int, of: str) -> None:
    entry = built("Shapes", *[kind] * number, kind=of, drawbacks=())
    assert trapping_cost(TABLES, skill_of(TABLES, entry)) == price * number


@pytest.mark.rule("SF-VARIABLE-02")
def test_what_it_stands_in_for_just_now_is_not_paid_for() -> None:
    g = shapes(*[SCENE] * 2)
    before = price_of(TABLES, skills_of(TABLES, g.actor("maud").sheet)[0])
    copy(g, "strike")
    after = g.actor("maud").sheet
    assert price_of(TABLES, skills_of(TABLES, after)[0]) == before
    assert refresh_of(TABLES, after, "middle") == 8


# -- standing in -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-VARIABLE-01")
def test_it_stands_in_for_another_trapping_for_the_scene() -> None:
    g = shapes(*[SCENE] * 2)
    g.start_conflict("physical", first="Maud")
    assert g.refused("ana", SHOOT) == "unknown-trait"
    copy(g, "shoot")
    assert ("Shapes", "Shoot, for this scene") in g.ruleset.presenting.notes(g.table.state, g.actor("maud"))
    g.do("ana", SHOOT)
    assert g.roll.efforts[0].fixed == 3


@pytest.mark.rule("SF-VARIABLE-01")
def test_what_does_not_fit_the_theme_is_refused_and_commits_nothing() -> None:
    g = shapes(*[SCENE] * 2)
    g.do("ana", CopyTrapping(actor=MAUD, skill="shapes", per="scene", what="conversation"))
    again = CopyTrapping(actor=MAUD, skill="shapes", per="scene", what="shoot")
    assert g.refused("ana", again) == "asked-already"
    g.answer("gm", "copied-trapping", "no")
    assert not has(g, "conversation")
    copy(g, "shoot")
    assert has(g, "shoot")


@pytest.mark.rule("SF-VARIABLE-01")
def test_only_a_skill_with_the_trapping_does_it_and_never_becomes_a_variable_one() -> None:
    g = Game(maud=(with_trapping(3, 0, "strike", name="Shapes"),))
    assert choices(g) == []
    assert no_copy(g, "shoot")
    g = shapes(*[SCENE] * 4)
    assert not [each for each in choices(g) if "variable" in each]
    assert no_copy(g, "variable session")


@pytest.mark.rule("SF-VARIABLE-01", "SF-VARIABLE-03")
def test_an_extra_goes_on_a_trapping_that_the_skill_has_or_copies() -> None:
    g = shapes("shoot", *[SCENE] * 3)
    copy(g, "zone on shoot")
    (shapes_now,) = skills_of(TABLES, g.actor("maud").sheet)[:1]
    assert {"zone"} in [set(each.extras) for each in shapes_now.having("shoot")]
    assert no_copy(g, "zone on shoot")
    assert choices(g) == [each for each in choices(g) if each.split()[0] not in ("zone",)]
    copy(g, "range on shoot")
    assert "Range on Shoot, for this scene" in [
        words for _, words in g.ruleset.presenting.notes(g.table.state, g.actor("maud"))
    ]


@pytest.mark.rule("SF-VARIABLE-01")
def test_further_range_is_counted_from_what_there_is() -> None:
    bow = skill("Shapes", 3, 0, held("shoot", "", "range"), held("variable", "scene"))
    g = Game(maud=(bow,))
    g.draw_zones(*[f"Zone {number}" for number in range(7)])
    g.place("maud", "Zone 0")
    g.place("foe", "Zone 0")
    g.start_conflict("physical", first="Maud")
    for far, works in (("Zone 3", True), ("Zone 5", False)):
        g.place("foe", far)
        assert g.is_offered("ana", SHOOT) == works
    copy(g, "range on shoot")
    assert g.is_offered("ana", SHOOT)


# -- how many --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-VARIABLE-03")
@pytest.mark.parametrize(
    ("what", "needed"), [("shoot", 2), ("strike", 1), ("zone on strike", 2), ("spray on strike", 1)]
)
def test_it_takes_as_many_as_the_points_it_would_cost(what: str, needed: int) -> None:
    fixed = ("strike",) if "strike" in what and " " in what else ()
    too_few = shapes(*fixed, *[SCENE] * (needed - 1), kind="strange")
    assert no_copy(too_few, what)
    enough = shapes(*fixed, *[SCENE] * needed)
    copy(enough, what)
    assert no_copy(enough, what)
    assert choices(enough) == []


@pytest.mark.rule("SF-VARIABLE-03")
def test_lines_from_the_fixed_trappings_count_too() -> None:
    """From Physical Force the lines to Dexterity cost 4 at most, and its box is 1; by itself it is 1."""
    assert "dexterity" in choices(shapes(SCENE))
    assert "dexterity" not in choices(shapes("physical-force", *[SCENE] * 4))
    g = shapes("physical-force", *[SCENE] * 5)
    copy(g, "dexterity")
    assert choices(g) == []


@pytest.mark.rule("SF-VARIABLE-03")
def test_even_a_box_that_is_free_in_a_unique_skill_takes_one() -> None:
    (box, *_) = [box.id for box in TABLES.boxes if "unique" in box.free_in]
    g = shapes(SCENE, kind="unique")
    copy(g, box)
    assert choices(g) == []


@pytest.mark.rule("SF-VARIABLE-03")
@pytest.mark.parametrize("per", ["scene", "session"])
def test_committed_ones_are_free_again_in_their_time(per: str) -> None:
    g = shapes(*[f"variable {per}"] * 2)
    copy(g, "shoot", per)
    assert choices(g) == []
    g.do("gm", EndScene())
    g.start_scene("Later")
    assert has(g, "shoot") == (per == "session")
    assert (choices(g) == []) == (per == "session")
    g.do("gm", EndScene())
    g.do("gm", EndSession())
    g.start_scene("A week later")
    assert not has(g, "shoot")
    copy(g, "strike", per)


@pytest.mark.rule("SF-VARIABLE-03")
def test_each_kind_is_counted_by_itself() -> None:
    g = shapes(*[SCENE] * 2, SESSION)
    copy(g, "shoot")
    assert has(g, "shoot")
    assert no_copy(g, "zone on shoot", "session")
    assert no_copy(g, "leap", "year")
    copy(g, "spray on shoot", "session")


@pytest.mark.rule("SF-VARIABLE-03", "SF-EXT-03")
def test_a_psychic_skill_copies_psychic_trappings_for_one_more() -> None:
    mind = (held("insight", "", "psychic"), *[held("variable", "scene", "psychic")] * 6)
    g = Game(maud=(skill("Shapes", 3, 0, *mind),))
    copy(g, "shoot")
    (shapes_now,) = skills_of(TABLES, g.actor("maud").sheet)[:1]
    assert [each.extras for each in shapes_now.having("shoot")] == [("psychic",)]
    plain = Game(maud=(skill("Shapes", 3, 0, held("insight"), *[held("variable", "scene")] * 6),))
    assert "psychic on insight" not in choices(plain)


@pytest.mark.rule("SF-VARIABLE-03")
def test_of_a_trapping_for_one_field_the_field_is_chosen() -> None:
    fields = TABLES.trapping("transport").fields
    found = [each for each in choices(shapes(*[SCENE] * 4)) if each.startswith("transport")]
    assert found == [f"transport {field}" for field in fields]


# -- benefits --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-VARIABLE-04")
@pytest.mark.parametrize("tier", range(5))
def test_a_copied_trapping_brings_its_tier_benefit(tier: int) -> None:
    g = shapes(*[SCENE] * 3, tier=tier)
    copy(g, "stress-capacity physical")
    assert toughness(TABLES, g.actor("maud").sheet, "physical").armour == min(tier, 4)


@pytest.mark.rule("SF-VARIABLE-04")
@pytest.mark.parametrize(("rating", "armour"), [(1, 0), (2, 1)])
def test_it_counts_among_the_benefits_of_the_rating(rating: int, armour: int) -> None:
    g = shapes("leap", *[SCENE] * 6, rating=rating, tier=1)
    copy(g, "stress-capacity physical")
    (shapes_now,) = skills_of(TABLES, g.actor("maud").sheet)[:1]
    assert shapes_now.benefit("leap") == 1
    assert toughness(TABLES, g.actor("maud").sheet, "physical").armour == armour


@pytest.mark.rule("SF-VARIABLE-01")
def test_nobody_else_shapes_it_and_opponents_shapes_are_their_secret() -> None:
    g = Game(foe=(with_trapping(3, 0, *[SCENE] * 2, name="Shapes"),))
    theirs = CopyTrapping(actor=ActorId("foe"), skill="shapes", per="scene", what="shoot")
    assert g.refused("ana", theirs) == "not-yours"
    g.do("gm", theirs)
    g.answer("gm", "copied-trapping", "yes")
    seen = g.table.view("ana")
    assert not skills_of(TABLES, seen.get(CAST)[FOE].sheet)
