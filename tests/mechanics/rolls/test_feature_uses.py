"""Using a feature with a limit: what it does, who agrees to it, and when a use comes back."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.messages import GM
from fatetable.mechanics.aspects.cards import ASPECTS, AspectId
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.effects import Bonus, Feature, Limit, Narrative, RemoveAspect, When
from fatetable.mechanics.harm.state import TAKEN_OUT, set_condition
from fatetable.mechanics.points.limited_uses import USES, FeatureUsed, give_back
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.feature_uses import FeatureToRule, UseFeature, uses_left
from fatetable.mechanics.rolls.opposition import OppositionToChoose
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartSession
from tests.mechanics.rolling_game import everybody_passes, overcome, rolling, situation, the_roll, throw
from tests.mechanics.small_game import RETH, VOLT, SmallGame, only

SPRINTER = Feature(name="Sprinter", effects=(Bonus(2),))
SECOND_WIND = Feature(
    name="Second Wind", effects=(Bonus(2, When(actions=("overcome",), traits=("speed",))),), limit=Limit(1, "session")
)
OLD_FRIEND = Feature(name="Old Friend", effects=(Narrative("She knows somebody."),), limit=Limit(2, "scenario"))
CLEAR_AIR = Feature(name="Clear Air", effects=(RemoveAspect("situation"),), limit=Limit(1, "session"))


def at_the_mill(*dice: str) -> SmallGame:
    return rolling(*dice).scene(SPRINTER, SECOND_WIND, OLD_FRIEND, CLEAR_AIR)


def use(feature: Feature, **more: Any) -> UseFeature:
    return UseFeature(**{"actor": RETH, "feature": feature.name, "description": "she does it", **more})


def left(g: SmallGame, feature: Feature) -> int | None:
    return uses_left(g.state, g.state.get(CAST)[RETH], feature)


# -- what it does -----------------------------------------------------------------------------------------------------


def test_a_story_comes_true_when_the_game_master_agrees() -> None:
    g = at_the_mill()
    assert only(g.do("ana", use(OLD_FRIEND)), FeatureUsed) == FeatureUsed(RETH, "Old Friend", 1)
    asked = g.prompt(FeatureToRule)
    assert (asked.seats, asked.question) == ((GM,), "Reth uses Old Friend. Allow it? she does it")
    g.answer("gm", FeatureToRule, "yes")
    assert left(g, OLD_FRIEND) == 1


def test_without_leave_the_use_is_given_back() -> None:
    g = at_the_mill()
    g.do("ana", use(OLD_FRIEND))
    assert left(g, OLD_FRIEND) == 1
    g.answer("gm", FeatureToRule, "no")
    assert left(g, OLD_FRIEND) == 2


def test_an_aspect_is_removed_when_the_game_master_agrees() -> None:
    g = at_the_mill()
    smoke = situation(g, "Smoke")
    g.do("ana", use(CLEAR_AIR, aspect=smoke.id))
    assert smoke.id in g.state.get(ASPECTS)
    g.answer("gm", FeatureToRule, "yes")
    assert smoke.id not in g.state.get(ASPECTS)


def test_an_aspect_stays_without_leave() -> None:
    g = at_the_mill()
    smoke = situation(g, "Smoke")
    g.do("ana", use(CLEAR_AIR, aspect=smoke.id))
    g.answer("gm", FeatureToRule, "no")
    assert (smoke.id in g.state.get(ASPECTS), left(g, CLEAR_AIR)) == (True, 1)


def test_a_limited_bonus_is_added_to_a_roll_that_it_fits() -> None:
    g = at_the_mill("0000")
    overcome(g)
    g.do("ana", use(SECOND_WIND))
    assert (the_roll(g).efforts[0].features, the_roll(g).efforts[0].fixed) == (("Second Wind",), 3)
    assert g.refused("ana", ThrowDice(the_roll(g).id))[0] == "still-waiting"
    g.answer("gm", FeatureToRule, "yes")
    last = the_roll(g).efforts[0].modifiers[-1]
    assert (last.source, last.label, last.amount) == ("feature", "Second Wind", 2)
    throw(g)
    assert everybody_passes(g).margin == 3 + 2 - 2


def test_a_bonus_that_is_not_agreed_to_is_not_claimed_any_more() -> None:
    g = at_the_mill()
    overcome(g, features=("Sprinter",))
    g.do("ana", use(SECOND_WIND))
    g.answer("gm", FeatureToRule, "no")
    assert (the_roll(g).efforts[0].features, the_roll(g).efforts[0].fixed) == (("Sprinter",), 3 + 2)
    assert left(g, SECOND_WIND) == 1
    g.do("ana", use(SECOND_WIND))
    assert g.is_asked(FeatureToRule)


# -- what keeps somebody from it --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "command", "refusal"),
    [
        ("bo", use(OLD_FRIEND), ("not-yours", "")),
        ("ana", use(Feature(name="Wings")), ("unknown-feature", "Reth has no 'Wings'.")),
        ("ana", use(SPRINTER), ("not-usable-now", "It is always on: claim it when you declare what you do.")),
        (
            "ana",
            use(SECOND_WIND),
            ("not-usable-now", "Second Wind adds to a roll that it fits; declare such a roll first."),
        ),
        ("ana", use(OLD_FRIEND, description=" "), ("no-description", "Say what happens.")),
        ("ana", use(OLD_FRIEND, aspect=AspectId("a1")), ("no-such-aspect", "This does nothing to an aspect.")),
        ("ana", use(CLEAR_AIR, aspect=AspectId("a99")), ("unknown-aspect", "You know of no such aspect.")),
    ],
)
def test_it_is_refused_with_the_reason(seat: str, command: UseFeature, refusal: tuple[str, str]) -> None:
    code, why = at_the_mill().refused(seat, command)
    assert (code, why if refusal[1] else "") == refusal


def test_only_an_aspect_of_its_kind_is_removed() -> None:
    g = at_the_mill()
    code, why = g.refused("ana", use(CLEAR_AIR, aspect=g.card("Born to Run").id))
    assert code == "not-removable"
    assert why == "Clear Air removes a situation aspect of this scene, and 'Born to Run' is none."


def test_what_is_used_up_has_to_be_restored() -> None:
    g = at_the_mill()
    for _ in range(2):
        g.do("ana", use(OLD_FRIEND))
        g.answer("gm", FeatureToRule, "yes")
    assert left(g, OLD_FRIEND) == 0
    assert g.refused("ana", use(OLD_FRIEND)) == ("used-up", "Old Friend is used up for now.")


def test_one_has_to_be_in_the_scene() -> None:
    g = at_the_mill()
    g.run(lambda decision: set_condition(decision, RETH, "test", out=TAKEN_OUT))
    why = "Reth is not in the scene to use Old Friend."
    assert g.refused("ana", use(OLD_FRIEND)) == ("not-usable-now", why)


def test_nothing_is_used_between_the_dice_and_the_end_of_a_roll() -> None:
    g = at_the_mill("0000")
    overcome(g)
    throw(g)
    why = "The dice are down; Old Friend is used before or after a roll."
    assert g.refused("ana", use(OLD_FRIEND)) == ("not-usable-now", why)
    everybody_passes(g)
    g.do("ana", use(OLD_FRIEND))
    assert left(g, OLD_FRIEND) == 1


def test_a_bonus_needs_a_roll_with_its_action_and_trait() -> None:
    for when in (When(actions=("attack",)), When(traits=("wit",))):
        other = Feature(name="Other", effects=(Bonus(2, when),), limit=Limit(1, "session"))
        g = rolling().scene(other)
        overcome(g)
        assert g.refused("ana", use(other))[0] == "not-usable-now"


def test_a_bonus_is_for_a_roll_of_its_owner() -> None:
    g = at_the_mill()
    g.do("bo", Overcome(actor=VOLT, trait="speed", description="he runs"))
    assert g.refused("ana", use(SECOND_WIND))[0] == "not-usable-now"


def test_a_bonus_is_not_used_twice_on_one_roll() -> None:
    twice = Feature(name="Twice", effects=(Bonus(1),), limit=Limit(2, "session"))
    g = rolling().scene(twice)
    overcome(g)
    g.do("ana", use(twice))
    g.answer("gm", FeatureToRule, "yes")
    assert left(g, twice) == 1
    assert g.refused("ana", use(twice))[0] == "not-usable-now"


# -- what is offered --------------------------------------------------------------------------------------------------


def test_only_what_can_be_used_now_is_offered() -> None:
    g = at_the_mill()
    assert [offer.label for offer in g.offers("ana", UseFeature)] == ["use Old Friend"]
    smoke = situation(g, "Smoke")
    overcome(g)
    offers = {offer.label: offer for offer in g.offers("ana", UseFeature)}
    assert list(offers) == ["use Second Wind", "use Old Friend", "use Clear Air"]
    assert [choice.value for choice in offers["use Clear Air"].holes[0].options] == [smoke.id]  # type: ignore[union-attr]
    assert g.offers("bo", UseFeature) == g.offers("gm", UseFeature) == ()


def test_a_hidden_aspect_is_removed_by_nobody_who_does_not_know_of_it() -> None:
    g = at_the_mill()
    g.do("gm", PlaceAspect(words="Trapdoor", is_hidden=True))
    hidden = use(CLEAR_AIR, aspect=g.card("Trapdoor").id)
    assert g.refused("ana", hidden) == ("unknown-aspect", "You know of no such aspect.")
    assert [offer.label for offer in g.offers("ana", UseFeature)] == ["use Old Friend"]


# -- when uses come back ----------------------------------------------------------------------------------------------


def test_a_new_session_restores_what_is_limited_by_sessions() -> None:
    g = at_the_mill()
    smoke = situation(g, "Smoke")
    g.do("ana", use(CLEAR_AIR, aspect=smoke.id))
    g.answer("gm", FeatureToRule, "yes")
    g.do("ana", use(OLD_FRIEND))
    g.answer("gm", FeatureToRule, "yes")
    assert (left(g, CLEAR_AIR), left(g, OLD_FRIEND)) == (0, 1)
    for command in (EndScene(), EndSession(), StartSession()):
        g.do("gm", command)
    assert (left(g, CLEAR_AIR), left(g, OLD_FRIEND)) == (1, 1)


@pytest.mark.parametrize("is_ruled", [True, False])
def test_a_roll_that_does_not_happen_gives_back_what_was_used_on_it(is_ruled: bool) -> None:
    g = at_the_mill()
    g.do("ana", Overcome(actor=RETH, trait="speed", description="she runs", features=("Sprinter",)))
    g.do("ana", use(SECOND_WIND))
    if is_ruled:
        g.answer("gm", FeatureToRule, "yes")
    assert left(g, SECOND_WIND) == 0
    g.answer("gm", OppositionToChoose, "send-back", reason="too fast")
    assert (left(g, SECOND_WIND), g.is_asked(FeatureToRule)) == (1, False)
    assert "reth:Sprinter" not in g.state.get(USES)


def test_a_roll_that_was_thrown_keeps_what_was_used_on_it() -> None:
    g = at_the_mill("0000")
    overcome(g)
    g.do("ana", use(SECOND_WIND))
    g.answer("gm", FeatureToRule, "yes")
    throw(g)
    assert everybody_passes(g).stage == "over"
    assert left(g, SECOND_WIND) == 0


def test_uses_without_a_limit_are_not_counted_and_none_comes_back_that_was_not_used() -> None:
    g = at_the_mill()
    assert left(g, SPRINTER) is None
    g.run(lambda decision: give_back(decision, RETH, "Old Friend"))
    assert left(g, OLD_FRIEND) == 2
