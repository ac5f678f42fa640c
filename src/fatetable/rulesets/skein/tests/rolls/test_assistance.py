"""Helping one another with a roll, and Tests of things that take time."""

from __future__ import annotations

import pytest

from fatetable.engine.messages import Event
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.exchanges import PledgeHelp
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.modifiers.support import Support
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.state import ROLLS, RollId, RollSettled, open_rolls
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.time.lengthy_work import DURATIONS, SetDuration
from fatetable.mechanics.time.time_taken import TimeTaken
from fatetable.rulesets.skein.rolls.assistance import ASSISTANCES, Assist
from fatetable.rulesets.skein.rolls.spin import SPIN
from fatetable.rulesets.skein.tests.support.playing import Game
from fatetable.testing.events import first

BRANNOC, HESK = ActorId("brannoc-of-the-ford"), ActorId("mother-hesk")
GUARD = ActorId("gate-guard")


def lift(game: Game) -> RollId:
    """Brannoc, whose Strength is 4, tries something Difficult."""
    game.do("ana", Overcome(actor=BRANNOC, trait="strength", description="lifts the beam"))
    game.answer("gm", "opposition", "difficulty", value=4)
    return game.roll.id


def assist(game: Game, roll: RollId, dice: str) -> None:
    """Hesk, whose Strength is 2, helps."""
    game.do("bo", Assist(roll=roll, actor=HESK, trait="strength", description="pushes too"))
    test = next(other.id for other in open_rolls(game.table.state) if other.id != roll)
    game.do("bo", ThrowDice(test), dice)
    if game.table.state.get(ROLLS)[test].waiting:
        game.do("bo", Pass(test))


def help_in(game: Game) -> list[int]:
    return [modifier.amount for modifier in game.roll.efforts[0].modifiers if modifier.source == "assist"]


@pytest.mark.rule("SK-MAN-04")
def test_a_passed_test_against_two_gives_the_assisted_roll_plus_two() -> None:
    game = Game()
    roll = lift(game)
    before = game.points(HESK)
    assist(game, roll, "0000")
    assert help_in(game) == [2]
    assert game.points(HESK) == before
    assert first(game.throw("ana", "0000"), RollSettled).total == 4 + 2


@pytest.mark.rule("SK-TEST-15")
def test_what_comes_from_different_sources_adds_up() -> None:
    game = Game()
    game.test("ana", BRANNOC, "strength", 1, "0000")
    roll = lift(game)
    assist(game, roll, "0000")
    game.do("ana", Support(roll, "melee-combat"))
    for number in (1, 2):
        game.do("gm", PlaceAspect(words=f"Firm Ground {number}"))
        card = game.card(f"Firm Ground {number}").id
        use = Invoke(roll=roll, effort=0, effect="bonus", aspect=card, explanation="it helps", party=BRANNOC)
        game.do("ana", use)
        assert game.refused("ana", use) == "already-invoked"
    parts = sorted((part.source, part.amount) for part in game.roll.efforts[0].modifiers)
    assert parts == [("assist", 2), ("invoke", 2), ("invoke", 2), ("spin", 1), ("support", 1), ("trait", 4)]
    assert first(game.throw("ana", "0000"), RollSettled).total == 4 + 2 + 2 * 2 + 1 + 1


@pytest.mark.rule("SK-MAN-04")
def test_a_failed_test_of_the_assistant_gives_nothing() -> None:
    game = Game()
    assist(game, lift(game), "-000")
    assert help_in(game) == []
    assert not game.table.state.get(ASSISTANCES)


@pytest.mark.rule("SK-MAN-04")
def test_help_is_for_allies_before_the_dice_and_once_each() -> None:
    game = Game(foes=("Gate Guard",))
    roll = lift(game)
    assert game.offers("bo", Assist)
    assert not game.offers("ana", Assist)
    assert not game.offers("gm", Assist)
    foe = Assist(roll=roll, actor=GUARD, trait="awareness", description="x")
    assert game.refused("gm", foe) == "not-an-ally"
    late = Assist(roll=roll, actor=HESK, trait="strength", description="x")
    assist(game, roll, "0000")
    assert game.refused("bo", late) == "already-in-it"
    game.do("ana", ThrowDice(roll), "0000")
    assert game.refused("bo", late) == "cannot-assist"
    assert not game.offers("bo", Assist)


def test_help_that_has_not_come_to_its_dice_is_called_off_when_the_roll_falls() -> None:
    game = Game()
    roll = lift(game)
    game.do("bo", Assist(roll=roll, actor=HESK, trait="strength", description="pushes too"))
    game.do("ana", ThrowDice(roll), "0000")
    assert not game.table.state.get(ASSISTANCES)
    assert [other.id for other in open_rolls(game.table.state)] == [roll]


