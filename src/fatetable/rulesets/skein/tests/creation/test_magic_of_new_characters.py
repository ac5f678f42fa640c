"""What magic asks of a new character: a tale, an Aspect, a calling, the skill, and for runes the Runes."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import InvalidContent
from fatetable.engine.offers import Choice
from fatetable.mechanics.book.own_tables import with_content
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession
from fatetable.rulesets.skein.book.own_tables import OWN_TABLES
from fatetable.rulesets.skein.book.tables import Tables
from fatetable.rulesets.skein.creation.checks.whole_sheet import problems
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.creation.stunt_templates import listed_templates
from fatetable.rulesets.skein.dials import Dials
from fatetable.rulesets.skein.growth.advances import LearnSkill
from fatetable.rulesets.skein.sheet.derived import forms_allowed, infusions_at_hand, obscurement
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.making import (
    ASPECTS,
    LISTS,
    PLAIN_STUNTS,
    SKILLS,
    advice_codes,
    error_codes,
    hero,
    instead,
    stunts,
)
from fatetable.rulesets.skein.tests.support.playing import Game

PATHS = {
    "divination [augury]": "diviner",
    "spirit-magic": "spirit-speaker",
    "faith": "true-faith",
    "glamour": "fae-blooded",
    "plant-and-root": "hedge-magic",
    "rune-magic": "rune-wizardry",
    "shapechanging": "skin-turner",
}
FURTHER = {
    stunt.id: skill.id
    for stunt in TABLES.stunts
    for skill in TABLES.skills
    if skill.category == "magical" and stunt.group == skill.name and not stunt.is_calling
}
CHOICES = {
    "empowered-enchantment": {"item": "a spear", "item-aspect": "Thirsty"},
    "runewarding": {"kind": "the dead"},
    "favoured-form": {"form": "wolf"},
}


def magician(
    skill: str = "", calling: str = "", *more: str, aspect: str = "tale-3", tale: str = "", **changes: object
) -> Sheet:
    """The hero with a magical skill in place of Deception at 3, a calling, and further stunts of a path."""
    choices = {"aspect": aspect, "tale": tale}
    taken = [*([(calling, choices)] if calling else []), *((stunt, CHOICES.get(stunt, {})) for stunt in more)]
    features = (*stunts(*taken), *stunts(*PLAIN_STUNTS[len(taken) :]))
    lists = {**LISTS, "alphabets": ("Runes",), "forms": ("wolf", "hawk", "bear") if skill == "shapechanging" else ()}
    traits = instead({"deception": skill} if skill else {}, instead({"contacts": "languages"}))
    return hero(**{"traits": traits, "features": features, "lists": lists, **changes})


@pytest.mark.rule("SK-CHAR-21", "SK-SKILL-40", "SK-STYPE-06", "SK-STUNT-22", "SK-STUNT-25", "SK-STUNT-29")
@pytest.mark.rule("SK-STUNT-33", "SK-STUNT-37", "SK-STUNT-41", "SK-STUNT-45")
@pytest.mark.parametrize(("skill", "calling"), PATHS.items())
def test_a_magical_skill_needs_its_calling_and_the_calling_an_aspect(skill: str, calling: str) -> None:
    assert error_codes(magician(skill, calling)) == []
    assert error_codes(magician(skill)) == ["calling-missing"]
    assert error_codes(magician(skill, calling, aspect="")) == ["stunt-aspect-missing"]
    assert error_codes(magician(skill, calling, aspect="oath")) == ["stunt-aspect-missing"]
    other = next(each for each in PATHS.values() if each != calling)
    assert error_codes(magician(skill, other)) == ["calling-missing"]


@pytest.mark.rule("SK-STUNT-22", "SK-STUNT-25", "SK-STUNT-29", "SK-STUNT-33", "SK-STUNT-37", "SK-STUNT-41")
@pytest.mark.rule("SK-STUNT-45")
@pytest.mark.parametrize(("skill", "calling"), PATHS.items())
def test_only_with_its_calling_is_a_magical_skill_bought_with_experience(skill: str, calling: str) -> None:
    merrin = ActorId("merrin")
    name, _, which = skill.removesuffix("]").partition(" [")
    for taken in ("", calling):
        g = Game(heroes=(magician("", taken), "Mother Hesk"))
        g.do("gm", EndScene())
        g.do("gm", EndSession())
        if not taken:
            assert g.refused("ana", LearnSkill(merrin, name, which)) == "unfinished-sheet"
        else:
            g.do("ana", LearnSkill(merrin, name, which))
            assert g.actor(merrin).sheet.traits[skill] == 1


@pytest.mark.rule("SK-SKILL-41")
def test_one_calling_opens_divination_in_every_style() -> None:
    both = instead({"deception": "divination [augury]", "survival": "divination [pyromancy]"})
    sheet = magician("", "diviner", traits=both, lists=LISTS)
    assert error_codes(sheet) == []
    assert error_codes(magician("divination", "diviner")) == ["skill-type-missing"]


@pytest.mark.rule("SK-CHAR-21", "SK-STUNT-41", "SK-SKILL-46")
def test_rune_magic_also_needs_the_runes_among_the_languages() -> None:
    unlettered = {**LISTS, "languages": ("Coastal",)}
    assert error_codes(magician("rune-magic", "rune-wizardry", lists=unlettered)) == ["language-missing"]
    spoken = {**LISTS, "languages": ("runes",)}
    assert error_codes(magician("rune-magic", "rune-wizardry", lists=spoken)) == []


@pytest.mark.rule("SK-CHAR-05")
def test_magic_is_told_of_in_a_tale() -> None:
    assert error_codes(magician("glamour", "fae-blooded", aspect="tale-1")) == []
    assert error_codes(magician("glamour", "fae-blooded", aspect="free")) == ["magic-untold"]
    assert error_codes(magician("glamour", "fae-blooded", aspect="free", tale="tale-4")) == []
    assert error_codes(magician("glamour", "fae-blooded", aspect="free", tale="tale-9")) == ["magic-untold"]


@pytest.mark.rule("SK-CHAR-05")
def test_magic_gained_later_comes_of_what_happened_in_play() -> None:
    aspects = {**ASPECTS, "bought-1": "Touched by the Hollow Hill"}
    later = magician("glamour", "fae-blooded", aspect="bought-1", aspects=aspects, numbers={"refreshes": 9})
    assert error_codes(later) == []


@pytest.mark.rule("SK-FAITH-01")
def test_faith_rests_on_an_aspect_of_sincere_belief() -> None:
    [problem] = [each for each in problems(TABLES, magician("faith", "true-faith", aspect=""), Dials()) if each.cites]
    assert "sincere belief" in problem.message
    assert error_codes(magician("faith", "true-faith", aspect="tale-3")) == []


@pytest.mark.rule("SK-GLAM-01")
def test_glamour_rests_on_an_aspect_of_inborn_magic() -> None:
    [problem] = [
        each for each in problems(TABLES, magician("glamour", "fae-blooded", aspect=""), Dials()) if each.cites
    ]
    assert "inborn magic" in problem.message
    assert error_codes(magician("glamour", "fae-blooded")) == []


@pytest.mark.rule("SK-STUNT-60")
@pytest.mark.parametrize(("stunt", "path"), FURTHER.items())
def test_further_stunts_of_a_path_presuppose_its_calling_and_its_skill(stunt: str, path: str) -> None:
    skill, calling = next((skill, calling) for skill, calling in PATHS.items() if skill.startswith(path))
    assert error_codes(magician(skill, calling, stunt)) == []
    assert "path-missing" in error_codes(magician("", calling, stunt))
    assert set(error_codes(magician(skill, "", stunt))) == {"path-missing", "calling-missing"}


def test_there_are_twenty_further_stunts_of_seven_paths() -> None:
    assert len(FURTHER) == 20
    assert len(set(FURTHER.values())) == 7


@pytest.mark.rule("SK-STUNT-60")
def test_a_calling_without_its_skill_draws_advice_only() -> None:
    sheet = magician("", "fae-blooded")
    assert error_codes(sheet) == []
    assert advice_codes(sheet) == ["calling-unused"]


@pytest.mark.rule("SK-STUNT-17")
@pytest.mark.parametrize("stunt", ["dark-adapted-eye", "second-sight", "song-of-battle", "weapon-of-vengeance"])
def test_supernatural_stunts_need_an_aspect_and_a_tale(stunt: str) -> None:
    rest = PLAIN_STUNTS[1:]
    assert error_codes(hero(features=stunts(stunt, *rest))) == ["stunt-aspect-missing"]
    assert error_codes(hero(features=stunts((stunt, {"aspect": "tale-1"}), *rest))) == []
    assert error_codes(hero(features=stunts((stunt, {"aspect": "free"}), *rest))) == ["magic-untold"]
    told = {"aspect": "free", "tale": "tale-2"}
    assert error_codes(hero(features=stunts((stunt, told), *rest))) == []


GODS = """
[[god]]
name = "the Horned One"
aspects = ["Runs with the Herd"]
stunts = ["second-sight", "scent-tracking", "tough"]

