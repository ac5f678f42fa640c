"""Waivers on a sheet that a player brings: the game master is asked, in every ruleset."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from fatetable import rulesets
from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import PROMPTS
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.creation import CreationProcedure
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.tabletop.table import Table

ANA = SeatId("ana")


def _incomplete(creation: CreationProcedure, hero: Sheet) -> Iterator[Sheet]:
    """The hero without an aspect, and without the last part of each kind."""
    yield msgspec.structs.replace(hero, aspects=dict(list(hero.aspects.items())[1:]))
    for kind, parts in hero.entries.items():
        yield creation.finish(msgspec.structs.replace(hero, entries={**hero.entries, kind: parts[:-1]}))


def _waived_hero(ruleset_id: str) -> Sheet:
    """A ready-made hero who lacks something, with that waived: the first lack that a game master may waive."""
    creation = rulesets.load(ruleset_id).creation
    hero = next(sample for sample in creation.samples if sample.kind == "hero")
    for sheet in _incomplete(creation, hero):
        codes = {problem.code for problem in creation.problems(sheet) if problem.severity == "error"}
        waived = msgspec.structs.replace(sheet, waived=tuple(sorted(codes)))
        if codes and all(problem.severity != "error" for problem in creation.problems(waived)):
            return waived
    raise LookupError(ruleset_id)


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
