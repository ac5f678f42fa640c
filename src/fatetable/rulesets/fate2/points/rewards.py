"""Fate points as the reward of a session (F2-FP-15)."""

from __future__ import annotations

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import players_characters
from fatetable.mechanics.moments import SessionEnds
from fatetable.mechanics.points.accounts import BANK, move, purse


class SessionPoints(Struct, frozen=True):
    """What every hero is given when a session is over."""

    points: int

    def subsystem(self) -> Subsystem:
        return Subsystem(name="points for a session", on_moment=self._on_moment, moments=(SessionEnds,))

    def _on_moment(self, decision: Decision, _: object) -> None:
        for hero in tuple(players_characters(decision.state)):
            move(decision, BANK, purse(hero.id), self.points, "the session is over", "session-points")
