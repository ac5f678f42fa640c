"""Who acts first."""

from __future__ import annotations

from typing import Any

import pytest

from fatetable.engine.opening import DiceThrown
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.encounters.conflicts import StartConflict
from fatetable.rulesets.strange.tests.support.playing import FOE, Game, held, person, skill
from fatetable.testing import all_of


def order(g: Game, scope: str, *throws: str) -> list[str]:
    """The order in which they act, once Maud, Cora and the foe have thrown these."""
    g.do("gm", StartConflict(scope, (FOE,)), *throws)
    return [actor for place in g.conflict.order for actor in place.actors]


@pytest.mark.rule("SF-INITIATIVE-01")
def test_the_highest_tier_comes_first_whatever_is_rolled() -> None:
    g = Game(maud=(skill("Alertness", 4),), cora=(skill("Alertness", 1, 2),), foe=(skill("Alertness", 1, 1),))
    assert order(g, "physical", "++++", "----", "0000") == ["cora", "foe", "maud"]


@pytest.mark.rule("SF-INITIATIVE-01")
def test_within_a_tier_whoever_rolls_most_comes_first() -> None:
    people: dict[str, Any] = {"maud": (skill("Alertness", 3),), "cora": (skill("Alertness", 1),)}
    assert order(Game(**people), "physical", "-000", "+++0", "0000") == ["cora", "maud", "foe"]
    assert order(Game(**people), "physical", "0000", "+000", "0000") == ["maud", "cora", "foe"]


@pytest.mark.rule("SF-INITIATIVE-01")
def test_who_lacks_the_trapping_rolls_the_common_skill_at_mediocre() -> None:
    g = Game(maud=(skill("Alertness", 1),))
    assert order(g, "physical", "0000", "+000", "+000") == ["maud", "cora", "foe"], "the rating breaks the tie"
    assert {actor: ranks[0:3:2] for actor, ranks in g.conflict.rolled.items()} == {
        "maud": (0, 1),
        "cora": (0, 0),
        "foe": (0, 0),
    }


@pytest.mark.rule("SF-INITIATIVE-01")
def test_ties_go_to_the_higher_rating_then_to_the_players() -> None:
    g = Game(cora=(skill("Alertness", 1),), foe=(skill("Alertness", 2),), maud=(skill("Alertness", 2),))
    assert order(g, "physical", "0000", "+000", "0000") == ["maud", "foe", "cora"]


@pytest.mark.rule("SF-INITIATIVE-01")
def test_players_who_are_equal_in_everything_roll_off() -> None:
    g = Game()
    events = g.do("gm", StartConflict("physical", (FOE,)), "0000", "0000", "-000", "2")
    assert len(all_of(events, DiceThrown)) == 4
    assert [actor for place in g.conflict.order for actor in place.actors] == ["cora", "maud", "foe"]


@pytest.mark.rule("SF-INITIATIVE-01")
@pytest.mark.parametrize("scope", ["physical", "mental", "social"])
def test_each_scope_has_an_initiative_of_its_own(scope: str) -> None:
    quick = skill("Quickness", 4, 1, held("initiative", scope))
    for other in ("physical", "mental", "social"):
        g = Game(cora=(quick,))
        assert (order(g, other, "++++", "0000", "++++")[0] == "cora") == (other == scope)


@pytest.mark.rule("SF-INITIATIVE-01")
@pytest.mark.parametrize(("npc_order", "places"), [("individual", 4), ("grouped", 3)])
def test_a_table_may_let_all_opponents_act_together(npc_order: str, places: int) -> None:
    g = Game(scene=False, npc_order=npc_order)
    g.add_opponent(person("Rival", kind="npc"))
    g.start_scene()
    g.do("gm", StartConflict("physical", (FOE, ActorId("rival"))), "++++", "+++0", "0000", "----")
    assert [place.actors for place in g.conflict.order][2:] == (
        [("foe", "rival")] if npc_order == "grouped" else [("foe",), ("rival",)]
    )
    assert len(g.conflict.order) == places
