"""What leaves no time for anything longer, and what has to be over first."""

from __future__ import annotations

from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.mechanics.scenes.facts import ClaimedFact, ClaimFact
from fatetable.mechanics.time.busy import why_busy
from tests.mechanics.rolling_game import overcome, rolling
from tests.mechanics.small_game import RETH, THUG, SmallGame


def test_there_is_time_in_a_scene_in_which_nothing_is_going_on() -> None:
    assert why_busy(SmallGame().scene().state) is None


def test_a_fight_has_to_be_over_first() -> None:
    g = SmallGame().scene()
    g.do("gm", StartConflict("fight", (RETH, THUG)))
    refusal = why_busy(g.state, "too-busy", "hunt")
    assert refusal is not None
    assert (refusal.code, refusal.message) == (
        "too-busy",
        "There is no time in the middle of a fight or contest: it has to be over first.",
    )


def test_an_open_roll_has_to_be_over_first() -> None:
    g = rolling().scene()
    overcome(g)
    refusal = why_busy(g.state)
    assert refusal is not None
    assert refusal.message == "Finish the open roll first."


def test_a_question_that_holds_up_nothing_leaves_time() -> None:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="Fog"))
    g.do("ana", ClaimFact(g.card("Fog").id, "nobody sees us"))
    assert g.prompt(ClaimedFact) is not None
    assert why_busy(g.state) is None
