"""Extras on a sheet: what they cost, what comes of them, and what a player and the GM have to agree on."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.effects import Bonus
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.rulesets.fate2.book import read_tables
from fatetable.rulesets.fate2.ruleset import build
from fatetable.rulesets.fate2.tests.support.extras import CLOAK, extra, hero_with
from fatetable.rulesets.fate2.tests.support.playing import Game

SWORD = extra("equipment", "Frostbrand", "Cold", "Sharp")
EYES = extra("ability", "Night Eyes", text="sees by starlight")


def codes(sheet: Sheet) -> list[str]:
    return [problem.code for problem in build({}).creation.problems(sheet) if problem.severity == "error"]


def consent(*extras: Entry, skills: int = 3) -> str:
    """What the GM is told when a player brings a hero with these; empty if nobody is asked."""
    g = Game(scene=False, heroes=())
    g.bring("ana", hero_with(*extras, skills=skills))
    prompt = g.prompt("character")
    return "" if prompt is None else prompt.question


# -- ranks -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-EXT-02", "F2-EXT-08")
@pytest.mark.parametrize(("aspects", "code"), [(("Cold",), "ranks-left"), (("Cold", "Sharp", "Old"), "ranks-too-many")])
def test_extras_take_ranks_from_the_pool_of_their_phase(aspects: tuple[str, ...], code: str) -> None:
    assert codes(hero_with(SWORD, skills=2)) == []
    assert codes(hero_with(extra("equipment", "Frostbrand", *aspects), skills=2)) == [code]


@pytest.mark.rule("F2-EXT-24")
def test_extras_fill_no_place_of_the_pyramid() -> None:
    """Two ranks in a sword leave two skills, and one of them stands on nothing."""
    assert codes(hero_with(SWORD, skills=("footman", "footman"))) == ["pyramid-unbalanced"]
    assert codes(hero_with(skills=("footman", "footman", "hide", "lie"))) == []


@pytest.mark.rule("F2-EXT-03")
def test_every_kind_is_intrinsic_personal_or_shared_and_others_are_refused() -> None:
    families: dict[str, list[str]] = {"intrinsic": [], "personal": [], "shared": []}
    for kind in read_tables().extras:
        if not kind.magic:
            families[kind.family].append(kind.id)
    assert families == {
        "intrinsic": ["ability", "oddity"],
        "personal": ["equipment", "servant", "minions", "power-by-rank", "power-tailored", "power-limited"],
        "shared": ["contact", "enemy", "resource"],
    }
    assert "unknown-extra" in codes(hero_with(extra("curse", "Cursed", "Unlucky")))


@pytest.mark.rule("F2-EXT-08")
@pytest.mark.parametrize("kind", ["equipment", "contact", "enemy", "resource"])
def test_a_rank_gives_the_target_one_aspect_no_more_and_no_less(kind: str) -> None:
    assert codes(hero_with(extra(kind, "Brother Anselm", "Owes Me", "Abbot"), skills=2)) == []
    assert "extra-without-aspect" in codes(hero_with(extra(kind, "Brother Anselm", ""), skills=3))
    assert "extra-with-ranks" in codes(hero_with(extra(kind, "Brother Anselm", "Owes Me", ranks=3), skills=1))


@pytest.mark.rule("F2-EXT-08")
def test_only_things_of_ones_own_give_their_aspects_to_their_owner() -> None:
    sheet = hero_with(SWORD, extra("contact", "Brother Anselm", "Owes Me"), skills=1)
    assert [text for slot, text in sheet.aspects.items() if slot.startswith("gear")] == [
        "Cold (Frostbrand)",
        "Sharp (Frostbrand)",
    ]


@pytest.mark.parametrize("kind", ["ability", "minions", "servant", "power-tailored", "power-limited"])
def test_an_extra_needs_a_name_and_what_is_asked_of_it(kind: str) -> None:
    found = codes(hero_with(extra(kind, "", ranks=1)))
    assert {"extra-unnamed", "extra-undescribed"} <= set(found)


# -- gear ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("F2-EXT-09")
def test_aspects_of_gear_have_boxes_like_those_of_their_owner() -> None:
    g = Game(heroes=(hero_with(extra("equipment", "Frostbrand", "Cold", "Cold", "Sharp"), skills=1),))
    cards = [g.card(f"{each} (Frostbrand)") for each in ("Cold", "Sharp")]
    assert [(card.level, card.bearer) for card in cards] == [(2, "tester"), (1, "tester")]


@pytest.mark.rule("F2-EXT-20")
def test_the_level_of_a_powerful_item_is_its_ranks() -> None:
    sheet = hero_with(CLOAK, skills=3)
    assert codes(sheet) == []
    assert sheet.levels["gear cloak-of-invisibility invisible"] == 1
    assert sheet.feature("Cloak of Invisibility").text.endswith("Invisible 1 (Fair)")  # type: ignore[union-attr]
    stronger = hero_with(extra("power-by-rank", "Cloak of Invisibility", "Invisible", ranks=3), skills=1)
    assert stronger.levels["gear cloak-of-invisibility invisible"] == 3


@pytest.mark.rule("F2-EXT-14")
def test_minions_need_an_aspect_that_commands_them_and_their_number_follows_its_level() -> None:
    goons = extra("minions", "Goons", ranks=2, text="Overlord")
    assert "minions-without-aspect" in codes(hero_with(goons, skills=2))
    sheet = hero_with(goons, skills=2, aspect="Overlord")
    assert codes(sheet) == []
    assert sheet.feature("Goons").text == "Minions; 2 a scene, commanded by Overlord"  # type: ignore[union-attr]
    higher = hero_with(goons, skills=2, aspect="Overlord", aspects={1: "Overlord", 2: "overlord"})
    assert higher.feature("Goons").text == "Minions; 6 a scene, commanded by Overlord"  # type: ignore[union-attr]


@pytest.mark.rule("F2-EXT-12")
def test_a_servant_has_at_most_as_many_phases_as_its_patron() -> None:
    assert "servant-above-patron" in codes(hero_with(extra("servant", "Grub", ranks=6, text="A lackey"), skills=0))
    assert "servant-above-patron" not in codes(hero_with(extra("servant", "Grub", ranks=5, text="A lackey"), skills=0))


@pytest.mark.rule("F2-EXT-22")
def test_an_item_limited_by_its_aspect_is_an_aspect_too() -> None:
    lamp = extra("power-limited", "The Lamp", ranks=1, text="grants what its bearer asks for")
    assert "item-without-aspect" in codes(hero_with(lamp, skills=3))
    assert codes(hero_with(lamp, skills=3, aspect="The Lamp")) == []


# -- what has to be agreed on ----------------------------------------------------------------------------------------


@pytest.mark.rule("F2-EXT-04", "F2-EXT-05")
def test_of_an_ability_the_gm_is_asked_what_it_does_and_whether_an_aspect_would_be_better() -> None:
    assert codes(hero_with(EYES, skills=3)) == []
    assert codes(hero_with(extra("ability", "Night Eyes", ranks=2, text="sees"), skills=3)) == ["ranks-too-many"]
    words = consent(EYES)
    assert "Night Eyes: agree what it does" in words
    assert "aspect would say it better" in words
    assert "new ability needs a skill" in words


@pytest.mark.rule("F2-EXT-07")
def test_a_small_oddity_costs_nothing_and_simply_works_if_the_gm_says_so() -> None:
    hair = extra("oddity", "Singing Hair", text="hums when it rains")
    assert codes(hero_with(hair, skills=4)) == []
    assert "Singing Hair simply works" in consent(hair, skills=4)


@pytest.mark.rule("F2-EXT-15", "F2-EXT-16", "F2-EXT-18")
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("contact", "about the setting"),
        ("enemy", "weak spots"),
        ("resource", "about the setting"),
    ],
)
def test_what_a_player_fixes_about_the_setting_is_for_the_gm_to_agree_to(kind: str, words: str) -> None:
    found = consent(extra(kind, "The Abbey of Saint Orm", "In Debt"))
    assert words in found
    assert "In Debt" in found


@pytest.mark.rule("F2-EXT-12")
@pytest.mark.parametrize(("ranks", "is_asked"), [(2, False), (3, True)])
def test_more_than_half_the_phases_of_the_patron_is_questioned(ranks: int, is_asked: bool) -> None:
    found = consent(extra("servant", "Grub", ranks=ranks, text="A lackey"), skills=4 - ranks)
    assert bool(found) == is_asked
    assert not is_asked or "more than half" in found


@pytest.mark.rule("F2-EXT-19")
@pytest.mark.parametrize(
    ("name", "power"),
    [
        ("Winged Boots", "flight"),
        ("Cloak of Invisibility", "invisibility"),
        ("Crown of Telepathy", "telepathy"),
        ("Dust of Sleep", "sleep"),
        ("Wand of Paralysis", "paralysis"),
    ],
)
def test_powers_that_trump_skills_are_looked_at_twice(name: str, power: str) -> None:
    assert f"{power} trumps" in consent(extra("equipment", name, "Old"))
    assert consent(extra("equipment", "Old Rope", "Long")) == ""


@pytest.mark.rule("F2-EXT-21")
def test_the_gm_agrees_to_a_narrow_effect_and_its_price() -> None:
    cloak = extra("power-tailored", "Shadow Cloak", ranks=2, bonus=1, text="hiding in deep shadow")
    sheet = hero_with(cloak, skills=2)
    assert codes(sheet) == []
    feature = sheet.feature("Shadow Cloak")
    assert feature is not None
    assert [effect.amount for effect in feature.effects if isinstance(effect, Bonus)] == [1]
    words = consent(cloak, skills=2)
    assert "costs 2 ranks for this: hiding in deep shadow" in words
