"""Warbands that are beaten, frightened or split up, and what is left of that afterwards."""

from __future__ import annotations

import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.scenes.sides import are_allies
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.skein.combat.stances import GoOffensive
from fatetable.rulesets.skein.combat.warbands.aftermath import ReturnFled
from fatetable.rulesets.skein.combat.warbands.orders import JoinBands, RallyBand, SplitBand
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, HEARTH, HESK, MILITIA, Fight, changed
from fatetable.rulesets.skein.tests.support.procedures import save_fallen

SWORD, WORDS = "melee-combat@Short sword", "intimidation@words"
SECOND, THIRD = ActorId(f"{HEARTH}-2"), ActorId(f"{HEARTH}-3")


def few(name: str = "Village Militia", size: int = 2) -> Sheet:
    return changed(name, numbers={"size": size})


def beaten(trait: str) -> Fight:
    """All of two militiamen are out, and the guard fights on."""
    g = Fight(few(), "Gate Guard")
    g.strike(BRANNOC, MILITIA, trait, "++++")
    g.ward(MILITIA, "combat-skill", "----")
    assert (g.band(MILITIA).standing, g.condition(MILITIA).out) == (0, "taken-out")
    g.answer("ana", "taken-out", "tell", fate="out of it", **{"return": "never"})
    return g


# -- out of it -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-WARB-14")
def test_a_band_that_was_struck_down_to_the_last_stays_down() -> None:
    g = beaten(SWORD)
    g.end_fight()
    assert (g.band(MILITIA).fallen, g.condition(MILITIA).out) == (2, "taken-out")
    g.do("gm", EndScene())
    assert (g.band(MILITIA).size, g.scores(MILITIA)) == (0, {"stress": 0})


@pytest.mark.rule("SK-WARB-10")
def test_a_band_that_was_beaten_to_the_last_with_bare_hands_gets_up_whole() -> None:
    g = beaten("brawling@Unarmed")
    assert g.band(MILITIA).stunned == 2
    g.end_fight()
    assert (g.band(MILITIA).standing, g.band(MILITIA).stunned) == (2, 0)
    assert (g.condition(MILITIA).out, g.scores(MILITIA)) == ("", {"stress": 1})


@pytest.mark.rule("SK-WARB-11")
def test_a_band_of_whom_all_fled_is_out_until_some_come_back() -> None:
    g = beaten(WORDS)
    assert g.band(MILITIA).fled == 2
    g.end_fight()
    assert g.condition(MILITIA).out == "taken-out", "they do not come by themselves"
    g.do("gm", ReturnFled(MILITIA, 1))
    assert (g.band(MILITIA).standing, g.band(MILITIA).fled) == (1, 1)
    assert (g.condition(MILITIA).out, g.scores(MILITIA)) == ("", {"stress": 1})


@pytest.mark.rule("SK-WARB-11")
def test_a_mere_fright_leaves_an_aspect_and_nobody_runs() -> None:
    g = Fight("Hearth Guard")
    g.strike(BRANNOC, HEARTH, WORDS, "0000")
    g.ward(HEARTH, "combat-skill", f"{'-' * 2}00")  # 3 against 3
    assert g.last_roll.margin == 0
    g.answer("ana", "harmless-hit", "aspect", words="Unsettled")
    assert (g.band(HEARTH).standing, g.card("Unsettled").bearer) == (6, HEARTH)


@pytest.mark.rule("SK-WARB-14", "SK-WARB-04")
def test_who_stands_at_the_end_of_the_scene_is_rested() -> None:
    g = Fight("Hearth Guard")
    g.strike(HESK, HEARTH, "charm@words", "++++")
    g.ward(HEARTH, "combat-skill", "----")
    g.end_fight()
    assert g.scores(HEARTH) == {"stress": 1}
    g.do("gm", EndScene())
    assert (g.band(HEARTH).standing, g.scores(HEARTH)) == (6, {"stress": 3})


# -- groups ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-WARB-06")
def test_a_group_acts_right_after_the_one_it_left_and_on_its_side() -> None:
    g = Fight("Hearth Guard", "Gate Guard", zones=("Yard",))
    g.turn_of(HEARTH)
    place = g.conflict.turn
    g.do("gm", SplitBand(HEARTH, 2))
    assert [spot.actors for spot in g.conflict.order[place : place + 2]] == [(HEARTH,), (SECOND,)]
    assert g.conflict.turn == place, "it is still the turn of the group that stayed"
    assert are_allies(g.table.state, SECOND, GUARD)
    assert not are_allies(g.table.state, SECOND, BRANNOC)


