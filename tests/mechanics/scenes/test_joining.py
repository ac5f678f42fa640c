"""Characters come to the table: checked, approved, and shown to viewers who may know them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from fatetable.engine.decision import Decision
from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.subsystem import Subsystem
from fatetable.mechanics.aspects.cards import ASPECTS, CHARACTER, change_sheet, new_card, place, reveal
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.characters.sheet import Entry, Sheet
from fatetable.mechanics.moments import JoinsStory
from fatetable.mechanics.points.accounts import balance, purse
from fatetable.mechanics.scenes.joining import (
    PROPOSALS,
    AddOpponent,
    BringCharacter,
    ProposedCharacter,
    RevealActor,
    outside,
)
from fatetable.mechanics.scenes.lifecycle import StartSession
from tests.mechanics.small_game import SmallGame, sheet

ANA, BO = SeatId("ana"), SeatId("bo")


@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        ("ana", BringCharacter(Sheet(ruleset="other", name="Reth"), ANA), "other-ruleset"),
        ("ana", BringCharacter(sheet("Reth", kind="foe"), ANA), "wrong-kind"),
        ("ana", BringCharacter(sheet(""), ANA), "unfinished-sheet"),
        ("ana", BringCharacter(sheet("Reth"), BO), "not-yours"),
        ("ana", BringCharacter(sheet("Reth"), SeatId("gm")), "unknown-seat"),
        ("gm", AddOpponent(sheet("Reth")), "wrong-kind"),
        ("ana", AddOpponent(sheet("Thug", kind="foe")), "gm-only"),
    ],
)
def test_who_does_not_fit_stays_away(seat: str, command: BringCharacter | AddOpponent, code: str) -> None:
    g = SmallGame()
    with pytest.raises(RuleViolation) as refusal:
        g.do(seat, command)
    assert refusal.value.code == code
    assert not g.state.get(CAST)


def test_each_player_has_one_character_with_a_name_of_its_own() -> None:
    g = SmallGame()
    g.bring("ana", "Reth")
    with pytest.raises(RuleViolation, match="has a character already"):
        g.do("ana", BringCharacter(sheet("Volt"), ANA))
    g.bring("bo", "Reth")
    assert [*g.state.get(CAST)] == ["reth", "reth-2"]


def test_what_needs_consent_waits_for_the_game_master() -> None:
    g = SmallGame()
    for option, is_there in (("no", False), ("yes", True)):
        g.do("ana", BringCharacter(sheet("Dragon"), ANA))
        assert g.prompt(ProposedCharacter).about == {"proposal": "ana"}
        assert [*g.state.get(PROPOSALS)] == [ANA]
        assert not g.view("bo").get(PROPOSALS), "it is between the two of them"
        g.answer("gm", ProposedCharacter, option)
        assert (bool(g.state.get(CAST)), g.state.get(PROPOSALS)) == (is_there, {})


def test_a_latecomer_gets_their_points_at_once() -> None:
    g = SmallGame()
    g.do("gm", StartSession())
    reth = g.bring("ana", "Reth")
    assert balance(g.state, purse(reth)) == 3


def test_closed_sheets_show_a_name_and_no_aspects() -> None:
    g = SmallGame(open_sheets=False)
    g.bring("ana", "Reth", aspects={"motto": "Born to Run"})
    assert not g.view("bo").get(ASPECTS)
    assert g.view("bo").get(CAST)[ActorId("reth")].sheet.aspects == {}
    assert [card.text for card in g.view("ana").get(ASPECTS).values()] == ["Born to Run"]


STORY: dict[str, Any] = {
    "aspects": {"motto": "Born to Run"},
    "levels": {"motto": 2},
    "texts": {"tale": "She ran."},
    "entries": {"phases": (Entry(name="Runner", texts={"story": "She ran far."}),)},
}


def test_the_parts_of_a_closed_sheet_are_for_its_player_and_the_game_master_even_when_it_changes() -> None:
    g = SmallGame(open_sheets=False)
    reth = g.bring("ana", "Reth", **STORY)

    def sheet_of(seat: str) -> Sheet:
        return g.view(seat).get(CAST)[reth].sheet

    whole = sheet_of("gm")
    assert (whole.levels, whole.texts, whole.entries) == (STORY["levels"], STORY["texts"], STORY["entries"])
    assert sheet_of("ana") == whole
    assert sheet_of("bo") == sheet("Reth")
    faster = msgspec.structs.replace(whole, traits={"speed": 2})
    g.run(lambda decision: change_sheet(decision, g.state.get(CAST)[reth], faster, "growth"))
    assert sheet_of("ana") == sheet_of("gm") == faster
    assert sheet_of("bo") == sheet("Reth", speed=2)
    g.run(lambda decision: reveal(decision, g.card("Born to Run")))
    faster = msgspec.structs.replace(whole, traits={"speed": 3})
    g.run(lambda decision: change_sheet(decision, g.state.get(CAST)[reth], faster, "growth"))
    assert sheet_of("ana") == sheet_of("gm") == faster
    assert sheet_of("bo") == sheet("Reth", speed=3, aspects={"motto": "Born to Run"}, levels={"motto": 2})


def test_players_see_no_part_of_somebody_the_game_master_runs() -> None:
    g = SmallGame()
    g.do("gm", AddOpponent(sheet("Thug", "foe", **STORY)))
    assert g.view("ana").get(CAST)[ActorId("thug")].sheet == Sheet(ruleset="small", name="Thug", kind="foe")
    assert g.view("gm").get(CAST)[ActorId("thug")].sheet == sheet("Thug", "foe", **STORY)


@pytest.mark.parametrize(("shows", "seen"), [({}, {}), ({"gang": ("size",)}, {"size": 4}), ({"mob": ("size",)}, {})])
def test_of_the_figures_of_an_opponent_players_see_how_many_it_is_where_that_shows(
    shows: dict[str, tuple[str, ...]], seen: dict[str, int]
) -> None:
    gang = Actor(id=ActorId("gang"), sheet=sheet("Gang", kind="gang", numbers={"size": 4, "boxes": 2}))
    assert outside(gang, shows).sheet == Sheet(ruleset="small", name="Gang", kind="gang", numbers=seen)


def test_a_hidden_opponent_is_unknown_until_revealed() -> None:
    g = SmallGame()
    g.add("Spy", is_hidden=True)
    (hidden,) = g.state.get(CAST)
    assert "spy" not in hidden
    assert not g.view("ana").get(CAST)
    g.do("gm", RevealActor(hidden))
    assert g.view("ana").get(CAST)[hidden] == outside(Actor(id=hidden, sheet=sheet("Spy", "foe")), {})
    assert g.refused("gm", RevealActor(hidden))[0] == "not-hidden"


class Greeting(Struct, frozen=True):
    """Gives everybody who comes an aspect."""

    def subsystem(self) -> Subsystem:
        return Subsystem(name="greeting", on_moment=self._greet, moments=(JoinsStory,))

    def _greet(self, decision: Decision, moment: object) -> None:
        assert isinstance(moment, JoinsStory)
        place(decision, new_card(decision, f"Welcome, {moment.actor}", CHARACTER, bearer=ActorId(moment.actor)))


def test_others_are_told_of_everybody_who_comes() -> None:
    g = SmallGame(parts=(Greeting(),))
    g.bring("ana", "Reth")
    g.do("gm", AddOpponent(sheet("Thug", "foe")))
    assert [(card.text, card.bearer) for card in g.state.get(ASPECTS).values() if card.text.startswith("Welcome")] == [
        ("Welcome, reth", "reth"),
        ("Welcome, thug", "thug"),
    ]
