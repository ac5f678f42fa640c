"""Drawbacks in the making of a character."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.book import HeldDrawback
from fatetable.rulesets.strange.sheet import all_aspects, free_slots, skill_of, type_of_aspect
from fatetable.rulesets.strange.skills import price_of
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.making import advice, built, common, errors, hero, procedure


def rays(*drawbacks: str | HeldDrawback, tier: int = 0, aspects: Mapping[str, str] | None = None) -> Sheet:
    return hero(built("Rays", "shoot", "menace", "strike", tier=tier, drawbacks=drawbacks), aspects=aspects)


@pytest.mark.rule("SF-DRAW-05", "SF-DRAW-06", "SF-ASP-01", "SF-CHAR-13")
@pytest.mark.parametrize(
    ("drawback", "kind", "value"),
    [
        ("minor-complication", "complication", 1),
        ("major-complication", "complication", 2),
        ("conviction", "conviction", 2),
    ],
)
def test_an_aspect_drawback_turns_a_free_aspect_into_another(drawback: str, kind: str, value: int) -> None:
    sheet = rays(HeldDrawback(id=drawback, text="Frightful Visage"))
    assert errors(sheet) == []
    finished = procedure().finish(sheet)
    slot = f"{drawback}-of-rays"
    assert finished.aspects[slot] == "Frightful Visage"
    assert type_of_aspect(slot) == kind
    assert len(free_slots(TABLES, finished)) == 3
    paid = price_of(TABLES, skill_of(TABLES, sheet.entries["skills"][0])).lines
    assert paid[-1].amount == -value


@pytest.mark.rule("SF-CHAR-13", "SF-DRAW-05")
def test_a_unique_skill_may_but_need_not_turn_an_aspect() -> None:
    without = hero(built("Servant", "notice", "insight", kind="unique", drawbacks=()))
    assert errors(without) == []
    assert len(free_slots(TABLES, without)) == 4
    wanted = HeldDrawback(id="minor-complication", text="My Master's Bidding")
    with_it = hero(built("Servant", "notice", "insight", kind="unique", drawbacks=(wanted,)))
    cost = [price_of(TABLES, skill_of(TABLES, sheet.entries["skills"][0])).total for sheet in (without, with_it)]
    assert cost == [3, 2]
    assert all_aspects(TABLES, with_it)["minor-complication-of-servant"] == "My Master's Bidding"


@pytest.mark.rule("SF-DRAW-05", "SF-DRAW-06")
@pytest.mark.parametrize("drawback", ["minor-complication", "major-complication", "conviction"])
def test_an_aspect_drawback_has_words(drawback: str) -> None:
    assert errors(rays(HeldDrawback(id=drawback))) == ["drawback-unworded"]


@pytest.mark.rule("SF-DRAW-15", "SF-CHAR-12")
def test_no_more_aspects_are_turned_than_there_are_free_ones() -> None:
    words = [HeldDrawback(id="minor-complication", text=f"Trouble {number}") for number in range(5)]
    assert errors(rays(*words[:4])) == []
    assert free_slots(TABLES, rays(*words[:4])) == ()
    assert errors(rays(*words)) == ["too-many-drawback-aspects"]
    filled = {"free-1": "A", "free-2": "B", "free-3": "C", "free-4": "D"}
    assert errors(rays(*words[:1], aspects=filled)) == ["too-many-free-aspects"]
    assert errors(rays(*words[:1], aspects={**filled, "free-4": ""})) == []


@pytest.mark.rule("SF-DRAW-15", "SF-DRAW-12")
def test_each_transformation_ties_up_a_free_aspect_of_its_own() -> None:
    def giant(aspect: str, name: str = "Giant") -> Entry:
        return built(name, "strike", drawbacks=(HeldDrawback(id="minor-transform", aspect=aspect, becomes="Towering"),))

    assert errors(hero(giant("free-1"), giant("free-2", "Dwarf"))) == []
    assert errors(hero(giant("free-1"), giant("free-1", "Dwarf"))) == ["aspect-not-free"]
    assert errors(hero(giant("conviction"))) == ["aspect-not-free"]
    four = tuple(HeldDrawback(id="minor-complication", text=f"Trouble {number}") for number in range(4))
    assert errors(hero(giant("free-1"), built("Rays", "shoot", drawbacks=four))) == ["aspect-not-free"]


@pytest.mark.rule("SF-DRAW-12")
def test_a_transformation_names_the_aspect_and_what_it_becomes() -> None:
    assert errors(rays(HeldDrawback(id="minor-transform", becomes="Towering Inferno"))) == ["transform-without-aspect"]
    assert errors(rays(HeldDrawback(id="major-transform", aspect="free-1"))) == ["drawback-unworded"]
    chosen_each_time = built(
        "Shapes", "variable scene", drawbacks=(HeldDrawback(id="minor-transform", aspect="free-1"),)
    )
    assert errors(hero(chosen_each_time)) == []


@pytest.mark.rule("SF-DRAW-13")
def test_a_transformation_that_can_fail_is_a_snag_as_well() -> None:
    change = HeldDrawback(id="minor-transform", aspect="free-1", becomes="Towering Inferno", can_fail=True)
    assert errors(rays(change)) == ["snag-missing"]
    for snag in ("minor-snag", "major-snag"):
        assert errors(rays(change, HeldDrawback(id=snag, text="only when angry"))) == []


@pytest.mark.rule("SF-DRAW-09")
def test_a_major_focus_has_an_aspect_of_the_character_and_a_minor_one_needs_none() -> None:
    assert errors(rays("minor-focus")) == []
    assert errors(rays("major-focus")) == ["device-without-aspect"]
    assert errors(rays(HeldDrawback(id="major-focus", aspect="free-1"))) == ["device-without-aspect"]
    helm = HeldDrawback(id="major-focus", aspect="free-1")
    assert errors(rays(helm, aspects={"free-1": "The Helm of Minerva"})) == []
    assert errors(rays(HeldDrawback(id="major-focus", aspect="conviction"))) == []


@pytest.mark.rule("SF-DRAW-10")
def test_a_snag_says_what_the_limit_is() -> None:
    assert errors(rays(HeldDrawback(id="minor-snag"))) == ["drawback-unworded"]
    assert errors(rays(HeldDrawback(id="major-snag", text="only on gold"))) == []


@pytest.mark.rule("SF-DRAW-08")
def test_a_delay_for_each_use_is_a_major_one() -> None:
    assert errors(rays(HeldDrawback(id="minor-delay", each_use=True))) == ["delay-too-small"]
    assert errors(rays(HeldDrawback(id="major-delay", each_use=True))) == []
    both = (
        HeldDrawback(id="major-delay", text="to crank it"),
        HeldDrawback(id="major-delay", text="each shot", each_use=True),
    )
    assert errors(rays(*both)) == []


@pytest.mark.rule("SF-DRAW-14")
def test_profane_is_no_drawback_of_a_mundane_skill() -> None:
    assert errors(rays("profane")) == ["drawback-missing", "profane-mundane"]
    for tier in (1, 2, 3, 4):
        assert errors(rays("profane", tier=tier)) == []


@pytest.mark.rule("SF-DRAW-16")
def test_several_drawbacks_add_up_and_the_same_kind_limits_in_another_way() -> None:
    two = (HeldDrawback(id="minor-snag", text="by day"), HeldDrawback(id="minor-snag", text="on iron"))
    sheet = rays(*two, "major-delay")
    assert errors(sheet) == []
    lines = price_of(TABLES, skill_of(TABLES, sheet.entries["skills"][0])).lines
    assert sum(line.amount for line in lines if line.amount < 0) == -4
    assert errors(rays(two[0], HeldDrawback(id="major-snag", text="By Day "))) == ["drawback-twice"]
    assert errors(rays("minor-charges", "major-charges")) == ["drawback-twice"]


@pytest.mark.rule("SF-DRAW-16", "SF-DRAW-02")
def test_a_flaw_of_a_unique_skill_is_for_the_game_master_to_agree_to() -> None:
    flawed = hero(built("Sniper", "shoot", kind="unique", drawbacks=("minor-focus",)))
    assert errors(flawed) == []
    raised = hero(built("Sniper", "shoot", kind="unique", tier=1, drawbacks=("minor-focus",)))
    assert errors(raised) == ["aspect-drawback-missing"]


@pytest.mark.rule("SF-BUILD-10")
def test_what_drawbacks_are_worth_too_much_is_told() -> None:
    small = built("Mask", "disguise", drawbacks=("major-charges",))
    assert "drawbacks-wasted" in advice(hero(small))
    assert "drawbacks-wasted" not in advice(hero(built("Mask", "disguise", drawbacks=("minor-charges",))))


def test_a_drawback_that_does_not_exist_is_told() -> None:
    assert errors(rays(HeldDrawback(id="bad-luck"))) == ["drawback-missing", "unknown-drawback"]
    assert errors(hero(common("Brawn"))) == []
