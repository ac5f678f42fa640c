"""Glamour in play: difficulty, movement, what ends illusions, who sees through them, and who senses magic."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.encounters.exchanges import NextExchange
from fatetable.mechanics.rolls.state import RollSettled
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.time.passing import PassTime
from fatetable.rulesets.skein.magic.enchantments import (
    DISGUISE,
    ENCHANTMENTS,
    GLAMOUR,
    Enchantment,
    EndMagic,
    in_effect,
)
from fatetable.rulesets.skein.magic.glamour.illusions import (
    CommandGlamour,
    TouchGlamour,
    WearDisguise,
    WeaveGlamour,
    is_moving,
)
from fatetable.rulesets.skein.magic.glamour.observers import SENSED, LookClosely, SenseMagicHere
from fatetable.rulesets.skein.tests.support.magicians import come_to, magician
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

GUARD = "gate-guard"


def game(*powers: str, second: Any = "Mother Hesk", **more: Any) -> Game:
    """Ana plays Edda, whose Glamour is 5; the guard's Awareness is 2."""
    return Game(heroes=(magician("glamour", *powers), second), foes=("Gate Guard",), **more)


def weave(g: Game, dice: str, **more: Any) -> RollSettled:
    command = WeaveGlamour(actor="edda", words="A Wall of Mist", description="hums", **more)  # type: ignore[arg-type]
    g.do("ana", command)
    return first(g.throw("ana", dice), RollSettled)


def woven(g: Game) -> Enchantment:
    (found,) = in_effect(g.table.state, GLAMOUR, DISGUISE)
    return found


@pytest.mark.rule("SK-GLAM-02")
@pytest.mark.rule("SK-SKILL-44")
def test_a_glamour_meets_two_gives_an_aspect_with_a_free_use_and_lasts_a_minute() -> None:
    g = game()
    assert weave(g, "----").against == 2
    assert not g.has_card("A Wall of Mist")
    weave(g, "---0", target=GUARD)
    card = g.card("A Wall of Mist")
    assert (card.bearer, [free.holder for free in card.free]) == (GUARD, ["edda"])
    g.do("gm", PassTime("Half a minute"))
    assert g.has_card("A Wall of Mist")
    g.do("gm", PassTime("A minute"))
    assert not g.has_card("A Wall of Mist")


@pytest.mark.rule("SK-GLAM-02")
def test_a_glamour_vanishes_when_somebody_touches_it() -> None:
    g = game()
    weave(g, "0000")
    g.do("bo", TouchGlamour("mother-hesk", woven(g).id))  # type: ignore[arg-type]
    assert not g.has_card("A Wall of Mist")
    assert not g.table.state.get(ENCHANTMENTS)


@pytest.mark.rule("SK-GLAM-02", "SK-STUNT-35")
@pytest.mark.parametrize("is_iron", [False, True])
def test_touching_a_glamour_takes_somebody_near_and_in_a_fight_their_action(is_iron: bool) -> None:
    g = game()
    weave(g, "0000", target="edda")
    touch = TouchGlamour(GUARD, woven(g).id, is_iron)  # type: ignore[arg-type]
    g.draw_zones("Hall", "Yard")
    for actor in ("edda", "mother-hesk"):
        g.place(actor, "Hall")
    g.place(GUARD, "Yard")
    assert g.refused("gm", touch) == "cannot-touch"
    g.place(GUARD, "Hall")
    g.start_combat()
    come_to(g, "mother-hesk")
    assert g.refused("gm", touch) == "not-your-turn"
    come_to(g, GUARD)
    g.do("gm", touch)
    assert not g.has_card("A Wall of Mist")
    assert GUARD in g.conflict.acted


@pytest.mark.rule("SK-GLAM-04", "SK-SKILL-44")
def test_further_senses_and_movement_make_a_glamour_harder() -> None:
    g = game()
    assert weave(g, "0000", senses=2).against == 4
    assert weave(g, "0000", is_moving=True).against == 4
    assert weave(g, "0000", senses=3, is_moving=True).against == 8


