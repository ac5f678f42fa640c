"""Moving between zones: one zone beside the action, more for it, and nothing through what is in the way."""

from __future__ import annotations

from fatetable.mechanics.encounters.conflicts import BeginConflict, StartConflict
from fatetable.mechanics.encounters.movement import Move
from fatetable.mechanics.harm.state import Condition, ConditionSet
from fatetable.mechanics.moments import ActorIsOut
from fatetable.mechanics.scenes.map_editing import DrawZone, PlaceActor, SetBorder
from fatetable.mechanics.scenes.zones import ZONES, ZoneId, place_of
from tests.mechanics.rolling_game import everybody_passes, overcome, rolling, throw
from tests.mechanics.small_game import RETH, THUG, VOLT, SmallGame


def mapped() -> tuple[SmallGame, tuple[ZoneId, ...]]:
    """Yard, loft and roof in a row; Reth is in the yard."""
    g = SmallGame().scene()
    zones = g.draw("Yard", "Loft", "Roof")
    g.do("ana", PlaceActor(RETH, zones[0]))
    return g, zones


def test_outside_a_conflict_any_way_is_free() -> None:
    g, (yard, _, roof) = mapped()
    assert g.refused("bo", Move(RETH, roof))[0] == "not-yours"
    assert g.refused("ana", Move(RETH, yard)) == ("no-such-zone", "There is no such zone to go to.")
    g.do("ana", Move(RETH, roof))
    assert place_of(g.state, RETH) == roof


def test_in_a_conflict_more_than_one_zone_takes_the_action() -> None:
    g, (_, loft, roof) = mapped()
    g.do("gm", StartConflict("fight", (THUG,)))
    assert g.refused("ana", Move(RETH, loft))[0] == "not-begun"
    g.do("gm", BeginConflict())
    offers = {
        (offer.actor, offer.label, offer.cost, offer.target and offer.target.id) for offer in g.offers("ana", Move)
    }
    assert offers == {
        (RETH, "move to Loft", "", loft),
        (RETH, "move to Roof (uses your action)", "uses your action", roof),
    }
    g.do("ana", Move(RETH, loft))
    assert (g.conflict.moved, g.conflict.acted) == ((RETH,), ())
    g.do("ana", Move(RETH, roof))
    assert g.conflict.acted == (RETH,)


def test_what_is_in_the_way_has_to_be_overcome() -> None:
    g, (yard, loft, roof) = mapped()
    g.do("gm", SetBorder(one=yard, other=loft, barrier="a gate"))
    for zone in (loft, roof):
        assert g.refused("ana", Move(RETH, zone)) == (
            "way-blocked",
            "Something is in the way; it has to be overcome first.",
        )


def test_somebody_who_is_out_neither_moves_nor_bars_a_way() -> None:
    g, (yard, loft, _) = mapped()
    g.do("gm", SetBorder(one=yard, other=loft, blocker=RETH))
    g.do("gm", StartConflict("fight", (THUG,)))
    g.tell(ConditionSet(RETH, Condition(out="taken-out")))
    g.run(lambda decision: decision.moment(ActorIsOut(RETH, "taken-out")))
    assert g.refused("ana", Move(RETH, loft)) == ("cannot-move", "Reth is not in the scene, or is out of it.")
    border = g.state.get(ZONES).border(yard, loft)
    assert border is not None
    assert border.is_clear


def test_who_walks_away_bars_the_way_no_longer() -> None:
    g, (yard, loft, roof) = mapped()
    g.do("gm", PlaceActor(THUG, loft))
    g.do("gm", SetBorder(one=yard, other=loft, blocker=THUG))
    g.do("gm", Move(THUG, roof))
    border = g.state.get(ZONES).border(yard, loft)
    assert border is not None
    assert border.is_clear


def test_with_the_action_spent_one_zone_is_left_and_ends_the_turn() -> None:
    g, (_, loft, roof) = mapped()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    g.run(lambda decision: g.conflicts.spend_action(decision, g.conflict, RETH))
    assert g.conflict.acting == RETH
    why = "With the action spent, only one clear zone can be walked in a turn."
    assert g.refused("ana", Move(RETH, roof)) == ("too-far", why)
    g.do("ana", Move(RETH, loft))
    assert (place_of(g.state, RETH), g.conflict.done, g.conflict.acting) == (loft, (RETH,), VOLT)


def test_a_way_that_is_long_is_walked_for_the_action_even_after_a_free_step() -> None:
    g, (yard, loft, _) = mapped()
    g.do("gm", StartConflict("fight", (THUG,)))
    g.do("gm", BeginConflict())
    g.do("ana", Move(RETH, loft))
    g.do("ana", Move(RETH, yard))
    assert (place_of(g.state, RETH), g.conflict.acted) == (yard, (RETH,))


def test_who_takes_part_in_a_roll_stays_until_it_is_settled() -> None:
    g = rolling("0000").scene()
    yard, loft = g.draw("Yard", "Loft")
    g.do("ana", PlaceActor(RETH, yard))
    overcome(g)
    why = "Reth takes part in a roll; settle it first."
    assert g.refused("ana", Move(RETH, loft)) == ("cannot-move", why)
    throw(g)
    everybody_passes(g)
    g.do("ana", Move(RETH, loft))
    assert place_of(g.state, RETH) == loft


def test_nobody_walks_to_a_zone_that_is_hidden_or_from_nowhere() -> None:
    g, (yard, *_) = mapped()
    g.do("gm", DrawZone(name="Cellar", next_to=(yard,), is_hidden=True))
    cellar = next(zone.id for zone in g.state.get(ZONES).zones.values() if zone.is_hidden)
    assert g.refused("ana", Move(RETH, cellar)) == ("no-such-zone", "There is no such zone to go to.")
    assert g.refused("bo", Move(VOLT, yard)) == ("no-such-zone", "There is no such zone to go to.")


def test_company_goes_wherever_somebody_goes() -> None:
    g = SmallGame(movement={"company": lambda state, actor: (VOLT,) if actor.id == RETH else ()}).scene()
    yard, loft, _ = g.draw("Yard", "Loft", "Roof")
    g.do("ana", PlaceActor(RETH, yard))
    g.do("ana", Move(RETH, loft))
    assert (place_of(g.state, RETH), place_of(g.state, VOLT)) == (loft, loft)
    g.do("bo", Move(VOLT, yard))
    assert place_of(g.state, RETH) == loft
