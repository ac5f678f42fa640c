"""Gifts of a new character: what they cost, what they must say, and how much equipment may be improved."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.strange.sheet import refresh_of, skill_points_of
from fatetable.rulesets.strange.tests.support.book import TABLES
from fatetable.rulesets.strange.tests.support.gifts import equipment, improvement, theme, with_gifts
from fatetable.rulesets.strange.tests.support.making import advice, common, errors, hero, procedure

SCOPES = ("physical", "mental", "social")
DEADLY = improvement("deadly", scope="physical")
ARMOURED = tuple(improvement("protective", scope="physical") for _ in range(3))
WELL_MADE = improvement("well-made", skill="Arms")
DRILL = (("narrow-bonus", "Arms"), ("maneuver-bonus", "Brawn"), ("ignore-penalties", "Survival"))


def with_(*gifts: Entry) -> Sheet:
    return with_gifts(hero(), *gifts)


def problems(*gifts: Entry, **dials: bool) -> list[str]:
    return errors(with_(*gifts), **dials)


@pytest.mark.rule("SF-GIFT-01")
def test_there_are_six_gifts_of_which_one_is_free_and_each_further_one_costs_a_refresh() -> None:
    kinds = [gift.id for gift in TABLES.gifts]
    assert kinds == ["companion", "equipment", "impact", "signature-aspect", "skilled", "theme"]
    assert [refresh_of(TABLES, with_(*[Entry(kind="skilled")] * number), "middle") for number in range(4)] == [
        8,
        8,
        7,
        6,
    ]
    assert problems(Entry(kind="luck")) == ["unknown-gift"]


@pytest.mark.rule("SF-GIFT-03")
@pytest.mark.parametrize("number", range(4))
def test_skilled_gives_five_points_each_time(number: int) -> None:
    assert skill_points_of(TABLES, with_(*[Entry(kind="skilled")] * number), True) == 30 + 5 * number


@pytest.mark.rule("SF-EQUIP-01", "SF-GIFT-05")
def test_each_gift_buys_three_improvements_and_further_ones_may_go_into_the_same_piece() -> None:
    assert problems(equipment("Sabre", DEADLY, DEADLY, DEADLY)) == []
    four = (DEADLY, DEADLY, DEADLY, improvement("aspect", text="Father's Sabre"))
    assert problems(equipment("Sabre", *four)) == ["too-many-improvements"]
    assert problems(equipment("Sabre", *four, gifts=2)) == []
    assert advice(with_(equipment("Sabre", *four, gifts=2))).count("improvements-left") == 1
    assert refresh_of(TABLES, with_(equipment("Sabre", *four, gifts=2)), "middle") == 7
    assert problems(equipment("", DEADLY)) == ["gear-unnamed"]
    assert problems(equipment("Sabre", improvement("magic"))) == ["unknown-improvement"]


@pytest.mark.rule("SF-EQUIP-06", "SF-EQUIP-07", "SF-EQUIP-10", "SF-EQUIP-11", "SF-EQUIP-13")
@pytest.mark.parametrize(
    ("name", "most", "said"),
    [
        ("deadly", 3, {"scope": "physical"}),
        ("well-made", 3, {"skill": "Arms"}),
        ("protective", 3, {"scope": "mental"}),
        ("rugged", 3, {"scope": "social"}),
        ("essential", 2, {"scope": "physical"}),
    ],
)
def test_some_improvements_are_limited_on_one_piece(name: str, most: int, said: dict[str, str]) -> None:
    def piece(number: int) -> Entry:
        return equipment("Thing", *[improvement(name, **said)] * number, gifts=8, protective=True)

    assert problems(piece(most)) == []
    assert problems(piece(most + 1)) == ["improvement-too-often"]


@pytest.mark.rule("SF-EQUIP-07", "SF-EQUIP-08")
@pytest.mark.parametrize(("name", "slots"), [("well-made", 2), ("empowered", 4)])
def test_some_improvements_count_as_several(name: str, slots: int) -> None:
    for number in (1, 2, 3):
        gifts = -(-slots * number // 3)
        parts = [improvement(name, skill="Arms")] * number
        assert problems(equipment("Thing", *parts, gifts=gifts)) == []
        if gifts > 1:
            assert "too-many-improvements" in problems(equipment("Thing", *parts, gifts=gifts - 1))


@pytest.mark.rule("SF-EQUIP-11", "SF-EQUIP-13")
@pytest.mark.parametrize("name", ["rugged", "essential"])
def test_some_improvements_are_for_armour_alone(name: str) -> None:
    part = improvement(name, scope="physical")
    assert problems(equipment("Mail", part, protective=True)) == []
    assert problems(equipment("Umbrella", part)) == ["not-protective"]


@pytest.mark.rule("SF-EQUIP-02", "SF-EQUIP-06", "SF-EQUIP-09", "SF-GIFT-02", "SF-GIFT-06")
@pytest.mark.parametrize(
    "gift",
    [
        equipment("Sabre", improvement("aspect")),
        equipment("Sabre", improvement("deadly")),
        equipment("Sabre", improvement("deadly", scope="culinary")),
        equipment("Sabre", improvement("well-made", skill="Juggling")),
        equipment("Sabre", improvement("alternate-use", skill="Arms", text="in the dark")),
        equipment("Sabre", improvement("alternate-use", instead="Arms", text="in the dark")),
        Entry(kind="impact"),
        Entry(kind="impact", lists={"skill": ("Juggling",)}),
        Entry(kind="signature-aspect"),
        Entry(kind="signature-aspect", lists={"aspect": ("free-4",)}),
    ],
)
def test_what_has_to_be_said_must_be_said(gift: Entry) -> None:
    assert problems(gift) == ["gift-open"]


@pytest.mark.rule("SF-GIFT-02", "SF-GIFT-06")
def test_an_impact_is_for_a_skill_and_a_signature_is_an_aspect_of_the_character() -> None:
    assert problems(Entry(kind="impact", lists={"skill": ("Arms",)})) == []
    assert problems(Entry(kind="signature-aspect", lists={"aspect": ("conviction",)})) == []


# -- themes ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-GIFT-04")
def test_a_theme_gives_three_skills_one_benefit_each() -> None:
    assert problems(theme(*DRILL)) == []
    assert problems(theme(*DRILL[:2])) == ["theme-skills"]
    assert problems(theme(*DRILL, ("substitute", "Art"))) == ["theme-skills"]
    assert problems(theme(*DRILL[:2], ("luck", "Art"))) == ["unknown-benefit"]
    assert problems(theme(*DRILL[:2], ("maneuver-bonus", "Juggling"))) == ["gift-open"]
    assert problems(theme(*DRILL[:2], ("substitute", "Art"), instead="Juggling")) == ["gift-open"]
    assert problems(theme(*DRILL, text="")) == ["gift-open"]


@pytest.mark.rule("SF-GIFT-04")
def test_no_skill_has_a_benefit_of_two_themes() -> None:
    other = (("maneuver-bonus", "Art"), ("maneuver-bonus", "Science"), ("maneuver-bonus", "Stealth"))
    assert problems(theme(*DRILL), theme(*other)) == []
    assert problems(theme(*DRILL), theme(*other[:2], ("substitute", "Arms"))) == ["theme-twice"]
    assert problems(theme(*DRILL[:2], ("substitute", "Arms"))) == ["theme-twice"]


# -- drawbacks of gifts ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SF-EQUIP-04")
@pytest.mark.parametrize("row", TABLES.drawbacks, ids=lambda row: row.id)
def test_a_table_may_let_equipment_have_some_drawbacks_for_one_improvement_each(row: object) -> None:
    name, kind = row.id, row.kind  # type: ignore[attr-defined]
    piece = equipment("Sabre", *[DEADLY] * 3, improvement("aspect", text="Old"), drawbacks=(Entry(name=name),))
    assert "gift-drawback" in problems(piece)
    may_have = kind in ("complication", "snag", "delay", "taxing")
    assert problems(piece, gift_drawbacks=True) == ([] if may_have else ["gift-drawback"])


@pytest.mark.rule("SF-EQUIP-04")
@pytest.mark.parametrize("allowed", [True, False])
def test_drawbacks_of_gifts_are_asked_for_only_where_the_table_has_them(allowed: bool) -> None:
    step = next(step for step in procedure(gift_drawbacks=allowed).steps(hero(common("Arms", 2))) if step.id == "gifts")
    form = next(form for form in step.inputs[0].forms if form.kind == "equipment")  # type: ignore[union-attr]
    assert [each.path for each in form.inputs][4:] == [
        "entries.improvements",
        *(["entries.drawbacks"] if allowed else []),
    ]
