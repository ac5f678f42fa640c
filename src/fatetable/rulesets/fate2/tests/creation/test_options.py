"""Options of creation: aspects of the plot, free aspects, potential, novices and a Destiny."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.errors import InvalidContent
from fatetable.engine.messages import SeatId
from fatetable.mechanics.characters.creation import EntriesInput, RanksInput, Step, TextInput
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.support.making import advice, errors, life, phase, procedure
from fatetable.rulesets.fate2.tests.support.playing import Game

FIRST = ("brawler", "bluff", "hide", "sneak")
SECOND = ("spot", "charm", "lie", "lore")
THIRD = ("gossip", "riding", "jumping", "climbing")
FIFTH = "swimming"


def step(steps: tuple[Step, ...], name: str) -> Step:
    return next(each for each in steps if each.id == name)


def ranks_asked(sheet: Sheet, content: Any = None, **dials: Any) -> list[int]:
    steps = procedure(content or {}, **dials).steps(sheet)
    return [each.ranks for one in steps for each in one.inputs if isinstance(each, RanksInput)]


# -- the plot ---------------------------------------------------------------------------------------------------------

PLOT = {
    "phases": """
[[phase]]
number = 1
title = "Childhood"
world = "The salt road is open."
plot = ["Child of Fennick", "Salt Trader"]

