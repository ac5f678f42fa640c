"""Blocks for the page: they name who and what is meant, to viewers who may know it."""

from __future__ import annotations

from typing import TypeVar

from fatetable.mechanics.aspects.compels import OfferCompel
from fatetable.mechanics.aspects.editing import PlaceAspect
from fatetable.mechanics.characters.cast import CAST, ActorId
from fatetable.mechanics.encounters.contests import StartContest
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.mechanics.scenes.map_editing import DrawZone, PlaceActor, SetBorder
from fatetable.mechanics.view.blocks import PointsBlock, PromptBlock, RollBlock, SheetBlock, WaitingBlock, ZoneMapBlock
from fatetable.mechanics.view.encounter_blocks import TurnOrderBlock
from fatetable.rulesets.fae.sheet import headcount_of
from fatetable.rulesets.fae.tests.support.playing import Game

B = TypeVar("B")


def shown(game: Game, seat: str, kind: type[B]) -> B:
    return next(block for block in game.table.present(seat) if isinstance(block, kind))


def test_tokens_and_borders_carry_the_ids_that_moves_are_offered_for() -> None:
    game = Game(foes=("Veld",))
    for name in ("Deck", "Quay"):
        game.do("gm", DrawZone(name=name))
    deck, quay = (zone.id for zone in shown(game, "gm", ZoneMapBlock).zones)
    game.do("gm", SetBorder(one=deck, other=quay, barrier="a gate"))  # type: ignore[arg-type]
    game.do("gm", PlaceActor("reth", quay))  # type: ignore[arg-type]
    area = shown(game, "ana", ZoneMapBlock)
    assert [(border.one_id, border.other_id, border.barrier) for border in area.borders] == [(deck, quay, "a gate")]
    (token,) = area.zones[1].tokens
    assert (token.actor, token.is_mine, token.points, token.state) == ("reth", True, 3, "")
    assert not shown(game, "bo", ZoneMapBlock).zones[1].tokens[0].is_mine


def test_a_group_counts_its_members_and_none_stand_once_it_is_out() -> None:
    game = Game(foes=("Gang of Thugs", "Veld"))
    for seat in ("gm", "ana"):
        known = {block.name: block for block in game.table.present(seat) if isinstance(block, SheetBlock)}
        assert (known["Gang of Thugs"].standing, known["Gang of Thugs"].size) == (4, 4)
        assert (known["Veld"].standing, known["Veld"].size) == (1, 1)
        assert (known["Gang of Thugs"].is_nameless, known["Veld"].is_nameless) == (True, False)
    sheet = game.table.state.get(CAST)[ActorId("gang-of-thugs")].sheet
    assert headcount_of(sheet, is_out=True).standing == 0


def test_the_order_of_turns_says_who_acts_has_acted_and_is_mine() -> None:
    game = Game(foes=("Veld",))
    game.start_conflict(first="Voltaire")
    game.do("bo", EndTurn("voltaire"))  # type: ignore[arg-type]
    places = {place.actor: (place.state, place.is_mine) for place in shown(game, "ana", TurnOrderBlock).places}
    assert places == {"voltaire": ("done", False), "reth": ("acting", True), "veld": ("waiting", False)}


def test_a_compel_is_shown_to_everybody_with_what_is_offered_for_it() -> None:
    game = Game()
    card = game.card("Crush On Avasa")
    game.do("gm", OfferCompel(target="reth", aspect=card.id, kind="event", text="She is watching."))  # type: ignore[arg-type]
    for seat in ("gm", "ana", "bo"):
        prompt = shown(game, seat, PromptBlock)
        assert prompt.compel is not None
        assert (prompt.compel.target, prompt.compel.aspect, prompt.compel.text) == (
            "Reth",
            "Crush On Avasa",
            "She is watching.",
        )
        assert (prompt.compel.reward, prompt.compel.price, prompt.for_me) == (1, 1, seat == "ana")


