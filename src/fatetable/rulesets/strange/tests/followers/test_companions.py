"""Companions at the table."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.mechanics.aspects.cards import borne_by
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.throwing import Pass
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, StartScene
from fatetable.mechanics.scenes.map_editing import PlaceActor
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.time.time_taken import TIME_TAKEN
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.mechanics.view.blocks import SheetBlock
from fatetable.rulesets.strange.followers.companions import CallItMission, KeepClose, SendOff, Summon
from fatetable.rulesets.strange.tests.support.followers import (
    JEEVES,
    SECOND,
    accompanied,
    aspect,
    companion,
    independent,
    mode,
)
from fatetable.rulesets.strange.tests.support.gifts import with_gifts
from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, held, person, skill
from fatetable.rulesets.strange.tests.support.trappings import done, facts, undertake
from fatetable.testing import faces

WITH_JEEVES = ("with Jeeves", 1)
TWO_EACH = dict.fromkeys(("health", "composure", "reputation"), 2)


def parts_of(g: Game, trait: str, by: str = "maud") -> list[tuple[str, int]]:
    """What counts for a roll of somebody's, besides the skill."""
    g.do(g.seat_of(by), Overcome(actor=ActorId(by), trait=trait, description="tries"))
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    found = [(part.label, part.amount) for part in g.roll.efforts[0].modifiers if part.source != "trait"]
    g.throw(g.seat_of(by), "0000")
    g.everyone_passes()
    return found


def send_off(g: Game, actor: ActorId = JEEVES) -> None:
    g.do("ana", SendOff(actor=actor))


# -- coming and belonging ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-COMP-01", "SF-COMP-12")
def test_companions_come_with_their_patron_and_belong_to_her() -> None:
    g = accompanied(companion("numerous", aspect("Unflappable")))
    for name in (JEEVES, SECOND):
        actor = g.actor(name)
        assert (actor.patron, actor.controller, actor.is_pc, actor.kind) == (MAUD, "ana", False, "companion")
        assert {track: len(boxes) for track, boxes in g.condition(name).tracks.items()} == TWO_EACH
    assert {JEEVES, SECOND} <= set(g.table.state.get(SCENE).present)
    assert g.card("Unflappable").bearer in (JEEVES, SECOND)
    whose = {block.name: block.patron for block in g.table.present("bo") if isinstance(block, SheetBlock)}
    assert whose["Jeeves"] == "Maud", "everybody sees whose it is"


@pytest.mark.rule("SF-COMP-01")
def test_people_of_the_gm_may_have_companions_and_theirs_are_hidden_with_them() -> None:
    g = Game()
    patron = with_gifts(person("Count", skill("Fisticuffs", 2), kind="npc"), companion(name="Igor"))
    g.do("gm", AddOpponent(patron))
    igor = g.actor("igor")
    assert (igor.patron, igor.controller, igor.is_hidden) == ("count", None, False)
    patron = with_gifts(person("Shade", kind="npc"), companion(name="Whisper"))
    g.do("gm", AddOpponent(patron, is_hidden=True))
    whisper = next(actor for actor in g.cast.values() if actor.name == "Whisper")
    assert whisper.is_hidden
    assert g.offers("gm", SendOff) == (), "neither is in the scene"


# -- attached ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-COMP-02", "SF-COMP-01")
def test_one_who_is_close_adds_to_skills_that_both_have() -> None:
    g = accompanied(companion("numerous"))
    assert parts_of(g, "fisticuffs") == [WITH_JEEVES], "once, however many have it"
    assert parts_of(g, "stealth") == [], "Jeeves has not learned that"
    assert parts_of(g, "athletics") == [], "what neither has learned is shared by all the world"
    assert parts_of(g, "fisticuffs", by="cora") == []


@pytest.mark.rule("SF-COMP-02")
def test_only_one_who_is_there_and_on_its_feet_adds_something() -> None:
    g = accompanied(companion())
    g.draw_zones("Hall", "Garden")
    g.place("maud", "Hall")
    g.place("jeeves", "Garden")
    assert parts_of(g, "fisticuffs") == []
    g.place("jeeves", "Hall")
    assert parts_of(g, "fisticuffs") == [WITH_JEEVES]
    g.do("gm", EndScene())
    g.do("gm", StartScene("Alone", (MAUD, CORA, FOE)))
    assert parts_of(g, "fisticuffs") == []


