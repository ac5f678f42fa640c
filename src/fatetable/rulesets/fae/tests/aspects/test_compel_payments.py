"""Who pays for a compel: the game master's pool, other players, and compels of the game master's characters."""

from __future__ import annotations

import pytest

from fatetable.engine.errors import RuleViolation
from fatetable.engine.prompts import Answer
from fatetable.engine.seats import AddSeat
from fatetable.mechanics.aspects.compel_state import COMPELS, CompelOffered
from fatetable.mechanics.aspects.compel_suggestions import SuggestCompel
from fatetable.mechanics.aspects.compels import OfferCompel, RefuseCompel
from fatetable.mechanics.points.accounts import PointsMoved
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.mechanics.scenes.state import SCENE, SceneEnded
from fatetable.rulesets.fae.tests.support.compels import compel_id, compelling, moves, suggesting
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.rulesets.fae.tests.support.steps import (
    RETH,
    VELD,
    VOLTAIRE,
)
from fatetable.testing.events import all_of, first

YAWN = "*Yawn*"
ASSASSINS = "Steel Assassins Want Me Dead"
FACE = "Must Not Lose Face"


# -- who pays ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("FAE-ASP-31", "FAE-ASP-35")
def test_a_player_who_compels_another_pays_out_of_their_own_supply() -> None:
    g = Game()
    start = len(g.table.ledger())
    g.do("ana", compelling(g, VOLTAIRE, YAWN))
    assert g.points("reth") == 2, "set aside with the offer"
    g.answer("bo", "compel", "accept")
    assert moves(g, start) == [("purse:reth", "stake"), ("stake", "purse:voltaire")]


@pytest.mark.rule("FAE-ASP-35")
def test_a_player_without_points_cannot_compel_anybody_else() -> None:
    g = Game(foes=("Veld",))
    g.set_points(reth=0)
    for target, aspect in ((VOLTAIRE, YAWN), (VELD, FACE)):
        with pytest.raises(RuleViolation) as refusal:
            g.do("ana", compelling(g, target, aspect))
        assert (refusal.value.code, refusal.value.cites) == ("not-enough-fate-points", ("FAE-ASP-35",))
    assert [o.command.target for o in g.offers("ana", OfferCompel)] == [RETH]  # type: ignore[attr-defined]
    g.do("ana", compelling(g, RETH, ASSASSINS))
    g.do("gm", compelling(g, VOLTAIRE, YAWN))


@pytest.mark.rule("FAE-ASP-35", "FAE-ASP-30")
def test_one_point_is_enough_to_compel_and_to_refuse() -> None:
    g = Game()
    g.set_points(reth=1, voltaire=1)
    assert any(offer.matches(compelling(g, VOLTAIRE, YAWN)) for offer in g.offers("ana"))
    g.do("ana", compelling(g, VOLTAIRE, YAWN))
    assert g.points("reth") == 0
    (offer,) = g.offers("bo", RefuseCompel)
    g.do("bo", offer.command)
    assert (g.points("reth"), g.points("voltaire")) == (1, 0)


@pytest.mark.rule("FAE-ASP-35")
def test_a_player_without_a_character_has_no_points_to_compel_with() -> None:
    g = Game()
    g.do("gm", AddSeat("Cy", "player"))
    assert g.refused("cy", compelling(g, RETH, ASSASSINS)) == "not-enough-fate-points"
    assert g.offers("cy", OfferCompel) == ()


@pytest.mark.rule("FAE-ASP-35", "FAE-ASP-31")
def test_a_player_without_points_may_suggest_a_compel_which_the_game_master_makes_their_own() -> None:
    g = Game()
    g.set_points(voltaire=0)
    suggestion = suggesting(g, RETH, ASSASSINS, "he runs after the shadow")
    assert any(offer.matches(suggestion) for offer in g.offers("bo"))
    g.do("bo", suggestion)
    prompt = g.prompt("compel-suggestion")
    assert prompt is not None
    assert (prompt.seats, prompt.blocking, [o.id for o in prompt.options]) == (("@gm",), False, ["adopt", "no"])
    start = len(g.table.ledger())
    events = g.answer("gm", "compel-suggestion", "adopt")
    compel = first(events, CompelOffered).compel
    assert (compel.by, compel.target, compel.kind, compel.takes_action) == ("gm", RETH, "decision", True)
    g.answer("ana", "compel", "accept")
    assert moves(g, start) == [("bank", "stake"), ("stake", "purse:reth")]
    assert g.points("voltaire") == 0


@pytest.mark.rule("FAE-ASP-35")
def test_the_game_master_may_leave_a_suggestion_alone() -> None:
    g = Game()
    g.do("bo", suggesting(g, RETH, ASSASSINS))
    assert g.refused("bo", suggesting(g, RETH, ASSASSINS)) == "not-compellable", "one at a time"
    assert g.offers("bo", SuggestCompel) == ()
    events = g.answer("gm", "compel-suggestion", "no")
    assert not all_of(events, CompelOffered)
    assert g.table.state.get(COMPELS) == {}


