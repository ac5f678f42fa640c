"""Challenges: a situation in tasks, one overcome action for each, and the GM tells how the whole turns out."""

import pytest

from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.challenges import DropTask, EndChallenge, SetTask, StartChallenge
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.encounters.state import ENCOUNTER, Challenge, EncounterEnded, Task, challenge_of
from fatetable.mechanics.rolls.actions import CreateAdvantage, Overcome
from fatetable.mechanics.rolls.effort_rulings import SendBack
from fatetable.mechanics.rolls.helping import Help
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.scenes.sides import HEROES, side_of
from fatetable.mechanics.view.encounter_blocks import TasksBlock, TaskView
from fatetable.rulesets.fae.tests.support.fights import BLANK, RETH, VELD, VOLTAIRE, attack, create
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.testing.events import first

STORM = "The ship is caught in a storm"
TASKS = ("Calm the passengers", "Mend the rigging", "Hold the course")
SEATS = {RETH: "ana", VOLTAIRE: "bo"}


def storm(*tasks: str) -> Game:
    """The book's challenge, its tasks announced."""
    g = Game(foes=("Veld",))
    g.do("gm", StartChallenge(STORM))
    for name in tasks or TASKS:
        g.do("gm", SetTask("", name))
    return g


def challenge_in(g: Game) -> Challenge:
    challenge = challenge_of(g.table.state)
    assert challenge is not None, "no challenge is running"
    return challenge


def task(g: Game, name: str) -> Task:
    return next(task for task in challenge_in(g).tasks if task.name == name)


def take_on(g: Game, actor: ActorId, name: str) -> None:
    """Declare the overcome action for a task."""
    g.do(SEATS[actor], Overcome(actor=actor, trait="quick", description="sets to work", task=task(g, name).id))


def deal_with(g: Game, actor: ActorId, name: str, difficulty: int, dice: str = BLANK) -> None:
    """Roll Quick (+2 for both heroes) for a task; at a tie or failure the questions stay open."""
    take_on(g, actor, name)
    g.answer("gm", "opposition", "difficulty", value=difficulty)
    g.throw(SEATS[actor], dice)
    g.everyone_passes()


# -- setting up --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CHAL-02")
def test_the_gm_breaks_the_situation_into_tasks_which_everybody_sees() -> None:
    g = Game(foes=("Veld",), scene=False)
    assert g.refused("gm", StartChallenge(STORM)) == "encounter-running"
    assert g.offers("gm", StartChallenge) == ()
    g.start_scene()
    assert g.refused("gm", SetTask("", "Hold the course")) == "no-challenge"
    assert g.refused("ana", StartChallenge(STORM)) == "gm-only"
    assert g.refused("gm", StartChallenge("  ")) == "no-goal"
    (offer,) = g.offers("gm", StartChallenge)
    g.do("gm", offer.fill(situation=STORM))
    assert g.refused("gm", StartChallenge(STORM)) == "encounter-running"
    assert g.refused("gm", StartConflict("physical", (VELD,))) == "encounter-running"
    assert g.refused("ana", SetTask("", "Sing")) == "gm-only"
    assert g.refused("gm", SetTask("", " ")) == "no-words"
    (offer,) = [o for o in g.offers("gm", SetTask) if o.label == "Add a task"]
    for name in TASKS:
        g.do("gm", offer.fill(name=name, is_hidden=False))
    (block,) = [block for block in g.table.present("ana") if isinstance(block, TasksBlock)]
    assert block == TasksBlock(STORM, tuple(TaskView(task(g, name).id, name, "", False) for name in TASKS))


@pytest.mark.rule("FAE-CHAL-02", "FAE-CHAL-01")
def test_every_task_gets_an_overcome_roll_of_its_own() -> None:
    g = storm()
    take_on(g, RETH, TASKS[0])
    assert (g.roll.declaration.action, g.roll.declaration.task) == ("overcome", task(g, TASKS[0]).id)
    again = Overcome(actor=VOLTAIRE, trait="quick", description="me too", task=task(g, TASKS[0]).id)
    assert g.refused("bo", again) == "no-such-task", "Reth is at it"
    g.answer("gm", "opposition", "difficulty", value=1)
    g.throw("ana", BLANK)
    g.everyone_passes()
    assert g.refused("bo", again) == "no-such-task", "it is dealt with"
    both = Overcome(
        actor=VOLTAIRE, trait="quick", description="all at once", task=task(g, TASKS[1]).id, aspect=g.card("*Yawn*").id
    )
    assert g.refused("bo", both) == "one-goal"
    nothing = Overcome(actor=VOLTAIRE, trait="quick", description="what?", task="t0")
    assert g.refused("bo", nothing) == "no-such-task"


