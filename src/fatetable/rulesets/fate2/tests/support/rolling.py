"""Checks to change: Cyrus, whose sword is Great, has thrown, and what he can do about it."""

from __future__ import annotations

from typing import Any

from fatetable.mechanics.characters.cast import NOBODY, ActorId
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.rolls.invocations import Invoke
from fatetable.mechanics.rolls.spending.bare_points import Spend
from fatetable.mechanics.rolls.spending.counters import CancelOutlay, RenewOutlay
from fatetable.rulesets.fate2.tests.support.playing import Game

CYRUS, FINN = ActorId("cyrus"), ActorId("finn")
SWORD = "footman"
SOLDIER, BRAWLER = "Soldier", "Brawler"
"""Aspects of Cyrus, with two boxes and one."""


def thrown(dice: str, difficulty: int = 5, **dials: Any) -> Game:
    """Cyrus against a difficulty, with three points on his ladder and what the dice say."""
    g = Game(**dials)
    attempt(g)
    g.answer("gm", "opposition", "difficulty", value=difficulty)
    g.throw("ana", dice)
    return g


def attempt(g: Game, trait: str = SWORD, description: str = "cuts the rope") -> None:
    g.do("ana", Overcome(actor=CYRUS, trait=trait, description=description))


def opposed(dice: str, other: str, **dials: Any) -> Game:
    """Cyrus against Finn, who is four worse."""
    g = Game(**dials)
    attempt(g)
    g.answer("gm", "opposition", "defend", defender=FINN)
    g.answer("bo", "defend", "defend", trait=SWORD, description="holds on")
    g.throw("ana", dice, other)
    return g


def invoke(g: Game, effect: str = "reroll", aspect: str = SOLDIER, **more: Any) -> Invoke:
    given: dict[str, Any] = {"effort": 0, "party": CYRUS, "payment": "box", "explanation": "he has done this before"}
    return Invoke(roll=g.roll.id, effect=effect, aspect=g.card(aspect).id, **{**given, **more})


def point(g: Game, party: ActorId = CYRUS, effort: int = 0, **more: Any) -> Spend:
    return Spend(roll=g.roll.id, effort=effort, effect="point", party=party, **more)


def helping(g: Game, party: ActorId = FINN, **more: Any) -> Spend:
    return Spend(roll=g.roll.id, effort=0, effect="help", party=party, explanation="holds the rope tight", **more)


def cancel(g: Game, party: ActorId = NOBODY, number: int = 0) -> CancelOutlay:
    return CancelOutlay(roll=g.roll.id, outlay=g.roll.outlays[number].id, party=party)


def renew(g: Game, number: int = 0) -> RenewOutlay:
    return RenewOutlay(roll=g.roll.id, outlay=g.roll.outlays[number].id)


def shown(g: Game) -> tuple[int, ...]:
    return g.last_roll.efforts[0].values
