"""Minions and duplicates: called by a roll, made of its shifts, in the scene and out of it."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.engine.prompts import Option
from fatetable.mechanics.characters.cast import Actor, ActorId, followers_of
from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.harm.groups import group_of
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.scenes.lifecycle import EndScene, EnterScene, StartScene
from fatetable.mechanics.scenes.state import is_present
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.mechanics.view.blocks import SheetBlock
from fatetable.rulesets.strange.book import HeldTrapping
from fatetable.rulesets.strange.followers.companions import KeepClose, SendOff
from fatetable.rulesets.strange.followers.minions import Hasten
from fatetable.rulesets.strange.sheet import skills_of
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.making import built, errors, hero
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import undertake
from fatetable.testing import faces

QUALITIES = {"Average": 1, "Fair": 2, "Good": 3}


def caller(form: str = "simple", rating: int = 4, tier: int = 0, *terms: str, extras: tuple[str, ...] = ()) -> Entry:
    """A skill to call minions with."""
    held = HeldTrapping(id="minions", of=form, terms=terms, extras=("unusual",) * len(terms) or extras, note="so")
    return skill("Calling", rating, tier, held)


def called(g: Game, shifts: int, *, row: str = "call-minions", by: str = "maud", rating: int = 4) -> dict[str, Option]:
    """Somebody calls with so many shifts on the tier of the difficulty: what may come of it, by what it is called."""
    undertake(g, row, trait="calling", by=by)
    g.throw(g.seat_of(by), faces(shifts - rating))
    g.everyone_passes()
    prompt = g.prompt("minions-to-make")
    return {option.label: option for option in prompt.options} if prompt is not None else {}


def come(g: Game, shifts: int, label: str, by: str = "maud", **fill: Any) -> Actor:
    """Somebody calls, and those come who are called so."""
    row = fill.pop("row", "call-minions")
    option = called(g, shifts, row=row, by=by, rating=fill.pop("rating", 4))[label]
    usual = {hole.key: getattr(hole, "suggested", "") for hole in option.holes}
    g.answer(g.seat_of(by), "minions-to-make", option.id, **{**usual, **fill})
    return followers_of(g.table.state, ActorId(by))[-1]


def there(g: Game, actor: Actor) -> bool:
    return is_present(g.table.state, actor.id)


def skills(actor: Actor) -> dict[str, tuple[int, int]]:
    """The rating and the tier of each skill."""
    return {each.id: (each.rating, each.tier) for each in skills_of(TABLES, actor.sheet)}


def standing(g: Game, actor: Actor) -> int:
    return group_of(g.table.state, actor).standing


# -- number and quality ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-MINIONS-02")
@pytest.mark.parametrize(
    ("shifts", "labels"),
    [
        (-1, []),
        (0, []),
        (1, ["1 Average (+1) simple minion"]),
        (2, ["2 Average (+1) simple minions"]),
        (3, ["3 Average (+1) simple minions", "1 Fair (+2) simple minion"]),
        (5, ["5 Average (+1) simple minions", "1 Fair (+2) simple minion", "1 Good (+3) simple minion"]),
        (7, ["7 Average (+1) simple minions", "2 Fair (+2) simple minions", "1 Good (+3) simple minion"]),
    ],
)
def test_shifts_over_mediocre_buy_minions_of_one_quality(shifts: int, labels: list[str]) -> None:
    g = Game(maud=(caller(rating=3),))
    found = called(g, shifts, rating=3)
    assert (g.last_roll.difficulty, g.last_roll.scale) == (0, 0)
    assert list(found) == ([*labels, "Call nobody"] if labels else [])


@pytest.mark.rule("SF-MINIONS-02", "SF-TIER-06")
def test_a_higher_tier_adds_six_siders_to_the_plain_roll() -> None:
    g = Game(maud=(caller(tier=2),))
    undertake(g, "call-minions", trait="calling")
    g.throw("ana", "00 6 6")
    assert g.result()[0] == 4 + 12


@pytest.mark.rule("SF-MINIONS-02")
def test_they_are_one_group_of_so_many_and_the_rest_of_the_shifts_is_lost() -> None:
    g = Game(maud=(caller(),))
    group = come(g, 7, "2 Fair (+2) simple minions", name="Footmen")
    assert (group.name, group.sheet.numbers["size"], group.patron, group.controller) == ("Footmen", 2, MAUD, "ana")
    assert [actor.name for actor in followers_of(g.table.state, MAUD)] == ["Footmen"]


@pytest.mark.rule("SF-MINIONS-02")
def test_nobody_has_to_come() -> None:
    g = Game(maud=(caller(),))
    called(g, 3)
    g.answer("ana", "minions-to-make", "nobody")
    assert followers_of(g.table.state, MAUD) == ()


# -- what they can do --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-MINIONS-03")
@pytest.mark.parametrize(
    ("shifts", "label", "scopes", "expected"),
    [
        (1, "1 Average (+1) simple minion", ("social",), {"social": (1, 0)}),
        (3, "1 Fair (+2) simple minion", ("mental", "physical"), {"mental": (2, 0), "physical": (1, 0)}),
        (3, "1 Fair (+2) simple minion", ("mental", "mental"), {"mental": (2, 0), "physical": (1, 0)}),
        (
            5,
            "1 Good (+3) simple minion",
            ("physical", "social", "mental"),
            {"physical": (3, 0), "social": (2, 0), "mental": (1, 0)},
        ),
    ],
)
def test_simple_minions_have_scopes(
    shifts: int, label: str, scopes: tuple[str, ...], expected: dict[str, tuple[int, int]]
) -> None:
    g = Game(maud=(caller(),))
    group = come(g, shifts, label, **{f"place-{place}": scope for place, scope in enumerate(scopes)})
    assert skills(group) == expected


@pytest.mark.rule("SF-MINIONS-03")
@pytest.mark.parametrize("scope", ["physical", "mental", "social"])
def test_a_scope_is_good_for_attack_defense_and_initiative_in_its_conflicts(scope: str) -> None:
    ways = {"physical": ("strike", "melee"), "mental": ("menace", "mental"), "social": ("influence", "social")}
    g = Game(maud=(caller(),))
    group = come(g, 1, "1 Average (+1) simple minion", **{"place-0": scope})
    attack, way = ways[scope]
    traits = g.ruleset.presenting.rules.traits
    assert f"{scope}/{attack}" in {trait.id for trait in traits(group, "attack")}
    assert any(trait.skill == scope for trait in traits(group, f"defend-{way}"))
    assert traits(group, f"initiative {scope}")[0].id == scope
    others = {trait.skill for trait in traits(group, "attack")} - {scope}
    assert all(trait.rating == 0 for trait in traits(group, "attack") if trait.skill in others), "as everybody has them"


@pytest.mark.rule("SF-MINIONS-04")
@pytest.mark.parametrize(
    ("shifts", "label", "ratings"),
    [
        (1, "1 Average (+1) advanced minion", [1]),
        (3, "1 Fair (+2) advanced minion", [2, 1, 1]),
        (5, "1 Good (+3) advanced minion", [3, 2, 2, 1, 1, 1]),
    ],
)
def test_advanced_minions_have_pyramids_of_skills(shifts: int, label: str, ratings: list[int]) -> None:
    g = Game(maud=(caller("advanced"),))
    names = ["Stealth", "Burglary", "Fisticuffs", "Athletics", "Alertness", "Deceit"][: len(ratings)]
    group = come(g, shifts, label, **{f"place-{place}": name for place, name in enumerate(names)})
    assert skills(group) == {name.lower(): (rating, 0) for name, rating in zip(names, ratings, strict=True)}


@pytest.mark.rule("SF-MINIONS-03", "SF-MINIONS-04")
def test_the_two_kinds_cost_two_and_four_points() -> None:
    prices = {box.id: box.price for box in TABLES.boxes if box.id.startswith("minions")}
    assert prices == {"minions simple": 2, "minions advanced": 4}


# -- tier benefits -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-MINIONS-06")
@pytest.mark.parametrize(
    ("tier", "raises"),
    [
        (2, ["one Extraordinary"]),
        (3, ["one Superhuman", "one Extraordinary, one Extraordinary"]),
        (
            4,
            [
                "one Ascendant",
                "one Superhuman, one Extraordinary",
                "one Extraordinary, one Extraordinary, one Extraordinary",
            ],
        ),
    ],
)
def test_a_roll_on_its_own_tier_raises_scopes_of_those_who_come(tier: int, raises: list[str]) -> None:
    g = Game(maud=(caller(tier=tier),))
    found = called(g, 5, row="call-better-minions")
    assert (g.last_roll.difficulty, g.last_roll.scale) == (0, tier)
    assert [label.partition(", ")[2] for label in found if label.startswith("1 Good")] == raises
    average = [label.partition(", ")[2] for label in found if label.startswith("5 Average")]
    assert average == [each for each in raises if "," not in each], "one scope cannot be raised twice"


@pytest.mark.rule("SF-MINIONS-06")
@pytest.mark.parametrize(
    ("label", "fill", "tiers"),
    [
        ("one Ascendant", {"raise-0": "2"}, [0, 0, 3]),
        ("one Superhuman, one Extraordinary", {"raise-0": "1", "raise-1": "0"}, [1, 2, 0]),
        ("one Superhuman, one Extraordinary", {"raise-0": "1", "raise-1": "1"}, [1, 2, 0]),
        ("one Extraordinary, one Extraordinary, one Extraordinary", {}, [1, 1, 1]),
    ],
)
def test_the_caller_chooses_what_is_raised_to_what(label: str, fill: dict[str, str], tiers: list[int]) -> None:
    g = Game(maud=(caller(tier=4),))
    group = come(g, 5, f"1 Good (+3) simple minion, {label}", row="call-better-minions", **fill)
    assert [tier for _, tier in sorted(skills(group).values(), reverse=True)] == tiers


@pytest.mark.rule("SF-MINIONS-06")
@pytest.mark.parametrize("tier", [0, 1])
def test_below_superhuman_there_is_no_such_roll(tier: int) -> None:
    g = Game(maud=(caller(tier=tier),))
    command = Undertake(actor=MAUD, procedure="call-better-minions", trait="calling", description="so")
    assert g.refused("ana", command) == "unknown-trait"


@pytest.mark.rule("SF-MINIONS-06")
def test_a_skill_that_brings_other_benefits_raises_nobody() -> None:
    both = skill("Calling", 1, 2, HeldTrapping(id="minions", of="simple"), HeldTrapping(id="move"), benefits=("move",))
    g = Game(maud=(both,))
    command = Undertake(actor=MAUD, procedure="call-better-minions", trait="calling", description="so")
    assert g.refused("ana", command) == "unknown-trait"


@pytest.mark.rule("SF-MINIONS-06")
def test_a_skill_of_advanced_minions_is_raised_and_brings_its_benefits() -> None:
    g = Game(maud=(caller("advanced", tier=2),))
    fill = {"place-0": "Athletics", "place-1": "Arms", "place-2": "Art", "raise-0": "1"}
    group = come(g, 3, "1 Fair (+2) advanced minion, one Extraordinary", row="call-better-minions", **fill)
    assert skills(group) == {"athletics": (2, 0), "arms": (1, 1), "art": (1, 0)}


# -- coming and going --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-MINIONS-01")
def test_they_are_on_their_way_until_the_gm_brings_them_in_and_leave_with_the_scene() -> None:
    g = Game(maud=(caller(),))
    group = come(g, 1, "1 Average (+1) simple minion")
    assert not there(g, group)
    g.do("gm", EnterScene(group.id))
    assert there(g, group)
    g.do("gm", EndScene())
    assert group.id not in g.cast


@pytest.mark.rule("SF-MINIONS-01")
def test_a_fate_point_and_a_reason_bring_them_at_once() -> None:
    g = Game(maud=(caller(),))
    g.set_points(maud=1)
    group = come(g, 1, "1 Average (+1) simple minion")
    g.do("ana", Hasten(actor=group.id, description="they have waited in the crowd"))
    assert (there(g, group), g.points("maud")) == (True, 0)
    assert g.refused("ana", Hasten(actor=group.id, description="again")) == "not-on-their-way"
    assert g.refused("ana", Hasten(actor=MAUD, description="she comes")) == "not-on-their-way"


@pytest.mark.rule("SF-MINIONS-01")
def test_without_a_point_or_their_caller_nobody_is_brought_in() -> None:
    g = Game(maud=(caller("simple", 4, 0, "stay"),))
    g.set_points(maud=0)
    group = come(g, 1, "1 Average (+1) simple minion")
    assert g.refused("ana", Hasten(actor=group.id, description="near")) == "not-enough-fate-points"
    g.set_points(maud=1)
    assert g.refused("bo", Hasten(actor=group.id, description="near")) == "not-yours"
    g.do("gm", EndScene())
    g.do("gm", StartScene("Without her", (CORA, FOE)))
    assert g.refused("ana", Hasten(actor=group.id, description="near")) == "not-there"


@pytest.mark.rule("SF-MINIONS-01")
def test_they_are_called_once_a_scene_whether_anybody_comes_or_not() -> None:
    g = Game(maud=(caller(),))
    called(g, 0)
    again = Undertake(actor=MAUD, procedure="call-minions", trait="calling", description="so")
    assert g.refused("ana", again) == "used-up"
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE)))
    come(g, 1, "1 Average (+1) simple minion")


@pytest.mark.rule("SF-MINIONS-01")
@pytest.mark.parametrize("term", ["contact", "arrival", "often", "stay"])
def test_each_term_may_be_changed_by_unusual(term: str) -> None:
    g = Game(maud=(caller("simple", 4, 0, term),))
    group = come(g, 1, "1 Average (+1) simple minion")
    assert there(g, group) == (term == "arrival")
    again = Undertake(actor=MAUD, procedure="call-minions", trait="calling", description="so")
    assert (g.is_offered("ana", again)) == (term == "often")
    g.do("gm", EndScene())
    assert (group.id in g.cast) == (term == "stay")


@pytest.mark.rule("SF-MINIONS-01")
def test_no_more_terms_are_changed_than_there_is_unusual() -> None:
    def with_terms(extras: int, *terms: str) -> list[str]:
        held = HeldTrapping(id="minions", of="simple", extras=("unusual",) * extras, note="so", terms=terms)
        return [code for code in errors(hero(built("Calling", held))) if code == "unusual-missing"]

    assert with_terms(0) == with_terms(1, "stay") == with_terms(2, "stay", "often") == []
    assert with_terms(0, "stay") == with_terms(1, "stay", "often") == ["unusual-missing"]


@pytest.mark.rule("SF-MINIONS-01")
def test_nobody_calls_without_the_trapping() -> None:
    g = Game()
    assert not [offer for offer in g.offers("ana", Undertake) if "minions" in offer.label]


@pytest.mark.rule("SF-MINIONS-01")
def test_people_of_the_gm_call_theirs_and_everybody_sees_how_many_stand() -> None:
    g = Game(foe=(caller("simple", 4, 0, "arrival"),))
    group = come(g, 3, "3 Average (+1) simple minions", by="foe", name="Thugs")
    assert (group.patron, group.controller) == (FOE, None)
    block = next(block for block in g.table.present("ana") if isinstance(block, SheetBlock) and block.name == "Thugs")
    assert (block.patron, block.standing, block.size) == ("Foe", 3, 3)


# -- in a fight --------------------------------------------------------------------------------------------------------


def fighting(shifts: int, label: str, **fill: Any) -> tuple[Game, Actor]:
    """Maud's minions are there, and she knows how to fight beside them."""
    g = Game(maud=(caller("simple", 4, 0, "arrival"), skill("Fisticuffs", 2)), foe=(skill("Arms", 4),))
    return g, come(g, shifts, label, **fill)


