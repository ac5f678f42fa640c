"""Who may declare an action: somebody in an open scene, not out of it, and in no other roll."""

from __future__ import annotations

from fatetable.engine.words import Words
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.encounters.turns import Turns
from fatetable.mechanics.harm.state import Condition, ConditionSet
from fatetable.mechanics.rolls.may_declare import may_declare
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.scenes.state import PresenceChanged
from tests.mechanics.rolling_game import overcome, rolling
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame

WORDS = Words({"gm": "Keeper"})
TURNS = Turns("attack", "create", False, WORDS)


def reason(g: SmallGame, action: str = "overcome") -> tuple[str, str] | None:
    """The code and the sentence that keep Reth from acting."""
    refusal = may_declare(TURNS, WORDS, g.state, g.state.get(CAST)[RETH], action)
    return None if refusal is None else (refusal.code, refusal.message)


def test_somebody_in_the_scene_may_act_if_their_turn_allows_it() -> None:
    g = rolling().scene()
    assert reason(g) is None
    assert reason(g, "attack") == ("no-conflict", "Harm is done in a conflict; the Keeper opens one.")


def test_nobody_acts_without_an_open_scene() -> None:
    g = rolling().scene()
    g.do("gm", EndScene())
    assert reason(g) == ("no-scene", "No scene is being played; the Keeper opens one.")


def test_somebody_who_is_out_cannot_act() -> None:
    g = rolling().scene()
    g.tell(ConditionSet(RETH, Condition(out="taken-out")))
    assert reason(g) == ("out-of-the-scene", "Reth is out and can do nothing more in this scene.")


def test_somebody_who_has_left_cannot_act() -> None:
    g = rolling().scene()
    g.tell(PresenceChanged((VOLT, THUG)))
    assert reason(g) == ("not-there", "Reth is not in the scene.")


def test_somebody_in_a_roll_finishes_it_first() -> None:
    g = rolling("0000").scene()
    overcome(g)
    assert reason(g) == ("roll-open", "Reth takes part in an open roll; finish it first.")
