"""Minor powers: skinchangers, whose skills begin low and are bounded by how they move, and other knacks."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import InvalidContent
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry, Problem, Sheet
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.rulesets.fate2.magic.minor_powers.skin_dance import ChangeSkin
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.magic.mages import MagicGame, problems_of

MILO, WATCH = ActorId("milo"), ActorId("city-watch")


def can_roll(g: MagicGame, action: str) -> set[str]:
    return {trait.id for trait in g.ruleset.presenting.rules.traits(g.actor("milo"), action)}


def hero(*phases: tuple[str, dict[str, int]]) -> Sheet:
    ruleset = build({"magic": "minor-powers", "phases": len(phases)})
    entries = {"phases": tuple(Entry(name=aspect, numbers=learnt) for aspect, learnt in phases)}
    return ruleset.creation.finish(Sheet(ruleset="fate2", name="Tester", entries=entries))


# -- making a skinchanger ----------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-SKN-01")
@pytest.mark.rule("F2-MAG-02")
def test_the_aspect_of_an_animal_opens_its_skills() -> None:
    assert problems_of("minor-powers", ("Weasel", {"weasel-mobility": 1})) == []
    assert problems_of("minor-powers", ("Brawler", {"weasel-mobility": 1})) == [
        ("not-open", "entries.phases.0.numbers.weasel-mobility")
    ]
    assert problems_of("minor-powers", ("Weasel", {"hawk-mobility": 1}))[0][0] == "not-open"


@pytest.mark.rule("F2-SKN-02")
@pytest.mark.parametrize(
    ("animal", "begins", "ranks"), [("Weasel", -2, 2), ("Hawk", -3, 3), ("Raven", -3, 3), ("Salmon", -2, 2)]
)
def test_mobility_begins_at_poor_and_in_the_air_at_terrible(animal: str, begins: int, ranks: int) -> None:
    """F2-EX-55: a weasel needs two ranks to move on an Average level, a bird three."""
    skill = f"{animal.lower()}-mobility"
    assert hero((animal, {skill: 1})).traits[skill] == begins + 1
    assert hero((animal, {skill: ranks})).traits[skill] == 0


@pytest.mark.rule("F2-SKN-03")
@pytest.mark.rule("F2-SKN-04")
@pytest.mark.rule("F2-SKN-05")
@pytest.mark.parametrize(
    ("animal", "skill"),
    [
        ("Skunk", "skunk-spray"),
        ("Weasel", "weasel-bite"),
        ("Squirrel", "squirrel-manipulation"),
        ("Hawk", "hawk-talons"),
    ],
)
def test_other_skills_of_a_shape_begin_as_mobility_and_are_never_above_it(animal: str, skill: str) -> None:
    mobility = f"{animal.lower()}-mobility"
    sheet = hero((animal, {mobility: 2, skill: 1}))
    assert sheet.traits[mobility] - sheet.traits[skill] == 1
    assert problems_of("minor-powers", (animal, {mobility: 2, skill: 2})) == []
    over = [("above-mobility", f"entries.phases.0.numbers.{skill}")]
    assert problems_of("minor-powers", (animal, {mobility: 1, skill: 2})) == over
    # It may not run ahead for a while either.
    early = problems_of("minor-powers", (animal, {skill: 1}), (animal, {mobility: 3}))
    assert early == over


@pytest.mark.rule("F2-SKN-04")
@pytest.mark.rule("F2-SKN-05")
def test_only_shapes_with_weapons_or_hands_have_a_skill_for_them() -> None:
    assert [each.code for each in _all("Salmon", {"salmon-bite": 1})] == ["unknown-skill"]
    assert [each.code for each in _all("Weasel", {"weasel-manipulation": 1})] == ["unknown-skill"]


def _all(aspect: str, learnt: dict[str, int]) -> list[Problem]:
    ruleset = build({"magic": "minor-powers", "phases": 1})
    found = ruleset.creation.problems(hero((aspect, learnt)))
    return [each for each in found if each.code == "unknown-skill"]


@pytest.mark.rule("F2-SKN-03")
def test_what_is_simply_there_takes_no_skill_and_notable_traits_are_aspects_one_may_leave() -> None:
    g = MagicGame("minor-powers")
    g.do("ana", ChangeSkin(MILO, "Weasel"))
    assert g.notes()["shape"] == "Weasel: small, slips through gaps"
    # He has the notable one as an aspect of his own; a sheet without it is as good.
    assert g.has_card("Quick as a Weasel")
    assert problems_of("minor-powers", ("Weasel", {"weasel-mobility": 1})) == []


@pytest.mark.rule("F2-SKN-06")
def test_one_shape_is_advised_and_only_very_similar_ones_share_skills() -> None:
    def advice(*phases: tuple[str, dict[str, int]]) -> list[str]:
        ruleset = build({"magic": "minor-powers", "phases": len(phases)})
        found = ruleset.creation.problems(hero(*phases))
        return [problem.severity for problem in found if problem.code == "several-shapes"]

    assert advice(("Weasel", {}), ("Cat", {})) == ["advice"]
    assert advice(("Squirrel", {}), ("Chipmunk", {})) == []
    assert problems_of("minor-powers", ("Chipmunk", {"squirrel-mobility": 1})) == []
    assert problems_of("minor-powers", ("Cat", {"weasel-mobility": 1})) != []


# -- in play -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-SKN-01")
def test_skinchangers_turn_into_their_animal_and_back() -> None:
    g = MagicGame("minor-powers")
    assert g.refused("ana", ChangeSkin(MILO)) == "no-such-shape"
    assert g.refused("ana", ChangeSkin(MILO, "Bear")) == "no-such-shape"
    assert g.refused("bo", ChangeSkin(MILO, "Weasel")) == "not-yours"
    g.do("ana", ChangeSkin(MILO, "Weasel"))
    assert g.refused("ana", ChangeSkin(MILO, "Weasel")) == "no-such-shape"
    g.do("ana", ChangeSkin(MILO))
    assert "shape" not in g.notes()


@pytest.mark.rule("F2-SKN-02")
@pytest.mark.rule("F2-SKN-04")
def test_in_a_shape_one_dodges_with_mobility_and_bites_with_its_weapon() -> None:
    g = MagicGame("minor-powers")
    assert not can_roll(g, "overcome") & {"weasel-mobility", "weasel-bite"}
    assert "brawler" in can_roll(g, "attack")
    g.do("ana", ChangeSkin(MILO, "Weasel"))
    assert can_roll(g, "attack") == {"weasel-bite"}
    assert "weasel-mobility" in can_roll(g, "defend")
    assert not can_roll(g, "defend") & {"brawler", "weasel-bite"}
    assert {"weasel-mobility", "weasel-bite", "streetwise"} <= can_roll(g, "overcome")
    assert "endurance" not in can_roll(g, "overcome")


@pytest.mark.rule("F2-SKN-04")
def test_a_fight_as_a_weasel() -> None:
    g = MagicGame("minor-powers")
    g.fight()
    g.do("ana", ChangeSkin(MILO, "Weasel"))
    assert g.refused("ana", Attack(actor=MILO, target=WATCH, trait="brawler", description="hits")) == "unknown-trait"
    g.do("ana", Attack(actor=MILO, target=WATCH, trait="weasel-bite", description="goes for the ankle"))
    g.answer("gm", "defend", "defend", trait="watchman", description="hops")
    g.throw("ana", "+++0", "0000")
    g.everyone_passes()
    # Average (0) and three pluses against Fair (+1).
    assert [wound.row for wound in g.condition("city-watch").wounds] == ["Hurt"]


@pytest.mark.rule("F2-SKN-02")
def test_mobility_is_rolled_for_what_the_animal_does() -> None:
    g = MagicGame("minor-powers")
    g.do("ana", ChangeSkin(MILO, "Weasel"))
    g.do("ana", Overcome(actor=MILO, trait="weasel-mobility", description="through the drain"))
    assert g.roll.efforts[0].fixed == 2


# -- other powers ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-SKN-07")
def test_an_aspect_introduces_a_power_that_takes_a_skill() -> None:
    assert problems_of("minor-powers", ("Second Sight", {"clairvoyance": 1})) == []
    assert problems_of("minor-powers", ("Brawler", {"clairvoyance": 1}))[0][0] == "not-open"
    assert problems_of("minor-powers", ("Mind Reader", {"read-thoughts": 1, "guard-thoughts": 1})) == []


@pytest.mark.rule("F2-SKN-07")
def test_a_campaign_brings_powers_of_its_own_each_with_a_skill() -> None:
    table = '[[power]]\naspect = "Frostborn"\nskills = ["Chill"]\n'
    ruleset = build({"magic": "minor-powers", "phases": 1}, {"powers": table})
    sheet = Sheet(ruleset="fate2", name="Tester", entries={"phases": (Entry(name="Frostborn", numbers={"chill": 1}),)})
    codes = {problem.code for problem in ruleset.creation.problems(ruleset.creation.finish(sheet))}
    assert not codes & {"not-open", "unknown-skill"}
    with pytest.raises(InvalidContent, match="at least one skill"):
        build({"magic": "minor-powers"}, {"powers": '[[power]]\naspect = "Frostborn"\nskills = []\n'})


@pytest.mark.rule("F2-SKN-01")
def test_a_campaign_brings_animals_of_its_own() -> None:
    table = '[[animal]]\nname = "Otter"\nweapons = "Bite"\n'
    ruleset = build({"magic": "minor-powers"}, {"animals": table})
    assert ruleset.creation.samples
    with pytest.raises(InvalidContent, match="no animal of its own"):
        build({"magic": "minor-powers"}, {"animals": '[[animal]]\nname = "Stoat"\nlike = "Basilisk"\n'})
