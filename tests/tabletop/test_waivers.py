"""Waivers on a sheet that a player brings: the game master is asked, in every ruleset."""

from __future__ import annotations

import msgspec
import pytest

from fatetable import rulesets
from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import PROMPTS
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.tabletop.table import Table

ANA = SeatId("ana")


def _waived_hero(ruleset_id: str) -> Sheet:
    """A ready-made hero without one of its aspects, and with that waived."""
    creation = rulesets.load(ruleset_id).creation
    hero = next(sample for sample in creation.samples if sample.kind == "hero")
    bare = msgspec.structs.replace(hero, aspects=dict(list(hero.aspects.items())[1:]))
    codes = {problem.code for problem in creation.problems(bare) if problem.severity == "error"}
    return msgspec.structs.replace(bare, waived=tuple(sorted(codes)))


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_a_player_who_waives_a_rule_for_themselves_needs_the_game_masters_word(ruleset_id: str) -> None:
    table = Table.open(rulesets.load(ruleset_id), {"gm": "gm", "ana": "player"})
    sheet = _waived_hero(ruleset_id)
    assert sheet.waived
    table.send("ana", BringCharacter(sheet, ANA))
    assert not table.state.get(CAST)
    assert [prompt.kind for prompt in table.state.get(PROMPTS).values()] == ["character"]


@pytest.mark.parametrize("ruleset_id", rulesets.folders())
def test_the_game_master_brings_a_sheet_with_waivers_without_being_asked(ruleset_id: str) -> None:
    table = Table.open(rulesets.load(ruleset_id), {"gm": "gm", "ana": "player"})
    table.send("gm", BringCharacter(_waived_hero(ruleset_id), ANA))
    assert len(table.state.get(CAST)) == 1