def hit(g: Game, target: str, shifts: int) -> None:
    """The foe hits somebody for so many, who defends without any skill."""
    g.come_to("foe")
    g.do("gm", Attack(actor=FOE, target=ActorId(target), trait="arms/strike", description="swings"))
    prompt = g.prompt("defend")
    assert prompt is not None
    hole = next(option for option in prompt.options if option.id == "defend").holes[0]
    assert isinstance(hole, ChoiceHole)
    g.answer(g.seat_of(target), "defend", "defend", trait=hole.options[-1].value, description="blocks")
    defence = sum(part.amount for part in g.roll.efforts[1].modifiers)
    g.throw("gm", "0000", faces(4 - defence - shifts))
    g.everyone_passes()


@pytest.mark.rule("SF-MINIONS-05", "SF-MINIONS-08")
@pytest.mark.parametrize(
    ("shifts", "label", "hits", "left"),
    [
        (1, "1 Average (+1) simple minion", [1], 1),
        (1, "1 Average (+1) simple minion", [2], 0),
        (1, "1 Average (+1) simple minion", [1, 1], 0),
        (3, "1 Fair (+2) simple minion", [2], 1),
        (3, "1 Fair (+2) simple minion", [3], 0),
        (5, "1 Good (+3) simple minion", [3], 1),
        (5, "1 Good (+3) simple minion", [4], 0),
        (3, "3 Average (+1) simple minions", [2], 2),
        (3, "3 Average (+1) simple minions", [4], 1),
        (3, "3 Average (+1) simple minions", [3, 1], 1),
        (3, "3 Average (+1) simple minions", [6], 0),
    ],
)
def test_hits_go_from_one_minion_to_the_next_and_leave_no_consequences(
    shifts: int, label: str, hits: list[int], left: int
) -> None:
    g, group = fighting(shifts, label)
    g.start_conflict("physical", second_side=("foe",), first="Foe")
    for amount in hits:
        hit(g, group.id, amount)
        assert g.prompt("absorb") is None
    assert standing(g, group) == left
    assert bool(g.condition(group.id).out) == (left == 0)
    assert g.condition(group.id).marks == {}