def look(g: Game, dice: str, **more: Any) -> tuple[RollSettled, Enchantment]:
    found = woven(g)
    g.do("gm", LookClosely(actor=GUARD, enchantment=found.id, description="squints", **more))  # type: ignore[arg-type]
    return first(g.throw("gm", dice), RollSettled), woven(g)


@pytest.mark.rule("SK-GLAM-04")
def test_an_imitation_is_doubted_by_an_observer_who_rolls_higher_and_a_tie_is_the_glamours() -> None:
    g = game()
    weave(g, "-000", imitates=True)
    settled, found = look(g, "++00")
    assert (settled.total, found.result, found.seen_by) == (4, 4, ())
    again = LookClosely(actor=GUARD, enchantment=found.id, description="squints")  # type: ignore[arg-type]
    assert g.refused("gm", again) == "nothing-to-see"

    g = game()
    weave(g, "-000", imitates=True)
    settled, found = look(g, "+++0")
    assert (settled.total, found.seen_by, found.known_by) == (5, (GUARD,), ())


@pytest.mark.rule("SK-GLAM-04")
def test_looking_costs_no_action_and_only_what_imitates_can_look_wrong() -> None:
    g = game()
    weave(g, "-000")
    command = LookClosely(actor=GUARD, enchantment=woven(g).id, description="squints")  # type: ignore[arg-type]
    assert g.refused("gm", command) == "nothing-to-see"
    g = game()
    weave(g, "-000", imitates=True)
    g.start_combat()
    acted = g.table.state.slices["encounter"].acted
    look(g, "++00")
    assert g.table.state.slices["encounter"].acted == acted


@pytest.mark.rule("SK-GLAM-05", "SK-TEST-15")
def test_who_knows_well_what_is_imitated_looks_with_two_more() -> None:
    g = game()
    weave(g, "-000", imitates=True)
    settled, found = look(g, "+000", is_familiar=True)
    assert (settled.total, found.seen_by) == (5, (GUARD,))


@pytest.mark.rule("SK-GLAM-03")
def test_keeping_a_glamour_moving_is_the_action_of_each_turn() -> None:
    g = game()
    weave(g, "0000", is_moving=True)
    assert is_moving(g.table.state, woven(g))
    g.start_combat()
    come_to(g, "edda")
    assert is_moving(g.table.state, woven(g))
    g.do("ana", CommandGlamour("edda", woven(g).id))  # type: ignore[arg-type]
    assert "edda" in g.table.state.slices["encounter"].acted
    come_to(g)
    g.do("gm", NextExchange())
    assert is_moving(g.table.state, woven(g))
    come_to(g)
    assert not is_moving(g.table.state, woven(g))


@pytest.mark.rule("SK-GLAM-03")
def test_a_glamour_that_was_not_made_to_move_is_never_commanded() -> None:
    g = game()
    weave(g, "0000")
    g.start_combat()
    come_to(g, "edda")
    assert g.refused("ana", CommandGlamour("edda", woven(g).id)) == "cannot-move"  # type: ignore[arg-type]
    assert not g.offers("ana", CommandGlamour)


@pytest.mark.rule("SK-GLAM-06")
def test_without_a_stunt_nothing_solid_comes_of_a_glamour() -> None:
    g = game()
    solid = WeaveGlamour(actor="edda", words="A Bridge", description="hums", is_solid=True)  # type: ignore[arg-type]
    assert g.refused("ana", solid) == "nothing-solid"
    assert not any(offer.command.is_solid for offer in g.offers("ana", WeaveGlamour))  # type: ignore[attr-defined]


