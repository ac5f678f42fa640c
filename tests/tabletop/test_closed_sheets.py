"""At a table with closed sheets nobody reads what another player wrote about a character's past."""

from __future__ import annotations

import msgspec

from fatetable import rulesets
from fatetable.engine.messages import SeatId
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.tabletop.table import Table


def test_the_tales_of_a_closed_sheet_reach_its_player_and_the_game_master_only() -> None:
    ruleset_id = rulesets.folders()[0]
    table = Table.open(ruleset_id, {"gm": "gm", "ana": "player", "bo": "player"}, dials={"open_sheets": False})
    sheet = msgspec.structs.replace(table.ruleset.creation.samples[0], texts={"tale": "I was a thief."})
    table.send("ana", BringCharacter(sheet, SeatId("ana")))
    told = {
        seat: [dict(actor.sheet.texts) for actor in table.view(seat).get(CAST).values()] for seat in ("gm", "ana", "bo")
    }
    assert told == {"gm": [{"tale": "I was a thief."}], "ana": [{"tale": "I was a thief."}], "bo": [{}]}