@pytest.mark.rule("SF-MINIONS-08")
@pytest.mark.parametrize(("number", "bonus"), [(1, 0), (2, 1), (3, 1), (4, 2), (6, 2), (7, 3), (8, 3)])
def test_a_group_rolls_once_and_is_worth_its_numbers(number: int, bonus: int) -> None:
    g, group = fighting(number, f"{number} Average (+1) simple minion{'s' * (number > 1)}")
    g.do("ana", Overcome(actor=group.id, trait="physical", description="push"))
    more = [(part.label, part.amount) for part in g.roll.efforts[0].modifiers if part.source == "circumstance"]
    assert more == ([(f"{number} together", bonus)] if bonus else [])


@pytest.mark.rule("SF-MINIONS-08")
def test_minions_who_come_in_a_fight_join_it_on_their_callers_side() -> None:
    g = Game(maud=(caller("simple", 4, 0, "arrival"),), foe=(skill("Arms", 4),))
    g.start_conflict("physical", second_side=("foe",), first="Maud")
    group = come(g, 3, "3 Average (+1) simple minions")
    assert g.conflict.newcomers == (group.id,)


@pytest.mark.rule("SF-MINIONS-08")
def test_minions_close_to_a_leader_add_their_numbers_and_take_the_hits_first() -> None:
    g, group = fighting(3, "3 Average (+1) simple minions")
    assert g.refused("ana", SendOff(actor=group.id)) == "not-attached"
    g.do("ana", KeepClose(actor=group.id))
    g.start_conflict("physical", second_side=("foe",), first="Foe")
    assert group.id not in g.conflict.actors
    hit(g, MAUD, 3)
    assert standing(g, group) == 2, "two fell the first, and one is left on the second"
    assert g.condition("maud").tracks["health"] == (False, False)
    hit(g, MAUD, 5)
    prompt = g.prompt("absorb")
    assert standing(g, group) == 0
    assert prompt is not None
    assert prompt.question == "Maud is hit for 2"


