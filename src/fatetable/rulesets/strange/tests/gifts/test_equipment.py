"""Equipment in play: weapons, armour, boxes, slots, tiers, bonuses and other uses."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.sheet import skill_points_of, slots_of, toughness, tracks_of, traits_of
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.gifts import equipment, finished, improvement, with_gifts
from fatetable.rulesets.strange.tests.support.making import procedure
from fatetable.rulesets.strange.tests.support.playing import Game, held, person, skill
from fatetable.testing import faces

TRACKS = {"physical": "health", "mental": "composure", "social": "reputation"}
SCOPES = tuple(TRACKS)


def several(number: int, name: str, **said: str) -> tuple[Entry, ...]:
    return (improvement(name, **said),) * number


def armed(*gear: Entry, own: Entry | None = None, **dials: Any) -> Game:
    """Maud has this equipment; she has a blow and a shot of +3, the foe a shield of +1."""
    blows = (own or skill("Blow", 3, 0, held("strike"), held("shoot"), held("menace"), held("influence")),)
    shield = skill("Shield", 1, 0, held("dodge"), held("willpower"), held("esteem"))

    class Equipped(Game):
        def bring(self, seat: str, character: str | Sheet) -> None:
            assert isinstance(character, Sheet)
            super().bring(seat, finished(character, *gear) if seat == "ana" else character)

    g = Equipped(maud=blows, foe=(shield,), **dials)
    g.start_conflict("physical", first="Maud")
    g.come_to("maud")
    return g


def stress(g: Game, attack: str = "strike", defence: str = "dodge", shifts: int = 3) -> str:
    g.attack(f"blow/{attack}", f"shield/{defence}", faces(shifts - 2), "0000")
    g.everyone_passes()
    prompt = g.prompt("absorb")
    return prompt.question.removeprefix("Foe is hit for ") if prompt else ""


@pytest.mark.rule("SF-EQUIP-06", "SF-WEAP-01")
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("scope", SCOPES)
def test_deadly_is_a_weapon_for_one_type_of_stress(scope: str, number: int) -> None:
    for attack, defence, other in (("strike", "dodge", "physical"), ("menace", "willpower", "mental")):
        found = stress(armed(equipment("Sabre", *several(number, "deadly", scope=scope))), attack, defence)
        assert found == (f"{3 + number} (3 by the roll, weapon +{number})" if scope == other else "3")


@pytest.mark.rule("SF-EQUIP-06", "SF-WEAP-01")
def test_a_weapon_does_no_more_than_double_the_stress() -> None:
    sabre = equipment("Sabre", *several(2, "deadly", scope="physical"))
    assert stress(armed(sabre), shifts=1) == "2 (1 by the roll, weapon +1)"


@pytest.mark.rule("SF-EQUIP-03", "SF-EQUIP-06")
def test_of_several_weapons_the_best_counts_that_goes_with_the_skill() -> None:
    knife = equipment("Knife", *several(1, "deadly", scope="physical"))
    sabre = equipment("Sabre", *several(2, "deadly", scope="physical"))
    assert stress(armed(knife, sabre)) == "5 (3 by the roll, weapon +2)"
    rifle = equipment("Rifle", *several(3, "deadly", scope="physical"), skills=("Marksmanship",))
    assert stress(armed(knife, rifle)) == "4 (3 by the roll, weapon +1)"
    rifle = equipment("Rifle", *several(3, "deadly", scope="physical"), skills=("Blow",))
    assert stress(armed(knife, rifle)) == "6 (3 by the roll, weapon +3)"


@pytest.mark.rule("SF-BEN-05", "SF-WEAP-01")
def test_a_tier_benefit_and_one_piece_add_up_before_the_limit() -> None:
    strong = skill("Blow", 3, 1, held("strike"), held("physical-force"))
    sabre = equipment("Sabre", *several(3, "deadly", scope="physical"))
    g = armed(sabre, own=strong)
    g.attack("blow/strike", "shield/dodge", "0 0 0 1", "0000")
    g.everyone_passes()
    assert g.prompt("absorb").question == "Foe is hit for 6 (3 by the roll, weapon +3)"  # type: ignore[union-attr]
    g = armed(sabre, own=strong)
    g.attack("blow/strike", "shield/dodge", "1 1 1 3", "0000")
    g.everyone_passes()
    assert "(8 by the roll, weapon +4)" in g.prompt("absorb").question  # type: ignore[union-attr]


def wearing(*gear: Entry, own: tuple[Entry, ...] = ()) -> Sheet:
    return with_gifts(person("Maud", *own), *gear)


@pytest.mark.rule("SF-EQUIP-10", "SF-WEAP-02", "SF-EQUIP-03")
@pytest.mark.parametrize("scope", SCOPES)
def test_protective_is_armour_against_one_type_of_stress_the_best_of_several_pieces(scope: str) -> None:
    mail = equipment("Mail", *several(3, "protective", scope=scope))
    coat = equipment("Coat", *several(1, "protective", scope=scope))
    for other in SCOPES:
        assert toughness(TABLES, wearing(coat), other).armour == (1 if other == scope else 0)
        assert toughness(TABLES, wearing(coat, mail), other).armour == (3 if other == scope else 0)
    tough = skill("Hide", 1, 2, held("stress-capacity", scope))
    assert toughness(TABLES, wearing(mail, own=(tough,)), scope).armour == 5, "skills and equipment add up"


@pytest.mark.rule("SF-EQUIP-11", "SF-EQUIP-03")
@pytest.mark.parametrize("scope", SCOPES)
def test_rugged_gives_boxes_on_one_track_the_best_of_several_pieces(scope: str) -> None:
    mail = equipment("Mail", *several(3, "rugged", scope=scope), protective=True)
    helmet = equipment("Helmet", *several(1, "rugged", scope=scope), protective=True)
    both = tracks_of(TABLES, wearing(mail, helmet))
    assert both == {track: 5 if name == scope else 2 for name, track in TRACKS.items()}


@pytest.mark.rule("SF-EQUIP-13", "SF-EQUIP-03")
def test_essential_gives_mild_consequences_and_several_pieces_no_more() -> None:
    mail = equipment("Mail", *several(2, "essential", scope="physical"), protective=True)
    gown = equipment("Gown", *several(1, "essential", scope="social"), protective=True)
    found = slots_of(TABLES, wearing(gown, mail))[3:]
    assert [(slot.key, slot.absorbs, slot.kinds) for slot in found] == [
        ("mild physical", 2, ("physical",)),
        ("mild physical 2", 2, ("physical",)),
    ]


@pytest.mark.rule("SF-EQUIP-12", "SF-EQUIP-03")
def test_a_duplicate_is_one_more_thing_to_have_and_adds_nothing_to_the_first() -> None:
    pistols = equipment("Pistol", *several(2, "deadly", scope="physical"), improvement("numerous"))
    assert stress(armed(pistols)) == "5 (3 by the roll, weapon +2)"
    assert stress(armed(equipment("Pistol", *several(1, "numerous"), *several(2, "deadly", scope="physical")))) == (
        "5 (3 by the roll, weapon +2)"
    )


@pytest.mark.rule("SF-EQUIP-08")
@pytest.mark.parametrize(("own", "given"), [(0, 1), (0, 2), (2, 1), (1, 2), (3, 3)])
def test_empowered_lends_a_tier_and_the_higher_of_both_counts(own: int, given: int) -> None:
    blade = equipment("Enchanted Blade", *several(given, "empowered", skill="Arms"), gifts=9)
    sheet = wearing(blade, own=(skill("Arms", 3, own), skill("Fisticuffs", 3)))
    traits = {trait.id: trait for trait in traits_of(TABLES, Actor(id=ActorId("maud"), sheet=sheet), "attack")}
    assert traits["arms/strike"].scale == max(own, given)
    assert traits["arms/strike"].label == f"Arms ({'-ESAG'[max(own, given)]}) (+3)"
    assert traits["fisticuffs/strike"].scale == 0


@pytest.mark.rule("SF-EQUIP-08")
def test_a_borrowed_tier_brings_no_benefits() -> None:
    belt = equipment("Belt", *several(2, "empowered", skill="Hide"), gifts=9)
    own = skill("Hide", 1, 0, held("stress-capacity", "physical"))
    assert toughness(TABLES, wearing(belt, own=(own,)), "physical").armour == 0


@pytest.mark.rule("SF-EQUIP-07")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_well_made_adds_to_one_skill_whenever_the_piece_is_in_use(number: int) -> None:
    sabre = equipment("Sabre", *several(number, "well-made", skill="Blow"), gifts=2)
    g = armed(sabre)
    g.choose("ana", "attack with Sabre", actor="maud", target="foe", trait="blow/strike", description="cuts")
    assert {part.label: part.amount for part in g.roll.efforts[0].modifiers}["Sabre"] == number
    g = armed(equipment("Sabre", *several(number, "well-made", skill="Brawn"), gifts=2))
    assert not [offer for offer in g.offers("ana") if "attack with Sabre" in offer.label]


@pytest.mark.rule("SF-EQUIP-09")
def test_alternate_use_lets_one_skill_stand_in_for_another() -> None:
    shield = equipment(
        "Buckler", improvement("alternate-use", skill="Arms", instead="Athletics", text="against bullets")
    )
    sheet = wearing(shield, own=(skill("Arms", 3),))
    actor = Actor(id=ActorId("maud"), sheet=sheet)
    labels = [trait.label for trait in traits_of(TABLES, actor, "defend-ranged")]
    assert labels == ["Athletics (+0)", "Arms for Athletics, Buckler: against bullets (+3)"]
    plain = Actor(id=ActorId("maud"), sheet=wearing(own=(skill("Arms", 3),)))
    assert [trait.label for trait in traits_of(TABLES, plain, "defend-ranged")] == ["Athletics (+0)"]


@pytest.mark.rule("SF-EQUIP-02")
def test_a_piece_may_have_aspects_which_bring_no_points() -> None:
    sabre = equipment("Sabre", improvement("aspect", text="Father's Sabre"), improvement("aspect", text="Notched"))
    finished = procedure().finish(wearing(sabre))
    assert [text for slot, text in finished.aspects.items() if slot.startswith("equipment-")] == [
        "Father's Sabre",
        "Notched",
    ]
    assert skill_points_of(TABLES, finished, True) == skill_points_of(TABLES, wearing(), True)


@pytest.mark.rule("SF-WEAP-04")
def test_a_weapon_or_armour_may_be_a_skill() -> None:
    mail = skill("Mail Coat", 3, 0, held("resist-damage"), kind="unique")
    g = Game(maud=(skill("Blow", 3, 0, held("strike")),), foe=(mail,))
    g.start_conflict("physical", first="Maud")
    g.attack("blow/strike", "mail-coat/resist-damage")
    assert g.result() == (0, "tie")
