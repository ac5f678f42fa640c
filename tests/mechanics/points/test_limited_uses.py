"""What may be used so and so often, and after what it may be used again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

import pytest

from fatetable.engine.state import State
from fatetable.mechanics.characters.cast import CAST, Actor, ActorId
from fatetable.mechanics.characters.effects import Feature, Limit
from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.exchanges import EndTurn
from fatetable.mechanics.points.limited_uses import (
    BREAKS,
    USES,
    CallBreak,
    Period,
    feature_limits,
    give_back,
    spend_use,
    times_left,
    used_up,
)
from fatetable.mechanics.scenes.lifecycle import EndScene, EndSession, StartScene, StartSession
from tests.mechanics.rolling_game import overcome, rolling
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame

PERIODS: tuple[str, ...] = get_args(Period)
EACH = {period: Limit(1, period) for period in PERIODS}


def one_of_each(_: State, actor: Actor) -> Mapping[str, Limit]:
    """Something of every period, besides the features of a sheet."""
    return {**EACH, **feature_limits(_, actor)}


def counting(**options: Any) -> SmallGame:
    """Reth has used up one thing of every period, and Volt too."""
    g = SmallGame(uses={"limits": one_of_each, "breaks": BREAKS}, **options).scene()
    for actor in (RETH, VOLT):
        for name in EACH:
            use(g, actor, name)
    return g


def use(g: SmallGame, actor: ActorId, name: str) -> None:
    g.run(lambda decision: spend_use(decision, actor, name))


def back(g: SmallGame, actor: ActorId = RETH) -> set[str]:
    return {name for name, limit in EACH.items() if times_left(g.state, actor, name, limit)}


def test_the_periods_are_a_closed_set() -> None:
    assert PERIODS == ("turn", "scene", "session", "story", "day", "rest", "story point")
    assert set(BREAKS) < set(PERIODS)


def test_what_is_used_up_is_refused() -> None:
    """SF-WEALTH-02: one roll to buy something in a scene."""
    g = SmallGame().scene()
    reth, limit = g.state.get(CAST)[RETH], Limit(1, "scene")
    assert used_up(g.state, reth, "Wealth", limit) is None
    use(g, RETH, "Wealth")
    refusal = used_up(g.state, reth, "Wealth", limit)
    assert refusal is not None
    assert (refusal.code, refusal.message) == ("used-up", "Wealth is used up for now.")
    assert used_up(g.state, g.state.get(CAST)[VOLT], "Wealth", limit) is None


@pytest.mark.parametrize("rating", [1, 2, 3])
def test_charges_are_as_many_as_a_rating(rating: int) -> None:
    """SF-DRAW-07."""
    g = SmallGame().scene()
    reth, limit = g.state.get(CAST)[RETH], Limit(rating, "scene")
    for spent in range(rating):
        assert times_left(g.state, RETH, "Bolt", limit) == rating - spent
        assert used_up(g.state, reth, "Bolt", limit) is None
        use(g, RETH, "Bolt")
    assert used_up(g.state, reth, "Bolt", limit) is not None
    g.run(lambda decision: give_back(decision, RETH, "Bolt"))
    assert times_left(g.state, RETH, "Bolt", limit) == 1


def test_a_scene_over_brings_back_what_is_for_a_scene() -> None:
    g = counting()
    assert back(g) == set()
    g.do("gm", EndScene())
    assert back(g) == {"scene"}
    g.do("gm", StartScene("Next"))
    assert back(g) == {"scene"}


@pytest.mark.parametrize(("scenario_ends", "expected"), [(False, {"scene"}), (True, {"scene", "story"})])
def test_a_story_over_brings_back_what_is_for_a_story(scenario_ends: bool, expected: set[str]) -> None:
    """SF-CRAFT-11: once a story, and once a session."""
    g = counting()
    g.do("gm", EndScene())
    g.do("gm", EndSession(scenario_ends=scenario_ends))
    assert back(g) == expected
    g.do("gm", StartSession())
    assert back(g) == {*expected, "session"}


@pytest.mark.parametrize("period", BREAKS)
def test_the_game_master_says_when_people_rest_or_a_day_begins(period: Any) -> None:
    """F2-INV-12: each day, on a rest, at a turning point of the story."""
    g = counting()
    assert g.refused("ana", CallBreak(period))[0] == "gm-only"
    g.do("gm", CallBreak(period))
    assert back(g) == back(g, VOLT) == {period}


def test_a_break_that_brings_nothing_back_is_not_offered() -> None:
    g = SmallGame(uses={"breaks": ("day",)}).scene()
    (offer,) = g.offers("gm", CallBreak)
    assert [choice.value for choice in offer.holes[0].options] == ["day"]  # type: ignore[union-attr]
    assert g.refused("gm", CallBreak("rest"))[0] == "no-such-break"
    assert not SmallGame().scene().offers("gm", CallBreak)


def test_nobody_rests_in_the_middle_of_a_roll() -> None:
    g = rolling(uses={"breaks": BREAKS}).scene()
    overcome(g)
    assert g.refused("gm", CallBreak("rest"))[0] == "not-finished"


def test_a_turn_over_brings_back_what_is_for_a_turn_to_its_owner_alone() -> None:
    g = counting()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    g.do("ana", EndTurn(RETH))
    assert (back(g), back(g, VOLT)) == ({"turn"}, set())


def test_what_is_not_used_leaves_no_trace_when_it_comes_back() -> None:
    g = SmallGame(uses={"limits": one_of_each, "breaks": BREAKS}).scene()
    before = len(g.log)
    g.do("gm", CallBreak("day"))
    assert len(g.log) == before
    use(g, RETH, "day")
    g.do("gm", CallBreak("day"))
    assert g.state.get(USES) == {}


def test_a_limit_of_a_rulesets_own_comes_back_when_the_ruleset_says_so() -> None:
    feature = Feature(name="Rally", limit=Limit(1, "battle"))
    g = SmallGame(uses={"breaks": BREAKS}).scene(feature)
    use(g, RETH, "Rally")
    for period in BREAKS:
        g.do("gm", CallBreak(period))  # type: ignore[arg-type]
    g.do("gm", EndScene())
    g.do("gm", EndSession(scenario_ends=True))
    g.do("gm", StartSession())
    assert g.state.get(USES) == {"reth:Rally": 1}
