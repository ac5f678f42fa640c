"""A life in phases: the steps in their order, the sums a sheet is audited by, and the book's own character."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fatetable.builder.assessment import assess
from fatetable.builder.page import Page
from fatetable.engine.messages import SeatId
from fatetable.mechanics.characters.creation import RanksInput, Step, TellInput
from fatetable.mechanics.characters.ranks import together
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.mechanics.scenes.premise import FRAME, AgreeFrame
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.sheet import starting_points
from fatetable.rulesets.fate2.tests.support.making import (
    HER_SKILLS,
    SYBIL,
    errors,
    life,
    phase,
    procedure,
    tables,
)
from fatetable.rulesets.fate2.tests.support.playing import Game

SKILLS = ("brawler", "bluff", "hide", "sneak")


def steps(**dials: Any) -> tuple[Step, ...]:
    return procedure(**dials).steps(life())


def page(sheet: Sheet) -> Page:
    ruleset = build({}, HER_SKILLS)
    return assess(ruleset.creation, ruleset.ladder, ruleset.engine.words, sheet).page


# -- the order of things ----------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-CHAR-01", "F2-CHAR-06")
def test_the_steps_come_in_the_order_of_the_book() -> None:
    assert [step.id for step in steps()] == [
        "overview",
        "who",
        "phase-1",
        "phase-2",
        "phase-3",
        "phase-4",
        "phase-5",
        "goal",
    ]
    asked = [each.path.removeprefix("entries.phases.0.") for each in steps()[2].inputs]
    assert [path for path in asked if path in ("texts.story", "name", "numbers")] == ["texts.story", "name", "numbers"]
    assert [type(each) is TellInput for each in steps()[-1].inputs] == [True, False]


@pytest.mark.rule("F2-CHAR-02", "F2-SKL-20")
def test_the_overview_tells_the_rules_of_the_campaign() -> None:
    told = steps()[0].help
    assert "a life of 5 phases, each with 1 aspect and 4 ranks" in told
    assert "one skill more a level below" in told
    assert "You begin with 3 fate points." in told
    assert "social 9" in told
    other = steps(phases=8, ranks_per_phase=3, aspects_per_phase=2, skill_structure="column", social="broad")[0].help
    assert "a life of 8 phases, each with 2 aspects and 3 ranks" in other
    assert "stands on one a level below" in other
    assert "social 2" in other


@pytest.mark.rule("F2-CHAR-02")
def test_the_gm_says_which_genre_and_world_it_is() -> None:
    game = Game(scene=False, heroes=())
    game.do("gm", AgreeFrame("Urban fantasy", "A city of canals"))
    assert game.table.view("ana").get(FRAME).setting == "A city of canals"
    assert game.refused("ana", AgreeFrame("Hack and slash", "")) == "gm-only"


@pytest.mark.rule("F2-CHAR-03")
def test_a_first_idea_is_asked_for_and_may_be_left_out() -> None:
    [idea] = steps()[0].inputs
    assert (idea.path, steps()[0].optional) == ("texts.concept", True)
    sheet = life(*SYBIL)
    assert errors(sheet, HER_SKILLS) == []
    assert errors(msgspec.structs.replace(sheet, texts={"concept": "A thief who heals"}), HER_SKILLS) == []
    told = page(msgspec.structs.replace(sheet, texts={"concept": "A thief who heals"}))
    assert "A thief who heals" in [row.text for section in told.sections for row in section.rows]


@pytest.mark.rule("F2-CHAR-04", "F2-META-02")
@pytest.mark.parametrize("number", [1, 5, 8, 20])
def test_the_gm_says_how_many_phases_there_are(number: int) -> None:
    assert [step.id for step in steps(phases=number)][2:-1] == [f"phase-{at}" for at in range(1, number + 1)]
    lived = life(*(phase(f"Aspect {at}", "brawler") for at in range(number)))
    dials: dict[str, Any] = {"phases": number, "ranks_per_phase": 1}
    balanced = [code for code, _ in errors(lived, **dials) if code != "pyramid-unbalanced"]
    assert balanced == []
    longer = life(*lived.entries["phases"], phase("Too Much", "brawler"))
    assert ("too-many-phases", "entries.phases") in errors(longer, **dials)
    if number > 1:
        shorter = life(*lived.entries["phases"][:-1])
        assert ("aspect-missing", f"entries.phases.{number - 1}.name") in errors(shorter, **dials)


@pytest.mark.rule("F2-CHAR-04")
def test_people_of_the_gm_have_as_many_phases_as_the_gm_likes() -> None:
    lived = (phase("Old", *SKILLS), phase("Wise", "spot", "charm", "lie", "lore"))
    assert errors(life(*lived, kind="named", numbers={"phases": 2})) == []
    assert errors(life(kind="named", numbers={"phases": 0})) == [("wrong-number-of-phases", "numbers.phases")]
    assert ("wrong-number-of-phases", "numbers.phases") in errors(life(kind="named", numbers={"phases": 21}))


@pytest.mark.rule("F2-CHAR-05")
def test_what_happened_in_a_phase_is_kept_with_it() -> None:
    told = life(phase("Fop", *SKILLS, texts={"story": "She wins a house at cards."}))
    assert errors(told, phases=1) == []
    [row] = [row for section in page(told).sections if section.field == "entries.phases" for row in section.rows][:1]
    assert next(below.text for below in row.rows) == "She wins a house at cards."
    assert errors(life(phase("Fop", *SKILLS)), phases=1) == []


@pytest.mark.rule("F2-CHAR-06")
def test_ranks_of_a_phase_are_not_saved_for_a_later_one() -> None:
    lazy = life(phase("Fop", *SKILLS[:3]), phase("Fop", "spot", "charm", "lie", "lore", "sneak"))
    assert errors(lazy, phases=2) == [
        ("ranks-left", "entries.phases.0.numbers"),
        ("ranks-too-many", "entries.phases.1.numbers"),
    ]
    asked = [each for step in procedure(phases=2).steps(lazy) for each in step.inputs if isinstance(each, RanksInput)]
    assert [(each.ranks, dict(each.held)) for each in asked] == [(4, {}), (4, {"brawler": 1, "bluff": 1, "hide": 1})]


@pytest.mark.rule("F2-CHAR-07", "F2-META-02")
@pytest.mark.parametrize(("phases", "points"), [(1, 1), (2, 1), (5, 3), (6, 3), (7, 4), (8, 4)])
def test_everybody_begins_with_half_the_phases_in_fate_points_rounded_up(phases: int, points: int) -> None:
    assert starting_points(tables(), Dials(phases=phases)) == points
    game = Game(scene=False, heroes=("Cyrus",), phases=phases)
    assert game.points("cyrus") == points
    assert Game(scene=False, heroes=("Cyrus",), phases=phases, fate_points=7).points("cyrus") == 7


@pytest.mark.rule("F2-CHAR-08")
def test_a_goal_may_be_named_or_left_open() -> None:
    assert errors(life(*SYBIL), HER_SKILLS) == []
    sheet = life(*SYBIL, texts={"goal": "Master Thief"})
    assert errors(sheet, HER_SKILLS) == []
    rows = [(row.label, row.text) for section in page(sheet).sections for row in section.rows]
    assert ("Goal", "Master Thief") in rows
    assert "texts.goal" in [each.path for each in steps()[-1].inputs]


# -- the sums ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-CHAR-09")
@pytest.mark.parametrize("number", [1, 3, 5, 8, 15])
def test_so_many_phases_are_so_many_levels_and_four_times_as_many_ranks(number: int) -> None:
    made = procedure(phases=number)
    for sheet in made.samples:
        if sheet.kind == "hero":
            ranks = sum(sum(each.numbers.values()) for each in sheet.entries["phases"])
            assert (sum(sheet.levels.values()), ranks) == (number, 4 * number)


@pytest.mark.rule("F2-CHAR-09")
@pytest.mark.parametrize(
    ("field", "value"),
    [("traits", {"knife": 6}), ("aspects", {"king": "King"}), ("levels", {"gypsy": 3})],
)
def test_a_sheet_that_claims_more_than_its_history_is_refused(field: str, value: Any) -> None:
    made = procedure(HER_SKILLS)
    right = made.finish(life(*SYBIL))
    forged = msgspec.structs.replace(right, **{field: value})
    assert [(each.code, each.where) for each in made.problems(forged)] == [("does-not-add-up", field)]
    game = Game(scene=False, heroes=(), content=HER_SKILLS)
    assert game.refused("ana", BringCharacter(forged, SeatId("ana"))) == "unfinished-sheet"


# -- the book's own character -----------------------------------------------------------------------------------------


@pytest.mark.rule("F2-CHAR-11", "F2-CHAR-06", "F2-PYR-05", "F2-PYR-07")
@pytest.mark.parametrize(
    ("phases", "marks"),
    [
        (1, "knife 1 herb-lore 1 healing 1 alertness 1"),
        (2, "knife 2 herb-lore 1 healing 2 alertness 1 bluff 1 pickpocket 1"),
        (3, "knife 3 herb-lore 1 healing 2 alertness 1 bluff 2 pickpocket 1 move-silently 1 hide 1"),
        (4, "knife 3 herb-lore 1 healing 2 alertness 1 bluff 3 pickpocket 2 move-silently 1 hide 2 pick-locks 1"),
        (
            5,
            "knife 4 herb-lore 1 healing 2 alertness 2 bluff 3 pickpocket 2 move-silently 1 hide 3 pick-locks 1 "
            "streetwise 1",
        ),
    ],
)
def test_sybil_phase_by_phase(phases: int, marks: str) -> None:
    """F2-EX-10 to F2-EX-14; in the fourth the table lacks a rank of Pickpocket that prose and fifth phase have."""
    ranks = {skill: int(number) for skill, number in zip(*[iter(marks.split())] * 2, strict=True)}
    sheet = procedure(HER_SKILLS, phases=phases).finish(life(*SYBIL[:phases]))
    assert together(each.numbers for each in sheet.entries["phases"]) == ranks
    assert sheet.traits == {skill: number - 1 for skill, number in ranks.items()}
    assert sum(ranks.values()) == 4 * phases
    assert errors(sheet, HER_SKILLS, phases=phases) == []


@pytest.mark.rule("F2-CHAR-11", "F2-CHAR-07", "F2-CHAR-09", "F2-ASP-03", "F2-PYR-12")
def test_the_history_of_sybil_makes_her_final_sheet() -> None:
    made = procedure(HER_SKILLS)
    sheet = made.finish(life(*SYBIL))
    assert sheet.levels == {"herbalist": 1, "gypsy": 2, "guild-thief": 1, "hunted": 1}
    ladder = tables().ladder
    levels = [ladder.word(rating) for rating in sheet.traits.values()]
    assert levels == ["Great", "Good", "Good", *["Fair"] * 3, *["Average"] * 4]
    row = next(spread for spread in tables().spreads if spread.phases == 5)
    assert row.skills == tuple(levels.count(word) for word in ("Average", "Fair", "Good", "Great"))
    assert [each.text for each in made.figures(sheet) if each.path == "points"] == ["3"]


@pytest.mark.rule("F2-CHAR-10")
def test_the_finished_sheet_shows_everything_with_skills_from_the_best_down() -> None:
    sheet = procedure(HER_SKILLS).finish(life(*SYBIL[:4], phase("Hunted", "knife", extras=3), texts={"goal": "Rest"}))
    told = page(sheet)
    assert told.title == "Sybil"
    sections = {section.title: [(row.label, row.text, row.note) for row in section.rows] for section in told.sections}
    assert ("Gypsy", "Gypsy", "Good, 2 boxes") in sections["Aspects"]
    skills = [
        text for section in told.sections if section.field == "traits" for text in [row.text for row in section.rows]
    ]
    assert skills[0].startswith("Great")
    assert [text.split(" ")[0] for text in skills] == ["Great", "Good", *["Fair"] * 3, *["Average"] * 4]
    whole = str(told)
    assert "An Old Friend" in whole
    assert ("Fate points to begin with", "3") in [(label, text) for label, text, _ in sections["Figures"]]
    assert ("Goal", "Rest") in [(label, text) for label, text, _ in sections["Background"]]
    assert [label for label, _, _ in sections["Phases"]] == ["Herbalist", "Gypsy", "Gypsy", "Guild Thief", "Hunted"]