@pytest.mark.rule("SK-STUNT-35")
def test_a_solid_glamour_lasts_a_step_longer_for_each_degree_stays_put_and_fears_iron_alone() -> None:
    g = game("enduring-glamours")
    moving = WeaveGlamour(
        actor="edda",  # type: ignore[arg-type]
        words="A Bridge",
        description="hums",
        is_solid=True,
        is_moving=True,
    )
    assert g.refused("ana", moving) == "cannot-move"
    weave(g, "+000", is_solid=True)
    assert (woven(g).lasts, woven(g).ends_by) == ("An hour", "iron")
    assert g.refused("bo", TouchGlamour("mother-hesk", woven(g).id)) == "it-holds"  # type: ignore[arg-type]
    g.do("bo", TouchGlamour("mother-hesk", woven(g).id, is_iron=True))  # type: ignore[arg-type]
    assert not g.has_card("A Wall of Mist")


@pytest.mark.rule("SK-STUNT-36", "SK-TEST-15")
def test_a_perfect_disguise_adds_two_lasts_an_hour_and_names_the_person() -> None:
    g = game("perfect-disguise")
    g.do("ana", WearDisguise(actor="edda", target="edda", person="the abbot", description="smiles"))  # type: ignore[arg-type]
    assert first(g.throw("ana", "0000"), RollSettled).total == 7
    card = g.card("Disguised as the abbot")
    assert (card.bearer, len(card.free)) == ("edda", 1)
    assert (woven(g).lasts, woven(g).ends_by) == ("An hour", "iron")
    stranger = LookClosely(actor=GUARD, enchantment=woven(g).id, description="squints")  # type: ignore[arg-type]
    assert g.refused("gm", stranger) == "perfect-disguise"
    settled, found = look(g, "++++", is_familiar=True)
    assert (settled.total, found.seen_by) == (8, (GUARD,))


@pytest.mark.rule("SK-STUNT-36")
def test_without_the_stunt_nobody_is_disguised_for_an_hour() -> None:
    g = game()
    command = WearDisguise(actor="edda", target="edda", person="the abbot", description="smiles")  # type: ignore[arg-type]
    assert g.refused("ana", command) == "no-such-magic-known"


@pytest.mark.rule("SK-STUNT-19")
def test_second_sight_tells_a_glamour_for_what_it_is() -> None:
    g = game(second="Sunnifa Stonecutter")
    weave(g, "--00")
    command = LookClosely(
        actor="sunnifa-stonecutter",  # type: ignore[arg-type]
        enchantment=woven(g).id,
        description="looks",
        by_sense=True,
    )
    g.do("bo", command)
    assert first(g.throw("bo", "+000"), RollSettled).total == 4
    assert woven(g).known_by == ("sunnifa-stonecutter",)
    blind = LookClosely(actor=GUARD, enchantment=woven(g).id, description="looks", by_sense=True)  # type: ignore[arg-type]
    assert g.refused("gm", blind) == "nothing-to-see"


@pytest.mark.rule("SK-STUNT-19")
def test_what_second_sight_senses_is_told_to_that_player_alone() -> None:
    g = game(second="Sunnifa Stonecutter")
    g.do("bo", SenseMagicHere("sunnifa-stonecutter"))  # type: ignore[arg-type]
    g.answer("gm", "sense-magic", "tell", text="the well is awake")
    assert [sensed.text for sensed in g.table.view("bo").get(SENSED)] == ["the well is awake"]
    assert not g.table.view("ana").get(SENSED)
    assert g.refused("ana", SenseMagicHere("edda")) == "no-such-sense"  # type: ignore[arg-type]


@pytest.mark.rule("SK-GLAM-02")
def test_the_storyteller_ends_a_glamour_or_carries_it_into_the_next_scene() -> None:
    g = game()
    weave(g, "0000")
    g.do("gm", EndScene((g.card("A Wall of Mist").id,)))
    assert woven(g).name == "A Wall of Mist"
    g.do("gm", EndMagic(woven(g).id, "a minute is over"))
    assert not g.has_card("A Wall of Mist")
    g = game()
    weave(g, "0000")
    g.do("gm", EndScene())
    assert not g.table.state.get(ENCHANTMENTS)
