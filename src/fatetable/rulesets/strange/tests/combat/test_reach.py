"""How far attacks reach, and attacks on several and on whole zones."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.prompts import Answer
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.rolls.comparing.attacking_several import AttackSeveral, AttackZone
from fatetable.mechanics.scenes.zones import NOWHERE
from fatetable.rulesets.strange.combat.reach import reach_with
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, held, person, skill

RIVAL, THIRD = ActorId("rival"), ActorId("third")


@pytest.mark.rule("SF-EXT-06")
@pytest.mark.parametrize(
    ("zones", "with_ranges"), [(None, [0, 0, 1, 3, 5]), (0, [0, 1, 3, 5, 7]), (1, [1, 3, 5, 7, 9])]
)
def test_each_range_goes_on_from_where_the_last_one_ended(zones: int | None, with_ranges: list[int]) -> None:
    assert [reach_with(zones, ranges) for ranges in range(5)] == with_ranges


def on_a_map(*skills: Any, **dials: Any) -> Game:
    """Maud is at one end of seven zones."""
    g = Game(maud=skills, **dials)
    names = [f"Zone {number}" for number in range(7)]
    g.draw_zones(*names)
    g.place("maud", names[0])
    g.place("cora", names[0])
    g.place("foe", names[0])
    g.start_conflict("physical", first="Maud")
    return g


REACHING = [
    (skill("Fisticuffs", 2), "fisticuffs/strike", 0),
    (skill("Arms", 2), "arms/strike", 1),
    (skill("Marksmanship", 2), "marksmanship/shoot", 3),
    (skill("Bolt", 2, 0, held("shoot")), "bolt/shoot", 1),
    (skill("Longbow", 2, 0, held("shoot", "", "range", "range")), "longbow/shoot", 5),
    (skill("Tendrils", 2, 0, held("strike", "", "range", "range", "range")), "tendrils/strike", 5),
]


@pytest.mark.rule("SF-EXT-06", "SF-COM-02", "SF-STRIKE-01", "SF-SHOOT-01")
@pytest.mark.parametrize(("own", "trait", "zones"), REACHING, ids=[trait for _, trait, _ in REACHING])
def test_an_attack_reaches_so_many_zones_and_no_farther(own: Any, trait: str, zones: int) -> None:
    g = on_a_map(own)
    attack = Attack(actor=MAUD, target=FOE, trait=trait, description="at them")
    for away in range(7):
        g.place("foe", f"Zone {away}")
        assert g.is_offered("ana", attack) == (away <= zones)
        if away > zones:
            assert g.refused("ana", attack) == "out-of-reach"


@pytest.mark.rule("SF-STRIKE-01", "SF-SHOOT-01")
@pytest.mark.parametrize("trapping", ["strike", "shoot"])
def test_what_hits_deals_stress_to_health(trapping: str) -> None:
    g = on_a_map(skill("Blow", 2, 0, held(trapping)))
    g.attack(f"blow/{trapping}", "athletics/dodge")
    g.everyone_passes()
    prompt = g.prompt("absorb")
    assert prompt is not None
    assert (prompt.question, prompt.about["track"]) == ("Foe is hit for 2", "health")


# -- spray -----------------------------------------------------------------------------------------------------------


def against_three(*skills: Any, **foes: Any) -> Game:
    g = Game(maud=skills, scene=False, **foes)
    for name in ("Rival", "Third"):
        g.add_opponent(person(name, skill("Athletics", 3), kind="npc"))
    g.start_scene()
    return g


SPRAYING = skill("Gun", 4, 0, held("shoot", "", "spray"))
FLOODING = skill("Fire", 4, 0, held("shoot", "", "zone"))


def answered(g: Game, *actors: str) -> None:
    for actor in actors:
        prompt = next(p for p in g.prompts() if p.kind == "defend" and p.about["actor"] == actor)
        g.do(g.seat_of(actor), Answer(prompt.id, "defend", {"trait": "athletics/dodge", "description": "ducks"}))


@pytest.mark.rule("SF-EXT-08", "SF-ROLL-01")
def test_a_spray_is_rolled_once_and_loses_one_for_each_target() -> None:
    g = against_three(SPRAYING, foe=(skill("Athletics", 4),))
    g.start_conflict("physical", first="Maud")
    g.do("ana", AttackSeveral(actor=MAUD, targets=(FOE, RIVAL, THIRD), trait="gun/shoot", description="sweeps"))
    answered(g, "foe", "rival", "third")
    g.throw("ana", "++00", "-000", "0000", "0000")
    g.everyone_passes()
    read = {
        g.last_roll.efforts[each.other].actor: (each.total, each.margin, each.outcome)
        for each in g.last_roll.comparisons
    }
    assert read == {"foe": (3, 0, "tie"), "rival": (3, 0, "tie"), "third": (3, 0, "tie")}
    assert g.prompt("absorb") is None


def test_what_is_no_attack_reaches_nobody() -> None:
    g = on_a_map(skill("Fisticuffs", 2))
    g.come_to("maud")
    for trait in ("fisticuffs", "fisticuffs/shoot", "nothing"):
        assert g.refused("ana", Attack(actor=MAUD, target=FOE, trait=trait, description="goes")) == "unknown-trait"
        everybody = AttackZone(actor=MAUD, zone=NOWHERE, trait=trait, description="goes")
        assert g.refused("ana", everybody) == "unknown-trait"


@pytest.mark.rule("SF-EXT-08")
def test_two_targets_cost_two_and_each_is_hit_for_what_it_failed_by() -> None:
    g = against_three(SPRAYING, foe=(skill("Athletics", 1),))
    g.start_conflict("physical", first="Maud")
    g.do("ana", AttackSeveral(actor=MAUD, targets=(FOE, RIVAL), trait="gun/shoot", description="sweeps"))
    answered(g, "foe", "rival")
    g.throw("ana", "++00", "0000", "0000")
    g.everyone_passes()
    assert [each.margin for each in g.last_roll.comparisons] == [4 + 2 - 2 - 1, 4 + 2 - 2 - 3]
    asked = [p.question for p in g.prompts() if p.kind == "absorb"]
    assert asked == ["Foe is hit for 3", "Rival is hit for 1"]


@pytest.mark.rule("SF-EXT-08")
def test_one_target_is_attacked_without_the_penalty_and_only_spray_attacks_several() -> None:
    g = against_three(SPRAYING, skill("Marksmanship", 4))
    g.start_conflict("physical", first="Maud")
    several = AttackSeveral(actor=MAUD, targets=(FOE, RIVAL), trait="marksmanship/shoot", description="sweeps")
    assert g.refused("ana", several) == "not-on-several"
    g.attack("gun/shoot", "athletics/dodge")
    assert g.result()[0] == 4


@pytest.mark.rule("SF-EXT-08", "SF-EXT-06")
def test_a_spray_stays_in_one_zone_and_carries_as_far_as_its_trapping() -> None:
    g = against_three(SPRAYING)
    g.draw_zones("Here", "There", "Yonder")
    for actor, zone in (("maud", "Here"), ("foe", "There"), ("rival", "There"), ("third", "Here"), ("cora", "Here")):
        g.place(actor, zone)
    g.start_conflict("physical", first="Maud")

    def sweep(*targets: ActorId) -> AttackSeveral:
        return AttackSeveral(actor=MAUD, targets=targets, trait="gun/shoot", description="sweeps")

    assert g.refused("ana", sweep(FOE, THIRD)) == "not-on-several"
    assert g.is_offered("ana", sweep(FOE, RIVAL))
    for actor in ("foe", "rival"):
        g.place(actor, "Yonder")
    assert g.refused("ana", sweep(FOE, RIVAL)) == "out-of-reach"


# -- whole zones -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-EXT-08")
def test_a_spray_is_offered_for_targets_that_are_in_one_place() -> None:
    """Without a place on the map everybody is near, and still not in one zone."""
    g = Game(maud=(skill("Volley", 2, 0, held("shoot", "", "spray")),), scene=False)
    for name in ("Rival", "Third"):
        g.add_opponent(person(name, kind="npc"))
    g.start_scene()
    g.draw_zones("The Yard")
    g.place("rival", "The Yard")
    g.start_conflict("physical", first="Maud")
    g.come_to("maud")
    (offer,) = (each for each in g.offers("ana") if each.label.startswith("attack several"))
    (targets,) = (hole for hole in offer.holes if hole.field == "targets")
    assert [choice.value for choice in targets.options] == ["foe", "third"]  # type: ignore[union-attr]


@pytest.mark.rule("SF-EXT-12")
def test_everybody_in_a_zone_is_attacked_friends_too_and_without_a_penalty() -> None:
    g = against_three(FLOODING)
    g.start_conflict("physical", first="Maud")
    g.do("ana", AttackZone(actor=MAUD, zone=NOWHERE, trait="fire/shoot", description="burns"))
    assert g.roll.targets == (CORA, FOE, RIVAL, THIRD)
    answered(g, "cora", "foe", "rival", "third")
    g.throw("ana", "0000", *["0000"] * 4)
    g.everyone_passes()
    assert [each.total for each in g.last_roll.comparisons] == [4, 4, 4, 4]
    assert [each.margin for each in g.last_roll.comparisons] == [4, 4, 1, 1]


@pytest.mark.rule("SF-EXT-12", "SF-EXT-06")
def test_a_zone_within_reach_is_picked_and_only_a_trapping_with_zone_does_it() -> None:
    g = against_three(FLOODING, SPRAYING)
    here, there, yonder = g.draw_zones("Here", "There", "Yonder")
    for actor, zone in (("maud", "Here"), ("foe", "There"), ("rival", "There"), ("third", "Yonder"), ("cora", "Here")):
        g.place(actor, zone)
    g.start_conflict("physical", first="Maud")

    def flood(zone: Any, trait: str = "fire/shoot") -> AttackZone:
        return AttackZone(actor=MAUD, zone=zone, trait=trait, description="burns")

    assert [g.is_offered("ana", flood(zone)) for zone in (here, there, yonder)] == [True, True, False]
    assert g.refused("ana", flood(yonder)) == "out-of-reach"
    assert g.refused("ana", flood(there, "gun/shoot")) == "not-on-several"
    g.do("ana", flood(there))
    assert g.roll.targets == (FOE, RIVAL)


@pytest.mark.rule("SF-TIER-13")
def test_targets_on_different_tiers_read_the_same_dice_each_with_as_many_six_siders() -> None:
    high = skill("Gun", 4, 2, held("shoot", "", "spray"))
    g = Game(maud=(high,), foe=(skill("Athletics", 4, 1),), scene=False)
    g.add_opponent(person("Rival", skill("Athletics", 4), kind="npc"))
    g.add_opponent(person("Third", skill("Athletics", 4, 3), kind="npc"))
    g.start_scene()
    g.start_conflict("physical", first="Maud")
    g.do("ana", AttackSeveral(actor=MAUD, targets=(FOE, RIVAL, THIRD), trait="gun/shoot", description="sweeps"))
    answered(g, "foe", "rival", "third")
    g.throw("ana", "1 -1 1 0 5 3", "0000", "0000", "0 0 0 6")
    g.everyone_passes()
    base = 4 - 3
    assert [each.total for each in g.last_roll.comparisons] == [
        base + (-1 + 1 + 0) + 5,
        base + (1 + 0) + 5 + 3,
        base + 1 - 1 + 1,
    ]
    assert [each.against for each in g.last_roll.comparisons] == [4, 4, 4 + 6]