[[god]]
name = "Old Mother Salt"
stunts = ["water-creature"]
"""
WITH_GODS = with_content(TABLES, OWN_TABLES, {"gods": GODS})


def blessed(aspect: str, stunt: str, **choices: str) -> list[str]:
    """What is wrong with a stunt that rests on this Aspect, drawn from a tale."""
    first = (stunt, {"aspect": "tale-1", **choices})
    others = [each for each in PLAIN_STUNTS if each != stunt]
    taken = stunts(first, *others[: len(PLAIN_STUNTS) - 1])
    sheet = hero(aspects={**ASPECTS, "tale-1": aspect}, features=taken)
    return [problem.code for problem in problems(WITH_GODS, sheet, Dials())]


@pytest.mark.rule("SK-GOD-02", "SK-STUNT-17")
@pytest.mark.parametrize("stunt", ["second-sight", "scent-tracking", "tough"])
@pytest.mark.parametrize(
    ("aspect", "is_divine"),
    [("Blessed by the Horned One", True), ("I run: runs with the HERD", True), ("Blessed by Old Mother Salt", False)],
)
def test_a_stunt_that_a_god_grants_supernatural_animal_or_mundane_rests_on_an_aspect_of_that_god(
    stunt: str, aspect: str, is_divine: bool
) -> None:
    found = blessed(aspect, stunt, god="the Horned One")
    assert found == ([] if is_divine else ["divine-aspect-missing"])


@pytest.mark.rule("SK-GOD-02")
def test_a_stunt_of_a_god_without_any_aspect_is_missing_one() -> None:
    taken = stunts(("tough", {"god": "the Horned One"}), *[each for each in PLAIN_STUNTS if each != "tough"][:4])
    sheet = hero(aspects=ASPECTS, features=taken)
    assert [problem.code for problem in problems(WITH_GODS, sheet, Dials())] == ["divine-aspect-missing"]


@pytest.mark.rule("SK-GOD-02")
def test_each_god_permits_their_own_stunts_alone_and_only_gods_of_the_campaign_do() -> None:
    both = "Blessed by the Horned One and Old Mother Salt"
    assert blessed(both, "water-creature", god="Old Mother Salt") == []
    assert "stunt-not-granted" in blessed(both, "water-creature", god="the Horned One")
    assert "god-unknown" in blessed(both, "tough", god="Nobody")
    assert TABLES.gods == (), "the book describes none"


@pytest.mark.rule("SK-GOD-02", "SK-STUNT-49")
def test_an_animal_stunt_that_no_god_grants_is_for_the_table_to_approve() -> None:
    assert blessed("Blessed by the Horned One", "scent-tracking") == ["stunt-of-animals"]


@pytest.mark.rule("SK-GOD-02")
def test_the_builder_asks_which_god_grants_a_stunt_and_by_which_aspect() -> None:
    slots = (Choice("tale-1", "Blessed by the Horned One"),)

    def asked(tables: Tables) -> dict[str, dict[str, list[str]]]:
        templates = listed_templates(tables, "hero", Dials(), slots)
        return {
            template.id: {
                field.name: [option.value for option in field.options]
                for field in template.fields
                if field.name in ("god", "aspect")
            }
            for template in templates
        }

    assert asked(WITH_GODS)["tough"] == {"god": ["the Horned One"], "aspect": ["tale-1"]}
    assert asked(WITH_GODS)["second-sight"] == {"aspect": ["tale-1"], "god": ["the Horned One"]}
    assert "tough" not in asked(TABLES)
    assert "god" not in asked(TABLES)["second-sight"]


def test_a_god_permits_only_stunts_that_there_are() -> None:
    with pytest.raises(InvalidContent, match="permits flying, which is no stunt"):
        with_content(TABLES, OWN_TABLES, {"gods": GODS.replace("water-creature", "flying")})


def test_berserker_rage_needs_an_aspect_but_is_no_magic() -> None:
    rest = PLAIN_STUNTS[1:]
    assert error_codes(hero(features=stunts("berserker-rage", *rest))) == ["stunt-aspect-missing"]
    assert error_codes(hero(features=stunts(("berserker-rage", {"aspect": "free"}), *rest))) == []


@pytest.mark.rule("SK-SKILL-47")
@pytest.mark.parametrize(
    ("forms", "found"),
    [
        (("wolf", "hawk", "bear"), []),
        (("wolf",), ["forms-open"]),
        (("wolf", "hawk", "bear", "salmon"), ["too-many-forms"]),
        (("wolf", "Wolf", "bear"), ["form-repeated"]),
    ],
)
def test_a_shapechanger_knows_one_form_for_each_level(forms: tuple[str, ...], found: list[str]) -> None:
    lists = {**LISTS, "languages": ("Coastal",), "forms": forms}
    sheet = magician("shapechanging", "skin-turner", lists=lists)
    assert [problem.code for problem in problems(TABLES, sheet, Dials())] == found
    assert forms_allowed(TABLES, sheet) == 3


def test_a_favoured_form_is_one_of_the_known_forms() -> None:
    lists = {**LISTS, "languages": ("Coastal",), "forms": ("salmon", "hawk", "bear")}
    assert error_codes(magician("shapechanging", "skin-turner", "favoured-form", lists=lists)) == ["form-unknown"]


@pytest.mark.rule("SK-SKILL-45")
def test_a_herbalist_carries_as_many_infusions_as_levels() -> None:
    assert infusions_at_hand(TABLES, magician("plant-and-root", "hedge-magic")) == 3
    assert infusions_at_hand(TABLES, sample(TABLES, "Mother Hesk")) == 5
    assert infusions_at_hand(TABLES, hero()) == 0


@pytest.mark.parametrize(("level", "harder"), [(1, 1), (2, 1), (3, 2), (5, 3)])
def test_obscurement_is_half_of_the_best_divination_rounded_up(level: int, harder: int) -> None:
    traits = {**SKILLS, "divination [augury]": level, "divination [pyromancy]": 1}
    assert obscurement(TABLES, hero(traits=traits, features=stunts("obscurement"))) == harder
    assert obscurement(TABLES, hero(traits=traits)) == 0
