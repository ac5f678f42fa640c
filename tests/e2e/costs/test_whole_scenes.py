"""Whole scenes of Skein, played in three browsers by simple players, press by press."""

from __future__ import annotations

import pytest

from tests.e2e.costs.conftest import Play
from tests.e2e.costs.figures import IS_WRITING, count
from tests.e2e.support.known_dice import ReadyTable

pytestmark = pytest.mark.skipif(not IS_WRITING, reason="takes minutes; `make costs` runs it")


def test_the_fight_at_the_ford_is_played_to_its_end(play: Play) -> None:
    table = play(ReadyTable("skein", "stand-at-the-ford"))
    page = next(iter(table.players.values())).page
    page.locator("section.order").wait_for()
    table.play(lambda: not page.locator("section.order").count(), most=400)
    count("Skein: a stand at the ford, to its end", table.presses)
    assert not any(player.visitor.faults for player in table.players.values())


def test_the_battle_of_the_marches_is_played_to_its_end(play: Play) -> None:
    table = play(ReadyTable("skein", "battle-of-the-marches"))
    page = next(iter(table.players.values())).page
    page.locator("section.battle").wait_for()
    table.play(lambda: not page.locator("section.battle").count(), most=400)
    count("Skein: the battle of the marches, to its end", table.presses)
    third = list(table.players.values())[2]
    assert third.presses, "every player is asked"
    count("… of which the third player's", third.presses)
    assert not any(player.visitor.faults for player in table.players.values())
