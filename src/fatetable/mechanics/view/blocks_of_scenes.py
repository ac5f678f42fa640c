"""Blocks of the scene being played and of scenes that are prepared."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.scenes.facts import FACTS
from fatetable.mechanics.scenes.premise import FRAME
from fatetable.mechanics.scenes.prepared import PREPARED, PreparedScene
from fatetable.mechanics.scenes.state import CALENDAR, SCENE
from fatetable.mechanics.view.blocks import PreparedBlock, PreparedPartView, PreparedSceneView, SceneBlock


def scene_blocks(state: State, seat: Seat, scenario: Callable[[State], tuple[str, ...]]) -> Iterator[SceneBlock]:
    """`scenario` says what the game master is reminded of."""
    scene = state.get(SCENE)
    facts = tuple(f"{fact.aspect}: {fact.fact}" for fact in state.get(FACTS))
    yield SceneBlock(
        title=scene.title,
        number=scene.number,
        session=state.get(CALENDAR).session,
        is_open=scene.is_open,
        facts=facts,
        genre=state.get(FRAME).genre,
        setting=state.get(FRAME).setting,
        scenario=scenario(state) if seat.is_gm else (),
        background=scene.background,
    )


def prepared_blocks(state: State, seat: Seat) -> Iterator[PreparedBlock]:
    drawer = state.get(PREPARED)
    if drawer and seat.is_gm:
        yield PreparedBlock(tuple(map(_prepared_scene, drawer.values())))


def _prepared_scene(scene: PreparedScene) -> PreparedSceneView:
    names = {zone.id: zone.name for zone in scene.zones}
    return PreparedSceneView(
        id=scene.id,
        title=scene.title,
        aspects=tuple(
            PreparedPartView(id=each.id, text=each.words, where=names.get(each.zone, ""), is_hidden=each.is_hidden)
            for each in scene.aspects
        ),
        zones=tuple(
            PreparedPartView(
                id=each.id,
                text=each.name,
                where=", ".join(names[other] for other in each.next_to),
                is_hidden=each.is_hidden,
            )
            for each in scene.zones
        ),
        opponents=tuple(
            PreparedPartView(id=each.id, text=each.sheet.name, where=names.get(each.zone, ""), is_hidden=each.is_hidden)
            for each in scene.opponents
        ),
        background=scene.background,
    )
