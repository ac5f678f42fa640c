"""Fights between the dumbest possible opponents come to an end, and one side is left standing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, note

from fatetable.engine.messages import Command
from fatetable.engine.offers import Offer
from fatetable.mechanics.acting import Attack
from fatetable.mechanics.cast import CAST, ActorId
from fatetable.mechanics.casting import AddOpponent
from fatetable.mechanics.conceding import GiveIn
from fatetable.mechanics.conflicts import BeginConflict, EndConflict, EndTurn, NextExchange, StartConflict
from fatetable.mechanics.encounters import Conflict, conflict_of
from fatetable.mechanics.harm import is_out
from fatetable.mechanics.scenes import SCENE, EnterScene
from fatetable.mechanics.sides import SIDES
from fatetable.rulesets import folders
from tests.conformance.effort import SEEDS, games
from tests.conformance.walking import Violation, Walk

MOST_STEPS = 3_000
ON_WITH_IT: tuple[type[Command], ...] = (BeginConflict, NextExchange)


class Brawl:
    """Everybody answers what they are asked, throws, and otherwise attacks; nobody gives in or goes home."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        walk.set_up()
        for _ in range(walk.random.randint(0, 2)):
            walk.take(walk.gm, AddOpponent, is_hidden=False)
            *_, newcomer = walk.table.state.get(CAST).values()
            walk.send(walk.gm, EnterScene(newcomer.id))
        foes = tuple(a.id for a in walk.table.state.get(CAST).values() if not a.is_pc and not a.is_hidden)
        walk.take(walk.gm, StartConflict, second_side=foes)

    @property
    def conflict(self) -> Conflict | None:
        return conflict_of(self.walk.table.state)

    def fight(self) -> Mapping[ActorId, str]:
        """To the end; returns who was on which side."""
        sides: Mapping[ActorId, str] = {}
        for _ in range(MOST_STEPS):
            if self.conflict is None:
                return sides
            sides = self.walk.table.state.get(SIDES)
            seat, offer = self.choose()
            self.walk.send(seat, self.walk.filler.fill(offer))
        raise Violation(f"still fighting after {MOST_STEPS} steps")

    def choose(self) -> tuple[str, Offer]:
        walk = self.walk
        offers = [(seat, offer) for seat in walk.seats for offer in walk.table.offers(seat)]
        for wanted in (self._is_asked, self._attacks, self._goes_on, self._passes):
            if found := [(seat, offer) for seat, offer in offers if wanted(offer)]:
                return walk.random.choice(found)
        raise Violation("nobody can do anything in the middle of a fight")

    def _is_asked(self, offer: Offer) -> bool:
        return offer.group in ("answer", "roll")

    def _attacks(self, offer: Offer) -> bool:
        return isinstance(offer.command, Attack)

    def _goes_on(self, offer: Offer) -> bool:
        return isinstance(offer.command, ON_WITH_IT)

    def _passes(self, offer: Offer) -> bool:
        return isinstance(offer.command, EndTurn)


@pytest.mark.parametrize("ruleset", folders())
@games(12)
@given(seed=SEEDS)
def test_a_brawl_ends_with_one_side_standing(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed)
    try:
        sides = Brawl(walk).fight()
    except Exception:
        note(repr(walk))
        raise
    state = walk.table.state
    assert len(set(sides.values())) == 2
    standing = {side for actor, side in sides.items() if not is_out(state, actor)}
    assert len(standing) == 1, walk
    assert state.get(SIDES) == {}
    assert state.get(SCENE).is_open, "the scene goes on after the fight"
    assert not any(isinstance(step.command, GiveIn | EndConflict) for step in walk.steps)
