"""Chances in words: what an offer makes of a roll, and whose roll that is."""

from __future__ import annotations

from fatetable.mechanics.acting import Attack
from fatetable.mechanics.cast import ActorId
from fatetable.rulesets.fae.tests.playing import Game
from fatetable.tabletop.chances import chances_of


def summaries(game: Game, seat: str) -> list[str]:
    found = [chances_of(game.table, seat, offer) for offer in game.offers(seat) if offer.changes]
    return [chances.summary for chances in found if chances]


def test_odds_say_whose_they_are_to_everybody_but_the_one_who_rolls() -> None:
    game = Game(foes=("Veld",))
    game.start_conflict(first="Reth")
    game.do("ana", Attack(actor=ActorId("reth"), target=ActorId("veld"), trait="forceful", description="kicks"))
    game.defend("gm", "careful")
    mine, helpers = summaries(game, "ana"), summaries(game, "bo")
    assert mine
    assert not any("for Reth" in summary for summary in mine)
    assert helpers
    assert all(summary.endswith("% for Reth to succeed") for summary in helpers)
    game.throw("ana", "++00", "+000")
    against = summaries(game, "gm")
    assert against
    assert all("for Reth" in summary for summary in against)
