"""Declaring an action: what keeps somebody from it, what it may be aimed at, and what goes on the table."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.errors import Refusal
from fatetable.engine.messages import GM, Command
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, ActorId
from fatetable.mechanics.harm.state import TAKEN_OUT, set_condition
from fatetable.mechanics.rolls.actions import ATTACK, EXPLOIT, NEW, Attack, CreateAdvantage, Overcome
from fatetable.mechanics.rolls.opposition import ReachToRule
from fatetable.mechanics.rolls.state import RollDeclared, RollOver
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.scenes.map_editing import DrawZone, PlaceActor
from fatetable.mechanics.scenes.zones import ZONES, ZoneId, zones_between
from tests.mechanics.rolling_game import overcome, rolling, situation, the_roll
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame, only


def run(**more: Any) -> Overcome:
    return Overcome(**{"actor": RETH, "trait": "speed", "description": "she runs", **more})


def create(**more: Any) -> CreateAdvantage:
    return CreateAdvantage(**{"actor": RETH, "trait": "speed", "description": "she kicks up dust", "mode": NEW, **more})


def charge(**more: Any) -> Attack:
    return Attack(**{"actor": RETH, "target": THUG, "trait": "speed", "description": "she charges", **more})


def test_without_a_scene_nobody_acts() -> None:
    g = rolling()
    g.bring("ana", "Reth")
    assert g.refused("ana", run()) == ("no-scene", "No scene is being played; the Keeper opens one.")


def test_one_has_to_be_in_the_scene() -> None:
    g = rolling().scene()
    g.do("gm", EndScene())
    g.do("gm", StartScene("The Ford", (VOLT, THUG)))
    assert g.refused("ana", run()) == ("not-there", "Reth is not in the scene.")


def test_who_is_out_does_nothing_more() -> None:
    g = rolling().scene()
    g.run(lambda decision: set_condition(decision, RETH, "test", out=TAKEN_OUT))
    assert g.refused("ana", run())[0] == "out-of-the-scene"
    assert g.refused("gm", charge(actor=THUG, target=RETH)) == ("bad-target", "Reth is not there to be affected.")


def test_one_roll_at_a_time_for_everybody_in_it() -> None:
    g = rolling().scene()
    g.do("ana", charge())
    assert g.refused("ana", run())[0] == "roll-open"
    assert g.refused("gm", run(actor=THUG)) == ("roll-open", "Thug takes part in an open roll; finish it first.")
    assert only(g.do("bo", run(actor=VOLT)), RollDeclared).roll.actor == VOLT


def test_the_encounter_is_asked_last() -> None:
    g = rolling(harmful=ATTACK).scene()
    assert g.refused("ana", charge()) == ("no-conflict", "Harm is done in a conflict; the Keeper opens one.")
    g.do("ana", run())
    assert g.refused("ana", charge())[0] == "roll-open"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (run(actor=VOLT), "not-yours"),
        (run(trait="wit"), "unknown-trait"),
        (run(description=" "), "no-description"),
        (run(features=("Sprinter",)), "feature-does-not-fit"),
        (run(zone=ZoneId("z1"), task="t1"), "one-goal"),
        (run(words="Open Gate"), "no-such-aspect"),
        (run(zone=ZoneId("z1")), "no-such-way"),
        (run(task="t1"), "no-such-task"),
        (create(mode="dream", words="Dust"), "unknown-mode"),
        (create(words=" "), "no-words"),
        (create(mode=EXPLOIT, words="Dust"), "no-new-words"),
        (create(mode="discover", target=RETH), "bad-target"),
        (create(words="Dust", zone=ZoneId("z1")), "no-such-zone"),
        (create(words="Dust", target=THUG, reach="a long rope"), "within-reach"),
        (charge(target=RETH), "bad-target"),
        (charge(target="nobody"), "unknown-actor"),
    ],
)
def test_what_is_wrong_with_a_declaration_is_said_and_nothing_happens(command: Command, code: str) -> None:
    assert rolling().scene().refused("ana", command)[0] == code


def test_only_aspects_of_the_situation_give_way() -> None:
    g = rolling().scene()
    motto = g.card("Born to Run")
    assert g.refused("ana", run(aspect=motto.id))[0] == "not-removable"
    gate = situation(g, "Locked Gate")
    assert overcome(g, aspect=gate.id).declaration.aspect == gate.id


def test_an_attack_names_its_defender_and_its_effort_explains_itself() -> None:
    g = rolling().scene()
    declared = only(g.do("ana", charge()), RollDeclared).roll
    (effort,) = declared.efforts
    assert (declared.defender, declared.stage, effort.id) == (THUG, "declared", f"{declared.id}.0")
    assert [(part.source, part.name, part.amount) for part in effort.modifiers] == [("trait", "Speed", 3)]
    assert the_roll(g).id == declared.id


# -- reach ------------------------------------------------------------------------------------------------------------


def apart(thug: int, **options: Any) -> SmallGame:
    """Yard, loft and roof in a row; Reth is in the yard, and the thug so many zones away.  The cellar has no way in."""
    g = rolling(**options).scene()
    zones = g.draw("Yard", "Loft", "Roof")
    g.do("gm", DrawZone(name="Cellar"))
    zones = (*zones, *(zone for zone in g.state.get(ZONES).zones if zone not in zones))
    g.do("ana", PlaceActor(RETH, zones[0]))
    g.do("gm", PlaceActor(THUG, zones[thug]))
    return g


def labels(g: SmallGame) -> list[str]:
    return [offer.label for offer in g.offers("ana", Attack)]


def test_in_the_same_zone_nothing_has_to_be_reached() -> None:
    g = apart(0)
    why = "Only a target in another zone has to be reached."
    assert g.refused("ana", charge(reach="a long rope")) == ("within-reach", why)
    assert labels(g) == ["attack"]
    g.do("ana", charge())
    assert not g.is_asked(ReachToRule)


def test_another_zone_has_to_be_reached_by_some_means() -> None:
    g = apart(1)
    why = "A target in another zone needs a means to reach it."
    assert g.refused("ana", charge()) == ("out-of-reach", why)
    assert g.refused("ana", charge(reach=" ")) == ("out-of-reach", why)
    assert g.refused("ana", create(words="Dust", target=THUG)) == ("out-of-reach", why)
    assert labels(g) == ["attack in another zone"]
    g.do("ana", charge(reach="a long rope"))
    assert (the_roll(g).declaration.reach, g.is_asked(ReachToRule)) == ("a long rope", False)


@pytest.mark.parametrize("thug", [2, 3])
def test_what_is_far_away_needs_the_game_masters_leave(thug: int) -> None:
    g = apart(thug)
    g.do("ana", charge(reach="a long rope"))
    asked = g.prompt(ReachToRule)
    assert (asked.seats, "a long rope" in asked.question) == ((GM,), True)
    g.answer("gm", ReachToRule, "yes")
    assert the_roll(g).stage == "declared"
    g = apart(thug)
    g.do("ana", charge(reach="a long rope"))
    assert only(g.answer("gm", ReachToRule, "no"), RollOver).reason == "Too far away."
    assert (the_roll(g).stage, g.has_prompts()) == ("over", False)


def test_who_is_nowhere_on_the_map_is_within_reach() -> None:
    g = rolling().scene()
    (yard,) = g.draw("Yard")
    g.do("ana", PlaceActor(RETH, yard))
    g.do("ana", charge())
    assert the_roll(g).defender == THUG


def near_only(state: State, actor: Actor, target: ActorId, trait: str) -> Refusal | None:
    return Refusal("too-far", "That is too far.") if zones_between(state, actor.id, target) else None


def test_rules_may_say_how_far_an_attack_reaches() -> None:
    g = apart(1, may_attack=near_only)
    assert g.refused("ana", charge()) == ("too-far", "That is too far.")
    assert g.refused("ana", charge(reach="a long rope"))[0] == "too-far"
    assert labels(g) == []
    g = apart(0, may_attack=near_only)
    assert labels(g) == ["attack"]
    assert g.refused("ana", charge(reach="a long rope"))[0] == "within-reach"
    g.do("ana", charge())
    assert the_roll(g).defender == THUG


def test_where_rules_say_how_far_an_attack_reaches_nothing_else_needs_a_means() -> None:
    g = apart(1, may_attack=near_only)
    g.do("ana", create(words="Dust", target=THUG))
    assert the_roll(g).declaration.target == THUG
