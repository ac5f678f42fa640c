"""Structured creation: places, pursuits and careers, how one comes to them, and windows of opportunity."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.messages import SeatId
from fatetable.mechanics.characters.creation import ChooseInput, RanksInput, TextInput
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.rulesets.fate2.tests.support.making import errors, life, phase, procedure, tables
from fatetable.rulesets.fate2.tests.support.playing import Game

FIRST = ("brawler", "bluff", "hide", "sneak")
SECOND = ("spot", "charm", "lie", "lore")
THIRD = ("gossip", "riding", "jumping", "climbing")

PLACES = {
    "ways": """
replaces = true

[[way]]
name = "Fens"
structure = "geographic"
aspects = ["Eel Catcher"]
skills = ["survival", "Hide"]
next = ["Road"]

[[way]]
name = "City"
structure = "geographic"
aspects = ["Clerk"]
next = ["Road"]

[[way]]
name = "Road"
structure = "geographic"
aspects = ["Tinker"]
is_travelling = true

[[way]]
name = "Guild"
structure = "geographic"
aspects = ["Guildsman"]
next = ["City"]
phases = { City = 1 }
ratings = { Bluff = 1 }
"""
}


def at(place: str, aspect: str, *learnt: str, **more: Any) -> Entry:
    return phase(aspect, *learnt, lists={"way": (place,)}, **more)


def wrong(sheet: Sheet, structure: str = "geographic", **dials: Any) -> list[tuple[str, str]]:
    content = PLACES if structure == "geographic" else {}
    phases = len(sheet.entries["phases"])
    return errors(sheet, content, phases=phases, creation_structure=structure, **dials)


def asked(sheet: Sheet, number: int, content: Any = None, **dials: Any) -> tuple[Any, ...]:
    steps = procedure(PLACES if content is None else content, **dials).steps(sheet)
    return next(each for each in steps if each.id == f"phase-{number}").inputs


# -- places -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-OPT-14", "F2-OPT-15", "F2-META-02")
def test_a_place_offers_its_aspects_and_its_skills() -> None:
    fens = ("survival", "survival", "scrounge", "hide")
    assert wrong(life(at("Fens", "Eel Catcher", *fens))) == []
    assert wrong(life(at("Fens", "Clerk", *fens))) == [("aspect-not-offered", "entries.phases.0.name")]
    learnt = life(at("Fens", "Eel Catcher", "survival", "scrounge", "hide", "bluff"))
    assert wrong(learnt) == [("skill-not-offered", "entries.phases.0.numbers.bluff")]
    assert wrong(life(at("City", "Clerk", *FIRST))) == []
    assert errors(life(at("Fens", "Clerk", *FIRST)), PLACES, phases=1) == []


@pytest.mark.rule("F2-OPT-14")
@pytest.mark.parametrize("name", ["Strong", "Cowardly"])
def test_what_one_is_born_with_stays_free(name: str) -> None:
    assert wrong(life(at("City", name, *FIRST))) == []


@pytest.mark.rule("F2-OPT-15")
def test_a_place_is_named_for_each_phase() -> None:
    assert wrong(life(phase("Strong", *FIRST))) == [("wrong-way", "entries.phases.0.lists.way")]
    assert wrong(life(at("Moon", "Strong", *FIRST))) == [("wrong-way", "entries.phases.0.lists.way")]
    place, *others = asked(life(at("Fens", "", *FIRST)), 1, phases=1, creation_structure="geographic")
    assert isinstance(place, ChooseInput)
    assert [each.value for each in place.options] == ["Fens", "City", "Road"]
    [aspect] = [each for each in others if isinstance(each, TextInput) and each.path.endswith(".name")]
    assert aspect.suggestions[0].label == "Eel Catcher: offered here"
    [ranks] = [each for each in others if isinstance(each, RanksInput)]
    assert {each.value for each in ranks.traits} == {"hide", "survival", "scrounge"}


@pytest.mark.rule("F2-OPT-15", "F2-META-02")
@pytest.mark.parametrize(
    ("moving", "places", "is_right"),
    [
        ("free", ("Fens", "City"), True),
        ("adjacent", ("Fens", "City"), False),
        ("adjacent", ("Fens", "Road", "City"), True),
        ("adjacent", ("Road", "Fens"), True),
        ("adjacent", ("City", "City"), True),
        ("travelling", ("Fens", "City"), False),
        ("travelling", ("Fens", "Road", "City"), True),
        ("travelling", ("Fens", "Fens"), True),
    ],
)
def test_how_people_come_from_one_place_to_another(moving: str, places: tuple[str, ...], is_right: bool) -> None:
    born = ("Strong", "Cowardly", "Agile")
    fens = ("survival", "scrounge", "hide", "survival")
    learnt = iter((fens, SECOND, THIRD) if places[0] == "Fens" and places.count("Fens") == 1 else (FIRST, fens, THIRD))
    lived = [at(place, name, *next(learnt)) for place, name in zip(places, born, strict=False)]
    found = [code for code, _ in wrong(life(*lived), moving_on=moving) if code == "wrong-way"]
    assert found == ([] if is_right else ["wrong-way"])


@pytest.mark.rule("F2-OPT-16")
def test_some_ways_take_phases_in_others_and_skill() -> None:
    plain = life(at("City", "Clerk", *FIRST), at("Guild", "Guildsman", *SECOND))
    assert wrong(plain)[0] == ("wrong-way", "entries.phases.1.lists.way")
    good = life(at("City", "Clerk", "bluff", "bluff", "hide", "sneak"), at("Guild", "Guildsman", *SECOND))
    assert wrong(good) == []
    stranger = life(at("Road", "Tinker", "bluff", "bluff", "hide", "sneak"), at("Guild", "Guildsman", *SECOND))
    assert wrong(stranger)[0] == ("wrong-way", "entries.phases.1.lists.way")


# -- pursuits ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-OPT-16", "F2-META-02")
def test_the_pursuits_of_the_book_lead_from_the_wilds_to_high_society_through_the_town() -> None:
    names = [way.name for way in tables().ways if way.structure == "pursuit"]
    assert names == ["Rural", "Wilderness", "Underworld", "Military", "Urban", "High Society"]
    short = life(at("Wilderness", "Barbarian", *FIRST), at("High Society", "Fop", *SECOND))
    long = life(
        at("Wilderness", "Barbarian", *FIRST), at("Urban", "Gambler", *SECOND), at("High Society", "Fop", *THIRD)
    )
    for moving in ("free", "adjacent"):
        assert wrong(short, "pursuit", moving_on=moving)[0] == ("wrong-way", "entries.phases.1.lists.way")
        assert wrong(long, "pursuit", moving_on=moving) == []


# -- careers ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-OPT-17", "F2-META-02")
def test_two_levels_of_squire_open_the_career_of_a_knight() -> None:
    early = life(phase("Squire", *FIRST), phase("Knight", *SECOND))
    assert wrong(early, "career") == [("aspect-not-offered", "entries.phases.1.name")]
    late = life(phase("Squire", *FIRST), phase("Squire", *SECOND), phase("Knight", *THIRD))
    assert wrong(late, "career") == []

    def offered(*aspects: str) -> set[str]:
        sheet = life(*(phase(name) for name in aspects))
        dials: dict[str, Any] = {"phases": len(aspects) + 1, "creation_structure": "career"}
        [aspect] = [
            each
            for each in asked(sheet, len(aspects) + 1, {}, **dials)
            if isinstance(each, TextInput) and each.path.endswith(".name")
        ]
        return {each.value for each in aspect.suggestions if each.label.endswith("offered here")}

    assert "Knight" not in offered("Squire")
    assert "Knight" in offered("Squire", "Squire")
    assert "Knight Templar" not in offered("Squire", "Squire", "Knight")
    assert "Knight Templar" in offered("Squire", "Squire", "Knight", "Priest")


@pytest.mark.rule("F2-OPT-17")
def test_a_career_opens_the_skills_that_go_with_it() -> None:
    own = {
        "ways": """
