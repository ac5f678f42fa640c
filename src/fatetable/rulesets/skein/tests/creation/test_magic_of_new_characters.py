"""What magic asks of a new character: a tale, an Aspect, a calling, the skill, and for runes the Runes."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.skein.creation.checks.whole_sheet import problems
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.dials import Dials
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


@pytest.mark.rule("SK-CHAR-21", "SK-SKILL-40", "SK-STYPE-06")
@pytest.mark.parametrize(("skill", "calling"), PATHS.items())
def test_a_magical_skill_needs_its_calling_and_the_calling_an_aspect(skill: str, calling: str) -> None:
    assert error_codes(magician(skill, calling)) == []
    assert error_codes(magician(skill)) == ["calling-missing"]
    assert error_codes(magician(skill, calling, aspect="")) == ["stunt-aspect-missing"]
    assert error_codes(magician(skill, calling, aspect="oath")) == ["stunt-aspect-missing"]
    other = next(each for each in PATHS.values() if each != calling)
    assert error_codes(magician(skill, other)) == ["calling-missing"]


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


@pytest.mark.rule("SK-GOD-02", "SK-STUNT-17")
def test_the_favour_of_a_god_opens_supernatural_and_animal_stunts() -> None:
    blessed = {**ASPECTS, "tale-1": "Blessed by the Horned One"}
    taken = stunts(("second-sight", {"aspect": "tale-1"}), ("swift", {"aspect": "tale-1"}), *PLAIN_STUNTS[2:])
    assert error_codes(hero(aspects=blessed, features=taken)) == []
    godless = {slot: phrase for slot, phrase in blessed.items() if slot != "tale-1"}
    assert error_codes(hero(aspects=godless, features=taken)) == [
        "stunt-aspect-missing",
        "stunt-aspect-missing",
        "tale-aspect-missing",
    ]


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
