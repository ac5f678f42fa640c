"""A second skill in a roll: one that limits what is done for long, and wealth that is known."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.sheet import Entry
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.effort_rulings import Disallow
from fatetable.rulesets.strange.rolls.second_skills import CountSkill
from fatetable.rulesets.strange.tests.support.playing import MAUD, Game, skill
from fatetable.rulesets.strange.tests.support.trappings import offered, with_trapping

LIMIT = "nerves limits"


def rolling(*skills: Entry, trait: str = "athletics") -> Game:
    """Maud's roll is on the table, its dice not yet."""
    g = Game(maud=(skill("Athletics", 3), *skills))
    g.do("ana", Overcome(actor=MAUD, trait=trait, description="walks all night"))
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    return g


def ways(g: Game) -> list[str]:
    """How the GM may let other skills count."""
    return offered(g, "gm", CountSkill, "skill")


def count(g: Game, word: str) -> int:
    """What Maud adds to her dice, once that counts."""
    g.do("gm", CountSkill(roll=g.roll.id, effort=0, skill=word))
    return g.roll.efforts[0].fixed


@pytest.mark.rule("SF-STRESSCAP-02")
@pytest.mark.parametrize("scope", ["physical", "mental", "social"])
@pytest.mark.parametrize(("rating", "tier", "limits"), [(1, 0, True), (2, 0, True), (3, 0, False), (1, 1, False)])
def test_a_lower_skill_with_stress_capacity_caps_what_is_done_for_long(
    scope: str, rating: int, tier: int, limits: bool
) -> None:
    g = rolling(with_trapping(rating, tier, f"stress-capacity {scope}", name="Nerves"))
    assert (LIMIT in ways(g)) == limits
    if limits:
        assert count(g, LIMIT) == rating
    else:
        assert g.refused("gm", CountSkill(roll=g.roll.id, effort=0, skill=LIMIT)) == "no-such-skill"


@pytest.mark.rule("SF-STRESSCAP-02")
@pytest.mark.parametrize("rating", [1, 4])
def test_it_caps_the_tier_as_well_until_the_gm_takes_it_back(rating: int) -> None:
    nerves, other = with_trapping(rating, 1, "stress-capacity physical", name="Nerves"), skill("Endurance", 1)
    g = Game(maud=(skill("Athletics", 3, 2), nerves, other))
    g.do("ana", Overcome(actor=MAUD, trait="athletics", description="walks all night"))
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    assert {LIMIT, "endurance limits"} <= set(ways(g))
    assert (count(g, LIMIT), g.roll.efforts[0].scale) == (rating, 1)
    assert "endurance limits" not in ways(g), "one limits it"
    assert (count(g, LIMIT), g.roll.efforts[0].scale) == (3, 2)


@pytest.mark.rule("SF-STRESSCAP-02")
def test_a_conflict_is_no_long_activity_and_only_the_gm_decides() -> None:
    g = Game(maud=(skill("Athletics", 3), with_trapping(1, 0, "stress-capacity physical", name="Nerves")))
    g.start_conflict("physical", first="Maud")
    g.do("ana", Overcome(actor=MAUD, trait="athletics", description="runs"))
    g.answer("gm", "opposition", "difficulty", value=0, scale="0")
    assert LIMIT not in ways(g)
    g = rolling(with_trapping(1, 0, "stress-capacity physical", name="Nerves"))
    assert g.refused("ana", CountSkill(roll=g.roll.id, effort=0, skill=LIMIT)) == "gm-only"
    g.throw("ana", "0000")
    assert g.refused("gm", CountSkill(roll=g.last_roll.id, effort=0, skill=LIMIT)) == "no-such-skill"


@pytest.mark.rule("SF-WEALTH-03")
@pytest.mark.parametrize(
    ("rating", "word", "total"),
    [(4, "helps", 4), (4, "hinders", 2), (2, "helps", 2), (2, "hinders", 4)],
)
def test_known_wealth_speaks_for_somebody_or_against_them(rating: int, word: str, total: int) -> None:
    """Higher than what is rolled it is +1, lower -1; where it is held against them the other way round."""
    g = rolling(skill("Resources", rating))
    assert ways(g) == ["resources helps", "resources hinders"]
    assert count(g, f"resources {word}") == total
    label = next(part.label for part in g.roll.efforts[0].modifiers if part.source == "claim")
    g.do("gm", Disallow(g.roll.id, 0, label))
    assert g.roll.efforts[0].fixed == 3


@pytest.mark.rule("SF-WEALTH-03")
def test_one_and_the_same_wealth_does_not_speak_both_ways_nor_for_itself_nor_for_an_equal() -> None:
    g = rolling(skill("Resources", 4))
    assert count(g, "resources helps") == 4
    assert count(g, "resources hinders") == 2
    assert ways(rolling(skill("Resources", 4), trait="resources")) == []
    assert ways(rolling(skill("Resources", 3))) == []


@pytest.mark.rule("SF-WEALTH-03")
@pytest.mark.parametrize(("dice", "stress"), [("+000", 2), ("0000", 1), ("-000", 0)])
def test_whoever_outspends_another_harms_their_reputation(dice: str, stress: int) -> None:
    g = Game(maud=(skill("Resources", 3),), foe=(skill("Resources", 2),))
    g.start_conflict("social", first="Maud")
    g.attack("resources/wealth", "resources/wealth", dice)
    g.everyone_passes()
    assert g.hit() == ((stress, "reputation", "social") if stress else (0, "", ""))
