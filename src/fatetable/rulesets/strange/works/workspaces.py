"""Workspaces: those that skills give access to, and those the GM opens to somebody (SF-WORKSPACE-01 to 03)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import Command, Event
from fatetable.engine.offers import Choice, ChoiceHole, NumberHole, Offer, Target, TextHole, one_of_a_family
from fatetable.engine.seats import Seat
from fatetable.engine.state import Key, State
from fatetable.engine.subsystem import Subsystem, folds
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId, actor_of
from fatetable.rulesets.strange.book import Tables
from fatetable.rulesets.strange.kit import StrangeKit
from fatetable.rulesets.strange.sheet import DEVICE, MUNDANE, skill_id, skills_of

WORKSPACE = "workspace"
MOST_QUALITY = 20


class Borrowed(Struct, frozen=True):
    name: str
    quality: int
    tier: int


class Workspace(NamedTuple):
    """`tier` is that of what can be found there, `works` that of what can be made, fixed and improved.

    `whose` says how somebody comes by it.
    """

    id: str
    name: str
    quality: int
    tier: int
    works: int
    whose: str


BorrowedOf: TypeAlias = Mapping[ActorId, tuple[Borrowed, ...]]
BORROWED: Key[BorrowedOf] = Key("borrowed-workspaces", dict[ActorId, tuple[Borrowed, ...]], {})


class OpenWorkspace(Command, frozen=True, kw_only=True, tag="open-workspace"):
    """Somebody has acquired or borrowed a workspace."""

    actor: ActorId
    name: str
    quality: int
    tier: str


class CloseWorkspace(Command, frozen=True, kw_only=True, tag="close-workspace"):
    actor: ActorId
    name: str


class WorkspaceOpened(Event, frozen=True, tag="workspace-opened/1"):
    actor: ActorId
    workspace: Borrowed


class WorkspaceClosed(Event, frozen=True, tag="workspace-closed/1"):
    actor: ActorId
    name: str


def _without(held: BorrowedOf, actor: ActorId, name: str) -> tuple[Borrowed, ...]:
    return tuple(each for each in held.get(actor, ()) if each.name != name)


def _opened(held: BorrowedOf, event: WorkspaceOpened) -> BorrowedOf:
    return {**held, event.actor: (*_without(held, event.actor, event.workspace.name), event.workspace)}


def _closed(held: BorrowedOf, event: WorkspaceClosed) -> BorrowedOf:
    return {**held, event.actor: _without(held, event.actor, event.name)}


# -- what there is ---------------------------------------------------------------------------------------------------


def workspaces_of(tables: Tables, state: State, actor: Actor) -> tuple[Workspace, ...]:
    """Of a skill's rating; works above Mundane take its Tier Benefit."""
    own = (
        Workspace(
            skill.id,
            skill.name,
            skill.rating,
            skill.tier,
            skill.tier if skill.benefit(WORKSPACE) else MUNDANE,
            "owned" if skill.has("wealth") else "at hand",
        )
        for skill in skills_of(tables, actor.sheet)
        if skill.has(WORKSPACE)
    )
    borrowed = (
        Workspace(f"borrowed {skill_id(each.name)}", each.name, each.quality, each.tier, each.tier, "borrowed")
        for each in state.get(BORROWED).get(actor.id, ())
    )
    return (*own, *borrowed)


def fit_for_works(
    tables: Tables, state: State, actor: Actor, quality: int, tier: int = MUNDANE
) -> tuple[Workspace, ...]:
    """Where something of this quality and tier can be made, fixed or improved (SF-WORKSPACE-02, SF-WORKSPACE-03)."""
    return tuple(each for each in workspaces_of(tables, state, actor) if each.quality >= quality and each.works >= tier)


def fit_for_finding(tables: Tables, state: State, actor: Actor, obscurity: int, tier: int) -> tuple[Workspace, ...]:
    """Where something that obscure can be found (SF-RESEARCH-02)."""
    return tuple(
        each for each in workspaces_of(tables, state, actor) if each.quality >= obscurity and each.tier >= tier
    )


def workspace_notes(tables: Tables, state: State, actor: Actor) -> Iterator[tuple[str, str]]:
    for each in workspaces_of(tables, state, actor):
        rated = f"{tables.ladder.label(each.quality)}{tables.initial(each.works)}"
        yield "Workspace", f"{each.name}, {rated}, {each.whose}"


# -- those that are borrowed -----------------------------------------------------------------------------------------


class Workspaces(Struct, frozen=True):
    """Who lacks one acquires or borrows it; the GM says whether somebody has, and for how long (SF-CRAFT-02)."""

    kit: StrangeKit

    def subsystem(self) -> Subsystem:
        return Subsystem(
            name="workspaces",
            decides={OpenWorkspace: self._open, CloseWorkspace: self._close},
            evolves=folds(BORROWED, {WorkspaceOpened: _opened, WorkspaceClosed: _closed}),
            offers=self._offers,
        )

    def _open(self, decision: Decision, command: OpenWorkspace) -> None:
        decision.require_gm()
        actor = actor_of(decision, command.actor)
        decision.require(_may_work(actor), "a-thing", "Only somebody who is there to be seen works somewhere.")
        name = decision.described(command.name, "Borrowed Workspace", "no-words", "Name the workspace.")
        tiers = {choice.value for choice in self._tiers()}
        is_fit = 0 <= command.quality <= MOST_QUALITY and command.tier in tiers
        decision.require(is_fit, "bad-value", f"A quality is from 0 to {MOST_QUALITY}, on a tier that there is.")
        decision.emit(WorkspaceOpened(actor.id, Borrowed(name, command.quality, int(command.tier))))

    def _close(self, decision: Decision, command: CloseWorkspace) -> None:
        decision.require_gm()
        held = {each.name for each in decision.state.get(BORROWED).get(command.actor, ())}
        decision.require(command.name in held, "no-such-workspace", "Nobody has lent them that.")
        decision.emit(WorkspaceClosed(command.actor, command.name))

    def _tiers(self) -> tuple[Choice, ...]:
        return tuple(Choice(str(place), tier.name) for place, tier in enumerate(self.kit.tables.tiers))

    def _offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if not seat.is_gm:
            return
        tiers, cites = self._tiers(), self.kit.cites("workspace")
        for actor in state.get(CAST).values():
            if not _may_work(actor):
                continue
            yield Offer(
                command=OpenWorkspace(actor=actor.id, name="", quality=0, tier=tiers[0].value),
                **one_of_a_family("Lend a workspace to …", actor.name),
                verb="place",
                target=Target("actor", actor.id),
                holes=(
                    TextHole("name", "name", is_description=True),
                    NumberHole("quality", "quality", 0, MOST_QUALITY),
                    ChoiceHole("tier", "tier", tiers, suggested=tiers[0].value),
                ),
                cites=cites,
                group="gm",
            )
            for each in state.get(BORROWED).get(actor.id, ()):
                yield Offer(
                    command=CloseWorkspace(actor=actor.id, name=each.name),
                    **one_of_a_family("Take a workspace back: …", f"{each.name} ({actor.name})"),
                    verb="remove",
                    target=Target("actor", actor.id),
                    cites=cites,
                    group="gm",
                )


def _may_work(actor: Actor) -> bool:
    return actor.kind != DEVICE and not actor.is_hidden
