"""What a compel earns and costs, where that depends on the aspect."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from fatetable.engine.errors import RuleViolation
from fatetable.engine.messages import SeatId
from fatetable.engine.offers import NumberHole
from fatetable.engine.seats import Seat
from fatetable.mechanics.aspects.cards import AspectCard, AspectId
from fatetable.mechanics.aspects.compel_points import CompelPoints, PointsByLevel, SamePoints
from fatetable.mechanics.aspects.compel_state import COMPELS
from fatetable.mechanics.aspects.compels import CompelOffer, OfferCompel, RefuseCompel
from fatetable.mechanics.characters.cast import ActorId
from fatetable.mechanics.points.accounts import balance, purse
from fatetable.mechanics.points.corrections import SetPoints
from fatetable.mechanics.scenes.lifecycle import StartScene, StartSession
from tests.mechanics.small_game import RETH, VOLT, SmallGame

LEVELS = {"Rich": 1, "Hunted": 3}
COMPLICATIONS = {"minor": 1, "major": 2}


class ByLevel(Struct, frozen=True):
    """F2-INV-10: the level of the aspect to be won, and as much to act against it."""

    def offered(self, _: Seat, card: AspectCard) -> tuple[int, int]:
        return LEVELS[card.text], LEVELS[card.text]

    def refusal(self, _: Seat, card: AspectCard, __: int) -> int:
        return LEVELS[card.text]


class ByGrade(Struct, frozen=True):
    """SF-ASP-03: a major complication opens at two, and to refuse costs what is offered."""

    def offered(self, seat: Seat, card: AspectCard) -> tuple[int, int]:
        opening = COMPLICATIONS.get(card.slot, 1)
        return opening, opening + 1 if seat.is_gm else opening

    def refusal(self, _: Seat, __: AspectCard, offered: int) -> int:
        return offered


def game(points: CompelPoints, **aspects: str) -> SmallGame:
    g = SmallGame(compels={"points": points})
    g.bring("ana", "Reth", aspects=aspects)
    g.bring("bo", "Volt")
    g.do("gm", StartSession())
    g.do("gm", StartScene("The Mill", (RETH, VOLT)))
    return g


def compel(g: SmallGame, aspect: str, **more: Any) -> OfferCompel:
    return OfferCompel(target=RETH, aspect=g.card(aspect).id, kind="event", text="Trouble.", **more)


def points(g: SmallGame, actor: ActorId = RETH) -> int:
    return balance(g.state, purse(actor))


@pytest.mark.parametrize(("aspect", "level"), LEVELS.items())
def test_giving_way_earns_the_level_of_the_aspect(aspect: str, level: int) -> None:
    g = game(ByLevel(), one="Rich", two="Hunted")
    g.do("gm", compel(g, aspect))
    g.answer("ana", CompelOffer, "accept")
    assert points(g) == 3 + level


@pytest.mark.parametrize(("aspect", "level"), LEVELS.items())
def test_acting_against_it_costs_as_much(aspect: str, level: int) -> None:
    g = game(ByLevel(), one="Rich", two="Hunted")
    g.do("gm", compel(g, aspect))
    (standing,) = g.state.get(COMPELS)
    g.do("ana", RefuseCompel(standing))
    assert points(g) == 3 - level


def test_with_too_few_points_there_is_nothing_but_to_give_way() -> None:
    """F2-INV-10: the price is all or nothing."""
    g = game(ByLevel(), two="Hunted")
    g.do("gm", SetPoints(purse(RETH), 2, "spent"))
    g.do("gm", compel(g, "Hunted"))
    (standing,) = g.state.get(COMPELS)
    assert g.refused("ana", RefuseCompel(standing))[0] == "not-enough-fate-points"
    assert points(g) == 2


@pytest.mark.parametrize(("slot", "opening"), COMPLICATIONS.items())
def test_a_major_complication_opens_at_two(slot: str, opening: int) -> None:
    g = game(ByGrade(), **{slot: "Weak Heart"})
    g.do("gm", compel(g, "Weak Heart"))
    (standing,) = g.state.get(COMPELS).values()
    assert (standing.reward, standing.price) == (opening, opening)


@pytest.mark.parametrize(("named", "offered"), [(1, 2), (2, 2), (3, 3)])
def test_an_offer_opens_at_what_the_aspect_earns_whoever_names_less(named: int, offered: int) -> None:
    g = game(ByGrade(), major="Weak Heart")
    g.do("gm", compel(g, "Weak Heart", points=named))
    (standing,) = g.state.get(COMPELS).values()
    assert (standing.reward, standing.price) == (offered, offered)


@pytest.mark.parametrize("named", [-1, 0, 4])
def test_nothing_and_too_much_are_no_offer(named: int) -> None:
    g = game(ByGrade(), major="Weak Heart")
    with pytest.raises(RuleViolation, match=f"Offer 2 to 3 for a compel, not {named}"):
        g.do("gm", compel(g, "Weak Heart", points=named))


def test_the_number_is_asked_for_where_all_aspects_leave_the_same_choice() -> None:
    def numbers(*slots: str) -> list[tuple[int, int]]:
        g = game(ByGrade(), **{slot: f"The {slot} one" for slot in slots})
        (offer,) = [o for o in g.offers("gm", OfferCompel) if o.target is not None and o.target.id == RETH]
        return [(hole.low, hole.high) for hole in offer.holes if isinstance(hole, NumberHole)]

    assert numbers("major") == [(2, 3)]
    assert numbers("minor") == [(1, 2)]
    assert numbers("minor", "major") == []


def test_players_are_offered_what_they_can_pay_for() -> None:
    g = game(ByGrade(), minor="Shy", major="Weak Heart")

    def offered() -> list[str]:
        found = [o for o in g.offers("bo", OfferCompel) if o.target is not None and o.target.id == RETH]
        return [choice.label for offer in found for choice in offer.holes[0].options]  # type: ignore[union-attr]

    assert offered() == ["Shy (Reth)", "Weak Heart (Reth)"]
    g.do("gm", SetPoints(purse(VOLT), 1, "spent"))
    assert offered() == ["Shy (Reth)"]
    assert g.refused("bo", compel(g, "Weak Heart"))[0] == "not-enough-fate-points"
    g.do("gm", SetPoints(purse(VOLT), 0, "spent"))
    assert offered() == []


def test_where_all_aspects_are_alike_the_game_master_may_offer_more() -> None:
    gm, player = Seat(id="gm", role="gm"), Seat(id="bo", role="player")  # type: ignore[arg-type]
    same = SamePoints(reward=1, price=1, most=3, price_among_players=2)
    card = AspectCard(id="a", text="Fog", kind="situation")  # type: ignore[arg-type]
    assert [same.offered(seat, card) for seat in (gm, player)] == [(1, 3), (1, 1)]
    assert [same.refusal(seat, card, 1) for seat in (gm, player)] == [1, 2]


def test_points_for_each_level_are_given_and_paid() -> None:
    points = PointsByLevel(each=2)
    seat = Seat(SeatId("gm"), "gm", "GM")
    for level, number in ((0, 2), (1, 2), (3, 6)):
        card = AspectCard(id=AspectId("a"), text="Proud", kind="character", level=level)
        assert points.offered(seat, card) == (number, number)
        assert points.refusal(seat, card, number) == number
