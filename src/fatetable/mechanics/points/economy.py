"""When fate points come and go by themselves: refresh, the game master's pool, debts between players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor, players_characters
from fatetable.mechanics.moments import ConflictEnds, SceneEnds, SceneStarts, SessionStarts
from fatetable.mechanics.points.accounts import (
    BANK,
    DEFERRED,
    POINTS,
    POOL,
    balance,
    locked_for,
    move,
    move_all,
    owed_to,
    purse,
)
from fatetable.mechanics.scenes.state import SCENE


class Economy(Struct, frozen=True, kw_only=True):
    """`refresh(actor)` is what a session starts with at least.

    The game master's pool is filled anew for each scene with `pool_per_hero` for every one present, or for each
    session with as much for every one at the table.
    """

    refresh: Callable[[Actor], int]
    pool_per_hero: int
    pool_each: Literal["scene", "session"] = "scene"

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="economy",
            on_moment=self._on_moment,
            moments=(SessionStarts, SceneStarts, ConflictEnds, SceneEnds),
        )

    def _on_moment(self, decision: Decision, moment: object) -> None:
        match moment:
            case SessionStarts():
                heroes = tuple(players_characters(decision.state))
                for actor in heroes:
                    self.top_up(decision, actor)
                if self.pool_each == "session":
                    self._fill_pool(decision, len(heroes), "session-start")
            case SceneStarts():
                if self.pool_each == "scene":
                    cast = decision.state.get(CAST)
                    present = sum(cast[actor].is_pc for actor in decision.state.get(SCENE).present)
                    self._fill_pool(decision, present, "scene-start")
            case ConflictEnds():
                self._release(decision, locked_for, "the conflict is over", "give-in-pays")
            case SceneEnds():
                self._release(decision, owed_to, "the scene is over", "invoke-against-player")
                if self.pool_each == "scene":
                    move_all(decision, POOL, BANK, "the scene is over", "scene-start")
            case _:
                pass

    def top_up(self, decision: Decision, actor: Actor) -> None:
        """Up to refresh; more than that left over is kept."""
        missing = self.refresh(actor) - balance(decision.state, purse(actor.id))
        move(decision, BANK, purse(actor.id), missing, "refresh", "session-start")

    def _fill_pool(self, decision: Decision, heroes: int, topic: str) -> None:
        move_all(decision, POOL, BANK, f"a new {self.pool_each} begins", topic)
        move(decision, BANK, POOL, heroes * self.pool_per_hero, f"heroes in the {self.pool_each}", topic)
        move_all(decision, DEFERRED, POOL, "left from before", "pool-grows")

    def _release(self, decision: Decision, account: Callable[..., str], reason: str, topic: str) -> None:
        for actor in tuple(players_characters(decision.state)):
            if decision.state.get(POINTS).get(account(actor.id), 0):
                move_all(decision, account(actor.id), purse(actor.id), reason, topic)