@pytest.mark.rule("SF-MINIONS-08")
@pytest.mark.parametrize(("conflict", "bonus"), [("physical", 2), ("mental", 0)])
def test_their_numbers_count_for_a_leader_in_conflicts_of_their_scopes(conflict: str, bonus: int) -> None:
    g, group = fighting(3, "3 Average (+1) simple minions")
    g.do("ana", KeepClose(actor=group.id))
    g.start_conflict(conflict, second_side=("foe",), first="Maud")
    g.do("ana", Overcome(actor=MAUD, trait="fisticuffs", description="pushes"))
    more = [part.amount for part in g.roll.efforts[0].modifiers if part.source == "circumstance"]
    assert more == ([bonus] if bonus else [])


@pytest.mark.rule("SF-MINIONS-08")
@pytest.mark.parametrize(("trait", "bonus"), [("stealth", 1), ("fisticuffs", 0), ("arms", 0)])
def test_skills_of_advanced_minions_count_for_a_leader_who_has_them_too(trait: str, bonus: int) -> None:
    own = (skill("Fisticuffs", 2), skill("Stealth", 1))
    g = Game(maud=(caller("advanced", 4, 0, "arrival"), *own))
    fill = {"place-0": "Stealth", "place-1": "Arms", "place-2": "Art"}
    group = come(g, 6, "2 Fair (+2) advanced minions", **fill)
    g.do("ana", KeepClose(actor=group.id))
    g.do("ana", Overcome(actor=MAUD, trait=trait, description="tries"))
    more = [part.amount for part in g.roll.efforts[0].modifiers if part.source == "circumstance"]
    assert more == ([bonus] if bonus else [])


