"""A challenge: tasks the game master sets, changes, drops and hides until the whole is told."""

from __future__ import annotations

from fatetable.mechanics.encounters.challenges import DropTask, EndChallenge, SetTask, StartChallenge
from fatetable.mechanics.encounters.state import Task, challenge_of
from fatetable.mechanics.rolls.effort_rulings import SendBack
from tests.mechanics.rolling_game import everybody_passes, overcome, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, SmallGame


def tasks(g: SmallGame, seat: str = "gm") -> dict[str, Task]:
    challenge = challenge_of(g.view(seat))
    return {task.name: task for task in challenge.tasks} if challenge else {}


def test_tasks_are_set_changed_and_dropped() -> None:
    g = SmallGame()
    assert g.refused("gm", StartChallenge("A fire")) == ("encounter-running", "A challenge needs a scene.")
    g.scene()
    assert g.refused("gm", SetTask("", "Rescue"))[0] == "no-challenge"
    assert g.refused("gm", EndChallenge("Saved")) == ("cannot-end", "There is no challenge to end.")
    g.do("gm", StartChallenge("A fire"))
    assert g.refused("gm", StartChallenge("A flood"))[1] == "A challenge is still under way; end it first."
    assert g.refused("gm", SetTask("", " "))[0] == "no-words"
    g.do("gm", SetTask("", "Rescue"))
    g.do("gm", SetTask(tasks(g)["Rescue"].id, "Rescue the cat"))
    assert list(tasks(g)) == ["Rescue the cat"]
    g.do("gm", DropTask(tasks(g)["Rescue the cat"].id))
    assert tasks(g) == {}
    assert g.refused("gm", DropTask("t9"))[0] == "no-such-task"


def test_a_hidden_task_is_the_game_masters_secret() -> None:
    g = SmallGame().scene()
    g.do("gm", StartChallenge("A fire"))
    g.do("gm", SetTask("", "Find the arsonist", is_hidden=True))
    assert (list(tasks(g)), list(tasks(g, "ana"))) == (["Find the arsonist"], [])
    g.do("gm", SetTask(tasks(g)["Find the arsonist"].id, "Find the arsonist"))
    assert list(tasks(g, "ana")) == ["Find the arsonist"]


def test_it_is_closed_with_what_came_of_it() -> None:
    g = SmallGame().scene()
    g.do("gm", StartChallenge("A fire"))
    assert g.refused("gm", EndChallenge(" "))[0] == "no-words"
    g.do("gm", EndChallenge("Saved"))
    assert challenge_of(g.state) is None


def test_a_roll_for_a_task_settles_it_and_nobody_changes_it_meanwhile() -> None:
    g = rolling("0000").scene()
    g.do("gm", StartChallenge("A fire"))
    g.do("gm", SetTask("", "Rescue"))
    task = tasks(g)["Rescue"].id
    overcome(g, 2, task=task)
    for command in (DropTask(task), SetTask(task, "Rescue the cat")):
        why = "There is no such open task in this challenge."
        assert g.refused("gm", command) == ("no-such-task", why)
    why = "A roll or a question is still open; settle it before the challenge ends."
    assert g.refused("gm", EndChallenge("Saved")) == ("cannot-end", why)
    throw(g)
    everybody_passes(g)
    done = tasks(g)["Rescue"]
    assert (done.result, done.outcome, done.by) == ("reached", "succeed", RETH)
    assert g.refused("gm", DropTask(task))[0] == "no-such-task"


def test_a_roll_that_does_not_happen_leaves_its_task_open() -> None:
    g = rolling().scene()
    g.do("gm", StartChallenge("A fire"))
    g.do("gm", SetTask("", "Rescue"))
    before = tasks(g)["Rescue"]
    overcome(g, 2, task=before.id)
    g.do("gm", SendBack(the_roll(g).id, "too fast"))
    assert tasks(g)["Rescue"] == before
    overcome(g, 2, task=tasks(g)["Rescue"].id)
    assert the_roll(g).declaration.task == tasks(g)["Rescue"].id
