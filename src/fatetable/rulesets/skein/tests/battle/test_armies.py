"""Armies and their generals: what an army is, how strong it is against another, and what it fights from."""

import pytest

from fatetable.mechanics.aspects.cards import AspectId
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import CAST, NOBODY
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.rulesets.skein.battle.muster import FightFor, Fortify, LeadArmy, OpenBattle, StartBattle
from fatetable.rulesets.skein.battle.state import stress_left
from fatetable.rulesets.skein.battle.turns import AttackWithArmy
from fatetable.rulesets.skein.book.arithmetic import army_stress, outnumbers
from fatetable.rulesets.skein.tests.support.battles import BRANNOC, CADFAN, HESK, HOST, LEVY, Field, army
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.making import error_codes, npc
from fatetable.rulesets.skein.tests.support.playing import Game

OUTNUMBERS = "Seriously Outnumbers the Enemy"


def attacking(field: Field) -> Field:
    """The Host is about to throw for its first attack."""
    field.begin()
    field.to_attacks()
    field.do("gm", AttackWithArmy("forward"))
    return field


# -- what an army is -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-02")
def test_an_army_has_a_size_a_skill_and_aspects_and_in_a_battle_stress_and_a_general() -> None:
    field = Field()
    field.open()
    sheet = field.table.state.get(CAST)[LEVY].sheet
    assert (sheet.numbers["size"], sheet.traits["army-skill"], len(sheet.aspects)) == (1000, 1, 1)
    assert (field.stress(LEVY), field.force(LEVY).general) == (10, BRANNOC)


@pytest.mark.rule("SK-BATTLE-02")
def test_no_battle_begins_before_somebody_leads_each_army() -> None:
    field = Field(musters=False)
    field.do("gm", StartBattle(LEVY, HOST))
    field.do("gm", LeadArmy(LEVY, BRANNOC))
    assert field.refused("gm", OpenBattle()) == "no-general"
    field.do("gm", LeadArmy(HOST, CADFAN))
    field.do("gm", OpenBattle())
    assert field.battle.stage == "manoeuvring"


@pytest.mark.rule("SK-BATTLE-02")
def test_nobody_leads_both_armies_and_no_general_stands_in_the_ranks() -> None:
    field = Field()
    assert field.refused("gm", LeadArmy(HOST, BRANNOC)) == "cannot-lead"
    assert field.refused("ana", FightFor(BRANNOC, LEVY)) == "cannot-fight"
    field.do("gm", LeadArmy(LEVY, HESK))
    assert field.force(LEVY).fighters == ()


def test_a_battle_takes_two_armies_that_are_there() -> None:
    field = Field(musters=False)
    assert field.refused("gm", StartBattle(LEVY, LEVY)) == "bad-sides"
    assert field.refused("gm", StartBattle(LEVY, CADFAN)) == "bad-sides"
    assert field.refused("ana", StartBattle(LEVY, HOST)) == "gm-only"


def test_a_player_who_leads_an_army_gets_to_know_it_and_nobody_else_does() -> None:
    field = Field()
    assert field.table.view("ana").get(CAST)[LEVY].sheet.numbers == {"size": 1000}
    assert field.table.view("bo").get(CAST)[LEVY].sheet.numbers == {}
    assert field.table.view("ana").get(CAST)[HOST].sheet.numbers == {}


@pytest.mark.rule("SK-BATTLE-03")
@pytest.mark.parametrize(("size", "found"), [(0, ["force-size"]), (1, []), (400, [])])
def test_an_army_has_at_least_one_fighter(size: int, found: list[str]) -> None:
    sheet = npc("army", aspects={"aspect-1": "Ragged"}, traits={"army-skill": 1}, numbers={"size": size})
    assert error_codes(sheet) == found


@pytest.mark.rule("SK-BATTLE-04")
def test_army_skill_goes_from_untrained_to_chosen_men() -> None:
    levels = {each.level: each.meaning for each in TABLES.battle.army_skills}
    assert levels == {
        0: "Completely Untrained",
        1: "Limited Training, Militia",
        2: "Professional",
        3: "Veteran",
        4: "Chosen men",
    }


