"""Who is active: in the scene, and not out of it."""

from __future__ import annotations

from fatetable.engine.identity import remembered
from fatetable.engine.offers import Choice
from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, NOBODY, ActorId, Cast
from fatetable.mechanics.harm.state import HARM, Conditions, is_out
from fatetable.mechanics.scenes.state import SCENE, Scene


def people_there(state: State, *, besides: ActorId = NOBODY) -> tuple[Choice, ...]:
    return _people(state.get(CAST), _those_there(state.get(SCENE), state.get(HARM)), besides)


@remembered(limit=2048, has_texts=True)
def _people(cast: Cast, there: frozenset[ActorId], besides: ActorId) -> tuple[Choice, ...]:
    found = (actor for actor in cast.values() if actor.id != besides and actor.id in there)
    return tuple(Choice(actor.id, actor.name) for actor in found)


def is_active(state: State, actor: ActorId) -> bool:
    """Is this actor in the scene and not out of it?"""
    scene = state.get(SCENE)
    return scene.is_open and actor in scene.present and not is_out(state, actor)


@remembered(limit=2048)
def _those_there(scene: Scene, conditions: Conditions) -> frozenset[ActorId]:
    out = {actor for actor, condition in conditions.items() if condition.out}
    return frozenset(scene.present) - out if scene.is_open else frozenset()
