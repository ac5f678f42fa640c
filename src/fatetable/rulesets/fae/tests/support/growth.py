"""What tests of growth read of a character: the sheet and the changes that are left."""

from __future__ import annotations

from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.rulesets.fae.book.figures import Entitlement
from fatetable.rulesets.fae.growth.state import GROWTH
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import RETH


def sheet_of(g: Game, actor: ActorId = RETH) -> Sheet:
    return g.table.state.get(CAST)[actor].sheet


def left(g: Game, actor: ActorId = RETH) -> Entitlement:
    return g.table.state.get(GROWTH).left.get(actor, Entitlement())
