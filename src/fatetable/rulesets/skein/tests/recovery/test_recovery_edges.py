"""Recovery where something has changed meanwhile: people gone, things over, nothing left to pay with."""

from __future__ import annotations

import pytest

from fatetable.mechanics.points.accounts import purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.scenes.lifecycle import EnterScene, LeaveScene
from fatetable.mechanics.scenes.map_editing import DrawZone, PlaceActor
from fatetable.rulesets.skein.magic.faith import LayOnHands
from fatetable.rulesets.skein.recovery.healers import BETTER, POINT, Treat
from fatetable.rulesets.skein.recovery.lasting_injuries import MENDING
from fatetable.rulesets.skein.recovery.natural_healing import Rest
from fatetable.rulesets.skein.recovery.ordeals import ORDEALS, EndOrdeal
from fatetable.rulesets.skein.tests.recovery.test_healers import card_id, treat
from fatetable.rulesets.skein.tests.recovery.test_ordeals import afflict, call, only_ordeal
from fatetable.rulesets.skein.tests.support.magicians import magician
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.wounded import BRANNOC, HESK, endure, passes, wound
from fatetable.rulesets.skein.tests.travel.test_journeys import on_the_road, rolls, through
from fatetable.rulesets.skein.travel.journeys import Arrive, SetOut, TravelDay

CADFAN = "cadfan-wolf-banner"


def treating(ailment: str, again: str = "", patient: str = BRANNOC, healer: str = HESK) -> Treat:
    return Treat(actor=healer, patient=patient, ailment=ailment, description="tries", again=again)  # type: ignore[arg-type]


# -- healers ---------------------------------------------------------------------------------------------------------


def test_a_healer_reaches_only_those_who_are_there() -> None:
    g = Game()
    wound(g, BRANNOC, 2)
    g.do("gm", LeaveScene(BRANNOC))  # type: ignore[arg-type]
    assert g.refused("bo", treating("health")) == "bad-target"
    g.do("gm", EnterScene(BRANNOC))  # type: ignore[arg-type]
    g.do("gm", DrawZone(name="Bank"))
    g.do("gm", DrawZone(name="Ford"))
    near, far = g.table.state.slices["zones"].zones
    g.do("gm", PlaceActor(BRANNOC, near))  # type: ignore[arg-type]
    g.do("gm", PlaceActor(HESK, far))  # type: ignore[arg-type]
    assert g.refused("bo", treating("health")) == "out-of-reach"


def test_a_warband_is_no_patient() -> None:
    g = Game(foes=("Hearth Guard", "Cadfan Wolf-Banner"))
    assert g.refused("gm", treating("stress", patient="hearth-guard", healer=CADFAN)) == "nothing-to-treat"


def test_where_there_is_nothing_to_treat_no_dice_are_thrown() -> None:
    g = Game(foes=("Gate Guard",))
    wound(g, "gate-guard", 1)
    g.do("bo", treating("", patient="gate-guard"))
    g.answer("gm", "ailment", "nothing")
    assert not rolls(g)


@pytest.mark.rule("SK-HEAL-06")
def test_nobody_treats_those_whom_nothing_ails() -> None:
    g = Game(foes=("Gate Guard",))
    assert not g.offers("bo", Treat)
    assert g.refused("bo", treating("", patient="gate-guard")) == "nothing-to-treat"
    g.do("gm", afflict("poison", actor="gate-guard"))
    assert not g.offers("bo", Treat), "nobody knows before it takes effect"
    passes(g, "A few minutes")
    g.throw("gm", "++++")
    assert [offer.command.patient for offer in g.offers("bo", Treat)] == ["gate-guard"]  # type: ignore[attr-defined]


def test_an_answer_that_comes_too_late_begins_nothing() -> None:
    g = Game()
    wound(g, BRANNOC, 2, "mild", "Winded")
    g.do("bo", treating(card_id(g, "mild")))
    g.do("gm", call(HESK))
    g.answer("gm", "treatment", "yes")
    assert [roll.declaration.mode for roll in rolls(g).values()] == ["endure"]


