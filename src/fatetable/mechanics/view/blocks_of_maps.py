"""The block of the map: zones, borders and who stands where."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fatetable.engine.seats import Seat
from fatetable.engine.state import State
from fatetable.mechanics.aspects.cards import ASPECTS
from fatetable.mechanics.characters.cast import CAST, ActorId, controls, name_of, patron_of
from fatetable.mechanics.encounters.state import conflict_of
from fatetable.mechanics.harm.state import is_out
from fatetable.mechanics.points.accounts import purse, spendable
from fatetable.mechanics.scenes.sides import side_taken
from fatetable.mechanics.scenes.state import SCENE
from fatetable.mechanics.scenes.zones import ZONES, Border
from fatetable.mechanics.view.blocks import BorderView, TokenView, ZoneMapBlock, ZoneView
from fatetable.mechanics.view.blocks_of_encounters import places_of, turn_state
from fatetable.mechanics.view.headcount import Counting, one_person


def map_blocks(
    state: State,
    seat: Seat,
    barrier: Callable[[State, Border], str],
    steps: Callable[[State, ActorId], int | None],
    headcount: Counting = one_person,
) -> Iterator[ZoneMapBlock]:
    area = state.get(ZONES)
    if not area.zones:
        return
    present = state.get(SCENE).present
    standing = [(actor, place) for actor, place in area.places.items() if actor in present]
    zones = tuple(
        ZoneView(
            id=zone.id,
            name=zone.name,
            actors=tuple(name_of(state, actor) for actor, place in standing if place == zone.id),
            aspects=tuple(card.text for card in state.get(ASPECTS).values() if card.zone == zone.id),
            is_hidden=zone.is_hidden,
            tokens=tuple(_token(state, seat, actor, steps, headcount) for actor, place in standing if place == zone.id),
            at=zone.at,
            size=zone.size,
        )
        for zone in area.zones.values()
    )
    borders = tuple(
        BorderView(
            area.zones[border.one].name,
            area.zones[border.other].name,
            barrier(state, border),
            border.one,
            border.other,
        )
        for border in area.borders
        if border.one in area.zones and border.other in area.zones
    )
    yield ZoneMapBlock(zones, borders)


def no_steps(_: State, __: ActorId) -> int | None:
    """Where steps are not counted."""
    return None


def barrier_in_words(state: State, border: Border) -> str:
    """What or who is in the way between two zones."""
    return border.barrier or (name_of(state, border.blocker) if border.blocker else "")


def _token(
    state: State, seat: Seat, actor_id: ActorId, steps: Callable[[State, ActorId], int | None], headcount: Counting
) -> TokenView:
    actor = state.get(CAST)[actor_id]
    heads, patron = headcount(state, actor), patron_of(state, actor)
    conflict = conflict_of(state)
    turn = ""
    if conflict is not None:
        turn = next((turn_state(state, conflict, *at) for at in places_of(conflict) if at[1] == actor_id), "")
    return TokenView(
        actor=actor_id,
        name=actor.name,
        is_pc=actor.is_pc,
        is_mine=controls(seat, actor),
        is_hidden=actor.is_hidden,
        points=spendable(state, purse(actor_id)) if actor.is_pc else None,
        state="out" if is_out(state, actor_id) else turn,
        steps=steps(state, actor_id),
        side=side_taken(state, actor_id),
        standing=heads.standing,
        size=heads.size,
        is_nameless=heads.is_nameless,
        portrait=actor.portrait,
        patron=patron.name if patron else "",
    )
