"""Every ready-made scene and playthrough of Skein goes as written."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatetable.tabletop.playthroughs.playthrough import read_playthrough
from fatetable.tabletop.playthroughs.runner import run

FOLDER = Path(__file__).parents[2]
FILES = sorted((*FOLDER.glob("scenes/*.yaml"), *FOLDER.glob("playthroughs/*.yaml")))


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_it_goes_as_written(file: Path) -> None:
    playthrough = read_playthrough(file.read_text(encoding="utf-8"), file.name)
    found = run(playthrough).mismatches
    assert [f"{one.line}: {one.message}" for one in found] == []


def test_there_are_scenes_for_a_contest_a_fight_and_a_battle() -> None:
    names = {file.stem for file in FILES if file.parent.name == "scenes"}
    assert names >= {"wrestling-at-the-fair", "stand-at-the-ford", "battle-of-the-marches"}
