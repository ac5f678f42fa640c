"""Journeys: how far a day goes, when it takes a Test, how hard that is, and food on the way."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.mechanics.harm.state import TAKEN_OUT
from fatetable.mechanics.rolls.state import ROLLS, Roll
from fatetable.mechanics.rolls.throwing import CorrectTotal, Pass, ThrowDice
from fatetable.mechanics.time.clock import CLOCK
from fatetable.mechanics.undertakings.procedures import Undertake
from fatetable.rulesets.skein.creation.samples import sample
from fatetable.rulesets.skein.recovery.natural_healing import Rest
from fatetable.rulesets.skein.sheet.derived import HEALTH
from fatetable.rulesets.skein.tests.support.book import TABLES
from fatetable.rulesets.skein.tests.support.making import LISTS, SKILLS, hero, instead
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.rulesets.skein.tests.support.procedures import hunt
from fatetable.rulesets.skein.tests.support.wounded import BRANNOC, HESK
from fatetable.rulesets.skein.travel.hunting import FOOD
from fatetable.rulesets.skein.travel.journeys import JOURNEY, WEATHER, Arrive, Journey, Saddle, SetOut, TravelDay

KM = 1000


def on_the_road(*travellers: str, is_army: bool = False, foes: tuple[str, ...] = (), **dials: Any) -> Game:
    g = Game(foes=foes, **dials)
    everybody: Any = travellers or (BRANNOC,)
    g.do("gm", SetOut(travellers=everybody, name="to the coast", is_army=is_army))
    return g


def journey(g: Game) -> Journey:
    found = g.table.state.get(JOURNEY)
    assert found is not None
    return found


def rolls(g: Game) -> dict[str, Roll]:
    return {roll.actor: roll for roll in g.table.state.get(ROLLS).values() if roll.stage != "over"}


def day(g: Game, **like: Any) -> dict[str, Roll]:
    """A day of the journey, and the Tests it asks for."""
    g.do("gm", TravelDay(**like))
    return rolls(g)


def through(g: Game, roll: Roll, seat: str) -> None:
    """Somebody comes through a roll with ease."""
    g.do("gm", CorrectTotal(roll.id, 0, 20, "for the test"))
    g.do(seat, ThrowDice(roll.id), "0000")
    while (now := g.table.state.get(ROLLS).get(roll.id)) and now.stage == "thrown" and now.waiting:
        g.do(now.waiting[0], Pass(roll.id))


def settle(g: Game) -> None:
    """Everybody comes through it."""
    for actor, roll in rolls(g).items():
        through(g, roll, {BRANNOC: "ana", HESK: "bo"}.get(actor, "gm"))


# -- how hard --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-END-08")
def test_an_ordinary_day_asks_for_nothing_and_takes_a_day() -> None:
    g = on_the_road()
    assert not day(g)
    assert not day(g)
    assert (journey(g).days, journey(g).metres) == (2, 60 * KM)
    assert g.table.state.get(CLOCK) == 2 * TABLES.time.seconds_of("A day")


@pytest.mark.rule("SK-END-08")
def test_an_ordinary_journey_asks_for_one_test_of_survival_against_2_at_most() -> None:
    g = on_the_road()
    roll = day(g, is_tested=True)[BRANNOC]
    assert (roll.declaration.trait, roll.difficulty) == ("survival", 2)
    settle(g)
    assert g.refused("gm", TravelDay(is_tested=True)) == "already-tested"
    assert not day(g)


@pytest.mark.rule("SK-END-08")
def test_how_far_a_day_goes_is_for_the_table_to_say() -> None:
    g = on_the_road(daily_march=20)
    day(g)
    assert journey(g).metres == 20 * KM


@pytest.mark.rule("SK-END-09", "SK-END-15")
def test_lack_of_rest_makes_the_test_harder_by_2() -> None:
    g = on_the_road()
    assert day(g, is_tested=True, hindrances=("no-rest",))[BRANNOC].difficulty == 4


@pytest.mark.rule("SK-END-10", "SK-END-15")
@pytest.mark.parametrize("skill", ["survival", "strength"])
def test_a_forced_march_is_half_as_far_again_and_harder_by_2_every_day(skill: str) -> None:
    g = on_the_road(forced_march_skill=skill)
    for difficulty in (2, 4, 6):
        roll = day(g, is_forced=True)[BRANNOC]
        assert (roll.declaration.trait, roll.difficulty) == (skill, difficulty)
        settle(g)
    assert journey(g).metres == 3 * 45 * KM
    day(g)
    assert day(g, is_forced=True)[BRANNOC].difficulty == 2


@pytest.mark.rule("SK-END-12")
def test_a_large_force_gets_half_as_far() -> None:
    g = on_the_road(is_army=True)
    day(g)
    assert journey(g).metres == 15 * KM


@pytest.mark.rule("SK-END-13", "SK-END-15")
def test_extreme_weather_asks_for_survival_against_4_every_day_and_halves_the_way() -> None:
    g = on_the_road(forced_march_skill="strength")
    for hindrances, difficulty in (((), 4), (("no-clothing",), 6)):
        roll = day(g, weather=WEATHER, hindrances=hindrances)[BRANNOC]
        assert (roll.declaration.trait, roll.difficulty) == ("survival", difficulty)
        settle(g)
    assert journey(g).metres == 30 * KM
    assert g.refused("gm", TravelDay(hindrances=("no-clothing",))) == "no-such-hindrance"


@pytest.mark.rule("SK-END-14", "SK-END-15")
def test_without_provisions_even_an_ordinary_journey_takes_a_test_every_day_harder_by_2() -> None:
    g = on_the_road()
    for _ in range(2):
        assert day(g, hindrances=("no-provisions",))[BRANNOC].difficulty == 4
        settle(g)


@pytest.mark.rule("SK-END-15")
def test_what_makes_a_journey_hard_adds_up() -> None:
    g = on_the_road()
    everything = ("no-rest", "no-provisions", "no-clothing")
    assert day(g, weather=WEATHER, hindrances=everything, is_forced=True)[BRANNOC].difficulty == 10
    settle(g)
    assert day(g, weather=WEATHER, hindrances=everything, is_forced=True)[BRANNOC].difficulty == 12


@pytest.mark.rule("SK-END-03")
def test_what_the_journey_wore_off_comes_back_only_after_it() -> None:
    g = on_the_road(BRANNOC, HESK)
    found = day(g, weather=WEATHER)
    assert set(found) == {BRANNOC, HESK}
    for actor, seat, dice in ((BRANNOC, "ana", "0000"), (HESK, "bo", "++00")):
        g.do(seat, ThrowDice(found[actor].id), dice)
        while (now := g.table.state.get(ROLLS).get(found[actor].id)) and now.stage == "thrown" and now.waiting:
            g.do(now.waiting[0], Pass(now.id))
    g.answer("ana", "harm", "score")
    assert g.scores(BRANNOC)[HEALTH] == 5
    assert g.refused("gm", Rest((BRANNOC,))) == "nothing-to-restore"  # type: ignore[arg-type]
    g.do("gm", Arrive())
    assert g.table.state.get(JOURNEY) is None
    g.do("gm", Rest((BRANNOC,)))  # type: ignore[arg-type]
    assert g.scores(BRANNOC)[HEALTH] == 7


# -- riding ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-END-11")
def test_riders_get_half_as_far_again_and_a_forced_ride_multiplies_that() -> None:
    g = on_the_road(foes=("Horse",))
    assert not day(g, is_riding=True)
    assert journey(g).metres == 45 * KM
    assert g.refused("gm", TravelDay(is_riding=True, is_forced=True)) == "no-horse"
    g.do("gm", Saddle(BRANNOC, "horse"))  # type: ignore[arg-type]
    day(g, is_riding=True, is_forced=True)
    assert journey(g).metres == 45 * KM + 67_500


@pytest.mark.rule("SK-END-11")
def test_on_a_forced_ride_the_horse_endures_supported_by_its_riders_riding() -> None:
    assert sample(TABLES, "Horse").traits["strength"] == 4
    g = on_the_road(foes=("Horse",))
    g.do("gm", Saddle(BRANNOC, "horse"))  # type: ignore[arg-type]
    found = day(g, is_riding=True, is_forced=True)
    assert set(found) == {"horse"}
    roll = found["horse"]
    # Brannoc's Riding of 3 is lower than the horse's Strength of 4 and supports nothing.
    assert (roll.declaration.trait, roll.difficulty, roll.efforts[0].fixed) == ("strength", 2, 4)
    settle(g)
    assert day(g, is_riding=True, is_forced=True)["horse"].difficulty == 4


@pytest.mark.rule("SK-END-11")
def test_a_good_riders_skill_is_added_to_the_horses_roll() -> None:
    rider = hero(name="Rider", traits=instead({"agility": "riding"}, SKILLS))
    g = Game(heroes=(rider, "Mother Hesk"), foes=("Horse",))
    g.do("gm", SetOut(travellers=("rider",), name="to the coast"))  # type: ignore[arg-type]
    g.do("gm", Saddle("rider", "horse"))  # type: ignore[arg-type]
    effort = day(g, is_riding=True, is_forced=True)["horse"].efforts[0]
    assert effort.fixed == 4 + TABLES.rolling.figures.support


@pytest.mark.rule("SK-END-11")
def test_a_horse_takes_no_consequence_and_drops_when_it_is_worn_out() -> None:
    g = on_the_road(foes=("Horse",))
    g.do("gm", Saddle(BRANNOC, "horse"))  # type: ignore[arg-type]
    roll = day(g, is_riding=True, is_forced=True)["horse"]
    g.do("gm", CorrectTotal(roll.id, 0, -8, "the worst of roads"))
    g.throw("gm", "0000")
    assert [option.id for option in g.prompt("harm").options] == ["score"]  # type: ignore[union-attr]
    g.answer("gm", "harm", "score")
    assert g.condition("horse").out == TAKEN_OUT
    g.answer("gm", "taken-out", "tell", fate="falls", **{"return": "after a rest"})
    assert g.refused("gm", TravelDay(is_riding=True, is_forced=True)) == "no-horse"


# -- order -----------------------------------------------------------------------------------------------------------


def test_everything_a_journey_offers_is_accepted() -> None:
    g = Game(foes=("Horse",))
    (offer,) = g.offers("gm", SetOut)
    g.do("gm", offer.fill(travellers=(BRANNOC,), name="to the coast", is_army=False))
    assert len(g.offers("gm", TravelDay)) == 4
    (saddle,) = g.offers("gm", Saddle)
    g.do("gm", saddle.fill(rider=BRANNOC, horse="horse"))
    for number in range(6):
        offers = g.offers("gm", TravelDay)
        assert len(offers) == 6
        chosen = offers[number]
        many = next(hole for hole in chosen.holes if hole.field == "hindrances")
        g.do("gm", chosen.fill(hindrances=tuple(choice.value for choice in many.options)))  # type: ignore[union-attr]
        settle(g)
    g.do("gm", g.offers("gm", Arrive)[0].command)
    assert not g.offers("gm", Arrive)
    assert not g.offers("ana", SetOut)


def test_a_journey_has_one_beginning_and_one_end_and_belongs_to_the_storyteller() -> None:
    g = Game(foes=("Hearth Guard",))
    go = SetOut(travellers=(BRANNOC,), name="to the coast")  # type: ignore[arg-type]
    assert g.refused("gm", TravelDay()) == "no-journey"
    assert g.refused("ana", go) == "gm-only"
    assert g.refused("gm", SetOut(travellers=(), name="x")) == "nobody"
    assert g.refused("gm", SetOut(travellers=("hearth-guard",), name="x")) == "bad-target"  # type: ignore[arg-type]
    g.do("gm", go)
    assert g.refused("gm", go) == "on-a-journey"
    assert g.refused("gm", TravelDay(weather="fine")) == "no-such-weather"
    assert g.refused("gm", Saddle(BRANNOC, HESK)) == "no-horse"  # type: ignore[arg-type]


# -- hunting ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-SKILL-17")
@pytest.mark.parametrize(("dice", "fed"), [("0000", 2), ("--00", 0), ("----", 0), ("++00", 4)])
def test_a_day_of_hunting_feeds_one_for_each_degree_over_2(dice: str, fed: int) -> None:
    g = Game()
    (offer,) = (offer for offer in g.offers("bo", Undertake) if offer.label == "hunt for a day")
    g.do("bo", offer.fill(description="sets snares"))
    assert (g.roll.declaration.trait, g.roll.difficulty) == ("survival", 2)
    g.throw("bo", dice)
    assert g.table.state.get(FOOD) == {HESK: fed}
    assert g.table.state.slices["time-taken"] == {HESK: "A day"}


@pytest.mark.rule("SK-SKILL-17")
def test_a_trained_falcon_helps() -> None:
    rich = instead({"stealth": "wealth", "wealth": "stealth"})
    falconer = hero(name="Falconer", traits=rich, lists={**LISTS, "items": ("Trained Falcon",)})
    g = Game(heroes=(falconer, "Mother Hesk"))
    g.do("ana", hunt("falconer", "sends her up"))
    assert [part.amount for part in g.roll.efforts[0].modifiers if part.source == "gear"] == [1]
    g = Game()
    g.do("bo", hunt(HESK, "sets snares"))
    assert not [part for part in g.roll.efforts[0].modifiers if part.source == "gear"]


def test_nobody_hunts_in_a_fight() -> None:
    g = Game(foes=("Gate Guard",))
    g.start_combat()
    assert g.refused("bo", hunt(HESK, "sets snares")) == "no-time"
    assert "hunt for a day" not in {offer.label for offer in g.offers("bo", Undertake)}