@pytest.mark.rule("SK-BATTLE-04")
def test_an_army_is_rolled_with_its_army_skill_and_has_no_other() -> None:
    assert attacking(Field(host={"skill": 4})).parts()["Army Skill"] == 4
    sheet = npc("army", aspects={"aspect-1": "Ragged"}, traits={"army-skill": 1, "stealth": 2}, numbers={"size": 40})
    assert error_codes(sheet) == ["skill-of-force"]


@pytest.mark.rule("SK-BATTLE-06")
@pytest.mark.parametrize(("number", "is_fit"), [(0, False), (1, True), (5, True), (6, False)])
def test_an_army_has_one_to_five_aspects(number: int, is_fit: bool) -> None:
    aspects = {f"aspect-{each}": f"Company {each}" for each in range(1, number + 1)}
    sheet = npc("army", aspects=aspects, traits={"army-skill": 1}, numbers={"size": 40})
    assert ("aspect-count" not in error_codes(sheet)) == is_fit


@pytest.mark.rule("SK-BATTLE-06")
def test_what_is_laid_on_an_army_for_a_battle_is_none_of_its_five_aspects() -> None:
    sheet = army("Levy of the Marches")
    field = Field()
    field.do("gm", Fortify(LEVY))
    field.open()
    assert field.has_card(OUTNUMBERS)
    assert field.table.state.get(CAST)[LEVY].sheet == sheet


# -- how strong it is ------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-05", "SK-TEST-15")
@pytest.mark.parametrize(
    ("skill", "expected"),
    [
        (1, {"Strategy and Tactics": 1, "Leadership": 1}),
        (2, {"Strategy and Tactics": 1, "Leadership": 1}),
        (3, {"Leadership": 1}),
        (4, {"Leadership": 1}),
        (5, {}),
    ],
)
def test_each_of_a_generals_two_skills_that_is_as_high_as_the_army_skill_adds_one(
    skill: int, expected: dict[str, int]
) -> None:
    # Brannoc: Strategy and Tactics 2, Leadership 4.
    field = Field(levy={"size": 100, "skill": skill})
    field.begin()
    field.to_attacks()
    field.do("ana", AttackWithArmy("hold the line"))
    assert field.parts() == {"Army Skill": skill, **expected}


@pytest.mark.rule("SK-BATTLE-05")
def test_a_general_who_does_not_know_a_skill_does_not_support_even_an_untrained_army() -> None:
    # Mother Hesk knows neither of the two.
    field = Field(levy={"size": 100, "skill": 0}, heroes=("Mother Hesk", "Brannoc of the Ford"))
    field.begin()
    field.to_attacks()
    field.do("ana", AttackWithArmy("pray"))
    assert field.parts() == {"Army Skill": 0}


@pytest.mark.rule("SK-BATTLE-05", "SK-TEST-07")
def test_nothing_else_supports_the_roll_of_an_army() -> None:
    field = attacking(Field())
    assert not [offer for offer in field.offers("gm") if "support" in offer.label]


@pytest.mark.rule("SK-BATTLE-07")
@pytest.mark.parametrize(
    ("percent", "stress"),
    [
        *((5, 1), (10, 1), (11, 2), (20, 2), (30, 3), (40, 4), (50, 5), (60, 6)),
        *((70, 7), (80, 8), (90, 9), (91, 10), (100, 10)),
    ],
)
def test_the_smaller_army_has_a_point_of_stress_for_each_begun_tenth_of_the_larger(percent: int, stress: int) -> None:
    assert army_stress(TABLES, percent * 10, 1000) == stress
    assert army_stress(TABLES, 1000, percent * 10) == 10


@pytest.mark.rule("SK-BATTLE-07", "SK-BATTLE-03")
@pytest.mark.parametrize(("smaller", "stress"), [(500, 5), (200, 2)])
def test_armies_of_500_and_200_have_5_and_2_stress_against_1000(smaller: int, stress: int) -> None:
    field = Field(host={"size": smaller})
    field.open()
    assert (field.stress(LEVY), field.stress(HOST)) == (10, stress)
    assert field.battle.forces[0].army == HOST