def test_whoever_names_a_difficulty_sees_what_each_would_mean_and_nobody_else_does() -> None:
    game = Game()
    game.do("ana", Overcome(actor="reth", trait="quick", description="over the wall"))  # type: ignore[arg-type]
    prospects = {each.difficulty: each.chances for each in shown(game, "gm", PromptBlock).prospects}
    # Four Fate dice fall on 0 in 19 of 81 cases, on -2 or more in 76.
    assert prospects[2] == {"fail": 38, "tie": 23, "succeed": 32, "style": 6}
    assert prospects[0]["fail"] == round(100 * 5 / 81)
    assert shown(game, "bo", PromptBlock).prospects == ()


def test_a_table_without_odds_is_shown_none_on_a_question_or_beside_an_offer() -> None:
    for tells in (True, False):
        game = Game(odds=tells)
        game.do("ana", Overcome(actor="reth", trait="quick", description="over the wall"))  # type: ignore[arg-type]
        assert bool(shown(game, "gm", PromptBlock).prospects) is tells
        game.answer("gm", "opposition", "difficulty", value=2)
        found = [offer for offer in game.offers("bo") if offer.changes]
        assert found
        assert any(game.table.odds("bo", offer) for offer in found) is tells


def test_a_question_about_a_hit_names_the_roll_and_whom_it_hits() -> None:
    game = Game(foes=("Veld",))
    game.start_conflict(first="Reth")
    game.do("ana", Attack(actor="reth", target="veld", trait="forceful", description="punches"))  # type: ignore[arg-type]
    game.defend("gm", "careful")
    game.throw("ana", "++00", "0000")
    roll = shown(game, "gm", RollBlock)
    assert [(side.actor, side.is_mine) for side in roll.sides] == [("reth", False), ("veld", True)]
    game.everyone_passes()
    game.answer("ana", "trade", "full")
    prompt = shown(game, "gm", PromptBlock)
    assert (prompt.kind, prompt.roll, prompt.actor) == ("absorb", roll.id, "veld")


def test_a_roll_names_its_target_from_the_moment_it_is_declared() -> None:
    game = Game(foes=("Veld",))
    game.start_conflict(first="Reth")
    game.do("ana", Attack(actor="reth", target="veld", trait="forceful", description="punches"))  # type: ignore[arg-type]
    roll = shown(game, "bo", RollBlock)
    assert [side.name for side in roll.sides] == ["Reth"]
    assert roll.target == "Veld"
    game.defend("gm", "careful")
    assert shown(game, "bo", RollBlock).target == "Veld"


def test_a_roll_about_an_aspect_names_it_and_one_about_nothing_names_nothing() -> None:
    game = Game()
    game.do("gm", PlaceAspect(words="Slippery Planks"))
    card = game.card("Slippery Planks")
    game.do("ana", Overcome(actor="reth", trait="quick", description="sands them", aspect=card.id))  # type: ignore[arg-type]
    assert shown(game, "bo", RollBlock).target == "Slippery Planks"
    plain = Game()
    plain.do("ana", Overcome(actor="reth", trait="quick", description="runs"))  # type: ignore[arg-type]
    assert shown(plain, "bo", RollBlock).target == ""


def test_points_and_sheets_say_whose_they_are() -> None:
    game = Game()
    purses = shown(game, "bo", PointsBlock).purses
    assert [(purse.actor, purse.seat, purse.points, purse.refresh) for purse in purses] == [
        ("reth", "ana", 3, 3),
        ("voltaire", "bo", 3, 3),
        ("", "gm", 2, None),
    ]
    sheet = shown(game, "bo", SheetBlock)
    assert (sheet.actor, sheet.seat, sheet.is_mine, sheet.is_pc) == ("voltaire", "bo", True, True)
    assert all(card.bearer_id == "voltaire" and card.is_mine for card in sheet.aspects)


def test_the_table_says_which_command_it_waits_for() -> None:
    game = Game()
    game.do("gm", StartContest("catch it", ("reth", "voltaire")))  # type: ignore[arg-type]
    waiting = shown(game, "ana", WaitingBlock)
    offered = {str(offer.command.__struct_config__.tag) for offer in game.table.offers("ana")}
    assert waiting.wants
    assert set(waiting.wants) <= offered