@pytest.mark.rule("SF-COMP-02")
def test_a_skill_of_its_own_is_no_use_to_a_patron_without_it() -> None:
    g = accompanied(companion(skills=(skill("Art", 1),)))
    assert parts_of(g, "art") == [], "Maud has Art at Mediocre, as everybody does"


@pytest.mark.rule("SF-COMP-02")
def test_the_gm_may_rule_that_it_does_not_help_here() -> None:
    g = accompanied(companion())
    g.do("ana", Overcome(actor=MAUD, trait="fisticuffs", description="tries"))
    g.choose("gm", "Disallow with Jeeves")
    assert [part.label for part in g.roll.efforts[0].modifiers if part.source != "trait"] == []


@pytest.mark.rule("SF-COMP-02")
def test_it_does_nothing_by_itself_and_has_no_turn() -> None:
    g = accompanied(companion())
    assert g.refused("ana", Overcome(actor=JEEVES, trait="fisticuffs", description="tries")) == "attached"
    g.do("bo", Overcome(actor=CORA, trait="fisticuffs", description="tries"))
    assert g.refused("ana", Help(roll=g.roll.id, effort=0, actor=JEEVES, description="lends a hand")) == "attached"
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    g.throw("bo", "0000")
    g.everyone_passes()
    g.start_conflict("physical", second_side=("foe",), first="Foe")
    assert JEEVES not in g.conflict.actors
    attack = Attack(actor=FOE, target=JEEVES, trait="fisticuffs/strike", description="at the valet")
    assert g.refused("gm", attack) == "not-in-the-conflict"


# -- alone -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-COMP-02", "SF-COMP-01")
def test_acting_alone_costs_a_fate_point_of_its_patrons_and_lasts_for_the_scene() -> None:
    g = accompanied(companion())
    g.set_points(maud=1)
    send_off(g)
    assert g.points("maud") == 0
    assert parts_of(g, "fisticuffs") == [], "it is elsewhere with its mind"
    assert parts_of(g, "fisticuffs", by="jeeves") == []
    assert g.refused("ana", SendOff(actor=JEEVES)) == "not-attached"
    g.do("gm", EndScene())
    g.do("gm", StartScene("Later", (MAUD, CORA, FOE, JEEVES)))
    assert g.refused("ana", Overcome(actor=JEEVES, trait="fisticuffs", description="tries")) == "attached"
    assert g.refused("ana", SendOff(actor=JEEVES)) == "not-enough-fate-points"


@pytest.mark.rule("SF-COMP-02")
def test_it_comes_close_again_where_its_patron_is() -> None:
    g = accompanied(companion())
    assert g.refused("ana", KeepClose(actor=JEEVES)) == "attached"
    assert g.refused("bo", SendOff(actor=JEEVES)) == "not-yours"
    assert g.refused("ana", SendOff(actor=MAUD)) == "not-attached"
    g.draw_zones("Hall", "Garden")
    g.place("maud", "Hall")
    g.place("jeeves", "Garden")
    send_off(g)
    assert g.refused("ana", KeepClose(actor=JEEVES)) == "not-there"
    g.place("jeeves", "Hall")
    g.do("ana", KeepClose(actor=JEEVES))
    assert parts_of(g, "fisticuffs") == [WITH_JEEVES]


@pytest.mark.rule("SF-COMP-02")
def test_in_a_fight_it_joins_its_patrons_side_and_leaves_again() -> None:
    g = accompanied(companion())
    g.set_points(maud=2)
    g.start_conflict("physical", second_side=("foe",), first="Maud")
    send_off(g)
    assert g.conflict.newcomers == (JEEVES,)
    g.do("ana", KeepClose(actor=JEEVES))
    assert not g.conflict.involves(JEEVES)
    send_off(g)
    for actor in ("maud", "cora", "foe"):
        g.do(g.seat_of(actor), EndTurn(ActorId(actor)))
    g.do("gm", NextExchange(), "++++")
    g.come_to("jeeves")
    g.do("ana", Attack(actor=JEEVES, target=FOE, trait="fisticuffs/strike", description="with an umbrella"))
    assert g.roll.actor == JEEVES


