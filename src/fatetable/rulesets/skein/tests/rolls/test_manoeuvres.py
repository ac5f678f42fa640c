"""Manoeuvres: on scenes, zones, friends and foes, how long they last, and how they serve."""

from __future__ import annotations

import pytest

from fatetable.mechanics.aspects.cards import AspectCard
from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.rolls.actions import CreateAdvantage, Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import POINT, RollSettled
from fatetable.mechanics.scenes.map_editing import DrawZone
from fatetable.mechanics.scenes.zones import ZONES
from fatetable.rulesets.skein.rolls.spin import SPIN
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

BRANNOC, HESK, GUARD = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk"), ActorId("gate-guard")


def manoeuvre(game: Game, trait: str = "awareness", target: ActorId = NOBODY, words: str = "Slow and Careful") -> None:
    game.do(
        "ana",
        CreateAdvantage(actor=BRANNOC, mode="new", trait=trait, description="tries", words=words, target=target),
    )


def use(game: Game, seat: str, actor: ActorId, card: AspectCard, trait: str = "agility") -> None:
    """A Test that the Aspect is brought into, for free while that is possible."""
    game.do(seat, Overcome(actor=actor, trait=trait, description="climbs"))
    game.answer("gm", "opposition", "difficulty", value=4)
    payment = card.free[0].id if card.free else POINT
    game.do(
        seat,
        Invoke(
            roll=game.roll.id,
            effort=0,
            effect="bonus",
            aspect=card.id,
            explanation="it helps",
            payment=payment,
            party=actor,
        ),
    )


@pytest.mark.rule("SK-MAN-02", "SK-MAN-01", "SK-STORY-04", "SK-ASPECT-08")
def test_preparing_a_climb_is_a_test_against_two_that_leaves_an_aspect_with_one_free_use() -> None:
    game = Game()
    manoeuvre(game)
    assert game.roll.difficulty == 2
    game.throw("ana", "-000")
    card = game.card("Slow and Careful")
    assert len(card.free) == 1
    before = game.points(BRANNOC)
    use(game, "ana", BRANNOC, card)
    assert game.points(BRANNOC) == before
    assert game.roll.efforts[0].total == 1 + 2
    game.throw("ana", "0000")
    use(game, "ana", BRANNOC, game.card("Slow and Careful"))
    assert game.points(BRANNOC) == before - 1


@pytest.mark.rule("SK-MAN-02")
def test_a_failed_manoeuvre_leaves_nothing() -> None:
    game = Game()
    manoeuvre(game)
    game.throw("ana", "--00")
    assert not game.has_card("Slow and Careful")
    assert game.prompt("lifetime") is None


@pytest.mark.rule("SK-MAN-03")
@pytest.mark.parametrize(("dice", "is_placed"), [("0000", True), ("+000", False)])
def test_a_manoeuvre_against_somebody_is_opposed_and_a_tie_is_enough(dice: str, is_placed: bool) -> None:
    game = Game(foes=("Gate Guard",))
    manoeuvre(game, "agility", GUARD, "Off Balance")
    assert game.roll.defender == GUARD
    game.throw("ana", "0000")
    game.defend("gm", "intimidation", dice)
    assert game.has_card("Off Balance") is is_placed
    if is_placed:
        assert game.card("Off Balance").bearer == GUARD


@pytest.mark.rule("SK-MAN-01", "SK-ASPECT-08", "SK-SKILL-36", "SK-SKILL-12")
@pytest.mark.parametrize(("trait", "target"), [("leadership", HESK), ("healing", HESK), ("leadership", BRANNOC)])
def test_nobody_has_to_be_overcome_to_be_helped(trait: str, target: ActorId) -> None:
    game = Game()
    manoeuvre(game, trait, target, "In Good Hands")
    assert game.roll.difficulty == 2
    game.throw("ana", "+000")
    card = game.card("In Good Hands")
    assert card.bearer == target
    assert len(card.free) == 1


@pytest.mark.rule("SK-SKILL-36", "SK-SKILL-37", "SK-SKILL-16")
@pytest.mark.parametrize("trait", ["leadership", "performance", "strategy-and-tactics"])
def test_words_and_wits_put_an_aspect_on_a_scene_against_two(trait: str) -> None:
    game = Game(foes=("Gate Guard",))
    manoeuvre(game, trait, words="Hearts High")
    assert game.roll.difficulty == 2
    game.throw("ana", "++00")
    card = game.card("Hearts High")
    assert card.bearer == NOBODY
    assert len(card.free) == 1


@pytest.mark.rule("SK-SKILL-37", "SK-SKILL-18", "SK-SKILL-30", "SK-SKILL-34")
@pytest.mark.parametrize("trait", ["performance", "charm", "intimidation"])
def test_who_is_worked_upon_in_person_resists_with_willpower_alone(trait: str) -> None:
    game = Game(foes=("Gate Guard",))
    manoeuvre(game, trait, GUARD, "Wavering")
    game.throw("ana", "0000")
    prompt = game.prompt("defend")
    assert prompt is not None
    traits = {choice.value for option in prompt.options for choice in option.holes[0].options}  # type: ignore[union-attr]
    assert traits == {"willpower"}


@pytest.mark.rule("SK-ASPECT-09", "SK-MAN-01")
def test_a_manoeuvre_can_be_made_on_a_zone_of_the_map() -> None:
    game = Game()
    game.do("gm", DrawZone(name="The bridge"))
    zone = next(iter(game.table.state.get(ZONES).zones))
    command = CreateAdvantage(
        actor=BRANNOC, mode="new", trait="strength", description="tears planks out", words="Rotten Planks", zone=zone
    )
    game.do("ana", command)
    assert game.roll.difficulty == 2
    game.throw("ana", "0000")
    assert game.card("Rotten Planks").zone == zone


# -- how long --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("SK-MAN-01", "SK-CBT-18")
def test_the_storyteller_says_how_long_it_lasts_and_nobody_waits_for_it() -> None:
    game = Game()
    manoeuvre(game)
    game.throw("ana", "0000")
    prompt = game.prompt("lifetime")
    assert prompt is not None
    assert not prompt.blocking
    assert [option.id for option in prompt.options] == ["lasting", "transient", "once"]
    game.answer("gm", "lifetime", "transient")
    assert game.card("Slow and Careful").lasts == "transient"


@pytest.mark.rule("SK-MAN-01")
def test_what_is_good_for_one_use_is_gone_after_the_roll_it_served() -> None:
    game = Game()
    manoeuvre(game)
    game.throw("ana", "0000")
    game.answer("gm", "lifetime", "once")
    use(game, "ana", BRANNOC, game.card("Slow and Careful"))
    assert game.has_card("Slow and Careful")
    events = game.throw("ana", "0000")
    assert first(events, RollSettled).total == 3
    assert not game.has_card("Slow and Careful")


@pytest.mark.rule("SK-MAN-01")
def test_what_lasts_is_still_there_after_its_free_use() -> None:
    game = Game()
    manoeuvre(game)
    game.throw("ana", "0000")
    game.answer("gm", "lifetime", "lasting")
    use(game, "ana", BRANNOC, game.card("Slow and Careful"))
    game.throw("ana", "0000")
    assert game.card("Slow and Careful").free == ()


@pytest.mark.rule("SK-TEST-13")
def test_a_manoeuvre_won_by_three_leaves_spin_too() -> None:
    game = Game()
    manoeuvre(game)
    game.throw("ana", "++00")
    assert game.table.state.get(SPIN) == (BRANNOC,)
    assert len(game.card("Slow and Careful").free) == 1
