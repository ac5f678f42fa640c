"""What hits do: tracks and scopes, boxes, consequences, armour, being taken out."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.harm.absorbing import SetBox
from fatetable.mechanics.harm.state import TAKEN_OUT
from fatetable.rulesets.strange.combat import harm_rules
from fatetable.rulesets.strange.dials import Dials
from fatetable.rulesets.strange.sheet import slots_of, tracks_of
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.playing import FOE, Game, held, person, skill
from fatetable.testing import faces

TRACKS = {"physical": "health", "mental": "composure", "social": "reputation"}
ATTACKS = {
    "strike": ("physical", "parry"),
    "shoot": ("physical", "dodge"),
    "menace": ("mental", "willpower"),
    "convince": ("mental", "willpower"),
    "guile": ("mental", "willpower"),
    "influence": ("social", "esteem"),
    "wealth": ("social", "wealth"),
}


def fight(scope: str = "physical", attack: str = "strike", *own: Entry, **dials: Any) -> Game:
    """Maud attacks with a skill of +4 that has only this trapping; the foe defends with one of +0."""
    g = Game(maud=(skill("Talent", 4, 0, held(attack)),), foe=own, **dials)
    g.start_conflict(scope, first="Maud")
    g.come_to("maud")
    return g


def defence(g: Game, trapping: str) -> str:
    """The foe's trait with this trapping."""
    prompt = g.prompt("defend")
    assert prompt is not None
    (option,) = prompt.options
    return next(choice.value for choice in option.holes[0].options if choice.value.endswith(f"/{trapping}"))  # type: ignore[union-attr]


def hit(g: Game, shifts: int, attack: str = "strike", *, defend: str = "") -> None:
    """An attack that succeeds by so many shifts."""
    g.choose("ana", "attack", actor="maud", target="foe", trait=f"talent/{attack}", description="goes for them")
    trait = defence(g, defend or ATTACKS[attack][1])
    g.answer("gm", "defend", "defend", trait=trait, description="holds on")
    rating = g.roll.efforts[1].fixed
    wanted = shifts - (4 - rating)
    own = max(-4, min(4, wanted))
    g.throw("ana", faces(own), faces(own - wanted))
    g.everyone_passes()


def boxes(g: Game, track: str = "health") -> tuple[bool, ...]:
    return g.condition("foe").tracks[track]


@pytest.mark.rule("SF-STRESS-01")
@pytest.mark.parametrize("attack", list(ATTACKS))
def test_an_attack_harms_the_track_of_its_scope_and_no_other(attack: str) -> None:
    scope, _ = ATTACKS[attack]
    g = fight(scope, attack, skill("Nerve", 1, 0, held("willpower"), held("esteem"), held("wealth"), held("dodge")))
    hit(g, 2, attack)
    g.answer("gm", "absorb", "box-2")
    assert {track: any(checked) for track, checked in g.condition("foe").tracks.items()} == {
        track: name == scope for name, track in TRACKS.items()
    }


@pytest.mark.rule("SF-STRESS-01")
def test_everybody_has_two_boxes_of_each_and_one_consequence_of_each_size() -> None:
    plain = person("Plain")
    assert tracks_of(TABLES, plain) == {"health": 2, "composure": 2, "reputation": 2}
    assert [(slot.name, slot.absorbs, slot.kinds) for slot in slots_of(TABLES, plain)] == [
        ("mild", 2, ()),
        ("moderate", 4, ()),
        ("severe", 6, ()),
    ]


@pytest.mark.rule("SF-STRESS-01")
@pytest.mark.parametrize("chosen", ["dodge", "parry", "resist-damage"])
def test_a_blow_may_be_met_with_any_of_three_and_a_shot_not_with_parry(chosen: str) -> None:
    body = skill("Body", 1, 0, held("dodge"), held("parry"), held("resist-damage"))
    g = fight("physical", "strike", body)
    hit(g, 1, defend=chosen)
    assert g.last_roll.efforts[1].trait == f"body/{chosen}"
    g = fight("physical", "shoot", body)
    g.choose("ana", "attack", actor="maud", target="foe", trait="talent/shoot", description="fires")
    prompt = g.prompt("defend")
    assert prompt is not None
    traits = [choice.value for choice in prompt.options[0].holes[0].options]  # type: ignore[union-attr]
    assert (f"body/{chosen}" in traits) == (chosen != "parry")


@pytest.mark.rule("SF-STRESS-02")
def test_a_hit_marks_the_box_of_its_number_and_a_marked_one_passes_it_up() -> None:
    g = fight()
    hit(g, 1)
    assert [option.id for option in g.prompt("absorb").options] == ["box-1", "mild", "moderate", "severe", "out"]  # type: ignore[union-attr]
    g.answer("gm", "absorb", "box-1")
    assert boxes(g) == (True, False)
    g.come_to("maud")
    hit(g, 1)
    g.answer("gm", "absorb", "box-2")
    assert boxes(g) == (True, True)
    g.come_to("maud")
    hit(g, 1)
    assert [option.id for option in g.prompt("absorb").options] == ["mild", "moderate", "severe", "out"]  # type: ignore[union-attr]


@pytest.mark.rule("SF-STRESS-02")
def test_consequences_take_two_four_and_six_and_the_rest_goes_into_a_box() -> None:
    g = fight()
    hit(g, 8)
    ways = {option.id for option in g.prompt("absorb").options}  # type: ignore[union-attr]
    assert ways == {"box-2+mild+moderate", "box-2+severe", "mild+severe", "moderate+severe", "out"}
    g.answer("gm", "absorb", "box-2+severe", severe="Broken Ribs")
    assert boxes(g) == (False, True)
    (free,) = g.card("Broken Ribs").free
    assert free.holder == "maud"


