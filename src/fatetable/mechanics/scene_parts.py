"""The parts by which scenes are set and people and things come into them; every ruleset has them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from fatetable.mechanics.aspects.editing import AspectEditing, Outlasts, goes_with_the_scene
from fatetable.mechanics.characters.cast import Actor
from fatetable.mechanics.characters.portraits import Portraits
from fatetable.mechanics.kit import Kit, Part
from fatetable.mechanics.scenes.backgrounds import Backgrounds
from fatetable.mechanics.scenes.departures import Departures
from fatetable.mechanics.scenes.facts import Facts
from fatetable.mechanics.scenes.joining import Joining
from fatetable.mechanics.scenes.lifecycle import SceneLifecycle, WhyBusy, always
from fatetable.mechanics.scenes.map_editing import MapEditing
from fatetable.mechanics.scenes.prepared import PreparedScenes
from fatetable.mechanics.scenes.quick_opponents import QuickKind, QuickOpponents

Tables = TypeVar("Tables")
Dials = TypeVar("Dials")


def scene_parts(
    kit: Kit[Tables, Dials],
    *,
    joining: Joining,
    why_busy: WhyBusy,
    quick: tuple[QuickKind, ...] = (),
    most_on_zone: int | None = None,
    goes_along: Callable[[Actor], bool] = always,
    outlasts: Outlasts = goes_with_the_scene,
) -> tuple[Part, ...]:
    """`quick` are the kinds of opponents made by a short form; `most_on_zone` bounds the aspects of a zone.

    What `outlasts` a scene stays without being kept.

    `goes_along` tells of followers whether they come and go with their patron.
    """
    cites = kit.cites
    aspects = AspectEditing(cites, most_on_zone=most_on_zone, outlasts=outlasts)
    zones = MapEditing(cites)
    scenes = SceneLifecycle(why_busy=why_busy, cites=cites, pace=kit.checks.pace, goes_along=goes_along)
    return (
        Facts(cites),
        aspects,
        zones,
        scenes,
        joining,
        Departures(why_busy),
        PreparedScenes(scenes=scenes, aspects=aspects, zones=zones, joining=joining, cites=cites),
        Portraits(),
        Backgrounds(),
        QuickOpponents(kinds=quick, joining=joining, scenes=scenes, zones=zones),
    )