# -- duplicates --------------------------------------------------------------------------------------------------------

OWN = (skill("Fisticuffs", 3), skill("Stealth", 2, 1), skill("Art", 1))


@pytest.mark.rule("SF-MINIONS-07")
def test_duplicates_are_there_at_once_with_skills_of_the_character() -> None:
    g = Game(maud=(caller("duplicates"), *OWN))
    options = called(g, 5)
    assert list(options)[:3] == ["5 Average (+1) duplicates", "1 Fair (+2) duplicate", "1 Good (+3) duplicate"]
    places = [[choice.value for choice in hole.options] for hole in options["1 Good (+3) duplicate"].holes[1:]]  # type: ignore[union-attr]
    assert [set(names) for names in places] == [
        {"Fisticuffs"},
        {"Fisticuffs", "Stealth"},
        {"Fisticuffs", "Stealth", "Art"},
    ]
    fill = {"place-0": "Fisticuffs", "place-1": "Stealth", "place-2": "Stealth"}
    g.answer("ana", "minions-to-make", options["1 Good (+3) duplicate"].id, name="", **fill)
    (copy,) = followers_of(g.table.state, MAUD)
    assert there(g, copy)
    assert skills(copy) == {"fisticuffs": (3, 0), "stealth": (2, 0), "art": (1, 0)}, "Mundane, and each skill once"


