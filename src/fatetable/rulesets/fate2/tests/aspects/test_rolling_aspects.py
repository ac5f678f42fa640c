"""Rolling aspects like skills, and what their levels say (F2-INV-07, F2-INV-08, F2-INV-19 to F2-INV-22)."""

from __future__ import annotations

import pytest

from fatetable.mechanics.rolls.actions import Overcome
from fatetable.rulesets.fate2.aspects.described import MarkDrawback
from fatetable.rulesets.fate2.tests.support.playing import Game
from fatetable.rulesets.fate2.tests.support.rolling import CYRUS, FINN, SOLDIER, attempt, invoke

STUBBORN = "Stubborn"


def rolled(g: Game, trait: str, difficulty: int = 0, dice: str = "0000") -> int:
    attempt(g, trait, "puts his whole self into it")
    g.answer("gm", "opposition", "difficulty", value=difficulty)
    g.throw("ana", dice)
    g.everyone_passes()
    assert g.last_roll.margin is not None
    return g.last_roll.margin


@pytest.mark.rule("F2-INV-08")
@pytest.mark.parametrize(("trait", "level"), [("aspect:soldier", 2), ("aspect:brawler", 1), ("aspect:-", -1)])
def test_an_aspect_is_rolled_at_its_level_and_a_missing_one_at_mediocre(trait: str, level: int) -> None:
    assert rolled(Game(), trait) == level


@pytest.mark.rule("F2-INV-08")
def test_nobody_rolls_an_aspect_of_somebody_else() -> None:
    g = Game()
    acrobat = Overcome(actor=CYRUS, trait="aspect:acrobat", description="leaps")
    assert g.refused("ana", acrobat) == "unknown-trait"
    assert {trait.id for trait in g.ruleset.presenting.rules.traits(g.actor("finn"), "overcome")} > {"aspect:acrobat"}


@pytest.mark.rule("F2-INV-21")
def test_aspects_are_rolled_against_each_other_and_invoked_as_usual() -> None:
    g = Game()
    attempt(g, "aspect:soldier", "pulls the rope")
    g.answer("gm", "opposition", "defend", defender=FINN)
    g.answer("bo", "defend", "defend", trait="aspect:acrobat", description="digs his heels in")
    g.throw("ana", "----", "0000")
    assert [effort.fixed for effort in g.roll.efforts] == [2, 2]
    g.do("ana", invoke(g), "++00")
    g.everyone_passes()
    assert (g.last_roll.outcome, g.last_roll.margin) == ("succeed", 2)


@pytest.mark.rule("F2-INV-21")
def test_what_is_obvious_is_not_rolled() -> None:
    g = Game()
    attempt(g, "aspect:soldier", "marches longer than a tumbler")
    g.answer("gm", "opposition", "no-roll")
    assert g.last_roll.goal == "reached"
    assert not g.last_roll.efforts[0].throws


@pytest.mark.rule("F2-INV-22")
def test_a_long_activity_is_one_roll_of_a_fitting_aspect() -> None:
    g = Game()
    assert rolled(g, "aspect:soldier", difficulty=0, dice="+000") == 3
    assert len(g.last_roll.efforts) == 1
    assert g.last_roll.goal == "reached"


@pytest.mark.rule("F2-INV-07")
def test_the_game_master_who_judges_a_roll_is_reminded_of_the_aspects() -> None:
    g = Game()
    attempt(g)
    prompt = g.prompt("opposition")
    assert prompt is not None
    for name, word in ((SOLDIER, "Good"), ("Brawler", "Fair"), (STUBBORN, "Fair")):
        assert f"{name}, {word}" in prompt.question
    assert "Acrobat" not in prompt.question, "Finn does not roll"


@pytest.mark.rule("F2-INV-19")
def test_the_level_says_how_strongly_an_aspect_applies_also_a_bad_one() -> None:
    g = Game()
    card, traits = g.card(SOLDIER), g.ruleset.presenting.rules.traits(g.actor("cyrus"), "overcome")
    assert (card.level, card.open_boxes) == (2, 2)
    assert [trait.label for trait in traits if trait.id == "aspect:soldier"] == ["Soldier (aspect), Good (+2)"]
    assert g.refused("ana", MarkDrawback(aspect=card.id, is_drawback=True)) == "no-drawbacks"


@pytest.mark.rule("F2-INV-20")
def test_a_drawback_may_be_read_as_a_negative_number() -> None:
    g = Game(drawbacks_negative=True)
    card = g.card(SOLDIER)
    g.do("ana", MarkDrawback(aspect=card.id, is_drawback=True))
    assert rolled(g, "aspect:soldier") == -2
    assert rolled(g, "aspect:brawler") == 1, "the others stay as they are"
    card = g.card(SOLDIER)
    assert (card.level, card.open_boxes) == (2, 2), "boxes go by the number of levels"
    notes = dict(g.ruleset.presenting.notes(g.table.state, g.actor("cyrus")))
    assert notes[SOLDIER] == "a drawback, Poor (-2)"
    g.do("ana", MarkDrawback(aspect=card.id, is_drawback=False))
    assert rolled(g, "aspect:soldier") == 2


@pytest.mark.rule("F2-INV-20")
def test_the_points_for_a_drawback_go_by_its_levels() -> None:
    g = Game(drawbacks_negative=True)
    g.do("ana", MarkDrawback(aspect=g.card(SOLDIER).id, is_drawback=True))
    g.choose("gm", "Compel Cyrus", aspect=g.card(SOLDIER).id, kind="event", text="he cannot do otherwise")
    g.answer("ana", "compel", "accept")
    assert g.points("cyrus") == 5
    assert g.refused("bo", MarkDrawback(aspect=g.card(SOLDIER).id, is_drawback=False)) == "not-yours"
    assert g.refused("ana", MarkDrawback(aspect=g.card(SOLDIER).id, is_drawback=True)) == "nothing-changes"
