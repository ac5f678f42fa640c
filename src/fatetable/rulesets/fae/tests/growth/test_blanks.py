"""Blanks of a new character's sheet, filled in during play without a milestone."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.aspects.editing import RevealAspect
from fatetable.rulesets.fae.book.figures import Entitlement
from fatetable.rulesets.fae.growth.advances import FillAspect
from fatetable.rulesets.fae.growth.stunts import AddStunt, FillStunt
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.growth import left, sheet_of
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    ABIGAIL,
    VELD,
    end_session,
    join_third,
    next_session,
    stunt,
)


def unfinished(*, open_sheets: bool = True) -> Game:
    """Abigail sits down with two blank aspects and no stunt yet."""
    g = Game(scene=False, open_sheets=open_sheets)
    sheet = TABLES.sample("Abigail Zhao")
    aspects = {slot: text for slot, text in sheet.aspects.items() if slot not in ("other-2", "other-3")}
    join_third(g, msgspec.structs.replace(sheet, aspects=aspects, features=()))
    g.start_scene()
    return g


@pytest.mark.rule("FAE-CHAR-20")
def test_blank_aspects_are_filled_in_at_any_time_without_a_milestone() -> None:
    g = unfinished()
    fill = FillAspect(ABIGAIL, "other-2", "Sarah Has My Back")
    assert any(offer.matches(fill) for offer in g.offers("cy"))
    g.do("cy", fill)
    assert g.card("Sarah Has My Back").bearer == ABIGAIL
    assert sheet_of(g, ABIGAIL).aspects["other-2"] == "Sarah Has My Back"
    next_session(g)
    next_session(g)
    g.do("cy", FillAspect(ABIGAIL, "other-3", "Dexter Is Going Down"))
    assert g.refused("cy", FillAspect(ABIGAIL, "other-3", "Something Else")) == "not-blank"
    assert not g.offers("cy", FillAspect)


@pytest.mark.rule("FAE-CHAR-20")
def test_only_the_two_optional_aspects_can_be_blank_and_they_need_words() -> None:
    g = unfinished()
    for slot in ("high-concept", "trouble", "other-1", "other-4"):
        assert g.refused("cy", FillAspect(ABIGAIL, slot, "x")) == "not-blank"
    assert g.refused("cy", FillAspect(ABIGAIL, "other-2", " ")) == "no-words"
    assert g.refused("ana", FillAspect(ABIGAIL, "other-2", "x")) == "not-yours"


@pytest.mark.rule("FAE-CHAR-20", "FAE-ASP-36")
@pytest.mark.parametrize("is_open", [True, False])
def test_a_filled_aspect_is_as_open_or_closed_as_the_sheets_of_the_table(is_open: bool) -> None:
    g = unfinished(open_sheets=is_open)
    if not is_open:
        for card in [c for c in g.table.state.get(ASPECTS).values() if c.bearer == ABIGAIL]:
            g.do("cy", RevealAspect(card.id))
    g.do("cy", FillAspect(ABIGAIL, "other-2", "Sarah Has My Back"))
    assert any("Sarah Has My Back" in str(record) for record in g.table.told("ana")) is is_open
    assert g.card("Sarah Has My Back").id in g.table.view("cy").get(ASPECTS)


@pytest.mark.rule("FAE-CHAR-20")
def test_the_starting_stunt_left_open_is_chosen_in_play_and_costs_nothing() -> None:
    g = unfinished()
    fill = FillStunt(ABIGAIL, stunt("Teacher's Favorite"))
    assert any(offer.matches(fill) for offer in g.offers("cy"))
    g.do("cy", fill)
    assert sheet_of(g, ABIGAIL).features == (stunt("Teacher's Favorite"),)
    assert sheet_of(g, ABIGAIL).numbers["refresh"] == 3
    assert g.refused("cy", FillStunt(ABIGAIL, stunt("Smooth Talker"))) == "not-blank"
    assert g.refused("cy", AddStunt(ABIGAIL, stunt("Smooth Talker"))) == "no-milestone"
    assert not g.offers("cy", FillStunt)
    assert not g.offers("ana", FillStunt)


@pytest.mark.rule("FAE-CHAR-20")
def test_the_open_starting_stunt_comes_before_one_that_a_milestone_pays_for() -> None:
    g = unfinished()
    end_session(g, milestone="minor")
    g.do("cy", AddStunt(ABIGAIL, stunt("Smooth Talker")))
    assert left(g, ABIGAIL) == Entitlement(minor=1)
    g.do("cy", AddStunt(ABIGAIL, stunt("Lover of Puzzles")))
    assert left(g, ABIGAIL) == Entitlement()


@pytest.mark.rule("FAE-CHAR-20")
def test_opponents_have_no_blanks_to_fill() -> None:
    g = Game(foes=("Veld",))
    assert g.refused("gm", FillAspect(VELD, "other-2", "x")) == "not-blank"
    assert g.refused("gm", FillStunt(VELD, stunt("Smooth Talker"))) == "not-blank"
