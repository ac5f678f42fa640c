"""What single people do for their army in a battle: heroics, rallying, and the stunts of generals."""

from typing import Any

import pytest

from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.rulesets.skein.battle.heroics import RallyArmy, TryHeroics
from fatetable.rulesets.skein.battle.turns import AttackWithArmy
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.rolls.spin import has_spin
from fatetable.rulesets.skein.tests.support.battles import BRANNOC, CADFAN, HESK, HOST, LEVY, OSRIC, Field, changed
from fatetable.rulesets.skein.tests.support.book import TABLES


def begun(**changes: Any) -> Field:
    field = Field(**changes)
    field.begin()
    return field


def attacking(**changes: Any) -> Field:
    """Up to the attack of the smaller army."""
    field = begun(**changes)
    field.to_attacks()
    return field


# -- heroics ---------------------------------------------------------------------------------------------------------


def heroics(field: Field, dice: str, trait: str = "brawling") -> None:
    """Bo's Mother Hesk tries, with Brawling 1, against the Host."""
    field.do("bo", TryHeroics(HESK, trait, "throws herself at them"))
    field.throw("bo", dice)


def with_osric() -> Field:
    """The Host has Osric, who knows how to use a sword."""
    return begun(people=("Cadfan Wolf-Banner", "Osric the Reeve"))


def osric_fails(field: Field) -> None:
    field.do("gm", TryHeroics(OSRIC, "melee-combat", "charges"))
    field.throw("gm", "++++")  # 2 + 4 against 10.
    field.answer("gm", "harm", "mild", words="Bruised")


@pytest.mark.rule("SK-BATTLE-20", "SK-BATTLE-19", "SK-BATTLE-21")
def test_heroes_of_the_smaller_army_try_first() -> None:
    field = with_osric()
    assert field.refused("bo", TryHeroics(HESK, "brawling", "now")) == "no-heroics"
    osric_fails(field)
    field.proceed()
    assert field.refused("gm", TryHeroics(OSRIC, "melee-combat", "late")) == "no-heroics"
    heroics(field, "++++")
    assert field.prompt("battle-aspect") is not None


@pytest.mark.rule("SK-BATTLE-20")
def test_heroics_cost_a_point_that_is_not_returned_and_npcs_pay_from_the_pool() -> None:
    field = with_osric()
    pool, points = field.points("pool"), field.points(HESK)
    osric_fails(field)
    assert field.points("pool") == pool - 1
    field.proceed()
    heroics(field, "000-")
    field.answer("bo", "harm", "score")
    assert field.points(HESK) == points - 1


@pytest.mark.rule("SK-BATTLE-20")
def test_without_a_point_there_are_no_heroics() -> None:
    field = begun()
    field.proceed()
    field.do("gm", SetPoints(f"purse:{HESK}", 0, "to see"))
    assert field.refused("bo", TryHeroics(HESK, "brawling", "now")) == "no-heroics"
    assert field.offers("bo", TryHeroics) == ()


@pytest.mark.rule("SK-BATTLE-20")
def test_generals_have_no_time_for_heroics() -> None:
    field = begun()
    assert field.refused("gm", TryHeroics(CADFAN, "melee-combat", "me too")) == "generals-lead"
    assert all(offer.command.actor != CADFAN for offer in field.offers("gm", TryHeroics))  # type: ignore[attr-defined]


@pytest.mark.rule("SK-BATTLE-20")
def test_a_hero_tries_once_a_turn() -> None:
    field = begun()
    field.proceed()
    heroics(field, "++++")
    field.answer("bo", "battle-aspect", "own", words="The Wolf Among Them")
    assert field.refused("bo", TryHeroics(HESK, "brawling", "again")) == "no-heroics"
    field.proceed()
    field.army_attack("----", "++++")
    field.army_attack("----", "++++")
    field.proceed(2)
    assert field.offers("bo", TryHeroics)


@pytest.mark.rule("SK-BATTLE-20")
@pytest.mark.parametrize(("votes", "is_rolled"), [(("yes", "yes", "no"), True), (("yes", "no", "no"), False)])
def test_other_skills_than_those_of_weapons_serve_if_the_table_agrees(votes: tuple[str, ...], is_rolled: bool) -> None:
    field = begun()
    field.proceed()
    points = field.points(HESK)
    field.do("bo", TryHeroics(HESK, "healing", "brings the fallen to their feet"))
    for seat, vote in zip(("gm", "ana", "bo"), votes, strict=True):
        field.answer(seat, "heroics-fit", vote)
    assert field.points(HESK) == points - is_rolled
    if is_rolled:
        assert (field.roll.efforts[0].trait, field.roll.difficulty) == ("healing", 5)
    else:
        assert field.offers("bo", TryHeroics)


@pytest.mark.rule("SK-BATTLE-21")
def test_heroics_are_against_the_stress_that_the_other_army_has_left() -> None:
    field = begun()
    field.proceed()
    field.do("bo", TryHeroics(HESK, "brawling", "now"))
    assert field.roll.difficulty == 5
    other = attacking()
    other.army_attack("0000", "0000")
    other.army_attack("++++", "----")  # 3 + 4 against 5 - 4: 6, so 3 stress.
    other.proceed(2)
    other.do("bo", TryHeroics(HESK, "brawling", "now"))
    assert (other.stress(HOST), other.roll.difficulty) == (2, 2)


