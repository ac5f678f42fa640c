"""Stunts: the two templates, what they refuse, and the ready-made ones."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.errors import MalformedCommand
from fatetable.mechanics.characters.effects import (
    ActFirst,
    Bonus,
    Effect,
    Feature,
    Limit,
    Narrative,
    RemoveAspect,
    When,
)
from fatetable.mechanics.characters.sheet import Problem
from fatetable.rulesets.fae.creation.checks.whole_sheet import problems
from fatetable.rulesets.fae.dials import Dials
from fatetable.rulesets.fae.sheet.stunts import compose, stunt_problems, template_of, templates
from fatetable.rulesets.fae.tests.support.book import TABLES

ONCE = Limit(1, "session")


def bonus_stunt(
    amount: int = 2,
    actions: tuple[str, ...] = ("attack",),
    traits: tuple[str, ...] = ("quick",),
    circumstance: str = "on horseback",
) -> Feature:
    return Feature(
        name="Born in the Saddle",
        text="Because I could ride before I could walk, I get +2.",
        effects=(Bonus(amount, When(actions, traits, circumstance)),),
    )


def ability(effect: Effect, limit: Limit | None = ONCE) -> Feature:
    return Feature(name="Trick", text="Something special.", effects=(effect,), limit=limit)


def found(stunt: Feature) -> list[tuple[str, str]]:
    return [(problem.severity, problem.code) for problem in stunt_problems(TABLES, stunt, "features.0")]


@pytest.mark.rule("FAE-STUNT-01")
def test_people_compose_their_own_stunts_and_a_stunt_says_what_it_does() -> None:
    assert {template.id for template in templates(TABLES)} >= {"bonus", "once", "free"}
    assert found(Feature(name="", text="Something.")) == [
        ("error", "stunt-name-missing"),
        ("advice", "stunt-free-form"),
    ]
    assert found(Feature(name="Nothing")) == [("error", "stunt-empty"), ("advice", "stunt-free-form")]
    assert ("error", "stunt-empty") in found(ability(Narrative("  ")))


@pytest.mark.rule("FAE-STUNT-02")
def test_the_first_template_makes_a_bonus_of_two_for_one_approach_one_action_and_a_circumstance() -> None:
    stunt = compose(
        TABLES,
        "bonus",
        {
            "name": "Born in the Saddle",
            "reason": "could ride before I could walk",
            "approach": "quick",
            "action": "attack",
            "circumstance": "on horseback",
        },
    )
    assert stunt.effects == (Bonus(2, When(("attack",), ("quick",), "on horseback")),)
    assert stunt.limit is None
    assert stunt.text == ("Because I could ride before I could walk, I get +2 when I Quickly attack when on horseback.")
    assert found(stunt) == []


@pytest.mark.rule("FAE-STUNT-02")
def test_the_bonus_counts_only_where_approach_and_action_both_match() -> None:
    stunt = bonus_stunt()
    applies = {
        (action, approach.id)
        for action in ("create-advantage", "overcome", "attack", "defend")
        for approach in TABLES.approaches
        if stunt.bonus(action, approach.id)
    }
    assert applies == {("attack", "quick")}
    assert stunt.bonus("attack", "quick") == 2


@pytest.mark.rule("FAE-STUNT-02")
@pytest.mark.parametrize(
    ("stunt", "code"),
    [
        (bonus_stunt(amount=1), "stunt-bonus"),
        (bonus_stunt(amount=3), "stunt-bonus"),
        (bonus_stunt(traits=()), "stunt-approach"),
        (bonus_stunt(traits=("quick", "sneaky")), "stunt-approach"),
        (bonus_stunt(traits=("fight",)), "stunt-approach"),
        (bonus_stunt(actions=()), "stunt-actions"),
        (bonus_stunt(actions=("dance",)), "stunt-actions"),
        (bonus_stunt(circumstance=" "), "stunt-circumstance"),
    ],
)
def test_a_bonus_outside_the_template_is_an_error(stunt: Feature, code: str) -> None:
    assert found(stunt) == [("error", code)]


@pytest.mark.rule("FAE-STUNT-03")
@pytest.mark.parametrize(
    ("actions", "is_allowed"),
    [
        (("create-advantage", "overcome"), True),
        (("overcome", "create-advantage"), True),
        (("attack", "defend"), False),
        (("attack", "overcome"), False),
        (("create-advantage", "defend"), False),
        (("overcome", "overcome"), False),
        (("create-advantage", "overcome", "attack"), False),
    ],
)
def test_only_create_an_advantage_and_overcome_may_share_a_stunt(actions: tuple[str, ...], is_allowed: bool) -> None:
    codes = found(bonus_stunt(actions=actions))
    assert (("error", "stunt-actions") in codes) is not is_allowed
    assert ("advice", "stunt-pair-narrow") in codes  # people judge whether the circumstance is narrow enough


@pytest.mark.rule("FAE-STUNT-03")
def test_the_builder_offers_one_action_or_exactly_that_pair() -> None:
    [template] = [template for template in templates(TABLES) if template.id == "bonus"]
    [field] = [field for field in template.fields if field.name == "action"]
    assert [option.value for option in field.options] == [
        "create-advantage",
        "overcome",
        "attack",
        "defend",
        "create-advantage+overcome",
    ]


@pytest.mark.rule("FAE-STUNT-04")
def test_the_second_template_makes_something_that_works_once_per_session() -> None:
    stunt = compose(
        TABLES, "once", {"name": "Old Friends", "reason": "sailed with everyone", "ability": "find a free berth"}
    )
    assert stunt.limit == Limit(1, "session")
    assert stunt.effects == (Narrative("find a free berth"),)
    assert stunt.text == "Because I sailed with everyone, once per session I can find a free berth."
    assert found(stunt) == []


@pytest.mark.rule("FAE-STUNT-04")
@pytest.mark.parametrize("limit", [Limit(2, "session"), Limit(1, "scene"), Limit(0, "session")])
def test_another_limit_than_once_per_session_is_an_error(limit: Limit) -> None:
    assert found(ability(Narrative("be anywhere"), limit)) == [("error", "stunt-limit")]


@pytest.mark.rule("FAE-STUNT-04")
@pytest.mark.parametrize("effect", [ActFirst("physical"), RemoveAspect("situation")])
def test_an_ability_the_table_applies_by_itself_needs_its_limit(effect: Effect) -> None:
    assert ("error", "stunt-limit") in found(ability(effect, None))
    assert found(ability(effect)) == []


@pytest.mark.parametrize("effect", [ActFirst("culinary"), ActFirst(""), RemoveAspect("character")])
def test_an_ability_about_something_unknown_is_an_error(effect: Effect) -> None:
    assert found(ability(effect)) == [("error", "stunt-effect")]


@pytest.mark.parametrize(
    ("template", "fields", "effect"),
    [
        ("once-act-first", {"conflict": "mental"}, ActFirst("mental")),
        ("once-remove-aspect", {}, RemoveAspect("situation")),
    ],
)
def test_abilities_the_table_knows_can_be_composed_too(template: str, fields: dict[str, str], effect: Effect) -> None:
    stunt = compose(TABLES, template, {"name": "Mine", "reason": "practise daily", **fields})
    assert (stunt.effects, stunt.limit) == ((effect,), ONCE)
    assert found(stunt) == []


READY_MADE_BONUSES = [
    ("Smooth Talker", "sneaky", ("create-advantage",), "FAE-STUNT-05"),
    ("Lover of Puzzles", "clever", ("overcome",), "FAE-STUNT-05"),
    ("World-Class Duelist", "flashy", ("attack",), "FAE-STUNT-05"),
    ("Big Kite Shield", "forceful", ("defend",), "FAE-STUNT-05"),
    ("Stance of the Defiant Sun", "forceful", ("defend",), "FAE-STUNT-07"),
    ("Swashbuckling Swordswoman", "flashy", ("attack",), "FAE-STUNT-07"),
    ("Experimental Helo Pack", "quick", ("create-advantage", "overcome"), "FAE-STUNT-07"),
]


def ready_made(name: str) -> Feature:
    return next(stunt.feature for stunt in TABLES.stunts if stunt.feature.name == name)


@pytest.mark.rule("FAE-STUNT-02", "FAE-STUNT-03", "FAE-STUNT-05", "FAE-STUNT-07")
@pytest.mark.parametrize(("name", "approach", "actions", "rule"), READY_MADE_BONUSES)
def test_each_ready_made_bonus_follows_the_template(
    name: str, approach: str, actions: tuple[str, ...], rule: str
) -> None:
    stunt = ready_made(name)
    [effect] = stunt.effects
    assert isinstance(effect, Bonus)
    assert (effect.amount, effect.when.traits, effect.when.actions) == (2, (approach,), actions)
    assert effect.when.circumstance
    assert effect.when.circumstance in stunt.text
    assert template_of(stunt) == "bonus"
    assert found(stunt) == []
    assert rule in next(each.cites for each in TABLES.stunts if each.feature == stunt)


@pytest.mark.parametrize(
    ("name", "effect"),
    [
        pytest.param("Well Connected", Narrative, marks=pytest.mark.rule("FAE-STUNT-06")),
        pytest.param("Quick on the Draw", ActFirst, marks=pytest.mark.rule("FAE-STUNT-06")),
        pytest.param("Run Circles Around a Leopard", Narrative, marks=pytest.mark.rule("FAE-STUNT-06")),
        pytest.param("Teacher's Favorite", Narrative, marks=pytest.mark.rule("FAE-STUNT-07")),
        pytest.param("Gadgeteer", RemoveAspect, marks=pytest.mark.rule("FAE-STUNT-07")),
    ],
)
def test_each_ready_made_ability_works_once_per_session(name: str, effect: type) -> None:
    stunt = ready_made(name)
    assert stunt.limit == ONCE
    assert [type(each) for each in stunt.effects] == [effect]
    assert found(stunt) == []


@pytest.mark.rule("FAE-STUNT-06", "FAE-STUNT-07")
def test_the_abilities_the_table_applies_are_about_physical_conflicts_and_situation_aspects() -> None:
    assert ready_made("Quick on the Draw").effects == (ActFirst("physical"),)
    assert ready_made("Gadgeteer").effects == (RemoveAspect("situation"),)


@pytest.mark.rule("FAE-STUNT-05", "FAE-STUNT-06", "FAE-STUNT-07")
def test_there_are_four_three_and_five_ready_made_stunts() -> None:
    given = [rule for stunt in TABLES.stunts for rule in stunt.cites[:1]]
    assert {rule: given.count(rule) for rule in given} == {"FAE-STUNT-05": 4, "FAE-STUNT-06": 3, "FAE-STUNT-07": 5}


@pytest.mark.rule("FAE-STUNT-08")
@pytest.mark.parametrize(
    "stunt",
    [
        compose(TABLES, "free", {"name": "Odd", "text": "I speak with cats. They answer."}),
        Feature(name="Old Sheet", text="I speak with cats."),
        Feature(name="Surge", text="Once per session +4.", effects=(Bonus(4),), limit=ONCE),
        Feature(name="Both", text="Two things.", effects=(Narrative("one"), Narrative("two")), limit=ONCE),
    ],
)
def test_a_stunt_outside_the_templates_is_allowed_if_the_game_master_agrees(stunt: Feature) -> None:
    assert found(stunt) == [("advice", "stunt-free-form")]
    [problem] = stunt_problems(TABLES, stunt, "features.0")
    assert "needs the GM's agreement" in problem.message


@pytest.mark.rule("FAE-STUNT-08")
def test_the_game_master_may_waive_what_the_template_refuses() -> None:
    reth = TABLES.sample("Reth")
    sheet = msgspec.structs.replace(reth, features=(bonus_stunt(amount=3),))
    assert severities(problems(TABLES, sheet, Dials())) == {"stunt-bonus": "error"}
    waived = msgspec.structs.replace(sheet, waived=("stunt-bonus",))
    assert severities(problems(TABLES, waived, Dials())) == {"stunt-bonus": "advice"}


def severities(listed: tuple[Problem, ...]) -> dict[str, str]:
    return {problem.code: problem.severity for problem in listed}


def test_two_stunts_of_one_name_are_an_error() -> None:
    sheet = msgspec.structs.replace(TABLES.sample("Reth"), features=(bonus_stunt(), bonus_stunt()))
    assert "stunt-repeated" in severities(problems(TABLES, sheet, Dials()))


def test_blanks_in_a_template_stay_visible_and_become_problems() -> None:
    stunt = compose(TABLES, "bonus", {"name": "Half Done", "approach": "quick"})
    assert stunt.text == "Because I …, I get +2 when I Quickly … when …."
    assert found(stunt) == [("error", "stunt-actions"), ("error", "stunt-circumstance")]


@pytest.mark.parametrize(
    ("template", "fields", "code"),
    [
        ("pattern", {}, "unknown-template"),
        ("bonus", {"colour": "red"}, "unknown-template-field"),
        ("bonus", {"approach": "fight"}, "unknown-template-option"),
    ],
)
def test_what_no_template_knows_is_refused_in_a_sentence(template: str, fields: dict[str, str], code: str) -> None:
    with pytest.raises(MalformedCommand) as refusal:
        compose(TABLES, template, fields)
    assert refusal.value.code == code
    assert str(refusal.value).endswith(".")