@pytest.mark.rule("SK-MAN-04", "SK-TEST-13")
def test_a_critical_assistance_leaves_spin_with_the_assistant() -> None:
    game = Game()
    roll = lift(game)
    game.do("bo", Assist(roll=roll, actor=HESK, trait="healing", description="tells him how to stand"))
    test = next(other.id for other in open_rolls(game.table.state) if other.id != roll)
    assert game.table.state.get(ROLLS)[test].efforts[0].total == 4
    game.do("bo", ThrowDice(test), "+000")
    game.do("bo", Pass(test))
    assert game.table.state.get(SPIN) == (HESK,)


@pytest.mark.rule("SK-MAN-04")
def test_assisting_in_a_fight_takes_the_assistants_action() -> None:
    game = Game(foes=("Gate Guard",))
    game.start_combat()
    game.do("ana", Overcome(actor=BRANNOC, trait="strength", description="bars the gate"))
    game.answer("gm", "opposition", "difficulty", value=2)
    game.do("bo", Assist(roll=game.roll.id, actor=HESK, trait="strength", description="pushes too"))
    conflict = conflict_of(game.table.state)
    assert conflict is not None
    assert HESK in conflict.acted


# -- time ------------------------------------------------------------------------------------------------------------


def dig(game: Game, time: str, dice: str) -> tuple[Event, ...]:
    """A Test of Strength 4 against 4 that takes time."""
    lift(game)
    game.do("gm", SetDuration(game.roll.id, time))
    return game.throw("ana", dice)


@pytest.mark.rule("SK-TIME-01", "SK-TEST-12")
@pytest.mark.parametrize(
    ("time", "dice", "taken"),
    [
        ("A day", "0000", "A day"),
        ("A day", "+000", "A few hours"),
        ("A day", "++++", "15 minutes"),
        ("A week", "++++", "An hour"),
        ("A few months", "++++", "A few days"),
        ("A few seconds", "++++", "Instant"),
        ("A day", "----", "A day"),
    ],
)
def test_each_degree_shortens_a_task_by_a_step(time: str, dice: str, taken: str) -> None:
    game = Game()
    assert first(dig(game, time, dice), TimeTaken).time == taken
    assert not game.table.state.get(DURATIONS)
    assert first(dig(game, time, dice), TimeTaken).time == taken, "and so does the next"


@pytest.mark.rule("SK-TIME-01")
def test_no_degree_shortens_a_task_by_more_than_four_steps() -> None:
    game = Game()
    game.do("ana", Overcome(actor=BRANNOC, trait="strength", description="digs"))
    game.answer("gm", "opposition", "difficulty", value=0)
    game.do("gm", SetDuration(game.roll.id, "A day"))
    events = game.throw("ana", "++++")
    assert first(events, RollSettled).margin == 8
    assert first(events, TimeTaken).time == "15 minutes"


@pytest.mark.rule("SK-TEST-12", "SK-TIME-01")
def test_a_table_may_leave_durations_alone() -> None:
    game = Game(degrees_shorten_time=False)
    assert first(dig(game, "A day", "++++"), TimeTaken).time == "A day"
    assert game.table.state.get(SPIN) == (BRANNOC,)


@pytest.mark.rule("SK-TEST-13")
def test_a_degree_that_saves_time_leaves_no_spin() -> None:
    game = Game()
    dig(game, "A day", "+++0")
    assert game.table.state.get(SPIN) == ()


@pytest.mark.rule("SK-TIME-02")
def test_a_duration_is_one_of_the_steps_of_the_time_track_and_set_before_the_dice() -> None:
    game = Game()
    roll = lift(game)
    offer = game.offers("gm", SetDuration)[0]
    assert len(offer.holes[0].options) == 21  # type: ignore[union-attr]
    assert not game.offers("ana", SetDuration)
    assert game.refused("ana", SetDuration(roll, "A day")) == "gm-only"
    assert game.refused("gm", SetDuration(roll, "A fortnight")) == "no-such-time"
    game.do("ana", ThrowDice(roll), "0000")
    assert game.refused("gm", SetDuration(roll, "A day")) == "dice-are-down"


def test_a_called_off_test_takes_no_time() -> None:
    game = Game()
    roll = lift(game)
    game.do("gm", SetDuration(roll, "A day"))
    events = game.do("gm", SendBack(roll, "with your bare hands?"))
    assert not any(isinstance(event, TimeTaken) for event in events)
    assert not game.table.state.get(DURATIONS)


@pytest.mark.rule("SK-MAN-04")
def test_an_action_given_up_helps_nobody_without_a_test() -> None:
    game = Game(foes=("Gate Guard",))
    game.start_combat()
    assert not game.offers("ana", PledgeHelp)
    assert game.refused("ana", PledgeHelp(BRANNOC, HESK)) == "not-an-ally"