@pytest.mark.rule("FAE-ASP-35", "FAE-ASP-36")
def test_who_suggests_an_aspect_of_their_own_shows_it() -> None:
    g = Game(open_sheets=False)
    g.do("bo", suggesting(g, RETH, "Martin Is a Big Cheat"))
    assert g.card("Martin Is a Big Cheat").known_to is None


@pytest.mark.rule("FAE-ASP-35")
def test_suggestions_are_for_other_players_characters_and_come_from_players() -> None:
    g = Game(foes=("Veld",))
    assert g.refused("bo", suggesting(g, VOLTAIRE, YAWN)) == "not-compellable"
    assert g.refused("bo", suggesting(g, VELD, FACE)) == "not-compellable"
    assert g.refused("gm", suggesting(g, RETH, ASSASSINS)) == "not-compellable"
    assert g.refused("bo", suggesting(g, RETH, ASSASSINS, " ")) == "no-text"
    g.do("bo", SuggestCompel(target=RETH, aspect=g.card(ASSASSINS).id, kind="event", text="a knife in the door"))
    g.do("gm", compelling(g, RETH, ASSASSINS))
    prompt = g.prompt("compel-suggestion")
    assert prompt is not None
    adopt = Answer(prompt.id, "adopt")
    assert g.refused("gm", adopt) == "compel-open", "it waits for the one on the table"
    assert not any(offer.matches(adopt) for offer in g.offers("gm"))
    assert any(offer.matches(Answer(prompt.id, "no")) for offer in g.offers("gm"))
    g.answer("ana", "compel", "accept")
    assert any(offer.matches(adopt) for offer in g.offers("gm"))
    events = g.answer("gm", "compel-suggestion", "adopt")
    assert first(events, CompelOffered).compel.kind == "event"


@pytest.mark.rule("FAE-ASP-23", "FAE-ASP-31")
@pytest.mark.parametrize(("ruling", "points"), [("yes", 4), ("no", 3)])
def test_a_self_compel_is_paid_by_the_bank_if_the_game_master_approves(ruling: str, points: int) -> None:
    g = Game()
    g.do("bo", compelling(g, VOLTAIRE, YAWN))
    prompt = g.prompt("self-compel")
    assert prompt is not None
    assert (prompt.seats, g.prompt("compel")) == (("@gm",), None)
    start = len(g.table.ledger())
    g.answer("gm", "self-compel", ruling)
    assert moves(g, start) == [("stake", "purse:voltaire" if ruling == "yes" else "bank")]
    assert g.points("voltaire") == points
    assert g.table.state.get(COMPELS) == {}


# -- the game master's characters --------------------------------------------------------------------------------


@pytest.mark.rule("FAE-FP-06", "FAE-ASP-31")
def test_a_players_point_for_an_opponents_trouble_joins_the_pool_at_once() -> None:
    g = Game(foes=("Veld",))
    g.do("ana", compelling(g, VELD, FACE, "she must duel", decision=True))
    prompt = g.prompt("compel")
    assert prompt is not None
    assert (prompt.seats, [o.id for o in prompt.options]) == (("@gm",), ["accept", "accept-last", "haggle"])
    events = g.answer("gm", "compel", "accept")
    assert first(events, PointsMoved).cites == ("FAE-FP-06",)
    assert (g.points("reth"), g.points("pool")) == (2, 3)


@pytest.mark.rule("FAE-FP-06", "FAE-CLOCK-02")
def test_a_compel_that_closes_the_scene_fills_the_pool_of_the_next() -> None:
    g = Game(foes=("Veld",))
    g.do("ana", compelling(g, VELD, FACE, "she storms off", decision=True))
    events = g.answer("gm", "compel", "accept-last")
    assert first(events, PointsMoved).target == "deferred"
    assert first(events, SceneEnded).number == 1
    assert not g.table.state.get(SCENE).is_open
    assert g.points("pool") == 0, "a pool lasts as long as its scene"
    g.start_scene("The chase")
    assert g.points("pool") == 2 + 1
    g.do("gm", EndScene())
    g.start_scene("The tavern")
    assert g.points("pool") == 2, "deferred points come once"


@pytest.mark.rule("FAE-FP-10")
def test_refusing_for_an_opponent_costs_a_point_of_the_pool() -> None:
    g = Game(foes=("Veld",))
    start = len(g.table.ledger())
    g.do("ana", compelling(g, VELD, FACE))
    g.do("gm", RefuseCompel(compel_id(g)))
    assert moves(g, start) == [("purse:reth", "stake"), ("pool", "bank"), ("stake", "purse:reth")]
    g.set_points(pool=0)
    g.do("ana", compelling(g, VELD, FACE))
    assert g.refused("gm", RefuseCompel(compel_id(g))) == "not-enough-fate-points"
    assert g.offers("gm", RefuseCompel) == ()
