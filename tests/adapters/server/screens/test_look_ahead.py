"""A moment of the story is told before it is done: to the game master, and without doing it."""

from __future__ import annotations

from fatetable.adapters.server.screens.look_ahead import look_ahead
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import Offer
from fatetable.mechanics.harm.absorbing import SetBox
from fatetable.mechanics.scenes.lifecycle import EndScene
from fatetable.rulesets.fae.tests.support.playing import Game
from tests.adapters.server.support.groups import sitting
from tests.adapters.server.support.visiting import Server


def end_of_scene(game: Game) -> Offer:
    return next(offer for offer in game.table.offers("gm") if isinstance(offer.command, EndScene))


def test_ending_a_scene_is_told_before_it_is_done() -> None:
    game = Game()
    game.do("gm", SetBox(actor="reth", box=1, checked=True, reason="a fall"))  # type: ignore[arg-type]
    before = game.table.state
    lines = look_ahead(game.table, SeatId("gm"), end_of_scene(game))
    assert lines, "something comes of it"
    assert game.table.state is before
    assert len(game.table.records) == before.seq
    told = len(game.table.told("gm"))
    game.do("gm", EndScene())
    assert len(game.table.told("gm")) > told


def test_nobody_but_the_game_master_looks_ahead() -> None:
    game = Game()
    assert look_ahead(game.table, SeatId("ana"), end_of_scene(game)) is None


def test_what_throws_dice_or_asks_for_words_is_not_looked_ahead_at() -> None:
    game = Game()
    for offer in game.table.offers("gm"):
        if offer.group != "moment" or not offer.matches(offer.command):
            assert look_ahead(game.table, SeatId("gm"), offer) is None


def test_a_page_is_told_what_it_asks_for_and_a_players_page_nothing(server: Server) -> None:
    with sitting(server) as (gm, ana, *_):
        gm.wait(lambda page: page.menu)
        ana.wait(lambda page: page.menu)
        for page in (gm, ana):
            key = next(iter(page.menu))
            page.say({"t": "foresee", "id": "look", "offer": key})
            assert page.next("foreseen") == {"t": "foreseen", "id": "look", "offer": key, "lines": []}
