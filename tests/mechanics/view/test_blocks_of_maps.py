"""The map: who stands where, and what is in the way."""

from __future__ import annotations

import msgspec

from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.scenes.map_editing import PlaceActor, SetBorder
from fatetable.mechanics.view.blocks import SheetBlock, ZoneMapBlock
from fatetable.mechanics.view.headcount import Headcount
from tests.mechanics.small_game import RETH, THUG, SmallGame
from tests.mechanics.view.showing import PRESENTING, shown


def test_without_zones_there_is_no_map() -> None:
    assert shown(SmallGame().scene(), "gm", ZoneMapBlock) == []


def test_tokens_say_whose_they_are_and_whose_turn_it_is() -> None:
    g = SmallGame().scene()
    yard, loft = g.draw("Yard", "Loft")
    g.do("gm", PlaceActor(RETH, yard))
    g.do("gm", PlaceActor(THUG, loft))
    g.do("gm", SetBorder(one=yard, other=loft, blocker=THUG))
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    (block,) = shown(g, "ana", ZoneMapBlock)
    assert [(zone.name, zone.actors) for zone in block.zones] == [("Yard", ("Reth",)), ("Loft", ("Thug",))]
    reth, thug = (zone.tokens[0] for zone in block.zones)
    assert (reth.side, thug.side) == ("heroes", "opposition")
    assert (reth.is_mine, reth.points, reth.state) == (True, 3, "acting")
    assert (thug.is_mine, thug.points, thug.state) == (False, None, "waiting")
    (border,) = block.borders
    assert (border.one, border.other, border.barrier) == ("Yard", "Loft", "Thug")


def test_outside_an_encounter_the_game_masters_people_are_on_no_side() -> None:
    g = SmallGame().scene()
    (yard,) = g.draw("Yard")
    g.do("gm", PlaceActor(RETH, yard))
    g.do("gm", PlaceActor(THUG, yard))
    (block,) = shown(g, "ana", ZoneMapBlock)
    assert [(token.actor, token.side) for token in block.zones[0].tokens] == [(RETH, "heroes"), (THUG, "")]


def test_a_group_says_how_many_of_it_stand() -> None:
    counting = msgspec.structs.replace(
        PRESENTING, headcount=lambda _, actor: Headcount(2, 4, is_nameless=True) if actor.id == THUG else Headcount()
    )
    g = SmallGame().scene()
    (yard,) = g.draw("Yard")
    g.do("gm", PlaceActor(THUG, yard))
    (block,) = shown(g, "ana", ZoneMapBlock, counting)
    (token,) = block.zones[0].tokens
    assert (token.standing, token.size, token.is_nameless) == (2, 4, True)
    sheets = {sheet.actor: (sheet.standing, sheet.size) for sheet in shown(g, "ana", SheetBlock, counting)}
    assert (sheets[THUG], sheets[RETH]) == ((2, 4), (1, 1))
