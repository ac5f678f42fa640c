"""Stunts of creatures in play: noses, wings, gills, strong backs, and hiding where there is no cover."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.rolls.actions import CreateAdvantage, Overcome
from fatetable.mechanics.rolls.throwing import ThrowDice
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.time.passing import PassTime
from fatetable.rulesets.skein.combat.ambushes import SneakUp
from fatetable.rulesets.skein.combat.creature_powers import AskCapacity, CrossByNature, TestNature
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.recovery.breath import BREATH, DoubtBreath, LoseBreath, RegainBreath
from fatetable.rulesets.skein.recovery.ordeals import MOST_DIFFICULTY, ORDEALS
from fatetable.rulesets.skein.rolls.cover import RuleNoCover
from fatetable.rulesets.skein.sheet.stunts import compose
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.fighting import BRANNOC, GUARD, Fight
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.travel.journeys import JOURNEY, SetOut, TravelDay

WOLF, EAGLE, RAVEN, LYNX = ActorId("wolf"), ActorId("giant-eagle"), ActorId("raven"), ActorId("lynx")
HORSE, OTTER = ActorId("horse"), ActorId("otter")
TRAIL, APART = "Scent Tracking: follow a scent trail", "Scent Tracking: tell scents apart"


def otter(breath: str = "lungs") -> Sheet:
    """A wolf of the rivers."""
    stunts = (compose(TABLES, "water-creature", {"breath": breath}),)
    return msgspec.structs.replace(sample(TABLES, "Wolf"), name="Otter", features=stunts)


def hero_with(stunt: str) -> Sheet:
    """Brannoc with this stunt instead of one of his."""
    sheet = sample(TABLES, "Brannoc of the Ford")
    return msgspec.structs.replace(
        sheet, features=(*sheet.features[:3], compose(TABLES, stunt, {}), sheet.features[-1])
    )


# -- Scent Tracking --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-STUNT-54")
@pytest.mark.parametrize(("complications", "difficulty"), [(0, 2), (1, 4), (3, 8)])
def test_a_trail_is_followed_by_awareness_against_2_and_more_for_complications(
    complications: int, difficulty: int
) -> None:
    g = Game(foes=("Wolf",))
    g.do("gm", TestNature(actor=WOLF, use=TRAIL, description="nose to the ground"))
    assert g.refused("gm", ThrowDice(g.roll.id), "0000") == "still-waiting"
    g.answer("gm", "complications", "number", number=complications)
    assert (g.roll.efforts[0].trait, g.roll.difficulty) == ("awareness", difficulty)
    g.throw("gm", "0000")
    assert g.last_roll.margin == 3 - difficulty


@pytest.mark.rule("SK-STUNT-54")
def test_telling_scents_apart_is_as_hard_as_the_storyteller_says() -> None:
    g = Game(foes=("Wolf",))
    g.do("gm", TestNature(actor=WOLF, use=APART, description="sniffs at both cloaks"))
    g.answer("gm", "opposition", "difficulty", value=6)
    assert (g.roll.efforts[0].trait, g.roll.difficulty) == ("awareness", 6)


@pytest.mark.rule("SK-STUNT-54")
def test_without_the_stunt_nobody_follows_a_scent() -> None:
    g = Game(foes=("Wolf", "Lynx"))
    assert [offer.command.actor for offer in g.offers("gm", TestNature)] == [WOLF]  # type: ignore[attr-defined]
    assert g.refused("gm", TestNature(actor=LYNX, use=TRAIL, description="sniffs")) == "not-in-its-nature"
    assert not g.offers("ana", TestNature)


# -- Flight ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-STUNT-52")
def test_flying_is_rolled_with_agility() -> None:
    g = Game(foes=("Giant Eagle", "Wolf"))
    g.do("gm", TestNature(actor=EAGLE, use="Flight: fly", description="through the storm"))
    g.answer("gm", "opposition", "difficulty", value=4)
    assert g.roll.efforts[0].trait == "agility"
    g.throw("gm", "+000")
    assert g.last_roll.margin == 3 + 1 - 4
    fly = TestNature(actor=WOLF, use="Flight: fly", description="flaps")
    assert g.refused("gm", fly) == "not-in-its-nature"


@pytest.mark.rule("SK-STUNT-52")
def test_the_storyteller_is_reminded_that_who_flies_is_clumsy_on_the_ground() -> None:
    g = Game(heroes=(hero_with("flight"), "Mother Hesk"), flying_heroes=True)
    g.do("ana", Overcome(actor=BRANNOC, trait="agility", description="runs"))
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert "clumsy on the ground" in prompt.question


@pytest.mark.rule("SK-STUNT-52")
def test_what_walkers_have_to_climb_need_not_hold_up_wings() -> None:
    g = Fight("Giant Eagle", "Wolf", zones=("Yard", "Roof"))
    g.bar("Yard", "Roof", 4, crossed=2)
    g.turn_of(EAGLE)
    assert g.cannot_move(EAGLE, "Roof") == "way-blocked"
    g.do("gm", CrossByNature(EAGLE, g.zone("Roof")))
    g.answer("gm", "crossing", "no")
    g.move(EAGLE, "Roof")
    assert g.where(EAGLE) == "Roof"
    g.turn_of(WOLF)
    assert g.cannot_move(WOLF, "Roof") == "way-blocked"
    assert g.refused("gm", CrossByNature(WOLF, g.zone("Roof"))) == "nothing-in-the-way"


@pytest.mark.rule("SK-STUNT-52")
def test_what_the_storyteller_finds_in_the_way_of_wings_holds_them_up() -> None:
    g = Fight("Giant Eagle", zones=("Yard", "Hall"))
    g.bar("Yard", "Hall", 2)
    g.turn_of(EAGLE)
    g.do("gm", CrossByNature(EAGLE, g.zone("Hall")))
    g.answer("gm", "crossing", "yes")
    assert g.cannot_move(EAGLE, "Hall") == "way-blocked"


def day_of(g: Game, *travellers: ActorId) -> int:
    g.do("gm", SetOut(travellers=travellers, name="over the hills"))
    g.do("gm", TravelDay())
    journey = g.table.state.get(JOURNEY)
    assert journey is not None
    return journey.metres


@pytest.mark.rule("SK-STUNT-52", "SK-STUNT-55")
def test_swift_wings_go_twice_as_far_in_a_day_and_slow_ones_as_far_as_feet() -> None:
    walked = day_of(Game(), BRANNOC)
    assert day_of(Game(foes=("Raven",)), RAVEN) == 2 * walked
    slow = msgspec.structs.replace(sample(TABLES, "Raven"), features=(compose(TABLES, "flight", {}),))
    assert day_of(Game(foes=(slow,)), RAVEN) == walked
    assert day_of(Game(foes=("Raven",)), RAVEN, BRANNOC) == walked, "they keep together"


# -- Water Creature --------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-STUNT-56")
def test_water_that_holds_up_others_is_crossed_like_land() -> None:
    g = Fight(otter(), "Wolf", zones=("Bank", "Far bank"))
    g.bar("Bank", "Far bank", 3, crossed=1, is_terrain=True)
    g.turn_of(OTTER)
    g.do("gm", CrossByNature(OTTER, g.zone("Far bank")))
    g.answer("gm", "crossing", "no")
    g.move(OTTER, "Far bank")
    assert g.where(OTTER) == "Far bank"
    g.turn_of(WOLF)
    assert g.cannot_move(WOLF, "Far bank") == "way-blocked"


@pytest.mark.rule("SK-STUNT-56")
def test_breath_lasts_an_hour_and_then_the_storyteller_is_asked() -> None:
    g = Game(foes=(otter(),))
    g.do("gm", LoseBreath(OTTER))
    g.do("gm", PassTime("15 minutes"))
    assert g.prompt("breath") is None
    g.do("gm", PassTime("An hour"))
    g.answer("gm", "breath", "test", difficulty=4)
    assert (g.roll.efforts[0].trait, g.roll.difficulty) == ("strength", 4)
    before = g.scores(OTTER)["stress"]
    g.throw("gm", "0000")
    g.answer("gm", "harm", "score")
    assert g.scores(OTTER)["stress"] == before - (4 - 2)
    g.do("gm", RegainBreath(OTTER))
    assert not g.table.state.get(BREATH)
    assert not g.table.state.get(ORDEALS), "with air it can get well again"


@pytest.mark.rule("SK-STUNT-56")
def test_in_doubt_a_strength_test_is_made_before_the_hour_is_over() -> None:
    g = Game(foes=(otter(),))
    assert g.refused("gm", DoubtBreath(OTTER, 2)) == "can-breathe"
    g.do("gm", LoseBreath(OTTER))
    g.do("gm", DoubtBreath(OTTER, 2))
    assert g.roll.efforts[0].trait == "strength"
    g.throw("gm", "0000")
    assert g.prompt("harm") is None
    assert OTTER in g.table.state.get(BREATH)


@pytest.mark.rule("SK-STUNT-56")
def test_breath_is_held_no_longer_when_the_scene_ends_or_it_is_out() -> None:
    g = Game(foes=(otter(),))
    g.do("gm", LoseBreath(OTTER))
    g.do("gm", EndScene())
    assert not g.table.state.get(BREATH)
    g = Game(foes=(otter(),))
    g.do("gm", LoseBreath(OTTER))
    g.do("gm", DoubtBreath(OTTER, 10))
    g.throw("gm", "----")
    g.answer("gm", "harm", "score")
    assert g.condition(OTTER).out
    assert not g.table.state.get(BREATH)


@pytest.mark.rule("SK-STUNT-56")
@pytest.mark.parametrize("difficulty", [-1, MOST_DIFFICULTY + 1])
def test_a_test_of_breath_has_a_difficulty_that_dice_can_meet(difficulty: int) -> None:
    g = Game(foes=(otter(),))
    g.do("gm", LoseBreath(OTTER))
    assert g.refused("gm", DoubtBreath(OTTER, difficulty)) == "bad-number"
    assert g.is_offered("gm", DoubtBreath(OTTER, 0))


@pytest.mark.rule("SK-STUNT-56")
def test_with_gills_there_is_no_end_to_breath_under_water_but_none_out_of_it() -> None:
    g = Game(foes=(otter("gills"),))
    g.do("gm", PassTime("A day"))
    assert g.prompt("breath") is None
    [leave] = g.offers("gm", LoseBreath)
    assert "leave the water" in leave.label
    g.do("gm", LoseBreath(OTTER))
    assert g.prompt("breath") is not None


@pytest.mark.rule("SK-STUNT-56")
def test_nobody_else_has_such_breath() -> None:
    g = Game(foes=("Wolf",))
    assert g.refused("gm", LoseBreath(WOLF)) == "not-in-its-nature"
    assert not g.offers("gm", LoseBreath)


# -- Beast of Burden -------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-STUNT-51")
def test_a_beast_of_burden_carries_twice_what_the_table_finds_reasonable() -> None:
    g = Game(foes=("Horse", "Wolf"))
    g.do("gm", AskCapacity(actor=HORSE, stunt="Beast of Burden", what="sacks of grain"))
    prompt = g.prompt("capacity")
    assert prompt is not None
    assert "Strength 4" in prompt.question
    g.answer("gm", "capacity", "number", amount=3)
    assert g.table.state.get(FACTS)[-1].fact == "Horse: sacks of grain, up to 6"
    ask = AskCapacity(actor=WOLF, stunt="Beast of Burden", what="sacks of grain")
    assert g.refused("gm", ask) == "not-in-its-nature"


# -- Vanish ----------------------------------------------------------------------------------------------------------


def hide(g: Game, actor: ActorId) -> None:
    g.do("gm", Overcome(actor=actor, trait="stealth", description="melts away"))


@pytest.mark.rule("SK-STUNT-59", "SK-SKILL-25")
def test_without_cover_nobody_hides_but_those_who_vanish() -> None:
    g = Game(foes=("Lynx", "Wolf"))
    hide(g, WOLF)
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert "Needs some cover" in prompt.question
    g.do("gm", RuleNoCover(g.roll.id))
    assert g.last_roll.margin is None
    assert g.prompt("opposition") is None
    hide(g, LYNX)
    assert g.refused("gm", RuleNoCover(g.roll.id)) == "needs-no-cover"
    assert not g.offers("gm", RuleNoCover)
    g.answer("gm", "opposition", "difficulty", value=2)
    g.throw("gm", "0000")
    assert g.last_roll.margin == 4 - 2


@pytest.mark.rule("SK-STUNT-59")
def test_of_a_hero_the_storyteller_is_told_that_no_cover_is_needed() -> None:
    for stunt, words in (("vanish", "needs no cover"), ("rally", "Needs some cover")):
        g = Game(heroes=(hero_with(stunt), "Mother Hesk"))
        g.do("ana", Overcome(actor=BRANNOC, trait="stealth", description="melts away"))
        prompt = g.prompt("opposition")
        assert prompt is not None
        assert words in prompt.question


@pytest.mark.rule("SK-STUNT-59")
def test_so_it_is_with_manoeuvres_and_lying_in_wait() -> None:
    g = Game(foes=("Lynx", "Wolf"))
    for actor, code in ((WOLF, ""), (LYNX, "needs-no-cover")):
        unseen = CreateAdvantage(actor=actor, mode="new", trait="stealth", description="creeps", words="Unseen")
        for command in (unseen, SneakUp(actor, BRANNOC)):
            g.do("gm", command)
            if code:
                assert g.refused("gm", RuleNoCover(g.roll.id)) == code
                g.throw("gm", "0000")
                if g.prompt("defend"):
                    g.defend("ana", "awareness", "0000")
            else:
                g.do("gm", RuleNoCover(g.roll.id))


@pytest.mark.rule("SK-SKILL-25")
def test_other_skills_need_no_cover_and_players_do_not_rule_on_it() -> None:
    g = Game(foes=("Gate Guard",))
    g.do("gm", Overcome(actor=GUARD, trait="agility", description="runs"))
    assert g.refused("gm", RuleNoCover(g.roll.id)) == "needs-no-cover"
    assert g.refused("ana", RuleNoCover(g.roll.id)) == "gm-only"
    assert GUARD in g.table.state.get(CAST)