[[phase]]
number = 2
plot = ["Held the Wall"]
must = true
"""
}


@pytest.mark.rule("F2-OPT-01", "F2-CHAR-05")
def test_a_campaign_says_what_went_on_in_a_phase_and_which_aspects_serve_its_plot() -> None:
    first = step(procedure(PLOT, phases=3).steps(life()), "phase-1")
    assert first.title == "Phase 1: Childhood"
    assert first.help.startswith("The salt road is open.")
    assert first.help.endswith("Who takes Child of Fennick or Salt Trader has 1 more to spend.")
    [aspect] = [each for each in first.inputs if isinstance(each, TextInput) and each.path.endswith(".name")]
    assert [each.value for each in aspect.suggestions][:2] == ["Child of Fennick", "Salt Trader"]
    assert "Fennick" not in step(procedure(PLOT, phases=3).steps(life()), "phase-3").help


@pytest.mark.rule("F2-OPT-02")
def test_an_aspect_of_the_plot_may_be_no_choice() -> None:
    def errors_with(second: str) -> list[tuple[str, str]]:
        return errors(life(phase("Fop", *FIRST), phase(second, *SECOND, FIFTH)), PLOT, phases=2)

    assert errors_with("Held the Wall") == []
    assert ("plot-aspect", "entries.phases.1.name") in errors_with("Ran Away")
    free = {"phases": PLOT["phases"].replace("must = true", "")}
    assert errors(life(phase("Fop", *FIRST), phase("Ran Away", *SECOND)), free, phases=2) == []
    assert "Everybody takes Held the Wall." in step(procedure(PLOT, phases=2).steps(life()), "phase-2").help


@pytest.mark.rule("F2-OPT-03", "F2-META-02")
@pytest.mark.parametrize(("bonus", "ranks"), [(0, 4), (1, 5), (2, 6)])
def test_an_aspect_of_the_plot_brings_a_bonus_of_ranks(bonus: int, ranks: int) -> None:
    learnt = (*FIRST, FIFTH, "acting")[:ranks]
    dials: dict[str, Any] = {"phases": 1, "plot_bonus": bonus}
    assert errors(life(phase("Salt Trader", *learnt)), PLOT, **dials) == []
    assert errors(life(phase("Fop", *FIRST)), PLOT, **dials) == []
    if bonus:
        assert errors(life(phase("Salt Trader", *FIRST)), PLOT, **dials) == [("ranks-left", "entries.phases.0.numbers")]
        assert errors(life(phase("Fop", *learnt)), PLOT, **dials) == [("ranks-too-many", "entries.phases.0.numbers")]
    assert ranks_asked(life(phase("Salt Trader")), PLOT, **dials) == [ranks]


@pytest.mark.rule("F2-OPT-01", "F2-OPT-03", "F2-META-02")
@pytest.mark.parametrize(
    ("plot", "ranks"),
    [("none", [4, 4, 4]), ("first", [5, 4, 4]), ("last", [4, 4, 5]), ("first-and-last", [5, 4, 5])],
)
def test_whole_phases_may_be_for_the_plot(plot: str, ranks: list[int]) -> None:
    assert ranks_asked(life(), phases=3, plot_phases=plot) == ranks
    assert ranks_asked(life(kind="named", numbers={"phases": 3}), phases=3, plot_phases=plot) == [4, 4, 4]


def test_a_phase_that_cannot_be_is_refused() -> None:
    with pytest.raises(InvalidContent, match="no phase 21"):
        build({}, {"phases": "[[phase]]\nnumber = 21\n"})


# -- free aspects -----------------------------------------------------------------------------------------------------


def free(*names: str) -> dict[str, tuple[Entry, ...]]:
    return {"free": tuple(Entry(name=name) for name in names)}


@pytest.mark.rule("F2-OPT-04", "F2-OPT-19", "F2-META-02")
def test_free_aspects_are_levels_without_ranks() -> None:
    sheet = life(phase("Fop", *FIRST), entries=free("Venetian", "Fop"))
    assert errors(sheet, phases=1, free_aspects=2) == []
    made = procedure(phases=1, free_aspects=2).finish(sheet)
    assert made.levels == {"venetian": 1, "fop": 2}
    assert sum(rating + 1 for rating in made.traits.values()) == 4
    assert errors(sheet, phases=1, free_aspects=1) == [("too-many-free-aspects", "entries.free")]
    assert "free-aspects-left" in advice(life(phase("Fop", *FIRST)), phases=1, free_aspects=1)


@pytest.mark.rule("F2-OPT-04")
def test_free_aspects_are_asked_for_only_where_they_are_granted() -> None:
    asked = step(procedure(free_aspects=3).steps(life()), "free").inputs[0]
    assert isinstance(asked, EntriesInput)
    assert (asked.path, asked.most) == ("entries.free", 3)
    assert "free" not in [each.id for each in procedure().steps(life())]
    bought = life(phase("Fop", *FIRST), entries={"free": (Entry(name="Rich", numbers={"lore": 1}),)})
    assert ("ranks-too-many", "entries.free.0.numbers") in errors(bought, phases=1, free_aspects=1)


# -- potential --------------------------------------------------------------------------------------------------------


def with_potential(first: Entry, *more: Entry) -> Entry:
    return phase(first.name, *first.numbers, entries={"potential": more})


@pytest.mark.rule("F2-OPT-05", "F2-OPT-06", "F2-META-02")
def test_somebody_young_has_a_point_of_potential_for_each_phase_missed() -> None:
    dials: dict[str, Any] = {"phases": 3, "potential": "missed-phases"}
    young = life(phase("Fop", *FIRST), phase("Rich", *SECOND), numbers={"missed": 1})
    assert errors(young, **dials) == []
    assert [each.title for each in procedure(**dials).steps(young)][3:5] == ["Phase 2", "Phase 3"]
    spent = life(
        phase("Fop", *FIRST), with_potential(phase("Rich", *SECOND), phase("Heir", *THIRD)), numbers={"missed": 1}
    )
    assert errors(spent, **dials) == []
    made = procedure(**dials).finish(spent)
    assert (len(made.traits), sum(made.levels.values())) == (12, 3)
    greedy = life(
        with_potential(phase("Fop", *FIRST), phase("Heir", *THIRD)),
        with_potential(phase("Rich", *SECOND), phase("Duke", "acting", "dance", "forgery", "fence")),
        numbers={"missed": 1},
    )
    assert errors(greedy, **dials) == [("too-much-potential", "entries.phases.1.entries.potential.0")]
    never = life(numbers={"missed": 3})
    assert ("wrong-number-of-phases", "numbers.missed") in errors(never, **dials)


@pytest.mark.rule("F2-OPT-06")
def test_each_point_is_a_whole_phase_balanced_at_its_end() -> None:
    dials: dict[str, Any] = {"phases": 1, "potential": "granted", "potential_points": 2}
    steep = phase("Duke", "brawler", "brawler", "bluff", "hide")
    wrong = life(with_potential(phase("Fop", *FIRST), steep))
    assert [code for code, _ in errors(wrong, **dials)] == ["pyramid-unbalanced"]
    assert errors(wrong, **dials)[0][1] == "entries.phases.0.entries.potential.0.numbers"
    unnamed = life(with_potential(phase("Fop", *FIRST), phase("", *SECOND)))
    assert errors(unnamed, **dials) == [("aspect-missing", "entries.phases.0.entries.potential.0.name")]
    both = life(with_potential(phase("Fop", *FIRST), phase("Rich", *SECOND), phase("Heir", *THIRD)))
    assert errors(both, **dials) == []
    titles = [each.title for each in procedure(**dials).steps(both)]
    assert titles[2:5] == ["Phase 1", "Phase 1, by potential", "Phase 1, by potential, 2"]
    assert ranks_asked(both, **dials) == [4, 4, 4]


@pytest.mark.rule("F2-OPT-06", "F2-OPT-07")
def test_potential_may_be_spent_in_any_phase_and_what_is_left_can_be_seen() -> None:
    dials: dict[str, Any] = {"phases": 2, "potential": "granted", "potential_points": 2}

    def offered(sheet: Sheet) -> dict[str, int]:
        steps = procedure(**dials).steps(sheet)
        asked = [each for one in steps for each in one.inputs if isinstance(each, EntriesInput)]
        return {each.path: each.most for each in asked if each.path.endswith("potential")}

    here, there = "entries.phases.0.entries.potential", "entries.phases.1.entries.potential"
    assert offered(life()) == {here: 2, there: 2}
    assert offered(life(phase("Fop"), with_potential(phase("Rich"), phase("Heir")))) == {here: 1, there: 2}
    full = life(phase("Fop"), with_potential(phase("Rich"), phase("Heir"), phase("Duke")))
    assert offered(full) == {there: 2}


@pytest.mark.rule("F2-OPT-07", "F2-META-02")
def test_everybody_may_be_granted_potential_some_of_it_for_what_one_is_born_with() -> None:
    dials: dict[str, Any] = {"phases": 1, "potential": "granted", "potential_points": 2}
    skilled = life(with_potential(phase("Fop", *FIRST), phase("Heir", *SECOND), phase("Duke", *THIRD)))
    strong = life(with_potential(phase("Fop", *FIRST), phase("Heir", *SECOND), phase("Strong", *THIRD)))
    assert errors(skilled, **dials) == []
    assert errors(skilled, **dials, intrinsic_potential=1) == [
        ("potential-not-inborn", "entries.phases.0.entries.potential.1.name")
    ]
    assert errors(strong, **dials, intrinsic_potential=1) == []
    none = {**dials, "potential": "none"}
    assert procedure(**none).finish(skilled).levels == {"fop": 1}
    one = {**dials, "potential_points": 1}
    assert errors(strong, **one) == [("too-much-potential", "entries.phases.0.entries.potential.1")]


@pytest.mark.rule("F2-OPT-18", "F2-META-02")
def test_talented_novices_have_one_phase_and_potential_that_they_may_keep() -> None:
    dials: dict[str, Any] = {"phases": 8, "potential": "talented-novices", "potential_points": 3}
    novice = life(phase("Stable Boy", *FIRST))
    assert errors(novice, **dials) == []
    assert [each.id for each in procedure(**dials).steps(novice)] == ["overview", "who", "phase-1", "goal"]
    spent = life(with_potential(phase("Stable Boy", *FIRST), phase("Strong", *SECOND), phase("Stoic", *THIRD)))
    assert errors(spent, **dials) == []
    assert errors(spent, **{**dials, "intrinsic_potential": 3}) == []
    worldly = life(with_potential(phase("Stable Boy", *FIRST), phase("Page", *SECOND), phase("Groom", *THIRD)))
    assert errors(worldly, **dials) == []
    assert errors(worldly, **{**dials, "intrinsic_potential": 2}) == [
        ("potential-not-inborn", "entries.phases.0.entries.potential.1.name")
    ]


@pytest.mark.rule("F2-CHAR-07", "F2-OPT-18")
def test_potential_changes_no_fate_points() -> None:
    assert Game(scene=False, heroes=("Finn",), potential="talented-novices").points("finn") == 1
    assert Game(scene=False, heroes=("Finn",), potential="granted", phases=5).points("finn") == 3


# -- a Destiny --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-OPT-08", "F2-CHAR-09", "F2-META-02")
def test_a_phase_of_destiny_has_no_ranks() -> None:
    chosen = life(phase("Destiny"), phase("Farm Boy", *FIRST))
    assert errors(chosen, phases=2, destiny=True) == []
    assert procedure(phases=2, destiny=True).finish(chosen).levels == {"destiny": 1, "farm-boy": 1}
    assert ranks_asked(chosen, phases=2, destiny=True) == [0, 4]
    bought = life(phase("Destiny", *FIRST), phase("Farm Boy", *SECOND))
    assert errors(bought, phases=2, destiny=True) == [("ranks-too-many", "entries.phases.0.numbers")]
    assert errors(bought, phases=2) == []
    assert ranks_asked(life(phase("Destiny")), phases=2, destiny=True, plot_phases="first") == [0, 4]


@pytest.mark.rule("F2-OPT-08", "F2-OPT-10")
def test_the_nature_of_a_destiny_is_agreed_with_the_gm_or_left_to_them() -> None:
    dials: dict[str, Any] = {"phases": 2, "destiny": True}
    chosen = life(phase("Destiny"), phase("Farm Boy", *FIRST))
    assert "destiny" in [each.id for each in procedure(**dials).steps(chosen)]
    assert "destiny" not in [each.id for each in procedure(**dials).steps(life())]
    game = Game(scene=False, heroes=(), **dials)
    known = life(*chosen.entries["phases"], texts={"destiny": "To break the Iron Throne"})
    game.do("ana", BringCharacter(procedure(**dials).finish(known), SeatId("ana")))
    asked = game.prompt("character")
    assert asked is not None
    assert asked.question.endswith("Destiny: To break the Iron Throne")
    game.answer("gm", "character", "no")
    assert "sybil" not in game.cast
    game.do("ana", BringCharacter(procedure(**dials).finish(chosen), SeatId("ana")))
    asked = game.prompt("character")
    assert asked is not None
    assert asked.question.endswith("A Destiny whose nature is yours to say.")
    game.answer("gm", "character", "yes")
    assert game.card("Destiny").level == 1
