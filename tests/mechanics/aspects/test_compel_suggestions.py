"""A player suggests a compel of somebody else's character, and the game master makes it their own."""

from __future__ import annotations

import pytest

from fatetable.engine.messages import SeatId
from fatetable.engine.prompts import Prompt, PromptId
from fatetable.mechanics.aspects.compel_state import COMPELS
from fatetable.mechanics.aspects.compel_suggestions import SuggestCompel, SuggestedCompel
from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.points.accounts import BANK
from tests.mechanics.small_game import RETH, SmallGame


def foggy() -> SmallGame:
    g = SmallGame().scene()
    g.do("gm", PlaceAspect(words="Fog"))
    return g


def suggested(g: SmallGame) -> SuggestCompel:
    return SuggestCompel(target=RETH, aspect=g.card("Fog").id, kind="event", text="They get lost.", takes_action=True)


def test_a_suggestion_is_adopted_by_the_game_master() -> None:
    g = foggy()
    assert g.refused("gm", suggested(g))[1] == "The Keeper offers compels directly."
    assert g.refused("ana", suggested(g))[0] == "not-compellable"
    (offer,) = g.offers("bo", SuggestCompel)
    assert (offer.label, offer.family) == (
        "Suggest a compel of Reth to the Keeper",
        "Suggest a compel of … to the Keeper",
    )
    g.do("bo", suggested(g))
    assert g.refused("bo", suggested(g))[1] == "Your last suggestion has not been answered yet."
    g.answer("gm", SuggestedCompel, "adopt")
    (compel,) = g.state.get(COMPELS).values()
    assert (compel.by, compel.stake_from, compel.takes_action) == (SeatId("gm"), BANK, True)


def test_a_suggestion_waits_while_another_compel_of_the_same_character_is_open() -> None:
    g = foggy()
    g.do("bo", suggested(g))
    g.do("gm", OfferCompel(target=RETH, aspect=g.card("Fog").id, kind="event", text="They get lost."))
    answers = {offer.label.split(" → ")[1] for offer in g.offers("gm") if "suggests" in offer.label}
    assert answers == {"Drop it"}


@pytest.mark.parametrize("takes_action", [0, 1])
def test_a_stored_suggestion_is_read(takes_action: int) -> None:
    about = {"suggested_by": "bo", "target": RETH, "aspect": "a1", "kind": "event", "text": "?"}
    stored = Prompt(
        id=PromptId("p"),
        kind="compel-suggestion",
        seats=(SeatId("gm"),),
        question="?",
        about={**about, "takes_action": takes_action},
    )
    assert stored.read(SuggestedCompel).takes_action == takes_action
