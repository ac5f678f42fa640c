"""The card of a milestone: what it still lets each character change."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import Actor, players_characters
from fatetable.mechanics.scenes.state import CALENDAR, SCENE
from fatetable.mechanics.view.blocks import MilestoneBlock, MilestoneRow
from fatetable.rulesets.fae.growth.ledger import left_of
from fatetable.rulesets.fae.growth.state import GROWTH


def milestone_block(state: State) -> tuple[MilestoneBlock, ...]:
    """The last milestone, between scenes: on its occasion, and later as long as somebody has not used all of it."""
    growth, scene = state.get(GROWTH), state.get(SCENE)
    if not growth.kind or scene.is_open:
        return ()
    rows = tuple(
        MilestoneRow(actor=actor.id, name=actor.name, left=tuple(_changes(state, actor)))
        for actor in players_characters(state)
        if actor.id in growth.left
    )
    is_now = (growth.scene, growth.session) == (scene.number, state.get(CALENDAR).session)
    if not rows or not (is_now or any(row.left for row in rows)):
        return ()
    return (MilestoneBlock(f"{growth.kind.capitalize()} milestone", rows),)


def _changes(state: State, actor: Actor) -> Iterator[str]:
    left = left_of(state, actor)
    if left.raises:
        yield "raise an approach"
    if left.stunts:
        yield "add a stunt"
    if left.concepts:
        yield "change the high concept"
    if left.minor:
        yield "make a small change"
