"""Interpretive magic, put together."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, name_of
from fatetable.mechanics.kit import Part
from fatetable.rulesets.fate2.book import SORCERY, Tables
from fatetable.rulesets.fate2.dials import Dials
from fatetable.rulesets.fate2.kit import FateKit
from fatetable.rulesets.fate2.magic.budgets.boosts import Boosts, BudgetBoosted, boost_of
from fatetable.rulesets.fate2.magic.budgets.shows import EffectShown, Shows, told
from fatetable.rulesets.fate2.magic.frame import Frame
from fatetable.rulesets.fate2.magic.strikes import Strikes
from fatetable.rulesets.fate2.magic.system import System


def notes(_: Tables, __: Dials, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    boost = boost_of(state, actor.id)
    if boost and SORCERY in actor.sheet.traits:
        yield "budget", f"{boost} more for the next effect"


def _boosted(_: State, after: State, event: BudgetBoosted) -> Iterator[str]:
    if event.boost:
        yield f"The next effect of {name_of(after, event.actor)} has {event.boost} more to spend."


def parts(kit: FateKit) -> tuple[Part, ...]:
    frame = Frame.of(kit)
    strikes = Strikes(frame=frame)
    return (strikes, Boosts(frame=frame), Shows(tables=kit.tables, frame=frame, strikes=strikes))


INTERPRETIVE = System(parts=parts, notes=notes, tellers={EffectShown: told, BudgetBoosted: _boosted})
