"""What a fate point buys besides a roll, or a box: coincidences, monologues, other places, a timely arrival."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.offers import ChoiceHole
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.scenes.lifecycle import LeaveScene
from fatetable.mechanics.scenes.state import is_present
from fatetable.rulesets.fate2.points.purchases import CancelPurchase
from fatetable.rulesets.fate2.points.uses import Buy, UseForEffect
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.tabletop.words.chronicle import Chronicle

CYRUS, FINN, WATCH = ActorId("cyrus"), ActorId("finn"), ActorId("city-watch")


def coincidence(**more: Any) -> Buy:
    given = {"about": "something at hand", "words": "a rope hangs there", **more}
    return Buy(actor=CYRUS, use="coincidence", **given)


def facts(g: Game) -> list[tuple[str, str]]:
    return [(each.aspect, each.fact) for each in g.table.state.get(FACTS)]


def told(g: Game) -> str:
    chronicle = Chronicle(g.table, "ana")
    chronicle.hear_news()
    return "\n".join(line.line for line in chronicle.lines)


def cancel(g: Game, party: ActorId = FINN) -> CancelPurchase:
    prompt = g.prompt("fate2-purchase")
    assert prompt is not None
    return CancelPurchase(purchase=str(prompt.about["purchase"]), party=party)


# -- narrative control -----------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-FP-03", "F2-FP-04")
def test_a_point_arranges_a_coincidence_if_the_gm_allows_it() -> None:
    g = Game()
    g.do("ana", coincidence())
    assert (g.points("cyrus"), facts(g)) == (2, []), "nothing is so yet"
    g.answer("gm", "fate2-purchase", "allow")
    assert facts(g) == [("Something at hand", "a rope hangs there")]
    assert g.points("cyrus") == 2


@pytest.mark.rule("F2-FP-04")
def test_what_the_gm_vetoes_costs_nothing() -> None:
    g = Game()
    g.do("ana", coincidence())
    g.answer("gm", "fate2-purchase", "veto")
    assert (g.points("cyrus"), facts(g)) == (3, [])
    assert "does not allow" in told(g)


@pytest.mark.rule("F2-FP-03")
def test_without_a_point_there_is_no_coincidence() -> None:
    g = Game()
    g.set_points(cyrus=0)
    assert g.refused("ana", coincidence()) == "not-enough-fate-points"
    assert not g.offers("ana", Buy)


@pytest.mark.rule("F2-FP-03", "F2-FP-06")
@pytest.mark.parametrize(
    ("reach", "kinds"),
    [
        ("none", None),
        ("things", ["something at hand"]),
        ("coincidences", ["something at hand", "somebody known", "a lucky chance"]),
        (
            "plot",
            ["something at hand", "somebody known", "a lucky chance", "a person or an event of the plot"],
        ),
    ],
)
def test_the_campaign_says_how_far_players_reach(reach: str, kinds: list[str] | None) -> None:
    g = Game(narrative_control=reach)
    offers = g.offers("ana", Buy)
    if kinds is None:
        assert not offers
        assert g.refused("ana", coincidence()) == "no-such-use"
        return
    (offer,) = offers
    assert isinstance(offer.holes[0], ChoiceHole)
    assert [choice.value for choice in offer.holes[0].options] == kinds
    if "a person or an event of the plot" not in kinds:
        assert g.refused("ana", coincidence(about="a person or an event of the plot")) == "no-such-use"


@pytest.mark.rule("F2-FP-05")
def test_others_cancel_it_for_a_point_until_the_gm_has_ruled() -> None:
    g = Game()
    g.do("ana", coincidence())
    assert g.refused("ana", cancel(g, CYRUS)) == "own-outlay"
    g.do("bo", cancel(g))
    assert (g.points("cyrus"), g.points("finn")) == (2, 2)
    g.answer("ana", "fate2-purchase-cancelled", "leave")
    assert (facts(g), g.points("cyrus")) == ([], 2)
    assert "stays cancelled" in told(g)


@pytest.mark.rule("F2-FP-05")
def test_who_pays_again_gets_it_unless_it_is_cancelled_again() -> None:
    g = Game()
    g.do("ana", coincidence())
    g.do("bo", cancel(g))
    g.answer("ana", "fate2-purchase-cancelled", "again")
    assert (g.points("cyrus"), facts(g)) == (1, [])
    g.do("bo", cancel(g))
    g.answer("ana", "fate2-purchase-cancelled", "again")
    g.answer("gm", "fate2-purchase", "allow")
    assert (g.points("cyrus"), g.points("finn")) == (0, 1)
    assert facts(g) == [("Something at hand", "a rope hangs there")]


@pytest.mark.rule("F2-FP-05")
def test_who_cannot_pay_again_is_not_asked() -> None:
    g = Game()
    g.set_points(cyrus=1)
    g.do("ana", coincidence())
    g.do("bo", cancel(g))
    assert g.prompt("fate2-purchase-cancelled") is None
    assert facts(g) == []


@pytest.mark.rule("F2-FP-05", "F2-FP-04")
def test_the_gm_cancels_with_points_of_the_pool_and_vetoes_for_nothing() -> None:
    g = Game()
    g.set_points(pool=1)
    g.do("ana", coincidence())
    g.do("gm", cancel(g, ActorId("")))
    assert (g.points("pool"), g.points("cyrus")) == (0, 2)


# -- aspects for effect ----------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-INV-09")
def test_a_box_of_an_aspect_brings_an_advantage_without_a_roll() -> None:
    g = Game()
    soldier = g.card("Soldier")
    g.do("ana", UseForEffect(actor=CYRUS, box=soldier.id, words="a bed in the barracks"))
    g.answer("gm", "fate2-purchase", "allow")
    assert facts(g) == [("Soldier", "a bed in the barracks")]
    assert (g.card("Soldier").ticked, g.points("cyrus")) == (1, 3)


@pytest.mark.rule("F2-INV-09", "F2-FP-04")
def test_the_box_stays_open_if_the_gm_vetoes_it() -> None:
    g = Game()
    g.do("ana", UseForEffect(actor=CYRUS, box=g.card("Soldier").id, words="a palace"))
    assert g.card("Soldier").ticked == 1
    g.answer("gm", "fate2-purchase", "veto")
    assert (g.card("Soldier").ticked, facts(g)) == (0, [])


@pytest.mark.rule("F2-INV-09")
def test_without_an_open_box_there_is_no_effect() -> None:
    g = Game()
    brawler = UseForEffect(actor=CYRUS, box=g.card("Brawler").id, words="room at the bar")
    g.do("ana", brawler)
    g.answer("gm", "fate2-purchase", "allow")
    assert g.refused("ana", brawler) == "no-open-box"
    assert g.refused("bo", brawler) == "not-yours"


@pytest.mark.rule("F2-INV-09", "F2-FP-05")
def test_a_box_is_no_point_to_cancel() -> None:
    g = Game()
    g.do("ana", UseForEffect(actor=CYRUS, box=g.card("Soldier").id, words="a bed"))
    assert g.refused("bo", cancel(g)) == "own-outlay"


# -- further uses ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-FP-07", "F2-FP-08", "F2-FP-10", "F2-FP-12")
@pytest.mark.parametrize(
    ("use", "dial"), [("monologue", "monologue"), ("switch", "switch_places"), ("arrival", "timely_arrival")]
)
def test_the_further_uses_are_for_campaigns_that_want_them(use: str, dial: str) -> None:
    for is_on in (False, True):
        dials: dict[str, Any] = {dial: is_on}
        g = Game(foes=("City Watch",), **dials)
        if use == "arrival":
            g.do("gm", LeaveScene(CYRUS))
        if use == "switch":
            g.fight_by_exchanges()
        offered = {offer.command.use for offer in g.offers("ana", Buy)}  # type: ignore[attr-defined]
        assert (use in offered) == is_on
        assert "wound" not in offered, "that is asked when a wound is about to be marked"


@pytest.mark.rule("F2-FP-08")
def test_while_somebody_speaks_all_the_others_are_quiet() -> None:
    g = Game(monologue=True)
    g.do("ana", Buy(actor=CYRUS, use="monologue", words="on honour"))
    g.answer("gm", "fate2-purchase", "allow")
    act = Overcome(actor=FINN, trait=g.best("finn"), description="slips away")
    assert g.refused("bo", act) == "somebody-speaks"
    assert g.refused("ana", Overcome(actor=CYRUS, trait=g.best("cyrus"), description="draws")) == "somebody-speaks"
    assert g.refused("ana", coincidence()) == "not-finished"
    g.answer("ana", "fate2-monologue", "done", words="Where I come from …")
    assert "Cyrus speaks: “Where I come from …”" in told(g)
    g.do("bo", act)


@pytest.mark.rule("F2-FP-08", "F2-FP-05")
def test_villains_speak_for_points_of_the_gm_and_players_may_cut_them_short() -> None:
    g = Game(monologue=True, foes=("City Watch",))
    speech = Buy(actor=WATCH, use="monologue", words="on the law")
    assert g.refused("gm", speech) == "not-enough-fate-points"
    g.set_points(pool=2)
    g.do("gm", speech)
    g.answer("ana", "fate2-purchase-of-the-gm", "no")
    g.answer("bo", "fate2-purchase-of-the-gm", "cancel")
    assert (g.points("finn"), g.points("pool")) == (2, 1)
    g.answer("gm", "fate2-purchase-cancelled", "again")
    g.answer("ana", "fate2-purchase-of-the-gm", "no")
    g.answer("bo", "fate2-purchase-of-the-gm", "no")
    g.answer("gm", "fate2-monologue", "done")
    assert "City Watch speaks: “on the law”" in told(g)


@pytest.mark.rule("F2-FP-08")
def test_where_nobody_could_cancel_it_nobody_is_asked() -> None:
    g = Game(monologue=True, foes=("City Watch",))
    g.set_points(pool=1, cyrus=0, finn=0)
    g.do("gm", Buy(actor=WATCH, use="monologue", words="on the law"))
    assert g.prompt("fate2-monologue")


@pytest.mark.rule("F2-FP-12")
def test_who_is_not_there_arrives_when_their_player_likes() -> None:
    g = Game(timely_arrival=True)
    arrive = Buy(actor=CYRUS, use="arrival", words="through the window")
    assert g.refused("ana", arrive) == "already-there"
    g.do("gm", LeaveScene(CYRUS))
    g.do("ana", arrive)
    g.answer("gm", "fate2-purchase", "veto")
    assert not is_present(g.table.state, CYRUS)
    g.do("ana", arrive)
    g.answer("gm", "fate2-purchase", "allow")
    assert is_present(g.table.state, CYRUS)
    assert (g.points("cyrus"), "Cyrus arrives." in told(g)) == (2, True)


@pytest.mark.rule("F2-FP-10")
def test_two_in_a_fight_change_places_out_of_turn() -> None:
    g = Game(switch_places=True, foes=("City Watch",))
    g.draw_zones("Bar", "Street")
    g.place("cyrus", "Bar")
    g.place("finn", "Street")
    switch = Buy(actor=FINN, use="switch", target=CYRUS, words="jumps down")
    assert g.refused("bo", switch) == "no-conflict"
    g.fight_by_turns()
    g.do("bo", switch)
    g.answer("gm", "fate2-purchase", "allow")
    assert (g.where("cyrus"), g.where("finn"), g.points("finn")) == ("Street", "Bar", 2)
    assert "Finn changes places with Cyrus." in told(g)


@pytest.mark.rule("F2-FP-10")
def test_who_changes_places_in_an_exchange_trades_opponents() -> None:
    g = Game(switch_places=True, foes=("City Watch", "Hired Thug"))
    g.fight_by_exchanges()
    g.intend("cyrus", "attack", "city-watch")
    g.intend("finn", "attack", "hired-thug")
    g.intend("city-watch", "attack", "cyrus")
    g.intend("hired-thug", "attack", "finn")
    g.do("bo", Buy(actor=FINN, use="switch", target=CYRUS, words="rolls over the table"))
    g.answer("gm", "fate2-purchase", "allow")
    g.outcomes(cyrus=4, finn=4, city_watch=1, hired_thug=1)
    g.everyone_passes()
    assert {(one, other) for one, other, _ in g.pairs()} == {("cyrus", "hired-thug"), ("finn", "city-watch")}


@pytest.mark.rule("F2-FP-10")
def test_nobody_comes_to_face_a_friend() -> None:
    g = Game(switch_places=True, foes=("City Watch",))
    g.fight_by_exchanges()
    g.intend("cyrus", "attack", "city-watch")
    g.intend("finn", "defensive", trait="cutthroat")
    g.intend("city-watch", "attack", "cyrus")
    g.do("ana", Buy(actor=CYRUS, use="switch", target=WATCH, words="turns him round"))
    g.answer("gm", "fate2-purchase", "allow")
    g.outcomes(cyrus=4, finn=4, city_watch=1)
    g.everyone_passes()
    assert ("cyrus", "city-watch", 3) in g.pairs()


@pytest.mark.rule("F2-FP-07")
@pytest.mark.parametrize("is_on", [True, False])
def test_a_box_stands_in_for_the_point_of_a_further_use_alone(is_on: bool) -> None:
    g = Game(monologue=True, box_for_point=is_on)
    box = (g.card("Soldier").id,)
    speech = Buy(actor=CYRUS, use="monologue", words="on honour", boxes=box)
    assert g.refused("ana", coincidence(boxes=box)) == "no-boxes"
    if not is_on:
        assert g.refused("ana", speech) == "no-boxes"
        return
    g.set_points(cyrus=0)
    g.do("ana", speech)
    assert (g.points("cyrus"), g.card("Soldier").ticked) == (0, 1)
    g.answer("gm", "fate2-purchase", "veto")
    assert g.card("Soldier").ticked == 0
