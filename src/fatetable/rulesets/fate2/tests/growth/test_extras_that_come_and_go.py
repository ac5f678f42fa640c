"""Extras that are bought with ranks of advancement, lost, regained and replaced, and ties that change."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.rulesets.fate2.growth.goals import ChooseGoal
from fatetable.rulesets.fate2.growth.lost_extras import LoseExtra, RegainExtra
from fatetable.rulesets.fate2.growth.new_extras import BuyExtra, TakeInstead
from fatetable.rulesets.fate2.tests.support.extras import extra, hero_with
from fatetable.rulesets.fate2.tests.support.growing import CYRUS, Growing

TESTER = ActorId("tester")
FIRST = "entries.phases.0.entries.extras.0"
SWORD = extra("equipment", "Frostbrand", "Cold", "Sharp")
ABBOT = extra("contact", "Brother Anselm", "Owes Me")
AXE = TakeInstead(actor=TESTER, extra=FIRST, kind="equipment", name="Axe", text="Old")


def owner_of(*heroes: Sheet) -> Growing:
    g = Growing(heroes=heroes)
    if g.prompt("character"):
        g.answer("gm", "character", "yes")
    return g


def lose(g: Growing, reason: str = "the river takes it") -> None:
    g.do("gm", LoseExtra(actor=TESTER, extra=FIRST, reason=reason))


# -- buying ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-EXT-02", "F2-EXT-08")
def test_a_rank_of_advancement_buys_an_aspect_of_a_thing_and_another_makes_it_stronger() -> None:
    g = Growing()
    dagger = BuyExtra(actor=CYRUS, kind="equipment", name="Old Dagger", text="Hidden")
    assert g.refused("ana", dagger) == "no-rank"
    g.period()
    g.period()
    g.do("ana", dagger)
    assert g.career().unspent == 1
    assert g.card("Hidden (Old Dagger)").level == 1
    assert g.refused("bo", BuyExtra(actor=CYRUS, kind="equipment", name="Old Dagger", text="Hidden")) == "not-yours"
    g.do("ana", BuyExtra(actor=CYRUS, kind="equipment", name="Old Dagger", text="Hidden"))
    assert g.card("Hidden (Old Dagger)").level == 2
    assert g.career().unspent == 0
    assert [feature.text for feature in g.sheet_of().features] == ["Equipment; Hidden 2"]


@pytest.mark.rule("F2-EXT-15")
def test_the_gm_agrees_to_what_a_bought_contact_fixes() -> None:
    g = Growing()
    g.period()
    g.do("ana", BuyExtra(actor=CYRUS, kind="contact", name="The Bishop", text="Is Corrupt"))
    prompt = g.prompt("extra")
    assert prompt is not None
    assert "Is Corrupt" in prompt.question
    g.answer("gm", "extra", "no")
    assert g.career().unspent == 1
    g.do("ana", BuyExtra(actor=CYRUS, kind="contact", name="The Bishop", text="Is Corrupt"))
    g.answer("gm", "extra", "yes")
    assert g.career().unspent == 0
    assert g.sheet_of().feature("The Bishop") is not None


@pytest.mark.rule("F2-EXT-24")
def test_an_extra_does_not_balance_a_pyramid() -> None:
    g = Growing()
    for _ in range(4):
        g.period()
    g.spend(g.at(0)[0])
    before = g.career().missing
    g.do("ana", BuyExtra(actor=CYRUS, kind="equipment", name="Old Dagger", text="Hidden"))
    assert g.career().missing == before


def test_nothing_is_bought_without_a_name_or_of_a_kind_that_costs_nothing() -> None:
    g = Growing()
    g.period()
    assert g.refused("ana", BuyExtra(actor=CYRUS, kind="equipment", name="", text="Hidden")) == "no-words"
    assert g.refused("ana", BuyExtra(actor=CYRUS, kind="oddity", name="Hair", text="Sings")) == "no-such-extra"


# -- lost and regained -----------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ADV-12")
def test_a_thing_that_is_lost_helps_nobody_until_it_is_regained() -> None:
    g = owner_of(hero_with(SWORD, skills=2))
    assert g.refused("ana", LoseExtra(actor=TESTER, extra=FIRST, reason="gone")) == "gm-only"
    lose(g)
    assert not g.has_card("Cold (Frostbrand)")
    assert g.table.state.get(FACTS)[-1].fact == "the river takes it"
    assert g.refused("gm", LoseExtra(actor=TESTER, extra=FIRST, reason="again")) == "no-such-extra"
    g.do("gm", RegainExtra(TESTER, FIRST))
    assert g.card("Cold (Frostbrand)").level == 1
    assert g.refused("gm", RegainExtra(TESTER, FIRST)) == "not-lost"


def at_a_goal() -> Growing:
    """The sword is lost, and its owner has reached a goal without it."""
    g = owner_of(hero_with(SWORD, skills=2))
    g.do("ana", ChooseGoal(actor=TESTER, words="Duelist"))
    lose(g)
    for _ in range(4):
        g.period()
    assert g.has_card("Duelist")
    return g


@pytest.mark.rule("F2-ADV-12")
def test_what_is_still_missing_at_a_goal_comes_back_by_an_explanation_of_the_gms() -> None:
    g = at_a_goal()
    assert g.refused("ana", AXE) == "not-lost"
    g.answer("gm", "missing-extra", "back", how="a fisherman finds it")
    assert g.has_card("Cold (Frostbrand)")
    assert g.table.state.get(FACTS)[-1].fact == "a fisherman finds it"


@pytest.mark.rule("F2-ADV-12")
def test_or_its_ranks_go_into_other_extras() -> None:
    g = at_a_goal()
    g.answer("gm", "missing-extra", "respend")
    assert g.card_rows()["Tester"][-1] == "choose another extra for Frostbrand"
    ranks = g.sheet_of("tester").numbers["ranks-gained"]
    g.do("ana", TakeInstead(actor=TESTER, extra=FIRST, kind="equipment", name="Grey Mare", text="Fast"))
    assert g.card("Fast (Grey Mare)").level == 2
    assert not g.has_card("Cold (Frostbrand)")
    assert g.sheet_of("tester").feature("Frostbrand") is None
    assert g.sheet_of("tester").numbers["ranks-gained"] == ranks
    assert g.refused("ana", AXE) == "not-lost"


@pytest.mark.rule("F2-ADV-12")
def test_nothing_is_asked_at_a_goal_if_nothing_is_missing() -> None:
    g = owner_of(hero_with(SWORD, skills=2))
    g.do("ana", ChooseGoal(actor=TESTER, words="Duelist"))
    for _ in range(4):
        g.period()
    assert g.prompt("missing-extra") is None


# -- what cannot be lost, and what changes by agreement --------------------------------------------------------------


@pytest.mark.rule("F2-EXT-03")
def test_an_intrinsic_extra_is_a_permanent_part_of_the_character() -> None:
    g = owner_of(hero_with(extra("ability", "Night Eyes", text="sees by starlight")))
    assert g.refused("gm", LoseExtra(actor=TESTER, extra=FIRST, reason="a curse")) == "intrinsic"


@pytest.mark.rule("F2-EXT-17")
def test_a_tie_by_ranks_is_reliable_it_changes_only_if_its_player_agrees() -> None:
    g = owner_of(hero_with(ABBOT))
    lose(g, "he is sent to Rome")
    assert g.sheet_of("tester").feature("Brother Anselm").text == "Contact; Owes Me"  # type: ignore[union-attr]
    g.answer("ana", "change-tie", "no")
    assert "lost" not in g.sheet_of("tester").feature("Brother Anselm").text  # type: ignore[union-attr]
    lose(g, "he is sent to Rome")
    g.answer("ana", "change-tie", "yes")
    assert g.sheet_of("tester").feature("Brother Anselm").text.startswith("lost")  # type: ignore[union-attr]


@pytest.mark.rule("F2-EXT-17")
def test_a_tie_that_is_an_aspect_too_is_permanent() -> None:
    g = owner_of(hero_with(ABBOT, aspects={1: "Brother Anselm"}))
    assert g.refused("gm", LoseExtra(actor=TESTER, extra=FIRST, reason="he forgets")) == "permanent"