# -- playing it --------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CHAL-01")
def test_each_overcome_deals_with_one_task_and_the_gm_tells_how_the_whole_turns_out() -> None:
    g = storm()
    deal_with(g, RETH, TASKS[0], difficulty=1)
    deal_with(g, VOLTAIRE, TASKS[1], difficulty=5)
    g.answer("bo", "serious-cost", "fail")
    deal_with(g, RETH, TASKS[2], difficulty=2)
    g.answer("gm", "minor-cost", "cost", cost="everybody is soaked")
    found = [(each.name, each.result, each.outcome, each.by) for each in challenge_in(g).tasks]
    assert found == [
        (TASKS[0], "reached", "succeed", RETH),
        (TASKS[1], "failed", "fail", VOLTAIRE),
        (TASKS[2], "reached", "tie", RETH),
    ]
    (block,) = [block for block in g.table.present("bo") if isinstance(block, TasksBlock)]
    assert block.tasks[1] == TaskView(task(g, TASKS[1]).id, TASKS[1], "failed", False, outcome="fail", by="Voltaire")
    (offer,) = g.offers("gm", EndChallenge)
    events = g.do("gm", offer.fill(result="They make port, without a mast"))
    assert first(events, EncounterEnded).result == "They make port, without a mast"
    assert g.table.state.get(ENCOUNTER) is None


@pytest.mark.rule("FAE-CHAL-01")
def test_a_task_reached_at_a_serious_cost_or_without_a_roll_is_dealt_with_as_well() -> None:
    g = storm()
    deal_with(g, RETH, TASKS[0], difficulty=5)
    g.answer("ana", "serious-cost", "cost", cost="he promises too much")
    assert task(g, TASKS[0]).result == "", "not before the cost is agreed upon"
    g.answer("gm", "cost-agreed", "cost", cost="they will hold him to it")
    assert task(g, TASKS[0]).result == "reached"
    take_on(g, VOLTAIRE, TASKS[2])
    g.answer("gm", "opposition", "no-roll")
    assert task(g, TASKS[2]).result == "reached"


@pytest.mark.rule("FAE-CHAL-01")
def test_advantages_may_be_created_in_between_and_deal_with_no_task() -> None:
    g = storm()
    assert g.offers("ana", CreateAdvantage) != ()
    g.do("ana", create(g, RETH, "Everything Tied Down"))
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", BLANK)
    g.everyone_passes()
    assert g.has_card("Everything Tied Down")
    assert [each.result for each in challenge_in(g).tasks] == ["", "", ""]


@pytest.mark.rule("FAE-CHAL-01")
def test_other_obstacles_may_be_overcome_meanwhile_without_dealing_with_a_task() -> None:
    g = storm()
    g.do("ana", Overcome(actor=RETH, trait="quick", description="catches his hat"))
    g.answer("gm", "opposition", "difficulty", value=0)
    g.throw("ana", BLANK)
    g.everyone_passes()
    assert [each.result for each in challenge_in(g).tasks] == ["", "", ""]


@pytest.mark.rule("FAE-CHAL-01", "FAE-CONF-01")
def test_a_challenge_is_no_fight() -> None:
    g = storm()
    assert side_of(g.table.state, RETH) == HEROES
    assert g.refused("ana", attack(g, RETH, VELD)) == "no-conflict"


@pytest.mark.rule("FAE-CHAL-01")
def test_a_challenge_is_closed_by_the_gm_when_nothing_is_under_way() -> None:
    g = storm()
    assert g.refused("ana", EndChallenge("We made it")) == "gm-only"
    assert g.refused("gm", EndChallenge(" ")) == "no-words"
    assert g.refused("gm", EndScene()) == "not-finished"
    before = task(g, TASKS[0])
    take_on(g, RETH, TASKS[0])
    assert g.refused("gm", EndChallenge("They made it")) == "cannot-end"
    assert g.offers("gm", EndChallenge) == ()
    g.do("gm", SendBack(g.roll.id, "how?"))
    assert task(g, TASKS[0]) == before, "a roll that was called off deals with nothing"
    g.do("gm", EndChallenge("They turn back"))
    assert g.refused("gm", EndChallenge("Really")) == "cannot-end"


@pytest.mark.rule("FAE-CHAL-01")
def test_an_open_question_alone_keeps_a_challenge_from_being_closed() -> None:
    g = storm()
    trouble = OfferCompel(target=RETH, aspect=g.card("Crush On Avasa").id, kind="event", text="She is on board")
    g.do("gm", trouble)
    assert g.refused("gm", EndChallenge("They made it")) == "cannot-end"
    g.answer("ana", "compel", "accept")
    g.do("gm", EndChallenge("They made it"))
    assert challenge_of(g.table.state) is None


