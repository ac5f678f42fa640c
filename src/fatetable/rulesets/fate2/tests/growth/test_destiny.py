"""A Destiny in play: a point each session, the scene that fulfils it, and what its levels become."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.points.accounts import balance, for_the_scene, purse, spendable
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartSession
from fatetable.rulesets.fate2.growth.destiny import AnnounceDestiny, ConvertDestiny, GiveUpDestiny, TakeDestinyAspect
from fatetable.rulesets.fate2.growth.goals import ChooseGoal
from fatetable.rulesets.fate2.growth.periods import EndPeriod
from fatetable.rulesets.fate2.growth.skill_ranks import SpendRank
from fatetable.rulesets.fate2.tests.support.making import life, phase, procedure
from fatetable.rulesets.fate2.tests.support.playing import Game

SYBIL = ActorId("sybil")
DIALS: dict[str, Any] = {"destiny": True, "phases": 3}


def destined(levels: int) -> Sheet:
    learnt = (
        ("brawler", "bluff", "hide", "sneak"),
        ("spot", "charm", "lie", "lore"),
        ("gossip", "riding", "acting", "dance"),
    )
    others = (phase(f"Farm Boy {at}", *skills) for at, skills in enumerate(learnt[: 3 - levels]))
    return procedure(**DIALS).finish(life(*(phase("Destiny") for _ in range(levels)), *others))


class Destined(Game):
    def __init__(self, levels: int = 1) -> None:
        super().__init__(scene=False, heroes=(), **DIALS)
        self.bring("ana", destined(levels))
        self.answer("gm", "character", "yes")
        self.do("gm", StartSession())

    @property
    def sheet_now(self) -> Sheet:
        return self.actor("sybil").sheet

    def fulfil(self) -> None:
        self.start_scene()
        self.do("ana", AnnounceDestiny(SYBIL))
        self.answer("gm", "destiny-scene", "yes")

    def end_session(self) -> None:
        self.do("gm", EndScene())
        self.do("gm", EndSession())

    def take(self, words: str) -> None:
        self.do("ana", TakeDestinyAspect(actor=SYBIL, words=words))

    def spend(self, *skills: str) -> None:
        for skill in skills:
            self.do("ana", SpendRank(actor=SYBIL, skill=skill))

    def scene_points(self) -> int:
        return balance(self.table.state, for_the_scene(SYBIL))


# -- each session -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-OPT-09")
@pytest.mark.parametrize("levels", [1, 2])
def test_a_destiny_that_is_still_to_come_pays_a_point_each_session_and_not_for_each_level(levels: int) -> None:
    g = Destined(levels)
    before = g.points("sybil")
    g.start_scene()
    g.end_session()
    assert g.points("sybil") == before + 1
    g.do("gm", StartSession())
    g.start_scene()
    g.end_session()
    assert g.points("sybil") == before + 2


@pytest.mark.rule("F2-OPT-09", "F2-OPT-08")
def test_without_a_destiny_nothing_is_paid() -> None:
    game = Game(heroes=("Cyrus",), destiny=True)
    before = game.points("cyrus")
    game.do("gm", EndScene())
    game.do("gm", EndSession())
    assert game.points("cyrus") == before


@pytest.mark.rule("F2-OPT-09", "F2-OPT-11")
@pytest.mark.parametrize(("levels", "paid"), [(1, 0), (2, 1)])
def test_it_pays_after_what_was_fulfilled_is_taken_off(levels: int, paid: int) -> None:
    g = Destined(levels)
    before = g.points("sybil")
    g.fulfil()
    g.end_session()
    assert g.points("sybil") == before + paid


# -- the scene that fulfils it ----------------------------------------------------------------------------------------


@pytest.mark.rule("F2-OPT-11")
def test_the_gm_agrees_and_there_are_five_points_for_this_scene_alone() -> None:
    g = Destined()
    own = g.points("sybil")
    g.fulfil()
    assert g.scene_points() == 5
    assert spendable(g.table.state, purse(SYBIL)) == own + 5
    g.do("gm", EndScene())
    assert g.scene_points() == 0
    assert g.points("sybil") == own


@pytest.mark.rule("F2-OPT-11")
def test_the_gm_may_say_not_yet() -> None:
    g = Destined()
    g.start_scene()
    g.do("ana", AnnounceDestiny(SYBIL))
    g.answer("gm", "destiny-scene", "no")
    assert g.scene_points() == 0
    g.end_session()
    assert g.refused("ana", TakeDestinyAspect(actor=SYBIL, words="Wizard")) == "no-aspect"


@pytest.mark.rule("F2-OPT-11")
def test_at_the_end_of_the_session_a_level_becomes_an_aspect_with_five_ranks() -> None:
    g = Destined()
    g.fulfil()
    assert g.refused("ana", TakeDestinyAspect(actor=SYBIL, words="Wizard")) == "no-aspect"
    g.end_session()
    g.take("Wizard")
    assert dict(g.sheet_now.levels) == {"farm-boy-0": 1, "farm-boy-1": 1, "wizard": 1}
    assert not g.has_card("Destiny")
    assert g.card("Wizard").level == 1
    ranks = sum(rating + 1 for rating in g.sheet_now.traits.values())
    g.spend("swimming", "jumping", "climbing", "running", "forgery")
    assert sum(rating + 1 for rating in g.sheet_now.traits.values()) == ranks + 5
    assert g.refused("ana", SpendRank(actor=SYBIL, skill="fence")) == "no-rank"
    assert g.refused("ana", TakeDestinyAspect(actor=SYBIL, words="King")) == "no-aspect"


@pytest.mark.rule("F2-OPT-11", "F2-OPT-09")
def test_a_grand_destiny_takes_a_scene_for_each_level() -> None:
    g = Destined(2)
    g.fulfil()
    assert g.refused("ana", AnnounceDestiny(SYBIL)) == "announced"
    g.end_session()
    g.take("Wizard")
    assert g.sheet_now.levels["destiny"] == 1
    g.spend("swimming", "jumping", "climbing", "running", "forgery")
    g.do("gm", StartSession())
    g.fulfil()
    g.end_session()
    g.do("ana", TakeDestinyAspect(actor=SYBIL, slot="wizard"))
    assert dict(g.sheet_now.levels) == {"farm-boy-0": 1, "wizard": 2}


@pytest.mark.rule("F2-OPT-11")
def test_it_is_fulfilled_by_somebody_in_the_scene() -> None:
    g = Destined()
    assert g.refused("ana", AnnounceDestiny(SYBIL)) == "no-scene"
    g.fulfil()
    g.end_session()
    g.do("gm", StartSession())
    g.start_scene()
    assert g.refused("ana", AnnounceDestiny(SYBIL)) == "no-destiny"


# -- over an arc, and turned away from --------------------------------------------------------------------------------


def after_an_arc(levels: int) -> Destined:
    g = Destined(levels)
    supports = iter(("swimming", "jumping", "climbing", "running"))
    for _ in range(4):
        g.start_scene()
        g.do("gm", EndScene())
        if not g.sheet_now.texts.get("goal"):
            g.do("ana", ChooseGoal(actor=SYBIL, words="Hedge Wizard"))
        g.do("gm", EndPeriod())
        g.spend(next(supports))
    return g


@pytest.mark.rule("F2-OPT-12")
def test_at_the_end_of_an_arc_levels_become_aspects_if_the_gm_agrees() -> None:
    g = after_an_arc(2)
    assert g.sheet_now.levels["hedge-wizard"] == 1
    assert g.refused("ana", ConvertDestiny(SYBIL, 3)) == "no-destiny"
    g.do("ana", ConvertDestiny(SYBIL, 2))
    g.answer("gm", "destiny-arc", "yes")
    g.take("Wizard")
    assert g.refused("ana", TakeDestinyAspect(actor=SYBIL, words="King")) == "ranks-left"
    g.spend("forgery", "fence", "painting", "singing", "sculpture")
    g.take("King")
    assert dict(g.sheet_now.levels) == {"farm-boy-0": 1, "hedge-wizard": 1, "wizard": 1, "king": 1}


@pytest.mark.rule("F2-OPT-12")
def test_that_is_for_the_end_of_an_arc_and_the_gm_may_refuse() -> None:
    g = Destined(2)
    assert g.refused("ana", ConvertDestiny(SYBIL, 1)) == "no-arc"
    g = after_an_arc(1)
    g.do("ana", ConvertDestiny(SYBIL, 1))
    g.answer("gm", "destiny-arc", "no")
    assert g.refused("ana", TakeDestinyAspect(actor=SYBIL, words="Wizard")) == "no-aspect"
    g.start_scene()
    assert g.refused("ana", ConvertDestiny(SYBIL, 1)) == "no-arc"


@pytest.mark.rule("F2-OPT-13")
def test_who_turns_away_when_ranks_are_gained_has_aspects_with_four_ranks() -> None:
    g = Destined(2)
    g.start_scene()
    g.do("gm", EndScene())
    assert g.refused("ana", GiveUpDestiny(SYBIL)) == "no-advancement"
    g.do("gm", EndPeriod())
    g.spend("swimming")
    g.do("ana", GiveUpDestiny(SYBIL))
    assert g.refused("ana", GiveUpDestiny(SYBIL)) == "no-destiny"
    ranks = sum(rating + 1 for rating in g.sheet_now.traits.values())
    g.take("Ordinary Man")
    g.spend("jumping", "climbing", "running", "forgery")
    assert g.refused("ana", SpendRank(actor=SYBIL, skill="fence")) == "no-rank"
    assert sum(rating + 1 for rating in g.sheet_now.traits.values()) == ranks + 4
    assert g.sheet_now.levels["destiny"] == 1
    g.take("Content")
    assert "destiny" not in g.sheet_now.levels
    before = g.points("sybil")
    g.start_scene()
    g.end_session()
    assert g.points("sybil") == before


def test_without_the_option_there_is_no_destiny_in_play() -> None:
    game = Game(heroes=("Cyrus",))
    assert not game.offers("ana", AnnounceDestiny)
