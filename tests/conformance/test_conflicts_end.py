"""Fights between the dumbest possible opponents end, and one side is left standing."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, note

from fatetable.engine.messages import Command, LogRecord
from fatetable.engine.offers import ChoiceHole, ManyHole, Offer
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.encounters.conceding import GiveIn
from fatetable.mechanics.encounters.conflicts import BeginConflict, EndConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn, NextExchange
from fatetable.mechanics.encounters.frays import DeclareIntent
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.encounters.state import EncounterEnded, Fight, fight_of
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.rolls.actions import Attack
from fatetable.mechanics.scenes.joining import AddOpponent
from fatetable.mechanics.scenes.lifecycle import EndScene, EnterScene, StartScene
from fatetable.mechanics.scenes.sides import SIDES
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import ZONES
from fatetable.rulesets import folders, load
from tests.conformance.effort import SEEDS, games
from tests.conformance.walking import Violation, Walk

MOST_STEPS = 3_000
ON_WITH_IT: tuple[type[Command], ...] = (BeginConflict, NextExchange)
ENDING = frozenset({"wound_overflow"})
"""Options without which a book lets fights between poor fighters go on for ever."""
STRIKE = "attack"
BY_ONE_ROLL = "scene"
"""The pace of a fight that a single roll settles, even if both sides still stand."""


WALKS = 0.7
"""How often somebody walks who has nobody to attack."""


class Brawl:
    """Everybody answers what they are asked, throws, and otherwise attacks, or goes to find somebody to attack."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        walk.set_up()
        for _ in range(walk.random.randint(0, 2)):
            self._add_a_foe()
        self._find_ground()
        while not self.foes:
            self._add_a_foe()
        walk.take(walk.gm, StartConflict, second_side=self.foes)

    def _add_a_foe(self) -> None:
        self.walk.take(self.walk.gm, AddOpponent, is_hidden=False)
        *_, newcomer = self.walk.table.state.get(CAST).values()
        if newcomer.id not in self.walk.table.state.get(SCENE).present:
            self.walk.send(self.walk.gm, EnterScene(newcomer.id))

    def _find_ground(self) -> None:
        """At some tables fights take place on a map, at others without one, which is how a new scene begins."""
        walk = self.walk
        if self._starts:
            return
        if walk.table.state.get(ZONES).zones:
            present = walk.table.state.get(SCENE).present
            walk.take(walk.gm, EndScene)
            walk.take(walk.gm, StartScene, present=present)
        else:
            walk.draw_a_map(walk.table.state.get(SCENE).present)

    @property
    def _starts(self) -> tuple[Offer, ...]:
        walk = self.walk
        return tuple(offer for offer in walk.table.offers(walk.gm) if isinstance(offer.command, StartConflict))

    @property
    def foes(self) -> tuple[ActorId, ...]:
        """Everybody whom the game master runs and who can be in a fight."""
        cast = self.walk.table.state.get(CAST)
        sides = (hole for offer in self._starts for hole in offer.holes if isinstance(hole, ManyHole))
        able = dict.fromkeys(ActorId(str(choice.value)) for side in sides for choice in side.options)
        return tuple(actor for actor in able if not cast[actor].is_pc)

    @property
    def running(self) -> Fight | None:
        return fight_of(self.walk.table.state)

    @property
    def is_by_one_roll(self) -> bool:
        return self.running is not None and self.running.pace == BY_ONE_ROLL

    def fight(self) -> Mapping[ActorId, str]:
        """To the end; returns which side everybody was on who was still standing then."""
        for _ in range(MOST_STEPS):
            seat, offer = self.choose()
            news = self.walk.send(seat, self.walk.filler.fill(offer, **self._best_trait(offer)))
            if self.running is None:
                return self._standing(news)
        raise Violation(f"still fighting after {MOST_STEPS} steps")

    def _standing(self, news: tuple[LogRecord, ...]) -> Mapping[ActorId, str]:
        """As the fight ended; what follows at once may bring people back to their feet."""
        (end,) = (record.seq for record in news if isinstance(record.event, EncounterEnded))
        state = self.walk.table.ruleset.engine.fold(self.walk.table.records[: end - 1])
        sides = state.get(SIDES)
        assert len(set(sides.values())) == 2
        return {actor: side for actor, side in sides.items() if not is_out(state, actor)}

    def choose(self) -> tuple[str, Offer]:
        walk = self.walk
        offers = [(seat, offer) for seat in walk.seats for offer in walk.table.offers(seat)]
        # Where walking is free, turns end all the same.
        at_last = (
            (self._walks, self._goes_on, self._passes)
            if walk.random.random() < WALKS
            else (self._goes_on, self._passes)
        )
        for wanted in (self._is_asked, self._attacks, *at_last, self._walks):
            if found := [(seat, offer) for seat, offer in offers if wanted(offer)]:
                return walk.random.choice(found)
        raise Violation("nobody can do anything in the middle of a fight")

    def _is_asked(self, offer: Offer) -> bool:
        return offer.group in ("answer", "roll")

    def _attacks(self, offer: Offer) -> bool:
        command = offer.command
        return isinstance(command, Attack) or (isinstance(command, DeclareIntent) and command.stance == STRIKE)

    def _best_trait(self, offer: Offer) -> dict[str, str]:
        """The first that is named; a fight in which all roll at once is long enough without mere dancing."""
        traits = (hole for hole in offer.holes if hole.field == "trait" and isinstance(offer.command, DeclareIntent))
        return {hole.field: hole.options[0].value for hole in traits if isinstance(hole, ChoiceHole)}

    def _walks(self, offer: Offer) -> bool:
        """Somebody out of reach would wait for ever."""
        return isinstance(offer.command, Move)

    def _goes_on(self, offer: Offer) -> bool:
        return isinstance(offer.command, ON_WITH_IT)

    def _passes(self, offer: Offer) -> bool:
        return isinstance(offer.command, EndTurn | DeclareIntent)


@pytest.mark.parametrize("ruleset", folders())
@games(12)
@given(seed=SEEDS)
def test_a_brawl_ends_with_one_side_standing(ruleset: str, seed: int) -> None:
    walk = Walk(ruleset, seed, {dial.name: True for dial in load(ruleset).dial_info if dial.name in ENDING})
    try:
        brawl = Brawl(walk)
        one_roll = brawl.is_by_one_roll
        standing = brawl.fight()
    except Exception:
        note(repr(walk))
        raise
    state = walk.table.state
    assert one_roll or len(set(standing.values())) == 1, walk
    assert state.get(SIDES) == {}
    assert state.get(SCENE).is_open, "the scene goes on after the fight"
    assert not any(isinstance(step.command, GiveIn | EndConflict) for step in walk.steps)
