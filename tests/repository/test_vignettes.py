"""The pictures of ready-made scenes: each scene names one that is drawn, and no two scenes share one."""

from collections import Counter

import pytest

from fatetable.tabletop.playthroughs.ready_scenes import ReadyScene, all_scenes
from tests.repository.checkout import ROOT

DRAWN = {path.stem for path in (ROOT / "web" / "src" / "art" / "vignettes").glob("*.svelte")}


@pytest.mark.parametrize("scene", tuple(all_scenes(None)), ids=lambda scene: scene.name)
def test_a_ready_made_scene_names_a_picture_that_is_drawn(scene: ReadyScene) -> None:
    assert scene.script.art in DRAWN


def test_every_ready_made_scene_has_a_picture_of_its_own() -> None:
    assert [art for art, count in Counter(scene.art for scene in all_scenes(None)).items() if count > 1] == []
