"""Stunts that the game master has to agree to, and what happens when one is turned down."""

from __future__ import annotations

import msgspec
import pytest

from fatetable.engine.messages import Command, SeatId
from fatetable.engine.prompts import Answer
from fatetable.engine.seats import AddSeat
from fatetable.mechanics.characters.cast import CAST
from fatetable.mechanics.characters.effects import Bonus, Feature, Narrative, When
from fatetable.mechanics.characters.sheet import Sheet
from fatetable.mechanics.scenes.joining import PROPOSALS, BringCharacter
from fatetable.mechanics.scenes.lifecycle import StartSession
from fatetable.rulesets.fae.growth.advances import RaiseApproach, SwapApproaches
from fatetable.rulesets.fae.growth.state import GROWTH
from fatetable.rulesets.fae.growth.stunts import AddStunt, ExchangeStunt, FillStunt
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    ABIGAIL,
    RETH,
    end_session,
    stunt,
)
from fatetable.rulesets.fae.tests.support.stunts import LAST_STAND, with_features, with_third

UNHEARD_OF = Feature(name="Unheard Of", text="I may fly.", effects=(Narrative("Flies."),))
ROOFTOPS = Feature(
    name="Rooftop Runner",
    text="+2 to Quickly create an advantage or overcome on roofs.",
    effects=(Bonus(2, When(("create-advantage", "overcome"), ("quick",), "on the roofs of the old town")),),
)


def sit_down(sheet: Sheet) -> Game:
    g = Game(scene=False)
    g.do("gm", AddSeat("Cy", "player"))
    g.do("cy", BringCharacter(sheet, SeatId("cy")))
    return g


@pytest.mark.rule("FAE-STUNT-08", "FAE-STUNT-03", "FAE-STUNT-01")
@pytest.mark.parametrize("unusual", [UNHEARD_OF, ROOFTOPS, LAST_STAND])
@pytest.mark.parametrize("ruling", ["yes", "no"])
def test_a_character_with_an_unusual_stunt_joins_if_the_game_master_agrees(unusual: Feature, ruling: str) -> None:
    g = sit_down(with_features("Abigail Zhao", unusual))
    assert ABIGAIL not in g.table.state.get(CAST)
    prompt = g.prompt("character")
    assert prompt is not None
    assert (prompt.seats, prompt.blocking) == (("@gm",), False)
    assert unusual.name in prompt.question
    g.answer("gm", "character", ruling)
    assert (ABIGAIL in g.table.state.get(CAST)) is (ruling == "yes")
    assert g.table.state.get(PROPOSALS) == {}


@pytest.mark.rule("FAE-STUNT-08", "FAE-STUNT-03")
@pytest.mark.parametrize("name", ["Experimental Helo Pack", "Smooth Talker", "Well Connected"])
def test_a_stunt_after_a_template_or_out_of_the_book_needs_nobodys_leave(name: str) -> None:
    g = sit_down(with_features("Abigail Zhao", stunt(name)))
    assert ABIGAIL in g.table.state.get(CAST)
    assert g.prompt("character") is None


@pytest.mark.rule("FAE-STUNT-08")
def test_a_second_thought_replaces_the_first_and_the_game_master_may_bring_the_character_themselves() -> None:
    g = sit_down(with_features("Abigail Zhao", UNHEARD_OF))
    g.do("cy", BringCharacter(with_features("Abigail Zhao", ROOFTOPS), SeatId("cy")))
    (prompt,) = [prompt for prompt in g.prompts() if prompt.kind == "character"]
    assert "Rooftop Runner" in prompt.question
    g.do("gm", BringCharacter(with_features("Abigail Zhao", UNHEARD_OF), SeatId("cy")))
    assert g.prompt("character") is None
    assert g.table.state.get(CAST)[ABIGAIL].sheet.features == (UNHEARD_OF,)


@pytest.mark.rule("FAE-STUNT-08")
def test_what_the_game_master_is_said_to_have_waived_needs_their_word() -> None:
    plus_three = msgspec.structs.replace(
        stunt("Smooth Talker"), name="Smoothest Talker", effects=(Bonus(3, When(("overcome",), ("sneaky",), "talk")),)
    )
    sheet = msgspec.structs.replace(with_features("Abigail Zhao", plus_three), waived=("stunt-bonus",))
    g = sit_down(sheet)
    assert g.prompt("character") is not None


@pytest.mark.rule("FAE-STUNT-08")
def test_a_proposed_sheet_is_shown_to_nobody_else() -> None:
    g = sit_down(with_features("Abigail Zhao", UNHEARD_OF))
    assert not any("Cast Now, Ask Questions Later" in str(record) for record in g.table.told("ana"))
    assert g.table.view("gm").get(PROPOSALS) == g.table.view("cy").get(PROPOSALS) != {}


