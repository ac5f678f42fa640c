"""Taking a wound for somebody else."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.aspects.cards import borne_by
from fatetable.mechanics.characters.cast import ActorId
from fatetable.rulesets.fate2.combat.arms import TakeArms
from fatetable.rulesets.fate2.points.purchases import CancelPurchase
from fatetable.rulesets.fate2.tests.support.playing import Game

ASKED = "fate2-wound-to-take"


def struck(margin: int = 3, **dials: Any) -> Game:
    """City Watch has struck Cyrus, and the wound is about to be marked."""
    g = Game(take_wounds=True, foes=("City Watch",), **dials)
    g.fight_by_turns()
    g.blow(margin, by="city-watch", to="cyrus")
    return g


@pytest.mark.rule("F2-FP-11", "F2-FP-04")
def test_an_ally_takes_the_wound_for_a_point() -> None:
    g = struck()
    assert g.rows("cyrus") == [], "it is asked before the mark is made"
    g.answer("bo", ASKED, "take")
    g.answer("gm", "fate2-purchase", "allow")
    assert (g.rows("cyrus"), g.rows("finn"), g.points("finn")) == ([], ["Hurt"], 2)
    assert g.last_roll.stage == "over"


@pytest.mark.rule("F2-FP-11")
def test_who_lets_it_be_pays_nothing() -> None:
    g = struck()
    g.answer("bo", ASKED, "leave")
    assert (g.rows("cyrus"), g.rows("finn"), g.points("finn")) == (["Hurt"], [], 3)
    assert g.last_roll.stage == "over"


@pytest.mark.rule("F2-FP-11", "F2-FP-04")
def test_if_it_is_vetoed_the_victim_has_the_wound() -> None:
    g = struck()
    g.answer("bo", ASKED, "take")
    g.answer("gm", "fate2-purchase", "veto")
    assert (g.rows("cyrus"), g.rows("finn"), g.points("finn")) == (["Hurt"], [], 3)


@pytest.mark.rule("F2-FP-11", "F2-FP-05")
def test_if_it_is_cancelled_the_victim_has_the_wound() -> None:
    g = struck()
    g.set_points(pool=1)
    g.answer("bo", ASKED, "take")
    prompt = g.prompt("fate2-purchase")
    assert prompt is not None
    g.do("gm", CancelPurchase(purchase=str(prompt.about["purchase"])))
    g.answer("bo", "fate2-purchase-cancelled", "leave")
    assert (g.rows("cyrus"), g.rows("finn"), g.points("finn")) == (["Hurt"], [], 2)
    assert g.last_roll.stage == "over"


@pytest.mark.rule("F2-FP-11")
def test_the_track_of_the_one_who_takes_it_decides_where_it_goes() -> None:
    g = struck()
    g.answer("bo", ASKED, "take")
    g.answer("gm", "fate2-purchase", "allow")
    for _ in range(2):
        g.blow(3, by="city-watch", to="cyrus")
        g.answer("bo", ASKED, "take")
        g.answer("gm", "fate2-purchase", "allow")
    assert g.rows("finn") == ["Hurt", "Hurt", "Injured"]
    assert g.points("finn") == 0
    g.blow(3, by="city-watch", to="cyrus")
    assert g.prompt(ASKED) is None, "who has no point is not asked"
    assert g.rows("cyrus") == ["Hurt"]


@pytest.mark.rule("F2-FP-11")
def test_the_armour_of_the_victim_has_counted_and_that_of_the_other_does_not() -> None:
    g = Game(take_wounds=True, foes=("City Watch",), armour="simple")
    g.do("ana", TakeArms(actor=ActorId("cyrus"), weapon="Unarmed", armour="Chainmail"))
    g.fight_by_turns()
    g.blow(6, by="city-watch", to="cyrus")
    g.answer("bo", ASKED, "take")
    g.answer("gm", "fate2-purchase", "allow")
    assert g.rows("finn") == ["Hurt"]


@pytest.mark.rule("F2-FP-11")
@pytest.mark.parametrize("margin", [0, -2])
def test_where_nothing_would_be_marked_nobody_is_asked(margin: int) -> None:
    g = struck(margin)
    assert g.prompt(ASKED) is None


@pytest.mark.rule("F2-FP-11")
def test_it_is_for_campaigns_that_want_it_and_for_friends() -> None:
    g = Game(foes=("City Watch",))
    g.fight_by_turns()
    g.blow(3, by="city-watch", to="cyrus")
    assert (g.prompt(ASKED), g.rows("cyrus")) == (None, ["Hurt"])
    other = struck()
    other.answer("bo", ASKED, "leave")
    other.set_points(pool=3)
    other.blow(3, by="cyrus", to="city-watch")
    assert other.prompt(ASKED) is None
    assert other.rows("city-watch") == ["Hurt"]


@pytest.mark.rule("F2-FP-11")
def test_those_who_could_are_asked_one_after_the_other() -> None:
    g = Game(take_wounds=True, foes=("City Watch", "Hired Thug"))
    g.set_points(pool=2)
    g.fight_by_turns()
    g.blow(3, by="cyrus", to="city-watch")
    g.answer("gm", ASKED, "take")
    g.answer("ana", "fate2-purchase-of-the-gm", "no")
    g.answer("bo", "fate2-purchase-of-the-gm", "no")
    assert (g.rows("city-watch"), g.rows("hired-thug"), g.points("pool")) == ([], ["Hurt"], 1)


@pytest.mark.rule("F2-FP-07", "F2-FP-11")
def test_a_box_stands_in_for_the_point() -> None:
    g = struck(box_for_point=True)
    box = next(card for card in borne_by(g.table.state, ActorId("finn")) if card.open_boxes)
    g.answer("bo", ASKED, "take", boxes=(box.id,))
    g.answer("gm", "fate2-purchase", "allow")
    assert (g.points("finn"), g.rows("finn")) == (3, ["Hurt"])