@pytest.mark.rule("SF-STRESS-02")
def test_who_can_take_no_more_is_out_as_the_attacker_says() -> None:
    g = fight()
    hit(g, 8)
    g.answer("gm", "absorb", "mild+severe", mild="Dazed", severe="Broken Leg")
    g.come_to("maud")
    hit(g, 8)
    assert g.prompt("absorb") is None, "a moderate consequence and two boxes are not enough"
    assert g.condition("foe").out == TAKEN_OUT
    g.answer("ana", "taken-out", "tell", fate="Lies in the gutter")
    assert g.condition("foe").fate == "Lies in the gutter"


@pytest.mark.rule("SF-STRESS-02")
def test_a_table_may_mark_a_box_for_each_point_of_stress() -> None:
    rules = harm_rules(TABLES, Dials(stress="box-for-each"))
    assert (rules.rolls_up, rules.fills_up) == (False, True)
    g = fight(stress="box-for-each")
    hit(g, 2)
    g.answer("gm", "absorb", "box-1+box-2")
    assert boxes(g) == (True, True)


@pytest.mark.rule("SF-STRESS-02")
def test_an_attack_that_ties_does_nothing() -> None:
    g = fight()
    hit(g, 0)
    assert g.prompt("absorb") is None
    assert boxes(g) == (False, False)


@pytest.mark.rule("SF-WEAP-01", "SF-WEAP-03")
def test_ordinary_weapons_add_nothing() -> None:
    g = Game(maud=(skill("Arms", 4), skill("Fisticuffs", 4)), foe=(skill("Fisticuffs", 1),))
    g.start_conflict("physical", first="Maud")
    for trait in ("arms/strike", "fisticuffs/strike"):
        g.come_to("maud")
        g.attack(trait, "fisticuffs/parry", "0000", "+000")
        g.everyone_passes()
        prompt = g.prompt("absorb")
        assert prompt is not None
        assert prompt.question == "Foe is hit for 2"
        g.answer("gm", "absorb", "box-2")
        g.do("gm", SetBox(actor=FOE, box=2, checked=False, reason="once more", track="health"))


# -- stress capacity ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-STRESSCAP-01")
@pytest.mark.parametrize(("rating", "more"), [(1, 1), (2, 2), (3, 2), (4, 3)])
@pytest.mark.parametrize("scope", list(TRACKS))
def test_stress_capacity_lengthens_one_track_by_its_rating(scope: str, rating: int, more: int) -> None:
    tracks = tracks_of(TABLES, person("Tough", skill("Hide", rating, 0, held("stress-capacity", scope))))
    assert tracks == {track: 2 + more * (name == scope) for name, track in TRACKS.items()}


@pytest.mark.rule("SF-STRESSCAP-01")
def test_of_two_skills_with_the_same_scope_the_best_counts() -> None:
    tough = person("Tough", *(skill(name, 2, 1, held("stress-capacity", "physical")) for name in ("Hide", "Shell")))
    assert tracks_of(TABLES, tough)["health"] == 4


def capacity(scope: str, tier: int, rating: int = 1) -> Entry:
    return skill("Hide", rating, tier, held("stress-capacity", scope))


@pytest.mark.rule("SF-STRESSCAP-03", "SF-WEAP-02")
@pytest.mark.parametrize("scope", list(TRACKS))
@pytest.mark.parametrize("tier", range(5))
def test_the_benefit_is_armour_against_hits_of_its_scope(scope: str, tier: int) -> None:
    for attacked, attack in (("physical", "strike"), ("mental", "menace"), ("social", "influence")):
        own = skill("Nerve", 1, 0, held("willpower"), held("esteem"), held("dodge"))
        g = fight(attacked, attack, capacity(scope, tier), own)
        hit(g, 6, attack, defend={"physical": "dodge"}.get(attacked, ""))
        armour = tier if attacked == scope else 0
        prompt = g.prompt("absorb")
        assert prompt is not None
        why = f" (6 by the roll, armour -{armour})" if armour else ""
        assert prompt.question == f"Foe is hit for {6 - armour}{why}"


@pytest.mark.rule("SF-WEAP-02")
def test_armour_never_turns_a_hit_into_a_gain() -> None:
    g = fight("physical", "strike", capacity("physical", 4))
    hit(g, 2)
    assert g.prompt("absorb") is None
    assert boxes(g) == (False, False, False)


@pytest.mark.rule("SF-STRESSCAP-03", "SF-STRESS-01")
@pytest.mark.parametrize(("tier", "slots"), [(1, []), (2, ["mild"]), (3, ["mild"]), (4, ["mild", "moderate"])])
def test_high_tiers_have_more_consequences_of_their_scope_alone(tier: int, slots: list[str]) -> None:
    tough = person("Tough", capacity("mental", tier))
    more = slots_of(TABLES, tough)[3:]
    assert [slot.name for slot in more] == [f"{size} mental" for size in slots]
    assert [slot.takes("mental") for slot in more] == [True] * len(slots)
    assert not any(slot.takes("physical") or slot.takes("social") for slot in more)


@pytest.mark.rule("SF-STRESS-01")
def test_a_slot_of_one_scope_takes_no_consequence_of_another() -> None:
    g = fight("physical", "strike", capacity("social", 2))
    hit(g, 2)
    ways = [option.id for option in g.prompt("absorb").options]  # type: ignore[union-attr]
    assert "mild social" not in ways