@pytest.mark.rule("FAE-STUNT-08", "FAE-STUNT-03")
@pytest.mark.parametrize("how", ["add", "exchange", "fill"])
@pytest.mark.parametrize("ruling", ["yes", "no"])
def test_an_unusual_stunt_taken_in_play_needs_the_game_masters_agreement(how: str, ruling: str) -> None:
    owned = () if how == "fill" else (stunt("Teacher's Favorite"),)
    g = with_third(*owned)
    if how != "fill":
        end_session(g, milestone="minor")
    commands: dict[str, Command] = {
        "add": AddStunt(ABIGAIL, ROOFTOPS),
        "exchange": ExchangeStunt(ABIGAIL, "Teacher's Favorite", ROOFTOPS),
        "fill": FillStunt(ABIGAIL, ROOFTOPS),
    }
    g.do("cy", commands[how])
    prompt = g.prompt("stunt")
    assert prompt is not None
    assert (prompt.seats, prompt.blocking) == (("@gm",), False)
    assert "Rooftop Runner" in prompt.question
    assert g.table.state.get(CAST)[ABIGAIL].sheet.features == owned
    g.answer("gm", "stunt", ruling)
    agreed = {"add": (*owned, ROOFTOPS), "exchange": (ROOFTOPS,), "fill": (ROOFTOPS,)}[how]
    assert g.table.state.get(CAST)[ABIGAIL].sheet.features == (agreed if ruling == "yes" else owned)
    assert g.table.state.get(GROWTH).changes == {}
    if how != "fill":
        left = g.table.state.get(GROWTH).left[ABIGAIL].minor
        assert left == (0 if ruling == "yes" else 1), "the milestone is used only by what is agreed"


@pytest.mark.rule("FAE-STUNT-08")
def test_an_unusual_stunt_is_not_even_proposed_without_a_milestone_or_if_it_breaks_the_rules() -> None:
    g = with_third(stunt("Teacher's Favorite"))
    assert g.refused("cy", AddStunt(ABIGAIL, ROOFTOPS)) == "no-milestone"
    end_session(g, milestone="minor")
    nameless = msgspec.structs.replace(ROOFTOPS, name="")
    assert g.refused("cy", AddStunt(ABIGAIL, nameless)) == "unfinished-sheet"
    assert g.prompt("stunt") is None


@pytest.mark.rule("FAE-STUNT-08")
def test_a_proposal_falls_with_the_milestone_it_was_to_be_paid_with() -> None:
    g = with_third(stunt("Teacher's Favorite"))
    end_session(g, milestone="minor")
    g.do("cy", AddStunt(ABIGAIL, ROOFTOPS))
    g.do("cy", AddStunt(ABIGAIL, UNHEARD_OF))
    assert len([prompt for prompt in g.prompts() if prompt.kind == "stunt"]) == 1, "one at a time"
    g.do("gm", StartSession())
    assert g.prompt("stunt") is not None, "what is not used is kept"
    g.start_scene()
    end_session(g, milestone="significant")
    assert g.prompt("stunt") is not None, "the new milestone pays for it"
    g.answer("gm", "stunt", "no")
    assert g.table.state.get(GROWTH).changes == {}


@pytest.mark.rule("FAE-STUNT-08")
def test_a_proposal_falls_when_the_milestone_is_used_for_something_else() -> None:
    g = with_third(stunt("Teacher's Favorite"))
    end_session(g, milestone="minor")
    g.do("cy", AddStunt(ABIGAIL, ROOFTOPS))
    g.do("cy", SwapApproaches(ABIGAIL, "quick", "sneaky"))
    assert g.prompt("stunt") is None
    assert g.table.state.get(GROWTH).changes == {}


@pytest.mark.rule("FAE-STUNT-08")
def test_a_proposal_falls_when_another_stunt_is_taken_instead_but_not_with_an_unrelated_change() -> None:
    g = with_third()
    g.do("cy", FillStunt(ABIGAIL, ROOFTOPS))
    g.do("cy", FillStunt(ABIGAIL, stunt("Smooth Talker")))
    assert g.prompt("stunt") is None
    end_session(g, milestone="significant")
    g.do("cy", AddStunt(ABIGAIL, ROOFTOPS))
    g.do("cy", RaiseApproach(ABIGAIL, "quick"))
    assert g.prompt("stunt") is not None


@pytest.mark.rule("FAE-STUNT-08")
def test_proposals_of_different_players_are_settled_one_by_one() -> None:
    g = with_third(stunt("Teacher's Favorite"))
    end_session(g, milestone="minor")
    g.do("cy", AddStunt(ABIGAIL, ROOFTOPS))
    g.do("ana", AddStunt(RETH, UNHEARD_OF))
    (of_abigail, of_reth) = [prompt for prompt in g.prompts() if prompt.kind == "stunt"]
    g.do("gm", Answer(of_abigail.id, "no"))
    assert list(g.table.state.get(GROWTH).changes) == [RETH]
    g.do("gm", Answer(of_reth.id, "yes"))
    assert g.table.state.get(CAST)[RETH].sheet.feature("Unheard Of") == UNHEARD_OF


@pytest.mark.rule("FAE-STUNT-08")
def test_who_acts_for_a_player_who_is_away_is_the_game_master_and_has_agreed() -> None:
    g = with_third(stunt("Teacher's Favorite"))
    end_session(g, milestone="minor")
    g.table.send("cy", AddStunt(ABIGAIL, ROOFTOPS), proxy="gm")
    assert g.prompt("stunt") is None
    assert g.table.state.get(CAST)[ABIGAIL].sheet.feature("Rooftop Runner") is not None
