"""Languages that people know."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.rulesets.strange.tests.support.playing import CORA, FOE, MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import with_trapping
from fatetable.rulesets.strange.trappings.languages import LANGUAGES, NameLanguage, Way

TONGUES = ("German", "Latin", "Sanskrit", "Mongolian", "Welsh", "Irish", "Dutch", "Tamil", "Greek", "Norse", "Thai")


def scholar(rating: int, tier: int = 0, **more: Any) -> Game:
    return Game(maud=(with_trapping(rating, tier, "languages"),), **more)


def name(g: Game, *names: str, way: Way = "earth") -> None:
    for each in names:
        g.do("ana", NameLanguage(actor=MAUD, name=each, way=way))


def room(g: Game, way: Way) -> bool:
    return g.is_offered("ana", NameLanguage(actor=MAUD, name="Etruscan", way=way))


def known(g: Game) -> list[str]:
    return [each.name for each in g.table.state.get(LANGUAGES).get(MAUD, ())]


def line(g: Game) -> str:
    return dict(g.ruleset.presenting.notes(g.table.state, g.actor("maud"))).get("Languages", "")


@pytest.mark.rule("SF-LANGUAGES-01")
@pytest.mark.parametrize("rating", [1, 2, 3, 4])
def test_as_many_as_the_rating_named_when_they_are_needed(rating: int) -> None:
    g = scholar(rating)
    assert line(g) == f"{rating} more to name"
    for number, each in enumerate(TONGUES[:rating], start=1):
        name(g, each)
        assert known(g) == list(TONGUES[:number])
    assert not room(g, "earth")
    assert not room(g, "background")
    assert g.refused("ana", NameLanguage(actor=MAUD, name="Etruscan", way="earth")) == "no-room"
    assert line(g) == ", ".join(TONGUES[:rating])


@pytest.mark.rule("SF-LANGUAGES-01")
def test_everybody_names_their_own_and_none_twice() -> None:
    g = Game(maud=(skill("Academics", 2),), cora=(skill("Brawn", 2),))
    academics = NameLanguage(actor=MAUD, name="German", way="earth")
    assert g.refused("bo", academics) == "not-yours"
    g.do("ana", academics)
    assert g.refused("ana", NameLanguage(actor=MAUD, name="german", way="earth")) == "known-already"
    assert g.refused("bo", NameLanguage(actor=CORA, name="German", way="earth")) == "no-room", "it was never learned"
    assert g.refused("gm", NameLanguage(actor=FOE, name="German", way="earth")) == "no-room"
    assert g.refused("ana", NameLanguage(actor=MAUD, name="", way="earth")) == "no-words"
    assert known(g) == ["German"]


@pytest.mark.rule("SF-LANGUAGES-01")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_exotic_one_takes_the_place_of_another_if_it_suits_the_background(answer: str) -> None:
    g = scholar(1)
    name(g, "Jupiterian", way="background")
    assert known(g) == []
    prompt = g.prompt("language")
    assert prompt is not None
    assert "Jupiterian" in prompt.question
    assert g.refused("ana", NameLanguage(actor=MAUD, name="German", way="earth")) == "asked-already"
    g.answer("gm", "language", answer)
    assert known(g) == (["Jupiterian"] if answer == "yes" else [])
    assert room(g, "earth") == (answer == "no")


@pytest.mark.rule("SF-LANGUAGES-02")
@pytest.mark.parametrize(
    ("tier", "earth", "exotic"), [(0, 2, 0), (1, 2 + 5, 0), (2, 2 + 5, 2), (3, None, 2), (4, None, 2)]
)
def test_tiers_bring_more_of_earth_and_exotic_ones(tier: int, earth: int | None, exotic: int) -> None:
    g = scholar(2, tier)
    if earth is None:
        assert line(g).startswith("all of Earth")
        assert not room(g, "earth"), "none has to be named"
    else:
        name(g, *TONGUES[: earth - 1])
        assert room(g, "earth")
        name(g, TONGUES[earth - 1])
        assert not room(g, "earth")
    for number in range(exotic):
        assert room(g, "exotic")
        name(g, f"High Aklo {number}", way="exotic")
    assert not room(g, "exotic")
    assert g.prompt("language") is None


@pytest.mark.rule("SF-LANGUAGES-02", "SF-BEN-01")
def test_a_skill_with_another_benefit_instead_brings_no_more_than_its_rating() -> None:
    g = Game(maud=(with_trapping(1, 2, "languages", "notice", benefits=("notice",)),))
    name(g, "German")
    assert not room(g, "earth")
    assert not room(g, "exotic")


@pytest.mark.rule("SF-LANGUAGES-02")
@pytest.mark.parametrize("tier", range(5))
@pytest.mark.parametrize("points", [0, 1])
def test_a_fate_point_adds_one_from_ascendant_up(tier: int, points: int) -> None:
    g = scholar(1, tier)
    g.set_points(maud=points)
    assert room(g, "point") == (tier >= 3 and points > 0)
    refusal = "not-enough-fate-points" if tier >= 3 else "no-room"
    if not room(g, "point"):
        assert g.refused("ana", NameLanguage(actor=MAUD, name="Venusian", way="point")) == refusal


@pytest.mark.rule("SF-LANGUAGES-02")
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_ascendant_one_might_have_been_met_or_costs_nothing(answer: str) -> None:
    g = scholar(1, 3)
    g.set_points(maud=2)
    name(g, "Venusian", way="point")
    assert (g.points("maud"), known(g)) == (1, [])
    g.answer("gm", "language", answer)
    assert (g.points("maud"), known(g)) == ((1, ["Venusian"]) if answer == "yes" else (2, []))


@pytest.mark.rule("SF-LANGUAGES-02")
def test_a_godlike_one_is_any_and_nobody_is_asked_and_there_is_no_end_to_them() -> None:
    g = scholar(1, 4)
    g.set_points(maud=2)
    name(g, "Venusian", "Atlantean", way="point")
    assert (g.points("maud"), known(g)) == (0, ["Venusian", "Atlantean"])
    assert g.prompt("language") is None
    assert room(g, "exotic"), "those of the rating are left"


@pytest.mark.rule("SF-LANGUAGES-01", "SF-LANGUAGES-02")
def test_of_two_skills_the_better_one_counts() -> None:
    g = Game(maud=(skill("Academics", 3), with_trapping(1, 1, "languages")))
    name(g, *TONGUES[:6])
    assert not room(g, "earth")
