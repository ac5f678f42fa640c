"""The benchmarks still play the games they measure."""

from __future__ import annotations

import runpy
from itertools import islice
from pathlib import Path

import pytest

from fatetable import rulesets

PLAY = runpy.run_path(str(Path(__file__).parents[2] / "benchmarks" / "play.py"))


@pytest.mark.parametrize("ruleset", rulesets.folders())
def test_a_game_to_measure_goes_on_and_changes_the_state(ruleset: str) -> None:
    table = PLAY["open_fight"](ruleset)
    steps = list(islice(PLAY["play"](table, 30), 30))
    assert len(steps) == 30
    assert len({id(step.state) for step in steps}) == 30
