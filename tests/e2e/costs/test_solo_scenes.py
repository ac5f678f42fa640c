"""One person plays every ready-made scene to its end, pressing only what the bar of the one page offers."""

from __future__ import annotations

import re

import pytest

from fatetable import rulesets
from tests.e2e.costs.conftest import Solo
from tests.e2e.costs.figures import IS_WRITING
from tests.e2e.costs.playing import LOOKS, Look, SimplePlayer

QUICK = {"storm-above-the-sea", "wrestling-at-the-fair", "chess-match"}
IN_COSTS = pytest.mark.skipif(not IS_WRITING, reason="takes half a minute or more; `make costs` plays it")
SCENES = [
    pytest.param(ruleset, scene, marks=() if scene in QUICK else IN_COSTS)
    for ruleset in rulesets.folders()
    for scene in rulesets.scenes(ruleset)
]
MOST = 400
ENCOUNTER = "section.order, section.battle, section[aria-label=Contest], section[aria-label=Challenge]"


@pytest.mark.parametrize(("ruleset", "scene"), SCENES)
def test_a_scene_is_played_to_its_end_by_one_person(solo: Solo, ruleset: str, scene: str) -> None:
    player = solo(ruleset, scene)
    page = player.page
    over = page.get_by_role("heading", name="Between scenes")
    idle = 0
    while not over.count():
        assert player.presses < MOST, player.done[-20:]
        idle = 0 if step(player) else idle + 1
        assert idle < LOOKS, f"nothing is offered: {player.look()}"
        if idle:
            page.wait_for_timeout(50)
    assert player.presses
    assert len(player.tops) == 1, "the bar keeps its height"
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
