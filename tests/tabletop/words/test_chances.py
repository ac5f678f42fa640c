"""Chances in words: what an offer makes of a roll, and whose roll that is."""

from __future__ import annotations

import pytest

from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.rolls.actions import Attack, Overcome
from fatetable.rulesets.fae.tests.support.playing import Game
from fatetable.tabletop.words.chances import chances_of
from fatetable.testing import Game as AnyGame


def summaries(game: AnyGame, seat: str) -> list[str]:
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


@pytest.mark.parametrize(
    ("ruleset", "hero", "trait", "told"),
    [("fae", "Reth", "careful", "38 %"), ("skein", "Brannoc of the Ford", "strength", "62 %")],
)
def test_the_book_says_whether_an_equal_total_succeeds(ruleset: str, hero: str, trait: str, told: str) -> None:
    """Against a difficulty equal to the rating; in Fate Accelerated a tie is not yet a success."""
    game = AnyGame(ruleset)
    game.bring("ana", hero)
    game.start_scene()
    actor = game.cast[next(iter(game.cast))]
    game.do("ana", Overcome(actor=actor.id, trait=trait, description="tries"))
    rating = game.roll.efforts[0].fixed
    game.answer("gm", "opposition", "difficulty", value=rating)
    found = summaries(game, "ana")
    assert found
    assert all(summary.startswith(told) for summary in found)
