"""Blocks of aspect cards."""

from __future__ import annotations

from collections.abc import Iterator

from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS, BOOST, SITUATION, AspectCard
from fatetable.mechanics.characters.cast import CAST, ActorId, controls, name_of
from fatetable.mechanics.scenes.zones import ZONES, ZoneId
from fatetable.mechanics.view.blocks import AspectCardsBlock, CardView


def card_blocks(state: State, seat: Seat) -> Iterator[AspectCardsBlock]:
    known = state.get(ASPECTS).values()
    situation = tuple(card_view(state, seat, card) for card in known if card.kind == SITUATION)
    boosts = tuple(card_view(state, seat, card) for card in known if card.kind == BOOST)
    if situation:
        yield AspectCardsBlock("Situation", situation)
    if boosts:
        yield AspectCardsBlock("Boosts", boosts)


def card_view(state: State, seat: Seat, card: AspectCard) -> CardView:
    zone = state.get(ZONES).zones.get(ZoneId(card.zone))
    return CardView(
        id=card.id,
        text=card.text,
        kind=card.kind,
        bearer=name_of(state, card.bearer) if card.bearer else "",
        zone=zone.name if zone else "",
        owner=name_of(state, card.owner) if card.owner else "",
        free=tuple(name_of(state, free.lent_to or free.holder) for free in card.free),
        is_hidden=card.known_to is not None,
        bearer_id=card.bearer or "",
        zone_id=card.zone if zone else "",
        owner_id=card.owner or "",
        is_mine=any(is_mine(state, seat, actor) for actor in (card.bearer, card.owner) if actor),
        level=card.level,
        ticked=card.ticked,
    )


def is_mine(state: State, seat: Seat, actor_id: ActorId) -> bool:
    """Does this seat decide for that actor?"""
    actor = state.get(CAST).get(actor_id)
    return actor is not None and controls(seat, actor)