@pytest.mark.rule("FAE-CHAL-03")
def test_one_character_may_make_several_of_the_rolls() -> None:
    g = storm()
    for name in TASKS:
        deal_with(g, RETH, name, difficulty=1)
    assert {each.by for each in challenge_in(g).tasks} == {RETH}


@pytest.mark.rule("FAE-CHAL-03")
def test_several_characters_may_share_them_and_help_each_other() -> None:
    g = storm()
    for seat in ("ana", "bo"):
        (offer,) = [o for o in g.offers(seat, Overcome) if o.label.endswith("take on a task")]
        choices = next(hole for hole in offer.holes if hole.field == "task").options  # type: ignore[union-attr]
        assert [choice.label for choice in choices] == list(TASKS)
        assert {"FAE-CHAL-01", "FAE-CHAL-03"} <= set(offer.cites)
    deal_with(g, RETH, TASKS[0], difficulty=1)
    take_on(g, VOLTAIRE, TASKS[1])
    g.do("ana", Help(roll=g.roll.id, effort=0, actor=RETH, description="holds the rope"))
    g.answer("gm", "opposition", "difficulty", value=2)
    g.throw("bo", BLANK)
    g.everyone_passes()
    assert [(each.by, each.outcome) for each in challenge_in(g).tasks[:2]] == [
        (RETH, "succeed"),
        (VOLTAIRE, "succeed"),
    ]


# -- hidden and changing stages ----------------------------------------------------------------------------------


@pytest.mark.rule("FAE-CHAL-04")
def test_a_hidden_task_is_the_gm_s_secret_until_it_is_shown() -> None:
    g = storm(TASKS[0])
    g.do("gm", SetTask("", "Mutiny!", is_hidden=True))
    hidden = task(g, "Mutiny!")
    for seat in ("ana", "bo"):
        known = challenge_of(g.table.view(seat))
        assert known is not None
        assert [each.name for each in known.tasks] == [TASKS[0]]
        assert "Mutiny!" not in str(g.table.told(seat))
    assert [o for o in g.offers("gm", SetTask) if "Mutiny!" in o.label]
    strike_early = Overcome(actor=RETH, trait="quick", description="I know!", task=hidden.id)
    assert g.refused("ana", strike_early) == "no-such-task"
    deal_with(g, VOLTAIRE, TASKS[0], difficulty=1)
    assert "Mutiny!" not in str(g.table.told("ana")), "nor when another task is dealt with"
    g.do("gm", SetTask(hidden.id, "Mutiny!"))
    known = challenge_of(g.table.view("ana"))
    assert known is not None
    assert [each.name for each in known.tasks] == [TASKS[0], "Mutiny!"]
    g.do("ana", strike_early)


@pytest.mark.rule("FAE-CHAL-04")
def test_the_gm_may_change_drop_and_add_tasks_as_the_challenge_unfolds() -> None:
    g = storm()
    (offer,) = [o for o in g.offers("gm", SetTask) if o.label == f"Change the task {TASKS[2]}"]
    g.do("gm", offer.fill(name="Find the harbour", is_hidden=False))
    (drop,) = [o for o in g.offers("gm", DropTask) if TASKS[0] in o.label]
    g.do("gm", drop.command)
    g.do("gm", SetTask("", "Man the pumps"))
    assert [each.name for each in challenge_in(g).tasks] == [TASKS[1], "Find the harbour", "Man the pumps"]
    assert g.refused("ana", SetTask(task(g, TASKS[1]).id, "Have a nap")) == "gm-only"
    assert g.refused("ana", DropTask(task(g, TASKS[1]).id)) == "gm-only"
    assert g.refused("gm", SetTask(task(g, TASKS[1]).id, " ")) == "no-words"
    assert g.refused("gm", DropTask("t0")) == "no-such-task"


@pytest.mark.rule("FAE-CHAL-04")
def test_what_somebody_is_at_or_has_dealt_with_is_not_changed_any_more() -> None:
    g = storm()
    rigging = task(g, TASKS[1]).id
    take_on(g, RETH, TASKS[1])
    for change in (SetTask(rigging, "Cut the mast"), DropTask(rigging)):
        assert g.refused("gm", change) == "no-such-task"
    g.answer("gm", "opposition", "difficulty", value=1)
    g.throw("ana", BLANK)
    g.everyone_passes()
    for change in (SetTask(rigging, "Cut the mast"), DropTask(rigging)):
        assert g.refused("gm", change) == "no-such-task"
    assert not [o for o in (*g.offers("gm", SetTask), *g.offers("gm", DropTask)) if TASKS[1] in o.label]


def test_a_task_is_dropped_only_in_a_challenge() -> None:
    g = Game()
    assert g.refused("gm", DropTask("t0")) == "no-such-task"
