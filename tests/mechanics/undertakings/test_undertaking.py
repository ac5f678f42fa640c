"""A roll with a purpose: what it is for is found again when it is over, and a price comes back if it never was."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.moments import RollIsOver
from fatetable.mechanics.points.accounts import balance, purse
from fatetable.mechanics.rolls.procedure import cancel_roll
from fatetable.mechanics.rolls.state import Modifier, Roll
from fatetable.mechanics.undertakings.state import UNDERTAKING_FOLDS, UNDERTAKINGS, Undertaking
from fatetable.mechanics.undertakings.undertaking import CALLED, ended, finished, margin_of, undertake
from tests.mechanics.rolling_game import RULES, everybody_passes, rolling, the_roll, throw
from tests.mechanics.small_game import RETH, THUG, SmallGame

SINGING = Undertaking(
    purpose="song", maker=RETH, target=THUG, price=1, account=purse(RETH), work="w1", details={"verse": 2, "key": "C"}
)


class Singing(Struct, frozen=True):
    """Somebody who listens for songs, and writes down what came of them."""

    heard: list[tuple[Roll, Undertaking]]
    songs: list[Roll]

    def subsystem(self) -> Subsystem:
        return Subsystem(name="singing", evolves=UNDERTAKING_FOLDS, on_moment=self._on_moment, moments=(RollIsOver,))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        if found := finished(decision, moment, ("song", "dance")):
            self.heard.append(found)
        if roll := ended(decision, moment, "run"):
            self.songs.append(roll)


def game(*dice: str) -> tuple[SmallGame, Singing]:
    singing = Singing([], [])
    return rolling(*dice, extra=(singing,)).scene(), singing


def sing(g: SmallGame, **more: Any) -> Roll:
    g.run(
        lambda decision: undertake(
            decision,
            RULES,
            decision.state.get(CAST)[RETH],
            "speed",
            "song",
            "she sings",
            difficulty=2,
            noted=SINGING,
            **more,
        )
    )
    return the_roll(g)


def test_what_the_roll_is_for_is_noted_beside_it_and_paid_for() -> None:
    g, _ = game("++00")
    before = balance(g.state, purse(RETH))
    roll = sing(g, modifiers=(Modifier("tune", "a fine tune", 1),), mode="", about="of the sea")
    assert g.state.get(UNDERTAKINGS) == {roll.id: SINGING}
    assert balance(g.state, purse(RETH)) == before - 1
    declared = roll.declaration
    assert (declared.action, declared.mode, declared.words, roll.difficulty) == (CALLED, "", "of the sea", 2)
    assert roll.efforts[0].fixed == 3 + 1
    assert (SINGING.number("verse"), SINGING.text("key"), SINGING.text("none"), SINGING.number("none")) == (
        2,
        "C",
        "",
        0,
    )


def test_whoever_asks_is_told_once_it_is_over() -> None:
    g, singing = game("++00")
    sing(g)
    throw(g)
    everybody_passes(g)
    ((roll, what),) = singing.heard
    assert (what, margin_of(roll)) == (SINGING, 3)
    assert g.state.get(UNDERTAKINGS) == {}
    assert singing.songs == []


def test_what_never_was_gives_its_price_back() -> None:
    g, singing = game()
    before = balance(g.state, purse(RETH))
    roll = sing(g)
    g.run(lambda decision: cancel_roll(decision, roll.id, "silence"))
    assert balance(g.state, purse(RETH)) == before
    assert (singing.heard, g.state.get(UNDERTAKINGS)) == ([], {})
    assert margin_of(roll) == -1


def test_the_declaration_tells_what_a_roll_is_for_if_nothing_more_is_to_be_noted() -> None:
    g, singing = game("0000")
    g.run(
        lambda decision: undertake(
            decision, RULES, decision.state.get(CAST)[RETH], "speed", "run", "she runs", difficulty=2, target=THUG
        )
    )
    assert the_roll(g).declaration.mode == "run"
    assert g.state.get(UNDERTAKINGS) == {}
    throw(g)
    everybody_passes(g)
    (roll,) = singing.songs
    assert (margin_of(roll), roll.declaration.target) == (1, THUG)


def test_a_roll_for_something_else_is_nobodys_business() -> None:
    g, singing = game("0000")
    g.run(
        lambda decision: undertake(
            decision, RULES, decision.state.get(CAST)[RETH], "speed", "walk", "she walks", difficulty=0
        )
    )
    throw(g)
    everybody_passes(g)
    assert (singing.heard, singing.songs) == ([], [])


def test_a_dance_is_told_with_what_the_declaration_says_of_it() -> None:
    g, singing = game("0000")
    g.run(
        lambda decision: undertake(
            decision,
            RULES,
            decision.state.get(CAST)[RETH],
            "speed",
            "dance",
            "she dances",
            difficulty=0,
            target=THUG,
            about="a reel",
        )
    )
    throw(g)
    everybody_passes(g)
    ((_, what),) = singing.heard
    assert what == Undertaking(purpose="dance", maker=RETH, target=THUG, words="a reel", difficulty=0)