@pytest.mark.rule("SK-BATTLE-07")
def test_equal_armies_have_10_stress_each() -> None:
    field = Field(host={"size": 1000})
    field.open()
    assert (field.stress(LEVY), field.stress(HOST)) == (10, 10)


@pytest.mark.rule("SK-BATTLE-09")
@pytest.mark.parametrize(("size", "does"), [(500, True), (501, False), (100, True)])
def test_an_army_twice_as_large_seriously_outnumbers_the_enemy(size: int, does: bool) -> None:
    assert outnumbers(TABLES, 1000, size) == does
    field = Field(host={"size": size})
    field.open()
    assert field.has_card(OUTNUMBERS) == does
    if does:
        card = field.card(OUTNUMBERS)
        assert (card.bearer, [free.holder for free in card.free]) == (LEVY, [BRANNOC])


@pytest.mark.rule("SK-BATTLE-09")
def test_outnumbering_counts_once_free_and_then_costs_a_point_like_any_aspect() -> None:
    field = Field()
    field.begin()
    field.to_attacks()
    field.army_attack("0000", "0000")
    points = field.points(BRANNOC)
    field.do("ana", AttackWithArmy("swarm them"))
    card = field.card(OUTNUMBERS)
    use = Invoke(
        roll=field.roll.id,
        effort=0,
        effect="bonus",
        aspect=card.id,
        explanation="two of us to each of them",
        payment=card.free[0].id,
        party=BRANNOC,
    )
    field.do("ana", use)
    assert (field.parts()[OUTNUMBERS], field.points(BRANNOC)) == (2, points)
    assert field.card(OUTNUMBERS).free == ()


# -- what it fights from ---------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-BATTLE-16")
@pytest.mark.parametrize("side", ["ana", "gm"])
def test_either_general_may_use_ground_and_weather_for_a_point_and_nobody_for_free(side: str) -> None:
    levy = {"size": 100} if side == "ana" else None
    field = Field(levy=levy)
    field.do("gm", PlaceAspect(words="Knee-Deep Mud"))
    field.begin()
    field.to_attacks()
    field.do(side, AttackWithArmy("through the mud"))
    account = BRANNOC if side == "ana" else "pool"
    before = field.points(account)
    assert field.card("Knee-Deep Mud").free == ()
    field.do(
        side,
        Invoke(
            roll=field.roll.id,
            effort=0,
            effect="bonus",
            aspect=AspectId(field.card("Knee-Deep Mud").id),
            explanation="they cannot run",
            party=BRANNOC if side == "ana" else NOBODY,
        ),
    )
    assert (field.parts()["Knee-Deep Mud"], field.points(account)) == (2, before - 1)


@pytest.mark.rule("SK-BATTLE-17")
def test_good_fortifications_are_an_aspect_with_a_free_use() -> None:
    field = Field()
    field.do("gm", Fortify(LEVY))
    card = field.card("Fortifications")
    assert (card.bearer, [free.holder for free in card.free]) == (LEVY, [BRANNOC])
    assert field.refused("gm", Fortify(LEVY)) == "fortified-already"


@pytest.mark.rule("SK-BATTLE-17")
def test_hasty_fortifications_are_an_aspect_that_always_costs_a_point() -> None:
    field = Field()
    field.do("gm", Fortify(LEVY, "Stakes in a Hurry"))
    card = field.card("Stakes in a Hurry")
    assert (card.bearer, card.free) == (LEVY, ())


def test_free_uses_go_over_to_whoever_is_put_in_command() -> None:
    field = Field()
    field.do("gm", Fortify(LEVY))
    field.do("gm", LeadArmy(LEVY, HESK))
    assert [free.holder for free in field.card("Fortifications").free] == [HESK]


def test_an_army_has_no_stress_before_it_meets_another() -> None:
    game = Game()
    game.do("gm", AddOpponent(army("Levy of the Marches")))
    assert game.scores(LEVY) == {}


def test_armies_carry_the_arms_that_their_bodyguards_will_have() -> None:
    assert error_codes(army("Levy of the Marches", gear=("Small Spear", "Shield"))) == []
    field = Field()
    assert stress_left(field.table.state, field.force(LEVY)) == 0
