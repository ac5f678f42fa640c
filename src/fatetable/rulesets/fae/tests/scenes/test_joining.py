"""Bringing characters to the table: whose they are, which sheets are accepted, and what others see of them."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.seats import AddSeat
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.harm.state import HARM, STRESS
from fatetable.mechanics.scenes.joining import AddOpponent, BringCharacter, RevealActor
from fatetable.rulesets.fae.tests.support.book import TABLES
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import ABIGAIL, VELD

CY = SeatId("cy")


def waiting_for(sheet_of: str = "Abigail Zhao") -> tuple[Game, BringCharacter]:
    """A third player has sat down and holds a sheet."""
    g = Game(scene=False)
    g.do("gm", AddSeat("Cy", "player"))
    return g, BringCharacter(TABLES.sample(sheet_of), CY)


@pytest.mark.rule("FAE-SETUP-08")
def test_everybody_brings_one_character_of_their_own_and_the_game_master_anybodys() -> None:
    g, bring = waiting_for()
    assert g.refused("ana", bring) == "not-yours"
    assert g.refused("gm", BringCharacter(bring.sheet, SeatId("zoe"))) == "unknown-seat"
    assert g.refused("gm", BringCharacter(bring.sheet, SeatId("gm"))) == "unknown-seat"
    assert any(offer.matches(bring) for offer in g.offers("cy"))
    assert not any(offer.matches(bring) for offer in g.offers("ana"))
    g.do("gm", bring)
    assert g.table.state.get(CAST)[ABIGAIL].controller == CY
    assert g.refused("cy", bring) == "one-character-each"
    assert not g.offers("cy", BringCharacter)


@pytest.mark.rule("FAE-CHAR-01")
def test_only_a_finished_sheet_of_the_right_kind_and_game_is_accepted() -> None:
    g, bring = waiting_for()
    other_game = msgspec.structs.replace(bring.sheet, ruleset="whist")
    assert g.refused("cy", BringCharacter(other_game, CY)) == "other-ruleset"
    assert g.refused("cy", BringCharacter(TABLES.sample("Veld"), CY)) == "wrong-kind"
    nameless = msgspec.structs.replace(bring.sheet, name="", description="")
    with pytest.raises(RuleViolation, match=r"2 problems in all") as refusal:
        g.do("cy", BringCharacter(nameless, CY))
    assert refusal.value.code == "unfinished-sheet"


@pytest.mark.rule("FAE-NPC-01")
def test_opponents_are_the_game_masters_and_their_sheets_are_checked_too() -> None:
    g = Game(scene=False)
    veld = TABLES.sample("Veld")
    assert g.refused("ana", AddOpponent(veld)) == "gm-only"
    assert g.refused("gm", AddOpponent(TABLES.sample("Reth"))) == "wrong-kind"
    assert g.refused("gm", AddOpponent(msgspec.structs.replace(veld, name=""))) == "unfinished-sheet"
    g.do("gm", AddOpponent(veld))
    assert g.table.state.get(CAST)[VELD].controller is None


@pytest.mark.rule("FAE-ASP-36")
def test_players_see_an_opponent_but_not_its_figures() -> None:
    g = Game(foes=("Veld",), open_aspects=False)
    seen = g.table.view("ana").get(CAST)[VELD].sheet
    assert (seen.name, seen.kind, seen.traits, seen.aspects) == ("Veld", "named", {}, {})
    assert seen.description == TABLES.sample("Veld").description


@pytest.mark.rule("FAE-ASP-36")
def test_someone_hidden_is_unknown_to_players_until_revealed() -> None:
    g = Game(scene=False)
    g.do("gm", AddOpponent(TABLES.sample("Veld"), is_hidden=True, open_aspects=True))
    (hidden,) = [actor.id for actor in g.table.state.get(CAST).values() if actor.is_hidden]
    assert "veld" not in hidden, "the id does not give the name away"
    assert not any("Veld" in str(record) for record in g.table.told("ana"))
    assert g.refused("ana", RevealActor(hidden)) == "gm-only"
    assert g.refused("gm", RevealActor(ActorId("zird"))) == "unknown-actor"
    g.do("gm", RevealActor(hidden))
    view = g.table.view("ana")
    assert view.get(CAST)[hidden].name == "Veld"
    assert view.get(HARM)[hidden].tracks[STRESS] == (False, False, False)
    assert not any("Must Not Lose Face" in str(record) for record in g.table.told("ana")), "aspects stay hidden"
