"""Opponents in a few seconds, and bare aspects in play."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.prompts import Fill
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.scenes.quick_opponents import QuickOpponent
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.sheet import in_order, shorthand, traits_of
from fatetable.rulesets.fate2.tests.support.making import advice, errors, life, procedure, tables
from fatetable.rulesets.fate2.tests.support.playing import Game


def bare(**levels: int) -> Any:
    entries = tuple(Entry(name=name, numbers={"level": level}) for name, level in levels.items())
    return life(kind="minor", name="Guard", entries={"aspects": entries})


def made(kind: str, name: str = "Guard", number: int = 1, fill: Fill | None = None, **dials: Any) -> Game:
    game = Game(**dials)
    game.do("gm", QuickOpponent(kind=kind, name=name, number=number, fill=fill or {}))
    return game


def ratings(game: Game, actor: str) -> dict[str, int]:
    return {trait.name: trait.rating for trait in game.ruleset.presenting.rules.traits(game.actor(actor), "")}


# -- bare aspects -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-GM-02", "F2-ASP-03")
def test_the_caravan_guard_rolls_with_aspects_and_is_mediocre_at_everything_else() -> None:
    game = Game(foes=("Caravan Guard",))
    assert ratings(game, "caravan-guard") == {
        "Mercenary": 2,
        "Perceptive": 1,
        "Horseman": 1,
        "Anything else": -1,
    }
    assert advice(bare(Mercenary=2, Perceptive=1, Horseman=1)) == []
    game.do("gm", Overcome(actor=ActorId("caravan-guard"), trait="perceptive", description="looks up"))
    game.answer("gm", "opposition", "difficulty", value=2)
    game.throw("gm", "+000")
    game.everyone_passes()
    assert game.last_roll.margin == 0


@pytest.mark.rule("F2-GM-02")
@pytest.mark.parametrize(("kind", "gives_rerolls"), [("minor", False), ("named", True)])
def test_bare_aspects_give_no_rerolls(kind: str, gives_rerolls: bool) -> None:
    asked: Fill = {"level": 2, "aspects": ""} if kind == "minor" else {"best": "combat", "phases": 2, "aspects": ""}
    game = made(kind, "Captain", fill=asked)
    trait = next(iter(game.ruleset.presenting.rules.traits(game.actor("captain"), "overcome"))).id
    game.do("gm", Overcome(actor=ActorId("captain"), trait=trait, description="lifts the gate"))
    game.answer("gm", "opposition", "difficulty", value=6)
    game.throw("gm", "----")
    card = game.card("Captain")
    again = Invoke(
        roll=game.roll.id,
        effort=0,
        aspect=card.id,
        effect="reroll",
        explanation="orders",
        payment="box",
    )
    assert game.is_offered("gm", again) is gives_rerolls
    if not gives_rerolls:
        assert game.refused("gm", again) == "not-for-you"


@pytest.mark.rule("F2-GM-02")
def test_a_pyramid_of_aspects_is_suggested_and_many_levels_are_warned_of() -> None:
    assert advice(bare(Mercenary=2, Perceptive=1)) == ["aspects-no-pyramid"]
    assert advice(bare(A=1, B=1, C=1)) == []
    five_and_four = bare(A=3, B=2, C=2, D=1, E=1)
    assert sum(entry.numbers["level"] for entry in five_and_four.entries["aspects"]) == 9
    assert "many-aspects" not in advice(five_and_four)
    assert "many-aspects" in advice(bare(A=3, B=2, C=2, D=1, E=1, F=1))
    assert errors(bare(A=3)) == []
    assert errors(bare()) == [("aspect-missing", "entries.aspects")]
    assert errors(bare(A=0)) == [("wrong-level", "entries.aspects.0.numbers.level")]


# -- in a few seconds -------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-GM-02")
def test_a_minor_character_is_a_name_a_level_and_what_else_it_is() -> None:
    game = made("minor", "Mercenary", fill={"level": 2, "aspects": "Perceptive, Horseman 3"})
    sheet = game.actor("mercenary").sheet
    assert dict(sheet.levels) == {"mercenary": 2, "perceptive": 1, "horseman": 3}
    assert ratings(game, "mercenary")["Horseman"] == 3
    several = made("minor", "Wolf", 3, fill={"level": 1, "aspects": ""})
    assert [actor for actor in several.cast if actor.startswith("wolf")] == ["wolf-1", "wolf-2", "wolf-3"]
    assert dict(several.actor("wolf-2").sheet.levels) == {"wolf": 1}


@pytest.mark.rule("F2-EXT-14")
def test_minions_come_in_numbers_average_fighters_and_mediocre_in_all_else() -> None:
    game = made("minion", "Cultist", 4)
    assert len([actor for actor in game.cast if actor.startswith("cultist")]) == 4
    assert ratings(game, "cultist-4") == {"Fighting": 0, "Anything else": -1}


@pytest.mark.rule("F2-PYR-12", "F2-CHAR-09")
@pytest.mark.parametrize("phases", [1, 4, 5, 9, 15])
def test_a_character_with_skills_has_the_pyramid_of_the_shorthand(phases: int) -> None:
    game = made("named", "Captain", fill={"best": "combat", "phases": phases, "aspects": "Scarred, Loyal"})
    sheet = game.actor("captain").sheet
    row = next(spread for spread in tables().spreads if spread.phases == phases)
    counts = [list(sheet.traits.values()).count(level) for level in range(len(row.skills))]
    assert tuple(counts) == row.skills
    assert sum(sheet.levels.values()) == phases
    best = next(iter(sheet.traits))
    assert next(skill.category for skill in tables().skills if skill.id == best) == "combat"
    assert [each for each in procedure().problems(sheet) if each.severity == "error"] == []


@pytest.mark.rule("F2-PYR-12", "F2-PYR-06")
@pytest.mark.parametrize(
    "dials",
    [{}, {"skill_structure": "column"}, {"ranks_per_phase": 3}, {"ranks_per_phase": 8}, {"aspects_per_phase": 2}],
)
def test_it_is_balanced_after_each_phase_whatever_the_campaign(dials: dict[str, Any]) -> None:
    game = made("named", "Captain", fill={"best": "social", "phases": 8, "aspects": ""}, **dials)
    sheet = game.actor("captain").sheet
    assert [each for each in game.ruleset.creation.problems(sheet) if each.severity == "error"] == []
    assert len(sheet.entries["phases"]) == 8
    names = in_order(tables().skills, "social")
    learnt = shorthand(tables(), Dials(**dials), names, 8)
    assert [sum(spent.values()) for spent in learnt] == [dials.get("ranks_per_phase", 4)] * 8


def test_with_few_skills_the_ranks_that_are_left_are_friends() -> None:
    few: dict[str, Any] = dict.fromkeys(
        ("academic", "artistic", "athletic", "criminal", "perception", "professional"), "none"
    )
    more: dict[str, Any] = {**few, "combat_skills": "broad", "social": "broad", "survival": "broad"}
    game = made("named", "Captain", fill={"best": "combat", "phases": 15, "aspects": ""}, **more)
    sheet = game.actor("captain").sheet
    assert [each for each in game.ruleset.creation.problems(sheet) if each.severity == "error"] == []
    assert sheet.entries["phases"][-1].entries["extras"][0].kind == "contact"
    assert set(sheet.traits) <= {skill.id for skill in tables(**more).skills}


def test_nothing_difficult_and_nothing_apart_is_learnt_by_the_way() -> None:
    order = in_order(tables(magic="stunts").skills, "magical")
    assert "pyromancy" not in order
    assert "language" not in in_order(tables(academic="specific").skills, "academic")


@pytest.mark.rule("F2-GM-02")
def test_only_the_gm_makes_opponents() -> None:
    game = Game()
    assert game.refused("ana", QuickOpponent(kind="minion", name="Cultist", number=2, fill={})) == "gm-only"


def test_a_trait_of_a_minion_may_be_better() -> None:
    boss = Game(foes=("Hired Thug",)).actor("hired-thug")
    assert [trait.rating for trait in traits_of(tables(), boss)] == [0, -1]
