"""Reads conditions as earlier versions stored them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatetable.engine.codec import Upcaster
from fatetable.mechanics.harm.state import STRESS


def from_version_1(event: dict[str, Any]) -> dict[str, Any]:
    """The boxes were those of a single track."""
    rest = {name: value for name, value in event["condition"].items() if name != "boxes"}
    boxes = event["condition"].get("boxes")
    return {**event, "type": "condition-set/2", "condition": {"tracks": {STRESS: boxes}, **rest} if boxes else rest}


OLD_CONDITIONS: Mapping[str, Upcaster] = {"condition-set/1": from_version_1}