@pytest.mark.rule("SF-MINIONS-07")
@pytest.mark.parametrize(
    ("own", "offered"),
    [((), []), (OWN[2:], ["Average"]), (OWN[1:], ["Average", "Fair"]), (OWN[:1], ["Average"]), (OWN, list(QUALITIES))],
)
def test_no_duplicate_is_better_than_what_the_character_can_do(own: tuple[Entry, ...], offered: list[str]) -> None:
    g = Game(maud=(caller("duplicates"), *own))
    found = called(g, 5)
    assert [label.split()[1] for label in found if label != "Call nobody"] == offered
    names = {c.value for option in found.values() for hole in option.holes[1:] for c in hole.options}  # type: ignore[union-attr]
    assert "Calling" not in names, "none has Duplicates"


@pytest.mark.rule("SF-MINIONS-07", "SF-MINIONS-06")
def test_a_benefit_raises_a_copied_skill_no_further_than_the_characters_own() -> None:
    g = Game(maud=(caller("duplicates", tier=2), *OWN))
    fill = {"place-0": "Fisticuffs", "place-1": "Stealth", "raise-0": "1"}
    copy = come(g, 3, "1 Fair (+2) duplicate, one Extraordinary", row="call-better-minions", **fill)
    assert skills(copy) == {"fisticuffs": (2, 0), "stealth": (1, 1)}
    other = Game(maud=(caller("duplicates", tier=2), *OWN))
    copy = come(
        other, 3, "1 Fair (+2) duplicate, one Extraordinary", row="call-better-minions", **{**fill, "raise-0": "0"}
    )
    assert skills(copy) == {"fisticuffs": (2, 0), "stealth": (1, 0)}


@pytest.mark.rule("SF-MINIONS-07")
def test_only_a_strange_skill_makes_duplicates_for_the_price_of_simple_minions() -> None:
    held = HeldTrapping(id="minions", of="duplicates")
    assert "duplicates-not-strange" not in errors(hero(built("Copies", held)))
    assert "duplicates-not-strange" in errors(hero(built("Copies", held, kind="unique")))
    assert "unknown-trapping" not in errors(hero(built("Copies", held)))