@pytest.mark.rule("SF-COMP-02", "SF-COMP-04")
def test_it_has_no_fate_points_to_spend_and_no_use_for_its_patrons() -> None:
    g = accompanied(companion(aspect("Unflappable")))
    g.set_points(maud=3)
    send_off(g)
    g.do("ana", Overcome(actor=JEEVES, trait="fisticuffs", description="tries"))
    g.answer("gm", "opposition", "difficulty", value=1, scale="0")
    g.throw("ana", "0000")
    card = g.card("Unflappable").id
    own = Invoke(roll=g.roll.id, effort=0, effect="bonus", aspect=card, explanation="calmly", party=JEEVES)
    assert g.refused("ana", own) == "not-enough-fate-points"
    assert g.points("maud") == 2


# -- independent -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-COMP-07")
def test_an_independent_one_acts_alone_for_nothing_with_points_and_two_aspects_of_its_patrons() -> None:
    g = accompanied(companion(independent()))
    g.set_points(maud=1)
    send_off(g)
    assert g.points("maud") == 1
    shared = {card.text: card for card in borne_by(g.table.state, JEEVES)}
    assert set(shared) == {"Maud of the Club", "Always Repay a Debt"}
    g.do("gm", EndScene())
    g.do("gm", StartScene("Abroad", (CORA, FOE, JEEVES)))
    g.do("ana", Overcome(actor=JEEVES, trait="fisticuffs", description="tries"))
    g.answer("gm", "opposition", "difficulty", value=2, scale="0")
    g.throw("ana", "0000")
    card = shared["Always Repay a Debt"].id
    g.do("ana", Invoke(roll=g.roll.id, effort=0, effect="bonus", aspect=card, explanation="it is owed", party=JEEVES))
    assert g.result() == (1, "succeed")
    assert g.points("maud") == 0


@pytest.mark.rule("SF-COMP-07")
def test_together_again_the_aspects_are_its_patrons_alone() -> None:
    g = accompanied(companion(independent()))
    send_off(g)
    g.do("ana", KeepClose(actor=JEEVES))
    assert tuple(borne_by(g.table.state, JEEVES)) == ()


@pytest.mark.rule("SF-COMP-07")
def test_a_mission_as_weighty_as_a_heros_costs_a_point_after_all() -> None:
    g = accompanied(companion(independent(), "numerous"))
    g.set_points(maud=1)
    assert g.refused("gm", CallItMission(actor=JEEVES)) == "no-mission"
    send_off(g)
    assert g.refused("ana", CallItMission(actor=JEEVES)) == "gm-only"
    g.do("gm", CallItMission(actor=JEEVES))
    assert g.points("maud") == 0
    assert g.refused("gm", CallItMission(actor=JEEVES)) == "no-mission"
    send_off(g, SECOND)
    g.do("gm", CallItMission(actor=SECOND))
    command = Overcome(actor=SECOND, trait="fisticuffs", description="tries")
    assert g.refused("ana", command) == "attached", "who cannot pay for a mission does not send anybody"


@pytest.mark.rule("SF-COMP-07")
def test_one_who_costs_a_point_anyway_is_on_no_mission_that_costs_more() -> None:
    g = accompanied(companion())
    send_off(g)
    assert g.refused("gm", CallItMission(actor=JEEVES)) == "no-mission"


# -- keeping up --------------------------------------------------------------------------------------------------------


def flying() -> tuple[Entry, ...]:
    wings = msgspec.structs.replace(held("move", "", "unusual"), note="Flight")
    return (skill("Wings", 3, 0, wings), skill("Fisticuffs", 3))


@pytest.mark.rule("SF-COMP-08", "SF-COMP-02")
@pytest.mark.parametrize(
    ("maud", "improvements", "follows"),
    [
        ((skill("Fisticuffs", 3),), (), True),
        (flying(), (), False),
        (flying(), ("keeping-up",), True),
    ],
)
def test_one_who_is_close_follows_its_patron_unless_it_cannot_keep_up(
    maud: tuple[Entry, ...], improvements: tuple[str, ...], follows: bool
) -> None:
    g = accompanied(companion(*improvements), maud=maud)
    _, garden = g.draw_zones("Hall", "Garden")
    for actor in (MAUD, JEEVES):
        g.do("gm", PlaceActor(actor, g.zone("Hall")))
    g.do("ana", Move(MAUD, garden))
    assert g.where("jeeves") == ("Garden" if follows else "Hall")


@pytest.mark.rule("SF-COMP-08")
def test_one_who_acts_alone_goes_its_own_ways() -> None:
    g = accompanied(companion())
    hall, garden = g.draw_zones("Hall", "Garden")
    for actor in (MAUD, JEEVES):
        g.do("gm", PlaceActor(actor, hall))
    send_off(g)
    g.do("ana", Move(MAUD, garden))
    assert g.where("jeeves") == "Hall"


