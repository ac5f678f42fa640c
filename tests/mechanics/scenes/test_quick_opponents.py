"""Opposition in a few seconds: whatever the short form allows is on the table at once, with every ruleset."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.joining import BringCharacter, RevealActor
from fatetable.mechanics.scenes.lifecycle import StartScene, StartSession
from fatetable.mechanics.scenes.map_editing import DrawZone
from fatetable.mechanics.scenes.quick_opponents import QuickOpponent
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import ZONES
from fatetable.rulesets import folders
from fatetable.tabletop.table import Table
from tests.conformance.filling import Filler


def table_of(ruleset: str) -> Table:
    """One hero in a scene with one zone."""
    table = Table.open(ruleset, {"gm": "gm", "ana": "player"})
    hero = table.ruleset.forms("hero")[0]
    assert isinstance(hero, Sheet)
    table.send("ana", BringCharacter(hero, SeatId("ana")))
    table.send("gm", StartSession())
    table.send("gm", StartScene("The old mill", (*table.state.get(CAST),)))
    table.send("gm", DrawZone(name="The loft"))
    return table


def quick(table: Table) -> list[Offer]:
    return [offer for offer in table.offers("gm") if isinstance(offer.command, QuickOpponent)]


def usual(offer: Offer, **values: object) -> QuickOpponent:
    """With whatever stands in the form already."""
    command = offer.fill(**values)
    assert isinstance(command, QuickOpponent)
    return command


@pytest.fixture(params=folders())
def table(request: pytest.FixtureRequest) -> Table:
    return table_of(request.param)


def test_a_name_is_enough_and_it_stands_in_the_scene_where_it_was_put(table: Table) -> None:
    (zone,) = table.state.get(ZONES).zones
    assert len(quick(table)) >= 2
    for offer in quick(table):
        name = f"Miller of {offer.label}"[:60]
        command = usual(offer, name=name, zone=zone)
        before = len(table.state.get(CAST))
        table.send("gm", command)
        *_, actor = table.state.get(CAST)
        # Some usually come in numbers, under names that tell them apart.
        is_alone = len(table.state.get(CAST)) == before + 1
        assert table.state.get(CAST)[actor].name == (name if is_alone else f"{name} {command.number}")
        assert actor in table.state.get(SCENE).present
        assert table.state.get(ZONES).places[actor] == zone
        assert table.view("ana").get(CAST)[actor].sheet.traits == {}


def test_several_come_under_names_that_tell_them_apart(table: Table) -> None:
    table.send("gm", usual(quick(table)[0], name="Wolf", number=3))
    assert [actor.name for actor in table.state.get(CAST).values()][1:] == ["Wolf 1", "Wolf 2", "Wolf 3"]


def test_nobody_learns_of_those_who_are_hidden(table: Table) -> None:
    (zone,) = table.state.get(ZONES).zones
    table.send("gm", usual(quick(table)[0], name="Wolf", number=2, zone=zone, is_hidden=True))
    hidden = [actor.id for actor in table.state.get(CAST).values() if actor.is_hidden]
    assert len(hidden) == 1
    seen = table.view("ana").get(CAST)
    for actor in hidden:
        assert actor not in table.state.get(SCENE).present
        assert actor not in table.state.get(ZONES).places
        assert actor not in seen
    assert not any(card.bearer in hidden for card in table.view("ana").get(ASPECTS).values())
    table.send("gm", RevealActor(hidden[0]))
    assert [card.text for card in table.view("ana").get(ASPECTS).values() if card.bearer in hidden] == ["Wolf"]


def test_whatever_fits_into_the_form_is_accepted(table: Table) -> None:
    filler = Filler(Random(7), table.ruleset)
    for offer in quick(table):
        for _ in range(40):
            table.send("gm", filler.fill(offer))


def test_what_does_not_fit_is_refused(table: Table) -> None:
    offer = quick(table)[0]
    for wrong in (
        usual(offer, name="Wolf", number=0),
        usual(offer, name="Wolf", zone=ActorId("nowhere")),
        QuickOpponent(kind="hero", name="Wolf", number=1, fill={}),
    ):
        with pytest.raises(RuleViolation) as refusal:
            table.send("gm", wrong)
        assert refusal.value.code in ("unfinished-sheet", "wrong-kind")
    with pytest.raises(RuleViolation):
        table.send("ana", usual(offer, name="Wolf"))


def test_a_nameless_one_is_called_by_its_kind(table: Table) -> None:
    offer = quick(table)[0]
    table.send("gm", usual(offer, name="  "))
    *_, made = table.state.get(CAST).values()
    assert made.name == offer.member.capitalize()


def test_a_blank_that_is_left_out_is_as_good_as_one_left_empty(table: Table) -> None:
    def outcome(command: QuickOpponent) -> str:
        try:
            table.send("gm", command)
        except RuleViolation as refusal:
            return refusal.code
        return "on the table"

    for offer in quick(table):
        command = usual(offer, name=f"Miller of {offer.label}"[:60])
        empty = msgspec.structs.replace(command, fill=dict.fromkeys(command.fill, ""))
        assert outcome(msgspec.structs.replace(command, fill={})) == outcome(empty)