@pytest.mark.rule("SK-BATTLE-21")
@pytest.mark.parametrize(("where", "bearer"), [("own", LEVY), ("enemy", HOST)])
def test_successful_heroics_place_an_aspect_on_an_army_for_the_heros_army(where: str, bearer: str) -> None:
    field = begun()
    field.proceed()
    heroics(field, "++++")
    field.answer("bo", "battle-aspect", where, words="A Wolf Fights for the Levy")
    card = field.card("A Wolf Fights for the Levy")
    assert (card.bearer, [free.holder for free in card.free]) == (bearer, [BRANNOC])


@pytest.mark.rule("SK-BATTLE-21")
def test_failed_heroics_do_as_much_damage_as_was_missing_whatever_armour_is_worn() -> None:
    # Brannoc wears a leather cuirass and carries a shield.
    field = begun(heroes=("Mother Hesk", "Brannoc of the Ford"))
    field.proceed()
    before = field.scores(BRANNOC)["health"]
    field.do("bo", TryHeroics(BRANNOC, "melee-combat", "charges alone"))
    field.throw("bo", "---0")  # 5 - 3 against 5.
    prompt = field.prompt("harm")
    assert prompt is not None
    assert {option.id for option in prompt.options} == {"score", "mild", "moderate", "severe"}
    field.answer("bo", "harm", "score")
    assert field.scores(BRANNOC)["health"] == before - 3


def test_heroics_that_are_sent_back_were_never_tried() -> None:
    field = begun()
    field.proceed()
    points = field.points(HESK)
    field.do("bo", TryHeroics(HESK, "brawling", "now"))
    field.do("gm", SendBack(field.roll.id, "say more"))
    assert (field.points(HESK), bool(field.offers("bo", TryHeroics))) == (points, True)


def test_a_rally_that_is_sent_back_was_never_tried() -> None:
    field = begun()
    field.proceed()
    points = field.points(BRANNOC)
    field.do("ana", RallyArmy(BRANNOC, "to me"))
    assert field.points(BRANNOC) < points
    field.do("gm", SendBack(field.roll.id, "say more"))
    assert (field.points(BRANNOC), field.battle.rallied) == (points, ())
    field.do("ana", RallyArmy(BRANNOC, "to me, men of the ford"))


# -- stunts of generals ----------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-STUNT-04")
def test_planned_assault_adds_one_to_the_first_attack_of_a_generals_army_only() -> None:
    field = attacking()
    field.do("gm", AttackWithArmy("forward"))
    assert field.parts()["Planned Assault"] == 1
    field.oppose("----", "++++")
    field.army_attack("----", "++++")
    field.proceed(3)
    field.do("gm", AttackWithArmy("again"))
    assert "Planned Assault" not in field.parts()


@pytest.mark.rule("SK-STUNT-04")
def test_planned_assault_adds_nothing_to_a_defence() -> None:
    field = attacking(levy={"size": 100})
    field.do("ana", AttackWithArmy("forward"))
    field.throw("ana", "0000")
    assert "Planned Assault" not in field.parts(1)


@pytest.mark.rule("SK-STUNT-58", "SK-STUNT-04", "SK-TEST-15")
def test_heroic_inspiration_adds_to_planned_assault() -> None:
    cadfan = changed(sample(TABLES, "Cadfan Wolf-Banner"), "heroic-charge", "heroic-inspiration")
    field = attacking(people=(cadfan, "Ysolt of the Drowned Bell"))
    field.do("gm", AttackWithArmy("forward"))
    parts = field.parts()
    assert (parts["Planned Assault"], parts["Heroic Inspiration"]) == (1, 1)


def worn_down() -> Field:
    """The Levy has 7 stress of 10 left, in the second turn, and its heroes are next."""
    field = attacking()
    field.army_attack("++00", "0000")
    field.army_attack("----", "++++")
    field.proceed(2)
    return field


@pytest.mark.rule("SK-STUNT-16", "SK-TEST-13")
@pytest.mark.parametrize(("dice", "left"), [("----", 7), ("00--", 7), ("0000", 9), ("++++", 10)])
def test_rally_brings_back_a_point_of_stress_for_each_degree_but_never_more_than_there_was(
    dice: str, left: int
) -> None:
    field = worn_down()
    assert field.stress(LEVY) == 7
    points = field.points(BRANNOC)
    field.do("ana", RallyArmy(BRANNOC, "to me"))
    field.throw("ana", dice)  # Leadership 4 against 2.
    assert (field.stress(LEVY), field.points(BRANNOC)) == (left, points - 1)
    assert not has_spin(field.table.state, BRANNOC)


@pytest.mark.rule("SK-STUNT-16")
def test_rally_is_used_once_a_battle_in_the_step_of_heroics_by_who_has_it() -> None:
    field = worn_down()
    assert field.refused("bo", RallyArmy(HESK, "to me")) == "cannot-rally"
    field.do("ana", RallyArmy(BRANNOC, "to me"))
    field.throw("ana", "----")
    assert field.refused("ana", RallyArmy(BRANNOC, "again")) == "cannot-rally"
    field.proceed()
    assert field.refused("ana", RallyArmy(BRANNOC, "too late")) == "wrong-step"
