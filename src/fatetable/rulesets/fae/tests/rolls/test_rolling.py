"""One roll from its declaration to its outcome: dice, totals, and what they are compared with."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.errors import MalformedCommand
from fatetable.engine.offers import ChoiceHole
from fatetable.engine.opening import DiceThrown
from fatetable.engine.seats import AddSeat
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.characters.effects import Bonus, Feature, When
from fatetable.mechanics.encounters.challenges import SetTask, StartChallenge
from fatetable.mechanics.encounters.contests import Contend, StartContest
from fatetable.mechanics.encounters.state import challenge_of, contest_of
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.rolls.state import (
    GoalSettled,
    RollDeclared,
    RollId,
    RollOver,
    RollSettled,
)
from fatetable.mechanics.rolls.throwing import Pass, ThrowDice
from fatetable.mechanics.scenes.lifecycle import LeaveScene
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.moves import (
    GANG,
    RETH,
    VELD,
    VOLTAIRE,
    against,
    attack,
    create,
    declare,
    join_abigail,
    overcome,
    resisted_by,
    settle,
    strike,
)
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import invoking
from fatetable.testing.events import all_of, first

STANCE = "Stance of the Defiant Sun"
SWORDSWOMAN = "Swashbuckling Swordswoman"


# -- the steps of a roll ---------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ROLL-01")
def test_a_roll_goes_from_words_to_opposition_to_dice_to_invoking_to_the_outcome() -> None:
    g = Game(foes=("Veld",))
    command = overcome(RETH, "forceful", "shoves the boulder")
    declared = first(g.do("ana", command), RollDeclared).roll
    assert (declared.declaration.description, declared.declaration.action) == ("shoves the boulder", "overcome")
    assert g.refused("ana", ThrowDice(g.roll.id), "0000") == "no-opposition-yet"
    assert g.refused("ana", invoking(g, "bonus", "My Kung Fu Is The Strongest", RETH)) == "wrong-moment"
    against(g, 4)
    g.throw("ana", "0000")
    assert (g.roll.stage, g.roll.outcome) == ("thrown", "")
    g.do("ana", invoking(g, "bonus", "My Kung Fu Is The Strongest", RETH))
    settled = first(g.everyone_passes(), RollSettled)
    assert (settled.total, settled.against, settled.margin, settled.outcome) == (5, 4, 1, "succeed")


@pytest.mark.rule("FAE-ROLL-01")
@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"description": "  "}, "no-description"),
        ({"trait": "lucky"}, "unknown-trait"),
        ({"features": (STANCE,)}, "feature-does-not-fit"),
        ({"features": ("Nonesuch",)}, "feature-does-not-fit"),
        ({"actor": "nobody"}, "unknown-actor"),
    ],
)
def test_a_declaration_needs_words_an_approach_of_ones_own_and_fitting_stunts(
    changes: dict[str, object], code: str
) -> None:
    g = Game()
    fields = {"actor": RETH, "trait": "forceful", "description": "heaves", **changes}
    assert g.refused("ana", Overcome(**fields)) == code  # type: ignore[arg-type]


@pytest.mark.rule("FAE-ROLL-01")
def test_nobody_rolls_without_a_scene_or_away_from_it_or_twice_at_once() -> None:
    g = Game(scene=False)
    assert g.refused("ana", overcome()) == "no-scene"
    assert [offer for offer in g.offers("ana") if offer.group == "act"] == []
    g.start_scene()
    join_abigail(g)
    assert g.refused("cy", overcome(ActorId("abigail-zhao"), "quick")) == "not-there"
    declare(g, overcome())
    assert g.refused("ana", create()) == "roll-open"
    assert [offer for offer in g.offers("ana") if offer.group == "act"] == []
    declare(g, overcome(VOLTAIRE, "quick"))  # Others are free to act meanwhile.
    assert len(g.prompts()) == 2


@pytest.mark.rule("FAE-ROLL-01")
def test_only_the_one_who_acts_throws_and_only_once() -> None:
    g = Game(foes=("Veld",))
    declare(g, overcome())
    against(g, 2)
    for seat in g.roll.waiting:
        g.do(seat, Pass(g.roll.id))
    assert g.refused("bo", ThrowDice(g.roll.id), "0000") == "not-yours"
    assert g.refused("gm", ThrowDice(g.roll.id), "0000") == "not-yours"
    assert g.offers("bo", ThrowDice) == ()
    (throw,) = g.offers("ana", ThrowDice)
    g.do("ana", throw.command, "0000")
    assert g.refused("ana", ThrowDice(g.roll.id), "0000") == "dice-are-down"
    assert g.refused("ana", ThrowDice(RollId("r0")), "0000") == "no-such-roll"


# -- dice ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ROLL-03")
@pytest.mark.parametrize(("dice", "total"), [("-+0+", 1), ("+-00", 0), ("+++-", 2), ("-000", -1)])
def test_four_dice_are_thrown_and_added_up(dice: str, total: int) -> None:
    g = Game()
    declare(g, overcome(RETH, "flashy"))
    against(g, 0)
    events = g.throw("ana", dice)
    thrown = first(events, DiceThrown).throw
    assert (len(thrown.dice), thrown.total) == (4, total)
    assert g.roll.efforts[0].total == total


@pytest.mark.rule("FAE-ROLL-03")
@pytest.mark.parametrize("dice", ["000", "00000", "2000", ""])
def test_three_dice_five_dice_or_other_faces_are_no_roll(dice: str) -> None:
    g = Game()
    declare(g, overcome())
    against(g, 2)
    g.do("bo", Pass(g.roll.id))
    with pytest.raises(MalformedCommand):
        g.do("ana", ThrowDice(g.roll.id), dice)
    assert g.roll.stage == "declared"


# -- totals ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ROLL-04")
def test_a_total_is_dice_approach_stunt_help_and_invoked_aspects() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, attack(VOLTAIRE, VELD, "flashy", (SWORDSWOMAN,)))
    g.defend("gm", "forceful")
    g.do("ana", Help(roll=g.roll.id, effort=0, actor=RETH, description="blocks her way"))
    g.throw("bo", "+0-0", "0000")
    g.do("bo", invoking(g, "bonus", "Feline Captain of Cirrus Skimmer", VOLTAIRE))
    parts = [(part.source, part.amount) for part in g.roll.efforts[0].modifiers]
    assert parts == [("trait", 3), ("feature", 2), ("help", 1), ("invoke", 2)]
    assert all(part.cites for part in g.roll.efforts[0].modifiers)
    assert g.roll.efforts[0].total == 8
    assert first(g.everyone_passes(), RollSettled).margin == 8 - 3


@pytest.mark.rule("FAE-ROLL-04")
def test_several_stunts_add_up_where_all_of_them_fit_the_approach_and_are_offered_only_there() -> None:
    quick, quicker, clever = (
        Feature(name=name, effects=(Bonus(2, When(("overcome",), (trait,), circumstance="aboard a ship")),))
        for name, trait in (("Runner", "quick"), ("Climber", "quick"), ("Tinkerer", "clever"))
    )
    sheet = msgspec.structs.replace(TABLES.sample("Abigail Zhao"), features=(quick, quicker, clever))
    g = Game(scene=False)
    g.do("gm", AddSeat("Cy", "player"))
    g.bring("cy", sheet)
    g.start_scene()
    claimed = [offer.command.features for offer in g.offers("cy") if isinstance(offer.command, Overcome)]
    assert claimed == [(), ("Runner",), ("Climber",), ("Tinkerer",), ("Runner", "Climber")]
    both = Overcome(
        actor=ActorId("abigail-zhao"), trait="quick", description="up the mast", features=("Runner", "Climber")
    )
    g.do("cy", both)
    assert g.roll.efforts[0].fixed == 1 + 2 + 2


@pytest.mark.rule("FAE-ROLL-04")
def test_a_stunt_counts_once() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    assert g.refused("bo", attack(features=(SWORDSWOMAN, SWORDSWOMAN))) == "named-twice"


@pytest.mark.rule("FAE-ROLL-09")
def test_what_a_character_is_or_carries_adds_nothing_unless_an_aspect_is_invoked() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", PlaceAspect(words="A Very Sharp Sword", bearer=VOLTAIRE))
    g.do("gm", PlaceAspect(words="Full Plate Armour", bearer=VELD))
    g.start_conflict(first="Voltaire")
    declare(g, attack())
    g.defend("gm", "forceful")
    g.throw("bo", "0000", "0000")
    assert [(part.source, part.amount) for part in g.roll.efforts[0].modifiers] == [("trait", 3)]
    assert [(part.source, part.amount) for part in g.roll.efforts[1].modifiers] == [("trait", 3)]
    assert g.roll.margin_now() == 0
    g.do("bo", invoking(g, "bonus", "A Very Sharp Sword", VOLTAIRE))
    assert g.roll.margin_now() == 2


# -- what a total is compared with -----------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ROLL-05", "FAE-ROLL-10")
def test_a_simple_task_is_one_overcome_roll_against_a_difficulty_of_the_game_master() -> None:
    g = Game()
    declare(g, overcome(RETH, "quick", "swims across the raging river"))
    (prompt,) = g.prompts()
    assert (prompt.kind, prompt.seats) == ("opposition", ("@gm",))
    assert g.refused("ana", ThrowDice(g.roll.id), "0000") == "no-opposition-yet"
    against(g, 2)
    assert (g.roll.difficulty, g.roll.is_opposed) == (2, False)
    events = settle(g, 1)
    assert (first(events, RollSettled).against, first(events, GoalSettled).goal) == (2, "reached")
    assert first(events, RollSettled).opposing_outcome == ""
    assert g.last_roll.stage == "over"


@pytest.mark.rule("FAE-ROLL-05", "FAE-GM-07")
def test_someone_who_opposes_a_player_rolls_and_that_total_is_the_target() -> None:
    g = Game(foes=("Veld",))
    declare(g, overcome(RETH, "quick", "slips past Veld"))
    resisted_by(g, "veld", "forceful")
    events = g.throw("ana", "0000", "+000")
    assert len(all_of(events, DiceThrown)) == 2
    settled = first(g.everyone_passes(), RollSettled)
    assert (settled.total, settled.against, settled.margin, settled.outcome) == (2, 4, -2, "fail")
    assert settled.opposing_outcome == "succeed"


@pytest.mark.rule("FAE-GM-07")
def test_active_opposition_counts_in_a_challenge_and_in_a_contest_as_well() -> None:
    g = Game(foes=("Veld",))
    g.do("gm", StartChallenge("Get the ship through the storm"))
    g.do("gm", SetTask("", "Hold the heading"))
    challenge = challenge_of(g.table.state)
    assert challenge is not None
    task = next(o for o in g.offers("ana", Overcome) if "task" in {hole.field for hole in o.holes})
    g.do("ana", task.fill(trait="forceful", description="holds the wheel", task=challenge.tasks[0].id))
    resisted_by(g, "veld", "forceful")
    assert g.roll.is_opposed
    settle(g, 1)

    g = Game(foes=("Veld",))
    g.do("gm", StartContest("First to the lighthouse", (RETH, VELD)))
    g.do("ana", Contend(actor=RETH, trait="quick", description="runs"))
    assert g.refused("ana", ThrowDice(g.roll.id), "0000", "0000") == "no-opposition-yet"
    g.do("gm", Contend(actor=VELD, trait="quick", description="runs"))
    g.throw("ana", "0000", "++++")
    assert first(g.everyone_passes(), RollSettled).total == 5
    contest = contest_of(g.table.state)
    assert contest is not None
    assert contest.tally == {RETH: 0, VELD: 2}


@pytest.mark.rule("FAE-ROLL-05")
def test_the_target_may_be_another_players_roll() -> None:
    g = Game()
    declare(g, overcome(RETH, "sneaky", "takes her hat"))
    resisted_by(g, "voltaire", "quick")
    g.throw("ana", "0000", "0000")
    assert first(g.everyone_passes(), RollSettled).against == 2


@pytest.mark.rule("FAE-GM-07")
def test_where_nobody_else_is_there_nobody_resists() -> None:
    g = Game()
    g.do("gm", LeaveScene(VOLTAIRE))
    declare(g, overcome())
    prompt = g.prompt("opposition")
    assert prompt is not None
    assert [option.id for option in prompt.options] == ["difficulty", "no-roll", "send-back"]
    assert g.roll.waiting == ()


@pytest.mark.rule("FAE-GM-07")
def test_those_who_are_out_or_away_oppose_nobody_and_the_target_is_named_first() -> None:
    g = Game(foes=("Gang of Thugs", "Veld", "Sky Shark"))
    g.start_conflict(first="Voltaire")
    strike(g, 3, VOLTAIRE, GANG)
    g.answer("bo", "trade", "full")
    g.answer("bo", "taken-out", "tell", fate="scattered")
    declare(g, create(RETH, "careful", "Tangled in Rope", target="veld"))
    prompt = g.prompt("opposition")
    assert prompt is not None
    option = prompt.option("defend")
    assert option is not None
    (who,) = option.holes
    assert isinstance(who, ChoiceHole)
    assert [choice.value for choice in who.options] == ["veld", "voltaire", "sky-shark"]


# -- outcomes --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ROLL-06")
@pytest.mark.parametrize(
    ("margin", "outcome"),
    [(-4, "fail"), (-1, "fail"), (0, "tie"), (1, "succeed"), (2, "succeed"), (3, "style"), (4, "style")],
)
def test_the_margin_decides_between_four_outcomes(margin: int, outcome: str) -> None:
    g = Game()
    declare(g, overcome(RETH, "flashy"))
    against(g, 0)
    settled = first(settle(g, margin), RollSettled)
    assert (settled.margin, settled.outcome) == (margin, outcome)


@pytest.mark.rule("FAE-ROLL-07")
@pytest.mark.parametrize(
    ("margin", "acting", "opposing", "defender_gains"),
    [
        (4, "style", "fail", False),
        (3, "style", "fail", False),
        (2, "succeed", "fail", False),
        (1, "succeed", "fail", False),
        (0, "tie", "tie", False),
        (-1, "fail", "succeed", False),
        (-2, "fail", "succeed", False),
        (-3, "fail", "style", True),
        (-5, "fail", "style", True),
    ],
)
def test_both_sides_of_an_opposed_roll_read_the_same_margin(
    margin: int, acting: str, opposing: str, defender_gains: bool
) -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, attack())
    g.defend("gm", "careful")
    settled = first(settle(g, margin), RollSettled)
    assert (settled.outcome, settled.opposing_outcome) == (acting, opposing)
    named_by = [prompt.seats for prompt in g.prompts() if prompt.kind == "name-boost"]
    assert (("@gm",) in named_by) is defender_gains
    assert (("bo",) in named_by) is (acting == "tie")


@pytest.mark.rule("FAE-ROLL-08")
def test_the_shifts_of_an_attack_are_the_size_of_its_hit() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, attack())
    g.defend("gm", "forceful")
    g.throw("bo", "++00", "0000")  # 5 against 3, the book's own example
    g.everyone_passes()
    prompt = g.prompt("absorb")
    assert prompt is not None
    assert prompt.about["shifts"] == 2
    g.answer("gm", "absorb", "box-2")
    assert g.boxes(VELD) == (False, True, False)


# -- when nothing is rolled ------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ROLL-02")
def test_the_game_master_may_find_that_no_roll_is_needed() -> None:
    g = Game()
    g.do("gm", PlaceAspect(words="A Locked Door"))
    declare(g, overcome(aspect=g.card("A Locked Door").id))
    events = g.answer("gm", "opposition", "no-roll")
    assert all_of(events, DiceThrown) == ()
    assert all_of(events, RollSettled) == ()
    assert first(events, GoalSettled).goal == "reached"
    assert first(events, RollOver).reason
    assert not g.has_card("A Locked Door")
    assert g.prompts() == ()


@pytest.mark.rule("FAE-ROLL-02")
def test_an_advantage_that_needs_no_roll_is_a_plain_success() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    declare(g, create(words="Good View"))
    g.answer("gm", "opposition", "no-roll")
    assert [free.holder for free in g.card("Good View").free] == [RETH]

    declare(g, create(aspect=g.card("Good View").id))
    g.answer("gm", "opposition", "no-roll")
    assert len(g.card("Good View").free) == 2

    declare(g, create(mode="discover", target="veld"))
    g.answer("gm", "discover", "hidden", aspect=g.card("Must Not Lose Face").id)
    g.answer("gm", "opposition", "no-roll")
    assert g.card("Must Not Lose Face").known_to is None
    assert len(g.card("Must Not Lose Face").free) == 1


@pytest.mark.rule("FAE-ROLL-02")
def test_what_needs_no_roll_still_takes_the_action_of_a_turn() -> None:
    g = Game(foes=("Veld",))
    g.start_conflict(first="Voltaire")
    declare(g, overcome(VOLTAIRE, "quick"))
    g.answer("gm", "opposition", "no-roll")
    assert g.refused("bo", overcome(VOLTAIRE, "quick")) == "not-your-turn"
    declare(g, overcome())
