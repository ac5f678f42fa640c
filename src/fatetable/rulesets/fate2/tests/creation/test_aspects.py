"""Aspects of new characters: how many, how high, and what the book says about them."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.messages import SeatId
from fatetable.mechanics.characters.creation import TextInput
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.mechanics.view.blocks import SheetBlock
from fatetable.rulesets.fate2.tests.support.making import (
    HER_SKILLS,
    SYBIL,
    advice,
    errors,
    life,
    phase,
    procedure,
    tables,
)
from fatetable.rulesets.fate2.tests.support.playing import Game

SKILLS = ("brawler", "bluff", "hide", "sneak")
OTHERS = ("spot", "charm", "lie", "lore")


def two_phases(first: str, second: str) -> Any:
    return life(phase(first, *SKILLS), phase(second, *OTHERS))


@pytest.mark.rule("F2-ASP-01")
def test_each_phase_brings_exactly_one_level_of_an_aspect() -> None:
    assert errors(two_phases("Fop", "Gambler"), phases=2) == []
    assert errors(two_phases("Fop", " "), phases=2) == [("aspect-missing", "entries.phases.1.name")]
    greedy = life(phase("Fop", *SKILLS, lists={"aspects": ("Rich",)}))
    assert errors(greedy, phases=1) == [("wrong-number-of-aspects", "entries.phases.0.lists.aspects")]


@pytest.mark.rule("F2-ASP-01", "F2-META-02")
def test_a_campaign_may_have_several_aspects_a_phase() -> None:
    greedy = life(phase("Fop", *SKILLS, lists={"aspects": ("Rich",)}))
    assert errors(greedy, phases=1, aspects_per_phase=2) == []
    assert procedure(phases=1, aspects_per_phase=2).finish(greedy).levels == {"fop": 1, "rich": 1}
    assert errors(life(phase("Fop", *SKILLS)), phases=1, aspects_per_phase=2) == [
        ("wrong-number-of-aspects", "entries.phases.0.lists.aspects")
    ]


@pytest.mark.rule("F2-ASP-03")
@pytest.mark.parametrize(("times", "word"), list(enumerate(("Fair", "Good", "Great", "Superb", "Epic"), start=1)))
def test_an_aspect_chosen_again_gains_a_level_and_a_box(times: int, word: str) -> None:
    made = procedure(phases=times)
    knight = made.finish(life(*(phase("Knight") for _ in range(times))))
    assert knight.levels == {"knight": times}
    [figure] = [each for each in made.figures(knight) if each.path == "levels.knight"]
    assert (figure.label, figure.text) == ("Knight", f"{word}, {times} {'box' if times == 1 else 'boxes'}")
    assert tables().ladder.word(times) == word


@pytest.mark.rule("F2-ASP-03")
def test_other_capitals_and_marks_make_no_other_aspect() -> None:
    knight = procedure().finish(two_phases("Guild Thief", "guild-thief!"))
    assert knight.aspects == {"guild-thief": "Guild Thief"}
    assert knight.levels == {"guild-thief": 2}


# -- how high one may rise --------------------------------------------------------------------------------------------


def knighted(times: int, phases: int) -> Any:
    others = (f"Other {number}" for number in range(phases - times))
    return life(*(phase(name, "brawler") for name in ("Knight",) * times), *(phase(name, "hide") for name in others))


def too_high(times: int, phases: int, **dials: Any) -> list[str]:
    found = errors(knighted(times, phases), phases=phases, ranks_per_phase=1, **dials)
    return [where for code, where in found if code == "aspect-too-high"]


@pytest.mark.rule("F2-ASP-04", "F2-GM-03")
@pytest.mark.parametrize(("phases", "times"), [(1, 1), (2, 1), (3, 1), (5, 2), (8, 4)])
def test_without_a_cap_more_than_half_of_the_phases_is_only_warned_of(phases: int, times: int) -> None:
    dials: dict[str, Any] = {"phases": phases, "ranks_per_phase": 1}
    assert "aspect-too-high" not in advice(knighted(times, phases), **dials)
    if times < phases:
        assert "aspect-too-high" in advice(knighted(times + 1, phases), **dials)
        assert too_high(times + 1, phases) == []


@pytest.mark.rule("F2-ASP-04", "F2-GM-03", "F2-META-02")
@pytest.mark.parametrize(
    ("cap", "phases", "highest"),
    [
        ("third-of-phases", 5, 2),
        ("third-of-phases", 6, 2),
        ("third-of-phases", 7, 3),
        ("half-of-phases", 5, 2),
        ("half-of-phases", 6, 3),
        ("half-of-phases", 1, 1),
        ("fixed", 8, 3),
        ("half-of-levels", 6, 3),
        ("half-of-levels", 7, 3),
    ],
)
def test_a_cap_is_kept(cap: str, phases: int, highest: int) -> None:
    assert too_high(highest, phases, aspect_cap=cap) == []
    if highest < phases:
        assert too_high(highest + 1, phases, aspect_cap=cap) == ["aspects.knight"]


@pytest.mark.rule("F2-GM-03", "F2-META-02")
def test_a_fixed_cap_is_any_number() -> None:
    assert too_high(4, 8, aspect_cap="fixed", aspect_cap_number=3) == ["aspects.knight"]
    assert too_high(4, 8, aspect_cap="fixed", aspect_cap_number=4) == []


@pytest.mark.rule("F2-GM-03")
def test_an_aspect_may_be_no_better_than_the_best_skill_if_the_campaign_says_so() -> None:
    assert errors(life(*SYBIL), HER_SKILLS, aspect_cap="best-skill") == []
    good = life(phase("Knight", *SKILLS), phase("Knight", *OTHERS))
    assert errors(good, phases=2, aspect_cap="best-skill") == [("aspect-too-high", "aspects.knight")]
    better = life(phase("Knight", "brawler", "brawler", "hide", "bluff"), phase("Knight", *OTHERS))
    assert errors(better, phases=2, aspect_cap="best-skill") == [("aspect-too-high", "aspects.knight")]
    steps = ("brawler", "hide", "spot", "charm"), ("lore", "lie", "brawler", "brawler")
    assert errors(life(*(phase("Knight", *each) for each in steps)), phases=2, aspect_cap="best-skill") == [
        ("pyramid-unbalanced", "entries.phases.1.numbers")
    ]


@pytest.mark.rule("F2-GM-03")
def test_caps_on_the_whole_character_wait_until_it_is_whole() -> None:
    half = life(phase("Knight", "brawler"), phase("Knight", "hide"))
    for cap in ("half-of-levels", "best-skill"):
        found = errors(half, phases=4, ranks_per_phase=1, aspect_cap=cap)
        assert "aspect-too-high" not in [code for code, _ in found]
    assert "aspect-too-high" in [code for code, _ in errors(half, phases=2, ranks_per_phase=1, aspect_cap="best-skill")]


@pytest.mark.rule("F2-GM-03")
def test_where_single_aspects_are_capped_the_gm_is_asked_about_those_that_stand_out() -> None:
    game = Game(scene=False, heroes=(), aspect_cap="case-by-case", phases=2)
    knight = procedure(phases=2).finish(two_phases("Knight", "Knight"))
    game.do("ana", BringCharacter(knight, SeatId("ana")))
    asked = game.prompt("character")
    assert asked is not None
    assert asked.question.endswith("Knight is Good.")
    game.answer("gm", "character", "yes")
    assert game.actor("sybil").sheet.levels == {"knight": 2}


# -- what the book suggests -------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-ASP-02", "F2-LIST-01", "F2-LIST-02")
def test_aspects_of_every_kind_are_suggested_with_what_they_are_good_for() -> None:
    rows = tables().aspects
    by_source = {source: [row for row in rows if source in row.cites] for source in ("F2-LIST-01", "F2-LIST-02")}
    assert [len(found) for found in by_source.values()] == [15, 20]
    assert all(row.use and row.trouble for row in by_source["F2-LIST-01"])
    assert {row.category for row in rows} >= {"attribute", "descriptor", "career", "tie", "thing", "person"}
    asked = [each for step in procedure(phases=2).steps(two_phases("Fop", "")) for each in step.inputs]
    [wanted] = [each for each in asked if isinstance(each, TextInput) and each.path == "entries.phases.1.name"]
    offered = {each.value: each.label for each in wanted.suggestions}
    assert offered["Fop"] == "Fop: once more"
    assert offered["Bookworm"] == "Bookworm: recall obscure fact; research"
    assert len(offered) == len(rows)


@pytest.mark.rule("F2-LIST-01", "F2-LIST-02")
def test_the_table_reads_how_an_aspect_of_the_book_helps_and_hinders() -> None:
    game = Game(scene=False, heroes=(), phases=2)
    game.bring("ana", procedure(phases=2).finish(two_phases("Bookworm", "Hunted")))
    [sheet] = [block for block in game.table.present("gm") if isinstance(block, SheetBlock)]
    assert dict(sheet.notes) == {
        "Bookworm": "Good for: recall obscure fact; research. In the way: fail to apply theory under real conditions.",
        "Hunted": "Good for: evade or face pursuers. In the way: being pursued.",
    }
