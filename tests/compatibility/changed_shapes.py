"""What earlier versions recorded, in the form this version keeps it in, where that form has changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def _condition(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """Boxes were those of one track; a score was a number that counted down from another."""
    rest = {name: value for name, value in recorded.items() if name not in ("boxes", "scores", "whole")}
    tracks = {"stress": recorded["boxes"]} if recorded["boxes"] else {}
    for score, left in recorded["scores"].items():
        length = max(left, recorded["whole"].get(score, 0))
        tracks[score] = [point < length - left for point in range(length)]
    return {**rest, "tracks": tracks}


def _hands(recorded: Mapping[str, Any]) -> dict[str, Any]:
    """A weapon was thrown once, and named the zone it was thrown to."""
    thrown = [{"weapon": weapon, "zone": zone} for weapon, zone in recorded["thrown"].items()]
    return {**recorded, "thrown": thrown}


AS_NOW: Mapping[str, Callable[[Any], Any]] = {
    "harm": lambda recorded: {actor: _condition(condition) for actor, condition in recorded.items()},
    "hands": lambda recorded: {actor: _hands(hands) for actor, hands in recorded.items()},
}
"""By slice."""
