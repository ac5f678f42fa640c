"""Help with setting a difficulty (DIFF)."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.offers import NumberHole
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.tests.support.playing import Game

GUIDE = {
    "Negligible": -2,
    "Simple": -1,
    "Mundane": 0,
    "Difficult": 1,
    "Daunting": 2,
    "Staggering": 3,
    "Nearly Impossible": 4,
}
LEVELS = range(-1, 5)


def asked(trait: str = "footman", heroes: tuple[str, ...] = ("Cyrus", "Finn"), **dials: Any) -> Game:
    g = Game(heroes=heroes, **dials)
    g.do("ana", Overcome(actor=g.actor("cyrus").id, trait=trait, description="tries"))
    return g


def suggested(g: Game) -> dict[int, str]:
    """The levels a game master is offered, with what stands beside them."""
    prompt = g.prompt("opposition")
    assert prompt is not None
    (hole,) = next(option.holes for option in prompt.options if option.id == "difficulty")
    assert isinstance(hole, NumberHole)
    return {int(choice.value): choice.label for choice in hole.suggestions}


def question(g: Game) -> str:
    prompt = g.prompt("opposition")
    assert prompt is not None
    return prompt.question


@pytest.mark.rule("F2-DIFF-02")
def test_every_class_of_tasks_stands_beside_its_level() -> None:
    labels = suggested(asked())
    for name, level in GUIDE.items():
        assert f": {name}, " in labels[level]
    assert "hardly ever rolled" in labels[-2]
    assert labels[5] == "Epic (+5)", "nothing is said of what is beyond people"


@pytest.mark.rule("F2-DIFF-01")
@pytest.mark.parametrize("ceiling", [2, 3, 4, 5, 6])
def test_the_guide_moves_with_the_peak_of_what_people_can_do(ceiling: int) -> None:
    labels = suggested(asked(difficulty_ceiling=ceiling))
    assert ": Nearly Impossible, " in labels[ceiling]
    found = {name: level for level, label in labels.items() for name in GUIDE if f": {name}, " in label}
    assert found == {name: level + ceiling - 4 for name, level in GUIDE.items()}


@pytest.mark.rule("F2-DIFF-03")
@pytest.mark.parametrize(
    ("skill", "tasks"),
    [
        ("climbing", ("a ladder", "a knotted rope", "handholds", "finger holds", "bare hands", "in the rain")),
        ("healing", ("a cut", "a tourniquet", "a deep cut", "a bad stab wound", "a pierced lung", "a severed limb")),
        (
            "survival",
            ("a campfire", "shelter from the rain", "in a forest", "in a desert", "without supplies", "wolves"),
        ),
    ],
)
def test_a_typical_task_is_named_for_each_level_of_some_skills(skill: str, tasks: tuple[str, ...]) -> None:
    said = question(asked(skill))
    words = [read_tables().ladder.word(level) for level in LEVELS]
    places = [said.index(f"{word}: ") for word in words]
    assert places == sorted(places)
    for word, task in zip(words, tasks, strict=True):
        after = said[said.index(f"{word}: ") :]
        assert task in after.split(", ")[0].split("; ")[0]


@pytest.mark.rule("F2-DIFF-02", "F2-DIFF-03")
def test_the_two_guides_differ_by_a_step_and_both_only_suggest() -> None:
    """F2-EX-23: they cannot both be right, and neither binds the GM."""
    climbing = next(each for each in read_tables().difficulties.tasks if "climbing" in each.skills)
    assert climbing.levels[-1] == "a ladder", "the guide calls that Poor, one step below"
    g = asked("climbing")
    g.answer("gm", "opposition", "difficulty", value=-5)
    assert g.roll.difficulty == -5


@pytest.mark.rule("F2-DIFF-03")
def test_other_skills_have_no_typical_tasks() -> None:
    assert "ladder" not in question(asked("charm"))


@pytest.mark.rule("F2-DIFF-04")
def test_the_best_skill_among_the_heroes_is_the_yardstick() -> None:
    assert "the best has Great (+3): easy is Fair (+1) to Good (+2), serious Superb (+4) to Epic (+5)" in question(
        asked("footman")
    )
    g = Game()
    finn = g.ruleset.presenting.rules.trait(g.actor("finn"), "", "acrobatics")
    cyrus = g.ruleset.presenting.rules.trait(g.actor("cyrus"), "", "acrobatics")
    assert finn is not None
    assert cyrus is not None
    assert finn.rating > cyrus.rating
    assert f"the best has {g.ruleset.ladder.label(finn.rating)}:" in question(asked("acrobatics")), "it is Finn's"
    alone = question(asked("acrobatics", heroes=("Cyrus",)))
    assert f"the best has {g.ruleset.ladder.label(cyrus.rating)}:" in alone


@pytest.mark.rule("F2-DIFF-05")
def test_the_dice_may_fall_before_the_difficulty_is_decided() -> None:
    g = asked()
    g.answer("gm", "opposition", "afterwards")
    g.throw("ana", "++00")
    assert g.roll.difficulty is None
    g.answer("gm", "late-opposition", "difficulty", value=2)
    g.everyone_passes()
    assert (g.last_roll.outcome, g.last_roll.margin) == ("succeed", 3)
