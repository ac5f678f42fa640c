"""Backgrounds: the picture behind the map of a scene, being played or prepared.

No offer leads to the command, because it needs a picture that somebody has uploaded.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.messages import GM, Command
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.images import ImageId, require_image
from fatetable.mechanics.scenes.prepared import ANYWHERE, PreparedId, PreparedSceneSet, prepared_scene
from fatetable.mechanics.scenes.state import SCENE, BackgroundSet


class SetBackground(Command, frozen=True, tag="set-background"):
    """Put a picture behind a prepared scene, or behind the one being played; without one, it is taken away."""

    image: ImageId
    scene: PreparedId = ANYWHERE


class Backgrounds(Struct, frozen=True):
    def subsystem(self) -> Subsystem:
        return Subsystem(name="backgrounds", decides={SetBackground: _set})


def _set(decision: Decision, command: SetBackground) -> None:
    decision.require_gm()
    require_image(decision, command.image)
    if command.scene:
        prepared = prepared_scene(decision, command.scene)
        _require_change(decision, prepared.background, command.image)
        changed = msgspec.structs.replace(prepared, background=command.image)
        decision.emit(PreparedSceneSet(changed), to=(GM,))
        return
    scene = decision.state.get(SCENE)
    decision.require(scene.is_open, "no-scene", "No scene is being played.")
    _require_change(decision, scene.background, command.image)
    decision.emit(BackgroundSet(command.image))


def _require_change(decision: Decision, before: ImageId, now: ImageId) -> None:
    decision.require(before != now, "no-change", "The scene looks like that already.")
