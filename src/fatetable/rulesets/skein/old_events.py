"""How events of earlier versions are read, with what was Skein's own in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fatetable.engine.codec import Upcaster
from fatetable.mechanics import old_events
from fatetable.rulesets.skein.combat import points


def condition_from_version_1(event: dict[str, Any]) -> dict[str, Any]:
    """Scores were numbers, beside what each was at the start; an army had nothing but the number."""
    condition = dict(event["condition"])
    scores, whole = condition.pop("scores", {}), condition.pop("whole", {})
    tracks = {score: points(left, max(left, whole.get(score, left))) for score, left in scores.items()}
    changed = {"tracks": tracks, **condition} if tracks else condition
    return {**event, "type": "condition-set/2", "condition": changed}


def hands_from_version_1(event: dict[str, Any]) -> dict[str, Any]:
    """A weapon was thrown once, and named the zone it was thrown to."""
    hands = dict(event["hands"])
    if thrown := hands.pop("thrown", {}):
        hands["thrown"] = [{"weapon": weapon, "zone": zone} for weapon, zone in thrown.items()]
    return {**event, "type": "hands-changed/2", "hands": hands}


OLD_EVENTS: Mapping[str, Upcaster] = {
    **old_events.OLD_EVENTS,
    "condition-set/1": condition_from_version_1,
    "hands-changed/1": hands_from_version_1,
}
