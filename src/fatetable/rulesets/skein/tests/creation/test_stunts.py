"""Stunts on a sheet: taken from the list with their blanks, or composed from one of the types."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest

from fatetable.builder.drafts import preview
from fatetable.engine.errors import MalformedCommand
from fatetable.engine.offers import Choice
from fatetable.mechanics.characters.creation import FeaturesInput
from fatetable.mechanics.characters.effects import ActFirst, Bonus, Catalogued, Feature, Narrative, When
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.book.entries import Price
from fatetable.rulesets.skein.book.stunt_effects import (
    AttackWith,
    DefendWith,
    Ignore,
    Multiply,
    NewUse,
    RollBonus,
    StrikeBack,
    StuntEffect,
)
from fatetable.rulesets.skein.creation.checks.whole_sheet import problems
from fatetable.rulesets.skein.creation.procedure import blank, creation
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.sheet.derived import natural_absorption, natural_damage, stress, twins
from fatetable.rulesets.skein.sheet.stunts import Taken, compose, effects_of, price_of, taken
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.making import (
    LISTS,
    PLAIN_STUNTS,
    SKILLS,
    advice_codes,
    error_codes,
    hero,
    instead,
    npc,
    stunts,
)

DEFAULTS = Dials()
STYLE = {"style": "boxing", "skill": "brawling", "mode": "offensive"}


def found(feature: Feature) -> Taken:
    stunt = taken(TABLES, feature)
    assert stunt is not None
    return stunt


def effects(entry: str, **choices: str) -> tuple[StuntEffect, ...]:
    return effects_of(TABLES, found(compose(TABLES, entry, choices)))


def with_stunt(entry: str, choices: Mapping[str, str] | None = None, **changes: object) -> Sheet:
    """The hero with one of her five stunts exchanged for this one."""
    return hero(features=(compose(TABLES, entry, choices or {}), *stunts(*PLAIN_STUNTS[1:])), **changes)


# -- on the sheet ----------------------------------------------------------------------------------------------------


def test_a_stunt_of_the_list_stands_on_the_sheet_as_its_entry_and_choices() -> None:
    style = compose(TABLES, "fighting-style", STYLE)
    assert style.name == "Fighting Style (boxing, offensive)"
    assert style.text.startswith("You favour boxing with Brawling: +1 to your offensive rolls with it.")
    assert style.effects == (
        Catalogued("fighting-style", STYLE),
        Bonus(1, When(("attack",), ("brawling",), "boxing")),
    )


def test_choices_are_put_into_what_a_stunt_does() -> None:
    offensive = effects("fighting-style", **STYLE)
    defensive = effects("fighting-style", **{**STYLE, "mode": "defensive"})
    assert [effect.actions for effect in (*offensive, *defensive) if isinstance(effect, RollBonus)] == [
        ("attack",),
        ("defend",),
    ]


def test_a_stunt_with_a_price_or_a_trigger_adds_nothing_to_a_roll_by_itself() -> None:
    for entry in ("cutting-retort", "death-curse", "rally", "tough"):
        assert [effect for effect in compose(TABLES, entry, {}).effects if isinstance(effect, Bonus)] == []
    assert compose(TABLES, "perfect-disguise", {}).bonus("overcome", "glamour") == 2


def test_finishing_a_sheet_makes_its_stunts_what_the_list_says() -> None:
    cheated = msgspec.structs.replace(compose(TABLES, "tough", {}), effects=(Catalogued("tough"), Bonus(9)))
    by_name = Feature(name="skin changer")
    sheet = hero(features=(cheated, by_name))
    assert sheet.features == (compose(TABLES, "tough", {}), compose(TABLES, "skin-turner", {}))


def test_a_stunt_that_differs_from_the_list_is_an_error() -> None:
    cheated = msgspec.structs.replace(compose(TABLES, "tough", {}), text="I am immortal.")
    sheet = msgspec.structs.replace(hero(), features=(cheated, *hero().features[:1], *hero().features[2:]))
    assert error_codes(sheet) == ["stunt-altered"]


def test_an_entry_that_there_is_not_is_refused_with_those_there_are() -> None:
    with pytest.raises(MalformedCommand, match="specialism, new-skill-use"):
        compose(TABLES, "immortality", {})


@pytest.mark.rule("SK-CHAR-26")
def test_words_without_a_type_are_no_stunt() -> None:
    sheet = hero(features=(Feature(name="Luck", text="I win."), *stunts(*PLAIN_STUNTS[1:])))
    assert error_codes(sheet) == ["stunt-type-missing"]


def test_effects_of_another_game_make_no_stunt_and_hide_no_unreadable_words() -> None:
    for effect in (Narrative("x\x07"), ActFirst("physical")):
        sheet = msgspec.structs.replace(hero(), features=(Feature(name="Odd", effects=(effect,)),))
        assert "stunt-type-missing" in error_codes(sheet)
        assert ("text-unprintable" in error_codes(sheet)) is isinstance(effect, Narrative)


@pytest.mark.parametrize(
    ("choices", "code"),
    [
        ({**STYLE, "style": ""}, "stunt-blank"),
        ({**STYLE, "mode": "sneaky"}, "stunt-option"),
        ({**STYLE, "skill": "charm"}, "stunt-option"),
        ({"style": "bow", "skill": "missile-combat", "mode": "defensive"}, "style-not-defensive"),
    ],
)
def test_what_a_stunt_leaves_open_must_be_decided_sensibly(choices: dict[str, str], code: str) -> None:
    assert error_codes(with_stunt("fighting-style", choices)) == [code]


def test_a_choice_that_a_stunt_does_not_have_draws_advice() -> None:
    assert advice_codes(with_stunt("tough", {"colour": "red"})) == ["stunt-choice-unknown"]


# -- how often -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", ["jack-of-all-trades", "strong-willed", "rally", "heroic-charge", "elegant"])
def test_most_stunts_can_be_taken_only_once(entry: str) -> None:
    taken_twice = stunts(entry, entry, "vanish", "cutting-retort", "extra-refresh")
    assert error_codes(hero(features=taken_twice)) == ["stunt-repeated"]


def test_a_fighting_style_can_be_taken_again_for_another_style_but_not_for_the_same() -> None:
    other = {**STYLE, "style": "two daggers", "skill": "melee-combat"}
    defensive = {**STYLE, "mode": "defensive"}
    rest = PLAIN_STUNTS[2:]
    for second in (other, defensive):
        assert error_codes(hero(features=stunts(("fighting-style", STYLE), ("fighting-style", second), *rest))) == []
    same = {**STYLE, "style": "Boxing"}
    assert error_codes(hero(features=stunts(("fighting-style", STYLE), ("fighting-style", same), *rest))) == [
        "stunt-repeated"
    ]


@pytest.mark.rule("SK-STUNT-11")
def test_only_creatures_are_tough_more_than_once() -> None:
    assert error_codes(hero(features=stunts("tough", "tough", *PLAIN_STUNTS[2:]))) == ["stunt-repeated"]
    for kind in ("hero", "major"):
        waived = msgspec.structs.replace(hero(features=stunts("tough", "tough")), kind=kind, waived=("stunt-repeated",))
        once = msgspec.structs.replace(waived, features=stunts("tough"))
        assert stress(TABLES, waived, "health") == stress(TABLES, once, "health") > 3
    giant = npc("animal", aspects={"aspect-1": "Giant"}, traits={"strength": 6}, features=stunts("tough", "tough"))
    assert error_codes(giant) == []
    assert giant.numbers["stress"] == 3 + 6 + 6


@pytest.mark.rule("SK-STUNT-50")
def test_armoured_skin_absorbs_one_and_only_creatures_take_it_again() -> None:
    skin = ("armoured-skin", {"aspect": "tale-1"})
    once = hero(features=stunts(skin, *PLAIN_STUNTS[1:]))
    assert (natural_absorption(TABLES, once), error_codes(once)) == (1, [])
    assert error_codes(hero(features=stunts(skin, skin, *PLAIN_STUNTS[2:]))) == ["stunt-repeated"]
    beast = npc("animal", aspects={"aspect-1": "Wyrm"}, features=stunts(*["armoured-skin"] * 3))
    assert (natural_absorption(TABLES, beast), error_codes(beast)) == (3, [])


@pytest.mark.rule("SK-STUNT-53")
@pytest.mark.parametrize(("times", "damage", "found"), [(1, 2, []), (2, 4, []), (3, 6, ["stunt-repeated"])])
def test_natural_weapons_do_two_or_four_more_damage(times: int, damage: int, found: list[str]) -> None:
    beast = npc("animal", aspects={"aspect-1": "Cat"}, features=stunts(*["natural-weapons"] * times))
    assert natural_damage(TABLES, beast) == damage
    assert error_codes(beast) == found


# -- single stunts ---------------------------------------------------------------------------------------------------


def scholar(type_: str, twin: str, **changes: object) -> Sheet:
    return with_stunt("scholar", {"type": type_, "twin": twin}, **changes)


@pytest.mark.rule("SK-STUNT-05")
def test_a_scholar_has_one_more_lore_at_the_level_of_another_outside_the_pyramid() -> None:
    traits = {**SKILLS, "stealth": 1, "lore [Old Roads]": 5}
    sheet = scholar("The Fae", "Old Roads", traits=traits)
    assert sheet.traits["lore [The Fae]"] == 5
    assert twins(TABLES, sheet) == {"lore [The Fae]": "lore [Old Roads]"}
    assert error_codes(sheet) == []
    uneven = msgspec.structs.replace(sheet, traits={**sheet.traits, "lore [The Fae]": 4})
    assert error_codes(uneven) == ["twin-level"]


@pytest.mark.rule("SK-STUNT-05")
@pytest.mark.parametrize(("type_", "twin"), [("", "Old Roads"), ("The Fae", "")])
def test_a_scholar_who_has_not_chosen_yet_knows_nothing_more(type_: str, twin: str) -> None:
    sheet = scholar(type_, twin)
    assert twins(TABLES, sheet) == {}
    assert sheet.traits == SKILLS


@pytest.mark.rule("SK-STUNT-05")
def test_when_one_of_a_scholars_pair_rises_so_does_the_other() -> None:
    sheet = scholar("The Fae", "Old Roads")
    raised = hero(features=sheet.features, traits={**sheet.traits, "lore [Old Roads]": 3}, numbers={"refreshes": 5})
    assert raised.traits["lore [The Fae]"] == 3
    assert error_codes(raised) == []


@pytest.mark.rule("SK-STUNT-05")
def test_a_scholar_must_know_the_field_whose_level_is_shared() -> None:
    assert error_codes(scholar("The Fae", "Law")) == ["twin-missing"]
    twice = stunts(
        ("scholar", {"type": "The Fae", "twin": "Old Roads"}),
        ("scholar", {"type": "Law", "twin": "Old Roads"}),
        *PLAIN_STUNTS[2:],
    )
    assert error_codes(hero(features=twice)) == []


@pytest.mark.rule("SK-STUNT-49")
def test_animal_stunts_need_an_aspect_and_the_tables_approval_in_people() -> None:
    assert error_codes(with_stunt("scent-tracking")) == ["stunt-aspect-missing"]
    nose = with_stunt("scent-tracking", {"aspect": "tale-1"})
    assert (error_codes(nose), advice_codes(nose)) == ([], ["stunt-of-animals"])
    open_to_people = {
        stunt.name for stunt in TABLES.stunts if stunt.group == "Animal" and not stunt.reserved_for_creatures
    }
    assert open_to_people == {
        *("Armoured Skin", "Beast of Burden", "Natural Weapons", "Scent Tracking", "Swift", "Water Creature"),
    }


@pytest.mark.rule("SK-STUNT-49")
def test_flight_is_reserved_for_creatures_unless_the_table_lets_heroes_fly() -> None:
    assert error_codes(with_stunt("flight")) == ["stunt-reserved"]
    assert error_codes(with_stunt("flight"), Dials(flying_heroes=True)) == []
    bird = npc("animal", aspects={"aspect-1": "Bird"}, features=stunts("flight"))
    assert error_codes(bird) == []
    offered = {listed.name for listed in stunt_input("hero", DEFAULTS).examples}
    assert "Flight" not in offered
    assert "Flight" in {listed.name for listed in stunt_input("hero", Dials(flying_heroes=True)).examples}


def test_a_table_may_switch_heroic_inspiration_off() -> None:
    off = Dials(heroic_inspiration=False)
    assert error_codes(with_stunt("heroic-inspiration")) == []
    assert error_codes(with_stunt("heroic-inspiration"), off) == ["stunt-switched-off"]
    assert "Heroic Inspiration" not in {listed.name for listed in stunt_input("hero", off).examples}


# -- composed --------------------------------------------------------------------------------------------------------

SHADOW = {"name": "Shadow", "skill": "Stealth", "use": "in deep woods", "narrow": "no", "strong": "no"}


def composed(entry: str, **choices: str) -> Sheet:
    return with_stunt(entry, {"name": "Mine", **choices})


@pytest.mark.rule("SK-STYPE-01")
def test_a_specialism_gives_one_or_two_if_it_is_narrow() -> None:
    plain = compose(TABLES, "specialism", SHADOW)
    assert plain.text == "+1 to Stealth when in deep woods."
    assert plain.bonus("overcome", "stealth") == 1
    assert plain.bonus("overcome", "agility") == 0
    narrow = compose(TABLES, "specialism", {**SHADOW, "narrow": "yes"})
    assert narrow.bonus("overcome", "stealth") == 2
    assert advice_codes(with_stunt("specialism", {**SHADOW, "narrow": "yes"})) == [
        "stunt-of-ones-own",
        "specialism-narrow",
    ]


@pytest.mark.rule("SK-STYPE-01")
def test_a_narrow_specialism_may_cost_a_point_in_a_scene_where_it_is_used() -> None:
    paid = found(compose(TABLES, "specialism", {**SHADOW, "narrow": "yes", "strong": "yes"}))
    assert price_of(paid) == Price(1, "scene")
    assert paid.feature.bonus("overcome", "stealth") == 0
    assert effects_of(TABLES, paid) == (RollBonus(amount=2, skills=("stealth",), circumstance="in deep woods"),)
    shot = {**SHADOW, "skill": "Missile Combat", "narrow": "yes"}
    assert "specialism-free" in advice_codes(with_stunt("specialism", shot))
    assert "specialism-free" not in advice_codes(with_stunt("specialism", {**shot, "strong": "yes"}))


@pytest.mark.rule("SK-STYPE-02")
def test_a_new_use_of_a_skill_rests_on_an_aspect_if_it_is_magic_and_costs_if_it_is_strong() -> None:
    use = {"skill": "agility", "use": "run across water", "magic": "yes", "strong": "yes"}
    assert error_codes(composed("new-skill-use", **use)) == ["stunt-aspect-missing"]
    rested = composed("new-skill-use", **use, aspect="tale-2")
    assert (error_codes(rested), advice_codes(rested)) == ([], ["stunt-of-ones-own"])
    stunt = found(rested.features[0])
    assert price_of(stunt) == Price(1, "use")
    assert effects_of(TABLES, stunt) == (NewUse("run across water", "agility"),)
    mundane = {**use, "magic": "no", "strong": "no"}
    assert error_codes(composed("new-skill-use", **mundane)) == []
    assert price_of(found(compose(TABLES, "new-skill-use", mundane))) is None


@pytest.mark.rule("SK-STYPE-03")
def test_a_skill_attacks_defends_or_strikes_back_by_a_new_combat_application() -> None:
    gaze = {"skill": "awareness", "mode": "attack", "range": "ranged", "how": "a fiery gaze"}
    assert effects("new-combat-application", **gaze) == (AttackWith("awareness", ("ranged",)),)
    assert AttackWith("awareness").counts_gear is False
    defence = {**gaze, "mode": "defend", "range": "both"}
    assert effects("new-combat-application", **defence) == (
        DefendWith(skill="awareness", against=("hand-to-hand", "ranged")),
    )
    back = {**gaze, "mode": "strike-back", "range": "hand-to-hand"}
    assert effects("new-combat-application", **back) == (StrikeBack(against=("hand-to-hand",)),)
    assert price_of(found(compose(TABLES, "new-combat-application", back))) == Price(1, "use")
    assert price_of(found(compose(TABLES, "new-combat-application", gaze))) is None
    assert effects("new-combat-application", **{**gaze, "mode": "sing"}) == ()


@pytest.mark.rule("SK-STYPE-03")
@pytest.mark.parametrize(
    ("skill", "mode", "range_", "is_new"),
    [
        ("awareness", "attack", "ranged", True),
        ("melee-combat", "attack", "hand-to-hand", False),
        ("melee-combat", "attack", "ranged", True),
        ("agility", "defend", "both", False),
        ("missile-combat", "defend", "ranged", True),
        ("agility", "strike-back", "both", True),
    ],
)
def test_a_skill_that_can_do_so_already_gains_nothing(skill: str, mode: str, range_: str, is_new: bool) -> None:
    traits = instead({"charm": skill}) if skill not in SKILLS else SKILLS
    choices = {"name": "Mine", "skill": skill, "mode": mode, "range": range_, "how": "somehow"}
    sheet = with_stunt("new-combat-application", choices, traits=traits)
    assert error_codes(sheet) == ([] if is_new else ["nothing-new"])


@pytest.mark.rule("SK-STYPE-04")
def test_extra_capacity_doubles_a_benefit() -> None:
    assert effects("extra-capacity", skill="Contacts", benefit="favours owed") == (
        Multiply("favours owed", 2, "contacts"),
    )
    assert error_codes(composed("extra-capacity", skill="Contacts", benefit="favours owed")) == []


@pytest.mark.rule("SK-STYPE-05")
def test_a_restriction_is_ignored_at_a_price_if_that_is_strong() -> None:
    choices = {"skill": "Stealth", "what": "bright light", "strong": "no"}
    assert effects("ignore-restriction", **choices) == (Ignore("bright light", "stealth"),)
    assert error_codes(composed("ignore-restriction", **choices)) == []
    assert price_of(found(compose(TABLES, "ignore-restriction", {**choices, "strong": "yes"}))) == Price(1, "use")


def test_a_composed_stunt_needs_a_name_and_a_skill_that_there_is() -> None:
    assert error_codes(with_stunt("specialism", {**SHADOW, "name": " "})) == ["stunt-name-missing"]
    assert error_codes(with_stunt("specialism", {**SHADOW, "skill": "Whistling"})) == ["stunt-skill-unknown"]
    assert "stunt-skill-missing" in advice_codes(with_stunt("specialism", {**SHADOW, "skill": "Riding"}))
    assert error_codes(with_stunt("specialism", {**SHADOW, "skill": "Lore [old roads]"})) == []
    two = (compose(TABLES, "specialism", SHADOW), compose(TABLES, "specialism", {**SHADOW, "use": "at night"}))
    assert error_codes(hero(features=(*two, *stunts(*PLAIN_STUNTS[2:])))) == ["stunt-repeated"]


@pytest.mark.parametrize("kind", ["magical-calling", "extra-refresh"])
def test_callings_and_refresh_are_not_composed(kind: str) -> None:
    own = TABLES.stunt_type(kind)
    assert own is not None
    assert not own.own


# -- what the builder offers -----------------------------------------------------------------------------------------


def stunt_input(kind: str, dials: Dials) -> FeaturesInput:
    [found] = [
        each
        for step in creation(TABLES, dials).steps(blank(kind))
        for each in step.inputs
        if isinstance(each, FeaturesInput)
    ]
    return found


@pytest.mark.rule("SK-CHAR-26")
def test_the_builder_offers_every_stunt_a_hero_may_take_and_five_types_to_compose() -> None:
    offered = stunt_input("hero", DEFAULTS)
    assert [template.id for template in offered.templates] == [
        "specialism",
        "new-skill-use",
        "new-combat-application",
        "extra-capacity",
        "ignore-restriction",
    ]
    names = {example.name for example in offered.examples} | {listed.label.split(" (")[0] for listed in offered.listed}
    assert names == {stunt.name for stunt in TABLES.stunts} - {"Flight"}


def test_every_offer_of_the_builder_makes_a_stunt_without_problems() -> None:
    answers = {"skill": "stealth", "mode": "attack", "range": "both", "item": "Mule (cost 2)", "twin": "Old Roads"}
    offered = stunt_input("hero", DEFAULTS)
    for template in (*offered.templates, *offered.listed):
        values = {
            field.name: _answer(field.name, field.options, answers)
            for field in template.fields
            if not field.optional or field.name == "aspect"
        }
        if template.id == "belonging":
            values.pop("aspect", None)
        assert "…" not in preview(template, values)
        sheet = with_stunt(template.id, values, lists={**LISTS, "forms": ("wolf",)})
        wrong = {"path-missing", "too-many-forms"}
        assert [code for code in error_codes(sheet) if code not in wrong] == [], template.id


def _answer(name: str, options: tuple[Choice, ...], answers: Mapping[str, str]) -> str:
    if options:
        return answers[name] if answers.get(name) in {option.value for option in options} else options[0].value
    return answers.get(name, "wolf")


def test_animals_take_stunts_without_resting_them_on_an_aspect() -> None:
    offered = stunt_input("animal", DEFAULTS)
    assert {"Flight", "Swift", "Scent Tracking"} <= {example.name for example in offered.examples}
    wolf = npc("animal", aspects={"aspect-1": "Wolf"}, features=stunts("scent-tracking"))
    assert problems(TABLES, wolf, DEFAULTS) == ()
