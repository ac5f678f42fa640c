"""The tables of the book: ladder, approaches, ready-made spreads, the sample characters and the difficulties."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.builder.drafts import errors
from fatetable.mechanics.book.pace import PACE_DIALS
from fatetable.mechanics.characters.creation import AllocateInput
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fae.book.figures import Entitlement
from fatetable.rulesets.fae.book.tables import Spread
from fatetable.rulesets.fae.creation.checks.whole_sheet import problems
from fatetable.rulesets.fae.creation.procedure import blank, creation
from fatetable.rulesets.fae.dials import DIALS, Dials
from fatetable.rulesets.fae.sheet.derived import consequence_slots, free_stunts_left, refresh_of, stress_boxes
from fatetable.rulesets.fae.tests.support.book import TABLES

DEFAULTS = Dials()


@pytest.mark.rule("FAE-LADDER-01")
def test_the_ladder_runs_from_terrible_to_legendary_with_average_at_one() -> None:
    assert dict(TABLES.ladder.rungs) == {
        8: "Legendary",
        7: "Epic",
        6: "Fantastic",
        5: "Superb",
        4: "Great",
        3: "Good",
        2: "Fair",
        1: "Average",
        0: "Mediocre",
        -1: "Poor",
        -2: "Terrible",
    }


@pytest.mark.rule("FAE-LADDER-01")
def test_nothing_is_cut_off_beyond_the_ends_of_the_ladder() -> None:
    assert TABLES.ladder.label(9) == "Legendary +1 (+9)"
    assert TABLES.ladder.label(-3) == "Terrible -1 (-3)"


@pytest.mark.rule("FAE-CHAR-11", "FAE-CHAR-10")
@pytest.mark.parametrize(
    ("name", "ratings"),
    [
        ("The Brute", {"forceful": 3, "careful": 2, "flashy": 2, "sneaky": 1, "quick": 1, "clever": 0}),
        ("The All-Star", {"quick": 3, "forceful": 2, "flashy": 2, "clever": 1, "careful": 1, "sneaky": 0}),
        ("The Trickster", {"clever": 3, "sneaky": 2, "flashy": 2, "forceful": 1, "quick": 1, "careful": 0}),
        ("The Guardian", {"careful": 3, "forceful": 2, "clever": 2, "sneaky": 1, "quick": 1, "flashy": 0}),
        ("The Thief", {"sneaky": 3, "careful": 2, "quick": 2, "clever": 1, "flashy": 1, "forceful": 0}),
        ("The Swashbuckler", {"flashy": 3, "quick": 2, "clever": 2, "forceful": 1, "sneaky": 1, "careful": 0}),
    ],
)
def test_each_ready_made_spread_is_offered_as_the_book_has_it(name: str, ratings: dict[str, int]) -> None:
    [allocation] = [
        each
        for step in creation(TABLES, DEFAULTS).steps(blank("hero"))
        for each in step.inputs
        if isinstance(each, AllocateInput)
    ]
    assert allocation.templates[name] == ratings
    assert sorted(ratings.values(), reverse=True) == list(allocation.array)
    assert sum(ratings.values()) == 9
    assert len(allocation.templates) == 6


@pytest.mark.rule("FAE-APPR-01")
def test_each_approach_is_explained_with_examples_when_ratings_are_handed_out() -> None:
    [allocation] = [
        each
        for step in creation(TABLES, DEFAULTS).steps(blank("hero"))
        for each in step.inputs
        if isinstance(each, AllocateInput)
    ]
    for approach in TABLES.approaches:
        assert len(approach.examples) == 3
        assert approach.manner in allocation.hints[approach.id]
        assert approach.examples[0] in allocation.hints[approach.id]


@pytest.mark.rule("FAE-APPR-01")
def test_quick_settles_the_order_of_physical_conflicts_and_careful_that_of_mental_ones() -> None:
    assert {approach.id: approach.turn_order for approach in TABLES.approaches if approach.turn_order} == {
        "quick": "physical",
        "careful": "mental",
    }
    assert TABLES.turn_approach("physical") == TABLES.approach("quick")
    assert TABLES.turn_approach("mental").id == "careful"


SAMPLES = [
    pytest.param(
        "Reth",
        ["Suncaller of the Andral Desert", "Steel Assassins Want Me Dead"],
        ["My Kung Fu Is The Strongest", "Crush On Avasa", "I Can Learn from Serio's Experience"],
        {"careful": 2, "clever": 1, "flashy": 0, "forceful": 3, "quick": 2, "sneaky": 1},
        ["Stance of the Defiant Sun"],
        2,
        marks=pytest.mark.rule("FAE-PC-01"),
    ),
    pytest.param(
        "Voltaire",
        ["Feline Captain of Cirrus Skimmer", "*Yawn*"],
        ["That? Oh, That's a Decoy", "Martin Is a Big Cheat", "Sanchez Is the Best First Mate a Ship Could Have"],
        {"careful": 1, "clever": 1, "flashy": 3, "forceful": 0, "quick": 2, "sneaky": 2},
        ["Swashbuckling Swordswoman"],
        2,
        marks=pytest.mark.rule("FAE-PC-02"),
    ),
    pytest.param(
        "Abigail Zhao",
        ["Enchantment Specialist of Hippogriff House", "Cast Now, Ask Questions Later"],
        ["I Hate Those Guys in Cyclops House", "Sarah Has My Back", "Dexter Fitzwilliam Is Going Down"],
        {"careful": 0, "clever": 2, "flashy": 1, "forceful": 2, "quick": 1, "sneaky": 3},
        ["Teacher's Favorite"],
        2,
        marks=pytest.mark.rule("FAE-PC-03"),
    ),
    pytest.param(
        "Bethesda Flushing, PhD",
        ["Chief Field Agent of IGEMA", "I'll Get You, von Stendahl!"],
        [
            "My Inventions Almost Always Work. Almost.",
            "My Grad Students Come Through, Just Not How I Expect Them To",
            "I Trust Dr. Alemieda's Genius",
        ],
        {"careful": 2, "clever": 3, "flashy": 1, "forceful": 2, "quick": 1, "sneaky": 0},
        ["Experimental Helo Pack", "Gadgeteer"],
        1,
        marks=pytest.mark.rule("FAE-PC-04"),
    ),
]


@pytest.mark.rule("FAE-CHAR-03", "FAE-CHAR-10", "FAE-CHAR-15", "FAE-CHAR-17", "FAE-CHAR-18", "FAE-CHAR-22")
@pytest.mark.parametrize(("name", "first_two", "others", "approaches", "stunts", "free"), SAMPLES)
def test_each_sample_character_is_the_book_s_and_passes_every_check(
    name: str, first_two: list[str], others: list[str], approaches: dict[str, int], stunts: list[str], free: int
) -> None:
    sheet = TABLES.sample(name)
    assert sheet.aspects == dict(
        zip(("high-concept", "trouble", "other-1", "other-2", "other-3"), first_two + others, strict=True)
    )
    assert sheet.traits == approaches
    assert [feature.name for feature in sheet.features] == stunts
    assert sheet.numbers == {"refresh": 3}
    assert refresh_of(TABLES, sheet) == 3
    assert free_stunts_left(TABLES, sheet) == free
    assert stress_boxes(TABLES, sheet, DEFAULTS) == 3
    assert list(consequence_slots(TABLES, sheet).values()) == [2, 4, 6]
    assert errors(problems(TABLES, sheet, DEFAULTS)) == ()


def test_the_samples_are_offered_to_start_from() -> None:
    procedure = creation(TABLES, DEFAULTS)
    assert [sheet.name for sheet in procedure.samples if sheet.kind == "hero"] == [
        "Reth",
        "Voltaire",
        "Abigail Zhao",
        "Bethesda Flushing, PhD",
    ]
    assert all(procedure.finish(sheet) == sheet for sheet in procedure.samples)


@pytest.mark.rule("FAE-ASP-32")
def test_aspects_that_establish_facts_cost_nothing_on_a_sheet() -> None:
    sheet = TABLES.sample("Reth")
    facts = ["Ruddy Duck's Pilot", "Mortal Enemy: The Red Ninjas", "Sorcerer of the Mysterious Circle"]
    answered = dict(zip(("high-concept", "trouble", "other-1"), facts, strict=True))
    rewritten = Sheet(ruleset=sheet.ruleset, name="Ace", description="A pilot.", aspects=answered, traits=sheet.traits)
    assert problems(TABLES, rewritten, DEFAULTS) == ()
    assert refresh_of(TABLES, rewritten) == 3


@pytest.mark.rule("FAE-ASP-34")
def test_the_builder_advises_aspects_that_cut_both_ways() -> None:
    [step] = [step for step in creation(TABLES, DEFAULTS).steps(blank("hero")) if "FAE-ASP-34" in step.cites]
    assert "both help and get in the way" in step.help


@pytest.mark.rule("FAE-GM-08")
def test_difficulties_are_suggested_at_mediocre_fair_and_great_and_open_beyond() -> None:
    numbers = {difficulty.id: difficulty.number for difficulty in TABLES.difficulties}
    assert numbers == {"easy": 0, "tough": 2, "extreme": 4, "impossible": None}


def test_every_dial_is_described_and_its_default_is_among_its_values() -> None:
    assert tuple(dial.name for dial in DIALS) == Dials.__struct_fields__
    for dial in DIALS:
        assert dial.allows(getattr(DEFAULTS, dial.name))
        assert dial.meaning.endswith(".")
        assert dial.cites or dial in PACE_DIALS


def test_a_table_that_rates_something_else_than_the_six_approaches_is_noticed() -> None:
    odd = Spread("The Odd One", {"careful": 3, "fight": 2})
    with pytest.raises(ValueError, match="The Odd One does not rate exactly"):
        msgspec.structs.replace(TABLES, spreads=(odd,))


@pytest.mark.rule("FAE-ROLL-06", "FAE-ASP-14", "FAE-HELP-01", "FAE-GM-10")
def test_the_figures_of_rolls_are_the_book_s() -> None:
    rolls = TABLES.figures.rolls
    assert (rolls.style, rolls.invoke_bonus, rolls.help_bonus, rolls.difficulty_shift) == (3, 2, 1, 2)


@pytest.mark.rule("FAE-FP-05", "FAE-ASP-26", "FAE-ASP-29", "FAE-HARM-15")
def test_the_figures_of_fate_points_are_the_book_s() -> None:
    points = TABLES.figures.points
    assert (points.pool_per_hero, points.compel_reward, points.compel_refusal) == (1, 1, 1)
    assert (points.giving_in, points.giving_in_per_consequence) == (1, 1)


@pytest.mark.rule("FAE-CONT-03", "FAE-CONT-04", "FAE-CONT-06", "FAE-ZONE-03", "FAE-SETUP-02", "FAE-GM-03")
def test_the_figures_of_encounters_and_of_the_table_are_the_book_s() -> None:
    encounters, table = TABLES.figures.encounters, TABLES.figures.table
    assert (encounters.victories, encounters.victory, encounters.victory_in_style) == (3, 1, 2)
    assert encounters.free_zones == 1
    assert (table.people, table.sessions_of_a_scenario) == ((3, 5), (1, 3))


@pytest.mark.rule("FAE-HARM-18", "FAE-HARM-19", "FAE-HARM-20", "FAE-HARM-21")
def test_every_consequence_slot_has_its_recovery() -> None:
    harm = TABLES.figures.harm
    assert dict(harm.clears) == {"mild": "scene", "moderate": "session", "severe": "scenario"}
    assert dict(harm.sessions) == {"moderate": 2, "severe": 2}
    assert harm.renamable == ("moderate", "severe")
    assert set(harm.clears) == set(harm.consequences)


@pytest.mark.rule("FAE-ADV-03", "FAE-ADV-05", "FAE-ADV-09")
def test_each_milestone_grants_all_that_the_lower_ones_do() -> None:
    grants = TABLES.figures.milestones.grants
    assert grants["minor"] == Entitlement(minor=1)
    assert grants["significant"] == Entitlement(minor=1, raises=1)
    assert grants["major"] == Entitlement(minor=1, raises=1, stunts=1, concepts=1)
