"""What a ready-made scene goes on with once the table has dice of its own."""

from __future__ import annotations

import pytest

from fatetable import rulesets
from fatetable.engine.errors import MalformedCommand
from fatetable.engine.opening import TABLE
from fatetable.tabletop.playthroughs.playthrough import read_playthrough
from fatetable.tabletop.playthroughs.ready_scenes import ReadyScene, all_scenes, set_up
from fatetable.tabletop.playthroughs.runner import run
from fatetable.tabletop.playthroughs.yaml_values import Unreadable
from fatetable.tabletop.table import Table

RULESET = rulesets.folders()[0]
SECRET = bytes(range(32))
HEAD = f"""\
title: A shore
ruleset: {RULESET}
seats: {{gm: gm, ana: player}}
steps:
  - {{as: gm, do: start-session}}
"""
SCENES = [pytest.param(scene, id=scene.name) for scene in all_scenes(None)]


def scene(opening: str) -> ReadyScene:
    return ReadyScene(RULESET, "shore", read_playthrough(f"{HEAD}opening:\n{opening}", "shore.yaml"))


def kinds_in(table: Table) -> list[str]:
    return [str(record.event.__struct_config__.tag).partition("/")[0] for record in table.records]


def test_it_is_played_when_the_dice_are_sealed_and_not_before() -> None:
    shore = scene("  - {as: gm, do: {type: start-scene, title: A shore}}\n")
    assert "scene-started" not in kinds_in(run(shore.script).table)
    kinds = kinds_in(set_up(shore, SECRET))
    assert kinds.index("play-opened") < kinds.index("scene-started")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("{as: ana, do: {type: start-scene, title: A shore}}", "line 7: 'ana' was refused"),
        ("{as: gm, offers: [end-scene]}", "line 7: 'gm' is not offered 'end-scene'"),
        ('{as: gm, do: {type: start-scene, title: A shore}, dice: ["0000"]}', "line 7: dice left over"),
    ],
)
def test_what_does_not_go_as_written_is_told_with_its_line(step: str, message: str) -> None:
    with pytest.raises(MalformedCommand, match=message) as refusal:
        set_up(scene(f"  - {step}\n"), SECRET)
    assert refusal.value.code == "broken-scene"


def test_it_is_a_list_of_steps() -> None:
    with pytest.raises(Unreadable, match="'opening' is a list"):
        scene("  as: gm\n")


@pytest.mark.parametrize("ready", SCENES)
def test_every_ready_made_scene_opens_and_then_its_dice_are_its_own(ready: ReadyScene) -> None:
    table = set_up(ready, SECRET)
    assert table.state.get(TABLE).commitment
    assert any(offer.group == "act" for seat in ready.script.seats for offer in table.offers(seat))
