"""One person plays every ready-made scene, pressing only what the bar of the one page offers.

Every run plays short scenes to their ends and begins the others; `make costs` plays all of them to their ends.
"""

from __future__ import annotations

import re

import pytest

from fatetable import rulesets
from tests.e2e.costs.conftest import Solo
from tests.e2e.costs.figures import IS_WRITING
from tests.e2e.costs.playing import LOOKS, Look, SimplePlayer

SCENES = [(ruleset, scene) for ruleset in rulesets.folders() for scene in rulesets.scenes(ruleset)]
SHORT = {"storm-above-the-sea", "wrestling-at-the-fair"}
"""A challenge and a contest, played to their ends in seconds; fights and battles are many exchanges."""
BEGINNING = 12
"""Presses of a long scene that every run plays."""
MOST = 400
ENCOUNTER = "section.order, section.battle, section[aria-label=Contest], section[aria-label=Challenge]"


@pytest.mark.parametrize(("ruleset", "scene"), SCENES)
def test_a_scene_is_played_by_one_person(solo: Solo, ruleset: str, scene: str) -> None:
    is_whole = scene in SHORT or IS_WRITING
    player = solo(ruleset, scene)
    page = player.page
    over = page.get_by_role("heading", name="Between scenes")
    idle = 0
    while not over.count() and (is_whole or player.presses < BEGINNING):
        assert player.presses < MOST, player.done[-20:]
        idle = 0 if step(player) else idle + 1
        assert idle < LOOKS, f"nothing is offered: {player.look()}"
        if idle:
            page.wait_for_timeout(50)
    assert player.presses
    assert not player.visitor.faults


def step(player: SimplePlayer) -> bool:
    """What is asked comes first; then tasks of a challenge; when nothing is going on any more, the scene ends."""
    look = player.look()
    index = player.choice(look)
    if index is None and look.isSoft and not look.isWaiting:
        index = wish(look, has_encounter=player.page.locator(ENCOUNTER).count() > 0)
    return index is not None and player.press(look, index)


def wish(look: Look, *, has_encounter: bool) -> int | None:
    if has_encounter:
        return find(look, "^(Take on a task|End the challenge)")
    return find(look, "^End the scene")


def find(look: Look, pattern: str) -> int | None:
    found = (index for index, label in enumerate(look.labels) if re.search(pattern, label))
    return next(found, None)
