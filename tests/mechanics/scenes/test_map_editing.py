"""A zone is moved on the map or hidden again, and only seats that may know it learn of it."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import Command, SeatId
from fatetable.engine.opening import Rewind
from fatetable.mechanics.aspects.editing import PlaceAspect, RewordAspect
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.rolls.actions import Overcome
from fatetable.mechanics.scenes.joining import BringCharacter
from fatetable.mechanics.scenes.lifecycle import LeaveScene, StartScene, StartSession
from fatetable.mechanics.scenes.map_editing import (
    FARTHEST,
    LARGEST,
    SMALLEST,
    DrawZone,
    HideZone,
    PlaceActor,
    PutZone,
    RemoveBorder,
    RenameZone,
    RevealZone,
    SetBorder,
    SketchZone,
)
from fatetable.mechanics.scenes.zones import ZONES, Border, ZoneId
from fatetable.mechanics.view.blocks import ZoneMapBlock, ZoneView
from fatetable.rulesets import folders
from fatetable.tabletop.table import Table
from fatetable.tabletop.words.chronicle import Chronicle


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
        told = Chronicle(self.table, seat)
        told.hear_news()
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


def test_a_zone_is_drawn_with_a_place_and_a_size_that_everybody_sees(mill: Mill) -> None:
    mill.do(SketchZone(name="Pond", next_to=(mill["Yard"],), left=300, top=-40, width=320, height=90))
    for seat in ("gm", "ana"):
        pond = mill.seen_by(seat)["Pond"]
        assert (pond.at, pond.size) == ((300, -40), (320, 90))
    assert mill.table.view("ana").get(ZONES).border(mill["Yard"], mill["Pond"]) is not None


def test_a_zone_without_a_name_gets_a_number_that_tells_nothing_of_hidden_ones(mill: Mill) -> None:
    for is_hidden in (False, True, False):
        mill.do(SketchZone(is_hidden=is_hidden, width=200, height=100))
    assert set(mill.seen_by("ana")) == {"Yard", "Loft", "Zone 1", "Zone 2"}
    assert "Hidden zone 1" in mill.seen_by("gm")


def test_a_zone_is_neither_too_small_to_press_nor_larger_than_the_map(mill: Mill) -> None:
    mill.do(SketchZone(name="Nook", width=1, height=LARGEST))
    assert mill.seen_by("ana")["Nook"].size == (SMALLEST, LARGEST)
    assert mill.refused(SketchZone(left=FARTHEST + 1, width=100, height=100)) == "off-the-map"
    assert mill.refused(SketchZone(width=100, height=100), "ana") == "gm-only"


def test_a_zone_that_is_put_elsewhere_keeps_its_size_unless_it_gets_another(mill: Mill) -> None:
    mill.do(PutZone(mill["Loft"], 10, 20, 300, 150))
    mill.do(PutZone(mill["Loft"], 40, 50))
    loft = mill.seen_by("ana")["Loft"]
    assert (loft.at, loft.size) == ((40, 50), (300, 150))


def test_a_zone_is_renamed_for_everybody_who_knows_of_it(mill: Mill) -> None:
    mill.do(RenameZone(mill["Loft"], "Hayloft"))
    assert set(mill.seen_by("ana")) == {"Yard", "Hayloft"}
    assert mill.story("ana")[-1] == "Loft is now called Hayloft."
    told = mill.story("ana")
    mill.do(RenameZone(mill["Cellar"], "Crypt"))
    assert mill.story("ana") == told
    assert "Crypt" in mill.seen_by("gm")
    with pytest.raises(RuleViolation, match="name already"):
        mill.table.send("gm", RenameZone(mill["Yard"], "Hayloft"))
    with pytest.raises(RuleViolation, match="needs a name"):
        mill.table.send("gm", RenameZone(mill["Yard"], " "))


def test_a_way_is_removed_and_with_a_hidden_end_nobody_hears_of_it(mill: Mill) -> None:
    told = mill.story("ana")
    mill.do(RemoveBorder(mill["Yard"], mill["Cellar"]))
    assert mill.story("ana") == told
    mill.do(RemoveBorder(mill["Loft"], mill["Yard"]))
    assert mill.map_of("ana").borders == mill.map_of("gm").borders == ()
    assert mill.story("ana")[-1] == "No way leads from Loft to Yard any more."
    assert mill.refused(RemoveBorder(mill["Loft"], mill["Yard"])) == "no-such-way"


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


def test_a_way_to_a_hidden_zone_that_becomes_clear_is_told_once_the_zone_is_revealed(mill: Mill) -> None:
    mill.do(DrawZone(name="Attic", next_to=(mill["Yard"],)))
    mill.do(PlaceActor(mill.hero, mill["Yard"]))
    mill.do(SetBorder(one=mill["Yard"], other=mill["Loft"], blocker=mill.hero))
    loft = mill["Loft"]
    mill.do(HideZone(loft))
    heard = len(mill.table.told("ana"))
    mill.table.send("ana", Move(mill.hero, mill["Attic"]))
    news = b"".join(mill.table.ruleset.codec.write(record) for record in mill.table.told("ana")[heard:])
    assert mill["Attic"].encode() in news
    assert loft.encode() not in news, "a player is told of a zone that they may not know"
    assert mill.table.view("ana").get(ZONES).border(mill["Yard"], loft) is None
    assert any(isinstance(offer.command, Move) for offer in mill.table.offers("ana"))
    mill.do(RevealZone(loft))
    for seat in ("gm", "ana"):
        assert mill.table.view(seat).get(ZONES).border(mill["Yard"], loft) == Border(mill["Yard"], loft)


def test_nobody_forces_a_way_to_a_hidden_zone(mill: Mill) -> None:
    def answer(zone: ZoneId) -> tuple[str, str]:
        trait = next(iter(mill.table.state.get(CAST)[mill.hero].sheet.traits))
        command = Overcome(actor=mill.hero, trait=trait, description="Up the wall", zone=zone)
        with pytest.raises(RuleViolation) as refusal:
            mill.table.send("ana", command)
        return refusal.value.code, refusal.value.message.replace(zone, "…")

    mill.do(PlaceActor(mill.hero, mill["Yard"]))
    mill.do(SetBorder(one=mill["Yard"], other=mill["Loft"], barrier="A ladder pulled up"))
    mill.do(HideZone(mill["Loft"]))
    assert answer(mill["Loft"]) == answer(ZoneId("z99999"))


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


def test_what_changes_the_map_is_about_zones_and_what_lays_out_aspects_about_aspects(mill: Mill) -> None:
    kinds = {type(offer.command): offer.target and offer.target.kind for offer in mill.table.offers("gm")}
    about_zones = (DrawZone, RevealZone, HideZone, PutZone, SetBorder, PlaceActor)
    assert {kinds[command] for command in about_zones} == {"zone"}
    assert {kinds[command] for command in (PlaceAspect, RewordAspect)} == {"aspect"}