@pytest.mark.rule("SK-HEAL-11")
def test_without_a_point_only_better_circumstances_help() -> None:
    g = Game(foes=("Gate Guard",))
    wound(g, "gate-guard", 1)
    wound(g, BRANNOC, 5)
    treat(g, "health", "--00")
    g.do("gm", SetPoints(purse(HESK), 0, "for the test"))  # type: ignore[arg-type]
    assert g.refused("bo", treating("health", POINT)) == "not-enough-fate-points"
    own = [offer for offer in g.offers("bo", Treat) if offer.command.patient == BRANNOC]  # type: ignore[attr-defined]
    assert [offer.command.again for offer in own] == [BETTER]  # type: ignore[attr-defined]
    (other,) = [offer for offer in g.offers("bo", Treat) if offer.command.patient == "gate-guard"]  # type: ignore[attr-defined]
    ways = next(hole for hole in other.holes if hole.field == "again")
    assert [choice.value for choice in ways.options] == ["", BETTER]  # type: ignore[union-attr]


@pytest.mark.rule("SK-END-06")
def test_a_cure_that_leaves_less_than_has_passed_already_ends_it_at_once() -> None:
    g = Game()
    g.do("gm", afflict("poison"))
    passes(g, "A few minutes")
    g.throw("ana", "0000")
    passes(g, "A day")
    treat(g, only_ordeal(g).id, "0000")
    assert not g.table.state.get(ORDEALS)


def test_a_wound_that_is_gone_before_the_healer_has_done_needs_no_treatment() -> None:
    saint = magician("faith", "lay-on-hands", name="Ansel")
    g = Game(heroes=(saint, "Mother Hesk"), foes=("Cadfan Wolf-Banner",))
    wound(g, HESK, 2, "mild", "Winded")
    g.do("gm", treating(card_id(g, "mild", HESK), patient=HESK, healer=CADFAN))
    g.answer("gm", "treatment", "yes")
    slow = g.roll
    (prayer,) = (offer for offer in g.offers("ana", LayOnHands) if "Hesk" in offer.label)
    g.do("ana", prayer.fill(description="prays"))
    quick = rolls(g)["ansel"]
    through(g, quick, "ana")
    assert not g.has_card("Winded")
    through(g, slow, "gm")
    assert not g.table.state.get(MENDING)


# -- ordeals and journeys --------------------------------------------------------------------------------------------


def test_a_test_that_was_put_off_until_its_cause_was_over_is_not_made() -> None:
    g = Game()
    g.do("gm", call(BRANNOC))
    g.do("gm", call(BRANNOC))
    g.throw("ana", "++00")
    g.do("gm", EndOrdeal(only_ordeal(g).id, "the water falls"))
    g.answer("ana", "endure", "endure")
    assert not rolls(g)


def test_who_drops_on_the_way_is_asked_for_nothing_more() -> None:
    g = on_the_road(BRANNOC, HESK)
    endure(g, HESK, 4)
    g.answer("bo", "harm", "score")
    g.answer("bo", "taken-out", "tell", fate="is carried", **{"return": "after a rest"})
    g.do("gm", TravelDay(is_forced=True))
    assert set(rolls(g)) == {BRANNOC}


def test_arriving_ends_nothing_but_the_journey() -> None:
    g = on_the_road()
    endure(g, BRANNOC, 2, cause="a fever of the mind", score="composure")
    g.answer("ana", "harm", "score")
    g.do("gm", Arrive())
    assert only_ordeal(g).name == "a fever of the mind"
    assert g.refused("gm", Rest((BRANNOC,))) == "nothing-to-restore"  # type: ignore[arg-type]


def test_nobody_sets_out_twice_in_one_party() -> None:
    g = Game()
    twice = SetOut(travellers=(BRANNOC, BRANNOC), name="home")  # type: ignore[arg-type]
    assert g.refused("gm", twice) == "named-twice"