# -- summoned ----------------------------------------------------------------------------------------------------------


def summoner(**more: Any) -> Game:
    """Maud has a companion that she summons, and it is not there yet."""
    g = accompanied(companion("summonable"), scene=False, **more)
    g.start_scene()
    return g


def started(g: Game) -> None:
    g.do("gm", EndScene())
    g.do("gm", StartScene("Now", (MAUD, CORA, FOE)))


@pytest.mark.rule("SF-COMP-13")
def test_one_who_is_summoned_appears_in_a_minute_and_is_gone_after_the_scene() -> None:
    g = summoner()
    assert g.refused("ana", Summon(actor=JEEVES)) == "cannot-summon", "it is there"
    started(g)
    hall, _ = g.draw_zones("Hall", "Garden")
    g.do("gm", PlaceActor(MAUD, hall))
    g.do("ana", Summon(actor=JEEVES))
    assert g.where("jeeves") == "Hall"
    assert g.table.state.get(TIME_TAKEN)[MAUD] == "One Minute"
    assert parts_of(g, "fisticuffs") == [WITH_JEEVES]
    g.do("gm", EndScene())
    offer = next(offer for offer in g.offers("gm", StartScene))
    assert JEEVES not in offer.holes[1].suggested  # type: ignore[union-attr]


@pytest.mark.rule("SF-COMP-13")
def test_for_a_fate_point_it_is_there_at_once_even_in_a_fight() -> None:
    g = summoner()
    started(g)
    g.set_points(maud=1)
    g.start_conflict("physical", second_side=("foe",), first="Maud")
    assert g.refused("ana", Summon(actor=JEEVES)) == "too-slow"
    g.do("ana", Summon(actor=JEEVES, at_once=True))
    assert g.points("maud") == 0
    assert JEEVES in g.table.state.get(SCENE).present
    assert MAUD not in g.table.state.get(TIME_TAKEN)


@pytest.mark.rule("SF-COMP-13")
def test_nobody_is_summoned_without_a_point_a_patron_or_the_gift() -> None:
    g = summoner()
    started(g)
    g.set_points(maud=0)
    assert g.refused("ana", Summon(actor=JEEVES, at_once=True)) == "not-enough-fate-points"
    g.do("gm", EndScene())
    g.do("gm", StartScene("Without her", (CORA, FOE)))
    assert g.refused("ana", Summon(actor=JEEVES)) == "not-there"
    other = accompanied(companion())
    started(other)
    assert other.refused("ana", Summon(actor=JEEVES)) == "cannot-summon"


def test_a_conflict_in_preparation_takes_no_harm_by_it() -> None:
    g = accompanied(companion())
    g.do("gm", StartConflict("physical", (FOE,)), "++++", "0000", "0000")
    send_off(g)
    assert g.conflict.newcomers == (JEEVES,)
    g.do("gm", BeginConflict(), "----")
    assert JEEVES in g.conflict.actors
    assert not g.offers("ana", Pass)


# -- links -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-COMP-06")
@pytest.mark.parametrize(("quality", "margin"), [(1, 0), (1, -1), (2, 0), (3, 0), (3, -1)])
def test_breaking_their_link_is_as_hard_as_two_and_the_quality(quality: int, margin: int) -> None:
    more = ("quality",) * (quality - 1)
    g = accompanied(companion(mode(), *more, sturdy=("social",)), companion(name="Igor"), foe=(skill("Science", 4),))
    (offer,) = [offer for offer in g.offers("gm", Undertake) if offer.command.procedure == "break-link"]  # type: ignore[attr-defined]
    assert [choice.value for choice in offer.holes[0].options] == [JEEVES]  # type: ignore[union-attr]
    assert not [each for each in g.offers("ana", Undertake) if each.command.procedure == "break-link"]  # type: ignore[attr-defined]
    undertake(g, "break-link", trait="science", by="foe", to="jeeves")
    assert (g.roll.difficulty, g.roll.scale) == (2 + quality, 0)
    assert done(g, faces(2 + quality + margin - 4), by="foe") == (margin, "succeed" if margin >= 0 else "fail")
    broken = ["Maud's link to them by signal lamps is broken"]
    assert facts(g) == (broken if margin >= 0 else [])
