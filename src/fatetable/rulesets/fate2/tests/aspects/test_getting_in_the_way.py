"""Involuntary invocation: points for each level, given or paid, and never a box (F2-INV-10, F2-INV-15)."""

from __future__ import annotations

import pytest

from fatetable.mechanics.aspects.compels import OfferCompel, RefuseCompel
from fatetable.mechanics.characters.cast import ActorId
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.rulesets.fate2.tests.support.rolling import BRAWLER, CYRUS, SOLDIER, invoke, thrown

TEXT = "he obeys the order, as he was taught"


def compel(g: Game, aspect: str = SOLDIER, **more: object) -> OfferCompel:
    return OfferCompel(target=CYRUS, aspect=g.card(aspect).id, kind="decision", text=TEXT, **more)  # type: ignore[arg-type]


def refusal(g: Game) -> RefuseCompel:
    prompt = g.prompt("compel")
    assert prompt is not None
    return RefuseCompel(str(prompt.about["compel"]))


@pytest.mark.rule("F2-INV-10")
@pytest.mark.parametrize(("aspect", "level"), [(SOLDIER, 2), (BRAWLER, 1)])
def test_going_along_gains_points_for_each_level(aspect: str, level: int) -> None:
    g = Game()
    g.do("gm", compel(g, aspect))
    g.answer("ana", "compel", "accept")
    assert g.points("cyrus") == 3 + level
    assert g.card(aspect).ticked == 0, "no box is checked"


@pytest.mark.rule("F2-INV-10")
@pytest.mark.parametrize(("aspect", "level"), [(SOLDIER, 2), (BRAWLER, 1)])
def test_acting_against_it_costs_points_for_each_level(aspect: str, level: int) -> None:
    g = Game()
    g.do("gm", compel(g, aspect))
    g.do("ana", refusal(g))
    assert (g.points("cyrus"), g.card(aspect).ticked) == (3 - level, 0)


@pytest.mark.rule("F2-INV-10")
def test_without_enough_points_one_goes_along() -> None:
    g = Game()
    g.set_points(cyrus=1)
    g.do("gm", compel(g))
    assert g.refused("ana", refusal(g)) == "not-enough-fate-points", "all or nothing"
    g.answer("ana", "compel", "accept")
    assert g.points("cyrus") == 3


@pytest.mark.rule("F2-INV-10")
def test_checked_boxes_make_no_difference_to_the_points() -> None:
    g = thrown("----")
    for _ in range(2):
        g.do("ana", invoke(g), "----")
    g.everyone_passes()
    g.do("gm", compel(g))
    g.answer("ana", "compel", "accept")
    assert (g.points("cyrus"), g.card(SOLDIER).ticked) == (5, 2)


@pytest.mark.rule("F2-INV-10")
def test_only_the_game_master_does_so_and_only_with_ones_own_aspects() -> None:
    g = Game()
    assert g.refused("bo", compel(g)) == "gm-only"
    assert g.refused("ana", compel(g)) == "gm-only"
    assert g.refused("gm", compel(g, "Acrobat")) == "not-compellable"
    assert g.refused("gm", compel(g, points=5)) == "bad-number"


@pytest.mark.rule("F2-INV-15")
def test_being_kept_from_a_thing_that_is_an_aspect_pays_its_level() -> None:
    g = Game()
    finn, aspect = ActorId("finn"), g.card("Friends in Low Places")
    g.do("gm", OfferCompel(target=finn, aspect=aspect.id, kind="event", text="they are out of town when he needs them"))
    g.answer("bo", "compel", "accept")
    assert g.points("finn") == 3 + aspect.level
