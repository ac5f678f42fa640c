"""Compels: what is offered for which aspect, and what refusing it costs."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.aspects.compels import OfferCompel, RefuseCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.rulesets.strange.book import HeldDrawback
from fatetable.rulesets.strange.tests.support.playing import MAUD, Game, held, skill

MASTER, FACE, DEBT = "My Master's Bidding", "Frightful Visage", "Always Repay a Debt"


def game(**dials: Any) -> Game:
    master = HeldDrawback(id="minor-complication", text=MASTER)
    troubles = (
        skill("Claws", 2, 0, held("strike"), drawbacks=(HeldDrawback(id="major-complication", text=FACE),)),
        skill("Servant", 2, 0, held("notice"), kind="unique", drawbacks=(master,)),
    )
    g = Game(maud=troubles, **dials)
    g.set_points(maud=3, pool=9)
    return g


def offer(g: Game, text: str, points: int) -> OfferCompel:
    return OfferCompel(target=MAUD, aspect=g.card(text).id, kind="event", text="It gets in the way", points=points)


@pytest.mark.rule("SF-ASP-03", "SF-DRAW-05")
@pytest.mark.parametrize(("text", "earned"), [(FACE, 2), (MASTER, 1), ("Maud of the Club", 1)])
def test_the_offer_for_a_major_complication_opens_at_two(text: str, earned: int) -> None:
    g = game()
    g.do("gm", offer(g, text, 1))
    g.answer("ana", "compel", "accept")
    assert g.points("maud") == 3 + earned


@pytest.mark.rule("SF-ASP-02", "SF-ASP-03")
@pytest.mark.parametrize("text", [FACE, MASTER])
def test_the_game_master_may_go_higher_whatever_other_aspects_open_at(text: str) -> None:
    g = game()
    g.do("gm", offer(g, text, 3))
    g.answer("ana", "compel", "accept")
    assert g.points("maud") == 6


@pytest.mark.rule("SF-ASP-03")
def test_among_players_there_is_no_choice_of_how_much_to_offer() -> None:
    g = game()
    g.set_points(cora=4)
    assert g.refused("bo", offer(g, FACE, 2)) == g.refused("bo", offer(g, MASTER, 2)) == "bad-number"
    g.do("bo", offer(g, FACE, 1))
    g.answer("ana", "compel", "accept")
    assert (g.points("maud"), g.points("cora")) == (5, 2)


@pytest.mark.rule("SF-ASP-03")
def test_refusing_costs_what_was_offered() -> None:
    g = game()
    g.do("gm", offer(g, FACE, 1))
    prompt = g.prompt("compel")
    assert prompt is not None
    g.do("ana", RefuseCompel(str(prompt.about["compel"])))
    assert g.points("maud") == 1


@pytest.mark.rule("SF-ASP-02")
def test_a_conviction_is_compelled_as_others_and_the_game_master_may_go_higher() -> None:
    g = Game()
    g.set_points(maud=3, pool=9)
    assert g.refused("gm", offer(g, DEBT, 4)) == "bad-number"
    for points in (1, 3):
        g.do("gm", offer(g, DEBT, points))
        g.answer("ana", "compel", "accept")
    assert g.points("maud") == 3 + 1 + 3


@pytest.mark.rule("SF-ASP-02")
def test_a_table_may_open_the_offer_for_convictions_at_two() -> None:
    g = game(conviction_compels="opens-at-two")
    g.do("gm", offer(g, DEBT, 1))
    g.answer("ana", "compel", "accept")
    assert g.points("maud") == 5


@pytest.mark.rule("SF-ASP-04")
def test_an_aspect_of_the_scene_may_compel_somebody() -> None:
    g = game()
    g.do("gm", PlaceAspect(words="A Mournful Silence"))
    g.do("gm", offer(g, "A Mournful Silence", 1))
    g.answer("ana", "compel", "accept")
    assert g.points("maud") == 4