@pytest.mark.rule("SK-WARB-06")
def test_a_warband_splits_up_before_a_fight_and_as_often_as_there_are_people() -> None:
    g = Fight("Hearth Guard", begin=False)
    g.do("gm", SplitBand(HEARTH, 2))
    g.do("gm", SplitBand(HEARTH, 3))
    assert [g.band(group).standing for group in (HEARTH, SECOND, THIRD)] == [1, 2, 3]
    assert [g.band(group).size for group in (HEARTH, SECOND, THIRD)] == [1, 2, 3]
    assert g.refused("gm", SplitBand(HEARTH, 1)) == "bad-number"
    assert g.refused("gm", SplitBand(SECOND, 0)) == "bad-number"
    assert g.refused("ana", SplitBand(SECOND, 1)) == "not-yours"


@pytest.mark.rule("SK-WARB-06")
def test_every_group_is_named_after_the_whole_warband() -> None:
    g = Fight("Hearth Guard", begin=False)
    g.do("gm", SplitBand(HEARTH, 4))
    g.do("gm", SplitBand(SECOND, 2))
    assert [g.actor(group).name for group in (HEARTH, SECOND, THIRD)] == [
        "Hearth Guard",
        "Hearth Guard (2)",
        "Hearth Guard (3)",
    ]
    assert g.band(THIRD).part_of == HEARTH


def bands_to_treat(g: Fight) -> list[str]:
    offers = [offer for offer in g.offers("bo", Undertake) if offer.label == "treat the fallen of a warband"]
    holes = [
        hole for offer in offers for hole in offer.holes if isinstance(hole, ChoiceHole) and hole.field == "target"
    ]
    return [choice.value for hole in holes for choice in hole.options]


@pytest.mark.rule("SK-WARB-14", "SK-WARB-15")
def test_one_test_saves_the_fallen_of_all_groups_that_a_warband_has_split_into() -> None:
    g = Fight("Village Militia")
    g.turn_of(MILITIA)
    g.do("gm", SplitBand(MILITIA, 5))
    group = ActorId(f"{MILITIA}-2")
    for target in (MILITIA, group):  # 6 + 4 + 2 against 0 - 4: all of a group
        g.next_turn_of(BRANNOC)
        g.strike(BRANNOC, target, SWORD, "++++")
        g.ward(target, "combat-skill", "----")
        g.answer("ana", "taken-out", "tell", fate="down", **{"return": "never"})
    assert (g.band(MILITIA).fallen, g.band(group).fallen) == (7, 5)
    assert bands_to_treat(g) == [MILITIA]
    assert g.refused("bo", save_fallen(HESK, group)) == "bad-target"
    g.do("bo", save_fallen(HESK, MILITIA))
    g.throw("bo", "++++")  # Healing 4 + 4: seven of the one group, and one of the other
    assert (g.band(MILITIA).standing, g.band(group).standing) == (7, 1)
    assert (g.band(MILITIA).fallen, g.band(group).fallen, g.band(group).size) == (0, 0, 1)
    assert not bands_to_treat(g)


@pytest.mark.rule("SK-WARB-06")
def test_groups_go_together_again_in_one_place_and_outside_a_fight() -> None:
    g = Fight("Hearth Guard", "Village Militia", zones=("Yard", "Hall"), begin=False)
    g.do("gm", SplitBand(HEARTH, 2))
    g.do("gm", PlaceAspect(words="Out of Breath", bearer=SECOND))
    assert g.refused("gm", JoinBands(SECOND, MILITIA)) == "not-alike"
    assert g.refused("gm", JoinBands(HEARTH, SECOND)) == "not-alike", "the groups come back to the warband"
    g.place(SECOND, "Hall")
    assert g.refused("gm", JoinBands(SECOND, HEARTH)) == "not-alike"
    g.place(SECOND, "Yard")
    g.do("gm", JoinBands(SECOND, HEARTH))
    assert (g.band(HEARTH).standing, g.band(HEARTH).size) == (6, 6)
    assert SECOND not in g.table.state.get(CAST)
    assert not any(card.bearer == SECOND for card in g.table.state.get(ASPECTS).values())


@pytest.mark.rule("SK-WARB-06")
def test_no_groups_go_together_in_the_middle_of_a_fight() -> None:
    g = Fight("Hearth Guard")
    g.turn_of(HEARTH)
    g.do("gm", SplitBand(HEARTH, 2))
    g.turn_of(SECOND)
    assert g.refused("gm", JoinBands(SECOND, HEARTH)) == "not-alike"
    g.turn_of(BRANNOC)
    assert g.refused("gm", SplitBand(HEARTH, 1)) == "not-your-turn"


# -- rallying --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-STUNT-16")
def test_rallying_can_be_tried_again_in_another_fight() -> None:
    g = Fight("Village Militia", "Hearth Guard", against=(MILITIA,))
    for _ in range(2):
        g.turn_of(HEARTH)
        g.do("gm", GoOffensive(HEARTH))
        g.strike(MILITIA, HEARTH, "combat-skill@Small Spear", "++++")
        g.next_turn_of(BRANNOC)
        g.do("ana", RallyBand(BRANNOC, HEARTH))
        g.throw("ana", "-000")
        g.end_fight()
        g.begin((MILITIA,))
