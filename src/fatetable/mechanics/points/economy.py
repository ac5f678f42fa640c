"""When fate points come and go by themselves: refresh, the game master's pool, debts between players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, players_characters
from fatetable.mechanics.moments import ConflictEnds, SceneEnds, SceneStarts, SessionStarts
from fatetable.mechanics.points.accounts import (
    BANK,
    DEFERRED,
    POINTS,
    POOL,
    balance,
    for_the_scene,
    locked_for,
    move,
    move_all,
    owed_to,
    purse,
)
from fatetable.mechanics.scenes.state import CALENDAR, SCENE


class Release(Struct, frozen=True, kw_only=True):
    """Points that are held back for somebody and become theirs at a moment, or go back to the bank."""

    account: Callable[[ActorId], str]
    at: type[Struct]
    reason: str
    topic: str
    is_lost: bool = False


RELEASES = (
    Release(account=locked_for, at=ConflictEnds, reason="the conflict is over", topic="give-in-pays"),
    Release(account=owed_to, at=SceneEnds, reason="the scene is over", topic="invoke-against-player"),
    Release(account=for_the_scene, at=SceneEnds, reason="the scene is over", topic="scene-points", is_lost=True),
)


class Economy(Struct, frozen=True, kw_only=True):
    """`start(actor)` is what a hero comes to the table with, `refresh(actor)` what a session starts with at least.

    Without a refresh nothing comes back by itself.
    The game master's pool is filled anew for each scene with `pool_per_hero` for every one present, or for each
    session with as much for every one at the table.
    """

    pool_per_hero: int
    refresh: Callable[[Actor], int] | None = None
    start: Callable[[Actor], int] | None = None
    pool_each: Literal["scene", "session"] = "scene"
    releases: tuple[Release, ...] = RELEASES

    def subsystem(self) -> Subsystem:
        moments: set[type] = {SessionStarts, SceneStarts, SceneEnds, *(release.at for release in self.releases)}
        return Subsystem(name="economy", on_moment=self._on_moment, moments=tuple(moments))

    def _on_moment(self, decision: Decision, moment: object) -> None:
        for release in self.releases:
            if isinstance(moment, release.at):
                self._release(decision, release)
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
            case SceneEnds() if self.pool_each == "scene":
                move_all(decision, POOL, BANK, "the scene is over", "scene-start")
            case _:
                pass

    def arrive(self, decision: Decision, actor: Actor) -> None:
        """A hero comes to the table, perhaps in the middle of a session."""
        if self.start is not None:
            move(decision, BANK, purse(actor.id), self.start(actor), "to begin with", "start-points")
        if decision.state.get(CALENDAR).in_session:
            self.top_up(decision, actor)

    def top_up(self, decision: Decision, actor: Actor) -> None:
        """Up to refresh; more than that left over is kept."""
        if self.refresh is not None:
            missing = self.refresh(actor) - balance(decision.state, purse(actor.id))
            move(decision, BANK, purse(actor.id), missing, "refresh", "session-start")

    def _fill_pool(self, decision: Decision, heroes: int, topic: str) -> None:
        move_all(decision, POOL, BANK, f"a new {self.pool_each} begins", topic)
        move(decision, BANK, POOL, heroes * self.pool_per_hero, f"heroes in the {self.pool_each}", topic)
        move_all(decision, DEFERRED, POOL, "left from before", "pool-grows")

    def _release(self, decision: Decision, release: Release) -> None:
        for actor in tuple(players_characters(decision.state)):
            if decision.state.get(POINTS).get(release.account(actor.id), 0):
                target = BANK if release.is_lost else purse(actor.id)
                move_all(decision, release.account(actor.id), target, release.reason, release.topic)