replaces = true

[[way]]
name = "Novice"
structure = "career"
skills = ["academic"]

[[way]]
name = "Magus"
structure = "career"
levels = { Novice = 1 }
skills = ["social"]
"""
    }
    dials: dict[str, Any] = {"phases": 2, "creation_structure": "career", "ranks_per_phase": 1}
    assert errors(life(phase("Novice", "lore"), phase("Magus", "bluff")), own, **dials) == []
    assert errors(life(phase("Novice", "bluff"), phase("Magus", "lore")), own, **dials) == [
        ("skill-not-offered", "entries.phases.0.numbers.bluff")
    ]


# -- windows ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-OPT-20", "F2-META-02")
@pytest.mark.parametrize(("windows", "number"), [(0, 2), (1, 1), (2, 0), ("every-phase", 0)])
def test_windows_of_opportunity_let_other_aspects_in(windows: Any, number: int) -> None:
    sheet = life(at("City", "Pirate Queen", *FIRST), at("City", "Exile", *SECOND), at("City", "Clerk", *THIRD))
    found = [code for code, _ in wrong(sheet, windows=windows)]
    assert found == ["aspect-not-offered"] * number


@pytest.mark.rule("F2-OPT-20")
def test_the_gm_hears_the_story_of_a_window_and_agrees() -> None:
    dials: dict[str, Any] = {"phases": 1, "creation_structure": "geographic", "windows": 1}
    told = at("City", "Pirate Queen", *FIRST, texts={"story": "She was sold inland."})
    game = Game(scene=False, heroes=(), content=PLACES, **dials)
    game.do("ana", BringCharacter(procedure(PLACES, **dials).finish(life(told)), SeatId("ana")))
    question = game.prompt("character")
    assert question is not None
    assert question.question.endswith("Phase 1: Pirate Queen, by a window of opportunity. She was sold inland.")


def test_people_of_the_gm_need_no_way() -> None:
    npc = life(phase("Pirate Queen", *FIRST), kind="named", numbers={"phases": 1})
    assert errors(npc, PLACES, creation_structure="geographic") == []
