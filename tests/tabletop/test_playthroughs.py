"""Every shipped playthrough and scene goes as written, and what does not is reported with its line."""

from __future__ import annotations

import pytest

from fatetable import rulesets
from fatetable.tabletop.playthroughs import Playthrough, read_playthrough, run

SHIPPED = [
    pytest.param(text, name, id=f"{ruleset}-{name}")
    for ruleset in rulesets.folders()
    for texts in (rulesets.playthroughs(ruleset), rulesets.scenes(ruleset))
    for name, text in texts.items()
]


def playthrough(text: str) -> Playthrough:
    return read_playthrough(text, "game.yaml")


@pytest.mark.parametrize(("text", "name"), SHIPPED)
def test_it_goes_as_written(text: str, name: str) -> None:
    assert run(read_playthrough(text, name)).mismatches == ()
