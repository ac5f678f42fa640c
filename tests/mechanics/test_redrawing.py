"""A zone is put elsewhere on the map or hidden again, and nobody learns of it who should not."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.opening import Rewind
from fatetable.mechanics.blocks import ZoneMapBlock, ZoneView
from fatetable.mechanics.cast import CAST
from fatetable.mechanics.casting import BringCharacter
from fatetable.mechanics.redrawing import FARTHEST, HideZone, PutZone
from fatetable.mechanics.scenes import LeaveScene, StartScene, StartSession
from fatetable.mechanics.sheets import Sheet
from fatetable.mechanics.staging import DrawZone, PlaceActor, PlaceAspect, RevealZone
from fatetable.mechanics.zones import ZONES, ZoneId
from fatetable.rulesets import folders
from fatetable.tabletop.narration import Chronicle
from fatetable.tabletop.table import Table


class Mill:
    """A scene with a yard, a loft beside it, and a cellar that nobody knows of."""

    def __init__(self, ruleset: str) -> None:
        self.table = Table.open(ruleset, {"gm": "gm", "ana": "player"})
        hero = self.table.ruleset.forms("hero")[0]
        assert isinstance(hero, Sheet)
        self.table.send("ana", BringCharacter(hero, SeatId("ana")))
        (self.hero,) = self.table.state.get(CAST)
        self.table.send("gm", StartSession())
        self.table.send("gm", StartScene("The old mill", (self.hero,)))
        self.table.send("gm", DrawZone(name="Yard"))
        self.table.send("gm", DrawZone(name="Loft", next_to=(self["Yard"],)))
        self.table.send("gm", DrawZone(name="Cellar", next_to=(self["Yard"],), is_hidden=True))

    def __getitem__(self, name: str) -> ZoneId:
        return next(zone.id for zone in self.table.state.get(ZONES).zones.values() if zone.name == name)

    def do(self, command: Command) -> None:
        assert any(offer.matches(command) for offer in self.table.offers("gm")), f"not offered: {command}"
        self.table.send("gm", command)

    def refused(self, command: Command, seat: str = "gm") -> str:
        assert not any(offer.matches(command) for offer in self.table.offers(seat)), f"offered: {command}"
        with pytest.raises(RuleViolation) as refusal:
            self.table.send(seat, command)
        return refusal.value.code

    def map_of(self, seat: str) -> ZoneMapBlock:
        (block,) = (block for block in self.table.present(seat) if isinstance(block, ZoneMapBlock))
        return block

    def seen_by(self, seat: str) -> dict[str, ZoneView]:
        return {zone.name: zone for zone in self.map_of(seat).zones}

    def story(self, seat: str) -> list[str]:
        told = Chronicle(self.table.ruleset)
        told.hear(self.table.told(seat))
        return [line for _, line in told.lines]


@pytest.fixture(params=folders())
def mill(request: pytest.FixtureRequest) -> Mill:
    return Mill(request.param)


def test_where_a_zone_is_drawn_everybody_sees_it(mill: Mill) -> None:
    before = mill.story("ana")
    mill.do(PutZone(mill["Loft"], 300, -40))
    assert mill.seen_by("ana")["Loft"].at == mill.seen_by("gm")["Loft"].at == (300, -40)
    assert mill.seen_by("ana")["Yard"].at is None
    assert mill.story("ana") == before, "a map is looked at, not told"


def test_where_a_hidden_zone_lies_is_told_when_it_is_revealed_and_no_sooner(mill: Mill) -> None:
    heard = len(mill.table.told("ana"))
    mill.do(PutZone(mill["Cellar"], 10, 500))
    assert mill.seen_by("gm")["Cellar"].at == (10, 500)
    assert len(mill.table.told("ana")) == heard
    mill.do(RevealZone(mill["Cellar"]))
    assert mill.seen_by("ana")["Cellar"].at == (10, 500)


def test_the_map_is_the_game_master_s_and_has_an_edge(mill: Mill) -> None:
    assert mill.refused(PutZone(mill["Yard"], 1, 1), "ana") == "gm-only"
    assert mill.refused(HideZone(mill["Yard"]), "ana") == "gm-only"
    assert mill.refused(PutZone(mill["Yard"], FARTHEST + 1, 0)) == "off-the-map"
    assert mill.refused(PutZone(mill["Yard"], 0, -FARTHEST - 1)) == "off-the-map"
    assert mill.refused(PutZone(ZoneId("z0"), 1, 1)) == "no-such-zone"
    assert mill.refused(HideZone(ZoneId("z0"))) == "no-such-zone"
    assert mill.refused(HideZone(mill["Cellar"])) == "already-hidden"


def test_a_hidden_zone_is_gone_for_everybody_else_and_comes_back_as_it_was(mill: Mill) -> None:
    before = mill.map_of("ana")
    told = mill.story("ana")
    mill.do(HideZone(mill["Loft"]))
    assert set(mill.seen_by("ana")) == {"Yard"}
    assert mill.map_of("ana").borders == ()
    assert mill.story("ana") == told, "nobody hears that something is hidden"
    assert mill["Loft"] not in mill.table.view("ana").get(ZONES).zones
    assert mill.seen_by("gm")["Loft"].is_hidden
    assert mill.story("gm")[-1] == "Loft is hidden from everybody else."
    mill.do(RevealZone(mill["Loft"]))
    assert mill.map_of("ana") == before


def test_hiding_a_zone_can_be_taken_back(mill: Mill) -> None:
    before = mill.map_of("ana")
    mill.do(HideZone(mill["Loft"]))
    mill.table.send("gm", Rewind(to=mill.table.state.seq - 1))
    assert mill.map_of("ana") == before


def test_what_everybody_sees_in_a_zone_keeps_it_from_being_hidden(mill: Mill) -> None:
    mill.do(PlaceActor(mill.hero, mill["Loft"]))
    assert mill.refused(HideZone(mill["Loft"])) == "in-use"
    mill.do(PlaceAspect(words="Dust in the Air", zone=mill["Yard"]))
    assert mill.refused(HideZone(mill["Yard"])) == "in-use"


def test_what_nobody_else_knows_of_does_not_keep_a_zone_from_being_hidden(mill: Mill) -> None:
    mill.do(PlaceAspect(words="Rotten Ladder", zone=mill["Loft"], is_hidden=True))
    mill.do(HideZone(mill["Loft"]))
    assert "Loft" not in mill.seen_by("ana")


def test_whoever_left_the_scene_from_a_zone_is_in_it_no_more_once_it_was_hidden(mill: Mill) -> None:
    mill.do(PlaceActor(mill.hero, mill["Loft"]))
    mill.do(LeaveScene(mill.hero))
    mill.do(HideZone(mill["Loft"]))
    for seat in ("gm", "ana"):
        assert mill.table.view(seat).get(ZONES).places == {}


def test_a_player_cannot_tell_a_hidden_zone_from_one_that_is_not_there(mill: Mill) -> None:
    def answer(zone: ZoneId) -> tuple[str, str]:
        with pytest.raises(RuleViolation) as refusal:
            mill.table.send("ana", PlaceActor(mill.hero, zone))
        return refusal.value.code, refusal.value.message.replace(zone, "…")

    assert answer(mill["Cellar"]) == answer(ZoneId("z99999"))
